"""The command `resonance eval` from options to exit status."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from resonance_env.agents.network.checkpoint import write_checkpoint
from resonance_env.agents.network.policy_network import MlpPolicy
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import CardSetError, CheckpointError, OptionError
from resonance_env.core.options import Option
from resonance_env.core.spec import Variant
from resonance_env.eval.match import main as command
from resonance_env.eval.match.config import EvalConfig
from resonance_env.eval.match.main import evaluate
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.games import load_game
from resonance_env.play.game_choice import parse_options
from tests.agents.pupil import metadata_for
from tests.small_games.hidden_sum import SPEC

CONFIG = EvalConfig(agent="random", games=30, game="toy", players=3, seed=3)


@pytest.fixture(autouse=True)
def only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resonance_env.play.game_choice.load_game", lambda _: SPEC)
    monkeypatch.setattr("resonance_env.play.trained_variant.load_game", lambda _: SPEC)
    monkeypatch.setenv("COLUMNS", "120")


def test_a_table_says_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(CONFIG) == command.EXIT_OK

    printed = capsys.readouterr().out
    report = evaluate_agent(SPEC.variant(3), RandomAgent(), RandomAgent(), 30, 3)
    for text in (
        "random against random: toy, 3 players",
        "guesser_2",
        f"{report.score.mean:.3f}",
        f"{report.score.low:.3f} to {report.score.high:.3f}",
        "0.333",
        "draws",
        "30 games on 10 deals, seed 3",
        "bootstrap over deals",
    ):
        assert text in printed


@pytest.mark.parametrize(("require", "status", "word"), [(0.0, 0, "Reached"), (0.9, 1, "Not reached")])
def test_a_required_score_decides_the_exit_status(
    capsys: pytest.CaptureFixture[str], require: float, status: int, word: str
) -> None:
    assert evaluate(dataclasses.replace(CONFIG, require=require)) == status
    assert f"{word}: the interval's lower end" in capsys.readouterr().out


def test_the_lower_end_must_be_above_what_is_required() -> None:
    low = evaluate_agent(SPEC.variant(3), RandomAgent(), RandomAgent(), 30, 3).score.low

    assert evaluate(dataclasses.replace(CONFIG, require=low)) == 1
    assert evaluate(dataclasses.replace(CONFIG, require=low - 1e-9)) == 0


def test_the_result_can_be_written(tmp_path: Path) -> None:
    evaluate(dataclasses.replace(CONFIG, json=tmp_path / "new" / "result.json", option=("stakes=2",)))

    result = json.loads((tmp_path / "new" / "result.json").read_text())
    report = evaluate_agent(SPEC.variant(3, stakes=2), RandomAgent(), RandomAgent(), 30, 3)
    assert result["score"] == {"mean": report.score.mean, "low": report.score.low, "high": report.score.high}
    assert (result["game"], result["players"], result["options"], result["games"]) == ("toy", 3, {"stakes": 2}, 30)
    assert result["wins"] == report.wins
    assert sum(result["endings"].values()) == 30
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["result.json"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 0}, "--games of at least 1, got 0"),
        ({"seed": -1}, r"--seed in 0 \.\. 2\*\*64 - 1, got -1"),
        ({"require": 1.5}, r"--require in 0 \.\. 1, got 1.5"),
        ({"agent": "grandom"}, "did you mean 'random'"),
        ({"against": "nobody/here"}, "got 'nobody/here'"),
        ({"players": 0}, "expected players"),
        ({"option": ("stakes=high",)}, "expected option stakes to be one of 1, 2; got 'high'"),
        ({"option": ("stakes=2", "stakes=2")}, "expected each option once, got 'stakes' twice"),
        ({"option": ("edition=fr",)}, "expected an option of Guess the hidden sum, one of stakes; got 'edition'"),
    ],
)
def test_options_without_meaning(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        evaluate(dataclasses.replace(CONFIG, **changes))


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (Option("stakes", 1, "", (1, 2)), " stakes = 2", 2),
        (Option("talk", True, "", (True, False)), "talk=False", False),
        (Option("solo", None, "", (None, 0, 1)), "solo=None", None),
        (Option("solo", None, "", (None, 0, 1)), "solo=0", 0),
        (Option("deck", "usual", ""), "deck=a=b", "a=b"),
    ],
)
def test_a_typed_value_is_the_choice_that_is_written_so(
    monkeypatch: pytest.MonkeyPatch, option: Option, text: str, value: object
) -> None:
    monkeypatch.setattr(SPEC, "options", (option,))
    chosen = parse_options(SPEC, (text,))
    assert chosen == {option.name: value}
    assert type(chosen[option.name]) is type(value)


@pytest.fixture
def pupil(tmp_path: Path) -> Path:
    """The folder of a checkpoint for three players."""
    return write_pupil(tmp_path / "pupil", SPEC.variant(3))


def write_pupil(folder: Path, variant: Variant, **changes: Any) -> Path:
    metadata = metadata_for(variant)
    network = MlpPolicy(metadata.observation_size, variant.num_actions, metadata.network)
    weights = {name: tensor.numpy() for name, tensor in network.state_dict().items()}
    write_checkpoint(folder, msgspec.structs.replace(metadata, **changes), weights)
    return folder


def config_for(agent: Path, **changes: Any) -> EvalConfig:
    return EvalConfig(**{"agent": str(agent), "games": 3, "seed": 3, **changes})


def test_a_checkpoint_says_what_is_played(pupil: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(config_for(pupil)) == command.EXIT_OK
    printed = capsys.readouterr().out
    assert "pupil against random: toy, 3 players" in printed
    assert "Note" not in printed


@pytest.fixture
def real_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resonance_env.play.game_choice.load_game", load_game)
    monkeypatch.setattr("resonance_env.play.trained_variant.load_game", load_game)


@pytest.mark.usefixtures("real_games")
@pytest.mark.parametrize("role", ["agent", "against"])
def test_other_options_than_those_of_the_training_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    spec = load_game("resonance")
    folder = write_pupil(tmp_path / "pupil", spec.variant(3, edition="fr"))
    monkeypatch.setattr(command, "_play", lambda *_: pytest.fail("expected the note before the first game"))
    players: dict[str, Any] = {role: str(folder)}
    with pytest.raises(pytest.fail.Exception):
        evaluate(dataclasses.replace(EvalConfig("random", option=("edition=en",)), **players))
    assert capsys.readouterr().out == "Note: pupil was trained with edition 'fr', here 'en'\n"


@pytest.mark.usefixtures("real_games")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"options": {"edition": "de"}}, "expected edition to be one of 'fr', 'en'; got 'de'"),
        ({"options": {"colour": "red"}}, "got 'colour'"),
        ({"options": {"cards": "lost.toml"}}, "a relative path counts from the folder that the command runs in"),
        ({"options": {"explicit_chance": True}}, "explicit_chance=False wherever agents play"),
        ({"players": 99}, "99"),
        ({"game": "chess"}, "expected the name of a game.*got 'chess'"),
    ],
)
def test_a_card_that_names_what_is_not_here(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    folder = write_pupil(tmp_path / "pupil", load_game("resonance").variant(3), **changes)
    with pytest.raises(CheckpointError, match=message) as caught:
        evaluate(config_for(folder))
    assert str(folder) in str(caught.value)


@pytest.mark.usefixtures("real_games")
def test_what_is_typed_replaces_what_the_card_says_and_is_blamed_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    variant = load_game("resonance").variant(3)
    folder = write_pupil(tmp_path / "pupil", variant, options={**variant.options, "cards": "lost.toml"})
    with pytest.raises(OptionError, match="expected option edition to be one of fr, en; got 'de'"):
        evaluate(config_for(folder, option=("edition=de", "cards=house")))
    with pytest.raises(CardSetError, match=r"other\.toml"):
        evaluate(config_for(folder, option=("cards=other.toml",)))
    monkeypatch.setattr(command, "_play", lambda *_: pytest.fail("played"))
    with pytest.raises(pytest.fail.Exception, match="played"):
        evaluate(config_for(folder, option=("cards=house", "edition=en")))
    assert capsys.readouterr().out.splitlines() == ["Note: pupil was trained with edition 'fr', here 'en'"]


def test_where_the_result_goes_is_checked_before_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_play", lambda *_: pytest.fail("played"))
    with pytest.raises(IsADirectoryError) as caught:
        evaluate(dataclasses.replace(CONFIG, json=tmp_path))
    assert caught.value.filename == str(tmp_path)
