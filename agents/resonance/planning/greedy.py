"""The agent `greedy`: looks one step ahead towards its next level.

It considers only what its next level still lacks on the moons, and the table:
- When all choose an action, it plays an object that its next level lacks, if it holds one, preferring the type of the
  transient, then the type that is lacked most. Otherwise it plays an incantation if one of its spells brings a lacked object,
  or an artifact if the transient is useless to it, or else draws the pair that is lacked most. If the next level of a demon in
  the reserve already lies on the moons and its own does not, it trades for that demon as soon as it can pay.
- It keeps the spell card whose spells move most cards, takes the demon that lacks least, casts the spell that brings most
  lacked objects, or else a Sigil, or else one that does something, aims at the witch with most levels, sweeps or removes
  objects that would lock the moon without helping it, draws and plays what is lacked, and discards what is not.

It is deterministic: ties go to the lowest code. `choose(row, legal, seats, teams, cards)` is one decision of one row, for other
compiled code; `choose_rows` is the loop over a batch.
"""

import numpy as np

from resonance_env.agents.compiled_agent import CompiledAgent
from resonance_env.agents.resonance.planning.reading import NONE, centre_count, first_legal, first_set, legal_spells, locked_by
from resonance_env.agents.resonance.planning.useful import useful_spells
from resonance_env.core.bitset import has_bit
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.sight import row_places as places


@inlined
def choose(row, legal, seats, teams, cards):
    """Returns the action of one seat that is asked.

    Args:
        row: int8 `[size]`, an observation of kind `table` or `recall`.
        legal: int8 `[action]`.
        seats: number of seats.
        teams: 1 in team mode, else 0; with `seats` it fixes the layout of the row.
        cards: a CARDS record.
    """
    public = places.public_start(seats, teams)
    phase = first_set(row, public + places.AT_PHASE, v.NUM_PHASES)
    action = NONE
    if phase == v.PHASE_ACT:
        action = _act(row, legal, seats, teams, cards)
    elif phase == v.PHASE_CAST:
        action = _cast(row, legal, seats, teams, cards)
    elif phase == v.PHASE_AIM:
        action = _aim(row, legal, seats, teams)
    elif phase == v.PHASE_CHOOSE:
        action = _choose_card(row, legal, seats, teams)
    elif phase == v.PHASE_TAKE_DEMON:
        action = _take_demon(row, legal, seats, teams)
    elif phase == v.PHASE_DRAFT or phase == v.PHASE_TAKE_SPELLS:
        action = _take_spells(legal, cards)
    return action if action != NONE else first_legal(legal)


@compiled
def choose_rows(rows, legal, seats, teams, cards, out):
    """Chooses for every row `rows[index]` with `legal[index]` into `out[index]`; `cards` is an array of one CARDS record."""
    for index in range(len(rows)):
        out[index] = choose(rows[index], legal[index], seats, teams, cards[0])


class GreedyAgent(CompiledAgent):
    """Looks one step ahead towards its next level; the docstring of the module describes its choices."""

    name = "greedy"
    games = ("resonance",)
    deterministic = True

    def _choose(self, rows: np.ndarray, legal: np.ndarray, uniform: np.ndarray, out: np.ndarray) -> None:
        choose_rows(rows, legal, self.seats, self.teams, self.cards, out)


@compiled
def _highest_held(legal, first, count):
    for index in range(count - 1, -1, -1):
        if legal[first + index]:
            return first + index
    return NONE


@inlined
def _act(row, legal, seats, teams, cards):
    public, own = places.public_start(seats, teams), places.seat_start(seats, teams, 0)
    transient = first_set(row, public + places.AT_TRANSIENT, v.NUM_OBJECTS)
    lacking = 0
    for object_type in range(v.NUM_OBJECTS):
        lacking += row[own + places.AT_MISSING + object_type]
    if legal[act.TRADE_DEMON] and lacking > 0 and _least_lacking(row, public) == 0:
        return act.TRADE_DEMON
    best, best_score = NONE, 0
    for object_type in range(v.NUM_OBJECTS):
        score = int(row[own + places.AT_MISSING + object_type])
        if legal[act.PLAY_OBJECT + object_type] and score > 0:
            score += v.MAX_COUNT * v.NUM_OBJECTS * (object_type == transient)
            if score > best_score:
                best, best_score = act.PLAY_OBJECT + object_type, score
    if best != NONE:
        return best
    incantation = _highest_held(legal, act.PLAY_INCANTATION, v.MAX_INCANTATION)
    if incantation != NONE and _best_spell_score(row, own, cards) > 0:
        return incantation
    is_transient_of_use = transient != NONE and row[own + places.AT_MISSING + transient] > 0
    artifact = _highest_held(legal, act.PLAY_ARTIFACT, v.MAX_ARTIFACT)
    if artifact != NONE and not is_transient_of_use:
        return artifact
    return _draw(row, legal, own)


