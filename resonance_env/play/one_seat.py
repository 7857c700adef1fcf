"""A batch of games in which one seat learns and named agents play the others; all frameworks share it.

A step goes on until the learner is asked again or the game is over. A batch of one is a single environment. Nothing here knows
a framework or a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, cast

import numpy as np
from gymnasium.utils import seeding

from resonance_env.core.errors import IllegalActionError, PositionError, UsageError
from resonance_env.core.spec import GameSpec, ObservationKind, Variant
from resonance_env.play import checks
from resonance_env.play.checks import IllegalRule, RewardKind
from resonance_env.play.opponents import LearnerSeat, LineUps, Opponents, random_streams
from resonance_env.play.seating import Seating
from resonance_env.play.single_game import CHOICES, OWN_SEEDS, ObservationDtype, scaled


class GameOptions(TypedDict, total=False):
    """The options of `OneSeatGames`, which says what they mean."""

    opponents: Opponents
    seat: LearnerSeat
    observation: ObservationKind
    reward: RewardKind
    shaping: float
    shaping_gamma: float
    illegal: IllegalRule
    dtype: ObservationDtype
    max_cycles: int | None


def split_options(options: Mapping[str, Any]) -> tuple[GameOptions, dict[str, Any]]:
    """Returns the options of `OneSeatGames`, and the others."""
    own = {name: value for name, value in options.items() if name in GameOptions.__annotations__}
    return cast(GameOptions, own), {name: value for name, value in options.items() if name not in own}


def make_variant(spec: GameSpec, players: int | None, options: Mapping[str, Any], others: Sequence[str]) -> Variant:
    """Returns the variant for options of a game that agents can play.

    Args:
        spec: the game.
        players: number of persons; None takes the game's default.
        options: what was given beside the options of the environment.
        others: names of further options of the environment, for messages.

    Raises:
        OptionError: unknown option or value.
        CardSetError: the card set cannot be read.
    """
    checks.check_names(options, [*(option.name for option in spec.options), *GameOptions.__annotations__, *others])
    variant = spec.variant(players, **options)
    checks.check_for_agents(variant)
    return variant


class OneSeatGames:
    """Games of a variant, each with one learner.

    Attributes:
        variant: the game with players and options fixed.
        observation_kind: what learners see.
        dtype: of their observations.
        num_games: number of games.
        games: their records `[game]`; read only.
        seat: int64 `[game]`: where the learner sits.
        game_seeds: the seed of each game, None where it began from a position or has not begun.
        generators: where a game that is started without a seed gets one from; made when it is first needed.
        reward: float32 `[game]` of the learner in the last step.
        over: bool `[game]`: the game is over.
        cut: bool `[game]`: it was cut short by `max_cycles`.
        num_illegal: int64 `[game]`: how many of the learner's actions were replaced in this game.
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
        reward: RewardKind = "zero_sum",
        shaping: float = 0.0,
        shaping_gamma: float = 1.0,
        illegal: IllegalRule = "replace",
        dtype: ObservationDtype = "int8",
        max_cycles: int | None = None,
    ) -> None:
        """Loads the opponents; `start` begins games.

        Args:
            variant: the game.
            num_games: how many are played at a time.
            opponents: who plays the other seats, see `play.opponents`.
            seat: the learner's, or "random" for another one in each game.
            observation: "table" or "recall".
            reward: at the end of the game "zero_sum" gives the payoff, "win" gives 1 for a win and else 0.
            shaping: weight of the shaping reward `shaping_gamma * phi(s') - phi(s)` from one decision of the learner to the
                next. `phi(s)` is the variant's `progress`, and 0 once the game is over (Ng, Harada and Russell, ICML 1999).
            shaping_gamma: discount of the shaping reward; should be the learner's own.
            illegal: "replace" plays the lowest legal action instead, counts it and warns once; "raise" raises.
            dtype: "int8", or "float32" for observations scaled to [0, 1].
            max_cycles: cuts a game short after that many steps of the learner.

        Raises:
            OptionError: unknown value, or an agent that cannot play this variant.
            CheckpointError: an opponent was made for something else.
        """
        chosen = {"observation": observation, "reward": reward, "illegal": illegal, "dtype": dtype}
        for name, value in chosen.items():
            checks.check_choice(name, value, CHOICES[name])
        self.variant = variant
        self.num_games = num_games
        self.max_cycles = checks.check_count("max_cycles", max_cycles)
        self.observation_kind: ObservationKind = observation
        self.dtype: ObservationDtype = dtype
        self._reward_is_payoff = reward == "zero_sum"
        self._shaping = checks.check_number("shaping", shaping)
        self._shaping_gamma = checks.check_number("shaping_gamma", shaping_gamma, 0.0, 1.0)
        self._raises = illegal == "raise"
        self._has_warned = False
        self._scale = variant.layout(observation).scale if dtype == "float32" else None
        self._line_ups = LineUps(variant, opponents, seat)
        self._seating = Seating(variant, self._line_ups.agents, num_games)
        self._make_arrays()

    def _make_arrays(self) -> None:
        variant, games = self.variant, self.num_games
        self.games = variant.new_games(games)
        self.seat = np.zeros(games, np.int64)
        self.game_seeds: list[int | None] = [None] * games
        self.generators: list[np.random.Generator | None] = [None] * games
        self.reward = np.zeros(games, np.float32)
        self.over = np.zeros(games, np.bool_)
        self.cut = np.zeros(games, np.bool_)
        self.num_illegal = np.zeros(games, np.int64)
        self.num_steps = np.zeros(games, np.int64)
        self._potential = np.zeros(games, np.float32)  # [game] of the learner in the present position; 0 without shaping
        self._acting = np.zeros((games, variant.num_seats), np.bool_)  # [game, seat]
        self._legal = np.zeros((games, variant.num_seats, variant.num_actions), np.int8)  # [game, seat, action]
        self._seen = {  # [game, seat, size] of each kind that anybody needs
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

    # Beginning.

    def start(
        self,
        which: np.ndarray,
        seeds: Sequence[int | None] | None = None,
        position: str | None = None,
        generators: Sequence[np.random.Generator] | None = None,
    ) -> None:
        """Starts games and plays on to the learner's first decision.

        Args:
            which: int64 `[row]`: the games.
            seeds: for each the seed of the game and of those that follow unseeded starts; None goes on from the last seed
                given, or from fresh entropy if there was none.
            position: text of a position to start all of them from; seeds then decide seat and opponents.
            generators: where games without a seed get one from, instead of the generators kept here.

        Raises:
            OptionError: a seed is no integer in 0 .. 2**64 - 1.
            PositionError: the position cannot be read, or the learner is not asked any more in it.
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
        while len(pending):
            drawn = [self._own_seed(game) if seed is None else seed for game, seed in zip(pending.tolist(), given, strict=True)]
            self._begin(pending, drawn, start)
            is_over = self.over[pending]
            if is_over.any() and position is not None:
                raise PositionError(
                    "expected a position in which the learner is asked once more; in this one the game ends before"
                )
            if any(seed is not None for seed, ended in zip(given, is_over, strict=True) if ended):
                raise UsageError(
                    "expected a seed with a game in which the learner is asked; with this one the game ends before"
                )
            pending, given = pending[is_over], [None] * int(is_over.sum())

    def _own_seed(self, game: int) -> int:
        generator = self.generators[game]
        if generator is None:
            generator = self.generators[game] = seeding.np_random()[0]
        return int(generator.integers(OWN_SEEDS))

    def _begin(self, which: np.ndarray, seeds: list[int], position: np.ndarray | None) -> None:
        """Deals, seats everybody and plays on until every learner is asked or her game is over."""
        words = np.array(seeds, dtype=np.uint64)
        if position is None:
            games = self.variant.new_games(len(which))
            self.variant.reset(games, words)
        else:
            games = np.repeat(position, len(which))
        num_seats = self.variant.num_seats
        keys, rng = random_streams(words, num_seats)
        self.seat[which], line_up = self._line_ups.draw(len(which), rng)
        self._seating.begin(which, line_up, keys)
        for game, seed in zip(which.tolist(), seeds, strict=True):
            self.game_seeds[game] = None if position is not None else seed
        for array in (self.reward, self.over, self.cut, self.num_illegal, self.num_steps):
            array[which] = 0
        self._look(which, games)
        pending = which[~self._is_ready(which)]
        self._play_on(pending, np.zeros((len(pending), num_seats), np.int64))
        if self._shaping:
            self._potential[which] = self._progress(which)

    # Playing.

    def step(self, which: np.ndarray, actions: np.ndarray) -> None:
        """Plays the learners' actions in some games, and on until they are asked again or their games are over.

        Args:
            which: int64 `[row]`: games that run, no game twice.
            actions: integers `[row]`.

        Raises:
            IllegalActionError: wrong shape or type; an action is out of range or, with `illegal="raise"`, illegal. Nothing has
                been played then.
        """
        actions = np.asarray(actions)
        if actions.shape != (len(which),) or actions.dtype.kind not in "iu":
            raise IllegalActionError(f"expected {len(which)} integer actions, got {actions.dtype} of shape {actions.shape}")
        joint = np.zeros((len(which), self.variant.num_seats), np.int64)
        joint[np.arange(len(which)), self.seat[which]] = self._checked(which, actions)
        self._play_on(which, joint)
        self.num_steps[which] += 1
        if self.max_cycles is not None:
            self.cut[which] = ~self.over[which] & (self.num_steps[which] >= self.max_cycles)
        self.reward[which] = self._rewards(which)

    def _play_on(self, which: np.ndarray, joint: np.ndarray) -> None:
        """Plays steps of the game, the first with the learners' actions in `joint`, until every learner is asked or done."""
        pending = which
        while len(pending):
            everything = len(pending) == self.num_games  # then `pending` is all games in order, and nothing need be copied
            games = self.games if everything else self.games[pending]
            acting, legal, seen = self._acting, self._legal, self._seen
            if not everything:
                acting, legal = acting[pending], legal[pending]
                seen = {kind: seen[kind][pending] for kind in self._seating.observations}
            self._seating.choose(pending, games, acting, legal, seen, joint)
            self.variant.step(games, joint)
            self._look(pending, games)
            pending = pending[~self._is_ready(pending)]
            joint = np.zeros((len(pending), self.variant.num_seats), np.int64)

    def _look(self, which: np.ndarray, games: np.ndarray) -> None:
        """Takes over the records of some games and writes down what is seen in them."""
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
        self.over[which] = variant.done(games)

    def _is_ready(self, which: np.ndarray) -> np.ndarray:
        ready: np.ndarray = self.over[which] | self._acting[which, self.seat[which]]
        return ready

    def _rewards(self, which: np.ndarray) -> np.ndarray:
        """Returns float32 `[row]`."""
        rewards = np.zeros(len(which), np.float32)
        ended = np.flatnonzero(self.over[which])
        if len(ended):
            games, seats = self.games[which[ended]], self.seat[which[ended]]
            outcome = self.variant.payoff(games) if self._reward_is_payoff else self.variant.winners(games)
            rewards[ended] = outcome[np.arange(len(ended)), seats]
        if self._shaping:
            potential = self._progress(which)
            rewards += np.float32(self._shaping) * (np.float32(self._shaping_gamma) * potential - self._potential[which])
            self._potential[which] = potential
        return rewards

    def _progress(self, which: np.ndarray) -> np.ndarray:
        """Returns the learners' potential float32 `[row]`: 0 once the game is over."""
        progress = self.variant.progress(self.games[which])[np.arange(len(which)), self.seat[which]]
        return np.where(self.over[which], np.float32(0.0), progress)

    # Checks.

    def _checked(self, which: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Returns legal actions `[row]`."""
        masks = self.masks(which)
        known = (actions >= 0) & (actions < self.variant.num_actions)
        codes = np.where(known, actions, 0)
        is_legal = known & (masks[np.arange(len(which)), codes] != 0)
        if is_legal.all():
            return codes
        for row in np.flatnonzero(~is_legal).tolist():
            self._check_may_be_replaced(int(which[row]), int(actions[row]))
        lowest = masks.argmax(axis=1)
        self.num_illegal[which[~is_legal]] += 1
        if not self._has_warned:
            self._has_warned = True
            row = int(np.flatnonzero(~is_legal)[0])
            checks.warn_of_replacement(self.variant, int(self.seat[which[row]]), int(codes[row]), int(lowest[row]))
        return np.where(is_legal, codes, lowest)

    def _check_may_be_replaced(self, game: int, action: int) -> None:
        seat = int(self.seat[game])
        agent = self.variant.seat_names[seat]
        try:
            code = checks.check_action(agent, action, self.variant.num_actions)
            if self._raises:
                self.variant.verify(self.games, game, seat, code)
                raise IllegalActionError(f"{agent}: {self.variant.actions.name(code)!r} is not legal now")
        except IllegalActionError as error:
            if self.num_games == 1:
                raise
            raise IllegalActionError(f"game {game}: {error}") from None
