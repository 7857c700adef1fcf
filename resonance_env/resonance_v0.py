"""Resonance as environments: PettingZoo's, Gymnasium's, a batch for self-play, text, and OpenSpiel's.

The version counts changes that make results incomparable; v0 may change until package 1.0. Actions and
observations: `docs/resonance/actions.md` and `docs/resonance/observation.md`. `help` of a function lists its options.
"""

import os
from typing import Any, Literal, TypedDict, Unpack

from resonance_env.adapters.factory import by_keyword, explains, make
from resonance_env.adapters.gymnasium_env import GymnasiumEnv
from resonance_env.adapters.gymnasium_vector import GymnasiumVectorEnv, VectorLearnerOptions
from resonance_env.adapters.pettingzoo_aec import OrderEnforcing, PettingZooAEC
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.adapters.text import TextEnv, TextOptions
from resonance_env.games.resonance.spec import SPEC
from resonance_env.play.one_seat import LearnerOptions, OneSeatGames
from resonance_env.play.shown_game import ViewOptions
from resonance_env.play.single_game import SingleGameOptions
from resonance_env.play.vector_env import VectorEnv
from resonance_env.play.vector_opponents import OpponentsBatchOptions, OpponentsVectorEnv, make_batch

action_name = SPEC.actions.name
parse_action = SPEC.actions.parse


class _Game(TypedDict, total=False):
    players: int
    cards: str | os.PathLike[str]
    edition: Literal["fr", "en"]
    team_talk: bool
    solo_team: int | None


class _Single(_Game, SingleGameOptions, total=False): ...


class _Gym(_Game, LearnerOptions, ViewOptions, total=False): ...


class _GymVector(_Game, VectorLearnerOptions, total=False): ...


class _Vector(_Game, OpponentsBatchOptions, total=False): ...


class _Text(_Game, TextOptions, total=False): ...


@explains(PettingZooParallel, SPEC)
def parallel_env(**options: Unpack[_Single]) -> PettingZooParallel:
    """Makes a `pettingzoo.ParallelEnv`: all agents act in every step, and an agent that is not asked waits.

    >>> env = parallel_env(players=4)
    >>> observations, infos = env.reset(seed=1)
    >>> actions = {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents}
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> rewards["witch_0"]
    0.0
    """
    return make(PettingZooParallel, SPEC, **options)


@explains(PettingZooAEC, SPEC, PettingZooParallel)
def raw_env(**options: Unpack[_Single]) -> PettingZooAEC:
    """Makes the environment of `env` without PettingZoo's order-enforcing wrapper."""
    return make(PettingZooAEC, SPEC, **options)


@explains(PettingZooAEC, SPEC, PettingZooParallel)
def env(**options: Unpack[_Single]) -> OrderEnforcing:
    """Makes a `pettingzoo.AECEnv` that asks one agent at a time, and only agents with a decision.

    >>> game = env(players=3)
    >>> game.reset(seed=1)
    >>> for agent in game.agent_iter():
    ...     observation, reward, terminated, truncated, info = game.last()
    ...     over = terminated or truncated
    ...     game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))
    >>> game.agents
    []
    """
    return OrderEnforcing(make(PettingZooAEC, SPEC, **options))


@explains(GymnasiumEnv, SPEC, OneSeatGames)
def gym_env(**options: Unpack[_Gym]) -> GymnasiumEnv:
    """Makes a `gymnasium.Env`: one seat learns and named agents, by default "greedy", play the others.

    >>> env = gym_env(players=4, opponents=["planner", "greedy", "random"], seat=0)
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(observation["action_mask"]))
    >>> info["seat"], info["illegal_actions"], env.action_masks().shape
    (0, 0, (134,))
    """
    return make(GymnasiumEnv, SPEC, **{"opponents": "greedy", **options})


@explains(GymnasiumVectorEnv, SPEC, OneSeatGames)
def gym_vector_env(num_envs: int = 1, **options: Unpack[_GymVector]) -> GymnasiumVectorEnv:
    """Makes a `gymnasium.vector.VectorEnv`: `gym_env` for a batch of games.

    >>> envs = gym_vector_env(64, players=4, opponents="greedy|planner", autoreset_mode="SameStep")
    >>> observations, infos = envs.reset(seed=1)
    >>> observations["action_mask"].shape
    (64, 134)
    """
    return make(GymnasiumVectorEnv, SPEC, num_envs, **{"opponents": "greedy", **options})


@explains(OpponentsVectorEnv, SPEC, VectorEnv)
def vector_env(num_games: int, **options: Unpack[_Vector]) -> VectorEnv:
    """Makes a batch of games for self-play: arrays over games and seats, written in place, compiled from end to end.

    An ended game continues with its next episode in the same step. `help(vec)` of a batch `vec` lists its arrays with their
    shapes and explains `rows="asked"` and `write_to`.

    >>> vec = vector_env(num_games=64, players=4, seed=1)
    >>> observation = vec.reset()
    >>> while not vec.done.any():
    ...     observation, reward, done = vec.step(vec.random_actions())
    >>> bool((abs(reward[done].sum(axis=1)) < 1e-6).all())  # zero-sum
    True
    """
    return make(make_batch, SPEC, num_games, **options)


@explains(TextEnv, SPEC)
def text_env(**options: Unpack[_Text]) -> TextEnv:
    """Makes a game for language models in the style of TextArena: `reset`, `get_observation`, `step`, `close`.

    >>> env = text_env(players=3)
    >>> env.reset(seed=1)
    >>> done = False
    >>> while not done:
    ...     seat, observation = env.get_observation()
    ...     done, info = env.step("I take the first one: [1]")
    >>> rewards, infos = env.close()
    >>> sorted(rewards)
    [0, 1, 2]
    """
    return make(TextEnv, SPEC, **options)


@by_keyword
def open_spiel_game(**options: Any) -> Any:
    """Makes a `pyspiel.Game` of OpenSpiel and registers it as "python_resonance"; needs the extra `open-spiel`.

    Options are those of the game, `explicit_chance=True` for a node at every chance event, and those of
    `adapters.open_spiel.load`: `observation`, `deals`, `max_cycles`.
    """
    from resonance_env.adapters.open_spiel import load

    return make(load, SPEC, **options)
