"""What the planner expects to lock the moon: what others may bring into the centre, and how artifacts sweep it.

While all choose, the model assumes that each other seat plays an object that it holds with some probability, preferably one
that its next level lacks; a partner whose choice is visible plays that, and so does a seat whose choice is foreseen (in the
VIEW). The joint probabilities of the numbers of Herbs, Minerals and Potions are exact under this model. Once the cards lie
open, sweeps are solved by backward induction: each owner of an artifact sweeps the type that is best for its own share
(R-SWEEP-1).
"""

from itertools import product

import numpy as np

from resonance_env.agents.resonance.planning.reading import NONE, locked_by
from resonance_env.agents.resonance.planning.styles import ACTIVE, AIMLESS, FORESIGHT, MEDDLING
from resonance_env.agents.resonance.planning.view import MAX_MORE, NOTHING_LOCKS, NUM_CENTRES, NUM_OUTCOMES, OBJECTS
from resonance_env.agents.resonance.planning.worth import own_share
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.sight import row_places as places


@compiled
def expect_plays(row, seats, teams, view, cards, style):
    """Writes the joint probabilities of the objects that all other seats bring into the centre."""
    expect_nothing(view)
    _expect_sweep(view, style)
    for seat in range(1, seats):
        if view["acted"][seat]:
            continue
        if seat == view["partner"] and not row[places.partner_start(seats, teams) + places.AT_PARTNER_CHOICE + v.DID_NOTHING]:
            if row[places.partner_start(seats, teams) + places.AT_PARTNER_CHOICE + v.DID_OBJECT]:
                at = places.partner_start(seats, teams) + places.AT_PARTNER_CHOICE_OBJECTS
                _add_player(view, float(row[at + v.HERB]), float(row[at + v.MINERAL]), float(row[at + v.POTION]))
            continue
        herb = _readiness(view, cards, style, seat, v.HERB)
        mineral = _readiness(view, cards, style, seat, v.MINERAL)
        potion = _readiness(view, cards, style, seat, v.POTION)
        total = herb + mineral + potion
        sure = style[FORESIGHT] if view["foreseen"][seat] != act.WAIT else 0.0
        factor = (1.0 - sure) * style[ACTIVE] * max(herb, mineral, potion) / total if total > 0 else 0.0
        played = view["foreseen"][seat] - act.PLAY_OBJECT
        herb = herb * factor + sure * (played == v.HERB)
        mineral = mineral * factor + sure * (played == v.MINERAL)
        potion = potion * factor + sure * (played == v.POTION)
        if herb + mineral + potion > 0:
            _add_player(view, herb, mineral, potion)
    _list_bringings(view)
    if view["meddler"] != NONE:
        _foresee_meddling(view)


@compiled
def expect_nothing(view):
    """Writes that no more objects come into the centre: the cards lie open."""
    view["plays"][1, 1, 1] = 1.0
    view["most"] = 0
    view["meddler"], view["meddling"] = NONE, 0.0
    for object_type in range(OBJECTS):
        for number in range(MAX_MORE + 1):
            view["is_known"][object_type, number] = 0
    _list_bringings(view)


@inlined
def _expect_sweep(view, style):
    """Writes which other side may sweep: of those that can, the one nearest to winning (R-ACT-2)."""
    none_sweeps = 1.0
    for seat in range(1, view["seats"]):
        side = int(view["side_of"][seat])
        if side == 0 or view["artifacts"][seat] == 0 or view["sealed"][seat] or view["acted"][seat]:
            continue
        chance = style[MEDDLING]
        if view["foreseen"][seat] != act.WAIT:
            is_artifact = act.PLAY_ARTIFACT <= view["foreseen"][seat] < act.PLAY_INCANTATION
            chance = (1.0 - style[FORESIGHT]) * chance + style[FORESIGHT] * is_artifact
        none_sweeps *= 1.0 - chance
        if chance == 0.0:
            continue
        if view["meddler"] == NONE or view["share"][NOTHING_LOCKS, side] > view["share"][NOTHING_LOCKS, view["meddler"]]:
            view["meddler"] = side
    view["meddling"] = 1.0 - none_sweeps


@compiled
def _readiness(view, cards, style, seat, object_type):
    """Returns the relative weight with which a seat plays an object of a type: 1 if its next level lacks it."""
    if view["objects"][seat, object_type] == 0:
        return 0.0
    side = view["side_of"][seat]
    level = min(int(view["level"][side]), v.NUM_LEVELS - 1)
    needs = int(cards["demon_levels"][view["demon"][side], level, object_type])
    return 1.0 if needs > view["moons"][object_type] else style[AIMLESS]


