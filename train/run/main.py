"""`resonance train`: checks the options, then trains, saves and measures until the budget is spent."""

from __future__ import annotations

import contextlib
import math
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from resonance_env.core.errors import OptionError
from resonance_env.train.config import TrainConfig

if TYPE_CHECKING:
    from rich.console import Console

    from resonance_env.core.spec import Variant


def train(config: TrainConfig) -> Path:
    """Trains as configured and returns the folder of the last checkpoint.

    A run is resumed with all of its options (`run_folder.resumed_config`), of which those in `EXTENDABLE` may change.

    Raises:
        OptionError: an option is invalid, `out` contains something else, or there is nothing to resume.
        CardSetError: the card set cannot be read.
        CheckpointError: the run to resume, or an opponent, is damaged or was made for something else.
        TrainingError: training has diverged.
    """
    # Imported here, so that `--help` and errors of use need not wait for PyTorch.
    from resonance_env.train.run.folder import check_resumed, check_run_folder, resumed_config
    from resonance_env.train.run.pinning import as_pinned

    check_config(config)
    if config.resume:
        kept = resumed_config(config.out)
        config = as_pinned(config, kept)
        check_resumed(config, kept)
    else:
        check_run_folder(config.out)
    from resonance_env.play.checks import check_playable

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
        MemoryError: there is not enough memory for these networks and games.
        KeyboardInterrupt: the user stopped it; a checkpoint has been written.
    """
    import torch
    from rich.console import Console

    from resonance_env.train.run.run import Run

    threads_before, precision_before = torch.get_num_threads(), torch.get_float32_matmul_precision()
    torch.set_num_threads(config.threads)
    torch.set_float32_matmul_precision("medium" if config.precision == "bfloat16" else "highest")
    try:
        run = Run(config, variant, Console() if console is None else console)
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


@contextlib.contextmanager
def interrupts_wait() -> Iterator[threading.Event]:
    """Yields an event that the first Ctrl-C sets, so that an update can finish; a second Ctrl-C interrupts at once."""
    is_interrupted = threading.Event()
    if threading.current_thread() is not threading.main_thread():  # only there can signals be handled
        yield is_interrupted
        return
    before = signal.getsignal(signal.SIGINT)

    def note(number: int, frame: FrameType | None) -> None:
        is_interrupted.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, note)
    try:
        yield is_interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def check_config(config: TrainConfig) -> None:
    """Checks the ranges of the numbers.

    Raises:
        OptionError: names the first that is out of range.
    """
    from resonance_env.agents.checkpoint_metadata import MAX_WIDTH

    positive = (
        "num_games", "rollout", "minibatch", "epochs", "learning_rate", "seat_width", "max_gradient", "pool_every", "pool_size",
        "magnet_every", "measure_games", "checkpoint_minutes", "clip", "threads", "minutes", "demonstration_batch",
    )  # fmt: skip
    for name in positive:
        _expect(config, name, 0 < getattr(config, name) < math.inf, "above 0 and finite")
    not_negative = (
        "entropy", "entropy_end", "value_weight", "magnet", "teacher_weight", "measurements", "shaping", "memory",
        "demonstration_weight",
    )  # fmt: skip
    for name in not_negative:
        _expect(config, name, 0 <= getattr(config, name) < math.inf, "of at least 0 and finite")
    for name in ("gamma", "gae_lambda", "pool_share", "opponent_share", "teacher_share"):
        _expect(config, name, 0 <= getattr(config, name) <= 1, "in 0 .. 1")
    if config.opponents and config.pool_share + config.opponent_share > 1:
        raise OptionError(
            f"expected --pool-share and --opponent-share of at most 1 together, "
            f"got {config.pool_share} and {config.opponent_share}"
        )
    if config.guide is not None and config.teacher is not None:
        raise OptionError("expected --guide or --teacher, got both; a guided network follows its guide from the start")
    if config.foresight and config.guide is None:
        raise OptionError("expected --foresight with --guide, whose choices it predicts")
    if config.learner_seats == "one" and not (config.opponents or config.pool_share):
        raise OptionError(
            "expected --opponents or --pool-share with --learner-seats one, got neither; alone with itself the learner holds "
            "all seats"
        )
    if config.demonstrations and config.memory:
        raise OptionError("expected --demonstrations or --memory, got both; demonstrations are drawn one decision at a time")
    for name in ("decisions", "max_cycles"):
        _expect(config, name, getattr(config, name) is None or getattr(config, name) > 0, "above 0")
    _expect(config, "seed", 0 <= config.seed < 2**32, "in 0 .. 2**32 - 1")
    _expect(config, "hidden", all(0 < width <= MAX_WIDTH for width in config.hidden), f"with widths in 1 .. {MAX_WIDTH}")
    for name in ("seat_width", "memory"):
        _expect(config, name, getattr(config, name) <= MAX_WIDTH, f"of at most {MAX_WIDTH}")


def _expect(config: TrainConfig, name: str, holds: bool, expected: str) -> None:
    if not holds:
        raise OptionError(f"expected --{name.replace('_', '-')} {expected}, got {getattr(config, name)!r}")
