"""The chance events of a game: their outcomes and weights, the keyed draw, and what an outcome does (LD-CHANCE)."""

from resonance_env.core.bitset import count_bits, has_bit, nth_bit
from resonance_env.core.chance import draw
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.counting import seat_at
from resonance_env.games.summon_demons.rules.effects import end_activation, place_drawn_card
from resonance_env.games.summon_demons.rules.possession import enter, obtain, put_in_row


@inlined
def dealt_to(game):
    """Returns the seat that gets the next candle (LD-SETUP-3, LD-VAR-3)."""
    return (int(game["active"]) + int(game["dealt"])) % int(game["seats"])


@compiled
def total_weight(game, cards):
    """Returns the sum of the weights of all outcomes of the pending event: `count` of LD-CHANCE."""
    event = int(game["event"])
    if event == v.EVENT_FIRST:
        return int(game["seats"])
    if event == v.EVENT_CANDLE:
        return count_bits(int(game["candles_left"]))
    if event == v.EVENT_CARD:
        return int(game["cards_in_deck"])
    if event == v.EVENT_DEMON:
        return count_bits(int(game["pile"]))
    if event == v.EVENT_HAND:
        return count_bits(int(game["hand"][game["block"]]))
    return int(cards["faces"]) * int(cards["faces"])


@compiled
def outcome_weight(game, cards, outcome):
    """Returns the weight of an outcome of the pending event; 0 if it cannot come (LD-CHANCE-4, 5)."""
    event = int(game["event"])
    if event == v.EVENT_FIRST:
        return 1 if 0 <= outcome < game["seats"] else 0
    if event == v.EVENT_CANDLE:
        return 1 if has_bit(int(game["candles_left"]), outcome) else 0
    if event == v.EVENT_CARD:
        return int(game["deck"][outcome]) if 0 <= outcome < v.MAX_TYPES else 0
    if event == v.EVENT_DEMON:
        return 1 if has_bit(int(game["pile"]), outcome) else 0
    if event == v.EVENT_HAND:
        return 1 if has_bit(int(game["hand"][game["block"]]), outcome) else 0
    total, is_double, faces = outcome >> 1, outcome & 1, int(cards["faces"])
    throws = faces - abs(total - faces - 1)
    if throws <= 0:
        return 0
    return is_double if total & 1 == 0 and is_double else (0 if is_double else throws - (1 - total & 1))


@inlined
def _event_number(game):
    """Returns the index of the keyed draw of the pending event (LD-CHANCE)."""
    event = int(game["event"])
    if event == v.EVENT_CARD:
        return int(game["cards_drawn"])
    if event == v.EVENT_ROLL:
        return int(game["rolls"])
    if event == v.EVENT_DEMON:
        return int(game["demons_drawn"])
    if event == v.EVENT_REROLL:
        return int(game["rolls"]) - 1
    if event == v.EVENT_HAND:
        return int(game["hand_draws"])
    return int(game["dealt"])


@compiled
def sampled_outcome(game, cards):
    """Returns the outcome of the pending event under the game's seed (LD-CHANCE-1)."""
    event = int(game["event"])
    pick = draw(game["seed"][0], game["seed"][1], event, _event_number(game), total_weight(game, cards))
    if event == v.EVENT_CARD:
        kind = 0
        while pick >= game["deck"][kind]:
            pick -= int(game["deck"][kind])
            kind += 1
        return kind
    if event == v.EVENT_CANDLE:
        return nth_bit(int(game["candles_left"]), pick)
    if event == v.EVENT_DEMON:
        return nth_bit(int(game["pile"]), pick)
    if event == v.EVENT_HAND:
        return nth_bit(int(game["hand"][game["block"]]), pick)
    if event == v.EVENT_FIRST:
        return pick
    faces = int(cards["faces"])
    one, other = pick // faces + 1, pick % faces + 1
    return 2 * (one + other) + (1 if one == other else 0)


@compiled
def apply_outcome(game, cards, outcome):
    """Lets the pending event come out in a given way."""
    event = int(game["event"])
    game["event"] = v.NO_EVENT
    game["phase"] = v.PHASE_RUNNING
    if event == v.EVENT_CARD:
        _draw_card(game, cards, outcome)
    elif event == v.EVENT_ROLL or event == v.EVENT_REROLL:
        game["total"] = outcome >> 1
        game["double"] = outcome & 1
        if event == v.EVENT_ROLL:
            game["rolls"] += 1
            game["stage"] = v.STAGE_THROWN
        else:
            game["rerolled"] = 1
            game["stage"] = v.STAGE_MARK
    elif event == v.EVENT_DEMON:
        game["pile"] &= ~(1 << outcome)
        game["demons_drawn"] += 1
        _place_drawn_demon(game, cards, outcome)
    elif event == v.EVENT_HAND:
        seat = int(game["block"])
        game["hand"][seat] &= ~(1 << outcome)
        game["hand_draws"] += 1
        end_activation(game)
        enter(game, cards, seat, outcome)
    elif event == v.EVENT_CANDLE:
        give_candle(game, outcome)
    else:
        begin_with(game, outcome)


@inlined
def _draw_card(game, cards, kind):
    """A card drawn for the row (LD-SETUP-4, LD-TURN-3), or for the effect that runs."""
    game["deck"][kind] -= 1
    game["cards_in_deck"] -= 1
    game["cards_drawn"] += 1
    if game["current"] == v.NOTHING:
        put_in_row(game, kind)
    elif place_drawn_card(game, cards, kind):
        obtain(game, cards, int(game["block"]), kind)


@inlined
def _place_drawn_demon(game, cards, demon):
    """A demon drawn for a hand (LD-SETUP-5), for a look (LD-EFF-14), or for `summon top` (LD-EFF-13)."""
    if game["stage"] == v.STAGE_HANDS:
        game["hand"][seat_at(game, int(game["active"]), int(game["dealt"]) // int(game["hand_size"]))] |= 1 << demon
        game["dealt"] += 1
    elif game["egg"] != v.NOTHING:
        game["looked_at"] |= 1 << demon
        game["draws_left"] -= 1
    else:
        seat = int(game["block"])
        end_activation(game)
        enter(game, cards, seat, demon)


@compiled
def give_candle(game, candle):
    """LD-SETUP-3, LD-VAR-4: the next seat gets a candle."""
    game["candles"][dealt_to(game)] |= 1 << candle
    game["candles_left"] &= ~(1 << candle)
    game["dealt"] += 1


@compiled
def begin_with(game, seat):
    """LD-SETUP-1, 2: the first seat, and the souls of all."""
    game["active"] = seat
    for other in range(game["seats"]):
        game["souls"][other] = game["start_souls"]
    game["stage"] = v.STAGE_CANDLES
