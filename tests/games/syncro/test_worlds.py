"""Worlds sampled from what a seat sees: they fit, every assignment of cards is as likely, and they play on (SY-MEM-9)."""

import math
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

from resonance_env.core.compiled import compiled
from resonance_env.core.errors import UsageError
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.spec import SPEC, SyncroVariant
from resonance_env.games.syncro.worlds.sampled_spells import deal_spells, new_scratch
from tests.games.chi_square import fits
from tests.games.syncro.fuzzing import FUZZING
from tests.games.syncro.reference.random_sets import random_set

pytestmark = pytest.mark.compiled

Hidden: TypeAlias = tuple[Any, ...]  # what a world makes up: hands, face-down Spells and Rewards of others
VARIANTS: list[dict[str, Any]] = [
    {"players": 2, "cards": "mini", "mode": "campaign", "retries": 1},
    {"players": 2, "mode": "campaign", "retries": 2, "replay": True},
    {"players": 3, "mode": "campaign", "chapters": "II", "retries": 3, "replay": True},
    {"players": 4, "mode": "campaign", "retries": 1},
    {"players": 5, "level": 9, "retries": 3, "replay": True, "estimates": "off"},
    *({"players": players, "level": 7, "retries": 1} for players in (2, 3, 4, 5)),
]


def positions(variant: SyncroVariant, seed: int) -> Iterator[np.ndarray]:
    """Yields the positions of a random game before its end; mages seldom pass, pay no more or discard a hand."""
    rng, games = np.random.default_rng(seed), variant.start([seed])
    while not variant.done(games)[0]:
        yield games
        legal = variant.legal(games)[0].copy()
        if rng.random() < 0.8:
            for code in (1, 86, 88):
                legal[legal.sum(axis=1) > 1, code] = 0
        variant.step(games, np.array([[rng.choice(np.flatnonzero(row)) for row in legal]]))


def sampled(variant: SyncroVariant, row: np.ndarray, mask: np.ndarray, count: int, seed: int = 0) -> np.ndarray:
    """Returns worlds in which seat 0 sees the row and has the mask."""
    seeds = np.arange(seed * count, (seed + 1) * count, dtype=np.uint64)
    worlds, seats = variant.sample_worlds(np.tile(row, (count, 1)), np.tile(mask, (count, 1)), seeds)
    assert not seats.any()
    return worlds


def worlds_of(variant: SyncroVariant, games: np.ndarray, seat: int, count: int, seed: int = 0) -> np.ndarray:
    """Returns worlds that fit what a seat that is asked sees, after a check that it sees the same in them."""
    row, mask = variant.observe(games, "recall")[0, seat], variant.legal(games)[0, seat]
    worlds = sampled(variant, row, mask, count, seed)
    assert (variant.observe(worlds, "recall")[:, 0] == row).all()
    assert (variant.legal(worlds)[:, 0] == mask).all()
    return worlds


def hidden_of(game: np.record, observer: int) -> Hidden:
    """Returns what the observer does not see, with seats relative to it."""
    seats = int(game["seats"])
    others = [(observer + k) % seats for k in range(1, seats)]
    hands = tuple(tuple(game["hand"][seat].tolist()) for seat in others)
    down = (game["acts"][0] == v.DID_ATTACK) & (game["act_is_up"][0] == 0)
    return hands, tuple(int(game["reward"][seat]) for seat in others), tuple((game["act_value"][0] * down).tolist())


def asked_seats(games: np.ndarray) -> list[int]:
    return [int(seat) for seat in np.flatnonzero(games[0]["asked"])]


@pytest.mark.parametrize("options", VARIANTS)
def test_sy_mem_9_worlds_of_every_question_look_the_same_to_the_seat_that_is_asked(options: dict[str, Any]) -> None:
    variant = SPEC.variant(**options)
    for seed in range(3):
        for games in positions(variant, seed):
            for seat in asked_seats(games):
                worlds = worlds_of(variant, games, seat, 2, seed)
                assert (worlds["turns"] == 1).all()
                hidden = worlds["marks"][worlds["marks"] & v.MARK_OPEN == 0]  # the others know open cards only
                assert not (hidden & ~(v.MARK_KNOWN | v.MARK_MIXED | v.MARK_IN_SUM)).any()


def test_sy_mem_9_worlds_of_random_sets(tmp_path: Path) -> None:
    for number in range(12):
        path = tmp_path / f"{number}.toml"
        path.write_text(random_set(np.random.default_rng(number)), encoding="utf-8")
        variant = FUZZING.variant(str(path), number, np.random.default_rng(number))
        for games in positions(variant, number):
            for seat in asked_seats(games):
                worlds_of(variant, games, seat, 1, number)


