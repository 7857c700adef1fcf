"""PPO self-play: one policy plays all seats of a batch of games, and learns from every real decision.

Read it from top to bottom: `Decisions` is what was decided, `Trainer.update` plays (`collect`) and then learns (`learn`). What
is computed is in `objectives.py`, who else sits at the table in `opponents.py`; what happens around it (measurements,
checkpoints, resuming) in `run.py`, `monitor.py` and `saved_run.py`.

Three things differ from PPO for one player. Only seats that are asked become samples, about six of ten. A seat's next state is
its next decision, not the next step: rewards that come while it waits belong to the decision before. And the last decision of
every seat, whose outcome is not known yet, is carried over to the next rollout, so no value is ever asked of a position in
which the seat has nothing to decide.

With `--memory` a seat also remembers: the network reads its decisions of a game one after the other, and what it remembers
changes at these decisions only. It learns from sequences of them (truncated backpropagation through time): each begins with
what the seat remembered before its first decision of the rollout, and ends with the game or the rollout. Without a memory,
every decision is a sequence of its own.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
import torch

from resonance_env.agents.checkpoint_metadata import NetworkSpec, TrainingRun
from resonance_env.agents.loading import load_guide
from resonance_env.agents.network.guide import Guide
from resonance_env.agents.network.policy_network import CentralCritic, PolicyNetwork, blocks_of_seats, input_scale, make_network
from resonance_env.core.errors import OptionError, TrainingError
from resonance_env.core.spec import Variant
from resonance_env.play.advantages import advantages
from resonance_env.play.vector_env import VectorEnv
from resonance_env.train.ppo.demonstrations import Demonstrations
from resonance_env.train.ppo.first_weights import first_weights
from resonance_env.train.ppo.objectives import NOT_ADVISED, Loss, explained_variance, masked, ppo_loss
from resonance_env.train.ppo.opponents import Opponents
from resonance_env.train.ppo.sampling import draw_actions, gather_scaled
from resonance_env.train.ppo.sequences import Sequences, by_seat, one_by_one
from resonance_env.train.run.config import TrainConfig

ADAM_EPSILON = 1e-5  # larger than the library's: gradients of rare actions are tiny, and would be blown up


@dataclass
class Decisions:
    """Decisions in the order in which they were made; only the first `count` rows are filled.

    Attributes:
        observation: int8 `[decision, size]`.
        legal: int8 `[decision, action]`.
        state: int8 `[decision, size of the full position]`; no rows without a central critic.
        memory: float32 `[decision, memory]`, what the seat remembered before; of width 0 without a memory.
        slot: int64 `[decision]`: game * seats + seat.
        action: int64 `[decision]`.
        log_probability: float32 `[decision]`, of the action when it was chosen.
        value: float32 `[decision]`, as it was estimated then.
        potential: float32 `[decision]`, for shaping.
        advice: int64 `[decision, width]`, what the guide tells or the teacher would choose; NOT_ADVISED without.
        reward: float32 `[decision]`, received until the slot's next decision.
        is_last: bool `[decision]`: the episode ended before the slot decided again.
        count: filled rows.
    """

    observation: np.ndarray
    legal: np.ndarray
    state: np.ndarray
    memory: np.ndarray
    slot: np.ndarray
    action: np.ndarray
    advice: np.ndarray
    log_probability: np.ndarray
    value: np.ndarray
    potential: np.ndarray
    reward: np.ndarray
    is_last: np.ndarray
    count: int = 0

    @classmethod
    def empty(cls, capacity: int, size: int, num_actions: int, state_size: int, memory: int, advice: int) -> Decisions:
        """Returns room for so many decisions, for rows of these widths."""
        return cls(
            observation=np.zeros((capacity, size), dtype=np.int8),
            legal=np.zeros((capacity, num_actions), dtype=np.int8),
            state=np.zeros((capacity if state_size else 0, state_size), dtype=np.int8),
            memory=np.zeros((capacity, memory), dtype=np.float32),
            slot=np.zeros(capacity, dtype=np.int64),
            action=np.zeros(capacity, dtype=np.int64),
            advice=np.zeros((capacity, advice), dtype=np.int64),
            log_probability=np.zeros(capacity, dtype=np.float32),
            value=np.zeros(capacity, dtype=np.float32),
            potential=np.zeros(capacity, dtype=np.float32),
            reward=np.zeros(capacity, dtype=np.float32),
            is_last=np.zeros(capacity, dtype=np.bool_),
        )

    def arrays(self) -> dict[str, np.ndarray]:
        """Returns all arrays by name."""
        return {name: array for name, array in vars(self).items() if isinstance(array, np.ndarray)}

    def keep(self, rows: np.ndarray) -> None:
        """Keeps these rows (int64, ascending), moved to the front."""
        for array in self.arrays().values():
            if len(array):
                array[: len(rows)] = array[rows]
        self.count = len(rows)


@dataclass
class Clock:
    """Seconds spent on parts of an update."""

    environment: float = 0.0
    inference: float = 0.0
    learning: float = 0.0


class Trainer:
    """Everything that a run changes while it learns.

    Attributes:
        network: the policy; plays all of the learner's seats.
        critic: estimates values from the full position, or None.
        memory: float32 `[slot, memory]`, what the learner's seats remember of their games; of width 0 without a memory.
        earlier: the runs whose weights it began with.
        decisions_learned, updates: since the start of the run.
        clock: of the last update.
    """

    def __init__(self, config: TrainConfig, variant: Variant) -> None:
        """Makes games, networks and opponents, all from `config.seed`.

        Raises:
            OptionError: an option does not fit the variant or the machine.
            CheckpointError: the checkpoint to start from, or an opponent, is damaged or was made for something else.
        """
        self.config = config
        self.variant = variant
        self.device = choose_device(config.device)
        self.layout = variant.layout(config.observation)
        self.env = VectorEnv(variant, config.num_games, seed=config.seed, observation=config.observation, reward=config.reward)
        torch.manual_seed(config.seed)
        self.network_spec = network_spec(config, variant)
        self.network: PolicyNetwork = make_network(self.layout.size, variant.num_actions, self.network_spec)
        self.network.initialise(input_scale(self.layout))
        self.earlier: tuple[TrainingRun, ...] = ()
        if config.start_from is not None and not config.resume:  # a run that goes on has weights of its own
            weights, self.earlier = first_weights(config.start_from, variant, config.observation, self.network_spec)
            self.network.load_state_dict(weights)
        self.network.to(self.device)
        self.critic = make_critic(config, variant, self.device) if config.central_critic else None
        self.parameters = [*self.network.parameters(), *(self.critic.parameters() if self.critic else ())]
        self.optimiser = torch.optim.Adam(self.parameters, lr=config.learning_rate, eps=ADAM_EPSILON, fused=True)
        self.guide = None
        if config.guide is not None:
            self.guide = Guide(load_guide(config.guide), variant, config.observation, foresight=config.foresight)
        self.opponents = Opponents(config, variant, self.network, self.guide)
        self.demonstrations: Demonstrations | None = None
        if config.demonstrations:
            self.demonstrations = Demonstrations(config.demonstrations, variant, config.observation, self.guide)
        self.magnet = (
            make_network(self.layout.size, variant.num_actions, self.network_spec).to(self.device) if config.magnet else None
        )
        slots = config.num_games * variant.num_seats
        self.decisions = Decisions.empty(
            slots * (config.rollout + 1),
            self.layout.size,
            variant.num_actions,
            variant.state_layout.size if config.central_critic else 0,
            config.memory,
            1 if self.guide is None else self.guide.width,
        )
        self.memory = np.zeros((slots, config.memory), dtype=np.float32)
        self.open_row = np.full(slots, -1, dtype=np.int64)  # [slot] row of its last decision in this episode, or -1
        self.rng = np.random.default_rng(config.seed)
        self.decisions_learned = 0
        self.updates = 0
        self.clock = Clock()
        self.env.reset()
        self.opponents.restart(np.arange(config.num_games), self.rng)

    def update(self, left: float) -> dict[str, float]:
        """Plays a rollout, learns from it and returns what is logged.

        Args:
            left: share of the run that is left, in [0, 1]: step size and shaping shrink with it.

        Raises:
            TrainingError: it has diverged.
        """
        self.clock = Clock()
        if self.updates % self.config.pool_every == 0 and self.config.pool_share:
            self.opponents.add_past_self(self.network)
        if self.updates % self.config.magnet_every == 0 and self.magnet is not None:
            self.magnet.load_state_dict(self.network.state_dict())
        self.opponents.draw_past_self(self.rng)
        self.collect(self.config.shaping * left, self.teacher_weight(left) > 0.0)
        scalars = self.learn(left)
        self.updates += 1
        if not all(bool(parameter.isfinite().all()) for parameter in self.parameters):
            raise TrainingError(
                f"expected finite weights, got others after {self.decisions_learned:,} decisions: training has diverged; begin "
                f"anew with a --learning-rate below {self.config.learning_rate}, or go on from an earlier checkpoint with "
                "--start-from"
            )
        return scalars

    def teacher_weight(self, left: float) -> float:
        """Returns how much the teacher counts; nothing without one."""
        share = self.config.teacher_share
        return self.config.teacher_weight * max(0.0, 1.0 - (1.0 - left) / share) if self.opponents.teacher and share else 0.0

    def collect(self, shaping: float, is_taught: bool = False) -> None:
        """Plays `config.rollout` steps of every game and writes down what the learner decided."""
        env, made, rng = self.env, self.decisions, self.rng
        observation = env.observation.reshape(-1, self.layout.size)
        legal = env.legal.reshape(-1, self.variant.num_actions)
        actions, advice = np.zeros((2, *env.acting.shape), dtype=np.int64)
        began = time.perf_counter()
        self.remember()
        inference = time.perf_counter() - began
        for _ in range(self.config.rollout):
            slots = np.flatnonzero(env.acting & self.opponents.is_learner)
            rows = slice(made.count, made.count + len(slots))
            np.take(observation, slots, axis=0, out=made.observation[rows], mode="clip")
            np.take(legal, slots, axis=0, out=made.legal[rows], mode="clip")
            if self.critic is not None:
                made.state[rows] = env.state()[slots // env.num_seats]
            start = time.perf_counter()
            self.decide(rows, slots)
            self.opponents.act(env, actions, rng)
            inference += time.perf_counter() - start
            actions.reshape(-1)[slots] = made.action[rows]
            if is_taught and self.opponents.teacher:
                self.opponents.teacher.act(env, env.acting & self.opponents.is_learner, advice, rng)
                made.advice[rows, 0] = advice.reshape(-1)[slots]
            if shaping:
                made.potential[rows] = shaping * self.variant.progress(env.games).reshape(-1)[slots]
            self.open_row[slots] = np.arange(rows.start, rows.stop)
            made.count = rows.stop
            env.step(actions)
            self.close_ended()
        self.clock.inference = inference
        self.clock.environment = time.perf_counter() - began - inference

    def remember(self) -> None:
        """Lets every seat remember what the network, which has just learned, makes of its last decision before the rollout."""
        made = self.decisions
        self.memory[:] = 0.0
        if made.count and self.network.memory_width:
            with torch.inference_mode():
                columns = (made.observation, made.advice, made.memory)
                reading = self.network(*(torch.from_numpy(column[: made.count]).to(self.device) for column in columns))
            self.memory[made.slot[: made.count]] = reading.memory.cpu().numpy()

    def decide(self, rows: slice, slots: np.ndarray) -> None:
        """Chooses for the decisions in these rows, whose observations have been written."""
        if not len(slots):
            return  # a recurrent core cannot read nothing
        made = self.decisions
        made.memory[rows] = self.memory[slots]
        made.advice[rows] = NOT_ADVISED if self.guide is None else self.guide.advice(made.observation[rows], made.legal[rows])
        with torch.inference_mode():
            advice = torch.from_numpy(made.advice[rows]).to(self.device)
            observation, memory = (torch.from_numpy(column[rows]).to(self.device) for column in (made.observation, made.memory))
            logits, value, memory = self.network(observation, advice, memory)
            if self.critic is not None:
                seat = torch.from_numpy(slots % self.env.num_seats).to(self.device)
                value = self.critic(torch.from_numpy(made.state[rows]).to(self.device)).gather(1, seat[:, None]).squeeze(1)
        action, log_probability = draw_actions(logits.cpu().numpy(), made.legal[rows], self.rng.random(len(slots)))
        made.slot[rows], made.action[rows], made.log_probability[rows] = slots, action, log_probability
        made.value[rows], self.memory[slots] = value.cpu().numpy(), memory.cpu().numpy()
        made.potential[rows], made.reward[rows], made.is_last[rows] = 0.0, 0.0, False

    def close_ended(self) -> None:
        """Gives the rewards of the games that ended in the last step to the last decisions in them."""
        ended = np.flatnonzero(self.env.done)
        if not len(ended):
            return
        seats = self.env.num_seats
        slots = (ended[:, None] * seats + np.arange(seats)).reshape(-1)
        has_decided = self.open_row[slots] >= 0
        rows = self.open_row[slots][has_decided]
        self.decisions.reward[rows] = self.env.reward[ended].reshape(-1)[has_decided]
        self.decisions.is_last[rows] = True
        self.open_row[slots] = -1
        self.memory[slots] = 0.0
        self.opponents.restart(ended, self.rng)

    def learn(self, left: float) -> dict[str, float]:
        """Learns from the decisions of which it is known what followed, and carries the others over."""
        began, config, made = time.perf_counter(), self.config, self.decisions
        used = {name: array[: made.count] for name, array in made.arrays().items()}
        advantage, is_known = advantages(
            used["slot"], used["reward"], used["value"], used["potential"], used["is_last"],
            np.zeros_like(used["value"]), len(self.open_row),
            config.gamma, config.gae_lambda,
        )  # fmt: skip
        known = np.flatnonzero(is_known)
        scalars = {"rollout/decisions": float(len(known))}
        if len(known) > 1:  # one alone could not be normalised
            target = advantage + used["value"]
            scalars["value/explained_variance"] = explained_variance(target[known], used["value"][known])
            scalars |= self.descend(known, normalised(advantage, known), target, left)
        self.decisions_learned += len(known)
        made.keep(np.flatnonzero(~is_known))
        self.open_row[made.slot[: made.count]] = np.arange(made.count)
        self.clock.learning = time.perf_counter() - began
        return scalars

    def descend(self, known: np.ndarray, advantage: np.ndarray, target: np.ndarray, left: float) -> dict[str, float]:
        """Takes the gradient steps of one update.

        Args:
            known: int64, the rows to learn from.
            advantage: float32 `[decision]`, normalised.
            target: float32 `[decision]`, for the values.
            left: share of the run that is left.
        """
        config, made = self.config, self.decisions
        entropy_weight = config.entropy_end + (config.entropy - config.entropy_end) * left
        for group in self.optimiser.param_groups:
            group["lr"] = config.learning_rate * left
        columns = {
            name: torch.from_numpy(array)
            for name, array in made.arrays().items()
            if len(array) and name not in ("observation", "memory")  # these are gathered for every minibatch, see below
        }
        sequences = by_seat(known, made.slot, made.is_last) if self.network.memory_width else one_by_one(known)
        num_batches = min(-(-len(known) // config.minibatch), len(sequences))
        teacher_weight = self.teacher_weight(left)
        columns |= {"advantage": torch.from_numpy(advantage), "target": torch.from_numpy(target)}
        if self.magnet is not None:
            columns["magnet"] = self.magnet_log_probabilities(self.magnet, sequences, num_batches)
        scale = self.network.input_scale.cpu().numpy()
        features = np.empty((len(known), self.layout.size), dtype=np.float32)
        sums: dict[str, float] = {}
        steps = 0
        for _ in range(config.epochs):
            order = self.rng.permutation(len(sequences))
            for part in np.array_split(order, num_batches):  # of nearly equal size, and whole sequences
                rows, sizes = sequences.packed(part)
                chosen = torch.from_numpy(rows)
                batch = {name: column[chosen].to(self.device) for name, column in columns.items()}
                gather_scaled(made.observation, rows, scale, features[: len(rows)])
                batch["features"] = torch.from_numpy(features[: len(rows)]).to(self.device)
                batch["memory"] = torch.from_numpy(made.memory[rows[: sizes[0]]]).to(self.device)
                batch["sizes"] = torch.from_numpy(sizes)
                loss = self.loss(batch, is_taught=teacher_weight > 0.0)
                total = (
                    loss.policy
                    + config.value_weight * loss.value
                    - entropy_weight * loss.entropy
                    + config.magnet * loss.magnet
                    + teacher_weight * loss.teacher
                )
                if self.demonstrations is not None:
                    cloning = self.cloning_loss(self.demonstrations.draw(config.demonstration_batch, scale, self.rng))
                    total = total + config.demonstration_weight * left * cloning
                    sums["cloning"] = sums.get("cloning", 0.0) + cloning.item()
                self.optimiser.zero_grad(set_to_none=True)
                total.backward()
                torch.nn.utils.clip_grad_norm_(self.parameters, config.max_gradient)
                self.optimiser.step()
                steps += 1
                for name, term in loss._asdict().items():
                    sums[name] = sums.get(name, 0.0) + term.item()
        mean = {name: total / steps for name, total in sums.items()}
        return {
            "loss/policy": mean["policy"],
            "loss/value": mean["value"],
            "policy/entropy": mean["entropy"],
            "policy/kl": mean["kl"],
            "policy/clip_fraction": mean["clip_fraction"],
            **({"policy/magnet_kl": mean["magnet"]} if self.magnet else {}),
            **({"policy/teacher_loss": mean["teacher"]} if teacher_weight else {}),
            **({"policy/cloning_loss": mean["cloning"]} if self.demonstrations else {}),
        }

    def loss(self, batch: dict[str, torch.Tensor], is_taught: bool) -> Loss:
        """Returns the loss of some decisions.

        Args:
            batch: columns as in `Decisions`, scaled features, advantage, target, magnet if there is one, memory of the first
                decision of each sequence, and sizes; the decisions in the order of `Sequences.packed`.
            is_taught: the advice is a teacher's, who still counts.
        """
        logits, value, _ = self.network.read(batch["features"], batch["advice"], batch["memory"], batch["sizes"])
        if self.critic is not None:
            seat = batch["slot"] % self.env.num_seats
            value = self.critic(batch["state"]).gather(1, seat[:, None]).squeeze(1)
        return ppo_loss(
            masked(logits, batch["legal"]),
            value,
            batch["action"],
            batch["log_probability"],
            batch["advantage"],
            batch["target"],
            self.config.clip,
            batch.get("magnet"),
            batch["advice"][:, 0] if is_taught else None,
        )

    def cloning_loss(self, batch: dict[str, torch.Tensor]) -> torch.Tensor:
        """Returns the mean cross-entropy of the policy with demonstrated actions, as `Demonstrations.draw` gives them."""
        batch = {name: column.to(self.device) for name, column in batch.items()}
        logits = masked(self.network.read(batch["features"], batch["advice"]).logits, batch["legal"])
        return torch.nn.functional.cross_entropy(logits, batch["action"])

    def magnet_log_probabilities(self, magnet: PolicyNetwork, sequences: Sequences, num_batches: int) -> torch.Tensor:
        """Returns what the magnet would do, with what the policy remembered at the beginning of each sequence.

        Args:
            magnet: the network.
            sequences: the decisions that are learned from.
            num_batches: computed one after the other.

        Returns:
            float32 `[decision, action]`, filled only in the rows of `sequences`.
        """
        made = self.decisions
        result = torch.zeros((made.count, self.variant.num_actions))
        with torch.inference_mode():
            for part in np.array_split(np.arange(len(sequences)), num_batches):
                rows, sizes = sequences.packed(part)
                columns = (made.observation[rows], made.advice[rows], made.memory[rows[: sizes[0]]])
                inputs = (torch.from_numpy(column).to(self.device) for column in columns)
                logits = magnet(*inputs, torch.from_numpy(sizes)).logits
                legal = torch.from_numpy(made.legal[rows]).to(self.device)
                result[torch.from_numpy(rows)] = torch.log_softmax(masked(logits, legal), dim=1).cpu()
        return result


def normalised(advantage: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Returns advantages with mean 0 and standard deviation 1 over the rows `known`."""
    of = advantage[known]
    return np.asarray((advantage - of.mean()) / (of.std() + 1e-8), dtype=np.float32)


