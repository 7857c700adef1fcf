"""Self-play for Stable-Baselines3: every seat of every game is an environment of one `VecEnv`.

All seats act in every step, as that library expects; what a seat that is not asked is given does not matter.
`DecisionRolloutBuffer` makes sb3-contrib's MaskablePPO learn from decisions alone.
"""

from collections.abc import Generator, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from resonance_env.adapters.sb3_slots import SlotVecEnv
from resonance_env.core.errors import UsageError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.rewards import RewardKind
from resonance_env.core.spec import Variant
from resonance_env.play import checks
from resonance_env.play.advantages import advantages_by_step
from resonance_env.play.checks import IllegalRule
from resonance_env.play.rewards import Pay
from resonance_env.play.vector_env import VectorEnv

try:
    from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"this needs {error.name}: install it with `pip install 'resonance-env[train]'`", name=error.name
    ) from error


class SelfPlayVecEnv(SlotVecEnv):
    """A batch of games in which one policy plays all seats: a `VectorEnv` as that library wants it.

    Slot `game * num_seats + seat` is a seat. Observations are float32 in [0, 1]. An ended game restarts in the same step:
    reward and done belong to the ended game, the observation to the next. At the end of a game, `infos[slot]` holds
    `terminal_observation`, its last one, `TimeLimit.truncated`, whether it was ended by `max_cycles`, and `episode` with return
    and length; in every step, `illegal_actions`, how many actions of the seat were replaced in the game. Episode e of game i
    has the seed `episode_seed(seed, i, e)`.

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
        reward: RewardKind | None = None,
        shaping: float = 0.0,
        shaping_gamma: float = 1.0,
        illegal: IllegalRule = "replace",
        max_cycles: int | None = None,
    ) -> None:
        """Makes the games; `reset` starts them.

        Args:
            variant: the game.
            num_games: how many games are played at a time.
            seed: of the first episodes; `seed(...)` sets another for the next `reset`.
            observation: "table" or "recall".
            reward: the game's own rewards by default; "win" gives at the end 1 to the winners and 0 to the others.
            shaping: weight of the shaping reward `shaping_gamma * phi(s') - phi(s)`, phi being the variant's `progress`, and 0
                once the game is over (Ng, Harada and Russell, ICML 1999).
            shaping_gamma: discount from one decision of a seat to its next, the learner's own; as in `DecisionRolloutBuffer`,
                waits do not discount.
            illegal: "replace" plays the lowest legal action instead, counts it in the info and warns once; "raise" raises.
            max_cycles: truncates a game after that many steps. By default the bound that the game names.

        Raises:
            OptionError: an option is out of range.
        """
        vec = VectorEnv(
            variant, num_games, seed=seed, observation=observation, reward=reward, illegal=illegal, max_cycles=max_cycles
        )
        self._vec = vec
        self._pay = Pay(variant, reward, shaping, shaping_gamma)
        self.variant = variant
        self.num_games, self.games, self.episodes = vec.num_games, vec.games, vec.episodes
        self.render_mode = None
        layout = variant.layout(observation)
        self._scale = layout.scale
        self._next_seed: int | None = checks.check_seed(seed)  # of the next `reset`; None goes on with the next episodes
        self._returns = np.zeros(vec.reward.shape, dtype=np.float32)
        self._lengths = np.zeros(self.num_games, dtype=np.int64)
        super().__init__(
            vec.reward.size, spaces.Box(0.0, 1.0, (layout.size,), np.float32), spaces.Discrete(variant.num_actions)
        )

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Sets the seed; the next `reset` begins with episode 0 of it. None keeps seed and episode numbers.

        Raises:
            OptionError: the seed is no integer in 0 .. 2**64 - 1.
        """
        if seed is not None:
            self._next_seed = checks.check_seed(seed)
        return [seed] * self.num_envs

    def set_options(self, options: Any = None) -> None:
        """Refuses options of the next `reset`: these environments have none.

        Raises:
            UsageError: there are some.
        """
        if any(options if isinstance(options, list) else [options]):
            raise UsageError(f"expected no options, since {type(self).__name__} has none for reset(); got {options!r}")

    def reset(self) -> np.ndarray:
        """Starts the next episode of every game and returns float32 `[slot, size]`."""
        vec = self._vec
        vec.reset(self._next_seed)
        self._next_seed = None
        self._has_begun = True
        self._returns[:] = 0.0
        self._lengths[:] = 0
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self._scaled(vec.observation)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Plays the step and returns observation, reward float32 `[slot]`, done bool `[slot]`, and an info each.

        Raises:
            UsageError: there was no `step_async`.
            IllegalActionError: says which seat of which game, which action, and why.
        """
        vec, actions = self._vec, self._take_actions().reshape(self._returns.shape)
        before = self._discounted_progress() if self._pay.shaping else None
        vec.step(actions)
        ended = np.flatnonzero(vec.done)
        reward = vec.reward.copy()
        if before is not None:
            after = self.variant.progress(vec.games)
            after[ended] = self._pay.potential(vec.final_games[ended], vec.terminated[ended])
            reward += self._pay.shaped(before, after)
        self._returns += reward
        self._lengths += 1
        infos: list[dict[str, Any]] = [{"illegal_actions": count} for count in vec.illegal_actions.reshape(-1).tolist()]
        seats = self.variant.num_seats
        final = self._scaled(vec.final_observation[ended]).reshape(len(ended), seats, len(self._scale))
        for row, game in enumerate(ended.tolist()):
            for seat in range(seats):
                infos[game * seats + seat] |= {
                    "terminal_observation": final[row, seat],
                    "TimeLimit.truncated": bool(vec.truncated[game]),
                    "episode": {"r": float(self._returns[game, seat]), "l": int(self._lengths[game])},
                }
        for counts in (vec.illegal_actions, self._returns, self._lengths):
            counts[ended] = 0
        return self._scaled(vec.observation), reward.reshape(-1), np.repeat(vec.done, seats), infos

    def action_masks(self) -> np.ndarray:
        """Returns bool `[slot, action]`, True where legal; all False for a seat that is not asked."""
        masks: np.ndarray = (self._vec.legal != 0) & self._vec.acting[:, :, None]
        return masks.reshape(self.num_envs, -1)

    def _scaled(self, observation: np.ndarray) -> np.ndarray:
        """Returns fresh float32 `[slot, size]` of int8 `[game, seat, size]`."""
        scaled: np.ndarray = np.multiply(observation, self._scale, dtype=np.float32)
        return scaled.reshape(-1, len(self._scale))

    def _discounted_progress(self) -> np.ndarray:
        """Returns float32 `[game, seat]`: the progress, discounted where the seat waits.

        With `gamma * progress` of the position after a step, the waits between two decisions cancel out, and what remains is
        `gamma * progress` at the second less `progress` at the first.
        """
        discount = np.where(self._vec.acting, np.float32(1.0), np.float32(self._pay.gamma))
        return self.variant.progress(self._vec.games) * discount


class DecisionRolloutBuffer(MaskableRolloutBuffer):
    """A rollout buffer for MaskablePPO in which only decisions are samples: rows of seats that are asked, with a mask.

    Rewards that come while a seat waits belong to its last decision, and advantages reach from decision to decision, however
    many waits lie between. Where a game was truncated, MaskablePPO has added the value of its last position to the reward.

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
        is_decision: np.ndarray = np.asarray(self.action_masks.any(axis=2))
        ends = np.concatenate([self.episode_starts[1:], dones[None].astype(np.float32)]) > 0
        self.advantages = advantages_by_step(
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
