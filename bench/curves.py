"""Draws how the scores of training runs rose: `python -m bench.curves runs/four runs/five --out docs/images/curves.svg`.

Needs matplotlib (in the extra `dev`). What is drawn comes from the runs' TensorBoard logs: the score against each agent that a
run was measured with, and its 95 % interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt
import tyro
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator, ScalarEvent

from resonance_env.core.errors import OptionError

SCORE = "score/"
ENDS = ("_low", "_high")


@dataclass(frozen=True)
class Options:
    """Draws one panel a run.

    Attributes:
        runs: Folders of training runs.
        out: File to write; its ending says the format.
        fair: Score of equals, drawn as a line.
    """

    runs: tyro.conf.Positional[tuple[Path, ...]]
    out: Path
    fair: float | None = None


def draw(options: Options) -> None:
    """Draws and writes the file.

    Raises:
        OptionError: a folder holds no scores.
    """
    figure, panels = plt.subplots(1, len(options.runs), figsize=(5 * len(options.runs), 3.6), squeeze=False, sharey=True)
    for panel, run in zip(panels[0], options.runs, strict=True):
        for against, points in scores(run).items():
            million = [event.step / 1e6 for event in points[""]]
            (line,) = panel.plot(million, [event.value for event in points[""]], marker=".", label=against)
            low, high = ([event.value for event in points[end]] for end in ENDS)
            panel.fill_between(million, low, high, color=line.get_color(), alpha=0.2, linewidth=0)
        if options.fair is not None:
            panel.axhline(options.fair, color="grey", linestyle=":", linewidth=1)
        panel.set(title=run.name, xlabel="million decisions learned from", ylim=(0, 1))
        panel.legend(title="against", loc="upper left", frameon=False)
        panel.spines[["top", "right"]].set_visible(False)
    panels[0][0].set_ylabel("score")
    figure.tight_layout()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(options.out, metadata={"Date": None} if options.out.suffix == ".svg" else None)


def scores(run: Path) -> dict[str, dict[str, list[ScalarEvent]]]:
    """Returns the measured scores of a run: by agent, then "", "_low" or "_high".

    Raises:
        OptionError: there are none.
    """
    log = EventAccumulator(str(run / "tensorboard")).Reload()
    names = [name for name in log.Tags()["scalars"] if name.startswith(SCORE)]
    if not names:
        raise OptionError(f"expected the folder of a training run that was measured at least once, got {run}")
    agents = [name.removeprefix(SCORE) for name in names if not name.endswith(ENDS)]
    return {agent: {end: log.Scalars(f"{SCORE}{agent}{end}") for end in ("", *ENDS)} for agent in agents}


if __name__ == "__main__":
    draw(tyro.cli(Options))
