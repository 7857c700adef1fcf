"""Agents by name or by path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from resonance_env.agents.interface import Agent
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import OptionError
from resonance_env.core.suggest import nearest

SHIPPED = Path(__file__).resolve().parent.parent / "checkpoints"
BUILT_IN: dict[str, Callable[[], Agent]] = {"random": RandomAgent}


def agent_names() -> list[str]:
    """Returns the names that `load` knows: built-in agents, then shipped checkpoints."""
    return [*sorted(BUILT_IN), *sorted(card.parent.name for card in SHIPPED.glob("*/card.json"))]


def load(name: str | Path) -> Agent:
    """Returns a new agent; bind it to a variant before use.

    Args:
        name: one of `agent_names()`, or the path of a checkpoint or of a training run (its newest checkpoint).

    Raises:
        OptionError: no agent has this name and no such folder exists; the nearest names are given.
        CheckpointError: the checkpoint is damaged.
    """
    text = str(name)
    if text in BUILT_IN:
        return BUILT_IN[text]()
    shipped = SHIPPED / text
    folder = shipped if text in agent_names() else Path(text)
    if not folder.exists():
        raise OptionError(
            f"expected the name of an agent ({', '.join(agent_names())}) or the path of a checkpoint, "
            f"got {text!r}{nearest(text, agent_names())}"
        )
    # PyTorch takes seconds to import, and only checkpoints need it.
    from resonance_env.agents.checkpoint import find_checkpoint
    from resonance_env.agents.policy_agent import PolicyAgent

    return PolicyAgent.from_checkpoint(find_checkpoint(folder))
