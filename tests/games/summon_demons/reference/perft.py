"""Counts all histories of a small game; equal positions are counted once and added as often as they are reached."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.games.summon_demons.reference.game import Reference
from tests.games.summon_demons.reference.observation import state_pieces, vector
from tests.games.summon_demons.reference.sets import CardSet


class Counts(NamedTuple):
    """Nodes of a game tree below a position, itself included, and what uniform random play brings."""

    histories: int
    decisions: int
    chances: int
    wins: tuple[float, ...]  # [seat] probability that the seat wins

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
            return Counts(1, 0, 0, tuple(float(payoff > 0) for payoff in game.payoffs()))
        key = bytes(vector(state_pieces(game)))
        if key not in known:
            is_chance = game.asked is None
            shares = _shares(game)
            histories, decisions, chances, wins = 0, int(not is_chance), int(is_chance), [0.0] * players
            for choice, share in shares.items():
                further = [*path, choice]
                below = count(further, position(further))
                histories += below.histories
                decisions += below.decisions
                chances += below.chances
                wins = [won + share * more for won, more in zip(wins, below.wins, strict=True)]
            known[key] = Counts(histories, decisions, chances, tuple(wins))
        return known[key]

    return count([], position([])), len(known)


def _shares(game: Reference) -> dict[int, float]:
    """Returns how likely chance, or uniform play, makes each choice."""
    if game.asked is None:
        return {outcome: float(share) for outcome, share in game.chance_outcomes().items()}
    legal = game.legal(game.asked)
    return dict.fromkeys(legal, 1 / len(legal))


def _advance(game: Reference, choice: int) -> None:
    if game.asked is None:
        game.apply_chance(choice)
    else:
        game.step(choice)
