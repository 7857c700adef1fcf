"""The planner's view of the table: reads one observation row into a record of sides and their hands.

A *side* wins together: a witch, or a team. Side 0 is the observer's. Hands are known: `recall` rows count them (R-INFO-4).
"""

import numpy as np

from resonance_env.agents.resonance.planning.reading import NONE, centre_count, first_set, partner_distance
from resonance_env.agents.resonance.planning.styles import HELD, HELD_MORE, SPARE
from resonance_env.core.compiled import inlined
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.sight import row_places as places

SEATS, SIDES, OBJECTS, DEMONS = v.MAX_SEATS, v.MAX_SEATS, v.NUM_OBJECTS, v.MAX_DEMONS
NUM_OUTCOMES = v.NUM_OBJECTS + 1  # what locks the moon: a type, or nothing
NOTHING_LOCKS = v.NUM_OBJECTS
MAX_OTHERS = v.MAX_SEATS - 1
MAX_BRINGINGS = (MAX_OTHERS + 1) * (MAX_OTHERS + 2) * (MAX_OTHERS + 3) // 6  # ways to distribute that many objects or fewer
MAX_MORE = v.MAX_COUNT * v.MAX_PER_EFFECT  # the most objects that the observer can bring into the centre at once
FEW = 3  # further artifacts, incantations or objects that no demon needs are not counted
MAX_HELD = v.MAX_MOONS + FEW  # more objects of a type in hand are worth no more to a demon
NUM_CENTRES = 64  # kinds of centre, see `forecast.py`

VIEW = np.dtype(
    [
        ("seats", "i2"),
        ("phase", "i2"),  # PHASE_*
        ("choice", "i2"),  # CHOICE_*
        ("effect", "i2"),  # effect that runs or is aimed, or NONE
        ("caster", "i2"),  # relative seat, or NONE
        ("partner", "i2"),  # relative seat of the partner, or NONE
        ("sides", "i2"),
        ("side_of", "i2", (SEATS,)),  # [seat] relative seats here and below
        ("card", "i2", (SEATS,)),  # [seat] spell card, or NONE
        ("objects", "i2", (SEATS, OBJECTS)),  # [seat, object] in hand
        ("artifacts", "i2", (SEATS,)),  # [seat] in hand
        ("incantations", "i2", (SEATS,)),  # [seat] in hand
        ("sealed", "i2", (SEATS,)),  # [seat] 1: carries a Sigil or will at the end of the round
        ("high", "i2", (SEATS,)),  # [seat] 1: High Witch
        ("acted", "i2", (SEATS,)),  # [seat] 1: it is public that the seat does not play a card this round
        ("foreseen", "i2", (SEATS,)),  # [seat] known choice of the seat, or WAIT; not read from a row
        ("in_centre", "i2", (SEATS,)),  # [seat] resolution order of its artifact in the centre, or NONE
        ("demon", "i2", (SIDES,)),  # [side] or NONE before the deal
        ("level", "i2", (SIDES,)),  # [side] levels validated
        ("held", "i2", (SIDES, OBJECTS)),  # [side, object] in the hands of a side
        ("side_artifacts", "i2", (SIDES,)),
        ("side_incantations", "i2", (SIDES,)),
        ("reserve", "i2", (DEMONS,)),  # [demon] 1: in the reserve
        ("spare_demons", "i2"),  # demons in the reserve
        ("spare_demon", "i2", (DEMONS,)),  # [0 .. spare_demons - 1] which
        ("centre", "i2", (OBJECTS,)),  # [object] count in the centre
        ("moons", "i2", (OBJECTS,)),  # [object] on the moons
        ("fading", "i2"),  # type on the moon after the next one, which leaves when its turn comes, or NONE (R-ROUND-1)
        ("rounds_to_month", "i2"),  # rounds until the last moon is locked for the first time; 0: it was (R-END-3)
        ("rounds_left", "i2"),  # transients still to come (R-END-4)
        ("outlook", "f8", (NUM_OUTCOMES, SIDES)),  # [outcome, side] see worth.py
        ("others", "f8", (NUM_OUTCOMES,)),  # [outcome] outlook of all other sides and of a draw together
        ("share", "f8", (NUM_OUTCOMES, SIDES)),  # [outcome, side] chance to win
        ("race", "f8", (SIDES,)),  # [side] what the Sigil victory adds to its outlook
        ("side_sealed", "i2", (SIDES,)),  # [side] 1: its High Witch carries a Sigil
        ("completes", "i2", (NUM_OUTCOMES, DEMONS, v.NUM_LEVELS)),  # [outcome, demon, level] 1: the moons hold that level
        ("credit", "f8", (v.MAX_MOONS + 1, MAX_HELD + 1)),  # [lacks, held] worth of objects of a type, see `_credits`
        ("cost", "f8", (NUM_OUTCOMES, DEMONS, v.NUM_LEVELS)),  # [outcome, demon, level] of what that level and level III lack
        ("least", "f8", (NUM_OUTCOMES, v.NUM_LEVELS)),  # [outcome, level] the least of these costs in the reserve
        ("needed", "i2", (NUM_OUTCOMES, DEMONS)),  # [outcome, demon] how many locks that takes
        ("lacks", "i2", (NUM_OUTCOMES, DEMONS, OBJECTS)),  # [outcome, demon, object] what level III lacks
        # [1 + Herbs, 1 + Minerals, 1 + Potions] chance that the others bring so many into the centre; 0 in the margins.
        ("plays", "f8", (SEATS + 1, SEATS + 1, SEATS + 1)),
        ("bringings", "i2"),  # how many of these chances are not 0
        ("brought", "i2", (MAX_BRINGINGS, OBJECTS)),  # [bringing, object] how many objects come
        ("odds", "f8", (MAX_BRINGINGS,)),  # [bringing] the chance of that
        ("artifacts_lie", "i2"),  # 1: there are artifacts in the centre
        ("meddler", "i2"),  # side that may sweep this round without the observer knowing yet, or NONE
        ("meddling", "f8"),  # chance that it does
        ("meddled", "i2", (NUM_CENTRES,)),  # [kind of centre] outcome if it does
        ("most", "i2"),  # the most cards that they may bring
        ("chance", "f8", (NUM_OUTCOMES,)),  # [outcome] as last forecast
        ("is_known", "i1", (OBJECTS, MAX_MORE + 1)),  # [object, number] 1: that forecast was made before
        ("known_chance", "f8", (OBJECTS, MAX_MORE + 1, NUM_OUTCOMES)),  # [object, number, outcome] forecasts made before
        ("value", "f8", (NUM_OUTCOMES,)),  # [outcome] own share as last evaluated
        ("judged", "i8"),  # the change of the own side's hands it was evaluated for, or NONE
    ]
)