@compiled
def _add_player(view, herb, mineral, potion):
    """Adds one more seat that plays an object of each type with these probabilities, or none."""
    plays = view["plays"]
    most = int(view["most"]) + 1
    view["most"] = most
    none = 1.0 - herb - mineral - potion
    for herbs in range(1, most + 2):
        for minerals in range(1, most + 3 - herbs):
            plays[herbs, minerals, most + 3 - herbs - minerals] = 0.0  # impossible without this seat
    for herbs in range(most + 1, 0, -1):
        for minerals in range(most + 2 - herbs, 0, -1):
            for potions in range(most + 3 - herbs - minerals, 0, -1):
                chance = none * plays[herbs, minerals, potions] + herb * plays[herbs - 1, minerals, potions]
                chance += mineral * plays[herbs, minerals - 1, potions]
                plays[herbs, minerals, potions] = chance + potion * plays[herbs, minerals, potions - 1]


@compiled
def _list_bringings(view):
    """Lists the objects that the others may bring, with probabilities."""
    plays, most = view["plays"], int(view["most"])
    number = 0
    for herbs in range(most + 1):
        for minerals in range(most + 1 - herbs):
            for potions in range(most + 1 - herbs - minerals):
                chance = plays[herbs + 1, minerals + 1, potions + 1]
                brought = view["brought"][number]
                brought[v.HERB], brought[v.MINERAL], brought[v.POTION] = herbs, minerals, potions
                view["odds"][number] = chance
                number += chance != 0.0
    view["bringings"] = number


@compiled
def lock_outcome(herbs, minerals, potions):
    """Returns the outcome of a centre: the type that locks the moon, or NOTHING_LOCKS."""
    locked = locked_by(herbs, minerals, potions)
    return NOTHING_LOCKS if locked == NONE else locked


@compiled
def kind_of_centre(herbs, minerals, potions):
    """Returns a code of all that decides which type locks the moon, sweeps included: the types present and their order."""
    there = (herbs > 0) + 2 * (minerals > 0) + 4 * (potions > 0)
    return there + 8 * (minerals >= herbs) + 16 * (potions >= herbs) + 32 * (potions >= minerals)


def _example_centres() -> dict[int, tuple[int, int, int]]:
    """Returns a centre of each kind."""
    counts = range(4)
    return {int(kind_of_centre(*centre)): centre for centre in product(counts, counts, counts)}


def _outcomes_of_kinds() -> tuple[np.ndarray, np.ndarray]:
    """Returns int64 `[kind]`, the type that locks the moon, and `[kind, object]`, the same after a sweep; NONE: type absent."""
    locks, swept = np.full(NUM_CENTRES, NONE), np.full((NUM_CENTRES, OBJECTS), NONE)
    for kind, centre in _example_centres().items():
        locks[kind] = lock_outcome(*centre)
        for object_type in range(OBJECTS):
            if centre[object_type] > 0:
                rest = [0 if other == object_type else count for other, count in enumerate(centre)]
                swept[kind, object_type] = lock_outcome(*rest)
    return locks, swept


KINDS = np.array(sorted(_example_centres()))
LOCKS, SWEPT = _outcomes_of_kinds()


@compiled
def expect_lock(view, object_type, number):
    """Writes the `chance` of each outcome if this seat brings a number of objects of a type into the centre."""
    known = view["known_chance"][object_type, number]
    if not view["is_known"][object_type, number]:
        herb, mineral, potion = object_type == v.HERB, object_type == v.MINERAL, object_type == v.POTION
        _forecast(view, number * herb, number * mineral, number * potion, known)
        view["is_known"][object_type, number] = 1
    for outcome in range(NUM_OUTCOMES):
        view["chance"][outcome] = known[outcome]


@inlined
def _forecast(view, herbs, minerals, potions, chances):
    """Writes the probability of each outcome with more objects in the centre."""
    for outcome in range(NUM_OUTCOMES):
        chances[outcome] = 0.0
    herbs, minerals, potions = (
        herbs + int(view["centre"][v.HERB]),
        minerals + int(view["centre"][v.MINERAL]),
        potions + int(view["centre"][v.POTION]),
    )
    meddling, has_meddler = view["meddling"], view["meddler"] != NONE
    for index in range(view["bringings"]):
        brought, chance = view["brought"][index], view["odds"][index]
        kind = kind_of_centre(herbs + brought[v.HERB], minerals + brought[v.MINERAL], potions + brought[v.POTION])
        chances[LOCKS[kind]] += chance * (1.0 - meddling)
        if has_meddler:
            chances[view["meddled"][kind]] += chance * meddling


