"""A batch of games in which one seat learns and named agents play the others; all frameworks share it.

A step lasts until the learner is asked again or the game ends. A batch of one is a single environment. Nothing here knows
a framework or a game.
"""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from gymnasium.utils import seeding

from resonance_env.core.errors import PositionError, UsageError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.rewards import RewardKind
from resonance_env.core.spec import Variant
from resonance_env.play import checks
from resonance_env.play.bounds import check_max_cycles, longest_wait
from resonance_env.play.checks import IllegalRule
from resonance_env.play.legal_actions import ActionCheck
from resonance_env.play.opponents import LearnerSeat, LineUps, Opponents, random_streams
from resonance_env.play.rewards import Pay
from resonance_env.play.seating import Seating
from resonance_env.play.shown_game import OWN_SEEDS, ObservationDtype, SeatOptions, check_choices, scaled
from resonance_env.play.single_game import MAX_DEALS
from resonance_env.play.turns import Turns, in_turn
from resonance_env.play.zero_shot import warn_of_zero_shot


class LearnerOptions(SeatOptions, total=False):
    """The options of `OneSeatGames`, which says what they mean."""

    opponents: Opponents
    seat: LearnerSeat


class OneSeatGames:
    """Games of a variant, each with one learner.

    Attributes:
        variant: the game with players and options fixed.
        observation_kind: kind of observation of the learners.
        dtype: dtype of their observations.
        num_games: number of games.
        games: their records `[game]`; read only.
        seat: int64 `[game]`: the learner's seat.
        game_seeds: the seed of each game, None where it began from a position or has not begun.
        generators: sources of seeds for games started without one; made when first needed.
        reward: float32 `[game]` of the learner in the last step.
        terminated: bool `[game]`: the game is over by its own rules.
        truncated: bool `[game]`: it was ended by `max_cycles`, or the learner waited too long.
        num_illegal: int64 `[game]`: number of replaced actions of the learner in this game.
        num_steps: int64 `[game]`: steps of the learner in this game.
    """

    def __init__(
        self,
        variant: Variant,
        num_games: int,
        *,
        opponents: Opponents = "random",
        seat: LearnerSeat = "random",
        observation: ObservationKind = "table",
        reward: RewardKind | None = None,
        shaping: float = 0.0,
        shaping_gamma: float = 1.0,
        illegal: IllegalRule = "replace",
        dtype: ObservationDtype = "int8",
        max_cycles: int | None = None,
    ) -> None:
        """Loads the opponents; `start` begins games.

        Args:
            variant: the game with players and options fixed.
            num_games: number of games at a time.
            opponents: agents for the other seats: the name of an agent, the path of a checkpoint, or an agent; a list in
                clockwise order, starting at the learner's left; or a mapping from seat, such as
                `{1: "greedy", 2: "random"}`. Names with "|" between them, such as "greedy|random", are a pool of which every
                seat draws one in each game.
            seat: the learner's seat, or "random" (default) to draw one for each game.
            observation: "table" (what lies open now, the default) or "recall" (with what a perfect memory adds).
            reward: "zero_sum" or, in a cooperative game, "identical" gives the game's own rewards, the default; "win" gives
                at the end 1 for a win and else 0. Rewards while the learner waits reach it with its next decision.
            shaping: weight of the shaping reward `shaping_gamma * phi(s') - phi(s)` from one decision of the learner to the
                next. `phi(s)` is the variant's `progress`, and 0 once the game is over (Ng, Harada and Russell, ICML 1999).
                By default 0.
            shaping_gamma: discount of the shaping reward; should be the learner's own. By default 1.
            illegal: "replace" (default) plays the lowest legal action instead of an illegal one, counts it and warns once;
                "raise" raises. Anything that is not an action always raises.
            dtype: "int8" (default), or "float32" for observations scaled to [0, 1].
            max_cycles: truncates a game after that many steps of the learner. By default the bound that the game names; None
                if it always ends by itself. A game in which the learner waits too long is truncated as well.

        Raises:
            OptionError: unknown value, or an agent that cannot play this variant.
            CheckpointError: an opponent was made for something else.
        """
        checks.check_playable(variant)
        check_choices(observation=observation, illegal=illegal, dtype=dtype)
        self.variant = variant
        self.num_games = checks.at_least_one("num_games", num_games)
        self.max_cycles = check_max_cycles(variant, max_cycles)
        self.observation_kind: ObservationKind = observation
        self.dtype: ObservationDtype = dtype
        self._longest_wait = longest_wait(variant)
        self._pay = Pay(variant, reward, shaping, shaping_gamma)
        self._action_check = ActionCheck(variant, illegal)
        self._scale = variant.layout(observation).scale if dtype == "float32" else None
        self._line_ups = LineUps(variant, opponents, seat)
        self._seating = Seating(variant, self._line_ups.agents, num_games)
        warn_of_zero_shot(variant, self._line_ups.agents)
        self._turns = Turns()
        self._make_arrays()

    def _make_arrays(self) -> None:
        variant, games = self.variant, self.num_games
        self.games = variant.new_games(games)
        self.seat = np.zeros(games, np.int64)
        self.game_seeds: list[int | None] = [None] * games
        self.generators: list[np.random.Generator | None] = [None] * games
        self.reward = np.zeros(games, np.float32)
        self.terminated = np.zeros(games, np.bool_)
        self.truncated = np.zeros(games, np.bool_)
        self.num_illegal = np.zeros(games, np.int64)
        self.num_steps = np.zeros(games, np.int64)
        self._due = np.zeros(games, np.float32)  # [game] rewards that came while the learner waited for its first decision
        self._potential = np.zeros(games, np.float32)  # [game] of the learner in the present position; 0 without shaping
        self._acting = np.zeros((games, variant.num_seats), np.bool_)  # [game, seat]
        self._legal = np.zeros((games, variant.num_seats, variant.num_actions), np.int8)  # [game, seat, action]
        self._seen = {  # [game, seat, size] of each kind that is needed
            kind: np.zeros((games, variant.num_seats, variant.layout(kind).size), np.int8)
            for kind in {self.observation_kind, *self._seating.observations}
        }

    # Views; fresh arrays.

    def vectors(self, which: np.ndarray) -> np.ndarray:
        """Returns the learners' observations of some games: `[row, size]`."""
        return scaled(self._seen[self.observation_kind][which, self.seat[which]], self._scale)

    def masks(self, which: np.ndarray) -> np.ndarray:
        """Returns the learners' legal actions in some games: int8 `[row, action]`, never all zero."""
        masks: np.ndarray = self._legal[which, self.seat[which]]
        return masks

    def code(self, game: int, action: Any) -> int:
        """Returns the code of an action of the learner in one game, legal or not.

        Raises:
            IllegalActionError: it is neither an integer in range nor the name of an action.
        """
        return self._action_check.code(int(self.seat[game]), action)

    # Beginning.

    @in_turn
    def start(
        self,
        which: np.ndarray,
        seeds: Sequence[int | None] | None = None,
        position: str | None = None,
        generators: Sequence[np.random.Generator] | None = None,
    ) -> None:
        """Starts games and plays to the learner's first decision.

        Args:
            which: int64 `[row]`: the games.
            seeds: for each game its seed, also that of later unseeded starts; None continues from the last seed given, or from
                fresh entropy if there was none.
            position: text of a position to start all of them from; seeds then determine seat and opponents.
            generators: sources of seeds for games without one, instead of the generators kept here.

        Raises:
            OptionError: a seed is not an integer in 0 .. 2**64 - 1.
            PositionError: the position cannot be read, or has no further decision of the learner.
            UsageError: the learner is never asked in the game of a given seed.
        """
        given = [None] * len(which) if seeds is None else [None if seed is None else checks.check_seed(seed) for seed in seeds]
        start = None if position is None else self.variant.parse_position(position)
        for row, (game, seed) in enumerate(zip(which.tolist(), given, strict=True)):
            if generators is not None:
                self.generators[game] = generators[row]
            elif seed is not None:
                self.generators[game] = seeding.np_random(seed)[0]
        pending = which
        for _ in range(MAX_DEALS):
            drawn = [self._own_seed(game) if seed is None else seed for game, seed in zip(pending.tolist(), given, strict=True)]
            self._begin(pending, drawn, start)
            if self.truncated[pending].any():
                raise UsageError(
                    f"expected a game in which the learner is asked; opponents have played {self._longest_wait} steps alone"
                )
            has_ended = self.terminated[pending]
            if has_ended.any() and position is not None:
                raise PositionError(
                    "expected a position in which the learner is asked once more; in this one the game ends before"
                )
            if any(seed is not None for seed, ended in zip(given, has_ended, strict=True) if ended):
                raise UsageError(
                    "expected a seed with a game in which the learner is asked; with this one the game ends before"
                )
            pending, given = pending[has_ended], [None] * int(has_ended.sum())
            if not len(pending):
                return
        raise UsageError(f"expected a game in which the learner is asked; opponents play {MAX_DEALS} in a row to their end")

    def _own_seed(self, game: int) -> int:
        generator = self.generators[game]
        if generator is None:
            generator = self.generators[game] = seeding.np_random()[0]
        return int(generator.integers(OWN_SEEDS))

    def _begin(self, which: np.ndarray, seeds: list[int], position: np.ndarray | None) -> None:
        """Deals, seats all players and plays until every learner is asked or its game has ended."""
        words = np.array(seeds, dtype=np.uint64)
        if position is None:
            games = self.variant.start(words)
        else:
            games = np.repeat(position, len(which))
        num_seats = self.variant.num_seats
        keys, rng = random_streams(words, num_seats)
        self.seat[which], line_up = self._line_ups.draw(len(which), rng)
        self._seating.begin(which, line_up, keys)
        for game, seed in zip(which.tolist(), seeds, strict=True):
            self.game_seeds[game] = None if position is not None else seed
        for array in (self.reward, self.terminated, self.truncated, self.num_illegal, self.num_steps, self._due):
            array[which] = 0
        self._look(which, games)
        pending = which[~self._is_ready(which)]
        self._play_on(pending, np.zeros((len(pending), num_seats), np.int64))
        if self._pay.shaping:
            self._potential[which] = self._learner(which, self._pay.potential(self.games[which], self.terminated[which]))

    # Playing.

    @in_turn
    def step(self, which: np.ndarray, actions: Any) -> None:
        """Plays the learners' actions in some games, until they are asked again or their games have ended.

        Args:
            which: int64 `[row]`: running games, each once.
            actions: integers, or names of actions, `[row]`.

        Raises:
            IllegalActionError: wrong shape or type; an action is out of range or, with `illegal="raise"`, illegal.
            Exception: whatever an opponent raises. After any error these games are as they were before.
        """
        with self.undone_on_error(which):
            self._step(which, actions)

    @contextlib.contextmanager
    def undone_on_error(self, which: np.ndarray) -> Iterator[None]:
        """Puts some games, which have begun, back to where they are now if an error is raised meanwhile."""
        arrays: tuple[np.ndarray, ...] = (
            self.seat, self.reward, self.truncated, self.num_illegal, self.num_steps, self._due, self._potential
        )  # fmt: skip
        rows, games, seeds = [array[which] for array in arrays], self.games[which], list(self.game_seeds)
        states = [None if generator is None else generator.bit_generator.state for generator in self.generators]
        try:
            with self._seating.undone_on_error():
                yield
        except BaseException:
            for array, kept in zip(arrays, rows, strict=True):
                array[which] = kept
            self.game_seeds = seeds
            for generator, state in zip(self.generators, states, strict=True):
                if generator is not None and state is not None:
                    generator.bit_generator.state = state
            self._look(which, games)
            raise

    def _step(self, which: np.ndarray, actions: Any) -> None:
        seat = self.seat[which]
        codes = self._action_check.codes(actions, (len(which),))
        played, is_replaced = self._action_check.legal(self.games, self.masks(which), which, seat, codes)
        self.num_illegal[which[is_replaced]] += 1
        joint = np.zeros((len(which), self.variant.num_seats), np.int64)
        joint[np.arange(len(which)), seat] = played
        self._play_on(which, joint)
        self.num_steps[which] += 1
        if self.max_cycles is not None:
            self.truncated[which] |= ~self.terminated[which] & (self.num_steps[which] >= self.max_cycles)
        self.reward[which] = self._due[which]
        self._due[which] = 0.0
        if self._pay.shaping:
            potential = self._learner(which, self._pay.potential(self.games[which], self.terminated[which]))
            self.reward[which] += self._pay.shaped(self._potential[which], potential)
            self._potential[which] = potential

    def _play_on(self, which: np.ndarray, joint: np.ndarray) -> None:
        """Plays steps of the game, the first with the learners' actions in `joint`, until every learner is asked or done.

        Games in which the learner waits too long are truncated.
        """
        pending = which
        for _ in range(self._longest_wait):
            if not len(pending):
                return
            everything = len(pending) == self.num_games  # then `pending` is all games in order, and no copy is needed
            games = self.games if everything else self.games[pending]
            acting, legal, seen = self._acting, self._legal, self._seen
            if not everything:
                acting, legal = acting[pending], legal[pending]
                seen = {kind: seen[kind][pending] for kind in self._seating.observations}
            self._seating.choose(pending, games, acting, legal, seen, joint)
            self.variant.step(games, joint)
            self._look(pending, games)
            self._due[pending] += self._learner(pending, self._pay.of_step(games, self.terminated[pending]))
            pending = pending[~self._is_ready(pending)]
            joint = np.zeros((len(pending), self.variant.num_seats), np.int64)
        self.truncated[pending] = True

    def _look(self, which: np.ndarray, games: np.ndarray) -> None:
        """Stores the records of some games and writes their observations."""
        variant = self.variant
        if games is self.games:
            for kind, array in self._seen.items():
                variant.observe(games, kind, array)
            variant.legal(games, self._legal)
            variant.acting(games, self._acting)
        else:
            self.games[which] = games
            for kind, array in self._seen.items():
                array[which] = variant.observe(games, kind)
            self._legal[which] = variant.legal(games)
            self._acting[which] = variant.acting(games)
        self.terminated[which] = variant.done(games)

    def _is_ready(self, which: np.ndarray) -> np.ndarray:
        ready: np.ndarray = self.terminated[which] | self._acting[which, self.seat[which]]
        return ready

    def _learner(self, which: np.ndarray, values: np.ndarray) -> np.ndarray:
        """Returns the learners' entries `[row]` of values `[row, seat]` of some games."""
        entries: np.ndarray = values[np.arange(len(which)), self.seat[which]]
        return entries
