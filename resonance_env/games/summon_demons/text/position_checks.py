"""What must hold between the lines of a position, so that the engine can take it up: the kernels trust their input."""

import numpy as np

from resonance_env.core.position_text import Record, expect
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.chance_events import total_weight
from resonance_env.games.summon_demons.text.position_lines import MARKS, SEAT_NAMES, STAGE_NAMES
from resonance_env.games.summon_demons.text.stack_checks import (
    BLOCK_PHASES,
    check_empty_stack,
    check_stack,
    event_of,
    stage_of,
)

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
    expect(game["ending"] == v.ENDING_NONE and game["winner"] == v.NOTHING, "no winner and no ending before phase over", "one")
    _check_stage(game, cards)
    if game["stage"] < v.STAGE_BEGIN:
        _check_set_up(game, cards)
    else:
        _check_turn(game, cards)
        check_stack(game, card_set)
    if game["phase"] == v.PHASE_CHANCE:
        expect(bool(game["explicit_chance"]), "explicit chance with phase: chance", "no")
        expect(total_weight(game, cards) > 0, f"something to draw with event: {event_of(game)}", "nothing")


# ---- numbers and seats ----


def _check_numbers(game: Record, cards: Record) -> None:
    seats, rolls, limit = int(game["seats"]), int(game["rolls"]), int(game["turn_limit"])
    expect(rolls <= limit, f"rolls: at most the turn limit, {limit}", rolls)
    row = int(game["row"].sum())
    expect(row <= cards["row"], f"a row of at most {cards['row']} cards", row)
    expect((game["marked"] <= game["row"]).all(), "marked: cards of the row", "others")
    dealt = int(game["hand_size"]) * seats
    demons = int(cards["demons"])
    expect(dealt <= demons, f"hand: at most {demons} demons for {seats} players", dealt)
    each = int(game["candles_each"])
    expect(each < 2 or seats == 2, "candles: 2 with 2 players only", f"{seats} players")
    expect(each * seats <= cards["candles"], f"candles: at most {cards['candles']} for {seats} players", each * seats)
    expect(
        (game["active"] == v.NOTHING) == (game["stage"] == v.STAGE_FIRST),
        "an active seat after the first one has been drawn, and none before",
        "none" if game["active"] == v.NOTHING else SEAT_NAMES[game["active"]],
    )


def _check_seats(game: Record, card_set: CardSet) -> None:
    is_resolving = game["stage"] == v.STAGE_BLOCKS
    for seat in range(int(game["seats"])):
        fresh = game["fresh"][seat]
        expect((fresh <= game["cards"][seat]).all(), f"fresh of {SEAT_NAMES[seat]}: cards that it has in play", "others")
        expect(is_resolving or not fresh.any(), f"fresh of {SEAT_NAMES[seat]}: none outside of a roll", "some")
        for demon, id_ in enumerate(card_set.demon_ids):
            looks = int(card_set.cards[0]["when_summon"]) & int(game["demons"][seat]) & 1 << demon
            expect(not looks, f"demons of {SEAT_NAMES[seat]}: none that looks, which is never in play (LD-SUMMON-4)", id_)


def _check_end(game: Record) -> None:
    ending, winner = int(game["ending"]), int(game["winner"])
    expect(ending != v.ENDING_NONE, "an ending with phase: over", v.ENDING_NAMES[ending])
    has_winner = ending != v.ENDING_TURN_LIMIT
    expect((winner != v.NOTHING) == has_winner, "a winner, or ending: turn_limit without one", v.ENDING_NAMES[ending])
    expect(game["event"] == v.NO_EVENT, "no event with phase: over", event_of(game))


# ---- where the game is ----


def _check_stage(game: Record, cards: Record) -> None:
    phase, event, stage = int(game["phase"]), int(game["event"]), int(game["stage"])
    name = v.PHASE_NAMES[phase]
    if phase == v.PHASE_CHANCE:
        expect(event != v.NO_EVENT, "an event with phase: chance", "none")
        allowed = _STAGES_OF_EVENT[event]
        expect(stage in allowed, f"stage: {_names(allowed)} with event: {event_of(game)}", STAGE_NAMES[stage])
        return
    expect(event == v.NO_EVENT, f"no event with phase: {name}", event_of(game))
    if phase == v.PHASE_CANDLE:
        allowed = (v.STAGE_CANDLES,)
    elif phase == v.PHASE_REROLL:
        allowed = (v.STAGE_MARK,)
    elif phase == v.PHASE_SUMMON and game["egg"] != v.NOTHING:
        allowed = (v.STAGE_TURN, v.STAGE_BLOCKS)
    else:
        allowed = (v.STAGE_BLOCKS,) if phase in BLOCK_PHASES else (v.STAGE_TURN,)
    expect(stage in allowed, f"stage: {_names(allowed)} with phase: {name}", STAGE_NAMES[stage])


