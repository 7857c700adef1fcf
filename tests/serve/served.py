"""A server whose agents think in this process, and clients that sit at its tables."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from resonance_env.play.faults import Fault
from resonance_env.serve.app import make_app
from resonance_env.serve.requests import Reply, Request
from resonance_env.serve.settings import Limits, Settings

HOST = "testserver"  # what TestClient calls itself


class InlineThinkers:
    """Answers at once, in this process; the agents named in `faults` fail."""

    def __init__(self, faults: Mapping[str, Fault] | None = None) -> None:
        self.faults = faults or {}

    async def ask(self, request: Request) -> Reply:
        if request.agent in self.faults:
            return Reply(fault=self.faults[request.agent])
        return request.answer(request.load())

    def close(self) -> None:
        pass


@contextmanager
def serving(data: Path, thinkers: InlineThinkers | None = None, **settings: Any) -> Iterator[TestClient]:
    """Runs a server with a file of tables meanwhile."""
    app = make_app(Settings(data=data, hosts=(HOST,), pace=0.0, **settings), thinkers or InlineThinkers())
    with TestClient(app) as client:
        yield client


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One server for all tests of a module that do not stop it; its clients may play faster than people."""
    data = tmp_path_factory.mktemp("served") / "tables.sqlite"
    with serving(data, max_sims=50, limits=Limits(messages_per_second=1e4)) as client:
        yield client


@dataclass
class Seat:
    """A client at a table, with all that it was sent."""

    socket: Any
    frames: list[dict[str, Any]]

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = self.socket.receive_json()
        self.frames.append(message)
        return message

    def until(self, **wanted: Any) -> dict[str, Any]:
        """Receives until a message has these values."""
        while True:
            message = self.receive()
            if all(message.get(name) == value for name, value in wanted.items()):
                return message

    def send(self, **message: Any) -> None:
        self.socket.send_json(message)

    def choose(self, frame: Mapping[str, Any], place: int = 0) -> None:
        """Takes one of the choices of a frame."""
        self.send(type="choose", step=frame["step"], action=frame["choices"][place]["action"])


def new_table(client: TestClient, game: str, *holders: str, **more: Any) -> dict[str, Any]:
    """Sets up a table and returns its id and keys."""
    wanted = {"game": game, "players": len(holders), "options": {}, "holders": holders, "seed": 7} | more
    answer = client.post("/api/tables", json=wanted)
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


@contextmanager
def seated(client: TestClient, table: str, key: str) -> Iterator[Seat]:
    """Joins a table meanwhile."""
    with client.websocket_connect(f"/api/tables/{table}") as socket:
        socket.send_json({"type": "join", "key": key})
        yield Seat(socket, [])
