"""Foresight: a guided network sees what its guide would choose in the seats that decide at the same time."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest
import torch

from resonance_env.agents.loading import load, load_guide
from resonance_env.agents.network.guide import Guide
from resonance_env.agents.network.policy_agent import PolicyAgent
from resonance_env.core.errors import OptionError
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC
from resonance_env.play.vector_env import VectorEnv
from resonance_env.train.best_response.config import BestResponseConfig
from resonance_env.train.best_response.main import respond_to_all
from resonance_env.train.config_checks import check_config
from resonance_env.train.ppo.trainer import Trainer
from resonance_env.train.run.folder import resumed_config
from resonance_env.train.run.main import train_variant
from tests.adapters.simple_agents import HashAgent
from tests.small_games.hidden_sum import SPEC as TOY
from tests.train.training_runs import quiet, tiny

pytestmark = pytest.mark.compiled

FORESIGHT: dict[str, object] = {"observation": "recall", "guide": "planner", "foresight": True, "measurements": 0}


@pytest.mark.parametrize(("players", "least"), [(4, 1.0), (6, 0.95)])
def test_what_planners_will_play_is_foreseen(players: int, least: float) -> None:
    """R-INFO-4: all hands are counted, so copies of a deterministic agent are foreseen; partners have secrets (R-TEAM)."""
    variant = SPEC.variant(players)
    seats, phases = variant.num_seats, variant.layout("recall")
    guide = Guide(load_guide("planner"), variant, "recall", foresight=True)
    env = VectorEnv(variant, 16, seed=5, observation="recall")
    env.reset()
    asked, foreseen = 0, 0
    for _ in range(30):
        game, seat = np.nonzero(env.acting)
        rows, legal = env.observation[game, seat], env.legal[game, seat]
        advice = guide.advice(rows, legal)
        actions = np.zeros(env.acting.shape, dtype=np.int64)
        actions[game, seat] = advice[:, 0]
        is_act = phases.view(rows, "phase")[:, v.PHASE_ACT] == 1
        assert not advice[:, 1:][variant.layout("recall").view(rows, "phase")[:, v.PHASE_CAST] == 1].any()  # R-CAST: one by one
        for distance in range(1, seats):
            other = (seat + distance) % seats
            done = actions[game, other][is_act]
            asked += int(np.count_nonzero(done))
            foreseen += int(np.count_nonzero((advice[is_act, distance] == done) & (done > 0)))
        env.step(actions)
    assert asked > 500
    assert foreseen >= least * asked


def test_advice_of_a_row_does_not_depend_on_the_others() -> None:
    variant = SPEC.variant(5)
    env = VectorEnv(variant, 4, seed=1, observation="recall")
    env.reset()
    guide = Guide(load_guide("planner"), variant, "recall", foresight=True)
    game, seat = np.nonzero(env.acting)
    rows, legal = env.observation[game, seat], env.legal[game, seat]
    whole = guide.advice(rows, legal)
    assert whole.shape == (len(game), 5)
    for number in range(len(game)):
        np.testing.assert_array_equal(guide.advice(rows[number : number + 1], legal[number : number + 1])[0], whole[number])


def test_a_checkpoint_with_foresight_plays_as_the_network_that_was_trained(tmp_path: Path) -> None:
    variant = SPEC.variant(3)
    config = tiny(tmp_path / "run", **FORESIGHT)
    train_variant(config, variant, quiet())
    agent = load(tmp_path / "run")
    assert isinstance(agent, PolicyAgent)
    assert agent.metadata is not None
    assert agent.metadata.network.foresight == 2
    agent.bind(variant)

    trainer = Trainer(config, variant)
    trainer.model.network.load_state_dict(agent.network.state_dict())
    trainer.model.network.requires_grad_(False)
    env = trainer.rollout.env
    rows, legal = env.observation[: env.num_rows], env.legal[: env.num_rows]
    advice = torch.from_numpy(Guide(load_guide("planner"), variant, "recall", foresight=True).advice(rows, legal))
    logits = trainer.model.network(torch.from_numpy(rows), advice).logits
    expected = torch.softmax(logits.masked_fill(torch.from_numpy(legal == 0), -torch.inf), dim=1)
    np.testing.assert_allclose(agent.policy(rows, legal, None)[0], expected.numpy(), atol=1e-6)

    trainer.model.network.action_head.weight.mul_(100.0)
    others = advice.clone()
    others[:, 1:] = 1
    assert not torch.allclose(trainer.model.network(torch.from_numpy(rows), others).logits, logits)


def test_foresight_may_be_new_where_training_starts_from_a_checkpoint(tmp_path: Path) -> None:
    variant = SPEC.variant(3)
    first = tiny(tmp_path / "first", **{**FORESIGHT, "foresight": False})
    train_variant(first, variant, quiet())
    second = dataclasses.replace(first, out=tmp_path / "second", foresight=True, start_from=str(tmp_path / "first"))
    trainer = Trainer(dataclasses.replace(second, guide="planner:foresight=1"), variant)
    agent = load(tmp_path / "first")
    assert isinstance(agent, PolicyAgent)
    env = trainer.rollout.env
    rows = torch.from_numpy(env.observation[: env.num_rows])
    advice = torch.from_numpy(np.random.default_rng(0).integers(1, 20, size=(len(rows), 3)))
    with torch.no_grad():
        told, alone = trainer.model.network(rows, advice), agent.network(rows, advice[:, :1])
    torch.testing.assert_close(told.logits, alone.logits)
    torch.testing.assert_close(told.value, alone.value)


def test_a_best_response_to_a_checkpoint_with_foresight_begins_with_its_weights_and_can_be_resumed(tmp_path: Path) -> None:
    variant = SPEC.variant(3)
    train_variant(tiny(tmp_path / "agent", **FORESIGHT), variant, quiet())
    config = BestResponseConfig(
        agent=str(tmp_path / "agent"), out=tmp_path / "out", decisions=60, seeds=1, games=3, search_games=0, alone=True,
        hidden=(8,), num_games=4, measurements=0,
    )  # fmt: skip
    (response,) = respond_to_all(config, variant, quiet())
    (warm,) = [row for row in response.responders if row.name == "warm-0"]
    run = Path(warm.checkpoint).parent.parent
    assert resumed_config(run).foresight is True


def test_a_guide_tells_what_it_expects_itself() -> None:
    """A planner with foresight expects planners without it."""
    variant = SPEC.variant(4)
    env = VectorEnv(variant, 8, seed=2, observation="recall")
    env.reset()
    for _ in range(6):
        game, seat = np.nonzero(env.acting)
        rows, legal = env.observation[game, seat], env.legal[game, seat]
        plain, foreseeing = (
            Guide(load_guide(name), variant, "recall", foresight=True) for name in ("planner", "planner:foresight=1")
        )
        actions = np.zeros(env.acting.shape, dtype=np.int64)
        actions[game, seat] = plain.advice(rows, legal)[:, 0]
        np.testing.assert_array_equal(foreseeing.advice(rows, legal)[:, 1:], plain.advice(rows, legal)[:, 1:])
        env.step(actions)


def test_what_cannot_foresee(tmp_path: Path) -> None:
    toy = TOY.variant(3)
    with pytest.raises(OptionError, match="expected --observation recall with --foresight, got 'table'"):
        Guide(HashAgent(), toy, "table", foresight=True)
    with pytest.raises(OptionError, match="cannot sample worlds"):
        Guide(HashAgent(observation="recall"), toy, "recall", foresight=True)
    with pytest.raises(OptionError, match="expected --foresight with --guide"):
        check_config(tiny(tmp_path, observation="recall", foresight=True))
