"""Worlds sampled from what a seat sees: they fit, all splits of unseen demons are as likely, and they play on (LD-INFO-6)."""

import math
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

from resonance_env.core.errors import UsageError
from resonance_env.core.spec import Variant
from resonance_env.games import load_game
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from tests.games.chi_square import is_uniform
from tests.games.perft import successors
from tests.games.summon_demons import kernels
from tests.games.summon_demons.random_games import questions, sources
from tests.games.summon_demons.scenario import DEMONS, Scenario, Side

pytestmark = pytest.mark.compiled

Split: TypeAlias = tuple[int, ...]  # hands of the other seats in seat order, then the pile: bit sets


def variant_of(players: int, cards: str = "standard", **options: Any) -> Variant:
    return load_game("summon_demons").variant(players, cards=cards, **options)


def sampled(variant: Variant, row: np.ndarray, mask: np.ndarray, count: int, seed: int = 0) -> np.ndarray:
    """Returns worlds in which a seat, seat 0, sees the row and has the mask."""
    seeds = np.arange(seed * count, (seed + 1) * count, dtype=np.uint64)
    worlds, seats = variant.sample_worlds(np.tile(row, (count, 1)), np.tile(mask, (count, 1)), seeds)
    assert not seats.any()
    return worlds


def asked_view(variant: Variant, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns what the seat that is asked sees, and its mask."""
    asked = int(games[0]["decider"])
    return variant.observe(games, "recall")[0, asked], variant.legal(games)[0, asked]


def worlds_of(variant: Variant, games: np.ndarray, count: int, seed: int = 0) -> np.ndarray:
    """Returns worlds that fit what the seat that is asked sees, after a check that it sees the same in them."""
    row, mask = asked_view(variant, games)
    worlds = sampled(variant, row, mask, count, seed)
    assert (variant.observe(worlds, "recall")[:, 0] == row).all()
    assert (variant.legal(worlds)[:, 0] == mask).all()
    return worlds


def split_of(game: np.record, observer: int) -> Split:
    seats = int(game["seats"])
    return (*(int(game["hand"][(observer + k) % seats]) for k in range(1, seats)), int(game["pile"]))


def test_ld_info_6_worlds_of_every_question_look_the_same_to_the_seat_that_is_asked(tmp_path: Path) -> None:
    phases: Counter[str] = Counter()
    for number, source in enumerate(sources(tmp_path, random_sets=20) * 4):
        rng = np.random.default_rng(number)
        players, options = source.random_variant(rng)
        variant = variant_of(players, source.name, **options)
        games = kernels.started(players, number, source.name, **options)
        for _ in questions(games, source.name, rng):
            phases[v.PHASE_NAMES[games[0]["phase"]]] += 1
            worlds_of(variant, games, 2)
    assert len(phases) == v.PHASE_CHANCE


def test_ld_info_6_worlds_of_mini_are_all_that_are_possible_each_as_likely() -> None:
    """By enumeration: the positions of two turns that look the same to the seat that is asked, and the worlds sampled there."""
    options = {"turn_limit": 2, "explicit_chance": True}
    possible: dict[bytes, set[Split]] = defaultdict(set)
    example: dict[bytes, np.ndarray] = {}
    enumerated = variant_of(2, "mini", **options)
    games = enumerated.start([0])
    while len(games):
        for index in np.flatnonzero((games["phase"] != v.PHASE_OVER) & (games["phase"] != v.PHASE_CHANCE)).tolist():
            one = games[index : index + 1]
            asked = int(one[0]["decider"])
            row = kernels.observed(one, "mini")[asked].tobytes()
            possible[row].add(split_of(one[0], asked))
            example[row] = one.copy()
        games = successors(enumerated, games, np.ones(len(games), dtype=np.int64))[0]
    variant = variant_of(2, "mini", turn_limit=2)
    assert len(possible) > 300
    for row, splits in possible.items():
        found = Counter(split_of(world, 0) for world in worlds_of(variant, example[row], 300))
        assert set(found) == splits
        assert is_uniform(found, len(splits))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ld_info_6_worlds_of_standard_are_equally_likely(players: int) -> None:
    """Chi-square over all that each other hand can be, in positions of random games."""
    rng, checked = np.random.default_rng(players), 0
    games, variant = kernels.started(players, players), variant_of(players)
    for number, _ in enumerate(questions(games, "standard", rng)):
        observer = int(games[0]["decider"])
        if number % 8 == 0 and not games[0]["knows_pile"][observer]:
            unseen = sum(int(bits).bit_count() for bits in split_of(games[0], observer))
            worlds = worlds_of(variant, games, 4_000, number)
            for seat in range(1, players):
                hands = Counter(int(world["hand"][seat]) for world in worlds)
                size = int(games[0]["hand"][(observer + seat) % players]).bit_count()
                assert is_uniform(hands, math.comb(unseen, size))
            checked += 1
    assert checked >= 3


def test_ld_info_6_with_a_known_pile_only_hands_are_unknown() -> None:
    game = Scenario(Side("demon_book", hand="oni"), Side(hand="legion"), Side(hand="egg"), pile="porcus, shield").roll(3)
    worlds = worlds_of(variant_of(3), game.games, 200)
    assert {int(world["hand"][1]) for world in worlds} == {1 << DEMONS["legion"], 1 << DEMONS["egg"]}
    assert {int(world["pile"]) for world in worlds} == {1 << DEMONS["porcus"] | 1 << DEMONS["shield"]}


def test_ld_info_6_numbers_that_a_row_does_not_show() -> None:
    game = Scenario(Side("dog, eve", souls=100), Side("2 eve", souls=3), rolls=40, active=1)
    world = worlds_of(variant_of(2), game.games, 1)[0]
    assert (world["turn"], world["rolls"], world["cards_drawn"], world["demons_drawn"]) == (0, 0, 0, 0)
    assert world["souls"][:2].tolist() == [3, 60]
    game = Scenario(Side("reroll"), Side("eve"), rolls=40).roll(8)
    assert worlds_of(variant_of(2), game.games, 1)[0]["rolls"] == 1
    game = Scenario(Side("reroll"), Side("eve"), rolls=240).roll(8)
    assert worlds_of(variant_of(2), game.games, 1)[0]["rolls"] == 241


@pytest.mark.parametrize("players", [2, 4])
def test_worlds_with_the_true_demons_play_on_as_the_truth(players: int) -> None:
    rng = np.random.default_rng(players)
    variant = variant_of(players)
    for seed in range(6):
        games = kernels.started(players, seed)
        start = int(rng.integers(5, 40))
        for number, _ in enumerate(questions(games, "standard", rng)):
            if number == start:
                break
        if games[0]["phase"] == v.PHASE_OVER:
            continue
        observer = int(games[0]["decider"])
        world = worlds_of(variant, games, 1)
        games[0]["explicit_chance"] = world[0]["explicit_chance"] = 1
        for k in range(players):
            world[0]["hand"][k] = games[0]["hand"][(observer + k) % players]
        world[0]["pile"] = games[0]["pile"]
        for _ in range(30):
            assert (np.roll(kernels.observed(games), -observer, axis=0) == kernels.observed(world)).all()
            if games[0]["phase"] == v.PHASE_OVER:
                break
            if games[0]["phase"] == v.PHASE_CHANCE:
                outcome = int(rng.choice(list(kernels.outcomes(games))))
                kernels.come_out(games, outcome)
                kernels.come_out(world, outcome)
            else:
                choice = int(rng.choice(kernels.legal_codes(games)))
                kernels.say(games, choice)
                kernels.say(world, choice)


def test_impossible_observations_are_refused_and_random_rows_do_no_harm() -> None:
    rng = np.random.default_rng(0)
    refused = 0
    for seed in range(8):
        games, variant = kernels.started(3, seed), variant_of(3)
        for number, _ in enumerate(questions(games, "standard", rng)):
            if number % 5:
                continue
            row, mask = asked_view(variant, games)
            for _ in range(5):
                other = row.copy()
                other[rng.integers(0, len(row), rng.integers(1, 4))] = rng.integers(-128, 128)
                if (other != row).any():
                    try:
                        sampled(variant, other, mask, 1)
                    except UsageError:
                        refused += 1
                        continue
                    assert (kernels.observed(sampled(variant, other, mask, 1))[0] == other).all()
            wrong = mask.copy()
            wrong[rng.integers(0, len(mask))] ^= 1
            with pytest.raises(UsageError, match="got an observation, number 0 of 1, that fits no position"):
                sampled(variant, row, wrong, 1)
    assert refused > 300


def test_what_a_seat_sees_that_is_not_asked_is_refused() -> None:
    games = kernels.started(2, 0)
    row = kernels.observed(games)[1 - games[0]["decider"]]
    wait = np.zeros(act.NUM_ACTIONS, dtype=np.int8)
    wait[act.WAIT] = 1
    with pytest.raises(UsageError, match="of seats that are asked"):
        sampled(variant_of(2), row, wait, 1)
