"""Writes observations: what each seat sees of a game, in the order of `observation_table.py`.

The public block and the block of each seat are the same for every observer: they are written once and copied.
"""

import numpy as np

from resonance_env.core.bitset import count_bits, nth_bit
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.packed import ENTRIES, NOT_NEGATIVE, copy_entries, excess, one_hot, pack, write_bits, write_word
from resonance_env.core.rows import clear, distance_to
from resonance_env.games.resonance.cardsets.cards import CAST_WORDS, DEMON_WORDS, LEVEL_WORDS, SPELL_WORDS
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.legality import num_of_class
from resonance_env.games.resonance.rules.victory import missing_objects, objects_on_moons
from resonance_env.games.resonance.sight import row_places as places

# Rows of the CARDS record are copied whole, so the pieces that they fill must be adjacent.
assert places.AT_DEMON_LEVELS - places.AT_DEMON == v.MAX_DEMONS
assert places.AT_SPELL_EFFECTS - places.AT_SPELLS == v.MAX_SPELL_CARDS
assert places.AT_CAST_EFFECTS - places.AT_CAST == v.NUM_SPELLS


HIDDEN_CHOICE = act.LAST_ACT + 1


def _choice_rows() -> np.ndarray:
    """Returns int8 `[action, entry]`: the encoding of each ACT choice, its kind, then its cards; zeros if hidden."""
    objects, value = v.NUM_DID, v.NUM_DID + v.NUM_OBJECTS
    rows = np.zeros((HIDDEN_CHOICE + 1, value + 1), dtype=np.int8)
    rows[act.WAIT, v.DID_NOTHING] = 1
    rows[act.PASS, v.DID_PASS] = 1
    for action in range(act.PLAY_OBJECT, act.PLAY_ARTIFACT):
        rows[action, [v.DID_OBJECT, objects + action - act.PLAY_OBJECT]] = 1
    for action in range(act.PLAY_ARTIFACT, act.PLAY_INCANTATION):
        rows[action, [v.DID_ARTIFACT, value]] = 1, action - act.PLAY_ARTIFACT + 1
    for action in range(act.PLAY_INCANTATION, act.DRAW_PAIR):
        rows[action, [v.DID_INCANTATION, value]] = 1, action - act.PLAY_INCANTATION + 1
    for action in range(act.DRAW_PAIR, act.DRAW_ARTIFACT):
        rows[action, v.DID_DRAW_OBJECTS] = 1
        for object_type in act.PAIRS[action - act.DRAW_PAIR]:
            rows[action, objects + object_type] += 1
    rows[act.DRAW_ARTIFACT, v.DID_DRAW_ARTIFACT] = 1
    rows[act.BREAK_SIGIL, v.DID_BREAK_SIGIL] = 1
    rows[act.TRADE_DEMON, v.DID_TRADE] = 1
    return rows


CHOICE_ROWS = pack(_choice_rows())
CHOICE_WORDS = CHOICE_ROWS.shape[1]

# [object, word]: 1 in the entries of `reserve_missing` (three words) that are about the object.
OF_OBJECT = pack(np.tile(np.eye(v.NUM_OBJECTS, dtype=np.int8), v.MAX_DEMONS))
# [set of demons, word]: 63 in the entries of its demons.
OF_DEMONS = 63 * pack(
    np.array(
        [
            np.repeat([(demons >> demon) & 1 for demon in range(v.MAX_DEMONS)], v.NUM_OBJECTS)
            for demons in range(1 << v.MAX_DEMONS)
        ],
        dtype=np.int8,
    )
)


@compiled
def write_rows(game, cards, recall, observers, out, start):
    """Writes the observations of a non-empty bit set of seats into the rows `out[start]`, `out[start + 1]` … (int8)."""
    seats = int(game["seats"])
    public = _public_start(game)
    first_block = public + places.PUBLIC_SIZE
    on_moons = objects_on_moons(game)
    aims = _aims(game, cards)
    first_observer = nth_bit(observers, 0)
    first = out[start]
    _write_public(game, cards, first, public)
    _write_seats(game, cards, first_observer, on_moons, first, first_block)
    number = start
    rest = observers
    while rest:
        observer = nth_bit(rest, 0)
        rest &= rest - 1
        row = out[number]
        if number > start:
            # The observer and the seats after it come first, then the seats before it: two copies rotate the seats.
            before = (observer - first_observer) * places.SEAT_SIZE
            copy_entries(first, public, row, public, places.PUBLIC_SIZE)
            copy_entries(first, first_block + before, row, first_block, seats * places.SEAT_SIZE - before)
            copy_entries(first, first_block, row, first_block + seats * places.SEAT_SIZE - before, before)
        _write_own(game, observer, aims, row)
        _write_reserve_missing(game, cards, observer, on_moons, row)
        if recall:
            _write_counted_hands(game, observer, row, first_block + seats * places.SEAT_SIZE)
        number += 1


