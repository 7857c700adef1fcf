"""Writes observations: what each seat sees of a game, in the order of `observation_table.py`.

The public block and the block of each seat are the same for every observer: they are written once and copied.
"""

from __future__ import annotations

from resonance_env.core.bitset import count_bits
from resonance_env.core.compiled import compiled
from resonance_env.games.resonance.actions import (
    BREAK_SIGIL,
    DRAW_ARTIFACT,
    DRAW_PAIR,
    PAIRS,
    PASS,
    PLAY_ARTIFACT,
    PLAY_INCANTATION,
    PLAY_OBJECT,
    WAIT,
)
from resonance_env.games.resonance.observation_table import OWN, PARTNER, PUBLIC, RECALL, SEAT, TRUTH
from resonance_env.games.resonance.victory import missing_objects, objects_on_moons
from resonance_env.games.resonance.vocabulary import (
    DID_ARTIFACT,
    DID_BREAK_SIGIL,
    DID_DRAW_ARTIFACT,
    DID_DRAW_OBJECTS,
    DID_INCANTATION,
    DID_NOTHING,
    DID_OBJECT,
    DID_PASS,
    DID_TRADE,
    INCANTATION_AS_OBJECT,
    MAX_ARTIFACT,
    MAX_COUNT,
    MAX_INCANTATION,
    NO_ARTIFACT,
    NO_DEMON,
    NO_INCANTATION,
    NO_OBJECT,
    NO_SEAT,
    NO_SPELL,
    NO_SPELL_CARD,
    NUM_DID,
    NUM_LEVELS,
    NUM_OBJECTS,
    NUM_OPS,
    NUM_SPELLS,
    OP_SIGIL,
    PHASE_ACT,
    STAGE_SWEEPS,
)

OWN_SIZE, PARTNER_SIZE, PUBLIC_SIZE, SEAT_SIZE = OWN.size, PARTNER.size, PUBLIC.size, SEAT.size
RECALL_SIZE, TRUTH_SIZE = RECALL.size, TRUTH.size

AT_OWN_HAND = OWN.offset("own_objects")
AT_OWN_CHOICE = OWN.offset("own_choice")
AT_OWN_PICKS_LEFT = OWN.offset("own_picks_left")
AT_OFFERED = OWN.offset("offered")
AT_ARTIFACT_DRAWN_BY = OWN.offset("artifact_drawn_by")
AT_INCANTATION_DRAWN_BY = OWN.offset("incantation_drawn_by")
AT_RESERVE_MISSING = OWN.offset("reserve_missing")
AT_PARTNER_CHOICE = PARTNER.offset("partner_choice")

AT_PHASE = PUBLIC.offset("phase")
AT_CHOICE = PUBLIC.offset("choice")
AT_EFFECT = PUBLIC.offset("effect")
AT_CARDS_LEFT = PUBLIC.offset("cards_left")
AT_ROUND_NUMBER = PUBLIC.offset("round_number")
AT_MOONS = PUBLIC.offset("moons")
AT_MOON_ORIGIN = PUBLIC.offset("moon_origin")
AT_MOON_KIND = PUBLIC.offset("moon_kind")
AT_NEXT_MOON = PUBLIC.offset("next_moon")
AT_MONTH_OVER = PUBLIC.offset("month_over")
AT_TRANSIENT = PUBLIC.offset("transient")
AT_CENTRE_OBJECTS = PUBLIC.offset("centre_objects")
AT_CENTRE_INCANTATIONS = PUBLIC.offset("centre_incantations")
AT_CENTRE_ARTIFACTS = PUBLIC.offset("centre_artifacts")
AT_OBJECT_PILE = PUBLIC.offset("object_pile")
AT_TRANSIENT_PILE = PUBLIC.offset("transient_pile")
AT_ARTIFACT_TOP = PUBLIC.offset("artifact_top")
AT_ARTIFACT_PILE = PUBLIC.offset("artifact_pile")
AT_INCANTATION_TOP = PUBLIC.offset("incantation_top")
AT_INCANTATION_PILE = PUBLIC.offset("incantation_pile")
AT_GONE_OBJECTS = PUBLIC.offset("gone_objects")
AT_GONE_TRANSIENTS = PUBLIC.offset("gone_transients")
AT_GONE_ARTIFACTS = PUBLIC.offset("gone_artifacts")
AT_GONE_INCANTATIONS = PUBLIC.offset("gone_incantations")
AT_DEMON_RESERVE = PUBLIC.offset("demon_reserve")
AT_RESERVE_LEVELS = PUBLIC.offset("reserve_levels")
AT_SPELL_RESERVE = PUBLIC.offset("spell_reserve")

