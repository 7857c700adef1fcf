"""One socket at a table: it joins with a key, sends choices, and is told only what its seat may know."""

import asyncio
import contextlib
from typing import Any

import msgspec
from fastapi import WebSocket, WebSocketDisconnect

from resonance_env.serve.errors import ClientError
from resonance_env.serve.guard import POLICY_VIOLATION, Allowance
from resonance_env.serve.messages import Choose, Join, Message, Why, read
from resonance_env.serve.settings import Limits
from resonance_env.serve.table import Table

BURST = 3.0
MAX_ERRORS = 100  # bad messages until a socket is closed


class Socket:
    """A socket of a table.

    A slow client skips positions, never events: it is sent the newest position, with all lines of the log that it lacks.
    """

    def __init__(self, socket: WebSocket, table: Table, limits: Limits) -> None:
        self._socket, self._table, self._limits = socket, table, limits
        self._allowance = Allowance(limits.messages_per_second, BURST)
        self._changed = asyncio.Event()
        self._last: dict[str, Any] | None = None
        self._num_lines = 0

    async def serve(self) -> None:
        """Talks with the client until it leaves or is sent away."""
        watchers = self._table.watchers
        watchers.add(self._changed.set)  # before it joins, so that the table stays in use
        try:
            await self._talk(await self._join())
        except (ClientError, TimeoutError) as error:
            await self._send_away(str(error) or "expected a key soon after the connection was opened")
        except WebSocketDisconnect:
            pass
        finally:
            watchers.discard(self._changed.set)

    async def _talk(self, viewer: int | None) -> None:
        await self._send(self._table.welcome(viewer))
        self._changed.set()
        teller = asyncio.get_running_loop().create_task(self._tell(viewer))
        try:
            await self._listen(viewer)
        finally:
            teller.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await teller

    async def _join(self) -> int | None:
        """Returns the seat that the first message has the key of."""
        if len(self._table.watchers) > self._limits.connections:
            raise ClientError(f"expected at most {self._limits.connections} connections to a table")
        async with asyncio.timeout(self._limits.seconds_to_join):
            message = await self._receive()
        if not isinstance(message, Join):
            raise ClientError("expected a message 'join' first")
        return self._table.place(message.key)

    async def _listen(self, viewer: int | None) -> None:
        for _ in range(MAX_ERRORS):
            try:
                while True:
                    await self._take(await self._receive(), viewer)
            except ClientError as error:
                await self._send({"type": "error", "error": str(error)})
        raise ClientError("expected fewer bad messages")

    async def _take(self, message: Message, viewer: int | None) -> None:
        if isinstance(message, Join):
            raise ClientError("expected 'join' once")
        if viewer is None:
            raise ClientError("expected no message of a spectator")
        if isinstance(message, Choose):
            self._table.choose(viewer, message.step, message.action)
        elif isinstance(message, Why):
            await self._send({"type": "why", "action": message.action, "why": self._table.why(viewer, message.action)})

    async def _receive(self) -> Message:
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        data = received.get("text") or received.get("bytes") or ""
        if not self._allowance.take():
            raise ClientError("expected fewer messages; wait a moment")
        if len(data) > self._limits.message:
            raise ClientError(f"expected a message of at most {self._limits.message} bytes, got {len(data)}")
        message: Message = read(data, Message)
        return message

    async def _tell(self, viewer: int | None) -> None:
        """Sends what has changed for this seat, whenever something has."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            frame, lines = self._table.frame(viewer), self._table.game.lines
            if frame is self._last and len(lines) == self._num_lines:
                continue
            told = frame | {"log_from": self._num_lines, "log": list(lines[self._num_lines :])}
            self._last, self._num_lines = frame, len(lines)
            await self._send(told)

    async def _send(self, told: dict[str, Any]) -> None:
        await self._socket.send_text(msgspec.json.encode(told).decode())

    async def _send_away(self, why: str) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self._send({"type": "error", "error": why, "fatal": True})
            await self._socket.close(POLICY_VIOLATION)
