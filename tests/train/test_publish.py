"""Publishing a checkpoint: its metadata, and later additions: best responses and scores against more agents."""

import json
import subprocess
from pathlib import Path

import pytest

from resonance_env.agents.loading import load
from resonance_env.agents.network.checkpoint import find_checkpoint, read_metadata
from resonance_env.commands import agents as agents_command
from resonance_env.core.errors import CheckpointError, OptionError
from resonance_env.eval.match.self_play import evaluate_self_play
from resonance_env.train.best_response.main import respond_to_all
from resonance_env.train.publish import checkpoint as publishing, score as scoring
from resonance_env.train.publish.__main__ import main
from resonance_env.train.publish.checkpoint import PublishConfig, commit_of, publish_checkpoint
from resonance_env.train.publish.response import ResponseConfig, publish_response
from resonance_env.train.publish.score import ScoreConfig, publish_score
from resonance_env.train.run.main import train_variant
from tests.small_games import silent_signals
from tests.small_games.hidden_sum import SPEC
from tests.train.test_best_response import small
from tests.train.training_runs import VARIANT, quiet, run_weights, tiny


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    folders = {}
    for seed, name in enumerate(("first", "second")):
        run_weights(tiny(tmp_path / name, seed=seed))
        folders[name] = find_checkpoint(tmp_path / name)
    monkeypatch.setattr(publishing, "shipped_checkpoints", lambda: folders)
    return folders


def test_the_metadata_holds_the_gain_of_the_report(tmp_path: Path, published: dict[str, Path]) -> None:
    respond_to_all(small(published["first"], tmp_path / "response"), VARIANT, quiet())
    before = read_metadata(published["first"])

    gain = publish_response(ResponseConfig("first", tmp_path / "response"))

    found, beside = json.loads((tmp_path / "response" / "report.json").read_text())["responses"]
    after = read_metadata(published["first"])
    assert before.best_response is None
    assert after.best_response == gain
    assert (gain.gain, gain.low, gain.high) == tuple(found["gain"].values())
    assert gain.beside == {"random": beside["gain"]["mean"]}
    assert str(tmp_path) not in (published["first"] / "metadata.json").read_text().split('"best_response"')[1]
    load(published["first"])  # the weights still fit their metadata


def test_a_search_against_other_weights_is_refused(tmp_path: Path, published: dict[str, Path]) -> None:
    respond_to_all(small(published["first"], tmp_path / "response", alone=True), VARIANT, quiet())

    with pytest.raises(CheckpointError, match="expected a search against the weights of 'second'"):
        publish_response(ResponseConfig("second", tmp_path / "response"))
    assert read_metadata(published["second"]).best_response is None


def test_only_published_checkpoints_have_metadata_to_write_to(tmp_path: Path, published: dict[str, Path]) -> None:
    with pytest.raises(CheckpointError, match="one of first, second; got 'third'"):
        publish_response(ResponseConfig("third", tmp_path))


def test_a_score_against_one_more_agent(published: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "load_game", lambda name: SPEC)
    before = read_metadata(published["first"])
    score = publish_score(ScoreConfig("first", "random", games=30, seed=3))
    after = read_metadata(published["first"])
    assert after.scores == before.scores | {"random": score}
    assert (score.games, score.deals, score.seed, score.fair) == (30, 10, 3, 1 / 3)
    assert 0 <= score.low <= score.score <= score.high <= 1
    load(published["first"])  # the weights still fit their metadata


def test_published_metadata_has_scores_and_all_runs_but_no_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "load_game", lambda name: SPEC)
    run_weights(tiny(tmp_path / "first"))
    first = find_checkpoint(tmp_path / "first")
    others = {"opponents": (f"{tmp_path / 'first'}:temperature=0",), "measure_against": (str(first), "random")}
    run_weights(tiny(tmp_path / "second", start_from=str(tmp_path / "first"), **others))
    config = PublishConfig(tmp_path / "second", "shipped", 0.5, ("random",), games=30, commit="abc", out=tmp_path / "out")
    folder = publish_checkpoint(config)

    metadata = read_metadata(folder)
    assert (metadata.name, metadata.temperature, metadata.scores["random"].games) == ("shipped", 0.5, 30)
    assert [run.training["out"] for run in metadata.runs] == ["runs/first", "runs/second"]
    assert metadata.training["start_from"] == "runs/first"
    assert metadata.training["opponents"] == [f"runs/first/checkpoints/{first.name}:temperature=0"]
    assert metadata.training["measure_against"] == [f"runs/first/checkpoints/{first.name}", "random"]
    assert metadata.commit == "abc"
    assert str(tmp_path) not in (folder / "metadata.json").read_text()
    load(folder)  # half-precision weights fit their metadata


