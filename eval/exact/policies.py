"""The policy of an agent at every information set of a game."""

from dataclasses import dataclass

import numpy as np

from resonance_env.agents.interface import Agent, Memory, bound
from resonance_env.agents.sampling import KeyedRandom
from resonance_env.core.errors import IllegalActionError, OptionError
from resonance_env.core.spec import EXPLICIT_CHANCE, Variant
from resonance_env.eval.exact.sequence_form import SeatTree, SequenceForm

CHUNK = 4096  # information sets at a time; changes memory only
TOLERANCE = 1e-5  # of sums of probabilities, which may be 32-bit numbers


@dataclass(frozen=True)
class AgentPolicies:
    """The policy of an agent at each seat.

    Attributes:
        policies: float64 `[sequence]` for each seat.
        draws: number of samples per decision; 0: the agent exposes its probabilities or is deterministic.
    """

    policies: list[np.ndarray]
    draws: int


def agent_policies(agent: Agent, variant: Variant, game: SequenceForm, draws: int = 16, seed: int = 0) -> AgentPolicies:
    """Asks an agent for its policy at all information sets, as if it had reached them in play.

    An agent that does not expose its probabilities acts `draws` times at each set, and the frequencies are its policy.
    With two seats and zero-sum payoffs NashConv is convex in the seats' plans, so such a policy looks on average more
    exploitable than the agent is.

    Args:
        agent: plays all seats; it is bound here to the game without stops at chance events.
        variant: the enumerated game.
        game: its sequence form.
        draws: for agents that neither expose their probabilities nor are deterministic.
        seed: of these samples.

    Raises:
        IllegalActionError: the agent does not return probabilities of legal actions.
        OptionError: the agent's memory depends on more than what it has seen.
        CheckpointError: the agent was made for something else.
    """
    agent = bound(agent, variant.spec.variant(variant.players, **{**variant.options, EXPLICIT_CHANCE: False}))
    policies, drawn = [], 0
    for tree in game.trees:
        asker = _Asker(agent, variant, tree, 1 if agent.deterministic else draws, seed)
        policies.append(asker.policy())
        drawn = max(drawn, 0 if agent.deterministic else asker.drawn)
    return AgentPolicies(policies, drawn)


class _Asker:
    """Asks an agent at the information sets of one seat, the first decisions first, and keeps its memory.

    Attributes:
        drawn: number of samples per decision; 0 before, and if the agent exposes its probabilities.
    """

    def __init__(self, agent: Agent, variant: Variant, tree: SeatTree, draws: int, seed: int) -> None:
        self.agent, self.variant, self.tree, self.draws = agent, variant, tree, draws
        self.drawn = 0
        self._keys = np.ascontiguousarray(tree.keys[:, :8]).view(np.uint64)[:, 0] ^ np.uint64(seed)
        self._memory: Memory = agent.start(tree.num_sets)  # before a set's decision, then after it

    def policy(self) -> np.ndarray:
        tree = self.tree
        set_of = tree.set_of
        policy = np.ones(tree.num_sequences)
        for depth in tree.depths():
            if self._memory is not None:
                before = set_of[tree.parent[depth]]
                sets = np.arange(depth.start, depth.stop)
                self._memory[sets[before >= 0]] = self._memory[before[before >= 0]]
            for start in range(depth.start, depth.stop, CHUNK):
                sets = np.arange(start, min(start + CHUNK, depth.stop))
                rows = slice(tree.first[sets[0]], tree.first[sets[-1] + 1])
                policy[rows] = self._ask(sets)[set_of[rows] - start, tree.action[rows]]
        return tree.normalized(policy)

    def _ask(self, sets: np.ndarray) -> np.ndarray:
        """Returns float64 `[set, action]` and updates the memory of these sets."""
        positions, seat = self.tree.positions[sets], self.tree.seat
        observation = np.ascontiguousarray(self.variant.observe(positions, self.agent.observation)[:, seat])
        legal = np.ascontiguousarray(self.variant.legal(positions)[:, seat])
        memory = None if self._memory is None else self._memory[sets]
        told = self.agent.policy(*_copies(observation, legal, memory))
        probabilities, after = self._draw(sets, observation, legal, memory) if told is None else told
        _check(self.agent, np.asarray(probabilities), legal)
        if self._memory is not None and after is not None:
            self._memory[sets] = after
        return np.asarray(probabilities)

    def _draw(self, sets: np.ndarray, observation: np.ndarray, legal: np.ndarray, memory: Memory) -> tuple[np.ndarray, Memory]:
        """Lets the agent act several times and returns the frequencies of its actions."""
        shares = np.zeros(legal.shape)
        first: Memory = None
        self.drawn = self.draws
        for draw in range(self.draws):
            rng = KeyedRandom(self._keys[sets], np.full(len(sets), draw))
            chosen, after = self.agent.act(*_copies(observation, legal, memory), rng)
            chosen = np.asarray(chosen)
            is_known = chosen.shape == sets.shape and chosen.dtype.kind in "iu"
            if not is_known or not ((chosen >= 0) & (chosen < legal.shape[1])).all():
                raise IllegalActionError(f"expected {len(sets)} actions from agent {self.agent.name!r}, got {chosen!r}")
            shares[np.arange(len(sets)), chosen] += 1.0 / self.draws
            if first is not None and after is not None and not np.array_equal(first, after):
                raise OptionError(
                    f"expected an agent that remembers what it has seen and not what it chose; {self.agent.name!r} "
                    "has another memory after another choice"
                )
            first = after
        return shares, first


def _copies(observation: np.ndarray, legal: np.ndarray, memory: Memory) -> tuple[np.ndarray, np.ndarray, Memory]:
    """Returns what an agent gets, so that whatever it writes changes nothing that its answers are checked against."""
    return observation.copy(), legal.copy(), None if memory is None else memory.copy()


def _check(agent: Agent, probabilities: np.ndarray, legal: np.ndarray) -> None:
    """Checks the probabilities of an agent for some rows.

    Raises:
        IllegalActionError: they are not a distribution over legal actions.
    """
    if probabilities.shape != legal.shape:
        raise IllegalActionError(
            f"expected probabilities of shape {legal.shape} from agent {agent.name!r}, got {probabilities.shape}"
        )
    is_sound = (probabilities >= 0.0).all(axis=1) & (np.abs(probabilities.sum(axis=1) - 1.0) < TOLERANCE)
    is_sound &= (np.where(legal, 0.0, probabilities) == 0.0).all(axis=1)
    if not is_sound.all():
        row = int(np.flatnonzero(~is_sound)[0])
        given = {int(action): float(probabilities[row, action]) for action in np.flatnonzero(probabilities[row])}
        allowed = np.flatnonzero(legal[row]).tolist()
        raise IllegalActionError(f"expected probabilities over {allowed} from agent {agent.name!r}, got {given}")
