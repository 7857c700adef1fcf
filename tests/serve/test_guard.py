"""What does not reach the server, and what the lobby does not offer."""

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from resonance_env.serve.guard import HEADERS
from tests.serve.served import new_table

WANTED = {"game": "resonance", "players": 3, "options": {}, "holders": ["person", "random", "random"]}


@pytest.mark.parametrize("path", ["/", "/watch", "/table/x", "/page/app.js", "/api/games", "/api/nothing"])
def test_every_answer_binds_the_page_to_this_server(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "", "127.0.0.1"])
def test_another_host_name_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 421


def test_another_origin_is_refused(client: TestClient) -> None:
    headers = {"origin": "http://evil.example"}
    assert client.post("/api/tables", json=WANTED, headers=headers).status_code == 403
    made = new_table(client, "resonance", "person", "random", "random")
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/api/tables/{made['table']}", headers=headers):
        pass
    with client.websocket_connect(f"/api/tables/{made['table']}", headers={"origin": "http://testserver"}):
        pass


def test_a_body_that_is_too_long_is_refused(client: TestClient) -> None:
    answer = client.post("/api/replays", json={"text": "x" * (1 << 20)})
    assert (answer.status_code, "at most 1,048,576 bytes" in answer.json()["error"]) == (413, True)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "expected a game"),
        ({"players": 99}, "expected players"),
        ({"holders": ["person"]}, "for each of 3 persons"),
        ({"holders": ["person", "random", "human"]}, "expected an agent that this server offers"),
        ({"holders": ["person", "random", "/etc/passwd"]}, "expected an agent that this server offers"),
        ({"holders": ["person", "random", "os:system"]}, "expected an agent that this server offers"),
        ({"holders": ["person", "random", "agent.py:Agent"]}, "expected an agent that this server offers"),
        ({"holders": ["person", "random", "search:sims=51"]}, "expected sims of at most 50"),
        ({"holders": ["person", "random", "planner:style=<b>"]}, "style"),
        ({"options": {"cards": "/etc/passwd"}}, "expected cards to be one of"),
        ({"options": {"explicit_chance": True}}, "expected an option"),
        ({"options": {"edition": "xx"}}, "expected edition to be one of"),
        ({"seed": -1}, "expected another message"),
        ({"more": 1}, "expected another message"),
    ],
)
def test_the_lobby_refuses_what_it_does_not_offer(client: TestClient, change: dict[str, object], reason: str) -> None:
    answer = client.post("/api/tables", json=WANTED | change)
    assert answer.status_code in (400, 404)
    assert reason in answer.json()["error"]
    assert answer.headers["content-type"] == "application/json"


def test_a_file_is_read_from_the_page_and_the_drawings_only(client: TestClient) -> None:
    for path in ("/page/../app.py", "/page/%2e%2e/app.py", "/games/resonance/reading.py", "/games/resonance/..%2fspec.py"):
        assert client.get(path).status_code in (404, 421)
    assert client.get("/games/resonance/table.js").status_code == 200


def test_rules_are_told_by_id(client: TestClient) -> None:
    sections = client.get("/api/games/resonance/rules").json()
    assert any(rule["id"] == "R-LOCK-1" for section in sections for rule in section["rules"])
