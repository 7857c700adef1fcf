"""What the engine remembers for every mage of the Spells that others hold (SY-MEM)."""

from collections.abc import Iterable

from tests.games.syncro.reference import codes
from tests.games.syncro.reference.table import Spell, Table, no_values


def forget(table: Table) -> None:
    """A new try is set up (SY-MEM-6, SY-MEM-8, SY-EST-5)."""
    table.floating = [no_values() for _ in table.mages]
    for seat, mage in enumerate(table.mages):
        mage.estimate, mage.estimates, mage.sum, mage.spent = None, [], 0, no_values()
        forget_sum(table, seat)
        for spell in mage.hand:
            spell.mixed = set()


def forget_sum(table: Table, seat: int) -> None:
    """Spells came into a hand, so the sum that its mage spoke no longer fits (SY-MEM-8)."""
    mage = table.mages[seat]
    mage.sum_left = 0
    for spell in [*mage.hand, *laid_by(table, seat)]:
        spell.in_sum = False


def laid_by(table: Table, seat: int) -> list[Spell]:
    """Returns the Spells of a mage that lie face down."""
    return [laid.spell for card in table.horde for laid in card.down if laid.seat == seat]


def sum_spoken(table: Table, seat: int) -> None:
    """A mage speaks the sum of her hand (SY-SUM-1, SY-MEM-8)."""
    mage = table.mages[seat]
    forget_sum(table, seat)
    mage.sum = mage.sum_left = sum(spell.value for spell in mage.hand)
    for spell in mage.hand:
        spell.in_sum = True


def seen(table: Table, seat: int, spell: Spell) -> None:
    """A Spell of a mage is turned up, paid or lost (SY-MEM-2, SY-MEM-8)."""
    mage = table.mages[seat]
    mage.spent[spell.value] += 1
    if spell.in_sum:
        mage.sum_left -= spell.value
    _no_longer_mixed(table, spell, spell.mixed)


def _no_longer_mixed(table: Table, spell: Spell, observers: Iterable[int]) -> None:
    for observer in set(observers):
        if observer in spell.mixed:
            spell.mixed.remove(observer)
            table.floating[observer][spell.value] = max(0, table.floating[observer][spell.value] - 1)


def laid_open(table: Table, spell: Spell) -> None:
    """A Spell in a hand lies open from now on (SY-MEM-1, SY-MEM-2)."""
    _no_longer_mixed(table, spell, spell.mixed)
    spell.is_open = True
    spell.known = set(range(table.terms.num_seats))


def given(table: Table, giver: int, taker: int, spell: Spell) -> None:
    """A Spell goes from one hand to another (SY-MEM-2, SY-MEM-3)."""
    _no_longer_mixed(table, spell, [taker])
    spell.known.add(giver)


def hidden_from(table: Table, observer: int) -> list[Spell]:
    """Returns the Spells of other mages, in hands or face down; the observer may know some."""
    others = [seat for seat in range(table.terms.num_seats) if seat != observer]
    return [spell for seat in others for spell in [*table.mages[seat].hand, *laid_by(table, seat)]]


def new_pile(table: Table) -> None:
    """A new pile is made of the discard: all hidden Spells are known as a whole (SY-MEM-5)."""
    for observer, floating in enumerate(table.floating):
        floating[:] = no_values()
        for spell in hidden_from(table, observer):
            if observer not in spell.known:
                spell.mixed.add(observer)
                floating[spell.value] += 1


def known_before_pool(table: Table) -> list[list[int]]:
    """Returns `[observer][value]`: the Spells of all hands that each mage knows, her own included."""
    counts = [no_values() for _ in table.mages]
    for observer, known in enumerate(counts):
        for seat, mage in enumerate(table.mages):
            for spell in mage.hand:
                known[spell.value] += seat == observer or observer in spell.known
    return counts


def pooled(table: Table, known_before: list[list[int]]) -> None:
    """All hands were dealt anew (SY-MEM-4)."""
    seats = set(range(table.terms.num_seats))
    for observer, floating in enumerate(table.floating):
        own = [spell.value for spell in table.mages[observer].hand]
        for value in range(1, codes.MAX_VALUE + 1):
            floating[value] = max(0, floating[value] + known_before[observer][value] - own.count(value))
    for seat, mage in enumerate(table.mages):
        for spell in mage.hand:
            spell.known, spell.mixed = set(), seats - {seat}
