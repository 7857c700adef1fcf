"""The agent that plays a trained network."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np
import torch

from resonance_env.agents.checkpoint_metadata import NetworkSpec
from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.agents.network.checkpoint import check_fits, read_checkpoint
from resonance_env.agents.network.guide import Guide
from resonance_env.agents.network.policy_network import PolicyNetwork, make_network
from resonance_env.agents.sampling import sample
from resonance_env.core.errors import CheckpointError, OptionError, UsageError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant

# Matrix products round differently for different numbers of rows. With blocks of a fixed size the result of a row does not
# depend on the number of other rows.
BLOCK = 256


class PolicyAgent(Agent):
    """Samples actions from a policy network at a temperature, or takes the likeliest action."""

    def __init__(
        self,
        name: str,
        network: PolicyNetwork,
        observation: ObservationKind,
        *,
        temperature: float = 1.0,
        load_guide: Callable[[str], Agent] | None = None,
    ) -> None:
        """Makes an agent of a network.

        Args:
            name: of the agent.
            network: the policy.
            observation: the kind of observation that it reads.
            temperature: divisor of the logits: below 1 likely actions become likelier, and 0 always takes the likeliest.
            load_guide: loads the guide of a guided network by name (`loading.load_guide`); other networks need none.
        """
        self.name = name
        self.network = network
        self.observation = observation
        self.temperature = temperature
        self.deterministic = temperature == 0.0
        self._load_guide = load_guide
        self._guide: Guide | None = None
        self._is_bound = False

    @classmethod
    def from_checkpoint(cls, folder: Path, load_guide: Callable[[str], Agent], temperature: float | None = None) -> PolicyAgent:
        """Reads a checkpoint; the temperature is that of its metadata by default.

        Raises:
            CheckpointError: it is damaged, or its weights do not fit its network.
        """
        metadata, weights = read_checkpoint(folder)
        agent = cls(
            metadata.name,
            network_with(metadata.network, metadata.observation_size, metadata.num_actions, weights, folder),
            metadata.observation,
            temperature=metadata.temperature if temperature is None else temperature,
            load_guide=load_guide,
        )
        agent.metadata, agent.folder = metadata, folder
        agent.identity = metadata.weights_sha256, metadata.network, metadata.observation, agent.temperature
        return agent

    def bind(self, variant: Variant) -> None:
        if self.metadata is not None and self.folder is not None:
            check_fits(self.metadata, variant, self.folder)
        if self.network.guide is not None:
            if self._load_guide is None:
                raise UsageError(f"expected load_guide with {self.name!r}, whose network is guided by {self.network.guide!r}")
            try:
                guide = self._load_guide(self.network.guide)
                self._guide = Guide(guide, variant, self.observation, foresight=self.network.foresight > 0)
            except OptionError as error:
                raise OptionError(f"the guide of {self.name!r}: {error}") from None
        self._is_bound = True

    def start(self, batch: int) -> Memory:
        width = self.network.memory_width
        return np.zeros((batch, width), dtype=np.float32) if width else None

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        probabilities, memory = self.policy(observation, legal, memory)
        return sample(probabilities, rng.random(len(legal))), memory

    def policy(self, observation: np.ndarray, legal: np.ndarray, memory: Memory) -> tuple[np.ndarray, Memory]:
        """Returns the probabilities at this temperature, as `Agent.policy`.

        Raises:
            UsageError: the agent is not bound, or its memory was not given back to it.
        """
        if not self._is_bound:
            raise UsageError(f"expected bind(variant) before {self.name!r} acts")
        width = self.network.memory_width
        if width and (memory is None or memory.shape != (len(observation), width)):
            raise UsageError(
                f"expected the memory of {self.name!r} for {len(observation)} rows, from start() or its last act(), "
                f"got {None if memory is None else f'an array of shape {memory.shape}'}"
            )
        logits, memory = self._read(observation, legal, memory)
        logits = np.where(legal, logits, -np.inf)
        if self.deterministic:
            return np.asarray(np.eye(logits.shape[1])[logits.argmax(axis=1)]), memory
        with np.errstate(over="ignore"):  # at a very low temperature the quotient is -inf, whose weight is 0 as it should be
            weights = np.exp((logits - logits.max(axis=1, keepdims=True)) / self.temperature)
        return np.asarray(weights / weights.sum(axis=1, keepdims=True)), memory

    def _read(self, observation: np.ndarray, legal: np.ndarray, memory: Memory) -> tuple[np.ndarray, Memory]:
        """Returns the network's logits, float64 `[batch, num_actions]`, and the new memory of these rows."""
        batch = len(observation)
        advice = None if self._guide is None else self._guide.advice(observation, legal)
        device = self.network.input_scale.device
        inputs = [None if rows is None else _blocks(rows, device) for rows in (observation, advice, memory)]
        logits = np.empty((batch, legal.shape[1]))
        remembered = None if memory is None else np.empty_like(memory)
        with torch.inference_mode(), _one_thread():
            for number, first in enumerate(range(0, batch, BLOCK)):
                rows = slice(first, min(first + BLOCK, batch))
                reading = self.network(*(None if blocks is None else blocks[number] for blocks in inputs))
                logits[rows] = reading.logits[: rows.stop - first].cpu().numpy()
                if remembered is not None:
                    remembered[rows] = reading.memory[: rows.stop - first].cpu().numpy()
        return logits, remembered


def _blocks(rows: np.ndarray, device: torch.device) -> tuple[torch.Tensor, ...]:
    """Splits rows into blocks of `BLOCK` on a device; the last block is padded with zeros."""
    padded = np.zeros((-(-len(rows) // BLOCK) * BLOCK, *rows.shape[1:]), dtype=rows.dtype)
    padded[: len(rows)] = rows
    blocks: tuple[torch.Tensor, ...] = torch.from_numpy(padded).to(device).split(BLOCK)
    return blocks


@contextlib.contextmanager
def _one_thread() -> Iterator[None]:
    """Restricts PyTorch to one thread: blocks are small, and threads that wait for busy cores are many times slower."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def network_with(
    spec: NetworkSpec, num_features: int, num_actions: int, weights: Mapping[str, np.ndarray], folder: Path
) -> PolicyNetwork:
    """Builds a network and fills in its weights.

    Raises:
        CheckpointError: names or shapes do not fit; names `folder`.
    """
    with torch.device("meta"):
        network = make_network(num_features, num_actions, spec)
    expected = {name: tuple(tensor.shape) for name, tensor in network.state_dict().items()}
    got = {name: array.shape for name, array in weights.items()}
    if got != expected:
        wrong = sorted(name for name in {*expected, *got} if expected.get(name) != got.get(name))
        name = wrong[0]
        raise CheckpointError(
            f"expected weights in {folder} that fit the network of its metadata; of {len(wrong)} that do not, the first is "
            f"{name}: expected shape {expected.get(name)}, got {got.get(name)}"
        )
    # Weights may be stored in half precision; they are always used in single precision.
    # NumPy converts half precision: PyTorch would start OpenMP threads, and hang in a process forked from one that has them.
    floats = {name: torch.from_numpy(array.astype(np.float32)) for name, array in weights.items()}
    network.load_state_dict(floats, assign=True)
    return network.requires_grad_(False)
