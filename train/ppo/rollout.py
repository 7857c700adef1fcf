"""Plays a rollout: the learner decides for its seats, and its decisions are recorded."""

import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from resonance_env.agents.loading import load_program
from resonance_env.agents.network.guide import Guide
from resonance_env.agents.sampling import draw_actions
from resonance_env.core.outputs import saved_array
from resonance_env.core.spec import Variant
from resonance_env.play.vector_env import VectorEnv
from resonance_env.train.config import TrainConfig
from resonance_env.train.ppo.actor_critic import ActorCritic
from resonance_env.train.ppo.annotations import FullPosition, GuideAdvice, Shaping
from resonance_env.train.ppo.learner_seats import LearnerSeats
from resonance_env.train.ppo.other_play import OtherPlay
from resonance_env.train.ppo.past_selves import PastSelves
from resonance_env.train.ppo.rollout_buffer import NOT_TAUGHT, RolloutBuffer
from resonance_env.train.ppo.rollout_part import Columns, RolloutPart, SeatRows
from resonance_env.train.ppo.schedules import linear, teacher_schedule
from resonance_env.train.ppo.seated_agents import FixedOpponents, Teacher

NO_ROW = -1  # of a slot without a decision in this episode


@dataclass
class Clock:
    """Seconds spent on parts of an update."""

    environment: float = 0.0
    inference: float = 0.0
    learning: float = 0.0


