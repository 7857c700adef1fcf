"""A training run from its start, or from its saved state, to its end: updates, measurements, checkpoints."""

import contextlib
import platform
import shutil
import threading
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from rich.console import Console

from resonance_env import __version__
from resonance_env.agents.checkpoint_metadata import CheckpointMetadata
from resonance_env.agents.loading import load_program
from resonance_env.agents.network.checkpoint import CHECKPOINTS_OF_RUN, has_weights, write_checkpoint
from resonance_env.core.digest import action_digest, layout_digest
from resonance_env.core.printing import say
from resonance_env.core.spec import Variant
from resonance_env.core.terminal import Stopped
from resonance_env.play.zero_shot import differences
from resonance_env.train.config import TrainConfig
from resonance_env.train.ppo.trainer import Trainer
from resonance_env.train.run.budget import Budget
from resonance_env.train.run.folder import TENSORBOARD, config_as_json, start_run_folder
from resonance_env.train.run.monitor import Monitor
from resonance_env.train.run.pinning import pin_agents
from resonance_env.train.run.state import RESUME_FILE, Progress, restore_run, save_run

LIBRARIES = ("numpy", "numba", "torch", "safetensors")


class Run:
    """A trainer with its budget, display and folder."""

    def __init__(self, config: TrainConfig, variant: Variant, console: Console) -> None:
        """Makes the trainer and the folder, or restores them; checks all options before writing anything.

        Raises:
            OptionError: `config.out` contains something else, or an option does not fit.
            CheckpointError: the run to resume, or an opponent, is damaged or was made for something else.
        """
        if not config.resume:
            config = pin_agents(config)
        self.config = config
        self.variant = variant
        self.console = console
        self.budget = Budget(config.decisions, 60.0 * config.minutes)
        self.trainer = Trainer(config, variant)
        others = (*config.opponents, config.teacher, config.guide, None if config.resume else config.start_from)
        say(console, *differences(variant, [load_program(name) for name in others if name is not None]), style="yellow")
        self.monitor = Monitor(config, variant, self.budget, config.out / TENSORBOARD, console)
        self._state = config.out / RESUME_FILE
        progress = Progress()
        if config.resume:
            progress = restore_run(self._state, self.trainer)
        start_run_folder(config.out, config)
        self.budget.decisions = self.trainer.decisions_learned
        self.monitor.warm_up(self.trainer)
        self.budget.start(progress.seconds)
        # With a larger budget, a smaller share of it is spent than before.
        self.monitor.measurements = min(progress.measurements, self.budget.passed(config.measurements))
        self._saved_at = self.budget.seconds

    def go(self, is_interrupted: threading.Event) -> Path:
        """Trains until the budget is spent and returns the folder of the last checkpoint.

        Raises:
            Stopped: the event was set; a checkpoint has been written.
            TrainingError: it has diverged; earlier checkpoints are kept.
            OSError: checkpoint, state or log cannot be written; names it. If it is the log, the others have been written.
        """
        was_over = self.budget.is_over
        if was_over:
            folder = self.save()
            spent = f"{self.budget.decisions:,} decisions in {self.budget.seconds / 60:.1f} minutes"
            say(
                self.console,
                f"The budget of this run is spent ({spent}); --minutes and --decisions count from its start. "
                f"The agent is {folder}",
            )
            return folder
        with self.monitor:
            while not self.budget.is_over:
                scalars = self.trainer.update(self.budget.progress_remaining)
                self.budget.decisions = self.trainer.decisions_learned
                with self._saved_on_failure():
                    self.monitor.after_update(self.trainer, scalars)
                if is_interrupted.is_set():
                    say(self.console, f"Stopped; the agent so far is {self.save()}; go on with --resume")
                    raise Stopped
                if self.budget.seconds - self._saved_at >= 60.0 * self.config.checkpoint_minutes:
                    self.save()
            with self._saved_on_failure():
                self.monitor.finish(self.trainer)
        folder = self.save()
        minutes, decisions = self.budget.seconds / 60, self.budget.decisions
        say(self.console, f"Trained {decisions:,} decisions in {minutes:.1f} minutes; the agent is {folder}")
        return folder

    def save(self) -> Path:
        """Writes a checkpoint, unless the same one exists, and the state for `--resume`; returns its folder.

        A checkpoint with other weights is replaced: it stems from an earlier part of the run whose state was lost.
        """
        self._saved_at = self.budget.seconds
        folder = self.config.out / CHECKPOINTS_OF_RUN / f"step-{self.budget.decisions:012}"
        weights = {name: tensor.cpu().numpy() for name, tensor in self.trainer.model.network.state_dict().items()}
        if folder.exists() and not has_weights(folder, weights):
            shutil.rmtree(folder)
        if not folder.exists():
            write_checkpoint(folder, self._metadata(), weights)
        save_run(self._state, self.trainer, Progress(self.budget.seconds, self.monitor.measurements))
        return folder

    @contextlib.contextmanager
    def _saved_on_failure(self) -> Iterator[None]:
        """Saves the run if its log cannot be written."""
        try:
            yield
        except OSError:
            self.save()
            raise

    def _metadata(self) -> CheckpointMetadata:
        config, variant = self.config, self.variant
        layout = variant.layout(config.observation)
        return CheckpointMetadata(
            name=config.out.resolve().name,
            **variant.identity(),
            rules_version=variant.rules_version,
            observation=config.observation,
            observation_size=layout.size,
            num_actions=variant.num_actions,
            layout=layout_digest(layout),
            actions=action_digest(variant.actions),
            network=self.trainer.model.network_spec,
            seed=config.seed,
            steps=self.budget.decisions,
            seconds=round(self.budget.seconds, 1),
            created=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            training=config_as_json(config),
            earlier=self.trainer.model.earlier,
            versions={"resonance-env": __version__, "python": platform.python_version()}
            | {library: version(library) for library in LIBRARIES},
        )
