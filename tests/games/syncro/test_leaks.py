"""Cards that a mage cannot know are exchanged for others that fit: the compiled rules show the mage the same."""

from typing import Any

import numpy as np
import pytest

from resonance_env.core.layout import OBSERVATION_KINDS
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.spec import SPEC
from tests.games.syncro.test_spec import random_steps

VARIANTS: list[dict[str, Any]] = [
    {"players": 2, "mode": "campaign", "retries": 1, "replay": True},
    {"players": 2, "cards": "mini", "mode": "campaign", "retries": 1},
    {"players": 3, "level": 7, "retries": 2},
    {"players": 4, "level": 9, "replay": True},
    {"players": 5, "mode": "campaign", "chapters": "II", "saves": True, "replay": True},
]

Slot = tuple[str, Any]  # a field of the record that holds a Spell, and the index in it


def hidden_slots(game: np.record, observer: int) -> dict[int | None, list[Slot]]:
    """Returns where Spells lie that the observer cannot tell apart: mixed ones, those of each sum, and (None) all others."""
    seats = int(game["seats"])
    slots: dict[int | None, list[Slot]] = {None: []}
    found: list[tuple[Slot, int, int]] = [
        (("hand", (seat, position)), int(game["marks"][seat, position]), seat)
        for seat in range(seats)
        for position in range(game["held"][seat])
    ]
    for opportunity in range(game["opportunity"]):
        if game["acts"][0, opportunity] == v.DID_ATTACK and not game["act_is_up"][0, opportunity]:
            seat = (int(game["leader"]) + opportunity) % seats
            found.append((("act_value", (0, opportunity)), int(game["act_marks"][opportunity]), seat))
    for slot, marks, seat in found:
        if seat != observer and not marks & v.MARK_KNOWN << observer:
            is_mixed = bool(marks & v.MARK_MIXED << observer)
            if marks & v.MARK_IN_SUM:
                slots.setdefault(10 * seat + is_mixed, []).append(slot)  # within one sum
            else:
                slots.setdefault(100 if is_mixed else None, []).append(slot)
    return slots


def exchange_spells(games: np.ndarray, observer: int, rng: np.random.Generator) -> np.ndarray:
    """Returns the position with Spells dealt anew to where the observer cannot tell them apart; the pile takes part."""
    other = games.copy()
    game = other[0]
    for group, slots in hidden_slots(games[0], observer).items():
        values = [int(game[field][index]) for field, index in slots]
        if group is None:
            values += [value + 1 for value in range(v.MAX_VALUE) for _ in range(game["pile"][value])]
        values = rng.permutation(values).tolist()
        for field, index in slots:
            game[field][index] = values.pop()
        if group is None:
            game["pile"] = np.bincount(np.array(values, dtype=np.int64), minlength=v.MAX_VALUE + 1)[1:]
    return other


def exchange_rewards(games: np.ndarray, observer: int, rng: np.random.Generator) -> np.ndarray:
    """Returns the position with the Rewards of others and of the pile dealt anew."""
    other = games.copy()
    game = other[0]
    holders = [seat for seat in range(game["seats"]) if seat != observer and game["reward"][seat] != v.NOTHING]
    kinds = [int(game["reward"][seat]) for seat in holders]
    kinds += [kind for kind in range(v.MAX_REWARDS) for _ in range(game["reward_pile"][kind])]
    kinds = rng.permutation(np.array(kinds, dtype=np.int64)).tolist()
    for seat in holders:
        game["reward"][seat] = kinds.pop()
    game["reward_pile"] = np.bincount(np.array(kinds, dtype=np.int64), minlength=v.MAX_REWARDS)
    return other


@pytest.mark.compiled
@pytest.mark.parametrize("options", VARIANTS)
def test_sy_info_2_hidden_cards_do_not_show(options: dict[str, Any]) -> None:
    """SY-INFO-3, SY-OBS-2: nor does the seed; SY-ASK-6: masks depend on open things and the own Reward."""
    variant, rng, changes = SPEC.variant(**options), np.random.default_rng(0), 0
    for seed in range(2):
        for number, games in enumerate(random_steps(variant, seed)):
            observer = number % variant.num_seats
            seen, legal = {kind: variant.observe(games, kind)[0] for kind in OBSERVATION_KINDS}, variant.legal(games)
            spells, rewards = exchange_spells(games, observer, rng), exchange_rewards(games, observer, rng)
            rewards["seed"] += 1
            for other in (spells, rewards):
                for kind, rows in seen.items():
                    assert (variant.observe(other, kind)[0, observer] == rows[observer]).all()
                    changes += int((variant.observe(other, kind)[0] != rows).any())
                assert (variant.legal(other)[0, observer] == legal[0, observer]).all()
                assert (variant.acting(other) == variant.acting(games)).all()
                if number % 8 == 0:
                    assert variant.render(other, 0, observer) == variant.render(games, 0, observer)
                    assert variant.view(other, 0, observer) == variant.view(games, 0, observer)
            assert (variant.legal(spells) == legal).all()
            if number % 40 == 0:
                assert (variant.picture(spells, 0, observer) == variant.picture(games, 0, observer)).all()
    assert changes > 50


def test_sy_info_4_the_table_does_not_tell_the_discard() -> None:
    """Spells change places between pile and discard: `table` is the same to all, `recall` is not."""
    variant = SPEC.variant(4)
    for games in random_steps(variant, 1):
        other, game = games.copy(), games[0]
        ways = [
            (a, b) for a in range(v.MAX_VALUE) for b in range(v.MAX_VALUE) if a != b and game["pile"][a] and game["discard"][b]
        ]
        if ways:
            (low, high), changed = ways[0], other[0]
            changed["pile"][[low, high]] += np.array([-1, 1], dtype=np.int8)
            changed["discard"][[low, high]] += np.array([1, -1], dtype=np.int8)
            assert (variant.observe(other) == variant.observe(games)).all()
            assert (variant.observe(other, "recall") != variant.observe(games, "recall")).any()
            return
    raise AssertionError("no game with a discard")


def test_sy_info_2_information_states_tell_what_a_mage_has_seen_and_nothing_else() -> None:
    """Deals of mini with the same open cards: states are the same just where the own hand and the own estimates are."""
    variant = SPEC.variant(2, cards="mini")
    estimates = [np.array(given) for given in ((75, 75), (75, 76))]
    seen: dict[tuple[object, ...], set[str]] = {}
    for seed in range(40):
        before = variant.start([seed])
        for given in estimates:
            after = before.copy()
            variant.step(after, given[None])
            hand, foes = before[0]["hand"][0].tolist(), before[0]["foe"].tolist()
            state = variant.information_state([before, after], [given], 0)
            seen.setdefault((*hand, *foes, given[1]), set()).add(state)
    assert all(len(states) == 1 for states in seen.values())
    assert len(set.union(*seen.values())) == len(seen) < 40
