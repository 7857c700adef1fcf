"""The shipped card sets as files, against the totals of the printed box, and the page of rules."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from resonance_env.core.rules_page import parse_rules

FOLDER = Path(__file__).resolve().parents[3] / "resonance_env" / "games" / "summon_demons"


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / "cardsets" / "sets" / f"{name}.toml").read_text("utf-8"))


@pytest.fixture(name="box", scope="module")
def _box() -> dict[str, Any]:
    return read("standard")


def copies_by(cards: list[dict[str, Any]], *fields: str) -> dict[tuple[Any, ...], int]:
    counts: Counter[tuple[Any, ...]] = Counter()
    for card in cards:
        counts[tuple(card.get(field) for field in fields)] += card["copies"]
    return dict(counts)


def test_ld_box_1_copies_by_kind_and_mood(box: dict[str, Any]) -> None:
    counts: dict[tuple[Any, ...], int] = {("animal", None): 32}
    for kind in ("girl", "boy"):
        counts |= {(kind, "adorable"): 12, (kind, "horrible"): 12, (kind, None): 10}
    assert copies_by(box["card"], "kind", "mood") == counts
    assert sum(counts.values()) == 100


def test_ld_box_2_types_by_copies(box: dict[str, Any]) -> None:
    assert Counter(card["copies"] for card in box["card"]) == {1: 4, 2: 24, 4: 6, 6: 4}
    assert all(card["kind"] == "animal" for card in box["card"] if card["copies"] == 1)


def test_ld_box_2_copies_by_number(box: dict[str, Any]) -> None:
    numbers = copies_by(box["card"], "number")
    assert [numbers[number,] for number in range(2, 13)] == [2, 6, 6, 10, 10, 32, 10, 10, 6, 6, 2]


def test_ld_box_2_a_number_tells_kind_and_mood(box: dict[str, Any]) -> None:
    for card in box["card"]:
        kind, mood, number = card["kind"], card.get("mood"), card["number"]
        if number in (6, 7, 8):
            assert (kind, mood) == ({6: "girl", 7: "animal", 8: "boy"}[number], None)
        else:
            assert kind != "animal"
            assert mood == ("adorable" if number < 6 else "horrible")


def test_ld_box_3_demons(box: dict[str, Any]) -> None:
    assert [demon["number"] for demon in box["demon"] if "number" in demon] == list(range(2, 13))
    assert sum("always" in demon or "when" in demon for demon in box["demon"]) == 9


def test_ld_box_4_candles_by_throws(box: dict[str, Any]) -> None:
    throws = {
        candle["id"]: sum(6 - abs(number - 7) for number in candle["numbers"])  # of 36 with this total
        for candle in box["candle"]
    }
    assert throws == {
        "candle_kind": 9,
        "candle_sweet": 9,
        "candle_beginner": 10,
        "candle_evil": 9,
        "candle_devil": 9,
    }
    assert [candle["id"] for candle in box["candle"] if candle.get("beginner")] == ["candle_beginner"]


def test_ld_card_11_the_beginners_candle_activates_most(box: dict[str, Any]) -> None:
    [numbers] = [candle["numbers"] for candle in box["candle"] if candle.get("beginner")]
    assert numbers == [6, 8]


def test_mini_is_the_small_set() -> None:
    mini = read("mini")
    assert [(card["id"], card["copies"]) for card in mini["card"]] == [("louis", 2), ("goldfish", 1)]
    assert [demon["id"] for demon in mini["demon"]] == ["porcus", "antichrist", "shield"]
    assert "candle" not in mini
    assert mini["rules"] == {
        "faces": 2,
        "souls": 3,
        "row": 1,
        "price": 2,
        "sacrifice": 1,
        "hand": 1,
        "demons": 1,
        "goal": 3,
        "candles": 0,
        "turns": 4,
        "first": "seat 0",
    }


def test_the_page_of_rules_can_be_looked_up() -> None:
    page = parse_rules((FOLDER / "rules.md").read_text("utf-8"))
    assert page.prefix == "LD"
    assert len([rule for rule in page.rules if rule.startswith("LD-EX-")]) == 41
    assert page.find("LD-WIN-1")[0].text.startswith("A seat that has at least 3 summoned demons")
    assert page.find("Baphometal")
