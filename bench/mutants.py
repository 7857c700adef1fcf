"""Mutation testing of the rules: makes one small change at a time and lists the changes that no test detects.

    NUMBA_DISABLE_JIT=1 python bench/mutants.py --results mutants.jsonl
    NUMBA_DISABLE_JIT=1 python bench/mutants.py --results mutants.jsonl --again

The rules run as plain Python, so a change replaces the code of one function. pytest collects the tests once, without slow ones.
Every mutant then runs in a forked process, which runs the tests that reach the changed line, quick ones and earlier killers of
that line first, and ends at the first failure. A test that takes far longer than before also kills the mutant. Sources are not
changed. Survivors quoted in `bench/mutants.md` are known; other survivors set the exit status to 1.
"""

import argparse
import ast
import contextlib
import gc
import importlib
import json
import math
import os
import pickle
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "resonance_env.games.resonance.rules"
RULES = ROOT / "resonance_env" / "games" / "resonance" / "rules"
MODULES = (
    *("setup", "seating", "piles", "chance_events", "round", "centre"),
    *("spells", "victory", "legality", "legal_codes", "masks", "decisions", "engine"),
)
TESTS = ROOT / "tests" / "games" / "resonance" / "rules"
NOTE = ROOT / "bench" / "mutants.md"
SURVIVED, KILLED, TIMED_OUT = "survived", "killed", "timed out"
LONGEST = 1.0  # seconds of a traced test; longer ones play whole games to check observations and would hold up every survivor
SECONDS_MORE, TIMES_SLOWER = 1.0, 5.0  # what a test may take beyond its time without a mutant

OTHER_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
}
OTHER_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Mutant:
    """One change of one function.

    Attributes:
        module: name in the package.
        function: name of the changed function.
        line: first line of the changed statement.
        lines: a test that reaches none of these lines cannot detect the change.
        before: the statement; of a compound statement only its head.
        after: the changed statement.
        label: unique name, independent of line numbers.
        code: of the changed function.
    """

    module: str
    function: str
    line: int
    lines: frozenset[int]
    before: str
    after: str
    label: str
    code: CodeType


# ---- making mutants ----


def mutants_of(module: str) -> list[Mutant]:
    """Returns all mutants of the compiled functions of a module, in the order of the source."""
    path = RULES / f"{module}.py"
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: list[Mutant] = []
    seen = Counter[str]()
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        original = function_code(function, path)
        for statement, before, after, code in _changes(function, path):
            if code.co_code == original.co_code and code.co_consts == original.co_consts and code.co_names == original.co_names:
                continue
            label = f"{module}.{function.name}: {before} -> {after}"
            seen[label] += 1
            number = f" ({seen[label]})" if seen[label] > 1 else ""
            last = statement.end_lineno or statement.lineno
            if hasattr(statement, "body"):
                last = max(statement.lineno, statement.body[0].lineno - 1)
            lines = frozenset(range(statement.lineno, last + 1))
            found.append(Mutant(module, function.name, statement.lineno, lines, before, after, label + number, code))
    return found


def function_code(function: ast.FunctionDef, path: Path) -> CodeType:
    """Returns the code of a function without running its module."""
    module = ast.fix_missing_locations(ast.Module([function], []))
    compiled = compile(module, str(path), "exec")
    return next(c for c in compiled.co_consts if isinstance(c, CodeType) and c.co_name == function.name)


def _changes(function: ast.FunctionDef, path: Path) -> Iterator[tuple[ast.stmt, str, str, CodeType]]:
    """Yields (statement, its text, its changed text, the changed function); restores the tree afterwards."""
    for statement, parent, field, index in _places(function):
        holder = getattr(parent, field)
        node = holder if index is None else holder[index]
        if isinstance(node, (ast.Name, ast.Attribute)) and _is_sum_with_number(parent):
            continue  # the number itself is changed by one anyway
        before = _head(statement)
        for other in _replacements(node):
            _put(parent, field, index, ast.fix_missing_locations(ast.copy_location(other, node)))
            changed = other if isinstance(other, ast.stmt) else statement
            yield statement, before, _head(changed), function_code(function, path)
            _put(parent, field, index, node)
        if index is not None and isinstance(node, ast.stmt) and index + 1 < len(holder):
            follower = holder[index + 1]
            if _is_call(node) or _is_call(follower):
                holder[index : index + 2] = [follower, node]
                texts = _head(node), _head(follower)
                yield statement, "; ".join(texts), "; ".join(reversed(texts)), function_code(function, path)
                holder[index : index + 2] = [node, follower]