def test_a_checkpoint_of_a_cooperative_game_has_the_score_of_self_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in (publishing, scoring):
        monkeypatch.setattr(module, "load_game", lambda name: silent_signals.SPEC)
    variant = silent_signals.SPEC.variant(2)
    train_variant(tiny(tmp_path / "run", measure_against=("random",)), variant, quiet())
    folder = publish_checkpoint(
        PublishConfig(tmp_path / "run", "shipped", 0.5, ("random",), games=30, seed=2, commit="abc", out=tmp_path)
    )
    score = read_metadata(folder).scores["self-play"]
    report = evaluate_self_play(variant, load(folder), 30, 2)
    assert (score.score, score.low, score.high) == report.score
    assert (score.fair, score.games, score.deals) == (None, 30, 30)
    assert f"shipped in self-play: {score.score:.3f}" in capsys.readouterr().out
    assert f"    score {score.score:.3f} " in agents_command.lines_of_checkpoint("shipped", folder)[1][2]
    assert agents_command.lines_of_checkpoint("shipped", folder)[1][2].endswith(" in self-play, 30 games")
    monkeypatch.setattr(scoring, "shipped_folder", lambda name: folder)
    among = publish_score(ScoreConfig("shipped", "random", games=31, seed=2))
    assert (among.fair, among.games, among.deals) == (None, 32, 16)
    assert read_metadata(folder).scores == {"self-play": score, "random": among}
    assert " with random, 32 games" in agents_command.lines_of_checkpoint("shipped", folder)[1][3]


def test_a_name_that_is_taken_is_refused_before_anything_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(publishing, "evaluate_agent")
    (tmp_path / "shipped").mkdir()
    with pytest.raises(CheckpointError, match=r"expected a new --name, but .*shipped exists"):
        publish_checkpoint(PublishConfig(tmp_path / "run", "shipped", out=tmp_path))


def test_the_commit_is_that_of_an_unchanged_checkout(tmp_path: Path) -> None:
    def git(*words: str) -> str:
        command = ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout.strip()

    git("init")
    with pytest.raises(OptionError, match=r"expected --commit, .* is in no git checkout"):
        commit_of(tmp_path)
    (tmp_path / "file").write_text("one")
    git("add", "file")
    git("commit", "-m", "first")
    git("tag", "-a", "v1", "-m", "one")
    assert commit_of(tmp_path) == git("rev-parse", "HEAD")
    (tmp_path / "file").write_text("two")
    with pytest.raises(OptionError, match=r"expected --commit, .* has uncommitted changes"):
        commit_of(tmp_path)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["checkpoint", "nowhere", "--name", "x"], "expected the folder of a checkpoint or of a training run, but nowhere"),
        (["score", "nobody", "random"], "expected a published checkpoint, one of first, second; got 'nobody'"),
        (["score", "first", "nobody"], "expected the name of an agent"),
        (["response", "first", "nowhere"], "nowhere/best-response.json cannot be read (No such file"),
    ],
)
def test_usage_errors_are_one_line(
    published: dict[str, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    message: str,
) -> None:
    monkeypatch.setattr(scoring, "load_game", lambda name: SPEC)
    assert main(words) == 2
    error = capsys.readouterr().err
    assert error.startswith("resonance: error: ")
    assert message in error
    assert error.count("\n") == 1


def test_a_command_prints_what_it_has_written(
    published: dict[str, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scoring, "load_game", lambda name: SPEC)
    assert main(["score", "first", "random", "--games", "9"]) == 0
    assert "games=9" in capsys.readouterr().out
