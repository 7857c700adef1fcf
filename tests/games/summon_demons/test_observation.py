"""Observations of the compiled rules (LD-OBS); the scenarios of `rules/` compare every entry with the second implementation."""

from pathlib import Path

import numpy as np
import pytest

from resonance_env.core.compiled import compiled
from resonance_env.core.information import InformationStates
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.sight import row_places
from resonance_env.games.summon_demons.sight.observation import write_rows
from resonance_env.games.summon_demons.sight.observation_table import observation_layout, state_layout
from tests.games.row_places import check_places
from tests.games.summon_demons import kernels
from tests.games.summon_demons.random_games import questions, sources
from tests.games.summon_demons.reference.enumeration import Enumeration
from tests.games.summon_demons.reference.printed import mini
from tests.games.summon_demons.scenario import CARDS, DEMONS, SET, Scenario, Side

SEATS = range(2, 6)


@pytest.mark.parametrize("seats", SEATS)
def test_ld_obs_1_sizes(seats: int) -> None:
    """LD-OBS-1, LD-OBS-8."""
    assert observation_layout(seats, recall=False).size == 487 + 69 * seats
    assert observation_layout(seats, recall=True).size == 507 + 70 * seats
    assert state_layout(seats).size == 593 + 128 * seats


@pytest.mark.parametrize("seats", SEATS)
def test_places_agree_with_the_layout(seats: int) -> None:
    layout = state_layout(seats)
    seen = check_places(
        row_places,
        layout,
        {
            "own": lambda repetition: 0,
            "public": lambda repetition: row_places.public_start(seats),
            "seat": lambda repetition: row_places.seat_start(seats, repetition),
            "memory": lambda repetition: row_places.memory_start(seats),
        },
    )
    assert seen == {name for name in dir(row_places) if name.startswith("AT_")}
    row = np.arange(layout.size)
    for piece in ("active", "deciding", "victim"):
        assert getattr(row_places, f"{piece}_start")(seats) == layout.view(row, piece)[0]
    assert row_places.hidden_start(seats) == layout.start("hidden")


@compiled
def _write_rows(games: np.ndarray, cards: np.ndarray, observers: int, out: np.ndarray) -> None:
    write_rows(games[0], cards[0], True, observers, out, 1)


def test_rows_of_some_seats_are_those_of_all_and_no_entry_is_above_its_highest_value(tmp_path: Path) -> None:
    for number, source in enumerate(sources(tmp_path, random_sets=6)):
        rng = np.random.default_rng(number)
        players, options = source.random_variant(rng)
        games = kernels.started(players, number, source.name, **options)
        high = observation_layout(players, recall=True).high
        for _ in questions(games, source.name, rng):
            every = kernels.observed(games, source.name)
            assert ((every >= 0) & (every <= high)).all()
            assert (kernels.observed(games, source.name, recall=False) == every[:, : -v.MAX_DEMONS - players]).all()
            observers = int(rng.integers(1, 1 << players))
            seats = [seat for seat in range(players) if observers >> seat & 1]
            some = np.full((1 + len(seats), every.shape[1]), -1, dtype=np.int8)
            _write_rows(games, kernels.cards_of(source.name), observers, some)
            assert (some[1:] == every[seats]).all()
            assert (some[0] == -1).all()


def members(game: Scenario, seat: int, piece: str) -> list[int]:
    """Returns the places that are not 0."""
    return np.flatnonzero(game.sees(seat, piece)).tolist()


def test_ld_obs_2_a_seat_knows_an_empty_pile_too() -> None:
    game = Scenario(Side("demon_book"), pile="oni").roll(3)
    assert game.sees(0, "pile_size") == [0]
    assert game.sees(0, "knows_pile") == [1, 0]
    assert members(game, 0, "known_pile") == []


def test_ld_obs_3_amounts_above_the_highest_are_shown_as_the_highest() -> None:
    game = Scenario(Side(souls=200), Side(souls=61))
    assert game.sees(0, "souls") == [60, 60]
    assert game.sees(1, "turns_left") == [127]


def test_ld_obs_3_more_souls_to_steal_than_a_byte_holds() -> None:
    kids = ", ".join(f"6 {card.id}" for card in SET.cards if card.is_kid)
    game = Scenario(Side(f"{kids}, both_moods"), Side(souls=1), row="5 dog", deck="", discards="").roll((6, 6))
    assert (game.asked, game.sees(1, "left")) == ("SOURCE", [127])
    assert game.play("supply").souls()[0] == 6 * 26


