"""A batch of games for self-play: arrays in, arrays out, every seat of every game at once.

Nothing is allocated in a step: the arrays are written in place, and can be given from outside, so that torch or shared memory
may own them. Results are the same for any number of games beside, and for any number of threads.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args

import numba
import numpy as np

from resonance_env.adapters import checks
from resonance_env.adapters.checks import IllegalRule, RewardKind
from resonance_env.core.bitset import count_bits
from resonance_env.core.chance import episode_seed, threefry2x32
from resonance_env.core.compiled import compiled, may_use_threads
from resonance_env.core.errors import IllegalActionError, OptionError, UsageError
from resonance_env.core.packed import ENTRIES, nth_entry, read_word
from resonance_env.core.spec import OBSERVATION_KINDS, GameSpec, ObservationKind, StepArrays, Variant

OPTION_NAMES = ("num_games", "players", "seed", "observation", "reward", "illegal", "threads", "buffers")


class VectorEnv:
    """Games that are played side by side; an ended game goes on with its next episode in the same step (SAME_STEP).

    In each step, reward and done belong to the episode that ended, observation, legal and acting to the position that is now,
    and `final_observation` is valid where done. Episode e of game i is the game with the seed `episode_seed(seed, i, e)`.

    Attributes:
        variant: the game with players and options fixed.
        num_games, num_seats: axes of the arrays.
        games: records `[game]`; copy them to clone games, write to them and call `look()` to put games in.
        episodes: int64 `[game]`: number of the running episode.
        observation: int8 `[game, seat, size]`, see `variant.layout(...)`.
        legal: int8 `[game, seat, action]`, 1 where legal; a seat that is not asked has one legal action, to wait.
        acting: bool `[game, seat]`: who has a decision to make.
        reward: float32 `[game, seat]`.
        done: bool `[game]`.
        final_observation: int8 `[game, seat, size]`.
        illegal_actions: int64 `[game, seat]`: how many actions were replaced since `reset`.
    """

    def __init__(
        self,
        spec: GameSpec,
        num_games: int,
        players: int | None = None,
        *,
        seed: int = 0,
        observation: ObservationKind = "table",
        reward: RewardKind = "zero_sum",
        illegal: IllegalRule = "raise",
        threads: int = 1,
        buffers: Mapping[str, np.ndarray] | None = None,
        **game_options: Any,
    ) -> None:
        """Makes the arrays; `reset` starts the games.

        Args:
            spec: the game.
            num_games: how many are played at a time.
            players: number of persons; None takes the game's default.
            seed: of the batch.
            observation: "table" or "recall".
            reward: at the end of an episode, "zero_sum" gives the payoff, "win" 1 to the winners and 0 to the others.
            illegal: "raise", or "replace" an illegal action by the lowest legal one, which is counted and warned about once.
            threads: more than one runs the games on several threads; worth it above some hundred games. In a process forked
                from one that has used threads, one thread does the work, since OpenMP cannot be used there.
            buffers: arrays to write to, by name (`observation`, `legal`, `acting`, `reward`, `done`, `final_observation`),
                of the shapes and types above, C-contiguous and writable; others are made.
            **game_options: options of the game.

        Raises:
            OptionError: unknown option or value, or a buffer of another shape or type.
            CardSetError: the card set cannot be read.
        """
        checks.check_names(game_options, [*(option.name for option in spec.options), *OPTION_NAMES])
        checks.check_choice("observation", observation, OBSERVATION_KINDS)
        checks.check_choice("reward", reward, get_args(RewardKind))
        checks.check_choice("illegal", illegal, get_args(IllegalRule))
        self.variant: Variant = spec.variant(players, **game_options)
        checks.check_for_agents(self.variant)
        self.num_games = checks.at_least_one("num_games", num_games)
        self.num_seats = self.variant.num_seats
        self.threads = min(checks.at_least_one("threads", threads), numba.config.NUMBA_NUM_THREADS)
        self._observation_kind: ObservationKind = observation
        self._reward_is_win = reward == "win"
        self._replaces = illegal == "replace"
        self._has_warned = False
        self._seed = checks.check_seed(seed)
        self._has_begun = False
        self._draws = 0
        self.games = self.variant.new_games(self.num_games)
        self.episodes = np.full(self.num_games, -1, dtype=np.int64)
        self._actions = np.zeros((self.num_games, self.num_seats), dtype=np.int16)
        self.illegal_actions = np.zeros((self.num_games, self.num_seats), dtype=np.int64)
        self._arrays = self._make_arrays(buffers or {})
        self.observation = self._arrays.observation
        self.legal = self._arrays.legal
        self.acting = self._arrays.acting
        self.reward = self._arrays.reward
        self.done = self._arrays.done
        self.final_observation = self._arrays.final_observation

    def _make_arrays(self, buffers: Mapping[str, np.ndarray]) -> StepArrays:
        seats = (self.num_games, self.num_seats)
        size = self.variant.layout(self._observation_kind).size
        wanted: dict[str, tuple[tuple[int, ...], type]] = {
            "observation": ((*seats, size), np.int8),
            "legal": ((*seats, self.variant.num_actions), np.int8),
            "acting": (seats, np.bool_),
            "reward": (seats, np.float32),
            "done": ((self.num_games,), np.bool_),
            "final_observation": ((*seats, size), np.int8),
        }
        checks.check_names(buffers, [field.name for field in fields(StepArrays)])
        arrays: dict[str, np.ndarray] = {
            name: np.zeros(shape, dtype) for name, (shape, dtype) in wanted.items() if name not in buffers
        }
        for name, buffer in buffers.items():
            shape, dtype = wanted[name]
            if not isinstance(buffer, np.ndarray) or buffer.shape != shape or buffer.dtype != dtype:
                got = f"{buffer.dtype} {buffer.shape}" if isinstance(buffer, np.ndarray) else type(buffer).__name__
                raise OptionError(f"expected buffer {name!r} to be an array {np.dtype(dtype)} {shape}, got {got}")
            if not buffer.flags.c_contiguous or not buffer.flags.writeable:
                raise OptionError(f"expected buffer {name!r} to be C-contiguous and writable, got one that is not")
            arrays[name] = buffer
        return StepArrays(**arrays)

    @property
    def seeds(self) -> np.ndarray:
        """Seeds of the running episodes: uint64 `[game]`."""
        return self._seeds_of(np.arange(self.num_games))

    def reset(self, seed: int | None = None) -> np.ndarray:
        """Starts episode 0 of every game, under a new seed if one is given, and returns `observation`."""
        if seed is not None:
            self._seed = checks.check_seed(seed)
        self.episodes[:] = 0
        self._draws = 0
        self.illegal_actions[:] = 0
        self.variant.reset(self.games, self.seeds, parallel=self._use_threads())
        self._has_begun = True
        self.look()
        return self.observation

    def look(self) -> None:
        """Writes observation, legal and acting anew, after `games` was written to; reward and done become 0."""
        parallel = self._use_threads()
        self.variant.observe(self.games, self._observation_kind, self.observation, parallel=parallel)
        self.variant.legal(self.games, self.legal, parallel=parallel)
        self.variant.acting(self.games, self.acting)
        self.reward[:] = 0.0
        self.done[:] = False

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Plays integers `[game, seat]` and returns `observation`, `reward` and `done`.

        What a seat that is not asked is given does not matter.

        Raises:
            UsageError: there was no `reset`.
            IllegalActionError: wrong shape or type; or an action of a seat that is asked is out of range or, with
                `illegal="raise"`, illegal: says which seat, which action and why. Nothing has been played then.
        """
        if not self._has_begun:
            raise UsageError("expected reset() before step(): no game has begun")
        actions = np.asarray(actions)
        if actions.shape != self._actions.shape or not np.issubdtype(actions.dtype, np.integer):
            raise IllegalActionError(
                f"expected integers of shape {self._actions.shape}, got {actions.dtype} of shape {actions.shape}"
            )
        bad = int(_check_actions(actions, self.legal, self.acting, self._replaces, self._actions))
        if bad >= 0:
            self._refuse(bad // self.num_seats, bad % self.num_seats, actions)
        if self._replaces:
            self._count_replaced(actions)
        self._play()
        if self._reward_is_win:
            np.greater(self.reward, 0.0, out=self.reward)
        return self.observation, self.reward, self.done

    def asked(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns the real decisions as compact rows: int64 `[row]` game and int64 `[row]` seat."""
        game, seat = np.nonzero(self.acting)
        return game, seat

    def random_actions(self, out: np.ndarray | None = None) -> np.ndarray:
        """Returns a legal action for every seat, uniform and seeded: int16 `[game, seat]`; compiled."""
        if out is None:
            out = np.empty(self._actions.shape, dtype=np.int16)
        _draw_legal(self.legal, self.acting, self._seed & 0xFFFFFFFF, self._draws, out)
        self._draws += 1
        return out

    def sample_actions(self, logits: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        """Returns a legal action for every seat, drawn in proportion to exp(logit) and seeded: int16 `[game, seat]`; compiled.

        Args:
            logits: float32 or float64 `[game, seat, action]`; those of illegal actions do not matter.
            out: where to write.

        Raises:
            UsageError: the logits have another shape or type.
        """
        if logits.shape != self.legal.shape or logits.dtype not in (np.float32, np.float64):
            raise UsageError(f"expected float logits of shape {self.legal.shape}, got {logits.dtype} of shape {logits.shape}")
        if out is None:
            out = np.empty(self._actions.shape, dtype=np.int16)
        logits = np.ascontiguousarray(logits)
        _draw_from_logits(logits, self.legal, self.acting, self._seed & 0xFFFFFFFF, self._draws, out)
        self._draws += 1
        return out

    def state(self, out: np.ndarray | None = None) -> np.ndarray:
        """Returns the full positions for a central critic: int8 `[game, variant.state_layout.size]`."""
        return self.variant.state(self.games, out)

    def save(self) -> dict[str, Any]:
        """Returns all that `restore` needs to go on identically: plain integers and copied arrays."""
        return {
            "fingerprint": self.variant.fingerprint,
            "seed": self._seed,
            "draws": self._draws,
            "games": self.games.copy(),
            "episodes": self.episodes.copy(),
        }

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Goes on where `save` was called, also in another batch of as many games.

        Raises:
            UsageError: it was saved with another variant or another number of games.
        """
        if saved["fingerprint"] != self.variant.fingerprint or len(saved["games"]) != self.num_games:
            raise UsageError(
                f"expected {self.num_games} games of {self.variant.fingerprint}, "
                f"got {len(saved['games'])} of {saved['fingerprint']}"
            )
        self._seed, self._draws = saved["seed"], saved["draws"]
        self.games[:] = saved["games"]
        self.episodes[:] = saved["episodes"]
        self._has_begun = True
        self.look()

    def close(self) -> None:
        """Does nothing: there are no processes and no files."""

    def _seeds_of(self, which: np.ndarray) -> np.ndarray:
        """Returns the seeds of the running episodes of some games: uint64 `[row]`."""
        episodes = zip(which.tolist(), self.episodes[which].tolist(), strict=True)
        return np.array([episode_seed(self._seed, game, episode) for game, episode in episodes], dtype=np.uint64)

    def _play(self) -> None:
        """Plays `_actions`, which are legal where a seat is asked."""
        self.variant.play(
            self.games,
            self._actions,
            self._seed,
            self.episodes,
            self._arrays,
            self._observation_kind,
            parallel=self._use_threads(),
        )

    def _use_threads(self) -> bool:
        uses_threads = bool(self.threads > 1 and may_use_threads())
        if uses_threads:
            numba.set_num_threads(self.threads)
        return uses_threads

    def _count_replaced(self, actions: np.ndarray) -> None:
        is_replaced = self.acting & (actions != self._actions)
        self.illegal_actions += is_replaced
        if not self._has_warned and is_replaced.any():
            self._has_warned = True
            game, seat = (int(index[0]) for index in np.nonzero(is_replaced))
            where = "VectorEnv.illegal_actions"
            checks.warn_of_replacement(self.variant, seat, int(actions[game, seat]), int(self._actions[game, seat]), where)

    def _refuse(self, game: int, seat: int, actions: np.ndarray) -> None:
        action = int(actions[game, seat])
        if not 0 <= action < self.variant.num_actions:
            raise IllegalActionError(
                f"game {game}, {self.variant.seat_names[seat]}: "
                f"expected an action in 0 .. {self.variant.num_actions - 1}, got {action}"
            )
        self.variant.verify(self.games, game, seat, action)
        raise UsageError(f"game {game}: expected `legal` as it was written, got one that was changed since")


@compiled
def _check_actions(actions, legal, acting, replaces, out):  # type: ignore[no-untyped-def]
    """Copies the actions of seats that are asked into `out`; returns the first that cannot be played as a flat index, or -1."""
    num_actions = legal.shape[2]
    for game in range(legal.shape[0]):
        for seat in range(legal.shape[1]):
            if not acting[game, seat]:
                continue
            action = int(actions[game, seat])
            if action < 0 or action >= num_actions:
                return game * legal.shape[1] + seat
            if not legal[game, seat, action]:
                if not replaces:
                    return game * legal.shape[1] + seat
                action = 0
                while not legal[game, seat, action]:
                    action += 1
            out[game, seat] = action
    return -1


@compiled
def _draw_legal(legal, acting, key, number, out):  # type: ignore[no-untyped-def]
    """Draws a legal action for each seat; the draw depends on key, number, game and seat alone."""
    num_actions = legal.shape[2]
    whole = num_actions - num_actions % ENTRIES  # entries that are looked at a word at a time
    for game in range(legal.shape[0]):
        for seat in range(legal.shape[1]):
            row = legal[game, seat]
            if not acting[game, seat]:
                out[game, seat] = _nth_legal(row, 0, 0)
                continue
            count = 0
            for start in range(0, whole, ENTRIES):
                count += count_bits(read_word(row, start))
            for action in range(whole, num_actions):
                count += int(row[action])
            random, _ = threefry2x32(key, number, game, seat)
            pick = (random * count) >> 32
            start, word = 0, 0
            while start < whole:
                word = read_word(row, start)
                in_word = count_bits(word)
                if pick < in_word:
                    break
                pick -= in_word
                start += ENTRIES
            out[game, seat] = start + nth_entry(word, pick) if start < whole else _nth_legal(row, whole, pick)


@compiled
def _nth_legal(row, start, pick):  # type: ignore[no-untyped-def]
    """Returns the `pick`-th legal action from `start` on, counted from 0; there must be one."""
    action = start
    while True:
        pick -= row[action]
        if pick < 0:
            return action
        action += 1


@compiled
def _draw_from_logits(logits, legal, acting, key, number, out):  # type: ignore[no-untyped-def]
    """Draws in proportion to exp(logit) among the legal actions; the draw depends on key, number, game and seat alone."""
    num_actions = legal.shape[2]
    for game in range(legal.shape[0]):
        for seat in range(legal.shape[1]):
            scores, row = logits[game, seat], legal[game, seat]
            if not acting[game, seat]:
                out[game, seat] = _nth_legal(row, 0, 0)
                continue
            highest = -np.inf
            for action in range(num_actions):
                if row[action]:
                    highest = max(highest, np.float64(scores[action]))
            total = 0.0
            for action in range(num_actions):
                if row[action]:
                    total += math.exp(scores[action] - highest)
            word, _ = threefry2x32(key, number, game, seat)
            rest = total * (word + 0.5) / 4294967296.0
            chosen = -1
            for action in range(num_actions):
                if row[action] and (rest >= 0.0 or chosen < 0):
                    rest -= math.exp(scores[action] - highest)
                    chosen = action
            out[game, seat] = chosen
