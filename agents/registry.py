"""Entries of named agents: for lists, and to make agents from text such as `planner:style=racer`.

This module imports no game and no compiled code; a factory imports what it needs when it is called.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from resonance_env.agents.interface import Agent
from resonance_env.core.errors import OptionError
from resonance_env.core.options import plain_number
from resonance_env.core.suggest import nearest

ParameterValue = bool | int | float | str
_TYPES: dict[type, str] = {bool: "true or false", int: "an integer", float: "a number", str: "a word"}
_TRUTH = {"true": True, "false": False}


@dataclass(frozen=True)
class Parameter:
    """A parameter of an agent.

    Attributes:
        name: as typed.
        type: bool, int, float or str.
        default: the value if it is not given.
        meaning: a sentence for lists.
        choices: the allowed values; empty: all of the type.
        low: the lowest allowed number, or None.
        high: the highest allowed number, or None.
    """

    name: str
    type: type[ParameterValue]
    default: ParameterValue
    meaning: str
    choices: tuple[ParameterValue, ...] = ()
    low: float | None = None
    high: float | None = None

    def parse(self, text: str) -> ParameterValue:
        """Parses a value.

        Raises:
            ValueError: the value is not of the type or not allowed; says what was expected.
        """
        expected = f"one of {', '.join(map(str, self.choices))}" if self.choices else _TYPES[self.type]
        expected += "" if self.low is None else f" of at least {self.low:g}"
        expected += "" if self.high is None else f" of at most {self.high:g}"
        try:
            value = self._of_type(text)
        except (KeyError, ValueError):
            raise ValueError(f"expected {expected}, got {text!r}") from None
        if not self._allows(value):
            raise ValueError(f"expected {expected}, got {text!r}{nearest(text, map(str, self.choices))}")
        return value

    def _of_type(self, text: str) -> ParameterValue:
        if self.type is bool:
            return _TRUTH[text.lower()]
        return text if self.type is str else plain_number(text, int if self.type is int else float)

    def _allows(self, value: ParameterValue) -> bool:
        if self.choices and value not in self.choices:
            return False
        if isinstance(value, str):
            return True
        return math.isfinite(value) and (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


@dataclass(frozen=True)
class AgentEntry:
    """A named agent.

    Attributes:
        name: as typed; lower case, no colon.
        factory: returns a new agent, given some or all of the parameters by name.
        meaning: a sentence for lists.
        games: the names of the games that it plays; empty: all.
        parameters: its parameters.
        observation: the kind of observation that it needs, for lists.
        is_yardstick: training measures its progress against this agent; such an agent is fast.
        answer: given an opponent and a number of simulations per decision, returns a new agent of this kind that models all
            other seats as that opponent, or None if it has no model of it. None: models no opponent.
    """

    name: str
    factory: Callable[..., Agent]
    meaning: str
    games: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    observation: str = "table"
    is_yardstick: bool = False
    answer: Callable[[Agent, int], Agent | None] | None = None

    def make(self, text: str = "") -> Agent:
        """Returns a new agent with the parameters of a text such as "style=racer,noise=0.1".

        Raises:
            OptionError: an unknown parameter, an invalid value, or the same parameter twice.
        """
        values = self.parse(text)
        agent = self.factory(**values)
        agent.games = self.games
        if agent.identity is None:
            agent.identity = self.name, *(values.get(parameter.name, parameter.default) for parameter in self.parameters)
        return agent

    def parse(self, text: str) -> Mapping[str, ParameterValue]:
        """Returns the given parameters by name, without making an agent.

        Raises:
            OptionError: as `make`.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        values: dict[str, ParameterValue] = {}
        for part in text.split(",") if text else []:
            name, equals, value = (word.strip() for word in part.partition("="))
            if not equals or name not in known:
                what = f"parameters of agent {self.name!r} as name=value, the names {', '.join(known) or 'none'}"
                raise OptionError(f"expected {what}; got {part!r}{nearest(name, known)}")
            if name in values:
                raise OptionError(f"expected each parameter of agent {self.name!r} once, got {name!r} twice")
            try:
                values[name] = known[name].parse(value)
            except ValueError as error:
                raise OptionError(f"agent {self.name!r}, parameter {name!r}: {error}") from None
        return values
