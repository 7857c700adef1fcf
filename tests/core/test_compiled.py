"""The cache of compiled code: used again, and never in the way when it is damaged, full or not to be written."""

import importlib
import os
import pkgutil
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from numba.core.registry import CPUDispatcher

import resonance_env
from resonance_env.core.chance import draw
from resonance_env.core.compiled import PACKAGE, cache_folder, file_of, sources_of
from tests.places import ROOT

MODULE = """
from resonance_env.core.chance import draw
from resonance_env.core.compiled import compiled

@compiled
def double(number):
    return 2 * number
"""
HALVES = """
from resonance_env.core.compiled import compiled

@compiled
def half(number):
    return number // 2

@compiled
def halves(numbers, small):
    return half(numbers[0]) + half(numbers[0] != small) + half(small) + half(-3) + half(len(numbers))
"""
MAKING = """
import numpy as np
from resonance_env.core.compiled import compiled

@compiled
def make():
    return len(np.zeros(3))
"""
CALLING = """
from resonance_env.core.chance import draw
from resonance_env.core.compiled import compiled

@compiled
def long(a):
    return draw(a, 1, 2, 3, 9) + draw(a, 2, 2, 3, 9) + draw(a, 3, 2, 3, 9) + draw(a, 4, 2, 3, 9) + draw(a, 5, 2, 3, 9)

@compiled
def twice(number):
    return long(number) + long(number + 1)

twice(1)
(program,) = twice.overloads.values()
print(sorted({function.linkage.name for function in program.library.get_defined_functions() if "long" in function.name}))
"""
INLINED = """
from resonance_env.core.compiled import compiled, inlined

@inlined
def fill(rows, at, number):
    at += 1
    if number < 0:
        return -1
    row = rows[at]
    for index in range(len(row)):
        row[index] = number
    return at

@compiled
def fill_two(rows, at, number):
    return fill(rows, at, number) + 10 * fill(rows, at + 1, -number) + 100 * at
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
    """Returns the result of the function and the number of cache hits."""
    (folder / "doubling.py").write_text(MODULE, encoding="utf-8")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"}
    command = [sys.executable, "-B", "-W", "error", "-c", before + SCRIPT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [int(word) for word in done.stdout.split()]


def test_the_optimizer_knows_that_only_this_program_calls_its_functions(tmp_path: Path) -> None:
    (tmp_path / "calling.py").write_text(CALLING, encoding="utf-8")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    command = [sys.executable, "-c", "import calling"]  # a module of a file: compiled code is kept by files
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "['internal']", done.stdout + done.stderr


def test_a_program_leaves_its_functions_to_others(tmp_path: Path) -> None:
    """The functions that it keeps to itself are found by programs of other kinds in the same process."""
    more = (
        "import numba\n\n@numba.njit\ndef other(number):\n    return long(number)\n\nprint(other(1) + other(2) == twice(1))\n"
    )
    (tmp_path / "calling.py").write_text(CALLING + more, encoding="utf-8")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    done = subprocess.run(
        [sys.executable, "-c", "import calling"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.split()[-1:] == ["True"], done.stdout + done.stderr


def test_compiled_code_is_kept(tmp_path: Path) -> None:
    assert run(tmp_path) == [42, 0]
    assert run(tmp_path) == [42, 1]


def test_compiled_code_calls_one_form_of_a_function_whatever_the_width_of_its_integers(tmp_path: Path) -> None:
    (tmp_path / "halves.py").write_text(HALVES, encoding="utf-8")
    script = """
import numpy as np
from halves import half, halves
assert halves(np.array([2**40, 0]), np.int8(-5)) == 2**39 + 0 - 3 - 2 + 1
assert not half.signatures  # nobody has called it from Python
print(*sorted(str(kind) for kind, in half.inner.signatures))
assert half(7) == 3
"""
    # In a cache of its own: code that is read from a cache compiles no inner form.
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["bool", "int64"], done.stderr


def test_an_inlined_function_is_compiled_as_a_part_of_its_callers(tmp_path: Path) -> None:
    (tmp_path / "filling.py").write_text(INLINED, encoding="utf-8")
    script = """
import numpy as np
from filling import fill, fill_two
rows = np.zeros((3, 2), dtype=np.int8)
assert fill_two(rows, 0, 5) == 1 - 10
assert rows.tolist() == [[0, 0], [5, 5], [0, 0]]
assert not fill.signatures and not fill.inner.signatures  # no code of its own
assert fill(rows, 1, 7) == 2 and rows[2].tolist() == [7, 7]
"""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_compiled_code_that_makes_an_array_is_refused(tmp_path: Path) -> None:
    """It would count references in every function that slices rows."""
    (tmp_path / "making.py").write_text(MAKING, encoding="utf-8")
    script = """
import numba
from making import make
try:
    make()
except numba.TypingError:
    print("refused")
