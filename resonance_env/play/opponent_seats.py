"""Agents at some seats of a batch of games, beside learners; for environments in which any number of seats learn."""

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resonance_env.agents.seat_view import SeatView
from resonance_env.core.errors import OptionError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant
from resonance_env.play.opponents import Opponents, Player, Roster, by_seat, random_streams
from resonance_env.play.seating import NOBODY, Seating
from resonance_env.play.zero_shot import warn_of_zero_shot


class OpponentSeats:
    """The agents at some seats, the same seats in all games.

    They see only what their own seats see, and their randomness follows from the seed of each game. With the same agents at the
    same seats, a game is the same as in an environment in which one seat learns.

    Attributes:
        learners: int64 `[learner]`: the other seats, in ascending order.
        is_learner: bool `[seat]`.
        agents: names of the opponents, each once.
    """

    def __init__(self, variant: Variant, opponents: Opponents, num_games: int) -> None:
        """Loads the agents; `begin` seats them.

        Raises:
            OptionError: `opponents` is not a mapping, has no such seat or agent, has a seat twice, or leaves none; or an agent
                cannot play this variant.
            CheckpointError: an opponent is damaged or was made for something else.
        """
        names = variant.seat_names
        if not isinstance(opponents, Mapping):
            what = f"a mapping from seat, such as {{{names[1]!r}: 'random'}}, which leaves the other seats to learners"
            raise OptionError(f"expected opponents as {what}; got {opponents!r}")
        players: dict[int, Player] = by_seat(opponents, names)
        if len(players) == len(names):
            raise OptionError(f"expected a seat that is left to a learner, got opponents for all {len(names)} seats")
        roster = Roster()
        self._pools = {seat: np.array(roster.pool(player)) for seat, player in players.items()}
        self.is_learner = np.array([seat not in players for seat in range(len(names))])
        self.learners = np.flatnonzero(self.is_learner)
        self.agents = tuple(agent.name for agent in roster.agents)
        self._variant = variant
        self._seating = Seating(variant, roster.agents, num_games)
        warn_of_zero_shot(variant, roster.agents)
        self._all = np.arange(num_games)

    def begin(self, which: np.ndarray, seeds: np.ndarray) -> None:
        """Seats the agents in some games that begin: int64 `[row]`, with seeds uint64 `[row]`."""
        keys, rng = random_streams(seeds, self._variant.num_seats)
        rng.random(len(which))  # the draw of a single learner's seat, so that pools draw the same in both kinds of environments
        line_up = np.full((len(which), self._variant.num_seats), NOBODY, dtype=np.int64)
        for seat in range(self._variant.num_seats):
            numbers = rng.random(len(which))
            if seat in self._pools:
                pool = self._pools[seat]
                line_up[:, seat] = pool[(numbers * len(pool)).astype(np.int64)]
        self._seating.begin(which, line_up, keys)

    def undone_on_error(self) -> contextlib.AbstractContextManager[None]:
        """Returns a context that restores seats and memories if an error is raised in it."""
        return self._seating.undone_on_error()

    def choose(
        self,
        games: np.ndarray,
        acting: np.ndarray,
        legal: np.ndarray,
        kind: ObservationKind,
        observation: np.ndarray,
        out: np.ndarray,
        view: Callable[[int, int], SeatView] | None = None,
    ) -> None:
        """Writes the actions of the agents that are asked, in all games.

        Args:
            games: records `[game]`.
            acting: bool `[game, seat]`: who is asked.
            legal: int8 `[game, seat, action]`.
            kind: of `observation`; other kinds are made if an agent needs them.
            observation: int8 `[game, seat, size]`.
            out: integers `[game, seat]`; entries of other seats stay as they are.
            view: as in `Seating.choose`.

        Raises:
            IllegalActionError: an agent chose an action that is not legal.
        """
        self._seating.choose(self._all, games, acting, legal, {kind: observation}, out, view)

    def save(self) -> dict[str, Any]:
        """Returns copies of everything that `restore` needs to continue identically."""
        return self._seating.save()

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Restores the state of `save`."""
        self._seating.restore(saved)
