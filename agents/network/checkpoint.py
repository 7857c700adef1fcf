"""Checkpoints: folders with weights (safetensors) and metadata (JSON). Nothing is ever unpickled."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load as parse_weights
from safetensors.numpy import save as format_weights

from resonance_env.core.digest import action_digest, layout_digest
from resonance_env.core.errors import CheckpointError
from resonance_env.core.files import part_of, write_through
from resonance_env.core.spec import ObservationKind, Variant

METADATA_FILE = "metadata.json"
WEIGHTS_FILE = "weights.safetensors"
CHECKPOINTS_OF_RUN = "checkpoints"  # folder of a training run that holds its checkpoints, the newest last in name order

MAX_WIDTH = 2**16  # of a layer
_Width = Annotated[int, msgspec.Meta(ge=1, le=MAX_WIDTH)]
_Size = Annotated[int, msgspec.Meta(ge=1, le=2**31)]  # of what a network reads or writes
_Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class RepeatedBlock(msgspec.Struct, frozen=True, array_like=True):
    """The place of the rows about seats in an observation: `repeat` rows of `size` entries, from entry `start` on."""

    start: _Count
    repeat: _Size
    size: _Size


class NetworkSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The architecture of a network.

    Attributes:
        hidden: widths of the hidden layers of the trunk that policy and value share.
        activation: after each hidden layer.
        kind: "mlp" reads the observation as one row; "set" reads all seats with one encoder (`policy_network`).
        seat_width: width of that encoder.
        blocks: the blocks about each seat that it reads; only with kind "set".
        guide: the named agent whose choice is an input with every observation and is followed at first; or None.
        foresight: number of other seats for which the guide's prediction is an input.
        memory: width of the recurrent core (GRU) over the earlier decisions of a seat in a game; 0: none.
    """

    hidden: tuple[_Width, ...]
    activation: Literal["tanh", "relu"]
    kind: Literal["mlp", "set"] = "mlp"
    seat_width: _Width = 64
    blocks: tuple[RepeatedBlock, ...] = ()
    guide: str | None = None
    memory: Annotated[int, msgspec.Meta(ge=0, le=MAX_WIDTH)] = 0
    foresight: _Count = 0

    def __post_init__(self) -> None:
        """Rejects a network that cannot be built.

        Raises:
            ValueError: a set network has no blocks or no hidden layer.
        """
        if self.kind == "set" and not (self.blocks and self.hidden):
            raise ValueError('expected blocks and at least one hidden layer with kind "set"')


class MeasuredScore(msgspec.Struct, frozen=True, kw_only=True):
    """The score of a checkpoint against copies of an agent in all other seats.

    Attributes:
        score, low, high: wins and shares of draws per game, with the ends of the 95 % interval.
        fair: the score of equal players.
        games, deals, seed: of the measurement; each deal is played from all seats.
    """

    score: float
    low: float
    high: float
    fair: float
    games: int
    deals: int
    seed: int


class MeasuredGain(msgspec.Struct, frozen=True, kw_only=True):
    """The gain of the best response found against a checkpoint: a lower bound of its exploitability.

    Attributes:
        gain, low, high: score above the fair share against copies in all other seats, with the ends of the 95 % interval.
        by: name of the best responder, as in docs/best-response.md.
        games: number of games of the measurement, on other deals than those of the selection.
        options: options of the search for responders.
        beside: gains of the same search against other agents, by name.
    """

    gain: float
    low: float
    high: float
    by: str
    games: int
    options: dict[str, Any]
    beside: dict[str, float]


class TrainingRun(msgspec.Struct, frozen=True, kw_only=True):
    """A training run; `training`, `steps` and `seconds` are as in `CheckpointMetadata`."""

    training: dict[str, Any]
    steps: int
    seconds: float


class CheckpointMetadata(msgspec.Struct, frozen=True, kw_only=True):
    """The metadata of a checkpoint.

    Attributes:
        format: version of this file format.
        name: of the agent, for tables.
        game, players, options, fingerprint: of the variant that it was trained on.
        observation: kind of observation that the network reads.
        observation_size, num_actions: its inputs and outputs.
        layout, actions: digests of the observation layout and of the action table, to report which of them changed.
        network: the network.
        temperature: the temperature at which the agent plays, see `PolicyAgent`.
        weights_sha256: of the weights file.
        seed: of the training run.
        steps: decisions that the run had learned from.
        seconds: wall-clock time of training until then.
        created: when the checkpoint was written, UTC.
        training: the configuration of the run.
        earlier: the runs whose weights it started from, in order.
        versions: of the libraries.
        commit: commit of the code that trained it; empty if unknown.
        scores: measured scores, by the name of the agent in the other seats.
        best_response: the best gain found against it; None if not measured.
    """

    format: Literal[1] = 1
    name: str
    game: str
    players: int
    options: dict[str, Any]
    fingerprint: str
    observation: ObservationKind
    observation_size: _Size
    num_actions: _Size
    layout: str
    actions: str
    network: NetworkSpec
    temperature: Annotated[float, msgspec.Meta(ge=0)] = 1.0
    weights_sha256: str = ""
    seed: int
    steps: int
    seconds: float
    created: str
    training: dict[str, Any]
    earlier: tuple[TrainingRun, ...] = ()
    versions: dict[str, str]
    commit: str = ""
    scores: dict[str, MeasuredScore] = {}
    best_response: MeasuredGain | None = None

    @property
    def runs(self) -> tuple[TrainingRun, ...]:
        """All runs that trained it, in order."""
        return *self.earlier, TrainingRun(training=self.training, steps=self.steps, seconds=self.seconds)


