"""Which witches and demons each seat had, which spells were cast, and when levels were validated."""

import numpy as np

from resonance_env.core.spec import Variant
from resonance_env.eval.match.game_facts import Category, FactsSpec, GameFacts, Watcher
from resonance_env.games.resonance.cardsets.card_loader import describe_spell
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import ResonanceVariant

# Over the fair share; the demon is dealt, the witch is one of two.
WITCH_LIMITS = (0.7, 1.4)
DEMON_LIMITS = (0.4, 1.6)

WITCH, LAST_WITCH, DEMON, LAST_DEMON = "witch", "last witch", "demon", "last demon"
LEVELS = ("level I", "level II", "level III")


def use_name(variant: ResonanceVariant, card: int, spell: int) -> str:
    """Returns the name of a spell of a witch, such as "Zinnia 2"."""
    return f"{variant.card_set.witch_names[card]} {spell + 1}"


class CardFacts(FactsSpec):
    """The statistics of Resonance. A traded demon counts twice: for the first seat that had it and for the last."""

    agent = "planner"

    def categories(self, variant: Variant) -> tuple[Category, ...]:
        cards = _resonance(variant).card_set
        return (
            Category(WITCH, cards.witch_names, "The spell card kept in the draft.", WITCH_LIMITS),
            Category(DEMON, cards.demon_names, "The demon that was dealt.", DEMON_LIMITS),
            Category(LAST_DEMON, cards.demon_names, "The demon at the end of the game, after all trades.", DEMON_LIMITS),
            Category(LAST_WITCH, cards.witch_names, "The spell card at the end of the game."),
        )

    def uses(self, variant: Variant) -> dict[str, str]:
        variant = _resonance(variant)
        cards = variant.card_set
        return {
            use_name(variant, card, spell): describe_spell(cards, card, spell)
            for card in range(len(cards.witch_names))
            for spell in range(v.NUM_SPELLS)
        }

    def times(self, variant: Variant) -> tuple[str, ...]:
        return LEVELS

    def watcher(self, variant: Variant, num_games: int) -> Watcher:
        return CardWatcher(_resonance(variant), num_games)


class CardWatcher(Watcher):
    """Compares the records of games from step to step.

    An incantation is cast once in a game (R-ACT-8), so a cast is new if its value was not cast before; the record of a round is
    kept until cards move in the next one, so every cast is seen.

    Attributes:
        first_demon, last_demon, first_witch, last_witch: int8 `[game, seat]`, NO_DEMON or NO_SPELL_CARD before there is one.
        had: bool `[game, seat, card]`: spell cards that the seat has had.
        casts: int16 `[game, seat, card, spell]`.
        cast_values: int64 `[game]`: bit set of incantations whose cast was counted.
        rounds: int16 `[game, seat, level]`: round in which it was validated, 0 for never.
    """

    def __init__(self, variant: ResonanceVariant, num_games: int) -> None:
        self.variant = variant
        seats = (num_games, variant.num_seats)
        self.first_demon = np.full(seats, v.NO_DEMON, dtype=np.int8)
        self.last_demon = np.full(seats, v.NO_DEMON, dtype=np.int8)
        self.first_witch = np.full(seats, v.NO_SPELL_CARD, dtype=np.int8)
        self.last_witch = np.full(seats, v.NO_SPELL_CARD, dtype=np.int8)
        self.had = np.zeros((*seats, v.MAX_SPELL_CARDS), dtype=bool)
        self.casts = np.zeros((*seats, v.MAX_SPELL_CARDS, v.NUM_SPELLS), dtype=np.int16)
        self.cast_values = np.zeros(num_games, dtype=np.int64)
        self.rounds = np.zeros((*seats, v.NUM_LEVELS), dtype=np.int16)

    def see(self, numbers: np.ndarray, games: np.ndarray, actions: np.ndarray | None = None) -> None:
        seats = self.variant.num_seats
        demon, witch = games["demon"][:, :seats], games["spells"][:, :seats]
        first_demon, first_witch = self.first_demon[numbers], self.first_witch[numbers]
        self.first_demon[numbers] = np.where(first_demon == v.NO_DEMON, demon, first_demon)
        self.first_witch[numbers] = np.where(first_witch == v.NO_SPELL_CARD, witch, first_witch)
        self.last_demon[numbers], self.last_witch[numbers] = demon, witch
        row, seat = np.nonzero(witch != v.NO_SPELL_CARD)
        self.had[numbers[row], seat, witch[row, seat]] = True
        self._see_casts(numbers, games)
        self._see_levels(numbers, games)

    def _see_casts(self, numbers: np.ndarray, games: np.ndarray) -> None:
        seats = self.variant.num_seats
        value = games["played_incantation"][:, :seats].astype(np.int64)
        was_cast = (games["cast_spell"][:, :seats] != v.NO_SPELL) & (value != v.NO_INCANTATION)
        is_new = was_cast & (self.cast_values[numbers][:, None] >> value & 1 == 0)
        row, seat = np.nonzero(is_new)
        card, spell = games["cast_card"][row, seat], games["cast_spell"][row, seat]
        self.casts[numbers[row], seat, card, spell] += 1
        np.bitwise_or.at(self.cast_values, numbers[row], 1 << value[row, seat])

    def _see_levels(self, numbers: np.ndarray, games: np.ndarray) -> None:
        # If a seat is asked before step (10) of a round, new levels were validated at the end of the round before.
        round_number = games["round_number"].astype(np.int16) - (games["stage"] < v.STAGE_LEVELS)
        reached = games["level"][:, : self.variant.num_seats, None] > np.arange(v.NUM_LEVELS)
        known = self.rounds[numbers]
        self.rounds[numbers] = np.where(reached & (known == 0), round_number[:, None, None], known)

    def facts(self) -> list[GameFacts]:
        cards = self.variant.card_set
        witches, demons = (*cards.witch_names, ""), (*cards.demon_names, "")  # -1 is none
        columns = {
            WITCH: (self.first_witch.tolist(), witches),
            LAST_WITCH: (self.last_witch.tolist(), witches),
            DEMON: (self.first_demon.tolist(), demons),
            LAST_DEMON: (self.last_demon.tolist(), demons),
        }
        names = [
            [use_name(self.variant, card, spell) for spell in range(v.NUM_SPELLS)] for card in range(len(cards.witch_names))
        ]
        casts, rounds = self.casts.tolist(), self.rounds.tolist()
        had = [[np.flatnonzero(row).tolist() for row in game] for game in self.had]
        return [
            GameFacts(
                categories={name: tuple(values[code] for code in codes[game]) for name, (codes, values) in columns.items()},
                uses=tuple(
                    {
                        names[card][spell]: casts[game][seat][card][spell]
                        for card in had[game][seat]
                        for spell in range(v.NUM_SPELLS)
                    }
                    for seat in range(self.variant.num_seats)
                ),
                times={name: tuple(seat[level] for seat in rounds[game]) for level, name in enumerate(LEVELS)},
            )
            for game in range(len(casts))
        ]


def _resonance(variant: Variant) -> ResonanceVariant:
    assert isinstance(variant, ResonanceVariant)  # the table is found by the name of the variant's game
    return variant


FACTS = CardFacts()