def _places(function: ast.FunctionDef) -> Iterator[tuple[ast.stmt, ast.AST, str, int | None]]:
    """Yields (enclosing statement, parent, field, index) of all nodes below a function, except docstring and decorators."""
    has_docstring = ast.get_docstring(function) is not None

    def below(parent: ast.AST, statement: ast.stmt | None) -> Iterator[tuple[ast.stmt, ast.AST, str, int | None]]:
        for field, value in ast.iter_fields(parent):
            if parent is function and field != "body":
                continue
            nodes = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
            for index, node in nodes:
                if not isinstance(node, ast.AST) or (parent is function and has_docstring and index == 0):
                    continue
                enclosing = node if isinstance(node, ast.stmt) else statement
                assert enclosing is not None
                yield enclosing, parent, field, index
                yield from below(node, enclosing)

    yield from list(below(function, None))


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def _is_sum_with_number(node: ast.AST) -> bool:
    is_sum = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub))
    return is_sum and any(isinstance(side, ast.Constant) for side in ast.iter_child_nodes(node))


def _is_named_constant(node: ast.AST) -> bool:
    """Returns whether this is a constant, of this module or of another: `LEGAL` or `v.NO_SEAT`."""
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name.isupper()


def _head(statement: ast.stmt) -> str:
    """Returns the text of a statement without the modules of constants; of a compound statement the part before the colon."""
    text = ast.unparse(statement).split(":\n")[0].replace("\n", " ")
    return re.sub(r"\b\w+\.(?=[A-Z])", "", text)


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    """Yields replacements for a node."""
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Continue, ast.Break)):
        yield ast.Pass()
    if isinstance(node, ast.AugAssign):
        yield ast.AugAssign(node.target, OTHER_OPERATORS[type(node.op)](), node.value)
    elif isinstance(node, ast.For):  # the other way round
        yield ast.For(node.target, ast.Call(ast.Name("reversed", ast.Load()), [node.iter], []), node.body, node.orelse)
    elif isinstance(node, ast.If) and not isinstance(node.test, (ast.Compare, ast.BoolOp, ast.UnaryOp)):
        yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in OTHER_COMPARISONS[type(operator)]:
                yield ast.Compare(node.left, [*node.ops[:place], other(), *node.ops[place + 1 :]], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for place in range(len(node.values)):
            rest = [*node.values[:place], *node.values[place + 1 :]]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
        yield node.operand
    elif isinstance(node, ast.BinOp):
        yield ast.BinOp(node.left, OTHER_OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        yield ast.Constant(node.value + 1)
        yield ast.UnaryOp(ast.USub(), ast.Constant(1)) if node.value == 0 else ast.Constant(node.value - 1)
    elif _is_named_constant(node):
        assert isinstance(node, ast.expr)
        yield ast.BinOp(node, ast.Add(), ast.Constant(1))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        yield ast.Call(node.func, [*node.args[:-1], ast.BinOp(node.args[-1], ast.Sub(), ast.Constant(1))], [])


# ---- running tests ----


@dataclass(frozen=True)
class Reach:
    """A test without a mutant: the lines it runs, by module, and its seconds (with tracing, so longer than usual)."""

    lines: dict[str, set[int]]
    seconds: float


class Hunt:
    """A pytest plugin that, once the tests are collected, runs them against every mutant instead of once."""

    def __init__(self, mutants: Sequence[Mutant], results: Path | None) -> None:
        self.mutants = mutants
        self.results = results
        self.outcomes: list[tuple[Mutant, str]] = []
        self.is_failed = False
        self.is_child = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.is_failed = self.is_failed or report.failed

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        outcome: Any = yield
        if self.is_child and outcome.excinfo is not None and not isinstance(outcome.excinfo[1], pytest.skip.Exception):
            os._exit(1)  # exit at once: formatting the failure takes longer than most tests

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        reach = self._reach(session.items)
        quick = [item for item in session.items if reach[item.nodeid].seconds < LONGEST]
        print(f"\n{len(quick)} tests, {len(session.items) - len(quick)} slow ones excluded", file=sys.stderr)
        killers: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)  # by line; those of any line of a function at -1
        gc.collect()
        gc.freeze()
        started = time.monotonic()
        for number, mutant in enumerate(self.mutants, 1):
            here, near = killers[mutant.module, mutant.line], killers[mutant.function, -1]
            items = [item for item in quick if not mutant.lines.isdisjoint(reach[item.nodeid].lines[mutant.module])]
            items.sort(key=lambda item: reach[item.nodeid].seconds / (1 + 100 * here[item.nodeid] + 10 * near[item.nodeid]))
            begun = time.monotonic()
            outcome, killer = self._try(mutant, items, reach)
            here[killer] += 1
            near[killer] += 1
            self.outcomes.append((mutant, outcome))
            self._note(mutant, outcome, killer, time.monotonic() - begun)
            if number % 100 == 0:
                print(f"{number} of {len(self.mutants)}, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
        return True

    def _note(self, mutant: Mutant, outcome: str, killer: str, seconds: float) -> None:
        if self.results is not None:
            row = {"label": mutant.label, "line": mutant.line, "outcome": outcome, "by": killer, "seconds": round(seconds, 3)}
            with self.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")

    def _reach(self, items: Sequence[pytest.Item]) -> dict[str, Reach]:
        """Runs every test once, with tracing, in its own process."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "reach"
            child = os.fork()
            if child == 0:
                _be_quiet(items[0].config)
                path.write_bytes(pickle.dumps(self._traced(items)))
                os._exit(int(self.is_failed))
            if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
                raise pytest.UsageError("expected tests that pass without a mutant, got failures")
            reach: dict[str, Reach] = pickle.loads(path.read_bytes())
        return reach

    def _traced(self, items: Sequence[pytest.Item]) -> dict[str, Reach]:
        modules = {str(RULES / f"{module}.py"): module for module in MODULES}
        lines: dict[str, set[int]]

        def trace(frame: FrameType, event: str, _: Any) -> Any:
            module = modules.get(frame.f_code.co_filename)
            if module is None:
                return None
            lines[module].add(frame.f_lineno)
            return trace

        reach = {}
        for item, follower in _with_followers(items):
            lines = {module: set() for module in MODULES}
            started = time.perf_counter()
            sys.settrace(trace)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=follower)
            sys.settrace(None)
            if self.is_failed:
                os.write(2, f"fails without a mutant: {item.nodeid}\n".encode())
                break
            reach[item.nodeid] = Reach(lines, time.perf_counter() - started)
        return reach

    def _try(self, mutant: Mutant, items: Sequence[pytest.Item], reach: dict[str, Reach]) -> tuple[str, str]:
        """Returns the outcome of a mutant and the test that killed it."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                self.is_child = True
                os.close(reading)
                if items:
                    _be_quiet(items[0].config)
                getattr(importlib.import_module(f"{PACKAGE}.{mutant.module}"), mutant.function).__code__ = mutant.code
                signal.signal(signal.SIGALRM, signal.SIG_DFL)
                for number, (item, follower) in enumerate(_with_followers(items)):
                    os.write(writing, number.to_bytes(4, "big"))
                    signal.setitimer(signal.ITIMER_REAL, SECONDS_MORE + TIMES_SLOWER * reach[item.nodeid].seconds)
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=follower)
                    if self.is_failed:
                        os._exit(1)
                os._exit(0)
            finally:
                os._exit(1)
        os.close(writing)
        status = os.waitpid(child, 0)[1]
        with os.fdopen(reading, "rb") as pipe:
            begun = pipe.read()
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
            return SURVIVED, ""
        killer = items[int.from_bytes(begun[-4:], "big")].nodeid if begun else ""
        return (TIMED_OUT if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM else KILLED), killer


def _be_quiet(config: pytest.Config) -> None:
    config.pluginmanager.unregister(name="terminalreporter")


def _with_followers(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=True)


# ---- the report ----


def report(outcomes: Sequence[tuple[Mutant, str]], num_all: int) -> str:
    """Returns a table in Markdown with one row per module, and the share of survivors."""
    rows = ["| module | mutants | killed | timed out | survived |", "|---|---:|---:|---:|---:|"]
    for module in (*MODULES, None):
        counts = Counter(outcome for mutant, outcome in outcomes if module in (None, mutant.module))
        total = sum(counts.values())
        if total:
            row = (module or "all", total, counts[KILLED], counts[TIMED_OUT], counts[SURVIVED])
            rows.append("| " + " | ".join(map(str, row)) + " |")
    share, low, high = share_with_interval(counts[SURVIVED], total)
    rows += ["", f"{total} of {num_all} mutants tried, {counts[SURVIVED]} survive: {share:.1%}"]
    if total < num_all:
        rows[-1] += f" (95 % interval {low:.1%} to {high:.1%})"
    return "\n".join(rows)


def share_with_interval(successes: int, trials: int) -> tuple[float, float, float]:
    """Returns a proportion and the ends of its 95 % interval (Wilson 1927)."""
    z, share = 1.96, successes / trials
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials**2))
    return share, max(0.0, centre - half), min(1.0, centre + half)


