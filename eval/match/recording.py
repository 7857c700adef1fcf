"""Recorded decisions: observations, masks and actions of agents, as arrays to learn from.

A tournament with `--record AGENT` writes a compressed NumPy file for each unit of work into the folder `decisions` of its run.
"""

import io
import zipfile
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from resonance_env.core.errors import UsageError
from resonance_env.core.files import write_atomically
from resonance_env.core.layout import ObservationKind
from resonance_env.core.reading import read_file
from resonance_env.core.spec import Variant

DECISIONS_FOLDER = "decisions"
MAX_DECISIONS = 2**30  # bytes of a file, unpacked; units of work write some hundred MB at most
TYPES = {
    "observation": np.int8,
    "legal": np.int8,
    "action": np.int16,
    "game": np.int64,
    "seat": np.int8,
    "payoff": np.float32,
}


class RecordedDecisions(NamedTuple):
    """Decisions, in the order of the steps in which they were made.

    Attributes:
        observation: int8 `[decision, layout.size]`.
        legal: int8 `[decision, num_actions]`.
        action: int16 `[decision]`.
        game: int64 `[decision]`: number of the game in the tournament.
        seat: int8 `[decision]`.
        payoff: float32 `[decision]`: of that seat at the end of the game.
    """

    observation: np.ndarray
    legal: np.ndarray
    action: np.ndarray
    game: np.ndarray
    seat: np.ndarray
    payoff: np.ndarray


class Recorder:
    """Records the decisions of some agents of a match."""

    def __init__(self, agents: Collection[int]) -> None:
        """Starts empty; `agents` are the indices in the match of the agents to record."""
        self._agents = agents
        self._steps: list[RecordedDecisions] = []

    def note(
        self, agent: int, game: np.ndarray, seat: np.ndarray, observation: np.ndarray, legal: np.ndarray, action: np.ndarray
    ) -> None:
        """Records the decisions of an agent in one step, if it is one of `agents`; games count from the first of the match."""
        if agent in self._agents and len(game):
            unknown = np.full(len(game), np.nan, dtype=np.float32)
            self._steps.append(
                RecordedDecisions(observation, legal, action.astype(np.int16), game, seat.astype(np.int8), unknown)
            )

    def write(self, folder: Path, first: int, payoff: np.ndarray) -> None:
        """Writes the decisions to a file in the run `folder`, completely or not at all; without decisions there is no file.

        Args:
            folder: of the run.
            first: number of the first game of the match in the tournament.
            payoff: float32 `[game, seat]`, at the end of the match.

        Raises:
            OSError: the folder cannot be written or the disk is full.
        """
        path = folder / DECISIONS_FOLDER / f"{first:08}.npz"
        if not self._steps:
            path.unlink(missing_ok=True)  # of a unit that is played again after an agent has failed
            return
        kept = RecordedDecisions(*map(np.concatenate, zip(*self._steps, strict=True)))
        kept = kept._replace(game=first + kept.game, payoff=payoff[kept.game, kept.seat])
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **kept._asdict())
        write_atomically(path, buffer.getvalue())


def read_decisions(
    folders: Sequence[Path], variant: Variant | None = None, observation: ObservationKind = "table"
) -> RecordedDecisions:
    """Reads all recorded decisions of some tournaments.

    Args:
        folders: folders of their runs, which should be finished: the last units of an interrupted run may have no games yet.
        variant: the game; the entries of the decisions must be in its ranges. None: they must only fit together.
        observation: the kind that was recorded; only with a variant.

    Raises:
        UsageError: there are none, or a file contains something else; names it.
    """
    found: list[RecordedDecisions] = []
    ranges = None if variant is None else _ranges(variant, observation)
    for folder in folders:
        files = sorted((folder / DECISIONS_FOLDER).glob("*.npz"))
        if not files:
            raise UsageError(f"expected a tournament with recorded decisions, found none in {folder / DECISIONS_FOLDER}")
        for file in files:
            found.append(_read(file))
            ranges = ranges or _loose_ranges(found[0])
            _check(found[-1], ranges, file)
    return RecordedDecisions(*map(np.concatenate, zip(*found, strict=True)))


