"""The parameters of scripted agents with their meanings, and named styles; no compiled code."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Weight:
    """One number of a style.

    Attributes:
        name: as in `STYLES`.
        default: its value in `greedy`.
        meaning: a sentence.
    """

    name: str
    default: float
    meaning: str


WEIGHTS = (
    Weight("first", 4.0, "What another mage's face-down Spell is taken for, as the first on a foe."),
    Weight("next", 2.8, "What any further one is taken for."),
    Weight("reach", 2.4, "What each opportunity to come is expected to add."),
    Weight("alone", 4.2, "The same where only one foe can be attacked."),
    Weight("doubt", 1.9, "Deviation of an unknown Spell from that."),
    Weight("hope", 0.5, "Deviation of what an opportunity to come adds."),
    Weight("win", 3.2, "Worth of a beaten foe, in points of Spells."),
    Weight("own", 0.0, "What a point of the second highest Spell of the hand changes in an own opportunity to come."),
    Weight("card", -0.2, "Worth of a point of a Spell that is laid."),
    Weight("over", 1.0, "Worth of a point above the force."),
    Weight("fail", 0.95, "Worth of a point of the Spell that a failure costs."),
    Weight("absorb", 1.5, "Worth of a point that a Golem absorbs or discards."),
    Weight("due", 1.0, "Worth of a point that a Dragon costs."),
    Weight("saved", 0.0, "Mushrooms are left until so many Spells are missing from the hands."),
    Weight("early", 0.0, "Worth of a Mushroom that is beaten before."),
    Weight("aim", 6.0, "Points above a Mushroom's force that are worth their Spells."),
    Weight("draw", 2.5, "Worth of a Spell drawn."),
    Weight("lead", 0.0, "Worth of a point by which the first Spell on a foe is below the highest of the hand."),
    Weight("tells", 0.0, "1: estimates tell the highest Spell of the hand; 0: the mean."),
    Weight("first_heard", 0.0, "What a good or bad estimate changes in `first`."),
    Weight("reach_heard", 0.0, "What a good or bad estimate changes in `reach`."),
    Weight("trust", 0.0, "How far a further Spell is taken for what the foe lacks; 1: wholly."),
    Weight("counts", 0.0, "1: counts cards, and infers what others laid and kept from what they said and did."),
    Weight("listens", 0.4, "Probability that estimates tell the highest Spell."),
    Weight("sense", 0.97, "Probability that a mage laid the Spell that was worth most."),
    Weight("passes", 0.3, "How far a pass is believed."),
    Weight("reach_hand", 0.33, "What a point of the highest Spell of a hand changes in `reach`."),
)

# In what the other agents differ from `greedy`; fitted to win rates of all levels with 2 to 5 mages.
SAVER = {
    "next": 2.6,
    "doubt": 0.6,
    "fail": 0.85,
    "absorb": 2.0,
    "due": 1.1,
    "saved": 3.2,
    "early": -4.0,
    "aim": 9.75,
    "draw": 6.2,
}
SIGNALLER = SAVER | {
    "first": 4.3,
    "next": 2.0,
    "reach": 2.6,
    "alone": 4.7,
    "doubt": 0.8,
    "hope": 0.8,
    "win": 2.2,
    "own": 0.2,
    "card": -0.08,
    "over": 1.5,
    "fail": 1.45,
    "absorb": 3.0,
    "due": 0.6,
    "saved": 4.0,
    "aim": 7.7,
    "draw": 7.0,
    "lead": 0.1,
    "tells": 1.0,
    "first_heard": 0.7,
    "reach_heard": 0.2,
    "trust": 0.3,
}
PLANNER = SAVER | {
    "reach": 2.6,
    "alone": 5.6,
    "doubt": 0.3,
    "hope": 0.33,
    "win": 1.8,
    "card": -0.07,
    "over": 1.13,
    "fail": 1.45,
    "absorb": 1.9,
    "due": 0.5,
    "saved": 3.3,
    "aim": 8.7,
    "draw": 4.6,
    "lead": 0.1,
    "tells": 1.0,
    "counts": 1.0,
}

AGENT_WEIGHTS: dict[str, dict[str, float]] = {"greedy": {}, "saver": SAVER, "signaller": SIGNALLER, "planner": PLANNER}

# What each style changes; all but `balanced` are worse partners, each in its own way.
STYLES: dict[str, dict[str, float]] = {
    "balanced": {},
    "timid": {"reach": 2.0, "alone": 3.0, "doubt": 1.6, "over": 0.5},
    "bold": {"reach": 3.4, "alone": 5.2, "win": 20.0},
    "wasteful": {"over": 0.0, "due": 0.2, "card": 0.0},
}
