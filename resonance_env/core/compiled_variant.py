"""A variant whose games are records that compiled loops play: what every such game does in the same way."""

import functools
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from resonance_env.core.chance import WORD, split_seed
from resonance_env.core.compiled import may_use_threads
from resonance_env.core.errors import IllegalActionError, OptionError, UsageError
from resonance_env.core.layout import OBSERVATION_KINDS, Layout, ObservationKind
from resonance_env.core.outputs import output
from resonance_env.core.random_stream import STREAM_SIZE
from resonance_env.core.spec import ChanceBranches, Variant
from resonance_env.core.stepping import AskedArrays, Episodes, PositionArrays, SeatArrays


class CompiledVariant(Variant):
    """A variant played by the loops of `core/game_loops.py`.

    Attributes:
        loops: the loops of the game, from `bind_loops`.
        determinise: kernel that writes the worlds of `sample_worlds`. Arguments: "recall" rows (int8 `[row, size]`), masks
            (int8 `[row, action]`), words of seeds (int64 `[row, 2]`), cards and blank; then, written, worlds (records `[row]`),
            the observer's seat in each (int64 `[row]`), and what `new_scratch` returns.
        new_scratch: returns an array that `determinise` may write to; by default a stream of random numbers.
        reason_texts: why an action is illegal, by the number that the kernel `why_illegal` returns.
        cards: array of one record, read-only: the data of the game.
        blank: array of one record from which every game starts; not to be written to.
    """

    loops: SimpleNamespace
    determinise: Callable[..., None]
    new_scratch: Callable[[], np.ndarray] = staticmethod(functools.partial(np.zeros, STREAM_SIZE, np.int64))
    reason_texts: tuple[str, ...]
    cards: np.ndarray
    blank: np.ndarray
    _layouts: dict[ObservationKind, Layout]
    _state_layout: Layout

    def __reduce__(self) -> tuple[Any, ...]:
        # Unpickled arrays would be writable, which is another type for compiled code and would compile it again.
        return functools.partial(self.spec.variant, self.players, **self.options), ()

    def layout(self, observation: ObservationKind = "table") -> Layout:
        if observation not in self._layouts:
            raise OptionError(f"expected observation {' or '.join(map(repr, OBSERVATION_KINDS))}, got {observation!r}")
        return self._layouts[observation]

    @property
    def state_layout(self) -> Layout:
        return self._state_layout

    def new_games(self, num_games: int) -> np.ndarray:
        return np.zeros(num_games, dtype=self.blank.dtype)

    def reset(self, games: np.ndarray, seeds: np.ndarray, *, parallel: bool = False) -> None:
        self.check_games(games, writes=True)
        words = seed_words(seeds, len(games))
        self._loop("reset", parallel)(games, self.cards, self.blank, words)

    def step(self, games: np.ndarray, actions: np.ndarray, *, parallel: bool = False) -> None:
        self.check_games(games, writes=True)
        actions = np.asarray(actions)
        if actions.shape != (len(games), self.num_seats) or actions.dtype.kind not in "iu":
            expected = f"integers of shape {(len(games), self.num_seats)}"
            raise UsageError(f"expected {expected} as actions, got {actions.dtype} of shape {actions.shape}")
        if not games["seats"].all():
            raise UsageError("expected games that have been reset, got blank ones")
        self._loop("step", parallel)(games, self.cards, np.ascontiguousarray(actions, dtype=np.int16))

    def step_and_look(
        self, games: np.ndarray, actions: np.ndarray, arrays: PositionArrays, observation: ObservationKind = "table"
    ) -> None:
        self.loops.step_and_look(
            games, self.cards, actions, observation == "recall", arrays.observation, arrays.legal, arrays.acting, arrays.done
        )

    def play(
        self,
        games: np.ndarray,
        actions: np.ndarray,
        episodes: Episodes,
        arrays: SeatArrays,
        observation: ObservationKind = "table",
        *,
        parallel: bool = False,
    ) -> None:
        self._loop("play", parallel)(
            games,
            self.cards,
            self.blank,
            np.ascontiguousarray(actions, dtype=np.int16),
            _batch_seed_words(episodes.seed),
            episodes.number,
            episodes.length,
            episodes.max_length,
            observation == "recall",
            arrays.observation,
            arrays.legal,
            arrays.acting,
            arrays.reward,
            arrays.done,
            arrays.truncated,
            arrays.final_games,
            arrays.final_observation,
        )

    def play_asked(
        self,
        games: np.ndarray,
        actions: np.ndarray,
        episodes: Episodes,
        arrays: AskedArrays,
        observation: ObservationKind = "table",
        *,
        parallel: bool = False,
    ) -> int:
        actions = np.ascontiguousarray(actions, dtype=np.int16)
        counters = (_batch_seed_words(episodes.seed), episodes.number, episodes.length, episodes.max_length)
        outcome = (arrays.reward, arrays.done, arrays.truncated, arrays.final_games)
        if parallel and may_use_threads():
            self.loops.play_and_restart_parallel(games, self.cards, self.blank, actions, *counters, *outcome)
            return self.look_asked(games, arrays, observation, parallel=True)
        shown = (observation == "recall", arrays.shown)
        rows = (arrays.observation, arrays.legal, arrays.game, arrays.seat)
        return int(
            self.loops.play_asked(games, self.cards, self.blank, actions, *counters, *shown, *rows, arrays.acting, *outcome)
        )

    def look_asked(
        self, games: np.ndarray, arrays: AskedArrays, observation: ObservationKind = "table", *, parallel: bool = False
    ) -> int:
        self.check_games(games)
        rows = (arrays.observation, arrays.legal, arrays.game, arrays.seat)
        look = self._loop("look_asked", parallel)
        return int(look(games, self.cards, observation == "recall", arrays.shown, *rows, arrays.acting))

    def rollout(self, games: np.ndarray, seeds: np.ndarray, *, parallel: bool = False) -> int:
        words = self.checked_seed_words(games, seeds)
        actions = np.empty((len(games), self.num_seats), dtype=np.int16)
        return int(self._loop("rollout", parallel)(games, self.cards, words, actions))

    def reseed(self, games: np.ndarray, seeds: np.ndarray) -> None:
        games["seed"] = self.checked_seed_words(games, seeds)

    def checked_seed_words(self, games: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Returns the words of seeds, int64 `[game, 2]`, after checking that the games can be played out.

        Raises:
            UsageError: a game has not been reset or has explicit chance, or the number of seeds is wrong.
        """
        self.check_games(games, writes=True)
        if not games["seats"].all() or games["explicit_chance"].any():
            raise UsageError("expected games that have been reset and have no explicit chance")
        return seed_words(seeds, len(games))

    def sample_worlds(self, observation: np.ndarray, legal: np.ndarray, seeds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        count, size = len(observation), self.layout("recall").size
        if observation.shape != (count, size) or legal.shape != (count, self.num_actions):
            raise UsageError(
                f"expected recall observations of shape {(count, size)} and masks of shape {(count, self.num_actions)}, "
                f"got {observation.shape} and {legal.shape}"
            )
        rows, masks = (np.require(array, np.int8, ("C", "W")) for array in (observation, legal))
        worlds, observer = self.new_games(count), np.zeros(count, dtype=np.int64)
        self.determinise(rows, masks, seed_words(seeds, count), self.cards, self.blank, worlds, observer, self.new_scratch())
        return worlds, observer

    def acting(self, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        asked = games["asked"][:, : self.num_seats]
        if out is None:
            return asked.astype(np.bool_)
        out[...] = asked
        return out

    def legal(self, games: np.ndarray, out: np.ndarray | None = None, *, parallel: bool = False) -> np.ndarray:
        self.check_games(games)
        out = output(out, (len(games), self.num_seats, self.num_actions), np.int8)
        self._loop("legal", parallel)(games, self.cards, out)
        return out

    def observe(
        self,
        games: np.ndarray,
        observation: ObservationKind = "table",
        out: np.ndarray | None = None,
        *,
        parallel: bool = False,
    ) -> np.ndarray:
        self.check_games(games)
        out = output(out, (len(games), self.num_seats, self.layout(observation).size), np.int8)
        self._loop("observe", parallel)(games, self.cards, observation == "recall", out)
        return out

    def state(self, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        self.check_games(games)
        out = output(out, (len(games), self._state_layout.size), np.int8)
        self.loops.state(games, self.cards, out)
        return out

    def done(self, games: np.ndarray) -> np.ndarray:
        done: np.ndarray = games["phase"] == self.loops.PHASE_OVER
        return done

    def payoff(self, games: np.ndarray) -> np.ndarray:
        self.check_games(games)
        out = np.empty((len(games), self.num_seats), dtype=np.float32)
        self.loops.payoff(games, self.cards, out)
        return out

    def progress(self, games: np.ndarray) -> np.ndarray:
        self.check_games(games)
        out = np.empty((len(games), self.num_seats), dtype=np.float32)
        self.loops.progress(games, self.cards, out)
        return out

    def verify(self, games: np.ndarray, index: int, seat: int, action: int) -> None:
        self.check_games(games, index=index)
        super().verify(games, index, seat, action)

    def why_illegal(self, games: np.ndarray, index: int, seat: int, action: int) -> str:
        return self.reason_texts[int(self.loops.reason(games, index, self.cards, seat, int(action)))]

    def chance_branches(self, games: np.ndarray) -> ChanceBranches:
        self.check_games(games)
        count = self.loops.count_branches(games, self.cards)
        branches = ChanceBranches(np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count))
        self.loops.write_branches(games, self.cards, *branches)
        return branches

    def apply_outcomes(self, games: np.ndarray, outcomes: np.ndarray) -> None:
        self.check_games(games, writes=True)
        outcomes = np.ascontiguousarray(outcomes, dtype=np.int64)
        if outcomes.shape != (len(games),):
            raise UsageError(f"expected {len(games)} outcomes, got shape {outcomes.shape}")
        wrong = int(self.loops.apply_outcomes(games, self.cards, outcomes))
        if wrong >= 0:
            possible = sorted(self.chance_outcomes(games, wrong))
            raise IllegalActionError(f"expected a chance outcome among {possible} in game {wrong}, got {outcomes[wrong]}")

    def check_games(self, games: np.ndarray, *, writes: bool = False, index: int = 0) -> None:
        """Checks games before they go to compiled code, which trusts its input.

        Raises:
            UsageError: the array does not hold game records, is not one-dimensional, contiguous or writable (with `writes`),
                has games with another number of seats, or has no game `index`.
        """
        is_array = isinstance(games, np.ndarray) and games.ndim == 1 and games.flags.c_contiguous
        if not is_array or games.dtype != self.blank.dtype:
            raise UsageError("expected a contiguous array of games from new_games(), got something else")
        if writes and not games.flags.writeable:
            raise UsageError("expected an array of games that can be written to, got one that is read-only")
        seats = games["seats"]
        if not (seats.item() in (0, self.num_seats) if len(seats) == 1 else ((seats == self.num_seats) | (seats == 0)).all()):
            raise UsageError(f"expected games with {self.num_seats} seats or blank ones, got some with another number of seats")
        if index and not 0 <= index < len(games):
            raise UsageError(f"expected a game in 0 .. {len(games) - 1}, got {index}")

    def _loop(self, name: str, parallel: bool) -> Any:
        """Returns a loop, or its twin on several threads if these may be used now."""
        return getattr(self.loops, f"{name}_parallel" if parallel and may_use_threads() else name)


def seed_words(seeds: np.ndarray, count: int) -> np.ndarray:
    """Returns int64 `[count, 2]`: the low and the high word of each seed.

    Raises:
        UsageError: expected `count` seeds in 0 .. 2**64 - 1.
    """
    seeds = np.asarray(seeds)
    if seeds.shape != (count,) or seeds.dtype.kind not in "iu" or (seeds.dtype.kind == "i" and (seeds < 0).any()):
        got = f"{seeds.dtype} of shape {seeds.shape}"
        raise UsageError(f"expected an array of {count} seeds in 0 .. 2**64 - 1, such as uint64; got {got}")
    seeds = seeds.astype(np.uint64)
    words = np.empty((count, 2), dtype=np.int64)
    words[:, 0], words[:, 1] = seeds & np.uint64(WORD), seeds >> np.uint64(32)
    return words


@functools.lru_cache(maxsize=64)
def _batch_seed_words(seed: int) -> np.ndarray:
    """Returns int64 `[2]`, the words of a batch's seed; cached, so it must not be written to."""
    return np.array(split_seed(seed), dtype=np.int64)