def network_spec(config: TrainConfig, variant: Variant) -> NetworkSpec:
    """Returns the description of the network that is trained.

    Raises:
        OptionError: the game has no rows about seats, which a set network needs, or there is no hidden layer, which a set or a
            guided network needs.
    """
    if config.guide is not None and not config.hidden:
        raise OptionError(
            "expected, with --guide, at least one layer in --hidden, got none; the first layer is what reads the guide's choice"
        )
    foresight = variant.num_seats - 1 if config.foresight else 0
    if config.network == "mlp":
        return NetworkSpec(config.hidden, config.activation, guide=config.guide, memory=config.memory, foresight=foresight)
    blocks = blocks_of_seats(variant.layout(config.observation), variant.num_seats)
    if not blocks or not config.hidden:
        raise OptionError("expected, with --network set, at least one hidden layer and a game that is observed seat by seat")
    return NetworkSpec(
        config.hidden, config.activation, "set", config.seat_width, blocks, config.guide, config.memory, foresight
    )


def make_critic(config: TrainConfig, variant: Variant, device: torch.device) -> CentralCritic:
    """Returns an untrained critic with the policy's widths."""
    critic = CentralCritic(variant.state_layout.size, variant.num_seats, config.hidden, config.activation)
    critic.initialise(input_scale(variant.state_layout))
    return critic.to(device)


def choose_device(name: str) -> torch.device:
    """Returns where to compute.

    Raises:
        OptionError: "cuda" is asked for and there is no GPU.
    """
    if name == "cuda" and not torch.cuda.is_available():
        raise OptionError("expected a GPU that PyTorch can use for --device cuda, found none; take cpu or auto")
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.device(name)