AT_HAND_COUNTS = SEAT.offset("hand_counts")
AT_LEVELS_DONE = SEAT.offset("levels_done")
AT_HIGH_WITCH = SEAT.offset("high_witch")
AT_SEALED = SEAT.offset("sealed")
AT_SIGIL = SEAT.offset("sigil")
AT_SIGIL_ANNOUNCED = SEAT.offset("sigil_announced")
AT_DEMON = SEAT.offset("demon")
AT_DEMON_LEVELS = SEAT.offset("demon_levels")
AT_MISSING = SEAT.offset("missing")
AT_SPELLS = SEAT.offset("spells")
AT_SPELL_EFFECTS = SEAT.offset("spell_effects")
AT_DID = SEAT.offset("did")
AT_DREW_OBJECTS = SEAT.offset("drew_objects")
AT_PLAYED_OBJECTS = SEAT.offset("played_objects")
AT_PLAYED_ARTIFACT = SEAT.offset("played_artifact")
AT_PLAYED_INCANTATION = SEAT.offset("played_incantation")
AT_INCANTATION_STATE = SEAT.offset("incantation_state")
AT_ARTIFACT = SEAT.offset("artifact")
AT_CAST = SEAT.offset("cast")
AT_CAST_EFFECTS = SEAT.offset("cast_effects")
AT_WAITING = SEAT.offset("waiting")
AT_DISCARDED_OBJECTS = SEAT.offset("discarded_objects")
AT_DISCARDED_ARTIFACTS = SEAT.offset("discarded_artifacts")
AT_DISCARDED_INCANTATIONS = SEAT.offset("discarded_incantations")

NOT_NEGATIVE = 0xFFFF

AT_HAND_ARTIFACTS = RECALL.offset("counted_artifacts")
AT_HAND_INCANTATIONS = RECALL.offset("counted_incantations")

AT_TRUTH_CHOICE = TRUTH.offset("seat_choice")
AT_TRUTH_PICKS_LEFT = TRUTH.offset("picks_left")
AT_TRUTH_PICKED = TRUTH.offset("picked_objects")
AT_QUICKNESS = TRUTH.offset("quickness")


@compiled
def write_observations(game, cards, recall, out):
    """Writes what every seat sees into `out[seat, size]` (int8)."""
    seats = int(game["seats"])
    public = _public_start(game)
    first_block = public + PUBLIC_SIZE
    on_moons = objects_on_moons(game)
    first = out[0]
    _clear(first)
    _write_public(game, cards, first, public)
    for seat in range(seats):
        _write_seat(game, cards, seat, on_moons, first, first_block + seat * SEAT_SIZE)
    _write_announced(game, cards, first, first_block)
    for observer in range(seats):
        row = out[observer]
        if observer > 0:
            _clear(row)
            _copy(first, public, row, public, PUBLIC_SIZE)
            for seat in range(seats):
                distance = seat - observer if seat >= observer else seat - observer + seats
                _copy(first, first_block + seat * SEAT_SIZE, row, first_block + distance * SEAT_SIZE, SEAT_SIZE)
        _write_own(game, cards, observer, on_moons, row)
        if recall:
            _write_counted_hands(game, observer, row, first_block + seats * SEAT_SIZE)


