"""The weights of a planner with their meanings, and named styles."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Weight:
    """One number of a style.

    Attributes:
        name: as typed in `planner:name=value`.
        default: its value in the style `balanced`.
        meaning: a sentence for lists.
        high: the largest allowed value, or None.
    """

    name: str
    default: float
    meaning: str
    high: float | None = None


WEIGHTS = (
    Weight("final", 0.63, "Cost of each object that the moons lack for level III of a demon."),
    Weight("next", 0.25, "Cost of each object that the moons lack for the next level."),
    Weight("level", 0.26, "Cost of each level that is not validated."),
    Weight("held", 0.27, "Worth of the first object of a type in hand that the moons lack."),
    Weight("held_more", 0.1, "Worth of each further object of that type that they lack."),
    Weight("spare", 0.05, "Worth of any other object in hand, up to three."),
    Weight("artifact", 0.145, "Worth of an artifact in hand, up to three."),
    Weight("incantation", 0.3, "Worth of an incantation in hand, up to three."),
    Weight("trade", 0.46, "Cost of trading for a demon, besides the three objects."),
    Weight("unpaid", 0.3, "Cost of each object still missing to pay for a trade."),
    Weight("sealed", 0.15, "Cost of carrying a Sigil."),
    Weight("race", 0.5, "Worth of a Sigil victory that needs only time."),
    Weight("draw", 0.003, "Outlook of a draw, relative to those of the sides."),
    Weight("active", 0.7, "Probability that another witch plays an object rather than something else.", 1.0),
    Weight("aimless", 0.15, "Relative frequency with which other witches play an object that they do not need.", 1.0),
    Weight("meddling", 0.28, "Probability that another witch that holds an artifact plays it.", 1.0),
    Weight("foresight", 0.0, "Belief that the others who choose at the same time do what a balanced planner would do.", 1.0),
    Weight("noise", 0.0, "Size of random noise on the worth of an action."),
    Weight("whim", 0.0, "Probability of keeping a random spell card in the draft.", 1.0),
)
NAMES = tuple(weight.name for weight in WEIGHTS)

(
    FINAL,
    NEXT,
    LEVEL,
    HELD,
    HELD_MORE,
    SPARE,
    ARTIFACT,
    INCANTATION,
    TRADE,
    UNPAID,
    SEALED,
    RACE,
    DRAW,
    ACTIVE,
    AIMLESS,
    MEDDLING,
    FORESIGHT,
    NOISE,
    WHIM,
) = range(len(WEIGHTS))

# What each style changes.
STYLES: dict[str, dict[str, float]] = {
    "balanced": {},
    "racer": {"next": 0.5, "level": 0.6},
    "trader": {"trade": 0.3, "spare": 0.12},
    "sealer": {"race": 1.5, "sealed": 0.4},
    "hoarder": {"held_more": 0.2, "artifact": 0.3, "incantation": 0.7},
}


def style_weights(style: str, changes: dict[str, float]) -> np.ndarray:
    """Returns float64 `[weight]`: the weights of a named style with some changed."""
    values = {weight.name: weight.default for weight in WEIGHTS} | STYLES[style] | changes
    return np.array([values[name] for name in NAMES])


def is_random(style: np.ndarray) -> bool:
    """Returns whether a planner with these weights ever uses randomness."""
    return bool(style[NOISE] or style[WHIM])
