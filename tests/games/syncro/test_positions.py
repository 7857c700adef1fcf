"""Positions as text: what is written is read back, faults are refused by name, and what is accepted can be played (SY-NOTE)."""

import re
from typing import Any

import numpy as np
import pytest

from resonance_env.core.errors import PositionError
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.spec import SPEC, SyncroVariant
from tests.games.syncro.test_spec import random_steps

VARIANTS: list[dict[str, Any]] = [
    {"players": 2, "mode": "campaign", "chapters": "II", "payoff": "score", "retries": 2, "replay": True},
    {"players": 2, "cards": "mini", "mode": "campaign", "retries": 1},
    {"players": 2, "cards": "mini", "mode": "campaign", "saves": True},
    {"players": 3, "level": 7, "payoff": "score", "retries": 1},
    {"players": 4, "level": 6, "replay": True},
    {"players": 5, "level": 9, "estimates": "off"},
]
AT_SET_UP = """\
set: mini
players: 2
level: 1
phase: ESTIMATE
stage: setup
seed: 1
horde: Drake; Clay Golem
pile: 2
numbers: 4 2 0 0 0 0
mage_0 hand: 1 2
mage_0 drawn: 2
mage_1 hand: 2 1
mage_1 drawn: 2
"""
PAYING = """\
set: mini
phase: PAY
stage: resolve 0
horde: Drake [2]; Clay Golem <1:1>
acts: 2 from 1 on place 0; 1 from 1 on place 1; pass; pass
pay: 1, place 0, mage_0
mage_0 hand: 1
mage_1 hand: 2
"""


@pytest.mark.parametrize("options", VARIANTS)
def test_sy_note_1_positions_are_read_back(options: dict[str, Any]) -> None:
    variant = SPEC.variant(**options)
    for games in (games for seed in range(3) for games in random_steps(variant, seed)):
        text = variant.position(games)
        assert variant.parse_position(text).tobytes() == games.tobytes()
        read, again = SPEC.read_position(text)
        assert again.tobytes() == games.tobytes()
        assert read.blank.tobytes() == variant.blank.tobytes()


def test_sy_note_1_what_is_left_out_takes_a_default() -> None:
    variant, games = SPEC.read_position("set: mini\nhorde: Drake; Clay Golem\nmage_0 hand: 1 2")
    game = games[0]
    assert (variant.players, variant.options["level"], game["leader"], game["turn"]) == (2, 1, 0, 1)
    assert game["phase"] == v.PHASE_TURN
    assert game["pile_size"] == variant.cards[0]["spells"][0].sum() - 2


def test_sy_note_2_a_position_is_written_as_it_was_read() -> None:
    assert SPEC.variant(2, cards="mini").position(SPEC.variant(2, cards="mini").start([1])) == AT_SET_UP
    variant, games = SPEC.read_position(PAYING)
    assert (games[0]["to_pay"], np.flatnonzero(games[0]["asked"]).tolist()) == (1, [0])
    text = variant.position(games)
    assert "horde: Drake [2]; Clay Golem <1:1>\nacts: 2 from 1 on place 0; 1 from 1 on place 1; pass; pass\n" in text
    assert variant.parse_position(text).tobytes() == games.tobytes()


