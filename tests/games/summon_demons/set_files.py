"""Texts of the shipped card-set files."""

import importlib.resources


def shipped_text(name: str) -> str:
    """Returns the text of a shipped set."""
    folder = importlib.resources.files("resonance_env.games.summon_demons") / "cardsets" / "sets"
    return (folder / f"{name}.toml").read_text("utf-8")
