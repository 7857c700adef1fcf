"""The weights of a style as a record for compiled code."""

import numpy as np

from resonance_env.agents.syncro.style_names import AGENT_WEIGHTS, STYLES, WEIGHTS

STYLE = np.dtype((np.record, [(weight.name, "f8") for weight in WEIGHTS]))


def style_record(agent: str, style: str, **changes: float) -> np.ndarray:
    """Returns an array of one STYLE record: the weights of an agent, then what the style changes, then further changes."""
    values = {weight.name: weight.default for weight in WEIGHTS} | AGENT_WEIGHTS[agent] | STYLES[style] | changes
    return np.array([tuple(values.values())], dtype=STYLE)
