"""Measures the training time to a score: `python -m bench.time_to_score`.

Our trainer and sb3-contrib's MaskablePPO learn by self-play on one thread with the recipe of `bench.training`, ours also with
its own defaults and with a teacher, all with a constant learning rate. At intervals the current policy plays alone against
copies of another agent, until the lower end of its score's interval is above the fair share. Seconds are CPU time of learning;
measurements and compilation do not count.
"""

import dataclasses
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch
import tyro
from rich.console import Console
from rich.table import Table

from bench import training
from examples.train_sb3 import agent_of
from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import load, load_guide
from resonance_env.agents.network.policy_agent import PolicyAgent
from resonance_env.core.spec import Variant
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.games import DEFAULT_GAME, load_game
from resonance_env.train.config import TrainConfig
from resonance_env.train.ppo.trainer import Trainer


@dataclass(frozen=True)
class Options:
    """Trains each learner to the score and prints the time.

    Attributes:
        against: Opponents.
        seeds: Runs of each learner, with the seeds 1, 2, ...
        every: Decisions between two measurements.
        games: Games of a measurement.
        limit: CPU seconds after which a run stops.
        game: The game.
    """

    against: str = "greedy"
    seeds: int = 3
    every: int = 100_000
    games: int = 2000
    limit: float = 1800.0
    game: str = DEFAULT_GAME


class Ours:
    """Our trainer with a configuration."""

    def __init__(self, config: TrainConfig, variant: Variant) -> None:
        self.trainer = Trainer(config, variant)
        self.agent: Agent = PolicyAgent("ours", self.trainer.model.network, config.observation, load_guide=load_guide)

    def learn(self) -> int:
        before = self.trainer.decisions_learned
        self.trainer.update(1.0)
        return self.trainer.decisions_learned - before


class Theirs:
    """sb3-contrib's MaskablePPO."""

    def __init__(self, variant: Variant, seed: int) -> None:
        self._learner = training.maskable_ppo_learner(training.Options(), variant, as_it_comes=False, seed=seed)
        self.agent: Agent = agent_of(self._learner)

    def learn(self) -> int:
        counter = training.Counter()
        steps = training.Options().rollout * self._learner.n_envs
        self._learner.learn(steps, callback=counter, reset_num_timesteps=False)
        return counter.decisions


def time_to_score(options: Options, variant: Variant, learner: Ours | Theirs) -> tuple[float, int, bool]:
    """Returns CPU seconds, decisions and whether the score was reached."""
    opponent = load(options.against)
    learner.agent.bind(variant)
    learner.learn()  # for caches; counted neither as time nor as decisions, though it is learned from
    seconds, decisions, measured = 0.0, 0, 0
    while seconds < options.limit:
        start = time.process_time()
        decisions += learner.learn()
        seconds += time.process_time() - start
        if decisions >= measured + options.every:
            measured = decisions
            report = evaluate_agent(variant, learner.agent, opponent, options.games, seed=decisions)
            if report.score.low > variant.fair_score:
                return seconds, decisions, True
    return seconds, decisions, False


def main() -> None:
    options = tyro.cli(Options, description=__doc__)
    torch.set_num_threads(1)
    variant = load_game(options.game).variant()
    same_recipe = TrainConfig(num_games=training.GAMES, rollout=64, epochs=training.EPOCHS, entropy=0.01)
    learners: dict[str, Callable[[int], Ours | Theirs]] = {
        "ours, the same recipe": lambda seed: Ours(dataclasses.replace(same_recipe, seed=seed), variant),
        "ours, its defaults": lambda seed: Ours(TrainConfig(seed=seed), variant),
        "ours, its defaults and a teacher": lambda seed: Ours(TrainConfig(seed=seed, teacher="planner"), variant),
        "MaskablePPO, the same recipe": lambda seed: Theirs(variant, seed),
    }
    console = Console()
    table = Table("learner", "seed", "seconds", "decisions", title=f"above {variant.fair_score} against {options.against}")
    for seed in range(1, options.seeds + 1):
        for name, make in learners.items():
            seconds, decisions, is_reached = time_to_score(options, variant, make(seed))
            cells = (name, str(seed), f"{seconds:.0f}" if is_reached else f"more than {seconds:.0f}", f"{decisions:,}")
            console.print(*cells, sep=" | ", highlight=False)
            table.add_row(*cells)
    console.print(table)


if __name__ == "__main__":
    main()