@pytest.mark.parametrize(("level", "number"), [(level, number) for level in (1, 2, 3) for number in range(2)])
def test_sy_mem_9_worlds_of_mini_are_all_that_are_possible_with_their_chances(level: int, number: int) -> None:
    """By enumeration of what chance can do while mages choose by open information, so that choices tell nothing of hands."""
    given = SPEC.variant(2, cards="mini", level=level, estimates="off", explicit_chance=True)
    variant = SPEC.variant(2, cards="mini", level=level, estimates="off")
    chances: dict[bytes, dict[Hidden, float]] = defaultdict(lambda: defaultdict(float))
    example: dict[bytes, tuple[np.ndarray, int]] = {}
    now = {b"": (given.start([0]), 1.0)}
    while now:
        following: dict[bytes, tuple[np.ndarray, float]] = {}
        for games, chance in now.values():
            for seat in asked_seats(games):
                row = given.observe(games, "recall")[0, seat].tobytes()
                chances[row][hidden_of(games[0], seat)] += chance
                example[row] = games, seat
            for then, share in blind_successors(given, games, number):
                key = then.tobytes()
                following[key] = then, following.get(key, (then, 0.0))[1] + chance * share
        now = {key: found for key, found in following.items() if not given.done(found[0])[0]}
    rows = sorted(chances)
    assert len(rows) > 20
    for row in rows[:: 1 + len(rows) // 60]:
        games, seat = example[row]
        found = Counter(hidden_of(world, 0) for world in worlds_of(variant, games, seat, 300))
        assert fits(found, chances[row])


def blind_successors(variant: SyncroVariant, games: np.ndarray, number: int) -> Iterator[tuple[np.ndarray, float]]:
    """Yields what chance makes of a position with its shares, or what follows from choices by open information alone."""
    then = games.copy()
    if games[0]["phase"] == v.PHASE_CHANCE:
        for outcome, share in variant.chance_outcomes(games, 0).items():
            then = games.copy()
            variant.apply_outcomes(then, np.array([outcome]))
            yield then, float(share)
        return
    key = variant.state(games)[0, : variant.state_layout.start("hidden")].tobytes()
    rng = np.random.default_rng([number, zlib.crc32(key)])
    variant.step(then, np.array([[rng.choice(np.flatnonzero(row)) for row in variant.legal(games)[0]]]))
    yield then, 1.0


@pytest.mark.parametrize(("players", "level"), [(2, 1), (3, 5), (4, 9), (2, 7), (3, 7), (4, 7), (5, 7)])
def test_sy_mem_9_worlds_of_house_are_equally_likely(players: int, level: int) -> None:
    """Chi-square over all that the hands of the others can be, in positions of random games with few hidden Spells."""
    variant, checked = SPEC.variant(players, level=level), 0
    for seed in range(12):
        for games in positions(variant, seed):
            seat = asked_seats(games)[0]
            hands, _, down = hidden_of(games[0], seat)
            if (
                any(down)
                or not 2 <= sum(np.count_nonzero(hand) for hand in hands) <= 5
                or np.bitwise_or.reduce(games[0]["marks"], axis=None) & (v.ALL_KNOWN | v.ALL_MIXED)
            ):
                continue
            found = Counter(sorted_hands(hidden_of(world, 0)[0]) for world in worlds_of(variant, games, seat, 1_000, seed))
            assert fits(found, likely_hands(games[0], seat))
            checked += 1
    assert checked >= 2


def sorted_hands(hands: Any) -> Hidden:
    return tuple(tuple(sorted(value for value in hand if value)) for hand in hands)


def likely_hands(game: np.record, observer: int) -> Counter[Hidden]:
    """Returns in how many assignments of single cards the others have these hands, for a game in which no Spell is known."""
    seats = int(game["seats"])
    others = [(observer + k) % seats for k in range(1, seats)]
    copies = Counter({value + 1: int(game["pile"][value]) for value in range(v.MAX_VALUE)})
    copies.update(int(value) for seat in others for value in game["hand"][seat, : game["held"][seat]])
    sizes = [int(game["held"][seat]) for seat in others]
    ends = np.cumsum(sizes)
    found: Counter[Hidden] = Counter()
    for values in product([value for value in copies if copies[value]], repeat=sum(sizes)):
        hands = [values[end - size : end] for end, size in zip(ends, sizes, strict=True)]
        if all(sum(hand) == game["sum_left"][seat] for seat, hand in zip(others, hands, strict=True) if game["sum_left"][seat]):
            found[sorted_hands(hands)] += math.prod(math.perm(copies[value], count) for value, count in Counter(values).items())
    return found


@pytest.mark.parametrize("sums", [(0, 0), (5, 0), (5, 6), (4, 7)])
def test_sy_mem_9_floating_spells_lie_in_mixed_slots_and_sums_hold(sums: tuple[int, int]) -> None:
    """Both at once, against all permutations of single cards: floating 2 and 3, others 1 2 3 4 5, two slots of three mixed."""
    games = SPEC.variant(3, level=7).blank.copy()
    game = games[0]
    game["held"][:3], game["sum_left"][:3], game["floating"][0, [1, 2]], game["pile_size"] = (0, 2, 2), (0, *sums), 1, 3
    is_mixed = (True, False, True, True)
    for slot, mixed in enumerate(is_mixed):
        mage = 1 + slot // 2
        marks = v.MARK_MIXED * mixed + v.MARK_IN_SUM * (sums[mage - 1] > 0)
        game["marks"][mage, slot % 2] = marks
    expected: Counter[Hidden] = Counter()
    for cards in permutations([(2, True), (3, True), (1, False), (2, False), (3, False), (4, False), (5, False)], 4):
        values = [value for value, _ in cards]
        is_floating = [floats for _, floats in cards]
        is_possible = all(mixed or not floats for mixed, floats in zip(is_mixed, is_floating, strict=True))
        adds_up = all(total in (0, sum(values[2 * mage : 2 * mage + 2])) for mage, total in enumerate(sums))
        expected[tuple(values)] += is_possible and adds_up and sum(is_floating) == 2
    scratch, found = new_scratch(), Counter[Hidden]()
    for key in range(2_000):
        world = games.copy()
        scratch["stream"][0] = key, 0, 0, 0
        scratch["unseen"][0, :5] = (1, 2, 2, 1, 1)
        assert _deal_first(world, scratch)
        found[tuple(world[0]["hand"][1:3, :2].ravel().tolist())] += 1
    assert fits(found, +expected)


@compiled
def _deal_first(games: np.ndarray, scratch: np.ndarray) -> bool:
    return bool(deal_spells(games[0], scratch[0]))


@pytest.mark.parametrize("options", VARIANTS[:5])
def test_worlds_with_the_true_cards_play_on_as_the_truth(options: dict[str, Any]) -> None:
    variant, rng = SPEC.variant(**options), np.random.default_rng(0)
    for seed in range(4):
        truth = [position.copy() for position in positions(variant, seed)][5 * seed]
        observer = asked_seats(truth)[0]
        world = worlds_of(variant, truth, observer, 1)
        give_true_cards(truth[0], world[0], observer)
        truth["explicit_chance"] = world["explicit_chance"] = 1
        for _ in range(60):
            assert (np.roll(variant.observe(truth), -observer, axis=1) == variant.observe(world)).all()
            if variant.done(truth)[0]:
                break
            if truth[0]["phase"] == v.PHASE_CHANCE:
                outcome = np.array([rng.choice(sorted(variant.chance_outcomes(truth, 0)))])
                variant.apply_outcomes(truth, outcome)
                variant.apply_outcomes(world, outcome)
            else:
                actions = np.array([[rng.choice(np.flatnonzero(row)) for row in variant.legal(truth)[0]]])
                variant.step(truth, actions)
                variant.step(world, np.roll(actions, -observer, axis=1))


def give_true_cards(truth: np.record, world: np.record, observer: int) -> None:
    """Gives a world the hidden cards of the game that it was sampled from."""
    seats = int(truth["seats"])
    for k in range(seats):
        world["hand"][k] = truth["hand"][(observer + k) % seats]
        world["reward"][k] = truth["reward"][(observer + k) % seats]
    down = truth["acts"][0] == v.DID_ATTACK
    world["act_value"][0, down] = truth["act_value"][0, down]
    for field in ("pile", "reward_pile", "absorbed"):
        world[field] = truth[field]


def test_impossible_observations_are_refused_and_random_rows_do_no_harm() -> None:
    rng, refused = np.random.default_rng(0), 0
    for players, level in ((2, 7), (3, 9), (4, 5)):
        variant = SPEC.variant(players, level=level)
        for number, games in enumerate(positions(variant, players)):
            if number % 4:
                continue
            seat = asked_seats(games)[0]
            row, mask = variant.observe(games, "recall")[0, seat], variant.legal(games)[0, seat]
            for _ in range(8):
                other = row.copy()
                other[rng.integers(0, len(row), rng.integers(1, 4))] = rng.integers(-128, 128) if rng.random() < 0.5 else 1
                if (other != row).any():
                    try:
                        world = sampled(variant, other, mask, 1)
                    except UsageError:
                        refused += 1
                        continue
                    assert (variant.observe(world, "recall")[0, 0] == other).all()
            wrong = mask.copy()
            wrong[rng.integers(0, len(mask))] ^= 1
            with pytest.raises(UsageError, match="got an observation, number 0 of 1, that fits no position"):
                sampled(variant, row, wrong, 1)
    assert refused > 100


def test_what_a_seat_sees_that_is_not_asked_is_refused() -> None:
    variant = SPEC.variant(2)
    games = next(games for games in positions(variant, 0) if len(asked_seats(games)) == 1)
    seat = 1 - asked_seats(games)[0]
    with pytest.raises(UsageError, match="of seats that are asked"):
        sampled(variant, variant.observe(games, "recall")[0, seat], variant.legal(games)[0, seat], 1)
