"""The terms of the loss against numbers worked out by hand, and their schedules."""

import math

import numpy as np
import pytest
import torch

from resonance_env.train.ppo.actor_critic import Batch, Evaluation, masked
from resonance_env.train.ppo.loss_terms import EntropyTerm, MagnetTerm, PolicyTerm, TeacherTerm, ValueTerm
from resonance_env.train.ppo.rollout_buffer import NOT_TAUGHT
from resonance_env.train.ppo.schedules import constant, fading, linear
from resonance_env.train.ppo.trainer import explained_variance
from tests.train.training_runs import trainer_of


def test_the_mask_leaves_exactly_no_probability() -> None:
    logits = masked(torch.tensor([[50.0, 1.0, 2.0]]), torch.tensor([[0, 1, 1]], dtype=torch.int8))

    probabilities = torch.softmax(logits, dim=1)[0].tolist()
    assert probabilities[0] == 0.0
    assert probabilities[2] == pytest.approx(1 / (1 + math.exp(-1)))


def now(logits: torch.Tensor, value: torch.Tensor | None = None) -> Evaluation:
    values = torch.zeros(len(logits)) if value is None else value
    return Evaluation(torch.log_softmax(logits, dim=1), torch.softmax(logits, dim=1), values)


def scalars(values: dict[str, torch.Tensor]) -> dict[str, float]:
    return {name: value.item() for name, value in values.items()}


# Two decisions between two actions. New probabilities of the chosen ones: 0.8 and 0.3; they were 0.5 and 0.4.
PROBABILITIES = torch.tensor([[0.8, 0.2], [0.7, 0.3]])
ENTROPIES = [-sum(p * math.log(p) for p in row) for row in PROBABILITIES.tolist()]
BATCH: Batch = {
    "action": torch.tensor([0, 1]),
    "log_probability": torch.tensor([0.5, 0.4]).log(),
    "advantage": torch.tensor([2.0, -1.0]),
    "target": torch.tensor([0.0, 1.0]),
}


def test_the_clipped_surrogate_by_hand() -> None:
    loss, logged = PolicyTerm(clip=0.2).value(BATCH, now(PROBABILITIES.log()))
    # Ratios 1.6 and 0.75: the first is clipped at 1.2; the second, with a negative advantage, at 0.8, which is the worse one.
    assert loss.item() == pytest.approx(-(1.2 * 2.0 - 0.8 * 1.0) / 2)
    assert scalars(logged) == {
        "loss/policy": pytest.approx(loss.item()),
        "policy/kl": pytest.approx(((0.6 - math.log(1.6)) + (-0.25 - math.log(0.75))) / 2),
        "policy/clip_fraction": 1.0,
    }


def test_the_error_of_the_values_by_hand() -> None:
    loss, logged = ValueTerm(constant(0.5)).value(BATCH, now(PROBABILITIES.log(), torch.tensor([1.0, -1.0])))
    assert loss.item() == pytest.approx(0.5 * (1.0 + 4.0) / 2)
    assert scalars(logged) == {"loss/value": pytest.approx(1.25)}


def test_entropy_is_to_be_large() -> None:
    loss, logged = EntropyTerm(constant(0.01)).value(BATCH, now(PROBABILITIES.log()))
    assert loss.item() == pytest.approx(-sum(ENTROPIES) / 2)
    assert scalars(logged) == {"policy/entropy": pytest.approx(sum(ENTROPIES) / 2)}


def test_the_divergence_from_the_magnet_by_hand() -> None:
    trainer = trainer_of(magnet=0.1)
    (term,) = (term for term in trainer.terms if isinstance(term, MagnetTerm))
    assert term.weight(1.0) == term.weight(0.0) == 0.1
    loss, logged = term.value({**BATCH, "magnet": torch.full((2, 2), 0.5).log()}, now(PROBABILITIES.log()))
    assert loss.item() == pytest.approx(sum(math.log(2) - entropy for entropy in ENTROPIES) / 2)
    assert logged == {"policy/magnet_kl": loss}


def test_the_magnet_is_the_policy_of_some_updates_ago() -> None:
    trainer = trainer_of(magnet=0.1, magnet_every=2)
    (term,) = (term for term in trainer.terms if isinstance(term, MagnetTerm))
    for _ in range(3):
        before = trainer.model.network.value_head.bias.item()
        trainer.update(1.0)
        magnet = term.magnet.value_head.bias.item()
        assert (magnet == before) == (trainer.updates % 2 == 1)


@pytest.mark.parametrize(
    ("teacher", "expected"),
    [
        ([1, 1], -(math.log(0.2) + math.log(0.3)) / 2),
        ([NOT_TAUGHT, 1], -math.log(0.3)),
        ([NOT_TAUGHT, NOT_TAUGHT], 0.0),
    ],
)
def test_the_cross_entropy_with_a_teacher_by_hand(teacher: list[int], expected: float) -> None:
    loss, logged = TeacherTerm(constant(1.0)).value({**BATCH, "teacher": torch.tensor(teacher)}, now(PROBABILITIES.log()))
    assert loss.item() == pytest.approx(expected)
    assert logged == {"policy/teacher_loss": loss}


def test_clipped_choices_give_no_gradient_and_illegal_ones_none_ever() -> None:
    logits = torch.zeros((2, 3), requires_grad=True)
    legal = torch.tensor([[1, 1, 0], [1, 1, 1]], dtype=torch.int8)
    batch: Batch = {
        "action": torch.tensor([0, 0]),
        "log_probability": torch.tensor([0.25, 1 / 3]).log(),
        "advantage": torch.ones(2),
    }
    evaluation = now(masked(logits, legal))
    PolicyTerm(clip=0.2).value(batch, evaluation).loss.backward(retain_graph=True)

    assert logits.grad is not None
    assert logits.grad[0].tolist() == [0.0, 0.0, 0.0]  # ratio 2, advantage above 0
    assert logits.grad[1, 0] < 0.0 < logits.grad[1, 1]
    EntropyTerm(constant(1.0)).value(batch, evaluation).loss.backward()
    assert logits.grad[0, 2] == 0.0
    assert logits.grad.isfinite().all()


def test_schedules() -> None:
    assert [constant(0.3)(remaining) for remaining in (1.0, 0.5, 0.0)] == [0.3, 0.3, 0.3]
    assert [linear(0.03, 0.01)(remaining) for remaining in (1.0, 0.5, 0.0)] == pytest.approx([0.03, 0.02, 0.01])
    assert [fading(2.0, 0.5)(remaining) for remaining in (1.0, 0.75, 0.5, 0.2)] == pytest.approx([2.0, 1.0, 0.0, 0.0])
    assert fading(2.0, 0.0)(1.0) == 0.0


def test_explained_variance() -> None:
    target = np.array([1.0, -1.0, 0.5], dtype=np.float32)
    assert explained_variance(target, target) == 1.0
    assert explained_variance(target, np.zeros(3, dtype=np.float32)) == 0.0
    assert explained_variance(np.ones(3, dtype=np.float32), target) == 0.0
