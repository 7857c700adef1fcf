"""The cache of compiled code: used again, and never in the way when it is damaged, full or not to be written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from resonance_env.core.compiled import PACKAGE, sources_of

ROOT = Path(__file__).resolve().parents[2]

MODULE = """
from resonance_env.core.compiled import compiled

@compiled
def double(number):
    return 2 * number
"""
SCRIPT = """
import sys
from doubling import double
print(double(21), double.stats.cache_hits[double.signatures[0]] if double.stats.cache_hits else 0)
"""
SMALL_FILES = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
"""

pytestmark = pytest.mark.compiled


def run(folder: Path, before: str = "") -> list[int]:
    """Returns what the function gave and how often the cache was hit."""
    (folder / "doubling.py").write_text(MODULE, encoding="utf-8")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"}
    command = [sys.executable, "-B", "-W", "error", "-c", before + SCRIPT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [int(word) for word in done.stdout.split()]


def test_compiled_code_is_kept(tmp_path: Path) -> None:
    assert run(tmp_path) == [42, 0]
    assert run(tmp_path) == [42, 1]


def test_damaged_files_count_as_missing_and_are_mended(tmp_path: Path) -> None:
    run(tmp_path)
    damaged = [path for path in (tmp_path / "cache").rglob("*") if path.suffix in (".nbi", ".nbc")]
    assert damaged
    for path in damaged:
        path.write_bytes(path.read_bytes()[:20])
    assert run(tmp_path) == [42, 0]
    assert run(tmp_path) == [42, 1]


def test_a_full_disk_costs_the_cache_alone(tmp_path: Path) -> None:
    assert run(tmp_path, SMALL_FILES) == [42, 0]
    assert run(tmp_path) == [42, 0]


def test_a_folder_that_cannot_be_made_costs_the_cache_alone(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file in the way", encoding="utf-8")
    assert run(tmp_path) == [42, 0]


def test_compiled_code_depends_on_all_that_its_module_imports_and_on_nothing_else() -> None:
    rules = PACKAGE / "games" / "resonance"
    engine = sources_of(rules / "engine.py")
    assert {rules / "engine.py", rules / "spells.py", rules / "vocabulary.py", PACKAGE / "core" / "chance.py"} <= set(engine)
    assert rules / "observation.py" not in engine
    assert set(engine) < set(sources_of(rules / "batch.py"))


def test_an_edit_compiles_again(tmp_path: Path) -> None:
    run(tmp_path)
    edited = MODULE.replace("2 * number", "3 * number")
    (tmp_path / "doubling.py").write_text(edited, encoding="utf-8")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    done = subprocess.run([sys.executable, "-B", "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["63", "0"]
    assert "compiling (once" in done.stderr
