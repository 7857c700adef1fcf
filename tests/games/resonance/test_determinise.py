"""Worlds that are sampled from what a seat sees: they look the same to her, and the engine can run them on (R-INFO)."""

from __future__ import annotations

import warnings
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from resonance_env.core.compiled import compiled
from resonance_env.core.dice import DICE_SIZE, start_dice
from resonance_env.games.resonance.card_loader import CardSetWarning, load_card_set
from resonance_env.games.resonance.determinise import determinise
from resonance_env.games.resonance.position_checks import check_position
from resonance_env.games.resonance.new_game import blank_game
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from resonance_env.games.resonance.vocabulary import EDITION_NAMES, PHASE_NAMES, STAGE_SEATS
from tests.games.resonance.crowd import Crowd
from tests.games.resonance.invariants import misplaced_cards, misplaced_secrets, wrong_questions
from tests.games.resonance.small_sets import HOUSE_DEMONS, write_set
from tests.games.resonance.test_leaks import DISCARDS
from tests.reference.random_sets import random_set

pytestmark = pytest.mark.compiled


@compiled
def _sample(rows, legal, cards, blank, key, worlds, seats, dice):  # type: ignore[no-untyped-def]
    for index in range(len(rows)):
        start_dice(dice, key, 0, index)
        seats[index] = determinise(rows[index], legal[index], cards[0], blank, worlds, index, dice)


def blank_of(variant: ResonanceVariant) -> np.ndarray:
    """Returns the record from which all games of a variant start, as an array of one."""
    return blank_game(
        variant.card_set,
        variant.players,
        edition=EDITION_NAMES.index(variant.options["edition"]),
        team_talk=variant.options["team_talk"],
        solo_team=variant.options["solo_team"] or 0,
    )


def worlds_of(variant: ResonanceVariant, rows: np.ndarray, legal: np.ndarray, key: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns a world for each row, and the observer's seat in it."""
    worlds, seats = variant.new_games(len(rows)), np.zeros(len(rows), dtype=np.int64)
    _sample(rows, legal, variant.card_set.table, blank_of(variant), key, worlds, seats, np.zeros(DICE_SIZE, dtype=np.int64))
    return worlds, seats


def check_worlds(variant: ResonanceVariant, games: np.ndarray, key: int, kinds: Counter[str]) -> np.ndarray:
    """Checks a world for every seat of every game; returns the worlds."""
    layout = variant.layout("recall")
    rows, legal = variant.observe(games, "recall").reshape(-1, layout.size), variant.legal(games)
    legal = legal.reshape(len(rows), -1)
    worlds, seats = worlds_of(variant, rows, legal, key)
    index = np.arange(len(rows))
    seen = variant.observe(worlds, "recall")[index, seats]
    wrong = np.flatnonzero((seen != rows).any(axis=1))
    if len(wrong):
        first = wrong[0]
        names = {
            n: (layout.view(rows[first], n).tolist(), layout.view(seen[first], n).tolist())
            for n in layout.piece_names
            if (layout.view(rows[first], n) != layout.view(seen[first], n)).any()
        }
        raise AssertionError(
            f"{len(wrong)} rows differ, first in {names}\n{variant.position(games, first // variant.num_seats)}"
        )
    masks = variant.legal(worlds)[index, seats]
    wrong = np.flatnonzero((masks != legal).any(axis=1))
    assert not len(wrong), f"{len(wrong)} masks differ, first in\n{variant.position(games, wrong[0] // variant.num_seats)}"
    findings = [*misplaced_cards(worlds, variant.card_set), *misplaced_secrets(worlds)]
    for name, where in [*findings, *wrong_questions(worlds, variant.legal(worlds))]:
        bad = np.flatnonzero(where)
        assert not len(bad), (
            f"{name} in\n{variant.position(worlds, bad[0])}\nsampled from seat {bad[0] % variant.num_seats} of\n{variant.position(games, bad[0] // variant.num_seats)}"
        )
    for world in worlds[:: max(1, len(worlds) // 10)]:
        check_position(np.array([world]), variant.card_set)
    kinds.update(PHASE_NAMES[phase] for phase in games["phase"])
    kinds["trade"] += int((games["stage"] == STAGE_SEATS).sum())
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
    """Plays worlds to their end; every step must find somebody who is asked."""
    worlds = worlds.copy()
    while not variant.done(worlds).all():
        legal = variant.legal(worlds)
        assert not any(wrong.any() for _, wrong in wrong_questions(worlds, legal))
        actions = np.where(legal != 0, rng.random(legal.shape), -1).argmax(axis=2)
        variant.step(worlds, actions)
    assert not any(wrong.any() for _, wrong in misplaced_cards(worlds, variant.card_set))


@pytest.fixture(scope="module")
def discards(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Returns the path of a set with many discards."""
    return write_set(tmp_path_factory.mktemp("sets"), demons=HOUSE_DEMONS, **DISCARDS)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize(("edition", "team_talk"), [("fr", True), ("en", False)])
def test_r_info_a_world_shows_its_observer_what_she_saw(players: int, edition: str, team_talk: bool, discards: str) -> None:
    for cards in ("mini",) if players == 2 else ("house", discards):
        kinds = check_variant(SPEC.variant(players, cards=cards, edition=edition, team_talk=team_talk), 12, seed=players)
        if cards == "house":
            assert all(kinds[phase] for phase in ("DRAFT", "ACT", "TAKE_DEMON", "CAST", "AIM", "CHOOSE", "OVER")), kinds


@pytest.mark.parametrize("number", range(8))
def test_r_info_worlds_of_random_sets(number: int, tmp_path: Path) -> None:
    check_random_set(number, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(100, 140))
def test_r_info_worlds_of_many_random_sets(number: int, tmp_path: Path) -> None:
    check_random_set(number, tmp_path)


def check_random_set(number: int, folder: Path) -> None:
    path = folder / "random.toml"
    path.write_text(random_set(np.random.default_rng(number)), encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CardSetWarning)
        for players in load_card_set(str(path)).players:
            check_variant(SPEC.variant(players, cards=str(path), team_talk=number % 2 == 0), 6, seed=number)