def new_view(style: np.ndarray) -> np.ndarray:
    """Returns an array of one blank VIEW: working memory for decisions of one style, one at a time.

    Args:
        style: float64 `[weight]`.
    """
    view = np.zeros(1, dtype=VIEW)
    view["credit"] = _credits(style)
    return view


def _credits(style: np.ndarray) -> np.ndarray:
    """Returns float64 `[lacks, held]`: the worth of objects of one type in hand to a demon whose level III lacks that many.

    More objects than the largest number held are worth as much as that number.
    """
    worth = np.zeros((v.MAX_MOONS + 1, MAX_HELD + 1))
    for lacks, held in np.ndindex(worth.shape):
        useful = min(lacks, held)
        worth[lacks, held] = style[SPARE] * min(held - useful, FEW)
        if useful > 0:
            worth[lacks, held] = style[HELD] + style[HELD_MORE] * (useful - 1) + worth[lacks, held]
    return worth


@inlined
def read_view(row, seats, teams, view):
    """Fills a VIEW from an observation row of kind `recall`."""
    public = places.public_start(seats, teams)
    view["seats"] = seats
    view["phase"] = first_set(row, public + places.AT_PHASE, v.NUM_PHASES)
    view["choice"] = first_set(row, public + places.AT_CHOICE, v.NUM_CHOICES)
    view["effect"] = first_set(row, public + places.AT_EFFECT, v.MAX_EFFECTS)
    view["caster"] = first_set(row, places.relations_start(seats, teams), seats)
    spare = 0
    for demon in range(DEMONS):
        view["reserve"][demon] = row[public + places.AT_DEMON_RESERVE + demon]
        if view["reserve"][demon]:
            view["spare_demon"][spare] = demon
            spare += 1
    view["spare_demons"] = spare
    left = 0
    for object_type in range(OBJECTS):
        view["centre"][object_type] = centre_count(row, public, object_type)
        left += row[public + places.AT_TRANSIENT_PILE + object_type]
    view["rounds_left"] = left
    _read_moons(row, public, view)
    view["artifacts_lie"] = 0
    for seat in range(seats):
        _read_seat(row, seats, teams, seat, view)
        view["artifacts_lie"] |= view["in_centre"][seat] != NONE
    _make_sides(row, seats, teams, view)


