"""Resonance as environments: PettingZoo's, Gymnasium's, a batch for self-play, text, and OpenSpiel's.

The version counts changes that make results incomparable; v0 may change until package 1.0. Actions and
observations: `docs/resonance/actions.md` and `docs/resonance/observation.md`. `help` of a function lists its options.
"""

from __future__ import annotations

import os
from typing import Any, Literal, TypedDict, Unpack

from resonance_env.adapters.factory import explains, make
from resonance_env.adapters.gymnasium_env import GymnasiumEnv
from resonance_env.adapters.gymnasium_vector import GymnasiumVectorEnv
from resonance_env.adapters.pettingzoo_aec import OrderEnforcing, PettingZooAEC
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.adapters.text import TextEnv
from resonance_env.games.resonance.spec import SPEC
from resonance_env.play.one_seat import LearnerOptions, OneSeatGames
from resonance_env.play.opponents import Opponents, SeatOpponents
from resonance_env.play.shown_game import ViewOptions
from resonance_env.play.single_game import SingleGameOptions
from resonance_env.play.vector_env import BatchOptions, VectorEnv
from resonance_env.play.vector_opponents import OpponentsVectorEnv


class GameOptions(TypedDict, total=False):
    """The options of the game."""

    players: int
    cards: str | os.PathLike[str]
    edition: Literal["fr", "en"]
    team_talk: bool
    solo_team: int | None


class Options(GameOptions, SingleGameOptions, total=False):
    """The options of the PettingZoo environments."""


class GymOptions(GameOptions, LearnerOptions, ViewOptions, total=False):
    """The options of `gym_env`."""


class VectorOptions(GameOptions, BatchOptions, total=False):
    """The options of `vector_env`."""

    opponents: SeatOpponents | None


@explains(PettingZooParallel, SPEC)
def parallel_env(**options: Unpack[Options]) -> PettingZooParallel:
    """Makes a `pettingzoo.ParallelEnv`: all agents act in every step, and an agent that is not asked waits.

    One step is one decision point: the agents that are asked choose at once, then the game runs, over rounds if needed, to the
    next decision or to its end. All agents end together.

    >>> env = parallel_env(players=4)
    >>> observations, infos = env.reset(seed=1)
    >>> env.agents
    ['witch_0', 'witch_1', 'witch_2', 'witch_3']
    >>> actions = {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents}
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> rewards["witch_0"]
    0.0

    Infos hold `asked` (1 if the agent has a decision now), `illegal_actions` (how many of its actions were replaced in this
    game) and, with `mask="info"`, `action_mask`. `env.unwrapped.position()` is the position as text, hidden cards included,
    and `reset(options={"position": text})` starts there; `env.unwrapped.game_seed` is the seed of the current game, and
    `state()` the full position for a central critic.
    """
    return make(PettingZooParallel, SPEC, **options)


@explains(PettingZooAEC, SPEC, PettingZooParallel)
def raw_env(**options: Unpack[Options]) -> PettingZooAEC:
    """Makes the environment of `env` without a wrapper."""
    return make(PettingZooAEC, SPEC, **options)


@explains(PettingZooAEC, SPEC, PettingZooParallel)
def env(**options: Unpack[Options]) -> OrderEnforcing:
    """Makes a `pettingzoo.AECEnv` that asks one agent at a time, and only agents with a decision.

    Agents that decide at once are asked in seat order; their choices are held back until the last has chosen, so no agent sees
    a simultaneous choice early. PettingZoo's order-enforcing wrapper is around it; actions are checked by the environment
    itself.

    >>> game = env(players=3, render_mode="ansi")
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
def gym_env(**options: Unpack[GymOptions]) -> GymnasiumEnv:
    """Makes a `gymnasium.Env`: one seat learns and named agents, by default "greedy", play the others.

    A step lasts until the learner is asked again or the game ends. `gymnasium.make("resonance_env/Resonance-v0", ...)` makes
    the same environment with Gymnasium's wrappers.

    >>> env = gym_env(players=4, opponents=["planner", "greedy", "random"], seat=0)
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(observation["action_mask"]))
    >>> info["seat"], info["illegal_actions"], env.action_masks().shape
    (0, 0, (134,))

    Infos hold `seat`, the learner's; `illegal_actions`, how many of its actions were replaced in this game; and, with
    `mask="info"`, `action_mask`. `unwrapped.action_masks()` serves MaskablePPO; `unwrapped.position()`, `game_seed` and
    `reset(options={"position": text})` are as in `parallel_env`.
    """
    options.setdefault("opponents", "greedy")
    return make(GymnasiumEnv, SPEC, **options)


@explains(GymnasiumVectorEnv, SPEC, OneSeatGames)
def gym_vector_env(num_envs: int = 1, *, opponents: Opponents = "greedy", **options: Any) -> GymnasiumVectorEnv:
    """Makes a `gymnasium.vector.VectorEnv` over a batch of games, with one learner in each.

    It returns the same as a `SyncVectorEnv` of as many `gym_env`, faster: every opponent is asked once for all games.
    `gymnasium.make_vec("resonance_env/Resonance-v0", num_envs=64, vectorization_mode="vector_entry_point")` makes the same.

    >>> envs = gym_vector_env(64, players=4, opponents="greedy|planner", autoreset_mode="SameStep")
    >>> observations, infos = envs.reset(seed=1)
    >>> observations["action_mask"].shape
    (64, 134)
    """
    return make(GymnasiumVectorEnv, SPEC, num_envs, opponents=opponents, **options)


@explains(OpponentsVectorEnv, SPEC, VectorEnv)
def vector_env(num_games: int, **options: Unpack[VectorOptions]) -> VectorEnv:
    """Makes a batch of games for self-play: arrays over games and seats, written in place, compiled from end to end.

    An ended game continues with its next episode in the same step: reward and done belong to the episode that ended, the
    observation to the next one, and `final_observation` is valid where done. `help(vec)` of a batch `vec` lists its arrays with
    their shapes and explains `rows="asked"` and `write_to`.

    >>> vec = vector_env(num_games=64, players=4, seed=1)
    >>> observation = vec.reset()
    >>> while not vec.done.any():
    ...     observation, reward, done = vec.step(vec.random_actions())
    >>> bool((abs(reward[done].sum(axis=1)) < 1e-6).all())  # zero-sum
    True
    """
    if options.get("opponents"):
        return make(OpponentsVectorEnv, SPEC, num_games, **options)
    return make(VectorEnv, SPEC, num_games, **{name: value for name, value in options.items() if name != "opponents"})


@explains(TextEnv, SPEC)
def text_env(**options: Any) -> TextEnv:
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


def open_spiel_game(**options: Any) -> Any:
    """Makes a `pyspiel.Game` of OpenSpiel and registers it as "python_resonance" for `pyspiel.load_game`.

    Seats that decide at once are a simultaneous node; `pyspiel.convert_to_turn_based` makes a sequential game of it. A seat
    that is not asked has no legal action there.

    Args:
        **options: by keyword: `players` and the options of the game as in `parallel_env`, with 2 players too where the card set
            has them, and

            - explicit_chance: makes every chance event a node. By default the first node deals, and its outcome is the seed of
              the game, from which all chance follows.
            - those of `adapters.open_spiel.load`: `observation`, `deals`, `max_cycles`.

    Raises:
        ModuleNotFoundError: OpenSpiel is not installed; says which extra does it.
        OptionError: unknown option or value.
        CardSetError: the card set cannot be read.
    """
    from resonance_env.adapters.open_spiel import load

    return make(load, SPEC, **options)


action_name = SPEC.actions.name
parse_action = SPEC.actions.parse
