"""No socket carries what its seat may not know: every frame of whole games, compared with games whose hidden cards are swapped."""

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

WORLDS = 4
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


def _plain(told: dict[str, Any]) -> Any:
    """Returns what a client reads of it."""
    return msgspec.json.decode(msgspec.json.encode(told))


@pytest.mark.parametrize("game", game_names())
def test_sockets_carry_exactly_what_their_seat_may_know(client: TestClient, game: str) -> None:
    players = max(3, load_game(game).players[0])
    messages, steps = _play(client, game, players)
    variant = load_game(game).variant(players)
    positions = _positions(variant, steps)
    for place, received in enumerate(messages):
        viewer = place if place < variant.num_seats else None
        welcome, *frames = received
        assert set(welcome) == {"type", "game", "title", "players", "options", "seats", "teams", "holders", "viewer", "primer"}
        for told in frames:
            chosen = None if told["chosen"] is None else variant.actions.parse(told["chosen"])
            made = frame(variant, positions[told["step"]], viewer, chosen)
            assert {name: value for name, value in told.items() if name not in TOLD} == _plain(made)
        own = [told["step"] for told in frames]
        assert [step for step in own if own.count(step) > 2] == [], "a frame told that somebody else had chosen"
    _compare_with_worlds(variant, positions, messages)


def _compare_with_worlds(variant: Variant, positions: list[np.ndarray], messages: list[list[dict[str, Any]]]) -> None:
    """Compares frames of seats that are asked with frames of positions that differ in what these seats do not know."""
    recorded, swapped = 0, 0
    for step, games in enumerate(positions[:-1]):
        for seat in np.flatnonzero(variant.acting(games)[0]):
            row, legal = variant.observe(games, "recall")[0, [seat]], variant.legal(games)[0, [seat]]
            seeds = np.arange(WORLDS, dtype=np.uint64)
            worlds, places = variant.sample_worlds(row.repeat(WORLDS, 0), legal.repeat(WORLDS, 0), seeds)
            by_place: dict[int, set[bytes]] = {}
            for world, place in zip(worlds, places.tolist(), strict=True):
                told = msgspec.json.encode(frame(variant, world[None].copy(), place))
                by_place.setdefault(place, set()).add(told)
                swapped += int(world.tobytes() != worlds[0].tobytes())
                if place == seat:
                    sent = [told for told in messages[seat] if told.get("step") == step and told["chosen"] is None][0]
                    assert {name: value for name, value in sent.items() if name not in TOLD} == msgspec.json.decode(told)
                    recorded += 1
            assert all(len(told) == 1 for told in by_place.values())
    assert recorded > 20
    assert swapped > 20
