"""No leak: hidden information never reaches a seat's observation, in random reachable positions of all players (R-INFO)."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from resonance_env import resonance_v0
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from tests.games.resonance.crowd import Crowd
from tests.games.resonance.reference.random_sets import random_card_set
from tests.games.resonance.twins import Twin, make_twin

pytestmark = pytest.mark.compiled

COUNTED = {"counted_objects", "counted_artifacts", "counted_incantations"}


def secrets(games: np.ndarray) -> np.ndarray:
    """Returns the hidden information other than hands: `[game]`.

    1: picks of victims; 2: choices that wait for a trader; 3: an offer; 4: who has no choice of action; 0: nothing.
    """
    is_discard = (games["phase"] == v.PHASE_CHOOSE) & (games["choice"] == v.CHOICE_DISCARD)
    is_trade = (games["phase"] == v.PHASE_TAKE_DEMON) & (games["stage"] == v.STAGE_SEATS)
    return np.select([is_discard, is_trade, games["phase"] == v.PHASE_DRAFT, games["phase"] == v.PHASE_ACT], [1, 2, 3, 4])


def random_positions(variant: ResonanceVariant, number: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Yields arrays of one game each: up to `number` positions, a fifth of them for each kind of secret."""
    crowd = Crowd(variant, 64, rng)
    found: list[tuple[int, np.ndarray]] = []
    while not crowd.is_over:
        running = ~variant.done(crowd.games)
        found += zip(secrets(crowd.games[running]).tolist(), crowd.games[running].copy()[:, None], strict=True)
        crowd.step()
    for wanted in range(5):
        some = [game for secret, game in found if secret == wanted]
        yield from (some[k] for k in rng.permutation(len(some))[: number // 5])


def twins_of(variant: ResonanceVariant, number: int, seed: int, spectators: bool = False) -> list[Twin]:
    """Returns twins of random positions for every observer, with hidden hands changed and with them kept."""
    rng = np.random.default_rng(seed)
    observers: list[int | None] = [None] if spectators else list(range(variant.num_seats))
    made = [
        make_twin(variant, game, observer, hands, rng)
        for game in random_positions(variant, number, rng)
        for observer in observers
        for hands in (True, False)
    ]
    return [twin for twin in made if twin is not None]


def differing(variant: ResonanceVariant, twins: list[Twin], seats: list[int]) -> list[set[str]]:
    """Returns for each twin the pieces of a seat's `recall` observation that differ, and "mask"."""
    games, rows = np.concatenate([twin.games for twin in twins]), np.arange(len(twins))
    layout = variant.layout("recall")
    seen, legal = variant.observe(games, "recall"), variant.legal(games)
    one, other = seen[2 * rows, seats], seen[2 * rows + 1, seats]
    wrong = {name: layout.view(one, name) != layout.view(other, name) for name in layout.piece_names}
    wrong["mask"] = legal[2 * rows, seats] != legal[2 * rows + 1, seats]
    return [{name for name, entries in wrong.items() if entries[row].any()} for row in rows]


def check_twins(variant: ResonanceVariant, twins: list[Twin]) -> Counter[str]:
    """Checks that observers do not notice changes and seats that may know them do; returns the number of changes by kind."""
    kinds: Counter[str] = Counter()
    observers = [twin.observer for twin in twins if twin.observer is not None]
    assert len(observers) == len(twins)
    for twin, names in zip(twins, differing(variant, twins, observers), strict=True):
        allowed = COUNTED if twin.hands else set()
        assert names <= allowed, f"{names - allowed} of witch_{twin.observer} tell of\n{both_texts(variant, twin)}"
        kinds[v.PHASE_NAMES[twin.games["phase"][0]]] += 1
    expected = [(twin, seat, pieces) for twin in twins for seat, pieces in who_may_know(twin, kinds)]
    noticed = differing(variant, [twin for twin, _, _ in expected], [seat for _, seat, _ in expected])
    for (twin, seat, pieces), names in zip(expected, noticed, strict=True):
        assert names & pieces, f"witch_{seat} sees none of {pieces} change in\n{both_texts(variant, twin)}"
    return kinds


def who_may_know(twin: Twin, kinds: Counter[str]) -> Iterator[tuple[int, set[str]]]:
    """Yields seats that must notice a change, with pieces of which at least one must differ; counts the changes."""
    one, other = twin.games
    in_discard = one["phase"] == v.PHASE_CHOOSE and one["choice"] == v.CHOICE_DISCARD
    for seat in twin.changed("hand"):
        kinds["hand"] += 1
        if not in_discard:  # the own hand is shown without picked cards, which can be the difference
            yield seat, {"own_objects", "own_artifacts", "own_incantations"}
        if one["teams"]:
            yield seat ^ 1, {"partner_objects", "partner_artifacts", "partner_incantations"}
        assert twin.observer is not None
        assert twin.observer != seat
        yield twin.observer, COUNTED
    for seat in twin.changed("committed"):
        kinds["choice"] += 1
        yield seat, {"own_choice", "own_choice_objects", "own_choice_value"}
        if one["teams"] and one["team_talk"]:
            yield seat ^ 1, {"partner_choice", "partner_choice_objects", "partner_choice_value"}
    if not twin.hands:
        for seat in twin.changed("picked"):
            kinds["picks"] += 1
            yield seat, {"own_objects", "own_artifacts", "own_incantations"}
    for seat in twin.changed("asked"):
        kinds["asked"] += 1
        yield seat, {"asked"}
    if set(one["offered"]) != set(other["offered"]):
        kinds["offer"] += 1
        yield int(one["asked"].argmax()), {"offered"}


def both_texts(variant: ResonanceVariant, twin: Twin) -> str:
    return f"{variant.position(twin.games, 0)}\nagainst its twin\n{variant.position(twin.games, 1)}"


def variant_of(players: int, discards: str, **options: Any) -> ResonanceVariant:
    return SPEC.variant(players, cards="mini" if players == 2 else discards, **options)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize(("edition", "team_talk"), [("fr", True), ("en", False)])
def test_r_info_2_and_3_what_a_seat_may_not_know_changes_neither_observation_nor_mask(
    players: int, edition: str, team_talk: bool, discards: str
) -> None:
    variant = variant_of(players, discards, edition=edition, team_talk=team_talk)
    kinds = check_twins(variant, twins_of(variant, 30, seed=players))
    assert kinds["hand"] > 30 or players == 2, kinds
    if players > 2:
        assert min(kinds[kind] for kind in ("choice", "picks", "TAKE_DEMON", "ACT", "CHOOSE", "DRAFT")) > 0, kinds
        assert kinds["offer"] > 0 or players > 5, kinds


@pytest.mark.parametrize("number", range(8))
def test_r_info_2_and_3_hold_with_random_sets(number: int, tmp_path: Path) -> None:
    check_random_set(number, tmp_path, positions=15)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(100, 124))
def test_r_info_2_and_3_hold_with_many_random_sets(number: int, tmp_path: Path) -> None:
    check_random_set(number, tmp_path, positions=50)


def check_random_set(number: int, folder: Path, positions: int) -> None:
    with random_card_set(number, folder) as card_set:
        for players in card_set.players:
            variant = SPEC.variant(players, cards=card_set.source, team_talk=number % 2 == 0)
            check_twins(variant, twins_of(variant, positions, seed=number))


@pytest.mark.parametrize("players", range(2, 9))
def test_r_info_2_the_table_as_text_and_as_data_shows_no_secret(players: int, discards: str) -> None:
    variant = variant_of(players, discards, team_talk=players != 8)
    twins = twins_of(variant, 10, seed=players)
    assert len(twins) > 10
    for twin in twins:
        for show in (variant.render, variant.view):
            assert show(twin.games, 0, twin.observer) == show(twin.games, 1, twin.observer), both_texts(variant, twin)
    changed = [(twin, seat) for twin in twins for seat in twin.changed("hand")]
    for twin, seat in changed[::5]:
        for show in (variant.render, variant.view):
            assert show(twin.games, 0, seat) != show(twin.games, 1, seat), both_texts(variant, twin)
    assert changed or players == 2


@pytest.mark.parametrize("players", range(2, 9))
def test_r_info_2_a_spectator_sees_no_secret(players: int, discards: str) -> None:
    variant = variant_of(players, discards)
    twins = twins_of(variant, 20, seed=players, spectators=True)
    assert len(twins) > 10
    for twin in twins:
        for show in (variant.render, variant.view):
            assert show(twin.games, 0) == show(twin.games, 1), both_texts(variant, twin)


def environment(kind: str, variant: ResonanceVariant, **options: Any) -> Any:
    """Returns an environment of the variant's players and options."""
    make = resonance_v0.parallel_env if kind == "parallel" else resonance_v0.env
    return make(players=variant.players, **variant.options, **options)


def same(one: Any, other: Any) -> bool:
    """Compares observations and infos: arrays, numbers, and dicts of them."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return np.array_equal(one, other)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("mask", ["obs", "info"])
def test_r_info_2_the_environments_of_pettingzoo_pass_on_no_secret(players: int, mask: str, discards: str) -> None:
    variant = variant_of(players, discards)
    parallel, aec = environment("parallel", variant, mask=mask), environment("aec", variant, mask=mask)
    twins = twins_of(variant, 10, seed=players)
    for number in np.random.default_rng(players).permutation(len(twins))[:10]:
        twin = twins[number]
        agent = f"witch_{twin.observer}"
        views = []
        for index in (0, 1):
            position = {"position": variant.position(twin.games, index)}
            seen, infos = parallel.reset(options=position)
            aec.reset(options=position)
            views.append(
                [seen[agent], infos[agent], aec.observe(agent), aec.unwrapped.infos[agent], aec.unwrapped.rewards[agent]]
            )
        assert all(same(*pair) for pair in zip(*views, strict=True)), both_texts(variant, twin)


@pytest.mark.parametrize("players", range(2, 9))
def test_r_round_3_a_choice_that_waits_for_the_others_is_kept_back_by_the_aec_environment(players: int, discards: str) -> None:
    variant = variant_of(players, discards)
    rng = np.random.default_rng(players)
    env = environment("aec", variant, mask="obs", observation="recall")
    checked: Counter[str] = Counter()
    for game in random_positions(variant, 12, rng):
        if game["asked"].sum() < 2:
            continue
        env.reset(options={"position": variant.position(game)})
        before = {agent: env.observe(agent) for agent in env.agents}
        while len(env.unwrapped._queue) > 1:
            options = np.flatnonzero(before[env.agent_selection]["action_mask"])
            env.step(int(rng.choice(options)))
            assert all(same(env.observe(agent), before[agent]) for agent in env.agents)
            assert not any(env.unwrapped.rewards.values())
            checked[v.PHASE_NAMES[game["phase"][0]]] += 1
    assert checked["ACT"] > 0
