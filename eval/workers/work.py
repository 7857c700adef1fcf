"""The work of a worker process: plays ranges of games of a plan and returns them as lines."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from resonance_env.agents.interface import Agent
from resonance_env.core.chance import WORD, episode_seed
from resonance_env.core.spec import Variant
from resonance_env.eval.match.game_facts import FactsSpec
from resonance_env.eval.match.match import play_match
from resonance_env.eval.match.recording import Recorder
from resonance_env.eval.match.schedule import Schedule
from resonance_env.eval.workers.game_records import encode
from resonance_env.eval.workers.plan import Plan
from resonance_env.play.faults import Clock, FailedAgent, Fault
from resonance_env.play.saved_games import GameSaver


@dataclass(frozen=True)
class Work:
    """A plan with everything needed to play it; it is sent to each process, so it must be picklable.

    Attributes:
        plan: the games.
        variant: the game.
        factories: make the agents of the plan, in its order, new for each unit.
        facts: statistics to collect for each game; None: none.
        folder: folder of the run, for recorded decisions.
    """

    plan: Plan
    variant: Variant
    factories: tuple[Callable[[], Agent], ...]
    facts: FactsSpec | None = None
    folder: Path | None = None


def play_games(
    work: Work, numbers: range, failed: Mapping[int, Fault], clock: Clock, progress: Callable[[int], None] | None = None
) -> bytes:
    """Plays some games of the plan, writes the decisions and games to be recorded, and returns the lines of the games.

    Args:
        work: the plan and its agents.
        numbers: numbers of the games.
        failed: agents whose games are forfeited, by index.
        clock: the time limit of a call.
        progress: called with the number of games that have just ended.

    Raises:
        CheckpointError: an agent can no longer be made, or does not fit the variant.
        OSError: the decisions cannot be written.
    """
    plan, schedule = work.plan, work.plan.schedule(numbers)
    watcher = None if work.facts is None else work.facts.watcher(work.variant, len(numbers))
    recorder = Recorder([plan.agents.index(name) for name in plan.recorded]) if plan.recorded else None
    saver = GameSaver(min(max(plan.saved_games - numbers.start, 0), len(numbers)))
    result = play_match(
        work.variant,
        _make_agents(work, failed),
        schedule,
        on_fault="forfeit",
        clock=clock,
        progress=progress,
        watcher=watcher,
        recorder=recorder,
        saver=saver,
    )
    if recorder is not None and work.folder is not None:
        recorder.write(work.folder, numbers.start, result.payoff)
    if work.folder is not None:
        names = [[plan.agents[agent] for agent in line_up] for line_up in schedule.line_up]
        saver.write(work.folder, numbers.start, work.variant, schedule.seeds.tolist(), names)
    return encode(work.variant, plan, numbers, schedule, result, () if watcher is None else watcher.facts())


def warm_up(work: Work, failed: Mapping[int, Fault], clock: Clock) -> None:
    """Plays a few games with all agents, so that compilation does not count against a time limit; drops their results."""
    plan = work.plan
    sides, seed = plan.num_sides, episode_seed(plan.seed, WORD, WORD - 1)
    number = math.ceil(len(plan.agents) / sides)
    by_side = np.arange(number * sides).reshape(number, sides) % len(plan.agents)
    seeds = np.array([episode_seed(seed, game, 0) for game in range(number)], dtype=np.uint64)
    schedule = Schedule(by_side[:, list(plan.sides)], seeds, seeds)
    play_match(work.variant, _make_agents(work, failed), schedule, on_fault="forfeit", clock=clock)


def _make_agents(work: Work, failed: Mapping[int, Fault]) -> list[Agent]:
    return [
        FailedAgent(work.plan.agents[index], failed[index]) if index in failed else make()
        for index, make in enumerate(work.factories)
    ]
