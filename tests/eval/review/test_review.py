"""Reviews of whole games of the package: as JSON, as a page, and from the command line."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from resonance_env.agents.loading import load
from resonance_env.cli import EXIT_USAGE, main
from resonance_env.core.spec import Variant
from resonance_env.eval.review.judge import Judge
from resonance_env.eval.review.page import review_page
from resonance_env.eval.review.review import NUM_COSTLIEST, PlayedGame, Review, make_review, review_position
from resonance_env.games import game_names, load_game
from resonance_env.play.saved_games import saved_text
from resonance_env.play.told_game import ToldGame
from tests.eval.page_checker import PageChecker

pytestmark = pytest.mark.compiled

PLAYERS = 3


def random_game(variant: Variant, seed: int) -> ToldGame:
    """Returns a game that was played at random."""
    rng = np.random.default_rng(seed)
    game = ToldGame(variant, seed)
    while not game.is_over:
        weights = variant.legal(game.games)[0] * rng.random((variant.num_seats, variant.num_actions))
        game.step(weights.argmax(axis=1))
    return game


@pytest.fixture(scope="module", params=game_names())
def reviewed(request: pytest.FixtureRequest) -> tuple[ToldGame, Review]:
    variant = load_game(request.param).variant(PLAYERS)
    game = random_game(variant, 2)
    judge = Judge(variant, load("random"), load("random"), 4, 0)
    positions = [
        review_position(judge, games, step, joint)
        for step, (games, joint) in enumerate(PlayedGame(variant, game.start, game.steps).positions())
    ]
    names = ("<one>", "two", "three")
    return game, make_review(judge, positions, by="random", playouts="random", worlds=4, seed=0, holders=names)


def test_every_decision_is_reviewed_with_all_that_was_legal(reviewed: tuple[ToldGame, Review]) -> None:
    game, review = reviewed
    variant = game.variant
    played = list(PlayedGame(variant, game.start, game.steps).positions())
    assert [position.step for position in review.positions] == list(range(len(game.steps) + 1))
    for position, (games, joint) in zip(review.positions, played, strict=True):
        asked = np.flatnonzero(variant.acting(games)[0]).tolist()
        assert [decision.seat for decision in position.decisions] == asked
        for decision in position.decisions:
            assert joint is not None
            legal = {variant.actions.name(code) for code in np.flatnonzero(variant.legal(games)[0, decision.seat]).tolist()}
            assert {action.action for action in decision.actions} == legal
            assert decision.action == variant.actions.name(int(joint[decision.seat]))
            assert sum(action.probability for action in decision.actions) == pytest.approx(1.0)
            values = [action.value for action in decision.actions if action.value is not None]
            assert values == sorted(values, reverse=True)
            own = next(action.value for action in decision.actions if action.action == decision.action)
            assert decision.cost == pytest.approx(values[0] - own if own is not None else 0.0)
            assert all(action.leads_to for action in decision.actions[:1])


def test_the_last_position_has_the_values_of_the_end(reviewed: tuple[ToldGame, Review]) -> None:
    game, review = reviewed
    variant = game.variant
    if variant.is_cooperative:
        ends = variant.natural_score(game.games).tolist() * variant.num_seats
    else:
        ends = variant.winners(game.games)[0].astype(float).tolist()
    assert list(review.positions[-1].values) == ends
    assert set(review.positions[-1].errors) == {0.0}


def test_what_was_taken_leads_to_what_the_log_tells(reviewed: tuple[ToldGame, Review]) -> None:
    game, review = reviewed
    told = [" ".join(line.split()) for line in game.lines]
    for position in review.positions[:-1]:
        for decision in position.decisions:
            (taken,) = [action for action in decision.actions if action.action == decision.action]
            assert set(taken.leads_to) <= set(told)


def test_the_costliest_decisions(reviewed: tuple[ToldGame, Review]) -> None:
    _, review = reviewed
    written: dict[str, Any] = json.loads(json.dumps(review.to_json()))
    assert len(written["positions"]) == len(review.positions)
    found = 0
    for seat in range(len(review.seats)):
        costly = review.costliest(seat)
        assert len(costly) <= NUM_COSTLIEST
        sure = [one.cost - one.error for one in costly]
        assert sure == sorted(sure, reverse=True)
        assert [one["step"] for one in written["costliest"] if one["seat"] == seat] == [one.step for one in costly]
        found += len(costly)
    assert found


def test_the_page_is_well_formed_and_loads_nothing(reviewed: tuple[ToldGame, Review]) -> None:
    _, review = reviewed
    page = review_page(review)
    checked = PageChecker(page)
    assert checked.open == []
    assert checked.loaded == []
    assert "&lt;one&gt;" in page


def test_the_command_writes_both_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant = load_game("resonance").variant(2, cards="mini")
    game = random_game(variant, 1)
    saved = tmp_path / "game.txt"
    saved.write_text(saved_text(variant, game.start, game.steps, ["random", "random"]), encoding="utf-8")
    files = [tmp_path / "review.json", tmp_path / "review.html"]
    words = ["--by", "planner", "--worlds", "4", "--json", str(files[0]), "--html", str(files[1])]
    assert main(["review", str(saved), *words]) == 0
    written = json.loads(files[0].read_text(encoding="utf-8"))
    assert (written["by"], written["playouts"], written["holders"]) == ("planner", "greedy", ["random", "random"])
    assert files[1].read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "Costliest decisions by planner" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "words", "complaint"),
    [
        ("no game", ["--by", "random"], "expected a saved game, whose first line is"),
        (None, ["--by", "nobody"], "expected the name of an agent"),
        (None, ["--by", "random", "--worlds", "1"], "expected --worlds of at least 2, got 1"),
    ],
)
def test_bad_input_ends_in_one_line(
    text: str | None, words: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    variant = load_game("resonance").variant(2, cards="mini")
    saved = tmp_path / "game.txt"
    saved.write_text(variant.spec.game_text(variant, 1, []) if text is None else text, encoding="utf-8")
    assert main(["review", str(saved), *words]) == EXIT_USAGE
    assert complaint in capsys.readouterr().err
