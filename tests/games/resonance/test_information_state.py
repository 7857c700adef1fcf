"""Information states: perfect recall of all that a seat has seen and done, and of nothing else (R-INFO)."""

import itertools
from collections import Counter

import numpy as np
import pytest

from resonance_env.core.errors import UsageError
from resonance_env.core.information import InformationStates
from resonance_env.eval.exact.enumeration import sequence_form
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.chance_events import pending_chance, sampled_outcome
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from tests.games.resonance.late_positions import explicit_mini, late_position
from tests.games.resonance.test_leaks import both_texts, twins_of, variant_of, who_may_know

Log = tuple[tuple[object, ...], ...]  # observations and actions of a seat


class Walker:
    """Walks all histories below a position and keeps, for each seat and information state, the ways of the seat to it."""

    def __init__(self, variant: ResonanceVariant) -> None:
        self.variant = variant
        self.logs: list[dict[str, set[Log]]] = [{} for _ in range(variant.num_seats)]
        self.masks: list[dict[str, set[bytes]]] = [{} for _ in range(variant.num_seats)]

    def visit(self, games: np.ndarray, states: InformationStates, logs: list[Log]) -> None:
        variant = self.variant
        if variant.done(games)[0]:
            return
        for outcome in variant.chance_outcomes(games):
            child = games.copy()
            variant.apply_chance(child, outcome)
            self.visit(child, states, logs)
        acting, legal = variant.acting(games), variant.legal(games)
        if not acting.any():
            return
        seen = variant.observe(games, "recall")
        states = states.rows(np.array([0]))
        states.see(acting, seen)
        logs = [self._look(seat, logs[seat], bool(acting[0, seat]), seen[0, seat].tobytes()) for seat in range(len(logs))]
        for seat in np.flatnonzero(acting[0]).tolist():
            key = states.name(0, seat)
            self.logs[seat].setdefault(key, set()).add(logs[seat])
            self.masks[seat].setdefault(key, set()).add(legal[0, seat].tobytes())
        for joint in itertools.product(*(np.flatnonzero(row).tolist() for row in legal[0])):
            child, after = games.copy(), states.rows(np.array([0]))
            after.act(acting, np.array([joint]))
            variant.step(child, np.array([joint]))
            did = [(*log, (joint[seat],)) if acting[0, seat] else log for seat, log in enumerate(logs)]
            self.visit(child, after, did)

    @staticmethod
    def _look(seat: int, log: Log, asked: bool, seen: bytes) -> Log:
        is_known = bool(log) and log[-1][-1] == seen
        return log if is_known and not asked else (*log, (asked, seen))


@pytest.mark.parametrize(("seed", "acts"), [(3, 2), (4, 2), (6, 2)])
def test_r_info_4_a_state_is_one_way_of_seeing_and_doing_and_each_way_is_another_state(seed: int, acts: int) -> None:
    variant, games = explicit_mini(), late_position(seed, acts)
    walker = Walker(variant)
    walker.visit(games, variant.information_states(games), [(), ()])
    game = sequence_form(variant, games)
    for seat, (logs, masks) in enumerate(zip(walker.logs, walker.masks, strict=True)):
        assert all(len(ways) == 1 for ways in logs.values())
        assert len({way for ways in logs.values() for way in ways}) == len(logs)
        assert all(len(mask) == 1 for mask in masks.values())
        assert {key.tobytes().hex() for key in game.trees[seat].keys} == set(logs)


@pytest.mark.compiled
@pytest.mark.parametrize("players", range(2, 9))
def test_r_info_2_and_3_what_a_seat_may_not_know_is_in_no_state(players: int, discards: str) -> None:
    variant = variant_of(players, discards, team_talk=players != 8)
    rng = np.random.default_rng(players)
    twins = [twin for twin in twins_of(variant, 30, seed=players) if not twin.hands]
    assert len(twins) > 10
    for twin in twins:
        # The history is the same for both; any position will do.
        before = twins[int(rng.integers(len(twins)))].games[:1]
        action = variant.legal(before)[0].argmax(axis=-1)

        def state(index: int, seat: int) -> str:
            return variant.information_state([before, twin.games[index : index + 1]], [action], seat)  # noqa: B023

        assert twin.observer is not None
        assert state(0, twin.observer) == state(1, twin.observer), both_texts(variant, twin)
        for seat, _ in who_may_know(twin, Counter()):
            assert state(0, seat) != state(1, seat), both_texts(variant, twin)


def test_r_team_4_a_choice_is_known_to_the_partner_alone_while_others_choose() -> None:
    variant = SPEC.variant(6)
    games = variant.start([0])
    positions, actions = [games.copy()], []
    while games[0]["phase"] != v.PHASE_ACT:
        actions.append(variant.legal(games)[0].argmax(axis=-1))
        variant.step(games, actions[-1][None])
        positions.append(games.copy())
    assert variant.acting(games)[0].tolist() == [True, False] * 3
    states = []
    for place in (0, 1):
        chosen = variant.legal(games)[0].argmax(axis=-1)
        chosen[2] = np.flatnonzero(variant.legal(games)[0, 2])[place]
        after = games.copy()
        variant.step(after, chosen[None])
        assert variant.acting(after)[0].tolist() == [False, True] * 3
        states.append([variant.information_state([*positions, after], [*actions, chosen], seat) for seat in range(6)])
    assert [one == other for one, other in zip(*states, strict=True)] == [True, True, False, False, True, True]


@pytest.mark.parametrize("players", [2, 4])
def test_stops_at_chance_events_are_in_no_state(players: int) -> None:
    cards = "mini" if players == 2 else "house"
    sampled, explicit = SPEC.variant(players, cards=cards), SPEC.variant(players, cards=cards, explicit_chance=True)
    rng = np.random.default_rng(0)
    games, stopped = sampled.new_games(1), explicit.new_games(1)
    for variant, start in ((sampled, games), (explicit, stopped)):
        variant.reset(start, np.array([5], dtype=np.uint64))
    positions: list[np.ndarray] = []
    others: list[np.ndarray] = []
    actions: list[np.ndarray] = []
    while not sampled.done(games)[0]:
        while stopped[0]["phase"] == v.PHASE_CHANCE:
            outcome = sampled_outcome(stopped[0], explicit.card_set.cards[0], pending_chance(stopped[0]))
            explicit.apply_chance(stopped, int(outcome))
        positions.append(games.copy())
        others.append(stopped.copy())
        for seat in range(players):
            state = sampled.information_state(positions, actions, seat)
            assert state == explicit.information_state(others, actions, seat)
            assert len(state) == 32
        actions.append((rng.random((players, sampled.num_actions)) * sampled.legal(games)[0]).argmax(axis=-1))
        sampled.step(games, actions[-1][None])
        explicit.step(stopped, actions[-1][None])
    ends = [sampled.information_state(positions[:time], actions[: time - 1], 0) for time in range(1, len(positions) + 1)]
    assert len(set(ends)) > 2


def test_positions_and_actions_must_fit() -> None:
    variant = SPEC.variant(3)
    games = variant.start([0])
    with pytest.raises(UsageError, match="expected an action after each position but the last, got 1 and 1"):
        variant.information_state([games], [np.zeros(3, dtype=np.int64)], 0)
