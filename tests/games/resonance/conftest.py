"""Card sets that several modules of tests read from files of their own."""

from pathlib import Path

import pytest

from resonance_env.games.resonance.cardsets.card_loader import load_card_set
from resonance_env.games.resonance.cardsets.cards import CardSet
from tests.games.resonance.small_sets import DISCARDS, HOUSE_DEMONS, write_set, write_shapes
from tests.games.resonance.valid_set import Load
from tests.places import ROOT


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Loads a set from its text, from a file named box.toml."""

    def load_text(text: str) -> CardSet:
        path = tmp_path / "box.toml"
        path.write_text(text, encoding="utf-8")
        return load_card_set(path)

    return load_text


@pytest.fixture
def shapes(tmp_path: Path) -> str:
    """The path of a set with transformations of incantations that the shipped set does not have."""
    return write_shapes(tmp_path)


@pytest.fixture(scope="module")
def discards(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Returns the path of a set with many discards."""
    return write_set(tmp_path_factory.mktemp("sets"), demons=HOUSE_DEMONS, **DISCARDS)


@pytest.fixture
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets of cards are read from paths that begin at the root folder."""
    monkeypatch.chdir(ROOT)
