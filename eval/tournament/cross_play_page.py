"""The report of cross-play as one self-contained HTML page: a heat map, tables, and how to read them."""

from html import escape

from resonance_env.eval.pages.html import MatrixCell, interval, matrix, page, table
from resonance_env.eval.pages.svg import histogram, interval_plot
from resonance_env.eval.statistics import games_on_deals
from resonance_env.eval.tournament.cross_play import CrossPlayReport
from resonance_env.eval.tournament.cross_play_tables import (
    PARTNERS_CAPTION,
    PARTNERS_COLUMNS,
    PARTNERS_TEXT,
    others_columns,
    others_row,
    partners_row,
)
from resonance_env.eval.tournament.page import command_section, endings_table, faults_section, lengths_table
from resonance_env.eval.workers.plan import Plan


def cross_play_page(report: CrossPlayReport, plan: Plan) -> str:
    """Returns the page.

    Args:
        report: the report.
        plan: the plan of the games, for the command that plays them again.
    """
    options = ", ".join(f"{name} {value}" for name, value in report.options.items())
    title = f"{report.game}: cross-play of {len(report.agents)} agents, {report.players} players"
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="soft">{games_on_deals(report.games, report.deals)}, {len(plan.line_ups):,} line-ups in {plan.turns} '
        f"rotations; seed {report.seed}; {escape(options)}; {escape(report.fingerprint)}</p>",
        *(f'<p class="note">{escape(note)}</p>' for note in report.notes),
        *_matrix(report),
        *_partners(report),
        *_others(report),
        *_endings(report),
        *faults_section(report.faults, "it scores 0 for all seats"),
        *_reading(report),
        *command_section(plan),
    ]
    return page(title, body)


def _matrix(report: CrossPlayReport) -> list[str]:
    place = {name: number for number, name in enumerate(report.agents)}
    unit = report.score_unit or "natural score"
    cells = {
        (place[cell.agent], place[cell.partner]): MatrixCell(
            f"{cell.score.mean:.3f}",
            interval(cell.score),
            f"{cell.natural_score.mean:.2f} {unit}, {cell.games:,} games",
            heat=cell.score.mean,
        )
        for cell in report.cells
    }
    others = f"{report.seats - 1} × " if report.seats > 2 else ""
    caption = f"{report.cells[0].games:,} games per cell, the same deals in each; 1 is the maximum."
    ends = (("with itself (diagonal)", report.diagonal), ("with others (off the diagonal)", report.off_diagonal))
    rows = [(name, f"{estimate.mean:.3f}", interval(estimate)) for name, estimate in (*ends, ("gap", report.gap))]
    where = " in all other seats" if report.seats > 2 else ""
    return [
        "<h2>Scores of partners</h2>",
        f"<p>Mean score of the agent of the row with the agent of the column{where}.</p>",
        matrix(report.agents, [f"{others}{name}" for name in report.agents], cells, caption, "agent"),
        table(("mean score", "", "95 %"), rows, "Paired by deal."),
    ]


def _partners(report: CrossPlayReport) -> list[str]:
    return [
        "<h2>Each agent with itself and with others</h2>",
        interval_plot(
            {row.agent: row.cross_play for row in report.partners}, unit="score with others", reference=0.0, number="{:.2f}"
        ),
        table(PARTNERS_COLUMNS, [partners_row(row) for row in report.partners], PARTNERS_CAPTION, text_columns=PARTNERS_TEXT),
    ]


def _others(report: CrossPlayReport) -> list[str]:
    if not report.others:
        return []
    rows = [others_row(row) for row in report.others]
    return ["<h2>Other mixtures</h2>", table(others_columns(report), rows, "In every rotation around the table.")]


def _endings(report: CrossPlayReport) -> list[str]:
    return [
        "<h2>Endings and lengths</h2>",
        endings_table(report, f"{report.truncated:,} games were truncated."),
        histogram(report.length.counts, unit=report.length_unit),
        lengths_table(report, report.decisions),
    ]


def _reading(report: CrossPlayReport) -> list[str]:
    unit = f" ({escape(report.score_unit)} when a pointer rests on a cell)" if report.score_unit else ""
    points = (
        f"<b>Score</b> is the game's own, from 0 to 1{unit}. All seats have the same score: there are no winners and no fair "
        "share.",
        "<b>The diagonal</b> is self-play. Agents that agree on arbitrary conventions with themselves score high there and low "
        "elsewhere; a small gap means that they cooperate well with unknown partners.",
        "<b>Same deals.</b> Each deal is played with all line-ups in all rotations. Intervals resample whole deals, and "
        "differences are paired by deal.",
        f"<b>Methods.</b> {escape(report.method)}.",
    )
    return ["<h2>How to read this</h2>", "<ul>", *(f"<li>{point}</li>" for point in points), "</ul>"]
