"""One game of a variant with everything that the PettingZoo environments share: options, spaces, seeds, rewards, opponents.

This module depends on no framework and no particular game. The game is an array of one record, so that the same batch functions
serve one game and thousands. Internal arrays are reused; returned arrays are always new.
"""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from struct import pack_into
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from resonance_env.core.errors import PositionError, UsageError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.rewards import RewardKind
from resonance_env.core.spec import Variant
from resonance_env.core.stepping import PositionArrays
from resonance_env.play import checks
from resonance_env.play.bounds import check_max_cycles, longest_wait
from resonance_env.play.checks import IllegalRule
from resonance_env.play.legal_actions import ActionCheck
from resonance_env.play.opponent_seats import OpponentSeats
from resonance_env.play.opponents import SeatOpponents
from resonance_env.play.rendering import RENDER_MODES, RenderMode
from resonance_env.play.rewards import Pay, paid
from resonance_env.play.shown_game import (
    OWN_SEEDS,
    MaskPlace,
    ObservationDtype,
    SeatOptions,
    ShownGame,
    ViewOptions,
    box,
    check_choices,
    observation_space,
)

# How many games are dealt in search of one in which a learner is asked.
MAX_DEALS = 1000
_NOTHING_RAISES = contextlib.nullcontext()


class SingleGameOptions(SeatOptions, ViewOptions, total=False):
    """The options of `SingleGame.__init__`, which documents them."""

    opponents: SeatOpponents | None


