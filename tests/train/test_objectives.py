"""Losses against numbers worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from resonance_env.train.ppo.objectives import NOT_ADVISED, explained_variance, masked, ppo_loss


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
