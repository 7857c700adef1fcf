"""Each library has a page, an extra, a script and a session of nox, and what the pages show exists."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tests.places import ROOT

PAGES = sorted((ROOT / "docs" / "frameworks").glob("*.md"))
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def sessions() -> dict[str, str]:
    """Returns the extra of each session of nox."""
    for node in ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "EXTRAS":
            return dict(ast.literal_eval(node.value))
    raise AssertionError("noxfile.py has no EXTRAS")


@EACH_PAGE
def test_what_a_page_includes_and_runs_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    included = re.findall(r"```{literalinclude} (\S+)\n:pyobject: (\w+)\n```", text)
    assert len(included) == text.count("{literalinclude}")
    for file, name in included:
        tree = ast.parse((page.parent / file).read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    scripts = re.findall(r"^python (examples/\S+)", text, re.MULTILINE)
    assert scripts
    assert all((ROOT / script).is_file() for script in scripts)


def test_extras_have_the_names_that_installers_look_for() -> None:
    """pip of Python 3.11 finds an extra by its normalised name only, and installs nothing for one that it does not find."""
    assert [name for name in EXTRAS if re.sub(r"[-_.]+", "-", name).lower() != name] == []
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *(ROOT / "resonance_env").glob("**/*.py")):
        for names in re.findall(r"(?:resonance-env|\.)\[([\w,-]+)\]'", path.read_text(encoding="utf-8")):
            assert set(names.split(",")) <= set(EXTRAS), path


@EACH_PAGE
@pytest.mark.parametrize("document", ["getting-started.md", "frameworks.md"])
def test_every_page_has_a_row(page: Path, document: str) -> None:
    rows = [line for line in (ROOT / "docs" / document).read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    assert any(f"(frameworks/{page.name})" in row for row in rows)


def test_every_library_has_a_session_and_make_integrations_runs_all() -> None:
    # PufferLib cannot be installed beside this package.
    assert set(sessions()) == {page.stem for page in PAGES} - {"pufferlib"}
    assert set(sessions().values()) <= set(EXTRAS)
    assert all((ROOT / "tests" / "integrations" / f"test_{name}.py").is_file() for name in sessions())
    (run,) = re.findall(r"RESONANCE_TRAINING=1 .*--sessions (.*)", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert set(run.split()) == set(sessions())
