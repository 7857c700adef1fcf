"""The display of a run: a progress bar, TensorBoard, and scores against fixed agents at intervals."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import load_guide, load_program, yardsticks
from resonance_env.agents.network.policy_agent import PolicyAgent
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.spec import Variant
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.eval.statistics import Estimate
from resonance_env.train.ppo.trainer import Trainer
from resonance_env.train.run.budget import Budget
from resonance_env.train.run.config import TrainConfig
from resonance_env.train.run.curves import CurveWriter

BAR_WIDTH = 20  # columns; the rest of a line of 80 is for percentage, time, score and speed


class Monitor:
    """Shows and logs a run; a context in which the bar is drawn and the log is open.

    Attributes:
        measurements: number of measurements taken.
    """

    def __init__(self, config: TrainConfig, variant: Variant, budget: Budget, log: Path, console: Console) -> None:
        """Loads the agents to measure against.

        Raises:
            OptionError: there is no such agent, or it cannot play this variant.
            CheckpointError: it is a damaged checkpoint, or one for something else.
        """
        self._config = config
        self._variant = variant
        self._budget = budget
        self._log_folder = log
        self._console = console
        agents = [load_program(name) for name in config.measure_against or yardsticks(variant.spec.name)]
        for agent in agents:
            agent.bind(variant)
        self._against = _by_unique_name(agents)
        columns = (
            TextColumn("Training"),
            BarColumn(BAR_WIDTH),
            TaskProgressColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[live]}"),
        )
        self.bar = Progress(*columns, console=console)
        self._task = self.bar.add_task("training", total=1.0, live="")
        self.measurements = 0
        self._scores: dict[str, Estimate] = {}
        self._speed = 0.0
        self._curves: CurveWriter | None = None

    def __enter__(self) -> Monitor:
        # A resumed run rewrites the curve from its saved state on.
        self._curves = CurveWriter(self._log_folder, self._budget.decisions + 1)
        self.bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.bar.stop()
        if self._curves is not None:
            self._curves.close()

    def warm_up(self, trainer: Trainer) -> None:
        """Lets every agent play once, so that compilation does not count as training time."""
        policy = PolicyAgent("policy", trainer.model.network, self._config.observation, load_guide=load_guide)
        for agent in (RandomAgent(), *self._against.values()):
            evaluate_agent(self._variant, policy, agent, 1, 0)

    def after_update(self, trainer: Trainer, scalars: dict[str, float]) -> None:
        """Logs an update, and measures if it is due.

        Raises:
            OSError: the log cannot be written; names its folder.
        """
        clock, learned = trainer.clock, scalars["rollout/decisions"]
        seconds = {"environment": clock.environment, "inference": clock.inference, "learning": clock.learning}
        self._speed = learned / max(sum(seconds.values()), 1e-9)
        scalars |= {"speed/decisions_per_second": self._speed}
        scalars |= {f"speed/{part}": learned / max(spent, 1e-9) for part, spent in seconds.items()}
        self._record(scalars)
        due = self._budget.passed(self._config.measurements)
        if due > self.measurements and not self._budget.is_over:
            self.measurements = due
            self.measure(trainer)
        self.bar.update(self._task, completed=self._budget.used, live=self._live())

    def finish(self, trainer: Trainer) -> None:
        """Takes the last measurement, when learning is over.

        Raises:
            OSError: the log cannot be written; names its folder.
        """
        if self._config.measurements:
            self.measurements = self._config.measurements
            self.measure(trainer)
        self.bar.update(self._task, completed=1.0, live=self._live())

    def measure(self, trainer: Trainer) -> None:
        """Plays the current policy against every fixed agent, and shows and logs the scores."""
        policy = PolicyAgent("policy", trainer.model.network, self._config.observation, load_guide=load_guide)
        parts = []
        for name, agent in self._against.items():
            report = evaluate_agent(self._variant, policy, agent, self._config.measure_games, self._config.seed)
            self._scores[name] = report.score
            mean, low, high = report.score
            self._record({f"score/{name}": mean, f"score/{name}_low": low, f"score/{name}_high": high})
            parts.append(f"{name} {mean:.2f} ({low:.2f} to {high:.2f})")
        text = f"score against {', '.join(parts)}; fair {self._variant.fair_score:.2f}; {self._speed:,.0f} decisions/s"
        self._console.print(f"{self._budget.seconds / 60:5.1f} min  {text}", highlight=False, soft_wrap=True)

    def _record(self, scalars: dict[str, float]) -> None:
        if self._curves is not None:
            self._curves.add(scalars, self._budget.decisions)

    def _live(self) -> str:
        """Returns the text beside the bar, short enough for a line of 80 columns."""
        scores = "/".join(f"{score.mean:.2f}" for score in self._scores.values())
        return ", ".join([*([f"score {scores}"] if scores else []), f"{self._speed:,.0f} decisions/s"])


def _by_unique_name(agents: list[Agent]) -> dict[str, Agent]:
    """Returns agents by the names of their curves: several agents of one name are numbered."""
    found: dict[str, Agent] = {}
    for agent in agents:
        name, number = agent.name, 1
        while name in found:
            number += 1
            name = f"{agent.name} ({number})"
        found[name] = agent
    return found