@inlined
def write_state(game, cards, row):
    """Writes the full position into `row[size]` (int8): the recall observation of seat 0, then all that is hidden from it."""
    seats = int(game["seats"])
    public = _public_start(game)
    first_block = public + places.PUBLIC_SIZE
    hands = first_block + seats * places.SEAT_SIZE
    truth = hands + (seats - 1) * places.RECALL_SIZE
    on_moons = objects_on_moons(game)
    _write_public(game, cards, row, public)
    _write_seats(game, cards, 0, on_moons, row, first_block)
    _write_own(game, 0, _aims(game, cards), row)
    _write_reserve_missing(game, cards, 0, on_moons, row)
    _write_counted_hands(game, 0, row, hands)
    for seat in range(seats):
        _write_truth(game, seat, row, truth + seat * places.TRUTH_SIZE)
    _write_offer(game, row, truth + seats * places.TRUTH_SIZE)


# Writers receive the whole row and the index at which their block begins, since slices would cost more than the writes. They
# write every entry of their block, so that nothing has to be cleared first, and write pieces in ascending order, because a word
# may reach into the next piece. They avoid branches on values that differ from game to game, which are mispredicted.


@inlined
def _public_start(game):
    return places.public_start(int(game["seats"]), game["teams"]) & NOT_NEGATIVE


@inlined
def _write_public(game, cards, row, at):
    """Writes the public information that does not depend on the observer (R-INFO-1)."""
    phase = int(game["phase"])
    write_word(one_hot(phase) if phase < ENTRIES else 0, row, at + places.AT_PHASE)
    row[at + places.AT_PHASE + ENTRIES] = phase == ENTRIES
    write_word(one_hot(int(game["choice"])), row, at + places.AT_CHOICE)
    write_word(one_hot(_effect_shown(game, cards)), row, at + places.AT_EFFECT)
    row[at + places.AT_CARDS_LEFT] = max(int(game["left"]), 0)
    row[at + places.AT_ROUND_NUMBER] = min(int(game["round_number"]), v.MAX_TRANSIENTS)  # a written position may have more
    lying = 0
    for moon in range(v.MAX_MOONS):
        object_type = int(game["moon"][moon])
        lying |= (object_type != v.NO_OBJECT) << (moon * v.NUM_OBJECTS + (object_type & 3))
    write_bits(lying, v.MAX_MOONS * v.NUM_OBJECTS, row, at + places.AT_MOONS)
    for moon in range(v.MAX_MOONS):
        row[at + places.AT_MOON_ORIGIN + moon] = game["moon_origin"][moon]
    write_word(cards["moon_kinds"], row, at + places.AT_MOON_KIND)
    write_word(one_hot(int(game["next_moon"])), row, at + places.AT_NEXT_MOON)
    row[at + places.AT_MONTH_OVER] = game["month_over"]
    _write_centre(game, row, at)
    for object_type in range(v.NUM_OBJECTS):
        row[at + places.AT_OBJECT_PILE + object_type] = game["object_pile"][object_type]
        row[at + places.AT_TRANSIENT_PILE + object_type] = game["transient_pile"][object_type]
        row[at + places.AT_GONE_OBJECTS + object_type] = game["gone_objects"][object_type]
        row[at + places.AT_GONE_TRANSIENTS + object_type] = game["gone_transients"][object_type]
    row[at + places.AT_ARTIFACT_TOP] = max(int(game["artifact_top"]), 0)
    row[at + places.AT_ARTIFACT_PILE] = count_bits(int(game["artifact_pile"]))
    row[at + places.AT_INCANTATION_TOP] = max(int(game["incantation_top"]), 0)
    row[at + places.AT_INCANTATION_PILE] = count_bits(int(game["incantation_pile"]))
    write_bits(int(game["gone_artifacts"]), v.MAX_ARTIFACT, row, at + places.AT_GONE_ARTIFACTS)
    write_bits(int(game["gone_incantations"]), v.MAX_INCANTATION, row, at + places.AT_GONE_INCANTATIONS)
    demons = int(game["demon_reserve"])
    write_bits(demons, v.MAX_DEMONS, row, at + places.AT_DEMON_RESERVE)
    for demon in range(v.MAX_DEMONS):
        shown = (demon + 1) * ((demons >> demon) & 1)
        place = at + places.AT_RESERVE_LEVELS + demon * v.NUM_LEVELS * v.NUM_OBJECTS
        for word in range(LEVEL_WORDS):
            write_word(cards["level_rows"][shown, word], row, place + ENTRIES * word)
    write_bits(int(game["spell_reserve"]), v.MAX_SPELL_CARDS, row, at + places.AT_SPELL_RESERVE)


