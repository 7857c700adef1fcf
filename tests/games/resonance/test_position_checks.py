"""Contradictory positions are refused; every accepted position can be played to its end."""

import subprocess
import sys

import numpy as np
import pytest

from resonance_env.core.errors import PositionError
from resonance_env.games.resonance.spec import SPEC
from resonance_env.games.resonance.text.notation import parse_position
from tests.places import ROOT

HEAD = "players: 3\nwitch_0: Evanthe\nwitch_1: Zinnia\nwitch_2: Thylane\n"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("stage: OFFER\nturn: 7", "turn: 0 .. 2 in stage OFFER, got 7"),
        ("stage: DEAL_HANDS\nturn: 7\nasked: witch_1", "turn: 0 .. 2 in stage DEAL_HANDS, got 7"),
        ("effect: 3\nstage: EFFECTS\nasked: none", "a caster in stage EFFECTS, got none"),
        ("phase: OVER\nasked: witch_0", "stage: OVER with phase: OVER, got ACT"),
        ("stage: OVER\nasked: none\nphase: OVER", "a victory in stage OVER"),
        (
            "asked: all\ntaker: witch_0\nstage: VICTORY\nphase: DRAFT",
            "stage: OFFER or HIGH_WITCH with phase: DRAFT, got VICTORY",
        ),
        ("winner: witch_0", "no winner before the levels of the last round, got witch_0"),
        ("phase: CAST\nstage: CASTS\nasked: witch_1", "a caster with phase: CAST, got none"),
        ("phase: CAST\nstage: CASTS\nasked: witch_1\ncaster: witch_1", "witch_1: an unresolved incantation to cast with"),
        ("phase: TAKE_DEMON\nstage: SEATS\nasked: witch_1", "a taker, got none"),
        ("phase: CHOOSE\nstage: SWEEPS\nasked: witch_1\nchoice: sweep\ncaster: witch_1", "an artifact to sweep with"),
        ("choice: play", "a choice with phase: CHOOSE and with no other, got play"),
        ("transients: none\nstage: CLEAR\nasked: none", "a transient for the round to come"),
        ("stage: SEATS\nasked: none\nquickness: none", "quickness: every witch once"),
        ("caster: witch_0", "caster: none in this stage"),
    ],
)
def test_lines_that_do_not_go_together_are_refused(lines: str, message: str) -> None:
    with pytest.raises(PositionError) as error:
        parse_position(HEAD + lines)
    assert message in str(error.value)


FUZZ = """
import sys
import numpy as np
from resonance_env.core.errors import PositionError
from resonance_env.games.resonance.batch import loops
from resonance_env.games.resonance.spec import SPEC

rng = np.random.default_rng(int(sys.argv[1]))
values = (
    "0 1 2 3 7 none all witch_0 witch_1 witch_2 ACT OVER CAST CHOOSE AIM TAKE_DEMON EFFECTS END_EFFECTS SWEEPS CASTS OFFER "
    "SEATS DEAL_HANDS VICTORY LEVELS CLEAR TRANSIENT play discard draw sweep yes"
).split()
extra = "stage turn caster effect left taker winner victory phase choice asked shown".split()
refused = accepted = 0
for number in range(int(sys.argv[2])):
    variant = SPEC.variant(int(rng.integers(3, 9)))
    games = variant.start([number])
    for _ in range(int(rng.integers(60))):
        legal = variant.legal(games)
        variant.step(games, (rng.random(legal.shape) * legal).argmax(axis=-1))
    lines = variant.position(games).splitlines()
    for _ in range(int(rng.integers(1, 3))):
        value = values[int(rng.integers(len(values)))]
        if rng.random() < 0.5:
            at = int(rng.integers(len(lines)))
            key = lines[at].partition(":")[0]
            lines[at] = f"{key}: {value}" if key else ""
        else:
            key = extra[int(rng.integers(len(extra)))]
            lines = [line for line in lines if not line.startswith(key + ":")] + [f"{key}: {value}"]
    text = chr(10).join(lines)
    try:
        variant, games = SPEC.read_position(text)
    except PositionError:
        refused += 1
        continue
    accepted += 1
    for _ in range(400):
        if variant.done(games)[0] or games[0]["explicit_chance"]:
            break
        legal = variant.legal(games)
        if not variant.acting(games).any():
            loops.resume(games, 0, variant.card_set.cards)
            continue
        assert legal.any(axis=-1).all(), text
        variant.step(games, (rng.random(legal.shape) * legal).argmax(axis=-1))
    else:
        raise AssertionError("a game without end: " + text)
print(refused, accepted)
"""


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [0, 1])
def test_whatever_is_accepted_can_be_played(seed: int) -> None:
    """In a process of its own, because an engine that trusts a wrong position may never return."""
    command = [sys.executable, "-c", FUZZ, str(seed), "400"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, done.stderr
    refused, accepted = map(int, done.stdout.split())
    assert refused > 50
    assert accepted > 15


def test_positions_of_random_games_are_accepted() -> None:
    variant = SPEC.variant(6)
    games = variant.start([9])
    rng = np.random.default_rng(0)
    while not variant.done(games)[0]:
        assert variant.parse_position(variant.position(games))[0] == games[0]
        legal = variant.legal(games)
        variant.step(games, (rng.random(legal.shape) * legal).argmax(axis=-1))
