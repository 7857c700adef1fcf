"""Checkpoints: folders with weights (safetensors) and metadata (JSON). Nothing is ever unpickled."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

import msgspec
import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load as parse_weights, save as format_weights

from resonance_env.agents.checkpoint_metadata import CheckpointMetadata
from resonance_env.core.digest import action_digest, layout_digest
from resonance_env.core.errors import CardSetError, CheckpointError, OptionError
from resonance_env.core.files import part_of, write_through
from resonance_env.core.reading import MAX_WEIGHTS, read_file, read_json
from resonance_env.core.spec import Variant

METADATA_FILE = "metadata.json"
WEIGHTS_FILE = "weights.safetensors"
CHECKPOINTS_OF_RUN = "checkpoints"  # folder of a training run that holds its checkpoints, the newest last in name order


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
        return read_json(path, CheckpointMetadata)
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
        data = read_file(path, MAX_WEIGHTS)
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
    """Checks that the network of a checkpoint reads and answers the same as agents do in this variant.

    Other rules and another content of the cards are no obstacle: inputs and outputs mean the same if the observation layout and
    the action table have the same digests. Where a person holds several seats, the agent in each of them sees and does the same
    as if there were a person for each.

    Raises:
        CheckpointError: it does not; lists all differences.
    """
    layout = variant.layout(metadata.observation)
    is_for_game = metadata.game == variant.spec.name
    has_other_seats = not is_for_game or _seats(metadata, variant) != variant.num_seats
    pairs = {
        "game": (metadata.game, variant.spec.name),
        "players": (metadata.players, variant.players if has_other_seats else metadata.players),
        "observation size": (metadata.observation_size, layout.size),
        "observation layout": (metadata.layout, layout_digest(layout)),
        "number of actions": (metadata.num_actions, variant.num_actions),
        "action table": (metadata.actions, action_digest(variant.actions)),
    }
    if all(made == now for made, now in pairs.values()):
        return
    options = {
        f"option {name}": (metadata.options.get(name), variant.options.get(name))
        for name in sorted({*metadata.options, *variant.options})
    }
    differ = [f"{what}: {made!r}, here {now!r}" for what, (made, now) in {**pairs, **options}.items() if made != now]
    raise CheckpointError(f"the checkpoint {folder} ({METADATA_FILE}) was made for something else: {'; '.join(differ)}")


def _seats(metadata: CheckpointMetadata, variant: Variant) -> int | None:
    """Returns the number of seats that a checkpoint was trained for; None if its players and options are not here."""
    if metadata.players == variant.players:
        return variant.num_seats
    try:
        return variant.spec.variant(metadata.players, **metadata.options).num_seats
    except (OptionError, CardSetError):
        return None
