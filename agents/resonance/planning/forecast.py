"""What the planner expects to lock the moon: what others may bring into the centre, and how artifacts sweep it.

While all choose, each other witch is taken to play an object with some chance, rather one that her next level lacks, of those
that she holds; a partner whose choice is open plays just that. The joint chances of how many Herbs, Minerals and Potions come
are exact under that model. Once the cards lie open, sweeps are played through backwards: each owner of an artifact sweeps what
serves her own share best (R-SWEEP-1).
"""

from __future__ import annotations

from resonance_env.agents.resonance.planning.styles import ACTIVE, AIMLESS, MEDDLING
from resonance_env.agents.resonance.planning.table import NOTHING_LOCKS, NUM_OUTCOMES, OBJECTS
from resonance_env.agents.resonance.planning.worth import own_share
from resonance_env.agents.resonance.reading import (
    AT_PARTNER_CHOICE,
    AT_PARTNER_CHOICE_OBJECTS,
    NONE,
    locked_by,
    partner_start,
)
from resonance_env.core.compiled import compiled
from resonance_env.games.resonance.vocabulary import DID_NOTHING, DID_OBJECT, HERB, MINERAL, NUM_LEVELS, POTION


@compiled
def expect_plays(row, seats, teams, view, cards, style):
    """Writes the joint chances of what all other witches bring into the centre."""
    expect_nothing(view)
    _expect_sweep(view, style)
    for seat in range(1, seats):
        if view["acted"][seat]:
            continue
        if seat == view["partner"] and not row[partner_start(seats, teams) + AT_PARTNER_CHOICE + DID_NOTHING]:
            if row[partner_start(seats, teams) + AT_PARTNER_CHOICE + DID_OBJECT]:
                at = partner_start(seats, teams) + AT_PARTNER_CHOICE_OBJECTS
                _add_player(view, float(row[at + HERB]), float(row[at + MINERAL]), float(row[at + POTION]))
            continue
        herb = _readiness(view, cards, style, seat, HERB)
        mineral = _readiness(view, cards, style, seat, MINERAL)
        potion = _readiness(view, cards, style, seat, POTION)
        total = herb + mineral + potion
        if total > 0:
            factor = style[ACTIVE] * max(herb, mineral, potion) / total
            _add_player(view, herb * factor, mineral * factor, potion * factor)


@compiled
def expect_nothing(view):
    """Writes that nobody brings anything into the centre any more: the cards lie open."""
    view["plays"][0, 0, 0] = 1.0
    view["most"] = 0
    view["meddler"], view["meddling"] = NONE, 0.0


@compiled
def _expect_sweep(view, style):
    """Writes which other side sweeps, if one does: of those who can, the one nearest to winning (R-ACT-2)."""
    none_sweeps = 1.0
    for seat in range(1, view["seats"]):
        side = int(view["side_of"][seat])
        if side == 0 or view["artifacts"][seat] == 0 or view["sealed"][seat] or view["acted"][seat]:
            continue
        none_sweeps *= 1.0 - style[MEDDLING]
        if view["meddler"] == NONE or view["share"][NOTHING_LOCKS, side] > view["share"][NOTHING_LOCKS, view["meddler"]]:
            view["meddler"] = side
    view["meddling"] = 1.0 - none_sweeps


@compiled
def _readiness(view, cards, style, seat, object_type):
    """Returns how readily a witch plays an object of a type: 1 where her next level lacks it."""
    if view["objects"][seat, object_type] == 0:
        return 0.0
    side = view["side_of"][seat]
    level = min(int(view["level"][side]), NUM_LEVELS - 1)
    needs = int(cards["demon_levels"][view["demon"][side], level, object_type])
    return 1.0 if needs > view["moons"][object_type] else style[AIMLESS]


@compiled
def _add_player(view, herb, mineral, potion):
    """Adds one more witch who plays an object of each type with these chances, or none."""
    plays = view["plays"]
    most = int(view["most"]) + 1
    view["most"] = most
    none = 1.0 - herb - mineral - potion
    for herbs in range(most, -1, -1):
        for minerals in range(most - herbs, -1, -1):
            for potions in range(most - herbs - minerals, -1, -1):
                chance = none * plays[herbs, minerals, potions] if herbs + minerals + potions < most else 0.0
                if herbs > 0:
                    chance += herb * plays[herbs - 1, minerals, potions]
                if minerals > 0:
                    chance += mineral * plays[herbs, minerals - 1, potions]
                if potions > 0:
                    chance += potion * plays[herbs, minerals, potions - 1]
                plays[herbs, minerals, potions] = chance


