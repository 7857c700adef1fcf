"""Playing many games between agents, batched by whoever acts.

Each agent is asked once a step for all its rows. What happens in a game depends on its deal, its key and its line-up alone, not
on the games beside it. An agent that plays illegally, raises, answers in a wrong form or too late either stops the match or
forfeits its game: the game ends there, the sides at fault have lost, and all other sides share the win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np

from resonance_env.agents.interface import Agent, Memory
from resonance_env.agents.sampling import keys_of_rows
from resonance_env.core.errors import IllegalActionError, OptionError
from resonance_env.core.spec import ObservationKind, Variant
from resonance_env.eval.match.faults import Clock, Fault, Question, ask, ask_to_start, illegal_fault
from resonance_env.eval.match.game_facts import Watcher
from resonance_env.eval.match.recording import Recorder
from resonance_env.play.checks import check_for_agents

BATCH = 1024  # games at a time; the results do not depend on it
FORFEIT = -1  # ending of a game that a fault has ended
FaultRule = Literal["raise", "forfeit"]


class GameFault(NamedTuple):
    """A fault that has ended a game."""

    game: int
    seat: int
    fault: Fault


@dataclass(frozen=True)
class MatchResult:
    """How the games of a match ended.

    Attributes:
        payoff: float32 `[game, seat]`; of a forfeited game, the sides at fault share -1 and the others 1.
        winners: bool `[game, seat]`; all False in a draw and in a forfeited game.
        forfeits: bool `[game, seat]`: seats of sides that were at fault.
        ending: int8 `[game]`: an index in `variant.ending_names`, or FORFEIT.
        steps: int64 `[game]`: environment steps.
        rounds: int64 `[game]`: rounds.
        decisions: int64 `[game, seat]`: decisions that the seat made.
        faults: what ended forfeited games, by game and seat.
    """

    payoff: np.ndarray
    winners: np.ndarray
    forfeits: np.ndarray
    ending: np.ndarray
    steps: np.ndarray
    rounds: np.ndarray
    decisions: np.ndarray
    faults: list[GameFault] = field(default_factory=list)


@dataclass(frozen=True)
class Schedule:
    """Which games to play.

    Attributes:
        line_up: int64 `[game, seat]`: which agent plays the seat.
        seeds: uint64 `[game]`: the deals.
        keys: uint64 `[game]`: where the agents' randomness comes from.
    """

    line_up: np.ndarray
    seeds: np.ndarray
    keys: np.ndarray


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
) -> MatchResult:
    """Plays all games of a schedule to their ends.

    Args:
        variant: the game; the agents are bound to it here.
        agents: what `schedule.line_up` counts.
        schedule: the games.
        batch: how many games are played at a time; changes speed and memory only.
        on_fault: what an agent's fault does: "raise" stops the match, "forfeit" ends its game.
        clock: the time limit of a call; none by default.
        progress: called with the number of games that have just ended.
        watcher: sees all games after their start and after each step.
        recorder: keeps decisions.

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
    check_for_agents(variant)
    for agent in agents:
        agent.bind(variant)
    seats = (num_games, variant.num_seats)
    result = MatchResult(
        payoff=np.zeros(seats, dtype=np.float32),
        winners=np.zeros(seats, dtype=bool),
        forfeits=np.zeros(seats, dtype=bool),
        ending=np.zeros(num_games, dtype=np.int8),
        steps=np.zeros(num_games, dtype=np.int64),
        rounds=np.zeros(num_games, dtype=np.int64),
        decisions=np.zeros(seats, dtype=np.int64),
    )
    for first in range(0, num_games, batch):
        numbers = np.arange(first, min(first + batch, num_games))
        table = _Table(variant, agents, schedule, numbers, result, on_fault, clock or Clock(), watcher, recorder)
        while table.num_running:
            ended = table.step()
            if ended and progress is not None:
                progress(ended)
    result.faults.sort(key=lambda entry: (entry.game, entry.seat))
    return result


