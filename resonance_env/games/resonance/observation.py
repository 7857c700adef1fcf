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
from resonance_env.games.resonance.victory import missing_objects
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
    OP_BECOME_ARTIFACT,
    OP_BECOME_OBJECT,
    OP_CHANGE_DEMON,
    OP_CHANGE_SPELLS,
    OP_PLAY,
    OP_SIGIL,
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
    out[:, :] = 0
    _write_public(game, cards, out[0, public:])
    for seat in range(seats):
        _write_seat(game, cards, seat, out[0, first_block + seat * SEAT_SIZE :])
    _write_announced(game, cards, out[0, first_block:])
    for observer in range(seats):
        if observer > 0:
            out[observer, public:first_block] = out[0, public:first_block]
            for seat in range(seats):
                source = first_block + seat * SEAT_SIZE
                target = first_block + (seat - observer) % seats * SEAT_SIZE
                out[observer, target : target + SEAT_SIZE] = out[0, source : source + SEAT_SIZE]
        _write_own(game, cards, observer, out[observer])
        if recall:
            _write_counted_hands(game, observer, out[observer, first_block + seats * SEAT_SIZE :])


@compiled
def write_state(game, cards, out):
    """Writes the full position into `out[size]` (int8): what seat 0 sees with recall, then everything hidden."""
    seats = int(game["seats"])
    public = _public_start(game)
    first_block = public + PUBLIC_SIZE
    hands = first_block + seats * SEAT_SIZE
    truth = hands + (seats - 1) * RECALL_SIZE
    out[:] = 0
    _write_public(game, cards, out[public:])
    for seat in range(seats):
        _write_seat(game, cards, seat, out[first_block + seat * SEAT_SIZE :])
        _write_truth(game, seat, out[truth + seat * TRUTH_SIZE :])
    _write_announced(game, cards, out[first_block:])
    _write_own(game, cards, 0, out)
    _write_counted_hands(game, 0, out[hands:])
    _write_offer(game, out[truth + seats * TRUTH_SIZE :])


@compiled
def _public_start(game):
    seats = int(game["seats"])
    return OWN_SIZE + (PARTNER_SIZE if game["teams"] else 0) + seats + seats * seats


@compiled
def _write_bits(bits, count, out):
    """Writes the bits of a set of cards into `out[:count]`."""
    for index in range(count):
        out[index] = (int(bits) >> index) & 1


@compiled
def _write_public(game, cards, out):
    """What is open to all and the same for all (R-INFO-1)."""
    out[AT_PHASE + int(game["phase"])] = 1
    out[AT_CHOICE + int(game["choice"])] = 1
    if game["caster"] != NO_SEAT and game["cast_spell"][game["caster"]] != NO_SPELL:
        if game["effect"] < cards["num_effects"][game["cast_card"][game["caster"]], game["cast_spell"][game["caster"]]]:
            out[AT_EFFECT + int(game["effect"])] = 1
    out[AT_CARDS_LEFT] = max(int(game["left"]), 0)
    out[AT_ROUND_NUMBER] = game["round_number"]
    for moon in range(cards["moons"]):
        if game["moon"][moon] != NO_OBJECT:
            out[AT_MOONS + moon * NUM_OBJECTS + int(game["moon"][moon])] = 1
        out[AT_MOON_ORIGIN + moon] = game["moon_origin"][moon]
        out[AT_MOON_KIND + moon] = 2 if moon == cards["full_moon"] else 1
    out[AT_NEXT_MOON + int(game["next_moon"])] = 1
    out[AT_MONTH_OVER] = game["month_over"]
    _write_centre(game, out)
    for object_type in range(NUM_OBJECTS):
        out[AT_OBJECT_PILE + object_type] = game["object_pile"][object_type]
        out[AT_TRANSIENT_PILE + object_type] = game["transient_pile"][object_type]
        out[AT_GONE_OBJECTS + object_type] = game["gone_objects"][object_type]
        out[AT_GONE_TRANSIENTS + object_type] = game["gone_transients"][object_type]
    out[AT_ARTIFACT_TOP] = max(int(game["artifact_top"]), 0)
    out[AT_ARTIFACT_PILE] = count_bits(int(game["artifact_pile"]))
    out[AT_INCANTATION_TOP] = max(int(game["incantation_top"]), 0)
    out[AT_INCANTATION_PILE] = count_bits(int(game["incantation_pile"]))
    _write_bits(int(game["gone_artifacts"]), MAX_ARTIFACT, out[AT_GONE_ARTIFACTS:])
    _write_bits(int(game["gone_incantations"]), MAX_INCANTATION, out[AT_GONE_INCANTATIONS:])
    for demon in range(cards["demons"]):
        if (game["demon_reserve"] >> demon) & 1:
            out[AT_DEMON_RESERVE + demon] = 1
            _write_levels(cards, demon, out[AT_RESERVE_LEVELS + demon * NUM_LEVELS * NUM_OBJECTS :])
    _write_bits(int(game["spell_reserve"]), int(cards["spell_cards"]), out[AT_SPELL_RESERVE:])


