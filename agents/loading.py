"""Agents by name, with parameters, or by the path of a checkpoint.

Names come from four places: `GENERIC` here, agents for any game; `AGENTS` of each sub-package that is named after its game; the
entry points of other installed packages in the group `resonance_env.agents`; and the shipped checkpoints. Agents in the user's
own code are named by their place (`agents.own_code`).
"""

import functools
import importlib
import pkgutil
from collections.abc import Hashable, Iterable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import resonance_env.agents as agents_package
from resonance_env.agents.human import HumanAgent
from resonance_env.agents.interface import Agent
from resonance_env.agents.of_games import AgentOfGames
from resonance_env.agents.own_code import own_code
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.agents.registry import AgentEntry, Parameter
from resonance_env.core.errors import OptionError
from resonance_env.core.suggest import nearest
from resonance_env.games import game_names

SHIPPED = Path(__file__).resolve().parent.parent / "checkpoints"
ENTRY_POINTS = "resonance_env.agents"
TEMPERATURE = Parameter("temperature", float, 1.0, "Below 1 likely actions become likelier; 0: always the likeliest.", low=0.0)

GENERIC = (
    AgentEntry("human", HumanAgent, "A person in the terminal, who sees the table as text and answers by number or name."),
    AgentEntry("random", RandomAgent, "Takes each legal action with the same probability.", is_yardstick=True),
)


def agent_entries() -> dict[str, tuple[AgentEntry, ...]]:
    """Returns all named agents by name: generic ones, those of each game, and those of other packages.

    Agents of different games may have the same name; then the game decides (`AgentOfGames`).

    Raises:
        OptionError: an entry point cannot be loaded, is not an agent entry, or uses a name that exists.
    """
    entries: dict[str, tuple[AgentEntry, ...]] = {}
    for entry in (*GENERIC, *_of_games()):
        entries[entry.name] = (*entries.get(entry.name, ()), entry)
    for point in entry_points(group=ENTRY_POINTS):
        for entry in _of_point(point):
            if entry.name in entries:
                raise OptionError(f"expected a new name from entry point {point.name!r} ({point.value}), got {entry.name!r}")
            entries[entry.name] = (entry,)
    return entries


def entries_of(game: str) -> dict[str, AgentEntry]:
    """Returns the named agents that play a game, by name.

    Raises:
        OptionError: as `agent_entries`.
    """
    every = [entry for entries in agent_entries().values() for entry in entries]
    return {entry.name: entry for entry in every if not entry.games or game in entry.games}


def shipped_checkpoints() -> dict[str, Path]:
    """Returns the folders of the shipped checkpoints, by name."""
    return {file.parent.name: file.parent for file in sorted(SHIPPED.glob("*/metadata.json"))}


def agent_names() -> list[str]:
    """Returns the names that `load` knows: agents, then shipped checkpoints."""
    return [*sorted(agent_entries()), *shipped_checkpoints()]


def yardsticks(game: str) -> list[str]:
    """Returns the names of the agents that training in a game is measured against."""
    return [entry.name for entry in entries_of(game).values() if entry.is_yardstick]


def load(name: str | Path) -> Agent:
    """Returns a new agent; bind it to a variant before use.

    Args:
        name: one of `agent_names()`; the path of a checkpoint or of a training run (its newest checkpoint); or an agent in
            code as "module:Class" or "file.py:Class". Parameters may follow, as in "name:key=value,key=value". A checkpoint
            has one parameter, `temperature`.

    Raises:
        OptionError: no agent has this name and no such folder exists, or a parameter is invalid; names the nearest ones. Or
            the code cannot be imported or has no such agent.
        CheckpointError: the checkpoint is damaged.
    """
    text = str(name)
    entries, shipped = agent_entries(), shipped_checkpoints()
    word, _, parameters = text.partition(":")
    if word in entries:
        agent = _make(entries[word], parameters)
        if parameters:
            agent.name = text  # tables distinguish styles
        return agent
    code = own_code(text)
    if code is not None:
        return code.make()
    word, parameters = path_and_parameters(text)
    folder = shipped.get(word, Path(word))
    if not word or not folder.exists():
        names = [*sorted(entries), *shipped]
        raise OptionError(
            f"expected the name of an agent ({', '.join(names)}), the path of a checkpoint, or an agent in code as "
            f"module:Class or file.py:Class; got {text!r}{nearest(word, names)}"
        )
    # The one lazy import of agents: PyTorch takes seconds to import, and only checkpoints need it.
    from resonance_env.agents.network.checkpoint import find_checkpoint
    from resonance_env.agents.network.policy_agent import PolicyAgent

    make = functools.partial(PolicyAgent.from_checkpoint, find_checkpoint(folder), load_guide)
    agent = AgentEntry(word, make, "A checkpoint.", parameters=(TEMPERATURE,)).make(parameters)
    if parameters:
        agent.name += f":{parameters}"
    return agent


def load_program(name: str | Path) -> Agent:
    """Returns a new agent as `load` does, for games without a terminal.

    Raises:
        OptionError: as `load`; or the agent is a person.
        CheckpointError: as `load`.
    """
    agent = load(name)
    if agent.is_person:
        raise OptionError(f"expected an agent that plays by itself, got {agent.name!r}; people play with `resonance play`")
    return agent


