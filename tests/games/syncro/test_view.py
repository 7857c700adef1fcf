"""The table as data and as text: what a viewer sees, and nothing that is hidden from it (SY-INFO)."""

import msgspec
import numpy as np
import pytest

from resonance_env.core.position_text import Record
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.spec import SPEC
from tests.games.syncro.test_spec import random_steps

POSITION = """\
set: mini
level: 3
phase: TURN
opportunity: 2
horde: ?; ?; Drake [2] <0:2> <1:1>
acts: Hammer 2 from 1 on place 2; 1 from 2 on place 2
reward discard: Hammer
mage_0 hand: 1*
mage_0 estimate: good
mage_1 hand: 2
"""
TABLE = """\
SYNCRO  level 3 · turn 1 · 2 foes left · 0 of 1 level won · 2 mages · cards mini · seen by mage_1
════════════════════════════════════════════════════════════════════════════════════════════════════
┌─────────────┐
│     Fog     │
│      ?      │
┌─────────────┐
│ Lieutenant  │
│      ?      │
┌─────────────┐
│  1: Drake   │
│  3 dragon   │
│    2+??     │
└─────────────┘

Foes       target 1  Drake: force 3, dragon, Spells 2 = 2, face down from mage_0, mage_1 (1)
Piles      Spells 0, discard 0 · Monsters 2 · Fog 1 · Rewards 0, discard 1
Turn       mage_0 plays Hammer, a Spell from position 1 on Drake · mage_1 Spell 1 from position 2 on
           Drake

── mage_0 · Leader · estimate good ◀ is asked ──────────────────────────────────────────────────────
   hand    1: 1*
── mage_1 · you ────────────────────────────────────────────────────────────────────────────────────
   hand    1: 2

▶ mage_0 may lay a Spell on a target or pass.
▶ One opportunity follows.
"""


def hide(game: Record, viewer: int | None) -> None:
    """Changes everything that a viewer may not see (SY-INFO-2, SY-INFO-3)."""
    for seat in range(int(game["seats"])):
        if seat != viewer:
            for position in range(game["held"][seat]):
                if not int(game["marks"][seat, position]) & v.MARK_OPEN:
                    game["hand"][seat, position] = 1 + game["hand"][seat, position] % 5
            if game["reward"][seat] != v.NOTHING:
                game["reward"][seat] = 1 - min(int(game["reward"][seat]), 1)
    for opportunity in range(game["opportunity"]):
        seat = (int(game["leader"]) + opportunity) % int(game["seats"])
        if seat != viewer and game["acts"][0, opportunity] == v.DID_ATTACK and not game["act_is_up"][0, opportunity]:
            game["act_value"][0, opportunity] = 1 + game["act_value"][0, opportunity] % 5
    game["seed"] += 1


def test_the_table_as_text() -> None:
    variant, games = SPEC.read_position(POSITION)
    assert variant.render(games, 0, 1) == TABLE
    assert "\x1b[" in variant.render(games, 0, 1, colour=True)


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_sy_obs_2_what_differs_in_hidden_things_only_looks_the_same(viewer: int | None) -> None:
    variant = SPEC.variant(3, level=5, replay=True)
    for games in (games for seed in range(4) for games in random_steps(variant, seed)):
        other = games.copy()
        hide(other[0], viewer)
        assert variant.view(games, 0, viewer) == variant.view(other, 0, viewer)
        assert variant.render(games, 0, viewer) == variant.render(other, 0, viewer)
        if viewer is not None:
            assert (variant.observe(games)[0, viewer] == variant.observe(other)[0, viewer]).all()


def test_the_view_is_plain_data_and_every_legal_action_is_explained() -> None:
    variant = SPEC.variant(2, level=6, replay=True)
    for games in random_steps(variant, 2):
        msgspec.json.encode(variant.view(games, 0, 0))
        for seat, action in np.argwhere(variant.legal(games)[0]):
            assert variant.explain_action(games, 0, int(seat), int(action)).endswith(".")


def test_sy_info_2_the_picture_of_a_viewer_shows_what_it_may_see() -> None:
    variant = SPEC.variant(3, level=5, replay=True)
    games = random_steps(variant, 1)[6]
    other = games.copy()
    hide(other[0], 1)
    picture = variant.picture(games, 0, 1, (640, 400))
    assert picture.shape == (400, 640, 3)
    assert picture.dtype == np.uint8
    assert (picture == variant.picture(other, 0, 1, (640, 400))).all()
    assert (picture != variant.picture(games, 0, None, (640, 400))).any()


@pytest.mark.parametrize("level", range(1, v.MAX_LEVELS + 1))
def test_every_level_can_be_drawn(level: int) -> None:
    variant = SPEC.variant(2, level=level, replay=True)
    games = random_steps(variant, level)[4]
    assert len(set(map(tuple, variant.picture(games, 0, 0, (320, 320)).reshape(-1, 3).tolist()))) > 20
    assert max(map(len, variant.render(games, 0, 0).splitlines())) <= 100