@inlined
def _foresee_meddling(view):
    """Writes for each kind of centre the outcome if the meddler sweeps the type whose sweep serves it best."""
    share, side = view["share"], int(view["meddler"])
    for kind in KINDS:
        best, best_share = NOTHING_LOCKS, -1.0
        for object_type in range(OBJECTS):
            outcome = SWEPT[kind, object_type]
            if outcome != NONE and share[outcome, side] > best_share:
                best, best_share = outcome, share[outcome, side]
        view["meddled"][kind] = best


@inlined
def expected_value(view):
    """Returns the own `value` averaged over the outcomes of the last forecast."""
    total = 0.0
    for outcome in range(NUM_OUTCOMES):
        total += view["chance"][outcome] * view["value"][outcome]
    return total


@compiled
def expected_share(view, style, demon, herbs, minerals, potions, artifacts, incantations):
    """Returns the own share averaged over the last forecast, with this demon and changed hands of the own side."""
    total = 0.0
    for outcome in range(NUM_OUTCOMES):
        chance = view["chance"][outcome]
        if chance > 0.0:
            share = own_share(view, style, outcome, demon, herbs, minerals, potions, artifacts, incantations)
            total += chance * share
    return total


@compiled
def value_of_sweep(view):
    """Returns the own expected `value` if this seat sweeps the best type and no other seat sweeps."""
    total, centre = 0.0, view["centre"]
    herbs, minerals, potions = int(centre[v.HERB]), int(centre[v.MINERAL]), int(centre[v.POTION])
    for index in range(view["bringings"]):
        brought = view["brought"][index]
        kind = kind_of_centre(herbs + brought[v.HERB], minerals + brought[v.MINERAL], potions + brought[v.POTION])
        total += view["odds"][index] * _best_after_sweep(view, kind)
    return total


@inlined
def _best_after_sweep(view, kind):
    """Returns the own best `value` after a sweep of one type of such a centre; an empty centre is not swept (R-SWEEP-2)."""
    if LOCKS[kind] == NOTHING_LOCKS:
        return view["value"][NOTHING_LOCKS]
    best = 0.0
    for object_type in range(OBJECTS):
        outcome = SWEPT[kind, object_type]
        if outcome != NONE:
            best = max(best, view["value"][outcome])
    return best


@compiled
def outcome_of_sweeps(view, herbs, minerals, potions, without):
    """Returns the type that locks the moon after all artifacts in the centre have swept, except that of the seat `without`.

    Backward induction: before the artifacts from a certain one on, `after[types]` is the outcome for each bit set of remaining
    types.
    """
    if not view["artifacts_lie"]:
        return lock_outcome(herbs, minerals, potions)
    present = (herbs > 0) + 2 * (minerals > 0) + 4 * (potions > 0)
    a0 = NOTHING_LOCKS
    after = (
        a0,
        lock_outcome(herbs, 0, 0),
        lock_outcome(0, minerals, 0),
        lock_outcome(herbs, minerals, 0),
        lock_outcome(0, 0, potions),
        lock_outcome(herbs, 0, potions),
        lock_outcome(0, minerals, potions),
        lock_outcome(herbs, minerals, potions),
    )
    order = NONE
    while True:
        seat = _next_sweeper(view, order, without)
        if seat == NONE:
            return after[present]
        order = int(view["in_centre"][seat])
        side = int(view["side_of"][seat])
        after = (
            a0,
            _best_sweep(view, side, after, 1),
            _best_sweep(view, side, after, 2),
            _best_sweep(view, side, after, 3),
            _best_sweep(view, side, after, 4),
            _best_sweep(view, side, after, 5),
            _best_sweep(view, side, after, 6),
            _best_sweep(view, side, after, 7),
        )


@inlined
def _next_sweeper(view, order, without):
    """Returns the seat whose artifact resolves last of those that resolve before `order` (NONE: of all), or NONE."""
    best = NONE
    for seat in range(view["seats"]):
        place = int(view["in_centre"][seat])
        if place == NONE or seat == without or (order != NONE and place <= order):
            continue
        if best == NONE or place < view["in_centre"][best]:
            best = seat
    return best


@compiled
def _best_sweep(view, side, after, types):
    """Returns the outcome if the owner sweeps the type of a bit set that is best for its side."""
    best = NONE
    for object_type in range(OBJECTS):
        if (types >> object_type) & 1:
            outcome = after[types & ~(1 << object_type)]
            if best == NONE or view["share"][outcome, side] > view["share"][best, side]:
                best = outcome
    return best
