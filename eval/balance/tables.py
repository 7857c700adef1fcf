"""A balance report as plain tables on a terminal."""

from rich.console import Console

from resonance_env.core.printing import PlainTable, say
from resonance_env.eval.balance.report import BalanceReport, CategoryScores, ValueScore
from resonance_env.eval.statistics import Estimate, games_on_deals
from resonance_env.eval.workers.results import ends_in_words, length_in_words


def ratio(estimate: Estimate | None) -> str:
    """Returns a number over the fair share.

    >>> ratio(Estimate(1.0, 0.9, 1.1)), ratio(None)
    ('1.00', '')
    """
    return "" if estimate is None else f"{estimate.mean:.2f}"


def ratio_interval(estimate: Estimate | None) -> str:
    """Returns the ends of its interval."""
    return "" if estimate is None else f"{estimate.low:.2f} to {estimate.high:.2f}"


def verdict(row: ValueScore) -> str:
    """Returns the verdict as text; empty if there is no verdict.

    >>> verdict(ValueScore("card", 9, 3, None, None, "too weak", False))
    'too weak?'
    """
    if row.verdict in ("not judged", "in line"):
        return "" if row.verdict == "not judged" else row.verdict
    return row.verdict + ("" if row.is_certain else "?")


def limits_text(category: CategoryScores) -> str:
    """Returns the limits as text."""
    return "no limits" if category.limits is None else f"in line: {category.limits[0]:g} to {category.limits[1]:g}"


def summary(report: BalanceReport) -> str:
    """Returns a summary of the games as sentences."""
    draws = f"Draws: {report.draws.mean:.1%} ({report.draws.low:.1%} to {report.draws.high:.1%})."
    return f"{ends_in_words(report.endings)} {draws} {length_in_words(report.length, report.length_unit)}"


def print_balance(console: Console, report: BalanceReport) -> None:
    """Prints scores by category, uses, times, endings, and cards outside the limits."""
    say(
        console,
        f"{report.game}, {report.players} players, over {games_on_deals(report.games, report.deals)}; "
        f"agents: {', '.join(dict.fromkeys(report.agents))}. Scores and wins over the fair share {report.fair:.3f}.",
    )
    for category in report.categories:
        console.print(_category(category))
    console.print(_uses(report))
    console.print(_times(report))
    say(console, summary(report))
    out = report.out_of_line()
    for category, row in out:
        text = f"{category.name} {row.value} is {verdict(row)}: {ratio(row.score)} ({ratio_interval(row.score)})"
        say(console, text, style="red")
    if report.has_limits and not out:
        say(console, "No card is outside the limits.", style="green")
    for note in report.notes:
        say(console, f"Note: {note}", style="yellow")


def _table(title: str, caption: str, *columns: str, text_columns: int = 1) -> PlainTable:
    table = PlainTable(title=title, caption=caption)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number < text_columns else "right")
    return table


def _category(category: CategoryScores) -> PlainTable:
    caption = f"{category.meaning} {limits_text(category)}; '?': the interval crosses the limit"
    caption = caption if category.limits is not None else category.meaning
    table = _table(
        f"By {category.name}", caption, category.name, "seats", "wins", "score", "interval", "won if not drawn", "interval", ""
    )
    for row in category.values:
        table.add_row(*value_cells(row), style="red" if row.verdict in ("too strong", "too weak") else "")
    return table


def value_cells(row: ValueScore) -> tuple[str, ...]:
    """Returns a card's cells, for the terminal and the page: name, counts, scores with intervals, and verdict."""
    return (
        row.value,
        f"{row.seats:,}",
        f"{row.wins:,}",
        ratio(row.score),
        ratio_interval(row.score),
        ratio(row.won),
        ratio_interval(row.won),
        verdict(row),
    )


def _uses(report: BalanceReport) -> PlainTable:
    table = _table("Uses", "score: of seats that used it at least once", "", "uses per game", "users", "score", "interval")
    for row in report.uses:
        users = f"{row.users / row.seats:.0%}" if row.seats else ""
        score = ratio_interval(row.score_of_users)
        table.add_row(row.name, ratio(row.uses_per_seat), users, ratio(row.score_of_users), score)
    return table


def _times(report: BalanceReport) -> PlainTable:
    table = _table("Times", "rounds", "", "share of seats", "mean", "interval", "5 %", "median", "95 %")
    for row in report.times:
        ends = [f"{row.quantiles[place]:g}" for place in (0, 2, 4)] if row.quantiles else ["", "", ""]
        table.add_row(row.name, f"{row.share:.0%}", ratio(row.rounds), ratio_interval(row.rounds), *ends)
    return table
