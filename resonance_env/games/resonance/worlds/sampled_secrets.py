"""Samples the other seats' secrets: choices, quickness, cards picked for a discard, and which seats are asked."""

from resonance_env.core.bitset import count_bits
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.random_stream import draw_below, draw_bit
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.engine import settle
from resonance_env.games.resonance.rules.legality import LEGAL, num_held, why_illegal, why_not_act
from resonance_env.games.resonance.rules.seating import first_seat, is_opponent
from resonance_env.games.resonance.rules.spells import pick_discard
from resonance_env.games.resonance.rules.victory import judge_victory
from resonance_env.games.resonance.sight import row_places as places
from resonance_env.games.resonance.sight.row_reader import read_choice

GUESSES = 32  # of what little is not determined; one is enough with the shipped sets


@compiled
def num_acts(game, seat):
    """Returns how many actions a seat could choose, passing included."""
    options = 0
    for action in range(act.FIRST_ACT, act.LAST_ACT + 1):
        options += why_not_act(game, seat, action) == LEGAL
    return options


@inlined
def sample_order(game, stream):
    """R-ROUND-5: a random order; while traders pick, `_sample_waiting` rearranges it."""
    seats = int(game["seats"])
    for position in range(seats):
        game["quickness"][position] = position
    for position in range(seats - 1):
        other = position + draw_below(stream, seats - position)
        seat = game["quickness"][position]
        game["quickness"][position] = game["quickness"][other]
        game["quickness"][other] = seat


@inlined
def sample_secrets(row, cards, game, observer, stream):
    """Writes which other seats are asked, face-down choices, cards picked in secret, and how a finished game ended."""
    phase, stage = game["phase"], game["stage"]
    if phase == v.PHASE_ACT:
        _sample_choices(row, cards, game, observer, stream)
    elif stage == v.STAGE_SEATS:
        _sample_waiting(row, game, observer, stream)
    elif phase == v.PHASE_TAKE_DEMON or phase == v.PHASE_TAKE_SPELLS:
        caster, effect = int(game["caster"]), int(game["effect"])
        who = cards["effect_who"][game["cast_card"][caster], game["cast_spell"][caster], effect]
        game["taker"] = caster if who == v.WHO_SELF else int(game["target"][caster, effect])
        game["asked"][game["taker"]] = 1
    elif phase == v.PHASE_CHOOSE and game["choice"] == v.CHOICE_DISCARD:
        _sample_picks(row, cards, game, observer, stream)
    elif phase == v.PHASE_OVER:
        _find_end(game)
    elif phase != v.PHASE_DRAFT:
        game["asked"][game["caster"]] = 1


@compiled
def _sample_act(game, seat, stream):
    """Returns a uniformly random action that the seat could have chosen."""
    pick = draw_below(stream, max(num_acts(game, seat), 1))
    for action in range(act.FIRST_ACT, act.LAST_ACT + 1):
        if why_not_act(game, seat, action) == LEGAL:
            if pick == 0:
                return action
            pick -= 1
    return act.PASS


@compiled
def _read_choices(row, game, observer):
    """Writes the choices that the observer knows: its own, and in team talk its partner's."""
    game["committed"][observer] = read_choice(row, places.AT_OWN_CHOICE)
    if game["teams"] and game["team_talk"]:
        game["committed"][observer ^ 1] = read_choice(row, places.OWN_SIZE + places.AT_PARTNER_CHOICE)


@compiled
def _knows_choice(game, observer, seat):
    return seat == observer or (game["teams"] and game["team_talk"] and seat == observer ^ 1)


@inlined
def _sample_choices(row, cards, game, observer, stream):
    """While all choose: seats with options are asked; the engine has chosen for the others (R-ROUND-3, R-TEAM-4)."""
    talk = game["teams"] and game["team_talk"]
    _read_choices(row, game, observer)
    for seat in range(game["seats"]):
        is_now = not talk or seat % 2 == game["stage"] - v.STAGE_ACT
        if is_now and seat != observer and game["committed"][seat] == v.NO_ACTION:
            game["asked"][seat] = 1
        elif not is_now and game["stage"] == v.STAGE_ACT_SECOND and not _knows_choice(game, observer, seat):
            game["committed"][seat] = _sample_act(game, seat, stream)
    settle(game, cards)


