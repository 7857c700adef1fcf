"""Which candles and demons each seat was dealt, which demons it had in play, what it bought, and when it came near the goal."""

import itertools

import numpy as np

from resonance_env.core.spec import Variant
from resonance_env.eval.match.game_facts import Category, FactsSpec, GameFacts, Watcher
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.spec import SummonDemonsVariant

ORDER, CANDLES = "turn order", "candle"
PLACES = ("first", "second", "third", "fourth", "fifth")
NEVER_DEALT = -1


def candle_names(variant: SummonDemonsVariant) -> dict[int, str]:
    """Returns the names of all sets of candles that a seat can have, by their bits."""
    candles = variant.card_set.candle_ids
    each = int(variant.blank["candles_each"][0])
    return {
        sum(1 << candle for candle in some): " and ".join(candles[candle] for candle in some)
        for some in itertools.combinations(range(len(candles)), each)
        if each > 0
    }


class CardFacts(FactsSpec):
    """The statistics of Let's Summon Demons. The cards are those of the box, so no category has limits."""

    agent = "planner"

    def categories(self, variant: Variant) -> tuple[Category, ...]:
        variant = _summon_demons(variant)
        order = Category(ORDER, PLACES[: variant.num_seats], "Places from the seat that takes the first turn.")
        candles = candle_names(variant)
        if not candles:
            return (order,)
        return (order, Category(CANDLES, tuple(candles.values()), "What the seat got at set-up."))

    def uses(self, variant: Variant) -> dict[str, str]:
        cards = _summon_demons(variant).card_set
        return {
            **{f"deal {name}": f"{name} is in the first hand." for name in cards.demon_ids},
            **{
                f"play {name}": f"{name} comes into the seat's play; of seats that hold it or have it."
                for name in cards.demon_ids
            },
            **{f"buy {name}": f"{name} is bought; of all seats." for name in cards.card_ids},
        }

    def times(self, variant: Variant) -> tuple[str, ...]:
        return times_of(_summon_demons(variant))

    def watcher(self, variant: Variant, num_games: int) -> Watcher:
        return CardWatcher(_summon_demons(variant), num_games)


def times_of(variant: SummonDemonsVariant) -> tuple[str, ...]:
    """Returns the names of the times: turns of all seats until a seat has so many demons in play, and the souls of the goal."""
    demons, souls = (int(variant.blank[name][0]) for name in ("need_demons", "need_souls"))
    return (*(f"{number} demon{'s' * (number > 1)}" for number in range(1, demons + 1)), f"{souls} souls")


