"""Set-up, variants and chance (LD-BOX, LD-SETUP, LD-VAR, LD-CHANCE)."""

import tomllib
from collections import Counter

import numpy as np
import pytest

from resonance_env.games.summon_demons.cardsets.card_compiler import compile_cards
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from tests.games.summon_demons import kernels
from tests.games.summon_demons.scenario import CANDLES, CARDS, DEMONS, Scenario, Side, counted, counted_in_order
from tests.games.summon_demons.set_files import shipped_text

A, B = range(2)


def bits(names: str) -> int:
    """Returns demons or candles as a bit set."""
    return sum(1 << (DEMONS | CANDLES)[name] for name in counted(names))


def held(games: np.ndarray, field: str) -> list[int]:
    values: list[int] = games[0][field][: games[0]["seats"]].tolist()
    return values


def test_ld_box_7_names_are_data_without_effect() -> None:
    document = tomllib.loads(shipped_text("standard"))
    for number, thing in enumerate([*document["card"], *document["demon"], *document["candle"]]):
        thing["name"] = f"Thing {number}"
    assert compile_cards(document).tobytes() == kernels.cards_of("standard").tobytes()


def test_ld_setup_1_to_5_are_drawn_as_listed() -> None:
    """LD-SETUP-1, LD-SETUP-2, LD-SETUP-3, LD-SETUP-4, LD-SETUP-5, LD-SETUP-6, LD-FLOW-1, LD-CHANCE-7: as LD-EX-40 says."""
    games = kernels.started(3, 1)
    assert games[0]["active"] == 2
    assert held(games, "souls") == [5, 5, 5]
    assert held(games, "candles") == [bits("candle_sweet"), bits("candle_kind"), bits("candle_devil")]
    row = Counter({name: int(games[0]["row"][kind]) for name, kind in CARDS.items()})
    assert +row == counted("alice, owl, carrie, romeo, dog")
    hands = ["devil, mephisto, reroll", "clockwork, oni, legion", "baphometal, shield, demon_book"]
    assert held(games, "hand") == [bits(hand) for hand in hands]


def test_ld_chance_1_draws_that_follow_are_as_listed() -> None:
    """LD-CHANCE-7, LD-EX-40."""
    games = kernels.started(3, 1)
    game = games[0]
    game["event"] = v.EVENT_CARD
    cards = "fifi, rabid_dog, adam, louis, eve, calvin, adam, dolores, donnie, dog"
    for name, _ in counted_in_order(cards):
        assert kernels.drawn(games) == CARDS[name]
        game["deck"][CARDS[name]] -= 1
        game["cards_in_deck"] -= 1
        game["cards_drawn"] += 1
    game["event"] = v.EVENT_DEMON
    for name in ("both_moods", "serpent", "doubles"):
        assert kernels.drawn(games) == DEMONS[name]
        game["pile"] &= ~(1 << DEMONS[name])
        game["demons_drawn"] += 1
    throws = [(2, 3), (6, 3), (1, 1), (6, 3), (3, 5), (6, 6), (5, 4), (4, 1), (2, 1), (2, 6)]
    rethrows = [(1, 1), (5, 4), (3, 4), (4, 3)]
    for event, faces in ((v.EVENT_ROLL, throws), (v.EVENT_REROLL, rethrows)):
        game["event"] = event
        for index, (one, other) in enumerate(faces):
            game["rolls"] = index + (event == v.EVENT_REROLL)
            assert kernels.drawn(games) == 2 * (one + other) + (one == other)


def played(seed: int, place: int) -> tuple[np.ndarray, dict[tuple[int, int], int]]:
    """Plays 60 stops, always the first (0) or the last (-1) answer; returns the game and its rolls and cards, by index."""
    games, found = kernels.started(3, seed, explicit_chance=True), dict[tuple[int, int], int]()
    for _ in range(60):
        if games[0]["phase"] == v.PHASE_CHANCE:
            event, outcome = int(games[0]["event"]), kernels.drawn(games)
            if event in (v.EVENT_ROLL, v.EVENT_CARD):
                found[event, int(games[0]["rolls" if event == v.EVENT_ROLL else "cards_drawn"])] = outcome
            kernels.come_out(games, outcome)
        else:
            kernels.say(games, kernels.legal_codes(games)[place])
    return games, found


def test_ld_setup_7_the_same_seed_and_actions_give_the_same_game() -> None:
    assert played(5, 0)[0].tobytes() == played(5, 0)[0].tobytes()
    assert played(5, 0)[1] != played(6, 0)[1]


