"""Plays many games between agents as a batch.

Each agent is asked once per step for all its rows. A game depends only on its deal, its key and its line-up, not on the other
games of the batch. A game that does not end by itself is truncated after a number of steps.

If an agent plays an illegal action, raises, or answers in a wrong form or too late, the match stops or the game is forfeited. A
forfeited game ends there: the sides at fault have lost, and all other sides share the win. In a cooperative game all seats are
one side, so all of them have lost.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np

from resonance_env.agents.interface import Agent
from resonance_env.agents.sampling import keys_of_rows
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant
from resonance_env.eval.match.game_facts import Watcher
from resonance_env.eval.match.recording import Recorder
from resonance_env.eval.match.schedule import Schedule
from resonance_env.play.checks import check_playable
from resonance_env.play.faults import Clock, Fault
from resonance_env.play.saved_games import GameSaver
from resonance_env.play.seating import Seating

BATCH = 1024  # games at a time; the results do not depend on it
FORFEIT = -1  # ending of a game that a fault has ended
TRUNCATED = -2  # ending of a game that reached the bound on steps
FaultRule = Literal["raise", "forfeit"]
FORFEIT_NAME, TRUNCATED_NAME = "forfeit", "truncated"
MAX_STEPS = 10_000  # of a game whose spec has no `max_cycles`


class GameFault(NamedTuple):
    """A fault that ended a game."""

    game: int
    seat: int
    fault: Fault


@dataclass(frozen=True)
class MatchResult:
    """The results of the games of a match.

    Attributes:
        payoff: float32 `[game, seat]`: the sum of all rewards. In a forfeited game, the sides at fault share -1 and the others
            1; 0 in a cooperative game. In a truncated game, the rewards so far.
        winners: bool `[game, seat]`; all False in a draw, in a forfeited, truncated or cooperative game.
        forfeits: bool `[game, seat]`: seats of sides that were at fault.
        truncated: bool `[game]`: ended by the bound on steps, not by its own rules.
        ending: int8 `[game]`: an index in `variant.ending_names`, FORFEIT or TRUNCATED.
        steps: int64 `[game]`: environment steps.
        rounds: int64 `[game]`: rounds; steps if the game has no rounds.
        decisions: int64 `[game, seat]`: decisions that the seat made.
        score: float64 `[game]` in [0, 1] of a cooperative game, 0 if it was forfeited; nan in other games.
        natural_score: float64 `[game]`: the same in `spec.score_unit`.
        faults: the faults of forfeited games, by game and seat.
    """

    payoff: np.ndarray
    winners: np.ndarray
    forfeits: np.ndarray
    truncated: np.ndarray
    ending: np.ndarray
    steps: np.ndarray
    rounds: np.ndarray
    decisions: np.ndarray
    score: np.ndarray
    natural_score: np.ndarray
    faults: list[GameFault] = field(default_factory=list)


def play_match(
    variant: Variant,
    agents: Sequence[Agent],
    schedule: Schedule,
    *,
    batch: int = BATCH,
    on_fault: FaultRule = "raise",
    clock: Clock | None = None,
    progress: Callable[[int], None] | None = None,
    watcher: Watcher | None = None,
    recorder: Recorder | None = None,
    saver: GameSaver | None = None,
) -> MatchResult:
    """Plays all games of a schedule to their ends, or until they are truncated.

    Args:
        variant: the game; the agents are bound to it here.
        agents: the agents that `schedule.line_up` refers to.
        schedule: the games.
        batch: number of games at a time; changes speed and memory only.
        on_fault: on a fault, "raise" stops the match and "forfeit" ends its game.
        clock: the time limit of a call; None: no limit.
        progress: called with the number of games that have just ended.
        watcher: observes all games after their start and after each step.
        recorder: records decisions.
        saver: keeps the actions of whole games.

    Raises:
        OptionError: the schedule does not fit, or an option of the variant is not for agents.
        CheckpointError: an agent was made for another variant.
        IllegalActionError: an agent chose an action that is not legal, or answered in a wrong form or too late.
        Exception: with "raise", whatever an agent raises.
    """
    num_games = len(schedule.seeds)
    if schedule.line_up.shape != (num_games, variant.num_seats) or schedule.keys.shape != (num_games,):
        raise OptionError(
            f"expected a line-up of shape {(num_games, variant.num_seats)} and {num_games} keys, "
            f"got shapes {schedule.line_up.shape} and {schedule.keys.shape}"
        )
    if num_games and not 0 <= schedule.line_up.min() <= schedule.line_up.max() < len(agents):
        raise OptionError(f"expected a line-up of agents 0 .. {len(agents) - 1}, got {np.unique(schedule.line_up)}")
    if batch < 1:
        raise OptionError(f"expected at least one game at a time, got batch={batch}")
    check_playable(variant)
    seats = (num_games, variant.num_seats)
    result = MatchResult(
        payoff=np.zeros(seats, dtype=np.float32),
        winners=np.zeros(seats, dtype=bool),
        forfeits=np.zeros(seats, dtype=bool),
        truncated=np.zeros(num_games, dtype=bool),
        ending=np.zeros(num_games, dtype=np.int8),
        steps=np.zeros(num_games, dtype=np.int64),
        rounds=np.zeros(num_games, dtype=np.int64),
        decisions=np.zeros(seats, dtype=np.int64),
        score=np.full(num_games, 0.0 if variant.is_cooperative else np.nan),
        natural_score=np.full(num_games, 0.0 if variant.is_cooperative else np.nan),
    )
    part = _Part(variant, agents, schedule, min(batch, num_games), result, on_fault, clock, watcher, recorder, saver)
    for first in range(0, num_games, batch):
        part.begin(np.arange(first, min(first + batch, num_games)))
        while part.num_running:
            ended = part.step()
            if ended and progress is not None:
                progress(ended)
    result.faults.sort(key=lambda entry: (entry.game, entry.seat))
    return result


def ending_name(variant: Variant, ending: int) -> str:
    """Returns how a game ended as text; `ending` is an entry of `MatchResult.ending`."""
    return {FORFEIT: FORFEIT_NAME, TRUNCATED: TRUNCATED_NAME}.get(ending) or variant.ending_names[ending]


def count_endings(variant: Variant, endings: np.ndarray) -> dict[str, int]:
    """Returns the number of games by ending, without endings that did not happen."""
    codes, counts = np.unique(endings, return_counts=True)
    found = {ending_name(variant, code): count for code, count in zip(codes.tolist(), counts.tolist(), strict=True)}
    order = (*variant.ending_names, FORFEIT_NAME, TRUNCATED_NAME)
    return {name: found[name] for name in order if name in found}


class _Part:
    """The games of a match that are played at the same time.

    Ended games stay in place until they are a quarter of the batch: copying records costs more than skipping them.

    Attributes:
        games: records `[row]`.
        places: int64 `[row]`: places of the games in the seating.
        is_running: bool `[row]`.
    """

    def __init__(
        self,
        variant: Variant,
        agents: Sequence[Agent],
        schedule: Schedule,
        size: int,
        result: MatchResult,
        on_fault: FaultRule,
        clock: Clock | None,
        watcher: Watcher | None,
        recorder: Recorder | None,
        saver: GameSaver | None,
    ) -> None:
        self.variant, self.schedule, self.result, self.watcher, self.saver = variant, schedule, result, watcher, saver
        self.max_steps = variant.spec.max_cycles or MAX_STEPS
        self.first = 0

        def record(agent: int, place: np.ndarray, *columns: np.ndarray) -> None:
            if recorder is not None:
                recorder.note(agent, self.first + place, *columns)

        self.seating = Seating(
            variant,
            agents,
            size,
            on_fault="raise" if on_fault == "raise" else "return",
            clock=clock,
            on_decisions=None if recorder is None else record,
        )

    def begin(self, numbers: np.ndarray) -> None:
        """Starts consecutive games of the schedule."""
        variant, schedule = self.variant, self.schedule
        self.first, self.steps = int(numbers[0]), 0
        self.places = np.arange(len(numbers))
        self.is_running = np.ones(len(numbers), dtype=bool)
        self.games = variant.start(schedule.seeds[numbers])
        keys = keys_of_rows(schedule.keys[numbers], variant.num_seats)
        self.seating.begin(self.places, schedule.line_up[numbers], keys)
        self._show(None)

    @property
    def num_running(self) -> int:
        return int(np.count_nonzero(self.is_running))

    def step(self) -> int:
        """Asks every seat that has a decision, plays one step, and returns the number of games that ended."""
        variant, before = self.variant, self.num_running
        acting, legal = variant.acting(self.games), variant.legal(self.games)
        acting &= self.is_running[:, None]
        actions = np.zeros(acting.shape, dtype=np.int64)
        faults = self.seating.choose(self.places, self.games, acting, legal, {}, actions)
        self.steps += 1
        if faults:
            self._forfeit(faults)
            # Actions at fault must not reach the rules, which trust actions: these games leave before the step.
            actions = actions[self.is_running]
            self._compact()
        if self.saver is not None:
            self.saver.note(self.first + self.places[self.is_running], actions[self.is_running])
        variant.step(self.games, actions)
        self._show(actions)
        is_done = variant.done(self.games)
        self._finish(np.flatnonzero(is_done & self.is_running))
        if self.steps >= self.max_steps:
            self._truncate(np.flatnonzero(self.is_running))
        if 4 * self.num_running < 3 * len(self.games):
            self._compact()
        return before - self.num_running

    def _show(self, actions: np.ndarray | None) -> None:
        if self.watcher is not None and len(self.games):
            self.watcher.see(self.first + self.places, self.games, actions)

    def _forfeit(self, faults: dict[tuple[int, int], Fault]) -> None:
        """Ends the games of this step's faults, by row and seat; if all sides are at fault, all payoffs are 0."""
        variant, result = self.variant, self.result
        teams = np.array(variant.teams)
        rows = sorted({row for row, _ in faults})
        for row in rows:
            number = self.first + int(self.places[row])
            seats = [seat for of, seat in faults if of == row]
            result.faults.extend(GameFault(number, seat, faults[row, seat]) for seat in seats)
            is_at_fault = np.isin(np.arange(variant.num_teams), teams[seats])
            if not is_at_fault.all():
                share = np.where(is_at_fault, -1.0 / is_at_fault.sum(), 1.0 / (~is_at_fault).sum())
                result.payoff[number] = share[teams]
            result.forfeits[number] = is_at_fault[teams]
            result.ending[number] = FORFEIT
        self._close(np.array(rows))

    def _finish(self, rows: np.ndarray) -> None:
        """Writes the results of games that are over by their own rules."""
        numbers, games = self.first + self.places[rows], self.games[rows]
        self.result.winners[numbers] = self.variant.winners(games)
        self.result.ending[numbers] = self.variant.ending(games)
        self._pay(rows)
        self._close(rows)

    def _truncate(self, rows: np.ndarray) -> None:
        """Truncates games: no seat has won, and rewards so far count."""
        numbers = self.first + self.places[rows]
        self.result.truncated[numbers] = True
        self.result.ending[numbers] = TRUNCATED
        self._pay(rows)
        self._close(rows)

    def _pay(self, rows: np.ndarray) -> None:
        numbers, games = self.first + self.places[rows], self.games[rows]
        self.result.payoff[numbers] = self.variant.payoff(games)
        if self.variant.is_cooperative:
            self.result.score[numbers] = self.variant.score(games)
            self.result.natural_score[numbers] = self.variant.natural_score(games)

    def _close(self, rows: np.ndarray) -> None:
        places, result = self.places[rows], self.result
        numbers = self.first + places
        result.steps[numbers] = self.steps
        result.rounds[numbers] = self.variant.rounds(self.games[rows]) if self.variant.has("rounds") else self.steps
        result.decisions[numbers] = self.seating.decisions[places]
        self.is_running[rows] = False

    def _compact(self) -> None:
        """Drops the games that have ended."""
        self.games, self.places = self.games[self.is_running], self.places[self.is_running]
        self.is_running = np.ones(len(self.places), dtype=bool)
