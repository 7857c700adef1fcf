"""The examples of the guides run, and their commands exist and take these options."""

import re
import shlex
import subprocess
import sys
from dataclasses import fields

import pytest

from resonance_env.cli import COMMANDS
from resonance_env.commands import play, show
from resonance_env.commands.game_options import known_options
from tests.places import ROOT

GUIDES = ("getting-started.md", "gymnasium.md", "play.md", "vector-env.md")
PAGES = {name: (ROOT / "docs" / name).read_text(encoding="utf-8") for name in GUIDES}
EXAMPLES = [
    pytest.param(example, id=f"{name}-{number}")
    for name, page in PAGES.items()
    for number, example in enumerate(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
]


@pytest.mark.compiled
@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_run(example: str) -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-c", example], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr


def test_commands_exist_and_have_these_options() -> None:
    lines = [line for block in re.findall(r"```sh\n(.*?)```", PAGES["play.md"], re.DOTALL) for line in block.splitlines()]
    assert lines
    modules = {"play": play, "show": show}
    assert set(modules) <= {command.name for command in COMMANDS}
    for line in lines:
        program, command, *words = shlex.split(line)
        assert program == "resonance"
        own = [field.name for field in fields(modules[command].Options)]
        known = {*own, *known_options(words, own)}
        assert known >= {word[2:].replace("-", "_") for word in words if word.startswith("--")}
