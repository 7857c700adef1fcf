"""The weights of the outlook in a style."""

import numpy as np

from resonance_env.agents.summon_demons.planning.outlook import WEIGHTS, feature_names
from resonance_env.agents.summon_demons.style_names import FACTORS, NOISE, STYLES


def style_weights(style: str, changes: dict[str, float]) -> tuple[np.ndarray, float]:
    """Returns the outlook's weights in a named style with some factors changed, float64 `[feature]`, and the noise."""
    values = {factor.name: 1.0 for factor in FACTORS} | {NOISE: 0.0} | STYLES[style] | changes
    weights = WEIGHTS.copy()
    for place, name in enumerate(feature_names()):
        for factor in FACTORS:
            if name.rstrip("0123456789").rstrip("_") in factor.features:
                weights[place] *= values[factor.name]
    return weights, values[NOISE]
