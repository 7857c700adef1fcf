"""Checkpoints come back as they were written, and every damage is named."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch

from resonance_env.agents.checkpoint_metadata import NetworkSpec
from resonance_env.agents.loading import agent_names, load
from resonance_env.agents.network.checkpoint import find_checkpoint, read_metadata, write_checkpoint
from resonance_env.agents.network.policy_agent import PolicyAgent
from resonance_env.agents.network.policy_network import MlpPolicy, SeatTrunk, SetPolicy, blocks_of_seats, input_scale
from resonance_env.core.actions import ActionTable
from resonance_env.core.digest import action_digest, layout_digest
from resonance_env.core.errors import CheckpointError, OptionError, UsageError
from resonance_env.core.spec import Variant
from resonance_env.eval.match.match import play_match
from resonance_env.eval.match.schedule import Schedule
from resonance_env.play.zero_shot import differences
from tests.agents.pupil import NETWORK, metadata_for
from tests.small_games.hidden_sum import SPEC


def network_for(variant: Variant) -> MlpPolicy:
    torch.manual_seed(3)
    return MlpPolicy(variant.layout("table").size, variant.num_actions, NETWORK)


@pytest.fixture
def variant() -> Variant:
    return SPEC.variant(3)


@pytest.fixture
def folder(tmp_path: Path, variant: Variant) -> Path:
    weights = {name: tensor.numpy() for name, tensor in network_for(variant).state_dict().items()}
    write_checkpoint(tmp_path / "pupil", metadata_for(variant), weights)
    return tmp_path / "pupil"


def some_rows(variant: Variant, rows: int = 300) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    layout = variant.layout("table")
    observation = rng.integers(0, layout.high + 1, size=(rows, layout.size)).astype(np.int8)
    legal = (rng.random((rows, variant.num_actions)) < 0.5).astype(np.int8)
    legal[:, 1] = 1
    return observation, legal


def test_a_checkpoint_acts_as_the_network_it_was_made_from(folder: Path, variant: Variant) -> None:
    before, after = PolicyAgent("pupil", network_for(variant), "table"), load(folder)
    observation, legal = some_rows(variant)
    actions = []
    for agent in (before, after):
        agent.bind(variant)
        actions.append(agent.act(observation, legal, None, np.random.default_rng(2))[0])

    np.testing.assert_array_equal(actions[0], actions[1])
    assert (legal[np.arange(len(legal)), actions[0]] == 1).all()
    assert after.name == "pupil"
    assert sorted(path.name for path in folder.iterdir()) == ["metadata.json", "weights.safetensors"]


def test_probabilities_are_a_masked_softmax_of_scaled_observations(variant: Variant) -> None:
    network = network_for(variant)
    scale = input_scale(variant.layout())
    np.testing.assert_allclose(scale**2 * variant.layout().high, 1.0, rtol=1e-6)
    network.input_scale.copy_(torch.from_numpy(scale))
    agent = PolicyAgent("pupil", network, "table")
    agent.bind(variant)
    observation, legal = some_rows(variant, 5)

    with torch.no_grad():
        logits = network.read(torch.from_numpy(observation * scale)).logits
    expected = torch.softmax(logits.masked_fill(torch.from_numpy(legal == 0), -torch.inf), dim=1)
    np.testing.assert_allclose(agent.policy(observation, legal, None)[0], expected.numpy(), atol=1e-6)


def test_what_a_row_gets_does_not_depend_on_the_number_of_rows(variant: Variant) -> None:
    agent = PolicyAgent("pupil", network_for(variant), "table")
    agent.bind(variant)
    observation, legal = some_rows(variant, 700)

    alone = [agent.policy(observation[row : row + 1], legal[row : row + 1], None)[0][0] for row in (0, 300, 699)]
    np.testing.assert_array_equal(agent.policy(observation, legal, None)[0][[0, 300, 699]], alone)


def with_memory(variant: Variant, width: int = 5) -> PolicyAgent:
    torch.manual_seed(3)
    network = MlpPolicy(variant.layout("table").size, variant.num_actions, msgspec.structs.replace(NETWORK, memory=width))
    agent = PolicyAgent("pupil", network.requires_grad_(False), "table")
    agent.bind(variant)
    return agent


def test_an_agent_with_a_memory_comes_back_with_it(tmp_path: Path, variant: Variant) -> None:
    before = with_memory(variant)
    weights = {name: tensor.numpy() for name, tensor in before.network.state_dict().items()}
    metadata = msgspec.structs.replace(metadata_for(variant), network=msgspec.structs.replace(NETWORK, memory=5))
    write_checkpoint(tmp_path / "pupil", metadata, weights)
    after = load(tmp_path / "pupil")
    after.bind(variant)
    observation, legal = some_rows(variant)
    played = []
    for agent in (before, after):
        memory, rng = agent.start(len(legal)), np.random.default_rng(2)
        assert memory is not None
        assert not memory.any()
        for _ in range(3):
            actions, memory = agent.act(observation, legal, memory, rng)
        played.append((actions, memory))
    np.testing.assert_array_equal(played[0][0], played[1][0])
    np.testing.assert_array_equal(played[0][1], played[1][1])


@pytest.mark.parametrize("width", [4, 36, 64])
def test_what_a_row_remembers_does_not_depend_on_the_others(variant: Variant, width: int) -> None:
    agent = with_memory(variant, width)
    observation, legal = some_rows(variant, 700)
    memory = np.random.default_rng(4).normal(size=(700, width)).astype(np.float32)
    together, remembered = agent.policy(observation, legal, memory)

    assert remembered is not None
    assert remembered.dtype == np.float32
    assert (together != agent.policy(observation, legal, agent.start(700))[0]).any()
    order = np.random.default_rng(5).permutation(700)[:300]
    for rows in (order, [0], [300], [699]):
        alone, remembered_alone = agent.policy(observation[rows], legal[rows], memory[rows])
        np.testing.assert_array_equal(alone, together[rows])
        np.testing.assert_array_equal(remembered_alone, remembered[rows])


def test_a_game_goes_the_same_however_many_are_played_beside_it(variant: Variant) -> None:
    agent = with_memory(variant)
    line_up, seeds = np.zeros((12, 3), dtype=np.int64), np.arange(12, dtype=np.uint64)
    schedule = Schedule(line_up, seeds, seeds)
    together, in_threes = (play_match(variant, [agent], schedule, batch=batch) for batch in (12, 3))
    np.testing.assert_array_equal(together.payoff, in_threes.payoff)
    np.testing.assert_array_equal(together.decisions, in_threes.decisions)


def test_an_agent_must_be_given_its_memory_back(variant: Variant) -> None:
    agent = with_memory(variant)
    observation, legal = some_rows(variant, 4)
    with pytest.raises(UsageError, match=r"for 4 rows, from start\(\) or its last act\(\), got None"):
        agent.act(observation, legal, None, np.random.default_rng(0))
    with pytest.raises(UsageError, match=r"got an array of shape \(3, 5\)"):
        agent.act(observation, legal, agent.start(3), np.random.default_rng(0))


def test_the_likeliest_action_can_be_asked_for(variant: Variant) -> None:
    agent = PolicyAgent("pupil", network_for(variant), "table", temperature=0.0)
    agent.bind(variant)
    observation, legal = some_rows(variant)

    chosen, _ = agent.act(observation, legal, None, np.random.default_rng(0))
    drawing = PolicyAgent("pupil", network_for(variant), "table")
    drawing.bind(variant)
    np.testing.assert_array_equal(chosen, drawing.policy(observation, legal, None)[0].argmax(axis=1))


def test_a_low_temperature_makes_likely_actions_likelier(folder: Path, variant: Variant) -> None:
    observation, legal = some_rows(variant)
    warm, cool = load(folder), load(f"{folder}:temperature=0.5")
    assert isinstance(warm, PolicyAgent)
    assert isinstance(cool, PolicyAgent)
    assert (warm.name, cool.name) == ("pupil", "pupil:temperature=0.5")
    warm.bind(variant)
    cool.bind(variant)
    squares = warm.policy(observation, legal, None)[0] ** 2
    np.testing.assert_allclose(
        cool.policy(observation, legal, None)[0], squares / squares.sum(axis=1, keepdims=True), atol=1e-9
    )


def test_a_checkpoint_has_one_parameter(folder: Path) -> None:
    with pytest.raises(OptionError, match="the names temperature; got 'heat=2'"):
        load(f"{folder}:heat=2")
    with pytest.raises(OptionError, match="at least 0, got '-1'"):
        load(f"{folder}:temperature=-1")


def test_an_agent_must_be_bound_first(folder: Path, variant: Variant) -> None:
    with pytest.raises(UsageError, match="bind"):
        load(folder).act(*some_rows(variant), None, np.random.default_rng(0))


def test_a_set_network_reads_every_other_seat_with_the_same_encoder() -> None:
    variant = SPEC.variant(4)
    layout = variant.layout("recall")
    spec = NetworkSpec((16, 8), "relu", "set", seat_width=5, blocks=blocks_of_seats(layout, variant.num_seats))
    torch.manual_seed(1)
    network = SetPolicy(layout.size, variant.num_actions, spec)
    assert [(block.repeat, block.size) for block in spec.blocks] == [(4, 3)]

    rng = np.random.default_rng(2)
    observation = rng.integers(0, layout.high + 1, size=(6, layout.size)).astype(np.int8)
    with torch.no_grad():
        assert isinstance(network.trunk, SeatTrunk)
        network.trunk.seats.weight[:, : 3 * 5] = 0.0  # the codes in order, but not their maximum
        before, value, _ = network(torch.from_numpy(observation))
        seats = layout.block(observation, "seat")
        seats[:, 1:] = seats[:, [3, 1, 2]].copy()
        after, value_after, _ = network(torch.from_numpy(observation))
        torch.testing.assert_close((before, value), (after, value_after))
        seats[:, 0] = seats[:, 1]  # the observer's own row is another matter
        assert not torch.equal(network(torch.from_numpy(observation))[0], before)
    assert before.shape == (6, variant.num_actions)
    assert value.shape == (6,)


def cut_weights(folder: Path) -> None:
    path = folder / "weights.safetensors"
    path.write_bytes(path.read_bytes()[:-10])


def edit_metadata(**changes: object) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        path = folder / "metadata.json"
        metadata = json.loads(path.read_text())
        for name, value in changes.items():
            if value is None:
                del metadata[name]
            else:
                metadata[name] = value
        path.write_text(json.dumps(metadata))

    return edit


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda folder: (folder / "metadata.json").unlink(), r"metadata\.json: No such file"),
        (lambda folder: (folder / "weights.safetensors").unlink(), r"weights\.safetensors: No such file"),
        (cut_weights, r"SHA-256 .* at .*weights\.safetensors.*damaged"),
        (lambda folder: (folder / "weights.safetensors").write_bytes(b""), r"got 0 bytes"),
        (
            lambda folder: (folder / "metadata.json").write_text('{"format": 1, "na'),
            r"metadata\.json, got something else: .*truncated",
        ),
        (lambda folder: (folder / "metadata.json").write_bytes(b"\xff\xfe"), r"metadata\.json, got something else"),
        (edit_metadata(players=None), r"metadata\.json.*missing required field `players`"),
        (edit_metadata(steps="many"), r"metadata\.json.*Expected `int`.*steps"),
        (edit_metadata(format=2), r"metadata\.json.*format"),
        (edit_metadata(num_actions=10**20), r"metadata\.json.*num_actions"),
        (edit_metadata(temperature=-1.0), r"metadata\.json.*>= 0.*temperature"),
        (edit_metadata(network={"hidden": [-1], "activation": "tanh"}), r"metadata\.json.*>= 1.*hidden"),
        (edit_metadata(network={"hidden": [16, 16], "activation": "tanh"}), r"fit the network of its metadata.*expected shape"),
        (edit_metadata(network={"hidden": [16], "activation": "sine"}), r"metadata\.json.*sine"),
        (
            edit_metadata(network={"hidden": [16], "activation": "relu", "kind": "set"}),
            r"metadata\.json.*blocks and at least one",
        ),
        (
            edit_metadata(network={"hidden": [16, 8], "activation": "tanh", "memory": -1}),
            r"metadata\.json.*`int` >= 0.*network\.memory",
        ),
        (edit_metadata(network={"hidden": [16, 8], "activation": "tanh", "memory": 4}), r"action_head\.weight: expected shape"),
    ],
)
def test_damage_is_named(folder: Path, damage: Callable[[Path], object], message: str) -> None:
    damage(folder)

    with pytest.raises(CheckpointError, match=message) as caught:
        load(folder)
    assert str(folder) in str(caught.value)


def test_weights_may_be_stored_in_half_precision(tmp_path: Path, variant: Variant) -> None:
    weights = {name: tensor.numpy().astype(np.float16) for name, tensor in network_for(variant).state_dict().items()}
    write_checkpoint(tmp_path / "half", msgspec.structs.replace(metadata_for(variant), temperature=0.0), weights)
    agent = load(tmp_path / "half")
    assert isinstance(agent, PolicyAgent)
    assert agent.deterministic
    for name, tensor in agent.network.state_dict().items():
        assert tensor.dtype == torch.float32
        np.testing.assert_array_equal(tensor.numpy(), weights[name].astype(np.float32))


def test_weights_that_are_not_safetensors(folder: Path) -> None:
    import hashlib

    (folder / "weights.safetensors").write_bytes(b"not weights")
    edit_metadata(weights_sha256=hashlib.sha256(b"not weights").hexdigest())(folder)

    with pytest.raises(CheckpointError, match=r"safetensors format at .*weights\.safetensors"):
        load(folder)


@pytest.mark.parametrize(
    ("other", "differences"),
    [
        (SPEC.variant(4), ["players: 3, here 4", "observation size: 12, here 14"]),
        (SPEC.variant(4, stakes=2), ["players: 3, here 4", "observation size: 12, here 14", "option stakes: 1, here 2"]),
    ],
)
def test_a_checkpoint_for_something_else_says_what_differs(folder: Path, other: Variant, differences: list[str]) -> None:
    with pytest.raises(CheckpointError) as caught:
        load(folder).bind(other)
    for difference in [str(folder), *differences]:
        assert difference in str(caught.value)


def test_other_options_and_rules_are_zero_shot(folder: Path, variant: Variant) -> None:
    agent, stakes = load(folder), SPEC.variant(3, stakes=2)
    agent.bind(stakes)
    assert differences(stakes, [agent]) == ["Zero-shot: pupil was trained with stakes 1, here 2"]
    agent.bind(variant)
    assert differences(variant, [agent]) == []
    edit_metadata(fingerprint="older")(folder)
    older = load(folder)
    older.bind(variant)
    assert differences(variant, [older]) == ["Zero-shot: pupil was trained with other rules"]


@pytest.mark.parametrize(
    ("field", "message"),
    [("layout", "observation layout: '0123456789ab', here"), ("actions", "action table: '0123456789ab', here")],
)
def test_a_changed_meaning_of_the_same_size_is_refused(folder: Path, variant: Variant, field: str, message: str) -> None:
    edit_metadata(**{field: "0123456789ab", "game": "other"})(folder)

    with pytest.raises(CheckpointError, match=f"game: 'other', here 'toy'; {message}"):
        load(folder).bind(variant)


def test_a_failed_write_leaves_nothing(tmp_path: Path, variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(OSError, match="No space left") as caught:
        write_checkpoint(tmp_path / "run" / "new", metadata_for(variant), {"a": np.zeros(3, dtype=np.float32)})
    assert caught.value.filename == str(tmp_path / "run" / "new")
    assert list((tmp_path / "run").iterdir()) == []


def test_what_a_killed_write_left_is_removed_later(tmp_path: Path, variant: Variant) -> None:
    part = tmp_path / ".new.0123abcd.part"
    part.mkdir()
    (part / "metadata.json").write_text("{")
    os.utime(part, (0, 0))
    write_checkpoint(tmp_path / "new", metadata_for(variant), {})

    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_a_checkpoint_is_never_overwritten(folder: Path, variant: Variant) -> None:
    with pytest.raises(CheckpointError, match="expected a new folder"):
        write_checkpoint(folder, metadata_for(variant), {})


def test_the_newest_checkpoint_of_a_run_is_found(tmp_path: Path, variant: Variant) -> None:
    for steps in (100, 20, 3):
        write_checkpoint(tmp_path / "checkpoints" / f"step-{steps:012}", metadata_for(variant), {})
    (tmp_path / "checkpoints" / ".step-000000000200.x.part").mkdir()

    assert find_checkpoint(tmp_path).name == "step-000000000100"
    assert read_metadata(find_checkpoint(tmp_path)).name == "pupil"


def test_a_folder_without_checkpoints_says_what_was_expected(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match=rf"metadata\.json and weights\.safetensors in {re.escape(str(tmp_path))}"):
        load(tmp_path)


def test_digests_change_with_what_a_network_depends_on(variant: Variant) -> None:
    assert layout_digest(variant.layout("table")) != layout_digest(variant.layout("recall"))
    assert layout_digest(variant.layout("table")) == layout_digest(SPEC.variant(3).layout("table"))
    fewer = ActionTable(list(variant.actions)[:-1])
    assert action_digest(variant.actions) != action_digest(fewer)


def test_agents_by_name() -> None:
    assert "random" in agent_names()
    assert load("random").name == "random"
    with pytest.raises(OptionError, match=r"got 'randon'; did you mean 'random'\?"):
        load("randon")
    with pytest.raises(OptionError, match=r"path of a checkpoint, .*; got 'no/such/folder'"):
        load("no/such/folder")
