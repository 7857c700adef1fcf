"""A checkpoint for 8 players plays 7, where one person holds a team of two seats and eight agents sit too."""

import numpy as np
import pytest

from resonance_env.agents.loading import load
from resonance_env.core.errors import CheckpointError
from resonance_env.games.resonance.spec import SPEC
from resonance_env.play.game_choice import GameChoice
from resonance_env.play.trained_variant import choose_variant, differences

NAME = "resonance-8-recall"


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
    note = f"Note: {NAME} was trained with 8 players, here 7 in 8 seats; solo_team None, here 3"
    assert differences(variant, [agent, load("random")]) == [note]
    assert differences(SPEC.variant(8), [agent]) == []
