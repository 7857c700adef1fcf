"""The compiled loop that gathers minibatches."""

import numpy as np

from resonance_env.core.compiled import compiled


def gather_scaled(observation: np.ndarray, rows: np.ndarray, scale: np.ndarray, out: np.ndarray) -> None:
    """Writes the product of some rows with the scale, in one pass where PyTorch would take three.

    Args:
        observation: int8 `[decision, size]`, C-contiguous.
        rows: int64 `[batch]`.
        scale: float32 `[size]`.
        out: float32 `[batch, size]`, C-contiguous.
    """
    _gather(observation, rows, scale, out)


@compiled
def _gather(observation, rows, scale, out):  # type: ignore[no-untyped-def]
    for i in range(len(rows)):
        source, target = observation[rows[i]], out[i]
        for at in range(len(scale)):
            target[at] = np.float32(source[at]) * scale[at]
