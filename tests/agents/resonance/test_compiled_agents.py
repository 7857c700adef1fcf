"""Properties of every compiled agent: legal, independent of the batch, seeded, equal to plain Python, using only the row."""

import contextlib
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import load
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.agents.sampling import KeyedRandom
from resonance_env.core.errors import UsageError
from resonance_env.eval.match.match import play_match
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.eval.match.schedule import rotations
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from tests.games.resonance.crowd import Crowd
from tests.games.resonance.golden.frozen_sets import frozen_variant
from tests.places import ROOT

NAMES = ("greedy", "planner", "planner:style=sealer,noise=0.05", "planner:foresight=1")
# Digests of decisions. When a change of an agent is wanted, take the new one from the message, and measure the agent anew.
FROZEN = {
    ("greedy", "frozen_a"): "a71f0d847f9b4191",
    ("greedy", "frozen_b"): "c41c7b22318a2572",
    ("planner", "frozen_a"): "4e3df6d63575c889",
    ("planner", "frozen_b"): "8fa7c70ba3ceaf24",
}

pytestmark = pytest.mark.compiled


def rows_of(variant: ResonanceVariant, agent: Agent, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns observations and masks of all decisions in games of a crowd that drives into all corners of the rules."""
    crowd = Crowd(variant, games, np.random.default_rng(seed))
    observations, masks = [], []
    while not crowd.is_over:
        acting = variant.acting(crowd.games) & ~variant.done(crowd.games)[:, None]
        observations.append(variant.observe(crowd.games, agent.observation)[acting])
        masks.append(crowd.legal[acting])
        crowd.step()
    return np.concatenate(observations), np.concatenate(masks)


def keyed(count: int) -> KeyedRandom:
    return KeyedRandom(np.arange(count, dtype=np.uint64), np.zeros(count, dtype=np.int64))


VARIANTS = [
    *((players, "house", edition) for players in range(3, 9) for edition in ("fr", "en")),
    (2, "mini", "fr"),
    (2, "mini", "en"),
]


@pytest.mark.parametrize(("players", "cards", "edition"), VARIANTS)
@pytest.mark.parametrize("name", NAMES)
def test_every_decision_is_legal(name: str, players: int, cards: str, edition: str) -> None:
    variant, agent = SPEC.variant(players, cards=cards, edition=edition), load(name)
    agent.bind(variant)
    observations, masks = rows_of(variant, agent, 60, players)
    chosen, _ = agent.act(observations, masks, None, keyed(len(masks)))
    assert len(chosen) > 300
    assert masks[np.arange(len(masks)), chosen].all()


@pytest.mark.parametrize("name", NAMES)
def test_games_between_agents_end(name: str) -> None:
    """Matches refuse illegal actions, so a finished match shows that the agents play legally in their own positions."""
    for players in (2, 3, 5, 7, 8):
        variant = SPEC.variant(players, cards="mini" if players == 2 else "house")
        result = play_match(variant, [load(name), RandomAgent()], rotations(variant, 30, seed=1))
        assert (result.ending > 0).all()


@pytest.mark.parametrize("name", NAMES)
def test_a_decision_does_not_depend_on_the_batch(name: str) -> None:
    variant, agent = SPEC.variant(4), load(name)
    agent.bind(variant)
    observations, masks = rows_of(variant, agent, 20, 1)
    together, _ = agent.act(observations, masks, None, keyed(len(masks)))
    order = np.random.default_rng(2).permutation(len(masks))
    keys, decisions = order.astype(np.uint64), np.zeros(len(order), dtype=np.int64)
    shuffled, _ = agent.act(observations[order], masks[order], None, KeyedRandom(keys, decisions))
    np.testing.assert_array_equal(shuffled, together[order])
    alone = [
        agent.act(observations[row : row + 1], masks[row : row + 1], None, KeyedRandom(keys[at : at + 1], decisions[:1]))[0][0]
        for at, row in enumerate(order[:100])
    ]
    assert alone == together[order[:100]].tolist()


@pytest.mark.parametrize("name", ["greedy", "planner"])
def test_a_read_only_or_strided_row_gives_the_same(name: str) -> None:
    variant, agent = SPEC.variant(3), load(name)
    agent.bind(variant)
    observations, masks = rows_of(variant, agent, 5, 1)
    expected, _ = agent.act(observations, masks, None, keyed(len(masks)))
    frozen = observations.copy()
    frozen.flags.writeable = False
    np.testing.assert_array_equal(agent.act(frozen, masks, None, keyed(len(masks)))[0], expected)
    wide = np.repeat(observations, 2, axis=1)[:, ::2]
    np.testing.assert_array_equal(agent.act(wide, masks, None, keyed(len(masks)))[0], expected)


def test_noise_is_made_of_the_row_s_number() -> None:
    variant, agent = SPEC.variant(4), load("planner:noise=0.5")
    agent.bind(variant)
    observations, masks = rows_of(variant, agent, 10, 1)
    first, _ = agent.act(observations, masks, None, np.random.default_rng(1))
    again, _ = agent.act(observations, masks, None, np.random.default_rng(1))
    other, _ = agent.act(observations, masks, None, np.random.default_rng(2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_on_a_whim_any_spell_card_is_kept_and_nothing_else_changes() -> None:
    variant, settled, moody = SPEC.variant(4), load("planner"), load("planner:whim=1")
    settled.bind(variant)
    moody.bind(variant)
    observations, masks = rows_of(variant, settled, 60, 1)
    is_draft = variant.layout("recall").view(observations, "phase")[:, v.PHASE_DRAFT] == 1
    chosen, other = (agent.act(observations, masks, None, keyed(len(masks)))[0] for agent in (settled, moody))
    np.testing.assert_array_equal(chosen[~is_draft], other[~is_draft])
    share = np.mean(chosen[is_draft] == other[is_draft])
    assert 0.35 < share < 0.65, "of two cards she keeps the one that she thinks better in half of the drafts"


@pytest.mark.parametrize(("name", "card_set"), sorted(FROZEN))
def test_decisions_are_frozen(name: str, card_set: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    variant, agent = frozen_variant(card_set, 4), load(name)
    agent.bind(variant)
    observations, masks = rows_of(variant, agent, 100, 1)
    chosen, _ = agent.act(observations, masks, None, keyed(len(masks)))
    assert masks[np.arange(len(masks)), chosen].all()
    assert hashlib.sha256(chosen.astype("<i8").tobytes()).hexdigest()[:16] == FROZEN[name, card_set]


PLAIN = """
import sys
import numpy as np
from resonance_env.agents.loading import load
from resonance_env.agents.sampling import KeyedRandom
from resonance_env.games.resonance.spec import SPEC
name, players, rows, out = sys.argv[1:]
agent = load(name)
agent.bind(SPEC.variant(int(players)))
with np.load(rows) as arrays:
    observations, masks = arrays["observations"], arrays["masks"]
rng = KeyedRandom(np.arange(len(masks), dtype=np.uint64), np.zeros(len(masks), dtype=np.int64))
np.save(out, agent.act(observations, masks, None, rng)[0])
"""


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("name", ["greedy", "planner:noise=0.01"])
def test_plain_python_decides_the_same(name: str, players: int, tmp_path: Path) -> None:
    variant, agent = SPEC.variant(players), load(name)
    agent.bind(variant)
    observations, masks = (array[::9] for array in rows_of(variant, agent, 20, 3))
    np.savez(tmp_path / "rows.npz", observations=observations, masks=masks)
    command = [sys.executable, "-c", PLAIN, name, str(players), str(tmp_path / "rows.npz"), str(tmp_path / "out.npy")]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    compiled, _ = agent.act(observations, masks, None, keyed(len(masks)))
    np.testing.assert_array_equal(np.load(tmp_path / "out.npy"), compiled)


def test_misuse_is_refused() -> None:
    agent = load("greedy")
    variant = SPEC.variant(4)
    rows, masks = np.zeros((2, variant.layout("table").size), dtype=np.int8), np.ones((2, variant.num_actions), dtype=np.int8)
    with pytest.raises(UsageError, match="bind"):
        agent.act(rows, masks, None, keyed(2))
    agent.bind(variant)
    with pytest.raises(UsageError, match="observations of shape"):
        agent.act(rows[:, :-1], masks, None, keyed(2))
    with pytest.raises(UsageError, match="masks of shape"):
        agent.act(rows, masks[:1], None, keyed(2))


@pytest.mark.parametrize(
    ("name", "against", "floor"),
    [("greedy", "random", 0.30), ("planner", "greedy", 0.30), ("planner:foresight=1", "planner", 0.30)],
)
def test_a_few_games_already_show_strength(name: str, against: str, floor: float) -> None:
    assert evaluate_agent(SPEC.variant(4), load(name), load(against), 400, seed=5).score.low > floor


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "against", "players", "floor"),
    [
        ("greedy", "random", 4, 0.58),
        ("planner", "random", 4, 0.87),
        ("planner", "greedy", 4, 0.75),
        ("planner", "greedy", 3, 0.83),
        ("planner", "greedy", 5, 0.64),
        ("planner", "greedy", 6, 0.83),
        ("planner", "greedy", 8, 0.73),
        ("planner:foresight=1", "planner", 4, 0.36),
    ],
)
def test_strength(name: str, against: str, players: int, floor: float) -> None:
    report = evaluate_agent(SPEC.variant(players), load(name), load(against), 6000, seed=11)
    assert report.score.low > floor, report.score


@pytest.mark.parametrize(("name", "is_deterministic"), [("greedy", True), ("planner", True), ("planner:noise=0.1", False)])
def test_agents_say_whether_they_leave_anything_to_chance(name: str, is_deterministic: bool) -> None:
    assert load(name).deterministic == is_deterministic


@pytest.mark.parametrize("name", NAMES)
def test_impossible_observations_are_one_clear_error(name: str) -> None:
    """Entries at their bounds or flipped give a legal action or an error of ours; entries outside always an error."""
    variant, agent, rng = SPEC.variant(3), load(name), np.random.default_rng(4)
    agent.bind(variant)
    rows, masks = rows_of(variant, agent, 4, 1)
    high = variant.layout(agent.observation).high
    for trial in range(200):
        row, mask = rows[trial % len(rows)].copy()[None], masks[trial % len(rows)][None]
        entries = rng.integers(0, len(high), 5)
        row[0, entries] = (high[entries], 0, rng.integers(0, high[entries] + 1))[trial % 3]
        with contextlib.suppress(UsageError):  # any other error, or an illegal action, is a failure
            chosen, _ = agent.act(row, mask, None, keyed(1))
            assert mask[0, chosen[0]]
        for value in (-1, int(high[entries[0]]) + 1):
            row[0, entries[0]] = value
            with pytest.raises(UsageError, match=f"got {value} in entry {entries[0]} of row 0"):
                agent.act(row, mask, None, keyed(1))
