"""One game of a variant with everything that the PettingZoo adapters share: options, spaces, seeds, rewards, rendering.

It knows no framework and no game. The game is an array of one record, so that the same batch functions serve one game and
thousands. Arrays are reused inside; what goes out is always fresh.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Literal, Self, TypeAlias, get_args

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from resonance_env.core.errors import IllegalActionError, PositionError, UsageError
from resonance_env.core.layout import Layout
from resonance_env.core.spec import OBSERVATION_KINDS, GameSpec, ObservationKind, Variant
from resonance_env.core.stepping import Episodes, StepArrays
from resonance_env.play import checks
from resonance_env.play.checks import IllegalRule, RewardKind
from resonance_env.play.opponent_seats import OpponentSeats
from resonance_env.play.opponents import SeatOpponents
from resonance_env.play.rendering import RENDER_MODES, Rendered, RenderMode, render

Observation: TypeAlias = np.ndarray | dict[str, np.ndarray]

MaskPlace = Literal["obs", "info"]
ObservationDtype = Literal["int8", "float32"]
CHOICES: dict[str, tuple[Any, ...]] = {
    "observation": OBSERVATION_KINDS,
    "mask": get_args(MaskPlace),
    "reward": get_args(RewardKind),
    "illegal": get_args(IllegalRule),
    "dtype": get_args(ObservationDtype),
    "render_mode": (None, *RENDER_MODES),
}
OPTION_NAMES = (*CHOICES, "players", "opponents", "shaping", "shaping_gamma", "max_cycles", "render_seat")

# Seeds that the environment draws for itself fit into a signed 64-bit integer, so that any framework can log them.
OWN_SEEDS = 2**63


def box(layout: Layout, dtype: ObservationDtype) -> spaces.Box:
    """Returns the space of a vector with this layout: its own ranges as int8, [0, 1] as float32."""
    if dtype == "float32":
        return spaces.Box(0.0, 1.0, (layout.size,), np.float32)
    return spaces.Box(np.zeros(layout.size, np.int8), layout.high, dtype=np.int8)


def scaled(vector: np.ndarray, scale: np.ndarray | None) -> np.ndarray:
    """Returns an int8 vector as it is, or as float32 in [0, 1]."""
    scaled: np.ndarray = vector if scale is None else vector * scale
    return scaled


class SingleGame:
    """One game after another of a variant; base of the PettingZoo environments.

    Attributes:
        variant: the game with players and options fixed.
        possible_agents: ids of the seats that learn: all, or those that no opponent plays.
        agents: those in play: all or none, since all seats end together.
        metadata: what PettingZoo wants to know.
        render_mode: None, "ansi", "human" or "rgb_array".
        render_seat: seat whose view is rendered; None renders what a spectator may see.
        max_cycles: steps after which all seats are truncated, or None.
        state_space: space of `state()`.
    """

    def __init__(
        self,
        spec: GameSpec,
        players: int | None = None,
        *,
        opponents: SeatOpponents | None = None,
        observation: ObservationKind = "table",
        mask: MaskPlace = "obs",
        reward: RewardKind = "zero_sum",
        shaping: float = 0.0,
        shaping_gamma: float = 1.0,
        illegal: IllegalRule = "replace",
        dtype: ObservationDtype = "int8",
        max_cycles: int | None = None,
        render_mode: RenderMode | None = None,
        render_seat: int | None = None,
        **game_options: Any,
    ) -> None:
        """Checks the options and prepares the spaces; the first game begins with `reset`.

        Args:
            spec: the game.
            players: number of persons; None takes the game's default.
            opponents: who plays some of the seats, see `play.opponents`; the game then runs on until another is asked.
            observation: "table" (what lies open now) or "recall" (with what a perfect memory adds).
            mask: "obs": observations are dicts of "observation" and "action_mask"; "info": observations are flat and
                the mask is `info["action_mask"]`.
            reward: at the end of the game "zero_sum" gives the payoff, "win" gives 1 to the winners and 0 to the others.
            shaping: weight of the shaping reward `shaping_gamma * phi(s') - phi(s)`, added in each step. `phi(s)` is the
                variant's `progress`, and 0 once the game is over, so that optimal play does not change (Ng, Harada and
                Russell, ICML 1999). Rewards are then no longer zero-sum.
            shaping_gamma: discount of the shaping reward; should be the learner's own.
            illegal: "replace" plays the lowest legal action instead, counts it in the info and warns once; "raise" raises.
            dtype: "int8", or "float32" for observations and states scaled to [0, 1].
            max_cycles: truncates all seats after that many steps.
            render_mode: "ansi": `render` returns text; "human": every new position is printed; "rgb_array": `render` returns a
                picture.
            render_seat: whose view is rendered.
            **game_options: options of the game.

        Raises:
            OptionError: unknown option or value, or an agent that cannot play this variant.
            CardSetError: the card set cannot be read.
            CheckpointError: an opponent was made for something else.
        """
        checks.check_names(game_options, [*(option.name for option in spec.options), *OPTION_NAMES])
        for name, value in (
            ("observation", observation),
            ("mask", mask),
            ("reward", reward),
            ("illegal", illegal),
            ("dtype", dtype),
            ("render_mode", render_mode),
        ):
            checks.check_choice(name, value, CHOICES[name])
        self.variant: Variant = spec.variant(players, **game_options)
        checks.check_for_agents(self.variant)
        self.render_mode = render_mode
        self.render_seat = checks.as_integer(render_seat)
        seats = (None, *range(self.variant.num_seats))
        checks.check_choice("render_seat", render_seat if self.render_seat is None else self.render_seat, seats)
        self.max_cycles = checks.check_count("max_cycles", max_cycles)
        self.metadata: dict[str, Any] = {
            "name": f"{spec.name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": True,
        }
        self._opponents = OpponentSeats(self.variant, opponents, 1) if opponents else None
        self._learners = np.arange(self.variant.num_seats) if self._opponents is None else self._opponents.learners  # [agent]
        self._seats: list[int] = self._learners.tolist()
        self._columns = slice(None) if self._opponents is None else self._learners  # of a joint action; a slice is faster
        self.possible_agents: list[str] = [self.variant.seat_names[seat] for seat in self._seats]
        self._seat_of = dict(zip(self.possible_agents, self._seats, strict=True))
        self.agents: list[str] = []
        self._observation_kind: ObservationKind = observation
        self._mask_in_observation = mask == "obs"
        self._reward_is_payoff = reward == "zero_sum"
        self._shaping = checks.check_number("shaping", shaping)
        self._shaping_gamma = checks.check_number("shaping_gamma", shaping_gamma, 0.0, 1.0)
        self._raises = illegal == "raise"
        self._make_spaces(dtype)
        self._make_buffers()

    def _make_spaces(self, dtype: ObservationDtype) -> None:
        layout = self.variant.layout(self._observation_kind)
        num_actions = self.variant.num_actions
        self._scale = layout.scale if dtype == "float32" else None
        self._state_scale = self.variant.state_layout.scale if dtype == "float32" else None
        self.state_space = box(self.variant.state_layout, dtype)
        self._action_spaces = {agent: spaces.Discrete(num_actions) for agent in self.possible_agents}
        self._observation_spaces: dict[str, spaces.Space[Any]] = {}
        for agent in self.possible_agents:
            space: spaces.Space[Any] = box(layout, dtype)
            if self._mask_in_observation:
                space = spaces.Dict({"observation": space, "action_mask": spaces.Box(0, 1, (num_actions,), np.int8)})
            self._observation_spaces[agent] = space

    def _make_buffers(self) -> None:
        num_seats = self.variant.num_seats
        self._games = self.variant.new_games(1)
        self._joint = np.zeros((1, num_seats), np.int16)  # [game, seat] what is played next
        size = self.variant.layout(self._observation_kind).size
        vectors = np.zeros((1, num_seats, size), np.int8)
        self._arrays = StepArrays(
            observation=vectors,
            legal=np.zeros((1, num_seats, self.variant.num_actions), np.int8),
            acting=np.zeros((1, num_seats), np.bool_),
            reward=np.zeros((1, num_seats), np.float32),
            done=np.zeros(1, np.bool_),
            truncated=np.zeros(1, np.bool_),
            final_games=self._games,  # the game stays at its end, so that its last position is what is there anyway
            final_observation=vectors,
        )
        self._legal, self._asked = self._arrays.legal, self._arrays.acting
        self._episodes = Episodes.first(1)
        self._potential = np.zeros(num_seats, np.float32)  # [seat] of the present position; 0 without shaping
        self._num_illegal = [0] * num_seats  # [seat] actions replaced in this game
        self._has_warned = False
        self._has_begun = False
        self._cycles = 0
        self._game_seed: int | None = None
        self._np_random: np.random.Generator | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Returns an independent copy of the game in its present position; both share the variant, which never changes."""
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        memo[id(self.variant)] = self.variant
        twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return twin

    # Spaces and views.

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the observation space of a seat, always the same object."""
        return self._observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the action space of a seat, always the same object."""
        return self._action_spaces[self._known(agent)]

    @property
    def game_seed(self) -> int | None:
        """The seed of the present game: `reset(seed=...)` with it starts the same game; None if it began from a position."""
        return self._game_seed

    def state(self) -> np.ndarray:
        """Returns the full position `[state_layout.size]`, hidden cards included, for a central critic."""
        self._check_begun("state()")
        return scaled(self.variant.state(self._games)[0], self._state_scale)

    def position(self) -> str:
        """Returns the position as text, hidden cards included; `reset(options={"position": text})` starts there."""
        self._check_begun("position()")
        return self.variant.position(self._games)

    def render(self) -> Rendered:
        """Returns the table as text ("ansi") or as uint8 `[height, width, 3]` ("rgb_array"), or prints it ("human")."""
        self._check_begun("render()")
        return render(self.variant, self._games, 0, self.render_mode, self.render_seat)

    def close(self) -> None:
        """Does nothing: the environment holds no window and no process."""

    # What the environments build on.

    def _known(self, agent: str) -> str:
        if agent not in self._action_spaces:
            raise UsageError(f"expected an agent, one of {', '.join(self.possible_agents)}; got {agent!r}")
        return agent

    def _check_begun(self, method: str) -> None:
        if not self._has_begun:
            raise UsageError(f"expected reset() before {method}: no game has begun")

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
        if position is not None:
            self._start_from_position(position, seed)
        else:
            self._start_from_seed(seed)
        self.agents = list(self.possible_agents)
        self._has_begun = True
        self._cycles = 0
        self._num_illegal = [0] * self.variant.num_seats
        if self._shaping:
            self._potential = self.variant.progress(self._games)[0]

    def _start_from_seed(self, seed: int | None) -> None:
        """Deals the game of a seed; without one, of the next seed with a game in which a learner is asked."""
        is_given = seed is not None
        self.agents, self._has_begun = [], False
        while True:
            self._game_seed = self._own_seed() if seed is None else seed
            self.variant.reset(self._games, np.array([self._game_seed], np.uint64))
            if not self.variant.acting(self._games).any():
                raise UsageError(
                    f"expected a game in which somebody must act; in the game of seed {self._game_seed} nobody is asked"
                )
            if self._seat_opponents(self._game_seed):
                return
            if is_given:
                raise UsageError(
                    f"expected a seed with a game in which a learner is asked; with {seed} opponents play it to its end"
                )

    def _start_from_position(self, games: np.ndarray, seed: int | None) -> None:
        """Starts from the record of a position; the seed, or the next of the environment's own, decides what opponents do."""
        self.agents, self._has_begun = [], False
        self._games, self._game_seed = games, None
        if not self._seat_opponents(0 if self._opponents is None else self._own_seed() if seed is None else seed):
            raise PositionError("expected a position in which a learner is asked once more; in this one the game ends before")

    def _own_seed(self) -> int:
        """Returns the next seed of the environment's own generator."""
        if self._np_random is None:
            self._np_random, _ = seeding.np_random()
        return int(self._np_random.integers(OWN_SEEDS))

    def _seat_opponents(self, seed: int) -> bool:
        """Seats opponents, if there are any, and plays on to a learner's decision; returns whether there is one."""
        self._look()
        if self._opponents is None:
            return True
        self._opponents.begin(np.zeros(1, np.int64), np.array([seed], np.uint64))
        while not (self._asked[0] & self._opponents.is_learner).any():
            if self.variant.done(self._games)[0]:
                return False
            self._play()
        return True

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

    def _check_legal(self, seat: int, action: Any) -> int:
        """Returns the code of an action, legal or, with `illegal="replace"`, within range.

        Raises:
            IllegalActionError: it is no integer, out of range, or illegal and `illegal="raise"`.
        """
        agent = self.variant.seat_names[seat]
        code = checks.check_action(agent, action, self.variant.num_actions)
        if self._raises and not self._legal[0, seat, code]:
            self.variant.verify(self._games, 0, seat, code)
            raise IllegalActionError(f"{agent}: {self.variant.actions.name(code)!r} is not legal now")
        return code

    def _replace(self, seat: int, code: int) -> int:
        """Returns the lowest legal action in place of an illegal one, and counts it."""
        legal = int(self._legal[0, seat].argmax())
        self._num_illegal[seat] += 1
        if not self._has_warned:
            self._has_warned = True
            checks.warn_of_replacement(self.variant, seat, code, legal)
        return legal

    def _advance(self) -> tuple[dict[str, float], bool, bool]:
        """Plays the learners' actions in `_joint`, and on until one of them is asked again or the game is over.

        Returns:
            Rewards, whether the game is over, and whether it is cut short.
        """
        self._play()
        over = bool(self._arrays.done[0])
        if self._opponents is not None:
            while not over and not (self._asked[0] & self._opponents.is_learner).any():
                self._play()
                over = bool(self._arrays.done[0])
        self._cycles += 1
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        if over or self._shaping:
            rewards = dict(zip(self.possible_agents, self._rewards(over)[self._learners].tolist(), strict=True))
        else:
            rewards = dict.fromkeys(self.possible_agents, 0.0)
        if self.render_mode == "human":
            self.render()
        return rewards, over, cut

    def _play(self) -> None:
        """Plays one joint action: what `_joint` holds for the learners, and what opponents choose now."""
        if self._opponents is not None:
            arrays, kind = self._arrays, self._observation_kind
            self._opponents.choose(self._games, self._asked, self._legal, kind, arrays.observation, self._joint)
        self.variant.play(self._games, self._joint, self._episodes, self._arrays, self._observation_kind, restarts=False)

    def _rewards(self, over: bool) -> np.ndarray:
        """Returns float32 `[seat]`."""
        variant, games = self.variant, self._games
        rewards: np.ndarray = self._arrays.reward[0] if self._reward_is_payoff else variant.winners(games)[0].astype(np.float32)
        if self._shaping:
            potential = np.zeros_like(self._potential) if over else variant.progress(games)[0]
            rewards = rewards + self._shaping * (self._shaping_gamma * potential - self._potential)
            self._potential = potential
        return rewards

    def _vectors(self) -> np.ndarray:
        """Returns fresh observation vectors `[agent, layout.size]`."""
        vectors: np.ndarray = self._arrays.observation[0].take(self._learners, axis=0)
        return scaled(vectors, self._scale)

    def _masks(self) -> np.ndarray:
        """Returns fresh masks `[agent, action]`."""
        masks: np.ndarray = self._legal[0].take(self._learners, axis=0)
        return masks

    def _make_infos(self, masks: np.ndarray) -> dict[str, dict[str, Any]]:
        """Returns the info of each agent; the masks `[agent, action]` go into it where the options say so."""
        asked, illegal = self._asked.view(np.int8)[0].tolist(), self._num_illegal
        infos: dict[str, dict[str, Any]] = {
            agent: {"asked": asked[seat], "illegal_actions": illegal[seat]} for agent, seat in self._seat_of.items()
        }
        if not self._mask_in_observation:
            for info, mask in zip(infos.values(), masks, strict=True):
                info["action_mask"] = mask
        return infos
