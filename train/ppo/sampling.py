"""The compiled loops of training: sampling actions from logits, and gathering minibatches."""

from __future__ import annotations

import math

import numpy as np

from resonance_env.core.compiled import compiled


def draw_actions(logits: np.ndarray, legal: np.ndarray, uniform: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Draws from a softmax over the legal actions of each row.

    Args:
        logits: float32 `[row, action]`, C-contiguous.
        legal: int8 `[row, action]`, C-contiguous, 1 where legal; no row all zero.
        uniform: float64 `[row]` in [0, 1).

    Returns:
        int64 `[row]`: the actions; float32 `[row]`: the logarithms of their probabilities.
    """
    action = np.empty(len(logits), dtype=np.int64)
    log_probability = np.empty(len(logits), dtype=np.float32)
    codes, weights = np.empty(logits.shape[1], dtype=np.int64), np.empty(logits.shape[1])
    _draw(logits, legal, uniform, codes, weights, action, log_probability)
    return action, log_probability


@compiled
def _draw(logits, legal, uniform, codes, weights, action, log_probability):  # type: ignore[no-untyped-def]
    num_actions = logits.shape[1]
    for row in range(len(logits)):
        scores, is_legal = logits[row], legal[row]
        count = 0
        highest = -np.inf
        for code in range(num_actions):
            if is_legal[code]:
                codes[count] = code
                highest = max(highest, float(scores[code]))
                count += 1
        total = 0.0
        for k in range(count):
            weights[k] = math.exp(float(scores[codes[k]]) - highest)
            total += weights[k]
        rest = uniform[row] * total
        chosen = 0
        while chosen < count - 1 and (rest >= weights[chosen] or weights[chosen] == 0.0):
            rest -= weights[chosen]
            chosen += 1
        action[row] = codes[chosen]
        log_probability[row] = float(scores[codes[chosen]]) - highest - math.log(total)


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
