"""Card sets as data: the record of integers that the rules read, and the set that carries it with its names."""

from dataclasses import dataclass

import numpy as np

from resonance_env.core.card_files import AnyCardSet
from resonance_env.games.summon_demons.rules import vocabulary as v

_TYPES, _THINGS, _FILTERS = v.MAX_TYPES, v.MAX_THINGS, len(v.FILTER_NAMES)
_EFFECTS = (_THINGS, v.MAX_EFFECTS)
_TOTALS = v.MAX_TOTAL + 1
NUM_FLAGS = 4  # sums of FLAG_*

# A *thing* is a type, or `MAX_TYPES` + a demon; a bit set of types, demons or candles has bit t, d, c for place t, d, c.
CARDS = np.dtype(
    (
        np.record,
        [
            ("match", "i8", (NUM_FLAGS, _FILTERS)),  # [flags of the owner, filter] bit set of types (LD-PERM-1, 2)
            ("of_number", "i8", (_TOTALS,)),  # [total] bit set of types
            ("plain", "i8"),  # bit set of types (LD-ACT-4)
            ("always_ready", "i8"),  # bit set of types without condition whose cost is none or "self"
            ("activators_of_one", "i8"),  # bit set of types with `activate one` (LD-ACT-13)
            ("demons_of_number", "i4", (_TOTALS,)),  # [total] bit set of demons
            ("plain_demons", "i4"),  # bit set (LD-ACT-4)
            ("always", "i4", (len(v.ALWAYS_NAMES),)),  # [ALWAYS_*] bit set of demons
            ("when_double", "i4"),  # bit set of demons (LD-PERM-6)
            ("when_obtain", "i4"),  # bit set of demons (LD-PERM-7)
            ("when_summon", "i4"),  # bit set of demons, one at most (LD-EFF-14)
            ("turns", "i2"),  # turn limit
            # The numbers of the set.
            ("types", "i1"),
            ("demons", "i1"),
            ("candles", "i1"),
            ("faces", "i1"),
            ("souls", "i1"),
            ("row", "i1"),
            ("price", "i1"),
            ("sacrifice", "i1"),
            ("hand", "i1"),
            ("need_demons", "i1"),
            ("need_souls", "i1"),
            ("candles_each", "i1"),
            ("first_fixed", "i1"),  # 1: first = "seat 0"
            ("beginner", "i1"),  # the beginner's candle, or NOTHING
            # Types; rows of places that the set lacks are 0.
            ("copies", "i1", (_TYPES,)),
            ("kind", "i1", (_TYPES,)),  # index in KIND_NAMES
            ("mood", "i1", (_TYPES,)),  # index in MOOD_NAMES
            ("need_filters", "i1", (_TYPES, v.MAX_FILTERS)),  # NO_FILTER where there are fewer; none: no condition
            ("need_min", "i1", (_TYPES,)),  # NOTHING: the condition is a maximum
            ("need_max", "i1", (_TYPES,)),  # NOTHING: the condition is a minimum
            ("need_other", "i1", (_TYPES,)),  # 1: one copy of the card itself is not counted
            ("cost", "i1", (_TYPES,)),  # COST_*
            ("cost_filters", "i1", (_TYPES, v.MAX_FILTERS)),  # [type, which]
            # Filters as the owner's demons make one read them: equal numbers mean the same (LD-ASK-2).
            ("meaning", "i1", (NUM_FLAGS, _FILTERS)),
            # Things.
            ("number", "i1", (_THINGS,)),  # activation number; 0: a permanent demon
            ("num_effects", "i1", (_THINGS,)),
            ("effect_op", "i1", _EFFECTS),  # [thing, effect] OP_*
            ("effect_amount", "i1", _EFFECTS),  # souls, cards or `up_to`; FACE; 0 where `effect_per` counts
            ("effect_per", "i1", _EFFECTS),  # filter that is counted, or NO_FILTER
            ("effect_of", "i1", _EFFECTS),  # filter of cards, or NO_FILTER
            ("effect_way", "i1", _EFFECTS),  # SUMMON_*, ACTIVATE_*, REPLACE_*
            ("obtain_of", "i1", (v.MAX_DEMONS,)),  # [demon] filter of a `when = "obtain"` demon
            ("candles_of_number", "i1", (_TOTALS,)),  # [total] bit set of candles
        ],
    )
)


@dataclass(frozen=True, eq=False, kw_only=True)
class CardSet(AnyCardSet):
    """A box of cards.

    Attributes:
        card_ids, demon_ids, candle_ids: in the order of the file.
        card_names, demon_names, candle_names: printed names, in the same order.
    """

    card_ids: tuple[str, ...]
    demon_ids: tuple[str, ...]
    candle_ids: tuple[str, ...]
    card_names: tuple[str, ...]
    demon_names: tuple[str, ...]
    candle_names: tuple[str, ...]
