"""What a game names so that `bench/mutants.py` can change its rules: the constant of `tests/games/<game>/mutation.py`."""

import importlib
from dataclasses import dataclass
from pathlib import Path

from tests.games.providing import provided_by
from tests.places import ROOT


@dataclass(frozen=True)
class Mutation:
    """The rules of a game that are changed, and the tests that judge the changes.

    Attributes:
        package: that holds the modules.
        modules: those whose functions are changed, in the order of the report.
        tests: files and folders of tests, from the root of the repository.
        note: page that quotes and explains the known survivors, from the root of the repository.
    """

    package: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    note: str

    def source(self, module: str) -> Path:
        """Returns the file of a module."""
        file = importlib.import_module(f"{self.package}.{module}").__file__
        assert file is not None
        return Path(file)

    def unexplained(self, labels: list[str]) -> list[str]:
        """Returns those labels of survivors that the note does not quote."""
        note = ROOT / self.note
        text = note.read_text(encoding="utf-8") if note.exists() else ""
        return [label for label in labels if f"`{label}`" not in text]


def load_mutation(game: str) -> Mutation:
    """Returns what a game names for the mutation check.

    Raises:
        OptionError: there is no such game, or it names nothing.
    """
    found: Mutation = provided_by(game, "mutation")
    return found
