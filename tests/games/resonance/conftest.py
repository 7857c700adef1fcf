"""Card sets that several modules of tests read from files of their own."""

from pathlib import Path

import pytest

from resonance_env.games.resonance.cardsets.card_loader import SHIPPED
from tests.games.resonance.small_sets import DISCARDS, HOUSE_DEMONS, write_set, write_shapes
from tests.games.set_files import fixture_that_loads
from tests.places import ROOT

load = fixture_that_loads(SHIPPED.load)


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
