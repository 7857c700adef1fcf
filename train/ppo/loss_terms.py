"""The terms of the loss, one class each: what it computes, how its weight changes over the run, and what it logs.

    total = sum of weight(progress_remaining) * loss over all terms

A run has the first three, which are PPO, and one more for each option that needs one.
"""

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np
import torch

from resonance_env.agents.network.guide import Guide
from resonance_env.agents.network.policy_network import PolicyNetwork, make_network
from resonance_env.core.spec import Variant
from resonance_env.train.config import TrainConfig
from resonance_env.train.ppo.actor_critic import ActorCritic, Batch, Evaluation, masked
from resonance_env.train.ppo.demonstrations import Demonstrations
from resonance_env.train.ppo.rollout_buffer import NOT_TAUGHT, RolloutBuffer
from resonance_env.train.ppo.schedules import Schedule, constant, linear, teacher_schedule
from resonance_env.train.ppo.sequences import Sequences


class TermValue(NamedTuple):
    """A term of one minibatch: what is minimised, and what is logged, by name."""

    loss: torch.Tensor
    scalars: dict[str, torch.Tensor]


class LossTerm(ABC):
    """A term of the loss.

    Attributes:
        weight: its schedule.
    """

    def __init__(self, weight: Schedule) -> None:
        self.weight = weight

    def counts(self, progress_remaining: float) -> bool:
        """Returns whether the term is computed and logged in this update; by default always, also with a weight of 0."""
        return True

    def begin_update(self, model: ActorCritic, updates: int) -> None:  # noqa: B027, most terms have nothing to do
        """Prepares for an update before its rollout; `updates` is the number of earlier updates."""

    def columns(self, model: ActorCritic, buffer: RolloutBuffer, sequences: Sequences, num_batches: int) -> Batch:
        """Returns columns `[decision, ...]` that the term needs and that do not change during an update.

        Args:
            model: the networks.
            buffer: the decisions.
            sequences: the sequences to learn from; other rows are not read.
            num_batches: number of parts to compute one after the other.
        """
        return {}

    @abstractmethod
    def value(self, batch: Batch, now: Evaluation) -> TermValue:
        """Returns the term of a minibatch, given its columns and the current output of the networks."""

    def modules(self) -> dict[str, torch.nn.Module]:
        """Returns networks that the term keeps and that a resumed run needs, by name."""
        return {}


class PolicyTerm(LossTerm):
    """The clipped surrogate (Schulman et al., 2017, equation 7).

    Logs the loss; an estimate of the KL divergence from the old policy to the new, the mean of ratio - 1 - log ratio (Schulman,
    2020); and the share of the decisions whose ratio lies outside of the clip range.
    """

    def __init__(self, clip: float) -> None:
        """Sets the clip range: the ratio of new to old probability counts up to this distance from 1."""
        super().__init__(constant(1.0))
        self._clip = clip

    def value(self, batch: Batch, now: Evaluation) -> TermValue:
        advantage = batch["advantage"]
        log_ratio = _of_chosen(now.log_probabilities, batch["action"]) - batch["log_probability"]
        ratio = log_ratio.exp()
        surrogate = torch.minimum(ratio * advantage, ratio.clamp(1.0 - self._clip, 1.0 + self._clip) * advantage)
        loss = -surrogate.mean()
        with torch.no_grad():
            kl = (ratio - 1.0 - log_ratio).mean()
            clip_fraction = ((ratio - 1.0).abs() > self._clip).float().mean()
        return TermValue(loss, {"loss/policy": loss, "policy/kl": kl, "policy/clip_fraction": clip_fraction})


class ValueTerm(LossTerm):
    """Half the mean squared error of the values."""

    def value(self, batch: Batch, now: Evaluation) -> TermValue:
        loss = 0.5 * (now.value - batch["target"]).square().mean()
        return TermValue(loss, {"loss/value": loss})


class EntropyTerm(LossTerm):
    """The mean entropy of the policy; the loss is its negative."""

    def value(self, batch: Batch, now: Evaluation) -> TermValue:
        entropy = -(now.probabilities * now.log_probabilities).sum(dim=1).mean()
        return TermValue(-entropy, {"policy/entropy": entropy})


