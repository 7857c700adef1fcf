"""A small game as the graph of its positions, to count histories and information sets and to value random play.

Equal positions are found once, and what lies below them is counted as often as they are reached.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.games.pieces import vector
from tests.games.summon_demons.reference.game import Reference
from tests.games.summon_demons.reference.observation import memory_pieces, state_pieces, table_pieces
from tests.games.summon_demons.reference.sets import CardSet


@dataclass
class Position:
    """A stop of the game, or its end."""

    asked: int | None  # the seat; None: chance, or the end
    views: tuple[bytes, ...]  # [seat] `recall` observation
    won: tuple[bool, ...]  # [seat]
    below: list[tuple[int, float, Position]]  # choice or outcome, its share in random play, what follows


class Counts(NamedTuple):
    """Nodes of a game tree below a position, itself included, and what uniform random play brings."""

    histories: int
    decisions: int
    chances: int
    wins: tuple[float, ...]  # [seat] probability that the seat wins

    @property
    def nodes(self) -> int:
        return self.histories + self.decisions + self.chances


class Enumeration:
    """All positions of a game with explicit chance."""

    def __init__(self, card_set: CardSet, players: int, **options: Any) -> None:
        self._card_set = card_set
        self._players = players
        self._options = options
        self._known: dict[bytes, Position] = {}
        self.root = self._position([])

    @property
    def positions(self) -> int:
        """Number of different positions before the end."""
        return len(self._known)

    def _position(self, path: list[int]) -> Position:
        game = Reference(self._card_set, self._players, explicit_chance=True, **self._options)
        for choice in path:
            if game.asked is None:
                game.apply_chance(choice)
            else:
                game.step(choice)
        views = tuple(bytes(vector(table_pieces(game, seat) + memory_pieces(game, seat))) for seat in range(self._players))
        if game.over:
            return Position(None, views, tuple(payoff > 0 for payoff in game.payoffs()), [])
        key = bytes(vector(state_pieces(game)))
        if key not in self._known:
            if game.asked is None:
                shares = {outcome: float(share) for outcome, share in game.chance_outcomes().items()}
            else:
                legal = game.legal(game.asked)
                shares = dict.fromkeys(legal, 1 / len(legal))
            below = [(choice, share, self._position([*path, choice])) for choice, share in shares.items()]
            self._known[key] = Position(game.asked, views, (False,) * self._players, below)
        return self._known[key]

    def counts(self) -> Counts:
        """Returns the counts of the whole tree."""
        counted: dict[int, Counts] = {}

        def count(position: Position) -> Counts:
            if not position.below:
                return Counts(1, 0, 0, tuple(map(float, position.won)))
            if id(position) not in counted:
                below = [(share, count(child)) for _, share, child in position.below]
                wins = (sum(share * child.wins[seat] for share, child in below) for seat in range(self._players))
                counted[id(position)] = Counts(
                    sum(child.histories for _, child in below),
                    sum(child.decisions for _, child in below) + (position.asked is not None),
                    sum(child.chances for _, child in below) + (position.asked is None),
                    tuple(wins),
                )
            return counted[id(position)]

        return count(self.root)

    def information_sets(self) -> list[int]:
        """Returns the number of information sets of each seat: of all that it saw anew and chose, up to a decision.

        Stops at which others decide count, if the seat sees something new; chance events are not stops.
        """
        numbers: dict[tuple[int, bytes], int] = {}  # state before and what was added -> state
        found: list[set[int]] = [set() for _ in range(self._players)]

        def added(before: int, link: bytes) -> int:
            return numbers.setdefault((before, link), len(numbers) + 1)

        def walk(position: Position, states: list[int], seen: list[bytes]) -> None:
            asked = position.asked
            if asked is not None:
                states, seen = list(states), list(seen)
                for seat, view in enumerate(position.views):
                    if seat == asked or view != seen[seat]:
                        states[seat] = added(states[seat], bytes([seat == asked]) + view)
                        seen[seat] = view
                found[asked].add(states[asked])
                seen[asked] = b""
            for choice, _, child in position.below:
                after = list(states)
                if asked is not None:
                    after[asked] = added(states[asked], bytes([choice]))
                walk(child, after, seen)

        walk(self.root, [0] * self._players, [b""] * self._players)
        return [len(states) for states in found]
