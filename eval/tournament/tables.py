"""The report of a tournament as plain tables on a terminal."""

from collections.abc import Sequence

from rich.console import Console

from resonance_env.core.printing import PlainTable, say
from resonance_env.eval.pages.html import interval
from resonance_env.eval.statistics import games_on_deals, signed
from resonance_env.eval.tournament.report import TournamentReport
from resonance_env.eval.workers.results import FaultSummary, Length, RunReport, ends_in_words, length_in_words
from resonance_env.play.faults import FAULT_MEANINGS

MIN_NAME = 8  # characters of a name in a line, at least
MAX_NUMBER = 14  # characters of the widest numbers and of the words above them


def print_report(console: Console, report: TournamentReport) -> None:
    """Prints standings, pairs, differences, endings and faults."""
    console.print(_standings(report))
    if report.pairs:
        console.print(_pairs(report))
    console.print(_differences(report))
    print_end(console, report, report.decisions, report.faults, "the game ends and is lost")


def print_end(console: Console, report: RunReport, decisions: Length, faults: Sequence[FaultSummary], consequence: str) -> None:
    """Prints endings, lengths, faults and notes; `consequence` names the cost of a fault."""
    ends, length = ends_in_words(report.endings), length_in_words(report.length, report.length_unit)
    say(console, f"{ends} {length} {decisions.mean:.0f} decisions per game.")
    if faults:
        console.print(_faults(faults, f"{consequence}; tracebacks are in the report"))
    for note in report.notes:
        say(console, f"Note: {note}", style="yellow")


def report_table(title: str, caption: str, text_columns: int, *columns: str) -> PlainTable:
    """Returns an empty table whose first columns are text and whose other columns are numbers."""
    table = PlainTable(title=title, caption=caption)
    for number, column in enumerate(columns):
        is_text = number < text_columns
        # On a narrow terminal long names are wrapped, not truncated, also above columns of numbers.
        is_wide = is_text or len(column) > MAX_NUMBER
        table.add_column(
            column,
            justify="left" if is_text else "right",
            no_wrap=not is_wide,
            overflow="fold" if is_wide else "ellipsis",
            min_width=MIN_NAME if is_wide else None,
        )
    return table


def _standings(report: TournamentReport) -> PlainTable:
    table = report_table(
        f"{report.game}, {report.players} players: {games_on_deals(report.games, report.deals)}",
        f"fair score {report.fair:.3f}; intervals: 95 %, by deal",
        1,
        *("agent", "rating", "interval", "score", "interval", "draws", "faults"),
    )
    for row in report.standings:
        table.add_row(
            row.agent,
            signed(row.rating.mean),
            row.rating.signed_interval(),
            f"{row.score.mean:.3f}",
            interval(row.score),
            f"{row.draws / row.sides_played:.1%}",
            f"{row.forfeits:,}",
        )
    return table


def _pairs(report: TournamentReport) -> PlainTable:
    others = f"{report.sides - 1} " if report.sides > 2 else ""
    names = [row.agent for row in report.standings]
    table = report_table(
        "Score of the agent of a row, alone against the agent of a column on all other sides",
        f"fair score {report.fair:.3f}; * differs from it significantly",
        1,
        "agent",
        *(f"{others}{name}" for name in names),
    )
    cells = {(pair.agent, pair.against): f"{pair.score.mean:.3f}{'*' if pair.is_significant else ' '}" for pair in report.pairs}
    for name in names:
        table.add_row(name, *(cells.get((name, against), "") for against in names))
    return table


def _differences(report: TournamentReport) -> PlainTable:
    table = report_table(
        "Differences of ratings",
        f"p adjusted for {len(report.differences)} comparisons (Holm)",
        2,
        *("agent", "than", "by points", "interval", "p", "significant"),
    )
    for row in report.differences:
        p = "" if row.p is None else f"{row.p:.3f}" if row.p >= 0.001 else "< 0.001"
        interval = row.points.signed_interval()
        table.add_row(row.agent, row.than, f"{row.points.mean:.0f}", interval, p, "yes" if row.is_significant else "no")
    return table


def _faults(faults: Sequence[FaultSummary], caption: str) -> PlainTable:
    """Returns the faults of a tournament."""
    table = report_table("Faults", caption, 3, "agent", "fault", "first message", "games")
    for row in faults:
        table.add_row(row.agent, FAULT_MEANINGS[row.kind], row.message, f"{row.games:,}")
    return table
