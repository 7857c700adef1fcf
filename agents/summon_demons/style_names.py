"""The parameters of a planner with their meanings, and named styles; no compiled code."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Factor:
    """One number of a style: by it the outlook's weights of some features are multiplied.

    Attributes:
        name: as typed in `planner:name=value`.
        meaning: a sentence for lists.
        features: names of the features, without the stage.
    """

    name: str
    meaning: str
    features: tuple[str, ...]


FACTORS = (
    Factor("demons", "Weight of demons in play.", ("stage",)),
    Factor("souls", "Weight of souls.", ("souls", "souls_above")),
    Factor("cards", "Weight of cards in play, which can be sacrificed.", ("cards", "cards_above")),
    Factor("income", "Weight of what the cards bring.", ("own_income", "income")),
    Factor("finish", "Weight of the probability to reach the goal with one roll.", ("own_finish", "finish")),
)
NOISE = "noise"
HIGHEST = 10.0  # factor

# What each style changes.
STYLES: dict[str, dict[str, float]] = {
    "balanced": {},
    "summoner": {"demons": 1.3},
    "miser": {"souls": 1.6},
    "hoarder": {"cards": 1.5, "income": 1.3},
}