@compiled
def write_state(game, cards, row):
    """Writes the full position into `row[size]` (int8): what seat 0 sees with recall, then everything hidden."""
    seats = int(game["seats"])
    public = _public_start(game)
    first_block = public + PUBLIC_SIZE
    hands = first_block + seats * SEAT_SIZE
    truth = hands + (seats - 1) * RECALL_SIZE
    on_moons = objects_on_moons(game)
    _clear(row)
    _write_public(game, cards, row, public)
    for seat in range(seats):
        _write_seat(game, cards, seat, on_moons, row, first_block + seat * SEAT_SIZE)
        _write_truth(game, seat, row, truth + seat * TRUTH_SIZE)
    _write_announced(game, cards, row, first_block)
    _write_own(game, cards, 0, on_moons, row)
    _write_counted_hands(game, 0, row, hands)
    _write_offer(game, row, truth + seats * TRUTH_SIZE)


# Writers take the whole row and the place where their block begins: a slice for each would cost more than what it holds.
# Masking a place tells the compiler that it is not negative, so that it drops the wrap-around of negative indices and can
# vectorise: 35 times faster copies.


@compiled
def _public_start(game):
    seats = int(game["seats"])
    return (OWN_SIZE + (PARTNER_SIZE if game["teams"] else 0) + seats + seats * seats) & NOT_NEGATIVE


@compiled
def _clear(row):
    for index in range(len(row)):
        row[index] = 0


@compiled
def _copy(source, source_at, row, at, size):
    source_at, at = source_at & NOT_NEGATIVE, at & NOT_NEGATIVE
    for index in range(size):
        row[at + index] = source[source_at + index]


@compiled
def _write_bits(bits, count, row, at):
    """Writes the bits of a set of cards into `row[at : at + count]`."""
    at &= NOT_NEGATIVE
    for index in range(count):
        row[at + index] = (bits >> index) & 1


@compiled
def _mark_bits(bits, code, row, at):
    """Writes a code at the place of each set bit."""
    rest, index = bits, 0
    while rest:
        if rest & 1:
            row[at + index] = code
        rest >>= 1
        index += 1


@compiled
def _write_public(game, cards, row, at):
    """What is open to all and the same for all (R-INFO-1)."""
    row[at + AT_PHASE + int(game["phase"])] = 1
    row[at + AT_CHOICE + int(game["choice"])] = 1
    if game["caster"] != NO_SEAT and game["stage"] != STAGE_SWEEPS and game["cast_spell"][game["caster"]] != NO_SPELL:
        if game["effect"] < cards["num_effects"][game["cast_card"][game["caster"]], game["cast_spell"][game["caster"]]]:
            row[at + AT_EFFECT + int(game["effect"])] = 1
    row[at + AT_CARDS_LEFT] = max(int(game["left"]), 0)
    row[at + AT_ROUND_NUMBER] = game["round_number"]
    for moon in range(cards["moons"]):
        if game["moon"][moon] != NO_OBJECT:
            row[at + AT_MOONS + moon * NUM_OBJECTS + int(game["moon"][moon])] = 1
        row[at + AT_MOON_ORIGIN + moon] = game["moon_origin"][moon]
        row[at + AT_MOON_KIND + moon] = 2 if moon == cards["full_moon"] else 1
    row[at + AT_NEXT_MOON + int(game["next_moon"])] = 1
    row[at + AT_MONTH_OVER] = game["month_over"]
    _write_centre(game, row, at)
    for object_type in range(NUM_OBJECTS):
        row[at + AT_OBJECT_PILE + object_type] = game["object_pile"][object_type]
        row[at + AT_TRANSIENT_PILE + object_type] = game["transient_pile"][object_type]
        row[at + AT_GONE_OBJECTS + object_type] = game["gone_objects"][object_type]
        row[at + AT_GONE_TRANSIENTS + object_type] = game["gone_transients"][object_type]
    row[at + AT_ARTIFACT_TOP] = max(int(game["artifact_top"]), 0)
    row[at + AT_ARTIFACT_PILE] = count_bits(int(game["artifact_pile"]))
    row[at + AT_INCANTATION_TOP] = max(int(game["incantation_top"]), 0)
    row[at + AT_INCANTATION_PILE] = count_bits(int(game["incantation_pile"]))
    _write_bits(int(game["gone_artifacts"]), MAX_ARTIFACT, row, at + AT_GONE_ARTIFACTS)
    _write_bits(int(game["gone_incantations"]), MAX_INCANTATION, row, at + AT_GONE_INCANTATIONS)
    for demon in range(cards["demons"]):
        if (game["demon_reserve"] >> demon) & 1:
            row[at + AT_DEMON_RESERVE + demon] = 1
            _write_levels(cards, demon, row, at + AT_RESERVE_LEVELS + demon * NUM_LEVELS * NUM_OBJECTS)
    _write_bits(int(game["spell_reserve"]), int(cards["spell_cards"]), row, at + AT_SPELL_RESERVE)