def write_checkpoint(folder: Path, metadata: CheckpointMetadata, weights: Mapping[str, np.ndarray]) -> None:
    """Writes a checkpoint; the whole folder appears at once or not at all.

    Args:
        folder: must not exist yet.
        metadata: `weights_sha256` is filled in.
        weights: arrays by name.

    Raises:
        CheckpointError: the folder exists.
        OSError: the folder cannot be written; names `folder`.
    """
    if folder.exists():
        raise CheckpointError(f"expected a new folder for a checkpoint, but {folder} exists")
    data = format_weights({name: np.ascontiguousarray(array) for name, array in weights.items()})
    metadata = msgspec.structs.replace(metadata, weights_sha256=hashlib.sha256(data).hexdigest())
    with part_of(folder) as part:
        part.mkdir()
        write_through(part / WEIGHTS_FILE, data)
        write_through(part / METADATA_FILE, msgspec.json.format(msgspec.json.encode(metadata)) + b"\n")
        part.rename(folder)


def find_checkpoint(path: Path) -> Path:
    """Returns the folder of a checkpoint: `path` itself, or the newest checkpoint of the training run at `path`.

    Raises:
        CheckpointError: there is none.
    """
    if not path.is_dir():
        raise CheckpointError(f"expected the folder of a checkpoint or of a training run, but {path} is not a folder")
    if (path / METADATA_FILE).exists() or (path / WEIGHTS_FILE).exists():
        return path
    newest = max((file.parent for file in path.glob(f"{CHECKPOINTS_OF_RUN}/[!.]*/{METADATA_FILE}")), default=None)
    if newest is None:
        raise CheckpointError(
            f"expected {METADATA_FILE} and {WEIGHTS_FILE} in {path}, or checkpoints in {path / CHECKPOINTS_OF_RUN}; "
            "found neither"
        )
    return newest


def read_metadata(folder: Path) -> CheckpointMetadata:
    """Reads the metadata of a checkpoint.

    Raises:
        CheckpointError: it is missing or malformed.
    """
    path = folder / METADATA_FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=CheckpointMetadata)
    except OSError as error:
        raise CheckpointError(f"expected the metadata of a checkpoint at {path}: {error.strerror or error}") from None
    except msgspec.DecodeError as error:
        raise CheckpointError(f"expected the metadata of a checkpoint at {path}, got something else: {error}") from None


def read_checkpoint(folder: Path) -> tuple[CheckpointMetadata, dict[str, np.ndarray]]:
    """Reads metadata and weights.

    Raises:
        CheckpointError: a file is missing or damaged; says which and how.
    """
    metadata = read_metadata(folder)
    path = folder / WEIGHTS_FILE
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CheckpointError(f"expected the weights of a checkpoint at {path}: {error.strerror or error}") from None
    digest = hashlib.sha256(data).hexdigest()
    if digest != metadata.weights_sha256:
        raise CheckpointError(
            f"expected weights with SHA-256 {metadata.weights_sha256[:12]}… at {path}, as the metadata says; "
            f"got {len(data):,} bytes with {digest[:12]}…: the file is damaged, or belongs to another checkpoint"
        )
    try:
        return metadata, parse_weights(data)
    except SafetensorError as error:
        raise CheckpointError(f"expected weights in the safetensors format at {path}: {error}") from None


def has_weights(folder: Path, weights: Mapping[str, np.ndarray]) -> bool:
    """Returns whether a folder contains a complete checkpoint with exactly these weights."""
    try:
        _, kept = read_checkpoint(folder)
    except CheckpointError:
        return False
    return kept.keys() == weights.keys() and all(np.array_equal(array, kept[name]) for name, array in weights.items())


def check_fits(metadata: CheckpointMetadata, variant: Variant, folder: Path) -> None:
    """Checks that a checkpoint was made for this variant.

    Raises:
        CheckpointError: it was not; lists all differences.
    """
    layout = variant.layout(metadata.observation)
    pairs = {
        "game": (metadata.game, variant.spec.name),
        "players": (metadata.players, variant.players),
        "observation size": (metadata.observation_size, layout.size),
        "observation layout": (metadata.layout, layout_digest(layout)),
        "number of actions": (metadata.num_actions, variant.num_actions),
        "action table": (metadata.actions, action_digest(variant.actions)),
        "fingerprint": (metadata.fingerprint, variant.fingerprint),
    }
    if all(made == now for made, now in pairs.values()):
        return
    options = {
        f"option {name}": (metadata.options.get(name), variant.options.get(name))
        for name in sorted({*metadata.options, *variant.options})
    }
    differ = [f"{what}: {made!r}, here {now!r}" for what, (made, now) in {**pairs, **options}.items() if made != now]
    if len(differ) == 1 and metadata.fingerprint != variant.fingerprint:
        differ.append("all else agrees, so the rules or the content of the card set have changed")
    raise CheckpointError(f"the checkpoint {folder} ({METADATA_FILE}) was made for something else: {'; '.join(differ)}")
