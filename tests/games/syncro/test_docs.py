"""The pages of the game agree with the code: generated tables, the lines of positions, the examples."""

import re

import pytest

from resonance_env.games.syncro.spec import SPEC
from resonance_env.games.syncro.text.generate_docs import pages
from resonance_env.games.syncro.text.position_lines import GAME_LINES, SEAT_LINES
from tests.places import ROOT

DOCS = ROOT / "docs" / "syncro"
NOTATION = (DOCS / "notation.md").read_text("utf-8")


@pytest.mark.parametrize("page", ["actions.md", "observation.md"])
def test_generated_pages_are_current(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert text == pages()[page], "run python -m resonance_env.games.syncro.text.generate_docs"


def test_the_page_on_notation_lists_all_lines() -> None:
    listed = re.findall(r"^\| `([a-z ]+)` \| (.+) \|$", NOTATION, flags=re.MULTILINE)
    assert listed == [(line.key, line.meaning.rstrip(".")) for line in (*GAME_LINES, *SEAT_LINES)]


def test_sy_note_1_the_example_of_a_position_is_one() -> None:
    [example] = re.findall(r"```text\n(# a position.*?)```", NOTATION, flags=re.DOTALL)
    variant, games = SPEC.read_position(example)
    written = [line for line in example.splitlines() if line and not line.startswith("#")]
    assert set(written) <= set(variant.position(games).splitlines())


def test_the_example_of_a_recorded_game_is_one() -> None:
    [example] = re.findall(r"```text\n(syncro game 1.*?)```", NOTATION, flags=re.DOTALL)
    variant = SPEC.variant(2, cards="mini", level=2)
    example = example.replace("syncro-1-0123456789ab-0123456789ab-0123456789ab", variant.fingerprint)
    log = SPEC.replay_log(example.replace("digest: 0123456789ab", f"digest: {variant.card_digest}"))
    assert "estimates: mage_0 good, mage_1 bad" in log


@pytest.mark.parametrize("page", ["rules.md", "cards.md"])
def test_pages_of_the_package_are_pages_of_the_docs(page: str) -> None:
    assert (DOCS / page).read_text("utf-8") == (ROOT / "resonance_env/games/syncro" / page).read_text("utf-8")
