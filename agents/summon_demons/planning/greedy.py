"""The agent `greedy`: one step ahead, without a search.

It buys the card that brings most souls in a round while its side lacks demons, and summons with its least valued cards as soon
as a few would be left, or at once if the demon is the last that it needs. It pays every cost that can bring something, steals
from the opponent nearest to winning and gives to the one farthest from it, and throws again what would bring it nothing. It is
deterministic: ties go to the lowest code.

`choose(game, cards)` answers the question of a record, for other compiled code: it reads nothing that the asked seat does not
see. `choose_rows` is the loop over a batch of observations.
"""

import numpy as np

from resonance_env.agents.summon_demons.planning.gains import (
    OTHER_TURN,
    OWN_TURN,
    card_value,
    chance_of,
    demon_value,
    gain_of,
    lacking_demons,
    roll_gain,
    side_souls,
)
from resonance_env.agents.summon_demons.planning.reading import read_world
from resonance_env.agents.summon_demons.row_agent import RowAgent
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.rules.counting import count_copies, seat_at, summon_cost
from resonance_env.games.summon_demons.rules.questions import nth_answer, num_answers

CARDS_KEPT = 4  # after a summon
CLOSE = 5.0  # a demon in play counts as that many souls on the way to a win
NEVER = -1000.0


@compiled
def choose(game, cards):
    """Returns the answer to the question of a record; it has one that is legal."""
    best, best_score = 0, 10.0 * NEVER
    for place in range(num_answers(game)):
        action = nth_answer(game, place)
        score = _score(game, cards, int(game["decider"]), int(game["phase"]), action)
        if score > best_score:
            best, best_score = action, score
    return best


@compiled
def choose_rows(rows, legal, cards, blank, worlds, stream, out):
    """Answers the rows up to the first that fits no position, into `out`; returns that row's number, or the number of rows."""
    for index in range(len(rows)):
        if not read_world(rows[index], legal[index], cards[0], blank, worlds, stream):
            return index
        out[index] = choose(worlds[0], cards[0])
    return len(rows)


class GreedyAgent(RowAgent):
    """One step ahead; the docstring of the module describes its choices."""

    name = "greedy"
    deterministic = True

    def _answer(self, rows: np.ndarray, legal: np.ndarray, uniform: np.ndarray, out: np.ndarray) -> int:
        return int(choose_rows(rows, legal, self.cards, self.blank, self.worlds, self.stream, out))


@inlined
def _score(game, cards, seat, phase, action):
    """Returns how good an answer is; only answers to one question compare."""
    if action <= act.ROLL:
        return _score_of_word(game, cards, seat, phase, action)
    if action < act.TAKE:  # the supply, or an opponent
        return _score_of_opponent(game, cards, seat, phase, action - act.OPPONENT + 1)
    if action < act.CARD:
        return _score_of_take(game, cards, seat, phase, action - act.TAKE)
    if action < act.DEMON:
        return _score_of_card(game, cards, seat, phase, action - act.CARD)
    if action < act.CANDLE:
        return _score_of_demon(game, cards, seat, phase, action - act.DEMON)
    throws = 0.0
    for total in range(2, v.MAX_TOTAL + 1):
        if (int(cards["candles_of_number"][total]) >> (action - act.CANDLE)) & 1:
            throws += chance_of(cards, total)
    return throws


@inlined
def _score_of_word(game, cards, seat, phase, action):
    """`pass` and `roll`."""
    if phase == v.PHASE_REROLL:
        brings = roll_gain(game, cards, seat, int(game["total"]), OWN_TURN)
        return 1.0 if (action == act.ROLL) == (brings <= 0.0) else 0.0
    return 0.0 if action == act.ROLL or phase == v.PHASE_GATE or phase == v.PHASE_REPLACE else -1.0


@inlined
def _score_of_opponent(game, cards, seat, phase, distance):
    """SOURCE, OPPONENT and PICK: the opponent nearest to winning; for a gift the farthest."""
    if distance == 0:
        return 0.0
    other = seat_at(game, seat, distance)
    close = closeness(game, other)
    if phase == v.PHASE_OPPONENT and cards["effect_op"][game["current"], game["effect"]] == v.OP_GIFT:
        return -close
    return 1.0 + close if phase != v.PHASE_PICK else 0.1 * close - 1.0


@compiled
def closeness(game, seat):
    """Returns how near a seat's side is to winning, in souls."""
    demons = int(game["need_demons"]) - lacking_demons(game, seat)
    return CLOSE * demons + min(side_souls(game, seat), int(game["need_souls"]))


@inlined
def _score_of_take(game, cards, seat, phase, kind):
    """Buys and picks: what brings most in a round; replaces what brings least."""
    value = card_value(game, cards, seat, kind)
    if phase == v.PHASE_REPLACE:
        return -value - 1.0
    if phase == v.PHASE_TURN and lacking_demons(game, seat) == 0:
        return 10.0 * NEVER + 1.0
    return 10.0 + value if phase == v.PHASE_TURN else value


@inlined
def _score_of_card(game, cards, seat, phase, kind):
    """A copy in play: activates what brings most, gives up what brings least, takes the best from others."""
    if phase == v.PHASE_ORDER or phase == v.PHASE_TARGET:
        return gain_of(game, cards, seat, kind, _turn_of(game, seat))
    if phase == v.PHASE_GATE:
        brings = gain_of(game, cards, seat, int(game["current"]), _turn_of(game, seat))
        value = card_value(game, cards, seat, kind)
        return (1.0 if brings > 0.0 else NEVER) / (1.0 + max(value, 0.0))
    if phase == v.PHASE_VICTIM:
        return card_value(game, cards, int(game["named"]), kind)
    if phase == v.PHASE_TURN:
        return NEVER  # keeps what it could pass on
    return -card_value(game, cards, seat, kind)


@inlined
def _turn_of(game, seat):
    return OWN_TURN if game["active"] == seat else OTHER_TURN


@inlined
def _score_of_demon(game, cards, seat, phase, demon):
    """Summons the demon that brings most once enough cards would be left; steals demons before cards."""
    value = demon_value(game, cards, seat, demon)
    if phase == v.PHASE_ORDER:
        return gain_of(game, cards, seat, v.MAX_TYPES + demon, OWN_TURN)
    if phase != v.PHASE_TURN:
        return 100.0 + value
    if (int(game["hand"][seat]) >> demon) & 1 == 0:
        return NEVER  # keeps what it could pass on
    lacking = lacking_demons(game, seat)
    left = count_copies(game, seat, int(game["types_in_play"][seat])) - summon_cost(game, cards, seat)
    if lacking == 1 or (lacking > 0 and left >= CARDS_KEPT):
        return 100.0 + value
    return NEVER
