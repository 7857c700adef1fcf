"""Advantages and losses against numbers worked out by hand and against slow plain forms."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from resonance_env.train.ppo.objectives import NOT_ADVISED, advantages, explained_variance, masked, ppo_loss


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
    )
    advantage, is_known = advantages(**made, num_slots=2, gamma=0.5, gae_lambda=0.5)

    last = 1.0 - 0.25
    first = (0.5 * 0.25 - 0.5) + 0.5 * 0.5 * last
    np.testing.assert_allclose(advantage, [first, -1.0 - 0.2, last, 0.5 * 0.4 - 0.1, 0.0], rtol=1e-6)
    assert is_known.tolist() == [True, True, True, True, False]


def test_shaping_adds_the_discounted_difference_of_potentials() -> None:
    made = columns(slot=[0, 0], reward=[0.0, 1.0], value=[0.5, 0.25], potential=[0.1, 0.3], is_last=[False, True])
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
        **{name: rng.normal(size=count).astype(np.float32) for name in ("reward", "value", "potential")},
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
            worth = [float(made["value"][of] + made["potential"][of]) for of in episode] + [0.0]
            known = episode[:-1] if is_open else episode
            errors = [float(made["reward"][of]) + gamma * worth[k + 1] - worth[k] for k, of in enumerate(known)]
            expected = sum((gamma * gae_lambda) ** k * error for k, error in enumerate(errors))
            assert advantage[row] == pytest.approx(expected, abs=1e-4)


def test_the_mask_leaves_exactly_no_probability() -> None:
    logits = masked(torch.tensor([[50.0, 1.0, 2.0]]), torch.tensor([[0, 1, 1]], dtype=torch.int8))

    probabilities = torch.softmax(logits, dim=1)[0].tolist()
    assert probabilities[0] == 0.0
    assert probabilities[2] == pytest.approx(1 / (1 + math.exp(-1)))


def test_losses_by_hand() -> None:
    # Two decisions between two actions. New probabilities of the chosen ones: 0.8 and 0.3; they were 0.5 and 0.4.
    probabilities = torch.tensor([[0.8, 0.2], [0.7, 0.3]])
    loss = ppo_loss(
        probabilities.log(),
        torch.tensor([1.0, -1.0]),
        torch.tensor([0, 1]),
        torch.tensor([0.5, 0.4]).log(),
        torch.tensor([2.0, -1.0]),
        torch.tensor([0.0, 1.0]),
        clip=0.2,
        magnet=torch.full((2, 2), 0.5).log(),
        teacher=torch.tensor([1, 1]),
    )

    # Ratios 1.6 and 0.75: the first is clipped at 1.2; the second, with a negative advantage, at 0.8, which is the worse one.
    assert loss.policy.item() == pytest.approx(-(1.2 * 2.0 - 0.8 * 1.0) / 2)
    assert loss.value.item() == pytest.approx(0.5 * (1.0 + 4.0) / 2)
    entropies = [-sum(p * math.log(p) for p in row) for row in ([0.8, 0.2], [0.7, 0.3])]
    assert loss.entropy.item() == pytest.approx(sum(entropies) / 2)
    assert loss.magnet.item() == pytest.approx(sum(math.log(2) - entropy for entropy in entropies) / 2)
    assert loss.teacher.item() == pytest.approx(-(math.log(0.2) + math.log(0.3)) / 2)
    assert loss.kl.item() == pytest.approx(((0.6 - math.log(1.6)) + (-0.25 - math.log(0.75))) / 2)
    assert loss.clip_fraction.item() == 1.0

    for teacher, expected in ([NOT_ADVISED, 1], -math.log(0.3)), ([NOT_ADVISED, NOT_ADVISED], 0.0):
        logits, values, actions = probabilities.log(), torch.zeros(2), torch.tensor([0, 1])
        partly = ppo_loss(logits, values, actions, torch.zeros(2), values, values, 0.2, teacher=torch.tensor(teacher))
        assert partly.teacher.item() == pytest.approx(expected)


def test_clipped_choices_give_no_gradient_and_illegal_ones_none_ever() -> None:
    logits = torch.zeros((2, 3), requires_grad=True)
    legal = torch.tensor([[1, 1, 0], [1, 1, 1]], dtype=torch.int8)
    loss = ppo_loss(
        masked(logits, legal), torch.zeros(2), torch.tensor([0, 0]), torch.tensor([0.25, 1 / 3]).log(), torch.ones(2),
        torch.zeros(2), clip=0.2,
    )  # fmt: skip
    loss.policy.backward(retain_graph=True)

    assert logits.grad is not None
    assert logits.grad[0].tolist() == [0.0, 0.0, 0.0]  # ratio 2, advantage above 0
    assert logits.grad[1, 0] < 0.0 < logits.grad[1, 1]
    loss.entropy.backward()
    assert logits.grad[0, 2] == 0.0
    assert logits.grad.isfinite().all()


def test_explained_variance() -> None:
    target = np.array([1.0, -1.0, 0.5], dtype=np.float32)
    assert explained_variance(target, target) == 1.0
    assert explained_variance(target, np.zeros(3, dtype=np.float32)) == 0.0
    assert explained_variance(np.ones(3, dtype=np.float32), target) == 0.0
