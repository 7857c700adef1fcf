"""Makes a checkpoint to publish: half-precision weights, and measured scores in its metadata.

python -m resonance_env.train.publish checkpoint runs/four --name resonance-4 --temperature 0.3 --games 10000
"""

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import tyro
from rich.console import Console

from resonance_env.agents.checkpoint_metadata import SELF_PLAY, CheckpointMetadata, MeasuredScore
from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import SHIPPED, load_guide, load_program, shipped_checkpoints
from resonance_env.agents.network.checkpoint import (
    CHECKPOINTS_OF_RUN,
    METADATA_FILE,
    find_checkpoint,
    read_checkpoint,
    write_checkpoint,
)
from resonance_env.agents.network.policy_agent import PolicyAgent, network_with
from resonance_env.core.errors import CheckpointError, OptionError
from resonance_env.core.files import write_atomically
from resonance_env.core.folder_lock import only_writer
from resonance_env.core.printing import say
from resonance_env.core.spec import Variant
from resonance_env.eval.match.match import play_match
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.eval.match.schedule import seated_games
from resonance_env.eval.match.self_play import evaluate_self_play
from resonance_env.eval.statistics import bootstrap
from resonance_env.games import load_game


@dataclass(frozen=True)
class PublishConfig:
    """Measures the newest checkpoint of a run and writes it with its scores, in half precision, where published ones lie."""

    run: tyro.conf.Positional[Path]
    """Folder of the training run, or of one of its checkpoints."""

    name: str
    """Name of the published agent."""

    temperature: float = 1.0
    """Temperature at which it plays by default."""

    against: tuple[str, ...] = ("random", "greedy", "planner")
    """Agents that hold all other seats, one kind after the other."""

    games: int = 10_000
    """Games against each."""

    seed: int = 20_000
    """Seed of the deals; not one with which the training was measured."""

    commit: str | None = None
    """Commit of the code that trained it; by default that of the checkout, which must have no uncommitted changes."""

    out: Path = SHIPPED
    """Folder in which the checkpoint's folder is created; the name must be new there."""


def publish_checkpoint(config: PublishConfig) -> Path:
    """Writes the checkpoint and returns its folder.

    Raises:
        CheckpointError: there is no checkpoint, it is damaged, or one of this name is there already.
        OptionError: an agent is unknown or cannot play, or the commit is not given and cannot be determined.
        UsageError: another process writes there.
    """
    folder = config.out / config.name
    with only_writer(folder):
        _publish(config, folder, Console())
    return folder


def _publish(config: PublishConfig, folder: Path, console: Console) -> None:
    if folder.exists():
        raise CheckpointError(f"expected a new --name, but {folder} exists; remove it, or choose another name")
    metadata, weights = read_checkpoint(find_checkpoint(config.run))
    commit = commit_of(Path(__file__).resolve().parent) if config.commit is None else config.commit
    metadata = msgspec.structs.replace(
        metadata,
        name=config.name,
        temperature=config.temperature,
        commit=commit,
        training=_without_places(metadata.training),
        earlier=tuple(msgspec.structs.replace(run, training=_without_places(run.training)) for run in metadata.earlier),
    )
    half = {name: array.astype(np.float16) for name, array in weights.items()}
    network = network_with(metadata.network, metadata.observation_size, metadata.num_actions, half, config.run)
    agent = PolicyAgent(config.name, network, metadata.observation, temperature=config.temperature, load_guide=load_guide)
    variant = load_game(metadata.game).variant(metadata.players, **metadata.options)
    scores = {}
    for against in (SELF_PLAY,) if variant.is_cooperative else config.against:
        scores[against] = score = measure(agent, against, variant, config.games, config.seed)
        how = "in self-play" if score.fair is None else f"against {against}"
        say(console, f"{config.name} {how}: {score.score:.3f} ({score.low:.3f} to {score.high:.3f})")
    write_checkpoint(folder, msgspec.structs.replace(metadata, scores=scores), half)


def _without_places(training: dict[str, Any]) -> dict[str, Any]:
    """Returns the configuration of a run without paths of the machine that trained it."""
    kept = training | {name: _without_place(training[name]) for name in ("out", "start_from", "teacher") if training.get(name)}
    for name in ("opponents", "measure_against", "demonstrations"):
        if training.get(name):
            kept[name] = [_without_place(folder) for folder in training[name]]
    return kept


def _without_place(text: str) -> str:
    """Returns a name unchanged, and the folder of a run or of one of its checkpoints as a path under `runs`."""
    path = Path(text)
    if path.name == text:
        return text
    if path.parent.name == CHECKPOINTS_OF_RUN:
        return f"runs/{path.parent.parent.name}/{CHECKPOINTS_OF_RUN}/{path.name}"
    return f"runs/{path.name}"


def commit_of(folder: Path) -> str:
    """Returns the commit of the checkout that a folder lies in.

    Raises:
        OptionError: there is none, git is not installed, or tracked files have uncommitted changes.
    """
    command = ["git", "-C", str(folder), "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty"]
    try:
        commit = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        raise OptionError(
            f"expected --commit, of the code that trained the checkpoint, since {folder} is in no git checkout"
        ) from None
    if commit.endswith("-dirty"):
        raise OptionError(f"expected --commit, of the code that trained the checkpoint, since {folder} has uncommitted changes")
    return commit


def measure(agent: Agent, against: str, variant: Variant, games: int, seed: int) -> MeasuredScore:
    """Returns the score of an agent against copies of another one; in a cooperative game, with them as partners.

    Args:
        agent: plays one seat (in teams, one side), of each deal in turn.
        against: name of the agent in all other seats; in a cooperative game `SELF_PLAY` stands for the agent itself.
        variant: the game.
        games: number of games, rounded up to whole deals.
        seed: of deals and agents.
    """
    fair = None
    if not variant.is_cooperative:
        report = evaluate_agent(variant, agent, load_program(against), games, seed)
        score, fair, games, deals = report.score, report.fair, report.games, report.deals
    elif against == SELF_PLAY:
        score, deals = evaluate_self_play(variant, agent, games, seed).score, games
    else:
        seats = variant.num_seats
        deals = -(-games // seats)
        games = deals * seats
        schedule = seated_games([(0, *[1] * (seats - 1))], range(seats), seed, range(games))
        result = play_match(variant, [agent, load_program(against)], schedule)
        score = bootstrap(result.score.reshape(deals, seats).mean(axis=1), seed)
    return MeasuredScore(
        score=score.mean,
        low=score.low,
        high=score.high,
        fair=fair,
        games=games,
        deals=deals,
        seed=seed,
        rules_version=variant.rules_version,
    )


def shipped_folder(name: str) -> Path:
    """Returns the folder of a published checkpoint.

    Raises:
        CheckpointError: there is none of this name.
    """
    folders = shipped_checkpoints()
    if name not in folders:
        raise CheckpointError(f"expected a published checkpoint, one of {', '.join(folders)}; got {name!r}")
    return folders[name]


def keep_metadata(folder: Path, metadata: CheckpointMetadata) -> None:
    """Rewrites the metadata of a checkpoint."""
    write_atomically(folder / METADATA_FILE, msgspec.json.format(msgspec.json.encode(metadata)) + b"\n")
