"""The curves of a run: writes them to a TensorBoard log and reads them back."""

import time
from pathlib import Path
from typing import NamedTuple

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator  # type: ignore[import-untyped]
from tensorboard.compat.proto.event_pb2 import Event, SessionLog  # type: ignore[import-untyped]
from tensorboard.compat.proto.summary_pb2 import Summary  # type: ignore[import-untyped]
from tensorboard.summary.writer.record_writer import RecordWriter  # type: ignore[import-untyped]

from resonance_env.eval.statistics import Estimate


class CurvePoint(NamedTuple):
    """A measurement in a training: the number of decisions so far, and the score."""

    decisions: int
    score: Estimate


class CurveWriter:
    """Writes curves at once, in the thread of the caller, so that a full disk raises there."""

    def __init__(self, folder: Path, first: int) -> None:
        """Starts a new file in the log.

        Args:
            folder: folder of the log.
            first: existing points from here on are superseded.

        Raises:
            OSError: it cannot be written; names `folder`.
        """
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._records = RecordWriter((folder / f"events.out.tfevents.{time.time_ns()}").open("xb"))
        except OSError as error:
            raise self._named(error) from None
        self._write(Event(wall_time=time.time(), file_version="brain.Event:2"))
        self._write(Event(wall_time=time.time(), step=first, session_log=SessionLog(status=SessionLog.START)))

    def add(self, scalars: dict[str, float], decisions: int) -> None:
        """Writes a point of each curve.

        Raises:
            OSError: it cannot be written; names the folder.
        """
        values = [Summary.Value(tag=name, simple_value=value) for name, value in scalars.items()]
        self._write(Event(wall_time=time.time(), step=decisions, summary=Summary(value=values)))

    def close(self) -> None:
        """Closes the file.

        Raises:
            OSError: buffered data cannot be written; names the folder.
        """
        try:
            self._records.close()
        except OSError as error:
            raise self._named(error) from None

    def _write(self, event: Event) -> None:
        try:
            self._records.write(event.SerializeToString())
            self._records.flush()
        except OSError as error:
            raise self._named(error) from None

    def _named(self, error: OSError) -> OSError:
        return OSError(error.errno, error.strerror or str(error), str(self._folder))


def read_scores(log: Path, against: str) -> list[CurvePoint]:
    """Returns the scores against an agent that a run has logged, in order; none if there are no measurements."""
    events = EventAccumulator(str(log)).Reload()
    names = [f"score/{against}{end}" for end in ("", "_low", "_high")]
    if names[0] not in events.Tags()["scalars"]:
        return []
    series = [events.Scalars(name) for name in names]
    return [
        CurvePoint(points[0].step, Estimate(*(float(point.value) for point in points))) for points in zip(*series, strict=True)
    ]