@compiled
def _write_centre(game, out):
    if game["transient"] != NO_OBJECT:
        out[AT_TRANSIENT + int(game["transient"])] = 1
    for object_type in range(NUM_OBJECTS):
        for count in range(MAX_COUNT):
            out[AT_CENTRE_OBJECTS + object_type * MAX_COUNT + count] = game["centre"][object_type, count]
    for seat in range(game["seats"]):
        if game["incantation_state"][seat] == INCANTATION_AS_OBJECT:
            object_type, count = int(game["incantation_type"][seat]), int(game["incantation_count"][seat])
            out[AT_CENTRE_INCANTATIONS + object_type * MAX_COUNT + count - 1] += 1
        if game["artifact"][seat] != NO_ARTIFACT:
            out[AT_CENTRE_ARTIFACTS + int(game["artifact"][seat])] += 1


@compiled
def _write_levels(cards, demon, out):
    for level in range(NUM_LEVELS):
        for object_type in range(NUM_OBJECTS):
            out[level * NUM_OBJECTS + object_type] = cards["demon_levels"][demon, level, object_type]


@compiled
def _write_seat(game, cards, seat, out):
    """What is open about one witch, the same for every observer (R-INFO-1)."""
    objects = game["hand_objects"][seat]
    out[AT_HAND_COUNTS] = int(objects[0]) + int(objects[1]) + int(objects[2])
    out[AT_HAND_COUNTS + 1] = count_bits(int(game["hand_artifacts"][seat]))
    out[AT_HAND_COUNTS + 2] = count_bits(int(game["hand_incantations"][seat]))
    for done in range(game["level"][seat]):
        out[AT_LEVELS_DONE + done] = 1
    out[AT_HIGH_WITCH] = game["high_witch"][seat]
    out[AT_SEALED] = game["sigil"][seat] != NO_INCANTATION
    out[AT_SIGIL] = game["sigil"][seat]
    demon, level = int(game["demon"][seat]), int(game["level"][seat])
    if demon != NO_DEMON:
        out[AT_DEMON + demon] = 1
        _write_levels(cards, demon, out[AT_DEMON_LEVELS:])
        if level < NUM_LEVELS:
            for object_type in range(NUM_OBJECTS):
                out[AT_MISSING + object_type] = missing_objects(game, cards, demon, level, object_type)
    card = int(game["spells"][seat])
    if card != NO_SPELL_CARD:
        out[AT_SPELLS + card] = 1
        for spell in range(NUM_SPELLS):
            _write_effects(cards, card, spell, out[AT_SPELL_EFFECTS + spell * NUM_OPS :])
    _write_last_round(game, cards, seat, out)


