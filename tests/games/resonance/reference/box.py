"""What is printed on the cards of a set, as plain Python values."""

from dataclasses import dataclass

from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import vocabulary as v


@dataclass(frozen=True)
class Effect:
    """One effect of a spell."""

    op: int  # OP_*
    kind: int  # KIND_*
    count: int  # cards moved
    value: int  # of the artifact that the card becomes, or what a card counts
    who: int  # WHO_*
    when: int  # WHEN_*
    optional: bool  # "up to" or "if she likes"


Spell = tuple[Effect, ...]
Level = tuple[int, ...]  # [object] how many of each


@dataclass(frozen=True)
class Box:
    """All cards of a set."""

    objects: list[int]  # [object]
    transients: list[int]  # [object]
    artifacts: list[int]  # values
    incantations: list[int]  # values
    moons: int
    full_moon: int
    demons: list[list[Level]]  # [demon][level]
    spell_cards: list[list[Spell]]  # [card][spell]


def unpack(card_set: CardSet) -> Box:
    """Returns the cards of a loaded set."""
    row = card_set.cards[0]
    return Box(
        objects=[int(row["objects"][t]) for t in v.OBJECTS],
        transients=[int(row["transients"][t]) for t in v.OBJECTS],
        artifacts=list(range(1, int(row["artifacts"]) + 1)),
        incantations=list(range(1, int(row["incantations"]) + 1)),
        moons=int(row["moons"]),
        full_moon=int(row["full_moon"]),
        demons=[
            [tuple(int(row["demon_levels"][d, level, t]) for t in v.OBJECTS) for level in range(v.NUM_LEVELS)]
            for d in range(int(row["demons"]))
        ],
        spell_cards=[
            [
                tuple(
                    Effect(
                        op=int(row["effect_op"][c, s, e]),
                        kind=int(row["effect_kind"][c, s, e]),
                        count=int(row["effect_count"][c, s, e]),
                        value=int(row["effect_value"][c, s, e]),
                        who=int(row["effect_who"][c, s, e]),
                        when=int(row["effect_when"][c, s, e]),
                        optional=bool(row["effect_optional"][c, s, e]),
                    )
                    for e in range(int(row["num_effects"][c, s]))
                )
                for s in range(v.NUM_SPELLS)
            ]
            for c in range(int(row["spell_cards"]))
        ],
    )
