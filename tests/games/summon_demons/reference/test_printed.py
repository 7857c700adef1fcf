"""The totals that the rulebook and the page of the cards give for the printed box (LD-BOX, LD-CARD-11)."""

from collections import Counter

from tests.games.summon_demons.reference.printed import mini, standard
from tests.games.summon_demons.reference.sets import Card, read_set
from tests.games.summon_demons.set_files import shipped_text

CARDS = standard().cards


def test_the_shipped_files_hold_the_same_sets() -> None:
    assert read_set(shipped_text("standard")) == standard()
    assert read_set(shipped_text("mini")) == mini()


def test_ld_box_1_kinds_and_moods() -> None:
    copies: Counter[tuple[str, str]] = Counter()
    for card in CARDS:
        copies[card.kind, card.mood] += card.copies
    moods = {"adorable": 12, "horrible": 12, "": 10}
    assert copies == {("animal", ""): 32} | {(kind, mood): number for kind in ("girl", "boy") for mood, number in moods.items()}


def test_ld_box_2_copies() -> None:
    by_number: Counter[int] = Counter()
    for card in CARDS:
        by_number[card.number] += card.copies
    assert [by_number[number] for number in range(2, 13)] == [2, 6, 6, 10, 10, 32, 10, 10, 6, 6, 2]
    assert Counter(card.copies for card in CARDS) == {1: 4, 2: 24, 4: 6, 6: 4}
    assert {card.kind for card in CARDS if card.copies == 1} == {"animal"}


def test_numbers_follow_kind_and_mood() -> None:
    def look(card: Card) -> tuple[str, str]:
        return card.kind, card.mood

    for card in CARDS:
        if card.number == 7:
            assert look(card) == ("animal", "")
        elif card.number == 6:
            assert look(card) == ("girl", "")
        elif card.number == 8:
            assert look(card) == ("boy", "")
        else:
            assert card.mood == ("adorable" if card.number < 6 else "horrible")


def test_ld_box_3_demons() -> None:
    numbers = [demon.number for demon in standard().demons if demon.number is not None]
    assert numbers == list(range(2, 13))
    assert sum(1 for demon in standard().demons if demon.always or demon.when) == 9


def test_ld_card_11_candles() -> None:
    throws = Counter(one + other for one in range(1, 7) for other in range(1, 7))
    chances = {candle.id: sum(throws[number] for number in candle.numbers) for candle in standard().candles}
    assert chances == {
        "candle_kind": 9,
        "candle_sweet": 9,
        "candle_beginner": 10,
        "candle_evil": 9,
        "candle_devil": 9,
    }
