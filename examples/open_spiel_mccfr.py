"""Counterfactual regret minimisation with OpenSpiel: `python examples/open_spiel_mccfr.py`.

External-sampling MCCFR (Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for regret minimization in extensive
games", NeurIPS 2009) on the card set `mini` for two witches, with every chance event a node. Its average policy then plays
against random actions.
"""

import argparse
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver

from resonance_env import resonance_v0


def play(game: Any, policy: Any, seat: int, rng: np.random.Generator) -> float:
    """Plays one game of the policy at a seat against random actions and returns its payoff."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
        elif state.current_player() == seat:
            actions, weights = zip(*policy.action_probabilities(state).items(), strict=True)
        else:
            actions, weights = state.legal_actions(), None
        state.apply_action(int(rng.choice(actions, p=weights)))
    return float(state.returns()[seat])


def main() -> None:
    """Trains, plays, and prints the mean payoff."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--games", type=int, default=1000, help="games against random actions")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    game = pyspiel.convert_to_turn_based(resonance_v0.open_spiel_game(players=2, cards="mini", explicit_chance=True))
    solver = ExternalSamplingSolver(game)
    np.random.seed(options.seed)  # noqa: NPY002 - OpenSpiel's solvers use it
    began = time.perf_counter()
    for _ in range(options.iterations):
        solver.iteration()
    print(f"{options.iterations} iterations in {time.perf_counter() - began:.0f} s")

    rng, policy = np.random.default_rng(options.seed), solver.average_policy()
    payoffs = np.array([play(game, policy, number % 2, rng) for number in range(options.games)])
    margin = 1.96 * payoffs.std() / np.sqrt(len(payoffs))
    print(f"mean payoff against random actions: {payoffs.mean():+.3f} +- {margin:.3f} (95 %); equal players have 0")


if __name__ == "__main__":
    main()
