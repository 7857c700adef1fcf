"""Numbers of a review as text: percent for chances to win, else the unit of the game's score."""

from resonance_env.eval.review.review import Review


def amount(value: float, review: Review) -> str:
    """Returns a value, such as "37 %" or "12.4"."""
    return f"{100 * value:.0f} %" if review.is_chance else f"{value:.1f}"


def with_error(value: float, error: float, review: Review) -> str:
    """Returns a value with its standard error, such as "37 ± 6 %"."""
    return f"{100 * value:.0f} ± {100 * error:.0f} %" if review.is_chance else f"{value:.1f} ± {error:.1f}"


def cost_text(cost: float, error: float, review: Review) -> str:
    """Returns a cost with its standard error; a decision that cost nothing is "best"."""
    return "best" if cost == 0.0 else with_error(cost, error, review)