def as_agent(player: object) -> Agent:
    """Returns an agent, loaded if its name or path is given.

    Raises:
        OptionError: it is none of these; or as `load_program`.
        CheckpointError: as `load`.
    """
    if isinstance(player, (str, Path)):
        return load_program(player)
    if not isinstance(player, Agent):
        got = f"the class {player.__name__}" if isinstance(player, type) else f"a {type(player).__name__}"
        hint = "make one of it" if isinstance(player, type) else "FunctionAgent(name, function) makes an agent of a policy"
        raise OptionError(f"expected an agent, or the name or path of one; got {got} ({hint})")
    return player


def load_guide(name: str) -> Agent:
    """Returns a new agent to guide a network, which needs it wherever the network plays.

    Raises:
        OptionError: as `load_program`; or the agent is a checkpoint in a folder.
        CheckpointError: as `load`.
    """
    agent = load_program(name)
    is_own_checkpoint = agent.folder is not None and path_and_parameters(name)[0] not in shipped_checkpoints()
    if is_own_checkpoint or (own_code(name) is not None and name.partition(":")[0] not in agent_entries()):
        raise OptionError(
            f"expected the name of an agent as guide, got {name!r}, a checkpoint in a folder or an agent in a file: a guided "
            "network needs its guide wherever it plays, so only what is installed can guide (`resonance agents` lists it)"
        )
    return agent


def address_of(name: str | Path, agent: Agent) -> str:
    """Returns a name that loads the same agent later, in another folder or process, even if its run has a newer checkpoint.

    Args:
        name: the name that the agent was loaded by.
        agent: the agent.
    """
    if agent.folder is None:
        code = None if str(name).partition(":")[0] in agent_entries() else own_code(str(name))
        return str(name) if code is None else code.address
    _, parameters = path_and_parameters(str(name))
    return f"{agent.folder.resolve()}:{parameters}" if parameters else str(agent.folder.resolve())


def plain_name(name: str) -> str:
    """Returns a name in one spelling: a path without a slash at its end, without `.` and without repeated slashes."""
    word, parameters = path_and_parameters(name)
    if name.partition(":")[0] in agent_entries() or not Path(word).exists():
        return name
    return f"{Path(word)}:{parameters}" if parameters else str(Path(word))


def check_differ(agents: Mapping[str, Agent]) -> None:
    """Checks that agents, by the names that were typed, are different ones.

    Raises:
        OptionError: two names load the same agent.
    """
    names: dict[Hashable, str] = {}
    for name, agent in agents.items():
        if agent.identity is not None and (first := names.setdefault(agent.identity, name)) != name:
            raise OptionError(f"expected agents that differ, but {first!r} and {name!r} are the same agent")


def path_and_parameters(text: str) -> tuple[str, str]:
    """Splits at the last colon, unless there is none or the rest cannot be parameters."""
    path, _, parameters = text.rpartition(":")
    return (path, parameters) if path and "=" in parameters else (text, "")


def _make(entries: Sequence[AgentEntry], parameters: str) -> Agent:
    """Returns a new agent of one of these entries, which have one name; of which, its game decides, if the parameters do not.

    Raises:
        OptionError: the parameters fit none; says what each game expects.
    """
    made: dict[str, Agent | OptionError] = {}
    for entry in entries:
        try:
            agent: Agent | OptionError = entry.make(parameters)
        except OptionError as error:
            if len(entries) == 1:
                raise
            agent = error
        made.update(dict.fromkeys(entry.games, agent) or {"": agent})
    agents = [agent for agent in made.values() if isinstance(agent, Agent)]
    if not agents:
        raise OptionError(_by_game({game: str(error) for game, error in made.items()}))
    return agents[0] if len(entries) == 1 else AgentOfGames(entries[0].name, made)


def _by_game(messages: Mapping[str, str]) -> str:
    """Returns messages of games as one; what all say before "expected" stands once."""
    if len(set(messages.values())) == 1:
        return next(iter(messages.values()))
    heads = {message.partition("expected")[0] for message in messages.values()}
    start = len(next(iter(heads))) if len(heads) == 1 else 0
    games = {message: [game for game, other in messages.items() if other == message] for message in messages.values()}
    parts = (f"{message[start:]} (in {' and '.join(those)})" for message, those in games.items())
    return next(iter(messages.values()))[:start] + "; ".join(parts)


def _of_games() -> Iterable[AgentEntry]:
    """Yields `AGENTS` of each sub-package for a game."""
    packages = {module.name for module in pkgutil.iter_modules(agents_package.__path__) if module.ispkg}
    for game in game_names():
        if game in packages:
            yield from importlib.import_module(f"{agents_package.__name__}.{game}").AGENTS


def _of_point(point: EntryPoint) -> Iterable[AgentEntry]:
    """Returns the entries that an entry point of another package registers, one or several.

    Raises:
        OptionError: it cannot be loaded, or is not an agent entry.
    """
    try:
        found = point.load()
        found = (found,) if isinstance(found, AgentEntry) else tuple(found)
    except Exception as error:  # importing another package may raise anything
        raise OptionError(f"the entry point {point.name!r} ({point.value}) cannot be loaded: {error!r}") from error
    if not all(isinstance(entry, AgentEntry) for entry in found):
        raise OptionError(f"expected agent entries from entry point {point.name!r} ({point.value}), got {found!r}")
    return found
