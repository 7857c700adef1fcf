"""The report of a tournament as one self-contained HTML page: tables, plots, and how to read them."""

import shlex
from collections.abc import Sequence
from html import escape

from resonance_env.eval.match.match import FORFEIT_NAME
from resonance_env.eval.pages.html import MatrixCell, interval, matrix, page, table
from resonance_env.eval.pages.svg import histogram, interval_plot, stacked_bars
from resonance_env.eval.statistics import games_on_deals, signed
from resonance_env.eval.tournament.report import TournamentReport
from resonance_env.eval.workers.plan import Plan
from resonance_env.eval.workers.results import FaultSummary, Length, RunReport
from resonance_env.play.faults import FAULT_MEANINGS

DRAW, LOSS, OWN_FAULT, OTHERS_FAULT = "draw", "lost", "own fault", "others' fault"


def html_report(report: TournamentReport, plan: Plan) -> str:
    """Returns the page.

    Args:
        report: the report.
        plan: the plan of the games, for the command that plays them again.
    """
    title = f"{report.game}: {len(report.standings)} agents, {report.players} players"
    options = ", ".join(f"{name} {value}" for name, value in report.options.items())
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="soft">{games_on_deals(report.games, report.deals)}, {len(report.line_ups):,} line-ups '
        f"of {report.sides} sides in {report.sides} rotations; seed {report.seed}; "
        f"{escape(options)}; {escape(report.fingerprint)}</p>",
        *(f'<p class="note">{escape(note)}</p>' for note in report.notes),
        *_standings(report),
        *_pairs(report),
        *_differences(report),
        *_outcomes(report),
        *_sides(report),
        *_lengths(report),
        *faults_section(report.faults, "the side at fault has lost, the others share the win"),
        *_reading(report),
        *command_section(plan),
    ]
    return page(title, body)


def _standings(report: TournamentReport) -> list[str]:
    rows = [
        (
            row.agent,
            signed(row.rating.mean),
            row.rating.signed_interval(),
            f"{row.score.mean:.3f}",
            interval(row.score),
            f"{row.wins:,}",
            f"{row.draws:,}",
            f"{row.losses:,}",
            f"{row.sides_played:,}",
        )
        for row in report.standings
    ]
    columns = ("agent", "rating", "95 %", "score", "95 %", "wins", "draws", "losses", "sides played")
    return [
        "<h2>Standings</h2>",
        interval_plot(
            {row.agent: row.rating for row in report.standings},
            unit="rating, points",
            reference=0.0,
        ),
        table(columns, rows, f"Fair score {report.fair:.3f}, of equal players. An agent may play several sides of a game."),
    ]


def _pairs(report: TournamentReport) -> list[str]:
    if not report.pairs:
        return []
    names = [row.agent for row in report.standings]
    others = f"{report.sides - 1} × " if report.sides > 2 else ""
    cells = {
        (names.index(pair.agent), names.index(pair.against)): MatrixCell(
            f"{pair.score.mean:.3f}",
            interval(pair.score),
            f"{pair.games:,} games",
            "" if not pair.is_significant else "better" if pair.score.mean > report.fair else "worse",
        )
        for pair in report.pairs
    }
    games = report.pairs[0].games
    caption = (
        f"{games:,} games per cell. The fair share is {report.fair:.3f}; coloured cells differ from it significantly "
        f"(p below 0.05, adjusted for {len(report.pairs)} comparisons)."
    )
    return [
        "<h2>One against all others</h2>",
        "<p>Score of the agent of the row, alone against the agent of the column on all other sides.</p>",
        matrix(names, [f"{others}{name}" for name in names], cells, caption),
    ]


def _differences(report: TournamentReport) -> list[str]:
    rows = [
        (
            row.agent,
            row.than,
            f"{row.points.mean:.0f}",
            row.points.signed_interval(),
            "" if row.p is None else f"{row.p:.3f}" if row.p >= 0.001 else "below 0.001",
            "yes" if row.is_significant else "no",
        )
        for row in report.differences
    ]
    caption = f"p adjusted for {len(rows)} comparisons by Holm's method."
    columns = ("agent", "is higher than", "by points", "95 %", "p", "significant")
    return ["<h2>Significant differences</h2>", table(columns, rows, caption, text_columns=2)]


def _outcomes(report: TournamentReport) -> list[str]:
    endings = [name for name in report.endings if name != FORFEIT_NAME]
    victories = [name for name in endings if any(name in row.wins_by_ending for row in report.standings)]
    shares = {}
    for row in report.standings:
        counts = {f"won: {name}": row.wins_by_ending.get(name, 0) for name in victories}
        counts |= {DRAW: row.draws, LOSS: row.losses, OWN_FAULT: row.forfeits, OTHERS_FAULT: row.gifts}
        shares[row.agent] = {name: count / row.sides_played for name, count in counts.items()}
    kinds = [*(f"won: {name}" for name in victories), DRAW, LOSS]
    kinds += [kind for kind in (OWN_FAULT, OTHERS_FAULT) if any(share[kind] for share in shares.values())]
    truncated = f", {report.truncated:,} of them because they were truncated" if report.truncated else ""
    return [
        "<h2>Endings</h2>",
        stacked_bars(shares, kinds),
        endings_table(report, f"{report.draws:,} games were drawn{truncated}."),
    ]