class _Ranges(NamedTuple):
    """What entries of decisions may be.

    Attributes:
        high: int8 `[size]`, the highest entries of an observation.
        num_actions: number of actions.
        num_seats: number of seats.
    """

    high: np.ndarray
    num_actions: int
    num_seats: int


def _ranges(variant: Variant, observation: ObservationKind) -> _Ranges:
    return _Ranges(variant.layout(observation).high, variant.num_actions, variant.num_seats)


def _loose_ranges(made: RecordedDecisions) -> _Ranges:
    """Returns ranges that depend on nothing but the width of the arrays."""
    size, num_actions = (array.shape[-1] if array.ndim else 0 for array in (made.observation, made.legal))
    return _Ranges(np.full(size, np.iinfo(np.int8).max, np.int8), num_actions, np.iinfo(np.int8).max)


def _read(file: Path) -> RecordedDecisions:
    try:
        data = io.BytesIO(read_file(file, MAX_DECISIONS))
        with zipfile.ZipFile(data) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
        if unpacked > MAX_DECISIONS:
            raise ValueError(f"it unpacks to {unpacked:,} bytes, at most {MAX_DECISIONS:,} are allowed")
        with np.load(data, allow_pickle=False) as arrays:
            return RecordedDecisions(**{name: arrays[name] for name in RecordedDecisions._fields})
    except Exception as error:  # reading a damaged archive may raise anything
        raise UsageError(f"{file}: expected recorded decisions, got something else ({error})") from None


def _check(made: RecordedDecisions, ranges: _Ranges, file: Path) -> None:
    """Checks the content of a file; kernels trust it.

    Raises:
        UsageError: says what was expected; names the file.
    """
    count, size, num_actions = made.action.size, len(ranges.high), ranges.num_actions
    shapes = dict.fromkeys(TYPES, (count,)) | {"observation": (count, size), "legal": (count, num_actions)}
    for name, array in made._asdict().items():
        if array.dtype != TYPES[name] or array.shape != shapes[name]:
            raise UsageError(
                f"{file}: expected {name} of type {np.dtype(TYPES[name])} and shape {shapes[name]}, got {array.dtype} and "
                f"{array.shape}; record the tournament again"
            )
    if not count:
        raise UsageError(f"{file}: expected at least one recorded decision, got none; record the tournament again")
    _check_entries(made, ranges, file)
    in_range = (made.action >= 0) & (made.action < num_actions)
    is_legal = in_range & (made.legal[np.arange(count), np.where(in_range, made.action, 0)] != 0)
    if not is_legal.all():
        row = int(np.argmin(is_legal))
        raise UsageError(
            f"{file}: expected legal actions, got {made.action[row]} in row {row}, where "
            f"{np.flatnonzero(made.legal[row]).tolist()} are legal; record the tournament again"
        )


def _check_entries(made: RecordedDecisions, ranges: _Ranges, file: Path) -> None:
    """Checks that all entries are in their ranges; a negative observation is a large one.

    Raises:
        UsageError: some are not; names the column and the file.
    """
    outside = {
        "observation": (made.observation.view(np.uint8) > ranges.high.view(np.uint8)).any(),
        "legal": ((made.legal != 0) & (made.legal != 1)).any(),
        "game": (made.game < 0).any(),
        "seat": ((made.seat < 0) | (made.seat >= ranges.num_seats)).any(),
        "payoff": not np.isfinite(made.payoff).all(),
    }
    for name, is_outside in outside.items():
        if is_outside:
            raise UsageError(
                f"{file}: expected entries of {name} in the ranges of the game, got others; record the tournament again"
            )
