"""Training with a memory: sequences, whose memory is kept, and that memory helps."""

import random
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, strategies as st

from resonance_env.agents.loading import load
from resonance_env.agents.network.policy_agent import PolicyAgent
from resonance_env.core.errors import OptionError
from resonance_env.train.config_checks import check_config
from resonance_env.train.ppo.actor_critic import masked
from resonance_env.train.ppo.past_selves import PastSelves
from resonance_env.train.ppo.sequences import by_seat, one_by_one
from resonance_env.train.ppo.trainer import Trainer
from resonance_env.train.run.main import train_variant
from tests.small_games.hidden_sum import GUESS, NUM_DIGITS
from tests.train.forgetful_game import ForgetfulSpec
from tests.train.training_runs import EVERYTHING, VARIANT, quiet, tiny, trainer_of

MEMORY = 8
STANDING_STILL = 1e-30  # a step size that changes no weight


def reading_of(trainer: Trainer) -> tuple[np.ndarray, torch.Tensor, torch.Tensor]:
    """Returns all rows in packed order, and what the network makes of them as when it learns: log-probabilities, values."""
    made = trainer.rollout.buffer
    sequences = by_seat(np.arange(made.count), made.slot, made.is_last)
    rows, sizes = sequences.packed(np.arange(len(sequences)))
    with torch.no_grad():
        logits, value, _ = trainer.model.network(
            torch.from_numpy(made.observation[rows]),
            torch.from_numpy(made.advice[rows]),
            torch.from_numpy(made.memory[rows[: sizes[0]]]),
            torch.from_numpy(sizes),
        )
    chosen = torch.log_softmax(masked(logits, torch.from_numpy(made.legal[rows])), dim=1)
    return rows, chosen.gather(1, torch.from_numpy(made.action[rows])[:, None]).squeeze(1), value


@pytest.mark.parametrize("changes", [{}, {**EVERYTHING, "central_critic": False, "teacher": None}])
def test_before_the_first_step_an_update_sees_the_probabilities_of_the_rollout(changes: dict[str, object]) -> None:
    trainer = trainer_of(memory=MEMORY, learning_rate=STANDING_STILL, rollout=5, num_games=8, **changes)
    for _ in range(3):
        trainer.update(1.0)
    carried_over = trainer.rollout.buffer.count
    trainer.rollout.collect(0, 0.0)
    made = trainer.rollout.buffer
    assert carried_over > 0
    assert made.is_last[: made.count].any()

    rows, log_probability, value = reading_of(trainer)
    np.testing.assert_allclose(log_probability, made.log_probability[rows], atol=1e-6)
    np.testing.assert_allclose(value, made.value[rows], atol=1e-6)
    assert len(np.unique(value.numpy().round(5))) > 10


def test_a_seat_remembers_its_own_game_and_nothing_else() -> None:
    trainer = trainer_of(memory=MEMORY, rollout=40, num_games=6, opponents=("random",), opponent_share=0.5)
    trainer.rollout.collect(0, 0.0)
    made = trainer.rollout.buffer
    first = 0
    for slot in range(len(trainer.rollout.open_row)):
        memory = torch.zeros((1, MEMORY))
        for row in np.flatnonzero(made.slot[: made.count] == slot):
            np.testing.assert_allclose(made.memory[row], memory[0], atol=1e-6)
            with torch.no_grad():
                memory = trainer.model.network(torch.from_numpy(made.observation[[row]]), None, memory).memory
            if made.is_last[row]:
                memory = torch.zeros((1, MEMORY))
                first += 1
        np.testing.assert_allclose(trainer.rollout.memory[slot], memory[0], atol=1e-6)
    assert first > 9  # games that ended, seat by seat