@inlined
def _effect_shown(game, cards):
    """Returns the effect of the caster's spell that runs or is aimed, or -1."""
    caster, effect = int(game["caster"]), int(game["effect"])
    if caster == v.NO_SEAT or game["stage"] == v.STAGE_SWEEPS or game["cast_spell"][caster] == v.NO_SPELL:
        return -1
    return effect if effect < cards["num_effects"][game["cast_card"][caster], game["cast_spell"][caster]] else -1


@inlined
def _write_centre(game, row, at):
    write_word(one_hot(int(game["transient"])), row, at + places.AT_TRANSIENT)
    for object_type in range(v.NUM_OBJECTS):
        for count in range(v.MAX_COUNT):
            row[at + places.AT_CENTRE_OBJECTS + object_type * v.MAX_COUNT + count] = game["centre"][object_type, count]
    clear(row, at + places.AT_CENTRE_INCANTATIONS, v.NUM_OBJECTS * v.MAX_COUNT)
    clear(row, at + places.AT_CENTRE_ARTIFACTS, v.MAX_ARTIFACT + 1)
    for seat in range(game["seats"]):
        if game["incantation_state"][seat] == v.INCANTATION_AS_OBJECT:
            object_type, count = int(game["incantation_type"][seat]), int(game["incantation_count"][seat])
            row[at + places.AT_CENTRE_INCANTATIONS + object_type * v.MAX_COUNT + count - 1] += 1
        if game["artifact"][seat] != v.NO_ARTIFACT:
            row[at + places.AT_CENTRE_ARTIFACTS + int(game["artifact"][seat])] += 1


@inlined
def _write_seats(game, cards, observer, on_moons, row, at):
    """Writes the block of each seat, the observer's first and then the others in seat order."""
    seats = int(game["seats"])
    for seat in range(seats):
        _write_seat(game, cards, seat, on_moons, row, at + distance_to(observer, seat, seats) * places.SEAT_SIZE)
    _mark_announced(game, cards, observer, row, at)


@inlined
def _write_seat(game, cards, seat, on_moons, row, at):
    """Writes the public information about one witch, the same for every observer (R-INFO-1)."""
    demon, level, card = int(game["demon"][seat]), int(game["level"][seat]), int(game["spells"][seat])
    row[at + places.AT_HAND_COUNTS] = num_of_class(game, seat, v.KIND_OBJECT)
    row[at + places.AT_HAND_COUNTS + 1] = num_of_class(game, seat, v.KIND_ARTIFACT)
    row[at + places.AT_HAND_COUNTS + 2] = num_of_class(game, seat, v.KIND_INCANTATION)
    for done in range(v.NUM_LEVELS):
        row[at + places.AT_LEVELS_DONE + done] = done < level
    row[at + places.AT_HIGH_WITCH] = game["high_witch"][seat]
    row[at + places.AT_SEALED] = game["sigil"][seat] != v.NO_INCANTATION
    row[at + places.AT_SIGIL] = game["sigil"][seat]
    row[at + places.AT_SIGIL_ANNOUNCED] = 0
    for word in range(DEMON_WORDS):
        write_word(cards["demon_rows"][demon + 1, word], row, at + places.AT_DEMON + ENTRIES * word)
    for object_type in range(v.NUM_OBJECTS):
        missing = 0
        if demon != v.NO_DEMON and level < v.NUM_LEVELS:
            missing = missing_objects(cards, demon, level, object_type, on_moons)
        row[at + places.AT_MISSING + object_type] = missing
    for word in range(SPELL_WORDS):
        write_word(cards["spell_rows"][card + 1, word], row, at + places.AT_SPELLS + ENTRIES * word)
    _write_last_round(game, cards, seat, row, at)


