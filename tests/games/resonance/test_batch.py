"""The batch functions: the same bytes for any batch size, order and number of threads, compiled or not (R-SETUP-7)."""

import hashlib
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from resonance_env.core.spec import Variant
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC
from resonance_env.play.vector_env import VectorEnv
from tests.places import ROOT

NUM_GAMES = 12 if numba.config.DISABLE_JIT else 300


def play_out(
    variant: Variant, seeds: np.ndarray, *, parallel: bool = False, policy_seed: int = 0
) -> tuple[np.ndarray, list[str]]:
    """Plays games to the end; the choice of a seat depends on its game's seed and the step alone.

    Returns the final records and, for each game, a hash of all masks, observations and states on the way.
    """
    games = variant.new_games(len(seeds))
    variant.reset(games, seeds, parallel=parallel)
    hashes = [hashlib.sha256() for _ in seeds]
    shape = (variant.num_seats, variant.num_actions)
    generators = [np.random.default_rng([policy_seed, int(seed)]) for seed in seeds]
    while not variant.done(games).all():
        legal = variant.legal(games, parallel=parallel)
        seen = variant.observe(games, "recall", parallel=parallel)
        state = variant.state(games)
        actions = np.zeros((len(seeds), variant.num_seats), dtype=np.int64)
        for index in np.flatnonzero(~variant.done(games)):
            for part in (legal, seen, state):
                hashes[index].update(part[index].tobytes())
            actions[index] = (generators[index].random(shape) * legal[index]).argmax(axis=-1)
        variant.step(games, actions, parallel=parallel)
    return games, [each.hexdigest() for each in hashes]


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_games_do_not_depend_on_the_batch_they_are_played_in(players: int) -> None:
    variant = SPEC.variant(players)
    seeds = np.arange(NUM_GAMES, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    together, hashes = play_out(variant, seeds)
    backwards, backward_hashes = play_out(variant, seeds[::-1])
    assert (backwards[::-1] == together).all()
    assert backward_hashes[::-1] == hashes
    for index in (0, len(seeds) // 2):
        alone, alone_hashes = play_out(variant, seeds[index : index + 1])
        assert alone[0] == together[index]
        assert alone_hashes == hashes[index : index + 1]


@pytest.mark.compiled
@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("threads", [1, 2])
def test_parallel_twins_give_the_same_bytes(players: int, threads: int) -> None:
    variant = SPEC.variant(players)
    seeds = np.arange(NUM_GAMES, dtype=np.uint64)
    before = numba.get_num_threads()
    numba.set_num_threads(min(threads, numba.config.NUMBA_NUM_THREADS))
    try:
        parallel, parallel_hashes = play_out(variant, seeds, parallel=True)
    finally:
        numba.set_num_threads(before)
    serial, hashes = play_out(variant, seeds)
    assert (parallel == serial).all()
    assert parallel_hashes == hashes


SCRIPT = """
import numpy as np
from tests.games.resonance.test_batch import play_out
from resonance_env.games.resonance.spec import SPEC
for players in (3, 8):
    games, hashes = play_out(SPEC.variant(players, edition="en"), np.arange(2, dtype=np.uint64))
    print(games.tobytes().hex(), *hashes)
"""


@pytest.mark.compiled
def test_plain_python_and_compiled_code_agree() -> None:
    command = [sys.executable, "-c", SCRIPT]
    environment = {"PATH": "", "PYTHONPATH": str(ROOT)}
    plain = subprocess.run(
        command, env=environment | {"NUMBA_DISABLE_JIT": "1"}, cwd=ROOT, capture_output=True, text=True, check=True
    )
    expected = []
    for players in (3, 8):
        games, hashes = play_out(SPEC.variant(players, edition="en"), np.arange(2, dtype=np.uint64))
        expected.append(" ".join([games.tobytes().hex(), *hashes]))
    assert plain.stdout.splitlines() == expected


def test_a_copied_record_is_a_copied_game() -> None:
    variant = SPEC.variant(4)
    games = variant.start([5])
    rng = np.random.default_rng(0)
    for _ in range(12):
        variant.step(games, (rng.random((1, 4, variant.num_actions)) * variant.legal(games)).argmax(axis=-1))
    saved = np.frombuffer(games.tobytes(), dtype=games.dtype).copy()
    for _ in range(8):
        actions = (rng.random((1, 4, variant.num_actions)) * variant.legal(games)).argmax(axis=-1)
        variant.step(games, actions)
        variant.step(saved, actions)
        assert saved[0] == games[0]


def test_a_finished_game_stays_as_it_is() -> None:
    variant = SPEC.variant(3)
    games, _ = play_out(variant, np.array([1], dtype=np.uint64))
    before = games.copy()
    variant.step(games, np.full((1, 3), 3))
    assert games[0] == before[0]
    assert (variant.legal(games)[0].sum(axis=-1) == 1).all()
    assert not variant.acting(games).any()


def test_the_deal_does_not_depend_on_what_is_played() -> None:
    """R-SETUP-7: the k-th transient and the k-th artifact are the same whatever the players do."""
    variant = SPEC.variant(4)
    seen: dict[tuple[str, int], int] = {}  # (purpose, number) -> what came
    num_checks = 0
    for policy_seed in range(3):
        games = variant.start([99])
        rng = np.random.default_rng(policy_seed)
        while not variant.done(games)[0]:
            game = games[0]
            for event, value in (
                (("transient", int(game["round_number"])), int(game["transient"])),
                (("artifact", int(game["artifact_pile"]).bit_count()), int(game["artifact_top"])),
                (("incantation", int(game["incantation_pile"]).bit_count()), int(game["incantation_top"])),
            ):
                if game["phase"] == v.PHASE_ACT and value >= (event[0] != "transient"):
                    num_checks += event in seen
                    assert seen.setdefault(event, value) == value
            variant.step(games, (rng.random((1, 4, variant.num_actions)) * variant.legal(games)).argmax(axis=-1))
    assert num_checks > 20


def test_a_saved_batch_goes_on_where_the_same_cards_lie_elsewhere(tmp_path: Path) -> None:
    sets = ROOT / "resonance_env" / "games" / "resonance" / "cardsets" / "sets"
    (tmp_path / "copy.toml").write_bytes((sets / "mini.toml").read_bytes())
    here, there = (VectorEnv(SPEC.variant(2, cards=cards), 3, seed=1) for cards in ("mini", str(tmp_path / "copy.toml")))
    here.reset()
    there.restore(here.save())
    np.testing.assert_array_equal(there.observation, here.observation)
