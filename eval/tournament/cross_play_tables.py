"""The report of cross-play as plain tables on a terminal."""

from rich.console import Console

from resonance_env.core.printing import PlainTable, say
from resonance_env.eval.pages.html import interval
from resonance_env.eval.statistics import games_on_deals
from resonance_env.eval.tournament.cross_play import AgentPartners, CrossPlayReport, TeamScore
from resonance_env.eval.tournament.tables import print_end, report_table

PARTNERS_COLUMNS = ("agent", "best partner", "worst partner", "itself", "others", "gap", "interval")
PARTNERS_TEXT = 3  # of these columns, the first ones
PARTNERS_CAPTION = "others: the agent in one seat, each other agent in all other seats, mean score; interval: of the gap, 95 %"


def print_cross_play(console: Console, report: CrossPlayReport) -> None:
    """Prints the matrix, the diagonal against the rest, partners, mixtures, endings and faults."""
    console.print(_matrix(report))
    lines = [
        f"With itself {report.diagonal.mean:.3f} ({interval(report.diagonal)}), with others {report.off_diagonal.mean:.3f} "
        f"({interval(report.off_diagonal)}): a gap of {report.gap.mean:+.3f} ({interval(report.gap)}).",
    ]
    say(console, *lines)
    console.print(_partners(report))
    if report.others:
        console.print(_others(report))
    print_end(console, report, report.decisions, report.faults, "the game ends with score 0 for all")


def _matrix(report: CrossPlayReport) -> PlainTable:
    others = f"{report.seats - 1} " if report.seats > 2 else ""
    where = " in all other seats" if report.seats > 2 else ""
    table = report_table(
        f"{report.game}, {report.players} players: {games_on_deals(report.games, report.deals)}",
        f"mean score of the agent of a row with the agent of a column{where}, and its interval: 95 %, by deal; 1 is the most",
        1,
        *("agent", *(f"{others}{name}" for name in report.agents)),
    )
    cells = {(cell.agent, cell.partner): cell.score for cell in report.cells}
    for name in report.agents:
        scores = [cells[name, partner] for partner in report.agents]
        table.add_row(name, *(f"{score.mean:.3f}\n{interval(score)}" for score in scores))
    return table


def _partners(report: CrossPlayReport) -> PlainTable:
    table = report_table("Each agent with itself and with others", PARTNERS_CAPTION, PARTNERS_TEXT, *PARTNERS_COLUMNS)
    for row in report.partners:
        table.add_row(*partners_row(row))
    return table


def _others(report: CrossPlayReport) -> PlainTable:
    table = report_table("Other mixtures", "", 1, *others_columns(report))
    for row in report.others:
        table.add_row(*others_row(row))
    return table


def partners_row(row: AgentPartners) -> tuple[str, ...]:
    """Returns the cells of an agent under `PARTNERS_COLUMNS`."""
    return (
        row.agent,
        f"{row.best_partner} {row.best.mean:.3f}",
        f"{row.worst_partner} {row.worst.mean:.3f}",
        f"{row.self_play.mean:.3f}",
        f"{row.cross_play.mean:.3f}",
        f"{row.gap.mean:+.3f}",
        interval(row.gap),
    )


def others_columns(report: CrossPlayReport) -> tuple[str, ...]:
    """Returns the columns of line-ups without a cell in the matrix."""
    return ("agents", "score", "interval", report.score_unit or "natural score")


def others_row(row: TeamScore) -> tuple[str, ...]:
    """Returns the cells of such a line-up."""
    return (", ".join(row.team), f"{row.score.mean:.3f}", interval(row.score), f"{row.natural_score.mean:.2f}")
