"""What the operator of a server decides, and how much the server takes from its clients."""

from dataclasses import dataclass
from pathlib import Path

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Limits:
    """How much a client may send and keep open.

    Attributes:
        message: bytes of a message over a socket.
        body: bytes of the body of a request, such as an uploaded game.
        steps: steps of an uploaded game.
        replays: uploaded games that are kept in memory; the oldest leaves first.
        reviews: positions that wait for their review, of all clients together.
        connections: sockets of one table.
        messages_per_second: over one socket, on average; three times as many at once.
        requests_per_second: that change or upload something, from all clients together; ten times as many at once.
        seconds_to_join: between the opening of a socket and its first message.
    """

    message: int = 2048
    body: int = 1 << 20
    steps: int = 5000
    replays: int = 32
    reviews: int = 8
    connections: int = 64
    messages_per_second: float = 10.0
    requests_per_second: float = 5.0
    seconds_to_join: float = 10.0


@dataclass(frozen=True)
class Settings:
    """The settings of a server.

    Attributes:
        data: the SQLite file with the tables.
        hosts: host names, without ports, by which clients may reach the server.
        agents: agents that the lobby offers beside the registered ones, as the operator typed them.
        cards: card-set files that the lobby offers beside the shipped sets, as the operator typed them.
        workers: number of processes in which agents think.
        seconds: limit of one decision of an agent.
        pace: seconds between two steps in which no person acts.
        max_tables: number of tables that the file may hold.
        max_sims: the most that a client may give an agent as `sims`.
        limits: on what clients send and keep open.
    """

    data: Path
    hosts: tuple[str, ...] = LOOPBACK
    agents: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    workers: int = 2
    seconds: float = 20.0
    pace: float = 0.5
    max_tables: int = 1000
    max_sims: int = 400
    limits: Limits = Limits()
