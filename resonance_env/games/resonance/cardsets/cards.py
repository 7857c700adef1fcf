"""Card sets as data: the record of integers that the rules read, and the set that carries it with its names."""

from dataclasses import dataclass

import numpy as np

from resonance_env.core.card_files import AnyCardSet
from resonance_env.core.packed import ENTRIES
from resonance_env.games.resonance.rules import vocabulary as v

_SPELLS = (v.MAX_SPELL_CARDS, v.NUM_SPELLS)
_EFFECTS = (v.MAX_SPELL_CARDS, v.NUM_SPELLS, v.MAX_EFFECTS)


def _num_words(entries: int) -> int:
    return -(-entries // ENTRIES)


LEVEL_WORDS = _num_words(v.NUM_LEVELS * v.NUM_OBJECTS)
DEMON_WORDS = _num_words(v.MAX_DEMONS + v.NUM_LEVELS * v.NUM_OBJECTS)
SPELL_WORDS = _num_words(v.MAX_SPELL_CARDS + v.NUM_SPELLS * v.NUM_OPS)
CAST_WORDS = _num_words(v.NUM_SPELLS + v.NUM_OPS)

CARDS = np.dtype(
    (
        np.record,
        [
            ("objects", "i1", (v.NUM_OBJECTS,)),  # [object] cards in the box (R-BOX-1)
            ("transients", "i1", (v.NUM_OBJECTS,)),  # [object] (R-BOX-2)
            ("artifacts", "i1"),  # values 1 .. artifacts (R-BOX-3)
            ("incantations", "i1"),  # values 1 .. incantations (R-BOX-4)
            ("moons", "i1"),  # (R-BOX-5)
            ("full_moon", "i1"),  # index of the Full Moon, 0 is the New Moon
            ("demons", "i1"),  # (R-BOX-6)
            ("demon_levels", "i1", (v.MAX_DEMONS, v.NUM_LEVELS, v.NUM_OBJECTS)),  # [demon, level, object] multiset
            ("spell_cards", "i1"),  # (R-BOX-7)
            ("num_effects", "i1", _SPELLS),  # [card, spell]
            ("effect_op", "i1", _EFFECTS),  # [card, spell, effect] OP_*
            ("effect_kind", "i1", _EFFECTS),  # KIND_*; of become_object: the object type
            ("effect_count", "i1", _EFFECTS),  # cards moved: play, remove, draw, discard
            ("effect_value", "i1", _EFFECTS),  # become_artifact: its value; become_object, play: what each counts
            ("effect_who", "i1", _EFFECTS),  # WHO_*: sigil, change_demon, change_spells, discard
            ("effect_when", "i1", _EFFECTS),  # WHEN_*
            ("effect_optional", "i1", _EFFECTS),  # 1: "up to" or "if she likes"
            ("spell_amounts", "i1", (*_SPELLS, v.NUM_OPS)),  # [card, spell, OP_*] how much the spell does of it, for observers
            # What observations copy whole, packed (`core/packed.py`); rows of demon, card and spell 0 (none) are zero.
            ("moon_kinds", "i8"),  # [moon] 0 not in this set, 1 a moon, 2 the Full Moon
            ("demon_rows", "i8", (v.MAX_DEMONS + 1, DEMON_WORDS)),  # [demon + 1] one-hot, then its levels
            ("level_rows", "i8", (v.MAX_DEMONS + 1, LEVEL_WORDS)),  # [demon + 1] its levels
            (
                "need_rows",
                "i8",
                (v.NUM_LEVELS + 1, v.MAX_DEMONS * v.NUM_OBJECTS // 8),
            ),  # [levels validated] needs `[demon, object]`
            ("spell_rows", "i8", (v.MAX_SPELL_CARDS + 1, SPELL_WORDS)),  # [card + 1] one-hot, then amounts `[spell, OP_*]`
            ("cast_rows", "i8", (v.MAX_SPELL_CARDS + 1, v.NUM_SPELLS + 1, CAST_WORDS)),  # [card + 1, spell + 1] likewise
        ],
    )
)


@dataclass(frozen=True, eq=False, kw_only=True)
class CardSet(AnyCardSet):
    """A box of cards; 6 to 8 persons play in teams of two.

    Attributes:
        demon_names, witch_names: in the order of the record.
    """

    demon_names: tuple[str, ...]
    witch_names: tuple[str, ...]
