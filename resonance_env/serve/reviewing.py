"""Reviews of saved games, position by position: the page shows each as it comes, and agents at tables wait for one at most."""

import asyncio
import logging
from typing import Any

import msgspec

from resonance_env.play.faults import FAULT_MEANINGS
from resonance_env.serve.errors import ClientError
from resonance_env.serve.offers import Offers
from resonance_env.serve.replays import Replay
from resonance_env.serve.thinking import Answers

PLAYOUTS = "greedy"  # the agent that plays games to their end
_LOG = logging.getLogger(__name__)


class Reviews:
    """Asks the workers about positions, in turn."""

    def __init__(self, offers: Offers, thinkers: Answers, workers: int, most: int) -> None:
        """Prepares reviews.

        Args:
            offers: which agents may review.
            thinkers: the workers.
            workers: their number; all but one may review at the same time, the last one is for tables.
            most: how many questions may wait.
        """
        self._offers, self._thinkers, self._most = offers, thinkers, most
        self._waiting = 0
        self._turns = asyncio.Semaphore(max(workers - 1, 1))

    async def position(self, replay: Replay, position: int, by: str) -> dict[str, Any]:
        """Returns the review of a position of a saved game, as JSON has it.

        Args:
            replay: the game.
            position: number of steps before it.
            by: an agent that the lobby offers.

        Raises:
            ClientError: there is no such position, the agent is not offered or cannot review it, or too many wait.
            OptionError: a parameter of the agent is invalid.
        """
        self._offers.check_agent(by, replay.variant.spec.name)
        asked = replay.to_review(position, self._offers.address(by), PLAYOUTS)
        if self._waiting >= self._most:
            raise ClientError(f"expected at most {self._most} reviews at once; try again later", 503)
        self._waiting += 1
        try:
            async with self._turns:
                reply = await self._thinkers.ask(asked)
        finally:
            self._waiting -= 1
        if reply.fault is not None:
            _LOG.warning("review: %s", reply.fault.message)
            raise ClientError(
                f"expected an agent that can review this game, got {by!r}, which {FAULT_MEANINGS[reply.fault.kind]}; it may be "
                "one for other options or another number of players, or one with a memory",
                409,
            )
        told: dict[str, Any] = msgspec.json.decode(reply.told)
        return told
