"""Samples worlds to search in: full records that are consistent with a seat's observation.

The input is the seat's `recall` observation (R-INFO-4), in which every hand is counted, and its mask: nothing of the true
record. Hidden information is sampled: choices that wait face down, cards picked in secret, the quickness order, the cards below
the tops of the piles, the pair offered to another witch, and a new seed, which determines all future chance. This is the
determinisation of information set Monte Carlo tree search (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
Search", IEEE Transactions on Computational Intelligence and AI in Games 4(2), 2012).

A world encodes to the row that it was sampled from, byte for byte, and the engine can continue it. If the rules do not depend
on seat numbers, the observer is seat 0, or in teams the seat of the same parity; during the draft every seat keeps its number.
A row does not contain what a perfect memory would add about this round's quickness, a spell card that the observer refused in
the draft, and which artifacts or incantations it has already picked for a discard: these are sampled.
"""

from resonance_env.core.bitset import count_bits, has_bit
from resonance_env.core.bound_loops import bind_worlds
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.random_stream import draw_below, draw_word, start_stream
from resonance_env.core.rows import hot
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.engine import is_anyone_asked
from resonance_env.games.resonance.rules.legality import LEGAL, why_illegal
from resonance_env.games.resonance.sight import row_places as places
from resonance_env.games.resonance.sight.observation import write_rows
from resonance_env.games.resonance.sight.row_reader import public_start, read_choice, read_open, seat_start
from resonance_env.games.resonance.worlds.sampled_piles import fill_piles
from resonance_env.games.resonance.worlds.sampled_secrets import num_acts, sample_order, sample_secrets
from resonance_env.games.resonance.worlds.sampled_spells import sample_spells
from resonance_env.games.resonance.worlds.world_checks import is_sound

GUESSES = 32  # attempts at a consistent world; one is enough with the shipped sets


@compiled
def determinise(row, legal, cards, blank, worlds, index, stream):
    """Writes a world into `worlds[index]` and returns the observer's seat in it, or NO_SEAT if the row fits no position.

    Arguments are single ones of `CompiledVariant.determinise`; the stream advances.
    """
    observer = 0
    for guess in range(GUESSES):
        worlds[index] = blank[0]
        game = worlds[index]
        game["explicit_chance"] = 0
        observer = _find_observer(row, game, stream)
        read_open(row, cards, game, observer)
        game["asked"][observer] = row[0]
        game["shown"] = game["phase"] == v.PHASE_ACT
        game["seed"][0] = draw_word(stream)
        game["seed"][1] = draw_word(stream)
        _find_stage(row, cards, game, observer, stream)
        sample_spells(row, cards, game, observer, guess == 0, stream)
        _find_spell_stage(cards, game)
        sample_order(game, stream)
        fill_piles(row, cards, game, observer, stream)
        sample_secrets(row, cards, game, observer, stream)
        if _is_consistent(row, legal, cards, game, observer):
            break
    return observer if is_sound(cards, worlds[index]) else v.NO_SEAT


# ---- the observer's seat and the engine's stage ----


@inlined
def _find_observer(row, game, stream):
    """Returns the observer's seat: the one that public information implies, if the number of the seat matters."""
    seats = int(game["seats"])
    at = public_start(game)
    phase = hot(row, at, v.PHASE_OVER + 1, v.PHASE_OVER)
    own_demon = hot(row, seat_start(game, 0) + places.AT_DEMON, v.MAX_DEMONS, v.NO_DEMON)
    next_demon = hot(row, seat_start(game, 1) + places.AT_DEMON, v.MAX_DEMONS, v.NO_DEMON)
    parity = 1 if game["teams"] and own_demon != next_demon else 0  # R-TEAM-2
    if phase != v.PHASE_DRAFT:
        return parity
    if game["teams"]:
        return parity + 2 * _find_team(row, game, parity, stream)
    done = 0
    for distance in range(seats):
        done |= (_spell_card_at(row, game, distance) != v.NO_SPELL_CARD) << distance
    if row[0]:
        return count_bits(done) % seats
    if done:  # the drafter is the first seat after those that have a card
        drafter = 0
        while drafter < seats and (has_bit(done, drafter) or not has_bit(done, (drafter - 1) % seats)):
            drafter += 1
        return (count_bits(done) - drafter) % seats
    return 1 + draw_below(stream, seats - 1)


@compiled
def _spell_card_at(row, game, distance):
    """Returns the spell card that lies before the seat at a distance to the left, or NO_SPELL_CARD."""
    return hot(row, seat_start(game, distance) + places.AT_SPELLS, v.MAX_SPELL_CARDS, v.NO_SPELL_CARD)


@inlined
def _find_team(row, game, parity, stream):
    """Returns the observer's team in the draft: teams with a High Witch have chosen, in order (R-TEAM-3).

    Which team names the first High Witch is not in a row of the others: it is sampled.
    """
    seats = int(game["seats"])
    teams, ranked, offering = seats // 2, 0, v.NO_SEAT
    for distance in range(teams):
        for member in range(2):
            at = (2 * distance - parity + member) % seats
            card = _spell_card_at(row, game, at)
            if row[seat_start(game, at) + places.AT_HIGH_WITCH]:
                ranked |= 1 << distance
            if row[places.AT_OFFERED + card]:
                offering = distance
    done = count_bits(ranked)
    if row[0]:
        return done % teams
    if ranked:
        drafting = 0
        while drafting < teams and (has_bit(ranked, drafting) or not has_bit(ranked, (drafting - 1) % teams)):
            drafting += 1
    elif offering != v.NO_SEAT:
        drafting = offering
    else:
        drafting = draw_below(stream, teams - 1 + parity) + 1 - parity
    return (done - drafting) % teams


