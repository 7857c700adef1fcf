"""Worlds sampled from an observation: they look the same to the observer, and the engine can continue them (R-INFO)."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from resonance_env.core.errors import UsageError
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from resonance_env.games.resonance.text.position_checks import check_position
from tests.games.resonance.crowd import Crowd
from tests.games.resonance.invariants import misplaced_cards, misplaced_secrets, wrong_questions
from tests.games.resonance.reference.random_sets import random_card_set

pytestmark = pytest.mark.compiled


def worlds_of(variant: ResonanceVariant, rows: np.ndarray, legal: np.ndarray, key: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns a world for each row, and the observer's seat in it."""
    return variant.sample_worlds(rows, legal, np.arange(len(rows), dtype=np.uint64) << np.uint64(32) | np.uint64(key))


def check_worlds(variant: ResonanceVariant, games: np.ndarray, key: int, kinds: Counter[str]) -> np.ndarray:
    """Checks a world for every seat of every game; returns the worlds."""
    size = variant.layout("recall").size
    rows = variant.observe(games, "recall").reshape(-1, size)
    legal = variant.legal(games).reshape(len(rows), -1)
    worlds, seats = worlds_of(variant, rows, legal, key)
    index = np.arange(len(rows))
    same_rows = (variant.observe(worlds, "recall")[index, seats] == rows).all(axis=1)
    same_masks = (variant.legal(worlds)[index, seats] == legal).all(axis=1)
    findings = [("another observation", ~same_rows), ("another mask", ~same_masks)]
    findings += [*misplaced_cards(worlds, variant.card_set), *misplaced_secrets(worlds)]
    for name, is_wrong in [*findings, *wrong_questions(worlds, variant.legal(worlds))]:
        for wrong in np.flatnonzero(is_wrong)[:1]:
            game, seat = divmod(int(wrong), variant.num_seats)
            both = f"{variant.position(worlds, wrong)}\nsampled for witch_{seat} of\n{variant.position(games, game)}"
            raise AssertionError(f"{name} in\n{both}")
    for number in range(0, len(worlds), max(1, len(worlds) // 10)):
        check_position(worlds[number : number + 1], variant.card_set)
    kinds.update(v.PHASE_NAMES[phase] for phase in games["phase"])
    return worlds


def check_variant(variant: ResonanceVariant, num_games: int, seed: int) -> Counter[str]:
    """Plays games of many policies and checks every position."""
    kinds: Counter[str] = Counter()
    rng = np.random.default_rng(seed)
    crowd = Crowd(variant, num_games, rng)
    step = 0
    while not crowd.is_over:
        step += 1
        worlds = check_worlds(variant, crowd.games, step, kinds)
        if step % 7 == 0:
            _play_out(variant, worlds, rng)
        crowd.step()
    check_worlds(variant, crowd.games, 0, kinds)
    return kinds


def _play_out(variant: ResonanceVariant, worlds: np.ndarray, rng: np.random.Generator) -> None:
    """Plays worlds to their end; in every step a seat must be asked."""
    worlds = worlds.copy()
    while not variant.done(worlds).all():
        legal = variant.legal(worlds)
        assert not any(wrong.any() for _, wrong in wrong_questions(worlds, legal))
        actions = np.where(legal != 0, rng.random(legal.shape), -1).argmax(axis=2)
        variant.step(worlds, actions)
    assert not any(wrong.any() for _, wrong in misplaced_cards(worlds, variant.card_set))


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize(("edition", "team_talk"), [("fr", True), ("en", False)])
def test_r_info_a_world_shows_its_observer_what_she_saw(players: int, edition: str, team_talk: bool, discards: str) -> None:
    for cards in ("mini",) if players == 2 else ("house", discards):
        kinds = check_variant(SPEC.variant(players, cards=cards, edition=edition, team_talk=team_talk), 12, seed=players)
        if cards == "house":
            assert all(kinds[phase] for phase in ("DRAFT", "ACT", "TAKE_DEMON", "CAST", "AIM", "CHOOSE", "OVER")), kinds


def test_r_info_worlds_differ_in_what_is_hidden_and_depend_on_their_key_alone() -> None:
    variant = SPEC.variant(4)
    crowd = Crowd(variant, 20, np.random.default_rng(1))
    for _ in range(12):
        crowd.step()
    rows = variant.observe(crowd.games, "recall")[:, 0]
    legal = variant.legal(crowd.games)[:, 0]
    first, again, other = (worlds_of(variant, rows, legal, key)[0] for key in (1, 1, 2))
    assert first.tobytes() == again.tobytes()
    running = ~variant.done(first)
    assert (first["seed"] != other["seed"]).any(axis=1).all()
    assert (first["quickness"] != other["quickness"])[running].any()
    assert (first["seed"] != crowd.games["seed"]).any(axis=1).all()


@pytest.mark.parametrize("number", range(8))
def test_r_info_worlds_of_random_sets(number: int, tmp_path: Path) -> None:
    check_random_set(number, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(100, 140))
def test_r_info_worlds_of_many_random_sets(number: int, tmp_path: Path) -> None:
    check_random_set(number, tmp_path)


def check_random_set(number: int, folder: Path) -> None:
    with random_card_set(number, folder) as card_set:
        for players in card_set.players:
            check_variant(SPEC.variant(players, cards=card_set.source, team_talk=number % 2 == 0), 6, seed=number)


def test_arrays_of_other_shapes_are_refused() -> None:
    variant = SPEC.variant(4)
    rows, legal = np.zeros((3, variant.layout("recall").size), np.int8), np.ones((3, variant.num_actions), np.int8)
    seeds = np.zeros(3, dtype=np.uint64)
    with pytest.raises(UsageError, match=r"expected recall observations of shape \(3, \d+\)"):
        variant.sample_worlds(rows[:, :-1], legal, seeds)
    with pytest.raises(UsageError, match="expected recall observations"):
        variant.sample_worlds(rows, legal[:2], seeds)
    with pytest.raises(UsageError, match="expected an array of 3 seeds"):
        variant.sample_worlds(rows, legal, seeds[:2])
