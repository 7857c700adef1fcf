"""Distributions contain the whole tree under one name, and can be installed where links are lost."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.places import ROOT

PACKAGE = "resonance_env"
MAPPED = ("agents", "train", "eval", "checkpoints")  # top-level folders that are sub-packages
LOADS_ALL = """
import importlib, pkgutil, sys, resonance_env
from pathlib import Path
assert Path(resonance_env.__file__).is_relative_to(sys.argv[1]), resonance_env.__file__
for name in ("agents", "train", "eval"):
    importlib.import_module("resonance_env." + name)
from resonance_env.games import load_game
spec = load_game("resonance")
print(spec.rules_file().read_text(encoding="utf-8")[:11])
spec.variant(4)
from fastapi.testclient import TestClient
from resonance_env.serve.app import make_app
from resonance_env.serve.settings import Settings
with TestClient(make_app(Settings(Path("tables.sqlite"), hosts=("testserver",)))) as client:
    for path in ("/", "/page/app.js", "/page/style.css", "/games/resonance/table.js", "/games/resonance/table.css"):
        assert client.get(path).status_code == 200, path
"""


def tracked_files() -> list[Path]:
    """Returns all files of the tree, relative to it, that are in git or about to be."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("needs a git checkout")
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [Path(name) for name in names.split("\0") if name]
    return [file for file in files if (ROOT / file).is_symlink() or (ROOT / file).is_file()]


def packaged_files() -> set[str]:
    """Returns where each file of the package should be in a wheel."""
    inside = {file.as_posix() for file in tracked_files() if not (ROOT / file).is_symlink()}
    own = {name for name in inside if name.startswith(f"{PACKAGE}/")}
    return own | {f"{PACKAGE}/{name}" for name in inside if name.split("/")[0] in MAPPED}


def _run(*words: str, cwd: Path) -> str:
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds an sdist from a copy of the tree and a wheel from the sdist, without a network; returns their folder."""
    tree, out = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("dist")
    for file in tracked_files():
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, tree / file, follow_symlinks=False)
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(tree), cwd=tree)
    return out


def test_wheel_holds_one_name_and_every_tracked_file(distributions: Path) -> None:
    (wheel,) = distributions.glob("*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")}
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {PACKAGE}
    held = {name for name in names if name.startswith(f"{PACKAGE}/")}
    missing, extra = packaged_files() - held, held - packaged_files()
    assert not missing, f"not in the wheel (is the package listed in pyproject.toml?): {sorted(missing)}"
    assert not extra, f"only in the wheel: {sorted(extra)}"


def test_wheel_has_the_command_and_the_licence(distributions: Path) -> None:
    (wheel,) = distributions.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        by_name = {Path(name).name: name for name in archive.namelist() if ".dist-info/" in name}
        assert "resonance = resonance_env.cli:main" in archive.read(by_name["entry_points.txt"]).decode()
        assert "LICENSE" in by_name


def test_sdist_can_be_tested(distributions: Path) -> None:
    (sdist,) = distributions.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {file.as_posix() for file in tracked_files() if file.parts[0] in ("tests", "docs", "Makefile", "constraints.txt")}
    assert not wanted - names


def test_zip_archive_without_links_installs(tmp_path: Path) -> None:
    archive, site = tmp_path / "resonance-env-main.zip", tmp_path / "site"
    with zipfile.ZipFile(archive, "w") as written:
        for file in tracked_files():
            name = f"resonance-env-main/{file.as_posix()}"
            if (ROOT / file).is_symlink():  # as unpacked on systems without links: a text file with the target
                written.writestr(name, (ROOT / file).readlink().as_posix())
            else:
                written.write(ROOT / file, name)
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index")
    _run(*pip, "--target", str(site), str(archive), cwd=tmp_path)
    code = f"import sys; sys.path.insert(0, {str(site)!r})\n{LOADS_ALL}"
    assert _run(sys.executable, "-c", code, str(site), cwd=tmp_path).startswith("# Resonance")