class Rollout:
    """The games of a run, their players, and the decisions of the learner.

    Attributes:
        env: the games.
        buffer: the decisions.
        seats: the seats of the learner.
        parts: other players, and further columns of the decisions, by name.
        other_play: the part that relabels what the learner's seats see and do, if any.
        memory: float32 `[slot, memory]`, memory of the learner's seats; of width 0 without a memory.
        open_row: int64 `[slot]`: row of the slot's last decision in this episode, or NO_ROW.
    """

    def __init__(
        self, config: TrainConfig, variant: Variant, model: ActorCritic, guide: Guide | None, rng: np.random.Generator
    ) -> None:
        """Starts the games and seats all players.

        Raises:
            OptionError: an option does not fit the variant, or an opponent cannot play it.
            CheckpointError: an opponent is a damaged checkpoint, or one for something else.
        """
        self.config = config
        self.variant = variant
        self.env = VectorEnv(
            variant,
            config.num_games,
            seed=config.seed,
            rows="asked",
            observation=config.observation,
            reward=config.reward,
            max_cycles=config.max_cycles,
        )
        slots, layout = config.num_games * variant.num_seats, variant.layout(config.observation)
        self.buffer = RolloutBuffer.empty(
            slots * (config.rollout + 2),  # with those carried over and those that the next rollout begins with
            layout.size,
            variant.num_actions,
            state=variant.state_layout.size if config.central_critic else 0,
            memory=config.memory,
            advice=0 if guide is None else guide.width,
        )
        self.seats = LearnerSeats(config, variant)
        self.parts = make_parts(config, variant, model, guide, self.seats)
        self.other_play = OtherPlay(variant, config.observation, config.num_games, rng) if config.other_play else None
        if self.other_play is not None:
            self.parts["other_play"] = self.other_play
        self.memory = np.zeros((slots, config.memory), dtype=np.float32)
        self.open_row = np.full(slots, NO_ROW, dtype=np.int64)
        self._model = model
        self._rng = rng
        self.env.reset()
        self._begin(np.arange(config.num_games))

    def collect(self, updates: int, progress_remaining: float) -> Clock:
        """Plays `config.rollout` steps of every game and returns the time spent.

        Args:
            updates: number of earlier updates.
            progress_remaining: share of the run that is left.
        """
        env, buffer, clock = self.env, self.buffer, Clock()
        began = time.perf_counter()
        for part in self.parts.values():
            part.begin_rollout(self._model.network, updates, progress_remaining, self._rng)
        self.remember()
        clock.inference += time.perf_counter() - began
        self._write_behind()
        self._look()
        for _ in range(self.config.rollout):
            start = time.perf_counter()
            rows = slice(buffer.count, buffer.count + env.num_rows)
            if env.num_rows:
                self.decide(rows, env.game[: env.num_rows] * env.num_seats + env.seat[: env.num_rows])
            asked = env.acting & ~self.seats.is_learner
            for part in self.parts.values():
                part.act(env, asked, env.unshown_actions, self._rng)
            clock.inference += time.perf_counter() - start
            self._write_behind()
            env.step(self.codes_of_game(rows))
            self.pay()
            self.close_ended()
        clock.environment = time.perf_counter() - began - clock.inference
        return clock

    def remember(self) -> None:
        """Updates the memory of every seat: applies the updated network again to its last decision before the rollout."""
        made = self.buffer.columns()
        self.memory[:] = 0.0
        if self.buffer.count and self._model.network.memory_width:
            seat = made["slot"] % self.env.num_seats
            self.memory[made["slot"]] = self._model.read(
                made["observation"], made["advice"], made["memory"], made["state"], seat
            )[2]

    def decide(self, rows: slice, slots: np.ndarray) -> None:
        """Chooses for some slots, whose observations and masks the games have written to these rows, and fills the rows."""
        buffer = self.buffer
        game, seat = np.divmod(slots, self.env.num_seats)
        asked = SeatRows(
            self.env.games, game, seat, buffer.observation[rows], buffer.legal[rows], np.ones(len(slots), dtype=np.bool_)
        )
        buffer.memory[rows] = self.memory[slots]
        buffer.potential[rows], buffer.reward[rows], buffer.is_last[rows], buffer.bootstrap[rows] = 0.0, 0.0, False, 0.0
        for part in self._parts_of_policy(False):
            buffer.write(rows, part.annotate(asked))
        if self.other_play is not None:
            self.other_play.relabel(slots, asked.observation)
            self.other_play.relabel_choices(slots, asked.legal, buffer.teacher[rows])
        for part in self._parts_of_policy(True):
            buffer.write(rows, part.annotate(asked))
        logits, value, memory = self._model.read(
            buffer.observation[rows], buffer.advice[rows], buffer.memory[rows], buffer.state[rows], seat
        )
        action, log_probability = draw_actions(logits, buffer.legal[rows], self._rng.random(len(slots)))
        buffer.slot[rows], buffer.action[rows], buffer.log_probability[rows] = slots, action, log_probability
        buffer.value[rows], self.memory[slots] = value, memory
        self.open_row[slots] = np.arange(rows.start, rows.stop)
        buffer.count = rows.stop

    def codes_of_game(self, rows: slice) -> np.ndarray:
        """Returns what the learner chose in some rows: the game's codes, int64 `[row]`."""
        action, slots = self.buffer.action[rows], self.buffer.slot[rows]
        return action if self.other_play is None else self.other_play.codes_of_game(slots, action)

    def pay(self) -> None:
        """Credits the reward of the last step to the last decision of each slot.

        Rewards before the first decision of an episode follow from no choice of the seat and are dropped.
        """
        reward = self.env.reward.reshape(-1)
        slots = np.flatnonzero((reward != 0.0) & (self.open_row != NO_ROW))
        self.buffer.reward[self.open_row[slots]] += reward[slots]

    def close_ended(self) -> None:
        """Closes the episodes that ended in the last step, and seats all players for the next."""
        env = self.env
        ended = np.flatnonzero(env.done)
        if not len(ended):
            return
        slots = (ended[:, None] * env.num_seats + np.arange(env.num_seats)).reshape(-1)
        with_row = slots[self.open_row[slots] != NO_ROW]
        self.buffer.is_last[self.open_row[with_row]] = True
        truncated = with_row[env.truncated[with_row // env.num_seats]]
        if len(truncated):
            self.buffer.bootstrap[self.open_row[truncated]] = self.worth_where_truncated(truncated)
        self.open_row[slots] = NO_ROW
        self.memory[slots] = 0.0
        self._begin(ended)
        if (ended >= self.seats.pool.start).any():
            self._look()  # other seats are the learner's now

    def worth_where_truncated(self, slots: np.ndarray) -> np.ndarray:
        """Returns value plus potential of the positions at which episodes were truncated: float32 `[row]`.

        The network computes the value from the observation of the slot there and its memory after its last decision, whether or
        not the slot is asked there.

        Args:
            slots: int64 `[row]`, in games that were truncated in the last step.
        """
        game, seat = np.divmod(slots, self.env.num_seats)
        truncated, place = np.unique(game, return_inverse=True)
        positions, kind = self.env.final_games[truncated], self.config.observation
        rows = SeatRows(
            positions,
            place,
            seat,
            self.variant.observe(positions, kind)[place, seat],
            self.variant.legal(positions)[place, seat],
            self.variant.acting(positions)[place, seat],
        )
        columns: Columns = {
            "advice": np.zeros((len(slots), 0), dtype=np.int64),
            "state": np.zeros((len(slots), 0), dtype=np.int8),
            "potential": np.zeros(len(slots), dtype=np.float32),
        }
        for part in self._parts_of_policy(False):
            columns |= part.annotate_truncated(rows)
        if self.other_play is not None:
            self.other_play.relabel(slots, rows.observation)
            self.other_play.relabel_choices(slots, rows.legal, np.full(len(slots), NOT_TAUGHT))
        for part in self._parts_of_policy(True):
            columns |= part.annotate_truncated(rows)
        value = self._model.read(rows.observation, columns["advice"], self.memory[slots], columns["state"], seat)[1]
        return np.asarray(value + columns["potential"])

    def carry_over(self, rows: np.ndarray) -> None:
        """Keeps only the decisions (int64 rows, ascending) whose outcome is not yet known."""
        self.buffer.keep(rows)
        self.open_row[self.buffer.slot[: self.buffer.count]] = np.arange(self.buffer.count)

    def save(self) -> dict[str, np.ndarray]:
        """Returns everything that `restore` needs besides the games."""
        arrays = {f"buffer/{name}": column for name, column in self.buffer.columns().items()}
        arrays |= {f"seats/{name}": array for name, array in self.seats.save().items()}
        for part_name, part in self.parts.items():
            arrays |= {f"{part_name}/{name}": array for name, array in part.save().items()}
        return {**arrays, "open_row": self.open_row}

    def restore(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Restores the state of `save`.

        Raises:
            KeyError: an array is missing.
            ValueError: one has another shape or type, or is out of range.
        """

        def of(group: str) -> dict[str, np.ndarray]:
            prefix = f"{group}/"
            return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}

        self.buffer.replace(of("buffer"), len(self.open_row))
        self.seats.restore(of("seats"))
        for part_name, part in self.parts.items():
            part.restore(of(part_name))
        self.open_row[:] = saved_array(
            arrays, "open_row", self.open_row.shape, self.open_row.dtype, NO_ROW, self.buffer.count - 1
        )

    def _parts_of_policy(self, is_of_policy: bool) -> list[RolloutPart]:
        return [part for part in self.parts.values() if part.is_of_policy == is_of_policy]

    def _write_behind(self) -> None:
        """Lets the games write the learner's next rows where they are needed: behind the decisions in the buffer."""
        rows = slice(self.buffer.count, None)
        self.env.write_to(observation=self.buffer.observation[rows], legal=self.buffer.legal[rows])

    def _look(self) -> None:
        """Lets the games write rows of the learner's seats, as they are now."""
        self.env.shown[:] = self.seats.is_learner
        self.env.look()

    def _begin(self, games: np.ndarray) -> None:
        """Seats all players in games (int64, indices) that begin."""
        self.seats.draw(games, self._rng)
        for part in self.parts.values():
            part.begin_games(self.env, games, self.seats.is_learner)


def make_parts(
    config: TrainConfig, variant: Variant, model: ActorCritic, guide: Guide | None, seats: LearnerSeats
) -> dict[str, RolloutPart]:
    """Returns the parts of a rollout of a configuration, by name.

    Raises:
        OptionError: an agent is unknown or cannot play this variant, or the game has no `progress`.
        CheckpointError: an agent is a damaged checkpoint, or one for something else.
    """
    parts: dict[str, RolloutPart] = {}
    if guide is not None:
        parts["guide"] = GuideAdvice(guide)
    if config.central_critic:
        parts["state"] = FullPosition(variant)
    if config.shaping:
        parts["shaping"] = Shaping(variant, linear(config.shaping))
    if config.teacher is not None:
        parts["teacher"] = Teacher(load_program(config.teacher), variant, config, teacher_schedule(config))
    if config.pool_share:
        parts["pool"] = PastSelves(config, seats.pool, variant.num_seats, model.network, guide)
    if config.opponents:
        opponents = [load_program(name) for name in config.opponents]
        parts["opponents"] = FixedOpponents(opponents, variant, seats.fixed, config.seed)
    return parts
