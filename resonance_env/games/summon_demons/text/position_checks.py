"""What must hold between the lines of a position, so that the engine can take it up: the kernels trust their input."""

import numpy as np

from resonance_env.core.errors import PositionError
from resonance_env.core.position_text import Record
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.chance_events import total_weight
from resonance_env.games.summon_demons.text.position_lines import SEAT_NAMES, STAGE_NAMES, thing_name

# Effects that ask a question, by its phase.
_OPS_OF_PHASE = {
    v.PHASE_TARGET: (v.OP_ACTIVATE,),
    v.PHASE_OPPONENT: (v.OP_GIFT, v.OP_STEAL_CARD, v.OP_STEAL_ALL, v.OP_DISCARD),
    v.PHASE_VICTIM: (v.OP_PICK_OR_STEAL, v.OP_STEAL_CARD, v.OP_DISCARD),
    v.PHASE_SOURCE: (v.OP_STEAL,),
    v.PHASE_PICK: (v.OP_PICK, v.OP_PICK_OR_STEAL),
    v.PHASE_REPLACE: (v.OP_REPLACE,),
    v.PHASE_SUMMON: (v.OP_SUMMON,),
}
_DRAWING = (v.OP_MILL, v.OP_TAKE, v.OP_REPLACE)
_BLOCK_PHASES = (v.PHASE_ORDER, v.PHASE_GATE, v.PHASE_COST, *_OPS_OF_PHASE)
_TURN_PHASES = (v.PHASE_FREE, v.PHASE_TURN, v.PHASE_SACRIFICE)
_STAGES_OF_EVENT = {
    v.EVENT_FIRST: (v.STAGE_FIRST,),
    v.EVENT_CANDLE: (v.STAGE_CANDLES,),
    v.EVENT_CARD: (v.STAGE_ROW, v.STAGE_REFILL, v.STAGE_BLOCKS),
    v.EVENT_DEMON: (v.STAGE_HANDS, v.STAGE_TURN, v.STAGE_BLOCKS),
    v.EVENT_ROLL: (v.STAGE_THROW,),
    v.EVENT_REROLL: (v.STAGE_RETHROW,),
    v.EVENT_HAND: (v.STAGE_BLOCKS,),
}


def check_position(game: Record, card_set: CardSet) -> None:
    """Checks that the engine can run the position on.

    Args:
        game: the record, whose cards, demons and candles are where they should be.
        card_set: the cards.

    Raises:
        PositionError: "expected ..., got ...", naming the lines that do not go together.
    """
    cards = card_set.cards[0]
    _check_numbers(game, cards)
    _check_seats(game, card_set)
    if game["phase"] == v.PHASE_OVER:
        _check_end(game)
        return
    _expect(game["ending"] == v.ENDING_NONE and game["winner"] == v.NOTHING, "no winner and no ending before phase over", "one")
    _check_stage(game, cards)
    if game["stage"] < v.STAGE_BEGIN:
        _check_set_up(game, cards)
    else:
        _check_turn(game)
        _check_look(game, cards)
        _check_summoning(game, cards)
        _check_block(game, card_set)
        _check_current(game, card_set)
    if game["phase"] == v.PHASE_CHANCE:
        _expect(bool(game["explicit_chance"]), "explicit chance with phase: chance", "no")
        _expect(total_weight(game, cards) > 0, f"something to draw with event: {_event(game)}", "nothing")


def _expect(holds: bool | np.bool_, expected: str, got: object) -> None:
    if not holds:
        raise PositionError(f"expected {expected}, got {got}")


def _event(game: Record) -> str:
    return v.EVENT_NAMES[game["event"]]


def _stage(game: Record) -> str:
    return f"stage: {STAGE_NAMES[game['stage']]}"


# ---- numbers and seats ----


