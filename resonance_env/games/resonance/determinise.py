"""Worlds that a seat cannot tell apart: full records sampled from what she sees, to search in.

The input is her `recall` observation (R-INFO-4), in which every hand is counted, and her mask: nothing of the true record. What
she does not see is sampled: choices that wait face down, cards picked in secret, the quickness order, the cards below the tops
of the piles, the pair offered to another witch, and a new seed, so all chance to come. This is the determinisation of
information set Monte Carlo tree search (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE
Transactions on Computational Intelligence and AI in Games 4(2), 2012).

A world encodes to the row it was made from, byte for byte, and the engine can run it on. Where the rules do not care who sits
where, the observer is seat 0, in teams the seat of her parity; during the draft everybody sits where she really sits. A row
does not hold what perfect memory could add about this round's quickness, a spell card that she refused in the draft, or which
artifacts or incantations of several she has picked already for a discard: these are sampled.
"""

from __future__ import annotations

from resonance_env.core.bitset import count_bits, has_bit
from resonance_env.core.compiled import compiled
from resonance_env.core.dice import roll, roll_bit, roll_subset, roll_word, start_dice
from resonance_env.games.resonance.actions import DRAW_PAIR, FIRST_ACT, LAST_ACT, NUM_ACTIONS, PASS, PLAY_OBJECT, WAIT
from resonance_env.games.resonance.engine import is_anyone_asked, settle
from resonance_env.games.resonance.legality import LEGAL, num_held, why_illegal, why_not_act
from resonance_env.games.resonance.observation import (
    AT_CENTRE_INCANTATIONS,
    AT_DEMON,
    AT_DISCARDED_ARTIFACTS,
    AT_DISCARDED_INCANTATIONS,
    AT_HAND_COUNTS,
    AT_HIGH_WITCH,
    AT_OFFERED,
    AT_OWN_CHOICE,
    AT_OWN_PICKS_LEFT,
    AT_PARTNER_CHOICE,
    AT_SIGIL_ANNOUNCED,
    AT_SPELLS,
    OWN_SIZE,
)
from resonance_env.games.resonance.piles import TO_BE_REVEALED
from resonance_env.games.resonance.row_reader import bits_of, hot, public_start, read_choice, read_open, seat_start
from resonance_env.games.resonance.sampled_spells import sample_spells
from resonance_env.games.resonance.seating import first_seat, is_opponent
from resonance_env.games.resonance.spells import pick_discard
from resonance_env.games.resonance.victory import judge_victory
from resonance_env.games.resonance.vocabulary import (
    CHOICE_DISCARD,
    CHOICE_SWEEP,
    DID_NOTHING,
    DID_TRADE,
    EDITION_EN,
    INCANTATION_AS_ARTIFACT,
    INCANTATION_AS_OBJECT,
    INCANTATION_UNRESOLVED,
    INCANTATION_WAITING,
    MAX_COUNT,
    MAX_DEMONS,
    MAX_SPELL_CARDS,
    NO_ACTION,
    NO_ARTIFACT,
    NO_DEMON,
    NO_SEAT,
    NO_SPELL,
    NO_SPELL_CARD,
    NUM_LEVELS,
    NUM_OBJECTS,
    OP_SIGIL,
    ORIGIN_INCANTATION,
    ORIGIN_OBJECT,
    PHASE_ACT,
    PHASE_AIM,
    PHASE_CAST,
    PHASE_CHOOSE,
    PHASE_DRAFT,
    PHASE_OVER,
    PHASE_TAKE_DEMON,
    PHASE_TAKE_SPELLS,
    STAGE_ACT,
    STAGE_ACT_SECOND,
    STAGE_AIM,
    STAGE_CASTS,
    STAGE_EFFECTS,
    STAGE_END_EFFECTS,
    STAGE_HIGH_WITCH,
    STAGE_OFFER,
    STAGE_SEATS,
    STAGE_SWEEPS,
    WHEN_END,
    WHO_ONE,
    WHO_SELF,
)

GUESSES = 32  # of what little is not determined; one is enough with the shipped sets


