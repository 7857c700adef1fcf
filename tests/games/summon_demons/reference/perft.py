"""Counts all histories of a small game; equal positions are counted once and added as often as they are reached."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.games.summon_demons.reference.game import Reference
from tests.games.summon_demons.reference.observation import state_pieces, vector
from tests.games.summon_demons.reference.sets import CardSet


class Counts(NamedTuple):
    """Nodes of a game tree below a position, itself included."""

    histories: int
    decisions: int
    chances: int

    @property
    def nodes(self) -> int:
        return self.histories + self.decisions + self.chances


def perft(card_set: CardSet, players: int, **options: Any) -> tuple[Counts, int]:
    """Returns the counts of the whole game and the number of different positions before its end."""
    known: dict[bytes, Counts] = {}

    def position(path: list[int]) -> Reference:
        game = Reference(card_set, players, explicit_chance=True, **options)
        for choice in path:
            _advance(game, choice)
        return game

    def count(path: list[int], game: Reference) -> Counts:
        if game.over:
            return Counts(1, 0, 0)
        key = bytes(vector(state_pieces(game)))
        if key not in known:
            choices = list(game.chance_outcomes()) if game.asked is None else game.legal(game.asked)
            below = []
            for choice in choices:
                further = [*path, choice]
                below.append(count(further, position(further)))
            totals = [sum(column) for column in zip(*below, strict=True)]
            is_chance = game.asked is None
            known[key] = Counts(totals[0], totals[1] + (not is_chance), totals[2] + is_chance)
        return known[key]

    return count([], position([])), len(known)


def _advance(game: Reference, choice: int) -> None:
    if game.asked is None:
        game.apply_chance(choice)
    else:
        game.step(choice)
