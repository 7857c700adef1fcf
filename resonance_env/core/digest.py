"""Digests of the tables that a trained network depends on; they change if its inputs or outputs would mean something else."""

import hashlib
from collections.abc import Iterable

from resonance_env.core.actions import ActionTable
from resonance_env.core.layout import Layout

DIGITS = 12  # of 64; enough to tell versions apart, short enough to read


def layout_digest(layout: Layout) -> str:
    """Returns 12 hex digits that change with the pieces of a layout, not with their descriptions."""
    return _digest(
        f"{block.name} {block.repeat} {piece.name} {piece.shape} {piece.high}" for block in layout.blocks for piece in block
    )


def action_digest(actions: ActionTable) -> str:
    """Returns 12 hex digits that change with the names or the order of the actions."""
    return _digest(action.name for action in actions)


def fingerprint(game: str, rules_version: int, card_digest: str, actions: ActionTable, layout: Layout) -> str:
    """Returns what a network depends on: the game, the version of its rules, and digests of cards, actions and layout."""
    return f"{game}-{rules_version}-{card_digest}-{action_digest(actions)}-{layout_digest(layout)}"


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]
