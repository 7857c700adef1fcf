"""Links lead somewhere, the example of the README runs, and the commands that pages show exist."""

import doctest
import re
import runpy
from fnmatch import fnmatch
from pathlib import Path

import pytest
from PIL import Image

from resonance_env import __version__
from resonance_env.cli import COMMANDS
from tests.places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]

_LINK = re.compile(r"""(?:\]\(|<img src=")(?!https?://|#)([^)#\s"]+)""")
_PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
_SHELL = re.compile(r"```sh\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_to_files(document: Path) -> None:
    lost = [target for target in _LINK.findall(document.read_text(encoding="utf-8")) if not (document.parent / target).exists()]
    assert not lost


def test_every_page_is_in_the_contents_of_the_site() -> None:
    trees = re.findall(r"```{toctree}\n(.*?)```", (ROOT / "docs" / "index.md").read_text(encoding="utf-8"), re.DOTALL)
    listed = [line for tree in trees for line in tree.splitlines() if line and not line.startswith(":")]
    docs = ROOT / "docs"
    pages = {page.relative_to(docs).with_suffix("").as_posix() for page in docs.rglob("*.md")} - {"index"}
    assert not [page for page in pages if not any(fnmatch(page, pattern) for pattern in listed)]
    assert len(listed) == len(set(listed))


def test_the_game_in_pictures_is_small_and_moves() -> None:
    path = ROOT / "docs" / "game.gif"
    assert path.stat().st_size < 1_500_000
    with Image.open(path) as game:
        assert getattr(game, "n_frames", 1) > 20


def test_the_example_of_the_readme_runs_as_shown() -> None:
    (example,) = _PYTHON.findall(README)
    test = doctest.DocTestParser().get_doctest(example, {}, "README.md", "README.md", 0)
    assert sum(len(part.source.splitlines()) for part in test.examples) == 8
    failures: list[str] = []
    assert doctest.DocTestRunner().run(test, out=failures.append).failed == 0, "".join(failures)


@pytest.mark.parametrize("page", ["README.md", "docs/getting-started.md"])
def test_pages_show_only_commands_and_targets_that_exist(page: str) -> None:
    shell = "\n".join(_SHELL.findall((ROOT / page).read_text(encoding="utf-8")))
    called = re.findall(r"^resonance (.*)$", shell, re.MULTILINE)
    assert called
    assert all(any(call.startswith(f"{command.name} ") for command in COMMANDS) for call in called)
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(re.findall(r"^make ([a-z-]+)", shell, re.MULTILINE)) <= set(targets)


def test_versions_agree() -> None:
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_speeds_beside_other_environments_are_those_of_the_table_of_the_bench() -> None:
    rows = re.findall(r"\| ([\d,]+) \|$", (ROOT / "docs" / "why.md").read_text(encoding="utf-8"), re.MULTILINE)
    section = (ROOT / "bench" / "README.md").read_text(encoding="utf-8").partition("## Throughput")[2].partition("\n### ")[0]
    assert len(rows) == 6
    assert set(rows) <= set(re.findall(r"^\| [^|]+ \| ([\d,]+) \|", section, re.MULTILINE))


def test_the_api_reference_is_current() -> None:
    pages = runpy.run_path(str(ROOT / "docs" / "generate_api.py"))
    assert (ROOT / "docs" / "api-reference.md").read_text(encoding="utf-8") == pages["page"](), "run make docs-generated"
