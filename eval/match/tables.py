"""The results of `resonance eval` as tables on a terminal."""

from resonance_env.core.printing import PlainTable
from resonance_env.eval.match.report import EvalReport
from resonance_env.eval.match.self_play import SelfPlayReport
from resonance_env.eval.statistics import Estimate, counted, games_on_deals


def result_table(report: EvalReport) -> PlainTable:
    """Returns the result in a zero-sum game."""
    table = PlainTable(
        title=f"{report.agent} against {report.against}: {report.game}, {report.players} players",
        caption=f"{games_on_deals(report.games, report.deals)}, seed {report.seed}; "
        f"intervals: {report.method}; a draw counts {report.fair:.3f}; {report.seconds:.1f} s",
    )
    for column in ("played by the agent", "score", "interval", "fair"):
        table.add_column(column, justify="left" if column == "played by the agent" else "right")
    for seat, estimate in report.seat_scores.items():
        table.add_row(seat, f"{estimate.mean:.3f}", _interval(estimate), f"{report.fair:.3f}")
    table.add_section()
    table.add_row("all", f"{report.score.mean:.3f}", _interval(report.score), f"{report.fair:.3f}", style="bold")
    table.add_section()
    rows = {"wins": report.wins, "draws": report.draws}
    rows |= {f"won by {name}": count for name, count in report.wins_by_ending.items()}
    if report.truncated:
        rows["truncated, drawn"] = report.truncated
    for name, count in rows.items():
        table.add_row(name, f"{count:,}", f"{count / report.games:.1%} of games", "")
    return table


def self_play_table(report: SelfPlayReport) -> PlainTable:
    """Returns the result in a cooperative game."""
    unit = report.score_unit or "natural score"
    table = PlainTable(
        title=f"{report.agent} with itself: {report.game}{report.measure and ' ' + report.measure}, {report.players} players",
        caption=f"{counted(report.games, 'deal')}, seed {report.seed}; "
        f"intervals: {report.method}; score 1 is the most there is; "
        f"lead: of {report.agent}, on the same deals; {report.seconds:.1f} s",
    )
    for column in ("at all seats", "score", "interval", unit, "lead", "interval"):
        table.add_column(column, justify="left" if column == "at all seats" else "right")
    natural = f"{report.natural_score.mean:.2f}"
    table.add_row(report.agent, f"{report.score.mean:.3f}", _interval(report.score), natural, "", "", style="bold")
    for name, row in report.baselines.items():
        numbers = (f"{row.score.mean:.3f}", _interval(row.score), f"{row.natural_score.mean:.2f}")
        table.add_row(f"baseline {name}", *numbers, f"{row.lead.mean:+.3f}", _interval(row.lead, "+.3f"))
    table.add_section()
    for name, count in report.endings.items():
        table.add_row(name, f"{count:,}", f"{count / report.games:.1%} of games", "", "", "")
    return table


def _interval(estimate: Estimate, style: str = ".3f") -> str:
    return f"{estimate.low:{style}} to {estimate.high:{style}}"
