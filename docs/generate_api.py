"""Writes the page `api-reference.md`, signatures and docstrings of the API, into `docs` or another folder.

python docs/generate_api.py [FOLDER]
"""

import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from functools import cached_property
from types import FunctionType, ModuleType
from typing import Any

from resonance_env.core.reference_pages import GENERATED, write_pages

ENVIRONMENTS = ("parallel_env", "env", "raw_env", "vector_env", "gym_env", "gym_vector_env", "text_env", "open_spiel_game")

# What is shown under each title: modules and classes of `resonance_env`, and what of them; without names, all that is public.
CONTENTS: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "Environments": (
        ("resonance_v0", (*ENVIRONMENTS, "action_name", "parse_action")),
        ("summon_demons_v0", ENVIRONMENTS),
        ("syncro_v0", ENVIRONMENTS),
    ),
    "Classes of environments": (
        ("adapters.pettingzoo_parallel.PettingZooParallel", ("reset", "step")),
        ("adapters.pettingzoo_aec.PettingZooAEC", ("reset", "step", "observe")),
        (
            "play.single_game.SingleGame",
            ("observation_space", "action_space", "game_seed", "state", "position", "render"),
        ),
        (
            "adapters.gymnasium_env.GymnasiumEnv",
            ("seat", "game_seed", "reset", "step", "action_masks", "state", "position", "render"),
        ),
        ("adapters.gymnasium_vector.GymnasiumVectorEnv", ("reset", "step", "action_masks", "render")),
        ("play.vector_env.VectorEnv", ()),
        ("adapters.text.TextEnv", ()),
    ),
    "Games": (
        ("games", ("load_game", "game_names")),
        ("core.spec.GameSpec", ()),
        ("core.spec.Variant", ()),
        ("core.spec.ChanceBranches", ()),
        ("core.dynamics", ()),
        ("core.options.Option", ()),
        ("core.stepping", ()),
        ("core.layout", ()),
        ("core.errors", ()),
    ),
    "Playouts": (("agents.resonance.searching.playouts", ("scripted_rollout",)),),
    "Agents": (
        ("agents.interface.Agent", ()),
        ("agents.loading", ("load",)),
    ),
}

_SECTION = re.compile(r"(Args|Keyword Args|Attributes|Raises|Returns|Yields):")
_ENTRY = re.compile(r"([\w*][\w*, ]*): (.*)", re.DOTALL)


def page() -> str:
    """Returns the page."""
    lines = ["# API reference", "", GENERATED, "", "The [API](api.md) page says what each of these is for.", ""]
    for title, entries in CONTENTS.items():
        lines += [f"## {title}", ""]
        for path, names in entries:
            lines += _entry(path, names)
    return "\n".join(lines).rstrip() + "\n"


def _entry(path: str, names: tuple[str, ...]) -> Iterator[str]:
    """Returns the lines about a module, class or function."""
    full = f"resonance_env.{path}"
    try:
        shown: Any = importlib.import_module(full)
    except ModuleNotFoundError:
        module, _, name = full.rpartition(".")
        shown = getattr(importlib.import_module(module), name)
    yield from _described(f"### {full}", shown, full.rpartition(".")[2])
    for name in names or _public(shown):
        member = inspect.getattr_static(shown, name)
        yield from _described(f"#### {name}", getattr(shown, name) if inspect.ismodule(shown) else member, name)
        if inspect.isclass(member) and isinstance(shown, ModuleType):
            for inner in _public(member):
                yield from _described(f"##### {name}.{inner}", inspect.getattr_static(member, inner), inner)


def _public(shown: Any) -> list[str]:
    """Returns the names of the documented public members that a module or class defines itself, in the order of the source."""
    members = {name: getattr(member, "__func__", member) for name, member in vars(shown).items() if not name.startswith("_")}
    if isinstance(shown, ModuleType):
        members = {name: member for name, member in members.items() if getattr(member, "__module__", "") == shown.__name__}
    kinds = (property, cached_property, type, FunctionType)
    return [name for name, member in members.items() if isinstance(member, kinds) and member.__doc__]


def _described(heading: str, shown: Any, name: str) -> Iterator[str]:
    """Returns heading, signature and docstring."""
    yield from (heading, "")
    shown = getattr(shown, "__func__", shown)
    if callable(shown) and (not inspect.isclass(shown) or {"__init__", "__new__"} & set(vars(shown))):
        yield from (f"`{name}{_signature(shown)}`", "")
    yield from _markdown(shown)
    if inspect.isclass(shown) and "__init__" in vars(shown) and vars(shown)["__init__"].__doc__:
        yield from _markdown(vars(shown)["__init__"])


def _signature(shown: Any) -> str:
    """Returns the parameters and their defaults; the text says what they are."""
    signature = inspect.signature(shown)
    parameters = [one.replace(annotation=one.empty) for name, one in signature.parameters.items() if name != "self"]
    return str(signature.replace(parameters=parameters, return_annotation=signature.empty))


def _markdown(shown: Any) -> Iterator[str]:
    """Returns a docstring as Markdown."""
    section = ""
    for block in re.split(r"\n\n+", inspect.cleandoc(shown.__doc__ or "")):
        match = _SECTION.match(block)
        section = match[1] if match else section if block.startswith(" ") else ""
        text = textwrap.dedent(block[match.end() :].lstrip("\n") if match else block)
        if match:
            yield from (f"**{section}**", "")
        if section and section not in ("Returns", "Yields"):
            yield from _list(text)
        elif block.startswith((" ", ">>>")) and not section:
            yield from ("```pycon" if text.startswith(">>>") else "```python", *text.splitlines(), "```")
        else:
            yield from re.sub(r"::$", ":", text).splitlines()
        yield ""


def _list(text: str) -> Iterator[str]:
    """Returns the entries of a section, `name: meaning` with its further lines indented, as a list."""
    for entry in re.split(r"\n(?! )", text):
        match = _ENTRY.fullmatch(" ".join(line.strip() for line in entry.splitlines()))
        yield f"- `{match[1]}`: {match[2]}" if match else f"- {entry}"


def main() -> None:
    """Writes the page."""
    write_pages({"api-reference.md": page()}, sys.argv[1] if len(sys.argv) > 1 else "docs")


if __name__ == "__main__":
    main()