def test_ld_chance_2_the_kth_card_and_roll_are_the_same_whatever_is_played() -> None:
    first, last = played(5, 0)[1], played(5, -1)[1]
    assert first != last
    assert len(first.keys() & last.keys()) > 15
    assert all(first[key] == last[key] for key in first.keys() & last.keys())


def test_ld_chance_3_shuffling_is_no_event() -> None:
    game = Scenario(Side("demon_book"), pile="oni, porcus").hold().roll(3).play("demon oni")
    assert (game.games[0]["event"], game.demons(A)) == (v.EVENT_ROLL, {"demon_book", "oni"})


def test_ld_chance_4_throws_with_the_same_total_and_doubleness_are_one_outcome() -> None:
    """LD-BOX-6: of two dice with six faces."""
    throws = Counter(2 * (one + other) + (one == other) for one in range(1, 7) for other in range(1, 7))
    assert len(throws) == 15
    assert kernels.outcomes(Scenario(Side()).games) == throws


def test_ld_chance_5_the_game_stops_before_an_event_with_a_single_outcome_too() -> None:
    game = Scenario(Side("cat"), deck="dog").hold().roll(7)
    assert game.games[0]["phase"] == v.PHASE_CHANCE
    assert not game.games[0]["asked"].any()
    assert kernels.outcomes(game.games) == {CARDS["dog"]: 1}
    assert v.MAX_OUTCOMES == 38


def test_ld_chance_6_other_draws_have_other_purposes() -> None:
    assert min(v.PURPOSE_ROLLOUT, v.PURPOSE_WORLD) >= 16
    assert v.PURPOSE_ROLLOUT != v.PURPOSE_WORLD


@pytest.mark.parametrize("teams", [False, True])
def test_ld_var_1_given_numbers_are_used_unchanged(teams: bool) -> None:
    games = kernels.started(4, 0, teams=teams, start_souls=7, hand=2, need_demons=5, need_souls=33)
    assert held(games, "souls") == [7] * 4
    assert [hand.bit_count() for hand in held(games, "hand")] == [2] * 4
    assert (games[0]["need_demons"], games[0]["need_souls"]) == (5, 33)


def test_ld_var_1_numbers_that_are_not_given_follow_from_the_other_options() -> None:
    games = kernels.started(4, 0, teams=True, starting_demon=True)
    assert (games[0]["need_demons"], games[0]["need_souls"], games[0]["hand_size"]) == (8, 20, 4)


@pytest.mark.parametrize("candles", [0, 1, 2])
def test_ld_var_3_candles_are_dealt_one_by_one_in_turn_order(candles: int) -> None:
    games = kernels.started(2, 3, candles=candles, explicit_chance=True, first="seat 0")
    dealt = []
    while games[0]["phase"] == v.PHASE_CHANCE and games[0]["event"] == v.EVENT_CANDLE:
        before = held(games, "candles")
        kernels.come_out(games, kernels.drawn(games))
        dealt += [seat for seat in (A, B) if held(games, "candles")[seat] != before[seat]]
    assert dealt == [A, B] * candles
    assert games[0]["candles_left"] == 0  # the rest leave the game


def test_ld_var_4_candles_are_chosen_before_the_row_is_laid() -> None:
    games = kernels.started(3, 1, candle_deal="choose")
    first = int(games[0]["active"])
    assert (games[0]["phase"], games[0]["decider"], games[0]["cards_in_row"]) == (v.PHASE_CANDLE, first, 0)
    assert kernels.legal_codes(games) == [act.CANDLE + candle for candle in range(5)]
    kernels.say(games, act.CANDLE + 3)
    assert games[0]["decider"] == (first + 1) % 3
    assert kernels.legal_codes(games) == [act.CANDLE + candle for candle in (0, 1, 2, 4)]


def test_ld_var_5_without_the_beginners_candle() -> None:
    candles = held(kernels.started(4, 0, beginner_candle=False), "candles")
    assert sum(candles) == bits("candle_kind, candle_sweet, candle_evil, candle_devil")


def test_ld_var_7_a_fixed_first_seat_is_no_event_and_the_limit_is_given() -> None:
    games = kernels.started(3, 0, first="seat 0", turn_limit=17, explicit_chance=True)
    assert (games[0]["active"], games[0]["event"], games[0]["turn_limit"]) == (0, v.EVENT_CANDLE, 17)
    assert kernels.started(3, 0, explicit_chance=True)[0]["event"] == v.EVENT_FIRST
