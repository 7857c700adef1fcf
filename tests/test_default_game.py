"""The default game of commands is a constant, not the first one in the alphabet."""

from __future__ import annotations

import pytest

from resonance_env import games
from resonance_env.play.game_choice import GameChoice


def test_a_game_that_comes_earlier_in_the_alphabet_does_not_become_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "game_names", lambda: ["demons", "resonance"])
    assert GameChoice().spec().name == games.DEFAULT_GAME == "resonance"
    assert GameChoice().variant().spec.name == "resonance"