def _check_numbers(game: Record, cards: Record) -> None:
    seats, rolls, limit = int(game["seats"]), int(game["rolls"]), int(game["turn_limit"])
    _expect(rolls <= limit, f"rolls: at most the turn limit, {limit}", rolls)
    row = int(game["row"].sum())
    _expect(row <= cards["row"], f"a row of at most {cards['row']} cards", row)
    _expect((game["marked"] <= game["row"]).all(), "marked: cards of the row", "others")
    dealt = int(game["hand_size"]) * seats
    demons = int(cards["demons"])
    _expect(dealt <= demons, f"hand: at most {demons} demons for {seats} players", dealt)
    each = int(game["candles_each"])
    _expect(each < 2 or seats == 2, "candles: 2 with 2 players only", f"{seats} players")
    _expect(each * seats <= cards["candles"], f"candles: at most {cards['candles']} for {seats} players", each * seats)
    _expect(
        (game["active"] == v.NOTHING) == (game["stage"] == v.STAGE_FIRST),
        "an active seat after the first one has been drawn, and none before",
        "none" if game["active"] == v.NOTHING else SEAT_NAMES[game["active"]],
    )


def _check_seats(game: Record, card_set: CardSet) -> None:
    is_resolving = game["stage"] == v.STAGE_BLOCKS
    for seat in range(int(game["seats"])):
        fresh = game["fresh"][seat]
        _expect((fresh <= game["cards"][seat]).all(), f"fresh of {SEAT_NAMES[seat]}: cards that it has in play", "others")
        _expect(is_resolving or not fresh.any(), f"fresh of {SEAT_NAMES[seat]}: none outside of a roll", "some")
        for demon, id_ in enumerate(card_set.demon_ids):
            looks = int(card_set.cards[0]["when_summon"]) & int(game["demons"][seat]) & 1 << demon
            _expect(not looks, f"demons of {SEAT_NAMES[seat]}: none that looks, which is never in play (LD-SUMMON-4)", id_)


def _check_end(game: Record) -> None:
    ending, winner = int(game["ending"]), int(game["winner"])
    _expect(ending != v.ENDING_NONE, "an ending with phase: over", v.ENDING_NAMES[ending])
    has_winner = ending != v.ENDING_TURN_LIMIT
    _expect((winner != v.NOTHING) == has_winner, "a winner, or ending: turn_limit without one", v.ENDING_NAMES[ending])
    _expect(game["event"] == v.NO_EVENT, "no event with phase: over", _event(game))


# ---- where the game is ----


def _check_stage(game: Record, cards: Record) -> None:
    phase, event, stage = int(game["phase"]), int(game["event"]), int(game["stage"])
    name = v.PHASE_NAMES[phase]
    if phase == v.PHASE_CHANCE:
        _expect(event != v.NO_EVENT, "an event with phase: chance", "none")
        allowed = _STAGES_OF_EVENT[event]
        _expect(stage in allowed, f"stage: {_names(allowed)} with event: {_event(game)}", STAGE_NAMES[stage])
        return
    _expect(event == v.NO_EVENT, f"no event with phase: {name}", _event(game))
    if phase == v.PHASE_CANDLE:
        allowed = (v.STAGE_CANDLES,)
    elif phase == v.PHASE_REROLL:
        allowed = (v.STAGE_MARK,)
    elif phase == v.PHASE_SUMMON and game["egg"] != v.NOTHING:
        allowed = (v.STAGE_TURN, v.STAGE_BLOCKS)
    else:
        allowed = (v.STAGE_BLOCKS,) if phase in _BLOCK_PHASES else (v.STAGE_TURN,)
    _expect(stage in allowed, f"stage: {_names(allowed)} with phase: {name}", STAGE_NAMES[stage])


def _names(stages: tuple[int, ...]) -> str:
    return " or ".join(STAGE_NAMES[stage] for stage in stages)


