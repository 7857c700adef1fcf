"""What must hold on the stack of a position: what waits, what is being activated, and what was named for it."""

import numpy as np

from resonance_env.core.position_text import Record, expect
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.counting import summon_cost
from resonance_env.games.summon_demons.rules.effects import amount_of
from resonance_env.games.summon_demons.text.activation_checks import check_groups
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
BLOCK_PHASES = (v.PHASE_ORDER, v.PHASE_GATE, v.PHASE_COST, *_OPS_OF_PHASE)


def event_of(game: Record) -> str:
    """Returns the name of the event that comes next."""
    return v.EVENT_NAMES[game["event"]]


def stage_of(game: Record) -> str:
    """Returns the line of the stage."""
    return f"stage: {STAGE_NAMES[game['stage']]}"


def check_stack(game: Record, card_set: CardSet) -> None:
    """Checks what lies on the stack after set-up.

    Raises:
        PositionError: "expected ..., got ...".
    """
    _check_look(game, card_set.cards[0])
    _check_summoning(game, card_set.cards[0])
    _check_block(game, card_set)
    _check_current(game, card_set)
    check_groups(game, card_set)


def check_empty_stack(game: Record) -> None:
    """Checks that nothing lies on the stack, as during set-up.

    Raises:
        PositionError: "expected ..., got ...".
    """
    for field in ("block", "current", "egg", "looker", "summoning"):
        expect(game[field] == v.NOTHING, f"{'looks' if field == 'egg' else field}: none during set-up", "one")
    for field in ("waiting", "waiting_demons", "looked_at"):
        expect(not game[field].any(), f"nothing at {field.replace('_', ' ')} during set-up", "something")
    expect(game["groups"] == 0, "no group during set-up", int(game["groups"]))
    _check_idle(game, is_summoning=False, is_look=False)


def _check_look(game: Record, cards: Record) -> None:
    """LD-EFF-14: the demon that looks, its seat and what it has drawn."""
    egg, looker = int(game["egg"]), int(game["looker"])
    expect((egg == v.NOTHING) == (looker == v.NOTHING), "looks and looker together", "one of them")
    if egg == v.NOTHING:
        expect(game["looked_at"] == 0, "looked at: none without a demon that looks", "some")
        return
    expect(bool(int(cards["when_summon"]) >> egg & 1), "looks: a demon with when = 'summon'", "another one")
    expected = game["active"] if game["block"] == v.NOTHING else game["block"]
    expect(looker == expected, f"looker: {SEAT_NAMES[expected]}", SEAT_NAMES[looker])
    expect(game["current"] == v.NOTHING, "current: none during a look (LD-ACT-15)", "one")
    most = int(cards["effect_amount"][v.MAX_TYPES + egg, 0])
    drawn = int(game["looked_at"]).bit_count() + int(game["draws_left"])
    expect(drawn <= most, f"looked at and draws left: at most {most} together", drawn)
    is_asked = game["phase"] == v.PHASE_SUMMON
    expect(is_asked or game["event"] == v.EVENT_DEMON, "phase: summon, or event: demon, during a look", stage_of(game))
    expect(is_asked == (game["draws_left"] == 0), "draws left: 0 if and only if the look asks", int(game["draws_left"]))


def _check_summoning(game: Record, cards: Record) -> None:
    """LD-SUMMON-3: a normal summon asks for cards, of which there are enough in the order that they are named in."""
    is_due = game["summoning"] != v.NOTHING
    expect(is_due == (game["phase"] == v.PHASE_SACRIFICE), "summoning with phase: sacrifice, and only there", "one of them")
    if not is_due:
        return
    expect(bool(game["summoned"]), "marks: summoned during a normal summon", "not")
    here = game["cards"][game["active"], max(int(game["floor_type"]) - 1, 0) :].sum()
    expect(0 < game["left"] <= here, f"left: 1 .. {here} cards to sacrifice, named in ascending order", int(game["left"]))
    cost = summon_cost(game, cards, int(game["active"]))
    expect(game["left"] <= cost, f"left: at most {cost} cards, which the summon costs", int(game["left"]))


