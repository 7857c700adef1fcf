"""A batch of games for self-play: arrays in, arrays out, every seat of every game at once.

The arrays are written in place, and can be given from outside, so that torch or shared memory may own them. Results are the
same for any number of games beside, and for any number of threads.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections.abc import Mapping
from typing import Any, TypedDict, get_args

import numba
import numpy as np

from resonance_env.core.bitset import count_bits
from resonance_env.core.chance import WORD, split_seed, threefry2x32
from resonance_env.core.compiled import compiled, several_threads
from resonance_env.core.errors import IllegalActionError, OptionError, UsageError
from resonance_env.core.outputs import form_of, has_form, output
from resonance_env.core.packed import ENTRIES, nth_entry, read_word
from resonance_env.core.spec import OBSERVATION_KINDS, ObservationKind, RewardKind, Variant
from resonance_env.core.stepping import Episodes, StepArrays
from resonance_env.play import checks
from resonance_env.play.checks import IllegalRule
from resonance_env.play.rewards import check_reward

SAVED_ARRAYS = ("games", "episodes", "lengths", "illegal_actions")
SAVED = ("fingerprint", "players", "options", "seed", "draws", *SAVED_ARRAYS, "digest")
DRAWS = WORD  # keys draws of actions, where episodes have the number of their game


class BatchOptions(TypedDict, total=False):
    """The options of `VectorEnv`, which says what they mean."""

    seed: int
    observation: ObservationKind
    reward: RewardKind | None
    illegal: IllegalRule
    max_cycles: int | None
    threads: int
    buffers: Mapping[str, np.ndarray] | None


class VectorEnv:
    """Games that are played side by side; an ended game goes on with its next episode in the same step (SAME_STEP).

    In each step, reward, done and truncated belong to the position that the actions led to, observation, legal and acting to
    the one that is now: the first of the next episode where done. Episode e of game i is the game with the seed
    `episode_seed(seed, i, e)`.

    A truncated game is cut, not over: a trainer adds the value of what would have come, from `final_observation` or from
    `final_games`, which `variant.observe`, `acting`, `legal` and `state` read.

    Attributes:
        variant: the game with players and options fixed.
        num_games, num_seats: axes of the arrays.
        games: records `[game]`; copy them to clone games, write to them and call `look()` to put games in.
        episodes: int64 `[game]`: number of the running episode.
        lengths: int64 `[game]`: steps that it has lasted.
        max_cycles: steps after which an episode is truncated, or None.
        observation: int8 `[game, seat, size]`, see `variant.layout(...)`.
        legal: int8 `[game, seat, action]`, 1 where legal; a seat that is not asked has one legal action, to wait.
        acting: bool `[game, seat]`: who has a decision to make.
        reward: float32 `[game, seat]`: what the last step paid.
        done: bool `[game]`: an episode ended in the last step, terminated or truncated.
        truncated: bool `[game]`: it was cut after `max_cycles` steps.
        final_games: records `[game]`: its last position; valid where `done`.
        final_observation: int8 `[game, seat, size]`: its last observation; valid where `done`.
        illegal_actions: int64 `[game, seat]`: how many actions were replaced since `reset`.
    """

    def __init__(
        self,
        variant: Variant,
        num_games: int,
        *,
        seed: int = 0,
        observation: ObservationKind = "table",
        reward: RewardKind | None = None,
        illegal: IllegalRule = "raise",
        max_cycles: int | None = None,
        threads: int = 1,
        buffers: Mapping[str, np.ndarray] | None = None,
    ) -> None:
        """Makes the arrays; `reset` starts the games.

        Args:
            variant: the game with players and options fixed.
            num_games: how many are played at a time.
            seed: of the batch.
            observation: "table" or "recall".
            reward: None pays the game's own rewards; "win" pays 1 to the winners and 0 to the others at the end of an episode.
            illegal: "raise", or "replace" an illegal action by the lowest legal one, which is counted and warned about once.
            max_cycles: steps after which an episode is truncated; None takes the game's own bound, if it has one.
            threads: more than one runs the games on several threads, at most as many as Numba has; worth it above some hundred
                games. In a process forked from one that has used threads, one does the work: OpenMP cannot be used there.
            buffers: arrays to write to, by name (`observation`, `legal`, `acting`, `reward`, `done`, `truncated`,
                `final_observation`), of the shapes and types above, C-contiguous, writable and apart from each other; others
                are made.

        Raises:
            OptionError: no variant, an unknown value, a buffer that is not as above, or more games than the memory holds.
        """
        checks.check_playable(variant)
        checks.check_choice("observation", observation, OBSERVATION_KINDS)
        checks.check_choice("illegal", illegal, get_args(IllegalRule))
        self.variant = variant
        self.num_games = checks.at_least_one("num_games", num_games)
        self.num_seats = self.variant.num_seats
        self.max_cycles = checks.check_count("max_cycles", variant.spec.max_cycles if max_cycles is None else max_cycles)
        self.threads = min(checks.at_least_one("threads", threads), numba.config.NUMBA_NUM_THREADS)
        self._observation_kind: ObservationKind = observation
        self._reward_is_win = check_reward(variant, reward) == "win"
        self._replaces = illegal == "replace"
        self._has_warned = False
        self._has_begun = False
        self._draws = 0
        seed = checks.check_seed(seed)
        try:
            self.games = self.variant.new_games(self.num_games)
            self._episodes = Episodes.first(self.num_games, seed, self.max_cycles)
            self._actions = np.zeros((self.num_games, self.num_seats), dtype=np.int16)
            self.illegal_actions = np.zeros((self.num_games, self.num_seats), dtype=np.int64)
            self._arrays = self._make_arrays(buffers or {})
        except OptionError:
            raise
        except (MemoryError, ValueError) as error:
            raise OptionError(f"expected num_games that fit into memory, got {self.num_games}: {error}") from None
        self.episodes, self.lengths = self._episodes.number, self._episodes.length
        self.observation = self._arrays.observation
        self.legal = self._arrays.legal
        self.acting = self._arrays.acting
        self.reward = self._arrays.reward
        self.done = self._arrays.done
        self.truncated = self._arrays.truncated
        self.final_games = self._arrays.final_games
        self.final_observation = self._arrays.final_observation

    def _make_arrays(self, buffers: Mapping[str, np.ndarray]) -> StepArrays:
        seats = (self.num_games, self.num_seats)
        size = self.variant.layout(self._observation_kind).size
        wanted: dict[str, tuple[tuple[int, ...], type[np.generic]]] = {
            "observation": ((*seats, size), np.int8),
            "legal": ((*seats, self.variant.num_actions), np.int8),
            "acting": (seats, np.bool_),
            "reward": (seats, np.float32),
            "done": ((self.num_games,), np.bool_),
            "truncated": ((self.num_games,), np.bool_),
            "final_observation": ((*seats, size), np.int8),
        }
        checks.check_names(buffers, list(wanted))
        arrays: dict[str, np.ndarray] = {
            name: np.zeros(shape, dtype) for name, (shape, dtype) in wanted.items() if name not in buffers
        }
        for name, buffer in buffers.items():
            shape, dtype = wanted[name]
            if not has_form(buffer, shape, dtype):
                raise OptionError(f"expected buffer {name!r} to be an array {np.dtype(dtype)} {shape}, got {form_of(buffer)}")
            if not buffer.flags.c_contiguous or not buffer.flags.writeable:
                raise OptionError(f"expected buffer {name!r} to be C-contiguous and writable, got one that is not")
            arrays[name] = buffer
        for one, other in itertools.combinations(buffers, 2):
            if np.may_share_memory(buffers[one], buffers[other]):
                raise OptionError(f"expected buffers apart from each other, got {one!r} and {other!r} in the same memory")
        return StepArrays(final_games=self.variant.new_games(self.num_games), **arrays)

    @property
    def seeds(self) -> np.ndarray:
        """Seeds of the running episodes: uint64 `[game]`."""
        return self._episodes.seeds(np.arange(self.num_games))

    @property
    def terminated(self) -> np.ndarray:
        """Bool `[game]`: an episode ended in the last step by the rules of the game."""
        terminated: np.ndarray = self.done & ~self.truncated
        return terminated

    def reset(self, seed: int | None = None) -> np.ndarray:
        """Starts episode 0 of every game, under a new seed if one is given, and returns `observation`."""
        if seed is not None:
            self._episodes.seed = checks.check_seed(seed)
        self.episodes[:] = 0
        self.lengths[:] = 0
        self._draws = 0
        self.illegal_actions[:] = 0
        with several_threads(self.threads) as parallel:
            self.variant.reset(self.games, self.seeds, parallel=parallel)
        self._has_begun = True
        self.look()
        return self.observation

    def look(self) -> None:
        """Writes observation, legal and acting anew, after `games` was written to; reward, done and truncated become 0.

        Raises:
            UsageError: what was written are no games of this number of players.
        """
        with several_threads(self.threads) as parallel:
            self.variant.observe(self.games, self._observation_kind, self.observation, parallel=parallel)
            self.variant.legal(self.games, self.legal, parallel=parallel)
        self.variant.acting(self.games, self.acting)
        self.reward[:] = 0.0
        self.done[:] = False
        self.truncated[:] = False

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Plays integers `[game, seat]` and returns `observation`, `reward` and `done`.

        What a seat that is not asked is given does not matter.

        Raises:
            UsageError: there was no `reset`.
            IllegalActionError: wrong shape or type; or an action of a seat that is asked is out of range or, with
                `illegal="raise"`, illegal: says which seat, which action and why. Nothing has been played then.
        """
        self._check_has_begun("step")
        try:
            actions = np.asarray(actions)
        except ValueError:
            raise IllegalActionError(f"expected integers of shape {self._actions.shape}, got rows of several lengths") from None
        if actions.shape != self._actions.shape or actions.dtype.kind not in "iu":
            raise IllegalActionError(
                f"expected integers of shape {self._actions.shape}, got {actions.dtype} of shape {actions.shape}"
            )
        # Compiled code knows one type of action; too large a number becomes one that no action has.
        bad = int(_check_actions(actions.astype(np.int64), self.legal, self.acting, self._replaces, self._actions))
        if bad >= 0:
            self._refuse(bad // self.num_seats, bad % self.num_seats, actions)
        if self._replaces:
            self._count_replaced(actions)
        self._play()
        if self._reward_is_win:
            self._pay_wins()
        return self.observation, self.reward, self.done

    def asked(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns the real decisions as compact rows: int64 `[row]` game and int64 `[row]` seat."""
        game, seat = np.nonzero(self.acting)
        return game, seat

    def random_actions(self, out: np.ndarray | None = None) -> np.ndarray:
        """Returns a legal action for every seat, uniform and seeded: int16 `[game, seat]`; compiled.

        Raises:
            UsageError: there was no `reset`, or `out` is no such array, contiguous and writable.
        """
        self._check_has_begun("random_actions")
        out = output(out, self._actions.shape, np.int16)
        _draw_legal(self.legal, self.acting, *self._draw_key(), out)
        self._draws += 1
        return out

    def sample_actions(self, logits: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        """Returns a legal action for every seat, drawn in proportion to exp(logit) and seeded: int16 `[game, seat]`; compiled.

        Args:
            logits: float32 or float64 `[game, seat, action]`; those of illegal actions and of seats that are not asked do not
                matter, -inf is never drawn.
            out: where to write.

        Raises:
            UsageError: there was no `reset`; the logits have another shape or type; those of a seat that is asked hold NaN or
                +inf, or are -inf for all legal actions; or `out` is no such array, contiguous and writable.
        """
        self._check_has_begun("sample_actions")
        logits = np.asarray(logits)
        if logits.shape != self.legal.shape or logits.dtype not in (np.float32, np.float64):
            raise UsageError(f"expected float logits of shape {self.legal.shape}, got {logits.dtype} of shape {logits.shape}")
        out = output(out, self._actions.shape, np.int16)
        logits = np.require(logits, logits.dtype.newbyteorder("="), ("C", "W"))
        bad = int(_draw_from_logits(logits, self.legal, self.acting, *self._draw_key(), out))
        if bad >= 0:
            game, seat = divmod(bad, self.num_seats)
            values = logits[game, seat, self.legal[game, seat] == 1]
            raise UsageError(
                f"game {game}, {self.variant.seat_names[seat]}: expected logits of legal actions without NaN and +inf, "
                f"and not all -inf; got {values.tolist()}"
            )
        self._draws += 1
        return out

    def state(self, out: np.ndarray | None = None) -> np.ndarray:
        """Returns the full positions for a central critic: int8 `[game, variant.state_layout.size]`."""
        return self.variant.state(self.games, out)

    def save(self) -> dict[str, Any]:
        """Returns all that `restore` needs to go on identically: plain integers and text, and copied arrays.

        Raises:
            UsageError: there was no `reset`.
        """
        self._check_has_begun("save")
        saved = {
            "fingerprint": self.variant.fingerprint,
            "players": self.variant.players,
            "options": json.dumps(self._options(), sort_keys=True),
            "seed": self._episodes.seed,
            "draws": self._draws,
            **{name: getattr(self, name).copy() for name in SAVED_ARRAYS},
        }
        return {**saved, "digest": _digest(saved)}

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Goes on where `save` was called, also in another batch of as many games, or after `numpy.savez` and `numpy.load`.

        Raises:
            UsageError: it was saved with another variant or another number of games, or is not what was saved; nothing has
                changed then.
        """
        missing = [name for name in SAVED if name not in saved]
        if missing:
            raise UsageError(f"expected what save() returns, got something without {', '.join(missing)}")
        if str(saved["digest"]) != _digest(saved):
            raise UsageError("expected what save() returns, got something that was changed since")
        pairs = {
            "games": (self.num_games, np.size(saved["games"])),
            "fingerprint": (self.variant.fingerprint, str(saved["fingerprint"])),
            "players": (self.variant.players, int(saved["players"])),
        }
        options = json.loads(str(saved["options"]))
        pairs |= {name: (value, options.get(name)) for name, value in self._options().items()}
        differ = [f"{name} = {here!r}, got {there!r}" for name, (here, there) in pairs.items() if here != there]
        if differ:
            raise UsageError(f"expected a batch that was saved with {'; '.join(differ)}")
        self._episodes.seed, self._draws = int(saved["seed"]), int(saved["draws"])
        for name in SAVED_ARRAYS:
            getattr(self, name)[:] = saved[name]
        self._has_begun = True
        self.look()

    def close(self) -> None:
        """Does nothing: there are no processes and no files."""

    def _play(self) -> None:
        """Plays `_actions`, which are legal where a seat is asked."""
        with several_threads(self.threads) as parallel:
            self.variant.play(
                self.games, self._actions, self._episodes, self._arrays, self._observation_kind, parallel=parallel
            )

    def _pay_wins(self) -> None:
        """Pays 1 to the winners of episodes that have ended, and nothing else."""
        self.reward[:] = 0.0
        ended = np.flatnonzero(self.done)
        if len(ended):
            self.reward[ended] = self.variant.winners(self.final_games[ended])

    def _check_has_begun(self, name: str) -> None:
        if not self._has_begun:
            raise UsageError(f"expected reset() before {name}(): no game has begun")

    def _options(self) -> dict[str, Any]:
        """Returns the game's options but the card set: what it holds is in the fingerprint, its path may differ elsewhere."""
        return {name: value for name, value in self.variant.options.items() if name != "cards"}

    def _draw_key(self) -> tuple[int, int]:
        """Returns the key of the next draw of actions, two words."""
        low, high = threefry2x32(*split_seed(self._episodes.seed), DRAWS, self._draws & WORD)
        return int(low), int(high)

    def _count_replaced(self, actions: np.ndarray) -> None:
        is_replaced = self.acting & (actions != self._actions)
        self.illegal_actions += is_replaced
        if not self._has_warned and is_replaced.any():
            self._has_warned = True
            game, seat = (int(index[0]) for index in np.nonzero(is_replaced))
            checks.warn_of_replacement(self.variant, seat, int(actions[game, seat]), int(self._actions[game, seat]))

    def _refuse(self, game: int, seat: int, actions: np.ndarray) -> None:
        action = int(actions[game, seat])
        if not 0 <= action < self.variant.num_actions:
            raise IllegalActionError(
                f"game {game}, {self.variant.seat_names[seat]}: "
                f"expected an action in 0 .. {self.variant.num_actions - 1}, got {action}"
            )
        self.variant.verify(self.games, game, seat, action)
        raise UsageError(f"game {game}: expected `legal` as it was written, got one that was changed since")


def _digest(saved: Mapping[str, Any]) -> str:
    """Returns what changes with any part of a saved batch."""
    digest = hashlib.sha256()
    for name in SAVED[:-1]:
        if name in SAVED_ARRAYS:
            array = np.asarray(saved[name])
            digest.update(f"{name} {array.dtype.descr} {array.shape}".encode() + array.tobytes())
        else:
            digest.update(f"{name} {saved[name]}".encode())
    return digest.hexdigest()


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
                action = _nth_legal(legal[game, seat], 0, 0)
                if action == num_actions:
                    return game * legal.shape[1] + seat
            out[game, seat] = action
    return -1


@compiled
def _draw_legal(legal, acting, key_low, key_high, out):  # type: ignore[no-untyped-def]
    """Draws a legal action for each seat; the draw depends on key, game and seat alone."""
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
            random, _ = threefry2x32(key_low, key_high, game, seat)
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
    """Returns the `pick`-th legal action from `start` on, counted from 0, or the number of actions if there is none."""
    for action in range(start, len(row)):
        pick -= row[action]
        if pick < 0:
            return action
    return len(row)


@compiled
def _draw_from_logits(logits, legal, acting, key_low, key_high, out):  # type: ignore[no-untyped-def]
    """Draws in proportion to exp(logit) among the legal actions; the draw depends on key, game and seat alone.

    Returns the first seat that is asked and whose logits are no distribution, as a flat index, or -1.
    """
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
            if not -np.inf < highest < np.inf:
                return game * legal.shape[1] + seat
            total = 0.0
            for action in range(num_actions):
                if row[action]:
                    total += math.exp(scores[action] - highest)
            if not total > 0.0:  # NaN
                return game * legal.shape[1] + seat
            word, _ = threefry2x32(key_low, key_high, game, seat)
            rest = total * (word + 0.5) / 4294967296.0
            chosen = -1
            for action in range(num_actions):
                if row[action] and (rest >= 0.0 or chosen < 0):
                    rest -= math.exp(scores[action] - highest)
                    chosen = action
            out[game, seat] = chosen
    return -1
