"""Reasons why an action is illegal: there is one exactly where the mask is 0, in the words of the rule."""

import numpy as np
import pytest

from resonance_env.core.errors import IllegalActionError
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.rules.legality import (
    HAS_BOUGHT,
    HAS_PASSED_ON,
    HAS_SUMMONED,
    LEGAL,
    MUST_ANSWER,
    NO_ANSWER,
    NOT_ASKED,
    NOT_IN_HAND,
    NOT_IN_ROW,
    NOT_OWNED,
    REASON_TEXTS,
    TOO_FEW_CARDS,
    TOO_FEW_SOULS,
    why_illegal,
)
from resonance_env.games.summon_demons.spec import SPEC
from tests.games.summon_demons import kernels
from tests.games.summon_demons.invariants import CODES_BY_PHASE

TURN = """set: standard
players: 4
teams: yes
marks: {marks}
throw: {throw}
rolls: {rolls}
row: 4 adam, eve

summoner_0: {souls} souls
  cards: {cards}
  hand: porcus
  demons: oni

summoner_1: 0 souls
summoner_2: 0 souls
summoner_3: 0 souls
"""


@pytest.mark.parametrize(
    ("marks", "souls", "cards", "action", "reason"),
    [
        ("none", 3, "3 eve", "wait", "this seat is asked and must answer (LD-ASK-1)"),
        ("none", 3, "3 eve", "supply", "it does not answer this question (LD-ASK)"),
        ("none", 3, "3 eve", "pass", "the dice must be rolled before the turn can end (LD-TURN-1)"),
        ("rolled", 3, "3 eve", "roll", "the dice are rolled once a turn (LD-TURN-1)"),
        ("bought", 3, "3 eve", "take eve", "a card was bought this turn already (LD-TURN-1)"),
        ("none", 3, "3 eve", "take dog", "this card is not in the row (LD-BUY-1)"),
        ("none", 2, "3 eve", "take eve", "the seat has too few souls to buy a card (LD-BUY-1)"),
        ("summoned", 3, "3 eve", "demon porcus", "a demon was summoned this turn already (LD-TURN-1)"),
        ("none", 3, "2 eve", "demon porcus", "too few cards in play for the sacrifice (LD-SUMMON-1, LD-SUMMON-2)"),
        ("none", 3, "3 eve", "card dog", "the seat does not have it in play (LD-TEAM-5)"),
        ("passed on", 3, "3 eve", "card eve", "something was passed on this turn already (LD-TEAM-5)"),
        ("passed on", 3, "3 eve", "demon oni", "something was passed on this turn already (LD-TEAM-5)"),
    ],
)
def test_reasons_of_a_turn(marks: str, souls: int, cards: str, action: str, reason: str) -> None:
    variant, games = SPEC.read_position(
        TURN.format(
            marks=marks, throw="7" if marks == "rolled" else "none", rolls=int(marks == "rolled"), souls=souls, cards=cards
        )
    )
    kind, _, name = action.partition(" ")
    ids = variant.card_set.demon_ids if kind == "demon" else variant.card_set.card_ids
    code = variant.actions.parse(f"{kind} {ids.index(name) + 1}" if name else action)
    with pytest.raises(IllegalActionError) as caught:
        variant.verify(games, 0, 0, code)
    assert reason in str(caught.value)
    with pytest.raises(IllegalActionError, match="nothing is asked of this seat now"):
        variant.verify(games, 0, 1, variant.actions.parse("roll"))