@inlined
def _draw(row, legal, own):
    """Returns the legal pair that is lacked most, else the artifact, else any draw; NONE if there is none."""
    best, best_score = NONE, -1
    for pair in range(act.NUM_PAIRS):
        if legal[act.DRAW_PAIR + pair]:
            first, second = act.PAIRS[pair]
            score = int(row[own + places.AT_MISSING + first])
            second_missing = int(row[own + places.AT_MISSING + second]) - (first == second)
            score = min(score, 1) * v.NUM_OBJECTS + score + min(second_missing, 1) * v.NUM_OBJECTS + second_missing
            if score > best_score:
                best, best_score = act.DRAW_PAIR + pair, score
    if best == NONE and legal[act.DRAW_ARTIFACT]:
        return act.DRAW_ARTIFACT
    return best


@compiled
def _spell_score(row, own, cards, card, spell):
    """Returns how many lacked objects a spell of a card brings into the centre."""
    score = 0
    for effect in range(cards["num_effects"][card, spell]):
        op, kind = int(cards["effect_op"][card, spell, effect]), int(cards["effect_kind"][card, spell, effect])
        value = int(cards["effect_value"][card, spell, effect])
        if op == v.OP_BECOME_OBJECT and row[own + places.AT_MISSING + kind] > 0:
            score += value
        elif op == v.OP_PLAY:
            for object_type in range(v.NUM_OBJECTS):
                held = min(int(row[places.AT_OWN_OBJECTS + object_type]), int(row[own + places.AT_MISSING + object_type]))
                if kind == v.KIND_OBJECT or kind == object_type:
                    score += value * min(held, int(cards["effect_count"][card, spell, effect]))
    return score


@inlined
def _best_spell_score(row, own, cards):
    card = first_set(row, own + places.AT_SPELLS, v.MAX_SPELL_CARDS)
    best = 0
    for spell in range(v.NUM_SPELLS):
        best = max(best, _spell_score(row, own, cards, card, spell))
    return best


@inlined
def _cast(row, legal, seats, teams, cards):
    """Of the spells that can do something, the one that brings most lacked objects; if none, a Sigil, then any other."""
    own = places.seat_start(seats, teams, 0)
    card = first_set(row, own + places.AT_SPELLS, v.MAX_SPELL_CARDS)
    best, best_score = NONE, -1
    spells = useful_spells(row, legal_spells(legal), seats, teams, cards, card)
    for spell in range(v.NUM_SPELLS):
        if not has_bit(spells, spell):
            continue
        score = 2 * _spell_score(row, own, cards, card, spell)
        if cards["spell_amounts"][card, spell, v.OP_SIGIL] > 0:
            score += 1
        if score > best_score:
            best, best_score = act.CAST_SPELL + spell, score
    return best


@compiled
def _levels(row, seats, teams, distance):
    own = places.seat_start(seats, teams, distance)
    done = 0
    for level in range(v.NUM_LEVELS):
        done += row[own + places.AT_LEVELS_DONE + level]
    return done


@inlined
def _aim(row, legal, seats, teams):
    """The witch with most levels; ties go to the nearest on the left."""
    best, best_score = NONE, -1
    for distance in range(1, min(seats, v.MAX_SEATS)):
        if legal[act.AIM + distance - 1] and _levels(row, seats, teams, distance) > best_score:
            best, best_score = act.AIM + distance - 1, _levels(row, seats, teams, distance)
    return best


@compiled
def _lacking_of(row, demon):
    total = 0
    for object_type in range(v.NUM_OBJECTS):
        total += row[places.AT_RESERVE_MISSING + demon * v.NUM_OBJECTS + object_type]
    return total


@inlined
def _least_lacking(row, public):
    """Returns how much the best demon of the reserve lacks; absent demons do not count."""
    least = v.MAX_DEMONS * v.NUM_OBJECTS
    for demon in range(v.MAX_DEMONS):
        if row[public + places.AT_DEMON_RESERVE + demon]:
            least = min(least, _lacking_of(row, demon))
    return least


