"""Each rule of the rules page is cited by a test function, in its name (`test_r_lock_1_...`) or in its docstring (R-LOCK-1)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from resonance_env.core.rules_page import parse_rules

TESTS = Path(__file__).resolve().parent
RULES = TESTS.parent / "resonance_env" / "games" / "resonance" / "rules.md"

_ID = re.compile(r"\bR-[A-Z]+-\d+\b")
_ID_IN_NAME = re.compile(r"(?<=_)r_([a-z]+)_(\d+)(?=_|$)")


def cited_rules(source: str) -> set[str]:
    """Returns the ids that test functions of a module cite; comments, strings and functions that are no tests do not count."""
    cited: set[str] = set()
    for function in _test_functions(ast.parse(source)):
        cited.update(f"R-{prefix.upper()}-{number}" for prefix, number in _ID_IN_NAME.findall(function.name))
        cited.update(_ID.findall(ast.get_docstring(function) or ""))
    return cited


def _test_functions(tree: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yields what pytest collects: functions of the module and methods of its test classes."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
            yield node
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _test_functions(node)


def missing_rules(defined: set[str], sources: list[str]) -> list[str]:
    """Returns the defined ids that no source cites, in order of prefix and number."""
    missing = defined.difference(*map(cited_rules, sources))
    return sorted(missing, key=lambda rule: (rule.rpartition("-")[0], int(rule.rpartition("-")[2])))


def test_every_rule_is_cited_by_a_test() -> None:
    sources = [
        path.read_text(encoding="utf-8") for path in sorted(TESTS.rglob("test_*.py")) if path != Path(__file__).resolve()
    ]
    missing = missing_rules(set(parse_rules(RULES.read_text(encoding="utf-8")).rules), sources)
    assert not missing, f"{len(missing)} rules have no test that cites them: {', '.join(missing)}"


def test_every_cited_rule_exists() -> None:
    defined = set(parse_rules(RULES.read_text(encoding="utf-8")).rules)
    for path in sorted(TESTS.rglob("test_*.py")):
        if path != Path(__file__).resolve():
            unknown = cited_rules(path.read_text(encoding="utf-8")) - defined
            assert not unknown, f"{path.relative_to(TESTS)} cites rules that do not exist: {', '.join(sorted(unknown))}"


def test_rules_page_defines_each_id_that_it_mentions() -> None:
    text = RULES.read_text(encoding="utf-8")
    assert set(_ID.findall(text)) == set(parse_rules(text).rules)


def test_citations_in_names_and_docstrings_count() -> None:
    source = '''
def test_r_lock_1_and_r_sweep_12() -> None:
    """The rule R-END-3, and not R-END-."""

class TestRound:
    async def test_r_round_2(self) -> None: ...
'''
    assert cited_rules(source) == {"R-LOCK-1", "R-SWEEP-12", "R-END-3", "R-ROUND-2"}


def test_citations_elsewhere_do_not_count() -> None:
    source = '''
"""R-BOX-1"""
# R-BOX-2
RULE = "R-BOX-3"
def helper_r_box_4() -> None:
    """R-BOX-5"""
def test_lock() -> None:
    """The rule."""
    """R-BOX-6"""
    rule = "R-BOX-7"  # R-BOX-8
    def test_r_box_9() -> None: ...
class Scenario:
    def test_r_box_10(self) -> None: ...
def test_over_box_11() -> None: ...
'''
    assert cited_rules(source) == set()


def test_missing_rules_are_listed_in_order() -> None:
    source = "def test_r_box_3() -> None: ..."
    assert missing_rules({"R-BOX-10", "R-BOX-2", "R-BOX-3", "R-ACT-1"}, [source]) == ["R-ACT-1", "R-BOX-2", "R-BOX-10"]
