"""A batch of games for self-play: arrays in, arrays out, every seat of every game at once, or those that are asked.

The arrays are written in place, and can be given from outside, so that torch or shared memory may own them. Results are the
same for any number of other games, and for any number of threads.
"""

import dataclasses
import hashlib
import json
import secrets
from collections.abc import Mapping
from typing import Any, TypedDict, get_args

import numba
import numpy as np

from resonance_env.core.chance import WORD, split_seed, threefry2x32
from resonance_env.core.compiled import several_threads
from resonance_env.core.errors import IllegalActionError, OptionError, UsageError
from resonance_env.core.layout import OBSERVATION_KINDS, ObservationKind
from resonance_env.core.outputs import output, saved_array
from resonance_env.core.rewards import RewardKind
from resonance_env.core.spec import Variant
from resonance_env.core.stepping import AskedArrays, Episodes
from resonance_env.play import checks
from resonance_env.play.batch_actions import check_actions, draw_from_logits, draw_legal
from resonance_env.play.batch_arrays import ROW_ARRAYS, RowKind, check_buffer, make_arrays, most_rows
from resonance_env.play.bounds import check_max_cycles
from resonance_env.play.checks import IllegalRule
from resonance_env.play.legal_actions import action_codes
from resonance_env.play.rewards import check_reward
from resonance_env.play.turns import Turns, in_turn

SAVED_ARRAYS = ("games", "episodes", "lengths", "illegal_actions")
SAVED = ("fingerprint", "players", "options", "seed", "draws", *SAVED_ARRAYS, "digest")
PROCESS_KEY = secrets.token_bytes(32)  # seals what this process saves, whose records need no check
DRAWS = WORD  # keys draws of actions, where episodes have the number of their game


class BatchOptions(TypedDict, total=False):
    """The options of `VectorEnv`, which says what they mean."""

    seed: int
    rows: RowKind
    observation: ObservationKind
    reward: RewardKind | None
    illegal: IllegalRule
    max_cycles: int | None
    threads: int
    buffers: Mapping[str, np.ndarray] | None


