"""Advantages against numbers worked out by hand and against slow plain forms."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from resonance_env.play.advantages import advantages, advantages_by_step


def columns(**lists: list[float]) -> dict[str, np.ndarray]:
    types = {"slot": np.int64, "is_last": np.bool_}
    return {name: np.array(values, dtype=types.get(name, np.float32)) for name, values in lists.items()}


def test_advantages_by_hand() -> None:
    # Slot 0: two decisions, then the end with +1. Slot 1, in between: one decision and its episode's end with -1; then the
    # next episode, one decision whose outcome is known by the value of the one after, which itself stays open.
    made = columns(
        slot=[0, 1, 0, 1, 1],
        reward=[0.0, -1.0, 1.0, 0.0, 0.0],
        value=[0.5, 0.2, 0.25, 0.1, 0.4],
        potential=[0.0] * 5,
        is_last=[False, True, True, False, False],
        bootstrap=[0.0] * 5,
    )
    advantage, is_known = advantages(**made, num_slots=2, gamma=0.5, gae_lambda=0.5)

    last = 1.0 - 0.25
    first = (0.5 * 0.25 - 0.5) + 0.5 * 0.5 * last
    np.testing.assert_allclose(advantage, [first, -1.0 - 0.2, last, 0.5 * 0.4 - 0.1, 0.0], rtol=1e-6)
    assert is_known.tolist() == [True, True, True, True, False]


def test_a_truncated_episode_is_bootstrapped_by_hand() -> None:
    # Slot 0 is cut after its second decision, at a position worth 0.8; slot 1 terminates, where nothing follows whatever is
    # written there; slot 2 is cut after a single decision that was paid 2.
    made = columns(
        slot=[0, 1, 0, 2],
        reward=[1.0, 3.0, -1.0, 2.0],
        value=[0.5, 0.2, 0.25, 0.1],
        potential=[0.0] * 4,
        is_last=[False, True, True, True],
        bootstrap=[9.0, 0.0, 0.8, 0.4],
    )
    advantage, is_known = advantages(**made, num_slots=3, gamma=0.5, gae_lambda=0.5)

    second = -1.0 + 0.5 * 0.8 - 0.25
    first = (1.0 + 0.5 * 0.25 - 0.5) + 0.25 * second
    np.testing.assert_allclose(advantage, [first, 3.0 - 0.2, second, 2.0 + 0.5 * 0.4 - 0.1], rtol=1e-6)
    assert is_known.all()


def test_shaping_adds_the_discounted_difference_of_potentials() -> None:
    made = columns(
        slot=[0, 0], reward=[0.0, 1.0], value=[0.5, 0.25], potential=[0.1, 0.3], is_last=[False, True], bootstrap=[0.0, 0.0]
    )
    advantage, _ = advantages(**made, num_slots=1, gamma=0.5, gae_lambda=1.0)

    second = (1.0 - 0.3) - 0.25  # the potential after the end is 0
    first = (0.5 * 0.3 - 0.1) + 0.5 * 0.25 - 0.5 + 0.5 * second
    np.testing.assert_allclose(advantage, [first, second], rtol=1e-6)


@st.composite
def rollouts(draw: st.DrawFn) -> tuple[dict[str, np.ndarray], int, float, float]:
    num_slots, count = draw(st.integers(1, 4)), draw(st.integers(0, 30))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    made = {
        "slot": rng.integers(0, num_slots, count),
        "is_last": rng.random(count) < 0.25,
        **{name: rng.normal(size=count).astype(np.float32) for name in ("reward", "value", "potential", "bootstrap")},
    }
    return made, num_slots, draw(st.floats(0, 1)), draw(st.floats(0, 1))


@given(rollouts())
def test_advantages_are_what_the_definition_says(rollout: tuple[dict[str, np.ndarray], int, float, float]) -> None:
    """Equation 16 of Schulman et al. as it is written: the discounted sum of one-step errors, slot by slot."""
    made, num_slots, gamma, gae_lambda = rollout
    advantage, is_known = advantages(**made, num_slots=num_slots, gamma=gamma, gae_lambda=gae_lambda)

    for slot in range(num_slots):
        rows = np.flatnonzero(made["slot"] == slot).tolist()
        for place, row in enumerate(rows):
            following = rows[place:]
            episode = []
            for of in following:
                episode.append(of)
                if made["is_last"][of]:
                    break
            is_open = not made["is_last"][episode[-1]]
            assert is_known[row] == (len(episode) > 1 or not is_open)
            worth = [float(made["value"][of] + made["potential"][of]) for of in episode]
            worth.append(float(made["bootstrap"][episode[-1]]))
            known = episode[:-1] if is_open else episode
            errors = [float(made["reward"][of]) + gamma * worth[k + 1] - worth[k] for k, of in enumerate(known)]
            expected = sum((gamma * gae_lambda) ** k * error for k, error in enumerate(errors))
            assert advantage[row] == pytest.approx(expected, abs=1e-4)


def test_advantages_by_step_by_hand() -> None:
    # Slot 0 decides, waits (and is paid 2), decides, and its episode goes on. Slot 1 waits, decides, then its episode ends; the
    # next begins with a decision.
    reward = np.array([[1.0, 5.0], [2.0, -1.0], [0.5, 0.25]], dtype=np.float32)
    value = np.array([[0.1, 7.0], [7.0, 0.2], [0.3, 0.4]], dtype=np.float32)
    is_decision = np.array([[True, False], [False, True], [True, True]])
    ends = np.array([[False, False], [False, True], [False, False]])
    advantage = advantages_by_step(reward, value, is_decision, ends, np.array([0.6, 0.8], np.float32), 0.5, 0.5)

    last = 0.5 + 0.5 * 0.6 - 0.3
    first = (1.0 + 2.0 + 0.5 * 0.3 - 0.1) + 0.25 * last
    np.testing.assert_allclose(advantage, [[first, 0.0], [0.0, -1.0 - 0.2], [last, 0.25 + 0.5 * 0.8 - 0.4]], rtol=1e-5)


@given(st.integers(0, 2**32 - 1), st.integers(1, 4), st.integers(1, 12), st.floats(0, 1), st.floats(0, 1))
def test_both_forms_agree(seed: int, num_slots: int, num_steps: int, gamma: float, gae_lambda: float) -> None:
    rng = np.random.default_rng(seed)
    shape = (num_steps, num_slots)
    reward, value = rng.normal(size=(2, *shape)).astype(np.float32)
    is_decision, ends = rng.random(shape) < 0.6, rng.random(shape) < 0.2
    last_value = rng.normal(size=num_slots).astype(np.float32)
    by_step = advantages_by_step(reward, value, is_decision, ends, last_value, gamma, gae_lambda)

    rows: list[tuple[int, int]] = []  # the decisions, as a trainer would list them
    columns: list[dict[str, float]] = []
    is_open = dict.fromkeys(range(num_slots), -1)
    for step in range(num_steps):
        for slot in range(num_slots):
            if is_decision[step, slot]:
                is_open[slot] = len(rows)
                rows.append((step, slot))
                columns.append({"reward": 0.0, "is_last": False, "bootstrap": 0.0})
            if is_open[slot] >= 0:
                columns[is_open[slot]]["reward"] += float(reward[step, slot])
                if ends[step, slot]:
                    columns[is_open[slot]]["is_last"] = True
                    is_open[slot] = -1
    for slot, row in is_open.items():
        if row >= 0:
            columns[row] |= {"is_last": True, "bootstrap": float(last_value[slot])}
    expected = np.zeros(shape)
    if rows:
        steps, slots = np.array(rows).T
        made = {name: np.array([column[name] for column in columns], np.float32) for name in ("reward", "bootstrap")}
        is_last = np.array([column["is_last"] for column in columns])
        expected[steps, slots], _ = advantages(
            slots, made["reward"], value[steps, slots], np.zeros(len(rows), np.float32), is_last, made["bootstrap"],
            num_slots, gamma, gae_lambda,
        )  # fmt: skip
    np.testing.assert_allclose(by_step, expected, atol=1e-4)
