"""Generalised advantage estimation from decision to decision (Schulman et al., 2016, equation 16), compiled.

A slot is a seat of a game. Its next state is its next decision, however many steps it waits in between; steps without a
decision do not discount, and their rewards belong to the decision before. An episode ends in one of two ways: terminated, with
no value after it; or truncated, and then the value of the last position is bootstrapped.
"""

import numpy as np

from resonance_env.core.compiled import compiled


def advantages(
    slot: np.ndarray,
    reward: np.ndarray,
    value: np.ndarray,
    potential: np.ndarray,
    is_last: np.ndarray,
    bootstrap: np.ndarray,
    num_slots: int,
    gamma: float,
    gae_lambda: float,
) -> tuple[np.ndarray, np.ndarray]:
    """Returns the advantages of a list of decisions of all slots.

    Args:
        slot: int64 `[decision]`, decisions in order.
        reward: float32 `[decision]`, all that the slot received until its next decision or the end of the episode.
        value: float32 `[decision]`, estimated before the choice.
        potential: float32 `[decision]`, for shaping (Ng, Harada and Russell, 1999): gamma * next potential - potential is
            added to the reward.
        is_last: bool `[decision]`, the episode ended before the slot decided again, terminated or truncated.
        bootstrap: float32 `[decision]`, read only where `is_last`: value plus potential of the position at which the episode
            was truncated; 0 where it terminated.
        num_slots: slots are in 0 .. num_slots - 1.
        gamma: discount from one decision to the next.
        gae_lambda: weight of longer returns.

    Returns:
        float32 `[decision]`: the advantages; and bool `[decision]`: whether the outcome is known. That of the last decision of
        a slot is unknown unless its episode ended; its value bootstraps the decision before, and its own advantage is 0.
    """
    result = np.zeros(len(slot), dtype=np.float32)
    is_known = np.zeros(len(slot), dtype=np.bool_)
    after = np.zeros(num_slots, dtype=np.bool_), np.zeros(num_slots), np.zeros(num_slots)
    _fill_advantages(slot, reward, value, potential, is_last, bootstrap, gamma, gae_lambda, *after, result, is_known)
    return result, is_known


def advantages_by_step(
    reward: np.ndarray,
    value: np.ndarray,
    is_decision: np.ndarray,
    ends: np.ndarray,
    last_value: np.ndarray,
    gamma: float,
    gae_lambda: float,
) -> np.ndarray:
    """Returns the same for arrays with a row per step, as in rollout buffers of other libraries.

    Args:
        reward: float32 `[step, slot]`, received after the step; where an episode was truncated, the discounted value of the
            position at which it was truncated has been added.
        value: float32 `[step, slot]`, of the position before the step; read only at decisions.
        is_decision: bool `[step, slot]`: the slot decided in this step.
        ends: bool `[step, slot]`: the episode ended with this step.
        last_value: float32 `[slot]`, of the position after the last step; bootstraps where no episode ended.
        gamma: discount from one decision to the next.
        gae_lambda: weight of longer returns.

    Returns:
        float32 `[step, slot]`, 0 where there is no decision.
    """
    num_slots = reward.shape[1]
    credited, bootstrap = np.zeros((2, *reward.shape), dtype=np.float32)
    is_last = np.zeros(reward.shape, dtype=np.bool_)
    waiting_for, is_end, later = np.zeros(num_slots, np.float32), np.ones(num_slots, np.bool_), np.asarray(last_value).copy()
    for step in reversed(range(len(reward))):
        ended, decided = ends[step], is_decision[step]
        waiting_for = reward[step] + np.where(ended, np.float32(0.0), waiting_for)
        is_end, later = is_end | ended, np.where(ended, np.float32(0.0), later)
        credited[step], is_last[step], bootstrap[step] = waiting_for, is_end, later
        waiting_for = np.where(decided, np.float32(0.0), waiting_for)
        is_end = is_end & ~decided
    of_step, slot = np.nonzero(is_decision)
    result = np.zeros(reward.shape, dtype=np.float32)
    result[of_step, slot], _ = advantages(
        slot,
        credited[of_step, slot],
        value[of_step, slot].astype(np.float32),
        np.zeros(len(slot), dtype=np.float32),
        is_last[of_step, slot],
        bootstrap[of_step, slot],
        num_slots,
        gamma,
        gae_lambda,
    )
    return result


@compiled
def _fill_advantages(  # type: ignore[no-untyped-def]
    slot, reward, value, potential, is_last, bootstrap, gamma, gae_lambda, has_next, next_worth, next_advantage, out, is_known
):
    """The loop, with the state of each slot's next decision, initially 0: `next_worth` is its value and potential."""
    for i in range(len(slot) - 1, -1, -1):
        of = slot[i]
        worth = float(value[i]) + float(potential[i])
        if is_last[i]:
            next_worth[of] = float(bootstrap[i])
            next_advantage[of] = 0.0
        is_known[i] = is_last[i] or has_next[of]
        if is_known[i]:
            delta = float(reward[i]) + gamma * next_worth[of] - worth
            next_advantage[of] = delta + gamma * gae_lambda * next_advantage[of]
            out[i] = next_advantage[of]
        next_worth[of] = worth
        has_next[of] = True
