"""Self-play with AgileRL: `python examples/train_agilerl.py --minutes 5`. Trains, then plays against random agents.

AgileRL expects the mask in the infos, and treats agents whose names differ only in the number, "witch_0" to "witch_3", as one
group that shares networks. The example uses its IPPO directly; populations and mutations can be added as its manual shows.
"""

import time
from collections import defaultdict
from typing import Any

import numpy as np
import torch
from agilerl.algorithms import IPPO
from agilerl.networks.actors import StochasticActor
from agilerl.vector import AsyncPettingZooVecEnv
from command_line import minutes_and_games

from resonance_env import resonance_v0
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.agents.function_agent import FunctionAgent
from resonance_env.agents.loading import load
from resonance_env.eval.match.report import EvalReport, evaluate_agent

STEPS = 256  # joint steps of each environment between two updates


def make_env() -> PettingZooParallel:
    """Returns the game for AgileRL."""
    return resonance_v0.parallel_env(players=4, mask="info", dtype="float32")


class MaskedIPPO(IPPO):
    """IPPO that accepts masks as arrays, as environments return them; that of AgileRL 2.58 accepts only lists of numbers.

    Its update does not use masks. So the old probabilities are also those without a mask: then the ratio of new to old is
    right, and the additional gradient is zero on average.
    """

    def extract_action_masks(self, infos: dict[str, dict[str, np.ndarray]]) -> dict[str, torch.Tensor]:
        """Returns `[agent * environment, action]`, the order of the observations of a group in AgileRL."""
        masks = [np.atleast_2d(infos[agent]["action_mask"]) for agent in self.agent_ids if agent in infos]
        return {"witch": torch.from_numpy(np.concatenate(masks))}

    def _get_action_and_values(self, obs: torch.Tensor, actor: StochasticActor, *args: Any, **options: Any) -> tuple:
        action, _, entropy, values = super()._get_action_and_values(obs, actor, *args, **options)
        with torch.no_grad():
            actor(obs)
            return action, actor.action_log_prob(action), entropy, values


def make_learner(env: PettingZooParallel) -> MaskedIPPO:
    """Returns IPPO with one network for all agents."""
    agents = env.possible_agents
    return MaskedIPPO(
        [env.observation_space(agent) for agent in agents],
        [env.action_space(agent) for agent in agents],
        agent_ids=agents,
        net_config={"encoder_config": {"hidden_size": [256]}, "head_config": {"hidden_size": [128]}},
        batch_size=512,
        lr=5e-4,
        gamma=1.0,
    )


def train(learner: MaskedIPPO, seconds: float, num_envs: int = 2) -> MaskedIPPO:
    """Trains by self-play for some time, with one process per environment."""
    end = time.monotonic() + seconds
    envs = AsyncPettingZooVecEnv([make_env] * num_envs)
    observations, infos = envs.reset()
    done = {agent: np.zeros(num_envs) for agent in learner.agent_ids}
    while True:
        states, actions, log_probs, rewards, dones, values = (defaultdict(list) for _ in range(6))
        for _ in range(STEPS):
            chosen, log_prob, _, value = learner.get_action(obs=observations, infos=infos)
            following, reward, terminated, truncated, infos = envs.step(chosen)
            for agent in learner.agent_ids:
                for kept, new in zip(
                    (states, actions, log_probs, rewards, dones, values),
                    (observations, chosen, log_prob, reward, done, value),
                    strict=True,
                ):
                    kept[agent].append(new[agent])
            observations = following
            done = {agent: np.logical_or(terminated[agent], truncated[agent]).astype(float) for agent in learner.agent_ids}
        learner.learn((states, actions, log_probs, rewards, dones, values, observations, done))
        if time.monotonic() > end:
            envs.close()
            return learner


def evaluate(learner: MaskedIPPO, games: int) -> EvalReport:
    """Plays the policy in every seat against three random agents, on the same deals."""

    @torch.no_grad()
    def weights(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        chosen = learner.get_action(obs={"witch_0": observation}, infos={"witch_0": {"action_mask": mask}})[0]["witch_0"]
        return np.eye(mask.shape[1])[np.asarray(chosen).reshape(-1)]

    variant = make_env().variant
    return evaluate_agent(variant, FunctionAgent("agilerl", weights), load("random"), games, seed=1)


def main() -> EvalReport:
    """Trains and returns the score against random agents."""
    options = minutes_and_games(__doc__)
    torch.manual_seed(0)
    return evaluate(train(make_learner(make_env()), 60 * options.minutes), options.games)


if __name__ == "__main__":
    print(main().summary())
