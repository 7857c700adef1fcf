"""Rows of the throughput report: each is a function that prepares a contender and returns what plays it for some seconds.

Each row runs in its own process on one core (or `cores`), so rows do not disturb each other and libraries that use threads get
as many cores as the others.
"""

import importlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Literal

import numpy as np

from resonance_env.core.bitset import count_bits, nth_bit
from resonance_env.core.chance import threefry2x32
from resonance_env.core.compiled import compiled
from resonance_env.core.layout import ObservationKind
from resonance_env.games import DEFAULT_GAME, load_game


@dataclass
class Counts:
    """The work and the time of a repetition.

    Attributes:
        decisions: seats that were asked and answered.
        steps: environment steps.
        games: games that ended.
        cpu: CPU time of the process in seconds, all threads together.
        wall: wall-clock seconds.
    """

    decisions: int = 0
    steps: int = 0
    games: int = 0
    cpu: float = 0.0
    wall: float = 0.0


Play = Callable[[float], Counts]

WAIT = 0  # the only action of a seat that is not asked


@dataclass(frozen=True)
class Row:
    """A row of the report.

    Attributes:
        name: what is measured.
        make: function of this module that prepares the row and returns the function that plays it.
        arguments: of `make`.
        cores: how many cores the row may use.
    """

    name: str
    make: Callable[..., Play]
    arguments: dict[str, Any] = field(default_factory=dict)
    cores: int = 1


def timed(play: Callable[[Counts, float], None]) -> Play:
    """Returns a function that plays for some seconds and records the time that it took."""

    def run(seconds: float) -> Counts:
        counts, wall, cpu = Counts(), time.perf_counter(), time.process_time()
        play(counts, wall + seconds)
        counts.wall, counts.cpu = time.perf_counter() - wall, time.process_time() - cpu
        return counts

    return run


def environments(game: str) -> ModuleType:
    """Returns the module from which users import the environments of a game."""
    return importlib.import_module(f"resonance_env.{game}_v0")


def vector_env(
    num_games: int,
    game: str = DEFAULT_GAME,
    players: int = 4,
    threads: int = 1,
    agent: str = "random",
    rows: Literal["all", "asked"] = "all",
) -> Play:
    """Batch of games: choosing and checking actions, observations and masks of all seats or of those asked, next episodes."""
    from resonance_env.agents.loading import load

    policy = None if agent == "random" else load(agent)
    observation: ObservationKind = "table"
    if policy is not None:
        policy.bind(load_game(game).variant(players))
        observation = policy.observation
    vec = environments(game).vector_env(num_games, players=players, threads=threads, rows=rows, observation=observation)
    vec.reset()
    for _ in range(40):  # games of all ages
        vec.step(vec.random_actions())
    rng = np.random.default_rng(0)

    def play(counts: Counts, stop: float) -> None:
        while time.perf_counter() < stop:
            counts.decisions += int(np.count_nonzero(vec.acting))
            actions = vec.random_actions()
            if policy is not None:
                asked = vec.asked()
                actions[asked], _ = policy.act(vec.observation[asked], vec.legal[asked], None, rng)
            vec.step(actions)
            counts.steps += num_games
            counts.games += int(np.count_nonzero(vec.done))

    return timed(play)


def memset(num_games: int, game: str = DEFAULT_GAME, players: int = 4) -> Play:
    """Filling as many bytes as a step of the batch writes (observations and masks): the bound set by memory bandwidth."""
    vec = environments(game).vector_env(num_games, players=players)

    def play(counts: Counts, stop: float) -> None:
        while time.perf_counter() < stop:
            vec.observation.fill(1)
            vec.legal.fill(1)
            counts.steps += num_games

    return timed(play)


def parallel_env(game: str = DEFAULT_GAME, players: int = 4) -> Play:
    """PettingZoo environment, one game; the random choice of the agents that are asked, in Python, is included."""
    env = environments(game).parallel_env(players=players)
    rng = np.random.default_rng(0)
    env.reset(seed=0)

    def play(counts: Counts, stop: float) -> None:
        while time.perf_counter() < stop:
            observations, infos = env.reset()
            while env.agents:
                actions = dict.fromkeys(observations, WAIT)
                for agent, info in infos.items():
                    if info["asked"]:
                        legal = observations[agent]["action_mask"].nonzero()[0]
                        actions[agent] = int(legal[int(rng.random() * len(legal))])
                        counts.decisions += 1
                observations, _, _, _, infos = env.step(actions)
                counts.steps += 1
            counts.games += 1

    return timed(play)


def aec_env(game: str = DEFAULT_GAME, players: int = 4) -> Play:
    """PettingZoo environment that asks one agent at a time, one game; the random choice in Python is included."""
    return one_agent_at_a_time(environments(game).env(players=players))


def one_agent_at_a_time(env: Any) -> Play:
    """Plays an AEC environment at random."""
    rng = np.random.default_rng(0)
    env.reset(seed=0)

    def play(counts: Counts, stop: float) -> None:
        while time.perf_counter() < stop:
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[int(rng.random() * len(legal))]))
                counts.decisions += 1
                counts.steps += 1
            counts.games += 1

    return timed(play)


