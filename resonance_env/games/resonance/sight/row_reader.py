"""Reads public information back from an observation row into a record: the inverse of `observation.py`.

A row is a `recall` observation of one seat (R-INFO-4), so it contains every hand. The witch k seats to the observer's left has
the seat `observer + k` in the record. `determinise.py` fills in what a row does not contain.
"""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.rows import bits_of, hot
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.sight import row_places as places

NOT_BEGUN = -1


@compiled
def relations_start(game):
    """Returns where the block of relations begins."""
    return places.relations_start(int(game["seats"]), game["teams"])


@compiled
def public_start(game):
    """Returns where the public block begins."""
    return places.public_start(int(game["seats"]), game["teams"])


@compiled
def seat_start(game, distance):
    """Returns where the block of the witch that many seats to the left begins."""
    return places.seat_start(int(game["seats"]), game["teams"], distance)


@inlined
def hand_start(game, distance):
    """Returns where the hand of a seat begins: the observer's own, or another one as the observer counts it."""
    if distance == 0:
        return places.AT_OWN_OBJECTS
    return places.hand_start(int(game["seats"]), game["teams"], distance)


@compiled
def read_choice(row, at):
    """Returns the ACT choice that the pieces from `row[at]` on encode, or WAIT."""
    did = hot(row, at, v.NUM_DID, v.DID_NOTHING)
    objects = at + v.NUM_DID
    value = int(row[objects + v.NUM_OBJECTS])
    if did == v.DID_NOTHING:
        return act.WAIT
    if did == v.DID_PASS:
        return act.PASS
    if did == v.DID_OBJECT:
        return act.PLAY_OBJECT + hot(row, objects, v.NUM_OBJECTS, 0)
    if did == v.DID_ARTIFACT:
        return act.PLAY_ARTIFACT + value - 1
    if did == v.DID_INCANTATION:
        return act.PLAY_INCANTATION + value - 1
    if did == v.DID_DRAW_OBJECTS:
        first = hot(row, objects, v.NUM_OBJECTS, 0)
        second = first
        for object_type in range(first + 1, v.NUM_OBJECTS):
            if row[objects + object_type]:
                second = object_type
        for pair in range(act.NUM_PAIRS):
            if act.PAIRS[pair][0] == first and act.PAIRS[pair][1] == second:
                return act.DRAW_PAIR + pair
    if did == v.DID_DRAW_ARTIFACT:
        return act.DRAW_ARTIFACT
    return act.BREAK_SIGIL if did == v.DID_BREAK_SIGIL else act.TRADE_DEMON


@inlined
def read_open(row, cards, game, observer):
    """Writes all public information into an otherwise blank record: table, witches, hands, what each seat did.

    It does not write the cards that spells were cast from, their targets, and what `determinise.py` samples.
    """
    seats = int(game["seats"])
    at = public_start(game)
    _read_table(row, at, cards, game)
    _read_moons(row, at, cards, game)
    _read_cursor(row, at, game, observer)
    for distance in range(seats):
        seat = (observer + distance) % seats
        _read_witch(row, seat_start(game, distance), game, seat)
        _read_round(row, seat_start(game, distance), game, seat)
        _read_hand(row, hand_start(game, distance), game, seat)
    _read_drawn_by(row, game, observer)


@inlined
def _read_table(row, at, cards, game):
    for object_type in range(v.NUM_OBJECTS):
        game["object_pile"][object_type] = row[at + places.AT_OBJECT_PILE + object_type]
        game["transient_pile"][object_type] = row[at + places.AT_TRANSIENT_PILE + object_type]
        game["gone_objects"][object_type] = row[at + places.AT_GONE_OBJECTS + object_type]
        game["gone_transients"][object_type] = row[at + places.AT_GONE_TRANSIENTS + object_type]
        for count in range(v.MAX_COUNT):
            game["centre"][object_type, count] = row[at + places.AT_CENTRE_OBJECTS + object_type * v.MAX_COUNT + count]
    game["transient"] = hot(row, at + places.AT_TRANSIENT, v.NUM_OBJECTS, v.NO_OBJECT)
    game["artifact_top"] = row[at + places.AT_ARTIFACT_TOP]
    game["incantation_top"] = row[at + places.AT_INCANTATION_TOP]
    game["gone_artifacts"] = bits_of(row, at + places.AT_GONE_ARTIFACTS, v.MAX_ARTIFACT)
    game["gone_incantations"] = bits_of(row, at + places.AT_GONE_INCANTATIONS, v.MAX_INCANTATION)
    game["demon_reserve"] = bits_of(row, at + places.AT_DEMON_RESERVE, v.MAX_DEMONS)
    game["spell_reserve"] = bits_of(row, at + places.AT_SPELL_RESERVE, v.MAX_SPELL_CARDS)
    game["round_number"] = row[at + places.AT_ROUND_NUMBER]


