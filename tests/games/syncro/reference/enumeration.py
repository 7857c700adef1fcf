"""A small game as the graph of its positions, to count its histories and stops and to value random play exactly.

Equal positions at an opportunity are found once, and what lies below them is counted as often as they are reached.
"""

import itertools
from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from tests.games.syncro.reference.game import Reference
from tests.games.syncro.reference.sets import CardSet
from tests.games.syncro.reference.snapshot import Snapshot
from tests.games.syncro.reference.table import HordeCard, Table
from tests.games.syncro.reference.terms import terms_of


class Counts(NamedTuple):
    """What lies below a stop, itself included, and the chance of winning if all choose uniformly."""

    histories: int
    stops: int
    uniform: Fraction


class Enumeration:
    """The counts of a game with explicit chance."""

    def __init__(self, card_set: CardSet, players: int, **options: Any) -> None:
        self._known: dict[Hashable, Counts] = {}
        start = Table(card_set, terms_of(card_set, players, explicit_chance=True, **options))
        self.counts = self._below(Snapshot(start), [], begins=True)

    @property
    def positions(self) -> int:
        """Number of different positions at opportunities."""
        return len(self._known)

    def _below(self, start: Snapshot, path: list[Any], *, begins: bool = False) -> Counts:
        """Returns the counts of the stop that a path of outcomes and joint decisions leads to, up to the next opportunity."""
        game = Reference(start.copy(), begins=begins)
        for choice in path:
            _go(game, choice)
        if game.over:
            return Counts(1, 1, Fraction(game.ending == "won"))
        if path and game.phase == "TURN":
            key = position_key(game.table)
            if key not in self._known:
                self._known[key] = self._below(Snapshot(game.table), [])
            return self._known[key]
        histories, stops, uniform = 0, 1, Fraction(0)
        for choice, share in _choices(game):
            below = self._below(start, [*path, choice], begins=begins)
            histories += below.histories
            stops += below.stops
            uniform += share * below.uniform
        return Counts(histories, stops, uniform)


def _go(game: Reference, choice: Any) -> None:
    if game.event is None:
        game.step(choice)
    else:
        game.apply_chance(choice)


def _choices(game: Reference) -> Iterator[tuple[Any, Fraction]]:
    """Returns the outcomes, or the joint decisions, that are possible at a stop, each with its share in random play."""
    if game.event is not None:
        yield from game.chance_outcomes().items()
        return
    joint = list(itertools.product(*(game.legal(seat) for seat in game.asked)))
    for answers in joint:
        yield dict(zip(game.asked, answers, strict=True)), Fraction(1, len(joint))


def position_key(table: Table) -> Hashable:
    """Returns all that matters to what is still to come at an opportunity; the order of hands matters to `lose` only."""
    is_ordered = any(fog.effect == "lose" for fog in table.card_set.fogs)
    hands = [[spell.value for spell in mage.hand] for mage in table.mages]
    return (
        (table.level.number, table.try_number, table.leader, table.opportunity, table.calm, table.hold),
        tuple((act.passed, act.attacked) for act in table.turn.acts),
        tuple(tuple(hand if is_ordered else sorted(hand)) for hand in hands),
        tuple(mage.reward for mage in table.mages),
        (tuple(table.pile), tuple(table.discard), tuple(table.monsters)),
        tuple(_card_key(card) for card in table.horde),
        (tuple(table.fogs), tuple(table.fog_discard), tuple(sorted(table.curses))),
        (frozenset(table.lieutenants), frozenset(table.lieutenant_box)),
        (tuple(table.rewards), tuple(table.reward_discard)),
    )


def _card_key(card: HordeCard) -> Hashable:
    down = tuple((laid.seat, laid.spell.value) for laid in card.down)
    values = tuple(sorted(card.spells)), tuple(sorted(card.absorbed))
    return card.there, card.face_up, card.monster, card.lieutenant, values, down, card.weakened
