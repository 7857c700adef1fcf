"""Whether counts are as likely as they should be."""

from collections import Counter
from collections.abc import Mapping
from typing import Any


def is_likely(square: float, freedom: int) -> bool:
    """Chi-square by the cube root of Wilson and Hilferty (1931), which is normal: below five standard deviations."""
    spread = 2 / (9 * freedom)
    return bool(abs((square / freedom) ** (1 / 3) - 1 + spread) < 5 * spread**0.5)


def is_uniform(found: Counter[Any], possible: int) -> bool:
    """Returns whether all of that many possible things are as likely."""
    if possible == 1:
        return len(found) == 1
    share = found.total() / possible
    square = sum((count - share) ** 2 for count in found.values()) / share + share * (possible - len(found))
    return is_likely(square, possible - 1)


def fits(found: Counter[Any], weights: Mapping[Any, float]) -> bool:
    """Returns whether things come up by their weights, and no others; those below five expected counts are taken together."""
    if not found.keys() <= weights.keys():
        return False
    scale = found.total() / sum(weights.values())
    square, classes, rest, rest_expected = 0.0, 0, 0, 0.0
    for thing, weight in weights.items():
        expected = weight * scale
        if expected < 5:
            rest += found[thing]
            rest_expected += expected
        else:
            square += (found[thing] - expected) ** 2 / expected
            classes += 1
    if rest_expected >= 5:
        square += (rest - rest_expected) ** 2 / rest_expected
        classes += 1
    return classes < 2 or square / (classes - 1) < 1 or is_likely(square, classes - 1)