def _names(stages: tuple[int, ...]) -> str:
    return " or ".join(STAGE_NAMES[stage] for stage in stages)


def _check_set_up(game: Record, cards: Record) -> None:
    """LD-SETUP: what has been dealt by now, and that enough is left to deal."""
    seats, stage, dealt, active = (int(game[field]) for field in ("seats", "stage", "dealt", "active"))
    for field in ("cards", "demons", "fresh", "discards", "demon_discards", "turn", "rolls", "total", *MARKS):
        expect(not np.any(game[field]), f"nothing at {field.replace('_', ' ')} during set-up", "something")
    check_empty_stack(game)
    before = dealt if stage in (v.STAGE_CANDLES, v.STAGE_HANDS) else 0
    expect(dealt == before, "dealt: 0 but while candles or demons are dealt", dealt)
    each = int(game["candles_each"])
    _check_dealt(game, "candles", before if stage == v.STAGE_CANDLES else each * seats * (stage > v.STAGE_CANDLES), 1)
    _check_dealt(game, "hand", before if stage == v.STAGE_HANDS else 0, int(game["hand_size"]))
    if stage == v.STAGE_CANDLES:
        left = int(game["candles_left"]).bit_count()
        expect(before < each * seats, f"dealt: below the {each * seats} candles that the seats get", before)
        expect(left >= each * seats - before, f"{each * seats - before} candles to deal", left)
    elif stage == v.STAGE_HANDS:
        most = int(game["hand_size"]) * seats
        expect(before < most, f"dealt: below the {most} demons that the seats get", before)
        expect(int(game["pile"]).bit_count() >= most - before, f"{most - before} demons to deal", "fewer")
    row = int(game["row"].sum())
    expect(row == 0 or stage >= v.STAGE_ROW, "an empty row before it is laid", row)
    expect(stage != v.STAGE_ROW or row < cards["row"], f"a row of less than {cards['row']} cards while it is laid", row)
    expect(active == v.NOTHING or stage > v.STAGE_FIRST, "active: none before the first seat is drawn", "one")


def _check_dealt(game: Record, field: str, dealt: int, at_once: int) -> None:
    """Each seat, from the first one on, has what has been dealt to it: `at_once` at a time, in turn order."""
    seats, active = int(game["seats"]), max(int(game["active"]), 0)
    expected = [0] * seats
    for number in range(dealt):
        expected[(active + number // max(at_once, 1)) % seats] += 1
    for seat in range(seats):
        came = int(game[field][seat]).bit_count()
        expect(came == expected[seat], f"{field} of {SEAT_NAMES[seat]}: {expected[seat]} at this point of set-up", came)


def _check_turn(game: Record, cards: Record) -> None:
    """LD-FLOW-2: marks of the turn, and the throw that they speak of."""
    stage, phase = int(game["stage"]), int(game["phase"])
    expect(game["dealt"] == 0, "dealt: 0 after set-up", int(game["dealt"]))
    expect(game["candles_left"] == 0, "candles left: none after set-up", "some")
    is_thrown = stage > v.STAGE_THROW or (stage == v.STAGE_TURN and bool(game["rolled"]))
    needs_no_throw = stage == v.STAGE_THROW and bool(game["extra"])  # another roll of the same turn (LD-VAR-8)
    expect(
        needs_no_throw or is_thrown == (game["total"] > 0),
        "a throw if and only if the active seat has rolled",
        f"throw: {int(game['total']) or 'none'} in {stage_of(game)}",
    )
    expect(stage == v.STAGE_TURN or bool(game["rolled"]), f"marks: rolled in {stage_of(game)}", "not rolled")
    is_due = not game["rolled"] or stage == v.STAGE_THROW
    rolls, turn, limit = int(game["rolls"]), int(game["turn"]), int(game["turn_limit"])
    most = rolls + is_due
    expect(1 <= turn <= most, f"turn: 1 .. {most}, since every turn has a roll and {rolls} were made", turn)
    expect(not is_due or rolls < limit, f"rolls: below the turn limit, {limit}, before a roll", rolls)
    row = int(game["row"].sum())
    expect(stage != v.STAGE_REFILL or row < cards["row"], f"a row of less than {cards['row']} cards while it is filled", row)
    if phase == v.PHASE_REROLL or stage == v.STAGE_RETHROW:
        expect(not game["rerolled"], "marks: not rerolled where the dice may be thrown again", "rerolled")
    if phase == v.PHASE_FREE:
        expect(bool(game["starting_demon"]), "starting demon: yes with phase: free", "no")
        expect(game["hand"][game["active"]] != 0, f"a hand of {SEAT_NAMES[game['active']]} with phase: free", "none")
        marks = any(game[mark] for mark in ("rolled", "bought", "summoned", "passed_on", "rerolled", "again"))
        expect(not marks, "no marks with phase: free, which begins the turn", "some")
