"""Damaged texts of positions and games are refused, or can be played to their end with all checks."""

import subprocess
import sys

import pytest

from resonance_env.core.errors import PositionError
from resonance_env.games import game_names, load_game
from tests.places import ROOT

TEXTS = 1  # one cohort


@pytest.mark.compiled
@pytest.mark.parametrize("game", game_names())
def test_whatever_is_accepted_can_be_played(game: str) -> None:
    """In a process of its own, because an engine that trusts a wrong position may never return."""
    command = [sys.executable, "-m", "bench.fuzz_positions", "--game", game, "--texts", str(TEXTS), "--seed", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    assert "violations 0" in done.stdout


@pytest.mark.parametrize("game", game_names())
def test_a_position_of_another_number_of_players_is_refused(game: str) -> None:
    """The players of a text may follow from a default, as where its line was deleted."""
    spec = load_game(game)
    text = spec.variant(4).position(spec.variant(4).start([1]))
    assert spec.read_position(text)[0].players == 4
    with pytest.raises(PositionError, match=r"expected a position with (players|seats) = 3 as in this environment, got 4"):
        spec.variant(3).parse_position(text)
