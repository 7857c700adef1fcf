"""The policy networks, which the `NetworkSpec` in a checkpoint's metadata describes.

They read int8 observations and scale them with their own factors, which are saved with the weights.
"""

import functools
import itertools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn.utils.rnn import PackedSequence

from resonance_env.agents.checkpoint_metadata import NetworkSpec, RepeatedBlock
from resonance_env.core.layout import Layout

ACTIVATIONS: dict[str, Callable[[], nn.Module]] = {"tanh": nn.Tanh, "relu": functools.partial(nn.ReLU, inplace=True)}


def input_scale(layout: Layout) -> np.ndarray:
    """Returns the factors for observations: float32 `[size]`, one over the square root of the largest value.

    Division by the largest value itself (`layout.scale`) would make most counts tiny: a piece can count up to 32 cards, but
    there are seldom more than 3.
    """
    return np.asarray(1.0 / np.sqrt(layout.high.astype(np.float32)))


def blocks_of_seats(layout: Layout, num_seats: int) -> tuple[RepeatedBlock, ...]:
    """Returns the blocks of a layout that are repeated for every seat, or for every seat but the observer's."""
    return tuple(
        RepeatedBlock(layout.start(block.name), block.repeat, block.size)
        for block in layout.blocks
        if block.repeat in (num_seats - 1, num_seats) and block.repeat > 1
    )


FIRST_TRUST = 4.0  # initial logit bonus of the guide's choice: it is then followed about nine times in ten


class Reading(NamedTuple):
    """The output of a policy network for some decisions.

    Attributes:
        logits: float32 `[decision, action]`, of illegal actions too.
        value: float32 `[decision]`, of the position for the seat that observes it.
        memory: float32 `[sequence, memory]`, after the last decision of every sequence.
    """

    logits: torch.Tensor
    value: torch.Tensor
    memory: torch.Tensor


class PolicyNetwork(nn.Module):
    """A trunk with two heads: logits of all actions, and the value of the position for the seat that observes it.

    The choice of another agent, the guide, is an input of a guided network: the first layer of the trunk reads it as one more
    piece of the observation, and the logit of that action is raised by `trust`, which is learned. So the network starts close
    to the guide and learns when to deviate (residual policy learning, Silver et al., arXiv 1812.06298).

    A network with a memory has a recurrent core (GRU, Cho et al., arXiv 1406.1078) beside the trunk: it reads the output of the
    trunk and the memory of the seat before the decision, and the heads read trunk and memory.

    Attributes:
        guide: name of the guide of a guided network, or None.
        foresight: number of other seats for which the guide's prediction is an input.
    """

    input_scale: torch.Tensor

    def __init__(self, num_features: int, num_actions: int, trunk: nn.Module, width: int, spec: NetworkSpec) -> None:
        super().__init__()
        self.guide, self.foresight = spec.guide, spec.foresight
        self.register_buffer("input_scale", torch.ones(num_features))
        self.trunk = trunk
        self.core = nn.GRU(width, spec.memory) if spec.memory else None
        self.action_head = nn.Linear(width + spec.memory, num_actions)
        self.value_head = nn.Linear(width + spec.memory, 1)
        self.trust = nn.Parameter(torch.tensor([FIRST_TRUST])) if spec.guide is not None else None

    @property
    def memory_width(self) -> int:
        """The width of the memory of a seat; 0: the network has no memory."""
        return 0 if self.core is None else self.core.hidden_size

    def forward(self, observation: torch.Tensor, *rest: torch.Tensor | None) -> Reading:
        """Reads unscaled observations, int8 or float32 `[decision, num_features]`; the rest is as for `read`."""
        return self.read(observation.float() * self.input_scale, *rest)

    def read(
        self,
        features: torch.Tensor,
        advice: torch.Tensor | None = None,
        memory: torch.Tensor | None = None,
        sizes: torch.Tensor | None = None,
    ) -> Reading:
        """Reads sequences of decisions, each made by one seat in one game.

        Args:
            features: float32 `[decision, num_features]`, scaled: the first decisions of all sequences, then the second
                decisions, and so on. Sequences are sorted by length, the longest first.
            advice: int64 `[decision, 1 + foresight]`, the guide's choice here and in other seats; only for guided networks.
            memory: float32 `[sequence, memory]`, before the first decisions; None: empty.
            sizes: int64 on the CPU: the number of sequences that have a first, a second decision and so on; by default
                every decision is its own sequence. A network without a memory ignores `memory` and `sizes`.
        """
        if memory is None:
            memory = features.new_zeros((len(features) if sizes is None else int(sizes[0]), self.memory_width))
        if self.trust is None:
            advice = None
        hidden = self.trunk(features, advice)
        if self.core is not None:
            packed = PackedSequence(hidden, torch.tensor([len(hidden)]) if sizes is None else sizes)
            remembered, last = self.core(packed, memory[None])
            hidden, memory = torch.cat([hidden, remembered.data], dim=1), last[0]
        logits = self.action_head(hidden)
        if self.trust is not None and advice is not None:
            logits = logits.scatter_add(1, advice[:, :1], self.trust.expand(len(logits), 1))
        return Reading(logits, self.value_head(hidden).squeeze(-1), memory)

    def initialise(self, scale: np.ndarray) -> None:
        """Draws orthogonal weights (Saxe et al., 2014) and sets the input scale.

        At first the policy is almost uniform and the value almost 0.
        """
        initialise_layers(self)
        if self.core is not None:
            for name, parameter in self.core.named_parameters():
                initialise = nn.init.zeros_ if name.startswith("bias") else nn.init.orthogonal_
                initialise(parameter)
        nn.init.orthogonal_(self.action_head.weight, 0.01)
        nn.init.orthogonal_(self.value_head.weight, 0.1)
        self.input_scale.copy_(torch.from_numpy(scale))


