"""Card sets as data: the record of integers that the rules read, and the set that carries it with its names."""

from dataclasses import dataclass

import numpy as np

from resonance_env.core.card_files import AnyCardSet
from resonance_env.games.syncro.rules import vocabulary as v

_LEVELS, _PLANS, _PLACES = (v.MAX_LEVELS,), (v.NUM_PLANS,), (v.NUM_PLANS, v.MAX_PLACES)

# Axes: `level` is the number of the level - 1; `plan` is numbered as `NUM_PLANS` says; `replay` is 1 with the option; `foe` as
# in `rules/state.py`.
CARDS = np.dtype(
    (
        np.record,
        [
            ("levels", "i1"),
            ("first_of_ii", "i1"),  # number of the first level of chapter II; 0: there is no such chapter
            ("reward_level", "i1"),
            ("sum_level", "i1"),
            ("limit", "i1", (v.MAX_SEATS + 1,)),  # [seats] hand limit; 0: that many mages cannot play
            ("spells", "i1", (*_LEVELS, v.MAX_VALUE)),  # [level, value] copies in play
            ("monsters", "i1", (2, *_LEVELS, v.MAX_MONSTERS)),  # [replay, level, entry] copies in the pile
            ("force", "i1", (*_LEVELS, v.NUM_FOES)),  # [level, foe] printed force
            ("rules", "i1", (*_LEVELS, v.NUM_FOES)),  # [level, foe] sum of RULES_*
            ("grows", "i1", (*_LEVELS, v.NUM_FOES)),  # [level, foe] more force for each other card
            ("lieutenants", "i2"),  # bit set of the entries there are
            ("powers", "i1", (v.MAX_LIEUTENANTS,)),  # sum of POWER_*
            ("rewards", "i1", (2, v.MAX_REWARDS)),  # [replay, entry] copies
            ("reward_effect", "i1", (v.MAX_REWARDS,)),
            ("reward_n", "i1", (v.MAX_REWARDS,)),
            ("fogs", "i1", (2, v.MAX_FOGS)),  # [replay, entry] copies
            ("fog_effect", "i1", (v.MAX_FOGS,)),
            ("fog_n", "i1", (v.MAX_FOGS,)),
            # Plans (SY-SET-5).
            ("covered_by", "i4", _PLACES),  # [plan, place] bit set of the places whose cards lie on it
            ("face_up", "i4", _PLANS),  # [plan] bit set of the places that take a Monster face up
            ("fog_places", "i4", _PLANS),  # [plan] bit set
            ("places", "i1", _PLANS),  # [plan] number of places
            ("foes", "i1", _PLANS),  # [plan] number of cards that must be beaten
            ("lieutenant_places", "i1", _PLANS),  # [plan] number
            ("back", "i1", _PLACES),  # [plan, place] BACK_*
            ("row", "i1", _PLACES),
            ("column", "i1", _PLACES),
            ("order", "i1", _PLACES),  # [plan, number in the order of resolution] place
        ],
    )
)


@dataclass(frozen=True, eq=False, kw_only=True)
class CardSet(AnyCardSet):
    """A box of cards.

    Attributes:
        chapters: levels of each chapter.
        monster_names, lieutenant_names, reward_names, fog_names: in the order of the file.
        boss_names: of each level; empty where there is no Boss.
    """

    chapters: tuple[int, ...]
    monster_names: tuple[str, ...]
    lieutenant_names: tuple[str, ...]
    reward_names: tuple[str, ...]
    fog_names: tuple[str, ...]
    boss_names: tuple[str, ...]
