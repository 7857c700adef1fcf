"""A page of rules is read into sections and rules, and searched."""

from __future__ import annotations

import pytest

from resonance_env.core.errors import OptionError
from resonance_env.core.rules_page import parse_rules

PAGE = """# Title

Not part of a section.

## Sweeping and locking (R-SWEEP, R-LOCK)
- R-SWEEP-1 Artifacts resolve in descending value,
  each of them once.
- R-LOCK-1 The highest count locks the moon.

## The end (R-END)
Some prose.
- R-END-3 A Sigil victory; see R-LOCK-1.

## Where a card can be
- Object: pile, hand.
"""


def test_sections_hold_their_rules_and_prose() -> None:
    page = parse_rules(PAGE)
    assert [(section.title, section.prefixes) for section in page.sections] == [
        ("Sweeping and locking", ["R-SWEEP", "R-LOCK"]),
        ("The end", ["R-END"]),
    ]
    assert page.rules["R-SWEEP-1"].text == "Artifacts resolve in descending value, each of them once."
    assert page.sections[1].prose == ["Some prose."]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("R-LOCK-1", ["R-LOCK-1"]),
        (" r-lock-1 ", ["R-LOCK-1"]),
        ("r-sweep", ["R-SWEEP-1"]),
        ("sigil", ["R-END-3"]),
        ("MOON", ["R-LOCK-1"]),
        ("lock", ["R-SWEEP-1", "R-LOCK-1"]),  # in the title of the section and in the text, not in the id
        ("victory sigil", ["R-END-3"]),
    ],
)
def test_find(query: str, ids: list[str]) -> None:
    assert [rule.id for rule in parse_rules(PAGE).find(query)] == ids


def test_unknown_id_gives_the_nearest() -> None:
    with pytest.raises(OptionError, match=r"got 'R-LOCK-9'; did you mean 'R-LOCK-1"):
        parse_rules(PAGE).find("R-LOCK-9")


def test_unknown_word_gives_the_nearest() -> None:
    with pytest.raises(OptionError, match=r"no rule mentions 'sigill'; did you mean 'sigil"):
        parse_rules(PAGE).find("sigill")


def test_the_same_id_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="R-LOCK-1 twice"):
        parse_rules("- R-LOCK-1 One.\n- R-LOCK-1 Two.\n")
