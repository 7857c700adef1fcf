"""Checks of user input to adapters: option values, seeds, actions, joint actions, reset options.

Kernels trust their input, so everything is checked here, once, at the Python boundary.
"""

import math
import operator
import sys
import warnings
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, SupportsIndex

import numpy as np

from resonance_env.core.errors import IllegalActionError, OptionError, PositionError, UsageError
from resonance_env.core.spec import GameSpec, Variant
from resonance_env.core.suggest import nearest

IllegalRule = Literal["replace", "raise"]

MAX_SEED = 2**64 - 1
RESET_OPTIONS = ("position",)

# Modules between a user's call and a warning: a warning points to the first line outside of them.
_INSIDE = ("resonance_env.adapters.", "resonance_env.play.", "pettingzoo.", "gymnasium.", "stable_baselines3.", "sb3_contrib.")


def check_choice(name: str, value: Any, choices: Sequence[Any]) -> None:
    """Checks that an option has one of a few values.

    Raises:
        OptionError: it has another value.
    """
    if not any(value is choice or (type(value) is type(choice) and value == choice) for choice in choices):
        raise OptionError(f"expected {name} to be one of {', '.join(map(repr, choices))}; got {value!r}")


def check_number(name: str, value: Any, low: float = -math.inf, high: float = math.inf) -> float:
    """Returns an option as a float.

    Raises:
        OptionError: it is not a finite number in `low` .. `high`.
    """
    try:
        number = math.nan if isinstance(value, (bool, str)) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number) or not low <= number <= high:
        bounds = "" if math.isinf(low) and math.isinf(high) else f" in {low:g} .. {high:g}"
        raise OptionError(f"expected {name} to be a finite number{bounds}; got {value!r}")
    return number


def check_count(name: str, value: Any) -> int | None:
    """Returns an option that is a count of at least 1, or None for no bound.

    Raises:
        OptionError: it is neither.
    """
    if value is None:
        return None
    number = as_integer(value)
    if number is None or number < 1:
        raise OptionError(f"expected {name} to be None or an integer of at least 1; got {value!r}")
    return number


def at_least_one(name: str, value: Any) -> int:
    """Returns an option that is a count of at least 1.

    Raises:
        OptionError: it is not.
    """
    number = as_integer(value)
    if number is None or number < 1:
        raise OptionError(f"expected {name} to be an integer of at least 1, got {value!r}")
    return number


def check_variant(variant: Any) -> None:
    """Checks that a value is a variant.

    Raises:
        OptionError: it is something else; environments have one as `.variant`.
    """
    if not isinstance(variant, Variant):
        hint = "pass its `.variant`" if hasattr(variant, "variant") else "load_game(name).variant(players) makes one"
        if isinstance(variant, GameSpec):
            hint = "its `.variant(players)` makes one"
        raise OptionError(f"expected a variant of a game, got {type(variant).__name__}: {hint}")


def check_playable(variant: Any) -> None:
    """Checks that a value is a variant that agents can play.

    Raises:
        OptionError: it is something else; an option that is not for agents has another value than its default; the utility of
            the game is unknown; or a cooperative game has several sides.
    """
    check_variant(variant)
    spec = variant.spec
    for option in spec.options:
        value = variant.options[option.name]
        if not option.for_agents and value != option.default:
            raise OptionError(
                f"expected {option.name}={option.default!r} wherever agents play, got {value!r}; it means: {option.meaning}"
            )
    _ = spec.reward_kinds  # raises if the utility is unknown
    if variant.is_cooperative and variant.num_teams > 1:
        raise OptionError(f"expected one side in {spec.name!r}, which is cooperative; got teams {variant.teams}")


def check_records(variant: Variant, games: np.ndarray) -> None:
    """Checks records that were read from a file: each is a position that its text describes, since compiled code trusts them.

    Raises:
        ValueError: a record is no position of the game.
    """
    for index in range(len(games)):
        try:
            text = variant.position(games, index)
            is_position = variant.position(variant.parse_position(text)) == text
        except Exception as error:  # what stands in the record may be anything
            raise ValueError(f"expected a position as game {index}, got something else: {error}") from None
        if not is_position:
            raise ValueError(f"expected a position as game {index}, got something else")