@inlined
def _write_last_round(game, cards, seat, row, at):
    """Writes what a witch did since all seats last chose an action (cleared when all have chosen again)."""
    did = int(game["did"][seat])
    write_word(one_hot(did) if did < ENTRIES else 0, row, at + places.AT_DID)
    row[at + places.AT_DID + ENTRIES] = did == ENTRIES
    for object_type in range(v.NUM_OBJECTS):
        row[at + places.AT_DREW_OBJECTS + object_type] = game["drew_objects"][seat, object_type]
        row[at + places.AT_PLAYED_OBJECTS + object_type] = game["played_objects"][seat, object_type]
    row[at + places.AT_PLAYED_ARTIFACT] = game["played_artifact"][seat]
    row[at + places.AT_PLAYED_INCANTATION] = game["played_incantation"][seat]
    row[at + places.AT_INCANTATION_STATE] = game["incantation_state"][seat]
    row[at + places.AT_ARTIFACT] = game["artifact"][seat] + 1
    card, spell = int(game["cast_card"][seat]), int(game["cast_spell"][seat])
    for word in range(CAST_WORDS):
        write_word(cards["cast_rows"][card + 1, spell + 1, word], row, at + places.AT_CAST + ENTRIES * word)
    row[at + places.AT_WAITING] = game["waiting"][seat]
    for object_type in range(v.NUM_OBJECTS):
        row[at + places.AT_DISCARDED_OBJECTS + object_type] = game["discarded_objects"][seat, object_type]
    row[at + places.AT_DISCARDED_ARTIFACTS] = count_bits(int(game["discarded_artifacts"][seat]))
    row[at + places.AT_DISCARDED_INCANTATIONS] = count_bits(int(game["discarded_incantations"][seat]))


@inlined
def _mark_announced(game, cards, observer, row, at):
    """Marks the seats for which a Sigil is announced, in the blocks from `row[at]` on, the observer's first."""
    seats = int(game["seats"])
    for caster in range(seats):
        if not game["waiting"][caster]:
            continue
        card, spell = game["cast_card"][caster], game["cast_spell"][caster]
        for effect in range(cards["num_effects"][card, spell]):
            if cards["effect_op"][card, spell, effect] == v.OP_SIGIL and game["target"][caster, effect] != v.NO_SEAT:
                block = distance_to(observer, int(game["target"][caster, effect]), seats)
                row[at + block * places.SEAT_SIZE + places.AT_SIGIL_ANNOUNCED] = 1


@inlined
def _write_own(game, seat, aims, row):
    """Writes what only the observer sees, and what is encoded relative to the observer (R-INFO-2)."""
    row[0] = game["asked"][seat]
    for object_type in range(v.NUM_OBJECTS):
        row[places.AT_OWN_OBJECTS + object_type] = (
            game["hand_objects"][seat, object_type] - game["picked_objects"][seat, object_type]
        )
    artifacts = int(game["hand_artifacts"][seat]) & ~int(game["picked_artifacts"][seat])
    incantations = int(game["hand_incantations"][seat]) & ~int(game["picked_incantations"][seat])
    write_bits(artifacts, v.MAX_ARTIFACT, row, places.AT_OWN_OBJECTS + places.AT_COUNTED_ARTIFACTS)
    write_bits(incantations, v.MAX_INCANTATION, row, places.AT_OWN_OBJECTS + places.AT_COUNTED_INCANTATIONS)
    _write_choice(int(game["committed"][seat]), row, places.AT_OWN_CHOICE)
    row[places.AT_OWN_PICKS_LEFT] = game["picks_left"][seat]
    if game["teams"] or game["asked"][seat]:
        _write_offer(game, row, places.AT_OFFERED)
    else:
        clear(row, places.AT_OFFERED, v.MAX_SPELL_CARDS)
    _write_drawn_by(game, seat, row)
    start = places.OWN_SIZE
    if game["teams"]:
        _write_hand(game, seat ^ 1, row, start)
        _write_choice(
            int(game["committed"][seat ^ 1]) if game["team_talk"] else HIDDEN_CHOICE, row, start + places.AT_PARTNER_CHOICE
        )
        start += places.PARTNER_SIZE
    _write_relations(game, seat, aims, row, start)


