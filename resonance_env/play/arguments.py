"""Types of options that several commands have: what their help shows in place of a value."""

from pathlib import Path
from typing import Annotated

import tyro

OptionalInt = Annotated[int | None, tyro.conf.arg(metavar="INT")]
OptionalFile = Annotated[Path | None, tyro.conf.arg(metavar="FILE")]
OptionalAgent = Annotated[str | None, tyro.conf.arg(metavar="AGENT")]
AgentArgument = Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="AGENT")]
AgentArguments = Annotated[tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="AGENT")]
