"""Resonance as environments: PettingZoo's, Gymnasium's, a batch for self-play, text, and OpenSpiel's.

The version counts changes that make results incomparable; v0 may change until package 1.0. Who acts, what is seen and what
an action code means: `docs/actions.md` and `docs/observation.md`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Literal, TypedDict, Unpack

import numpy as np

from resonance_env.adapters.gymnasium_env import GymnasiumEnv
from resonance_env.adapters.gymnasium_vector import GymnasiumVectorEnv
from resonance_env.adapters.pettingzoo_aec import OrderEnforcing, PettingZooAEC
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.adapters.text import TextEnv
from resonance_env.games.resonance.spec import SPEC
from resonance_env.play.checks import check_names
from resonance_env.play.opponents import LearnerSeat, Opponents, SeatOpponents
from resonance_env.play.vector_env import VectorEnv
from resonance_env.play.vector_opponents import OpponentsVectorEnv

__all__ = [
    "GymOptions",
    "Options",
    "VectorOptions",
    "action_name",
    "env",
    "gym_env",
    "gym_vector_env",
    "open_spiel_game",
    "parallel_env",
    "parse_action",
    "raw_env",
    "text_env",
    "vector_env",
]


class GameOptions(TypedDict, total=False):
    """The options that `parallel_env` and `gym_env` share; `parallel_env` says what they mean."""

    players: int
    cards: str | os.PathLike[str]
    edition: Literal["fr", "en"]
    team_talk: bool
    solo_team: int | None
    observation: Literal["table", "recall"]
    mask: Literal["obs", "info"]
    reward: Literal["zero_sum", "win"]
    shaping: float
    shaping_gamma: float
    illegal: Literal["replace", "raise"]
    dtype: Literal["int8", "float32"]
    max_cycles: int | None
    render_mode: Literal["ansi", "human", "rgb_array"] | None
    render_seat: int | None


class Options(GameOptions, total=False):
    """The options of the PettingZoo environments; `parallel_env` says what they mean."""

    opponents: SeatOpponents | None


class GymOptions(GameOptions, total=False):
    """The options of `gym_env` beside `opponents`; it says what they mean."""

    seat: LearnerSeat


class VectorOptions(TypedDict, total=False):
    """The options of `vector_env` beside `opponents`; it says what they mean."""

    cards: str | os.PathLike[str]
    edition: Literal["fr", "en"]
    team_talk: bool
    solo_team: int | None
    explicit_chance: bool
    seed: int
    observation: Literal["table", "recall"]
    reward: Literal["zero_sum", "win"] | None
    illegal: Literal["raise", "replace"]
    max_cycles: int | None
    threads: int
    buffers: Mapping[str, np.ndarray] | None


def parallel_env(**options: Unpack[Options]) -> PettingZooParallel:
    """Makes a `pettingzoo.ParallelEnv`: all witches act in every step, and a witch who is not asked waits.

    One step is one decision point: the witches who are asked choose at once, then the game runs on, over rounds if need be,
    to the next decision or to its end. All agents end together.

    >>> env = parallel_env(players=4)
    >>> observations, infos = env.reset(seed=1)
    >>> env.agents
    ['witch_0', 'witch_1', 'witch_2', 'witch_3']
    >>> actions = {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents}
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> rewards["witch_0"]
    0.0

    Infos hold `asked` (1 if the witch has a decision now), `illegal_actions` (how many of her actions were replaced in this
    game) and, with `mask="info"`, `action_mask`. `env.unwrapped.position()` is the position as text, hidden cards included,
    and `reset(options={"position": text})` starts there; `env.unwrapped.game_seed` is the seed of the present game, and
    `state()` the full position for a central critic.

    Args:
        **options: by keyword:

            - players: 3 to 5 witches each for herself; 6 to 8 in teams of two, where 7 makes eight agents as 8 does.
              Default 4.
            - opponents: who plays some of the seats, by seat, such as `{"witch_1": "greedy", 2: "planner"}`: names of agents,
              paths of checkpoints or agents; names with "|" between them are a pool of which one is drawn for each game. The
              other seats are the `possible_agents`, and a step goes on until one of them is asked or the game ends.
              Default None, nobody.
            - cards: name of a card set, or path of a card-set file (`docs/card-sets.md`). Default "house".
            - edition: "fr" (default) or "en"; they differ in one rule (R-CAST-10).
            - team_talk: in teams, whether second seats choose after seeing their partner's choice (R-TEAM-4). Default True.
            - solo_team: with 7 players, the team that one person holds (R-TEAM-1). Default None, the last.
            - observation: "table" (default) is what lies open now; "recall" adds the hands that a perfect memory counts
              (R-INFO-4).
            - mask: "obs" (default) makes observations dicts of "observation" and "action_mask"; "info" leaves them flat and
              puts the mask into `info["action_mask"]`. Masks are int8 and never all zero.
            - reward: at the end of the game, "zero_sum" (default) gives winners 1 and the others -1 / (teams - 1), a draw 0;
              "win" gives winners 1 and all others 0. Without teams every witch is her own team.
            - shaping: weight of a potential-based shaping reward by validated levels, `shaping_gamma * phi(s') - phi(s)` in
              each step, phi being 0 once the game is over. Rewards are then no longer zero-sum. Default 0.0.
            - shaping_gamma: discount of the shaping reward, the learner's own. Default 1.0.
            - illegal: "replace" (default) plays the lowest legal action instead of an illegal one, counts it and warns once;
              "raise" raises. What is no action at all always raises.
            - dtype: "int8" (default), or "float32" for observations and states scaled to [0, 1].
            - max_cycles: truncates all agents after that many steps. Default None.
            - render_mode: "ansi": `render()` returns the table as text; "rgb_array": as a picture, uint8 `[800, 1280, 3]`,
              drawn by Pillow; "human": each position is printed, on a terminal in colour. Default None.
            - render_seat: seat whose view is rendered; the default None is a spectator who sees no secrets.

    Raises:
        OptionError: unknown option or value, or an agent that cannot play.
        CardSetError: the card set cannot be read.
        CheckpointError: a checkpoint was made for something else.
    """
    return PettingZooParallel(SPEC, **options)


def env(**options: Unpack[Options]) -> OrderEnforcing:
    """Makes a `pettingzoo.AECEnv` that asks one witch at a time, and only witches who have a decision.

    Those who decide at once are asked in seat order; their choices are kept back until the last has chosen, so nobody sees a
    simultaneous choice early. PettingZoo's order-enforcing wrapper is around it; actions are checked by the environment itself.

    >>> game = env(players=3, render_mode="ansi")
    >>> game.reset(seed=1)
    >>> for agent in game.agent_iter():
    ...     observation, reward, terminated, truncated, info = game.last()
    ...     over = terminated or truncated
    ...     game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))
    >>> game.agents
    []

    Args:
        **options: those of `parallel_env`; `max_cycles` counts its steps.

    Raises:
        OptionError: unknown option or value, or an agent that cannot play.
        CardSetError: the card set cannot be read.
        CheckpointError: a checkpoint was made for something else.
    """
    return OrderEnforcing(raw_env(**options))


def raw_env(**options: Unpack[Options]) -> PettingZooAEC:
    """Makes the environment of `env` without a wrapper.

    Args:
        **options: those of `parallel_env`; `max_cycles` counts its steps.

    Raises:
        OptionError: unknown option or value, or an agent that cannot play.
        CardSetError: the card set cannot be read.
        CheckpointError: a checkpoint was made for something else.
    """
    return PettingZooAEC(SPEC, **options)


def vector_env(
    num_games: int, players: int | None = None, *, opponents: SeatOpponents | None = None, **options: Unpack[VectorOptions]
) -> VectorEnv:
    """Makes a batch of games for self-play: arrays over games and seats, written in place, compiled from end to end.

    An ended game goes on with its next episode in the same step: reward and done belong to the episode that ended, the
    observation to the next one, and `final_observation` is valid where done.

    >>> vec = vector_env(num_games=64, players=4, seed=1)
    >>> observation = vec.reset()
    >>> while not vec.done.any():
    ...     observation, reward, done = vec.step(vec.random_actions())
    >>> bool((abs(reward[done].sum(axis=1)) < 1e-6).all())  # zero-sum
    True

    Args:
        num_games: how many games are played at a time.
        players: as in `parallel_env`.
        opponents: who plays some of the seats, as in `parallel_env`. `asked()` and `acting` are then about the other seats,
            `vec.learners`; a game in which only opponents decide moves on with the others.
        **options: by keyword: those of the game (`cards`, `edition`, `team_talk`, `solo_team`) as in `parallel_env`, and

            - seed: of the batch; episode e of game i is the game of one seed, `vec.seeds`. Default 0.
            - observation: "table" (default) or "recall".
            - reward: "zero_sum" (default) or "win".
            - illegal: "raise" (default) or "replace".
            - max_cycles: truncates an episode after that many steps. Default None, no bound.
            - threads: threads for one step. Default 1.
            - buffers: arrays to write to, by name.

    Raises:
        OptionError: unknown option or value, a buffer of another shape or type, or an agent that cannot play.
        CardSetError: the card set cannot be read.
        CheckpointError: a checkpoint was made for something else.
    """
    game_options = {option.name: options.pop(option.name) for option in SPEC.options if option.name in options}  # type: ignore[misc]
    check_names(options, [*(option.name for option in SPEC.options), *VectorOptions.__annotations__])
    variant = SPEC.variant(players, **game_options)
    if opponents:
        return OpponentsVectorEnv(variant, num_games, opponents=opponents, **options)
    return VectorEnv(variant, num_games, **options)  # type: ignore[misc]


def gym_env(*, opponents: Opponents = "greedy", **options: Unpack[GymOptions]) -> GymnasiumEnv:
    """Makes a `gymnasium.Env`: one witch learns, the others are played by named agents.

    A step goes on until she is asked again or the game ends. `gymnasium.make("resonance_env/Resonance-v0", ...)` makes the same
    environment with Gymnasium's wrappers.

    >>> env = gym_env(players=4, opponents=["planner", "greedy", "random"], seat=0)
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(observation["action_mask"]))
    >>> info["seat"], info["illegal_actions"], env.action_masks().shape
    (0, 0, (134,))

    Infos hold `seat`, hers; `illegal_actions`, how many of her actions were replaced in this game; and, with `mask="info"`,
    `action_mask`. `unwrapped.action_masks()` is what MaskablePPO asks for; `unwrapped.position()`, `game_seed` and
    `reset(options={"position": text})` are as in `parallel_env`.

    Args:
        opponents: who plays the other seats: the name of an agent, the path of a checkpoint, or an agent; a list, the first of
            which sits to her left and so on clockwise; or a mapping from seat, such as `{"witch_1": "planner", ...}`. Names
            with "|" between them, such as "greedy|planner", are a pool of which every seat draws one in each game.
        **options: those of `parallel_env`, and

            - seat: hers, or "random" (default) for another one in each game.
            - max_cycles: truncates the game after that many of her steps.

    Raises:
        OptionError: unknown option or value, or an agent that cannot play.
        CardSetError: the card set cannot be read.
        CheckpointError: a checkpoint was made for something else.
    """
    return GymnasiumEnv(SPEC, opponents=opponents, **options)


def gym_vector_env(num_envs: int = 1, *, opponents: Opponents = "greedy", **options: Any) -> GymnasiumVectorEnv:
    """Makes a `gymnasium.vector.VectorEnv` over a batch of games, with one learner in each.

    It returns what a `SyncVectorEnv` of as many `gym_env` returns, faster: every opponent is asked once for all games.
    `gymnasium.make_vec("resonance_env/Resonance-v0", num_envs=64, vectorization_mode="vector_entry_point")` makes the same.

    >>> envs = gym_vector_env(64, players=4, opponents="greedy|planner", autoreset_mode="SameStep")
    >>> observations, infos = envs.reset(seed=1)
    >>> observations["action_mask"].shape
    (64, 134)

    Args:
        num_envs: number of games.
        opponents: as in `gym_env`.
        **options: those of `gym_env` without `render_seat`, and

            - autoreset_mode: what happens after the end of a game: "NextStep" (default), "SameStep" or "Disabled", or a member
              of `gymnasium.vector.AutoresetMode`.
            - render_mode: None (default), "ansi" or "rgb_array".

    Raises:
        OptionError: unknown option or value, or an agent that cannot play.
        CardSetError: the card set cannot be read.
        CheckpointError: a checkpoint was made for something else.
    """
    return GymnasiumVectorEnv(SPEC, num_envs, opponents=opponents, **options)


def text_env(players: int | None = None, **options: Any) -> TextEnv:
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

    Args:
        players: as in `parallel_env`.
        **options: by keyword: those of the game (`cards`, `edition`, `team_talk`, `solo_team`) as in `parallel_env`, and

            - opponents: who plays some of the seats, as in `parallel_env`. Default None, nobody.
            - reward: "zero_sum" (default) or "win".
            - max_tries: how many answers a seat may give to one question; then the first legal action is played. Default 3.
            - rules: whether the first observation of each seat begins with the rules. Default False.

    Raises:
        OptionError: unknown option or value, or an opponent that cannot play.
        CardSetError: the card set cannot be read.
        CheckpointError: an opponent was made for something else.
    """
    return TextEnv(SPEC, players, **options)