@inlined
def _find_stage(row, cards, game, observer, stream):
    """Writes the stage; while the effects of a spell run, it writes EFFECTS, which `_find_spell_stage` corrects."""
    phase = game["phase"]
    if phase == v.PHASE_DRAFT:
        _find_draft(row, game)
    elif phase == v.PHASE_ACT:
        game["stage"] = v.STAGE_ACT
        if game["teams"] and game["team_talk"] and _is_second_turn(row, cards, game, observer, stream):
            game["stage"] = v.STAGE_ACT_SECOND
    elif phase == v.PHASE_CAST:
        game["stage"] = v.STAGE_CASTS
    elif phase == v.PHASE_AIM:
        game["stage"] = v.STAGE_AIM
    elif phase == v.PHASE_CHOOSE and game["choice"] == v.CHOICE_SWEEP:
        game["stage"] = v.STAGE_SWEEPS
    elif phase == v.PHASE_TAKE_DEMON and game["caster"] == v.NO_SEAT:
        game["stage"] = v.STAGE_SEATS
    elif phase != v.PHASE_OVER:
        game["stage"] = v.STAGE_EFFECTS


@inlined
def _find_draft(row, game):
    done, is_offered = 0, False
    for seat in range(game["seats"]):
        done += game["high_witch"][seat] if game["teams"] else game["spells"][seat] != v.NO_SPELL_CARD
    for card in range(v.MAX_SPELL_CARDS):
        is_offered |= row[places.AT_OFFERED + card] != 0
    done = min(done, int(game["seats"]) // (2 if game["teams"] else 1) - 1)
    game["turn"] = done
    game["stage"] = v.STAGE_HIGH_WITCH if game["teams"] and not is_offered else v.STAGE_OFFER
    game["asked"][2 * done if game["teams"] else done] = 1


@inlined
def _is_second_turn(row, cards, game, observer, stream):
    """R-TEAM-4: returns whether the second seats choose; the engine makes a choice without options at once."""
    own, partner = read_choice(row, places.AT_OWN_CHOICE), read_choice(row, places.OWN_SIZE + places.AT_PARTNER_CHOICE)
    if observer % 2 == 1:
        return row[0] != 0 or own != act.WAIT
    if row[0] or own == act.WAIT:
        return False
    if partner != act.WAIT or num_acts(game, observer) > 1:
        return True
    return num_acts(game, observer ^ 1) > 1 and draw_below(stream, 2) == 1


@inlined
def _find_spell_stage(cards, game):
    """Writes END_EFFECTS if the running effect belongs to the end of the round."""
    if game["stage"] == v.STAGE_EFFECTS:
        caster = int(game["caster"])
        if cards["effect_when"][game["cast_card"][caster], game["cast_spell"][caster], game["effect"]] == v.WHEN_END:
            game["stage"] = v.STAGE_END_EFFECTS


# ---- check ----


@inlined
def _is_consistent(row, legal, cards, game, observer):
    """Returns whether a sampled world agrees with the observer's mask, announced Sigils and transformed incantations.

    Every other seat that is asked must also have a choice.
    """
    if game["phase"] != v.PHASE_OVER and not is_anyone_asked(game):
        return False
    seats = int(game["seats"])
    announced, shown = 0, 0
    shapes = public_start(game) + places.AT_CENTRE_INCANTATIONS
    for seat in range(seats):
        shown |= (row[seat_start(game, (seat - observer) % seats) + places.AT_SIGIL_ANNOUNCED] != 0) << seat
        if game["waiting"][seat] and game["cast_spell"][seat] != v.NO_SPELL:
            card, spell = int(game["cast_card"][seat]), int(game["cast_spell"][seat])
            for effect in range(cards["num_effects"][card, spell]):
                target = int(game["target"][seat, effect])
                if cards["effect_op"][card, spell, effect] == v.OP_SIGIL and target != v.NO_SEAT:
                    announced |= 1 << target
    if announced != shown:
        return False
    for object_type in range(v.NUM_OBJECTS):
        for count in range(v.MAX_COUNT):
            if _num_shaped(game, object_type, count + 1) != row[shapes + object_type * v.MAX_COUNT + count]:
                return False
    if game["asked"][observer]:
        for action in range(act.NUM_ACTIONS):
            if (why_illegal(game, cards, observer, action) == LEGAL) != (legal[action] != 0):
                return False
    return _has_options(game, cards, observer)


@inlined
def _has_options(game, cards, observer):
    """Returns whether every other seat that is asked has a choice; in ACT and in the draft it always has."""
    if game["phase"] == v.PHASE_ACT or game["phase"] == v.PHASE_DRAFT:
        return True
    for seat in range(game["seats"]):
        if seat != observer and game["asked"][seat]:
            options = 0
            for action in range(act.NUM_ACTIONS):
                options += why_illegal(game, cards, seat, action) == LEGAL
            if options < 2:
                return False
    return True


@inlined
def _num_shaped(game, object_type, count):
    shaped = 0
    for seat in range(game["seats"]):
        is_object = game["incantation_state"][seat] == v.INCANTATION_AS_OBJECT
        if is_object and game["incantation_type"][seat] == object_type and game["incantation_count"][seat] == count:
            shaped += 1
    return shaped


@inlined
def start(stream, low, high):
    """Starts the random numbers of a world."""
    start_stream(stream, low, high, 0)


determinise_rows = bind_worlds(__name__, determinise=determinise, start=start, write_rows=write_rows)
