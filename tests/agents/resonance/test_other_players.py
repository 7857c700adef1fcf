"""A checkpoint plays elsewhere than it was trained: with 7 players instead of 8, and zero-shot with other cards."""

from pathlib import Path

import numpy as np
import pytest

from resonance_env import cli, resonance_v0
from resonance_env.agents.loading import load, shipped_checkpoints
from resonance_env.agents.network.checkpoint import read_metadata
from resonance_env.commands.agents import lines_of_checkpoint
from resonance_env.core.errors import CheckpointError
from resonance_env.games.resonance import cardsets
from resonance_env.games.resonance.spec import SPEC
from resonance_env.play.game_choice import GameChoice
from resonance_env.play.trained_variant import choose_variant
from resonance_env.play.zero_shot import differences
from tests.games.resonance.valid_set import VALID

NAME, OF_THREE = "resonance-8-recall", "resonance-3-recall"
OF_THIS_GAME = [name for name, folder in shipped_checkpoints().items() if read_metadata(folder).game == SPEC.name]
RULES = "rules version 1, here 2"


def test_seven_players_in_eight_seats() -> None:
    agent, variant = load(NAME), SPEC.variant(7)
    agent.bind(variant)
    games = variant.start(range(3))
    rows = variant.acting(games)
    seen, legal = variant.observe(games, agent.observation)[rows], variant.legal(games)[rows]
    chosen, _ = agent.act(seen, legal, agent.start(len(seen)), np.random.default_rng(1))
    assert (np.take_along_axis(legal, chosen[:, None], axis=1) == 1).all()
    agent.bind(SPEC.variant(8))
    np.testing.assert_array_equal(chosen, agent.act(seen, legal, None, np.random.default_rng(1))[0])


@pytest.mark.parametrize("players", [3, 6])
def test_other_seats_are_refused(players: int) -> None:
    with pytest.raises(CheckpointError, match=f"made for something else: players: 8, here {players}; observation size"):
        load(NAME).bind(SPEC.variant(players))


def test_one_line_says_so() -> None:
    agent = load(NAME)
    variant = choose_variant(GameChoice(players=7), [agent])
    assert variant.players == 7
    note = f"Note: {NAME} was trained with 8 players, here 7 in 8 seats; solo_team None, here 3; {RULES}"
    assert differences(variant, [agent, load("random")]) == [note]
    assert differences(SPEC.variant(8), [agent]) == [f"Note: {NAME} was trained with {RULES}"]


@pytest.fixture
def other_cards(tmp_path: Path) -> str:
    path = tmp_path / "other.toml"
    path.write_text(VALID, encoding="utf-8")
    return str(path)


def test_other_cards_are_zero_shot(other_cards: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = f"Zero-shot: {OF_THREE} was trained with cards 'house', here {other_cards!r}; {RULES}"
    assert differences(SPEC.variant(3, cards=other_cards), [load(OF_THREE), load("random")]) == [line]
    assert cli.main(["eval", OF_THREE, "--cards", other_cards, "--games", "3", "--seed", "1"]) == 0
    assert capsys.readouterr().out.startswith(line)
    with pytest.warns(UserWarning, match="Zero-shot: resonance-3-recall was trained with cards 'house'"):
        env = resonance_v0.gym_env(players=3, cards=other_cards, opponents=OF_THREE)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="Zero-shot"):
        resonance_v0.parallel_env(players=3, cards=other_cards, opponents={"witch_1": OF_THREE}).reset(seed=1)


def test_a_copy_of_the_same_cards_is_not_zero_shot(tmp_path: Path) -> None:
    path = tmp_path / "copy.toml"
    path.write_bytes((Path(cardsets.__file__).parent / "sets" / "house.toml").read_bytes())
    assert differences(SPEC.variant(3, cards=str(path)), [load(OF_THREE)]) == [f"Note: {OF_THREE} was trained with {RULES}"]


@pytest.mark.parametrize("name", OF_THIS_GAME)
def test_shipped_checkpoints_say_under_which_rules_they_were_trained(name: str) -> None:
    """Layout and actions have kept their meaning since, so they still play."""
    agent = load(name)
    assert agent.metadata is not None
    variant = SPEC.variant(agent.metadata.players, **agent.metadata.options)
    agent.bind(variant)
    assert (agent.metadata.rules_version, variant.rules_version) == (1, 2)
    assert agent.metadata.fingerprint in variant.earlier_fingerprints
    assert differences(variant, [agent]) == [f"Note: {name} was trained with {RULES}"]
    _, lines = lines_of_checkpoint(name, shipped_checkpoints()[name])
    assert lines[0].endswith(", rules version 1")
    assert {line.rpartition(", ")[2] for line in lines if line.startswith("    score ")} == {"rules version 2"}
