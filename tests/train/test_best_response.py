"""Searching for best responses: the responders, the report, and resuming a stopped search."""

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest
import torch

from resonance_env.agents.network.checkpoint import find_checkpoint, read_checkpoint
from resonance_env.core.errors import CheckpointError, OptionError
from resonance_env.eval.statistics import Estimate
from resonance_env.train.best_response import main as searching
from resonance_env.train.best_response.config import BestResponseConfig
from resonance_env.train.best_response.main import best_response, respond_to_all
from resonance_env.train.best_response.report import Responder, Response, write_report
from resonance_env.train.config import TrainConfig
from resonance_env.train.ppo.trainer import Trainer
from resonance_env.train.run.curves import CurvePoint
from resonance_env.train.run.main import train_variant
from tests.small_games.hidden_sum import SPEC
from tests.train.training_runs import VARIANT, assert_same, quiet, run_weights, tiny


def small(agent: Path | str, out: Path, **changes: object) -> BestResponseConfig:
    config = BestResponseConfig(
        agent=str(agent), out=out, decisions=60, seeds=1, games=9, hidden=(8,), num_games=4, measurements=1, measure_games=3,
        search_games=3, beside=("random",),
    )  # fmt: skip
    return dataclasses.replace(config, **changes)  # type: ignore[arg-type]


def test_responders_to_a_checkpoint_start_from_it_and_from_scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_weights(tiny(tmp_path / "agent", network="set", seat_width=8, memory=4))
    config = small(tmp_path / "agent", tmp_path / "out", seed=5)
    against_agent, against_random = respond_to_all(config, VARIANT, quiet())

    for response in (against_agent, against_random):  # the same budget against both
        assert [row.name for row in response.responders] == ["warm-5", "scratch-5"]
        assert all(row.decisions >= 60 and row.games == 9 for row in response.responders)
        assert all(row.curve[-1].decisions == row.decisions for row in response.responders)
        assert response.best.name == max(response.responders, key=lambda row: row.score.mean).name
    metadata, _ = read_checkpoint(Path(against_random.responders[0].checkpoint))
    assert (metadata.network.kind, metadata.network.memory, metadata.observation) == ("set", 4, "table")
    assert metadata.training["opponents"] == ["random"]
    assert read_checkpoint(Path(against_agent.responders[1].checkpoint))[0].observation == "recall"

    report = json.loads((config.out / "report.json").read_text())
    assert [entry["agent"] for entry in report["responses"]] == ["agent", "random"]
    assert report["responses"][0]["gain"]["mean"] == pytest.approx(against_agent.best.score.mean - 1 / 3)
    assert "polyline" in (config.out / "report.html").read_text()

    # Nothing is trained or played a second time.
    monkeypatch.delattr(searching, "train_variant")
    monkeypatch.delattr(searching, "evaluate_agent")
    assert respond_to_all(config, VARIANT, quiet()) == [against_agent, against_random]


