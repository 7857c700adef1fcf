"""SYNCRO as environments, in the same forms as `resonance_v0`.

The version counts changes that make results incomparable; v0 may change until package 1.0. `help` of a function lists its
options.
"""

from __future__ import annotations

import os
from typing import Any, Literal, TypedDict, Unpack

from resonance_env.adapters.factory import by_keyword, explains, make
from resonance_env.adapters.gymnasium_env import GymnasiumEnv
from resonance_env.adapters.gymnasium_vector import GymnasiumVectorEnv, VectorLearnerOptions
from resonance_env.adapters.pettingzoo_aec import OrderEnforcing, PettingZooAEC
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.adapters.text import TextEnv, TextOptions
from resonance_env.games.syncro.spec import SPEC
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
    mode: Literal["level", "campaign"]
    level: int
    chapters: Literal["I", "II", "both"]
    retries: int
    saves: bool
    replay: bool
    estimates: Literal["free", "off"]
    payoff: Literal["cleared", "score"]


class _Single(_Game, SingleGameOptions, total=False): ...


class _Gym(_Game, LearnerOptions, ViewOptions, total=False): ...


class _GymVector(_Game, VectorLearnerOptions, total=False): ...


class _Vector(_Game, OpponentsBatchOptions, total=False): ...


class _Text(_Game, TextOptions, total=False): ...


@explains(PettingZooParallel, SPEC)
def parallel_env(**options: Unpack[_Single]) -> PettingZooParallel:
    """Makes a `pettingzoo.ParallelEnv`: all agents act in every step, and an agent that is not asked waits.

    >>> env = parallel_env(players=3)
    >>> observations, infos = env.reset(seed=1)
    >>> [action_name(code) for code in observations["mage_2"]["action_mask"].nonzero()[0]]
    ['estimate bad', 'estimate middling', 'estimate good']
    """
    return make(PettingZooParallel, SPEC, **options)


@explains(PettingZooAEC, SPEC, PettingZooParallel)
def raw_env(**options: Unpack[_Single]) -> PettingZooAEC:
    """Makes the environment of `env` without PettingZoo's order-enforcing wrapper."""
    return make(PettingZooAEC, SPEC, **options)


@explains(PettingZooAEC, SPEC, PettingZooParallel)
def env(**options: Unpack[_Single]) -> OrderEnforcing:
    """Makes a `pettingzoo.AECEnv` that asks one agent at a time, and only agents with a decision."""
    return OrderEnforcing(make(PettingZooAEC, SPEC, **options))


@explains(GymnasiumEnv, SPEC, OneSeatGames)
def gym_env(**options: Unpack[_Gym]) -> GymnasiumEnv:
    """Makes a `gymnasium.Env`: one seat learns and named agents, by default "random", play the others.

    >>> env = gym_env(players=2, cards="mini", seat=0)
    >>> observation, info = env.reset(seed=1)
    >>> env.action_masks().shape
    (89,)
    """
    return make(GymnasiumEnv, SPEC, **{"opponents": "random", **options})


@explains(GymnasiumVectorEnv, SPEC, OneSeatGames)
def gym_vector_env(num_envs: int = 1, **options: Unpack[_GymVector]) -> GymnasiumVectorEnv:
    """Makes a `gymnasium.vector.VectorEnv`: `gym_env` for a batch of games."""
    return make(GymnasiumVectorEnv, SPEC, num_envs, **{"opponents": "random", **options})


@explains(OpponentsVectorEnv, SPEC, VectorEnv)
def vector_env(num_games: int, **options: Unpack[_Vector]) -> VectorEnv:
    """Makes a batch of games for self-play: arrays over games and seats, written in place, compiled from end to end.

    >>> vec = vector_env(num_games=64, players=4, seed=1, rows="asked")
    >>> observation = vec.reset()
    >>> observation.shape == (256, vec.variant.layout().size)  # all are asked for estimates
    True
    """
    return make(make_batch, SPEC, num_games, **options)


@explains(TextEnv, SPEC)
def text_env(**options: Unpack[_Text]) -> TextEnv:
    """Makes a game for language models in the style of TextArena: `reset`, `get_observation`, `step`, `close`."""
    return make(TextEnv, SPEC, **options)


@by_keyword
def open_spiel_game(**options: Any) -> Any:
    """Makes a `pyspiel.Game` of OpenSpiel and registers it as "python_syncro"; needs the extra `open-spiel`.

    Options are those of the game, `explicit_chance=True` for a node at every chance event, and those of
    `adapters.open_spiel.load`: `observation`, `deals`, `max_cycles`.
    """
    from resonance_env.adapters.open_spiel import load

    return make(load, SPEC, **options)
