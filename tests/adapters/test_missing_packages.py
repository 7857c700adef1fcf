"""What is said where an optional package of an adapter is missing."""

from __future__ import annotations

import sys

import pytest

from resonance_env import resonance_v0


def test_without_open_spiel_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "resonance_env.adapters.open_spiel", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'resonance-env\[open_spiel\]'"):
        resonance_v0.open_spiel_game(players=3)
