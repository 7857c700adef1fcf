"""What a run shows: a progress bar, TensorBoard curves, and scores that are measured at intervals."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from resonance_env.agents.loading import load_guide
from resonance_env.agents.network.policy_agent import PolicyAgent
from resonance_env.core.printing import say
from resonance_env.core.spec import Variant
from resonance_env.train.config import TrainConfig
from resonance_env.train.ppo.trainer import Trainer
from resonance_env.train.run.budget import Budget
from resonance_env.train.run.curves import CurveWriter
from resonance_env.train.run.measuring import make_measurement

BAR_WIDTH = 20  # columns; the rest of a line of 80 is for percentage, time, score and speed


class Monitor:
    """Shows and logs; a context, within which the bar is drawn and the log is open.

    Attributes:
        measurements: how many of those that fall evenly over the budget are behind the run.
    """

    def __init__(self, config: TrainConfig, variant: Variant, budget: Budget, log: Path, console: Console) -> None:
        """Loads the agents to measure against.

        Raises:
            OptionError: there is no such agent, or it cannot play this variant.
            CheckpointError: it is a damaged checkpoint, or one for something else.
        """
        self._config = config
        self._budget = budget
        self._log_folder = log
        self._console = console
        self._measurement = make_measurement(config, variant)
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
        self._means: list[float] = []
        self._speed = 0.0
        self._curves: CurveWriter | None = None

    def __enter__(self) -> Monitor:
        # A run that goes on writes the curve anew from where it was saved.
        self._curves = CurveWriter(self._log_folder, self._budget.decisions + 1)
        self.bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.bar.stop()
        if self._curves is not None:
            self._curves.close()

    def warm_up(self, trainer: Trainer) -> None:
        """Lets every agent play once, so that the time of training does not include compiling."""
        self._measurement.measure(self._policy(trainer), 1)

    def after_update(self, trainer: Trainer, scalars: dict[str, float]) -> None:
        """Logs an update, and measures if it is time.

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
        """Measures the policy as it is, and shows and logs the scores."""
        measured = self._measurement.measure(self._policy(trainer), self._config.measure_games)
        self._means = measured.means
        self._record(measured.scalars)
        text = f"{measured.text}; {self._speed:,.0f} decisions/s"
        say(self._console, f"{self._budget.seconds / 60:5.1f} min  {text}")

    def _policy(self, trainer: Trainer) -> PolicyAgent:
        return PolicyAgent("policy", trainer.model.network, self._config.observation, load_guide=load_guide)

    def _record(self, scalars: dict[str, float]) -> None:
        if self._curves is not None:
            self._curves.add(scalars, self._budget.decisions)

    def _live(self) -> str:
        """Returns what stands beside the bar, short enough for a line of 80 columns."""
        scores = "/".join(f"{mean:.2f}" for mean in self._means)
        return ", ".join([*([f"score {scores}"] if scores else []), f"{self._speed:,.0f} decisions/s"])