def test_a_rollout_goes_on_with_what_the_network_now_makes_of_the_last_decisions() -> None:
    trainer = trainer_of(memory=MEMORY, learning_rate=0.1, rollout=3, num_games=6)
    trainer.update(1.0)
    made = trainer.rollout.buffer
    assert made.count > 0
    before = trainer.rollout.memory.copy()
    trainer.rollout.remember()
    slots = made.slot[: made.count]
    with torch.no_grad():
        rows = [torch.from_numpy(column[: made.count]) for column in (made.observation, made.advice, made.memory)]
        expected = trainer.model.network(*rows).memory
    np.testing.assert_allclose(trainer.rollout.memory[slots], expected, atol=1e-6)
    assert np.abs(trainer.rollout.memory - before).max() > 0.01
    assert not trainer.rollout.memory[np.setdiff1d(np.arange(18), slots)].any()


def test_what_a_seat_saw_in_one_game_changes_what_is_learned_from_that_alone() -> None:
    trainer = trainer_of(memory=MEMORY, rollout=40, num_games=6)
    trainer.rollout.collect(0, 0.0)
    made = trainer.rollout.buffer
    sequences = by_seat(np.arange(made.count), made.slot, made.is_last)
    rows, before, _ = reading_of(trainer)
    for chosen in (0, len(sequences) // 2, len(sequences) - 1):
        start, length = sequences.start[chosen], sequences.length[chosen]
        first, *later = sequences.row[start : start + length]
        made.observation[first] += 1
        _, after, _ = reading_of(trainer)
        made.observation[first] -= 1
        is_changed = np.isin(rows, [first, *later])
        np.testing.assert_array_equal(after[~is_changed], before[~is_changed])
        if later:
            assert (after[np.isin(rows, later)] != before[np.isin(rows, later)]).any()  # it is remembered


decisions = st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=60)


