"""The error messages of adapters whose optional package is missing."""

import importlib
import sys

import pytest

from resonance_env import resonance_v0


@pytest.mark.parametrize(
    ("adapter", "package", "message"),
    [
        ("benchmarl", "benchmarl", r"pip install 'resonance-env\[benchmarl\]'"),
        ("open_spiel", "pyspiel", r"pip install 'resonance-env\[open-spiel\]'"),
        ("pufferlib", "pufferlib", r"docs/frameworks/pufferlib\.md says how"),
        ("rllib", "ray", r"pip install 'resonance-env\[rllib\]'"),
        ("sb3", "sb3_contrib.common.maskable.buffers", r"pip install 'resonance-env\[train\]'"),
        ("sb3_slots", "stable_baselines3.common.vec_env", r"pip install 'resonance-env\[train\]'"),
    ],
)
def test_an_adapter_says_how_to_install_what_it_needs(
    adapter: str, package: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"resonance_env.adapters.{adapter}", raising=False)
    with pytest.raises(ModuleNotFoundError, match=message):
        importlib.import_module(f"resonance_env.adapters.{adapter}")


def test_without_open_spiel_the_game_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "resonance_env.adapters.open_spiel", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'resonance-env\[open-spiel\]'"):
        resonance_v0.open_spiel_game(players=3)
