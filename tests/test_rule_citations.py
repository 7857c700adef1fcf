"""Each rule of a game's page is cited by a test function, in its name (`test_r_lock_1_...`) or in its docstring (R-LOCK-1)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from resonance_env.core.rules_page import RulesPage, parse_rules
from resonance_env.games import game_names, load_game

TESTS = Path(__file__).resolve().parent
SOURCES = {
    path: path.read_text(encoding="utf-8") for path in sorted(TESTS.rglob("test_*.py")) if path != Path(__file__).resolve()
}
EVERY_GAME = pytest.mark.parametrize("game", game_names())


def rules_page(game: str) -> tuple[RulesPage, str]:
    """Returns the page of a game, read and as text."""
    text = load_game(game).rules_file().read_text(encoding="utf-8")
    return parse_rules(text), text


def mentioned(text: str, prefix: str) -> set[str]:
    """Returns the ids of a game in a text."""
    return set(re.findall(rf"\b{prefix}-[A-Z]+-\d+\b", text))


def cited_rules(source: str, prefix: str) -> set[str]:
    """Returns the ids that test functions of a module cite; comments, strings and functions that are no tests do not count."""
    in_name = re.compile(rf"(?<=_){prefix.lower()}_([a-z]+)_(\d+)(?=_|$)")
    cited: set[str] = set()
    for function in _test_functions(ast.parse(source)):
        cited.update(f"{prefix}-{section.upper()}-{number}" for section, number in in_name.findall(function.name))
        cited.update(mentioned(ast.get_docstring(function) or "", prefix))
    return cited


def _test_functions(tree: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yields what pytest collects: functions of the module and methods of its test classes."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
            yield node
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _test_functions(node)


def missing_rules(defined: set[str], sources: list[str]) -> list[str]:
    """Returns the defined ids, all of one prefix, that no source cites, in order of section and number."""
    prefix = next(iter(defined)).partition("-")[0]
    missing = defined.difference(*(cited_rules(source, prefix) for source in sources))
    return sorted(missing, key=lambda rule: (rule.rpartition("-")[0], int(rule.rpartition("-")[2])))


@EVERY_GAME
def test_every_rule_is_cited_by_a_test(game: str) -> None:
    missing = missing_rules(set(rules_page(game)[0].rules), list(SOURCES.values()))
    assert not missing, f"{len(missing)} rules have no test that cites them: {', '.join(missing)}"


@EVERY_GAME
def test_every_cited_rule_exists(game: str) -> None:
    page, _ = rules_page(game)
    for path, source in SOURCES.items():
        unknown = cited_rules(source, page.prefix) - set(page.rules)
        assert not unknown, f"{path.relative_to(TESTS)} cites rules that do not exist: {', '.join(sorted(unknown))}"


@EVERY_GAME
def test_a_rules_page_defines_each_id_that_it_mentions(game: str) -> None:
    page, text = rules_page(game)
    assert mentioned(text, page.prefix) == set(page.rules)


def test_games_have_different_prefixes() -> None:
    prefixes = [rules_page(game)[0].prefix for game in game_names()]
    assert len(set(prefixes)) == len(prefixes)


def test_citations_in_names_and_docstrings_count() -> None:
    source = '''
def test_r_lock_1_and_r_sweep_12() -> None:
    """The rule R-END-3, and not R-END-."""

class TestRound:
    async def test_r_round_2(self) -> None: ...

def test_ld_fog_4() -> None:
    """LD-EST-1"""
'''
    assert cited_rules(source, "R") == {"R-LOCK-1", "R-SWEEP-12", "R-END-3", "R-ROUND-2"}
    assert cited_rules(source, "LD") == {"LD-FOG-4", "LD-EST-1"}


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
    assert cited_rules(source, "R") == set()


def test_missing_rules_are_listed_in_order() -> None:
    source = "def test_r_box_3() -> None: ..."
    assert missing_rules({"R-BOX-10", "R-BOX-2", "R-BOX-3", "R-ACT-1"}, [source]) == ["R-ACT-1", "R-BOX-2", "R-BOX-10"]
