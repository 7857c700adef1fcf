"""What the server tells one seat, or a spectator, of a game: the only place where a position becomes a message.

A frame of a seat depends on what that seat may know: the view of the table that the game makes for it, its own legal actions,
its own choice, and the public log. That another seat has chosen, or still has to, is in no frame, since it can reveal a hand.
"""

from typing import Any

import numpy as np

from resonance_env.core.spec import Variant


def frame(variant: Variant, games: np.ndarray, viewer: int | None, chosen: int | None = None) -> dict[str, Any]:
    """Returns a position as one seat, or with None a spectator, may know it.

    Args:
        variant: the game.
        games: an array of one record.
        viewer: the seat.
        chosen: the action that it has chosen already, which waits for others.
    """
    is_over = bool(variant.done(games)[0])
    told: dict[str, Any] = {
        "view": variant.view(games, 0, viewer),
        "text": variant.render(games, 0, viewer),
        "choices": [],
        "chosen": None if chosen is None else variant.actions.name(chosen),
        "over": is_over,
        "winners": np.flatnonzero(variant.winners(games)[0]).tolist(),
    }
    if viewer is not None and chosen is None and not is_over and variant.acting(games)[0, viewer]:
        told["choices"] = [
            {"action": variant.actions.name(code), "meaning": variant.explain_action(games, 0, viewer, code)}
            for code in np.flatnonzero(variant.legal(games)[0, viewer]).tolist()
        ]
    return told


def welcome(variant: Variant, holders: tuple[str, ...] | None, viewer: int | None) -> dict[str, Any]:
    """Returns what stays the same at a table.

    Args:
        variant: the game.
        holders: `[seat]` who plays; None where it is not known.
        viewer: the seat, or None for a spectator.
    """
    return {
        "type": "welcome",
        "game": variant.spec.name,
        "title": variant.spec.title,
        "players": variant.players,
        "options": dict(variant.options),
        "seats": list(variant.seat_names),
        "teams": list(variant.teams),
        "holders": None if holders is None else list(holders),
        "viewer": viewer,
        "primer": variant.spec.primer,
    }