def test_sy_note_3_a_pending_chance_event_is_written_but_not_read() -> None:
    variant = SPEC.variant(2, cards="mini", explicit_chance=True)
    text = variant.position(variant.start([1]))
    assert "phase: CHANCE\n" in text
    with pytest.raises(PositionError, match=r"'phase': expected a question or the end, since chance is not read back"):
        SPEC.read_position(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("players: 2", "players: 3", "line 2: players: expected a number of players of the set mini, one of 2; got 3"),
        ("level: 1", "level: 4", "expected level to be one of the 3 levels of cards='mini'; got level=4"),
        ("seed: 1", "seeds: 1", "line 6: expected a key of the game, got 'seeds'"),
        ("Drake; Clay Golem", "Drake", "line 7: 'horde': expected 2 entries"),
        ("Drake; Clay Golem", "Drake; Drake", "expected at most the 1 Drake of the level, got 2"),
        ("Drake; Clay Golem", "?; Clay Golem", "expected horde: the Monster face up that the plan shows"),
        ("Drake; Clay Golem", "Drake; Dragon", "place 1: expected a Monster, one of Clay Golem, Drake, Puffball"),
        ("Drake; Clay Golem", "Drake; Puffball", "expected at most the 0 Puffball of the level, got 1"),
        ("Drake; Clay Golem", "Drake <0:1>; Clay Golem", "place 0: expected no Spell face down, as the acts say"),
        ("Drake; Clay Golem", "- Drake; - Clay Golem", "expected a foe that can be attacked, got none"),
        ("pile: 2", "pile: 1", "line 8: 'pile': expected all Spells that are nowhere else, 2; got others"),
        ("hand: 1 2", "hand: 1 1", "expected at most the 2 Spells of value 1 of the level, got 3"),
        ("hand: 1 2", "hand: 1 2 2", "line 10: mage_0: expected at most 2 Spells, got 3"),
        ("phase: ESTIMATE", "phase: PAY", "expected pay with phase PAY, got none"),
        (
            "ESTIMATE\nstage: setup",
            "OVER\nstage: reveal\nacts: pass; pass; pass; pass",
            "expected no Spells in hands at the end",
        ),
        ("stage: setup", "stage: resolve 1", "expected acts: 4 decided opportunities, got 0"),
        ("seed: 1", "opportunity: 1", "expected acts: 1 decided opportunities, got 0"),
        ("seed: 1", "try: 1", "expected try: at most 0, the retries, got 1"),
        ("seed: 1", "cleared: 1", "expected cleared: 0 in this phase of level 1, got 1"),
        ("seed: 1", "curses: Dew", "expected curses: permanent curses (SY-FOG-2), got Dew"),
        ("mage_1 drawn: 2", "mage_2 drawn: 2", "line 13: expected mage_0 .. mage_1, got mage_2"),
        ("mage_1 drawn: 2", "mage_1 knows: mage_1 1", "line 13: 'knows' of mage_1: expected another mage"),
        ("mage_1 drawn: 2", "mage_1 floating: 2", "expected floating of mage_1 among the mixed Spells"),
        ("mage_1 drawn: 2", "mage_1 sum left: 2", "expected sum left of mage_1: 0 or 3, its Spells, got 2"),
    ],
)
def test_sy_note_1_faults_are_named(old: str, new: str, message: str) -> None:
    assert old in AT_SET_UP
    with pytest.raises(PositionError, match=re.escape(message)):
        SPEC.read_position(AT_SET_UP.replace(old, new))


@pytest.mark.parametrize("options", VARIANTS)
def test_sy_note_1_what_is_accepted_can_be_played_to_its_end(options: dict[str, Any]) -> None:
    variant, rng, accepted = SPEC.variant(**options), np.random.default_rng(0), 0
    positions = [variant.position(games) for games in random_steps(variant, 1)]
    for _ in range(150):
        text = _spoilt(positions[rng.integers(len(positions))], rng)
        try:
            read, games = SPEC.read_position(text)
        except PositionError:
            continue
        accepted += 1
        _play(read, games, rng)
    assert accepted > 5


def _spoilt(text: str, rng: np.random.Generator) -> str:
    """Returns a text in which a line is missing or a number is another one."""
    lines = text.splitlines()
    for _ in range(rng.integers(1, 4)):
        number = int(rng.integers(2, len(lines)))
        if rng.random() < 0.3:
            lines[number] = ""
        else:
            numbers = list(re.finditer(r"(?<![_\d])\d+", lines[number]))
            if numbers:
                match = numbers[rng.integers(len(numbers))]
                lines[number] = f"{lines[number][: match.start()]}{rng.integers(8)}{lines[number][match.end() :]}"
    return "\n".join(lines)


def _play(variant: SyncroVariant, games: np.ndarray, rng: np.random.Generator) -> None:
    while not variant.done(games)[0]:
        assert variant.parse_position(variant.position(games)).tobytes() == games.tobytes()
        legal = variant.legal(games)[0]
        variant.step(games, np.array([[rng.choice(np.flatnonzero(row)) for row in legal]]))
