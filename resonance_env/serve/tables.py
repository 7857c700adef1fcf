"""All tables of a server: those in use in memory, the others in the store."""

import asyncio
import secrets
from collections.abc import Mapping
from typing import Any

from resonance_env.core.spec import Variant
from resonance_env.play.checks import check_playable
from resonance_env.play.told_game import ToldGame
from resonance_env.serve.errors import ClientError
from resonance_env.serve.frames import frame
from resonance_env.serve.messages import PERSON, NewTable, Retry
from resonance_env.serve.offers import Offers
from resonance_env.serve.replays import Replay
from resonance_env.serve.settings import Settings
from resonance_env.serve.store import Store, StoredTable
from resonance_env.serve.table import Table
from resonance_env.serve.thinking import Answers
from resonance_env.serve.tokens import SPECTATOR, digest, new_key

MAX_IN_MEMORY = 200
ID_BYTES = 9


class Tables:
    """The tables of a server."""

    def __init__(self, settings: Settings, offers: Offers, store: Store, thinkers: Answers) -> None:
        self._settings, self._offers, self._store, self._thinkers = settings, offers, store, thinkers
        self._open: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Task[Table]] = {}

    async def create(self, wanted: NewTable) -> Mapping[str, Any]:
        """Sets up a table.

        Returns:
            `table`: its id; `spectator`: the key of spectators; `seats`: by seat the keys of people.

        Raises:
            ClientError: something is not offered, or there are too many tables.
            ResonanceEnvError: the game refuses an option.
        """
        variant = await asyncio.to_thread(self._offers.variant, wanted)
        check_playable(variant)
        holders = self._offers.holders(wanted, variant)
        seed = secrets.randbits(64) if wanted.seed is None else wanted.seed
        return await self._set_up(variant, holders, variant.spec.game_text(variant, seed, []))

    async def retry(self, replay: Replay, wanted: Retry) -> Mapping[str, Any]:
        """Sets up a table that goes on from a position of a saved game; chance comes as it did there.

        Returns:
            As `create`.

        Raises:
            ClientError: there is no such seat or position, it is the end, the agent is not offered, or there are too many
                tables.
            OptionError: a parameter of the agent is invalid.
        """
        variant = replay.variant
        if wanted.seat >= variant.num_seats:
            raise ClientError(f"expected a seat in 0 .. {variant.num_seats - 1}, got {wanted.seat}", 404)
        self._offers.check_agent(wanted.opponents, variant.spec.name)
        mine = variant.holders[wanted.seat]
        holders = tuple(PERSON if holder == mine else wanted.opponents for holder in variant.holders)
        return await self._set_up(variant, holders, replay.beginning(wanted.position))

    async def _set_up(self, variant: Variant, holders: tuple[str, ...], beginning: str) -> Mapping[str, Any]:
        """Writes and opens a table whose game begins so."""
        if self._store.number_of_tables() >= self._settings.max_tables:
            raise ClientError(f"expected at most {self._settings.max_tables} tables; this server has as many already", 503)
        people = [seat for seat, holder in enumerate(holders) if holder == PERSON]
        keys = {place: new_key() for place in (SPECTATOR, *people)}
        digests = {place: digest(key) for place, key in keys.items()}
        stored = StoredTable(secrets.token_urlsafe(ID_BYTES), variant.spec.name, beginning, holders, digests)
        self._store.add_table(stored)
        await self.table(stored.id)
        return {"table": stored.id, "spectator": keys[SPECTATOR], "seats": {seat: keys[seat] for seat in people}}

    async def table(self, table_id: str) -> Table:
        """Returns a table, opened if it is not in use.

        Raises:
            ClientError: there is none of this id, or too many are in use.
            ResonanceEnvError: its game cannot be read any more.
        """
        if table_id in self._open:
            return self._open[table_id]
        if table_id not in self._opening:
            self._make_room()
            self._opening[table_id] = asyncio.get_running_loop().create_task(self._opened(table_id))
        return await self._opening[table_id]

    async def close(self) -> None:
        """Stops all thoughts."""
        for table in self._open.values():
            await table.close()

    async def _opened(self, table_id: str) -> Table:
        try:
            stored = self._store.table(table_id)
            game = await asyncio.to_thread(_beginning, self._offers.spec(stored.game).read_game, stored.beginning)
            table = Table(stored, game, self._store, self._thinkers, self._offers.address, self._settings.pace)
            self._open[table_id] = table
            return table
        finally:
            del self._opening[table_id]

    def _make_room(self) -> None:
        """Lets a table go that nobody uses, if there are many.

        Raises:
            ClientError: all are in use.
        """
        if len(self._open) + len(self._opening) < MAX_IN_MEMORY:
            return
        idle = next((table_id for table_id, table in self._open.items() if not table.is_busy), None)
        if idle is None:
            raise ClientError(f"expected at most {MAX_IN_MEMORY} tables in use; try again later", 503)
        del self._open[idle]


def _beginning(read_game: Any, text: str) -> ToldGame:
    variant, start, steps = read_game(text)
    game = ToldGame(variant, start, steps)
    warm_up(variant)
    return game


def warm_up(variant: Variant) -> None:
    """Calls once what tables need of a game, so that compiled code is loaded outside of the server's one thread."""
    game = ToldGame(variant, 0)
    for viewer in (None, 0):
        frame(variant, game.games, viewer)
    for kind in ("table", "recall"):
        variant.observe(game.games, kind)
    game.step(variant.legal(game.games)[0].argmax(axis=1))