class MlpPolicy(PolicyNetwork):
    """The trunk is a tower of fully connected layers."""

    def __init__(self, num_features: int, num_actions: int, spec: NetworkSpec) -> None:
        trunk = Tower(num_inputs(num_features, num_actions, spec), spec.hidden, spec.activation)
        super().__init__(num_features, num_actions, trunk, spec.hidden[-1] if spec.hidden else num_features, spec)


class SetPolicy(PolicyNetwork):
    """One encoder reads every seat; the trunk reads all codes in seat order, and the maximum over the other seats."""

    def __init__(self, num_features: int, num_actions: int, spec: NetworkSpec) -> None:
        trunk = SeatTrunk(num_inputs(num_features, num_actions, spec), spec)
        super().__init__(num_features, num_actions, trunk, spec.hidden[-1], spec)


class SeatTrunk(nn.Module):
    """Splits observations `[batch, num_features]` into seats and the rest, and maps them to `[batch, hidden[-1]]`.

    Blocks are aligned at their ends: a block with one row fewer than there are seats has no row for the observer.
    """

    def __init__(self, num_features: int, spec: NetworkSpec) -> None:
        super().__init__()
        self._blocks = spec.blocks
        self._seats = max(block.repeat for block in spec.blocks)
        self._common = _gaps(spec.blocks, num_features)
        own = [block.size for block in spec.blocks if block.repeat == self._seats]
        self.own = nn.Linear(sum(part.stop - part.start for part in self._common) + sum(own), spec.hidden[0])
        self.seat = nn.Linear(sum(block.size for block in spec.blocks), spec.seat_width)
        self.seats = nn.Linear(spec.seat_width * self._seats, spec.hidden[0], bias=False)
        self.activation = ACTIVATIONS[spec.activation]()
        self.tower = Tower(spec.hidden[0], spec.hidden[1:], spec.activation)
        self._num_features = num_features

    def forward(self, features: torch.Tensor, codes: torch.Tensor | None = None) -> torch.Tensor:
        """Maps float32 `[batch, entry]`, and codes as `Tower` reads them, to float32 `[batch, hidden[-1]]`."""
        if codes is not None:
            different = (self._num_features - features.shape[1]) // codes.shape[1]
            features = torch.cat([features, nn.functional.one_hot(codes, different).float().flatten(1)], dim=1)
        batch = len(features)
        rows = [
            features[:, block.start : block.start + block.repeat * block.size].view(batch, block.repeat, block.size)
            for block in self._blocks
        ]
        common = [features[:, part] for part in self._common]
        own = torch.cat([*common, *(row[:, 0] for row in rows if row.shape[1] == self._seats)], dim=1)
        others = torch.cat([row[:, 1 - self._seats :] for row in rows], dim=2)
        codes = self.activation(self.seat(others))
        together = torch.cat([codes.flatten(1), codes.amax(dim=1)], dim=1)
        hidden: torch.Tensor = self.tower(self.activation(self.own(own) + self.seats(together)))
        return hidden


