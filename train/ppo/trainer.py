"""PPO self-play: one policy plays all seats of a batch of games, and learns from every real decision.

Read it from top to bottom. `Trainer.update` plays a rollout (`rollout.py`) and learns from it (`learn`, `descend`), with the
networks of `actor_critic.py` and the terms of `loss_terms.py`. All options are either a part of the rollout (`make_parts`) or a
term of the loss (`make_loss_terms`). Measurements, checkpoints and resuming are in `train/run`.

Three things differ from PPO for one player. Only seats that are asked become samples. A seat's next state is its next decision,
not the next step: rewards that come while it waits belong to the decision before. And the last decision of every seat, whose
outcome is not yet known, is carried over to the next rollout, so values are only estimated of positions with a decision of the
seat, except where an episode is truncated (`Rollout.worth_where_truncated`).

With `--memory` a seat also has a memory: the network reads its decisions of a game in order, and the memory changes only at
these decisions. It learns from sequences of them (truncated backpropagation through time): each starts from the memory before
the seat's first decision of the rollout, and ends with the game or the rollout. Without a memory, every decision is its own
sequence.
"""

import time

import numpy as np
import torch

from resonance_env.agents.loading import load_guide
from resonance_env.agents.network.guide import Guide
from resonance_env.core.errors import TrainingError
from resonance_env.core.spec import Variant
from resonance_env.play.advantages import advantages
from resonance_env.train.config import TrainConfig
from resonance_env.train.ppo.actor_critic import ActorCritic, Batch
from resonance_env.train.ppo.loss_terms import make_loss_terms
from resonance_env.train.ppo.rollout import Clock, Rollout
from resonance_env.train.ppo.sampling import gather_scaled
from resonance_env.train.ppo.sequences import by_seat, one_by_one

ADAM_EPSILON = 1e-5  # larger than the library's default, which would amplify the tiny gradients of rare actions


