"""What can be set of a search, in words; no compiled code."""

from __future__ import annotations

from collections.abc import Mapping

from resonance_env.agents.registry import Parameter, ParameterValue
from resonance_env.core.errors import OptionError
from resonance_env.core.suggest import nearest

# Who can play a seat in playouts; `models.py` has the codes in this order.
MODEL_NAMES = ("random", "greedy", "planner", "mixed")
MAX_DEPTH = 16

PARAMETERS = (
    Parameter("sims", int, 200, "Simulations a decision.", low=1, high=1_000_000),
    Parameter("opponent", str, "mixed", "Who plays the other seats in them; mixed: planners, one in four greedy.", MODEL_NAMES),
    Parameter("own", str, "planner", "Who plays her own further decisions in them.", MODEL_NAMES),
    Parameter("rounds", int, 2, "Rounds after the present one that a simulation goes on for; 0: to the end.", low=0, high=99),
    Parameter("noise", float, 0.1, "How often an action in a simulation is a random one.", low=0, high=1),
    Parameter(
        "adapt", float, 0.25, "How often who chooses at the same time adapts rather than plays as the model.", low=0, high=1
    ),
    Parameter("depth", int, 6, "Own decisions after the first that are searched too.", low=0, high=MAX_DEPTH),
    Parameter("trust", float, 0.6, "Prior probability of the model's action where a tree chooses.", low=0, high=1),
    Parameter("explore", float, 0.15, "How much a tree explores.", low=0, high=100),
)


def search_values(given: Mapping[str, ParameterValue]) -> dict[str, ParameterValue]:
    """Returns a value for each parameter: those that are given, else the defaults.

    Raises:
        OptionError: no such parameter, or a value that is not allowed.
    """
    values: dict[str, ParameterValue] = {parameter.name: parameter.default for parameter in PARAMETERS}
    for name in given:
        if name not in values:
            raise OptionError(
                f"expected a parameter of 'search', one of {', '.join(values)}; got {name!r}{nearest(name, values)}"
            )
    for parameter in PARAMETERS:
        if parameter.name in given:
            try:
                values[parameter.name] = parameter.parse(str(given[parameter.name]))
            except ValueError as error:
                raise OptionError(f"agent 'search', parameter {parameter.name!r}: {error}") from None
    return values
