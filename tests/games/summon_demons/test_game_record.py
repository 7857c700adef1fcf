"""Recorded games: they replay bit for bit, from a seed or from a position, and can be read as a log."""

import re
from typing import Any

import numpy as np
import pytest

from resonance_env.core.errors import OptionError, PositionError
from resonance_env.games.summon_demons.spec import SPEC, SummonDemonsVariant

OPTIONS: dict[str, tuple[int, dict[str, Any]]] = {
    "mini": (2, {"cards": "mini"}),
    "five": (5, {}),
    "teams": (4, {"teams": True, "clockwork": "roll"}),
    "variants": (
        3,
        {"starting_demon": True, "candle_deal": "choose", "turn_limit": 40, "first": "seat 0"},
    ),
}


def play_randomly(variant: SummonDemonsVariant, start: int | str, seed: int) -> tuple[np.ndarray, list[np.ndarray]]:
    """Plays to the end; returns the last position and the actions."""
    rng = np.random.default_rng(seed)
    if isinstance(start, str):
        games = variant.parse_position(start)
    else:
        games = variant.new_games(1)
        variant.reset(games, np.array([start], dtype=np.uint64))
    steps = []
    while not variant.done(games)[0]:
        legal = variant.legal(games)
        actions = (rng.random(legal.shape) * legal).argmax(axis=-1)
        steps.append(actions[0])
        variant.step(games, actions)
    return games, steps


@pytest.mark.parametrize("name", OPTIONS)
def test_a_game_replays_from_its_text(name: str) -> None:
    players, options = OPTIONS[name]
    variant = SPEC.variant(players, **options)
    end, steps = play_randomly(variant, 11, seed=1)
    text = SPEC.game_text(variant, 11, steps)
    again, start, read = SPEC.read_game(text)
    assert (again.fingerprint, again.options, start) == (variant.fingerprint, variant.options, 11)
    assert [step.tolist() for step in read] == [step.tolist() for step in steps]
    log = SPEC.replay_log(text)
    assert log.startswith(f"Let's Summon Demons, {players} players")
    assert f"Turn {int(end[0]['turn'])}: " in log
    assert "The game is over" in log.splitlines()[-1]


def test_a_game_replays_from_a_position() -> None:
    variant = SPEC.variant(2)
    middle = """
        seed: 5
        row: 2 eve, dog, adam, cat
        summoner_0: 4 souls
          cards: 3 dog, eve
          hand: oni
        summoner_1: 2 souls
    """
    start = variant.position(SPEC.read_position(middle)[1])
    _, steps = play_randomly(variant, start, seed=2)
    text = SPEC.game_text(variant, start, steps)
    _, again, read = SPEC.read_game(text)
    assert str(again).strip() == start.strip()
    assert len(read) == len(steps)
    assert "from a given position" in SPEC.replay_log(text)


def test_what_does_not_fit_names_its_line() -> None:
    variant = SPEC.variant(2)
    text = SPEC.game_text(variant, 3, play_randomly(variant, 3, seed=3)[1][:4])
    first = text.splitlines().index("actions:") + 2
    for old, new, message in (
        (
            r"(?m)^summoner_\d: .*$",
            "summoner_0: candle 5",
            rf"line {first}: .*(may not|expected actions)",
        ),
        (r"(?m)^summoner_\d: .*$", "witch_0: pass", rf"line {first}: expected '<summoner>: <action>'"),
        ("digest: .*", "digest: 000000000000", "expected the cards that the game was played with"),
        ("summon_demons game 1", "summon_demons game 2", "line 1: expected 'summon_demons game 1'"),
        ("teams: false", "teams: maybe", "teams: expected a number, true, false or null, got 'maybe'"),
    ):
        with pytest.raises(PositionError, match=message):
            SPEC.replay_log(re.sub(old, new, text, count=1))


def test_explicit_chance_cannot_be_recorded() -> None:
    with pytest.raises(OptionError, match="expected a game whose chance follows its seed"):
        SPEC.game_text(SPEC.variant(2, explicit_chance=True), 1, [])