@inlined
def _read_moons(row, public, view):
    moons = 0
    for moon in range(v.MAX_MOONS):
        moons += row[public + places.AT_MOON_KIND + moon] > 0
    next_moon = first_set(row, public + places.AT_NEXT_MOON, v.MAX_MOONS)
    for object_type in range(OBJECTS):
        total = 0
        for moon in range(moons):
            total += row[public + places.AT_MOONS + moon * OBJECTS + object_type]
        view["moons"][object_type] = total
    view["fading"] = first_set(row, public + places.AT_MOONS + (next_moon + 1) % moons * OBJECTS, OBJECTS)
    view["rounds_to_month"] = 0 if row[public + places.AT_MONTH_OVER] else moons - next_moon


@inlined
def _read_seat(row, seats, teams, seat, view):
    at = places.seat_start(seats, teams, seat)
    hand = places.AT_OWN_OBJECTS if seat == 0 else places.hand_start(seats, teams, seat) + places.AT_COUNTED_OBJECTS
    for object_type in range(OBJECTS):
        view["objects"][seat, object_type] = row[hand + object_type]
    view["artifacts"][seat] = row[at + places.AT_HAND_COUNTS + 1]
    view["incantations"][seat] = row[at + places.AT_HAND_COUNTS + 2]
    view["sealed"][seat] = row[at + places.AT_SEALED] | row[at + places.AT_SIGIL_ANNOUNCED]
    view["high"][seat] = row[at + places.AT_HIGH_WITCH]
    view["card"][seat] = first_set(row, at + places.AT_SPELLS, v.MAX_SPELL_CARDS)
    view["acted"][seat] = view["phase"] != v.PHASE_ACT and not row[at + places.AT_DID + v.DID_NOTHING]
    view["in_centre"][seat] = NONE
    if row[at + places.AT_ARTIFACT] > 0:  # R-SWEEP-3: a printed artifact before transformed ones, then the higher incantation
        order = 64 * int(row[at + places.AT_ARTIFACT])
        transformed = row[at + places.AT_INCANTATION_STATE] == v.INCANTATION_AS_ARTIFACT
        view["in_centre"][seat] = order + (int(row[at + places.AT_PLAYED_INCANTATION]) if transformed else 63)


@inlined
def _make_sides(row, seats, teams, view):
    """Sides in order to the left. Partners sit side by side (R-TEAM-1)."""
    view["partner"] = partner_distance(row, seats, teams)
    if not teams:
        view["sides"] = seats
        for seat in range(seats):
            view["side_of"][seat] = seat
    else:
        view["sides"] = seats // 2
        is_first = view["partner"] == 1
        for seat in range(seats):
            view["side_of"][seat] = (seat if is_first else (seat + 1) % seats) // 2
    for side in range(view["sides"]):
        view["side_artifacts"][side] = 0
        view["side_incantations"][side] = 0
        for object_type in range(OBJECTS):
            view["held"][side, object_type] = 0
    for seat in range(seats):
        side, at = view["side_of"][seat], places.seat_start(seats, teams, seat)
        view["demon"][side] = first_set(row, at + places.AT_DEMON, DEMONS)
        view["level"][side] = 0
        for level in range(v.NUM_LEVELS):
            view["level"][side] += row[at + places.AT_LEVELS_DONE + level]
        view["side_artifacts"][side] += view["artifacts"][seat]
        view["side_incantations"][side] += view["incantations"][seat]
        for object_type in range(OBJECTS):
            view["held"][side, object_type] += view["objects"][seat, object_type]