def _sides(report: TournamentReport) -> list[str]:
    sides = list(dict.fromkeys(side for row in report.standings for side in row.side_scores))
    rows = [
        (row.agent, *(f"{row.side_scores[side]:.3f}" if side in row.side_scores else "" for side in sides))
        for row in report.standings
    ]
    return ["<h2>Score by seat</h2>", table(("agent", *sides), rows, "Every deal is played from every seat.")]


def _lengths(report: TournamentReport) -> list[str]:
    winning = [
        (row.agent, "" if row.mean_length_when_winning is None else f"{row.mean_length_when_winning:.1f}")
        for row in report.standings
    ]
    return [
        "<h2>Length of games</h2>",
        histogram(report.length.counts, unit=report.length_unit),
        lengths_table(report, report.decisions),
        table(("agent", f"{report.length_unit} when it wins"), winning, ""),
    ]


def lengths_table(report: RunReport, decisions: Length) -> str:
    """Returns the table of the lengths of games, in rounds and in decisions."""
    rows = [
        (name, f"{length.mean:.1f}", *(f"{value:g}" for value in length.quantiles))
        for name, length in ((report.length_unit, report.length), ("decisions of all seats", decisions))
    ]
    return table(("", "mean", "5 %", "25 %", "median", "75 %", "95 %"), rows, "Of games without a forfeit.")


def endings_table(report: RunReport, caption: str) -> str:
    """Returns the table of how often games ended in each way."""
    rows = [(name, f"{count:,}", f"{count / report.games:.1%}") for name, count in report.endings.items()]
    return table(("ending", "games", "share"), rows, caption)


def faults_section(faults: Sequence[FaultSummary], consequence: str) -> list[str]:
    """Returns the section on faults, each of which ends its game; `consequence` names the cost."""
    if not faults:
        return ["<h2>Faults</h2>", "<p>None: every agent answered every question with a legal action in time.</p>"]
    lines = ["<h2>Faults</h2>", f"<p>A fault ends the game: {consequence}.</p>"]
    head = (
        "".join(f'<th class="text">{name}</th>' for name in ("agent", "fault", "first message"))
        + "<th>games</th><th>first game</th>"
    )
    rows = "".join(
        f'<tr><td class="text">{escape(row.agent)}</td><td class="text">{escape(FAULT_MEANINGS[row.kind])}</td>'
        f'<td class="long">{escape(row.message)}</td><td>{row.games:,}</td><td>{row.first_game:,}</td></tr>'
        for row in faults
    )
    lines.append(f'<div class="wide"><table><tr>{head}</tr>{rows}</table></div>')
    for row in faults:
        if row.details:
            summary = f"{escape(row.agent)}, game {row.first_game:,}: {'position' if row.kind == 'illegal' else 'traceback'}"
            lines.append(f"<details><summary>{summary}</summary><pre>{escape(row.details)}</pre></details>")
    return lines


def _reading(report: TournamentReport) -> list[str]:
    equal = f"{report.fair:.3f}"
    points = (
        f"<b>Score</b> is wins plus draws divided by the number of sides ({report.sides}), per side played; equal players "
        f"score {equal}. A game that another side has forfeited counts as an equal share of a win.",
        "<b>Same deals.</b> Each deal is played with all line-ups in all rotations, so all agents have the same luck of "
        "cards and seats. Games on one deal are not independent, therefore intervals resample whole deals, not games.",
        "<b>Intervals</b>, each by itself, contain the true value in 95 of 100 tournaments like this one. Agents with "
        "overlapping intervals may still differ: look at the differences.",
        f"<b>Rating.</b> {escape(report.rating_model)}. In a game between one agent and others of rating 0, a rating of +100 "
        f"means that it wins {10**0.25:.2f} times as often as each of them. Ratings summarise all line-ups in one number, "
        "which is impossible where agents beat each other in a cycle, so read the pairs too.",
        "<b>Significant</b>: if there are no true differences at all, the probability of even one such finding is below 5 %. "
        "<i>Not</i> significant does not mean equal: there may be too few games.",
        f"<b>Methods.</b> {escape(report.method)}.",
    )
    return ["<h2>How to read this</h2>", "<ul>", *(f"<li>{point}</li>" for point in points), "</ul>"]


def command_section(plan: Plan) -> list[str]:
    """Returns the section with the command that plays the same games."""
    words = ["resonance", "tournament", *plan.agents]
    words += ["--game", plan.game, "--players", str(plan.players), "--games", str(plan.games), "--line-ups", *plan.kinds]
    words += ["--seconds", f"{plan.seconds:g}", "--seed", str(plan.seed)]
    for name, value in plan.options.items():
        words += ["--option", f"{name}={str(value).lower()}"] if value is not None else []
    for name in plan.recorded:
        words += ["--record", name]
    words += ["--save-games", str(plan.saved_games)] if plan.saved_games else []
    if plan.from_python:
        how = (
            f"the program that played it plays the same games with <code>seed={plan.seed}</code>, {plan.games:,} games, and "
            "the same agents, which it made itself"
        )
        return ["<h2>How to repeat it</h2>", f"<p>With version {escape(plan.version)}, {how}.</p>"]
    checkpoints = "".join(f"{name}: {digest}\n" for name, digest in plan.checkpoints.items())
    return [
        "<h2>How to repeat it</h2>",
        f"<p>With version {escape(plan.version)}, on any number of processes, this command plays the same games:</p>",
        f"<pre>{escape(shlex.join(words))}</pre>",
        *([f"<p>Checkpoints, with a digest of their files:</p><pre>{escape(checkpoints)}</pre>"] if checkpoints else []),
    ]
