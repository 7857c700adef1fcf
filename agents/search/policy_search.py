"""Search whose model of every seat is another agent, such as a trained network: that agent plays each action out.

The compiled `search` has only compiled models; this search asks any agent, for whole batches of playouts at once. It has no
tree: the model also makes the searcher's later decisions. So it is one step of policy improvement (rollouts: Tesauro and
Galperin, "On-line Policy Improvement using Monte-Carlo Search", NIPS 1996) in worlds that fit the observation, so it plays
every game that has `sample_worlds`.
"""

from collections.abc import Callable, Collection

import numpy as np

from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.agents.sampling import keys_of_rows
from resonance_env.agents.search.playouts import Playouts
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant

MAX_ARMS = 8  # actions that are tried; the model's likeliest, if it exposes probabilities
CHUNK = 32  # decisions at a time, which bounds the memory that playouts take
RANDOM_BITS = 53  # of a uniform number


class PolicySearch(Agent):
    """Takes the action with the best average result for its seat when copies of an agent play all seats.

    Actions are compared in the same worlds with the same chance, by sequential halving; playouts go to the end of the game. The
    action of a row depends only on the row, its mask and its random number, if this holds for the model.
    """

    observation: ObservationKind = "recall"

    def __init__(self, model: Agent, sims: int = 200) -> None:
        """Makes a searcher.

        Args:
            model: agent that plays all seats in simulations; it must have no memory.
            sims: simulations per decision.
        """
        self.name = f"search:model={model.name}"
        self._model = model
        self._sims = sims

    def bind(self, variant: Variant) -> None:
        variant.require("sample_worlds", f"agent {self.name!r}")
        self._model.bind(variant)
        self._playouts = Playouts(variant, self._model)
        self._variant = variant

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        keys = (rng.random(len(legal)) * 2.0**RANDOM_BITS).astype(np.uint64)
        rows, masks = np.require(observation, np.int8, ("C", "W")), np.require(legal, np.int8, ("C", "W"))
        parts = [slice(first, first + CHUNK) for first in range(0, len(legal), CHUNK)]
        return np.concatenate([self._choose(rows[part], masks[part], keys[part]) for part in parts]), memory

    def _choose(self, rows: np.ndarray, legal: np.ndarray, keys: np.ndarray) -> np.ndarray:
        """Returns int64 `[row]`: the best actions found, with the rows' keys (uint64)."""
        arms = [order.tolist() for order in self._arms(rows, legal)]
        keys = keys_of_rows(keys, self._sims)  # [row, world]
        sums = np.zeros(legal.shape)
        world = np.zeros(len(rows), dtype=np.int64)  # [row] the first unused one
        left = np.full(len(rows), self._sims)
        while any(len(tried) > 1 for tried in arms):
            plan = []
            for row, tried in enumerate(arms):
                if len(tried) > 1:
                    halvings = (len(tried) - 1).bit_length()
                    each = max(left[row] // (halvings * len(tried)), 1)
                    plan += [(row, action, world[row] + k) for k in range(each) for action in tried]
                    world[row] += each
                    left[row] -= each * len(tried)
            of_row, action, of_world = np.array(plan).T
            payoff = self._play_out(rows, legal, keys, of_row, action, of_world)
            np.add.at(sums, (of_row, action), payoff)
            for row, tried in enumerate(arms):  # all remaining actions were tried equally often; in ties the likelier stays
                arms[row] = sorted(tried, key=lambda action, row=row: -sums[row, action])[: (len(tried) + 1) // 2]  # type: ignore[misc]
        return np.array([tried[0] for tried in arms], dtype=np.int64)

    def _arms(self, rows: np.ndarray, legal: np.ndarray) -> list[np.ndarray]:
        """Returns the actions to try for each row, the likeliest first."""
        seen = rows[:, : self._variant.layout(self._model.observation).size]  # `table` is the beginning of `recall`
        told = self._model.policy(seen, legal, None)
        likely = np.zeros(legal.shape) if told is None else told[0]
        order = np.argsort(-np.where(legal, likely, -1.0), axis=1, kind="stable")
        most = max(min(MAX_ARMS, self._sims // 4), 2)
        return [order[row, : min(count, most)] for row, count in enumerate(legal.sum(axis=1, dtype=np.int64))]

    def _play_out(
        self, rows: np.ndarray, legal: np.ndarray, keys: np.ndarray, of_row: np.ndarray, action: np.ndarray, world: np.ndarray
    ) -> np.ndarray:
        """Plays actions out and returns the observers' payoffs, float32 `[playout]`.

        Args:
            rows: int8 `[row, size]`.
            legal: int8 `[row, action]`.
            keys: uint64 `[row, world]`.
            of_row: int64 `[playout]`.
            action: int64 `[playout]`, the first action of the observer.
            world: int64 `[playout]`, the world; worlds with the same number have the same deal and the same chance events.
        """
        pairs, of_pair = np.unique(of_row * keys.shape[1] + world, return_inverse=True)
        row, number = np.divmod(pairs, keys.shape[1])
        chosen = keys[row, number]
        games, observer = self._variant.sample_worlds(rows[row], legal[row], chosen)
        chance = keys_of_rows(chosen, self._variant.num_seats)
        joint = self._playouts.choose(games, chance, 0)[of_pair]
        games, chance, observer = games[of_pair], chance[of_pair], observer[of_pair]
        joint[np.arange(len(games)), observer] = action
        self._variant.step(games, joint)
        self._playouts.to_end(games, chance, 1)
        payoff: np.ndarray = self._variant.payoff(games)[np.arange(len(games)), observer]
        return payoff


def search_against(opponent: Agent, sims: int, search: Callable[..., Agent], models: Collection[str]) -> Agent | None:
    """Returns a search with an opponent as its model, or None if the opponent cannot be one.

    An opponent with a memory cannot be a model, since its memory is not observable.

    Args:
        opponent: the agent that plays all other seats.
        sims: simulations per decision.
        search: makes a game's compiled search; takes `opponent` and `sims`.
        models: names of the opponents of which that search has a compiled model. A checkpoint plays out itself.
    """
    if opponent.start(1) is not None:
        return None
    if opponent.metadata is not None:
        return PolicySearch(opponent, sims)
    if opponent.name not in models:
        return None
    agent = search(opponent=opponent.name, sims=sims)
    agent.name = f"search:opponent={opponent.name},sims={sims}"
    return agent
