"""Card sets as TOML files: the shipped ones of a game by name, any other file by path."""

import hashlib
import importlib.resources
import json
import os
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
import numpy as np

from resonance_env.core.errors import CardSetError
from resonance_env.core.suggest import nearest

MAX_FILE = 1 << 20  # bytes
MAX_KEPT = 64  # sets of files
CardSet = TypeVar("CardSet", bound="AnyCardSet")


@dataclass(frozen=True, eq=False, kw_only=True)
class AnyCardSet:
    """A box of cards; each game adds names of what is in it.

    Attributes:
        name: as written in the file, or the file's stem.
        source: what was asked for: a name of a shipped set or the path of a file.
        players: numbers of persons who can play it.
        cards: array of one record of integers, which the rules read; read-only.
        digest: 12 hex digits of the content, names included, comments and order of keys not.
    """

    name: str
    source: str
    players: tuple[int, ...]
    cards: np.ndarray
    digest: str


class ShippedSets(Generic[CardSet]):
    """The card sets that come with a game, and files of users beside them.

    Args:
        package: the import package that holds the files, such as "resonance_env.games.<game>.cardsets.sets".
        read: returns the card set of a file, from its parsed TOML, its name for messages, and its name without folder and
            ending.
    """

    def __init__(self, package: str, read: Callable[[dict[str, Any], str, str], CardSet]) -> None:
        self._folder = importlib.resources.files(package)
        self._read = read
        self._loaded: dict[str, CardSet] = {}
        self._of_files: dict[str, tuple[bytes, CardSet]] = {}  # by path, with the content of the file

    def load(self, name_or_path: str | os.PathLike[str]) -> CardSet:
        """Loads a shipped card set by name, or any card-set file by path.

        A shipped set is read once; a file is read each time, and parsed if its content is new. Text that is the name of a
        shipped set means that set; a file of that name without an ending is meant by a `pathlib.Path` or by "./name".

        Raises:
            CardSetError: no such set or file, or a fault in it; names file, card and field.
        """
        if not self.has(name_or_path):
            source = os.fsdecode(name_or_path)
            content = self._content(source)
            if source not in self._of_files or self._of_files[source][0] != content:
                card_set = self._read(parse_toml(content, source), source, Path(source).stem)
                self._of_files.pop(source, None)
                self._of_files[source] = content, card_set
                if len(self._of_files) > MAX_KEPT:
                    del self._of_files[next(iter(self._of_files))]
            return self._of_files[source][1]
        name = os.fspath(name_or_path)
        if name not in self._loaded:
            self._loaded[name] = self._read(self.read_shipped(name), name, name)
        return self._loaded[name]

    def names(self) -> list[str]:
        """Returns the names of the shipped sets."""
        return sorted(file.name.removesuffix(".toml") for file in self._folder.iterdir() if file.name.endswith(".toml"))

    def has(self, name_or_path: str | os.PathLike[str]) -> bool:
        """Returns whether this is the name of a shipped set; a `pathlib.Path` and "./name" mean a file.

        Raises:
            CardSetError: it is neither text nor a path.
        """
        if not isinstance(name_or_path, (str, os.PathLike)):
            raise CardSetError(f"{self._what_is_accepted()}; got {name_or_path!r} of type {type(name_or_path).__name__}")
        return isinstance(name_or_path, str) and name_or_path in self.names()

    def source(self, name: str) -> str:
        """Returns the file of a shipped set, as text.

        Raises:
            CardSetError: none of this name is shipped.
        """
        if name not in self.names():
            names = ", ".join(self.names())
            raise CardSetError(f"expected the name of a shipped card set ({names}), got {name!r}{nearest(name, self.names())}")
        return (self._folder / f"{name}.toml").read_text(encoding="utf-8")

    def read_shipped(self, name: str) -> dict[str, Any]:
        """Returns the parsed TOML of a shipped set."""
        return parse_toml((self._folder / f"{name}.toml").read_bytes(), name)

    def _content(self, source: str) -> bytes:
        path = Path(source)
        try:
            if path.is_file():
                with path.open("rb") as file:
                    return file.read(MAX_FILE + 1)
            is_there = source != "" and path.exists()  # Path("") is the current folder
        except OSError as error:
            raise CardSetError(f"{source!r}: expected a card-set file that can be read, got: {error}") from None
        if is_there:
            came = "a folder" if path.is_dir() else "what is not a file"
            raise CardSetError(f"{source}: expected a card-set file, got {came}")
        hint = nearest(source, self.names())
        raise CardSetError(f"{self._what_is_accepted()}; got {source!r}, where there is no file{hint}")

    def _what_is_accepted(self) -> str:
        return f"expected the name of a shipped card set ({', '.join(self.names())}) or the path of a TOML file"


def parse_toml(content: bytes, source: str) -> dict[str, Any]:
    """Returns the tables of a TOML file.

    Raises:
        CardSetError: it is too long or no TOML; begins with `source`.
    """
    if len(content) > MAX_FILE:
        raise CardSetError(f"{source}: expected a card-set file of at most {MAX_FILE} bytes, got a longer one")
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise CardSetError(f"{source}: expected a TOML file, which is text in UTF-8, got: {error}") from None
    except RecursionError:
        raise CardSetError(f"{source}: expected a TOML file, got one that is nested too deeply") from None
    except ValueError as error:
        raise CardSetError(f"{source}: expected a TOML file, got: {error}") from None


def content_digest(document: msgspec.Struct) -> str:
    """Returns 12 hex digits of the content of a checked file: names included, comments and order of keys not."""
    canonical = json.dumps(msgspec.to_builtins(document), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:12]