@compiled
def determinise(row, legal, cards, blank, worlds, index, dice):
    """Writes a world into `worlds[index]` and returns the observer's seat in it.

    Args:
        row: int8 `[size]`, her `recall` observation.
        legal: int8 `[action]`, her mask.
        cards: the card set's record.
        blank: array of one record, from which every game of the variant starts.
        worlds: records.
        index: which of them is written.
        dice: where chance comes from; its state moves on.
    """
    observer = 0
    for guess in range(GUESSES):
        worlds[index] = blank[0]
        game = worlds[index]
        game["explicit_chance"] = 0
        observer = _find_observer(row, game, dice)
        read_open(row, cards, game, observer)
        game["asked"][observer] = row[0]
        game["shown"] = 1
        game["seed"][0] = roll_word(dice)
        game["seed"][1] = roll_word(dice)
        _find_stage(row, cards, game, observer, dice)
        sample_spells(row, cards, game, observer, guess == 0, dice)
        _find_spell_stage(cards, game)
        _sample_order(game, dice)
        _fill_piles(row, cards, game, observer, dice)
        _sample_secrets(row, cards, game, observer, dice)
        if _is_consistent(row, legal, cards, game, observer):
            break
    return observer


@compiled
def determinise_rows(rows, legal, keys, cards, blank, worlds, seats, dice):
    """Writes a world for each row.

    Args:
        rows: int8 `[row, size]`, `recall` observations.
        legal: int8 `[row, action]`.
        keys: int64 `[row, 2]`: 32-bit words that a world depends on.
        cards: array of one CARDS record.
        blank: array of one record, from which every game of the variant starts.
        worlds: GAME records `[row]`, written.
        seats: int64 `[row]`, written: where the observer sits in her world.
        dice: int64 `[DICE_SIZE]`, scratch.
    """
    for index in range(len(rows)):
        start_dice(dice, keys[index, 0], keys[index, 1], 0)
        seats[index] = determinise(rows[index], legal[index], cards[0], blank, worlds, index, dice)


# ---- who sits where, and where the engine stands ----


