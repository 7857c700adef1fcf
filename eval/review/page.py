"""A review as one self-contained HTML page: how to read it, a graph, the costliest decisions, and every decision."""

from html import escape

from resonance_env.eval.pages.html import page, table
from resonance_env.eval.pages.svg import curve_plot
from resonance_env.eval.review.review import ActionReview, DecisionReview, PositionReview, Review
from resonance_env.eval.review.words import amount, cost_text, with_error


def review_page(review: Review) -> str:
    """Returns the page."""
    title = f"Review of a game of {review.title}"
    options = ", ".join(f"{name} {value}" for name, value in review.options.items())
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="soft">{review.players} players; {escape(options)}; {escape(review.fingerprint)}; reviewed by '
        f"{escape(review.by)}, played out by {escape(review.playouts)} {review.worlds} times, seed {review.seed}</p>",
        *_players(review),
        *_graph(review),
        *_costliest(review),
        "<h2>Every decision</h2>",
        *(part for position in review.positions for part in _position(position, review)),
        *_reading(review),
    ]
    return page(title, body)


def _players(review: Review) -> list[str]:
    if review.holders is None:
        return []
    pairs = (f"{escape(name)}: {escape(holder)}" for name, holder in zip(review.seats, review.holders, strict=True))
    return [f"<p>{'; '.join(pairs)}</p>"]


def _graph(review: Review) -> list[str]:
    curves: dict[str, list[tuple[float, float]]] = {}
    for names, seats in sides(review).items():
        curves[names] = [(float(place.step), place.values[seats[0]]) for place in review.positions]
    number = "{:.0%}" if review.is_chance else "{:.1f}"
    return [
        f"<h2>{escape(review.unit[0].upper() + review.unit[1:])} over the game</h2>",
        curve_plot(curves, unit="step", reference=0.0, number=number),
        '<p class="soft">With all cards known, if the playing-out agent played all seats from there.</p>',
    ]


def sides(review: Review) -> dict[str, list[int]]:
    """Returns the seats whose values are equal in all positions, by their names: partners, or all in a cooperative game."""
    found: dict[tuple[float, ...], list[int]] = {}
    for seat in range(len(review.seats)):
        found.setdefault(tuple(place.values[seat] for place in review.positions), []).append(seat)
    return {" + ".join(review.seats[seat] for seat in seats): seats for seats in found.values()}


def _costliest(review: Review) -> list[str]:
    rows = [
        (review.seats[seat], str(costly.step), costly.action, costly.better, cost_text(costly.cost, costly.error, review))
        for seat in range(len(review.seats))
        for costly in review.costliest(seat)
    ]
    columns = ("seat", "step", "did", "better", "cost")
    caption = "At most five of each seat, of those that cost more than their standard error; the surest loss first."
    return ["<h2>Costliest decisions</h2>", table(columns, rows, caption, text_columns=4)]


def _position(position: PositionReview, review: Review) -> list[str]:
    real = [decision for decision in position.decisions if len(decision.actions) > 1]
    if not real:
        return []
    values = ", ".join(f"{name} {amount(value, review)}" for name, value in zip(review.seats, position.values, strict=True))
    lines = [f'<h3 id="step-{position.step}">Step {position.step}</h3>', f'<p class="soft">{escape(values)}</p>']
    for decision in real:
        lines += _decision(decision, review)
    return lines


def _decision(decision: DecisionReview, review: Review) -> list[str]:
    rows = [
        (
            action.action + (" (taken)" if action.action == decision.action else ""),
            f"{action.probability:.0%}",
            "" if action.value is None or action.error is None else with_error(action.value, action.error, review),
            action.meaning,
        )
        for action in decision.actions
    ]
    cost = cost_text(decision.cost, decision.error, review)
    verdict = "the best" if cost == "best" else f"cost {cost}"
    head = f"{review.seats[decision.seat]}: {decision.action}, {verdict}"
    columns = ("action", "probability", review.unit, "meaning")
    told = [line for action in decision.actions if action.leads_to for line in _leads_to(action)]
    return [
        f"<details><summary>{escape(head)}</summary>",
        table(columns, rows, "", is_last_long=True),
        *told,
        "</details>",
    ]


def _leads_to(action: ActionReview) -> list[str]:
    events = "".join(f"<li>{escape(line)}</li>" for line in action.leads_to)
    return [f"<p><b>{escape(action.action)}</b> leads to:</p><ul>{events}</ul>"]


def _reading(review: Review) -> list[str]:
    return [
        "<h2>How to read it</h2>",
        f"<p>The probability is how likely {escape(review.by)} takes the action. The value of an action is how the game "
        f"ends for the seat, on average over {review.worlds} positions that fit what the seat could see, the same ones for "
        f"each action, if {escape(review.playouts)} plays all seats from there. The cost is the difference to the best action. "
        "Numbers after ± are standard errors. The best of several uncertain values looks better than it is, so small costs "
        "mean little.</p>",
    ]