class MagnetTerm(LossTerm):
    """The mean KL divergence from the policy to a magnet, an older copy of itself (Sokota et al., 2023, MMD).

    Attributes:
        magnet: the copy; it is renewed every `every` updates.
    """

    def __init__(self, weight: Schedule, every: int, model: ActorCritic, layout_size: int, num_actions: int) -> None:
        super().__init__(weight)
        self._every = every
        self.magnet: PolicyNetwork = make_network(layout_size, num_actions, model.network_spec).to(model.device)

    def begin_update(self, model: ActorCritic, updates: int) -> None:
        if updates % self._every == 0:
            self.magnet.load_state_dict(model.network.state_dict())

    def columns(self, model: ActorCritic, buffer: RolloutBuffer, sequences: Sequences, num_batches: int) -> Batch:
        """Returns the magnet's policy, with the policy's memory at the start of each sequence."""
        result = torch.zeros((buffer.count, buffer.legal.shape[1]))
        with torch.inference_mode():
            for part in np.array_split(np.arange(len(sequences)), num_batches):
                rows, sizes = sequences.packed(part)
                columns = (buffer.observation[rows], buffer.advice[rows], buffer.memory[rows[: sizes[0]]])
                logits = self.magnet(*(model.tensor(column) for column in columns), torch.from_numpy(sizes)).logits
                log_probabilities = torch.log_softmax(masked(logits, model.tensor(buffer.legal[rows])), dim=1)
                result[torch.from_numpy(rows)] = log_probabilities.cpu()
        return {"magnet": result}

    def value(self, batch: Batch, now: Evaluation) -> TermValue:
        divergence = (now.probabilities * (now.log_probabilities - batch["magnet"])).sum(dim=1).mean()
        return TermValue(divergence, {"policy/magnet_kl": divergence})

    def modules(self) -> dict[str, torch.nn.Module]:
        return {"magnet": self.magnet}


class TeacherTerm(LossTerm):
    """The mean cross-entropy with a teacher's choices, where it was asked (Schmitt et al., 2018, kickstarting); else 0."""

    def counts(self, progress_remaining: float) -> bool:
        """Returns whether the weight is above 0; after that the teacher is no longer asked."""
        return self.weight(progress_remaining) > 0.0

    def value(self, batch: Batch, now: Evaluation) -> TermValue:
        choice = batch["teacher"]
        is_taught = choice != NOT_TAUGHT
        chosen = _of_chosen(now.log_probabilities, choice.clamp(min=0))
        loss = -(chosen * is_taught).sum() / is_taught.sum().clamp(min=1)
        return TermValue(loss, {"policy/teacher_loss": loss})


class CloningTerm(LossTerm):
    """The mean cross-entropy with recorded decisions, sampled for every minibatch (behaviour cloning)."""

    def __init__(
        self, weight: Schedule, demonstrations: Demonstrations, batch: int, model: ActorCritic, rng: np.random.Generator
    ) -> None:
        super().__init__(weight)
        self._demonstrations, self._batch, self._model, self._rng = demonstrations, batch, model, rng
        self._scale = model.network.input_scale.cpu().numpy()

    def value(self, batch: Batch, now: Evaluation) -> TermValue:
        drawn = self._demonstrations.draw(self._batch, self._scale, self._rng)
        drawn = {name: column.to(self._model.device) for name, column in drawn.items()}
        logits = masked(self._model.network.read(drawn["features"], drawn["advice"]).logits, drawn["legal"])
        loss = torch.nn.functional.cross_entropy(logits, drawn["action"])
        return TermValue(loss, {"policy/cloning_loss": loss})


def make_loss_terms(
    config: TrainConfig, variant: Variant, model: ActorCritic, guide: Guide | None, rng: np.random.Generator
) -> list[LossTerm]:
    """Returns the terms of a configuration.

    Raises:
        OptionError: a folder of demonstrations does not fit.
        UsageError: an agent has recorded no decision, or a file is damaged.
        CheckpointError: demonstrations belong to something else.
    """
    terms: list[LossTerm] = [PolicyTerm(config.clip)]
    if config.magnet:
        layout_size = variant.layout(config.observation).size
        terms.append(MagnetTerm(constant(config.magnet), config.magnet_every, model, layout_size, variant.num_actions))
    terms.append(ValueTerm(constant(config.value_weight)))
    terms.append(EntropyTerm(linear(config.entropy, config.entropy_end)))
    if config.teacher is not None:
        terms.append(TeacherTerm(teacher_schedule(config)))
    if config.demonstrations:
        demonstrations = Demonstrations(config.demonstrations, variant, config.observation, guide)
        weight = linear(config.demonstration_weight)
        terms.append(CloningTerm(weight, demonstrations, config.demonstration_batch, model, rng))
    return terms


def _of_chosen(log_probabilities: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
    """Returns float32 `[batch]`: the entries of `[batch, action]` at int64 `[batch]`."""
    return log_probabilities.gather(1, action[:, None]).squeeze(1)
