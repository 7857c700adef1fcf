"""Initial weights from a checkpoint."""

from typing import Any

import msgspec
import torch
from torch.nn.functional import pad

from resonance_env.agents.checkpoint_metadata import NetworkSpec, TrainingRun
from resonance_env.agents.loading import load
from resonance_env.agents.network.checkpoint import check_fits
from resonance_env.agents.network.policy_agent import PolicyAgent
from resonance_env.core.errors import CheckpointError, OptionError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant

FIRST_LAYER = "trunk.0.weight"  # [width, input] of a tower


def first_weights(
    name: str, variant: Variant, observation: ObservationKind, network: NetworkSpec
) -> tuple[dict[str, torch.Tensor], tuple[TrainingRun, ...]]:
    """Returns the weights of a checkpoint as initial weights, and the runs that trained them.

    Args:
        name: folder of a checkpoint or of a training run, or a shipped checkpoint, as in `load`.
        variant: the game to train for.
        observation: kind of observation that the network reads.
        network: description of the network. A guided network may have another guide, and, with kind "mlp", new foresight,
            whose weights start at 0.

    Raises:
        OptionError: this is not a checkpoint, or its network differs; says how.
        CheckpointError: it is damaged, or was made for another game or number of seats, or other observations or actions.
    """
    agent = load(name)
    if not isinstance(agent, PolicyAgent) or agent.metadata is None or agent.folder is None:
        raise OptionError(f"expected a checkpoint to start from, got {name!r}, which has no weights")
    metadata = agent.metadata
    if metadata.observation != observation:
        raise CheckpointError(
            f"expected a checkpoint that reads {observation!r} observations to start from, but {agent.folder} reads "
            f"{metadata.observation!r}; train with --observation {metadata.observation}"
        )
    check_fits(metadata, variant, agent.folder)
    weights, there = agent.network.state_dict(), metadata.network
    if there.guide is not None and network.guide is not None:
        there = msgspec.structs.replace(there, guide=network.guide)
        if not there.foresight and network.kind == "mlp":
            there = msgspec.structs.replace(there, foresight=network.foresight)
            weights[FIRST_LAYER] = pad(weights[FIRST_LAYER], (0, metadata.num_actions * network.foresight))
    if there != network:
        pairs = _differences(msgspec.structs.asdict(there), msgspec.structs.asdict(network))
        raise OptionError(f"expected the network of {agent.folder} to start from it; {pairs}")
    return weights, metadata.runs


def _differences(there: dict[str, Any], here: dict[str, Any]) -> str:
    return "; ".join(f"{name}: {there[name]!r} there, {here[name]!r} here" for name in there if there[name] != here[name])
