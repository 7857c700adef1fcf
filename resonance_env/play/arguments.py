"""Types of options that several commands have: what their help shows in place of a value."""

from pathlib import Path
from typing import Annotated, Any

import tyro


def _hint(default: str) -> str:
    return "" if default == "None" else f"(default: {default})"


def optional(metavar: str) -> Any:
    """Returns tyro's configuration of an option that may be left out: help shows its default unless it is None."""
    return tyro.conf.arg(
        metavar=metavar, help_behavior_hint=lambda default: "" if default == "None" else f"(default: {default})"
    )


OptionalInt = Annotated[int | None, optional("INT")]
OptionalFile = Annotated[Path | None, optional("FILE")]
OptionalAgent = Annotated[str | None, optional("AGENT")]
AgentArgument = Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="AGENT")]
AgentArguments = Annotated[tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="AGENT")]