def test_a_stopped_search_goes_on_with_the_training_that_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = small("random", tmp_path / "out", decisions=400, beside=(), alone=True)
    whole = respond_to_all(config, VARIANT, quiet())

    learn = Trainer.learn

    def learn_or_fail(trainer: Trainer, progress_remaining: float) -> dict[str, float]:
        if trainer.updates == 2:
            raise MemoryError("the machine is full")
        return learn(trainer, progress_remaining)

    def saving(train_config: TrainConfig, *rest: object) -> Path:
        return train_variant(dataclasses.replace(train_config, checkpoint_minutes=1e-9), *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(searching, "train_variant", saving)
    monkeypatch.setattr(Trainer, "learn", learn_or_fail)
    parts = dataclasses.replace(config, out=tmp_path / "parts")
    with pytest.raises(MemoryError):
        respond_to_all(parts, VARIANT, quiet())
    monkeypatch.setattr(Trainer, "learn", learn)
    resumed = respond_to_all(parts, VARIANT, quiet())
    assert_same(*(read_checkpoint(Path(found[0].responders[0].checkpoint))[1] for found in (whole, resumed)))


def test_another_search_in_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OptionError, match=r"--out to be new, empty or an earlier search, but .* no best-response\.json"):
        respond_to_all(small("random", tmp_path, beside=()), VARIANT, quiet())
    config = small("random", tmp_path / "out", alone=True)
    respond_to_all(config, VARIANT, quiet())
    with pytest.raises(OptionError, match="holds another search: games: 9 there, 12 here"):
        respond_to_all(dataclasses.replace(config, games=12), VARIANT, quiet())

    (config.out / "random" / "scratch-0" / "result.json").write_text("{")
    with pytest.raises(OptionError, match=r"the result of a responder at .*result\.json, got something else"):
        respond_to_all(config, VARIANT, quiet())
    (config.out / "best-response.json").write_text("[]")
    with pytest.raises(OptionError, match=r"the options of a search at .*best-response\.json, got something else"):
        respond_to_all(config, VARIANT, quiet())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seeds": 0}, "expected --seeds of at least 1, got 0"),
        ({"search_games": -1}, "expected --search-games of at least 0, got -1"),
        ({"decisions": 0}, "expected --decisions above 0, got 0"),
        ({"minutes": float("inf")}, "expected --minutes above 0 and finite, got inf"),
        ({"hidden": (0,)}, "expected --hidden with widths in"),
    ],
)
def test_options_without_meaning(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        best_response(small("random", tmp_path / "out", **changes))
    assert not (tmp_path / "out").exists()


def test_an_unknown_agent_to_compare_with(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"got 'randon'; did you mean 'random'\?"):
        respond_to_all(small("random", tmp_path / "out", beside=("randon",)), VARIANT, quiet())
    assert not (tmp_path / "out").exists()


def test_the_gain_is_that_of_the_new_deals(tmp_path: Path) -> None:
    first = Responder("warm-0", Estimate(0.6, 0.5, 0.7), 9, 60, 1.0, "run", [CurvePoint(60, Estimate(0.3, 0.2, 0.4))])
    response = Response("a <b>", [first], dataclasses.replace(first, score=Estimate(0.5, 0.4, 0.6)))
    np.testing.assert_allclose(response.gain(0.25), (0.25, 0.15, 0.35))
    write_report(tmp_path, [response], VARIANT)
    assert "<b>" not in (tmp_path / "report.html").read_text()


def test_a_learner_of_one_seat_never_holds_two(tmp_path: Path) -> None:
    config = tiny(tmp_path, num_games=40, opponents=("random",), opponent_share=1.0, learner_seats="one")
    assert (Trainer(config, VARIANT).rollout.seats.is_learner.sum(axis=1) == 1).all()
    assert (Trainer(config, SPEC.variant(6)).rollout.seats.is_learner.sum(axis=1) == 2).all()  # partners


def test_training_begins_with_the_weights_of_a_checkpoint(tmp_path: Path) -> None:
    weights = run_weights(tiny(tmp_path / "first"))
    config = tiny(tmp_path / "second", start_from=str(tmp_path / "first"), decisions=600)
    begun = {name: tensor.numpy() for name, tensor in Trainer(config, VARIANT).model.network.state_dict().items()}
    assert_same(weights, begun)

    # A resumed run does not need it.
    train_variant(config, VARIANT, quiet())
    (tmp_path / "first").rename(tmp_path / "elsewhere")
    train_variant(dataclasses.replace(config, resume=True, decisions=700), VARIANT, quiet())
    (first,) = read_checkpoint(find_checkpoint(config.out))[0].earlier
    assert (first.training["decisions"], first.steps >= 300) == (300, True)
    assert not torch.equal(torch.from_numpy(weights["value_head.bias"]), torch.from_numpy(begun_value(config.out)))


def begun_value(out: Path) -> np.ndarray:
    return read_checkpoint(find_checkpoint(out))[1]["value_head.bias"]


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"start_from": "random"}, OptionError, "expected a checkpoint to start from, got 'random'"),
        ({"hidden": (8,)}, OptionError, r"hidden: \(16,\) there, \(8,\) here"),
        ({"observation": "recall"}, CheckpointError, "train with --observation table"),
    ],
)
def test_a_checkpoint_to_start_from_must_fit(
    tmp_path: Path, changes: dict[str, object], error: type[Exception], message: str
) -> None:
    run_weights(tiny(tmp_path / "first", decisions=40))
    with pytest.raises(error, match=message):
        Trainer(tiny(tmp_path / "second", **{"start_from": str(tmp_path / "first"), **changes}), VARIANT)
    with pytest.raises(CheckpointError, match="made for something else: players: 3, here 4"):
        Trainer(tiny(tmp_path / "second", start_from=str(tmp_path / "first")), SPEC.variant(4))
