"""Seats at a table: links, choices, bad messages, faults of agents, and a server that starts again."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from resonance_env.games import game_names, load_game
from resonance_env.play.faults import Fault
from tests.serve.served import InlineThinkers, new_table, seated, serving


@pytest.mark.parametrize("game", game_names())
def test_a_person_plays_a_whole_game_against_agents(client: TestClient, game: str) -> None:
    players = load_game(game).default_players
    made = new_table(client, game, "person", *["random"] * (players - 1))
    with seated(client, made["table"], made["seats"]["0"]) as seat:
        assert seat.until(type="welcome")["viewer"] == 0
        while not (frame := seat.receive())["over"]:
            if frame["choices"]:
                seat.choose(frame)
    text = client.get(f"/api/tables/{made['table']}/text", headers={"x-key": made["spectator"]})
    assert text.status_code == 200
    _, start, steps = load_game(game).read_game(text.text)
    assert (start, len(steps)) == (7, frame["step"])


def test_the_log_arrives_once_and_whole(client: TestClient) -> None:
    made = new_table(client, "resonance", "person", "random", "random")
    with seated(client, made["table"], made["seats"]["0"]) as seat:
        while (frame := seat.receive()).get("step", 0) < 8:
            if frame.get("choices"):
                seat.choose(frame)
    told = [line for message in seat.frames for line in message.get("log", [])]
    with seated(client, made["table"], made["spectator"]) as spectator:
        spectator.until(type="welcome")
        whole = spectator.receive()["log"]
    assert whole[: len(told)] == told


def test_a_seat_is_the_same_on_another_device(client: TestClient) -> None:
    made = new_table(client, "resonance", "person", "person", "random")
    with seated(client, made["table"], made["seats"]["0"]) as first:
        frame = first.until(step=0)
        first.choose(frame)
        later = first.until(step=1)
        with seated(client, made["table"], made["seats"]["0"]) as second:
            assert second.until(step=1)["view"] == later["view"]


def test_a_text_of_a_running_game_is_refused(client: TestClient) -> None:
    made = new_table(client, "resonance", "person", "random", "random")
    answer = client.get(f"/api/tables/{made['table']}/text", headers={"x-key": made["seats"]["0"]})
    assert (answer.status_code, "reveals what is hidden" in answer.json()["error"]) == (409, True)


BAD = {
    "{": "expected another message",
    '{"type": "join", "key": "x"}': "expected 'join' once",
    '{"type": "choose", "step": 0, "action": "fly"}': "fly",
    '{"type": "choose", "step": 3, "action": "stop"}': "expected an action in step 0",
    '{"type": "choose", "step": 0, "action": "draw artifact"}': "is not legal now",
    '{"type": "choose", "step": -1, "action": "stop"}': "expected another message",
    '{"type": "choose", "step": 0, "action": "stop", "seat": 1}': "expected another message",
    '{"type": "why", "action": "take spells 99"}': "take spells 99",
}


@pytest.mark.parametrize("message", BAD)
def test_a_bad_message_gets_an_error_and_changes_nothing(client: TestClient, message: str) -> None:
    made = new_table(client, "resonance", "person", "random", "random")
    with seated(client, made["table"], made["seats"]["0"]) as seat:
        before = seat.until(step=0)
        seat.socket.send_text(message)
        assert BAD[message] in seat.until(type="error")["error"]
    with seated(client, made["table"], made["seats"]["0"]) as again:
        assert again.until(step=0) == before


def test_a_message_that_is_too_long_gets_an_error(client: TestClient) -> None:
    made = new_table(client, "resonance", "person", "random", "random")
    with seated(client, made["table"], made["seats"]["0"]) as seat:
        seat.socket.send_text('{"type": "why", "action": "' + "x" * 5000 + '"}')
        assert "at most 2048 bytes" in seat.until(type="error")["error"]


def test_why_an_action_is_illegal_is_told_in_the_words_of_the_rules(client: TestClient) -> None:
    made = new_table(client, "resonance", "person", "random", "random")
    with seated(client, made["table"], made["seats"]["0"]) as seat:
        seat.until(step=0)
        seat.send(type="why", action="draw artifact")
        assert seat.until(type="why")["why"] == "this is not what is asked now"


def test_a_flood_of_messages_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as client:
        made = new_table(client, "resonance", "person", "random", "random")
        with seated(client, made["table"], made["seats"]["0"]) as seat:
            for _ in range(60):
                seat.send(type="why", action="draw artifact")
            assert "expected fewer messages" in seat.until(type="error")["error"]


@pytest.mark.parametrize("key", ["", "x" * 22])
def test_a_wrong_key_is_sent_away(client: TestClient, key: str) -> None:
    made = new_table(client, "resonance", "person", "random", "random")
    with seated(client, made["table"], key) as nobody:
        assert nobody.receive()["fatal"]
        assert "view" not in nobody.frames[-1]


def test_a_spectator_cannot_act(client: TestClient) -> None:
    made = new_table(client, "resonance", "person", "random", "random")
    with seated(client, made["table"], made["spectator"]) as spectator:
        assert spectator.until(step=0)["choices"] == []
        spectator.send(type="choose", step=0, action="stop")
        assert "spectator" in spectator.until(type="error")["error"]


def test_an_unknown_table_is_sent_away(client: TestClient) -> None:
    with seated(client, "nothing", "x") as nobody:
        assert nobody.receive()["fatal"]


@pytest.mark.parametrize("kind", ["late", "died", "error"])
def test_an_agent_with_a_fault_forfeits_and_no_detail_is_told(tmp_path: Path, kind: str) -> None:
    thinkers = InlineThinkers({"greedy": Fault(kind, "in /secret/place")})  # type: ignore[arg-type]
    file = tmp_path / "tables.sqlite"
    with serving(file, thinkers) as client:
        made = new_table(client, "resonance", "person", "greedy", "random")
        with seated(client, made["table"], made["seats"]["0"]) as seat:
            seat.choose(seat.until(step=0))
            last = seat.until(over=True)
    assert last["forfeit"].startswith("witch_1 forfeits: its agent")
    assert "/secret" not in str(last)
    with serving(file) as client, seated(client, made["table"], made["spectator"]) as spectator:
        assert spectator.until(type="table")["forfeit"] == last["forfeit"]


def test_a_server_that_starts_again_goes_on_where_it_was(tmp_path: Path) -> None:
    """Also with the choice of one seat in a step that waits for another."""
    file = tmp_path / "tables.sqlite"
    with serving(file) as client:
        made = new_table(client, "resonance", "person", "person", "random")
        with (
            seated(client, made["table"], made["seats"]["0"]) as first,
            seated(client, made["table"], made["seats"]["1"]) as second,
        ):
            first.choose(first.until(step=0))
            second.choose(second.until(step=1))
            before = first.until(step=3)
            first.choose(before)
            chosen = first.until(step=3, chosen=before["choices"][0]["action"])
    with serving(file) as client, seated(client, made["table"], made["seats"]["0"]) as first:
        again = first.until(step=3)
        assert {**again, "log": [], "log_from": 0} == {**chosen, "log": [], "log_from": 0}
        with seated(client, made["table"], made["seats"]["1"]) as second:
            second.choose(second.until(step=3))
            assert first.until(step=4)["chosen"] is None
