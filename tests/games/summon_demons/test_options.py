"""Options: what they set, which values are refused, and which contradict each other (LD-SPEC-2)."""

from typing import Any

import numpy as np
import pytest

from resonance_env.core.errors import OptionError
from resonance_env.games.summon_demons.spec import SPEC


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"start_souls": 31}, "start_souls to be None or an integer from 0 to 30; got 31"),
        ({"hand": -1}, "hand to be None or an integer from 0 to 6; got -1"),
        ({"need_demons": 0}, "need_demons to be None or an integer from 1 to 12; got 0"),
        ({"need_souls": 61}, "need_souls to be None or an integer from 1 to 60; got 61"),
        ({"turn_limit": 10_001}, "turn_limit to be None or an integer from 1 to 10000; got 10001"),
        ({"turn_limit": True}, "turn_limit to be None or an integer from 1 to 10000; got True"),
        ({"candles": 3}, "candles to be one of None, 0, 1, 2; got 3"),
        ({"clockwork": "never"}, "clockwork to be one of 'turn', 'roll'; got 'never'"),
        ({"players": 6}, "players to be one of 2, 3, 4, 5 with card set 'standard'; got 6"),
        ({"players": 3, "cards": "mini"}, "players to be 2 with card set 'mini'; got 3"),
        ({"players": 3, "teams": True}, "teams=True only with players=4, got it with players=3"),
        ({"players": 3, "candles": 2}, "candles=2 only with players=2, got candles=2 with players=3"),
        ({"players": 5, "hand": 5}, "the 20 demons of card set 'standard' allow, got hand=5 and players=5"),
        ({"cards": "mini", "hand": 2}, "the 3 demons of card set 'mini' allow, got hand=2 and players=2"),
        ({"cards": "mini", "starting_demon": True}, "got a hand of 2 with starting_demon=True and players=2"),
        ({"players": 5, "beginner_candle": False}, "1 for each seat with players=5 and beginner_candle=False"),
        ({"cards": "mini", "beginner_candle": False}, "with a card set that has a beginner's candle, got it with cards='mini'"),
        ({"cards": "mini", "candles": 1}, "than the 0 that are there, got candles=1 with players=2 and cards='mini'"),
    ],
)
def test_what_is_out_of_range_or_contradicts_is_refused(options: dict[str, Any], message: str) -> None:
    """LD-VAR-1, LD-VAR-2, LD-VAR-3, LD-VAR-5, LD-VAR-7, LD-TEAM-1."""
    with pytest.raises(OptionError) as caught:
        SPEC.variant(**options)
    assert message in str(caught.value)


def test_options_that_are_not_given_stay_none() -> None:
    """LD-SPEC-2."""
    variant = SPEC.variant(starting_demon=True)
    follow = ("start_souls", "hand", "need_demons", "need_souls", "candles", "first", "turn_limit")
    assert [variant.options[name] for name in follow] == [None] * len(follow)
    assert [int(variant.blank[0][name]) for name in ("hand_size", "need_demons", "need_souls")] == [4, 4, 10]


def test_ld_spec_1_names_and_players() -> None:
    assert (SPEC.name, SPEC.title, SPEC.seat_prefix) == ("summon_demons", "Let's Summon Demons", "summoner")
    assert (SPEC.players, SPEC.default_players, SPEC.simultaneous) == ((2, 3, 4, 5), 4, False)
    assert SPEC.variant(cards="mini").players == 2


def test_ld_spec_3_rounds_and_progress() -> None:
    variant = SPEC.variant(4, teams=True)
    games = variant.new_games(1)
    variant.reset(games, np.array([1], dtype=np.uint64))
    games[0]["turn"] = 7
    games[0]["souls"][:4] = [5, 30, 3, 0]
    games[0]["demons"][:4] = [0b111, 0, 0b11000, 0]
    assert variant.rounds(games).tolist() == [7]
    np.testing.assert_allclose(variant.progress(games)[0], [5 / 12 + 8 / 40, 0.5, 5 / 12 + 8 / 40, 0.5], atol=1e-6)


def test_ld_team_1_and_ld_end_1_teams_and_payoffs() -> None:
    variant = SPEC.variant(4, teams=True)
    assert (variant.teams, variant.num_teams, variant.fair_score) == ((0, 1, 0, 1), 2, 0.5)
    games = variant.new_games(200)
    variant.reset(games, np.arange(200, dtype=np.uint64))
    variant.rollout(games, np.arange(200, dtype=np.uint64))
    won = games["winner"] >= 0
    assert variant.done(games).all()
    assert won.any()
    expected = np.where((games["winner"] % 2)[:, None] == np.array([0, 1, 0, 1]), 1.0, -1.0)
    np.testing.assert_array_equal(variant.payoff(games)[won], expected[won])
    np.testing.assert_array_equal(variant.winners(games)[won], expected[won] > 0)


def test_ld_end_3_a_game_at_the_turn_limit_is_a_draw() -> None:
    variant = SPEC.variant(3, turn_limit=1)
    games = variant.new_games(50)
    variant.reset(games, np.arange(50, dtype=np.uint64))
    variant.rollout(games, np.arange(50, dtype=np.uint64))
    is_draw = variant.ending(games) == variant.ending_names.index("turn_limit")
    assert is_draw.any()
    assert variant.done(games).all()
    assert not variant.payoff(games)[is_draw].any()
    assert not variant.winners(games)[is_draw].any()
