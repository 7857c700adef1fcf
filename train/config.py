"""The options of `resonance train`: one dataclass is configuration and command line."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import tyro

from resonance_env.core.spec import game_names


@dataclass(frozen=True)
class TrainConfig:
    """Trains one policy that plays all seats against itself (MaskablePPO), and writes checkpoints."""

    out: Path = Path("runs/latest")
    """Folder of the run: checkpoints, TensorBoard logs and this configuration. A run that is there already is kept as
    OUT.previous, and an older OUT.previous is deleted; a folder with anything else in it is refused."""

    minutes: float = 2.0
    """How long to train, in wall time without compiling."""

    steps: Annotated[int | None, tyro.conf.arg(metavar="INT")] = None
    """Stop after so many seat steps (waits included) instead, rounded up to whole rollouts of num_games x seats x rollout.
    With it the same seed gives the same weights."""

    seed: int = 0
    """Seed of deals, network and actions."""

    game: str = field(default_factory=lambda: game_names()[0])
    """The game."""

    players: Annotated[int | None, tyro.conf.arg(metavar="INT")] = None
    """Number of players; the game's usual number by default."""

    cards: Annotated[str | None, tyro.conf.arg(metavar="SET")] = None
    """Card set, a name or a file; the game's usual set by default."""

    edition: Annotated[str | None, tyro.conf.arg(metavar="NAME")] = None
    """Edition of the rules; the game's usual one by default."""

    option: Annotated[tuple[str, ...], tyro.conf.arg(metavar="NAME=VALUE"), tyro.conf.UseAppendAction] = ()
    """Another option of the game; may be repeated."""

    observation: Literal["table", "recall"] = "table"
    """What the agent sees: what lies on the table, or also what a perfect memory would know."""

    hidden: tuple[int, ...] = (128, 128)
    """Widths of the hidden layers; policy and value have a tower each."""

    activation: Literal["tanh", "relu"] = "relu"
    """What follows each hidden layer."""

    num_games: int = 32
    """Games played at a time."""

    rollout: int = 64
    """Steps of each game between two updates."""

    minibatch: int = 1024
    """Decisions in one gradient step."""

    epochs: int = 4
    """How often each decision is learned from."""

    learning_rate: float = 2e-3
    """Step size of Adam at the beginning; falls in a straight line to nothing at the end."""

    entropy: float = 0.01
    """Weight of the policy's entropy in the loss: more keeps it trying things for longer."""

    gamma: float = 1.0
    """Discount from one decision of a seat to its next; a game is short, so 1 is no danger."""

    gae_lambda: float = 0.95
    """Weight of longer returns in the advantages."""

    clip: float = 0.2
    """How far the probability of an action may move in one update, as a ratio."""

    reward: Literal["zero_sum", "win"] = "zero_sum"
    """At the end: payoffs that sum to zero, or 1 for winners and 0 for all others."""

    shaping: float = 0.0
    """Reward for progress towards winning, discounted by gamma and taken back at the end (potential-based, so what is
    optimal stays the same)."""

    threads: int = 1
    """Threads of PyTorch. With such small networks more gain little, and where other programs want the cores too they
    can be many times slower, since threads wait for each other."""

    measurements: int = 6
    """How often the score against random players is measured, evenly over the run, the last time at its end."""

    measure_games: int = 400
    """Games of each such measurement."""

    checkpoint_minutes: float = 5.0
    """Minutes between checkpoints; there is always one at the end."""
