"""One factory for all environments: which options belong to whom, unknown names, and the output of `help`."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from resonance_env import resonance_v0
from resonance_env.adapters.factory import PLAYERS, explains, make, option_names, split_options
from resonance_env.adapters.text import TextEnv
from resonance_env.core.errors import OptionError
from resonance_env.play.vector_env import VectorEnv
from resonance_env.play.vector_opponents import OpponentsVectorEnv
from tests.adapters.environments import GymnasiumEnv, GymnasiumVectorEnv, PettingZooAEC, PettingZooParallel
from tests.adapters.games import SPECS

V0: Any = resonance_v0  # its functions take options by keyword only, and type checkers know
CLASSES = [PettingZooParallel, PettingZooAEC, GymnasiumEnv, GymnasiumVectorEnv, VectorEnv, OpponentsVectorEnv, TextEnv]


def test_options_are_split_between_game_and_environment() -> None:
    options = {"players": 3, "stakes": 2, "mask": "info", "opponents": {1: "random"}}
    of_game, own = split_options(PettingZooParallel, SPECS["toy"], options)
    assert of_game == {"players": 3, "stakes": 2}
    assert own == {"mask": "info", "opponents": {1: "random"}}
    env = make(PettingZooParallel, SPECS["toy"], **options)
    assert (env.variant.players, env.variant.options["stakes"], len(env.possible_agents)) == (3, 2, 2)
    assert make(VectorEnv, SPECS["toy"], 5, players=4).num_games == 5


def test_the_variant_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Any] = []
    spec = SPECS["toy"]
    variant = type(spec).variant

    def counted(self: Any, **options: Any) -> Any:
        built.append(options)
        return variant(self, **options)

    monkeypatch.setattr(type(spec), "variant", counted)
    env = make(GymnasiumEnv, spec, players=3, opponents="random")
    assert built == [{"players": 3}]
    assert env.variant.players == 3


@pytest.mark.parametrize("environment", CLASSES)
@pytest.mark.parametrize(
    ("option", "hint"),
    [("player", "did you mean 'players'"), ("stake", "did you mean 'stakes'"), ("rewrd", "did you mean 'reward'")],
)
def test_unknown_names_are_refused_with_near_ones(environment: Any, option: str, hint: str) -> None:
    with pytest.raises(OptionError, match=f"got '{option}'; {hint}"):
        split_options(environment, SPECS["toy"], {option: 1})


@pytest.mark.parametrize(
    ("environment", "option"),
    [(GymnasiumVectorEnv, "render_seat"), (PettingZooParallel, "seat"), (VectorEnv, "render_mode"), (GymnasiumEnv, "threads")],
)
def test_options_that_an_environment_does_not_use_are_refused(environment: Any, option: str) -> None:
    with pytest.raises(OptionError, match=f"got '{option}'"):
        make(environment, SPECS["toy"], **{option: 1})


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("environment", CLASSES)
def test_no_game_has_an_option_of_an_environment(name: str, environment: Any) -> None:
    own = option_names(environment)
    assert own
    assert not {PLAYERS, *(option.name for option in SPECS[name].options)} & set(own)


@pytest.mark.parametrize(
    ("function", "environment"),
    [
        (resonance_v0.parallel_env, PettingZooParallel),
        (resonance_v0.env, PettingZooAEC),
        (resonance_v0.raw_env, PettingZooAEC),
        (resonance_v0.gym_env, GymnasiumEnv),
        (resonance_v0.gym_vector_env, GymnasiumVectorEnv),
        (resonance_v0.vector_env, OpponentsVectorEnv),
        (resonance_v0.text_env, TextEnv),
    ],
)
def test_help_tells_every_option(function: Any, environment: Any) -> None:
    text = inspect.getdoc(function) or ""
    spec = SPECS["resonance"]
    names = [option.name for option in spec.options if option.for_agents]
    for name in (PLAYERS, *names, *option_names(environment)):
        assert text.count(f"\n    {name}: ") == 1, name
    assert "explicit_chance" not in text


def test_explanations_keep_their_lines() -> None:
    def function() -> None:
        """Makes something."""

    text = explains(PettingZooParallel, SPECS["toy"])(function).__doc__ or ""
    assert text.startswith("Makes something.\n\nOne step is one decision point: ")
    assert "Attributes:" not in text
    assert "see `SingleGame`" not in text
    assert (
        "these are attributes of `env.unwrapped`.\n\nKeyword Args:\n    players: 3, 4, 5, 6, 7 or 8 persons. Default 4.\n"
        in text
    )
    assert "    stakes: Points of a right guess. One of 1, 2. Default 1.\n    opponents: agents that play some" in text
    assert "\n        and the mask is" in text
    assert "Raises" not in text


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: V0.parallel_env(5), r"expected options by keyword, such as parallel_env\(players=4\); got 5"),
        (lambda: V0.vector_env(8, 5), r"such as vector_env\(num_games, players=4\); got 5 by position"),
        (lambda: V0.open_spiel_game(3), r"such as open_spiel_game\(players=4\); got 3"),
    ],
)
def test_options_by_position_are_refused(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        call()


def test_environments_say_what_they_play() -> None:
    assert (
        repr(resonance_v0.parallel_env(players=3, edition="en")) == "PettingZooParallel('resonance', players=3, edition='en')"
    )
    assert repr(resonance_v0.raw_env()) == "PettingZooAEC('resonance', players=4)"
    assert repr(resonance_v0.gym_env(players=3)) == "GymnasiumEnv('resonance', players=3)"
