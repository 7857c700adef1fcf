"""The cards in the centre: counting them, taking one away, sweeping a type, locking the moon (R-SWEEP, R-LOCK)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import vocabulary as v


@compiled
def kind_fits_object(kind, object_type):
    """Returns whether an object of this type is a card of this kind."""
    return kind == object_type or kind == v.KIND_OBJECT or kind == v.KIND_ANY


@inlined
def num_cards(game, object_type, count):
    """Returns how many cards in the centre have this type and this count."""
    cards = int(game["centre"][object_type, count - 1])
    if count == 1 and game["transient"] == object_type:
        cards += 1
    for seat in range(game["seats"]):
        if _is_transformed(game, seat, object_type) and game["incantation_count"][seat] == count:
            cards += 1
    return cards


@compiled
def total_counts(game):
    """Returns the total counts of Herbs, Minerals and Potions in the centre, each 0 if there are none (R-LOCK-1)."""
    herbs = _printed_count(game, v.HERB) + (game["transient"] == v.HERB)
    minerals = _printed_count(game, v.MINERAL) + (game["transient"] == v.MINERAL)
    potions = _printed_count(game, v.POTION) + (game["transient"] == v.POTION)
    for seat in range(game["seats"]):
        if game["incantation_state"][seat] == v.INCANTATION_AS_OBJECT:
            kind, count = game["incantation_type"][seat], int(game["incantation_count"][seat])
            herbs += count * (kind == v.HERB)
            minerals += count * (kind == v.MINERAL)
            potions += count * (kind == v.POTION)
    return herbs, minerals, potions


@compiled
def _printed_count(game, object_type):
    total = 0
    for count in range(v.MAX_COUNT):
        total += (count + 1) * int(game["centre"][object_type, count])
    return total


@compiled
def has_object(game, object_type):
    """Returns whether an object of this type lies in the centre."""
    return total_counts(game)[object_type] > 0


@inlined
def has_any_object(game):
    """Returns whether any object lies in the centre."""
    herbs, minerals, potions = total_counts(game)
    return herbs + minerals + potions > 0


@compiled
def is_printed_artifact(game, seat):
    """Returns whether the seat's artifact in the centre is a printed one, not a transformed incantation."""
    return game["incantation_state"][seat] != v.INCANTATION_AS_ARTIFACT


@compiled
def next_artifact(game, value):
    """Returns the seat whose artifact of this value (NO_ARTIFACT: any value) resolves next, or NO_SEAT.

    The highest value goes first; a printed one before transformed ones; then the higher incantation (R-SWEEP-1, 3).
    """
    best = v.NO_SEAT
    for seat in range(game["seats"]):
        if game["artifact"][seat] == v.NO_ARTIFACT or (value != v.NO_ARTIFACT and game["artifact"][seat] != value):
            continue
        if best == v.NO_SEAT or _resolves_before(game, seat, best):
            best = seat
    return best


@inlined
def _resolves_before(game, seat, other):
    if game["artifact"][seat] != game["artifact"][other]:
        return game["artifact"][seat] > game["artifact"][other]
    if is_printed_artifact(game, seat) != is_printed_artifact(game, other):
        return is_printed_artifact(game, seat)
    return game["played_incantation"][seat] > game["played_incantation"][other]


@compiled
def can_remove_any(game, kind):
    """Returns whether the centre holds a card of this kind that a spell could remove (R-CAST-7)."""
    for object_type in range(v.NUM_OBJECTS):
        if kind_fits_object(kind, object_type) and has_object(game, object_type):
            return True
    return (kind == v.KIND_ARTIFACT or kind == v.KIND_ANY) and next_artifact(game, v.NO_ARTIFACT) != v.NO_SEAT


@inlined
def remove_object(game, object_type, count):
    """Removes one card, which must be there: printed before transient before transformed (R-LOCK-2)."""
    if game["centre"][object_type, count - 1] > 0:
        game["centre"][object_type, count - 1] -= 1
        game["gone_objects"][object_type] += 1
    elif count == 1 and game["transient"] == object_type:
        _discard_transient(game)
    else:
        _discard_transformed(game, _highest_transformed(game, object_type, count))


@compiled
def use_up_artifact(game, seat):
    """Removes a seat's artifact, which must be there, from the centre, after use or by a spell (R-ACT-8)."""
    if is_printed_artifact(game, seat):
        game["gone_artifacts"] |= 1 << (int(game["artifact"][seat]) - 1)
    else:
        discard_incantation(game, seat)
    game["artifact"][seat] = v.NO_ARTIFACT


