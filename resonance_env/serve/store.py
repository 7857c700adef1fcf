"""Tables in one SQLite file: how each began, every action, and what agents remember; all that a restart needs.

A choice is written before anybody is told of it, so a killed process loses at most the choice in flight.
"""

import io
import json
import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from resonance_env.core.errors import OptionError
from resonance_env.serve.errors import ClientError

SCHEMA_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY,
    created REAL NOT NULL,
    game TEXT NOT NULL,
    beginning TEXT NOT NULL,  -- the game as text, before the first step at the table
    holders TEXT NOT NULL,    -- JSON: for each seat "person" or the text of an agent
    keys TEXT NOT NULL,       -- JSON: seat, or -1 for spectators, to digest of its key
    forfeit TEXT              -- why the game was ended by a fault of an agent
) STRICT;
CREATE TABLE IF NOT EXISTS moves (
    table_id TEXT NOT NULL REFERENCES tables (id),
    step INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    action TEXT NOT NULL,
    memory BLOB,              -- of the agent that chose, after it, as a .npy file
    PRIMARY KEY (table_id, step, seat)
) STRICT, WITHOUT ROWID;
"""


@dataclass(frozen=True)
class StoredTable:
    """How a table began.

    Attributes:
        id: in links.
        game: name of the game.
        beginning: the game as text, before the first step at the table.
        holders: `[seat]` PERSON or the text of an agent.
        keys: digests of the keys by seat, SPECTATOR included.
        forfeit: why the game was ended by a fault of an agent, or None.
    """

    id: str
    game: str
    beginning: str
    holders: tuple[str, ...]
    keys: Mapping[int, str]
    forfeit: str | None = None


@dataclass(frozen=True)
class Move:
    """The action of one seat in one step, and what its agent remembers after it."""

    step: int
    seat: int
    action: str
    memory: np.ndarray | None = None


class Store:
    """The file; used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        """Opens the file, and creates it if there is none.

        Raises:
            OptionError: it is no such file, or one of another version.
        """
        try:
            self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            self._database.execute("PRAGMA foreign_keys=ON")
            (version,) = self._database.execute("PRAGMA user_version").fetchone()
            if version not in (0, SCHEMA_VERSION):
                raise OptionError(f"expected --data of version {SCHEMA_VERSION}, got {path} of version {version}")
            self._database.executescript(_SCHEMA)
            self._database.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        except sqlite3.Error as error:
            raise OptionError(f"expected --data FILE that SQLite can open, got {path}: {error}") from None

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    def number_of_tables(self) -> int:
        (number,) = self._database.execute("SELECT count(*) FROM tables").fetchone()
        return int(number)

    def add_table(self, table: StoredTable) -> None:
        """Writes a new table."""
        self._database.execute(
            "INSERT INTO tables (id, created, game, beginning, holders, keys) VALUES (?, ?, ?, ?, ?, ?)",
            (table.id, time.time(), table.game, table.beginning, json.dumps(table.holders), json.dumps(dict(table.keys))),
        )

    def table(self, table_id: str) -> StoredTable:
        """Returns a table.

        Raises:
            ClientError: there is none of this id.
        """
        row = self._database.execute(
            "SELECT id, game, beginning, holders, keys, forfeit FROM tables WHERE id = ?", (table_id,)
        ).fetchone()
        if row is None:
            raise ClientError("expected the id of a table, but there is none of this id on this server", 404)
        keys = {int(seat): key for seat, key in json.loads(row[4]).items()}
        return StoredTable(row[0], row[1], row[2], tuple(json.loads(row[3])), keys, row[5])

    def add_moves(self, table_id: str, moves: Sequence[Move]) -> None:
        """Writes the choices of some seats."""
        rows = [(table_id, move.step, move.seat, move.action, _as_bytes(move.memory)) for move in moves]
        with self._database:
            self._database.execute("BEGIN")
            self._database.executemany("INSERT INTO moves VALUES (?, ?, ?, ?, ?)", rows)

    def moves(self, table_id: str) -> list[Move]:
        """Returns all choices at a table, in the order of steps and seats."""
        rows = self._database.execute(
            "SELECT step, seat, action, memory FROM moves WHERE table_id = ? ORDER BY step, seat", (table_id,)
        )
        return [Move(step, seat, action, _as_array(memory)) for step, seat, action, memory in rows]

    def set_forfeit(self, table_id: str, why: str) -> None:
        """Notes that an agent's fault has ended a game."""
        self._database.execute("UPDATE tables SET forfeit = ? WHERE id = ?", (why, table_id))


def _as_bytes(memory: np.ndarray | None) -> bytes | None:
    if memory is None:
        return None
    buffer = io.BytesIO()
    np.save(buffer, memory, allow_pickle=False)
    return buffer.getvalue()


def _as_array(data: bytes | None) -> np.ndarray | None:
    if data is None:
        return None
    memory: np.ndarray = np.load(io.BytesIO(data), allow_pickle=False)
    return memory