@compiled
def _write_last_round(game, cards, seat, out):
    """What she did since all chose last (the record is cleared when all have chosen again)."""
    out[AT_DID + int(game["did"][seat])] = 1
    for object_type in range(NUM_OBJECTS):
        out[AT_DREW_OBJECTS + object_type] = game["drew_objects"][seat, object_type]
        out[AT_PLAYED_OBJECTS + object_type] = game["played_objects"][seat, object_type]
        out[AT_DISCARDED_OBJECTS + object_type] = game["discarded_objects"][seat, object_type]
    out[AT_PLAYED_ARTIFACT] = game["played_artifact"][seat]
    out[AT_PLAYED_INCANTATION] = game["played_incantation"][seat]
    out[AT_INCANTATION_STATE] = game["incantation_state"][seat]
    out[AT_ARTIFACT] = game["artifact"][seat] + 1
    if game["cast_spell"][seat] != NO_SPELL:
        out[AT_CAST + int(game["cast_spell"][seat])] = 1
        _write_effects(cards, int(game["cast_card"][seat]), int(game["cast_spell"][seat]), out[AT_CAST_EFFECTS:])
    out[AT_WAITING] = game["waiting"][seat]
    out[AT_DISCARDED_ARTIFACTS] = count_bits(int(game["discarded_artifacts"][seat]))
    out[AT_DISCARDED_INCANTATIONS] = count_bits(int(game["discarded_incantations"][seat]))


@compiled
def _write_effects(cards, card, spell, out):
    """Adds up what the effects of a spell do, by kind of effect."""
    for effect in range(cards["num_effects"][card, spell]):
        op = cards["effect_op"][card, spell, effect]
        value = int(cards["effect_value"][card, spell, effect])
        amount = int(cards["effect_count"][card, spell, effect])
        if op == OP_BECOME_ARTIFACT:
            amount = value + 1
        elif op == OP_BECOME_OBJECT:
            amount = value
        elif op == OP_PLAY:
            amount *= value
        elif op == OP_SIGIL or op == OP_CHANGE_DEMON or op == OP_CHANGE_SPELLS:
            amount = 1
        out[op] += amount


@compiled
def _write_announced(game, cards, out):
    """Marks the witches for whom a Sigil is announced in the blocks `out[seat * SEAT_SIZE ...]`."""
    for caster in range(game["seats"]):
        if not game["waiting"][caster]:
            continue
        card, spell = game["cast_card"][caster], game["cast_spell"][caster]
        for effect in range(cards["num_effects"][card, spell]):
            if cards["effect_op"][card, spell, effect] == OP_SIGIL and game["target"][caster, effect] != NO_SEAT:
                out[int(game["target"][caster, effect]) * SEAT_SIZE + AT_SIGIL_ANNOUNCED] = 1


@compiled
def _write_own(game, cards, seat, out):
    """What the observer alone sees, and what is said relative to her (R-INFO-2)."""
    out[0] = game["asked"][seat]
    _write_hand(game, seat, out[AT_OWN_HAND:])
    for object_type in range(NUM_OBJECTS):
        out[AT_OWN_HAND + object_type] -= game["picked_objects"][seat, object_type]
    _clear_bits(int(game["picked_artifacts"][seat]), MAX_ARTIFACT, out[AT_OWN_HAND + AT_HAND_ARTIFACTS :])
    _clear_bits(int(game["picked_incantations"][seat]), MAX_INCANTATION, out[AT_OWN_HAND + AT_HAND_INCANTATIONS :])
    _write_choice(int(game["committed"][seat]), out[AT_OWN_CHOICE:])
    out[AT_OWN_PICKS_LEFT] = game["picks_left"][seat]
    if game["offered"][0] != NO_SPELL_CARD and (game["teams"] or game["asked"][seat]):
        _write_offer(game, out[AT_OFFERED:])
    _write_drawn_by(game, seat, out)
    level = int(game["level"][seat])
    if level < NUM_LEVELS:
        for demon in range(cards["demons"]):
            if (game["demon_reserve"] >> demon) & 1:
                for object_type in range(NUM_OBJECTS):
                    missing = missing_objects(game, cards, demon, level, object_type)
                    out[AT_RESERVE_MISSING + demon * NUM_OBJECTS + object_type] = missing
    start = OWN_SIZE
    if game["teams"]:
        _write_hand(game, seat ^ 1, out[start:])
        if game["team_talk"]:
            _write_choice(int(game["committed"][seat ^ 1]), out[start + AT_PARTNER_CHOICE :])
        start += PARTNER_SIZE
    _write_relations(game, cards, seat, out[start:])


