"""The networks that learn: the policy, and the central critic if there is one."""

from typing import NamedTuple

import numpy as np
import torch

from resonance_env.agents.checkpoint_metadata import NetworkSpec, TrainingRun
from resonance_env.agents.network.policy_network import CentralCritic, PolicyNetwork, blocks_of_seats, input_scale, make_network
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant
from resonance_env.train.config import TrainConfig
from resonance_env.train.ppo.first_weights import first_weights

ILLEGAL = -1e9  # added to the logit of an illegal action: its probability becomes exactly 0, and all values stay finite

Batch = dict[str, torch.Tensor]  # columns of some decisions, by name


class Evaluation(NamedTuple):
    """The current output of policy and critic for a minibatch.

    Attributes:
        log_probabilities: float32 `[decision, action]`, far below 0 where illegal.
        probabilities: float32 `[decision, action]`, exactly 0 where illegal.
        value: float32 `[decision]`.
    """

    log_probabilities: torch.Tensor
    probabilities: torch.Tensor
    value: torch.Tensor


class ActorCritic:
    """The networks that a run trains, on their device.

    Attributes:
        device: the device of the networks.
        network_spec: describes the policy network.
        network: the policy; its own value head is trained unless there is a central critic.
        critic: estimates values from the full position, or None.
        earlier: the runs whose weights the policy started with.
    """

    def __init__(self, config: TrainConfig, variant: Variant) -> None:
        """Makes the networks, with weights drawn from PyTorch's generator or those of a checkpoint.

        Raises:
            OptionError: an option does not fit the variant or the machine.
            CheckpointError: the checkpoint to start from is damaged or was made for something else.
        """
        layout = variant.layout(config.observation)
        self.device = choose_device(config.device)
        self.num_seats = variant.num_seats
        self.network_spec = network_spec(config, variant)
        self.network: PolicyNetwork = make_network(layout.size, variant.num_actions, self.network_spec)
        self.network.initialise(input_scale(layout))
        self.earlier: tuple[TrainingRun, ...] = ()
        if config.start_from is not None and not config.resume:  # a resumed run has its own weights
            weights, self.earlier = first_weights(config.start_from, variant, config.observation, self.network_spec)
            self.network.load_state_dict(weights)
        self.network.to(self.device)
        self.critic: CentralCritic | None = None
        if config.central_critic:
            self.critic = CentralCritic(variant.state_layout.size, variant.num_seats, config.hidden, config.activation)
            self.critic.initialise(input_scale(variant.state_layout))
            self.critic.to(self.device)

    @property
    def parameters(self) -> list[torch.nn.Parameter]:
        return [*self.network.parameters(), *(self.critic.parameters() if self.critic else ())]

    def read(
        self, observation: np.ndarray, advice: np.ndarray, memory: np.ndarray, state: np.ndarray, seat: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Reads single decisions, without gradients.

        Args:
            observation: int8 `[decision, size]`; not empty, since a recurrent core needs at least one row.
            advice: int64 `[decision, width]`, the guide's choices; of width 0 without a guide.
            memory: float32 `[decision, memory]`, before the decision.
            state: int8 `[decision, size of the full position]`; read by a central critic only.
            seat: int64 `[decision]`.

        Returns:
            float32 `[decision, action]` logits, not masked; float32 `[decision]` values; float32 `[decision, memory]`, the
            memory after the decision.
        """
        with torch.inference_mode():
            logits, value, after = self.network(*(self.tensor(column) for column in (observation, advice, memory)))
            if self.critic is not None:
                value = self.critic(self.tensor(state)).gather(1, self.tensor(seat)[:, None]).squeeze(1)
        return logits.cpu().numpy(), value.cpu().numpy(), after.cpu().numpy()

    def evaluate(self, batch: Batch) -> Evaluation:
        """Reads sequences of decisions, with gradients.

        Args:
            batch: columns as in `RolloutBuffer`, scaled `features` instead of observations, `memory` of the first decision of
                each sequence, and `sizes`; the decisions in the order of `Sequences.packed`.
        """
        logits, value, _ = self.network.read(batch["features"], batch["advice"], batch["memory"], batch["sizes"])
        if self.critic is not None:
            seat = batch["slot"] % self.num_seats
            value = self.critic(batch["state"]).gather(1, seat[:, None]).squeeze(1)
        logits = masked(logits, batch["legal"])
        # The exponential of `log_softmax` is ten times slower, because of the illegal actions.
        return Evaluation(torch.log_softmax(logits, dim=1), torch.softmax(logits, dim=1), value)

    def tensor(self, array: np.ndarray) -> torch.Tensor:
        """Returns an array on the device."""
        return torch.from_numpy(array).to(self.device)


def masked(logits: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """Returns logits `[batch, action]` that a softmax turns into a policy over the legal actions (int8, no row all 0)."""
    return logits + (1.0 - legal.float()) * ILLEGAL  # faster than to fill, and a constant for the gradient


def network_spec(config: TrainConfig, variant: Variant) -> NetworkSpec:
    """Returns the description of the network to train.

    Raises:
        OptionError: the game has no rows about seats, which a set network needs, or there is no hidden layer, which set and
            guided networks need.
    """
    if config.guide is not None and not config.hidden:
        raise OptionError(
            "expected, with --guide, at least one layer in --hidden, got none; the first layer reads the guide's choice"
        )
    foresight = variant.num_seats - 1 if config.foresight else 0
    if config.network == "mlp":
        return NetworkSpec(config.hidden, config.activation, guide=config.guide, memory=config.memory, foresight=foresight)
    blocks = blocks_of_seats(variant.layout(config.observation), variant.num_seats)
    if not blocks or not config.hidden:
        raise OptionError("expected, with --network set, at least one hidden layer and a game that is observed seat by seat")
    return NetworkSpec(
        config.hidden, config.activation, "set", config.seat_width, blocks, config.guide, config.memory, foresight
    )


def choose_device(name: str) -> torch.device:
    """Returns the device to compute on.

    Raises:
        OptionError: "cuda" is requested and there is no GPU.
    """
    if name == "cuda" and not torch.cuda.is_available():
        raise OptionError("expected a GPU that PyTorch can use for --device cuda, found none; take cpu or auto")
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.device(name)
