"""Search of SYNCRO: what it answers, which rows it refuses, and that its worlds fit what partners showed."""

import numpy as np
import pytest

from resonance_env.agents.interface import bound
from resonance_env.agents.loading import load
from resonance_env.agents.sampling import KeyedRandom
from resonance_env.agents.syncro import AGENTS
from resonance_env.agents.syncro.planning.styles import style_record
from resonance_env.agents.syncro.planning.view import new_view
from resonance_env.agents.syncro.searching.worlds import fit_world
from resonance_env.core.compiled import compiled
from resonance_env.core.errors import OptionError, UsageError
from resonance_env.core.random_stream import STREAM_SIZE, start_stream
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.actions import ACTIONS
from resonance_env.games.syncro.spec import SPEC, SyncroVariant
from tests.agents.whole_games import rows_of

NOTHING_INFERRED = np.zeros((v.MAX_OPPORTUNITIES, v.MAX_VALUE))
pytestmark = pytest.mark.compiled


def test_without_a_better_answer_it_takes_the_one_of_its_model() -> None:
    variant = SPEC.variant(4, level=5)
    rows, legal = rows_of(variant, 2, 1, "recall")
    model, agent = (bound(load(name), variant) for name in ("planner", "search:own=planner,sims=4,trust=1"))
    expected, chosen = (one.act(rows, legal, None, np.random.default_rng(0))[0] for one in (model, agent))
    assert np.array_equal(chosen, expected)


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
    ("name", "text", "message"),
    [
        ("search", "opponent=human", "expected one of greedy, saver, signaller, planner, got 'human'"),
        ("search", "sims=0", "expected an integer of at least 1 of at most 1e+06, got '0'"),
        ("search", "arm=3", "did you mean 'arms'?"),
        ("planner", "style=mad", "expected one of balanced, timid, bold, wasteful, got 'mad'"),
    ],
)
def test_bad_options_give_one_line(name: str, text: str, message: str) -> None:
    (entry,) = (entry for entry in AGENTS if entry.name == name)
    with pytest.raises(OptionError) as refusal:
        entry.make(text)
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


@compiled
def _fit(games: np.ndarray, laid: np.ndarray, styles: np.ndarray, views: np.ndarray, stream: np.ndarray, seed: int) -> None:
    start_stream(stream, seed, 0, 0)
    fit_world(games[0], laid, styles[0], views[0], stream)


def fitted(variant: SyncroVariant, games: np.ndarray, laid: np.ndarray) -> np.ndarray:
    """Returns worlds of the seats that are asked, changed to fit signallers that laid Spells in proportion `laid`."""
    game, seat = np.nonzero(variant.acting(games))
    rows, legal = variant.observe(games, "recall")[game, seat], variant.legal(games)[game, seat]
    worlds, _ = variant.sample_worlds(rows, legal, np.arange(len(rows), dtype=np.uint64))
    style, views, stream = style_record("signaller", "balanced"), new_view(), np.zeros(STREAM_SIZE, dtype=np.int64)
    for index in range(len(worlds)):
        _fit(worlds[index : index + 1], laid, style, views, stream, index)
    assert np.array_equal(variant.observe(worlds, "recall")[:, 0], rows)
    return worlds


def games_after(variant: SyncroVariant, estimates: list[str], *actions: str) -> np.ndarray:
    """Returns equal games after estimates of all mages and actions of the mages that are asked then."""
    games = variant.start([3] * 100)
    variant.step(games, np.tile([ACTIONS.parse(f"estimate {name}") for name in estimates], (len(games), 1)))
    for action in actions:
        variant.step(games, np.full((len(games), variant.num_seats), ACTIONS.parse(action)))
    return games


def test_worlds_fit_estimates() -> None:
    variant = SPEC.variant(4, level=1)
    worlds = fitted(variant, games_after(variant, ["bad", "good", "middling", "bad"]), NOTHING_INFERRED)
    highest = worlds["hand"].max(axis=2)
    assert ((highest[:, 1] >= 5) & (highest[:, 2] == 4) & (highest[:, 3] <= 3)).mean() > 0.9


def test_worlds_hold_the_spells_that_partners_probably_laid() -> None:
    variant, laid = SPEC.variant(4, level=1), NOTHING_INFERRED.copy()
    laid[0, [1, 3]] = 1.0, 3.0
    worlds = fitted(variant, games_after(variant, ["good"] * 4, "card 1 on target 1"), laid)
    values = worlds["act_value"][:, 0, 0]
    assert set(values.tolist()) == {2, 4}
    assert 0.55 < (values == 4).mean() < 0.95
