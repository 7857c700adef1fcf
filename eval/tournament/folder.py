"""The folder of a tournament: its plan, its games and its reports."""

from pathlib import Path

import msgspec

from resonance_env.core.errors import UsageError
from resonance_env.core.files import check_can_write, write_atomically
from resonance_env.core.reading import read_json
from resonance_env.eval.workers.plan import Plan

CONFIG_FILE, GAMES_FILE, REPORT_FILE, PAGE_FILE = "config.json", "games.jsonl", "report.json", "report.html"


def open_folder(folder: Path, plan: Plan) -> None:
    """Makes the folder of a tournament, or checks that it contains this one.

    Raises:
        UsageError: it contains a different tournament (names the differences), or something else.
        OSError: the folder cannot be written.
    """
    path = folder / CONFIG_FILE
    if not path.exists():
        there = sorted(entry.name for entry in folder.iterdir() if not entry.name.endswith(".part")) if folder.exists() else []
        if there:
            raise UsageError(f"expected --out to be a new folder or that of a tournament, got {folder} with {there[0]!r} in it")
        write_atomically(path, msgspec.json.format(msgspec.json.encode(plan), indent=2) + b"\n")
        return
    try:
        kept = read_plan(folder)
    except msgspec.DecodeError as error:
        raise UsageError(f"{path}: expected the plan of a tournament, got something else ({error})") from None
    # What follows from agents, kinds and game is not listed again.
    differing = [
        f"{name} {_shown(getattr(kept, name))} there, {_shown(getattr(plan, name))} here"
        for name in Plan.__struct_fields__
        if getattr(kept, name) != getattr(plan, name) and name not in ("line_ups", "sides", "unit")
    ]
    if differing:
        raise UsageError(f"{folder} holds another tournament: {'; '.join(differing)}; choose another folder with --out")
    check_can_write(folder / GAMES_FILE)


def read_plan(folder: Path) -> Plan:
    """Reads the plan of a tournament.

    Raises:
        OSError: the folder has none.
        msgspec.DecodeError: its file contains something else.
    """
    return read_json(folder / CONFIG_FILE, Plan)


def kept_seed(folder: Path) -> int | None:
    """Returns the seed of the tournament in a folder, or None if there is none."""
    try:
        return read_plan(folder).seed
    except (OSError, msgspec.DecodeError):
        return None


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