@compiled
def _write_centre(game, row, at):
    if game["transient"] != NO_OBJECT:
        row[at + AT_TRANSIENT + int(game["transient"])] = 1
    for object_type in range(NUM_OBJECTS):
        for count in range(MAX_COUNT):
            row[at + AT_CENTRE_OBJECTS + object_type * MAX_COUNT + count] = game["centre"][object_type, count]
    for seat in range(game["seats"]):
        if game["incantation_state"][seat] == INCANTATION_AS_OBJECT:
            object_type, count = int(game["incantation_type"][seat]), int(game["incantation_count"][seat])
            row[at + AT_CENTRE_INCANTATIONS + object_type * MAX_COUNT + count - 1] += 1
        if game["artifact"][seat] != NO_ARTIFACT:
            row[at + AT_CENTRE_ARTIFACTS + int(game["artifact"][seat])] += 1


@compiled
def _write_levels(cards, demon, row, at):
    for level in range(NUM_LEVELS):
        for object_type in range(NUM_OBJECTS):
            row[at + level * NUM_OBJECTS + object_type] = cards["demon_levels"][demon, level, object_type]


@compiled
def _write_seat(game, cards, seat, on_moons, row, at):
    """What is open about one witch, the same for every observer (R-INFO-1)."""
    objects = game["hand_objects"][seat]
    row[at + AT_HAND_COUNTS] = int(objects[0]) + int(objects[1]) + int(objects[2])
    row[at + AT_HAND_COUNTS + 1] = count_bits(int(game["hand_artifacts"][seat]))
    row[at + AT_HAND_COUNTS + 2] = count_bits(int(game["hand_incantations"][seat]))
    for done in range(game["level"][seat]):
        row[at + AT_LEVELS_DONE + done] = 1
    row[at + AT_HIGH_WITCH] = game["high_witch"][seat]
    row[at + AT_SEALED] = game["sigil"][seat] != NO_INCANTATION
    row[at + AT_SIGIL] = game["sigil"][seat]
    demon, level = int(game["demon"][seat]), int(game["level"][seat])
    if demon != NO_DEMON:
        row[at + AT_DEMON + demon] = 1
        _write_levels(cards, demon, row, at + AT_DEMON_LEVELS)
        if level < NUM_LEVELS:
            for object_type in range(NUM_OBJECTS):
                row[at + AT_MISSING + object_type] = missing_objects(cards, demon, level, object_type, on_moons)
    card = int(game["spells"][seat])
    if card != NO_SPELL_CARD:
        row[at + AT_SPELLS + card] = 1
        for spell in range(NUM_SPELLS):
            _write_effects(cards, card, spell, row, at + AT_SPELL_EFFECTS + spell * NUM_OPS)
    _write_last_round(game, cards, seat, row, at)


