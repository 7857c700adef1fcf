"""Why an action is not legal, in the words of the rules."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.rules.questions import is_answer

(
    LEGAL,
    NOT_ASKED,
    MUST_ANSWER,
    NO_ANSWER,
    MUST_ROLL,
    HAS_ROLLED,
    HAS_BOUGHT,
    NOT_IN_ROW,
    TOO_FEW_SOULS,
    HAS_SUMMONED,
    TOO_FEW_CARDS,
    NOT_IN_HAND,
    NOT_OWNED,
    HAS_PASSED_ON,
) = range(14)
_FIRST_PHASE_REASON = HAS_PASSED_ON + 1  # + PHASE_*: the answer is of a right kind, but not one of those that are legal

# By PHASE_*.
_PHASE_REASONS = (
    "this candle is not left (LD-VAR-4)",
    "this demon is not in the hand (LD-VAR-6)",
    "",  # TURN has reasons of its own
    "the seat has no such card in play, or cards are not named in ascending order with enough left from there on (LD-SUMMON-3)",
    "",  # REROLL: only answers of another kind are illegal
    "it does not wait, or it is not ready (LD-ACT-3, LD-ACT-5)",
    "it cannot be paid, or it is not the first card of the cost (LD-EFF-1)",
    "it cannot be the second card of the cost (LD-EFF-1, LD-ASK-2)",
    "no old copy of it is ready and can be activated by this effect (LD-ACT-13)",
    "this seat is no opponent, or has nothing that this effect can take (LD-EFF-3, LD-EFF-10, LD-EFF-11, LD-EFF-16)",
    "the named opponent has no such thing that this effect can take (LD-EFF-8, LD-EFF-10, LD-EFF-11)",
    "this seat is no opponent, has no soul or a shield, or is nearer than the one named last (LD-EFF-4, LD-EFF-16)",
    "it is not in the row, or this effect cannot take it (LD-EFF-7, LD-EFF-8)",
    "no copy is left in the row, or it is below the one named last (LD-EFF-9)",
    "this demon is not among those to choose from (LD-EFF-13, LD-EFF-14)",
)
REASON_TEXTS = (
    "",
    "nothing is asked of this seat now (LD-ASK-1)",
    "this seat is asked and must answer (LD-ASK-1)",
    "it does not answer this question (LD-ASK)",
    "the dice must be rolled before the turn can end (LD-TURN-1)",
    "the dice are rolled once a turn (LD-TURN-1)",
    "a card was bought this turn already (LD-TURN-1)",
    "this card is not in the row (LD-BUY-1)",
    "the seat has too few souls to buy a card (LD-BUY-1)",
    "a demon was summoned this turn already (LD-TURN-1)",
    "the seat has too few cards in play for the sacrifice (LD-SUMMON-1, LD-SUMMON-2)",
    "this demon is not in the hand (LD-SUMMON-1)",
    "the seat does not have it in play (LD-TEAM-5)",
    "something was passed on this turn already (LD-TEAM-5)",
    *_PHASE_REASONS,
)


@compiled
def why_illegal(game, cards, seat, action):
    """Returns LEGAL or the number of the reason why the seat may not take the action, an index in `REASON_TEXTS`."""
    if not game["asked"][seat]:
        return LEGAL if action == act.WAIT else NOT_ASKED
    if action == act.WAIT:
        return MUST_ANSWER
    if is_answer(game, action):
        return LEGAL
    phase = int(game["phase"])
    if phase == v.PHASE_TURN:
        return _why_not_in_turn(game, cards, seat, action)
    return _FIRST_PHASE_REASON + phase if _is_of_a_right_kind(phase, action) else NO_ANSWER


@inlined
def _why_not_in_turn(game, cards, seat, action):
    """LD-FLOW-3."""
    if action == act.PASS:
        return MUST_ROLL
    if action == act.ROLL:
        return HAS_ROLLED
    if act.TAKE <= action < act.CARD:
        if game["bought"]:
            return HAS_BOUGHT
        return TOO_FEW_SOULS if game["souls"][seat] < cards["price"] else NOT_IN_ROW
    if act.DEMON <= action < act.CANDLE:
        demon = action - act.DEMON
        if (int(game["hand"][seat]) >> demon) & 1:
            return HAS_SUMMONED if game["summoned"] else TOO_FEW_CARDS
        if not game["teams"]:
            return NOT_IN_HAND
        return HAS_PASSED_ON if (int(game["demons"][seat]) >> demon) & 1 else NOT_OWNED
    if act.CARD <= action < act.DEMON and game["teams"]:
        return HAS_PASSED_ON if game["cards"][seat, action - act.CARD] > 0 else NOT_OWNED
    return NO_ANSWER


@inlined
def _is_of_a_right_kind(phase, action):
    """Returns whether an action is of a kind that can answer the question of a phase other than TURN and REROLL."""
    if act.OPPONENT <= action < act.TAKE:
        return phase in (v.PHASE_OPPONENT, v.PHASE_SOURCE, v.PHASE_PICK)
    if act.TAKE <= action < act.CARD:
        return phase in (v.PHASE_PICK, v.PHASE_REPLACE)
    if act.CARD <= action < act.DEMON:
        if phase in (v.PHASE_SACRIFICE, v.PHASE_GATE, v.PHASE_COST, v.PHASE_TARGET):
            return True
        return phase in (v.PHASE_ORDER, v.PHASE_VICTIM)
    if act.DEMON <= action < act.CANDLE:
        return phase in (v.PHASE_FREE, v.PHASE_ORDER, v.PHASE_VICTIM, v.PHASE_SUMMON)
    return action >= act.CANDLE and phase == v.PHASE_CANDLE