@compiled
def _write_relations(game, cards, seat, out):
    seats = int(game["seats"])
    if game["caster"] != NO_SEAT:
        out[(int(game["caster"]) - seat) % seats] = 1
    for caster in range(seats):
        if game["cast_spell"][caster] == NO_SPELL:
            continue
        for effect in range(cards["num_effects"][game["cast_card"][caster], game["cast_spell"][caster]]):
            target = int(game["target"][caster, effect])
            if target != NO_SEAT:
                out[seats + (caster - seat) % seats * seats + (target - seat) % seats] = 1


@compiled
def _write_drawn_by(game, seat, out):
    seats = int(game["seats"])
    for other in range(seats):
        code = 1 + (other - seat) % seats
        for value in range(MAX_ARTIFACT):
            if (game["drew_artifacts"][other] >> value) & 1:
                out[AT_ARTIFACT_DRAWN_BY + value] = code
        for value in range(MAX_INCANTATION):
            if (game["drew_incantations"][other] >> value) & 1:
                out[AT_INCANTATION_DRAWN_BY + value] = code


@compiled
def _write_hand(game, seat, out):
    for object_type in range(NUM_OBJECTS):
        out[object_type] = game["hand_objects"][seat, object_type]
    _write_bits(int(game["hand_artifacts"][seat]), MAX_ARTIFACT, out[AT_HAND_ARTIFACTS:])
    _write_bits(int(game["hand_incantations"][seat]), MAX_INCANTATION, out[AT_HAND_INCANTATIONS:])


@compiled
def _clear_bits(bits, count, out):
    for index in range(count):
        if (int(bits) >> index) & 1:
            out[index] = 0


@compiled
def _write_choice(action, out):
    """Writes a choice of ACT: its kind, then what it is about."""
    objects = NUM_DID
    value = objects + NUM_OBJECTS
    if action == WAIT:
        out[DID_NOTHING] = 1
    elif action == PASS:
        out[DID_PASS] = 1
    elif action < PLAY_ARTIFACT:
        out[DID_OBJECT] = 1
        out[objects + action - PLAY_OBJECT] = 1
    elif action < PLAY_INCANTATION:
        out[DID_ARTIFACT] = 1
        out[value] = action - PLAY_ARTIFACT + 1
    elif action < DRAW_PAIR:
        out[DID_INCANTATION] = 1
        out[value] = action - PLAY_INCANTATION + 1
    elif action < DRAW_ARTIFACT:
        out[DID_DRAW_OBJECTS] = 1
        for object_type in PAIRS[action - DRAW_PAIR]:
            out[objects + object_type] += 1
    elif action == DRAW_ARTIFACT:
        out[DID_DRAW_ARTIFACT] = 1
    elif action == BREAK_SIGIL:
        out[DID_BREAK_SIGIL] = 1
    else:
        out[DID_TRADE] = 1


@compiled
def _write_offer(game, out):
    for place in range(2):
        if game["offered"][place] != NO_SPELL_CARD:
            out[game["offered"][place]] = 1


@compiled
def _write_counted_hands(game, seat, out):
    """The other hands as a perfect memory counts them: draws are open and plays are revealed (R-INFO-4)."""
    seats = int(game["seats"])
    for distance in range(1, seats):
        _write_hand(game, (seat + distance) % seats, out[(distance - 1) * RECALL_SIZE :])


@compiled
def _write_truth(game, seat, out):
    """What the table does not show about one seat."""
    out[0] = game["asked"][seat]
    _write_choice(int(game["committed"][seat]), out[AT_TRUTH_CHOICE:])
    out[AT_TRUTH_PICKS_LEFT] = game["picks_left"][seat]
    for object_type in range(NUM_OBJECTS):
        out[AT_TRUTH_PICKED + object_type] = game["picked_objects"][seat, object_type]
    _write_bits(int(game["picked_artifacts"][seat]), MAX_ARTIFACT, out[AT_TRUTH_PICKED + AT_HAND_ARTIFACTS :])
    _write_bits(int(game["picked_incantations"][seat]), MAX_INCANTATION, out[AT_TRUTH_PICKED + AT_HAND_INCANTATIONS :])
    if game["quickness"][0] != game["quickness"][1]:
        for position in range(game["seats"]):
            if game["quickness"][position] == seat:
                out[AT_QUICKNESS] = position + 1
