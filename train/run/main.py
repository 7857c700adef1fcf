"""`resonance train`: checks the options, then trains, saves and measures until the budget is spent."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import torch
from rich.console import Console

from resonance_env.core.folder_lock import only_writer
from resonance_env.core.printing import say
from resonance_env.core.spec import Variant
from resonance_env.core.terminal import Stopped
from resonance_env.play.checks import check_playable
from resonance_env.train.config import TrainConfig
from resonance_env.train.config_checks import check_config
from resonance_env.train.run.folder import check_resumed, check_run_folder, resumed_config
from resonance_env.train.run.pinning import as_pinned
from resonance_env.train.run.run import Run


def train(config: TrainConfig) -> Path:
    """Trains as configured and returns the folder of the last checkpoint.

    A run is resumed with all of its options (`folder.resumed_config`), of which those in `EXTENDABLE` may change.

    Raises:
        OptionError: an option is invalid, `out` contains something else, or there is nothing to resume.
        CardSetError: the card set cannot be read.
        CheckpointError: the run to resume, or an opponent, is damaged or was made for something else.
        TrainingError: training has diverged.
        UsageError: another process writes `out`.
    """
    check_config(config)
    if config.resume:
        kept = resumed_config(config.out)
        config = as_pinned(config, kept)
        check_resumed(config, kept)
    else:
        check_run_folder(config.out, overwrite=config.overwrite)
    variant = config.variant()
    check_playable(variant)
    return train_variant(config, variant)


def train_variant(config: TrainConfig, variant: Variant, console: Console | None = None) -> Path:
    """Trains a policy for a variant and returns the folder of its last checkpoint.

    Args:
        config: `game`, `players` and the game's options in it are taken from the variant instead.
        variant: the game.
        console: where to print; default: the terminal.

    Raises:
        OptionError: `config.out` contains something else, or an option does not fit the variant.
        CheckpointError: what should be resumed, or an opponent, is damaged or made for something else.
        TrainingError: training has diverged.
        UsageError: another process writes `config.out`.
        MemoryError: there is not enough memory for these networks and games.
        Stopped: the user stopped it; a checkpoint has been written, unless no update had begun.
    """
    threads_before, precision_before = torch.get_num_threads(), torch.get_float32_matmul_precision()
    torch.set_num_threads(config.threads)
    torch.set_float32_matmul_precision("medium" if config.precision == "bfloat16" else "highest")
    try:
        with only_writer(config.out):
            run = _warmed_up(config, variant, Console() if console is None else console)
            with interrupts_wait() as is_interrupted:
                return run.go(is_interrupted)
    except RuntimeError as error:
        reason = str(error).splitlines()[0] if str(error) else ""
        if "allocate memory" not in reason and "out of memory" not in reason:
            raise
        raise MemoryError(reason) from error  # as NumPy says it
    finally:
        torch.set_num_threads(threads_before)
        torch.set_float32_matmul_precision(precision_before)


def _warmed_up(config: TrainConfig, variant: Variant, console: Console) -> Run:
    """Returns a run that is ready to train.

    Raises:
        Stopped: the user stopped it before the first update.
    """
    try:
        return Run(config, variant, console)
    except KeyboardInterrupt as error:
        kept = "the run is as it was" if config.resume else "nothing was saved, so there is nothing to resume"
        say(console, f"Stopped before the first update; {kept}")
        raise Stopped from error


@contextlib.contextmanager
def interrupts_wait() -> Iterator[threading.Event]:
    """Yields an event that the first Ctrl-C or SIGTERM sets, so that an update can finish; a second one interrupts at once."""
    is_interrupted = threading.Event()
    if threading.current_thread() is not threading.main_thread():  # only there can signals be handled
        yield is_interrupted
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def note(number: int, frame: FrameType | None) -> None:
        is_interrupted.set()
        restore()

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    for number in before:
        signal.signal(number, note)
    try:
        yield is_interrupted
    finally:
        restore()
