"""Agents in the user's own code, by name: `module:Class` or `file.py:Class`, with parameters after a second colon."""

import copy
import hashlib
import importlib
import importlib.util
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from resonance_env.agents.interface import Agent
from resonance_env.agents.registry import AgentEntry
from resonance_env.core.errors import OptionError
from resonance_env.core.suggest import nearest

_NAME = re.compile(
    r"(?P<place>.+\.py|[A-Za-z_]\w*(\.[A-Za-z_]\w*)*):(?P<attribute>[A-Za-z_]\w*)(:(?P<parameters>.*))?", re.DOTALL
)


@dataclass(frozen=True)
class OwnCode:
    """The place of an agent in code that is not installed as an agent.

    Attributes:
        place: name of a module, or path of a file that ends in ".py".
        attribute: an agent class, an agent, an `AgentEntry`, or a function without arguments that returns an agent.
        parameters: text after the second colon; only for an `AgentEntry`.
    """

    place: str
    attribute: str
    parameters: str = ""

    @property
    def file(self) -> Path | None:
        """The file, unless a module is named."""
        return Path(self.place) if self.place.endswith(".py") else None

    @property
    def address(self) -> str:
        """A name that also loads it in another folder."""
        place = self.place if self.file is None else str(self.file.resolve())
        return ":".join((place, self.attribute, *((self.parameters,) if self.parameters else ())))

    def make(self) -> Agent:
        """Returns a new agent.

        Raises:
            OptionError: the code cannot be imported, has no such attribute, or that is no agent.
        """
        module = self._module()
        found = vars(module).get(self.attribute)
        if found is None:
            known = [name for name, value in vars(module).items() if _is_agent(value)]
            hint = nearest(self.attribute, known) or (f"; it has {', '.join(known)}" if known else "")
            raise OptionError(f"expected an agent {self.attribute!r} in {self.place}, which has none of that name{hint}")
        if isinstance(found, AgentEntry):
            return found.make(self.parameters)
        if self.parameters:
            raise OptionError(
                f"expected no parameters after {self.place}:{self.attribute}, got {self.parameters!r}: only an AgentEntry has "
                "parameters"
            )
        try:
            agent = copy.deepcopy(found) if isinstance(found, Agent) else found() if callable(found) else found
        except Exception as error:  # the user's code may raise anything
            raise OptionError(f"{self.place}:{self.attribute} cannot make an agent: {error!r}") from error
        if not isinstance(agent, Agent):
            what = "an agent class, an agent, an AgentEntry or a function that makes an agent"
            raise OptionError(f"expected {what} as {self.place}:{self.attribute}, got {type(agent).__name__}")
        agent.identity = self.address
        if not hasattr(agent, "name"):
            agent.name = self.attribute
        return agent

    def _module(self) -> ModuleType:
        """Imports the code, once.

        Raises:
            OptionError: it cannot be imported.
        """
        try:
            if self.file is None:
                with _path_first(Path.cwd()):
                    return importlib.import_module(self.place)
            return _module_of_file(self.file.resolve(strict=True))
        except FileNotFoundError as error:
            raise OptionError(f"expected a file with the agent {self.attribute!r} at {error.filename}, there is none") from None
        except Exception as error:  # importing the user's code may raise anything
            raise OptionError(f"{self.place} cannot be imported: {type(error).__name__}: {error}") from error


def own_code(text: str) -> OwnCode | None:
    """Returns the place that a name gives, or None if it has another form.

    >>> own_code("my_agents.py:Impatient:patience=0.2")
    OwnCode(place='my_agents.py', attribute='Impatient', parameters='patience=0.2')
    >>> own_code("planner:style=racer") is None
    True
    """
    found = _NAME.fullmatch(text)
    return None if found is None else OwnCode(found["place"], found["attribute"], found["parameters"] or "")


def _module_of_file(file: Path) -> ModuleType:
    name = f"_agents_of_{file.stem}_{hashlib.sha256(str(file).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no Python file")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        with _path_first(file.parent):
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


@contextmanager
def _path_first(folder: Path) -> Iterator[None]:
    """Lets imports find modules in a folder meanwhile."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def _is_agent(value: object) -> bool:
    is_class = isinstance(value, type) and issubclass(value, Agent) and value.__module__.partition(".")[0] != "resonance_env"
    return is_class or isinstance(value, (Agent, AgentEntry))
