"""Card-set files for tests: the text of the shipped ones, and any document as TOML."""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Mapping
from typing import Any


def shipped_text(name: str) -> str:
    """Returns the text of a shipped set."""
    folder = importlib.resources.files("resonance_env.games.summon_demons") / "cardsets" / "sets"
    return (folder / f"{name}.toml").read_text("utf-8")


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
