"""Functions import nothing, except in commands and where a library is optional or takes seconds to import."""

import ast
from fnmatch import fnmatch

from tests.places import ROOT

PACKAGE = ROOT / "resonance_env"

# Every other module imports at its top, so that import-linter's contracts and readers see all that it needs.
MAY_IMPORT_LATE = {
    "commands/*.py": "all that a command needs, when it runs",
    "agents/loading.py": "PyTorch, for checkpoints alone",
    "agents/*/__init__.py": "compiled agents, so that their list is quick",
    "cli.py": "tyro, so that the help is quick",
    "eval/workers/game_records.py": "fcntl, which Windows lacks",
    "registration.py": "Gymnasium and PettingZoo, which the command line does not need",
    "*_v0.py": "OpenSpiel, which is optional",
}


def imports_in_functions(source: str) -> list[str]:
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    found = [node for function in functions for node in ast.walk(function) if isinstance(node, (ast.Import, ast.ImportFrom))]
    return [ast.unparse(node) for node in found]


def test_an_import_in_a_function_is_found() -> None:
    assert imports_in_functions("import a\ndef f() -> None:\n    from b import c\n") == ["from b import c"]


def test_only_commands_and_a_few_named_modules_import_in_functions() -> None:
    late = set()
    for folder in (PACKAGE, *(link for link in PACKAGE.iterdir() if link.is_symlink())):  # rglob follows no links
        for path in folder.rglob("*.py"):
            if imports_in_functions(path.read_text(encoding="utf-8")):
                late.add(path.relative_to(PACKAGE).as_posix())
    assert not [name for name in late if not any(fnmatch(name, pattern) for pattern in MAY_IMPORT_LATE)]
    assert not [pattern for pattern in MAY_IMPORT_LATE if not any(fnmatch(name, pattern) for name in late)]