@inlined
def _sample_waiting(row, game, observer, stream):
    """While a trader picks: a seat that has not acted openly still waits, or has played face down (R-ROUND-5, R-INFO-2)."""
    seats = int(game["seats"])
    traders = 0
    _read_choices(row, game, observer)
    for seat in range(seats):
        if game["did"][seat] == v.DID_NOTHING:
            if not _knows_choice(game, observer, seat):
                game["committed"][seat] = _sample_act(game, seat, stream)
        elif game["did"][seat] == v.DID_TRADE and seat != observer:
            traders |= 1 << seat
    taker = observer if game["asked"][observer] else draw_bit(stream, traders)
    game["taker"] = taker
    game["asked"][taker] = 1
    past, rest = 0, 0  # bit sets of seats: those whose turn is over, and those still to act
    for position in range(seats):
        seat = int(game["quickness"][position])
        if seat != taker:
            is_face_down = act.PLAY_OBJECT <= game["committed"][seat] < act.DRAW_PAIR
            if game["did"][seat] != v.DID_NOTHING or (is_face_down and draw_below(stream, 2) == 1):
                past |= 1 << seat
            else:
                rest |= 1 << seat
    position = 0
    for group in (past, 1 << taker, rest):
        left = group
        while left:
            seat = draw_bit(stream, left)
            left &= ~(1 << seat)
            game["quickness"][position] = seat
            position += 1
            if seat == taker:
                game["turn"] = position


@inlined
def _sample_picks(row, cards, game, observer, stream):
    """R-CAST-10: other victims have picked as often as the observer, or a random number of times if the observer is done."""
    caster, effect = int(game["caster"]), int(game["effect"])
    card, spell = int(game["cast_card"][caster]), int(game["cast_spell"][caster])
    kind, count = int(cards["effect_kind"][card, spell, effect]), int(cards["effect_count"][card, spell, effect])
    is_one = cards["effect_who"][card, spell, effect] == v.WHO_ONE
    for seat in range(game["seats"]):
        is_victim = seat == game["target"][caster, effect] if is_one else is_opponent(game, caster, seat)
        if is_victim and seat != observer:
            held = num_held(game, seat, kind)
            game["picks_left"][seat] = min(held, count) if held >= count or game["edition"] != v.EDITION_EN else 0
            game["asked"][seat] = game["picks_left"][seat] > 0
    game["picks_left"][observer] = row[places.AT_OWN_PICKS_LEFT]
    settle(game, cards)
    if game["asked"][observer]:
        steps = count_bits(int(game["picked_artifacts"][observer])) + count_bits(int(game["picked_incantations"][observer]))
        for object_type in range(v.NUM_OBJECTS):
            steps += int(game["picked_objects"][observer, object_type])
    else:
        steps = draw_below(stream, count)
    for _ in range(steps):
        if not game["asked"][observer] and _is_last_pick(game):
            break
        for seat in range(game["seats"]):
            if seat != observer and game["asked"][seat]:
                game["asked"][seat] = pick_discard(game, seat, _sample_legal(cards, game, seat, stream))
        settle(game, cards)


@inlined
def _is_last_pick(game):
    """Returns whether the next picks would be the last, after which no seat would be asked."""
    for seat in range(game["seats"]):
        if game["asked"][seat] and game["picks_left"][seat] > 1:
            return False
    return True


@inlined
def _sample_legal(cards, game, seat, stream):
    """Returns a uniformly random legal action of a seat that is asked."""
    count, chosen = 0, act.WAIT
    for action in range(act.NUM_ACTIONS):
        if why_illegal(game, cards, seat, action) == LEGAL:
            count += 1
            if draw_below(stream, count) == 0:
                chosen = action
    return chosen


@inlined
def _find_end(game):
    """R-END: writes the winner of a finished game, which its levels and Sigils show."""
    for seat in range(game["seats"]):
        if game["level"][seat] == v.NUM_LEVELS:
            game["winner"] = first_seat(game, seat)
    judge_victory(game)