class SingleGame(ShownGame):
    """One game after another of a variant; base of the PettingZoo environments.

    Attributes:
        variant: the game with players and options fixed.
        possible_agents: ids of the learners' seats: all seats that no opponent plays.
        agents: ids of the seats in play: all or none, since all seats end together.
        metadata: the environment's description for PettingZoo.
        render_mode: None, "ansi", "human" or "rgb_array".
        render_seat: seat whose view is rendered; None renders what a spectator may see.
        max_cycles: steps after which all seats are truncated, or None.
        state_space: space of `state()`.
    """

    def __init__(
        self,
        variant: Variant,
        *,
        opponents: SeatOpponents | None = None,
        observation: ObservationKind = "table",
        mask: MaskPlace = "obs",
        reward: RewardKind | None = None,
        shaping: float = 0.0,
        shaping_gamma: float = 1.0,
        illegal: IllegalRule = "replace",
        dtype: ObservationDtype = "int8",
        max_cycles: int | None = None,
        render_mode: RenderMode | None = None,
        render_seat: int | None = None,
    ) -> None:
        """Checks the options and prepares the spaces; the first game begins with `reset`.

        Args:
            variant: the game with players and options fixed.
            opponents: agents that play some of the seats, by number or name of the seat, such as `{1: "greedy", 2: "random"}`:
                names of agents, paths of checkpoints or agents. Names joined by "|" are a pool from which one is drawn for
                each game. The other seats are the `possible_agents`, and a step continues until one of them is asked or the
                game ends. By default there are none.
            observation: "table" (what is open now, the default) or "recall" (plus what a perfect memory would add).
            mask: "obs" (default): observations are dicts of "observation" and "action_mask"; "info": observations are flat
                and the mask is `info["action_mask"]`. Masks are int8 and never all zero.
            reward: "zero_sum", or "identical" in a cooperative game, gives the game's own rewards (the default); "win" gives
                1 to the winners and 0 to the others at the end.
            shaping: weight of the shaping reward `shaping_gamma * phi(s') - phi(s)`, added in each step. `phi(s)` is the
                variant's `progress`, and 0 once the game is over, so that optimal play does not change (Ng, Harada and
                Russell, ICML 1999). Rewards are then no longer zero-sum. By default 0.
            shaping_gamma: discount of the shaping reward; it should equal the learner's discount. By default 1.
            illegal: "replace" (default) plays the lowest legal action instead of an illegal one, counts it in the info and
                warns once; "raise" raises. A value that is not an action code always raises.
            dtype: "int8" (default), or "float32" for observations and states scaled to [0, 1].
            max_cycles: truncates all seats after that many steps. By default the game's own bound, which is None if the game
                always ends by itself.
            render_mode: "ansi": `render` returns text; "human": every new position is printed, on a terminal in colour;
                "rgb_array": `render` returns a picture, uint8 `[height, width, 3]`. By default None.
            render_seat: seat whose view is rendered; the default None is a spectator who sees no secrets.

        Raises:
            OptionError: unknown value, or an agent that cannot play this variant.
            CheckpointError: the checkpoint of an opponent was made for another game or variant.
        """
        self._show(variant, mask, dtype, render_mode, render_seat)
        check_choices(observation=observation, illegal=illegal)
        self.max_cycles = check_max_cycles(variant, max_cycles)
        self.metadata: dict[str, Any] = {
            "name": f"{variant.spec.name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": True,
        }
        self._opponents = OpponentSeats(variant, opponents, 1) if opponents else None
        self._longest_wait = longest_wait(variant)
        self._learners = np.arange(variant.num_seats) if self._opponents is None else self._opponents.learners  # [agent]
        self._seats: list[int] = self._learners.tolist()
        self.possible_agents: list[str] = [variant.seat_names[seat] for seat in self._seats]
        self._seat_of = dict(zip(self.possible_agents, self._seats, strict=True))
        self.agents: list[str] = []
        self._observation_kind: ObservationKind = observation
        self._pay = Pay(variant, reward, shaping, shaping_gamma)
        self._action_check = ActionCheck(variant, illegal)
        self._num_actions = variant.num_actions
        self._mask_starts = [seat * variant.num_actions for seat in self._seats]  # [agent] where its mask begins in `_legal`
        # What all agents get in most steps: a copy takes a third of the time of a new dict.
        self._no_rewards = dict.fromkeys(self.possible_agents, 0.0)
        self._not_ended = dict.fromkeys(self.possible_agents, False)
        self._make_spaces(dtype, mask)
        self._make_buffers()

    def _make_spaces(self, dtype: ObservationDtype, mask: MaskPlace) -> None:
        variant = self.variant
        self._scale = variant.layout(self._observation_kind).scale if dtype == "float32" else None
        self.state_space = box(variant.state_layout, dtype)
        self._action_spaces = {agent: spaces.Discrete(variant.num_actions) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: observation_space(variant, self._observation_kind, dtype, mask) for agent in self.possible_agents
        }

    def _make_buffers(self) -> None:
        num_seats = self.variant.num_seats
        self._games = self.variant.new_games(1)
        self._joint = np.zeros((1, num_seats), np.int16)  # [game, seat] the next joint action
        size = self.variant.layout(self._observation_kind).size
        self._arrays = PositionArrays(
            observation=np.zeros((1, num_seats, size), np.int8),
            legal=np.zeros((1, num_seats, self.variant.num_actions), np.int8),
            acting=np.zeros((1, num_seats), np.bool_),
            done=np.zeros(1, np.bool_),
        )
        self._legal, self._asked, self._done = self._arrays.legal, self._arrays.acting, self._arrays.done
        self._observation = self._arrays.observation
        self._joint_format = f"{num_seats}h"
        self._potential = np.zeros(num_seats, np.float32)  # [seat] of the current position; 0 without shaping
        self._due = np.zeros(num_seats, np.float32)  # [seat] rewards not yet returned
        self._has_due = False
        self._num_illegal = [0] * num_seats  # [seat] actions replaced in this game
        self._cycles = 0
        self._game_seed: int | None = None
        self._np_random: np.random.Generator | None = None

    # Spaces and views.

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the observation space of a seat, always the same object."""
        return self._observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the action space of a seat, always the same object."""
        return self._action_spaces[self._known(agent)]

    @property
    def game_seed(self) -> int | None:
        """The seed of the current game: `reset(seed=...)` with it starts the same game; None after a start from a position."""
        return self._game_seed

    # Building blocks of the environments.

    @property
    def _record(self) -> np.ndarray:
        return self._games

    def _known(self, agent: str) -> str:
        if agent not in self._action_spaces:
            raise UsageError(f"expected an agent, one of {', '.join(self.possible_agents)}; got {agent!r}")
        return agent

    def _check_running(self) -> None:
        if not self.agents:
            self._check_begun("step()")
            raise UsageError("expected reset() before step(): the game is over")

    def _begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Starts a game from a seed, from the next seed of the environment's own generator, or from a position."""
        text = checks.position_to_start_from(options)
        position = None if text is None else self._open_position(text)
        if seed is not None:
            seed = checks.check_seed(seed)
            self._np_random, _ = seeding.np_random(seed)
        self._num_illegal = [0] * self.variant.num_seats
        if position is not None:
            self._start_from_position(position, seed)
        else:
            self._start_from_seed(seed)
        self.agents = list(self.possible_agents)
        self._has_begun = True
        self._cycles = 0
        if self._pay.shaping:
            self._potential = self._pay.potential(self._games, self._done)[0]

    def _start_from_seed(self, seed: int | None) -> None:
        """Deals the game of a seed; without a seed, of the next seed whose game asks a learner."""
        self.agents, self._has_begun = [], False
        for _ in range(MAX_DEALS):
            self._game_seed = self._own_seed() if seed is None else seed
            self.variant.reset(self._games, np.array([self._game_seed], np.uint64))
            self._look()
            if not self._asked.any():
                raise UsageError(
                    f"expected a game in which somebody must act; in the game of seed {self._game_seed} nobody is asked"
                )
            if self._seat_opponents(self._game_seed):
                return
            if seed is not None:
                raise UsageError(
                    f"expected a seed with a game in which a learner is asked; with {seed} opponents play it to its end"
                )
        raise UsageError(f"expected a game in which a learner is asked; opponents play {MAX_DEALS} games in a row to their end")

    def _start_from_position(self, games: np.ndarray, seed: int | None) -> None:
        """Starts from the record of a position; opponents draw from the seed, or from the environment's next own seed."""
        self.agents, self._has_begun = [], False
        self._games, self._game_seed = games, None
        self._look()
        if not self._seat_opponents(0 if self._opponents is None else self._own_seed() if seed is None else seed):
            raise PositionError("expected a position in which a learner is asked once more; in this one the game ends before")

    def _own_seed(self) -> int:
        """Returns the next seed of the environment's own generator."""
        if self._np_random is None:
            self._np_random, _ = seeding.np_random()
        return int(self._np_random.integers(OWN_SEEDS))

    def _seat_opponents(self, seed: int) -> bool:
        """Seats opponents, if there are any, and plays on to a learner's decision; returns whether there is one.

        Raises:
            UsageError: no learner is asked within the maximum number of steps.
        """
        self._due[:] = 0.0
        self._has_due = False
        if self._opponents is None:
            return True
        self._opponents.begin(np.zeros(1, np.int64), np.array([seed], np.uint64))
        if self._await_learner():
            raise UsageError(
                f"expected a game in which a learner is asked; opponents have played {self._longest_wait} steps alone"
            )
        return not self._done[0]

    def _open_position(self, text: str) -> np.ndarray:
        games = self.variant.parse_position(text)
        if not self.variant.acting(games).any():
            what = "the game is over" if self.variant.done(games)[0] else "nobody is asked"
            raise PositionError(f"expected a position in which somebody must act; in this one {what}")
        return games

    def _look(self) -> None:
        self.variant.observe(self._games, self._observation_kind, self._arrays.observation)
        self.variant.legal(self._games, self._legal)
        self.variant.acting(self._games, self._asked)
        self._done[0] = False

    def _check_legal(self, seats: list[int], codes: list[int]) -> list[int]:
        """Returns legal actions of some seats, and counts the illegal ones that were replaced.

        Raises:
            IllegalActionError: an action is illegal and `illegal="raise"`.
        """
        seat = np.array(seats)
        played, is_replaced = self._action_check.legal(
            self._games, self._legal[0, seat], np.zeros_like(seat), seat, np.array(codes)
        )
        for index in np.flatnonzero(is_replaced):
            self._num_illegal[seats[index]] += 1
        return [int(code) for code in played]

    def _undone_on_error(self) -> AbstractContextManager[None]:
        """Puts the game back to where it is now if an opponent raises meanwhile; without opponents nothing does."""
        return _NOTHING_RAISES if self._opponents is None else self._undone(self._opponents)

    @contextlib.contextmanager
    def _undone(self, opponents: OpponentSeats) -> Iterator[None]:
        games, joint, due, potential = self._games.copy(), self._joint.copy(), self._due.copy(), self._potential.copy()
        plain = self._has_due, self._cycles, list(self._num_illegal)
        try:
            with opponents.undone_on_error():
                yield
        except BaseException:
            self._games[:], self._joint[:], self._due[:], self._potential = games, joint, due, potential
            self._has_due, self._cycles, self._num_illegal = plain
            self._look()
            raise

    def _choose(self, codes: Sequence[int]) -> None:
        """Puts a legal action of each learner into `_joint`."""
        if self._opponents is None:
            pack_into(self._joint_format, self._joint, 0, *codes)  # type: ignore[arg-type]  # faster than an assignment
        else:
            self._joint[0, self._learners] = codes

    def _advance(self) -> tuple[dict[str, float], bool, bool]:
        """Plays the learners' actions in `_joint`, and continues until one of them is asked again or the game ends.

        Returns:
            Rewards, whether the game is terminated (over by its own rules), and whether it is truncated.
        """
        self._play()
        truncated = False
        if self._opponents is not None:
            truncated = self._await_learner()
        terminated: bool = self._done.item()
        self._cycles += 1
        if self.max_cycles is not None and self._cycles >= self.max_cycles and not terminated:
            truncated = True
        if self._has_due or self._pay.shaping:
            rewards = self._take_rewards()
        else:
            rewards = self._no_rewards.copy()
        if self.render_mode == "human":
            self.render()
        return rewards, terminated, truncated

    def _await_learner(self) -> bool:
        """Lets opponents play until a learner is asked or the game is over; returns whether the maximum wait was exceeded."""
        assert self._opponents is not None
        for _ in range(self._longest_wait):
            if self._done[0] or (self._asked[0] & self._opponents.is_learner).any():
                return False
            self._play()
        return not self._done[0] and not (self._asked[0] & self._opponents.is_learner).any()

    def _play(self) -> None:
        """Plays one joint action: the learners' actions in `_joint` and the opponents' choices."""
        arrays, kind = self._arrays, self._observation_kind
        if self._opponents is not None:
            self._opponents.choose(self._games, self._asked, self._legal, kind, arrays.observation, self._joint)
        self.variant.step_and_look(self._games, self._joint, arrays, kind)
        if self._pay.comes_on_the_way or self._done.item():
            self._due += paid(self.variant, self._pay.kind, self._games)[0]
            self._has_due = True

    def _take_rewards(self) -> dict[str, float]:
        """Returns the rewards since the last call plus the shaping of the step."""
        rewards = self._due
        if self._pay.shaping:
            potential = self._pay.potential(self._games, self._done)[0]
            rewards = rewards + self._pay.shaped(self._potential, potential)
            self._potential = potential
        taken = dict(zip(self.possible_agents, rewards[self._learners].tolist(), strict=True))
        self._due[:] = 0.0
        self._has_due = False
        return taken

    def _vectors(self) -> np.ndarray:
        """Returns fresh observation vectors `[agent, layout.size]`."""
        seats = self._observation[0]
        rows: np.ndarray = seats.copy() if self._opponents is None else seats[self._learners]
        return rows if self._scale is None else rows * self._scale

    def _masks(self) -> np.ndarray:
        """Returns fresh masks `[agent, action]`."""
        seats = self._legal[0]
        rows: np.ndarray = seats.copy() if self._opponents is None else seats[self._learners]
        return rows

    def _make_infos(self) -> dict[str, dict[str, Any]]:
        """Returns the info of each agent, including its mask with `mask="info"`."""
        asked, illegal = self._asked.tobytes(), self._num_illegal  # bytes are read faster than arrays
        infos: dict[str, dict[str, Any]] = {}
        for agent, seat in self._seat_of.items():
            infos[agent] = {"asked": asked[seat], "illegal_actions": illegal[seat]}
        if not self._mask_in_observation:
            for info, mask in zip(infos.values(), self._masks(), strict=True):
                info["action_mask"] = mask
        return infos
