"""Pairwise covering tables: few rows in which every two values of two different options meet."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

Row = dict[str, Any]
Options = Mapping[str, Sequence[Any]]
Pair = frozenset[tuple[str, Any]]


def pairs_of(row: Row) -> set[Pair]:
    """Returns every two of its options with their values."""
    return {frozenset(pair) for pair in combinations(row.items(), 2)}


def all_pairs(options: Options, is_allowed: Callable[[Row], bool]) -> set[Pair]:
    """Returns every two values of two different options that go together."""
    pairs = (
        frozenset({(first, a), (second, b)})
        for first, second in combinations(options, 2)
        for a in options[first]
        for b in options[second]
    )
    return {pair for pair in pairs if is_allowed(dict(pair))}


def covering_rows(options: Options, is_allowed: Callable[[Row], bool]) -> list[Row]:
    """Returns rows, each with one value per option, in which every pair of values that go together occurs.

    Greedy: a row begins with the first pair that is still missing, then every other option takes the value that brings the
    most missing pairs.

    Args:
        options: the values of each option.
        is_allowed: whether a row, perhaps with some options still open, can be used.
    """
    missing = all_pairs(options, is_allowed)
    rows: list[Row] = []
    while missing:
        row: Row = dict(min(missing, key=lambda pair: sorted(map(repr, pair))))
        for name in [name for name in options if name not in row]:
            longer = [{**row, name: value} for value in options[name] if is_allowed({**row, name: value})]
            row = max(longer, key=lambda candidate: len(pairs_of(candidate) & missing))
        rows.append(row)
        missing -= pairs_of(row)
    return rows