def unknown_survivors(outcomes: Iterable[tuple[Mutant, str]]) -> list[Mutant]:
    """Returns the survivors that `bench/mutants.md` does not quote."""
    note = NOTE.read_text(encoding="utf-8") if NOTE.exists() else ""
    return [mutant for mutant, outcome in outcomes if outcome == SURVIVED and f"`{mutant.label}`" not in note]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--modules", nargs="+", default=MODULES, choices=MODULES, help="only these")
    parser.add_argument("--sample", type=int, help="number of mutants to try, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--results", type=Path, help="file of outcomes: known outcomes are read from it, new ones are added")
    parser.add_argument("--again", action="store_true", help="try the survivors in the file of outcomes again")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    parser.add_argument("tests", nargs="*", help="arguments for pytest; default: the tests of rules and of chance")
    arguments = parser.parse_args()
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        parser.error("expected NUMBA_DISABLE_JIT=1, since only plain Python can be changed in place")
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    every = [mutant for module in arguments.modules for mutant in mutants_of(module)]
    chosen = every
    if arguments.sample is not None and arguments.sample < len(every):
        chosen = random.Random(arguments.seed).sample(every, arguments.sample)
    known = read_results(arguments.results)
    if arguments.again:
        known = {label: outcome for label, outcome in known.items() if outcome != SURVIVED}
    if arguments.list:
        print(*(mutant.label for mutant in chosen), f"{len(chosen)} mutants", sep="\n")
        return 0
    hunt = Hunt([mutant for mutant in chosen if mutant.label not in known], arguments.results)
    tests = arguments.tests or sorted(map(str, TESTS.glob("test_*.py")))
    with contextlib.redirect_stdout(sys.stderr):
        status = pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not slow and not compiled", *tests], plugins=[hunt])
    if len(hunt.outcomes) < len(hunt.mutants):
        return int(status) or 2
    outcomes = [*hunt.outcomes, *((mutant, known[mutant.label]) for mutant in chosen if mutant.label in known)]
    print(report(outcomes, len(every)))
    unknown = unknown_survivors(outcomes)
    for mutant in unknown:
        print(f"\n{mutant.module}.py line {mutant.line}, {mutant.function}: survives and is not explained\n`{mutant.label}`")
    return int(bool(unknown))


def read_results(path: Path | None) -> dict[str, str]:
    """Returns the last outcome of each mutant in a file of outcomes, by label; nothing if there is none."""
    if path is None or not path.exists():
        return {}
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row["label"]: row["outcome"] for row in rows}


if __name__ == "__main__":
    sys.exit(main())
