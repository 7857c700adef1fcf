"""The folder of a training run."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path
from typing import Any

from resonance_env.core.errors import OptionError
from resonance_env.core.files import write_atomically
from resonance_env.train.config import TrainConfig

RUN_FILE = "run.json"  # the configuration; marks a folder as a run
TENSORBOARD = "tensorboard"


def is_run(folder: Path) -> bool:
    """Returns whether a training run was written here."""
    return (folder / RUN_FILE).is_file()


def check_run_folder(folder: Path) -> None:
    """Checks that a run may be written here, without touching anything.

    Raises:
        OptionError: something else is there.
    """
    if folder.exists() and not folder.is_dir():
        raise OptionError(f"expected --out to be a folder, but {folder} is a file; choose another name")
    if folder.is_dir() and any(folder.iterdir()) and not is_run(folder):
        raise OptionError(
            f"expected --out to be new, empty or an earlier run, but {folder} holds other files and no {RUN_FILE}; "
            "choose another folder or empty this one"
        )
    previous = previous_folder(folder)
    if is_run(folder) and previous.exists() and not is_run(previous):
        raise OptionError(f"expected to keep the run at {folder} as {previous}, but that is no run; move it, or change --out")


def start_run_folder(folder: Path, config: TrainConfig) -> None:
    """Makes the folder of a new run; an earlier run there is kept as OUT.previous, the one before that is deleted.

    Raises:
        OptionError: something else is there.
        OSError: the folder cannot be written.
    """
    check_run_folder(folder)
    if is_run(folder):
        previous = previous_folder(folder)
        if previous.exists():
            shutil.rmtree(previous)
        folder.rename(previous)
    write_atomically(folder / RUN_FILE, json.dumps(config_as_json(config), indent=2) + "\n")


def previous_folder(folder: Path) -> Path:
    """Returns where an earlier run is kept."""
    return folder.with_name(folder.name + ".previous")


def config_as_json(config: TrainConfig) -> dict[str, Any]:
    """Returns the configuration as plain data."""
    return {name: str(value) if isinstance(value, Path) else value for name, value in dataclasses.asdict(config).items()}
