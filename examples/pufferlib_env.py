"""A native PufferLib environment: `python examples/pufferlib_env.py`. Plays games with a policy that masks its logits.

PufferLib's policies do not support masks. An observation of `PufferGames` is the vector followed by the mask, so a policy can
mask its logits as the one below does. Without a mask, illegal actions are replaced by the lowest legal one.
"""

import argparse

import pufferlib.vector
import torch
from torch import nn

from resonance_env.adapters.pufferlib import PufferGames
from resonance_env.games import load_game


def make_env(num_games: int = 64, buf: object | None = None, seed: int = 0) -> PufferGames:
    """Returns a batch for PufferLib; `pufferlib.vector.make(make_env, backend=..., num_envs=...)` makes several."""
    return PufferGames(load_game("resonance").variant(4), num_games, buf=buf, seed=seed)


class MaskedPolicy(nn.Module):
    """A small network with the signature that PufferLib's trainer calls."""

    def __init__(self, env: PufferGames) -> None:
        super().__init__()
        self.num_features = env.num_features
        self.body = nn.Sequential(nn.Linear(env.num_features, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU())
        self.actor, self.critic = nn.Linear(128, env.single_action_space.n), nn.Linear(128, 1)

    def forward(self, observations: torch.Tensor, state: dict | None = None) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns logits `[agent, action]`, minus infinity where illegal, and values `[agent, 1]`."""
        hidden = self.body(observations[:, : self.num_features])
        return self.actor(hidden) + observations[:, self.num_features :].log(), self.critic(hidden)

    forward_eval = forward


def main(arguments: list[str] | None = None) -> int:
    """Plays with an untrained policy; returns how many games have ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    options = parser.parse_args(arguments)
    env = pufferlib.vector.make(make_env, backend=pufferlib.PufferEnv)
    policy = MaskedPolicy(env)
    observations, _ = env.reset(seed=1)
    ended = 0
    for _ in range(options.steps):
        with torch.no_grad():
            logits, _ = policy(torch.from_numpy(observations))
        actions = torch.distributions.Categorical(logits=logits).sample()
        observations, _, _, _, infos = env.step(actions.numpy())
        ended += sum(info["games"] for info in infos)
    print(f"{ended} games ended in {options.steps} steps of {env.num_agents} agents, no illegal actions")
    assert not env.games.illegal_actions.any()
    return ended


if __name__ == "__main__":
    main()
