"""Search of SYNCRO: what it answers, which rows it refuses, and that its worlds fit what partners showed."""

import numpy as np
import pytest

from resonance_env.agents.interface import bound
from resonance_env.agents.loading import load
from resonance_env.agents.sampling import KeyedRandom
from resonance_env.agents.syncro.planning.styles import style_record
from resonance_env.agents.syncro.planning.view import new_view
from resonance_env.agents.syncro.searching.worlds import fit_world
from resonance_env.core.compiled import compiled
from resonance_env.core.errors import OptionError, UsageError
from resonance_env.core.random_stream import STREAM_SIZE, start_stream
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.spec import SPEC
from tests.agents.syncro.positions import answer_of, variant_of
from tests.agents.whole_games import rows_of
from tests.games.syncro.scenario import Scenario

PILE = "1 1 1 2 2 2 3 3 3 4 4 4 5 5 5"
pytestmark = pytest.mark.compiled


def test_it_brings_down_the_last_foe() -> None:
    game = Scenario("1 5 4 3; 1; 1; 1", rows=("M",), foes={0: "Imp"})
    assert answer_of("search:sims=16", game) in ("card 2 on target 1", "card 3 on target 1")


def test_an_answer_depends_on_row_and_random_number_alone() -> None:
    variant = SPEC.variant(3, level=5)
    agent = bound(load("search:sims=16"), variant)
    rows, legal = rows_of(variant, 2, 1, "recall")
    keys, decisions = np.arange(len(rows), dtype=np.uint64), np.zeros(len(rows), dtype=np.int64)
    once, again = (agent.act(rows, legal, None, KeyedRandom(keys, decisions))[0] for _ in range(2))
    assert np.array_equal(once, again)


def test_an_observation_that_fits_no_position_is_refused() -> None:
    variant = SPEC.variant(3)
    agent = bound(load("search:sims=4"), variant)
    rows, legal = rows_of(variant, 1, 1, "recall")
    wrong = rows[:3].copy()
    variant.layout("recall").view(wrong[1], "unseen")[0] += 1
    with pytest.raises(UsageError, match="got an observation, number 1 of 3, that fits no position"):
        agent.act(wrong, legal[:3], None, np.random.default_rng(0))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("search:partners=human", "expected one of greedy, saver, signaller, planner, got 'human'"),
        ("search:sims=0", "of at least 1 of at most 1000000, got '0'"),
        ("search:arm=3", "did you mean 'arms'?"),
        ("planner:style=mad", "expected one of balanced, timid, bold, wasteful, got 'mad'"),
    ],
)
def test_bad_options_give_one_line(text: str, message: str) -> None:
    with pytest.raises(OptionError) as refusal:
        bound(load(text), SPEC.variant(4))
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


@compiled
def _fit(games: np.ndarray, laid: np.ndarray, styles: np.ndarray, views: np.ndarray, stream: np.ndarray, seed: int) -> None:
    start_stream(stream, seed, 0, 0)
    fit_world(games[0], laid, styles[0], views[0], stream)


def fitted(scenario: Scenario, laid: np.ndarray, seed: int) -> np.record:
    """Returns a world of the seat that is asked, changed to fit signallers that laid Spells in proportion `laid`."""
    variant, seat = variant_of(scenario), scenario.asked()[0]
    rows, legal = variant.observe(scenario.games, "recall")[:, seat], variant.legal(scenario.games)[:, seat]
    worlds, _ = variant.sample_worlds(rows, legal, np.array([seed], dtype=np.uint64))
    _fit(worlds, laid, style_record("signaller", "balanced"), new_view(), np.zeros(STREAM_SIZE, dtype=np.int64), seed)
    assert np.array_equal(variant.observe(worlds, "recall")[:, 0], rows)
    world: np.record = worlds[0]
    return world


def test_worlds_fit_estimates() -> None:
    game = Scenario("5 2 1; 5 4 3; 4 4 1; 3 2 1", pile=PILE)
    game.game["estimate"][1:4] = [3, 2, 1]
    worlds = [fitted(game, np.ones((v.MAX_OPPORTUNITIES, v.MAX_VALUE)), seed) for seed in range(100)]
    highest = np.array([world["hand"].max(axis=1) for world in worlds])
    fits = (highest[:, 1] >= 5) & (highest[:, 2] == 4) & (highest[:, 3] <= 3)
    assert fits.mean() > 0.9


def test_worlds_hold_the_spells_that_partners_probably_laid() -> None:
    game = Scenario("5 2 1; 5 4 3; 4 4 1; 3 2 1", rows=("M.M",), pile=PILE).play("card 1 on target 1", "pass", "pass")
    laid = np.zeros((v.MAX_OPPORTUNITIES, v.MAX_VALUE))
    laid[0, [1, 3]] = 1.0, 3.0
    values = np.array([fitted(game, laid, seed)["act_value"][0, 0] for seed in range(200)])
    assert set(values.tolist()) == {2, 4}
    assert 0.6 < (values == 4).mean() < 0.9


def test_equal_spells_are_tried_once() -> None:
    game = Scenario("3 3 3; 1; 1; 1", rows=("M.M",), foes={0: "Ogre", 1: "Ogre"})
    answers = {answer_of(f"search:sims={sims}", game) for sims in (8, 16, 32)}
    assert answers <= {"pass", "card 1 on target 1", "card 1 on target 2"}


def test_it_keeps_or_discards_as_its_model() -> None:
    game = Scenario("4 5 4 3; 1 2", rows=("M",), foes={0: "Imp"}, mode="campaign", level=1)
    game.play("card 1 on target 1")
    while game.phase == "turn":
        game.play("pass")
    assert answer_of("search:sims=4", game, 0) == answer_of("signaller", game, 0) == "keep hand"