@inlined
def _take_demon(row, legal, seats, teams):
    """The demon whose next level lacks least; declines, if allowed, when its own lacks no more."""
    own = places.seat_start(seats, teams, 0)
    best, least = NONE, v.MAX_DEMONS * v.NUM_OBJECTS
    if legal[act.STOP]:
        best, least = act.STOP, 0
        for object_type in range(v.NUM_OBJECTS):
            least += row[own + places.AT_MISSING + object_type]
    for demon in range(v.MAX_DEMONS):
        if legal[act.TAKE_DEMON + demon] and _lacking_of(row, demon) < least:
            best, least = act.TAKE_DEMON + demon, _lacking_of(row, demon)
    return best


@inlined
def _take_spells(legal, cards):
    """The spell card that moves most cards; NONE for other questions."""
    best, best_score = NONE, -1
    for card in range(v.MAX_SPELL_CARDS):
        if not legal[act.TAKE_SPELLS + card]:
            continue
        score = 0
        for spell in range(v.NUM_SPELLS):
            amounts = cards["spell_amounts"][card, spell]
            score += 2 * int(amounts[v.OP_PLAY]) + 2 * int(amounts[v.OP_BECOME_OBJECT]) + int(amounts[v.OP_BECOME_ARTIFACT] > 0)
            score += int(amounts[v.OP_REMOVE]) + int(amounts[v.OP_DRAW]) + int(amounts[v.OP_DISCARD])
        if score > best_score:
            best, best_score = act.TAKE_SPELLS + card, score
    return best


@inlined
def _choose_card(row, legal, seats, teams):
    public = places.public_start(seats, teams)
    choice = first_set(row, public + places.AT_CHOICE, v.NUM_CHOICES)
    if choice == v.CHOICE_SWEEP:
        return _take_away(row, legal, seats, teams, 0)
    if choice == v.CHOICE_REMOVE:
        return _take_away(row, legal, seats, teams, 1)
    if choice == v.CHOICE_DISCARD:
        return _discard(row, legal, seats, teams)
    own = places.seat_start(seats, teams, 0)
    best, best_missing = (act.STOP if legal[act.STOP] else NONE), (0 if legal[act.STOP] else -1)
    for object_type in range(v.NUM_OBJECTS):
        missing = int(row[own + places.AT_MISSING + object_type])
        if legal[act.CHOOSE_TYPE + object_type] and missing > best_missing:
            best, best_missing = act.CHOOSE_TYPE + object_type, missing
    return best


@compiled
def _take_away(row, legal, seats, teams, is_one_card):
    """Sweeps a type or removes a card so that the type that then locks the moon is lacked most; prefers big cards."""
    public, own = places.public_start(seats, teams), places.seat_start(seats, teams, 0)
    counts = (centre_count(row, public, 0), centre_count(row, public, 1), centre_count(row, public, 2))
    best, best_missing = NONE, -1
    for size in range(v.MAX_COUNT if is_one_card else 1, 0, -1):
        for object_type in range(v.NUM_OBJECTS):
            action = (
                act.CHOOSE_TYPE + object_type if size == 1 else act.REMOVE_COUNTING + (size - 2) * v.NUM_OBJECTS + object_type
            )
            if not legal[action]:
                continue
            taken = size if is_one_card else counts[object_type]
            locked = locked_by(
                counts[0] - taken * (object_type == 0),
                counts[1] - taken * (object_type == 1),
                counts[2] - taken * (object_type == 2),
            )
            missing = 0 if locked == NONE else int(row[own + places.AT_MISSING + locked])
            if missing > best_missing:
                best, best_missing = action, missing
    return best


@inlined
def _discard(row, legal, seats, teams):
    """The object that is lacked least and held most; the lowest artifact or incantation."""
    own = places.seat_start(seats, teams, 0)
    best, best_score = NONE, -v.MAX_DEMONS * v.MAX_COUNT
    for object_type in range(v.NUM_OBJECTS):
        score = int(row[places.AT_OWN_OBJECTS + object_type]) - v.MAX_COUNT * int(row[own + places.AT_MISSING + object_type])
        if legal[act.CHOOSE_TYPE + object_type] and (best == NONE or score > best_score):
            best, best_score = act.CHOOSE_TYPE + object_type, score
    return best
