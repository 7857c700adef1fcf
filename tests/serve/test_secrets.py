"""No socket carries what its seat may not know: frames of whole games, compared with games whose hidden cards are swapped."""

import importlib
from contextlib import ExitStack
from typing import Any

import msgspec
import numpy as np
import pytest
from fastapi.testclient import TestClient

from resonance_env.core.spec import Variant
from resonance_env.games import game_names, load_game
from resonance_env.play.told_game import ToldGame
from resonance_env.serve.frames import frame
from tests.serve.served import Seat, new_table, seated

TOLD = {"type", "step", "forfeit", "log", "log_from"}  # of a frame, beside what `frame` makes: public, or how much was sent


def _play(client: TestClient, game: str, players: int) -> tuple[list[list[dict[str, Any]]], list[dict[int, str]]]:
    """Returns all messages by seat, the spectator's last, and the actions of each step."""
    made = new_table(client, game, *["person"] * players)
    stream = np.random.default_rng(3)
    steps: list[dict[int, str]] = []
    with ExitStack() as stack:
        keys = [*made["seats"].values(), made["spectator"]]
        seats = [stack.enter_context(seated(client, made["table"], key)) for key in keys]
        for seat in seats:
            seat.until(type="welcome")
        while True:
            frames = [seat.until(step=len(steps), chosen=None) for seat in seats]
            if frames[0]["over"]:
                return [seat.frames for seat in seats], steps
            steps.append(_step(seats, frames, stream))


def _step(seats: list[Seat], frames: list[dict[str, Any]], stream: np.random.Generator) -> dict[int, str]:
    """Lets all seats that are asked choose at random, in a random order."""
    asked = [seat for seat, told in enumerate(frames) if told["choices"]]
    stream.shuffle(asked)
    actions: dict[int, str] = {}
    for seat in asked:
        place = int(stream.integers(len(frames[seat]["choices"])))
        actions[seat] = frames[seat]["choices"][place]["action"]
        seats[seat].choose(frames[seat], place)
        if seat != asked[-1]:
            seats[seat].until(chosen=actions[seat])
    return actions


def _positions(variant: Variant, steps: list[dict[int, str]]) -> list[np.ndarray]:
    game = ToldGame(variant, 7)
    positions = [game.games.copy()]
    for actions in steps:
        joint = np.zeros(variant.num_seats, dtype=np.int16)
        for seat, action in actions.items():
            joint[seat] = variant.actions.parse(action)
        game.step(joint)
        positions.append(game.games.copy())
    return positions


@pytest.mark.parametrize("game", game_names())
def test_sockets_carry_exactly_what_their_seat_may_know(client: TestClient, game: str) -> None:
    players = 3
    messages, steps = _play(client, game, players)
    variant = load_game(game).variant(players)
    positions = _positions(variant, steps)
    hidden_twin = importlib.import_module(f"tests.games.{game}.hidden").hidden_twin
    rng, swapped = np.random.default_rng(1), 0
    for place, (welcome, *frames) in enumerate(messages):
        viewer = place if place < variant.num_seats else None
        assert set(welcome) == {"type", "game", "title", "players", "options", "seats", "teams", "holders", "viewer", "primer"}
        for told in frames:
            games = positions[told["step"]]
            assert _without_log(told) == _frame(variant, games, viewer, told["chosen"])
            twin = hidden_twin(variant, games, viewer, rng)
            if twin is not None:
                assert _without_log(told) == _frame(variant, twin, viewer, told["chosen"])
                swapped += twin.tobytes() != games.tobytes()
        own = [told["step"] for told in frames]
        assert all(own.count(step) <= 2 for step in own), "a frame told that somebody else had chosen"
    assert swapped > len(steps)


def _without_log(told: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if name not in TOLD}


def _frame(variant: Variant, games: np.ndarray, viewer: int | None, chosen: str | None) -> Any:
    """Returns what a client reads of a position."""
    code = None if chosen is None else variant.actions.parse(chosen)
    return msgspec.json.decode(msgspec.json.encode(frame(variant, games, viewer, code)))
