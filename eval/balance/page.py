"""A balance report as one self-contained HTML page: tables, plots, and how to read them."""

from html import escape

from resonance_env.eval.balance.report import BalanceReport, CategoryScores
from resonance_env.eval.balance.tables import limits_text, ratio, ratio_interval, summary, value_cells, verdict
from resonance_env.eval.pages.html import page, table
from resonance_env.eval.pages.svg import histogram, interval_plot
from resonance_env.eval.statistics import games_on_deals


def balance_page(report: BalanceReport) -> str:
    """Returns the page."""
    title = f"Balance of {report.game}, {report.players} players"
    options = ", ".join(f"{name} {value}" for name, value in report.options.items())
    out = [f"{category.name} {row.value} {verdict(row)}" for category, row in report.out_of_line()]
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="soft">{games_on_deals(report.games, report.deals)} by {escape(", ".join(report.agents))}; '
        f"seed {report.seed}; {escape(options)}; {escape(report.fingerprint)}</p>",
        *(f'<p class="note">{escape(note)}</p>' for note in report.notes),
        f"<p>{escape(summary(report))}</p>",
        *([f"<p>Outside the limits: {escape(', '.join(out) or 'nothing')}.</p>"] if report.has_limits else []),
        *(part for category in report.categories for part in _category(category)),
        *_uses(report),
        *_times(report),
        "<h2>Length</h2>",
        histogram(report.length.counts, unit=report.length_unit),
        *_reading(report),
    ]
    return page(title, body)


def _category(category: CategoryScores) -> list[str]:
    rows = [value_cells(row) for row in category.values]
    columns = (category.name, "seats", "wins", "score", "95 %", "won if not drawn", "95 %", "verdict")
    known = {row.value: row.score for row in category.values if row.score is not None}
    return [
        f"<h2>By {escape(category.name)}</h2>",
        *([interval_plot(known, unit="score over the fair share", reference=1.0, number="{:.2f}")] if known else []),
        table(columns, rows, f"{category.meaning} {limits_text(category).capitalize()}."),
    ]


def _uses(report: BalanceReport) -> list[str]:
    rows = [
        (
            row.name,
            row.meaning,
            f"{row.seats:,}",
            f"{row.uses:,}",
            ratio(row.uses_per_seat),
            f"{row.users / row.seats:.0%}" if row.seats else "",
            ratio(row.score_of_users),
            ratio_interval(row.score_of_users),
        )
        for row in report.uses
    ]
    columns = ("", "meaning", "seats", "uses", "uses a seat", "users", "score of users", "95 %")
    return ["<h2>Uses</h2>", table(columns, rows, "Users used it at least once.", text_columns=2)]


def _times(report: BalanceReport) -> list[str]:
    rows = [
        (
            row.name,
            f"{row.share:.1%}",
            ratio(row.rounds),
            ratio_interval(row.rounds),
            *(f"{value:g}" for value in row.quantiles),
        )
        for row in report.times
        if row.quantiles
    ]
    columns = ("", "share of seats", "mean round", "95 %", "5 %", "25 %", "median", "75 %", "95 %")
    return ["<h2>Times</h2>", table(columns, rows, "Of seats to which it happened.")]


def _reading(report: BalanceReport) -> list[str]:
    points = (
        "<b>Score</b> 1 is balanced: the score of equal players. A draw counts as an equal share.",
        "<b>Verdicts</b> with a question mark are uncertain: the interval crosses the limit. Play more games.",
        "<b>What a seat chose</b> (a card that can be exchanged, the card at the end, a use) correlates with winning without "
        "causing it: a seat about to win exchanges nothing. Dealt cards are the fairest measure.",
        f"<b>Methods.</b> {escape(report.method)}",
    )
    return ["<h2>How to read this</h2>", "<ul>", *(f"<li>{point}</li>" for point in points), "</ul>"]