def num_inputs(num_features: int, num_actions: int, spec: NetworkSpec) -> int:
    """Returns the number of inputs of a trunk: the observation, and the guide's choice as one-hot, one entry per action.

    With foresight the same follows for each of the other seats.
    """
    return num_features + (num_actions * (1 + spec.foresight) if spec.guide is not None else 0)


def _gaps(blocks: tuple[RepeatedBlock, ...], num_features: int) -> list[slice]:
    """Returns the entries between the blocks."""
    edges = [(0, 0), *sorted((block.start, block.start + block.repeat * block.size) for block in blocks), (num_features, 0)]
    return [slice(end, start) for (_, end), (start, _) in itertools.pairwise(edges) if end < start]


class CentralCritic(nn.Module):
    """Values of all seats from the full position; for training only, since no seat sees the full position."""

    input_scale: torch.Tensor

    def __init__(self, num_features: int, num_seats: int, hidden: tuple[int, ...], activation: str) -> None:
        super().__init__()
        self.register_buffer("input_scale", torch.ones(num_features))
        self.tower = Tower(num_features, hidden, activation)
        self.head = nn.Linear(hidden[-1] if hidden else num_features, num_seats)

    def initialise(self, scale: np.ndarray) -> None:
        """Draws weights as for a policy."""
        initialise_layers(self)
        nn.init.orthogonal_(self.head.weight, 0.1)
        self.input_scale.copy_(torch.from_numpy(scale))

    def forward(self, state: torch.Tensor) -> torch.Tensor:
        """Maps `variant.state` `[batch, num_features]` to values `[batch, num_seats]`."""
        values: torch.Tensor = self.head(self.tower(state.float() * self.input_scale))
        return values


def initialise_layers(network: nn.Module) -> None:
    """Draws orthogonal weights with gain sqrt(2) for all fully connected layers, and sets their biases to 0."""
    for module in network.modules():
        if isinstance(module, nn.Linear):
            nn.init.orthogonal_(module.weight, 2.0**0.5)
            if module.bias is not None:
                nn.init.zeros_(module.bias)


class Tower(nn.Sequential):
    """Fully connected layers, each with its activation."""

    def __init__(self, width: int, hidden: tuple[int, ...], activation: str) -> None:
        layers: list[nn.Module] = []
        for wider in hidden:
            layers += [nn.Linear(width, wider), ACTIVATIONS[activation]()]
            width = wider
        super().__init__(*layers)

    def forward(self, features: torch.Tensor, codes: torch.Tensor | None = None) -> torch.Tensor:
        """Maps float32 `[batch, entry]` to float32 `[batch, hidden[-1]]`.

        Args:
            features: the first entries that the first layer reads.
            codes: int64 `[batch, code]`, all with the same number of values: the remaining inputs are their one-hot vectors.
                Columns of the weights are looked up and added, which is faster than multiplying with zeros and ones.
        """
        hidden = features
        for layer in self:
            if codes is not None and isinstance(layer, nn.Linear):  # the first layer reads them
                hidden, codes = _read_with_codes(layer, features, codes), None
            else:
                hidden = layer(hidden)
        return hidden


def _read_with_codes(layer: nn.Linear, features: torch.Tensor, codes: torch.Tensor) -> torch.Tensor:
    num_features, num_codes = features.shape[1], codes.shape[1]
    different = (layer.in_features - num_features) // num_codes
    columns = codes + different * torch.arange(num_codes, device=codes.device)
    looked_up = nn.functional.embedding_bag(columns, layer.weight[:, num_features:].t(), mode="sum")
    return nn.functional.linear(features, layer.weight[:, :num_features], layer.bias) + looked_up


NETWORKS: dict[str, type[MlpPolicy] | type[SetPolicy]] = {"mlp": MlpPolicy, "set": SetPolicy}


def make_network(num_features: int, num_actions: int, spec: NetworkSpec) -> PolicyNetwork:
    """Returns the network that a spec describes, without its weights."""
    return NETWORKS[spec.kind](num_features, num_actions, spec)
