"""Reading the curves of a run back from its TensorBoard log."""

from __future__ import annotations

from pathlib import Path

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator  # type: ignore[import-untyped]

from resonance_env.eval.statistics import Estimate
from resonance_env.train.best_response_report import CurvePoint


def read_scores(log: Path, against: str) -> list[CurvePoint]:
    """Returns the scores against an agent that a run has logged, in the order of its decisions; none if it measured none."""
    events = EventAccumulator(str(log)).Reload()
    names = [f"score/{against}{end}" for end in ("", "_low", "_high")]
    if names[0] not in events.Tags()["scalars"]:
        return []
    series = [events.Scalars(name) for name in names]
    return [
        CurvePoint(points[0].step, Estimate(*(float(point.value) for point in points))) for points in zip(*series, strict=True)
    ]