@compiled
def _write_last_round(game, cards, seat, row, at):
    """What she did since all chose last (the record is cleared when all have chosen again)."""
    row[at + AT_DID + int(game["did"][seat])] = 1
    for object_type in range(NUM_OBJECTS):
        row[at + AT_DREW_OBJECTS + object_type] = game["drew_objects"][seat, object_type]
        row[at + AT_PLAYED_OBJECTS + object_type] = game["played_objects"][seat, object_type]
        row[at + AT_DISCARDED_OBJECTS + object_type] = game["discarded_objects"][seat, object_type]
    row[at + AT_PLAYED_ARTIFACT] = game["played_artifact"][seat]
    row[at + AT_PLAYED_INCANTATION] = game["played_incantation"][seat]
    row[at + AT_INCANTATION_STATE] = game["incantation_state"][seat]
    row[at + AT_ARTIFACT] = game["artifact"][seat] + 1
    if game["cast_spell"][seat] != NO_SPELL:
        row[at + AT_CAST + int(game["cast_spell"][seat])] = 1
        _write_effects(cards, int(game["cast_card"][seat]), int(game["cast_spell"][seat]), row, at + AT_CAST_EFFECTS)
    row[at + AT_WAITING] = game["waiting"][seat]
    row[at + AT_DISCARDED_ARTIFACTS] = count_bits(int(game["discarded_artifacts"][seat]))
    row[at + AT_DISCARDED_INCANTATIONS] = count_bits(int(game["discarded_incantations"][seat]))


@compiled
def _write_effects(cards, card, spell, row, at):
    """Writes what the effects of a spell do, by kind of effect."""
    for op in range(NUM_OPS):
        row[at + op] = cards["spell_amounts"][card, spell, op]


@compiled
def _write_announced(game, cards, row, at):
    """Marks the witches for whom a Sigil is announced in the blocks `row[at + seat * SEAT_SIZE ...]`."""
    for caster in range(game["seats"]):
        if not game["waiting"][caster]:
            continue
        card, spell = game["cast_card"][caster], game["cast_spell"][caster]
        for effect in range(cards["num_effects"][card, spell]):
            if cards["effect_op"][card, spell, effect] == OP_SIGIL and game["target"][caster, effect] != NO_SEAT:
                row[at + int(game["target"][caster, effect]) * SEAT_SIZE + AT_SIGIL_ANNOUNCED] = 1


@compiled
def _write_own(game, cards, seat, on_moons, row):
    """What the observer alone sees, and what is said relative to her (R-INFO-2)."""
    row[0] = game["asked"][seat]
    _write_hand(game, seat, row, AT_OWN_HAND)
    for object_type in range(NUM_OBJECTS):
        row[AT_OWN_HAND + object_type] -= game["picked_objects"][seat, object_type]
    _mark_bits(int(game["picked_artifacts"][seat]), 0, row, AT_OWN_HAND + AT_HAND_ARTIFACTS)
    _mark_bits(int(game["picked_incantations"][seat]), 0, row, AT_OWN_HAND + AT_HAND_INCANTATIONS)
    _write_choice(int(game["committed"][seat]), row, AT_OWN_CHOICE)
    row[AT_OWN_PICKS_LEFT] = game["picks_left"][seat]
    if game["offered"][0] != NO_SPELL_CARD and (game["teams"] or game["asked"][seat]):
        _write_offer(game, row, AT_OFFERED)
    _write_drawn_by(game, seat, row)
    level = int(game["level"][seat])
    if level < NUM_LEVELS:
        for demon in range(cards["demons"]):
            if (game["demon_reserve"] >> demon) & 1:
                for object_type in range(NUM_OBJECTS):
                    missing = missing_objects(cards, demon, level, object_type, on_moons)
                    row[AT_RESERVE_MISSING + demon * NUM_OBJECTS + object_type] = missing
    start = OWN_SIZE
    if game["teams"]:
        _write_hand(game, seat ^ 1, row, start)
        if game["team_talk"]:
            _write_choice(int(game["committed"][seat ^ 1]), row, start + AT_PARTNER_CHOICE)
        start += PARTNER_SIZE
    _write_relations(game, cards, seat, row, start)


