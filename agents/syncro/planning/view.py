"""What an observation row shows, as numbers by name: the reader that all scripted agents of SYNCRO share.

Only what a mage sees or can work out goes in. What other mages have laid face down is guessed (`guessing.py`).
"""

import numpy as np

from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.rows import hot
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.sight import row_places as places

_TARGETS, _OPPORTUNITIES, _SEATS = (v.MAX_TARGETS,), (v.MAX_OPPORTUNITIES,), (v.MAX_SEATS,)

# Seats are relative: 0 is the observer.
VIEW = np.dtype(
    (
        np.record,
        [
            ("seats", "i8"),
            ("phase", "i8"),  # PHASE_*, or NOTHING
            ("hand", "i8", (v.MAX_HAND,)),  # [position] value
            ("held", "i8", _SEATS),  # [seat] Spells in hand
            ("estimate", "i8", _SEATS),  # [seat] index in ESTIMATE_NAMES, or NOTHING
            ("sum", "i8", _SEATS),  # [seat] the sum that stands; 0: none
            ("missing", "i8"),  # Spells that all hands together have less than their limits
            ("reward", "i8"),  # kind of the own Reward, or NOTHING
            ("to_pay", "i8"),
            ("payers_hold", "i8"),  # Spells of those that can still be asked to pay, the observer not counted
            ("calm", "i8"),
            ("hold", "i8"),
            # Opportunities of this turn.
            ("opportunity", "i8"),  # the running one, or NOTHING
            ("opportunities", "i8"),  # in a turn
            ("act_seat", "i8", _OPPORTUNITIES),
            ("act_target", "i8", _OPPORTUNITIES),  # target attacked, or NOTHING
            ("act_value", "i8", _OPPORTUNITIES),  # the Spell, if the observer knows it; 0: not known, or none
            # Foes that can be attacked.
            ("targets", "i8"),
            ("force", "i8", _TARGETS),
            ("total", "i8", _TARGETS),  # Spells face up
            ("lowest", "i8", _TARGETS),  # the lowest of them; MAX_VALUE + 1: none
            ("is_mushroom", "i8", _TARGETS),
            ("is_golem", "i8", _TARGETS),
            ("is_dragon", "i8", _TARGETS),
            ("foes", "i8"),  # cards in the Horde that must be beaten
        ],
    )
)


def new_view():
    """Returns an array of one VIEW record."""
    return np.zeros(1, dtype=VIEW)


@compiled
def read_view(row, seats, cards, view):
    """Reads a row of kind `table` or `recall` into a VIEW record."""
    public = places.PUBLIC_START
    view["seats"] = seats
    view["phase"] = hot(row, public, v.PHASE_OVER + 1, v.NOTHING)
    view["to_pay"] = row[public + places.AT_TO_PAY]
    view["calm"], view["hold"] = row[public + places.AT_CALM], row[public + places.AT_HOLD]
    view["reward"] = hot(row, places.AT_OWN_REWARD, v.MAX_REWARDS, v.NOTHING)
    for position in range(v.MAX_HAND):
        view["hand"][position] = hot(row, places.AT_HAND + position * v.MAX_VALUE, v.MAX_VALUE, v.NOTHING) + 1
    _read_seats(row, seats, cards, view)
    _read_targets(row, view)
    _read_acts(row, seats, view)


@inlined
def _read_seats(row, seats, cards, view):
    view["missing"], leader = 0, 0
    for seat in range(seats):
        start = places.seat_start(seats, seat)
        view["held"][seat] = row[start]
        view["missing"] += cards["limit"][seats] - row[start]
        view["estimate"][seat] = hot(row, start + places.AT_ESTIMATE, len(v.ESTIMATE_NAMES), v.NOTHING)
        view["sum"][seat] = row[start + places.AT_SUM]
        if row[start + places.AT_LEADS]:
            leader = seat
    view["payers_hold"] = 0  # by those between the observer and the Leader, who paid first (SY-DRAGON-2)
    for seat in range(1, leader if leader else seats):
        view["payers_hold"] += view["held"][seat]


@inlined
def _read_targets(row, view):
    """Reads the foes that can be attacked, by their target numbers."""
    view["targets"], view["foes"] = 0, 0
    for place in range(v.MAX_PLACES):
        start = places.PLACES_START + place * places.PLACE_SIZE
        if not row[start]:
            continue
        view["foes"] += not row[start + places.AT_BACK + v.BACK_FOG]
        target = hot(row, start + places.AT_TARGET, v.MAX_TARGETS, v.NOTHING)
        if target == v.NOTHING:
            continue
        view["targets"] += 1
        view["force"][target] = row[start + places.AT_FORCE]
        view["total"][target] = row[start + places.AT_TOTAL]
        view["lowest"][target] = hot(row, start + places.AT_SPELLS, v.MAX_VALUE, v.MAX_VALUE) + 1
        view["is_mushroom"][target] = row[start + places.AT_MUSHROOM]
        view["is_golem"][target] = row[start + places.AT_GOLEM]
        view["is_dragon"][target] = row[start + places.AT_DRAGON]


@inlined
def _read_acts(row, seats, view):
    """Reads who attacked what this turn; a Spell of another mage has no value as long as it lies face down."""
    view["opportunity"] = hot(row, places.PUBLIC_START + places.AT_OPPORTUNITY, v.MAX_OPPORTUNITIES, v.NOTHING)
    view["opportunities"] = max(4, seats)
    for opportunity in range(view["opportunities"]):
        start = places.act_start(seats, opportunity)
        view["act_seat"][opportunity] = hot(row, start, seats, 0)
        view["act_target"][opportunity] = v.NOTHING
        view["act_value"][opportunity] = 0
        place = int(row[start + seats + places.AT_PLACE]) - 1
        if place >= 0:
            target = places.PLACES_START + place * places.PLACE_SIZE + places.AT_TARGET
            view["act_target"][opportunity] = hot(row, target, v.MAX_TARGETS, v.NOTHING)
            view["act_value"][opportunity] = row[places.AT_OWN_DOWN + opportunity]
