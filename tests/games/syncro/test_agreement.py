"""Games on the compiled rules and on the second implementation at once: at every stop all that seats see and may do agrees."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from resonance_env.core.chance import split_seed
from resonance_env.core.compiled import compiled
from resonance_env.games.syncro.cardsets.card_loader import load_card_set
from resonance_env.games.syncro.options import OPTIONS
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.actions import NUM_ACTIONS
from resonance_env.games.syncro.rules.chance_events import outcome_weight
from resonance_env.games.syncro.rules.new_game import blank_game
from resonance_env.games.syncro.rules.questions import is_answer
from resonance_env.games.syncro.rules.tries import payoff_of, progress_of
from resonance_env.games.syncro.sight.full_state import write_state
from resonance_env.games.syncro.sight.observation import write_observations
from resonance_env.games.syncro.sight.observation_table import observation_layout, state_layout
from tests.games.pieces import unlike
from tests.games.syncro.kernels import advance_first, come_out_first, step_first
from tests.games.syncro.reference.compare import Side
from tests.games.syncro.reference.game import new_game
from tests.games.syncro.reference.printed import house, mini
from tests.games.syncro.reference.random_sets import random_set
from tests.games.syncro.reference.sets import CardSet, read_set
from tests.games.syncro.reference.terms import random_options


class Compiled:
    """A game on the compiled rules."""

    def __init__(self, source: str, players: int, seed: int, options: dict[str, Any]) -> None:
        self.cards = load_card_set(source).cards
        self.games = blank_game(self.cards, players, {option.name: option.default for option in OPTIONS} | options)
        self.game = self.games[0]
        self.game["seed"] = split_seed(seed)
        self.seats = players
        self.table = np.zeros((players, observation_layout(players, recall=False).size), dtype=np.int8)
        self.recall = np.zeros((players, observation_layout(players, recall=True).size), dtype=np.int8)
        self.state = np.zeros(state_layout(players).size, dtype=np.int8)
        self.numbers = np.zeros(2)
        self.legal = np.zeros((players, NUM_ACTIONS), dtype=np.bool_)
        self.weights = np.zeros(v.MAX_OUTCOMES, dtype=np.int64)
        advance_first(self.games, self.cards)

    def look(self) -> None:
        """Writes everything that can be read of a game at this stop."""
        _look(self.games, self.cards, self.table, self.recall, self.state, self.numbers, self.legal, self.weights)

    def differences(self, side: Side) -> list[str]:
        """Returns in what the stop differs from that of the second implementation."""
        self.look()
        game = self.game
        found = {
            "over": (bool(game["phase"] == v.PHASE_OVER), side.over),
            "ending": (v.ENDING_NAMES[game["ending"]] if game["phase"] == v.PHASE_OVER else "running", side.ending),
            "asked": (np.flatnonzero(game["asked"]).tolist(), side.asked),
            "legal": ([np.flatnonzero(row).tolist() for row in self.legal], [side.legal(s) for s in range(self.seats)]),
            "chance": (self.chance_outcomes(), side.chance_outcomes()),
        }
        numbers = side.numbers()
        found["payoff"] = (round(float(self.numbers[0]), 12), round(numbers["payoff"][0], 12))
        found["progress"] = (round(float(self.numbers[1]), 12), round(numbers["progress"][0], 12))
        found["rounds"] = (int(game["turns"]), numbers["rounds"][0])
        lines = [f"{name}: kernel {one}, reference {other}" for name, (one, other) in found.items() if one != other]
        for seat in range(self.seats):
            lines += unlike(f"table of {seat}", self.table[seat], side.observation(seat, "table"))
            lines += unlike(f"recall of {seat}", self.recall[seat], side.observation(seat, "recall"))
        return lines + unlike("state", self.state, side.state())

    def chance_outcomes(self) -> dict[int, Fraction]:
        """Returns the outcomes of the pending event with their probabilities."""
        total = int(self.weights.sum())
        return {int(code): Fraction(int(self.weights[code]), total) for code in np.flatnonzero(self.weights)}

    def step(self, actions: dict[int, int]) -> None:
        given = np.zeros(v.MAX_SEATS, dtype=np.int64)
        for seat, action in actions.items():
            given[seat] = action
        step_first(self.games, self.cards, given)

    def apply_chance(self, outcome: int) -> None:
        come_out_first(self.games, self.cards, outcome)


def compare(source: str, card_set: CardSet, seed: int) -> int:
    """Plays one game whose mages and options follow from the seed on both, and returns the number of its stops."""
    rng = np.random.default_rng(seed)
    players, options = random_options(card_set, rng)
    eager = rng.random() < 0.5  # seldom passes, stops paying or discards a hand, so that levels are won
    game, side = Compiled(source, players, seed, options), Side(new_game(card_set, players, seed=seed, **options))
    stops = 0
    while True:
        lines = game.differences(side)
        assert not lines, "\n".join([f"seed {seed}, stop {stops}, {players} mages, {options}", *lines[:12]])
        if side.over:
            return stops
        stops += 1
        outcomes = side.chance_outcomes()
        if outcomes:
            outcome = int(rng.choice(list(outcomes), p=[float(share) for share in outcomes.values()]))
            game.apply_chance(outcome)
            side.apply_chance(outcome)
            continue
        actions = {}
        for seat in side.asked:
            legal = side.legal(seat)
            if eager and rng.random() < 0.8:
                legal = [code for code in legal if code not in (1, 86, 88)] or legal
            actions[seat] = int(rng.choice(legal))
        game.step(actions)
        side.step(actions)


@pytest.mark.parametrize("seed", range(60))
def test_games_of_the_house_set_agree(seed: int) -> None:
    compare("house", house(), seed)


@pytest.mark.parametrize("seed", range(20))
def test_games_of_mini_agree(seed: int) -> None:
    compare("mini", mini(), seed)


@pytest.mark.parametrize("number", range(20))
def test_games_of_random_sets_agree(number: int, tmp_path: Path) -> None:
    text = random_set(np.random.default_rng(number))
    path = tmp_path / "random.toml"
    path.write_text(text, encoding="utf-8")
    for seed in range(3):
        compare(str(path), read_set(text), seed)


@compiled
def _look(
    games: np.ndarray,
    cards: np.ndarray,
    table: np.ndarray,
    recall: np.ndarray,
    state: np.ndarray,
    numbers: np.ndarray,
    legal: np.ndarray,
    weights: np.ndarray,
) -> None:
    game, box = games[0], cards[0]
    write_observations(game, box, False, table)
    write_observations(game, box, True, recall)
    write_state(game, box, state)
    numbers[0] = payoff_of(game, box)
    numbers[1] = progress_of(game, box)
    for seat in range(game["seats"]):
        for code in range(NUM_ACTIONS):
            legal[seat, code] = is_answer(game, box, seat, code)
    for outcome in range(v.MAX_OUTCOMES):
        weights[outcome] = outcome_weight(game, outcome) if game["phase"] == v.PHASE_CHANCE else 0