def _check_set_up(game: Record, cards: Record) -> None:
    """LD-SETUP: what has been dealt by now, and that enough is left to deal."""
    seats, stage, dealt, active = (int(game[field]) for field in ("seats", "stage", "dealt", "active"))
    for field in ("cards", "demons", "fresh", "waiting", "marked", "aside", "discards", "looked_at", "demon_discards"):
        _expect(not np.any(game[field]), f"nothing at {field.replace('_', ' ')} during set-up", "something")
    for field in ("block", "current", "egg", "looker", "summoning", "named"):
        _expect(game[field] == v.NOTHING, f"{'looks' if field == 'egg' else field}: none during set-up", "one")
    before = dealt if stage in (v.STAGE_CANDLES, v.STAGE_HANDS) else 0
    _expect(dealt == before, "dealt: 0 but while candles or demons are dealt", dealt)
    each = int(game["candles_each"])
    _check_dealt(game, "candles", before if stage == v.STAGE_CANDLES else each * seats * (stage > v.STAGE_CANDLES), 1)
    _check_dealt(game, "hand", before if stage == v.STAGE_HANDS else 0, int(game["hand_size"]))
    if stage == v.STAGE_CANDLES:
        left = int(game["candles_left"]).bit_count()
        _expect(before < each * seats, f"dealt: below the {each * seats} candles that the seats get", before)
        _expect(left >= each * seats - before, f"{each * seats - before} candles to deal", left)
    elif stage == v.STAGE_HANDS:
        most = int(game["hand_size"]) * seats
        _expect(before < most, f"dealt: below the {most} demons that the seats get", before)
        _expect(int(game["pile"]).bit_count() >= most - before, f"{most - before} demons to deal", "fewer")
    row = int(game["row"].sum())
    _expect(row == 0 or stage >= v.STAGE_ROW, "an empty row before it is laid", row)
    _expect(stage != v.STAGE_ROW or row < cards["row"], f"a row of less than {cards['row']} cards while it is laid", row)
    _expect(active == v.NOTHING or stage > v.STAGE_FIRST, "active: none before the first seat is drawn", "one")


