"""The agents of a run of many games, from their names to what other processes need to make them again."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import address_of, check_differ, load_program, plain_name
from resonance_env.agents.own_code import own_code
from resonance_env.core.errors import OptionError
from resonance_env.core.reading import MAX_WEIGHTS, read_file
from resonance_env.core.spec import Variant
from resonance_env.play.checks import check_playable
from resonance_env.play.game_choice import GameChoice
from resonance_env.play.trained_variant import choose_variant


@dataclass(frozen=True)
class NamedAgent:
    """Makes an agent again by its name, also in another process.

    Attributes:
        name: as typed.
        address: the name that loads the same agent anywhere.
    """

    name: str
    address: str

    def __call__(self) -> Agent:
        return load_program(self.address)


# An agent that plays: a function or class that makes it, or its name or path.
AgentSource: TypeAlias = Callable[[], Agent] | str | Path


def factories_of(agents: Mapping[str, AgentSource] | Sequence[str]) -> dict[str, Callable[[], Agent]]:
    """Returns functions that make agents, by name.

    Args:
        agents: by the names in the report; or names alone, as on the command line.

    Raises:
        OptionError: an agent is unknown, or is neither a name nor something that makes agents; or two names alone are one
            agent.
        CheckpointError: a checkpoint is damaged.
    """
    if not isinstance(agents, Mapping):
        check_names(agents)
        check_differ({name: load_program(name) for name in agents})
    given: Mapping[str, object] = agents if isinstance(agents, Mapping) else {name: name for name in agents}
    return {name: _factory(name, source) for name, source in given.items()}


def check_names(names: Sequence[str]) -> None:
    """Checks that names differ; `check_differ` compares what they load.

    Raises:
        OptionError: a name stands twice.
    """
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise OptionError(f"expected agents that differ, got {', '.join(map(repr, twice))} more than once")


def _factory(name: str, source: object) -> Callable[[], Agent]:
    if isinstance(source, (str, Path)):
        return NamedAgent(str(source), address_of(source, load_program(source)))
    if isinstance(source, NamedAgent):
        return source
    expected = f"expected a class or a function that makes agent {name!r}, or the name or path of one"
    if isinstance(source, Agent) or not callable(source):
        hint = "; `lambda: agent` makes it" if isinstance(source, Agent) else ""
        raise OptionError(f"{expected}; got {type(source).__name__}{hint}")
    try:
        made = source()
    except TypeError as error:
        raise OptionError(f"{expected} without arguments: {error}") from error
    if not isinstance(made, Agent):
        raise OptionError(f"{expected}; got one that makes {type(made).__name__}")
    return source


@dataclass(frozen=True)
class Participants:
    """Agents by name, bound to a variant.

    Attributes:
        variant: the game.
        agents: in the order of their names.
    """

    variant: Variant
    agents: dict[str, Agent]

    @property
    def factories(self) -> dict[str, NamedAgent]:
        """Makers of each agent, also in another process."""
        return {name: NamedAgent(name, address_of(name, agent)) for name, agent in self.agents.items()}

    @property
    def digests(self) -> dict[str, str]:
        """A digest of the files of each agent that is a checkpoint or in a file of its own."""
        files = {name: _files_of(name, agent) for name, agent in self.agents.items()}
        return {name: _digest(found) for name, found in files.items() if found}


def load_participants(choice: GameChoice, names: Sequence[str]) -> Participants:
    """Loads agents, each once, and binds them to the variant that was chosen or that they were trained for.

    Raises:
        OptionError: an option has no meaning, agents or game are unknown, or agents were trained for different games.
        CardSetError: the card set that was typed cannot be read.
        CheckpointError: a checkpoint is damaged or was made for something else.
    """
    agents = {plain_name(name): load_program(name) for name in dict.fromkeys(names)}
    variant = choose_variant(choice, list(agents.values()))
    check_playable(variant)
    for name, agent in agents.items():
        if agent.metadata is not None and agent.metadata.game != variant.spec.name:
            raise OptionError(
                f"expected agents for one game, here {variant.spec.name!r}, got {name!r}, which was trained for "
                f"{agent.metadata.game!r}: play each game by itself"
            )
        agent.check_plays(variant)
        agent.bind(variant)
    return Participants(variant, agents)


def _files_of(name: str, agent: Agent) -> list[Path]:
    if agent.folder is not None:
        return sorted(path for path in agent.folder.iterdir() if path.is_file())
    code = own_code(address_of(name, agent))
    return [] if code is None or code.file is None else [code.file]


def _digest(files: Sequence[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + hashlib.sha256(read_file(file, MAX_WEIGHTS)).digest())
    return digest.hexdigest()[:16]