@inlined
def _read_moons(row, at, cards, game):
    for moon in range(cards["moons"]):
        game["moon"][moon] = hot(row, at + places.AT_MOONS + moon * v.NUM_OBJECTS, v.NUM_OBJECTS, v.NO_OBJECT)
        game["moon_origin"][moon] = row[at + places.AT_MOON_ORIGIN + moon]
    game["next_moon"] = hot(row, at + places.AT_NEXT_MOON, v.MAX_MOONS, 0)
    game["month_over"] = row[at + places.AT_MONTH_OVER]


@inlined
def _read_cursor(row, at, game, observer):
    seats = int(game["seats"])
    game["phase"] = hot(row, at + places.AT_PHASE, v.NUM_PHASES, 0)
    game["choice"] = hot(row, at + places.AT_CHOICE, v.NUM_CHOICES, v.NO_CHOICE)
    game["effect"] = hot(row, at + places.AT_EFFECT, v.MAX_EFFECTS, 0)
    game["left"] = NOT_BEGUN
    if game["phase"] == v.PHASE_CHOOSE and (row[at + places.AT_CARDS_LEFT] > 0 or game["choice"] == v.CHOICE_DISCARD):
        game["left"] = row[at + places.AT_CARDS_LEFT]
    distance = hot(row, relations_start(game), seats, v.NO_SEAT)
    game["caster"] = v.NO_SEAT if distance == v.NO_SEAT else (observer + distance) % seats


@inlined
def _read_witch(row, at, game, seat):
    game["demon"][seat] = hot(row, at + places.AT_DEMON, v.MAX_DEMONS, v.NO_DEMON)
    game["spells"][seat] = hot(row, at + places.AT_SPELLS, v.MAX_SPELL_CARDS, v.NO_SPELL_CARD)
    game["high_witch"][seat] = row[at + places.AT_HIGH_WITCH]
    game["level"][seat] = 0
    for level in range(v.NUM_LEVELS):
        game["level"][seat] += row[at + places.AT_LEVELS_DONE + level]
    game["sigil"][seat] = row[at + places.AT_SIGIL]


@inlined
def _read_round(row, at, game, seat):
    game["did"][seat] = hot(row, at + places.AT_DID, v.NUM_DID, v.DID_NOTHING)
    for object_type in range(v.NUM_OBJECTS):
        game["drew_objects"][seat, object_type] = row[at + places.AT_DREW_OBJECTS + object_type]
        game["played_objects"][seat, object_type] = row[at + places.AT_PLAYED_OBJECTS + object_type]
        game["discarded_objects"][seat, object_type] = row[at + places.AT_DISCARDED_OBJECTS + object_type]
    game["played_artifact"][seat] = row[at + places.AT_PLAYED_ARTIFACT]
    game["played_incantation"][seat] = row[at + places.AT_PLAYED_INCANTATION]
    game["incantation_state"][seat] = row[at + places.AT_INCANTATION_STATE]
    game["artifact"][seat] = int(row[at + places.AT_ARTIFACT]) - 1
    game["cast_spell"][seat] = hot(row, at + places.AT_CAST, v.NUM_SPELLS, v.NO_SPELL)
    game["waiting"][seat] = row[at + places.AT_WAITING]


@inlined
def _read_hand(row, at, game, seat):
    for object_type in range(v.NUM_OBJECTS):
        game["hand_objects"][seat, object_type] = row[at + object_type]
    game["hand_artifacts"][seat] = bits_of(row, at + places.AT_COUNTED_ARTIFACTS, v.MAX_ARTIFACT)
    game["hand_incantations"][seat] = bits_of(row, at + places.AT_COUNTED_INCANTATIONS, v.MAX_INCANTATION)


@inlined
def _read_drawn_by(row, game, observer):
    seats = int(game["seats"])
    for index in range(v.MAX_ARTIFACT):
        code = int(row[places.AT_ARTIFACT_DRAWN_BY + index])
        if code:
            game["drew_artifacts"][(observer + code - 1) % seats] |= 1 << index
    for index in range(v.MAX_INCANTATION):
        code = int(row[places.AT_INCANTATION_DRAWN_BY + index])
        if code:
            game["drew_incantations"][(observer + code - 1) % seats] |= 1 << index