def open_spiel_game(**parameters: Any) -> Any:
    """Makes a `pyspiel.Game` of OpenSpiel and registers it as "python_resonance" for `pyspiel.load_game`.

    Witches who decide at once are a simultaneous node; `pyspiel.convert_to_turn_based` lays these out one after the other. A
    witch who is not asked has no legal action there.

    Args:
        **parameters: by keyword: those of the game (`players`, `cards`, `edition`, `team_talk`) as in `parallel_env`, with
            2 players too where the card set has them, and

            - observation: "table" (default) or "recall": the vector of `observation_tensor`.
            - explicit_chance: makes every chance event a node. Default False: the first node deals, and its outcome is the seed
              of the game, from which all chance follows.
            - deals: without explicit chance, how many games the first node chooses from, the seeds 0 .. deals - 1. Default
              10,000.

    Raises:
        ModuleNotFoundError: OpenSpiel is not installed; says which extra does it.
        OptionError: unknown parameter or value.
        CardSetError: the card set cannot be read.
    """
    from resonance_env.adapters.open_spiel import load

    own = {name: parameters.pop(name) for name in ("observation", "deals", "max_cycles") if name in parameters}
    return load(SPEC.variant(**parameters), **own)


def action_name(action: int) -> str:
    """Returns the name of an action code, such as "play herb".

    Raises:
        ValueError: there is no such code.
    """
    return SPEC.actions.name(action)


def parse_action(text: str) -> int:
    """Returns the code of an action name; the inverse of `action_name`.

    >>> action_name(parse_action("Play Herb"))
    'play herb'

    Raises:
        ValueError: no action has this name; the nearest names are given.
    """
    return SPEC.actions.parse(text)