class _Table:
    """Games that are played side by side.

    Ended games stay where they are, asked nothing, until they are a quarter of the batch: copying records costs more than
    stepping over them.

    Attributes:
        games: records `[game]`.
        numbers: int64 `[game]`: of the games in the schedule and in the result.
        is_running: bool `[game]`.
    """

    def __init__(
        self,
        variant: Variant,
        agents: Sequence[Agent],
        schedule: Schedule,
        numbers: np.ndarray,
        result: MatchResult,
        on_fault: FaultRule,
        clock: Clock,
        watcher: Watcher | None,
        recorder: Recorder | None,
    ) -> None:
        self.variant, self.agents, self.result = variant, agents, result
        self.numbers, self.on_fault, self.clock, self.watcher, self.recorder = numbers, on_fault, clock, watcher, recorder
        self.steps = 0
        self.first = int(numbers[0])
        self.line_up = schedule.line_up[numbers]
        self.keys = keys_of_rows(schedule.keys[numbers], variant.num_seats)
        self.games = variant.new_games(len(numbers))
        variant.reset(self.games, schedule.seeds[numbers])
        self._show()
        self.is_running = np.ones(len(numbers), dtype=bool)
        self.at_fault: dict[tuple[int, int], Fault] = {}  # of this step, by number of the game and seat
        self.memories: list[Memory] = []
        self.failed: dict[int, Fault] = {}  # agents that could not start
        for index, agent in enumerate(agents):
            memory, fault = ask_to_start(agent, index, len(numbers) * variant.num_seats, self.clock)
            self.memories.append(memory)
            if fault is not None:
                self.failed[index] = fault

    @property
    def num_running(self) -> int:
        return int(np.count_nonzero(self.is_running))

    def step(self) -> int:
        """Asks everybody who has a decision to make, plays one step, and returns how many games have ended."""
        variant, games = self.variant, self.games
        acting, legal = variant.acting(games), variant.legal(games)
        acting &= self.is_running[:, None]
        observations: dict[ObservationKind, np.ndarray] = {}
        actions = np.zeros(acting.shape, dtype=np.int64)
        for index, agent in enumerate(self.agents):
            game, seat = np.nonzero(acting & (self.line_up == index))
            if not len(game):
                continue
            if index in self.failed:
                self._note_faults(game, seat, dict.fromkeys(range(len(game)), self.failed[index]))
                continue
            if agent.observation not in observations:
                observations[agent.observation] = variant.observe(games, agent.observation)
            self._ask(index, game, seat, observations[agent.observation], legal, actions)
        self.steps += 1
        forfeited = 0
        if self.at_fault:
            forfeited = self._forfeit()
            # The actions at fault must not reach the rules, which trust them: these games leave before the step.
            actions = actions[self.is_running]
            self._compact()
        variant.step(self.games, actions)
        self._show()
        ended = forfeited + self._finish(variant.done(self.games) & self.is_running)
        if 4 * self.num_running < 3 * len(self.games):
            self._compact()
        return ended

    def _show(self) -> None:
        if self.watcher is not None and len(self.games):
            self.watcher.see(self.numbers, self.games)

    def _ask(
        self,
        index: int,
        game: np.ndarray,
        seat: np.ndarray,
        observation: np.ndarray,
        legal: np.ndarray,
        actions: np.ndarray,
    ) -> None:
        """Writes what an agent chooses for the rows (game, seat) into `actions`, or notes its faults."""
        agent, memory = self.agents[index], self.memories[index]
        numbers = self.numbers[game]
        rows = (numbers - self.first) * self.variant.num_seats + seat  # of the memory
        decisions = self.result.decisions[numbers, seat]
        question = Question(
            observation[game, seat],
            legal[game, seat],
            None if memory is None else memory[rows],
            self.keys[game, seat],
            decisions,
        )
        answer = ask(agent, index, question, self.variant, self.clock, isolate=self.on_fault == "forfeit")
        chosen, faults = answer.actions, answer.faults
        is_known = chosen >= 0
        for row in np.flatnonzero(is_known & (legal[game, seat, np.where(is_known, chosen, 0)] == 0)).tolist():
            faults[row] = illegal_fault(agent, self.variant, self.games, int(game[row]), int(seat[row]), int(chosen[row]))
        if faults:
            self._note_faults(game, seat, faults)
        if memory is not None and answer.memory is not None:
            memory[rows] = answer.memory
        if self.recorder is not None:
            good = np.setdiff1d(np.arange(len(game)), list(faults))
            kept = (numbers, seat, question.observation, question.legal, chosen)
            self.recorder.note(index, *(column[good] for column in kept))
        actions[game, seat] = chosen
        self.result.decisions[numbers, seat] = decisions + 1

    def _note_faults(self, game: np.ndarray, seat: np.ndarray, faults: dict[int, Fault]) -> None:
        """Keeps the faults of some rows (game, seat) for the end of the step.

        Raises:
            IllegalActionError: faults stop the match, and this is no exception of the agent itself.
            BaseException: that exception.
        """
        if self.on_fault == "raise":
            fault = faults[min(faults)]
            if fault.cause is not None:
                raise fault.cause
            raise IllegalActionError(f"{fault.message}\n{fault.details}".strip())
        for row, fault in faults.items():
            self.at_fault[int(game[row]), int(seat[row])] = fault

    def _forfeit(self) -> int:
        """Ends the games of this step's faults; if all sides of a game were at fault, it is drawn."""
        variant, result = self.variant, self.result
        teams = np.array(variant.teams)
        games = sorted({game for game, _ in self.at_fault})
        for game in games:
            number = int(self.numbers[game])
            seats = [seat for of, seat in self.at_fault if of == game]
            result.faults.extend(GameFault(number, seat, self.at_fault[game, seat]) for seat in seats)
            is_at_fault = np.isin(np.arange(variant.num_teams), teams[seats])
            if not is_at_fault.all():
                share = np.where(is_at_fault, -1.0 / is_at_fault.sum(), 1.0 / (~is_at_fault).sum())
                result.payoff[number] = share[teams]
            result.forfeits[number] = is_at_fault[teams]
            result.ending[number] = FORFEIT
        self.at_fault = {}
        self._close(np.array(games))
        return len(games)

    def _finish(self, has_ended: np.ndarray) -> int:
        """Writes how the games ended for which `has_ended` is True; returns their number."""
        ended = np.flatnonzero(has_ended)
        if not len(ended):
            return 0
        games, numbers, variant, result = self.games[ended], self.numbers[ended], self.variant, self.result
        result.payoff[numbers] = variant.payoff(games)
        result.winners[numbers] = variant.winners(games)
        result.ending[numbers] = variant.ending(games)
        self._close(ended)
        return len(ended)

    def _close(self, ended: np.ndarray) -> None:
        numbers = self.numbers[ended]
        self.result.steps[numbers] = self.steps
        self.result.rounds[numbers] = self.variant.rounds(self.games[ended])
        self.is_running[ended] = False

    def _compact(self) -> None:
        """Drops the games that have ended."""
        for name in ("games", "numbers", "line_up", "keys"):
            setattr(self, name, getattr(self, name)[self.is_running])
        self.is_running = np.ones(len(self.numbers), dtype=bool)
