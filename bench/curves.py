"""Plots the scores of training runs over time: `python -m bench.curves runs/four runs/five --out docs/images/curves.svg`.

Needs matplotlib (in the extra `dev`). The data comes from the TensorBoard logs of the runs: the score against each agent that a
run was measured against, with its 95 % interval.
"""

from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt
import tyro

from resonance_env.train.run.curves import read_scores
from resonance_env.train.run.folder import TENSORBOARD


@dataclass(frozen=True)
class Options:
    """Plots one panel per run.

    Attributes:
        runs: Folders of training runs.
        out: File to write; its extension sets the format.
        against: Agents that the runs were measured against.
        fair: Score of equal players, drawn as a line.
    """

    runs: tyro.conf.Positional[tuple[Path, ...]]
    out: Path
    against: tuple[str, ...] = ("random", "greedy", "planner")
    fair: float | None = None


def draw(options: Options) -> None:
    """Draws and writes the file; there is no curve for an agent that a run was not measured against."""
    figure, panels = plt.subplots(1, len(options.runs), figsize=(5 * len(options.runs), 3.6), squeeze=False, sharey=True)
    for panel, run in zip(panels[0], options.runs, strict=True):
        for number, against in enumerate(options.against):
            points = read_scores(run / TENSORBOARD, against)
            if not points:
                continue
            million, mean = [point.decisions / 1e6 for point in points], [point.score.mean for point in points]
            colour = f"C{number}"
            panel.plot(million, mean, marker=".", color=colour)
            low, high = [point.score.low for point in points], [point.score.high for point in points]
            panel.fill_between(million, low, high, color=colour, alpha=0.2, linewidth=0)
            place = {"xytext": (4, 0), "textcoords": "offset points", "va": "center"}
            panel.annotate(against, (million[-1], mean[-1]), color=colour, **place)
        if options.fair is not None:
            panel.axhline(options.fair, color="grey", linestyle=":", linewidth=1)
        panel.set(title=run.name, xlabel="million decisions learned from", ylim=(0, 1))
        panel.spines[["top", "right"]].set_visible(False)
    panels[0][0].set_ylabel("score")
    figure.tight_layout()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(options.out, metadata={"Date": None} if options.out.suffix == ".svg" else None)


if __name__ == "__main__":
    draw(tyro.cli(Options))