@inlined
def _write_reserve_missing(game, cards, seat, on_moons, row):
    """Writes what the moons lack for the observer's next level with each demon of the reserve (R-ACT-7)."""
    level, demons = int(game["level"][seat]), int(game["demon_reserve"])
    for index in range(v.MAX_DEMONS * v.NUM_OBJECTS // ENTRIES):
        lying = (
            on_moons[v.HERB] * OF_OBJECT[v.HERB, index]
            + on_moons[v.MINERAL] * OF_OBJECT[v.MINERAL, index]
            + on_moons[v.POTION] * OF_OBJECT[v.POTION, index]
        )
        missing = excess(cards["need_rows"][level, index], lying) & OF_DEMONS[demons, index]
        write_word(missing, row, places.AT_RESERVE_MISSING + ENTRIES * index)


@inlined
def _aims(game, cards):
    """Returns the targets of all spells cast, as a bit set: bit `caster * MAX_SEATS + target`."""
    aims = 0
    for caster in range(game["seats"]):
        spell = int(game["cast_spell"][caster])
        if spell == v.NO_SPELL:
            continue
        for effect in range(cards["num_effects"][game["cast_card"][caster], spell]):
            target = int(game["target"][caster, effect])
            if target != v.NO_SEAT:
                aims |= 1 << (caster * v.MAX_SEATS + target)
    return aims


@inlined
def _write_relations(game, seat, aims, row, at):
    seats, caster = int(game["seats"]), int(game["caster"])
    clear(row, at, seats + seats * seats)
    if caster != v.NO_SEAT:
        row[at + distance_to(seat, caster, seats)] = 1
    at += seats
    rest = aims
    while rest:
        caster, target = nth_bit(rest, 0) // v.MAX_SEATS, nth_bit(rest, 0) % v.MAX_SEATS
        row[at + distance_to(seat, caster, seats) * seats + distance_to(seat, target, seats)] = 1
        rest &= rest - 1


@inlined
def _write_drawn_by(game, seat, row):
    seats = int(game["seats"])
    clear(row, places.AT_ARTIFACT_DRAWN_BY, v.MAX_ARTIFACT)
    clear(row, places.AT_INCANTATION_DRAWN_BY, v.MAX_INCANTATION)
    for other in range(seats):
        code = 1 + distance_to(seat, other, seats)
        _mark_bits(int(game["drew_artifacts"][other]), code, row, places.AT_ARTIFACT_DRAWN_BY)
        _mark_bits(int(game["drew_incantations"][other]), code, row, places.AT_INCANTATION_DRAWN_BY)


@inlined
def _mark_bits(bits, code, row, at):
    """Writes a code at the index of each set bit."""
    rest = bits
    while rest:
        row[at + nth_bit(rest, 0)] = code
        rest &= rest - 1


@inlined
def _write_hand(game, seat, row, at):
    for object_type in range(v.NUM_OBJECTS):
        row[at + object_type] = game["hand_objects"][seat, object_type]
    write_bits(int(game["hand_artifacts"][seat]), v.MAX_ARTIFACT, row, at + places.AT_COUNTED_ARTIFACTS)
    write_bits(int(game["hand_incantations"][seat]), v.MAX_INCANTATION, row, at + places.AT_COUNTED_INCANTATIONS)


@inlined
def _write_choice(action, row, at):
    """Writes an ACT choice: its kind, then its cards."""
    for word in range(CHOICE_WORDS):
        write_word(CHOICE_ROWS[action, word], row, at + ENTRIES * word)


@inlined
def _write_offer(game, row, at):
    clear(row, at, v.MAX_SPELL_CARDS)
    for place in range(2):
        if game["offered"][place] != v.NO_SPELL_CARD:
            row[at + int(game["offered"][place])] = 1


@inlined
def _write_counted_hands(game, seat, row, at):
    """Writes the other hands as a perfect memory counts them: draws are open and plays are revealed (R-INFO-4)."""
    seats = int(game["seats"])
    for distance in range(1, seats):
        _write_hand(game, (seat + distance) % seats, row, at + (distance - 1) * places.RECALL_SIZE)


@inlined
def _write_truth(game, seat, row, at):
    """Writes what no observation shows about one seat."""
    row[at] = game["asked"][seat]
    _write_choice(int(game["committed"][seat]), row, at + places.AT_SEAT_CHOICE)
    row[at + places.AT_PICKS_LEFT] = game["picks_left"][seat]
    for object_type in range(v.NUM_OBJECTS):
        row[at + places.AT_PICKED_OBJECTS + object_type] = game["picked_objects"][seat, object_type]
    write_bits(
        int(game["picked_artifacts"][seat]), v.MAX_ARTIFACT, row, at + places.AT_PICKED_OBJECTS + places.AT_COUNTED_ARTIFACTS
    )
    write_bits(
        int(game["picked_incantations"][seat]),
        v.MAX_INCANTATION,
        row,
        at + places.AT_PICKED_OBJECTS + places.AT_COUNTED_INCANTATIONS,
    )
    row[at + places.AT_QUICKNESS] = 0
    if game["phase"] != v.PHASE_ACT and game["quickness"][0] != game["quickness"][1]:  # drawn already, and for this round
        for position in range(game["seats"]):
            if game["quickness"][position] == seat:
                row[at + places.AT_QUICKNESS] = position + 1
