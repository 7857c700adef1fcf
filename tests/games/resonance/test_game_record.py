"""Recorded games: they replay bit for bit, and whatever does not fit is refused with its line."""

import re
from typing import Any

import numpy as np
import pytest

from resonance_env.core.errors import OptionError, PositionError
from resonance_env.core.game_record import format_game, format_step, parse_game, parse_step, replay, variant_of
from resonance_env.games.resonance.rules import actions as act
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant

OPTIONS: dict[int, dict[str, Any]] = {
    2: {"cards": "mini"},
    3: {},
    4: {"edition": "en"},
    5: {},
    6: {"team_talk": False},
    7: {"solo_team": 1},
    8: {"edition": "en"},
}


def play_randomly(variant: ResonanceVariant, seed: int, start: str | None = None) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Returns the positions of a random game, the final one last, and the actions between them."""
    rng = np.random.default_rng(seed)
    games = variant.new_games(1)
    if start is None:
        variant.reset(games, np.array([seed], dtype=np.uint64))
    else:
        games = variant.parse_position(start)
    positions, steps = [games.copy()], []
    while not variant.done(games)[0]:
        legal = variant.legal(games)
        actions = (rng.random(legal.shape) * legal).argmax(axis=-1)
        steps.append(actions[0])
        variant.step(games, actions)
        positions.append(games.copy())
    return positions, steps


def stops_of(text: str) -> list[tuple[np.ndarray, np.ndarray | None]]:
    """Plays a recorded game again; returns what `replay` yields."""
    record = parse_game(text, SPEC)
    return list(replay(record, variant_of(record, SPEC)))


@pytest.mark.parametrize("players", OPTIONS)
def test_replays_bit_for_bit(players: int) -> None:
    variant = SPEC.variant(players, **OPTIONS[players])
    positions, steps = play_randomly(variant, seed=2**63 + players)
    text = format_game(variant, 2**63 + players, steps)
    stops = stops_of(text)
    assert [games.tobytes() for games, _ in stops] == [games.tobytes() for games in positions]
    assert [actions.tolist() for _, actions in stops[:-1] if actions is not None] == [step.tolist() for step in steps]
    assert stops[-1][1] is None
    assert format_game(variant, 2**63 + players, [actions for _, actions in stops if actions is not None]) == text


def test_replays_from_a_position() -> None:
    variant = SPEC.variant(4)
    middle = variant.position(play_randomly(variant, seed=5)[0][12])
    positions, steps = play_randomly(variant, seed=6, start=middle)
    stops = stops_of(format_game(variant, middle, steps))
    assert [games.tobytes() for games, _ in stops] == [games.tobytes() for games in positions]


def test_explicit_chance_cannot_be_recorded() -> None:
    with pytest.raises(OptionError, match="expected a game whose chance follows its seed"):
        format_game(SPEC.variant(3, explicit_chance=True), 1, [])


def test_steps_are_read_as_printed() -> None:
    variant = SPEC.variant(3)
    actions = {0: 3, 2: 41}
    assert parse_step(format_step(actions, variant), variant.seat_names, variant.actions) == actions
    assert format_step(np.array([3, act.WAIT, 41]), variant) == format_step(actions, variant)


@pytest.fixture(scope="module")
def text() -> str:
    variant = SPEC.variant(3)
    return format_game(variant, 7, play_randomly(variant, seed=7)[1][:6])


def line_of(text: str, key: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), start=1) if line.startswith(key))


def test_comments_and_blank_lines_among_the_steps_are_skipped(text: str) -> None:
    commented = text.replace("actions:\n", "actions:\n\n# the draft\n")
    assert [step.actions for step in parse_game(commented, SPEC).steps] == [
        step.actions for step in parse_game(text, SPEC).steps
    ]


def test_a_changed_fingerprint_says_what_differs(text: str) -> None:
    fingerprint = SPEC.variant(3).fingerprint
    with pytest.raises(
        PositionError, match=f"expected the fingerprint other, got {fingerprint}: the cards are the same, so the rules"
    ):
        stops_of(text.replace(fingerprint, "other"))
    changed = re.sub("digest: .*", "digest: 000000000000", text)
    with pytest.raises(PositionError, match=r"expected the cards that .*, digest 000000000000; got the set 'house'"):
        stops_of(changed)
    with pytest.raises(PositionError, match=r"expected a game that can be played: .*got 2"):
        stops_of(text.replace("players: 3", "players: 2"))


def test_an_illegal_action_names_its_line(text: str) -> None:
    after_draft = line_of(text, "actions:") + 3
    draft = text.splitlines()[:after_draft]
    for bad, message in (
        ("witch_0: wait | witch_1: draw artifact | witch_2: draw artifact", "witch_0 may not 'wait'"),
        ("witch_0: draw artifact", "expected actions of the seats that are asked now"),
        ("witch_0: draw everything", "expected the name of an action"),
        ("witch_0: draw artifact | witch_0: draw artifact", "expected one action of witch_0 in a step"),
        ("draw artifact", "expected '<witch>: <action>' such as"),
    ):
        with pytest.raises(PositionError, match=re.escape(f"line {after_draft + 1}: {message}")):
            stops_of("\n".join([*draft, bad]))


def test_errors_in_the_start_position_count_lines_of_the_record() -> None:
    variant = SPEC.variant(3)
    games = variant.start([1])
    record = format_game(variant, variant.position(games), []).replace("round: 0", "round: zero")
    with pytest.raises(PositionError, match=rf"line {line_of(record, '  round')}: 'round': expected a number"):
        stops_of(record)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("resonance game 1", "resonance game 2", "line 1: expected 'resonance game 1', got 'resonance game 2'"),
        ("seed: 7", "seed: x", "seed: expected a number in 0 .. 18446744073709551615, got 'x'"),
        ("seed: 7\n", "", "expected either 'seed' or 'start', got neither"),
        ("seed: 7\n", "seed: 7\nstart:\n", "expected either 'seed' or 'start', got both"),
        ("seed: 7", "seed: 7\nseed: 8", "expected 'seed' once, got it again after line"),
        ("seed: 7", "seed 7", "expected 'key: value', got 'seed 7'"),
        ("team_talk: true", "team_talk: maybe", "team_talk: expected a number, true, false or null, got 'maybe'"),
        ("seed: 7", "seed: 7\nweather: fine", "expected a key of a recorded game, one of"),
        ("actions:\n", "", "got|expected"),
        ("players: 3\n", "", "expected a line 'players:' in the header"),
    ],
)
def test_errors_of_the_header(text: str, old: str, new: str, message: str) -> None:
    assert old in text
    with pytest.raises(PositionError, match=message):
        parse_game(text.replace(old, new), SPEC)
    with pytest.raises(PositionError, match="line 1: expected 'resonance game 1', got 'an empty text'"):
        parse_game("", SPEC)
