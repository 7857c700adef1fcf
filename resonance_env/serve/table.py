"""One table: a game, who holds its seats, the choices of the current step, and the sockets that look on.

All methods but `_think` run without a pause in the server's one thread, so every message is handled as a whole.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

import numpy as np

from resonance_env.agents.sampling import one_way_keys
from resonance_env.core.errors import IllegalActionError
from resonance_env.core.layout import OBSERVATION_KINDS
from resonance_env.play.faults import FAULT_MEANINGS, Fault
from resonance_env.play.saved_games import saved_text
from resonance_env.play.told_game import ToldGame
from resonance_env.serve.errors import ClientError
from resonance_env.serve.frames import frame, welcome
from resonance_env.serve.messages import PERSON
from resonance_env.serve.requests import Decision
from resonance_env.serve.store import Move, Store, StoredTable
from resonance_env.serve.thinking import Answers
from resonance_env.serve.tokens import SPECTATOR, place_of

_LOG = logging.getLogger(__name__)

Wake = Callable[[], None]


class Table:
    """A table.

    Attributes:
        stored: how it began.
        game: the game, at its current step.
        forfeit: why a fault of an agent has ended it, or None.
        watchers: called whenever something may have changed.
    """

    def __init__(
        self, stored: StoredTable, game: ToldGame, store: Store, thinkers: Answers, address: Callable[[str], str], pace: float
    ) -> None:
        """Takes up a game where the store left it.

        Args:
            stored: the table.
            game: its game before the first step at this table.
            store: where its choices are and will be written.
            thinkers: who answers for agents.
            address: from the text of an agent that clients see to the one by which a worker loads it.
            pace: seconds between two steps in which no person acts.
        """
        self.stored, self.game, self.forfeit = stored, game, stored.forfeit
        self.watchers: set[Wake] = set()
        self._store, self._thinkers, self._address, self._pace = store, thinkers, address, pace
        self._chosen: dict[int, int] = {}  # of the current step, by seat
        self._memories: dict[int, np.ndarray] = {}
        self._frames: dict[int | None, tuple[Any, dict[str, Any]]] = {}  # by viewer: what it depends on, and the frame
        self._decisions = [0] * game.variant.num_seats
        seed = game.start if isinstance(game.start, int) else 0
        self._keys = one_way_keys(np.array([seed], dtype=np.uint64), game.variant.num_seats)[0]
        self._thoughts: set[asyncio.Task[None]] = set()
        for move in store.moves(stored.id):
            self._take(move)
            self._play_if_complete()
        self._ask_agents()

    @property
    def is_over(self) -> bool:
        return self.game.is_over or self.forfeit is not None

    @property
    def is_busy(self) -> bool:
        """Whether somebody looks on or an agent thinks."""
        return bool(self.watchers or self._thoughts)

    def place(self, key: str) -> int | None:
        """Returns the seat of a key; None for a spectator's.

        Raises:
            ClientError: it is no key of this table.
        """
        place = place_of(key, self.stored.keys)
        if place is None:
            raise ClientError("expected the key of a seat or of a spectator of this table; the link is not complete", 403)
        return None if place == SPECTATOR else place

    def welcome(self, viewer: int | None) -> dict[str, Any]:
        """Returns what a socket is told first."""
        return welcome(self.game.variant, self.stored.holders, viewer)

    def frame(self, viewer: int | None) -> dict[str, Any]:
        """Returns the game as a viewer may know it now, without the log; read only, and the same while nothing has changed."""
        chosen = None if viewer is None else self._chosen.get(viewer)
        now = len(self.game.steps), chosen, self.forfeit
        if viewer not in self._frames or self._frames[viewer][0] != now:
            self._frames[viewer] = now, self._new_frame(viewer, chosen)
        return self._frames[viewer][1]

    def _new_frame(self, viewer: int | None, chosen: int | None) -> dict[str, Any]:
        told = frame(self.game.variant, self.game.games, viewer, chosen)
        told |= {"type": "table", "step": len(self.game.steps), "over": self.is_over, "forfeit": self.forfeit}
        if self.forfeit is not None:
            told["choices"] = []
        return told

    def text(self) -> str:
        """Returns the game as text.

        Raises:
            ClientError: it is not over yet, and its seed would reveal what is hidden.
        """
        if not self.is_over:
            raise ClientError("expected a game that is over: the text of a game reveals what is hidden", 409)
        return saved_text(self.game.variant, self.game.start, self.game.steps, self.stored.holders)

    def choose(self, seat: int, step: int, action: str) -> None:
        """Takes the choice of a person and plays on.

        Raises:
            ClientError: it is not the step or the decision of this seat, or the action is not legal.
        """
        variant = self.game.variant
        self._check_asked(seat)
        if step != len(self.game.steps):
            raise ClientError(f"expected an action in step {len(self.game.steps)}, got one in step {step}: the game went on")
        try:
            code = variant.actions.parse(action)
            variant.verify(self.game.games, 0, seat, code)
        except IllegalActionError:
            raise ClientError(f"{action!r} is not legal now: {variant.why_illegal(self.game.games, 0, seat, code)}") from None
        except ValueError as error:
            raise ClientError(str(error)) from None
        self._note(Move(step, seat, variant.actions.name(code)))

    def why(self, seat: int, action: str) -> str:
        """Returns why an action is not legal for a seat that is asked.

        Raises:
            ClientError: the seat is not asked, there is no such action, or it is legal.
        """
        variant = self.game.variant
        self._check_asked(seat)
        try:
            code = variant.actions.parse(action)
        except ValueError as error:
            raise ClientError(str(error)) from None
        if variant.legal(self.game.games)[0, seat, code]:
            raise ClientError(f"{action!r} is legal now")
        return variant.why_illegal(self.game.games, 0, seat, code)

    async def close(self) -> None:
        """Stops the thoughts of agents."""
        for thought in self._thoughts:
            thought.cancel()
        for thought in list(self._thoughts):
            with contextlib.suppress(asyncio.CancelledError):
                await thought

    def _check_asked(self, seat: int) -> None:
        if self.is_over:
            raise ClientError("the game is over")
        if not self.game.acting[seat] or seat in self._chosen:
            raise ClientError("you are not asked now", 409)

    def _note(self, move: Move) -> None:
        """Writes a choice, plays the step if it is the last one, and asks the agents."""
        self._store.add_moves(self.stored.id, [move])
        self._take(move)
        self._play_if_complete()
        self._ask_agents()
        for wake in list(self.watchers):
            wake()

    def _take(self, move: Move) -> None:
        self._chosen[move.seat] = self.game.variant.actions.parse(move.action)
        self._decisions[move.seat] += 1
        if move.memory is not None:
            self._memories[move.seat] = move.memory

    def _play_if_complete(self) -> None:
        asked = np.flatnonzero(self.game.acting).tolist()
        if asked and set(asked) == set(self._chosen):
            joint = np.zeros(self.game.variant.num_seats, dtype=np.int16)
            for seat, code in self._chosen.items():
                joint[seat] = code
            self._chosen = {}
            self.game.step(joint)

    def _ask_agents(self) -> None:
        """Lets the agents think that are asked and do not think yet."""
        if self.is_over or self._thoughts:
            return
        asked = [seat for seat in np.flatnonzero(self.game.acting).tolist() if seat not in self._chosen]
        agents = [seat for seat in asked if self.stored.holders[seat] != PERSON]
        waits = len(agents) == len(asked) and bool(self.game.steps) and self._was_by_agents()
        for seat in agents:
            thought = asyncio.get_running_loop().create_task(self._think(seat, self._pace if waits else 0.0))
            self._thoughts.add(thought)

    def _was_by_agents(self) -> bool:
        """Returns whether no person has acted in the last step."""
        acted = np.flatnonzero(self.game.steps[-1])
        return all(self.stored.holders[seat] != PERSON for seat in acted)

    async def _think(self, seat: int, pause: float) -> None:
        step, decision = len(self.game.steps), self._decision(seat)
        await asyncio.sleep(pause)
        reply = await self._thinkers.ask(decision)
        self._thoughts.discard(asyncio.current_task())
        if self.forfeit is not None:
            return
        if reply.fault is None:
            self._note(Move(step, seat, self.game.variant.actions.name(reply.action), reply.memory))
        else:
            self._end_by_fault(seat, reply.fault)

    def _decision(self, seat: int) -> Decision:
        variant, games = self.game.variant, self.game.games
        return Decision(
            game=variant.spec.name,
            players=variant.players,
            options=dict(variant.options),
            agent=self._address(self.stored.holders[seat]),
            seen={kind: variant.observe(games, kind)[0, seat : seat + 1].copy() for kind in OBSERVATION_KINDS},
            legal=variant.legal(games)[0, seat : seat + 1].copy(),
            memory=self._memories.get(seat),
            key=self._keys[seat : seat + 1],
            decisions=self._decisions[seat],
        )

    def _end_by_fault(self, seat: int, fault: Fault) -> None:
        """Ends the game; what clients read names no file of the server."""
        _LOG.warning("table %s, seat %d: %s", self.stored.id, seat, fault.message)
        self.forfeit = f"{self.game.variant.seat_names[seat]} forfeits: its agent {FAULT_MEANINGS[fault.kind]}"
        self._store.set_forfeit(self.stored.id, self.forfeit)
        for wake in list(self.watchers):
            wake()