def _check_block(game: Record, card_set: CardSet) -> None:
    """LD-ACT-10, LD-ACT-15: what waits is old and in its owner's play."""
    block, groups = int(game["block"]), int(game["groups"])
    waits = game["waiting"].any() or game["waiting_demons"] != 0
    if block == v.NOTHING:
        expect(not waits and groups == 0, "nothing that waits without a block", "something")
        is_late = game["stage"] == v.STAGE_BLOCKS
        expect(not is_late, f"a block in {stage_of(game)}", "none")
        return
    expect(game["stage"] == v.STAGE_BLOCKS, "stage: blocks with a block", STAGE_NAMES[game["stage"]])
    expect(not game["extra"] or block == game["active"], "block: the active seat in an extra turn", SEAT_NAMES[block])
    old = game["cards"][block] - game["fresh"][block]
    box = card_set.cards[0]
    for level in range(1 + v.MAX_GROUPS):
        waiting = game["waiting"][level]
        expect((waiting <= old).all(), f"waiting cards that are old and in play of {SEAT_NAMES[block]}", "others")
        expect(level <= groups or not waiting.any(), "no waiting cards in a group that is not there", "some")
    for kind in np.flatnonzero(game["waiting"][0]):
        number = int(box["number"][kind])
        expect(number == game["total"], f"waiting: cards with the number {int(game['total'])}", card_set.card_ids[kind])
    demons = int(game["waiting_demons"])
    is_turn = block == game["active"]
    expect(demons == 0 or is_turn, "waiting demons: only of the active seat (LD-ACT-2)", "others")
    allowed = int(game["demons"][block]) & int(box["demons_of_number"][game["total"]])
    expect(demons & ~allowed == 0, f"waiting demons: demons in play with the number {int(game['total'])}", "others")


def _check_current(game: Record, card_set: CardSet) -> None:
    """LD-FLOW-8: the card or demon that is being activated, and the effect that runs."""
    phase, current, effect = int(game["phase"]), int(game["current"]), int(game["effect"])
    box, name = card_set.cards[0], v.PHASE_NAMES[phase]
    if current == v.NOTHING:
        is_look = game["egg"] != v.NOTHING
        expect(phase not in BLOCK_PHASES or phase == v.PHASE_ORDER or is_look, f"current with phase: {name}", "none")
        needs = phase == v.PHASE_CHANCE and game["stage"] in (v.STAGE_TURN, v.STAGE_BLOCKS) and not is_look
        expect(not needs, f"current or looks with event: {event_of(game)}", "none")
        _check_idle(game, is_summoning=game["summoning"] != v.NOTHING, is_look=is_look)
        return
    thing = thing_name(card_set, current)
    expect(game["block"] != v.NOTHING, f"a block, since {thing} is being activated", "none")
    expect(phase in BLOCK_PHASES or phase == v.PHASE_CHANCE, f"current: none with phase: {name}", thing)
    expect(phase != v.PHASE_ORDER, "current: none with phase: order", thing)
    if current >= v.MAX_TYPES:
        expect(box["number"][current] > 0, "current: a numbered demon, or a card", thing)
    count = int(box["num_effects"][current])
    is_cost = phase in (v.PHASE_GATE, v.PHASE_COST)
    expect((effect == v.NOTHING) == is_cost, "effect: none in gate and cost, and a number elsewhere", effect + 1 or "none")
    expect(effect < count, f"effect: at most {count} of {thing}", effect + 1)
    if is_cost:
        _check_cost(game, box, current, thing)
    else:
        _check_effect(game, box, current, thing)


def _check_idle(game: Record, *, is_summoning: bool, is_look: bool) -> None:
    """Nothing has been named for an effect while none runs."""
    for field, key in (("begun", "begun"), ("floor_distance", "floor"), ("effect", "effect"), ("named", "named")):
        nothing = v.NOTHING if field in ("effect", "named") else 0
        expect(game[field] == nothing, f"{key}: none without a current card or demon", "one")
    expect(is_summoning or game["left"] == 0, "left: 0 without a current card or demon", int(game["left"]))
    expect(is_summoning or game["floor_type"] == 0, "floor: none without a current card or demon", "one")
    expect(is_look or game["draws_left"] == 0, "draws left: 0 without an effect that draws", int(game["draws_left"]))
    expect(not game["aside"].any(), "aside: none without a mill", "some")
    expect(not game["marked"].any(), "marked: none without a replacement", "some")


def _check_cost(game: Record, box: Record, current: int, thing: str) -> None:
    """LD-EFF-1."""
    cost = int(box["cost"][current]) if current < v.MAX_TYPES else v.COST_NONE
    if game["phase"] == v.PHASE_COST:
        expect(cost == v.COST_TWO, "current: a card whose cost has two filters with phase: cost", thing)
        expect(
            bool(game["begun"]) and game["floor_type"] > 0, "begun, and the first card as floor, with phase: cost", "neither"
        )
    else:
        expect(cost != v.COST_NONE, "current: a card with a cost with phase: gate", thing)
        expect(not game["begun"] and game["floor_type"] == 0, "nothing named yet with phase: gate", "something")
        owns = cost != v.COST_SELF or game["cards"][game["block"], current] > game["fresh"][game["block"], current]
        expect(owns, f"an old {thing} in play, which pays with itself", "none")
    expect(game["left"] == game["draws_left"] == 0, "left and draws left: 0 while a cost is asked", "others")
    expect(game["named"] == v.NOTHING and game["floor_distance"] == 0, "no seat named while a cost is asked", "one")
    expect(not game["aside"].any() and not game["marked"].any(), "nothing aside or marked while a cost is asked", "something")


