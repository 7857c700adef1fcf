"""Set-up, the turn, and what a normal summon and a look do: steps outside of a block (LD-FLOW-1 to 4, 10)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.activation import resolve_roll, throw_dice
from resonance_env.games.summon_demons.rules.chance_events import begin_with, dealt_to
from resonance_env.games.summon_demons.rules.possession import end_game, enter, recycle_deck, recycle_pile
from resonance_env.games.summon_demons.rules.questions import (
    CANDLES_AT,
    DEMONS_AT,
    MAY_PASS,
    MAY_ROLL,
    pose,
    pose_sacrifice,
    turn_answers,
)


@compiled
def run_stage(game, cards):
    """Runs the next step when nothing is on the stack."""
    stage = int(game["stage"])
    if stage == v.STAGE_TURN:
        _ask_turn(game, cards)
    elif stage == v.STAGE_THROWN:
        _offer_reroll(game, cards)
    elif stage == v.STAGE_MARK:
        resolve_roll(game, cards)
    elif stage == v.STAGE_REFILL or stage == v.STAGE_ROW:
        _fill_row(game, cards, stage)
    elif stage == v.STAGE_BEGIN:
        _begin_turn(game, cards)
    else:
        _set_up(game, stage)


@inlined
def _set_up(game, stage):
    """LD-FLOW-1 but for the row."""
    if stage == v.STAGE_FIRST:
        if game["first_fixed"]:
            begin_with(game, 0)
        else:
            game["event"] = v.EVENT_FIRST
    elif stage == v.STAGE_CANDLES:
        if game["dealt"] == game["candles_each"] * game["seats"]:
            game["candles_left"] = 0
            game["dealt"] = 0
            game["stage"] = v.STAGE_ROW
        elif game["candle_choice"]:
            pose(game, dealt_to(game), v.PHASE_CANDLE, 0, int(game["candles_left"]) << CANDLES_AT)
        else:
            game["event"] = v.EVENT_CANDLE
    elif game["dealt"] == game["hand_size"] * game["seats"]:
        game["dealt"] = 0
        game["stage"] = v.STAGE_BEGIN
    else:
        game["event"] = v.EVENT_DEMON


@inlined
def _fill_row(game, cards, stage):
    """LD-SETUP-4, LD-TURN-3, LD-DECK-3: the next card of the row; then hands are dealt, or the next turn begins."""
    if game["cards_in_row"] < cards["row"] and recycle_deck(game):
        game["event"] = v.EVENT_CARD
    elif stage == v.STAGE_ROW:
        game["stage"] = v.STAGE_HANDS
    else:
        game["extra"] = game["again"]  # LD-TURN-5; cleared after the roll already if `again` brings a roll (LD-VAR-8)
        if not game["again"]:
            following = int(game["active"]) + 1
            game["active"] = 0 if following == game["seats"] else following
        _begin_turn(game, cards)


@compiled
def _begin_turn(game, cards):
    """LD-FLOW-2, LD-VAR-6; then the first question of the turn."""
    seat = int(game["active"])
    game["turn"] += 1
    game["rolled"] = 0
    game["bought"] = 0
    game["summoned"] = 0
    game["passed_on"] = 0
    game["rerolled"] = 0
    game["again"] = 0
    game["total"] = 0
    game["double"] = 0
    game["stage"] = v.STAGE_TURN
    if game["starting_demon"] and not game["started"][seat]:
        pose(game, seat, v.PHASE_FREE, MAY_PASS, int(game["hand"][seat]) << DEMONS_AT)
    else:
        _ask_turn(game, cards)
    game["started"][seat] = 1


@compiled
def _ask_turn(game, cards):
    """LD-FLOW-3: TURN, unless the seat can only roll or only pass (LD-ASK-1)."""
    low, high = turn_answers(game, cards)
    if high == 0 and low == MAY_ROLL:
        roll(game)
    elif high == 0 and low == MAY_PASS:
        end_turn(game)
    else:
        pose(game, int(game["active"]), v.PHASE_TURN, low, high)


@inlined
def roll(game):
    """LD-TURN-1: the roll of the turn."""
    game["rolled"] = 1
    throw_dice(game)


@inlined
def end_turn(game):
    """LD-FLOW-10, LD-END-3."""
    if game["rolls"] >= game["turn_limit"]:
        end_game(game, v.NOTHING, v.ENDING_TURN_LIMIT)
    else:
        game["stage"] = v.STAGE_REFILL


@inlined
def _offer_reroll(game, cards):
    """LD-ROLL-2, LD-FLOW-4: REROLL, once a turn; without it the dice are final."""
    seat = int(game["active"])
    if game["rerolled"] or not int(game["demons"][seat]) & cards["always"][v.ALWAYS_REROLL]:
        resolve_roll(game, cards)
    else:
        game["stage"] = v.STAGE_MARK
        pose(game, seat, v.PHASE_REROLL, MAY_PASS | MAY_ROLL, 0)


@inlined
def run_sacrifice(game, cards):
    """LD-SUMMON-3: the next card that a normal summon costs; after the last the demon enters."""
    if game["left"] > 0:
        pose_sacrifice(game)
        return
    demon = int(game["summoning"])
    game["summoning"] = v.NOTHING
    game["floor_type"] = 0
    enter(game, cards, int(game["active"]), demon)


@inlined
def run_look(game):
    """LD-EFF-14: the next demon is drawn; after the last the owner chooses (SUMMON)."""
    if game["draws_left"] > 0:
        if recycle_pile(game):
            game["event"] = v.EVENT_DEMON
            return
        game["draws_left"] = 0
    if game["looked_at"] != 0:
        pose(game, int(game["looker"]), v.PHASE_SUMMON, 0, int(game["looked_at"]) << DEMONS_AT)
    else:
        end_look(game)


@compiled
def end_look(game):
    """LD-EFF-14: the Egg and the demons that were not chosen go to the demon discards."""
    game["demon_discards"] |= int(game["looked_at"]) | 1 << int(game["egg"])
    game["looked_at"] = 0
    game["egg"] = v.NOTHING
    game["looker"] = v.NOTHING
