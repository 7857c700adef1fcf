"""Small positions, set up by names and played by the names of actions."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np

from resonance_env.core.compiled import compiled
from resonance_env.games.syncro.cardsets.card_compiler import compile_cards
from resonance_env.games.syncro.options import OPTIONS
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.actions import ACTIONS
from resonance_env.games.syncro.rules.chance_events import sampled_outcome
from resonance_env.games.syncro.rules.engine import advance, apply_outcome
from resonance_env.games.syncro.rules.horde import force_of
from resonance_env.games.syncro.rules.new_game import blank_game
from tests.games.syncro.kernels import advance_first, answers_of, come_out_first, document_of, find_targets_first, step_first

MIDDLING = ACTIONS.parse("estimate middling")


class Scenario:
    """A game at the first opportunity of a turn; chance events take the outcomes that a test names.

    Args:
        hands: of the mages, by values: "5 3; 1 1 2".
        rows: the plan of the level, as a card-set file draws it.
        foes: names of foes that lie face up, by place; the other Monsters face up are Giants.
        pile: Spells in the pile; all others that are nowhere else are out of the game.
        discard: Spells in the discard.
        rewards: names of the Rewards of the mages, "" for none.
        chance: outcomes of the events to come, by value or name.
        level: number of the level, of the house set.
        options: of the game.
    """

    def __init__(
        self,
        hands: str,
        *,
        rows: Sequence[str] = ("M.M.M",),
        foes: dict[int, str] | None = None,
        pile: str = "",
        discard: str = "",
        rewards: Sequence[str] = (),
        chance: Sequence[int | str] = (),
        level: int = 1,
        **options: Any,
    ) -> None:
        self.document = _with_plan(level, rows)
        self.cards = compile_cards(self.document)
        held = [[int(value) for value in hand.split()] for hand in hands.split(";")]
        values = {option.name: option.default for option in OPTIONS} | {"level": level, "explicit_chance": True} | options
        self.games = blank_game(self.cards, len(held), values)
        self.game = self.games[0]
        self.chances = list(chance)
        self.waits_for_estimates = False
        advance_first(self.games, self.cards)
        self._finish_set_up(foes or {})
        self._deal(held, pile, discard)
        for seat, name in enumerate(rewards):
            self.game["reward"][seat] = self.entry("reward", name) if name else v.NOTHING
        self.game["estimate"] = v.NO_ESTIMATE
        find_targets_first(self.games, self.cards)
        self.game["phase"], self.game["asked"] = v.PHASE_RUNNING, 0
        self.run()

    def entry(self, kind: str, name: str) -> int:
        """Returns the index of a card in the list of its kind."""
        return [card["name"] for card in self.document[kind]].index(name)

    def _finish_set_up(self, foes: dict[int, str]) -> None:
        """Lets the set-up come out in any way, then puts the named foes in their places."""
        while self.game["phase"] != v.PHASE_TURN:
            if self.game["phase"] == v.PHASE_CHANCE:
                _sample(self.games, self.cards)
            else:
                self._step(dict.fromkeys(range(int(self.game["seats"])), MIDDLING))
        names = {"Cerberus": v.CERBERUS}
        if "boss" in self.document["level"][int(self.game["level"]) - 1]:
            names[self.document["level"][int(self.game["level"]) - 1]["boss"]["name"]] = v.BOSS
        for index, card in enumerate(self.document["monster"]):
            names[card["name"]] = index
        for index, card in enumerate(self.document["lieutenant"]):
            names[card["name"]] = v.FIRST_LIEUTENANT + index
        for place in range(v.MAX_PLACES):
            if (int(self.game["face_up"]) >> place) & 1:
                self.game["foe"][place] = names["Giant"]
        for place, name in foes.items():
            self.game["foe"][place] = names[name]
            self.game["face_up"] |= 1 << place

    def _deal(self, held: list[list[int]], pile: str, discard: str) -> None:
        game = self.game
        for field in ("hand", "marks", "age", "pile", "discard", "acts", "drawn", "spent"):
            game[field] = 0
        for seat, hand in enumerate(held):
            game["hand"][seat, : len(hand)] = hand
            game["held"][seat] = len(hand)
        for field, text in (("pile", pile), ("discard", discard)):
            for value in text.split():
                game[field][int(value) - 1] += 1
        game["pile_size"] = game["pile"].sum()
        game["opportunity"] = 0

    def play(self, *names: str) -> Scenario:
        """Gives the answers of the mages that are asked one at a time; all estimates on the way are middling."""
        for name in names:
            self._step(dict.fromkeys(range(int(self.game["seats"])), ACTIONS.parse(name)))
            self.run()
        return self

    def answer(self, **names: str) -> Scenario:
        """Gives the answers of all who are asked at once: `m0="keep hand"`."""
        self._step({int(mage[1:]): ACTIONS.parse(name) for mage, name in names.items()})
        self.run()
        return self

    def run(self) -> None:
        """Runs to the next question, or to the end; estimates are middling unless the test waits for them."""
        if self.game["phase"] == v.PHASE_RUNNING:
            advance_first(self.games, self.cards)
        while True:
            if self.game["phase"] == v.PHASE_CHANCE:
                outcome = self.chances.pop(0)
                come_out_first(self.games, self.cards, outcome if isinstance(outcome, int) else self._outcome(outcome))
            elif self.game["phase"] == v.PHASE_ESTIMATE and not self.waits_for_estimates:
                self._step(dict.fromkeys(range(int(self.game["seats"])), MIDDLING))
            else:
                return

    def _outcome(self, name: str) -> int:
        kind = {v.EVENT_MONSTER: "monster", v.EVENT_FOG: "fog", v.EVENT_LIEUTENANT: "lieutenant", v.EVENT_REWARD: "reward"}
        return self.entry(kind[int(self.game["event"])], name)

    def _step(self, actions: dict[int, int]) -> None:
        given = np.zeros(v.MAX_SEATS, dtype=np.int64)
        for seat, action in actions.items():
            given[seat] = action
            if self.game["asked"][seat]:
                name = ACTIONS.name(action)
                assert name in self.legal(seat), f"mage {seat} may not {name}: {self.legal(seat)}"
        step_first(self.games, self.cards, given)

    def legal(self, seat: int | None = None) -> list[str]:
        """Returns the names of the legal actions of a seat, or of the first that is asked."""
        if seat is None:
            seat = self.asked()[0]
        return [ACTIONS.name(code) for code in answers_of(self.games, self.cards, seat)]

    def asked(self) -> list[int]:
        """Returns the seats that are asked."""
        return [int(seat) for seat in np.flatnonzero(self.game["asked"])]

    @property
    def phase(self) -> str:
        return v.PHASE_NAMES[self.game["phase"]]

    @property
    def ending(self) -> str:
        return v.ENDING_NAMES[self.game["ending"]] if self.phase == "over" else "running"

    def hand(self, seat: int) -> str:
        return " ".join(map(str, self.game["hand"][seat, : self.game["held"][seat]]))

    def on(self, place: int, field: str = "spells") -> str:
        """Returns the Spells face up on a place, or those absorbed."""
        return _values(self.game[field][place])

    def spells(self, field: str) -> str:
        """Returns the Spells of the pile or the discard."""
        return _values(self.game[field])

    def force(self, place: int) -> int:
        return int(_force(self.games, self.cards, place))

    def is_there(self, place: int) -> bool:
        return bool((int(self.game["in_horde"]) >> place) & 1)

    def is_up(self, place: int) -> bool:
        return bool((int(self.game["face_up"]) >> place) & 1)

    def cards_named(self, field: str, kind: str) -> list[str]:
        """Returns the names of the cards of a pile of Fog or Rewards."""
        return [card["name"] for index, card in enumerate(self.document[kind]) for _ in range(self.game[field][index])]


def _with_plan(level: int, rows: Sequence[str]) -> dict[str, Any]:
    document = copy.deepcopy(document_of("house"))
    document["level"][level - 1]["horde"] = [{"players": [2, 3, 4, 5], "rows": list(rows)}]
    return document


def _values(counts: np.ndarray) -> str:
    return " ".join(str(value + 1) for value, count in enumerate(counts) for _ in range(count))


@compiled
def _sample(games: np.ndarray, cards: np.ndarray) -> None:
    apply_outcome(games[0], cards[0], sampled_outcome(games[0]))
    advance(games[0], cards[0])


@compiled
def _force(games: np.ndarray, cards: np.ndarray, place: int) -> int:
    return int(force_of(games[0], cards[0], place))
