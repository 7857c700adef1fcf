"""The folder of a training run."""

import dataclasses
import json
import shutil
from pathlib import Path
from typing import Any

import msgspec

from resonance_env.agents.network.checkpoint import CHECKPOINTS_OF_RUN
from resonance_env.core.errors import OptionError
from resonance_env.core.files import remove_parts, write_atomically
from resonance_env.core.reading import read_json
from resonance_env.train.config import EXTENDABLE, TrainConfig

RUN_FILE = "run.json"  # the configuration; marks a folder as a run
TENSORBOARD = "tensorboard"


def is_run(folder: Path) -> bool:
    """Returns whether a training run was written here."""
    return (folder / RUN_FILE).is_file()


def check_run_folder(folder: Path, *, overwrite: bool = False) -> None:
    """Checks that a new run may be written here, without changing anything.

    Args:
        folder: of the run.
        overwrite: an earlier run there may be deleted.

    Raises:
        OptionError: a run or something else is there.
    """
    if folder.name in ("", ".."):
        raise OptionError(f"expected --out to be a folder with a name of its own, got {str(folder)!r}")
    if folder.exists() and not folder.is_dir():
        raise OptionError(f"expected --out to be a folder, but {folder} is a file; choose another name")
    if folder.is_dir() and any(folder.iterdir()) and not is_run(folder):
        raise OptionError(
            f"expected --out to be new, empty or an earlier run, but {folder} holds other files and no {RUN_FILE}; "
            "choose another folder or empty this one"
        )
    if is_run(folder) and not overwrite and any((folder / CHECKPOINTS_OF_RUN).glob("*")):
        raise OptionError(
            f"expected --out to be a new folder, but {folder} holds a run; go on with it (--resume), replace it (--overwrite), "
            "or choose another folder"
        )


def start_run_folder(folder: Path, config: TrainConfig) -> None:
    """Makes the folder of a new run; an earlier run there is deleted if it has no checkpoint or `config.overwrite` says so.

    A resumed run stays in place; its configuration is rewritten, and partial files of a killed process are removed.

    Raises:
        OptionError: a run or something else is there.
        OSError: the folder cannot be written.
    """
    if config.resume:
        for place in (folder, folder / CHECKPOINTS_OF_RUN):
            remove_parts(place)
    else:
        check_run_folder(folder, overwrite=config.overwrite)
        if is_run(folder):
            shutil.rmtree(folder)
    write_atomically(folder / RUN_FILE, json.dumps(config_as_json(config), indent=2) + "\n")


def config_as_json(config: TrainConfig) -> dict[str, Any]:
    """Returns the configuration as plain data, without `resume` and `overwrite`."""
    data = dataclasses.asdict(config)
    del data["resume"], data["overwrite"]
    return {name: str(value) if isinstance(value, Path) else value for name, value in data.items()}


def resumed_config(out: Path) -> TrainConfig:
    """Returns the configuration with which the run at `out` continues.

    Raises:
        OptionError: there is no run, or its configuration cannot be read.
    """
    path = out / RUN_FILE
    if not is_run(out):
        raise OptionError(f"expected a run to resume at --out, but {out} has no {RUN_FILE}")
    try:
        kept = read_json(path, TrainConfig, _as_path)
    except (OSError, msgspec.DecodeError) as error:
        raise OptionError(f"expected the configuration of a run at {path}, got something else: {error}") from None
    return dataclasses.replace(kept, out=out, resume=True)


def check_resumed(config: TrainConfig, kept: TrainConfig) -> None:
    """Checks that only options of a run that may change have changed; `kept` is its `resumed_config`.

    Raises:
        OptionError: another option has changed.
    """
    for name, value in vars(config).items():
        if name not in EXTENDABLE and value != getattr(kept, name):
            option, *may_change = (f"--{word.replace('_', '-')}" for word in (name, *EXTENDABLE))
            raise OptionError(
                f"expected {option} as it was when the run began, {getattr(kept, name)!r}, or not at all; got {value!r}. "
                f"With --resume only {', '.join(may_change)} may change"
            )


def _as_path(kind: type, value: Any) -> Any:
    if kind is Path and isinstance(value, str):
        return Path(value)
    raise NotImplementedError(f"expected no {kind}")