def test_ld_obs_6_nothing_runs_at_the_end() -> None:
    """LD-END-5: in the record everything stays as it was when the game ended."""
    game = Scenario(Side("glen, eve", hand="egg"), Side("porcus, legion, hound", souls=9)).roll(5)
    assert game.asked == "OVER"
    assert game.games[0]["block"] == 0
    for piece in OBS_6:
        assert members(game, 0, piece) == []


OBS_6 = (
    *("asked", "shown", "deciding", "victim", "marked", "block", "resolving", "effect", "left", "floor"),
    *("waiting", "waiting_demons", "groups", "fresh"),
)


def test_ld_obs_7_at_a_chance_stop_nobody_is_asked_and_the_rest_is_shown() -> None:
    game = Scenario(Side("reroll")).roll(5).play("roll")
    assert game.asked == "CHANCE"
    assert members(game, 0, "total") == [5 - 2]  # also while a reroll is pending
    for piece in ("asked", "shown", "deciding", "victim"):
        assert members(game, 0, piece) == []


def test_ld_obs_7_a_demon_that_is_drawn_leaves_its_card_current() -> None:
    game = Scenario(Side("goat, adam, eve")).hold().roll(7).play("card adam")
    assert (game.asked, members(game, 1, "resolving"), members(game, 1, "effect")) == ("CHANCE", [CARDS["goat"]], [0])


def test_ld_obs_7_cards_aside_in_a_mill_are_in_no_piece() -> None:
    game = Scenario(Side("alice"), deck="regan, jesus").hold().roll(4, draws="regan")
    assert game.asked == "CHANCE"
    shown = sum(game.sees(0, piece)[CARDS["regan"]] for piece in ("row", "deck", "discards"))
    assert shown == 4 - 1
    assert members(game, 0, "discards") != []


def test_ld_obs_8_the_full_position_has_absolute_seats_and_all_hands() -> None:
    game = Scenario(Side("lisa", hand="oni"), Side("lisa", hand="egg, legion"), pile="porcus", active=1)
    state, layout = kernels.full_position(game.games), state_layout(2)
    assert layout.view(state, "active").tolist() == [0, 1]
    assert [set(np.flatnonzero(hand)) for hand in layout.view(state, "hands")] == [
        {DEMONS["oni"]},
        {DEMONS["egg"], DEMONS["legion"]},
    ]
    assert np.flatnonzero(layout.view(state, "pile")).tolist() == [DEMONS["porcus"]]
    assert np.flatnonzero(layout.view(state, "event")).tolist() == [v.EVENT_ROLL - 1]


def test_ld_info_4_what_the_deck_holds_is_shown() -> None:
    game = Scenario(Side("2 dog, cat"), Side("skunk"), row="5 adam")
    deck = game.sees(1, "deck")
    assert [deck[CARDS[name]] for name in ("dog", "cat", "skunk", "adam", "eve")] == [4, 5, 0, 1, 6]


def test_ld_team_6_partners_do_not_see_each_others_hands() -> None:
    hands = ("oni, porcus", "legion, egg")
    games = [Scenario(Side("dog"), Side(), Side(hand=hand), Side(), teams=True) for hand in hands]
    rows = [kernels.observed(game.games) for game in games]
    assert [seat for seat in range(4) if (rows[0][seat] != rows[1][seat]).any()] == [2]


def test_ld_obs_5_information_states_are_what_the_rules_count() -> None:
    """All that a seat of `mini` sees and does in two turns, on the compiled rules and on the second implementation."""
    found: list[set[str]] = [set(), set()]

    def walk(games: np.ndarray, states: InformationStates) -> None:
        if games[0]["phase"] == v.PHASE_CHANCE:
            for outcome in kernels.outcomes(games, "mini"):
                child = games.copy()
                kernels.come_out(child, outcome, "mini")
                walk(child, states.rows(np.zeros(1, dtype=np.int64)))
        elif games[0]["phase"] != v.PHASE_OVER:
            asked = int(games[0]["decider"])
            acting = np.arange(2)[None] == asked
            states.see(acting, kernels.observed(games, "mini")[None])
            found[asked].add(states.name(0, asked))
            for code in kernels.legal_codes(games):
                child, after = games.copy(), states.rows(np.zeros(1, dtype=np.int64))
                after.act(acting, np.full((1, 2), code))
                kernels.say(child, code, "mini")
                walk(child, after)

    walk(kernels.started(2, 0, "mini", turn_limit=2, explicit_chance=True), InformationStates.at_start(1, 2))
    assert [len(states) for states in found] == Enumeration(mini(), 2, turn_limit=2).information_sets()