@compiled
def _write_relations(game, cards, seat, row, at):
    seats = int(game["seats"])
    if game["caster"] != NO_SEAT:
        row[at + (int(game["caster"]) - seat) % seats] = 1
    for caster in range(seats):
        if game["cast_spell"][caster] == NO_SPELL:
            continue
        for effect in range(cards["num_effects"][game["cast_card"][caster], game["cast_spell"][caster]]):
            target = int(game["target"][caster, effect])
            if target != NO_SEAT:
                row[at + seats + (caster - seat) % seats * seats + (target - seat) % seats] = 1


@compiled
def _write_drawn_by(game, seat, row):
    seats = int(game["seats"])
    for other in range(seats):
        code = 1 + (other - seat) % seats
        _mark_bits(int(game["drew_artifacts"][other]), code, row, AT_ARTIFACT_DRAWN_BY)
        _mark_bits(int(game["drew_incantations"][other]), code, row, AT_INCANTATION_DRAWN_BY)


@compiled
def _write_hand(game, seat, row, at):
    for object_type in range(NUM_OBJECTS):
        row[at + object_type] = game["hand_objects"][seat, object_type]
    _write_bits(int(game["hand_artifacts"][seat]), MAX_ARTIFACT, row, at + AT_HAND_ARTIFACTS)
    _write_bits(int(game["hand_incantations"][seat]), MAX_INCANTATION, row, at + AT_HAND_INCANTATIONS)


@compiled
def _write_choice(action, row, at):
    """Writes a choice of ACT: its kind, then what it is about."""
    objects = NUM_DID
    value = objects + NUM_OBJECTS
    if action == WAIT:
        row[at + DID_NOTHING] = 1
    elif action == PASS:
        row[at + DID_PASS] = 1
    elif action < PLAY_ARTIFACT:
        row[at + DID_OBJECT] = 1
        row[at + objects + action - PLAY_OBJECT] = 1
    elif action < PLAY_INCANTATION:
        row[at + DID_ARTIFACT] = 1
        row[at + value] = action - PLAY_ARTIFACT + 1
    elif action < DRAW_PAIR:
        row[at + DID_INCANTATION] = 1
        row[at + value] = action - PLAY_INCANTATION + 1
    elif action < DRAW_ARTIFACT:
        row[at + DID_DRAW_OBJECTS] = 1
        for object_type in PAIRS[action - DRAW_PAIR]:
            row[at + objects + object_type] += 1
    elif action == DRAW_ARTIFACT:
        row[at + DID_DRAW_ARTIFACT] = 1
    elif action == BREAK_SIGIL:
        row[at + DID_BREAK_SIGIL] = 1
    else:
        row[at + DID_TRADE] = 1


@compiled
def _write_offer(game, row, at):
    for place in range(2):
        if game["offered"][place] != NO_SPELL_CARD:
            row[at + int(game["offered"][place])] = 1


@compiled
def _write_counted_hands(game, seat, row, at):
    """The other hands as a perfect memory counts them: draws are open and plays are revealed (R-INFO-4)."""
    seats = int(game["seats"])
    for distance in range(1, seats):
        _write_hand(game, (seat + distance) % seats, row, at + (distance - 1) * RECALL_SIZE)


@compiled
def _write_truth(game, seat, row, at):
    """What the table does not show about one seat."""
    row[at] = game["asked"][seat]
    _write_choice(int(game["committed"][seat]), row, at + AT_TRUTH_CHOICE)
    row[at + AT_TRUTH_PICKS_LEFT] = game["picks_left"][seat]
    for object_type in range(NUM_OBJECTS):
        row[at + AT_TRUTH_PICKED + object_type] = game["picked_objects"][seat, object_type]
    _write_bits(int(game["picked_artifacts"][seat]), MAX_ARTIFACT, row, at + AT_TRUTH_PICKED + AT_HAND_ARTIFACTS)
    _write_bits(int(game["picked_incantations"][seat]), MAX_INCANTATION, row, at + AT_TRUTH_PICKED + AT_HAND_INCANTATIONS)
    if game["phase"] != PHASE_ACT and game["quickness"][0] != game["quickness"][1]:  # drawn, and of this round
        for position in range(game["seats"]):
            if game["quickness"][position] == seat:
                row[at + AT_QUICKNESS] = position + 1
