"""Scores and intervals on numbers worked out by hand."""

import numpy as np
import pytest

from resonance_env.eval.statistics import bootstrap, team_scores
from tests.small_games.hidden_sum import SPEC


def test_team_scores_without_teams() -> None:
    winners = np.array([[1, 0, 0], [0, 0, 1], [0, 0, 0]], dtype=bool)

    np.testing.assert_allclose(team_scores(winners, SPEC.variant(3)), np.array([[1, 0, 0], [0, 0, 1], [1 / 3] * 3]))


def test_team_scores_count_a_team_once_and_share_a_draw_among_teams() -> None:
    winners = np.array([[0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 0, 0]], dtype=bool)

    np.testing.assert_allclose(team_scores(winners, SPEC.variant(6)), np.array([[0, 1, 0], [1 / 3] * 3]))


def test_bootstrap_of_equal_values_has_no_width() -> None:
    assert bootstrap(np.full(20, 0.25), seed=1) == (0.25, 0.25, 0.25)


def test_bootstrap_of_zeros_and_ones_agrees_with_the_binomial_distribution() -> None:
    # The mean of 100 resampled values of which half are 1 is binomial: its 2.5 % and 97.5 % points are 40 and 60 of 100.
    estimate = bootstrap(np.repeat([0.0, 1.0], 50), seed=3)

    assert estimate.mean == 0.5
    assert estimate.low == pytest.approx(0.40, abs=0.011)
    assert estimate.high == pytest.approx(0.60, abs=0.011)


def test_bootstrap_repeats_with_its_seed_and_takes_a_level() -> None:
    values = np.random.default_rng(0).random(200)

    assert bootstrap(values, seed=5) == bootstrap(values, seed=5)
    assert bootstrap(values, seed=5) != bootstrap(values, seed=6)
    wide, narrow = bootstrap(values, seed=5, level=0.99), bootstrap(values, seed=5, level=0.5)
    assert wide.low < narrow.low < narrow.mean < narrow.high < wide.high


def test_bootstrap_in_several_chunks_has_the_right_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resonance_env.eval.statistics.CHUNK", 1000)
    values = np.random.default_rng(0).normal(size=400)

    estimate = bootstrap(values, seed=1)
    standard_error = values.std() / np.sqrt(400)
    assert estimate.high - estimate.low == pytest.approx(2 * 1.96 * standard_error, rel=0.08)


def test_bootstrap_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one value"):
        bootstrap(np.array([]), seed=1)