class VectorEnv:
    """A batch of games; an ended game continues with its next episode in the same step (SAME_STEP).

    In each step, reward, done and truncated belong to the position that the actions led to; observation, legal and acting
    belong to the current position, the first of the next episode where done. Episode e of game i is the game with the seed
    `episode_seed(seed, i, e)`.

    A truncated game is not over: a trainer bootstraps from the value of its last position, from `final_observation` or
    from `final_games`, which `variant.observe`, `acting`, `legal` and `state` read.

    With `rows="asked"` only the seats that are asked have observations and masks, as compact rows ordered by game and seat:
    rows 0 to `num_rows - 1` of `observation`, `legal`, `game` and `seat` are valid, actions and logits are by row, and waiting
    seats cost nothing. The bytes are those of `rows="all"`. `write_to` sets the place that the next step writes to, such as the
    next rows of a rollout, which saves a copy::

        vec = VectorEnv(variant, 64, rows="asked")
        vec.write_to(observation=rollout.observation, legal=rollout.legal)  # from row 0 on
        vec.reset()
        while there is room for 64 * vec.num_seats more rows:
            start += vec.num_rows
            vec.write_to(observation=rollout.observation[start:], legal=rollout.legal[start:])
            vec.step(choose(vec.observation[: vec.num_rows], vec.legal[: vec.num_rows]))

    There is no `final_observation` then; use `final_games` of the truncated games. A seat with False in `shown` has no row, and
    its action is read from `unshown_actions`.

    Attributes:
        variant: the game with players and options fixed.
        num_games, num_seats: axes of the arrays.
        games: records `[game]`; copy them to clone games, write to them and call `look()` to put games in.
        episodes: int64 `[game]`: number of the running episode.
        lengths: int64 `[game]`: steps of the running episode so far.
        max_cycles: steps after which an episode is truncated, or None.
        rows: "all" or "asked".
        observation: int8 `[game, seat, size]` or `[row, size]`, see `variant.layout(...)`.
        legal: int8 `[game, seat, action]` or `[row, action]`, 1 where legal; a seat that is not asked has one legal action, to
            wait.
        num_rows: number of valid rows; with `rows="all"`, the number of seats in all games.
        game, seat: int64 `[row]`: game and seat of the row.
        acting: bool `[game, seat]`: the seat has a decision to make.
        reward: float32 `[game, seat]`: rewards of the last step.
        done: bool `[game]`: an episode ended in the last step, terminated or truncated.
        truncated: bool `[game]`: it was ended after `max_cycles` steps.
        final_games: records `[game]`: its last position; valid where `done`.
        final_observation: int8 `[game, seat, size]`: its last observation; valid where `done`; empty with `rows="asked"`.
        shown: bool `[game, seat]`, with `rows="asked"`: the seats that have rows when they are asked; writable.
        unshown_actions: int16 `[game, seat]`, with `rows="asked"`: the next actions of seats that are not shown, trusted to be
            legal; writable.
        illegal_actions: int64 `[game, seat]`: number of replaced actions since `reset`.
    """

    def __init__(
        self,
        variant: Variant,
        num_games: int,
        *,
        seed: int = 0,
        rows: RowKind = "all",
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
            rows: "all" seats of all games, or those that are "asked", as compact rows.
            observation: "table" or "recall".
            reward: None pays the game's own rewards; "win" pays 1 to the winners and 0 to the others at the end of an episode.
            illegal: "raise", or "replace" an illegal action by the lowest legal one, which is counted and warned about once.
            max_cycles: steps after which an episode is truncated; None takes the game's own bound, if it has one.
            threads: more than one runs the games on several threads, at most as many as Numba has; worth it above some hundred
                games. In a process forked from one that has used threads, one does the work: OpenMP cannot be used there.
            buffers: arrays to write to, by name (`observation`, `legal`, `acting`, `reward`, `done`, `truncated`, and
                `final_observation` or `game` and `seat`), of the shapes and types above, C-contiguous, writable and apart from
                each other; others are made. Rows of the seats that are asked need room for all seats of all games, or for one
                seat of each game where the game asks one at a time.

        Raises:
            OptionError: no variant, an unknown value, a buffer that is not as above, or more games than the memory holds.
        """
        checks.check_playable(variant)
        checks.check_choice("rows", rows, get_args(RowKind))
        checks.check_choice("observation", observation, OBSERVATION_KINDS)
        checks.check_choice("illegal", illegal, get_args(IllegalRule))
        self.variant = variant
        self.num_games = checks.at_least_one("num_games", num_games)
        self.num_seats = self.variant.num_seats
        self.max_cycles = check_max_cycles(variant, max_cycles)
        self.threads = min(checks.at_least_one("threads", threads), numba.config.NUMBA_NUM_THREADS)
        self.rows: RowKind = rows
        self._observation_kind: ObservationKind = observation
        self._reward_is_win = check_reward(variant, reward) == "win"
        self._replaces = illegal == "replace"
        self._has_warned = False
        self._has_begun = False
        self._turns = Turns()
        self._draws = 0
        seed = checks.check_seed(seed)
        try:
            self.games = self.variant.new_games(self.num_games)
            self._episodes = Episodes.first(self.num_games, seed, self.max_cycles)
            self._actions = np.zeros((self.num_games, self.num_seats), dtype=np.int16)
            self.illegal_actions = np.zeros((self.num_games, self.num_seats), dtype=np.int64)
            self._arrays = make_arrays(variant, self.num_games, rows, observation, buffers or {})
        except OptionError:
            raise
        except (MemoryError, ValueError) as error:
            reason = str(error).partition(" with shape")[0]  # what NumPy says next is the type, at great length
            raise OptionError(f"expected num_games that fit into memory, got {self.num_games}: {reason}") from None
        self.episodes, self.lengths = self._episodes.number, self._episodes.length
        self.acting, self.reward = self._arrays.acting, self._arrays.reward
        self.done, self.truncated, self.final_games = self._arrays.done, self._arrays.truncated, self._arrays.final_games
        self.num_rows = self.num_games * self.num_seats
        if isinstance(self._arrays, AskedArrays):
            self.shown, self.unshown_actions = self._arrays.shown, self._actions
            self.final_observation = np.zeros((0, *self._arrays.observation.shape[1:]), dtype=np.int8)
            self._all_asked = np.ones(most_rows(variant, self.num_games), dtype=np.bool_)
            self._take_rows(self._arrays, 0)
        else:
            self.observation, self.legal = self._arrays.observation, self._arrays.legal
            self.final_observation = self._arrays.final_observation
            self.game, self.seat = np.divmod(np.arange(self.num_rows), self.num_seats)

    def _take_rows(self, arrays: AskedArrays, num_rows: int) -> None:
        """Makes the rows that have been written those of the present position."""
        self.observation, self.legal, self.game, self.seat = arrays.observation, arrays.legal, arrays.game, arrays.seat
        self.num_rows = num_rows

    def _present_rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Returns mask `[row, action]`, game, seat and whether it is asked `[row]`, of the valid rows."""
        if self.rows == "all":
            return self.legal.reshape(self.num_rows, -1), self.game, self.seat, self.acting.reshape(-1)
        rows = slice(self.num_rows)
        return self.legal[rows], self.game[rows], self.seat[rows], self._all_asked[rows]

    @property
    def _shape(self) -> tuple[int, ...]:
        """The shape of actions: `[game, seat]`, or `[row]`."""
        return (self.num_games, self.num_seats) if self.rows == "all" else (self.num_rows,)

    def write_to(self, **arrays: np.ndarray) -> None:
        """Lets `reset`, `look`, `restore` and `step` write rows of the seats that are asked elsewhere, from the next call on.

        The rows of the present position stay where they are until then.

        Args:
            **arrays: `observation`, `legal`, `game` or `seat` as in `buffers`, each from the row on that comes first, with room
                as in `buffers` and apart from each other; those that are not given stay.

        Raises:
            OptionError: no such name, or no such array.
            UsageError: the rows are of all seats.
        """
        if not isinstance(self._arrays, AskedArrays):
            raise UsageError('expected rows="asked" before write_to(): rows of all seats stay where they are')
        checks.check_names(arrays, ROW_ARRAYS)
        for name, array in arrays.items():
            present = getattr(self._arrays, name)
            form = ((most_rows(self.variant, self.num_games), *present.shape[1:]), present.dtype.type)
            check_buffer(name, array, form, may_be_longer=True)
        self._arrays = dataclasses.replace(self._arrays, **arrays)

    @property
    def seeds(self) -> np.ndarray:
        """Seeds of the running episodes: uint64 `[game]`."""
        return self._episodes.seeds(np.arange(self.num_games))

    @property
    def terminated(self) -> np.ndarray:
        """Bool `[game]`: an episode ended in the last step by the rules of the game."""
        terminated: np.ndarray = self.done & ~self.truncated
        return terminated

    @in_turn
    def reset(self, seed: int | None = None) -> np.ndarray:
        """Starts the next episode of every game, or under a seed episode 0, and returns `observation`.

        The first reset starts episode 0 in any case.
        """
        if seed is not None or not self._has_begun:
            self._episodes.seed = self._episodes.seed if seed is None else checks.check_seed(seed)
            self.episodes[:] = 0
            self._draws = 0
        else:
            self.episodes += 1
        self.lengths[:] = 0
        self.illegal_actions[:] = 0
        with several_threads(self.threads) as parallel:
            self.variant.reset(self.games, self.seeds, parallel=parallel)
        self._has_begun = True
        self.look()
        return self.observation

    @in_turn
    def look(self) -> None:
        """Writes observation, legal and acting anew, after `games` was written to; reward, done and truncated become 0.

        Raises:
            UsageError: what was written are no games of this number of players.
        """
        arrays = self._arrays
        with several_threads(self.threads) as parallel:
            if isinstance(arrays, AskedArrays):
                self._take_rows(arrays, self.variant.look_asked(self.games, arrays, self._observation_kind, parallel=parallel))
            else:
                self.variant.observe(self.games, self._observation_kind, self.observation, parallel=parallel)
                self.variant.legal(self.games, self.legal, parallel=parallel)
                self.variant.acting(self.games, self.acting)
        self.reward[:] = 0.0
        self.done[:] = False
        self.truncated[:] = False

    @in_turn
    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Plays integers `[game, seat]`, or `[row]` of the seats that are asked, and returns `observation`, `reward`, `done`.

        Actions are codes or, as people type them, names. What a seat that is not asked is given does not matter. Of the
        observations of seats that are asked, the valid rows are returned.

        Raises:
            UsageError: there was no `reset`.
            IllegalActionError: wrong shape or type; or an action of a seat that is asked is out of range or, with
                `illegal="raise"`, illegal: says which seat, which action and why. Nothing has been played then.
        """
        self._check_has_begun("step")
        actions = action_codes(self.variant, actions, self._shape)
        # Compiled code knows one type of action; too large a number becomes one that no action has.
        given, rows = actions.reshape(-1), self._present_rows()
        bad = int(check_actions(given.astype(np.int64), *rows, self._replaces, self._actions))
        if bad >= 0:
            self._refuse(int(rows[1][bad]), int(rows[2][bad]), int(given[bad]))
        if self._replaces:
            self._count_replaced(given, *rows[1:])
        self._play()
        if self._reward_is_win:
            self._pay_wins()
        return self.observation if self.rows == "all" else self.observation[: self.num_rows], self.reward, self.done

    def asked(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns the real decisions as compact rows: int64 `[row]` game and int64 `[row]` seat."""
        game, seat = np.nonzero(self.acting)
        return game, seat

    @in_turn
    def random_actions(self, out: np.ndarray | None = None) -> np.ndarray:
        """Returns a legal action for every seat or row, uniform and seeded: int16 `[game, seat]` or `[row]`; compiled.

        Raises:
            UsageError: there was no `reset`, or `out` is no such array, contiguous and writable.
        """
        self._check_has_begun("random_actions")
        out = output(out, self._shape, np.int16)
        draw_legal(*self._present_rows(), *self._draw_key(), out.reshape(-1))
        self._draws += 1
        return out

    @in_turn
    def sample_actions(self, logits: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        """Returns a legal action for every seat or row, drawn in proportion to exp(logit) and seeded; compiled.

        Args:
            logits: float32 or float64 `[game, seat, action]` or `[row, action]`; those of illegal actions and of seats that are
                not asked do not matter, -inf is never drawn.
            out: where to write.

        Returns:
            int16 `[game, seat]` or `[row]`; a seat gets the same action either way.

        Raises:
            UsageError: there was no `reset`; the logits have another shape or type; those of a seat that is asked hold NaN or
                +inf, or are -inf for all legal actions; or `out` is no such array, contiguous and writable.
        """
        self._check_has_begun("sample_actions")
        logits = np.asarray(logits)
        shape = (*self._shape, self.variant.num_actions)
        if logits.shape != shape or logits.dtype not in (np.float32, np.float64):
            raise UsageError(f"expected float logits of shape {shape}, got {logits.dtype} of shape {logits.shape}")
        out = output(out, self._shape, np.int16)
        legal, game, seat, asked = self._present_rows()
        by_row = np.require(logits, logits.dtype.newbyteorder("="), ("C", "W")).reshape(legal.shape)
        weights = np.empty(legal.shape[1])
        bad = int(draw_from_logits(by_row, legal, game, seat, asked, *self._draw_key(), weights, out.reshape(-1)))
        if bad >= 0:
            raise UsageError(
                f"game {game[bad]}, {self.variant.seat_names[seat[bad]]}: expected logits of legal actions without NaN and "
                f"+inf, and not all -inf; got {by_row[bad, legal[bad] == 1].tolist()}"
            )
        self._draws += 1
        return out

    def state(self, out: np.ndarray | None = None) -> np.ndarray:
        """Returns the full positions for a central critic: int8 `[game, variant.state_layout.size]`."""
        return self.variant.state(self.games, out)

    @in_turn
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
        digest = _digest(saved)
        return {**saved, "digest": digest, "seal": _seal(digest)}

    @in_turn
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
        try:
            for name in SAVED_ARRAYS:
                here = getattr(self, name)
                saved_array(saved, name, here.shape, here.dtype, 0 if here.dtype.kind == "i" else None)
            if "seal" not in saved or str(saved["seal"]) != _seal(str(saved["digest"])):  # it may come from a file
                checks.check_records(self.variant, np.asarray(saved["games"]))
        except ValueError as error:
            raise UsageError(f"expected what save() returns: {error}") from None
        self._episodes.seed, self._draws = int(saved["seed"]), int(saved["draws"])
        for name in SAVED_ARRAYS:
            getattr(self, name)[:] = saved[name]
        self._has_begun = True
        self.look()

    def close(self) -> None:
        """Does nothing: there are no processes and no files."""

    def _play(self) -> None:
        """Plays `_actions`, which are legal where a seat is asked."""
        arrays, kind = self._arrays, self._observation_kind
        with several_threads(self.threads) as parallel:
            if isinstance(arrays, AskedArrays):
                played = self.variant.play_asked(self.games, self._actions, self._episodes, arrays, kind, parallel=parallel)
                self._take_rows(arrays, played)
            else:
                self.variant.play(self.games, self._actions, self._episodes, arrays, kind, parallel=parallel)

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
        """Returns the game's options but those whose content is in the fingerprint: their paths may differ elsewhere."""
        apart = {option.name for option in self.variant.spec.options if option.is_in_fingerprint}
        return {name: value for name, value in self.variant.options.items() if name not in apart}

    def _draw_key(self) -> tuple[int, int]:
        """Returns the key of the next draw of actions, two words."""
        low, high = threefry2x32(*split_seed(self._episodes.seed), DRAWS, self._draws & WORD)
        return int(low), int(high)

    def _count_replaced(self, actions: np.ndarray, game: np.ndarray, seat: np.ndarray, asked: np.ndarray) -> None:
        """Counts the actions `[row]` in place of which another one is played."""
        replaced = np.flatnonzero(asked & (actions != self._actions[game, seat]))
        game, seat = game[replaced], seat[replaced]
        self.illegal_actions[game, seat] += 1
        if not self._has_warned and len(replaced):
            self._has_warned = True
            played = int(self._actions[game[0], seat[0]])
            checks.warn_of_replacement(self.variant, int(seat[0]), int(actions[replaced[0]]), played)

    def _refuse(self, game: int, seat: int, action: int) -> None:
        if not 0 <= action < self.variant.num_actions:
            raise IllegalActionError(
                f"game {game}, {self.variant.seat_names[seat]}: "
                f"expected an action in 0 .. {self.variant.num_actions - 1}, got {action}"
            )
        self.variant.verify(self.games, game, seat, action)
        raise UsageError(f"game {game}: expected `legal` as it was written, got one that was changed since")


def _seal(digest: str) -> str:
    """Returns what only this process can add to a digest."""
    return hashlib.blake2b(digest.encode(), key=PROCESS_KEY).hexdigest()


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
