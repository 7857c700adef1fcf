"""Worlds sampled from what a seat sees: they fit, all splits of unseen demons are as likely, and they play on (LD-INFO-6)."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

from resonance_env.core.errors import UsageError
from resonance_env.core.random_stream import STREAM_SIZE
from resonance_env.games.summon_demons.rules import actions as act
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.worlds.determinise import determinise_rows
from tests.games.summon_demons import kernels
from tests.games.summon_demons.random_games import questions, sources
from tests.games.summon_demons.scenario import DEMONS, Scenario, Side

pytestmark = pytest.mark.compiled

Split: TypeAlias = tuple[int, ...]  # hands of the other seats in seat order, then the pile: bit sets


def mask_of(games: np.ndarray) -> np.ndarray:
    mask = np.zeros(act.NUM_ACTIONS, dtype=np.int8)
    mask[kernels.legal_codes(games)] = 1
    return mask


def sampled(row: np.ndarray, mask: np.ndarray, blank: np.ndarray, cards: str, count: int, seed: int = 0) -> np.ndarray:
    """Returns worlds in which a seat sees the row and has the mask."""
    worlds, seats = np.zeros(count, dtype=blank.dtype), np.full(count, v.NOTHING, dtype=np.int64)
    keys = np.stack([np.arange(count), np.full(count, seed)], axis=1)
    stream = np.zeros(STREAM_SIZE, dtype=np.int64)
    rows, masks = np.tile(row, (count, 1)), np.tile(mask, (count, 1))
    determinise_rows(rows, masks, keys, kernels.cards_of(cards), blank, worlds, seats, stream)
    assert not seats.any()
    return worlds


def worlds_of(games: np.ndarray, blank: np.ndarray, cards: str, count: int, seed: int = 0) -> np.ndarray:
    """Returns worlds that fit what the seat that is asked sees; the blank game is that of the same options."""
    row = kernels.observed(games, cards)[games[0]["decider"]]
    worlds = sampled(row, mask_of(games), blank, cards, count, seed)
    for number in range(min(count, 5)):
        world = worlds[number : number + 1]
        assert (kernels.observed(world, cards)[0] == row).all()
        assert (mask_of(world) == mask_of(games)).all()
    return worlds


def split_of(game: np.record, observer: int) -> Split:
    seats = int(game["seats"])
    return (*(int(game["hand"][(observer + k) % seats]) for k in range(1, seats)), int(game["pile"]))


def is_uniform(found: Counter[Any], possible: int) -> bool:
    """Chi-square by the cube root of Wilson and Hilferty (1931), which is normal: below five standard deviations."""
    if possible == 1:
        return len(found) == 1
    share, freedom = found.total() / possible, possible - 1
    square = sum((count - share) ** 2 for count in found.values()) / share + share * (possible - len(found))
    spread = 2 / (9 * freedom)
    return bool(abs((square / freedom) ** (1 / 3) - 1 + spread) < 5 * spread**0.5)


def test_ld_info_6_worlds_of_every_question_look_the_same_to_the_seat_that_is_asked(tmp_path: Path) -> None:
    phases: Counter[str] = Counter()
    for number, source in enumerate(sources(tmp_path, random_sets=20) * 4):
        rng = np.random.default_rng(number)
        players, options = source.random_variant(rng)
        blank = kernels.unpacked(players, source.name, **options)
        games = kernels.started(players, number, source.name, **options)
        for _ in questions(games, source.name, rng):
            phases[v.PHASE_NAMES[games[0]["phase"]]] += 1
            worlds_of(games, blank, source.name, 2)
    assert len(phases) == v.PHASE_CHANCE


def test_ld_info_6_worlds_of_mini_are_all_that_are_possible_each_as_likely() -> None:
    """By enumeration: the positions of two turns that look the same to the seat that is asked, and the worlds sampled there."""
    options = {"turn_limit": 2, "explicit_chance": True}
    possible: dict[bytes, set[Split]] = defaultdict(set)
    example: dict[bytes, np.ndarray] = {}
    games = kernels.started(2, 0, "mini", **options)
    while len(games):
        for index in np.flatnonzero((games["phase"] != v.PHASE_OVER) & (games["phase"] != v.PHASE_CHANCE)).tolist():
            one = games[index : index + 1]
            asked = int(one[0]["decider"])
            row = kernels.observed(one, "mini")[asked].tobytes()
            possible[row].add(split_of(one[0], asked))
            example[row] = one.copy()
        games = kernels.successors(games, "mini")
    blank = kernels.unpacked(2, "mini", turn_limit=2)
    assert len(possible) > 300
    for row, splits in possible.items():
        found = Counter(split_of(world, 0) for world in worlds_of(example[row], blank, "mini", 300))
        assert set(found) == splits
        assert is_uniform(found, len(splits))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ld_info_6_worlds_of_standard_are_equally_likely(players: int) -> None:
    """Chi-square over the hand of the seat to the left, one of many possible ones, in positions of random games."""
    rng, checked = np.random.default_rng(players), 0
    games, blank = kernels.started(players, players), kernels.unpacked(players)
    for number, _ in enumerate(questions(games, "standard", rng)):
        observer = int(games[0]["decider"])
        if number % 8 == 0 and not games[0]["knows_pile"][observer]:
            unseen = sum(int(bits).bit_count() for bits in split_of(games[0], observer))
            size = int(games[0]["hand"][(observer + 1) % players]).bit_count()
            hands = Counter((int(world["hand"][1]),) for world in worlds_of(games, blank, "standard", 6_000, number))
            assert is_uniform(hands, int(np.prod(range(unseen - size + 1, unseen + 1)) // np.prod(range(1, size + 1))))
            checked += 1
    assert checked >= 3


def test_ld_info_6_with_a_known_pile_only_hands_are_unknown() -> None:
    game = Scenario(Side("demon_book", hand="oni"), Side(hand="legion"), Side(hand="egg"), pile="porcus, shield").roll(3)
    worlds = worlds_of(game.games, kernels.unpacked(3), "standard", 200)
    assert {int(world["hand"][1]) for world in worlds} == {1 << DEMONS["legion"], 1 << DEMONS["egg"]}
    assert {int(world["pile"]) for world in worlds} == {1 << DEMONS["porcus"] | 1 << DEMONS["shield"]}


def test_ld_info_6_numbers_that_a_row_does_not_show() -> None:
    game = Scenario(Side("dog, eve", souls=100), Side("2 eve", souls=3), rolls=40, active=1)
    world = worlds_of(game.games, kernels.unpacked(2), "standard", 1)[0]
    assert (world["turn"], world["rolls"], world["cards_drawn"], world["demons_drawn"]) == (0, 0, 0, 0)
    assert world["souls"][:2].tolist() == [3, 60]
    game = Scenario(Side("reroll"), Side("eve"), rolls=40).roll(8)
    assert worlds_of(game.games, kernels.unpacked(2), "standard", 1)[0]["rolls"] == 1
    game = Scenario(Side("reroll"), Side("eve"), rolls=240).roll(8)
    assert worlds_of(game.games, kernels.unpacked(2), "standard", 1)[0]["rolls"] == 241


@pytest.mark.parametrize("players", [2, 4])
def test_worlds_with_the_true_demons_play_on_as_the_truth(players: int) -> None:
    rng = np.random.default_rng(players)
    blank = kernels.unpacked(players, explicit_chance=True)
    for seed in range(6):
        games = kernels.started(players, seed)
        start = int(rng.integers(5, 40))
        for number, _ in enumerate(questions(games, "standard", rng)):
            if number == start:
                break
        if games[0]["phase"] == v.PHASE_OVER:
            continue
        observer = int(games[0]["decider"])
        world = worlds_of(games, blank, "standard", 1)
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
        games, blank = kernels.started(3, seed), kernels.unpacked(3)
        for number, _ in enumerate(questions(games, "standard", rng)):
            if number % 5:
                continue
            row, mask = kernels.observed(games)[games[0]["decider"]], mask_of(games)
            for _ in range(5):
                other = row.copy()
                other[rng.integers(0, len(row), rng.integers(1, 4))] = rng.integers(-128, 128)
                if (other != row).any():
                    try:
                        sampled(other, mask, blank, "standard", 1)
                    except UsageError:
                        refused += 1
                        continue
                    assert (kernels.observed(sampled(other, mask, blank, "standard", 1))[0] == other).all()
            wrong = mask.copy()
            wrong[rng.integers(0, len(mask))] ^= 1
            with pytest.raises(UsageError, match="got an observation, number 0 of 1, that fits no position"):
                sampled(row, wrong, blank, "standard", 1)
    assert refused > 300


def test_what_a_seat_sees_that_is_not_asked_is_refused() -> None:
    games = kernels.started(2, 0)
    row = kernels.observed(games)[1 - games[0]["decider"]]
    wait = np.zeros(act.NUM_ACTIONS, dtype=np.int8)
    wait[act.WAIT] = 1
    with pytest.raises(UsageError, match="of seats that are asked"):
        sampled(row, wait, kernels.unpacked(2), "standard", 1)
