"""Reads from a position what one seat may see of it, or a spectator without hidden information (LD-INFO-1, LD-INFO-2).

It contains no rules: everything comes from the record.
"""

import numpy as np

from resonance_env.core.position_text import Record
from resonance_env.games.summon_demons.cardsets.card_text import describe_card, describe_demon, numbers_of
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.text.position_lines import MARKS, SEAT_NAMES
from resonance_env.games.summon_demons.view.prompt import prompt, stack_text
from resonance_env.games.summon_demons.view.table_view import Candle, Card, Demon, Summoner, TableView


def read_table(game: Record, card_set: CardSet, viewer: int | None) -> TableView:
    """Returns the table as a seat sees it, or for None a spectator; see `ShownVariant.read_table`."""
    return _Reader(game, card_set, viewer).table()


class _Reader:
    """Reads one game for one viewer."""

    def __init__(self, game: Record, card_set: CardSet, viewer: int | None) -> None:
        self.game, self.card_set, self.viewer = game, card_set, viewer
        self.box = card_set.cards[0]

    def table(self) -> TableView:
        game = self.game
        return TableView(
            turn=int(game["turn"]),
            rolls_left=int(game["turn_limit"]) - int(game["rolls"]),
            players=int(game["seats"]),
            has_teams=bool(game["teams"]),
            cards=self.card_set.name,
            viewer=self.viewer,
            need_demons=int(game["need_demons"]),
            need_souls=int(game["need_souls"]),
            price=int(self.box["price"]),
            total=int(game["total"]) or None,
            is_double=bool(game["double"]),
            marks=[mark.replace("_", " ") for mark in MARKS if game[mark]],
            row=self._cards(game["row"], game["marked"]),
            deck=int(game["deck"].sum()),
            discards=self._cards(game["discards"]),
            pile=int(game["pile"]).bit_count(),
            demon_discards=self._demons(int(game["demon_discards"])),
            shown=self._shown(),
            stack=stack_text(game, self.card_set),
            summoners=[self._summoner(seat) for seat in range(int(game["seats"]))],
            asked=prompt(game, self.card_set, self.viewer),
        )

    def _shown(self) -> list[Demon]:
        """Demons that the viewer is asked to choose from: the pile that it searches, or those that it looks at."""
        game = self.game
        if game["phase"] != v.PHASE_SUMMON or self.viewer is None or self.viewer != game["decider"]:
            return []
        return self._demons(int(game["looked_at"] if game["egg"] != v.NOTHING else game["pile"]))

    def _cards(self, counts: np.ndarray, marked: np.ndarray | None = None) -> list[Card]:
        return [
            Card(
                id=self.card_set.card_ids[kind],
                name=self.card_set.card_names[kind],
                code=int(kind) + 1,
                number=int(self.box["number"][kind]),
                kind=v.KIND_NAMES[self.box["kind"][kind]],
                mood=v.MOOD_NAMES[self.box["mood"][kind]],
                text=describe_card(self.card_set, int(kind)),
                copies=int(counts[kind]),
                marked=0 if marked is None else int(marked[kind]),
            )
            for kind in np.flatnonzero(counts)
        ]

    def _demons(self, bits: int, waiting: int = 0) -> list[Demon]:
        return [
            Demon(
                id=id_,
                name=self.card_set.demon_names[demon],
                code=demon + 1,
                number=int(self.box["number"][v.MAX_TYPES + demon]) or None,
                text=describe_demon(self.card_set, demon),
                is_waiting=bool(waiting >> demon & 1),
            )
            for demon, id_ in enumerate(self.card_set.demon_ids)
            if bits >> demon & 1
        ]

    def _candles(self, bits: int) -> list[Candle]:
        return [
            Candle(id_, self.card_set.candle_names[candle], numbers_of(self.card_set, candle))
            for candle, id_ in enumerate(self.card_set.candle_ids)
            if bits >> candle & 1
        ]

    def _summoner(self, seat: int) -> Summoner:
        game, hand = self.game, int(self.game["hand"][seat])
        is_over, winner = bool(game["phase"] == v.PHASE_OVER), int(game["winner"])
        is_resolving = seat == game["block"] and not is_over
        waiting = game["waiting"][game["groups"]] if is_resolving else None
        return Summoner(
            seat=seat,
            seat_name=SEAT_NAMES[seat],
            souls=int(game["souls"][seat]),
            cards=self._cards(game["cards"][seat], waiting),
            demons=self._demons(int(game["demons"][seat]), int(game["waiting_demons"]) if is_resolving else 0),
            candles=self._candles(int(game["candles"][seat])),
            hand=self._demons(hand) if seat == self.viewer else None,
            hand_size=hand.bit_count(),
            knows_pile=bool(game["knows_pile"][seat]),
            is_viewer=seat == self.viewer,
            is_partner=self.viewer is not None and bool(game["teams"]) and seat == self.viewer ^ 2,
            is_active=bool(seat == game["active"] and not is_over),
            is_asked=bool(seat == game["decider"]),
            has_won=is_over and winner != v.NOTHING and (seat == winner or (bool(game["teams"]) and seat == winner ^ 2)),
        )
