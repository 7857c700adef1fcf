"""The log of a game: it plays as the engine does, tells what happened, and an open one tells no secrets."""

import re
from typing import Any

import numpy as np
import pytest

from resonance_env.games.syncro.rules.actions import ACTIONS
from resonance_env.games.syncro.spec import SPEC
from resonance_env.games.syncro.text.narrator import narrate, open_log
from tests.games.syncro.test_positions import PAYING
from tests.games.syncro.test_view import hide

OPTIONS: list[dict[str, Any]] = [{"players": 3, "level": 5, "replay": True}, {"players": 2, "mode": "campaign", "retries": 1}]
LOG = """\
SYNCRO, 2 mages, cards mini, from a given position

Level 1, try 1: mage_0 leads
  mage_0      pays 1
  Drake       it stays, 2 is discarded
  Clay Golem  1 makes 1 against force 3; it stays, absorbs 1

Turn 2: mage_1 leads
  mage_1      lays 2 from position 1 on Clay Golem
  mage_0      passes
  mage_1      passes
  mage_0      passes
  Clay Golem  2 makes 2 against force 4; it stays, absorbs 2
  all         the try is lost, since nobody has a Spell left

The game is over: level 1 is lost, since nobody has a Spell left; 0 levels won.
"""


def test_the_log_of_a_recorded_game() -> None:
    variant, games = SPEC.read_position(PAYING)
    start, steps = variant.position(games), []
    for seat, name in ((0, "pay card 1"), (1, "card 1 on target 2")):
        actions = np.zeros(2, dtype=np.int64)
        actions[seat] = ACTIONS.parse(name)
        steps.append(actions)
        variant.step(games, actions[None])
    assert variant.done(games)[0]
    assert SPEC.replay_log(SPEC.game_text(variant, start, steps)) == LOG


@pytest.mark.parametrize(
    "options", [{"players": 3, "level": 5, "replay": True}, {"players": 2, "mode": "campaign", "retries": 1}]
)
def test_sy_com_1_a_told_game_is_the_played_game_and_an_open_log_tells_no_secrets(options: dict[str, Any]) -> None:
    variant = SPEC.variant(**options)
    for seed in range(2):
        rng, games = np.random.default_rng(seed), variant.start([seed])
        while not variant.done(games)[0]:
            actions = np.array([rng.choice(np.flatnonzero(row)) for row in variant.legal(games)[0]])
            told, again = games.copy(), games.copy()
            variant.step(games, actions[None])
            for _ in narrate(told, variant.card_set, actions):
                pass
            lines = open_log(again, variant.card_set, actions)
            assert told.tobytes() == again.tobytes() == games.tobytes()
            assert not re.search(r"mage_\d (\d|the Reward)", " ".join(" ".join(lines).split()))


def test_an_open_log_of_an_attack_hides_its_value() -> None:
    variant = SPEC.variant(3, level=1)
    games = variant.start([1])
    variant.step(games, np.full((1, 3), ACTIONS.parse("estimate good")))
    other = games.copy()
    hide(other[0], None)
    attack = np.array([ACTIONS.parse("card 2 on target 1"), 0, 0])
    lines = open_log(games, variant.card_set, attack)
    assert lines == open_log(other, variant.card_set, attack)
    assert "lays a Spell from position 2 on" in lines[0]
