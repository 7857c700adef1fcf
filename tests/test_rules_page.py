"""A page of rules is read into sections and rules, and searched."""

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


OTHER_PAGE = """## Fog, from level 5 on (LD-FOG)
- LD-FOG-1 Fog covers, see LD-FOG-2,
  and is covered.
- LD-FOG-2 Fog cannot be attacked.

## Estimates (LD-EST, LD-SUM)
- LD-EST-1 Good, medium or bad.
- LD-SUM-1 At level 7 the true sum.

## Worked examples (each is a test) (LD-EX)
- LD-EX-10 Roll 7: A has 1 soul.
"""


def test_a_page_has_a_prefix_of_its_own() -> None:
    page = parse_rules(OTHER_PAGE)
    assert page.prefix == "LD"
    assert [(section.title, section.prefixes) for section in page.sections] == [
        ("Fog, from level 5 on", ["LD-FOG"]),
        ("Estimates", ["LD-EST", "LD-SUM"]),
        ("Worked examples (each is a test)", ["LD-EX"]),
    ]
    assert page.rules["LD-FOG-1"].text == "Fog covers, see LD-FOG-2, and is covered."
    assert [rule.id for rule in page.find("ld-fog")] == ["LD-FOG-1", "LD-FOG-2"]
    assert [rule.id for rule in page.find("LD-EX-10")] == ["LD-EX-10"]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("LD-FOG-3", r"such as LD-FOG-1; got 'LD-FOG-3'; did you mean 'LD-FOG-"),
        ("ld-fok", r"got 'ld-fok'; did you mean 'LD-FOG"),
        ("R-LOCK-1", r"expected the id of a rule or a section, such as LD-FOG-1; got 'R-LOCK-1'"),
    ],
)
def test_ids_of_another_prefix_are_unknown(query: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        parse_rules(OTHER_PAGE).find(query)


def test_two_prefixes_on_one_page_are_refused() -> None:
    with pytest.raises(ValueError, match="expected ids with one prefix, got LD-FOG-1 and SY-FOG-1"):
        parse_rules("- LD-FOG-1 One.\n- SY-FOG-1 Two.\n")


def test_the_same_id_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="R-LOCK-1 twice"):
        parse_rules("- R-LOCK-1 One.\n- R-LOCK-1 Two.\n")
