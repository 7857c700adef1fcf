"""Writes into the card of a shipped checkpoint what `resonance best-response` found against it.

resonance best-response resonance-4-recall --out runs/response
python -m resonance_env.train.ship_response resonance-4-recall runs/response
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import msgspec
import tyro

from resonance_env.agents.checkpoint import CARD_FILE, MeasuredGain, read_card
from resonance_env.agents.loading import shipped_checkpoints
from resonance_env.core.errors import CheckpointError
from resonance_env.core.files import write_atomically
from resonance_env.train.best_response import SEARCH_FILE
from resonance_env.train.best_response_report import REPORT_FILE

# Options of the search that are not kept: paths, and what the card says itself.
NOT_KEPT = ("out", "agent", "version", "fingerprint", "weights", "threads")


@dataclass(frozen=True)
class ShipResponseConfig:
    """Keeps the best gain against a shipped checkpoint in its card."""

    name: tyro.conf.Positional[str]
    """Of the checkpoint."""

    response: tyro.conf.Positional[Path]
    """Folder of the search for best responses to it."""


def ship_response(config: ShipResponseConfig) -> MeasuredGain:
    """Writes the gain into the card and returns it.

    Raises:
        CheckpointError: no such checkpoint is shipped, or the search was made against other weights.
        OSError: the folder holds no finished search.
    """
    folders = shipped_checkpoints()
    if config.name not in folders:
        raise CheckpointError(f"expected a shipped checkpoint, one of {', '.join(folders)}; got {config.name!r}")
    folder = folders[config.name]
    card = read_card(folder)
    options = json.loads((config.response / SEARCH_FILE).read_bytes())
    if options["weights"] != card.weights_sha256:
        raise CheckpointError(
            f"expected a search against the weights of {config.name!r}, {card.weights_sha256[:8]}; "
            f"that in {config.response} was against {options['weights'][:8] or options['agent']}"
        )
    found, *others = json.loads((config.response / REPORT_FILE).read_bytes())["responses"]
    gain = MeasuredGain(
        gain=found["gain"]["mean"],
        low=found["gain"]["low"],
        high=found["gain"]["high"],
        by=found["best"]["name"],
        games=found["best"]["games"],
        options={name: value for name, value in options.items() if name not in NOT_KEPT},
        beside={other["agent"]: other["gain"]["mean"] for other in others},
    )
    card = msgspec.structs.replace(card, best_response=gain)
    write_atomically(folder / CARD_FILE, msgspec.json.format(msgspec.json.encode(card)) + b"\n")
    return gain


if __name__ == "__main__":
    print(ship_response(tyro.cli(ShipResponseConfig)))
