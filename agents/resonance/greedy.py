"""The agent `greedy`: one step ahead towards its next level.

In words. She looks only at what her next level still lacks on the moons, and at the table:
- When all choose an action she plays an object that her next level lacks, if she holds one, most of all the type of the
  transient, then the type that is lacked most. Without one she plays an incantation if a spell of hers brings a lacked object,
  or an artifact if the transient is of no use to her. Otherwise she draws the pair that is lacked most. Where the next level
  of a demon of the reserve already lies on the moons and hers does not, she trades for it as soon as she can pay.
- She keeps the spell card with the spells that move most, takes the demon that lacks least, casts the spell that brings most
  lacked objects, else a Sigil, aims at the witch with most levels, sweeps or removes what would lock the moon without helping
  her, draws and plays what is lacked, and discards what is not.

Nothing is random: of equals she takes the lowest code. `choose(row, legal, seats, teams, cards)` is one decision of one row,
for other compiled code; `choose_rows` is the loop over a batch.
"""

from __future__ import annotations

import numpy as np

from resonance_env.agents.resonance.compiled_agent import CompiledAgent
from resonance_env.agents.resonance.reading import NONE, centre_count, first_legal, first_set, locked_by
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import actions as act
from resonance_env.games.resonance.rules import vocabulary as v
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
    """One step ahead towards her next level; the module says in words what she does."""

    name = "greedy"
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
    """Returns the legal pair that is lacked most, else the artifact, else whatever can be drawn; NONE without any."""
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
    """Returns how much that is lacked a spell of a card brings into the centre, in units of one object."""
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
    """The spell that brings most of what is lacked; without any a Sigil, then any other."""
    own = places.seat_start(seats, teams, 0)
    card = first_set(row, own + places.AT_SPELLS, v.MAX_SPELL_CARDS)
    best, best_score = NONE, -1
    for spell in range(v.NUM_SPELLS):
        if not legal[act.CAST_SPELL + spell]:
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
    """The witch with most levels, the nearest to the left among equals."""
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
    """Returns how much the demon of the reserve lacks that lacks least; a demon that is not there does not count."""
    least = v.MAX_DEMONS * v.NUM_OBJECTS
    for demon in range(v.MAX_DEMONS):
        if row[public + places.AT_DEMON_RESERVE + demon]:
            least = min(least, _lacking_of(row, demon))
    return least


@inlined
def _take_demon(row, legal, seats, teams):
    """The demon whose next level lacks least; she declines, where she may, if her own lacks no more."""
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
    """The spell card that moves most cards; NONE where the question is another one."""
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
    """Sweeps a type, or removes one card, so that what then locks the moon is lacked most; big cards rather than small ones."""
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
    """The object that is lacked least and held most; of artifacts and incantations the lowest."""
    own = places.seat_start(seats, teams, 0)
    best, best_score = NONE, -v.MAX_DEMONS * v.MAX_COUNT
    for object_type in range(v.NUM_OBJECTS):
        score = int(row[places.AT_OWN_OBJECTS + object_type]) - v.MAX_COUNT * int(row[own + places.AT_MISSING + object_type])
        if legal[act.CHOOSE_TYPE + object_type] and (best == NONE or score > best_score):
            best, best_score = act.CHOOSE_TYPE + object_type, score
    return best
