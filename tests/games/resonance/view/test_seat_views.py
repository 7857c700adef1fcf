"""The text that people and language models read at a seat: no hidden information (R-INFO-2), all choices explained."""

import re

import numpy as np
import pytest

from resonance_env.agents.seat_view import seat_view
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from resonance_env.play.told_game import ToldGame
from resonance_env.resonance_v0 import text_env
from tests.games.resonance.test_leaks import both_texts, twins_of

PLAYERS = (3, 4, 5, 6, 8)


@pytest.mark.compiled
@pytest.mark.parametrize("players", PLAYERS)
def test_twins_look_the_same(players: int) -> None:
    """R-INFO-2, R-INFO-3: positions that differ in what a seat may not know are the same text to her."""
    variant = SPEC.variant(players)
    compared = 0
    for twin in twins_of(variant, 60, seed=players):
        seat = twin.observer
        assert seat is not None
        one, other = (seat_view(variant, twin.games, index, seat) for index in (0, 1))
        assert one == other, both_texts(variant, twin)
        compared += bool(one.choices)
    assert compared > 50


@pytest.mark.compiled
@pytest.mark.parametrize("players", [4, 6])
def test_the_text_environment_tells_twins_the_same(players: int) -> None:
    """The same for the text that a language model reads, including replies to invalid answers."""
    variant, env = SPEC.variant(players), text_env(players=players)
    compared = 0
    for twin in twins_of(variant, 25, seed=players):
        if not variant.acting(twin.games)[:, twin.observer].all():
            continue
        read = []
        for index in (0, 1):
            env.reset(position=variant.position(twin.games, index))
            while env.get_observation()[0] != twin.observer:
                env.step("1")
            first = env.get_observation()
            env.step("no such action")
            read.append((first, env.get_observation()))
        assert read[0] == read[1], both_texts(variant, twin)
        compared += 1
    assert compared > 10


def random_game(variant: ResonanceVariant, seed: int) -> ToldGame:
    """Returns a game with random actions, its log complete."""
    told, rng = ToldGame(variant, seed), np.random.default_rng(seed)
    while not told.is_over:
        legal = variant.legal(told.games)[0]
        told.step((rng.random(legal.shape) * legal).argmax(axis=1))
    return told


@pytest.mark.compiled
@pytest.mark.parametrize("players", PLAYERS)
def test_the_log_of_a_running_game_hides_quickness_and_offers(players: int) -> None:
    """R-ROUND-5, R-SETUP-2: only the log of a finished game contains them; everything else is in both logs."""
    variant = SPEC.variant(players)
    told = random_game(variant, players)
    running = re.findall(r"\S+", "\n".join(told._log))
    back = SPEC.replay_log(told.text())
    assert "quickness" in back
    assert "quickness" not in running
    log = "\n".join(told._log)
    assert "offered" not in log
    assert "offered" in back
    for event in ("locks moon", "draws", "casts spell"):
        assert log.count(event) == back.count(event)


@pytest.mark.compiled
def test_a_told_game_ends_as_an_untold_one() -> None:
    variant = SPEC.variant(4)
    told = random_game(variant, 9)
    games = variant.start([9])
    for actions in told.steps:
        variant.step(games, actions[None])
    assert variant.position(games) == variant.position(told.games)
    again, start, steps = SPEC.read_game(f"{told.text()}# a note\n")
    assert (again.fingerprint, start) == (variant.fingerprint, 9)
    np.testing.assert_array_equal(steps, told.steps)


def test_nothing_is_told_of_choices_that_are_kept_back() -> None:
    """R-TEAM-4, R-INFO-2: the log does not contain the choices of first seats before they are revealed."""
    variant = SPEC.variant(6)
    told = ToldGame(variant, 2)
    while told.acting.sum() < 3:
        told.step(variant.legal(told.games)[0].argmax(axis=1))
    lines = len(told._log)
    told.step(variant.legal(told.games)[0].argmax(axis=1))
    assert told.acting.sum() >= 1
    assert len(told._log) == lines


@pytest.mark.parametrize("players", [4, 8])
def test_choices_are_explained_in_the_words_of_the_table(players: int) -> None:
    variant = SPEC.variant(players)
    games, rng, meanings = variant.new_games(1), np.random.default_rng(0), set()
    for seed in range(12):
        variant.reset(games, np.array([seed], dtype=np.uint64))
        while not variant.done(games)[0]:
            legal = variant.legal(games)
            for seat in np.flatnonzero(variant.acting(games)[0]).tolist():
                view = seat_view(variant, games, 0, seat)
                assert all(text[-1] in ".)" for text in view.choices.values()), view.choices
                assert len(set(view.choices.values())) == len(view.choices)
                meanings |= {f"{variant.actions.name(code)}: {text}" for code, text in view.choices.items()}
            variant.step(games, (rng.random(legal.shape) * legal).argmax(axis=-1))
    text = "\n".join(meanings)
    for expected in (
        r"aim \d: Aim at \w+ \(witch_\d\)\.",
        r"cast spell 3: \w+: At the end of the round, the incantation becomes a Sigil",
        r"take demon \d: \w+: I .*; II .*; III ",
        r"take spells \d: \w+: 1 .* 2 .* 3 ",
        r"choose herb: Sweep Herb in the centre\.",
        r"choose \w+: Discard \w+ from your hand\.",
        r"choose \w+: Play \w+ from your hand\.",
        r"stop: No more to play\.",
        r"draw artifact: Draw the artifact on top of the pile, \d+\.",
    ):
        assert re.search(expected, text), expected
