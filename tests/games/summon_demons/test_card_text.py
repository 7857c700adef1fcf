"""What cards and demons do, in words; the report of `resonance cards check`."""

import pytest

from resonance_env.games.summon_demons.cardsets.card_loader import SHIPPED
from resonance_env.games.summon_demons.cardsets.card_text import describe_card, describe_demon, describe_set

STANDARD = SHIPPED.load("standard")
CARDS = {
    "lisa": "Collect 1 soul for each adorable kid of yours.",
    "alice": "Draw 2 cards and keep the adorable kids among them.",
    "chuck": "If you have at least 1 other adorable kid: collect 2 souls.",
    "glen": "Collect 2 souls; an opponent of your choice collects 1 soul.",
    "jane": "Obtain an animal of the row.",
    "destiny": "Activate one of your adorable kids.",
    "cat": "Draw 1 card and keep it if it is an animal.",
    "owl": "You may discard it: collect 4 souls; replace one or more cards of the row.",
    "stray_cat": "If you have no kid: obtain the top card of the deck.",
    "macaw": "If you have at least 2 boys or 2 girls: collect 2 souls.",
    "goat": "You may discard a boy and a girl of yours: summon the top demon of the pile.",
    "skunk": "Everyone discards all cards.",
    "alligator": "You may discard it: opponents discard up to 2 kids of your choice.",
    "irwin": "Activate all your animals.",
    "annie": "You may discard it: obtain a kid of the row, or steal one of an opponent.",
    "dolores": "Replace all adorable kids of the row; obtain a horrible kid of the row.",
    "sam": "You may discard an animal of yours: collect 6 souls.",
    "damien": "You may discard it: summon a random demon of your hand.",
    "donnie": "Steal 1 soul for each horrible kid of yours.",
}
DEMONS = {
    "serpent": "Win the game.",
    "demon_book": "Search the pile for a demon and summon it.",
    "bogeyman": "Obtain the top 2 cards of the deck.",
    "legion": "Collect 1 soul for each card, demon and candle of yours.",
    "clockwork": "Collect 1 soul; have another turn.",
    "mephisto": "Steal a card or demon of an opponent.",
    "devil": "Steal all cards and demons of an opponent.",
    "oni": "In your turn your kids collect twice as many souls.",
    "doubles": "When you roll a double, collect as many souls as one die shows.",
    "donkey": "Whenever you obtain an animal, collect 1 soul.",
    "egg": "When it is summoned, look at the top 3 demons of the pile and summon one.",
    "baphometal": "Opponents sacrifice one card more for a normal summon.",
}


@pytest.mark.parametrize("id_", CARDS)
def test_cards_in_words(id_: str) -> None:
    assert describe_card(STANDARD, STANDARD.card_ids.index(id_)) == CARDS[id_]


@pytest.mark.parametrize("id_", DEMONS)
def test_demons_in_words(id_: str) -> None:
    assert describe_demon(STANDARD, STANDARD.demon_ids.index(id_)) == DEMONS[id_]


def test_places_that_the_set_lacks_are_refused() -> None:
    with pytest.raises(ValueError, match=r"expected a card in 0 \.\. 37, got 38"):
        describe_card(STANDARD, 38)
    with pytest.raises(ValueError, match=r"expected a demon in 0 \.\. 19, got -1"):
        describe_demon(STANDARD, -1)


def test_the_report_on_a_set_lists_everything() -> None:
    report = describe_set(STANDARD)
    for id_ in (*STANDARD.card_ids, *STANDARD.demon_ids, *STANDARD.candle_ids):
        assert f" {id_} (" in report
    assert "card  7  6 x dog (Chien), animal: If you have at least 1 kid: collect 1 soul." in report
    assert "candle 6, 8  candle_beginner (Bougie de débutant), the beginner's: Collect 1 soul." in report
    assert len(report.splitlines()) == 2 + 38 + 20 + 5
