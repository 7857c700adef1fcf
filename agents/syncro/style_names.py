"""The parameters of scripted agents with their meanings, and named styles; no compiled code."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Weight:
    """One number of a style.

    Attributes:
        name: as in `STYLES`.
        default: its value in the style `balanced` of `greedy`.
        meaning: a sentence.
    """

    name: str
    default: float
    meaning: str


WEIGHTS = (
    Weight("first", 4.0, "What another mage's face-down Spell is taken for, as the first on a foe."),
    Weight("next", 2.8, "What any further one is taken for."),
    Weight("reach", 3.2, "What each opportunity to come is expected to add."),
    Weight("doubt", 1.0, "Deviation of an unknown Spell from that."),
    Weight("hope", 1.2, "Deviation of what an opportunity to come adds."),
    Weight("win", 10.0, "Worth of a beaten foe, in points of Spells."),
    Weight("card", 0.05, "Worth of a point of a Spell that is laid."),
    Weight("over", 1.0, "Worth of a point above the force."),
    Weight("fail", 1.0, "Worth of a point of the Spell that a failure costs."),
    Weight("absorb", 1.0, "Worth of a point that a Golem absorbs or discards."),
    Weight("due", 1.5, "Worth of a point that a Dragon costs."),
    Weight("saved", 0.0, "Mushrooms are left until so many Spells are missing from the hands."),
    Weight("early", 10.0, "Worth of a Mushroom that is beaten before."),
    Weight("aim", 0.0, "Points above a Mushroom's force that are worth their Spells."),
    Weight("draw", 2.5, "Worth of a Spell drawn."),
    Weight("listens", 0.0, "1: reads estimates and plays by the convention of `signaller`."),
)
NAMES = tuple(weight.name for weight in WEIGHTS)

SAVER = {"saved": 6.0, "aim": 4.0, "early": -5.0}
SIGNALLER = SAVER | {"listens": 1.0, "doubt": 0.5}

# What each style changes; the last two are bad on purpose, as partners of other agents.
STYLES: dict[str, dict[str, float]] = {
    "balanced": {},
    "timid": {"reach": 2.4, "doubt": 1.6, "over": 0.5},
    "bold": {"reach": 4.2, "win": 20.0},
    "wasteful": {"over": 0.0, "due": 0.2, "card": 0.0},
}
