"""Self-play for Stable-Baselines3: every seat of every game is an environment of one `VecEnv`.

All seats act in every step, as that library expects; a seat that is not asked may only wait. `DecisionRolloutBuffer` makes
sb3-contrib's MaskablePPO learn from real decisions alone.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, get_args

import numpy as np
from gymnasium import spaces

from resonance_env.adapters.sb3_slots import SlotVecEnv
from resonance_env.core.chance import episode_seed
from resonance_env.core.errors import IllegalActionError, UsageError
from resonance_env.core.spec import OBSERVATION_KINDS, ObservationKind, RewardKind, Variant
from resonance_env.play import checks
from resonance_env.play.checks import IllegalRule

try:
    from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"this needs {error.name}: install it with `pip install 'resonance-env[train]'`", name=error.name
    ) from error


class SelfPlayVecEnv(SlotVecEnv):
    """A batch of games in which one policy plays all seats.

    Slot `game * num_seats + seat` is a seat. Observations are float32 in [0, 1]. An ended game restarts in the same step:
    reward and done belong to the ended game, the observation to the next, and `infos[slot]["terminal_observation"]` is the
    last one of the ended game. With `illegal="replace"`, `infos[slot]["illegal_actions"]` is how many actions of the seat were
    replaced in the game. Episode e of game i has the seed `episode_seed(seed, i, e)`.

    Attributes:
        variant: the game.
        num_games: number of games.
        games: their records `[game]`; read only.
        episodes: int64 `[game]`: number of the running episode.
    """

    def __init__(
        self,
        variant: Variant,
        num_games: int,
        *,
        seed: int = 0,
        observation: ObservationKind = "table",
        reward: RewardKind = "zero_sum",
        shaping: float = 0.0,
        shaping_gamma: float = 1.0,
        illegal: IllegalRule = "replace",
    ) -> None:
        """Makes the games; `reset` starts them.

        Args:
            variant: the game.
            num_games: how many games are played at a time.
            seed: of the first episodes; `seed(...)` sets another for the next `reset`.
            observation: what seats see.
            reward: at the end, "zero_sum" payoffs, or 1 for winners and 0 for all others ("win").
            shaping: how much a step from progress 0 to 1 is rewarded, and taken back at the end: potential-based shaping
                (Ng, Harada and Russell, 1999), which does not change what is optimal for returns discounted by `shaping_gamma`.
            shaping_gamma: discount from one decision of a seat to its next, the learner's own; as in `DecisionRolloutBuffer`,
                waits do not discount.
            illegal: "replace" plays the lowest legal action instead, counts it in the info and warns once; "raise" raises.

        Raises:
            OptionError: an option is out of range.
        """
        checks.check_playable(variant)
        checks.check_choice("observation", observation, OBSERVATION_KINDS)
        checks.check_choice("reward", reward, variant.spec.reward_kinds)
        checks.check_choice("illegal", illegal, get_args(IllegalRule))
        num_games = checks.at_least_one("num_games", num_games)
        layout = variant.layout(observation)
        self.variant = variant
        self.num_games = num_games
        self.games = variant.new_games(num_games)
        self.episodes = np.full(num_games, -1, dtype=np.int64)
        self.render_mode = None
        self._observation: ObservationKind = observation
        self._reward = reward
        self._shaping = checks.check_number("shaping", shaping)
        self._shaping_gamma = checks.check_number("shaping_gamma", shaping_gamma, 0.0, 1.0)
        self._raises = illegal == "raise"
        self._has_warned = False
        self._num_illegal = np.zeros((num_games, variant.num_seats), dtype=np.int64)  # in the running episodes
        self._scale = layout.scale
        self._seed = checks.check_seed(seed)
        self._legal = np.zeros((num_games, variant.num_seats, variant.num_actions), dtype=np.int8)
        self._actions: np.ndarray | None = None
        self._returns = np.zeros((num_games, variant.num_seats), dtype=np.float32)
        self._lengths = np.zeros(num_games, dtype=np.int64)
        super().__init__(
            num_games * variant.num_seats,
            spaces.Box(0.0, 1.0, (layout.size,), np.float32),
            spaces.Discrete(variant.num_actions),
        )

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Sets the seed; the next `reset` begins with episode 0 of it. None keeps seed and episode numbers.

        Raises:
            OptionError: the seed is no integer in 0 .. 2**64 - 1.
        """
        if seed is not None:
            self._seed = checks.check_seed(seed)
            self.episodes[:] = -1
        return [seed] * self.num_envs

    def reset(self) -> np.ndarray:
        """Starts the next episode of every game and returns float32 `[slot, size]`."""
        self._restart(np.arange(self.num_games))
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self._observe(self.games)

    def step_async(self, actions: np.ndarray) -> None:
        """Takes integers `[slot]`; actions of waiting seats are their only legal action.

        Raises:
            UsageError: there was no `reset`.
            IllegalActionError: says which seat of which game, which action, and why.
        """
        if (self.episodes < 0).any():
            raise UsageError("expected reset() before the first step")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            raise IllegalActionError(f"expected {self.num_envs} integers, got shape {actions.shape} of type {actions.dtype}")
        self._actions = self._checked(actions.reshape(self.num_games, self.variant.num_seats))

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Plays the step and returns observation, reward float32 `[slot]`, done bool `[slot]`, and an info each."""
        if self._actions is None:
            raise UsageError("expected step_async(actions) before step_wait()")
        seats = self.variant.num_seats
        before = self._discounted_progress() if self._shaping else None
        self.variant.step(self.games, self._actions)
        self._actions = None
        done = self.variant.done(self.games)
        reward = self._final_reward()
        if before is not None:
            after = np.where(done[:, None], np.float32(0.0), self.variant.progress(self.games))
            reward = reward + np.float32(self._shaping) * (np.float32(self._shaping_gamma) * after - before)
        self._returns += reward
        self._lengths += 1
        infos: list[dict[str, Any]] = [{"illegal_actions": count} for count in self._num_illegal.reshape(-1).tolist()]
        ended = np.flatnonzero(done)
        if len(ended):
            final = self._observe(self.games[ended]).reshape(len(ended), seats, -1)
            for row, game in enumerate(ended):
                for seat in range(seats):
                    infos[game * seats + seat] |= {
                        "terminal_observation": final[row, seat],
                        "TimeLimit.truncated": False,
                        "episode": {"r": float(self._returns[game, seat]), "l": int(self._lengths[game])},
                    }
            self._restart(ended)
        else:
            self.variant.legal(self.games, self._legal)
        return self._observe(self.games), reward.reshape(-1), np.repeat(done, seats), infos

    def action_masks(self) -> np.ndarray:
        """Returns bool `[slot, action]`, True where legal."""
        return self._legal.reshape(self.num_envs, -1).astype(np.bool_)

    def _restart(self, which: np.ndarray) -> None:
        """Starts the next episodes of the games with these indices."""
        self.episodes[which] += 1
        self._returns[which] = 0.0
        self._lengths[which] = 0
        self._num_illegal[which] = 0
        seeds = [episode_seed(self._seed, int(game), int(self.episodes[game])) for game in which]
        games = self.games[which]
        self.variant.reset(games, np.array(seeds, dtype=np.uint64))
        self.games[which] = games
        self.variant.legal(self.games, self._legal)

    def _observe(self, games: np.ndarray) -> np.ndarray:
        observation = self.variant.observe(games, self._observation)
        scaled: np.ndarray = np.multiply(observation, self._scale, dtype=np.float32)
        return scaled.reshape(len(games) * self.variant.num_seats, -1)

    def _discounted_progress(self) -> np.ndarray:
        """Returns float32 `[game, seat]`: the progress, discounted where the seat waits.

        With `gamma * progress` of the position after a step, the waits between two decisions cancel out, and what remains is
        `gamma * progress` at the second less `progress` at the first.
        """
        is_decision = np.count_nonzero(self._legal, axis=2) > 1
        discount = np.where(is_decision, np.float32(1.0), np.float32(self._shaping_gamma))
        return self.variant.progress(self.games) * discount

    def _final_reward(self) -> np.ndarray:
        if self._reward == "win":
            return self.variant.winners(self.games).astype(np.float32)
        return self.variant.payoff(self.games)

    def _checked(self, actions: np.ndarray) -> np.ndarray:
        """Returns legal actions `[game, seat]`."""
        known = (actions >= 0) & (actions < self.variant.num_actions)
        chosen = np.where(known, actions, 0)
        is_legal = known & (np.take_along_axis(self._legal, chosen[:, :, None], axis=2)[:, :, 0] != 0)
        if is_legal.all():
            return chosen
        if self._raises or not known.all():
            self._refuse(actions, known, is_legal)
        self._num_illegal += ~is_legal
        lowest = self._legal.argmax(axis=2)
        if not self._has_warned:
            self._has_warned = True
            game, seat = (int(index[0]) for index in np.nonzero(~is_legal))
            checks.warn_of_replacement(self.variant, seat, int(chosen[game, seat]), int(lowest[game, seat]))
        return np.where(is_legal, chosen, lowest)

    def _refuse(self, actions: np.ndarray, known: np.ndarray, is_legal: np.ndarray) -> None:
        """Says what is wrong with an action; one that is none comes before one that is illegal."""
        game, seat = (int(index[0]) for index in np.nonzero(~is_legal if known.all() else ~known))
        action = int(actions[game, seat])
        if not known[game, seat]:
            raise IllegalActionError(f"game {game}: expected an action in 0 .. {self.variant.num_actions - 1}, got {action}")
        self.variant.verify(self.games, game, seat, action)
        raise IllegalActionError(f"game {game}, seat {seat}: action {action} is not legal")


class DecisionRolloutBuffer(MaskableRolloutBuffer):
    """A rollout buffer for MaskablePPO in which only real decisions are samples.

    A seat that waits has one legal action, so its rows teach nothing. Rewards that come while a seat waits belong to its last
    decision, and advantages reach from decision to decision, however many waits lie between.

    Attributes:
        is_decision: bool `[step, slot]` of the last full rollout.
    """

    is_decision: np.ndarray

    def compute_returns_and_advantage(self, last_values: Any, dones: np.ndarray) -> None:
        """Fills `advantages` and `returns` `[step, slot]`, where waits stay zero.

        Args:
            last_values: tensor `[slot, 1]`: values of the positions after the last step.
            dones: bool `[slot]`: the last step ended the episode.
        """
        is_decision = np.count_nonzero(self.action_masks, axis=2) > 1
        ends = np.concatenate([self.episode_starts[1:], dones[None].astype(np.float32)]) > 0
        self.advantages = decision_advantages(
            self.rewards, self.values, is_decision, ends, last_values.cpu().numpy().reshape(-1), self.gamma, self.gae_lambda
        )
        self.returns = self.advantages + np.where(is_decision, self.values, np.float32(0.0))
        self.is_decision = is_decision

    def get(  # type: ignore[override]
        self, batch_size: int | None = None
    ) -> Generator[MaskableRolloutBufferSamples, None, None]:
        """Yields the decisions in random order, at most `batch_size` at a time.

        Raises:
            UsageError: there are too few decisions to learn from.
        """
        if not self.generator_ready:
            rows = np.flatnonzero(self.swap_and_flatten(self.is_decision))
            for name in ("observations", "actions", "values", "log_probs", "advantages", "returns", "action_masks"):
                setattr(self, name, self.swap_and_flatten(getattr(self, name))[rows])
            self.generator_ready = True
        order = np.random.permutation(len(self.advantages))  # noqa: NPY002, the generator that the library seeds
        if len(order) < 2:
            raise UsageError(f"expected at least 2 decisions in a rollout, got {len(order)}: play more games or more steps")
        # Batches of nearly equal size: the advantages of a batch of one could not be normalised.
        for batch in np.array_split(order, -(-len(order) // (batch_size or len(order)))):
            yield self._get_samples(batch)


def decision_advantages(
    rewards: np.ndarray,
    values: np.ndarray,
    is_decision: np.ndarray,
    ends: np.ndarray,
    last_values: np.ndarray,
    gamma: float,
    gae_lambda: float,
) -> np.ndarray:
    """Returns generalised advantage estimates from decision to decision (Schulman et al., 2016, equation 16).

    Args:
        rewards: `[step, slot]`, received after the step.
        values: `[step, slot]`, of the position before the step.
        is_decision: bool `[step, slot]`; steps that are not are skipped, and do not discount.
        ends: bool `[step, slot]`: the episode ended with this step.
        last_values: `[slot]`, of the position after the last step.
        gamma: discount per decision.
        gae_lambda: weight of longer returns.

    Returns:
        float32 `[step, slot]`, 0 where nothing was decided.
    """
    advantages = np.zeros_like(rewards, dtype=np.float32)
    reward = np.zeros_like(last_values)  # received since the decision that is looked for
    value = last_values.copy()  # of the next decision of the episode, 0 if there is none
    advantage = np.zeros_like(last_values)  # of the next decision of the episode
    for step in reversed(range(len(rewards))):
        goes_on = ~ends[step]
        reward, value, advantage = rewards[step] + reward * goes_on, value * goes_on, advantage * goes_on
        decided = is_decision[step]
        delta = reward + gamma * value - values[step]
        advantages[step] = np.where(decided, delta + gamma * gae_lambda * advantage, 0.0)
        reward = np.where(decided, 0.0, reward)
        value = np.where(decided, values[step], value)
        advantage = np.where(decided, advantages[step], advantage)
    return advantages
