"""Small runs on the toy game that several tests need."""

import dataclasses
import io
from pathlib import Path

import numpy as np
from rich.console import Console

from resonance_env.agents.network.checkpoint import find_checkpoint, read_checkpoint
from resonance_env.core.spec import Variant
from resonance_env.train.config import TrainConfig
from resonance_env.train.ppo.trainer import Trainer
from resonance_env.train.run.main import train_variant
from tests.small_games.hidden_sum import SPEC

VARIANT = SPEC.variant(3)
PER_UPDATE = 4 * 3 * 8  # seats times steps: no update can have more decisions


def tiny(out: Path, **changes: object) -> TrainConfig:
    """Returns a run of a few updates, on one thread."""
    config = TrainConfig(
        out=out, decisions=300, seed=4, hidden=(16,), num_games=4, rollout=8, minibatch=32, epochs=2, threads=1,
        measurements=1, measure_games=9,
    )  # fmt: skip
    return dataclasses.replace(config, **changes)  # type: ignore[arg-type]


def trainer_of(variant: Variant = VARIANT, /, **changes: object) -> Trainer:
    """Returns the trainer of a run of `tiny`, which writes nothing by itself."""
    return Trainer(tiny(Path("unused"), **changes), variant)


# All that a run can have beside the plain thing.
EVERYTHING: dict[str, object] = {
    "observation": "recall",
    "network": "set",
    "seat_width": 8,
    "hidden": (16, 16),
    "central_critic": True,
    "entropy_end": 0.001,
    "shaping": 0.2,
    "pool_share": 0.25,
    "pool_every": 2,
    "pool_size": 2,
    "pool_sampling": "recent",
    "opponents": ("random",),
    "opponent_share": 0.25,
    "magnet": 0.1,
    "teacher": "random",
    "magnet_every": 2,
}


def quiet() -> Console:
    """Returns a console that prints to nowhere."""
    return Console(file=io.StringIO(), width=200)


def run_weights(config: TrainConfig, variant: Variant = VARIANT) -> dict[str, np.ndarray]:
    """Trains, and returns the weights of the last checkpoint."""
    train_variant(config, variant, quiet())
    return read_checkpoint(find_checkpoint(config.out))[1]


def assert_same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> None:
    """Checks that weights are equal bit for bit."""
    assert one.keys() == other.keys()
    for name, array in one.items():
        np.testing.assert_array_equal(array, other[name], err_msg=name)
