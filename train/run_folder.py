"""The folder of a training run."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path
from typing import Any

import msgspec

from resonance_env.core.errors import OptionError
from resonance_env.core.files import write_atomically
from resonance_env.train.config import EXTENDABLE, TrainConfig

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

    A run that is resumed stays where it is; only its configuration is written anew.

    Raises:
        OptionError: something else is there.
        OSError: the folder cannot be written.
    """
    if config.resume:
        write_atomically(folder / RUN_FILE, json.dumps(config_as_json(config), indent=2) + "\n")
        return
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
    """Returns the configuration as plain data, without whether it was resumed."""
    data = dataclasses.asdict(config)
    del data["resume"]
    return {name: str(value) if isinstance(value, Path) else value for name, value in data.items()}


def resumed_config(config: TrainConfig) -> TrainConfig:
    """Returns the configuration of the run at `config.out`, with those options of `config` that may be given anew.

    An option that has its default value counts as not given.

    Raises:
        OptionError: there is no run, its configuration cannot be read, or an option was given that cannot change.
    """
    path = config.out / RUN_FILE
    if not is_run(config.out):
        raise OptionError(f"expected a run to resume at --out, but {config.out} has no {RUN_FILE}")
    try:
        stored = msgspec.json.decode(path.read_bytes(), type=TrainConfig, dec_hook=_as_path)
    except (OSError, msgspec.DecodeError) as error:
        raise OptionError(f"expected the configuration of a run at {path}, got something else: {error}") from None
    default = TrainConfig()
    given = {
        field.name: getattr(config, field.name)
        for field in dataclasses.fields(config)
        if getattr(config, field.name) != getattr(default, field.name)
    }
    for name, value in given.items():
        kept = getattr(stored, name)
        if name not in (*EXTENDABLE, "out", "resume") and value != kept:
            raise OptionError(
                f"expected --{name.replace('_', '-')} as it was when the run began, {kept!r}, or not at all; got {value!r}. "
                f"With --resume only {', '.join('--' + name.replace('_', '-') for name in EXTENDABLE)} may change"
            )
    return dataclasses.replace(stored, **{**given, "out": config.out, "resume": True})


def _as_path(kind: type, value: Any) -> Any:
    if kind is Path and isinstance(value, str):
        return Path(value)
    raise NotImplementedError(f"expected no {kind}")