@compiled
def discard_incantation(game, seat):
    """Discards the incantation that the seat played; it leaves the game."""
    game["gone_incantations"] |= 1 << (int(game["played_incantation"][seat]) - 1)
    game["incantation_state"][seat] = v.INCANTATION_LEFT


@compiled
def sweep(game, object_type):
    """Removes all objects of a type from the centre (R-SWEEP-1)."""
    for count in range(v.MAX_COUNT):
        game["gone_objects"][object_type] += game["centre"][object_type, count]
        game["centre"][object_type, count] = 0
    if game["transient"] == object_type:
        _discard_transient(game)
    for seat in range(game["seats"]):
        if _is_transformed(game, seat, object_type):
            _discard_transformed(game, seat)


@inlined
def _sweep_all(game):
    """Removes all objects from the centre."""
    for object_type in range(v.NUM_OBJECTS):
        for count in range(v.MAX_COUNT):
            game["gone_objects"][object_type] += game["centre"][object_type, count]
            game["centre"][object_type, count] = 0
    if game["transient"] != v.NO_OBJECT:
        _discard_transient(game)
    for seat in range(game["seats"]):
        if game["incantation_state"][seat] == v.INCANTATION_AS_OBJECT:
            _discard_transformed(game, seat)


@inlined
def lock_moon(game):
    """Counts the centre, locks the next moon with the highest type and clears the rest (R-LOCK-1, 2).

    Returns whether a moon was locked; without an object in the centre, none is (R-LOCK-3).
    """
    totals = total_counts(game)
    best = v.POTION
    if totals[v.MINERAL] > totals[best]:
        best = v.MINERAL
    if totals[v.HERB] > totals[best]:
        best = v.HERB
    locked = totals[best] > 0
    if locked:
        game["moon"][game["next_moon"]] = best
        game["moon_origin"][game["next_moon"]] = _keep_one(game, best)
    _sweep_all(game)
    return locked


@inlined
def clear_moon(game):
    """Discards the object that still lies on the moon to be locked (R-ROUND-1)."""
    moon = int(game["next_moon"])
    origin = int(game["moon_origin"][moon])
    if origin == v.NO_ORIGIN:
        return
    if origin == v.ORIGIN_OBJECT:
        game["gone_objects"][game["moon"][moon]] += 1
    elif origin == v.ORIGIN_TRANSIENT:
        game["gone_transients"][game["moon"][moon]] += 1
    else:
        game["gone_incantations"] |= 1 << (origin - v.ORIGIN_INCANTATION - 1)
    game["moon"][moon] = v.NO_OBJECT
    game["moon_origin"][moon] = v.NO_ORIGIN


@inlined
def _keep_one(game, object_type):
    """Removes the card that will lie on the moon from the centre and returns its origin (R-LOCK-2)."""
    for count in range(v.MAX_COUNT):
        if game["centre"][object_type, count] > 0:
            game["centre"][object_type, count] -= 1
            return v.ORIGIN_OBJECT
    if game["transient"] == object_type:
        game["transient"] = v.NO_OBJECT
        return v.ORIGIN_TRANSIENT
    seat = _highest_transformed(game, object_type, 0)
    _forget_transformed(game, seat)
    return v.ORIGIN_INCANTATION + int(game["played_incantation"][seat])


@compiled
def _is_transformed(game, seat, object_type):
    return game["incantation_state"][seat] == v.INCANTATION_AS_OBJECT and game["incantation_type"][seat] == object_type


@compiled
def _highest_transformed(game, object_type, count):
    """Returns the seat of the highest incantation that lies in the centre as this object; count 0 accepts any count."""
    best = v.NO_SEAT
    for seat in range(game["seats"]):
        if _is_transformed(game, seat, object_type) and (count == 0 or game["incantation_count"][seat] == count):
            if best == v.NO_SEAT or game["played_incantation"][seat] > game["played_incantation"][best]:
                best = seat
    return best


@compiled
def _discard_transient(game):
    game["gone_transients"][game["transient"]] += 1
    game["transient"] = v.NO_OBJECT


@compiled
def _discard_transformed(game, seat):
    discard_incantation(game, seat)
    _forget_transformed(game, seat)


@compiled
def _forget_transformed(game, seat):
    game["incantation_state"][seat] = v.INCANTATION_LEFT
    game["incantation_type"][seat] = 0
    game["incantation_count"][seat] = 0