def check_names(given: Collection[str], known: Collection[str]) -> None:
    """Checks the names of options.

    Raises:
        OptionError: one is unknown; names the nearest known ones.
    """
    for name in given:
        if name not in known:
            raise OptionError(f"expected options among {', '.join(known)}; got {name!r}{nearest(name, known)}")


def check_seed(seed: Any) -> int:
    """Returns a seed as an integer.

    Raises:
        OptionError: it is not an integer in 0 .. 2**64 - 1.
    """
    number = as_integer(seed)
    if number is None or not 0 <= number <= MAX_SEED:
        raise OptionError(f"expected a seed that is an integer in 0 .. 2**64 - 1; got {seed!r}")
    return number


def position_to_start_from(options: Mapping[str, Any] | None) -> str | None:
    """Returns `options["position"]` of a `reset`, if there is one; unknown keys warn.

    They do not raise, because frameworks and PettingZoo's own tests pass keys that are not meant for the environment.

    Raises:
        UsageError: `options` is not a mapping.
        PositionError: the position is not text.
    """
    if options is None:
        return None
    if not isinstance(options, Mapping):
        raise UsageError(f"expected reset(options=...) to be None or a dict, got {type(options).__name__}")
    unknown = [str(key) for key in options if key not in RESET_OPTIONS]
    if unknown:
        known = ", ".join(RESET_OPTIONS)
        warn_caller(f"reset(options=...) knows {known}; ignored: {', '.join(unknown)}")
    position = options.get("position")
    if position is not None and not isinstance(position, str):
        raise PositionError(f"expected the position as text, got {type(position).__name__}")
    return position


def as_integer(value: Any) -> int | None:
    """Returns an integer of any kind (Python, NumPy, a tensor of one element) as an int; None for others, bools included."""
    if isinstance(value, bool) or str(getattr(value, "dtype", "")).rpartition(".")[2] == "bool":
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def check_action(agent: str, action: SupportsIndex | Any, num_actions: int) -> int:
    """Returns an action as an int.

    Raises:
        IllegalActionError: it is no integer or no action has this code.
    """
    code = as_integer(action)
    if code is None:
        got = f"{action!r} of type {type(action).__name__}"
        if isinstance(action, Mapping):
            got = "a dict: `parallel_env(...)` takes one action for each agent"
        raise IllegalActionError(f"{agent}: expected an integer action in 0 .. {num_actions - 1}, got {got}")
    if not 0 <= code < num_actions:
        raise IllegalActionError(f"{agent}: expected an action in 0 .. {num_actions - 1}, got {code}")
    return code


def check_joint_action(actions: Any, agents: Sequence[str]) -> None:
    """Checks that there is one action for each agent and no other.

    Raises:
        UsageError: `actions` is not a mapping, an agent is missing, or one is unknown.
    """
    if not isinstance(actions, Mapping):
        hint = "" if as_integer(actions) is None else ": `env(...)` asks one agent at a time"
        raise UsageError(f"expected a dict with one action per agent, got {type(actions).__name__}{hint}")
    missing = [agent for agent in agents if agent not in actions]
    if missing:
        raise UsageError(f"expected an action for each of {', '.join(agents)}; none for {', '.join(missing)}")
    unknown = [repr(agent) for agent in actions if agent not in agents]
    if unknown:
        raise UsageError(f"expected actions of {', '.join(agents)} only; got one for {', '.join(unknown)}")


def warn_of_replacement(variant: Variant, seat: int, illegal: int, legal: int) -> None:
    """Warns that an illegal action was replaced, once for each environment."""
    agent, name = variant.seat_names[seat], variant.actions.name
    warn_caller(
        f"{agent}: {name(illegal)!r} is not legal now, {name(legal)!r} is played instead; "
        "further ones are only counted, as illegal_actions (illegal='raise' raises)"
    )


def warn_caller(message: str) -> None:
    """Warns at the line that called the environment, through wrappers of frameworks."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(_INSIDE):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, UserWarning, stacklevel=level)
