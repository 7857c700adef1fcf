"""A guided network starts as its guide, sees the guide's choice, and learns when to deviate from it."""

import dataclasses
import functools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from resonance_env.agents import loading
from resonance_env.agents.checkpoint_metadata import NetworkSpec, RepeatedBlock
from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import load, load_guide
from resonance_env.agents.network.guide import Guide
from resonance_env.agents.network.policy_agent import PolicyAgent
from resonance_env.agents.network.policy_network import PolicyNetwork, SeatTrunk, Tower, input_scale, make_network
from resonance_env.agents.registry import AgentEntry
from resonance_env.core.errors import OptionError, UsageError
from resonance_env.train.config_checks import check_config
from resonance_env.train.ppo.trainer import Trainer
from resonance_env.train.run.main import train_variant
from tests.adapters.simple_agents import CountingAgent, HashAgent
from tests.agents.test_checkpoint import some_rows
from tests.train.test_resume import run_weights_in_parts
from tests.train.training_runs import EVERYTHING, VARIANT, assert_same, quiet, run_weights, tiny, trainer_of

GUIDES: dict[str, Callable[[], Agent]] = {
    "hash": HashAgent,
    "hash that counts cards": functools.partial(HashAgent, observation="recall"),
    "counting": CountingAgent,
}
SEATS = NetworkSpec((7, 4), "relu", "set", seat_width=3, blocks=(RepeatedBlock(1, 2, 2),))
GUIDED = {name: value for name, value in EVERYTHING.items() if name != "teacher"} | {"guide": "hash that counts cards"}


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [AgentEntry(name, factory, "For tests.") for name, factory in GUIDES.items()]
    monkeypatch.setattr(loading, "GENERIC", (*loading.GENERIC, *entries))


def untrained(hidden: tuple[int, ...] = (16,), memory: int = 0) -> PolicyNetwork:
    layout = VARIANT.layout("table")
    network = make_network(layout.size, VARIANT.num_actions, NetworkSpec(hidden, "relu", guide="hash", memory=memory))
    network.initialise(input_scale(layout))
    return network.requires_grad_(False)


@pytest.mark.parametrize(("hidden", "memory"), [((16,), 0), ((), 0), ((16,), 4)])
def test_an_untrained_network_plays_as_its_guide(hidden: tuple[int, ...], memory: int) -> None:
    agent = PolicyAgent("guided", untrained(hidden, memory), "table", temperature=0.0, load_guide=load_guide)
    agent.bind(VARIANT)
    observation, legal = some_rows(VARIANT)

    chosen, _ = agent.act(observation, legal, agent.start(len(legal)), np.random.default_rng(0))
    guides = HashAgent()
    np.testing.assert_array_equal(chosen, guides.act(observation, legal, None, np.random.default_rng(0))[0])


def test_at_full_temperature_it_leaves_the_guide_at_times() -> None:
    agent = PolicyAgent("guided", untrained(), "table", load_guide=load_guide)
    agent.bind(VARIANT)
    observation, legal = some_rows(VARIANT)

    probabilities = agent.policy(observation, legal, None)[0]
    advice = Guide(load_guide("hash"), VARIANT, "table").advice(observation, legal)
    others = legal.sum(axis=1) - 1
    followed = np.exp(4.0) / (np.exp(4.0) + others)
    np.testing.assert_allclose(np.take_along_axis(probabilities, advice, axis=1)[:, 0], followed, atol=0.02)


@pytest.mark.parametrize("trunk", [Tower(5 + 2 * 3, (7, 4), "relu"), SeatTrunk(5 + 2 * 3, SEATS)], ids=["mlp", "set"])
def test_codes_are_read_as_if_they_were_written_one_hot(trunk: Tower | SeatTrunk) -> None:
    generator = torch.Generator().manual_seed(1)
    features, codes = torch.rand((6, 5), generator=generator), torch.randint(3, (6, 2), generator=generator)
    written = torch.cat([features, torch.eye(3)[codes[:, 0]], torch.eye(3)[codes[:, 1]]], dim=1)

    first = next(trunk.parameters())
    gradients = [torch.autograd.grad(hidden.square().sum(), first)[0] for hidden in (trunk(features, codes), trunk(written))]
    torch.testing.assert_close(trunk(features, codes), trunk(written))
    torch.testing.assert_close(*gradients)


def test_the_trunk_reads_the_advice() -> None:
    network = untrained()
    network.action_head.weight.mul_(100.0)
    observation = torch.zeros((2, VARIANT.layout("table").size))

    logits = network(observation, torch.tensor([[0], [1]])).logits
    trusted = network.trust * torch.eye(VARIANT.num_actions)[:2] if network.trust is not None else logits
    assert not torch.allclose(logits[0] - trusted[0], logits[1] - trusted[1])


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("counting", "expected a guide that always does the same with the same observation, got 'counting'"),
        ("random", "always does the same"),
        ("hash that counts cards", r"sees what the network sees \('table'\).*needs 'recall' observations"),
    ],
)
def test_agents_that_cannot_guide(name: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Guide(load_guide(name), VARIANT, "table")


def test_a_checkpoint_in_a_folder_cannot_guide(tmp_path: Path) -> None:
    run_weights(tiny(tmp_path / "run", decisions=40))
    with pytest.raises(OptionError, match=r"expected the name of an agent as guide, got '.*run:temperature=0', a checkpoint"):
        load_guide(f"{tmp_path / 'run'}:temperature=0")


def test_a_guided_network_needs_a_way_to_load_its_guide() -> None:
    with pytest.raises(UsageError, match="expected load_guide with 'guided', whose network is guided by 'hash'"):
        PolicyAgent("guided", untrained(), "table").bind(VARIANT)


def test_a_network_without_layers_cannot_be_guided() -> None:
    with pytest.raises(OptionError, match="expected, with --guide, at least one layer in --hidden, got none"):
        trainer_of(guide="hash", hidden=())


def test_a_guided_run_leaves_a_checkpoint_that_knows_its_guide(tmp_path: Path) -> None:
    config = tiny(tmp_path / "run", **GUIDED)
    train_variant(config, VARIANT, quiet())

    agent = load(tmp_path / "run")
    assert isinstance(agent, PolicyAgent)
    assert agent.metadata is not None
    assert agent.metadata.network.guide == config.guide
    agent.bind(VARIANT)
    trainer = Trainer(config, VARIANT)
    trainer.model.network.load_state_dict(agent.network.state_dict())
    rows = trainer.rollout.env.observation[:12], trainer.rollout.env.legal[:12]  # all seats are asked
    advice = load("hash that counts cards").act(*rows, None, np.random.default_rng(0))[0][:, None]
    with torch.no_grad():
        logits = trainer.model.network(torch.from_numpy(rows[0]), torch.from_numpy(advice)).logits
    expected = torch.softmax(logits.masked_fill(torch.from_numpy(rows[1] == 0), -torch.inf), dim=1)
    np.testing.assert_allclose(agent.policy(*rows, None)[0], expected.numpy(), atol=1e-6)


def test_a_resumed_guided_run_is_the_uninterrupted_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tiny(tmp_path / "whole", decisions=400, measurements=0, **GUIDED)
    parts = dataclasses.replace(whole, out=tmp_path / "parts")
    assert_same(run_weights(whole), run_weights_in_parts(parts, monkeypatch))


def test_guide_and_teacher_are_one_too_many(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="expected --guide or --teacher, got both"):
        check_config(tiny(tmp_path, guide="hash", teacher="random"))