def rollout(
    game: str = DEFAULT_GAME, players: int = 4, first_round: int = 6, num_games: int = 2048, player: str = "random"
) -> Play:
    """Playouts from the start of a round in the middle of a game, in one compiled call."""
    variant = load_game(game).variant(players)
    rng = np.random.default_rng(0)
    start = variant.start([3])
    while variant.rounds(start)[0] < first_round:
        drawn = rng.random((1, variant.num_seats, variant.num_actions))
        variant.step(start, np.where(variant.legal(start), drawn, -1).argmax(-1))
    games = np.repeat(start, num_games)
    first = games.view(np.uint8).copy()

    def play(counts: Counts, stop: float) -> None:
        while time.perf_counter() < stop:
            games.view(np.uint8)[:] = first
            seeds = rng.integers(2**63, size=num_games).astype(np.uint64)
            if player == "random":
                counts.decisions += variant.rollout(games, seeds)
            else:
                from resonance_env.agents.resonance.searching.playouts import scripted_rollout

                counts.decisions += scripted_rollout(variant, games, seeds, [player])
            counts.games += num_games

    return timed(play)


def openspiel_goofspiel() -> Play:
    """OpenSpiel's goofspiel for 4 players: legal actions and, in NumPy, observation and mask of every player."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game("goofspiel(players=4,num_cards=13,imp_info=True,points_order=random)")
    observation, rng = make_observation(game), np.random.default_rng(0)

    def play(counts: Counts, stop: float) -> None:
        while time.perf_counter() < stop:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
                    continue
                legal = [state.legal_actions(player) for player in range(4)]
                state.apply_actions([codes[int(rng.random() * len(codes))] for codes in legal])
                counts.decisions += 4
                counts.steps += 1
                for player in range(4):
                    observation.set_from(state, player)
                    state.legal_actions_mask(player)
            counts.games += 1

    return timed(play)


def pettingzoo_hanabi() -> Play:
    """PettingZoo's hanabi for 2 players; the random choice in Python is included."""
    from pettingzoo.classic import hanabi_v5

    return one_agent_at_a_time(hanabi_v5.env())


def fastcatan(num_games: int = 4096) -> Play:
    """Catan for four in C++: mask and observation of the one player who is asked, a random legal action, the step.

    All games restart together when the first of them has ended, since `step_raw` does not restart finished games.
    """
    os.environ["OMP_NUM_THREADS"] = "1"
    import fastcatan as catan

    env = catan.BatchedEnv(num_games, seed=0)
    env.reset()
    masks = np.zeros((num_games, catan.MASK_WORDS), dtype=np.uint64)
    observation = np.zeros((num_games, catan.OBS_SIZE), dtype=np.float32)
    reward, done = np.zeros(num_games, dtype=np.float32), np.zeros(num_games, dtype=np.uint8)
    actions = np.zeros(num_games, dtype=np.uint32)
    number = 0

    def play(counts: Counts, stop: float) -> None:
        nonlocal number
        while time.perf_counter() < stop:
            env.write_masks(masks)
            env.write_obs(observation)
            draw_from_words(masks.view(np.int64), number, actions)
            env.step_raw(actions, reward, done)
            number += 1
            counts.decisions += num_games
            counts.steps += num_games
            if done.any():
                counts.games += int(np.count_nonzero(done))
                env.reset()

    return timed(play)


@compiled
def draw_from_words(masks, number, out):  # type: ignore[no-untyped-def]
    """Draws a legal action of each game from the bits of its mask (int64 `[game, word]`), uniform, into `out[game]`."""
    for game in range(len(masks)):
        count = 0
        for word in range(masks.shape[1]):
            count += count_bits(masks[game, word])
        random, _ = threefry2x32(0, 0, number, game)
        pick, word = (random * count) >> 32, 0
        while pick >= count_bits(masks[game, word]):
            pick -= count_bits(masks[game, word])
            word += 1
        out[game] = 64 * word + nth_bit(masks[game, word], pick)


def pgx(name: str, num_games: int = 4096, scan: int = 20) -> Play:
    """A game of Pgx on the CPU: sampling, observation and mask of the player who is asked, next episodes, many steps a call."""
    import jax
    import jax.numpy as jnp
    from pgx import make
    from pgx.experimental import auto_reset

    env: Any = make(name)  # type: ignore[arg-type]
    step = auto_reset(env.step, env.init)

    def one(carry: Any, _: None) -> Any:
        state, key = carry
        key, choice, chance = jax.random.split(key, 3)
        action = jax.random.categorical(choice, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=1)
        state = jax.vmap(step)(state, action, jax.random.split(chance, num_games))
        return (state, key), (state.observation.sum(), state.terminated.sum())

    many = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=scan))
    carry = (jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), num_games)), jax.random.PRNGKey(1))
    box = [jax.block_until_ready(many(carry))[0]]

    def play(counts: Counts, stop: float) -> None:
        while time.perf_counter() < stop:
            box[0], (_, ended) = jax.block_until_ready(many(box[0]))
            counts.decisions += scan * num_games
            counts.steps += scan * num_games
            counts.games += int(ended.sum())

    return timed(play)
