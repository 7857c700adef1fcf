"""Saved games in the browser: read from text, looked at as any seat, reviewed, and played on from a step."""

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from resonance_env.games import game_names, load_game
from resonance_env.play.faults import Fault
from resonance_env.play.random_steps import play_randomly
from resonance_env.play.saved_games import saved_text
from resonance_env.serve.offers import Offers
from resonance_env.serve.replays import Replays
from resonance_env.serve.requests import Reply, Request
from resonance_env.serve.reviewing import Reviews
from resonance_env.serve.settings import Limits, Settings
from tests.serve.served import InlineThinkers, seated, serving

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


def _uploaded(client: TestClient, game: str = "resonance") -> str:
    told: dict[str, Any] = client.post("/api/replays", json={"text": _saved(game)}).json()
    return f"/api/replays/{told['replay']}"


@pytest.mark.parametrize("game", game_names())
def test_a_position_is_reviewed(client: TestClient, game: str) -> None:
    replay = _uploaded(client, game)
    variant = load_game(game).variant()
    told = client.get(f"{replay}/3/review?by=random").json()
    assert (told["step"], len(told["values"])) == (3, variant.num_seats)
    assert told["decisions"]
    for decision in told["decisions"]:
        assert decision["action"] in [action["action"] for action in decision["actions"]]
    assert client.get(f"{replay}/{STEPS}/review?by=random").json()["decisions"] == []


@pytest.mark.parametrize(
    ("query", "status", "reason"),
    [
        ("3/review?by=/etc/passwd", 400, "expected an agent that this server offers"),
        ("3/review?by=search:sims=51", 400, "expected sims of at most 50"),
        ("99/review?by=random", 404, "expected a step in 0 .. 12, got 99"),
    ],
)
def test_a_review_that_cannot_be_made_is_refused(client: TestClient, query: str, status: int, reason: str) -> None:
    answer = client.get(f"{_uploaded(client)}/{query}")
    assert (answer.status_code, reason in answer.json()["error"]) == (status, True)


def test_a_fault_of_a_review_names_no_file_of_the_server(tmp_path: Path) -> None:
    thinkers = InlineThinkers({"planner": Fault("error", "in /secret/place")})
    with serving(tmp_path / "tables.sqlite", thinkers) as client:
        answer = client.get(f"{_uploaded(client)}/0/review?by=planner")
    assert (answer.status_code, "got 'planner', which raised an exception" in answer.text) == (409, True)
    assert "/secret" not in answer.text


class CountingThinkers(InlineThinkers):
    """Notes how many questions it has at once."""

    now, most = 0, 0

    async def ask(self, request: Request) -> Reply:
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.01)
        self.now -= 1
        return Reply(told=b"{}")


@pytest.mark.parametrize(("workers", "at_once"), [(1, 1), (2, 1), (4, 3)])
def test_a_worker_is_left_to_tables(tmp_path: Path, workers: int, at_once: int) -> None:
    thinkers, settings = CountingThinkers(), Settings(data=tmp_path / "tables.sqlite")
    offers = Offers(settings)
    replay = Replays(offers, settings.limits).read(_saved("resonance"))

    async def ask_all() -> None:
        reviews = Reviews(offers, thinkers, workers, most=8)
        await asyncio.gather(*(reviews.position(replay, position, "random") for position in range(6)))

    asyncio.run(ask_all())
    assert thinkers.most == at_once


def test_few_reviews_wait_at_once(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", limits=Limits(reviews=0)) as client:
        answer = client.get(f"{_uploaded(client)}/0/review?by=random")
    assert (answer.status_code, "expected at most 0 reviews at once" in answer.text) == (503, True)


@pytest.mark.parametrize("game", game_names())
def test_a_game_is_played_on_from_a_step(client: TestClient, game: str) -> None:
    replay, variant = _uploaded(client, game), load_game(game).variant()
    seat = int(np.flatnonzero(variant.acting(variant.start([5]))[0])[0])
    made = client.post(f"{replay}/retry", json={"position": 0, "seat": seat, "opponents": "random"}).json()
    later = client.post(f"{replay}/retry", json={"position": 6, "seat": seat, "opponents": "random"}).json()
    for table, step in ((made, 0), (later, 6)):
        assert [int(own) for own in table["seats"]] == [seat]
        with seated(client, table["table"], table["seats"][str(seat)]) as player:
            frame = player.until(type="table")
            assert frame["step"] >= step
            while not frame["choices"]:
                frame = player.until(type="table")
            player.choose(frame)
            player.until(step=frame["step"] + 1)


def test_a_game_that_is_played_on_outlives_its_server(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with serving(file) as client:
        wanted = {"position": 6, "seat": 0, "opponents": "random"}
        made = client.post(f"{_uploaded(client)}/retry", json=wanted).json()
        with seated(client, made["table"], made["seats"]["0"]) as player:
            player.choose(player.until(step=6))
            before = player.until(step=7)
    with serving(file) as client, seated(client, made["table"], made["seats"]["0"]) as player:
        assert player.until(step=7)["view"] == before["view"]


@pytest.mark.parametrize(
    ("wanted", "status", "reason"),
    [
        ({"position": 13}, 404, "expected a step in 0 .. 12, got 13"),
        ({"seat": 9}, 404, "expected a seat in 0 .. 3, got 9"),
        ({"opponents": "/etc/passwd"}, 400, "expected an agent that this server offers"),
        ({"opponents": "person"}, 400, "expected an agent that this server offers"),
        ({"seat": -1}, 400, "expected another message"),
    ],
)
def test_a_retry_that_cannot_be_is_refused(client: TestClient, wanted: dict[str, Any], status: int, reason: str) -> None:
    answer = client.post(f"{_uploaded(client)}/retry", json={"position": 1, "seat": 0, "opponents": "random"} | wanted)
    assert (answer.status_code, reason in answer.json()["error"]) == (status, True)


def test_a_game_that_is_over_cannot_be_played_on(client: TestClient) -> None:
    variant = load_game("resonance").variant(2, cards="mini")
    games = variant.start([5])
    steps = play_randomly(variant, games, 1000, np.random.default_rng(5))
    text = saved_text(variant, 5, steps, ["random"] * variant.num_seats)
    told = client.post("/api/replays", json={"text": text}).json()
    wanted = {"position": len(steps), "seat": 0, "opponents": "random"}
    answer = client.post(f"/api/replays/{told['replay']}/retry", json=wanted)
    assert (answer.status_code, "before the end" in answer.json()["error"]) == (409, True)