def _check_effect(game: Record, box: Record, current: int, thing: str) -> None:
    """What was named for the effect that runs fits it."""
    phase, place = int(game["phase"]), (current, int(game["effect"]))
    op, way, amount = (int(box[f"effect_{field}"][place]) for field in ("op", "way", "amount"))
    word = f"{v.OP_NAMES[op]!r} of {thing}"
    if phase == v.PHASE_CHANCE:
        drawing = {v.EVENT_CARD: _DRAWING, v.EVENT_DEMON: (v.OP_SUMMON,), v.EVENT_HAND: (v.OP_SUMMON,)}
        expect(op in drawing.get(int(game["event"]), ()), f"an effect that causes event: {event_of(game)}", word)
        ways = {v.EVENT_DEMON: v.SUMMON_TOP, v.EVENT_HAND: v.SUMMON_HAND}
        expect(
            game["event"] == v.EVENT_CARD or way == ways[int(game["event"])], f"an effect with event: {event_of(game)}", word
        )
    else:
        expect(op in _OPS_OF_PHASE[phase], f"an effect that asks {v.PHASE_NAMES[phase]}", word)
    is_drawing = phase == v.PHASE_CHANCE and op in _DRAWING
    expect(is_drawing == (game["draws_left"] > 0), "draws left with an event of the effect, and only there", "others")
    most = int(box["row"]) if op == v.OP_REPLACE else amount
    aside = int(game["aside"].sum())
    drawn = int(game["draws_left"]) + aside
    expect(not is_drawing or drawn <= most, f"draws left and cards aside: at most {most} of {word}", drawn)
    row = int(game["row"].sum()) + int(game["draws_left"]) * (op == v.OP_REPLACE)
    expect(row <= box["row"], f"row and draws left: at most {box['row']} together with {word}", row)
    expect(aside == 0 or op == v.OP_MILL, "aside: none without a mill", word)
    chooses = op == v.OP_REPLACE and way == v.REPLACE_CHOSEN and not is_drawing
    expect(chooses or not game["marked"].any(), "marked: none but in phase replace", "some")
    expect(chooses == (phase == v.PHASE_REPLACE), f"an effect that asks {v.PHASE_NAMES[phase]}", word)
    counts = op in (v.OP_STEAL, v.OP_DISCARD)
    expect(
        bool(game["begun"]) == (counts or is_drawing), f"begun: {'yes' if counts or is_drawing else 'no'} with {word}", "not"
    )
    expect(counts or game["left"] == 0, f"left: 0 with {word}", int(game["left"]))
    expect(not counts or game["left"] > 0, f"left: at least 1 with {word}", int(game["left"]))
    most = amount if op == v.OP_DISCARD else int(amount_of(game, box)) if op == v.OP_STEAL else 0
    expect(game["left"] <= most, f"left: at most {most} with {word}", int(game["left"]))
    _check_named(game, box, op, word, chooses)


def _check_named(game: Record, box: Record, op: int, word: str, chooses: bool) -> None:
    seats, block, named = int(game["seats"]), int(game["block"]), int(game["named"])
    expect((named != v.NOTHING) == (game["phase"] == v.PHASE_VICTIM), "named: a seat in phase victim, and only there", word)
    if named != v.NOTHING:
        is_opponent = (named - block) % 2 == 1 if game["teams"] else named != block
        expect(is_opponent, f"named: an opponent of {SEAT_NAMES[block]}", SEAT_NAMES[named])
        is_shielded = int(game["demons"][named]) & int(box["always"][v.ALWAYS_SHIELD])
        expect(not is_shielded, "named: a seat without a shield (LD-EFF-16)", SEAT_NAMES[named])
        is_late = op != v.OP_DISCARD or (named - block) % seats >= game["floor_distance"]
        expect(is_late, "named: the seat of floor or one farther (LD-EFF-11)", SEAT_NAMES[named])
    distance, kind = int(game["floor_distance"]), int(game["floor_type"])
    expect(distance < seats, f"floor: a distance below {seats}", distance)
    expect(distance == 0 or op in (v.OP_STEAL, v.OP_DISCARD), f"floor: no seat named with {word}", distance)
    expect(kind == 0 or chooses or op == v.OP_DISCARD, f"floor: no card named with {word}", "one")
    expect(op != v.OP_DISCARD or (distance > 0) == (kind > 0), f"floor: seat and card together with {word}", "one of them")
    expect(not chooses or bool(game["marked"].any()) == (kind > 0), "floor: the last card that was marked", "none")
