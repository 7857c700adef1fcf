"""Why an action is not legal: every reason, at the first and last codes of every range, and masks that say the same."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from resonance_env.games.resonance.batch import loops
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.actions import ACTIONS
from resonance_env.games.resonance.rules.legality import (
    CAN_ACT,
    CANNOT_PAY,
    COMPULSORY,
    HAS_SIGIL,
    LEGAL,
    MUST_DECIDE,
    NO_SUCH_SEAT,
    NOT_ASKED,
    NOT_CASTABLE,
    NOT_HELD,
    NOT_IN_CENTRE,
    NOT_IN_RESERVE,
    NOT_OFFERED,
    NOT_OPPONENT,
    NOT_SEALED,
    OTHER_PHASE,
    PILE_EMPTY,
    PILES_TOO_LOW,
    RESERVE_EMPTY,
    SEALED,
    WRONG_KIND,
)
from resonance_env.games.resonance.text.notation import parse_position
from tests.games.resonance.casting import CAST, OTHERS_DRAW, ada_casts
from tests.games.resonance.dealing import deal
from tests.games.resonance.golden.frozen_sets import FROZEN_SETS_WARN, frozen_variant, play_with_spells
from tests.games.resonance.scenario import ScenarioGame, expect, legal_names, play, seated, start
from tests.games.resonance.small_sets import HOUSE_DEMONS, write_set
from tests.places import ROOT

pytestmark = FROZEN_SETS_WARN


def expect_reasons(game: ScenarioGame, seat: int, reasons: Mapping[str, int]) -> None:
    """Checks the reasons of some actions, that every action that is legal is among them, and that the mask agrees."""
    cards = game.card_set.cards
    came = {action.name: int(loops.reason(game.games, 0, cards, seat, action.code)) for action in ACTIONS}
    assert {name: came[name] for name in reasons} == dict(reasons)
    legal = {name for name, reason in came.items() if reason == LEGAL}
    assert legal <= set(reasons)
    assert legal == legal_names(game, seat)


# ---- actions ----


@pytest.mark.parametrize("reserve", [0, 1, 2, 128])
def test_r_act_7_trading_needs_a_demon_in_the_reserve(reserve: int) -> None:
    game = start("witch_0 hand: Herb, Mineral, Potion\nwitch_1 hand: Herb\nwitch_2 hand: Herb")
    game.games[0]["demon_reserve"] = reserve
    assert ("trade demon" in legal_names(game, 0)) == (reserve != 0)


def test_r_act_2_and_4_to_6_reasons_of_a_sealed_witch() -> None:
    game = start(
        """
        objects: 1 Herb, 1 Mineral
        artifacts: none
        witch_0 sigil: 3
        witch_0 hand: Mineral, artifacts 1 13, incantations 1 21
        witch_1 sigil: 4
        witch_1 hand: Potion
        witch_2 hand: Mineral, Potion
        """
    )
    reasons = {
        "wait": MUST_DECIDE,
        "pass": CAN_ACT,
        "stop": OTHER_PHASE,
        "play herb": NOT_HELD,
        "play mineral": LEGAL,
        "play potion": NOT_HELD,
        "play artifact 1": SEALED,
        "play artifact 2": NOT_HELD,
        "play artifact 13": SEALED,
        "play incantation 1": LEGAL,
        "play incantation 2": NOT_HELD,
        "play incantation 21": LEGAL,
        "draw herb herb": PILES_TOO_LOW,
        "draw herb mineral": LEGAL,
        "draw herb potion": PILES_TOO_LOW,
        "draw mineral mineral": PILES_TOO_LOW,
        "draw mineral potion": PILES_TOO_LOW,
        "draw potion potion": PILES_TOO_LOW,
        "draw artifact": PILE_EMPTY,
        "break sigil": CANNOT_PAY,
        "trade demon": CANNOT_PAY,
        "cast spell 1": OTHER_PHASE,
        "take spells 8": OTHER_PHASE,
    }
    expect_reasons(game, 0, reasons)
    expect_reasons(game, 1, {"play potion": LEGAL, "draw herb mineral": LEGAL, "break sigil": CANNOT_PAY})
    expect_reasons(
        game, 2, {"play mineral": LEGAL, "play potion": LEGAL, "draw herb mineral": LEGAL, "break sigil": NOT_SEALED}
    )


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("Herb, Mineral, Potion", LEGAL),
        ("2 Mineral, Potion", CANNOT_PAY),
        ("2 Herb, Potion", CANNOT_PAY),
        ("Herb, 2 Mineral", CANNOT_PAY),
    ],
)
def test_r_act_7_a_trade_needs_one_of_each(hand: str, reason: int) -> None:
    game = start(f"artifacts: 9\nobjects: none\nwitch_0 hand: {hand}\nwitch_1 hand: Herb, Mineral\nwitch_2 hand: Herb")
    assert loops.reason(game.games, 0, game.card_set.cards, 0, ACTIONS.parse("trade demon")) == reason


def test_r_act_7_a_trade_needs_a_demon_in_the_reserve(tmp_path: Path) -> None:
    game = start(
        f"set: {write_set(tmp_path, demons=HOUSE_DEMONS[:3])}\nwitch_0 hand: Herb, Mineral, Potion\nwitch_1:\nwitch_2:"
    )
    assert loops.reason(game.games, 0, game.card_set.cards, 0, ACTIONS.parse("trade demon")) == RESERVE_EMPTY


@pytest.mark.parametrize(
    ("objects", "legal"),
    [
        ("1 Herb", "draw herb herb"),
        ("1 Potion", "draw potion potion"),
        ("2 Mineral", "draw mineral mineral"),
        ("1 Mineral, 1 Potion", "draw mineral potion"),
        ("2 Herb, 1 Potion", "draw herb herb, draw herb potion"),
        ("none", ""),
    ],
)
def test_r_act_4_pairs_that_can_be_drawn(objects: str, legal: str) -> None:
    game = start(f"objects: {objects}\nwitch_0 hand: Herb, Mineral\nwitch_1:\nwitch_2:")
    pairs = [action for action in ACTIONS if action.name.startswith("draw ") and action.name != "draw artifact"]
    came = {pair.name: int(loops.reason(game.games, 0, game.card_set.cards, 0, pair.code)) for pair in pairs}
    assert came == {pair.name: LEGAL if pair.name in legal.split(", ") else PILES_TOO_LOW for pair in pairs}


def test_r_round_4_only_a_seat_with_no_action_may_pass() -> None:
    """Such a seat is never asked; the position is looked at before the engine takes the pass for her."""
    games, card_set = parse_position(
        """
        objects: none
        artifacts: none
        witch_0:
        witch_1 hand: artifact 3
        witch_1 sigil: 2
        witch_2 hand: Herb
        """
    )
    for seat, reason in ((0, LEGAL), (1, LEGAL), (2, CAN_ACT)):
        assert loops.reason(games, 0, card_set.cards, seat, ACTIONS.parse("pass")) == reason
    masks = np.zeros((1, 3, len(ACTIONS)), dtype=np.int8)
    loops.legal(games, card_set.cards, masks)
    assert [[ACTIONS.name(int(code)) for code in np.flatnonzero(row)] for row in masks[0]] == [
        ["pass"],
        ["pass"],
        ["play herb"],
    ]


def test_r_info_4_a_seat_that_is_not_asked_may_only_wait() -> None:
    game = play("witch_0: Zinnia\n  hand: incantation 4, Herb\nwitch_1:\nwitch_2:", CAST)
    expect_reasons(game, 1, {"wait": LEGAL, "play herb": NOT_ASKED, "pass": NOT_ASKED, "cast spell 1": NOT_ASKED})
    assert game.variant.legal(game.games)[0, 1].tolist() == [1] + [0] * (len(ACTIONS) - 1)


@pytest.mark.parametrize("hand", ["artifacts 1 13", "incantations 1 21", "artifact 2, incantation 2"])
def test_r_act_2_and_3_a_hand_of_valued_cards_alone(hand: str) -> None:
    game = start(f"objects: none\nartifacts: none\nwitch_0 hand: {hand}\nwitch_1 hand: Herb\nwitch_2:")
    kind, *values = hand.replace(",", "").split()
    cards = ["artifact 2", "incantation 2"] if "," in hand else [f"{kind.removesuffix('s')} {value}" for value in values]
    expect_reasons(game, 0, {**{f"play {card}": LEGAL for card in cards}, "pass": CAN_ACT, "play artifact 3": NOT_HELD})


def test_r_act_5_the_artifact_of_value_1_can_be_drawn(tmp_path: Path) -> None:
    """R-CAST-9: by an action and by a spell."""
    given = """
        artifacts: 1 | 2
        witch_0: Ada
          hand: incantation 4
        witch_1:
        witch_2:
        """
    game = start(given.replace("Ada", "Zinnia"))
    assert "draw artifact" in legal_names(game, 0)
    draw = '{ effect = "draw", kind = "artifact", count = 1 }'
    game = play(f"set: {write_set(tmp_path, Ada=draw)}{given}", CAST)
    assert "cast spell 1" in legal_names(game, 0)
    expect(game.act("witch_0: cast spell 1"), "round: 2\nwitch_0 hand: artifact 1\nartifacts: 2")


def test_r_sweep_1_a_type_must_be_chosen_also_by_a_spell_that_began_with_an_option(tmp_path: Path) -> None:
    spell = '{ effect = "play", kind = "herb", count = 2, up_to = true }, { effect = "become_artifact", value = 5 }'
    hands = "witch_0: Ada\n  hand: Herb, incantation 4\nwitch_1:\n  hand: Mineral\nwitch_2:"
    game = play(
        f"set: {write_set(tmp_path, Ada=spell)}\n{hands}",
        "witch_0: play incantation 4; witch_1: play mineral; witch_2: draw herb herb",
        "witch_0: cast spell 1",
    )
    assert {"choose herb", "choose mineral"} <= legal_names(game, 0)
    assert "stop" not in legal_names(game, 0)


def test_r_cast_12_a_witch_may_be_sealed_for_whom_another_effect_waits() -> None:
    """Blanchefleur makes seat 2 change her demon at the end of the round: that is no Sigil."""
    game = play(
        seated("Zinnia: incantation 4", "Blanchefleur: incantation 9", ""),
        "witch_0: play incantation 4; witch_1: play incantation 9; witch_2: draw herb herb",
        "witch_1: cast spell 2",
        "witch_1: aim 1",
        "witch_0: cast spell 3",
    )
    expect_reasons(game, 0, {"aim 1": LEGAL, "aim 2": LEGAL, "aim 3": NO_SUCH_SEAT})


# ---- the draft ----


def test_r_setup_2_reasons_in_the_draft() -> None:
    game = deal(3, {"spell card": ["Calanthe", "Zinnia"]})
    reasons = {
        "wait": MUST_DECIDE,
        "take spells 2": LEGAL,
        "take spells 8": LEGAL,
        "take spells 1": NOT_OFFERED,
        "take demon 8": OTHER_PHASE,
        "high witch self": OTHER_PHASE,
    }
    expect_reasons(game, 0, reasons)


def test_r_team_3_reasons_when_the_high_witch_is_named() -> None:
    game = deal(6, {"spell card": ["Blanchefleur", "Zinnia"]})
    game.act("witch_0: take spells 1")
    assert game.text().count("asked: witch_0") == 1
    reasons = {
        "high witch self": LEGAL,
        "high witch partner": LEGAL,
        "aim 7": OTHER_PHASE,
        "choose herb": OTHER_PHASE,
        "take spells 1": OTHER_PHASE,
    }
    expect_reasons(game, 0, reasons)


# ---- casting and aiming ----


def test_r_cast_3_and_12_reasons_when_casting_and_aiming() -> None:
    game = play("witch_0: Vuoko\n  hand: incantation 4\nwitch_1 sigil: 9\nwitch_2 sigil: 8", CAST)
    reasons = {
        "wait": MUST_DECIDE,
        "trade demon": OTHER_PHASE,
        "cast spell 1": LEGAL,
        "cast spell 2": LEGAL,
        "cast spell 3": NOT_CASTABLE,
        "aim 1": OTHER_PHASE,
    }
    expect_reasons(game, 0, reasons)
    game = play(
        "witch_0: Blanchefleur\n  hand: incantation 4, Herb\nwitch_1 sigil: 9\nwitch_2:\nwitch_3:",
        CAST + "; witch_3: draw artifact",
    )
    game.act("witch_0: cast spell 3")
    reasons = {
        "cast spell 3": OTHER_PHASE,
        "aim 1": HAS_SIGIL,
        "aim 2": LEGAL,
        "aim 3": LEGAL,
        "aim 4": NO_SUCH_SEAT,
        "aim 7": NO_SUCH_SEAT,
        "high witch self": OTHER_PHASE,
    }
    expect_reasons(game, 0, reasons)


def test_r_team_7_reasons_when_aiming_in_teams() -> None:
    others = "; ".join(f"witch_{seat}: draw artifact" for seat in range(6) if seat != 3)
    witches = "\n".join(f"witch_{seat}:" for seat in range(6) if seat != 3)
    given = f"players: 6\nteam talk: no\n{witches}\nwitch_0 hand: Herb\nwitch_3: Thylane\n  hand: incantation 4"
    game = play(given, "witch_3: play incantation 4; " + others)
    game.act("witch_3: cast spell 2")
    reasons = dict.fromkeys(("aim 1", "aim 2", "aim 3", "aim 4"), LEGAL)
    expect_reasons(game, 3, {**reasons, "aim 5": NOT_OPPONENT, "aim 6": NO_SUCH_SEAT})


# ---- taking demons and spell cards ----


def test_r_act_7_reasons_when_a_demon_is_taken() -> None:
    game = play("witch_0 hand: Herb, Mineral, Potion\nwitch_1:\nwitch_2:", "witch_0: trade demon; " + OTHERS_DRAW)
    assert game.games[0]["taker"] == 0
    reasons = {
        "wait": MUST_DECIDE,
        "stop": COMPULSORY,
        **{f"take demon {number}": NOT_IN_RESERVE if number <= 3 else LEGAL for number in range(1, 9)},
        "discard incantation 21": OTHER_PHASE,
        "take spells 1": OTHER_PHASE,
    }
    expect_reasons(game, 0, reasons)


@pytest.mark.parametrize(("optional", "reason"), [("", COMPULSORY), (", if_she_likes = true", LEGAL)])
def test_r_cast_8_reasons_when_a_spell_card_is_taken(tmp_path: Path, optional: str, reason: int) -> None:
    change = f'{{ effect = "change_spells", who = "self"{optional} }}'
    game = play(f"set: {write_set(tmp_path, Ada=change)}\nwitch_0: Ada\n  hand: incantation 4\nwitch_1:\nwitch_2:", CAST)
    game.act("witch_0: cast spell 1")
    assert game.games[0]["taker"] == 0
    reasons = {
        "stop": reason,
        **{f"take spells {number}": NOT_IN_RESERVE if number <= 3 else LEGAL for number in range(1, 9)},
        "take demon 8": OTHER_PHASE,
    }
    expect_reasons(game, 0, reasons)


# ---- choosing cards ----


def test_r_sweep_1_reasons_when_sweeping() -> None:
    game = play(
        "transient: Potion\nwitch_0 hand: artifact 4\nwitch_1 hand: Herb\nwitch_2:",
        "witch_0: play artifact 4; witch_1: play herb; witch_2: draw artifact",
    )
    reasons = {
        "stop": OTHER_PHASE,
        "high witch partner": OTHER_PHASE,
        "choose herb": LEGAL,
        "choose mineral": NOT_IN_CENTRE,
        "choose potion": LEGAL,
        "remove herb counting 2": OTHER_PHASE,
    }
    expect_reasons(game, 0, reasons)


def choosing(tmp_path: Path, effect: str, hand: str = "", lines: str = "") -> ScenarioGame:
    """Returns a game in which the spell of witch_0 with this effect has begun."""
    cards = write_set(tmp_path, Ada=f"{{ {effect} }}")
    given = f"set: {cards}\n{lines}\nwitch_0: Ada\n  hand: incantation 4{hand}\nwitch_1:\nwitch_2:"
    return play(given, CAST, "witch_0: cast spell 1")


def test_r_cast_6_reasons_when_playing(tmp_path: Path) -> None:
    effect = 'effect = "play", kind = "object", count = 2, up_to = true'
    game = choosing(tmp_path, effect, ", Herb, 2 Mineral")
    reasons = {
        "stop": COMPULSORY,
        "high witch partner": OTHER_PHASE,
        "choose herb": LEGAL,
        "choose mineral": LEGAL,
        "choose potion": NOT_HELD,
        "remove herb counting 2": OTHER_PHASE,
    }
    expect_reasons(game, 0, reasons)
    game.act("witch_0: choose herb")
    expect_reasons(game, 0, {**reasons, "stop": LEGAL, "choose herb": NOT_HELD})


def test_r_cast_9_reasons_when_drawing(tmp_path: Path) -> None:
    game = choosing(tmp_path, 'effect = "draw", kind = "object", count = 2', lines="objects: 6 Herb, 1 Potion")
    reasons = {"stop": COMPULSORY, "choose herb": LEGAL, "choose mineral": PILE_EMPTY, "choose potion": LEGAL}
    expect_reasons(game, 0, {**reasons, "high witch partner": OTHER_PHASE, "remove herb counting 2": OTHER_PHASE})


def test_r_cast_14_up_to_a_printed_kind(tmp_path: Path) -> None:
    game = choosing(tmp_path, 'effect = "draw", kind = "herb", count = 2, up_to = true')
    game_over_herbs = {"stop": LEGAL, "choose herb": LEGAL, "choose mineral": WRONG_KIND, "choose potion": WRONG_KIND}
    expect_reasons(game, 0, game_over_herbs)


@pytest.mark.parametrize(
    ("kind", "objects", "artifacts"),
    [("any", LEGAL, LEGAL), ("object", LEGAL, WRONG_KIND), ("artifact", WRONG_KIND, LEGAL)],
)
def test_r_cast_7_reasons_when_removing(tmp_path: Path, kind: str, objects: int, artifacts: int) -> None:
    """Artifacts 1 and 13 lie in the centre with a transient Herb and a Potion that counts 3."""
    remove = f'{{ effect = "remove", kind = "{kind}", count = 2 }}'
    three = '{ effect = "play", kind = "potion", count = 1, counts = 3 }'
    game = play(
        seated(
            "Ada: incantation 4",
            "Bea: incantation 9, Potion",
            "artifact 1",
            "artifact 13",
            given=f"set: {write_set(tmp_path, Ada=remove, Bea=three)}\ntransient: Herb",
        ),
        "witch_0: play incantation 4; witch_1: play incantation 9; witch_2: play artifact 1; witch_3: play artifact 13",
        "witch_1: cast spell 1",
        "witch_0: cast spell 1",
    )
    absent, no_artifact = (NOT_IN_CENTRE if reason == LEGAL else reason for reason in (objects, artifacts))
    reasons = {
        "stop": COMPULSORY,
        "high witch partner": OTHER_PHASE,
        "choose herb": objects,
        "choose mineral": absent,
        "choose potion": absent,
        "remove herb counting 2": absent,
        "remove herb counting 3": absent,
        "remove potion counting 2": absent,
        "remove potion counting 3": objects,
        "remove artifact 0": no_artifact,
        "remove artifact 1": artifacts,
        "remove artifact 2": no_artifact,
        "remove artifact 13": artifacts,
        "discard artifact 1": OTHER_PHASE,
    }
    expect_reasons(game, 0, reasons)


@pytest.mark.parametrize(
    ("kind", "reasons", "gone_after"),
    [
        (
            "object",
            {
                "stop": COMPULSORY,
                "high witch partner": OTHER_PHASE,
                "choose herb": LEGAL,
                "choose mineral": LEGAL,
                "choose potion": NOT_HELD,
                "remove herb counting 2": OTHER_PHASE,
                "discard artifact 1": OTHER_PHASE,
            },
            {"choose herb": "Herb", "choose mineral": "Mineral"},
        ),
        (
            "artifact",
            {
                "stop": COMPULSORY,
                "choose herb": OTHER_PHASE,
                "remove artifact 13": OTHER_PHASE,
                "discard artifact 1": LEGAL,
                "discard artifact 2": NOT_HELD,
                "discard artifact 13": LEGAL,
                "discard incantation 1": OTHER_PHASE,
            },
            {"discard artifact 1": "artifact 1", "discard artifact 13": "artifact 13"},
        ),
        (
            "incantation",
            {
                "stop": COMPULSORY,
                "discard artifact 13": OTHER_PHASE,
                "discard incantation 1": LEGAL,
                "discard incantation 2": NOT_HELD,
                "discard incantation 21": LEGAL,
                "take demon 1": OTHER_PHASE,
            },
            {"discard incantation 1": "incantations 1 4", "discard incantation 21": "incantations 4 21"},
        ),
    ],
)
def test_r_cast_10_reasons_when_discarding(
    tmp_path: Path, kind: str, reasons: dict[str, int], gone_after: dict[str, str]
) -> None:
    effect = f'{{ effect = "discard", kind = "{kind}", count = 1, who = "one" }}'
    game = ada_casts(tmp_path, effect, "witch_0: aim 1", others=("Herb, Mineral, artifacts 1 13, incantations 1 21", ""))
    expect_reasons(game, 1, reasons)
    for name, gone in gone_after.items():
        copy = ScenarioGame(game.variant, game.games.copy(), {}).act(f"witch_1: {name}")
        expect(copy, f"round: 2\ngone: {gone}, incantation 4" if kind != "incantation" else f"round: 2\ngone: {gone}")


def test_r_cast_10_a_card_picked_cannot_be_picked_again(tmp_path: Path) -> None:
    effect = '{ effect = "discard", kind = "artifact", count = 2, who = "all" }'
    game = ada_casts(tmp_path, effect, "witch_1: discard artifact 1", others=("artifacts 1 7 13", ""))
    expect_reasons(game, 1, {"discard artifact 1": NOT_HELD, "discard artifact 7": LEGAL, "discard artifact 13": LEGAL})


def test_r_cast_10_only_cards_of_the_printed_type_are_hers_to_discard(tmp_path: Path) -> None:
    """She is not asked, for she has one option; what she would be told is looked at all the same."""
    effect = '{ effect = "discard", kind = "herb", count = 1, who = "one" }'
    game = ada_casts(tmp_path, effect, others=("2 Herb, Mineral", ""))
    record = game.games[0]
    record["effect"], record["left"], record["choice"], record["phase"] = 0, 0, v.CHOICE_DISCARD, v.PHASE_CHOOSE
    record["asked"][:3] = 0, 1, 0
    reasons = {"choose herb": LEGAL, "choose mineral": WRONG_KIND, "choose potion": WRONG_KIND, "stop": COMPULSORY}
    expect_reasons(game, 1, reasons)


# ---- masks ----


@pytest.mark.parametrize(("cards", "players"), [("frozen_a", 3), ("frozen_a", 8), ("frozen_b", 2), ("frozen_b", 4)])
def test_r_info_4_masks_are_the_reasons_action_by_action(cards: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    variant = frozen_variant(cards, players)
    for games in play_with_spells(variant, seed=1)[0][::2]:
        masks = variant.legal(games, out=np.full((1, variant.num_seats, variant.num_actions), 7, dtype=np.int8))[0]
        for seat in range(variant.num_seats):
            record = variant.card_set.cards
            legal = [int(loops.reason(games, 0, record, seat, code) == LEGAL) for code in range(variant.num_actions)]
            assert masks[seat].tolist() == legal
            assert sum(legal) >= (2 if games[0]["asked"][seat] else 1)  # who has one option is not asked
