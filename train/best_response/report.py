"""The results of a search for best responses: as tables in the terminal, as JSON, and as a page with plots."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path

from rich.console import Console

from resonance_env.core.files import write_atomically
from resonance_env.core.printing import PlainTable, say
from resonance_env.core.spec import Variant
from resonance_env.eval.pages.html import interval, page, table
from resonance_env.eval.pages.svg import curve_plot, interval_plot
from resonance_env.eval.statistics import Estimate
from resonance_env.train.run.curves import CurvePoint

REPORT_FILE, PAGE_FILE = "report.json", "report.html"
COLUMNS = ("responder", "score", "interval", "games", "decisions", "minutes")


@dataclass(frozen=True)
class Responder:
    """A responder.

    Attributes:
        name: "warm-SEED" (started from the agent's weights), "scratch-SEED", or the name of a searcher.
        score: against copies of the agent in all other seats.
        games: number of games of the measurement.
        decisions: decisions learned from; 0 for a searcher.
        seconds: time of training, or of the games.
        checkpoint: its folder; "" for a searcher.
        curve: decisions and scores during training.
    """

    name: str
    score: Estimate
    games: int
    decisions: int
    seconds: float
    checkpoint: str
    curve: list[CurvePoint]


@dataclass(frozen=True)
class Response:
    """The responders to one agent.

    Attributes:
        agent: its name.
        responders: all responders, with their scores on the same deals.
        best: the responder with the highest score, measured again on new deals.
    """

    agent: str
    responders: list[Responder]
    best: Responder

    def gain(self, fair: float) -> Estimate:
        """Returns the best responder's score above the fair share, on new deals."""
        return Estimate(*(value - fair for value in self.best.score))


def print_response(console: Console, response: Response, variant: Variant) -> None:
    """Prints all responders to one agent, and their learning curves as text."""
    fair = variant.fair_score
    shown = PlainTable(title=f"Responders to {response.agent}; fair share {fair:.3f}")
    for column in (*COLUMNS, "while it learned"):
        is_text = column in ("responder", "while it learned")
        shown.add_column(column, justify="left" if is_text else "right", no_wrap=not is_text)
    for row in response.responders:
        shown.add_row(*_cells(row), " ".join(f"{score.mean:.2f}" for _, score in row.curve))
    console.print(shown)
    say(console, _finding(response, fair))


def print_summary(console: Console, responses: Sequence[Response], variant: Variant) -> None:
    """Prints the best gain against each agent side by side."""
    shown = PlainTable(
        title=f"Best gain over fair ({variant.fair_score:.3f}), on new deals",
        caption="A lower bound of the gain of a best response; 95 % bootstrap intervals over deals",
    )
    for column in ("against", "gain", "interval", "by"):
        shown.add_column(column, justify="right" if column in ("gain", "interval") else "left")
    for response in responses:
        gain = response.gain(variant.fair_score)
        shown.add_row(response.agent, f"{gain.mean:+.3f}", f"{gain.low:+.3f} to {gain.high:+.3f}", response.best.name)
    console.print(shown)


def write_report(folder: Path, responses: Sequence[Response], variant: Variant) -> None:
    """Writes `report.json` and `report.html`.

    Raises:
        OSError: the folder cannot be written.
    """
    fair = variant.fair_score
    data = {
        **variant.identity(),
        "fair": fair,
        "responses": [
            {
                "agent": response.agent,
                "gain": response.gain(fair)._asdict(),
                "best": _as_json(response.best),
                "responders": [_as_json(row) for row in response.responders],
            }
            for response in responses
        ],
    }
    write_atomically(folder / REPORT_FILE, json.dumps(data, indent=2) + "\n")
    gains = {response.agent: response.gain(fair) for response in responses}
    title = f"Best responses: {variant.spec.name}, {variant.players} players"
    body = [
        f"<h1>{escape(title)}</h1>",
        "<p>The gain of the best responder over the fair share, on other deals than those of its selection: "
        "a lower bound of the gain of a best response.</p>",
        interval_plot(gains, unit="gain over fair", reference=0.0, number="{:.2f}"),
        *(part for response in responses for part in _section(response, fair)),
    ]
    write_atomically(folder / PAGE_FILE, page(title, body))


def _as_json(row: Responder) -> dict[str, object]:
    curve = [{"decisions": decisions, **score._asdict()} for decisions, score in row.curve]
    return {**asdict(row), "score": row.score._asdict(), "curve": curve}


def _cells(row: Responder) -> tuple[str, ...]:
    """Returns the row of a responder, as in COLUMNS."""
    decisions = f"{row.decisions:,}" if row.decisions else ""
    return row.name, f"{row.score.mean:.3f}", interval(row.score), f"{row.games:,}", decisions, f"{row.seconds / 60:.1f}"


def _section(response: Response, fair: float) -> list[str]:
    rows = [_cells(row) for row in response.responders]
    curves = {row.name: [(decisions, score.mean) for decisions, score in row.curve] for row in response.responders if row.curve}
    return [
        f"<h2>Against {escape(response.agent)}</h2>",
        f"<p>{escape(_finding(response, fair))}</p>",
        table(COLUMNS, rows, "All responders, on the same deals; the best looks better there than it is (selection bias)."),
        *([curve_plot(curves, unit="decisions", reference=fair)] if curves else []),
    ]


def _finding(response: Response, fair: float) -> str:
    best, gain = response.best, response.gain(fair)
    text = (
        f"Best response to {response.agent}: {best.name} scores {best.score.mean:.3f} ({interval(best.score)}) on new deals, "
        f"in {best.games:,} games; {gain.mean:+.3f} over fair ({gain.low:+.3f} to {gain.high:+.3f})"
    )
    return text + ("; playing like the others would gain 0" if gain.mean < 0.0 else "")