@given(decisions, st.randoms(use_true_random=False))
def test_sequences_are_the_decisions_of_one_seat_in_one_game(made: list[tuple[int, bool]], chance: random.Random) -> None:
    slot, is_last = np.array([of for of, _ in made]), np.array([last for _, last in made])
    has_next = np.array([of in slot[row + 1 :] for row, of in enumerate(slot)])
    known = np.flatnonzero(is_last | has_next)
    sequences = by_seat(known, slot, is_last)
    np.testing.assert_array_equal(np.sort(sequences.row), known)
    parts = [sequences.row[at : at + length].tolist() for at, length in zip(sequences.start, sequences.length, strict=True)]
    for part in parts:
        assert part == sorted(part)
        assert len(set(slot[part])) == 1
        assert not is_last[part[:-1]].any()
    assert len(parts) == len({(of, int((is_last & (slot == of))[:row].sum())) for row, of in enumerate(slot) if row in known})

    if parts:
        chosen = np.array(chance.sample(range(len(parts)), len(parts) // 2 + 1))
        rows, sizes = sequences.packed(chosen)
        at = 0
        got: list[list[int]] = [[] for _ in range(sizes[0])]
        for size in sizes:
            for number, row in enumerate(rows[at : at + size].tolist()):
                got[number].append(row)
            at += size
        assert sorted(got) == sorted(parts[number] for number in chosen)
        assert [len(part) for part in got] == sorted((len(part) for part in got), reverse=True)


def test_without_a_memory_every_decision_is_on_its_own() -> None:
    rows, sizes = one_by_one(np.array([3, 5, 8, 9])).packed(np.array([2, 0, 3]))
    assert (rows.tolist(), sizes.tolist()) == ([8, 3, 9], [3])


def test_gradients_flow_through_a_sequence_as_step_by_step() -> None:
    network = trainer_of(memory=MEMORY).model.network
    torch.nn.init.orthogonal_(network.action_head.weight)
    torch.manual_seed(1)
    lengths, size = (4, 2, 1), VARIANT.layout().size
    features = [torch.randn(length, size) for length in lengths]
    memory = torch.randn(len(lengths), MEMORY)
    order = [(sequence, at) for at in range(4) for sequence, length in enumerate(lengths) if at < length]

    packed = torch.stack([features[sequence][at] for sequence, at in order])
    together = network.read(packed, None, memory, torch.tensor([3, 2, 1, 1]))
    parameters = [parameter for name, parameter in network.named_parameters() if "value" not in name]
    expected_parts, last = [], []
    for sequence, length in enumerate(lengths):
        remembered = memory[[sequence]]
        for at in range(length):
            reading = network.read(features[sequence][[at]], None, remembered)
            remembered = reading.memory
            expected_parts.append(reading.logits.square().sum())
        last.append(remembered)
    torch.testing.assert_close(together.memory, torch.cat(last))
    gradients = torch.autograd.grad(together.logits.square().sum(), parameters)
    expected = torch.autograd.grad(torch.stack(expected_parts).sum(), parameters)
    torch.testing.assert_close(gradients, expected, rtol=1e-4, atol=1e-5)


def test_minibatches_smaller_than_a_sequence_take_one_each() -> None:
    scalars = trainer_of(memory=MEMORY, minibatch=1).update(1.0)
    assert np.isfinite(scalars["loss/policy"])


def test_a_past_self_begins_with_an_empty_memory() -> None:
    trainer = trainer_of(memory=MEMORY, pool_share=0.5, num_games=6, rollout=3)
    rollout, pool = trainer.rollout, trainer.rollout.parts["pool"]
    assert isinstance(pool, PastSelves)
    trainer.update(1.0)
    asked = pool.memory.any(axis=2)
    np.testing.assert_array_equal(asked, ~rollout.seats.is_learner[3:])  # no game has ended, and all have been asked

    pool.begin_games(rollout.env, np.array([1, 4]), rollout.seats.is_learner)
    np.testing.assert_array_equal(pool.memory.any(axis=(1, 2)), [True, False, True])
    pool.begin_rollout(trainer.model.network, 1, 1.0, trainer.rng)
    assert not pool.memory.any()


def test_a_checkpoint_with_a_memory_plays_on_as_an_opponent(tmp_path: Path) -> None:
    train_variant(tiny(tmp_path / "first", memory=MEMORY), VARIANT, quiet())
    agent = load(tmp_path / "first")
    assert isinstance(agent, PolicyAgent)
    assert agent.metadata is not None
    assert agent.metadata.network.memory == MEMORY

    config = tiny(
        tmp_path / "second", memory=4, opponents=(str(tmp_path / "first"),), opponent_share=0.5, num_games=6, rollout=3
    )
    trainer = Trainer(config, VARIANT)
    trainer.rollout.collect(0, 0.0)
    remembered = trainer.rollout.parts["opponents"].save()["memory/0"]
    np.testing.assert_array_equal(remembered.any(axis=1).reshape(3, 3), ~trainer.rollout.seats.is_learner[3:])


def test_a_network_without_the_memory_cannot_begin_with_its_weights(tmp_path: Path) -> None:
    train_variant(tiny(tmp_path / "first", memory=MEMORY), VARIANT, quiet())
    with pytest.raises(OptionError, match="memory: 8 there, 0 here"):
        Trainer(tiny(tmp_path / "second", start_from=str(tmp_path / "first")), VARIANT)
    Trainer(tiny(tmp_path / "second", start_from=str(tmp_path / "first"), memory=MEMORY), VARIANT)

    with pytest.raises(OptionError, match="expected --memory of at least 0 and finite, got -1"):
        check_config(tiny(tmp_path, memory=-1))


def test_a_game_of_memory_is_learned() -> None:
    """Without a memory, guesses after the first round are right one time in `NUM_DIGITS`."""
    trainer = trainer_of(
        ForgetfulSpec().variant(), memory=16, hidden=(32,), num_games=32, rollout=16, minibatch=128, learning_rate=1e-2
    )
    for _ in range(14):
        trainer.update(1.0)
    trainer.rollout.collect(0, 0.0)

    made = trainer.rollout.buffer
    sequences = by_seat(np.arange(made.count), made.slot, made.is_last)
    is_right: list[bool] = []
    for start, length in zip(sequences.start, sequences.length, strict=True):
        first, *later = sequences.row[start : start + length]
        if not made.memory[first].any():  # the game began in this rollout
            digit = trainer.variant.layout(trainer.config.observation).view(made.observation[first], "digit")[0]
            is_right += [made.action[row] == GUESS + digit for row in later if made.legal[row, GUESS]]
    assert len(is_right) > 300
    assert np.mean(is_right) > 2.0 / NUM_DIGITS
