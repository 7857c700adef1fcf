"""What a planner believes about hidden Spells."""

import numpy as np
import pytest

from resonance_env.agents.syncro.planning.belief import form_belief, mean_hidden
from resonance_env.agents.syncro.planning.guessing import make_guess, new_guess
from resonance_env.agents.syncro.planning.styles import style_record
from resonance_env.agents.syncro.planning.view import new_view, read_view
from resonance_env.core.compiled import compiled
from resonance_env.games.syncro.rules import vocabulary as v
from tests.agents.syncro.positions import variant_of
from tests.games.syncro.scenario import Scenario

BAD, MIDDLING, GOOD = range(1, 4)


@compiled
def _believe(
    row: np.ndarray, seats: int, cards: np.ndarray, styles: np.ndarray, views: np.ndarray, guesses: np.ndarray
) -> None:
    read_view(row, seats, cards[0], views[0])
    form_belief(row, views[0], styles[0], guesses[0])
    make_guess(views[0], styles[0], guesses[0])


def belief_of(scenario: Scenario, **weights: float) -> np.record:
    """Returns the guess of a planner in the seat that is asked."""
    variant, guesses = variant_of(scenario), new_guess()
    row = variant.observe(scenario.games, "recall")[0, scenario.asked()[0]]
    _believe(row, variant.num_seats, scenario.cards, style_record("planner", "balanced", **weights), new_view(), guesses)
    guess: np.record = guesses[0]
    return guess


def test_it_counts_cards() -> None:
    guess = belief_of(Scenario("5 3; 1 1 2; 4 4", pile="4 2"))
    assert guess["hand"][1] == pytest.approx(np.array([2, 2, 0, 3, 0, 0, 0]) / 7, abs=0.01)
    assert guess["unknown"][1:3].tolist() == [3, 2]


def test_estimates_change_what_it_expects() -> None:
    game = Scenario("5 3; 1 5 2; 4 4", pile="1 2 3 4 5 1 2 3 4 5")
    means = {}
    for estimate in (v.NO_ESTIMATE, BAD, MIDDLING, GOOD):
        game.game["estimate"][1] = estimate
        means[estimate] = mean_hidden(belief_of(game), 1)
    assert means[BAD] < means[v.NO_ESTIMATE] < means[GOOD]
    assert means[BAD] < means[MIDDLING] < means[GOOD]


def test_an_estimate_that_a_spent_spell_contradicts_does_not_tell_the_highest() -> None:
    game = Scenario("5 3; 1 5 2; 4 4", pile="1 2 3 4 5 1 2 3 4 5")
    game.game["estimate"][1] = BAD
    assert belief_of(game, listens=1.0)["hand"][1, 3:].sum() < 0.1
    game.game["spent"][1, 4] = 1
    assert belief_of(game, listens=1.0)["hand"][1, 3:].sum() > 0.1


def test_a_sum_tells_the_mean() -> None:
    game = Scenario("5 3; 1 1 2; 4 4", pile="1 2 3 4 5 1 2 3 4 5", level=7)
    game.game["sum"][1], game.game["sum_left"][1] = 4, 4
    game.game["sum"][2], game.game["sum_left"][2] = 8, 8
    guess = belief_of(game)
    assert mean_hidden(guess, 1) < 2.2
    assert mean_hidden(guess, 2) > 3.4


def test_what_partners_lay_is_what_would_have_helped_them() -> None:
    game = Scenario("5 3; 4 2; 5 5; 1 1", rows=("M.M",), foes={0: "Imp", 1: "Colossus"}, pile="1 2 3 4 5 1 2 3 4 5")
    game.play("pass", "card 1 on target 1")
    guess = belief_of(game)
    assert guess["laid"][1].argmax() == 3  # the Imp has force 4
    assert 2.5 < guess["total"][0] < 4.5


def test_a_pass_makes_spells_less_likely_that_were_worth_laying() -> None:
    game = Scenario("5 3; 4 2; 5 5", rows=("M",), foes={0: "Ghoul"}, pile="1 2 3 4 5 1 2 3 4 5")
    game.play("card 1 on target 1", "pass")  # a Spell of value 1 would probably have been enough
    believed, plain = (belief_of(game, passes=passes)["hand"][2] for passes in (0.5, 0.0))
    assert believed[0] < plain[0] - 0.03