def test_without_teams_nothing_of_ones_own_is_passed_on() -> None:
    variant = SPEC.variant(2)
    games = variant.new_games(1)
    variant.reset(games, np.array([1], dtype=np.uint64))
    seat = int(games[0]["active"])
    others = [demon for demon in range(20) if not int(games[0]["hand"][seat]) >> demon & 1]
    with pytest.raises(IllegalActionError, match="this demon is not in the hand"):
        variant.verify(games, 0, seat, variant.actions.parse(f"demon {others[0] + 1}"))
    with pytest.raises(IllegalActionError, match="it does not answer this question"):
        variant.verify(games, 0, seat, variant.actions.parse("card 1"))


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"candles": 2, "candle_deal": "choose", "starting_demon": True}),
        (3, {}),
        (4, {"teams": True}),
        (5, {"clockwork": "roll"}),
    ],
)
def test_there_is_a_reason_exactly_where_the_mask_is_zero(players: int, options: dict[str, object]) -> None:
    variant, rng = SPEC.variant(players, **options), np.random.default_rng(players)
    games = variant.start(range(6))
    phases = set()
    while not variant.done(games).all():
        masks = variant.legal(games)
        index = int(rng.integers(len(games)))
        phases.add(int(games[index]["phase"]))
        for seat in range(players):
            reasons = [
                int(variant.loops.reason(games, index, variant.cards, seat, action)) for action in range(variant.num_actions)
            ]
            assert [reason == LEGAL for reason in reasons] == masks[index, seat].astype(bool).tolist()
            assert all(REASON_TEXTS[reason] for reason in reasons if reason != LEGAL)
        variant.step(games, np.where(masks, rng.random(masks.shape), -1).argmax(-1))
    assert {v.PHASE_TURN, v.PHASE_SACRIFICE, v.PHASE_ORDER, v.PHASE_GATE} <= phases


@pytest.mark.parametrize("phase", [phase for phase in range(len(v.PHASE_NAMES)) if CODES_BY_PHASE[phase].any()])
def test_reasons_tell_answers_of_a_right_kind_from_others(phase: int) -> None:
    """LD-ASK: by the table of answers, for every code of every phase but TURN, whose reasons are listed above."""
    games = kernels.unpacked(4)
    game, cards = games[0], kernels.cards_of("standard")
    game["phase"], game["decider"], game["asked"][1] = phase, 1, 1
    kinds = CODES_BY_PHASE[phase] & (np.arange(act.NUM_ACTIONS) >= act.OPPONENT)
    for action in range(1, act.NUM_ACTIONS):
        reason = int(why_illegal(game, cards[0], 1, action))
        if phase != v.PHASE_TURN:
            assert reason == (HAS_PASSED_ON + 1 + phase if kinds[action] else NO_ANSWER)
        assert int(why_illegal(game, cards[0], 0, action)) == NOT_ASKED
    assert REASON_TEXTS[HAS_PASSED_ON + 1 + phase] or not kinds.any() or phase == v.PHASE_TURN
    assert (int(why_illegal(game, cards[0], 1, act.WAIT)), int(why_illegal(game, cards[0], 0, act.WAIT))) == (
        MUST_ANSWER,
        LEGAL,
    )


@pytest.mark.parametrize("teams", [False, True])
def test_reasons_in_a_turn_at_the_ends_of_each_range_of_codes(teams: bool) -> None:
    game, cards = kernels.unpacked(4, teams=teams)[0], kernels.cards_of("standard")
    game["phase"], game["decider"], game["asked"][1], game["active"] = v.PHASE_TURN, 1, 1, 1
    game["hand"][1] = 1 | 1 << (v.MAX_DEMONS - 1)
    game["demons"][1] = 2
    game["cards"][1, 0] = 1

    def reasons(*actions: int) -> list[int]:
        return [int(why_illegal(game, cards[0], 1, action)) for action in actions]

    take, demons = (act.TAKE, act.CARD - 1), (act.DEMON, act.CANDLE - 1)
    assert reasons(*take) == [TOO_FEW_SOULS] * 2
    game["souls"][1] = 3
    assert reasons(*take) == [NOT_IN_ROW] * 2
    game["bought"] = 1
    assert reasons(*take) == [HAS_BOUGHT] * 2
    assert reasons(*demons) == [TOO_FEW_CARDS] * 2
    game["summoned"] = 1
    assert reasons(*demons) == [HAS_SUMMONED] * 2
    assert reasons(act.DEMON + 1, act.DEMON + 2) == ([HAS_PASSED_ON, NOT_OWNED] if teams else [NOT_IN_HAND] * 2)
    assert reasons(act.CARD, act.DEMON - 1) == ([HAS_PASSED_ON, NOT_OWNED] if teams else [NO_ANSWER] * 2)
    assert reasons(act.SUPPLY, act.OPPONENT, act.TAKE - 1, act.CANDLE, act.NUM_ACTIONS - 1) == [NO_ANSWER] * 5
