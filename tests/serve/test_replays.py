"""Saved games in the browser: read from text, looked at as any seat."""

import numpy as np
import pytest
from fastapi.testclient import TestClient

from resonance_env.games import game_names, load_game
from resonance_env.play.random_steps import play_randomly
from resonance_env.play.saved_games import saved_text

STEPS = 12


def _saved(game: str) -> str:
    variant = load_game(game).variant()
    games = variant.start([5])
    steps = play_randomly(variant, games, STEPS, np.random.default_rng(5))
    return saved_text(variant, 5, steps, ["random"] * variant.num_seats)


@pytest.mark.parametrize("game", game_names())
def test_a_saved_game_is_shown_step_by_step(client: TestClient, game: str) -> None:
    told = client.post("/api/replays", json={"text": _saved(game)}).json()
    variant = load_game(game).variant()
    assert (told["steps"], len(told["lines"])) == (STEPS, STEPS + 1)
    assert told["holders"] == ["random"] * variant.num_seats
    for viewer in (None, 0, 1):
        query = "" if viewer is None else f"?viewer={viewer}"
        frame = client.get(f"/api/replays/{told['replay']}/{STEPS}{query}").json()
        assert frame["view"].get("viewer") == viewer


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected a saved game"),
        ("<script>", "expected a saved game"),
        ("resonance game 1\nplayers: 3\ncards: /etc/passwd\nseed: 1\nactions:\n", "expected a game with cards"),
        ("resonance game 1\nplayers: 3\nseed: 1\nactions:\n", "expected a line 'fingerprint:'"),
        ("resonance game 1\n" + "\n" * 6000, "at most 5000 lines"),
    ],
)
def test_what_is_no_game_is_refused_as_text(client: TestClient, text: str, reason: str) -> None:
    answer = client.post("/api/replays", json={"text": text})
    assert (answer.status_code, reason in answer.json()["error"]) == (400, True)


@pytest.mark.parametrize("place", ["99", "-1", "0?viewer=9", "x"])
def test_a_place_that_is_not_there_is_refused(client: TestClient, place: str) -> None:
    told = client.post("/api/replays", json={"text": _saved("resonance")}).json()
    assert client.get(f"/api/replays/{told['replay']}/{place}").status_code in (404, 422)


def test_the_oldest_upload_leaves(client: TestClient) -> None:
    assert client.get("/api/replays/gone/0").status_code == 404
