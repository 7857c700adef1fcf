"""The pages of the game agree with the code: generated tables, the lines of positions, the examples."""

import re

import pytest

from resonance_env.core.errors import PositionError
from resonance_env.games.summon_demons.text.generate_docs import pages
from resonance_env.games.summon_demons.text.notation import format_position, parse_position
from resonance_env.games.summon_demons.text.position_lines import GAME_LINES, SEAT_LINES, STACK_LINES
from tests.places import ROOT

DOCS = ROOT / "docs" / "summon_demons"
NOTATION = (DOCS / "notation.md").read_text("utf-8")


@pytest.mark.parametrize("page", ["actions.md", "observation.md"])
def test_generated_pages_are_current(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert text == pages()[page], "run python -m resonance_env.games.summon_demons.text.generate_docs"


def test_the_page_on_notation_lists_all_lines() -> None:
    listed = re.findall(r"^\| `([a-z ]+\d?)` \| (.+) \|$", NOTATION, flags=re.MULTILINE)
    assert listed == [(line.key, line.meaning.rstrip(".")) for line in (*GAME_LINES, *SEAT_LINES, *STACK_LINES)]


def test_the_example_of_a_position_is_one() -> None:
    [example] = re.findall(r"```text\n(# a position.*?)```", NOTATION, flags=re.DOTALL)
    games, card_set = parse_position(example)
    text = format_position(games, 0, card_set)
    written = [line.strip() for line in example.splitlines() if line.strip() and not line.startswith("#")]
    assert set(written) <= {line.strip() for line in text.splitlines()}
    with pytest.raises(PositionError, match=r"line 8: 'waiting': expected a card, one of .*; got 'goaty'; did you mean 'goat'"):
        parse_position(example.replace("waiting: goat\n", "waiting: goaty\n"))


@pytest.mark.parametrize("page", ["rules.md", "cards.md"])
def test_pages_of_the_package_are_pages_of_the_docs(page: str) -> None:
    assert (DOCS / page).read_text("utf-8") == (ROOT / "resonance_env/games/summon_demons" / page).read_text("utf-8")
