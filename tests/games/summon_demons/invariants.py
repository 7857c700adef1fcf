"""Invariants of every position, checked in many games at once.

The checks are written from the rules, not from the engine, and share nothing with it but the names of codes and the layout of
the record.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from resonance_env.core.compiled_variant import CompiledVariant
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from tests.games.invariants import (
    Finding,
    changed,
    changed_after_the_end,
    foreign_actions,
    in_any,
    out_of_range,
    wrong_masks,
    wrong_payoffs,
)

PER_ROLL = 500  # more decisions than come between two rolls
COUNTS = ("row", "marked", "deck", "discards", "aside", "waiting", "cards", "fresh", "souls", "left", "draws_left")
NEVER_LESS = ("turn", "rolls", "cards_drawn", "demons_drawn", "hand_draws", "started", "knows_pile")
FIXED = (
    *("seed", "seats", "teams", "start_souls", "hand_size", "need_demons", "need_souls", "candles_each", "candle_choice"),
    *("starting_demon", "first_fixed", "roll_again", "turn_limit", "explicit_chance"),
)


def max_steps(variant: CompiledVariant) -> int:
    """Returns a number of decision points that no game can exceed, since rolls are limited (LD-END-3)."""
    return PER_ROLL * (1 + int(variant.blank["turn_limit"][0]))


# ---- every card, demon and candle is in one place ----


def _bits(counts: np.ndarray) -> np.ndarray:
    """Returns the bit sets of the places on the last axis that are not 0."""
    bits: np.ndarray = ((counts != 0) * (np.int64(1) << np.arange(counts.shape[-1]))).sum(axis=-1)
    return bits


def _bit(places: np.ndarray) -> np.ndarray:
    """Returns the bit of each place; 0 for NOTHING."""
    return np.where(places >= 0, np.int64(1) << np.maximum(places.astype(np.int64), 0), 0)


def _all(games: np.ndarray, name: str) -> np.ndarray:
    """Returns the union of the bit sets of all seats: `[game]`."""
    union: np.ndarray = np.bitwise_or.reduce(games[name].astype(np.int64), axis=1)
    return union


def misplaced_cards(games: np.ndarray, cards: np.ndarray) -> Iterator[Finding]:
    """Copies that are missing or too many, and copies that are old, wait or are named without being there (LD-ACT-10)."""
    copies = sum(games[name].astype(np.int16) for name in ("deck", "row", "discards", "aside"))
    copies = copies + games["cards"].sum(axis=1, dtype=np.int16)
    yield "copies of a type", in_any(copies != cards[0]["copies"])
    for name in COUNTS:
        yield f"a negative number in {name}", in_any(games[name] < 0)
    yield "more named for replacement than in the row (LD-EFF-9)", in_any(games["marked"] > games["row"])
    old = games["cards"] - games["fresh"]
    yield "more that are not old than in play", in_any(old < 0)
    block = games["block"]
    of_block = np.where((block != v.NOTHING)[:, None], old[np.arange(len(games)), block], 0)
    yield "more that wait than old copies (LD-ROLL-3)", in_any(games["waiting"] > of_block[:, None, :])
    yield "fresh copies outside a resolution", in_any(games["fresh"] != 0) & (games["stage"] != v.STAGE_BLOCKS)


def stale_sums(games: np.ndarray) -> Iterator[Finding]:
    """Fields that follow from others."""
    yield "types_in_play", in_any(games["types_in_play"] != _bits(games["cards"]))
    yield "types_in_row", games["types_in_row"] != _bits(games["row"])
    yield "types_waiting", in_any(games["types_waiting"] != _bits(games["waiting"]))
    yield "cards_in_deck", games["cards_in_deck"] != games["deck"].sum(axis=1)
    yield "cards_in_row", games["cards_in_row"] != games["row"].sum(axis=1)


def misplaced_demons(games: np.ndarray, cards: np.ndarray) -> Iterator[Finding]:
    """Each demon in one place: pile, discards, a hand, in play, looked at; or laid aside, or named for a summon."""
    places = [games[name].astype(np.int64) for name in ("pile", "demon_discards", "looked_at")]
    places += [games[name][:, seat].astype(np.int64) for name in ("hand", "demons") for seat in range(v.MAX_SEATS)]
    stacked = np.stack(places)
    union = np.bitwise_or.reduce(stacked)
    yield "a demon is in two places", stacked.sum(axis=0) != union
    full = (1 << int(cards[0]["demons"])) - 1
    held = union | _bit(games["egg"]) | _bit(games["summoning"])
    yield "a demon is missing", (games["phase"] != v.PHASE_OVER) & (held != full)
    yield "a demon that the set lacks", (union & ~np.int64(full)) != 0
    yield "demons wait that are not in play", (games["waiting_demons"] & ~_all(games, "demons")) != 0
    candles = games["candles"].astype(np.int64)
    union = _all(games, "candles")
    yield "a candle is in two places", (candles.sum(axis=1) != union) | ((union & games["candles_left"]) != 0)


# ---- which seat is asked, and what it may do ----


def _codes_by_phase() -> np.ndarray:
    """Returns bool `[phase, action]`: what can answer a question, by the table of LD-ASK."""
    supply, opponents, take = [act.SUPPLY], range(act.OPPONENT, act.TAKE), range(act.TAKE, act.CARD)
    card, demon = range(act.CARD, act.DEMON), range(act.DEMON, act.CANDLE)
    answers: dict[int, list[Sequence[int]]] = {
        v.PHASE_CANDLE: [range(act.CANDLE, act.NUM_ACTIONS)],
        v.PHASE_FREE: [[act.PASS], demon],
        v.PHASE_TURN: [[act.PASS, act.ROLL], take, card, demon],
        v.PHASE_SACRIFICE: [card],
        v.PHASE_REROLL: [[act.PASS, act.ROLL]],
        v.PHASE_ORDER: [card, demon],
        v.PHASE_GATE: [[act.PASS], card],
        v.PHASE_COST: [card],
        v.PHASE_TARGET: [card],
        v.PHASE_OPPONENT: [[act.PASS], opponents],
        v.PHASE_VICTIM: [card, demon],
        v.PHASE_SOURCE: [supply, opponents],
        v.PHASE_PICK: [take, opponents],
        v.PHASE_REPLACE: [[act.PASS], take],
        v.PHASE_SUMMON: [demon],
    }
    allowed = np.zeros((len(v.PHASE_NAMES), act.NUM_ACTIONS), dtype=np.bool_)
    for phase, codes in answers.items():
        allowed[phase, [code for some in codes for code in some]] = True
    return allowed


CODES_BY_PHASE = _codes_by_phase()


def wrong_questions(games: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
    """One seat is asked, in its own turn or as owner of the block; what it may name is there (LD-ASK)."""
    seats, phase = legal.shape[1], games["phase"]
    is_over = phase == v.PHASE_OVER
    asked = games["asked"][:, :seats] != 0
    yield from wrong_masks(is_over, asked, legal)
    yield from foreign_actions(asked, legal, CODES_BY_PHASE[phase])
    yield "an empty chair is asked", in_any(games["asked"][:, seats:] != 0)
    yield "several are asked at once", asked.sum(axis=1) > 1
    row, seat = np.arange(len(games)), asked.argmax(axis=1)
    yield "another seat is asked than decides", ~is_over & (games["decider"] != seat)
    mask = legal[row, seat] != 0
    is_active = np.isin(phase, (v.PHASE_FREE, v.PHASE_TURN, v.PHASE_SACRIFICE, v.PHASE_REROLL))
    yield "another seat than the active one is asked in a turn", is_active & (games["active"] != seat)
    take = mask[:, act.TAKE : act.CARD]
    yield "a card is offered that is not in the row", in_any(take & (games["row"] == 0))
    is_turn = phase == v.PHASE_TURN
    yield (
        "a second card, roll or summon in a turn (LD-TURN-1)",
        is_turn
        & (
            ((games["bought"] != 0) & take.any(axis=1))
            | ((games["rolled"] != 0) & mask[:, act.ROLL])
            | ((games["summoned"] != 0) & ((_bits(mask[:, act.DEMON : act.CANDLE]) & games["hand"][row, seat]) != 0))
        ),
    )
    own = np.isin(phase, (v.PHASE_TURN, v.PHASE_SACRIFICE, v.PHASE_GATE, v.PHASE_COST, v.PHASE_TARGET))
    in_play = games["cards"][row, seat] > 0
    yield "a card is offered that the seat lacks", own & in_any(mask[:, act.CARD : act.DEMON] & ~in_play)


# ---- the end ----


def wrong_end(variant: CompiledVariant, games: np.ndarray) -> Iterator[Finding]:
    """Checks who has won and how (LD-WIN, LD-END, LD-TEAM-2), and payoffs."""
    seats, teams = variant.num_seats, np.array(variant.teams)
    is_over, ending, winner = games["phase"] == v.PHASE_OVER, games["ending"], games["winner"]
    side = teams[:, None] == teams  # [seat, seat]
    wins = side[winner] & (winner != v.NOTHING)[:, None]
    souls = games["souls"][:, :seats] @ side.astype(np.int64)
    demons = sum(((games["demons"][:, :seats] >> demon) & 1 for demon in range(v.MAX_DEMONS)), np.int64(0))
    demons = demons @ side.astype(np.int64)
    reached = (souls >= games["need_souls"][:, None]) & (demons >= games["need_demons"][:, None])
    yield "an ending before the end, or an end without", (ending != v.ENDING_NONE) != is_over
    yield "a winner in a draw, or a victory without", (winner != v.NOTHING) != np.isin(ending, (v.ENDING_GOAL, v.ENDING_CARD))
    yield "a goal reached without a win (LD-WIN-1)", in_any(reached) & ~is_over
    yield "a win by a goal that is not reached (LD-WIN-1)", (ending == v.ENDING_GOAL) & in_any(wins & ~reached)
    limit = games["rolls"] >= games["turn_limit"]
    yield "a draw before the turn limit (LD-END-3)", (ending == v.ENDING_TURN_LIMIT) & ~limit
    yield "more rolls than the turn limit (LD-END-3)", games["rolls"] > games["turn_limit"]
    yield from wrong_payoffs(variant, games, wins)


def wrong_steps(before: np.ndarray, after: np.ndarray) -> Iterator[Finding]:
    """What no step may do: counters go back, a candle moves after set-up, a demon in play is lost (LD-SUMMON-5)."""
    for name in NEVER_LESS:
        yield f"{name} went back", in_any(after[name] < before[name])
    yield "a candle moved", in_any((before["candles"] & ~after["candles"]) != 0)
    yield from changed(before, after, FIXED)
    yield from changed_after_the_end(before["phase"] == v.PHASE_OVER, before, after)


def all_findings(variant: CompiledVariant, before: np.ndarray, games: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
    """Everything that is looked at in every step."""
    yield from misplaced_cards(games, variant.cards)
    yield from stale_sums(games)
    yield from misplaced_demons(games, variant.cards)
    yield from wrong_questions(games, legal)
    yield from wrong_end(variant, games)
    yield from wrong_steps(before, games)
    yield from out_of_range(variant, games)