@compiled
def lock_outcome(herbs, minerals, potions):
    """Returns the outcome of a centre: the type that locks the moon, or NOTHING_LOCKS."""
    locked = locked_by(herbs, minerals, potions)
    return NOTHING_LOCKS if locked == NONE else locked


@compiled
def expect_lock(view, herbs, minerals, potions):
    """Writes the `chance` of each outcome if she brings so many objects into the centre."""
    for outcome in range(NUM_OUTCOMES):
        view["chance"][outcome] = 0.0
    herbs, minerals, potions = (
        herbs + int(view["centre"][HERB]),
        minerals + int(view["centre"][MINERAL]),
        potions + int(view["centre"][POTION]),
    )
    plays, most = view["plays"], int(view["most"])
    for more_herbs in range(most + 1):
        for more_minerals in range(most + 1 - more_herbs):
            for more_potions in range(most + 1 - more_herbs - more_minerals):
                h, m, p = herbs + more_herbs, minerals + more_minerals, potions + more_potions
                chance = plays[more_herbs, more_minerals, more_potions]
                view["chance"][lock_outcome(h, m, p)] += chance * (1.0 - view["meddling"])
                if view["meddler"] != NONE:
                    view["chance"][_outcome_for(view, int(view["meddler"]), h, m, p)] += chance * view["meddling"]


@compiled
def _outcome_for(view, side, herbs, minerals, potions):
    """Returns the outcome if a side sweeps the one type of the centre whose sweep serves it best."""
    best, best_share, share = NOTHING_LOCKS, -1.0, view["share"]
    if herbs > 0:
        best = lock_outcome(0, minerals, potions)
        best_share = share[best, side]
    if minerals > 0:
        outcome = lock_outcome(herbs, 0, potions)
        if share[outcome, side] > best_share:
            best, best_share = outcome, share[outcome, side]
    if potions > 0:
        outcome = lock_outcome(herbs, minerals, 0)
        if share[outcome, side] > best_share:
            best = outcome
    return best


@compiled
def expected_value(view):
    """Returns her `value` averaged over the outcomes of the last forecast."""
    total = 0.0
    for outcome in range(NUM_OUTCOMES):
        total += view["chance"][outcome] * view["value"][outcome]
    return total


@compiled
def expected_share(view, style, demon, herbs, minerals, potions, artifacts, incantations):
    """Returns her share averaged over the last forecast, with this demon, her side's hands changed by so many cards."""
    total = 0.0
    for outcome in range(NUM_OUTCOMES):
        chance = view["chance"][outcome]
        if chance > 0.0:
            share = own_share(view, style, outcome, demon, herbs, minerals, potions, artifacts, incantations)
            total += chance * share
    return total


@compiled
def value_of_sweep(view):
    """Returns her expected `value` if she sweeps the type that then serves her best, and nobody else sweeps."""
    total = 0.0
    plays, most = view["plays"], int(view["most"])
    centre = view["centre"]
    for herbs in range(most + 1):
        for minerals in range(most + 1 - herbs):
            for potions in range(most + 1 - herbs - minerals):
                best = best_after_sweep(
                    view, herbs + int(centre[HERB]), minerals + int(centre[MINERAL]), potions + int(centre[POTION])
                )
                total += plays[herbs, minerals, potions] * best
    return total


@compiled
def best_after_sweep(view, herbs, minerals, potions):
    """Returns her best `value` after one type of such a centre is swept; nothing is swept from an empty one (R-SWEEP-2)."""
    value = view["value"]
    if herbs + minerals + potions == 0:
        return value[NOTHING_LOCKS]
    best = 0.0
    if herbs > 0:
        best = max(best, value[lock_outcome(0, minerals, potions)])
    if minerals > 0:
        best = max(best, value[lock_outcome(herbs, 0, potions)])
    if potions > 0:
        best = max(best, value[lock_outcome(herbs, minerals, 0)])
    return best


@compiled
def outcome_of_sweeps(view, herbs, minerals, potions, without):
    """Returns what locks the moon after all artifacts in the centre have swept, but that of the seat `without`.

    Backwards: with the artifacts up to a certain one still to come, `after[types]` is the outcome for each bit set of types
    that are left.
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


@compiled
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
    """Returns the outcome if the owner sweeps the type, of a bit set, that serves her side best."""
    best = NONE
    for object_type in range(OBJECTS):
        if (types >> object_type) & 1:
            outcome = after[types & ~(1 << object_type)]
            if best == NONE or view["share"][outcome, side] > view["share"][best, side]:
                best = outcome
    return best
