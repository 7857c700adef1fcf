"""Games that scripted players play out in one compiled call."""

import numpy as np
import pytest

from resonance_env.agents.loading import load
from resonance_env.agents.resonance.searching.playouts import scripted_rollout
from resonance_env.agents.sampling import NO_CHANCE
from resonance_env.core.chance import split_seed
from resonance_env.core.errors import OptionError, UsageError
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant

pytestmark = pytest.mark.compiled


def dealt(variant: ResonanceVariant, count: int) -> np.ndarray:
    """Returns copies of the first position of one deal."""
    games = variant.start([7])
    return np.repeat(games, count)


def play_greedily(variant: ResonanceVariant, games: np.ndarray, seed: int) -> int:
    """Plays one game to its end with `greedy` in all seats, decision by decision; returns the number of decisions."""
    agent, decisions = load("greedy"), 0
    agent.bind(variant)
    games[0]["seed"] = split_seed(seed)
    while not variant.done(games)[0]:
        actions = np.zeros((1, variant.num_seats), dtype=np.int16)
        acting, legal = variant.acting(games)[0], variant.legal(games)[0]
        chosen, _ = agent.act(variant.observe(games, "table")[0][acting], legal[acting], None, NO_CHANCE)
        actions[0, acting] = chosen
        decisions += len(chosen)
        variant.step(games, actions)
    return decisions


@pytest.mark.parametrize("players", [3, 4, 6, 8])
def test_greedy_playouts_are_the_games_of_the_agent(players: int) -> None:
    variant = SPEC.variant(players)
    games = dealt(variant, 4)
    expected, seeds = [games[index : index + 1].copy() for index in range(4)], np.arange(4, dtype=np.uint64)
    decisions = scripted_rollout(variant, games, seeds, ["greedy"])
    assert decisions == sum(play_greedily(variant, game, seed) for seed, game in enumerate(expected))
    for index, game in enumerate(expected):
        assert games[index : index + 1].tobytes() == game.tobytes()


def test_each_seat_has_its_player_and_the_seeds_say_all() -> None:
    variant = SPEC.variant(4)
    games, seeds = dealt(variant, 200), np.arange(200, dtype=np.uint64)
    again = games.copy()
    scripted_rollout(variant, games, seeds, ["random", "planner", "random", "greedy"], noise=0.1)
    scripted_rollout(variant, again, seeds, ["random", "planner", "random", "greedy"], noise=0.1)
    assert games.tobytes() == again.tobytes()
    random, planner, other, greedy = variant.payoff(games).mean(axis=0)
    assert planner > greedy > max(random, other)


def test_a_late_round_with_many_transients_left_is_played_to_the_end() -> None:
    variant = SPEC.variant(4)
    games = dealt(variant, 1)
    games["round_number"] = 18
    scripted_rollout(variant, games, np.zeros(1, dtype=np.uint64), "random")
    assert variant.done(games).all()


def test_players_that_there_are_not() -> None:
    variant = SPEC.variant(4)
    games, seeds = dealt(variant, 1), np.zeros(1, dtype=np.uint64)
    with pytest.raises(OptionError, match=r"got 'planer'; did you mean 'planner'\?"):
        scripted_rollout(variant, games, seeds, ["planer"])
    with pytest.raises(OptionError, match="got 3"):
        scripted_rollout(variant, games, seeds, [3])  # type: ignore[list-item]
    with pytest.raises(OptionError, match="a name or a sequence of names, got None"):
        scripted_rollout(variant, games, seeds, None)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"noise in 0 \.\. 1, got None"):
        scripted_rollout(variant, games, seeds, "greedy", noise=None)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="one player, or one for each of 4 seats; got 2"):
        scripted_rollout(variant, games, seeds, ["greedy", "random"])
    with pytest.raises(OptionError, match=r"noise in 0 \.\. 1, got 2"):
        scripted_rollout(variant, games, seeds, "greedy", noise=2)
    with pytest.raises(UsageError, match="have been reset"):
        scripted_rollout(variant, variant.new_games(1), seeds, ["greedy"])
