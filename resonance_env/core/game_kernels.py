"""What a compiled game provides for the loops over arrays of games: functions of one record, by these names.

The functions here are never called. `core/bound_loops.py` puts those of a game in their place, in `game_loops.py` and
`chance_loops.py`. `game` is a record of the game with the fields "seed" (`[2]`: low and high word), "seats", "phase", "asked"
(`[seat]`) and "explicit_chance"; `cards` is the record of its data.
"""

from typing import Any

PHASE_OVER = -1  # the value of "phase" in a game that is over
PHASE_CHANCE = -1  # its value where a game with explicit chance waits for the outcome of an event


def advance(game: Any, cards: Any) -> None:
    """Runs to the next decision of any seat, to the next stop for chance, or to the end."""
    raise NotImplementedError


def step_one(game: Any, cards: Any, actions: Any) -> None:
    """Plays the actions (`actions[seat]`) of the seats that are asked, and advances; a game that is over stays as it is."""
    raise NotImplementedError


def why_illegal(game: Any, cards: Any, seat: Any, action: Any) -> int:
    """Returns 0 if the seat may take the action, else the number of the reason why it may not."""
    raise NotImplementedError


def random_action(game: Any, cards: Any, seat: Any, low: Any, high: Any, number: Any) -> int:
    """Returns a legal action of a seat that is asked, each as likely: draw `number` of the seed for rollouts."""
    raise NotImplementedError


def write_masks(game: Any, cards: Any, out: Any) -> None:
    """Writes 1 where an action is legal, else 0, into `out[seat, action]` (int8)."""
    raise NotImplementedError


def write_asked_masks(game: Any, cards: Any, asked: Any, out: Any, start: Any) -> None:
    """Writes the masks of a bit set of seats that are asked into the rows `out[start]`, `out[start + 1]` … (int8)."""
    raise NotImplementedError


def write_rows(game: Any, cards: Any, recall: Any, asked: Any, out: Any, start: Any) -> None:
    """Writes what seats (a bit set) see, with `recall` also what they remember, to `out[start]`, `out[start + 1]` … (int8)."""
    raise NotImplementedError


def write_state(game: Any, cards: Any, out: Any) -> None:
    """Writes the full position into `out` (int8)."""
    raise NotImplementedError


def write_payoffs(game: Any, cards: Any, out: Any) -> None:
    """Writes the payoffs of a game that is over, else 0, into `out[seat]` (float32)."""
    raise NotImplementedError


def write_progress(game: Any, cards: Any, out: Any) -> None:
    """Writes how far each seat is, from 0 to 1, into `out[seat]` (float32)."""
    raise NotImplementedError


def pending_event(game: Any) -> int:
    """Returns the chance event that a game in PHASE_CHANCE waits for."""
    raise NotImplementedError


def num_outcome_codes(game: Any, cards: Any, event: Any) -> int:
    """Returns a number above all outcomes of the event."""
    raise NotImplementedError


def outcome_weight(game: Any, cards: Any, event: Any, outcome: Any) -> int:
    """Returns the integer weight of an outcome of the pending event; 0 if it cannot come."""
    raise NotImplementedError


def total_weight(game: Any, cards: Any, event: Any) -> int:
    """Returns the sum of the weights of all outcomes of the pending event."""
    raise NotImplementedError


def apply_outcome(game: Any, cards: Any, event: Any, outcome: Any) -> None:
    """Lets the pending event come out in a given way, without advancing."""
    raise NotImplementedError
