"""Card-set files for the tests of any game: documents as TOML, and mutated files that must be loaded or refused by name."""

from __future__ import annotations

import copy
import json
import tempfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import strategies as st

from resonance_env.core.card_files import ShippedSets
from resonance_env.core.errors import CardSetError

# Values that a mutation may put anywhere, besides words of the game.
VALUES: tuple[Any, ...] = (-1, 0, 1, 7, 10**30, 1.5, True, "", "\x1b[31m", [], [[]], {}, "x" * 99)


CardSet = TypeVar("CardSet")


def fixture_that_loads(load_card_set: Callable[[Path], CardSet]) -> Any:
    """Returns a fixture `load` that loads a set from its text, from a file named box.toml."""

    @pytest.fixture(name="load")
    def loads(tmp_path: Path) -> Callable[[str], CardSet]:
        def load_text(text: str) -> CardSet:
            path = tmp_path / "box.toml"
            path.write_text(text, encoding="utf-8")
            return load_card_set(path)

        return load_text

    return loads


def check_shipped(sets: ShippedSets[Any], names: Sequence[str]) -> None:
    """Checks that exactly these sets are shipped, that they load without a warning and once, and cannot be written to."""
    assert sets.names() == names
    for name in names:
        card_set = sets.load(name)  # a warning is an error here
        assert (card_set.name, card_set.source) == (name, name)
        assert sets.load(name) is card_set
        assert not card_set.cards.flags.writeable


def as_toml(document: Mapping[str, Any]) -> str:
    """Returns a document as TOML, tables within tables on one line."""
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in document.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value)


def _key(key: str) -> str:
    return json.dumps(key)


def check_a_mutated_file(
    data: st.DataObject, texts: Sequence[str], words: Sequence[Any], load: Callable[[Path], object]
) -> None:
    """Mutates one of the texts in up to three places and checks that it loads, or that one printable line refuses it."""
    document = tomllib.loads(data.draw(st.sampled_from(texts)))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(_places(document)))
        how = data.draw(st.sampled_from(["set", "remove", "copy"]))
        _mutate(document, path, copy.deepcopy(data.draw(st.sampled_from([*VALUES, *words]))), how=how)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutated.toml"
        path.write_text(as_toml(document), encoding="utf-8")
        assert tomllib.loads(path.read_text("utf-8")) == document
        refusal = ""
        try:
            load(path)
        except CardSetError as error:
            refusal = str(error)
    assert not refusal or ("mutated.toml" in refusal and "expected" in refusal and refusal.isprintable())


def _places(value: Any) -> list[tuple[Any, ...]]:
    """Returns the paths to everything within a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(key, *rest) for key, inner in items for rest in ((), *_places(inner))]


def _mutate(document: dict[str, Any], path: tuple[Any, ...], value: Any, *, how: str) -> None:
    """Puts a value at a place, removes what is there, or copies it beside itself."""
    *before, last = path
    inner: Any = document
    for key in before:
        inner = inner[key]
    if how == "remove":
        del inner[last]
    elif how == "copy" and isinstance(inner, list):
        inner.append(copy.deepcopy(inner[last]))
    else:
        inner[last] = value
