"""What each seat sees, and the full position, as lists of pieces (LD-OBS)."""

from collections.abc import Iterable

from tests.games.pieces import Pieces, counts, members
from tests.games.summon_demons.reference import codes
from tests.games.summon_demons.reference.game import Reference
from tests.games.summon_demons.reference.sets import Card


def _counts(numbers: Iterable[int], high: int) -> list[int]:
    return counts(numbers, codes.MAX_CARDS, high)


def _demons(found: Iterable[int]) -> list[int]:
    return members(found, codes.MAX_DEMONS)


def table_pieces(game: Reference, observer: int) -> Pieces:
    """Returns the pieces of `table`."""
    table = game.table
    seats = game.terms.num_seats

    def relative(number: int | None) -> list[int]:
        return members([] if number is None else [(number - observer) % seats], seats)

    question = game.question
    is_asked = game.asked == observer
    pieces: Pieces = [
        ("asked", [int(is_asked)]),
        ("hand", _demons(table.seats[observer].hand)),
        ("shown", _demons(question.shown if question is not None and is_asked else ())),
        ("active", relative(table.active)),
        ("deciding", relative(game.asked)),
        ("victim", relative(None if question is None else question.victim)),
        *_public(game),
    ]
    for k in range(seats):
        pieces += _seat(game, table.to_the_left(observer, k))
    return pieces


def _public(game: Reference) -> Pieces:
    table, turn = game.table, game.table.turn
    return [
        ("phase", members([game.phase], len(codes.PHASES))),
        ("turns_left", [min(127, game.terms.turn_limit - table.rolls)]),
        ("used", [int(mark) for mark in (turn.rolled, turn.bought, turn.summoned, turn.passed_on, turn.rerolled)]),
        ("extra", [int(turn.extra)]),
        ("again", [int(turn.again)]),
        ("total", members([] if turn.total is None else [turn.total - 2], 11)),
        ("double", [int(turn.double)]),
        ("row", _counts(table.row, 5)),
        ("marked", _counts([] if game.over else table.marked, 5)),
        ("deck", _counts(table.deck, 6)),
        ("discards", _counts(table.discards, 6)),
        ("pile_size", [len(table.pile)]),
        ("demon_discards", _demons(table.demon_discards)),
        *_running(game),
    ]


def _running(game: Reference) -> Pieces:
    """What runs now; nothing is shown at the end (LD-OBS-6)."""
    stack = game.table.stack
    block, current, effect = (None, None, None) if game.over else (stack.block, stack.current, stack.effect)
    groups = [] if game.over else stack.groups
    owner = None if block is None else game.table.seats[block]
    place = []
    if current is not None:
        place = [current.code if isinstance(current, Card) else codes.MAX_CARDS + current.code]
    below, above = [*groups, [], []][:2]
    return [
        ("block", [int(block is not None)]),
        ("resolving", members(place, codes.MAX_CARDS + codes.MAX_DEMONS)),
        ("effect", members([] if effect is None else [effect], 2)),
        ("left", [0 if game.over else min(127, stack.left)]),
        ("floor", [0, 0] if game.over else list(stack.floor)),
        ("waiting", _counts(owner.waiting if owner else [], 6)),
        ("waiting_demons", _demons(owner.waiting_demons if owner else [])),
        ("groups", _counts(below, 6) + _counts(above, 6)),
        ("fresh", _counts([h - o for h, o in zip(owner.have, owner.old, strict=True)] if owner else [], 6)),
    ]


def _seat(game: Reference, number: int) -> Pieces:
    seat = game.table.seats[number]
    return [
        ("souls", [min(60, seat.souls)]),
        ("hand_size", [len(seat.hand)]),
        ("cards", _counts(seat.have, 6)),
        ("demons", _demons(seat.demons)),
        ("candles", members(seat.candles, codes.MAX_CANDLES)),
        ("free_demon", [int(game.terms.starting_demon and not seat.begun)]),
    ]


def memory_pieces(game: Reference, observer: int) -> Pieces:
    """Returns the pieces that `recall` adds (LD-INFO-5)."""
    table = game.table
    known: set[int] = set()
    if table.seats[observer].knows_pile:
        known |= table.pile
        if table.stack.looker != observer:
            known |= table.looked_at
    order = table.in_turn_order(observer)
    return [("known_pile", _demons(known)), ("knows_pile", [int(table.seats[number].knows_pile) for number in order])]


def state_pieces(game: Reference) -> Pieces:
    """Returns the pieces of the full position (LD-OBS-8)."""
    table = game.table
    hands = [place for seat in table.seats for place in _demons(seat.hand)]
    waiting = [place for seat in table.seats for place in _counts(seat.waiting, 6)]
    event = [] if game.event is None else [game.event.purpose - 1]
    return [
        *table_pieces(game, 0),
        *memory_pieces(game, 0),
        ("hands", hands),
        ("all_waiting", waiting),
        ("pile", _demons(table.pile)),
        ("looked_at", _demons(table.looked_at)),
        ("aside", _counts(table.aside, 6)),
        ("draws_left", [min(127, table.stack.draws_left)]),
        ("event", members(event, len(codes.PURPOSES))),
    ]
