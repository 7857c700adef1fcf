"""What PPO computes, as pure functions: the terms of the loss."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

NOT_ADVISED = -1  # stands for the choice of a teacher who was not asked
ILLEGAL = -1e9  # is added to the logit of an illegal action; its probability becomes exactly 0, and all stays finite


def masked(logits: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """Returns logits `[batch, action]` that a softmax turns into a policy over the legal actions (int8, no row all 0)."""
    return logits + (1.0 - legal.float()) * ILLEGAL  # faster than to fill, and a constant for the gradient


class Loss(NamedTuple):
    """The terms of the loss, scalars, and what is logged about them.

    Attributes:
        policy: clipped surrogate, to be minimised.
        value: half the mean squared error.
        entropy: mean entropy of the policy.
        magnet: mean KL divergence from the policy to the magnet, 0 without one.
        teacher: mean cross-entropy with what the teacher would do, where it was asked; 0 without one.
        kl: estimate of the KL divergence from the old policy to the new, mean of ratio - 1 - log ratio (Schulman, 2020).
        clip_fraction: share of the decisions whose ratio lies outside of the clip range.
    """

    policy: torch.Tensor
    value: torch.Tensor
    entropy: torch.Tensor
    magnet: torch.Tensor
    teacher: torch.Tensor
    kl: torch.Tensor
    clip_fraction: torch.Tensor


def ppo_loss(
    logits: torch.Tensor,
    values: torch.Tensor,
    action: torch.Tensor,
    old_log_probability: torch.Tensor,
    advantage: torch.Tensor,
    target: torch.Tensor,
    clip: float,
    magnet: torch.Tensor | None = None,
    teacher: torch.Tensor | None = None,
) -> Loss:
    """Returns the terms of the PPO loss (Schulman et al., 2017, equation 7) for a batch of decisions.

    Args:
        logits: float32 `[batch, action]` of the policy that learns, masked.
        values: float32 `[batch]`, its estimates.
        action: int64 `[batch]`, what was chosen.
        old_log_probability: float32 `[batch]`, of that choice when it was made.
        advantage: float32 `[batch]`.
        target: float32 `[batch]`, for the values.
        clip: how far the ratio of new to old probability counts, to both sides of 1.
        magnet: float32 `[batch, action]`, log-probabilities of the policy to stay near to (Sokota et al., 2023, MMD), or None.
        teacher: int64 `[batch]`, what a teacher would choose (Schmitt et al., 2018, kickstarting), NOT_ADVISED where it was not
            asked; or None.
    """
    log_probabilities = torch.log_softmax(logits, dim=1)
    probabilities = torch.softmax(logits, dim=1)  # `exp` is ten times slower, for the sake of the illegal actions
    log_ratio = log_probabilities.gather(1, action[:, None]).squeeze(1) - old_log_probability
    ratio = log_ratio.exp()
    surrogate = torch.minimum(ratio * advantage, ratio.clamp(1.0 - clip, 1.0 + clip) * advantage)
    nothing = torch.zeros((), device=logits.device)
    divergence = nothing if magnet is None else (probabilities * (log_probabilities - magnet)).sum(dim=1).mean()
    with torch.no_grad():
        kl = (ratio - 1.0 - log_ratio).mean()
        clip_fraction = ((ratio - 1.0).abs() > clip).float().mean()
    return Loss(
        policy=-surrogate.mean(),
        value=0.5 * (values - target).square().mean(),
        entropy=-(probabilities * log_probabilities).sum(dim=1).mean(),
        magnet=divergence,
        teacher=nothing if teacher is None else _cross_entropy(log_probabilities, teacher),
        kl=kl,
        clip_fraction=clip_fraction,
    )


def _cross_entropy(log_probabilities: torch.Tensor, teacher: torch.Tensor) -> torch.Tensor:
    """Returns the mean cross-entropy with a teacher's choices, over the rows for which it was asked; 0 if there are none."""
    is_advised = teacher != NOT_ADVISED
    chosen = log_probabilities.gather(1, teacher.clamp(min=0)[:, None]).squeeze(1)
    return -(chosen * is_advised).sum() / is_advised.sum().clamp(min=1)


def explained_variance(target: np.ndarray, value: np.ndarray) -> float:
    """Returns 1 - var(target - value) / var(target): 1 is perfect, 0 no better than a constant; 0 if all targets are equal."""
    variance = float(np.var(target))
    return 1.0 - float(np.var(target - value)) / variance if variance > 0.0 else 0.0
