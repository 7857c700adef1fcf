"""The networks that policies can have, described by a few words in a checkpoint's card."""

from __future__ import annotations

import torch
from torch import nn

from resonance_env.agents.checkpoint import NetworkCard

ACTIVATIONS: dict[str, type[nn.Module]] = {"tanh": nn.Tanh, "relu": nn.ReLU}


class MlpPolicy(nn.Module):
    """Two towers of fully connected layers, one for the policy and one for the value.

    The parameters carry the names that Stable-Baselines3 gives them in a policy with `net_arch=dict(pi=hidden, vf=hidden)`,
    so the weights of either load into the other as they are.
    """

    def __init__(self, num_features: int, num_actions: int, card: NetworkCard) -> None:
        super().__init__()
        self.mlp_extractor = nn.ModuleDict(
            {name: _tower(num_features, card) for name in ("policy_net", "value_net")},
        )
        width = card.hidden[-1] if card.hidden else num_features
        self.action_net = nn.Linear(width, num_actions)
        self.value_net = nn.Linear(width, 1)

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Maps float32 `[batch, num_features]` in [0, 1] to logits `[batch, num_actions]` and values `[batch]`."""
        return self.logits(features), self.value_net(self.mlp_extractor["value_net"](features)).squeeze(-1)

    def logits(self, features: torch.Tensor) -> torch.Tensor:
        """Maps float32 `[batch, num_features]` to logits `[batch, num_actions]`, of illegal actions too."""
        result: torch.Tensor = self.action_net(self.mlp_extractor["policy_net"](features))
        return result


def _tower(num_features: int, card: NetworkCard) -> nn.Sequential:
    layers: list[nn.Module] = []
    width = num_features
    for hidden in card.hidden:
        layers += [nn.Linear(width, hidden), ACTIVATIONS[card.activation]()]
        width = hidden
    return nn.Sequential(*layers)
