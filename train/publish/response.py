"""Writes what `resonance best-response` found against a published checkpoint into its metadata.

resonance best-response resonance-4-recall --out runs/response
python -m resonance_env.train.publish response resonance-4-recall runs/response
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import tyro

from resonance_env.agents.checkpoint_metadata import MeasuredGain
from resonance_env.agents.network.checkpoint import read_metadata
from resonance_env.core.errors import CheckpointError, OptionError
from resonance_env.core.folder_lock import only_writer
from resonance_env.core.reading import read_json
from resonance_env.train.best_response.main import SEARCH_FILE
from resonance_env.train.best_response.report import REPORT_FILE
from resonance_env.train.publish.checkpoint import keep_metadata, shipped_folder

# Options of the search that are not kept: paths, and what the metadata says itself.
NOT_KEPT = ("out", "agent", "version", "fingerprint", "rules_version", "weights", "threads")


@dataclass(frozen=True)
class ResponseConfig:
    """Adds the best gain that was found to the metadata of a published checkpoint."""

    name: tyro.conf.Positional[str]
    """Name of the checkpoint."""

    response: tyro.conf.Positional[Path]
    """Folder of the search for best responses to it."""


def publish_response(config: ResponseConfig) -> MeasuredGain:
    """Writes the gain into the metadata and returns it.

    Raises:
        CheckpointError: no such checkpoint is published, or the search was made against other weights.
        OptionError: the folder holds no finished search.
        UsageError: another process writes the checkpoint.
    """
    folder = shipped_folder(config.name)
    with only_writer(folder):
        metadata = read_metadata(folder)
        options = _read(config.response / SEARCH_FILE)
        if options["weights"] != metadata.weights_sha256:
            raise CheckpointError(
                f"expected a search against the weights of {config.name!r}, {metadata.weights_sha256[:8]}; "
                f"that in {config.response} was against {options['weights'][:8] or options['agent']}"
            )
        found, *others = _read(config.response / REPORT_FILE)["responses"]
        gain = MeasuredGain(
            gain=found["gain"]["mean"],
            low=found["gain"]["low"],
            high=found["gain"]["high"],
            by=found["best"]["name"],
            games=found["best"]["games"],
            options={name: value for name, value in options.items() if name not in NOT_KEPT},
            beside={other["agent"]: other["gain"]["mean"] for other in others},
            rules_version=options["rules_version"],
        )
        keep_metadata(folder, msgspec.structs.replace(metadata, best_response=gain))
    return gain


def _read(path: Path) -> dict[str, Any]:
    try:
        return read_json(path, dict[str, Any])
    except (OSError, msgspec.DecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise OptionError(
            f"expected the folder of a finished search by `resonance best-response`, but {path} cannot be read ({reason}); "
            "give another folder, or let the search go on to its end"
        ) from None
