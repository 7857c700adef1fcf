"""Invariants of every position, checked in many games at once.

The checks are written from the rules, not from the engine, and share nothing with it but the names of codes and the layout of
the record.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from resonance_env.core.compiled_variant import CompiledVariant
from resonance_env.games.syncro.rules import actions as act, vocabulary as v
from tests.games.invariants import (
    Finding,
    changed,
    changed_after_the_end,
    foreign_actions,
    in_any,
    out_of_range,
    wrong_masks,
)

PER_TRY = 4096  # more decision points than a try has with the sets that are played (SY-FIN-2)
COUNTS = (
    *("pile", "discard", "pile_size", "held", "hand", "age", "spells", "absorbed", "weakened", "floating", "spent", "sum_left"),
    *("monsters_left", "fogs_left", "fog_discard", "curses", "reward_pile", "reward_discard", "to_pay", "draws_left", "pool"),
)
FIXED = (
    *("seed", "seats", "first_level", "last_level", "retries", "saves", "replay", "estimates", "by_score", "explicit_chance"),
    "limit",
)


def max_steps(variant: CompiledVariant) -> int:
    """Returns a number of decision points that no game can exceed."""
    game = variant.blank[0]
    levels = 1 + int(game["last_level"]) - int(game["first_level"])
    return PER_TRY * levels * (1 + int(game["retries"]))


def bits(sets: np.ndarray, count: int) -> np.ndarray:
    """Returns the bits of sets as bool `[game, index]`."""
    found: np.ndarray = (sets[:, None] >> np.arange(count)) & 1 == 1
    return found


# ---- every card is in one place ----


def _down(games: np.ndarray) -> np.ndarray:
    """Returns which Spells of this turn lie face down: bool `[game, opportunity]`."""
    down: np.ndarray = (games["acts"][:, 0] == v.DID_ATTACK) & (games["act_is_up"][:, 0] == 0)
    return down & (np.arange(v.MAX_OPPORTUNITIES) < games["opportunity"][:, None])


def misplaced_spells(games: np.ndarray, cards: np.ndarray) -> Iterator[Finding]:
    """All Spells of the level are in the pile, the discard, hands or on foes; hands have no gaps (SY-DRAW-3, SY-SET-8)."""
    values = np.arange(1, v.MAX_VALUE + 1)
    held = (games["hand"][..., None] == values).sum(axis=(1, 2))
    down = ((games["act_value"][:, 0, :, None] == values) & _down(games)[:, :, None]).sum(axis=1)
    placed = games["pile"] + games["discard"] + held + down + games["spells"].sum(axis=1) + games["absorbed"].sum(axis=1)
    yield "Spells are missing or too many", in_any(placed != cards[0]["spells"][games["level"] - 1])
    yield "pile_size", games["pile_size"] != games["pile"].sum(axis=1, dtype=np.int16)
    inside = np.arange(v.MAX_HAND) < games["held"][:, :, None]
    yield "a gap in a hand, or a Spell behind its end", in_any((games["hand"] > 0) != inside)
    yield "a hand above its limit (SY-DRAW-3)", in_any(games["held"] > games["limit"][:, None])
    yield "marks or an age without a Spell", in_any(((games["marks"] != 0) | (games["age"] != 0)) & ~inside)
    for name in COUNTS:
        yield f"a negative number in {name}", in_any(games[name] < 0)
    yield "a pool is left over", in_any(games["pool"] != 0) | (games["pool_left"] != 0)


def misplaced_cards(games: np.ndarray, cards: np.ndarray) -> Iterator[Finding]:
    """Monsters, Fog, Lieutenants and Rewards are in one place each."""
    box, replay = cards[0], games["replay"]
    rewards = games["reward_pile"] + games["reward_discard"]
    rewards = rewards + (games["reward"][..., None] == np.arange(v.MAX_REWARDS)).sum(axis=1)
    yield "Rewards are missing or too many", in_any(rewards != box["rewards"][replay])
    fogs = games["fogs_left"] + games["fog_discard"] + games["curses"]
    yield "Fog cards are missing or too many", in_any(fogs != box["fogs"][replay])
    named = (games["foe"][..., None] == np.arange(v.MAX_MONSTERS)).sum(axis=1)
    monsters = games["monsters_left"] + named
    yield "Monsters are missing or too many", in_any(monsters != box["monsters"][replay, games["level"] - 1])
    there = bits(games["in_horde"], v.MAX_PLACES)
    lying = np.where(there & (games["lieutenant"] != v.NOTHING), 1 << np.maximum(games["lieutenant"].astype(np.int64), 0), 0)
    lieutenants = [games["lieutenants_left"].astype(np.int64), games["box"].astype(np.int64), lying.sum(axis=1)]
    yield "Lieutenants are missing or too many", sum(lieutenants) != box["lieutenants"]


def misplaced_horde(games: np.ndarray, cards: np.ndarray) -> Iterator[Finding]:
    """What lies in the Horde fits the plan; what was beaten is counted (SY-SCORE-1, SY-TURN-3)."""
    box, plan = cards[0], games["plan"]
    there, up = bits(games["in_horde"], v.MAX_PLACES), bits(games["face_up"], v.MAX_PLACES)
    is_place = np.arange(v.MAX_PLACES) < box["places"][plan][:, None]
    is_fog = bits(box["fog_places"][plan], v.MAX_PLACES)
    yield "a card lies where the plan has no place", in_any(there & ~is_place)
    yield "a card is face up that is not there, or a Fog", in_any(up & (~there | is_fog))
    yield "a foe is face up without a name", in_any(up & (games["foe"] == v.NOTHING))
    covers = (box["covered_by"][plan] & games["in_horde"][:, None]) != 0
    yield "a card is gone on which another lies", in_any(covers & is_place & ~there)
    is_question = np.isin(games["phase"], (v.PHASE_TURN,))
    is_cerberus = box["back"][plan] == v.BACK_CERBERUS
    yield (
        "an uncovered card is face down at an opportunity (SY-REVEAL-1)",
        is_question & in_any(there & ~up & ~covers & ~is_cerberus),
    )
    gone = is_place & ~is_fog & ~there
    yield "foes beaten are counted wrongly (SY-SCORE-1)", games["beaten"] != gone.sum(axis=1)
    bears = in_any(games["spells"] != 0)
    loaded = games["spells"].any(axis=2) | games["absorbed"].any(axis=2) | (games["weakened"] != 0)
    yield "Spells lie on what is not a foe face up", in_any(loaded & ~up)
    yield "Spells that nobody resolves (SY-RES-2)", bears & (games["bearing"] == 0)


# ---- who is asked, and what it may do ----


def _codes_by_phase() -> np.ndarray:
    """Returns bool `[phase, action]`: what can answer a question (SY-ASK-1)."""
    answers: dict[int, Sequence[int]] = {
        v.PHASE_ESTIMATE: range(act.ESTIMATE, act.PAY),
        v.PHASE_TURN: range(act.PASS, act.ESTIMATE),
        v.PHASE_PAY: range(act.PAY, act.KEEP),
        v.PHASE_KEEP: (act.KEEP, act.DISCARD),
    }
    allowed = np.zeros((len(v.PHASE_NAMES), act.NUM_ACTIONS), dtype=np.bool_)
    for phase, codes in answers.items():
        allowed[phase, list(codes)] = True
    return allowed


CODES_BY_PHASE = _codes_by_phase()


def wrong_questions(games: np.ndarray, legal: np.ndarray, cards: np.ndarray) -> Iterator[Finding]:
    """Who is asked when, and with what (SY-ASK-1, SY-TURN-4 to 7, SY-DRAGON-2)."""
    seats, phase = legal.shape[1], games["phase"]
    asked, held = games["asked"][:, :seats] != 0, games["held"][:, :seats]
    yield from wrong_masks(phase == v.PHASE_OVER, asked, legal)
    yield from foreign_actions(asked, legal, CODES_BY_PHASE[phase])
    together = np.isin(phase, (v.PHASE_ESTIMATE, v.PHASE_KEEP))
    yield "others are asked at once than those with Spells (SY-EST-2)", together & in_any(asked != (held > 0))
    yield "several are asked in turn", ~together & (asked.sum(axis=1) > 1)
    yield (
        "estimates where none are given (SY-SUM-1)",
        (phase == v.PHASE_ESTIMATE) & ((games["estimates"] == 0) | (games["level"] == cards[0]["sum_level"])),
    )
    row, seat = np.arange(len(games)), asked.argmax(axis=1)
    mask, turn = legal[row, seat] != 0, phase == v.PHASE_TURN
    attacks = mask[:, act.ATTACK : act.REWARD].reshape(-1, v.MAX_HAND, v.MAX_TARGETS)
    yield (
        "a Spell that the mage lacks",
        (turn | (phase == v.PHASE_PAY))
        & (
            in_any(attacks.any(axis=2) & (np.arange(v.MAX_HAND) >= held[row, seat][:, None]))
            | in_any(mask[:, act.PAY : act.PAY_NO_MORE] & (np.arange(v.MAX_HAND) >= held[row, seat][:, None]))
        ),
    )
    last = games["opportunity"] == max(4, seats) - 1
    done = np.arange(v.MAX_OPPORTUNITIES) < games["opportunity"][:, None]
    passes = ((games["acts"][:, 0] == v.DID_PASS) & done).sum(axis=1)
    must_attack = turn & last & (passes == games["opportunity"]) & (held[row, seat] > 0)
    yield "the last mage may pass though nobody attacked (SY-TURN-4)", must_attack & mask[:, act.PASS]
    must_pass = turn & last & (passes == 0) & (seats == v.MAX_SEATS)
    yield "the fifth mage may attack though nobody passed (SY-TURN-6)", must_pass & in_any(attacks)
    holder = in_any(mask[:, act.REWARD : act.ESTIMATE])
    yield (
        "a Reward may be played that is not there, or not (SY-REWARD-3)",
        turn & (holder != (games["reward"][row, seat] != v.NOTHING)),
    )
    yield (
        "a payment without a debt (SY-DRAGON-2)",
        (phase == v.PHASE_PAY) != (games["to_pay"] > 0) & ~together & (games["stage"] != v.STAGE_LOST),
    )


# ---- memory ----


def wrong_memory(games: np.ndarray) -> Iterator[Finding]:
    """SY-MEM: a Spell is never known and mixed at once, its holder needs no mark; floating ones are among the mixed."""
    marks = games["marks"].astype(np.int64)
    for observer in range(v.MAX_SEATS):
        known, mixed = v.MARK_KNOWN << observer, v.MARK_MIXED << observer
        yield "a Spell is known and mixed", in_any((marks & known != 0) & (marks & mixed != 0))
        yield "a mark for the own hand", in_any(marks[:, observer] & (known | mixed) != 0)
        down = _down(games) & (games["act_marks"].astype(np.int64) & mixed != 0)
        values = np.arange(1, v.MAX_VALUE + 1)
        among = ((games["hand"][..., None] == values) & (marks & mixed != 0)[..., None]).sum(axis=(1, 2))
        among = among + ((games["act_value"][:, 0, :, None] == values) & down[:, :, None]).sum(axis=1)
        yield "a floating Spell is not among the mixed ones", in_any(games["floating"][:, observer] > among)
    is_open = (marks & v.MARK_OPEN) != 0
    others = v.ALL_KNOWN & ((1 << games["seats"].astype(np.int64)) - 1)[:, None] & ~(1 << np.arange(v.MAX_SEATS))
    yield "an open Spell that somebody does not know", in_any(is_open & (marks & v.ALL_KNOWN != others[:, :, None]))
    summed = ((marks & v.MARK_IN_SUM != 0) * games["hand"]).sum(axis=2)
    seat = (games["leader"][:, None] + np.arange(v.MAX_OPPORTUNITIES)) % games["seats"][:, None]
    counted = np.where(_down(games) & (games["act_marks"].astype(np.int64) & v.MARK_IN_SUM != 0), games["act_value"][:, 0], 0)
    summed = summed + (counted[:, :, None] * (seat[:, :, None] == np.arange(v.MAX_SEATS))).sum(axis=1)
    yield "a sum left that is not the sum of its Spells (SY-MEM-8)", in_any(games["sum_left"] != summed)


# ---- the end ----


def wrong_end(variant: CompiledVariant, games: np.ndarray) -> Iterator[Finding]:
    """Endings, winners, payoffs and progress (SY-END, SY-MODE-2, SY-SCORE)."""
    over, ending, cards = games["phase"] == v.PHASE_OVER, variant.ending(games), variant.cards[0]
    foes = cards["foes"][games["plan"]]
    levels = games["last_level"].astype(np.int64) - games["first_level"] + 1
    yield "an ending before the end, or an end without", (ending != v.ENDING_NONE) != over
    won = over & (games["cleared"] == levels)
    yield "a win without all levels, or all levels without a win (SY-MODE-2)", (ending == v.ENDING_WON) != won
    yield "a lost try is not tried again (SY-RETRY-1)", over & ~won & (games["tries"] != games["retries"])
    empty = (games["held"] == 0).all(axis=1)
    yield "exhausted with Spells in hand (SY-END-2)", (ending == v.ENDING_EXHAUSTED) & ~empty
    yield "unpaid without a debt (SY-END-3)", (ending == v.ENDING_UNPAID) & (games["to_pay"] <= 0)
    yield "all foes are beaten and the try goes on (SY-END-1)", (games["beaten"] == foes) & (games["stage"] != v.STAGE_WON)
    best = np.maximum(games["best"], games["beaten"]) / np.maximum(foes, 1) * (games["stage"] != v.STAGE_WON)
    score = (games["cleared"] + best * (games["by_score"] != 0)) / levels
    yield (
        "another payoff than levels and share (SY-SCORE-2)",
        in_any(np.abs(variant.payoff(games) - (score * over)[:, None]) > 1e-6),
    )
    share = games["beaten"] / np.maximum(foes, 1) * (games["stage"] != v.STAGE_WON)
    yield (
        "another progress than levels and share (SY-SCORE-3)",
        in_any(np.abs(variant.progress(games) - ((games["cleared"] + share) / levels)[:, None]) > 1e-6),
    )
    yield "winners are others than those of a win (SY-SCORE-3)", in_any(variant.winners(games) != won[:, None])


def wrong_steps(before: np.ndarray, after: np.ndarray) -> Iterator[Finding]:
    """What no step may do."""
    yield "turns went back", after["turns"] < before["turns"]
    yield "cleared went back", after["cleared"] < before["cleared"]
    yield "the level went back", after["level"] < before["level"]
    same = (after["level"] == before["level"]) & (after["tries"] == before["tries"])
    yield "a try went back", (after["level"] == before["level"]) & (after["tries"] < before["tries"])
    yield "foes beaten came back", same & (after["beaten"] < before["beaten"])
    yield "events went back", same & in_any(after["events"] < before["events"])
    yield "a card came to the Horde", same & ((after["in_horde"] & ~before["in_horde"]) != 0)
    yield from changed(before, after, FIXED)
    yield from changed_after_the_end(before["phase"] == v.PHASE_OVER, before, after)


def all_findings(variant: CompiledVariant, before: np.ndarray, games: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
    """Everything that is looked at in every step."""
    yield from misplaced_spells(games, variant.cards)
    yield from misplaced_cards(games, variant.cards)
    yield from misplaced_horde(games, variant.cards)
    yield from wrong_questions(games, legal, variant.cards)
    yield from wrong_memory(games)
    yield from wrong_end(variant, games)
    yield from wrong_steps(before, games)
    yield from out_of_range(variant, games)
