"""Exact evaluation from Python: the tree of a small game, and what agents are worth in it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import as_agent
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import EXPLICIT_CHANCE, GameSpec, Variant
from resonance_env.eval.exact.enumeration import sequence_form
from resonance_env.eval.exact.policies import agent_policies
from resonance_env.games import DEFAULT_GAME, load_game


class GameTree:
    """A game that has been enumerated.

    Attributes:
        variant: the game, with explicit chance.
        form: its sequence form: information sets of each seat, endings and their payoffs.
    """

    def __init__(
        self, variant: Variant, start: np.ndarray | None = None, progress: Callable[[int, int], None] | None = None
    ) -> None:
        """Enumerates a game; see `sequence_form`."""
        self.variant = variant
        self.form = sequence_form(variant, start, progress)

    def policies(self, agent: str | Path | Agent, draws: int = 16, seed: int = 0) -> list[np.ndarray]:
        """Returns the policy of an agent at each seat, float64 `[sequence]`; see `agent_policies` for arguments and errors."""
        return agent_policies(as_agent(agent), self.variant, self.form, draws, seed).policies

    def values(self, agent: str | Path | Agent, **sampling: int) -> np.ndarray:
        """Returns the expected payoff of each seat, float64 `[seat]`, if the agent plays all seats."""
        return self.form.values(self.policies(agent, **sampling))

    def best_response_values(self, agent: str | Path | Agent, **sampling: int) -> np.ndarray:
        """Returns the highest expected payoff of each seat, float64 `[seat]`, while the agent plays all others."""
        return self.form.best_responses(self.policies(agent, **sampling))

    def nash_conv(self, agent: str | Path | Agent, **sampling: int) -> float:
        """Returns the sum over the seats of best response minus value; 0 in an equilibrium."""
        return self.form.nash_conv(self.policies(agent, **sampling))


def game_tree(
    game: str = DEFAULT_GAME,
    players: int | None = None,
    *,
    position: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> GameTree:
    """Enumerates a game by its name.

    Args:
        game: its name.
        players: number of players; None: the fewest that the options allow.
        position: text of a position to start from, which says players and options.
        progress: called with the number of each ply and of its nodes.
        options: of the game, such as `cards="mini"`.

    Raises:
        OptionError: there is no such game or option, or the game is too large to be enumerated.
        CardSetError: the card set cannot be read.
        PositionError: the position cannot be read.
    """
    spec = load_game(game)
    if position is None:
        return GameTree(enumerable_variant(spec, players, options), None, progress)
    if players is not None or options:
        raise OptionError("expected a position, or players and options, got both: the position says them")
    return GameTree(*spec.read_position(position), progress)


def nash_conv(agent: str | Path | Agent, game: str = DEFAULT_GAME, players: int | None = None, **options: Any) -> float:
    """Returns the NashConv of an agent in a small game, which is enumerated for this; see `game_tree`."""
    return game_tree(game, players, **options).nash_conv(agent)


def best_response_values(
    agent: str | Path | Agent, game: str = DEFAULT_GAME, players: int | None = None, **options: Any
) -> np.ndarray:
    """Returns the highest expected payoff of each seat while an agent plays all others; see `game_tree`."""
    return game_tree(game, players, **options).best_response_values(agent)


def enumerable_variant(spec: GameSpec, players: int | None, options: dict[str, Any]) -> Variant:
    """Returns the variant with that number of players, or with the fewest that the options allow, with explicit chance.

    Raises:
        OptionError: the game cannot be enumerated, or no number of players is allowed.
    """
    if EXPLICIT_CHANCE not in {option.name for option in spec.options}:
        raise OptionError(f"expected a game with the option {EXPLICIT_CHANCE}, got {spec.name!r}, which cannot be enumerated")
    options = {**options, EXPLICIT_CHANCE: True}
    if players is not None:
        return spec.variant(players, **options)
    errors: list[OptionError] = []
    for number in spec.players:
        try:
            return spec.variant(number, **options)
        except OptionError as error:
            errors.append(error)
    raise errors[0]