class CardWatcher(Watcher):
    """Compares the records of games from step to step.

    Attributes:
        first: int8 `[game]`: the seat that takes the first turn, NOTHING before it is known.
        candles: int8 `[game, seat]`: bit sets.
        dealt: int32 `[game, seat]`: bit set of the demons of the first hand, NEVER_DEALT before there is one.
        held: int32 `[game, seat]`: bit set of demons that were in the seat's hand or play.
        in_play: int32 `[game, seat]`: bit set of demons in play at the last look.
        plays: int16 `[game, seat, demon]`: how often it came into the seat's play.
        buys: int16 `[game, seat, type]`.
        times: int32 `[game, seat, time]`: turn of all seats in which it happened, 0 for never.
        buyer: int8 `[game]`: the seat that was asked in its turn at the last look, or NOTHING.
    """

    def __init__(self, variant: SummonDemonsVariant, num_games: int) -> None:
        self.variant = variant
        seats = (num_games, variant.num_seats)
        self.first = np.full(num_games, v.NOTHING, dtype=np.int8)
        self.candles = np.zeros(seats, dtype=np.int8)
        self.dealt = np.full(seats, NEVER_DEALT, dtype=np.int32)
        self.held = np.zeros(seats, dtype=np.int32)
        self.in_play = np.zeros(seats, dtype=np.int32)
        self.plays = np.zeros((*seats, v.MAX_DEMONS), dtype=np.int16)
        self.buys = np.zeros((*seats, v.MAX_TYPES), dtype=np.int16)
        self.times = np.zeros((*seats, len(times_of(variant))), dtype=np.int32)
        self.buyer = np.full(num_games, v.NOTHING, dtype=np.int8)

    def see(self, numbers: np.ndarray, games: np.ndarray, actions: np.ndarray | None = None) -> None:
        seats = self.variant.num_seats
        if actions is not None:
            self._see_buys(numbers, actions)
        is_turn = (games["phase"] == v.PHASE_TURN) & (games["asked"].any(axis=1))
        self.buyer[numbers] = np.where(is_turn, games["decider"], v.NOTHING)
        self.first[numbers] = np.where(self.first[numbers] == v.NOTHING, games["active"], self.first[numbers])
        self.candles[numbers] = games["candles"][:, :seats]
        hand, demons = games["hand"][:, :seats], games["demons"][:, :seats]
        begins = (games["turn"] > 0)[:, None] & (self.dealt[numbers] == NEVER_DEALT)
        self.dealt[numbers] = np.where(begins, hand, self.dealt[numbers])
        self.held[numbers] |= hand | demons
        entered = demons & ~self.in_play[numbers]
        self.plays[numbers] += (entered[:, :, None] >> np.arange(v.MAX_DEMONS) & 1).astype(np.int16)
        self.in_play[numbers] = demons
        self._see_times(numbers, games, demons)

    def _see_buys(self, numbers: np.ndarray, actions: np.ndarray) -> None:
        buyer = self.buyer[numbers]
        action = actions[np.arange(len(numbers)), buyer]
        has_bought = (buyer != v.NOTHING) & (action >= act.TAKE) & (action < act.CARD)
        self.buys[numbers[has_bought], buyer[has_bought], action[has_bought] - act.TAKE] += 1

    def _see_times(self, numbers: np.ndarray, games: np.ndarray, demons: np.ndarray) -> None:
        count = (demons[:, :, None] >> np.arange(v.MAX_DEMONS) & 1).sum(axis=2)
        has_souls = games["souls"][:, : self.variant.num_seats] >= games["need_souls"][:, None]
        reached = np.concatenate([count[:, :, None] > np.arange(self.times.shape[2] - 1), has_souls[:, :, None]], axis=2)
        known = self.times[numbers]
        self.times[numbers] = np.where(reached & (known == 0), games["turn"][:, None, None], known)

    def facts(self) -> list[GameFacts]:
        cards, seats = self.variant.card_set, self.variant.num_seats
        candles = candle_names(self.variant)
        names = times_of(self.variant)
        order = [
            [PLACES[(seat - first) % seats] if first != v.NOTHING else "" for seat in range(seats)] for first in self.first
        ]
        dealt, held, plays, buys = self.dealt.tolist(), self.held.tolist(), self.plays.tolist(), self.buys.tolist()
        buy_names = [f"buy {name}" for name in cards.card_ids]

        def uses(game: int, seat: int) -> dict[str, int]:
            counts = dict(zip(buy_names, buys[game][seat], strict=False))
            for demon, name in enumerate(cards.demon_ids):
                if dealt[game][seat] != NEVER_DEALT and dealt[game][seat] >> demon & 1:
                    counts[f"deal {name}"] = 1
                if held[game][seat] >> demon & 1:
                    counts[f"play {name}"] = plays[game][seat][demon]
            return counts

        return [
            GameFacts(
                categories={
                    ORDER: tuple(order[game]),
                    **({CANDLES: tuple(candles.get(bits, "") for bits in self.candles[game].tolist())} if candles else {}),
                },
                uses=tuple(uses(game, seat) for seat in range(seats)),
                times={name: tuple(self.times[game, :, index].tolist()) for index, name in enumerate(names)},
            )
            for game in range(len(self.first))
        ]


def _summon_demons(variant: Variant) -> SummonDemonsVariant:
    assert isinstance(variant, SummonDemonsVariant)  # the table is found by the name of the variant's game
    return variant


FACTS = CardFacts()
