"""A valid card set for tests that damage it in one place each, and its spells in words."""

from collections.abc import Callable
from typing import Any

from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import vocabulary as v

SIGIL = '[{ effect = "sigil" }]'
VALID = """
format = 1
name = "base"
players = [2, 3]
[box]
objects = { herb = 5, mineral = 4, potion = 3 }
transients = { herb = 3, mineral = 2, potion = 1 }
artifacts = 4
incantations = 6
moons = 5
full_moon = 3
[[demon]]
name = "Berith"
levels = [[1, 0, 0], [1, 1, 0], [3, 1, 0]]
[[demon]]
name = "Murmur"
levels = [[0, 1, 0], [0, 2, 0], [0, 4, 1]]
[[demon]]
name = "Vepar"
levels = [[0, 0, 1], [0, 0, 2], [0, 0, 4]]
[[witch]]
name = "Ada"
spells = [[{ effect = "play", kind = "object", count = 2 }], [{ effect = "change_demon", who = "self" }], [{ effect = "sigil" }]]
[[witch]]
name = "Bea"
spells = [[{ effect = "become_artifact", value = 0 }], [{ effect = "draw", kind = "artifact", count = 1 }], [{ effect = "sigil" }]]
[[witch]]
name = "Cleo"
spells = [[{ effect = "remove", kind = "any", count = 1 }], [{ effect = "become_object", kind = "herb" }], [{ effect = "sigil" }]]
[[witch]]
name = "Dora"
spells = [[{ effect = "discard", kind = "object", count = 1, who = "one" }], [{ effect = "change_spells", who = "one" }], [{ effect = "sigil" }]]
"""  # noqa: E501

# Words that a field of an effect may hold, and all its fields.
WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("become_object", "kind"): ("herb", "mineral", "potion"),
    ("play", "kind"): ("herb", "mineral", "potion", "object"),
    ("remove", "kind"): ("herb", "mineral", "potion", "object", "artifact", "any"),
    ("draw", "kind"): ("herb", "mineral", "potion", "object", "artifact", "incantation"),
    ("discard", "kind"): ("herb", "mineral", "potion", "object", "artifact", "incantation"),
    ("change_demon", "who"): ("self", "one"),
    ("change_spells", "who"): ("self", "one"),
    ("discard", "who"): ("one", "all"),
    ("change_demon", "when"): ("now", "end"),
    ("change_spells", "when"): ("now", "end"),
    ("draw", "when"): ("now", "end"),
    ("discard", "when"): ("now", "end"),
}
ALL_FIELDS = ("kind", "count", "counts", "value", "who", "when", "up_to", "if_she_likes")

Load = Callable[[str], CardSet]


def change(old: str, new: str) -> str:
    assert old in VALID
    return VALID.replace(old, new, 1)


def spell(text: str) -> str:
    """The valid set with Ada's first spell replaced."""
    return change('[{ effect = "play", kind = "object", count = 2 }]', text)


def effects_of(card_set: CardSet, card: int, spell_index: int) -> list[tuple[Any, ...]]:
    """The effects of a spell as (op, kind, count, value, who, when, optional), in words."""
    row = card_set.cards[0]
    effects = []
    for index in range(row["num_effects"][card, spell_index]):
        op, kind, count, value, who, when, optional = (
            int(row[f"effect_{name}"][card, spell_index, index])
            for name in ("op", "kind", "count", "value", "who", "when", "optional")
        )
        effects.append((v.OP_NAMES[op], v.KIND_NAMES[kind], count, value, v.WHO_NAMES[who], v.WHEN_NAMES[when], optional))
    return effects