@compiled
def _find_observer(row, game, dice):
    """Returns the observer's seat: the one that what is open implies, where it matters."""
    seats = int(game["seats"])
    at = public_start(game)
    phase = hot(row, at, PHASE_OVER + 1, PHASE_OVER)
    own_demon = hot(row, seat_start(game, 0) + AT_DEMON, MAX_DEMONS, NO_DEMON)
    next_demon = hot(row, seat_start(game, 1) + AT_DEMON, MAX_DEMONS, NO_DEMON)
    parity = 1 if game["teams"] and own_demon != next_demon else 0  # R-TEAM-2
    if phase != PHASE_DRAFT:
        return parity
    done = 0
    for distance in range(seats):
        if hot(row, seat_start(game, distance) + AT_SPELLS, MAX_SPELL_CARDS, NO_SPELL_CARD) != NO_SPELL_CARD:
            done |= 1 << distance
    turn = count_bits(done)
    if game["teams"]:
        unranked = _unranked(row, game, done, parity)
        if unranked != NO_SEAT:
            return (turn - 2 - unranked) % seats
    if row[0]:
        return turn
    if done:  # the drafter is the first after those who have a card
        drafter = 0
        while has_bit(done, drafter) or not has_bit(done, (drafter - 1) % seats):
            drafter += 1
        return (turn - drafter) % seats
    if game["teams"]:
        return parity + 2 * (roll(dice, seats // 2 - 1 + parity) + 1 - parity)
    return 1 + roll(dice, seats - 1)


@compiled
def _unranked(row, game, done, parity):
    """Returns how far the team that names its High Witch sits to the left, or NO_SEAT (R-TEAM-3)."""
    seats = int(game["seats"])
    for distance in range(seats):
        is_first = (distance + parity) % 2 == 0
        partner = (distance + 1) % seats
        is_ranked = row[seat_start(game, distance) + AT_HIGH_WITCH] or row[seat_start(game, partner) + AT_HIGH_WITCH]
        if is_first and has_bit(done, distance) and not is_ranked:
            return distance
    return NO_SEAT


@compiled
def _find_stage(row, cards, game, observer, dice):
    """Writes the stage, but for spells whose effects run: of these it writes EFFECTS."""
    phase = game["phase"]
    if phase == PHASE_DRAFT:
        _find_draft(row, game)
    elif phase == PHASE_ACT:
        game["stage"] = STAGE_ACT
        if game["teams"] and game["team_talk"] and _is_second_turn(row, cards, game, observer, dice):
            game["stage"] = STAGE_ACT_SECOND
    elif phase == PHASE_CAST:
        game["stage"] = STAGE_CASTS
    elif phase == PHASE_AIM:
        game["stage"] = STAGE_AIM
    elif phase == PHASE_CHOOSE and game["choice"] == CHOICE_SWEEP:
        game["stage"] = STAGE_SWEEPS
    elif phase == PHASE_TAKE_DEMON and game["caster"] == NO_SEAT:
        game["stage"] = STAGE_SEATS
    elif phase != PHASE_OVER:
        game["stage"] = STAGE_EFFECTS


@compiled
def _find_draft(row, game):
    seats, step = int(game["seats"]), 2 if game["teams"] else 1
    kept, ranked = 0, 0
    for seat in range(0, seats, step):
        kept += game["spells"][seat] != NO_SPELL_CARD
        ranked += game["high_witch"][seat] != 0 or (game["teams"] and game["high_witch"][seat ^ 1] != 0)
    is_rank = game["teams"] and ranked < kept
    game["turn"] = kept - 1 if is_rank else kept
    game["stage"] = STAGE_HIGH_WITCH if is_rank else STAGE_OFFER
    game["asked"][int(game["turn"]) * step] = 1


@compiled
def _is_second_turn(row, cards, game, observer, dice):
    """R-TEAM-4: returns whether the second seats choose; a choice without options is made by the engine at once."""
    own, partner = read_choice(row, AT_OWN_CHOICE), read_choice(row, OWN_SIZE + AT_PARTNER_CHOICE)
    if observer % 2 == 1:
        return row[0] != 0 or own != WAIT
    if row[0] or own == WAIT:
        return False
    if partner != WAIT or _num_acts(game, observer) > 1:
        return True
    return _num_acts(game, observer ^ 1) > 1 and roll(dice, 2) == 1


@compiled
def _num_acts(game, seat):
    """Returns how many actions a seat could choose, passing included."""
    options = 0
    for action in range(FIRST_ACT, LAST_ACT + 1):
        options += why_not_act(game, seat, action) == LEGAL
    return options


@compiled
def _find_spell_stage(cards, game):
    """Tells effects at the end of the round from immediate ones."""
    if game["stage"] == STAGE_EFFECTS:
        caster = int(game["caster"])
        if cards["effect_when"][game["cast_card"][caster], game["cast_spell"][caster], game["effect"]] == WHEN_END:
            game["stage"] = STAGE_END_EFFECTS


# ---- piles ----


@compiled
def _fill_piles(row, cards, game, observer, dice):
    """What is nowhere else lies in the piles, but for what the observer has picked, which left her hand as she sees it."""
    at = seat_start(game, 0) + AT_HAND_COUNTS
    artifacts, incantations = _all_bits(cards["artifacts"]), _all_bits(cards["incantations"])
    artifacts &= ~_placed_artifacts(game)
    incantations &= ~_placed_incantations(game)
    if game["phase"] == PHASE_CHOOSE and game["choice"] == CHOICE_DISCARD:
        for object_type in range(NUM_OBJECTS):
            picked = int(cards["objects"][object_type]) - _num_placed_objects(game, object_type)
            game["picked_objects"][observer, object_type] = picked
            game["hand_objects"][observer, object_type] += picked
        picked = roll_subset(dice, artifacts, int(row[at + 1]) - count_bits(int(game["hand_artifacts"][observer])))
        game["picked_artifacts"][observer] = picked
        game["hand_artifacts"][observer] |= picked
        artifacts &= ~picked
        picked = roll_subset(dice, incantations, int(row[at + 2]) - count_bits(int(game["hand_incantations"][observer])))
        game["picked_incantations"][observer] = picked
        game["hand_incantations"][observer] |= picked
        incantations &= ~picked
    game["artifact_pile"] = artifacts
    game["incantation_pile"] = incantations
    if game["phase"] == PHASE_DRAFT:
        game["artifact_top"] = TO_BE_REVEALED
        game["incantation_top"] = TO_BE_REVEALED
        _fill_deck(row, cards, game, observer, dice)
    else:
        game["spell_deck"] = 0
    for seat in range(game["seats"]):
        at = seat_start(game, (seat - observer) % int(game["seats"]))
        discarded = roll_subset(dice, int(game["gone_artifacts"]), int(row[at + AT_DISCARDED_ARTIFACTS]))
        game["discarded_artifacts"][seat] = discarded
        discarded = roll_subset(dice, int(game["gone_incantations"]), int(row[at + AT_DISCARDED_INCANTATIONS]))
        game["discarded_incantations"][seat] = discarded


@compiled
def _all_bits(count):
    return (1 << int(count)) - 1


@compiled
def _bit_of(value):
    """Returns the bit of the card of a value; 0 for no card."""
    return 1 << (int(value) - 1) if value > 0 else 0


@compiled
def _placed_artifacts(game):
    placed = int(game["gone_artifacts"]) | _bit_of(game["artifact_top"])
    for seat in range(game["seats"]):
        placed |= int(game["hand_artifacts"][seat])
        if game["artifact"][seat] != NO_ARTIFACT and game["incantation_state"][seat] != INCANTATION_AS_ARTIFACT:
            placed |= _bit_of(game["artifact"][seat])
    return placed


@compiled
def _placed_incantations(game):
    placed = int(game["gone_incantations"]) | _bit_of(game["incantation_top"])
    for seat in range(game["seats"]):
        placed |= int(game["hand_incantations"][seat]) | _bit_of(game["sigil"][seat])
        if INCANTATION_UNRESOLVED <= game["incantation_state"][seat] <= INCANTATION_WAITING:
            placed |= _bit_of(game["played_incantation"][seat])
    for moon in range(len(game["moon"])):
        placed |= _bit_of(int(game["moon_origin"][moon]) - ORIGIN_INCANTATION)
    return placed


@compiled
def _num_placed_objects(game, object_type):
    placed = int(game["object_pile"][object_type]) + int(game["gone_objects"][object_type])
    for count in range(MAX_COUNT):
        placed += int(game["centre"][object_type, count])
    for seat in range(game["seats"]):
        placed += int(game["hand_objects"][seat, object_type])
    for moon in range(len(game["moon"])):
        placed += game["moon"][moon] == object_type and game["moon_origin"][moon] == ORIGIN_OBJECT
    return placed


@compiled
def _fill_deck(row, cards, game, observer, dice):
    """R-SETUP-2, 3: spell cards that nobody keeps are in the deck, under it, or offered; their numbers are open."""
    free = _all_bits(cards["spell_cards"])
    for seat in range(game["seats"]):
        if game["spells"][seat] != NO_SPELL_CARD:
            free &= ~(1 << int(game["spells"][seat]))
    deck, rejects = int(cards["spell_cards"]), 0
    for turn in range(int(game["turn"]) + 1):
        for _ in range(2):
            if deck > 0:
                deck -= 1
            else:
                rejects -= 1
        if turn < game["turn"] and not game["teams"]:
            rejects += 1
    if game["stage"] == STAGE_OFFER:
        offered = bits_of(row, AT_OFFERED, MAX_SPELL_CARDS)
        if not offered:
            offered = roll_subset(dice, free, 2)
        free &= ~offered
        game["offered"][0] = roll_bit(dice, offered)
        game["offered"][1] = roll_bit(dice, offered & ~(1 << int(game["offered"][0])))
    game["spell_deck"] = roll_subset(dice, free, deck)
    game["spell_rejects"] = free & ~int(game["spell_deck"])


# ---- secrets of the others ----


@compiled
def _sample_order(game, dice):
    """R-ROUND-5: a random order; while traders pick, `_sample_waiting` arranges it."""
    seats = int(game["seats"])
    for position in range(seats):
        game["quickness"][position] = position
    for position in range(seats - 1):
        other = position + roll(dice, seats - position)
        seat = game["quickness"][position]
        game["quickness"][position] = game["quickness"][other]
        game["quickness"][other] = seat


@compiled
def _sample_secrets(row, cards, game, observer, dice):
    """Who else is asked, what has been chosen face down, what has been picked in secret, and how a finished game ended."""
    phase, stage = game["phase"], game["stage"]
    if phase == PHASE_ACT:
        _sample_choices(row, cards, game, observer, dice)
    elif stage == STAGE_SEATS:
        _sample_waiting(row, game, observer, dice)
    elif phase == PHASE_TAKE_DEMON or phase == PHASE_TAKE_SPELLS:
        caster, effect = int(game["caster"]), int(game["effect"])
        who = cards["effect_who"][game["cast_card"][caster], game["cast_spell"][caster], effect]
        game["taker"] = caster if who == WHO_SELF else int(game["target"][caster, effect])
        game["asked"][game["taker"]] = 1
    elif phase == PHASE_CHOOSE and game["choice"] == CHOICE_DISCARD:
        _sample_picks(row, cards, game, observer, dice)
    elif phase == PHASE_OVER:
        _find_end(game)
    elif phase != PHASE_DRAFT:
        game["asked"][game["caster"]] = 1


@compiled
def _sample_act(game, seat, dice):
    """Returns an action that the seat could have chosen, each as likely."""
    pick = roll(dice, max(_num_acts(game, seat), 1))
    for action in range(FIRST_ACT, LAST_ACT + 1):
        if why_not_act(game, seat, action) == LEGAL:
            if pick == 0:
                return action
            pick -= 1
    return PASS


@compiled
def _read_choices(row, game, observer):
    """Writes the choices that the observer knows: her own, and in team talk her partner's."""
    game["committed"][observer] = read_choice(row, AT_OWN_CHOICE)
    if game["teams"] and game["team_talk"]:
        game["committed"][observer ^ 1] = read_choice(row, OWN_SIZE + AT_PARTNER_CHOICE)


@compiled
def _knows_choice(game, observer, seat):
    return seat == observer or (game["teams"] and game["team_talk"] and seat == observer ^ 1)


@compiled
def _sample_choices(row, cards, game, observer, dice):
    """While all choose: who has options is asked, the others have been served by the engine (R-ROUND-3, R-TEAM-4)."""
    talk = game["teams"] and game["team_talk"]
    _read_choices(row, game, observer)
    for seat in range(game["seats"]):
        is_now = not talk or seat % 2 == game["stage"] - STAGE_ACT
        if is_now and seat != observer and game["committed"][seat] == NO_ACTION:
            game["asked"][seat] = 1
        elif not is_now and game["stage"] == STAGE_ACT_SECOND and not _knows_choice(game, observer, seat):
            game["committed"][seat] = _sample_act(game, seat, dice)
    settle(game, cards)


@compiled
def _sample_waiting(row, game, observer, dice):
    """While a trader picks: who has not acted openly waits for her turn or lies face down (R-ROUND-5, R-INFO-2)."""
    seats = int(game["seats"])
    traders = 0
    _read_choices(row, game, observer)
    for seat in range(seats):
        if game["did"][seat] == DID_NOTHING:
            if not _knows_choice(game, observer, seat):
                game["committed"][seat] = _sample_act(game, seat, dice)
        elif game["did"][seat] == DID_TRADE and seat != observer:
            traders |= 1 << seat
    taker = observer if game["asked"][observer] else roll_bit(dice, traders)
    game["taker"] = taker
    game["asked"][taker] = 1
    past, rest = 0, 0  # as bit sets of positions in the order that has been drawn
    for position in range(seats):
        seat = int(game["quickness"][position])
        if seat != taker:
            is_face_down = PLAY_OBJECT <= game["committed"][seat] < DRAW_PAIR
            if game["did"][seat] != DID_NOTHING or (is_face_down and roll(dice, 2) == 1):
                past |= 1 << seat
            else:
                rest |= 1 << seat
    position = 0
    for group in (past, 1 << taker, rest):
        left = group
        while left:
            seat = roll_bit(dice, left)
            left &= ~(1 << seat)
            game["quickness"][position] = seat
            position += 1
            if seat == taker:
                game["turn"] = position


@compiled
def _sample_picks(row, cards, game, observer, dice):
    """R-CAST-10: the other victims have picked as often as the observer, or, if she has finished, some number of times."""
    caster, effect = int(game["caster"]), int(game["effect"])
    card, spell = int(game["cast_card"][caster]), int(game["cast_spell"][caster])
    kind, count = int(cards["effect_kind"][card, spell, effect]), int(cards["effect_count"][card, spell, effect])
    is_one = cards["effect_who"][card, spell, effect] == WHO_ONE
    for seat in range(game["seats"]):
        is_victim = seat == game["target"][caster, effect] if is_one else is_opponent(game, caster, seat)
        if is_victim and seat != observer:
            held = num_held(game, seat, kind)
            game["picks_left"][seat] = min(held, count) if held >= count or game["edition"] != EDITION_EN else 0
            game["asked"][seat] = game["picks_left"][seat] > 0
    game["picks_left"][observer] = row[AT_OWN_PICKS_LEFT]
    settle(game, cards)
    if game["asked"][observer]:
        steps = count_bits(int(game["picked_artifacts"][observer])) + count_bits(int(game["picked_incantations"][observer]))
        for object_type in range(NUM_OBJECTS):
            steps += int(game["picked_objects"][observer, object_type])
    else:
        steps = roll(dice, count)
    for _ in range(steps):
        if not game["asked"][observer] and _is_last_pick(game):
            break
        for seat in range(game["seats"]):
            if seat != observer and game["asked"][seat]:
                game["asked"][seat] = pick_discard(game, seat, _sample_legal(cards, game, seat, dice))
        settle(game, cards)


@compiled
def _is_last_pick(game):
    """Returns whether the next picks are the last: somebody must be left to be asked."""
    for seat in range(game["seats"]):
        if game["asked"][seat] and game["picks_left"][seat] > 1:
            return False
    return True


@compiled
def _sample_legal(cards, game, seat, dice):
    """Returns a legal action of a seat that is asked, each as likely."""
    count, chosen = 0, WAIT
    for action in range(NUM_ACTIONS):
        if why_illegal(game, cards, seat, action) == LEGAL:
            count += 1
            if roll(dice, count) == 0:
                chosen = action
    return chosen


@compiled
def _find_end(game):
    """R-END: a finished game shows who summoned her demon, or who alone carries no Sigil."""
    for seat in range(game["seats"]):
        if game["level"][seat] == NUM_LEVELS:
            game["winner"] = first_seat(game, seat)
    judge_victory(game)


# ---- check ----


@compiled
def _is_consistent(row, legal, cards, game, observer):
    """Returns whether the guesses give the observer's mask, what is open of Sigils and shapes, and choices to the others."""
    if game["phase"] != PHASE_OVER and not is_anyone_asked(game):
        return False
    seats = int(game["seats"])
    announced, shown = 0, 0
    shapes = public_start(game) + AT_CENTRE_INCANTATIONS
    for seat in range(seats):
        shown |= (row[seat_start(game, (seat - observer) % seats) + AT_SIGIL_ANNOUNCED] != 0) << seat
        if game["waiting"][seat] and game["cast_spell"][seat] != NO_SPELL:
            card, spell = int(game["cast_card"][seat]), int(game["cast_spell"][seat])
            for effect in range(cards["num_effects"][card, spell]):
                target = int(game["target"][seat, effect])
                if cards["effect_op"][card, spell, effect] == OP_SIGIL and target != NO_SEAT:
                    announced |= 1 << target
    if announced != shown:
        return False
    for object_type in range(NUM_OBJECTS):
        for count in range(MAX_COUNT):
            if _num_shaped(game, object_type, count + 1) != row[shapes + object_type * MAX_COUNT + count]:
                return False
    if game["asked"][observer]:
        for action in range(NUM_ACTIONS):
            if (why_illegal(game, cards, observer, action) == LEGAL) != (legal[action] != 0):
                return False
    return _has_options(game, cards, observer)


@compiled
def _has_options(game, cards, observer):
    """Returns whether who else is asked has a choice: in ACT the engine has seen to it, a drafter has two cards."""
    if game["phase"] == PHASE_ACT or game["phase"] == PHASE_DRAFT:
        return True
    for seat in range(game["seats"]):
        if seat != observer and game["asked"][seat]:
            options = 0
            for action in range(NUM_ACTIONS):
                options += why_illegal(game, cards, seat, action) == LEGAL
            if options < 2:
                return False
    return True


@compiled
def _num_shaped(game, object_type, count):
    shaped = 0
    for seat in range(game["seats"]):
        is_object = game["incantation_state"][seat] == INCANTATION_AS_OBJECT
        if is_object and game["incantation_type"][seat] == object_type and game["incantation_count"][seat] == count:
            shaped += 1
    return shaped
