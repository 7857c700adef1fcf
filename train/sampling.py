"""Drawing actions from logits, with the probability of what was drawn: compiled, for rows that have a decision."""

from __future__ import annotations

import math

import numpy as np

from resonance_env.core.compiled import borrowed, compiled


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
    _draw(logits, legal, uniform, action, log_probability)
    return action, log_probability


@compiled
def _draw(logits, legal, uniform, action, log_probability):  # type: ignore[no-untyped-def]
    logits, legal = borrowed(logits), borrowed(legal)
    num_actions = logits.shape[1]
    codes = np.empty(num_actions, np.int64)
    weights = np.empty(num_actions)
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