def _check_dealt(game: Record, field: str, dealt: int, at_once: int) -> None:
    """Each seat, from the first one on, has what has been dealt to it: `at_once` at a time, in turn order."""
    seats, active = int(game["seats"]), max(int(game["active"]), 0)
    expected = [0] * seats
    for number in range(dealt):
        expected[(active + number // max(at_once, 1)) % seats] += 1
    for seat in range(seats):
        came = int(game[field][seat]).bit_count()
        _expect(came == expected[seat], f"{field} of {SEAT_NAMES[seat]}: {expected[seat]} at this point of set-up", came)


def _check_turn(game: Record) -> None:
    """LD-FLOW-2: marks of the turn, and the throw that they speak of."""
    stage, phase = int(game["stage"]), int(game["phase"])
    _expect(game["dealt"] == 0, "dealt: 0 after set-up", int(game["dealt"]))
    _expect(game["candles_left"] == 0, "candles left: none after set-up", "some")
    is_thrown = stage > v.STAGE_THROW or (stage == v.STAGE_TURN and bool(game["rolled"]))
    needs_no_throw = stage == v.STAGE_THROW and bool(game["extra"])  # another roll of the same turn (LD-VAR-8)
    _expect(
        needs_no_throw or is_thrown == (game["total"] > 0),
        "a throw if and only if the active seat has rolled",
        f"throw: {int(game['total']) or 'none'} in {_stage(game)}",
    )
    _expect(stage == v.STAGE_TURN or bool(game["rolled"]), f"marks: rolled in {_stage(game)}", "not rolled")
    _expect(stage < v.STAGE_THROWN or game["rolls"] > 0, f"rolls: at least 1 in {_stage(game)}", 0)
    if phase == v.PHASE_REROLL or stage == v.STAGE_RETHROW:
        _expect(not game["rerolled"], "marks: not rerolled where the dice may be thrown again", "rerolled")
    if phase == v.PHASE_FREE:
        _expect(bool(game["starting_demon"]), "starting demon: yes with phase: free", "no")
        _expect(game["hand"][game["active"]] != 0, f"a hand of {SEAT_NAMES[game['active']]} with phase: free", "none")
        marks = any(game[mark] for mark in ("rolled", "bought", "summoned", "passed_on", "rerolled", "again"))
        _expect(not marks, "no marks with phase: free, which begins the turn", "some")


# ---- the stack ----


def _check_look(game: Record, cards: Record) -> None:
    """LD-EFF-14: the demon that looks, its seat and what it has drawn."""
    egg, looker = int(game["egg"]), int(game["looker"])
    _expect((egg == v.NOTHING) == (looker == v.NOTHING), "looks and looker together", "one of them")
    if egg == v.NOTHING:
        _expect(game["looked_at"] == 0, "looked at: none without a demon that looks", "some")
        return
    _expect(bool(int(cards["when_summon"]) >> egg & 1), "looks: a demon with when = 'summon'", "another one")
    expected = game["active"] if game["block"] == v.NOTHING else game["block"]
    _expect(looker == expected, f"looker: {SEAT_NAMES[expected]}", SEAT_NAMES[looker])
    _expect(game["current"] == v.NOTHING, "current: none during a look (LD-ACT-15)", "one")
    most = int(cards["effect_amount"][v.MAX_TYPES + egg, 0])
    drawn = int(game["looked_at"]).bit_count() + int(game["draws_left"])
    _expect(drawn <= most, f"looked at and draws left: at most {most} together", drawn)
    is_asked = game["phase"] == v.PHASE_SUMMON
    _expect(is_asked or game["event"] == v.EVENT_DEMON, "phase: summon, or event: demon, during a look", _stage(game))
    _expect(is_asked == (game["draws_left"] == 0), "draws left: 0 if and only if the look asks", int(game["draws_left"]))


def _check_summoning(game: Record, cards: Record) -> None:
    """LD-SUMMON-3: a normal summon asks for cards, of which there are enough in the order that they are named in."""
    is_due = game["summoning"] != v.NOTHING
    _expect(is_due == (game["phase"] == v.PHASE_SACRIFICE), "summoning with phase: sacrifice, and only there", "one of them")
    if not is_due:
        return
    _expect(bool(game["summoned"]), "marks: summoned during a normal summon", "not")
    here = game["cards"][game["active"], max(int(game["floor_type"]) - 1, 0) :].sum()
    _expect(0 < game["left"] <= here, f"left: 1 .. {here} cards to sacrifice, named in ascending order", int(game["left"]))


def _check_block(game: Record, card_set: CardSet) -> None:
    """LD-ACT-10, LD-ACT-15: what waits is old and in its owner's play."""
    block, groups = int(game["block"]), int(game["groups"])
    waits = game["waiting"].any() or game["waiting_demons"] != 0
    if block == v.NOTHING:
        _expect(not waits and groups == 0, "nothing that waits without a block", "something")
        is_late = game["stage"] == v.STAGE_BLOCKS
        _expect(not is_late, f"a block in {_stage(game)}", "none")
        return
    _expect(game["stage"] == v.STAGE_BLOCKS, "stage: blocks with a block", STAGE_NAMES[game["stage"]])
    _expect(not game["extra"] or block == game["active"], "block: the active seat in an extra turn", SEAT_NAMES[block])
    old = game["cards"][block] - game["fresh"][block]
    box = card_set.cards[0]
    for level in range(1 + v.MAX_GROUPS):
        waiting = game["waiting"][level]
        _expect((waiting <= old).all(), f"waiting cards that are old and in play of {SEAT_NAMES[block]}", "others")
        _expect(level <= groups or not waiting.any(), "no waiting cards in a group that is not there", "some")
    for kind in np.flatnonzero(game["waiting"][0]):
        number = int(box["number"][kind])
        _expect(number == game["total"], f"waiting: cards with the number {int(game['total'])}", card_set.card_ids[kind])
    demons = int(game["waiting_demons"])
    is_turn = block == game["active"]
    _expect(demons == 0 or is_turn, "waiting demons: only of the active seat (LD-ACT-2)", "others")
    allowed = int(game["demons"][block]) & int(box["demons_of_number"][game["total"]])
    _expect(demons & ~allowed == 0, f"waiting demons: demons in play with the number {int(game['total'])}", "others")


def _check_current(game: Record, card_set: CardSet) -> None:
    """LD-FLOW-8: the card or demon that is being activated, and the effect that runs."""
    phase, current, effect = int(game["phase"]), int(game["current"]), int(game["effect"])
    box, name = card_set.cards[0], v.PHASE_NAMES[phase]
    if current == v.NOTHING:
        is_look = game["egg"] != v.NOTHING
        _expect(phase not in _BLOCK_PHASES or phase == v.PHASE_ORDER or is_look, f"current with phase: {name}", "none")
        needs = phase == v.PHASE_CHANCE and game["stage"] == v.STAGE_BLOCKS and not is_look
        _expect(not needs, f"current or looks with event: {_event(game)}", "none")
        _check_idle(game, is_summoning=game["summoning"] != v.NOTHING, is_look=is_look)
        return
    thing = thing_name(card_set, current)
    _expect(game["block"] != v.NOTHING, f"a block, since {thing} is being activated", "none")
    _expect(phase in _BLOCK_PHASES or phase == v.PHASE_CHANCE, f"current: none with phase: {name}", thing)
    _expect(phase != v.PHASE_ORDER, "current: none with phase: order", thing)
    if current >= v.MAX_TYPES:
        _expect(box["number"][current] > 0, "current: a numbered demon, or a card", thing)
    count = int(box["num_effects"][current])
    is_cost = phase in (v.PHASE_GATE, v.PHASE_COST)
    _expect((effect == v.NOTHING) == is_cost, "effect: none in gate and cost, and a number elsewhere", effect + 1 or "none")
    _expect(effect < count, f"effect: at most {count} of {thing}", effect + 1)
    if is_cost:
        _check_cost(game, box, current, thing)
    else:
        _check_effect(game, box, current, thing)


def _check_idle(game: Record, *, is_summoning: bool, is_look: bool) -> None:
    """Nothing has been named for an effect while none runs."""
    for field, key in (("begun", "begun"), ("floor_distance", "floor"), ("effect", "effect"), ("named", "named")):
        nothing = v.NOTHING if field in ("effect", "named") else 0
        _expect(game[field] == nothing, f"{key}: none without a current card or demon", "one")
    _expect(is_summoning or game["left"] == 0, "left: 0 without a current card or demon", int(game["left"]))
    _expect(is_summoning or game["floor_type"] == 0, "floor: none without a current card or demon", "one")
    _expect(is_look or game["draws_left"] == 0, "draws left: 0 without an effect that draws", int(game["draws_left"]))
    _expect(not game["aside"].any(), "aside: none without a mill", "some")
    _expect(not game["marked"].any(), "marked: none without a replacement", "some")


def _check_cost(game: Record, box: Record, current: int, thing: str) -> None:
    """LD-EFF-1."""
    cost = int(box["cost"][current]) if current < v.MAX_TYPES else v.COST_NONE
    if game["phase"] == v.PHASE_COST:
        _expect(cost == v.COST_TWO, "current: a card whose cost has two filters with phase: cost", thing)
        _expect(
            bool(game["begun"]) and game["floor_type"] > 0, "begun, and the first card as floor, with phase: cost", "neither"
        )
    else:
        _expect(cost != v.COST_NONE, "current: a card with a cost with phase: gate", thing)
        _expect(not game["begun"] and game["floor_type"] == 0, "nothing named yet with phase: gate", "something")
        owns = cost != v.COST_SELF or game["cards"][game["block"], current] > game["fresh"][game["block"], current]
        _expect(owns, f"an old {thing} in play, which pays with itself", "none")
    _expect(game["left"] == game["draws_left"] == 0, "left and draws left: 0 while a cost is asked", "others")
    _expect(game["named"] == v.NOTHING and game["floor_distance"] == 0, "no seat named while a cost is asked", "one")
    _expect(not game["aside"].any() and not game["marked"].any(), "nothing aside or marked while a cost is asked", "something")


def _check_effect(game: Record, box: Record, current: int, thing: str) -> None:
    """What was named for the effect that runs fits it."""
    phase, place = int(game["phase"]), (current, int(game["effect"]))
    op, way, amount = (int(box[f"effect_{field}"][place]) for field in ("op", "way", "amount"))
    word = f"{v.OP_NAMES[op]!r} of {thing}"
    if phase == v.PHASE_CHANCE:
        drawing = {v.EVENT_CARD: _DRAWING, v.EVENT_DEMON: (v.OP_SUMMON,), v.EVENT_HAND: (v.OP_SUMMON,)}
        _expect(op in drawing.get(int(game["event"]), ()), f"an effect that causes event: {_event(game)}", word)
        ways = {v.EVENT_DEMON: v.SUMMON_TOP, v.EVENT_HAND: v.SUMMON_HAND}
        _expect(game["event"] == v.EVENT_CARD or way == ways[int(game["event"])], f"an effect with event: {_event(game)}", word)
    else:
        _expect(op in _OPS_OF_PHASE[phase], f"an effect that asks {v.PHASE_NAMES[phase]}", word)
    is_drawing = phase == v.PHASE_CHANCE and op in _DRAWING
    _expect(is_drawing == (game["draws_left"] > 0), "draws left with an event of the effect, and only there", "others")
    most = int(box["row"]) if op == v.OP_REPLACE else amount
    aside = int(game["aside"].sum())
    drawn = int(game["draws_left"]) + aside
    _expect(not is_drawing or drawn <= most, f"draws left and cards aside: at most {most} of {word}", drawn)
    _expect(aside == 0 or op == v.OP_MILL, "aside: none without a mill", word)
    chooses = op == v.OP_REPLACE and way == v.REPLACE_CHOSEN and not is_drawing
    _expect(chooses or not game["marked"].any(), "marked: none but in phase replace", "some")
    _expect(chooses == (phase == v.PHASE_REPLACE), f"an effect that asks {v.PHASE_NAMES[phase]}", word)
    counts = op in (v.OP_STEAL, v.OP_DISCARD)
    _expect(
        bool(game["begun"]) == (counts or is_drawing), f"begun: {'yes' if counts or is_drawing else 'no'} with {word}", "not"
    )
    _expect(counts or game["left"] == 0, f"left: 0 with {word}", int(game["left"]))
    _expect(not counts or game["left"] > 0, f"left: at least 1 with {word}", int(game["left"]))
    _expect(op != v.OP_DISCARD or game["left"] <= amount, f"left: at most {amount} with {word}", int(game["left"]))
    _check_named(game, op, word, chooses)


def _check_named(game: Record, op: int, word: str, chooses: bool) -> None:
    seats, block, named = int(game["seats"]), int(game["block"]), int(game["named"])
    _expect((named != v.NOTHING) == (game["phase"] == v.PHASE_VICTIM), "named: a seat in phase victim, and only there", word)
    if named != v.NOTHING:
        is_opponent = (named - block) % 2 == 1 if game["teams"] else named != block
        _expect(is_opponent, f"named: an opponent of {SEAT_NAMES[block]}", SEAT_NAMES[named])
    distance, kind = int(game["floor_distance"]), int(game["floor_type"])
    _expect(distance < seats, f"floor: a distance below {seats}", distance)
    _expect(distance == 0 or op in (v.OP_STEAL, v.OP_DISCARD), f"floor: no seat named with {word}", distance)
    _expect(kind == 0 or chooses or op == v.OP_DISCARD, f"floor: no card named with {word}", "one")
    _expect(op != v.OP_DISCARD or (distance > 0) == (kind > 0), f"floor: seat and card together with {word}", "one of them")
    _expect(not chooses or bool(game["marked"].any()) == (kind > 0), "floor: the last card that was marked", "none")