"""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["refused"], done.stderr


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


def test_a_filled_cache_that_cannot_be_written_to_is_read(tmp_path: Path) -> None:
    forbid = """
import tempfile
from pathlib import Path
def forbidden(*arguments, **options):
    raise OSError(30, "Read-only file system")
tempfile.TemporaryFile = forbidden
Path.touch = Path.write_bytes = forbidden
"""
    assert run(tmp_path) == [42, 0]
    assert run(tmp_path, forbid) == [42, 1]


def test_compiled_code_depends_on_all_that_its_module_imports_and_on_nothing_else() -> None:
    game = PACKAGE / "games" / "resonance"
    rules = game / "rules"
    engine = set(map(Path, sources_of(str(rules / "engine.py"))))
    assert {rules / "engine.py", rules / "spells.py", rules / "vocabulary.py", PACKAGE / "core" / "chance.py"} <= engine
    assert game / "sight" / "observation.py" not in engine
    assert engine < set(map(Path, sources_of(str(game / "batch.py"))))


def test_sources_hold_every_module_whose_compiled_functions_are_called() -> None:
    """Holds for every way of importing a module; otherwise the cache would return functions from before an edit."""
    for info in pkgutil.walk_packages(resonance_env.__path__, "resonance_env."):
        source = PACKAGE.parent / f"{info.name.replace('.', '/')}.py"
        if source.is_file() and re.search(
            "^(@(compiled|inlined)|loops = bind_loops)", source.read_text(encoding="utf-8"), re.MULTILINE
        ):
            importlib.import_module(info.name)
    called = 0
    for module in [module for name, module in sys.modules.items() if name.startswith("resonance_env.")]:
        for function in _functions_of(module):
            sources = sources_of(file_of(function.py_func))
            assert str(Path(function.py_func.__code__.co_filename).resolve()) in sources, function
            for other in _called_by(function.py_func):
                called += 1
                assert str(Path(other.__code__.co_filename).resolve()) in sources, (function, other)
    assert called > 500


def _functions_of(module: ModuleType) -> list[Any]:
    """Returns the compiled functions that a module defines, and the loops that are bound there."""
    values = list(vars(module).values())
    for bound in [value for value in values if isinstance(value, SimpleNamespace)]:
        values += vars(bound).values()
    return [value for value in values if isinstance(value, CPUDispatcher) and value.py_func.__module__ == module.__name__]


def _called_by(function: Any) -> list[Any]:
    """Returns the compiled functions of other modules that a function names, also as `module.function`."""
    names = {name: function.__globals__[name] for name in function.__code__.co_names if name in function.__globals__}
    values = list(names.values())
    for module in [value for value in values if isinstance(value, ModuleType)]:
        values += [getattr(module, name) for name in function.__code__.co_names if hasattr(module, name)]
    return [value.py_func for value in values if isinstance(value, CPUDispatcher)]


def test_an_edit_compiles_again(tmp_path: Path) -> None:
    run(tmp_path)
    edited = MODULE.replace("2 * number", "3 * number")
    (tmp_path / "doubling.py").write_text(edited, encoding="utf-8")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    done = subprocess.run([sys.executable, "-B", "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["63", "0"]
    assert "compiling (once" in done.stderr


def test_processes_that_start_together_fill_one_cache(tmp_path: Path) -> None:
    (tmp_path / "doubling.py").write_text(MODULE, encoding="utf-8")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    command = [sys.executable, "-B", "-W", "error", "-c", SCRIPT]
    started = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    assert [process.communicate()[0].split()[0] for process in started] == ["42"] * 6
    assert run(tmp_path) == [42, 1]


def test_an_install_that_cannot_be_written_to_works_and_is_left_alone(tmp_path: Path) -> None:
    package = tmp_path / "installed" / "resonance_env"
    shutil.copytree(PACKAGE, package, symlinks=False, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "no folder").write_text("", encoding="utf-8")
    files = sorted(package.rglob("*"))
    for path in files:
        path.chmod(0o555 if path.is_dir() else 0o444)
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "no folder"), "PYTHONPATH": str(package.parent)}
    script = "from resonance_env.core.chance import draw; print(draw(1, 2, 3, 4, 1000))"
    done = subprocess.run(
        [sys.executable, "-B", "-c", script], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    for path in files:
        path.chmod(0o755)
    assert int(done.stdout) == draw(1, 2, 3, 4, 1000)
    assert "no folder can be written" in done.stderr
    assert sorted(package.rglob("*")) == files


@pytest.mark.parametrize("home", ["", None])
def test_a_user_without_a_home_has_no_cache_and_can_import(home: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    if home is not None:
        monkeypatch.setenv("HOME", home)
    monkeypatch.setattr("pwd.getpwuid", lambda uid: {}[uid])  # no passwd entry: KeyError
    assert cache_folder() is None
