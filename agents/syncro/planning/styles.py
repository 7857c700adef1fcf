"""The weights of a style as a record for compiled code."""

from collections.abc import Mapping

import numpy as np

from resonance_env.agents.syncro.style_names import STYLES, WEIGHTS

STYLE = np.dtype((np.record, [(weight.name, "f8") for weight in WEIGHTS]))


def style_record(style: str, changes: Mapping[str, float]) -> np.ndarray:
    """Returns an array of one STYLE record: the defaults, what an agent changes, then what the style changes."""
    values = {weight.name: weight.default for weight in WEIGHTS} | dict(changes) | STYLES[style]
    return np.array([tuple(values.values())], dtype=STYLE)
