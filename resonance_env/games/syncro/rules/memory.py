"""What perfect memory knows of hidden Spells (SY-MEM): marks on Spells, floating values, ages and sums left."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.seating import seat_after


@compiled
def note_seen(game, seat, value, marks):
    """SY-MEM-2, 8: a Spell of a mage was turned up, paid or lost."""
    game["spent"][seat, value - 1] += 1
    if marks & v.MARK_IN_SUM:
        game["sum_left"][seat] -= value
    for observer in range(game["seats"]):
        _leave_floating(game, observer, value, marks)


@inlined
def _leave_floating(game, observer, value, marks):
    """SY-MEM-2: a Spell that was mixed for the observer is no longer hidden from it."""
    if marks & (v.MARK_MIXED << observer) and game["floating"][observer, value - 1] > 0:
        game["floating"][observer, value - 1] -= 1


@inlined
def others_of(game, seat):
    """Returns MARK_KNOWN of every mage but the one of a seat."""
    return ((1 << int(game["seats"])) - 1) & ~(v.MARK_KNOWN << seat)


@inlined
def note_open(game, seat, position):
    """SY-MEM-1, 2: a Spell in a hand lies open from now on."""
    marks, value = int(game["marks"][seat, position]), int(game["hand"][seat, position])
    for observer in range(game["seats"]):
        _leave_floating(game, observer, value, marks)
    game["marks"][seat, position] = (marks & ~v.ALL_MIXED) | v.MARK_OPEN | others_of(game, seat)


@compiled
def note_given(game, giver, receiver):
    """SY-MEM-2, 3: a whole hand is about to be given."""
    for position in range(game["held"][giver]):
        marks = int(game["marks"][giver, position])
        _leave_floating(game, receiver, int(game["hand"][giver, position]), marks)
        marks |= v.MARK_KNOWN << giver
        game["marks"][giver, position] = marks & ~((v.MARK_KNOWN | v.MARK_MIXED) << receiver)


@inlined
def note_draw(game):
    """SY-MEM-7: the first Spell of a deal or draw is taken; all that are in hands grow older."""
    for seat in range(game["seats"]):
        for position in range(game["held"][seat]):
            game["age"][seat, position] = min(v.MAX_AGE, int(game["age"][seat, position]) + 1)


@inlined
def forget_ages(game):
    """SY-MEM-7: hands were pooled, and what was drawn with it counts to that."""
    for seat in range(game["seats"]):
        for position in range(game["held"][seat]):
            game["age"][seat, position] = 0


@compiled
def forget_sum(game, seat):
    """SY-MEM-8: a Spell comes into a hand, so no sum is left of it."""
    if game["sum_left"][seat] == 0:
        return
    game["sum_left"][seat] = 0
    for position in range(game["held"][seat]):
        game["marks"][seat, position] &= ~v.MARK_IN_SUM
    for opportunity in range(game["opportunity"]):
        if seat_after(game, opportunity) == seat:
            game["act_marks"][opportunity] &= ~v.MARK_IN_SUM


@inlined
def note_estimates(game):
    """The mages estimate or speak: nothing is spent since then."""
    for seat in range(game["seats"]):
        for value in range(v.MAX_VALUE):
            game["spent"][seat, value] = 0


@inlined
def note_sum(game, seat, total):
    """SY-MEM-8: a mage has spoken the sum of its hand; what lies face down is not counted."""
    forget_sum(game, seat)
    game["sum_left"][seat] = total
    for position in range(game["held"][seat]):
        game["marks"][seat, position] |= v.MARK_IN_SUM


@inlined
def note_new_pile(game):
    """SY-MEM-5: the pile is empty, so each observer knows all hidden Spells as a whole."""
    for observer in range(game["seats"]):
        known, mixed = v.MARK_KNOWN << observer, v.MARK_MIXED << observer
        for value in range(v.MAX_VALUE):
            game["floating"][observer, value] = 0
        for seat in range(game["seats"]):
            for position in range(game["held"][seat]):
                if seat != observer and int(game["marks"][seat, position]) & known == 0:
                    game["marks"][seat, position] |= mixed
                    game["floating"][observer, game["hand"][seat, position] - 1] += 1
        for opportunity in range(game["opportunity"]):
            if seat_after(game, opportunity) != observer and is_down(game, opportunity):
                if int(game["act_marks"][opportunity]) & known == 0:
                    game["act_marks"][opportunity] |= mixed
                    game["floating"][observer, game["act_value"][0, opportunity] - 1] += 1


@inlined
def is_down(game, opportunity):
    """Returns whether a Spell that was laid at an opportunity of this turn lies face down."""
    return game["acts"][0, opportunity] == v.DID_ATTACK and not game["act_is_up"][0, opportunity]


@inlined
def note_pool_begins(game):
    """SY-MEM-4, 8: what each observer knows of the hands that are pooled floats once they are dealt again; no sum is left."""
    for seat in range(game["seats"]):
        if game["held"][seat] > 0:
            forget_sum(game, seat)
    for observer in range(game["seats"]):
        for seat in range(game["seats"]):
            for position in range(game["held"][seat]):
                if seat == observer or int(game["marks"][seat, position]) & (v.MARK_KNOWN << observer):
                    game["pool_known"][observer, game["hand"][seat, position] - 1] += 1


@inlined
def note_pool_ends(game):
    """SY-MEM-4: each observer takes its own Spells out of what floats; those of others are mixed for it."""
    for observer in range(game["seats"]):
        for value in range(v.MAX_VALUE):
            game["floating"][observer, value] += game["pool_known"][observer, value]
            game["pool_known"][observer, value] = 0
        for position in range(game["held"][observer]):
            value = int(game["hand"][observer, position]) - 1
            game["floating"][observer, value] = max(0, int(game["floating"][observer, value]) - 1)
            game["marks"][observer, position] = others_of(game, observer) << v.MAX_SEATS


@inlined
def forget_mixed(game):
    """SY-MEM-6, 8: at a set-up nothing floats, and no sum is left; what is known of kept Spells stays."""
    for seat in range(v.MAX_SEATS):
        game["sum_left"][seat] = 0
        for value in range(v.MAX_VALUE):
            game["spent"][seat, value] = 0
            game["floating"][seat, value] = 0
        for position in range(game["held"][seat]):
            game["marks"][seat, position] &= v.MARK_OPEN | v.ALL_KNOWN
