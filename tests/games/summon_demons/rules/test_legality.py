"""Reasons why an action is illegal: there is one exactly where the mask is 0, in the words of the rule."""

import numpy as np
import pytest

from resonance_env.core.errors import IllegalActionError
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.legality import LEGAL, REASON_TEXTS
from resonance_env.games.summon_demons.spec import SPEC

TURN = """set: standard
players: 4
teams: yes
marks: {marks}
throw: {throw}
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
        TURN.format(marks=marks, throw="7" if marks == "rolled" else "none", souls=souls, cards=cards)
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
