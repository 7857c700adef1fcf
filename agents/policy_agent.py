"""The agent that plays a trained network."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import torch

from resonance_env.agents.checkpoint import NetworkCard, check_fits, read_checkpoint
from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.agents.network import PolicyNetwork, make_network
from resonance_env.agents.sampling import sample
from resonance_env.core.errors import CheckpointError, UsageError
from resonance_env.core.spec import ObservationKind, Variant

# Matrix products round differently for different numbers of rows. Always computing this many makes what a row gets
# independent of how many other rows there are.
BLOCK = 256


class PolicyAgent(Agent):
    """Draws actions from a policy network, or takes its most likely action."""

    def __init__(self, name: str, network: PolicyNetwork, observation: ObservationKind, *, deterministic: bool = False) -> None:
        self.name = name
        self.network = network
        self.observation = observation
        self.deterministic = deterministic
        self._is_bound = False

    @classmethod
    def from_checkpoint(cls, folder: Path, *, deterministic: bool = False) -> PolicyAgent:
        """Reads a checkpoint.

        Raises:
            CheckpointError: it is damaged, or its weights do not fit its network.
        """
        card, weights = read_checkpoint(folder)
        agent = cls(
            card.name,
            network_with(card.network, card.observation_size, card.num_actions, weights, folder),
            card.observation,
            deterministic=deterministic,
        )
        agent.card, agent.folder = card, folder
        return agent

    def bind(self, variant: Variant) -> None:
        if self.card is not None and self.folder is not None:
            check_fits(self.card, variant, self.folder)
        self._is_bound = True

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        probabilities = self.probabilities(observation, legal)
        if self.deterministic:
            return probabilities.argmax(axis=1), memory
        return sample(probabilities, rng.random(len(legal))), memory

    def policy(self, observation: np.ndarray, legal: np.ndarray, memory: Memory) -> tuple[np.ndarray, Memory]:
        probabilities = self.probabilities(observation, legal)
        if self.deterministic:
            probabilities = np.eye(probabilities.shape[1])[probabilities.argmax(axis=1)]
        return probabilities, memory

    def probabilities(self, observation: np.ndarray, legal: np.ndarray) -> np.ndarray:
        """Returns float64 `[batch, num_actions]`: what the network says, 0 where illegal.

        Raises:
            UsageError: the agent is not bound.
        """
        if not self._is_bound:
            raise UsageError(f"expected bind(variant) before {self.name!r} acts")
        batch = len(observation)
        padded = -(-batch // BLOCK) * BLOCK
        features = np.zeros((padded, observation.shape[1]), dtype=np.int8)
        features[:batch] = observation
        with torch.inference_mode(), _one_thread():
            blocks = [self.network.logits(block).numpy() for block in torch.from_numpy(features).split(BLOCK)]
        logits = np.concatenate(blocks)[:batch].astype(np.float64)
        logits = np.where(legal, logits, -np.inf)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))


@contextlib.contextmanager
def _one_thread() -> Iterator[None]:
    """Keeps PyTorch to one thread: blocks are small, and threads that wait for busy cores are many times slower."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def network_with(
    card: NetworkCard, num_features: int, num_actions: int, weights: Mapping[str, np.ndarray], folder: Path
) -> PolicyNetwork:
    """Builds a network and fills in its weights.

    Raises:
        CheckpointError: names or shapes do not fit; `folder` is named in the message.
    """
    with torch.device("meta"):
        network = make_network(num_features, num_actions, card)
    expected = {name: tuple(tensor.shape) for name, tensor in network.state_dict().items()}
    got = {name: array.shape for name, array in weights.items()}
    if got != expected:
        wrong = sorted(name for name in {*expected, *got} if expected.get(name) != got.get(name))
        name = wrong[0]
        raise CheckpointError(
            f"expected weights in {folder} that fit the network of its card; of {len(wrong)} that do not, the first is "
            f"{name}: expected shape {expected.get(name)}, got {got.get(name)}"
        )
    network.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()}, assign=True)
    return network.requires_grad_(False)