class Trainer:
    """The learning state of a run.

    Attributes:
        model: the networks.
        rollout: the games, their players, and the decisions to learn from.
        terms: the terms of the loss.
        decisions_learned, updates: counts since the start of the run.
        clock: times of the last update.
    """

    def __init__(self, config: TrainConfig, variant: Variant) -> None:
        """Makes games, networks and opponents, all from `config.seed`.

        Raises:
            OptionError: an option does not fit the variant or the machine.
            CheckpointError: the checkpoint to start from, or an opponent, is damaged or was made for something else.
        """
        self.config = config
        self.variant = variant
        self.rng = np.random.default_rng(config.seed)
        torch.manual_seed(config.seed)
        self.model = ActorCritic(config, variant)
        guide = None
        if config.guide is not None:
            guide = Guide(load_guide(config.guide), variant, config.observation, foresight=config.foresight)
        self.rollout = Rollout(config, variant, self.model, guide, self.rng)
        self.terms = make_loss_terms(config, variant, self.model, guide, self.rng)
        self.parameters = self.model.parameters
        self.optimiser = torch.optim.Adam(self.parameters, lr=config.learning_rate, eps=ADAM_EPSILON, fused=True)
        self.decisions_learned = 0
        self.updates = 0
        self.clock = Clock()

    def update(self, progress_remaining: float) -> dict[str, float]:
        """Plays a rollout, learns from it and returns the scalars to log.

        Args:
            progress_remaining: share of the run that is left, in [0, 1], on which all schedules depend.

        Raises:
            TrainingError: it has diverged.
        """
        for term in self.terms:
            term.begin_update(self.model, self.updates)
        self.clock = self.rollout.collect(self.updates, progress_remaining)
        scalars = self.learn(progress_remaining)
        self.updates += 1
        if not all(bool(parameter.isfinite().all()) for parameter in self.parameters):
            raise TrainingError(
                f"expected finite weights, got others after {self.decisions_learned:,} decisions: training has diverged; start "
                f"again with a --learning-rate below {self.config.learning_rate}, or go on from an earlier checkpoint with "
                "--start-from"
            )
        return scalars

    def learn(self, progress_remaining: float) -> dict[str, float]:
        """Learns from the decisions whose outcome is known, and carries the others over."""
        began, config, buffer = time.perf_counter(), self.config, self.rollout.buffer
        made = buffer.columns()
        advantage, is_known = advantages(
            made["slot"], made["reward"], made["value"], made["potential"], made["is_last"], made["bootstrap"],
            len(self.rollout.open_row), config.gamma, config.gae_lambda,
        )  # fmt: skip
        known = np.flatnonzero(is_known)
        scalars = {"rollout/decisions": float(len(known))}
        if len(known) > 1:  # a single decision cannot be normalised
            target = advantage + made["value"]
            scalars["value/explained_variance"] = explained_variance(target[known], made["value"][known])
            scalars |= self.descend(known, normalised(advantage, known), target, progress_remaining)
        self.decisions_learned += len(known)
        self.rollout.carry_over(np.flatnonzero(~is_known))
        self.clock.learning = time.perf_counter() - began
        return scalars

    def descend(
        self, known: np.ndarray, advantage: np.ndarray, target: np.ndarray, progress_remaining: float
    ) -> dict[str, float]:
        """Takes the gradient steps of one update.

        Args:
            known: int64, the rows to learn from.
            advantage: float32 `[decision]`, normalised.
            target: float32 `[decision]`, for the values.
            progress_remaining: share of the run that is left.

        Returns:
            The scalars of all terms, averaged over the steps.
        """
        config, model, buffer = self.config, self.model, self.rollout.buffer
        for group in self.optimiser.param_groups:
            group["lr"] = config.learning_rate * progress_remaining
        terms = [term for term in self.terms if term.counts(progress_remaining)]
        has_memory = model.network.memory_width > 0
        sequences = by_seat(known, buffer.slot, buffer.is_last) if has_memory else one_by_one(known)
        num_batches = min(-(-len(known) // config.minibatch), len(sequences))
        # Observations and memories are gathered for every minibatch, see below.
        columns: Batch = {
            name: torch.from_numpy(column) for name, column in buffer.columns().items() if name not in ("observation", "memory")
        }
        columns |= {"advantage": torch.from_numpy(advantage), "target": torch.from_numpy(target)}
        for term in terms:
            columns |= term.columns(model, buffer, sequences, num_batches)
        scale = model.network.input_scale.cpu().numpy()
        features = np.empty((len(known), buffer.observation.shape[1]), dtype=np.float32)
        sums: dict[str, float] = {}
        for _ in range(config.epochs):
            order = self.rng.permutation(len(sequences))
            for part in np.array_split(order, num_batches):  # of nearly equal size, and whole sequences
                rows, sizes = sequences.packed(part)
                chosen = torch.from_numpy(rows)
                batch = {name: column[chosen].to(model.device) for name, column in columns.items()}
                gather_scaled(buffer.observation, rows, scale, features[: len(rows)])
                batch["features"] = model.tensor(features[: len(rows)])
                batch["memory"] = model.tensor(buffer.memory[rows[: sizes[0]]])
                batch["sizes"] = torch.from_numpy(sizes)
                now = model.evaluate(batch)
                values = [term.value(batch, now) for term in terms]
                self.optimiser.zero_grad(set_to_none=True)
                total = [term.weight(progress_remaining) * value.loss for term, value in zip(terms, values, strict=True)]
                torch.stack(total).sum().backward()
                torch.nn.utils.clip_grad_norm_(self.parameters, config.max_gradient)
                self.optimiser.step()
                for value in values:
                    for name, scalar in value.scalars.items():
                        sums[name] = sums.get(name, 0.0) + scalar.item()
        return {name: total / (config.epochs * num_batches) for name, total in sums.items()}


def normalised(advantage: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Returns advantages with mean 0 and standard deviation 1 over the rows `known`."""
    of = advantage[known]
    return np.asarray((advantage - of.mean()) / (of.std() + 1e-8), dtype=np.float32)


def explained_variance(target: np.ndarray, value: np.ndarray) -> float:
    """Returns 1 - var(target - value) / var(target): 1 is perfect, 0 no better than a constant; 0 if all targets are equal."""
    variance = float(np.var(target))
    return 1.0 - float(np.var(target - value)) / variance if variance > 0.0 else 0.0
