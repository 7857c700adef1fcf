"""What happens beside learning: progress bar, measurements, logs, checkpoints, and the end when the budget is spent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from stable_baselines3.common.callbacks import BaseCallback

from resonance_env.adapters.sb3 import DecisionRolloutBuffer
from resonance_env.agents.checkpoint import NetworkCard
from resonance_env.agents.network import MlpPolicy
from resonance_env.agents.policy_agent import PolicyAgent
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import UsageError
from resonance_env.core.spec import Variant
from resonance_env.eval.report import evaluate_agent
from resonance_env.eval.statistics import Estimate
from resonance_env.train.budget import Budget
from resonance_env.train.config import TrainConfig

BAR_WIDTH = 20  # columns; the rest of a line of 80 is for percentage, time, score and speed


class Monitor(BaseCallback):
    """A callback of the learner; shows, measures and saves at the pauses between updates.

    Attributes:
        progress: the bar; enter it around `learn`.
    """

    def __init__(
        self, config: TrainConfig, variant: Variant, budget: Budget, save: Callable[[], Path], console: Console
    ) -> None:
        super().__init__()
        self._config = config
        self._variant = variant
        self._budget = budget
        self._save = save
        self._console = console
        columns = (
            TextColumn("Training"),
            BarColumn(BAR_WIDTH),
            TaskProgressColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[live]}"),
        )
        self.progress = Progress(*columns, console=console)
        self._task = self.progress.add_task("training", total=1.0, live="")
        self._measured = 0
        self._saved_at = 0.0
        self._decisions = 0
        self._score: Estimate | None = None

    def _on_step(self) -> bool:
        self._budget.count_to(self.num_timesteps)
        self.progress.update(self._task, completed=self._budget.used, live=self._live())
        return not self._budget.is_time_over

    def _on_rollout_start(self) -> None:
        if (
            self._measured + 1 < self._config.measurements
            and self._budget.used >= (self._measured + 1) / self._config.measurements
        ):
            self._measured += 1
            self._measure()
        if self._budget.seconds - self._saved_at >= 60.0 * self._config.checkpoint_minutes:
            self._saved_at = self._budget.seconds
            self._save()

    def _on_rollout_end(self) -> None:
        buffer = getattr(self.model, "rollout_buffer", None)
        if not isinstance(buffer, DecisionRolloutBuffer):
            raise UsageError(f"expected a learner with a DecisionRolloutBuffer, got one with {type(buffer).__name__}")
        self._decisions += int(np.count_nonzero(buffer.is_decision))
        self.logger.record("time/decisions", self._decisions)
        self.logger.record("time/decisions_per_second", self._decisions / self._budget.seconds)

    def finish(self) -> None:
        """Takes the last measurement, when learning is over."""
        if self._config.measurements:
            self._measure()
        self.logger.dump(self.num_timesteps)
        self.progress.update(self._task, completed=1.0, live=self._live())

    def _measure(self) -> None:
        """Plays the policy as it is against random players, and shows and logs the score."""
        config = self._config
        layout = self._variant.layout(config.observation)
        with torch.device("meta"):  # draws no random numbers, which would change the training
            network = MlpPolicy(layout.size, self._variant.num_actions, NetworkCard(config.hidden, config.activation))
        network.load_state_dict(self.model.policy.state_dict(), assign=True)
        agent = PolicyAgent("policy", network, config.observation)
        report = evaluate_agent(self._variant, agent, RandomAgent(), config.measure_games, config.seed)
        self._score = report.score
        mean, low, high = report.score
        self.logger.record("score/random", mean)
        self.logger.record("score/random_low", low)
        self.logger.record("score/random_high", high)
        parts = [f"score against random {mean:.2f} ({low:.2f} to {high:.2f}; fair {report.fair:.2f})", *self._speed()]
        self._console.print(f"{self._budget.seconds / 60:5.1f} min  {', '.join(parts)}", highlight=False, soft_wrap=True)

    def _live(self) -> str:
        """Returns what stands beside the bar, short enough for a line of 80 columns."""
        score = [] if self._score is None else [f"score {self._score.mean:.2f}"]
        return ", ".join([*score, *self._speed()])

    def _speed(self) -> list[str]:
        """Returns the decisions per second, as soon as there are any."""
        return [f"{self._decisions / max(self._budget.seconds, 1e-9):,.0f} decisions/s"] if self._decisions else []
