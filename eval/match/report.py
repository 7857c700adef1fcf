"""Measures one agent against another and reports the result."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from resonance_env.agents.interface import Agent
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant
from resonance_env.eval.match.match import BATCH, count_endings, play_match
from resonance_env.eval.match.schedule import rotations
from resonance_env.eval.statistics import Estimate, bootstrap, side_name, team_scores

METHOD = "95 % percentile bootstrap over deals"


@dataclass(frozen=True)
class EvalReport:
    """The result of an agent against another agent in all other seats.

    Attributes:
        agent, against: names.
        game, players, options, fingerprint: of the variant.
        seed: of deals, agents and bootstrap.
        deals, games: each deal is played once per team of the agent.
        wins, draws: of the agent, in games.
        endings: number of games by ending, whichever side won.
        wins_by_ending: the agent's wins among them.
        truncated: number of truncated games; they count as draws.
        fair: the score of equal players.
        score: wins + draws / number of teams, per game, with its interval.
        seat_scores: the same for the games in which the agent sat in each seat.
        method: how the intervals were computed.
        mean_steps: environment steps per game.
        seconds: wall-clock time.
    """

    agent: str
    against: str
    game: str
    players: int
    options: dict[str, Any]
    fingerprint: str
    seed: int
    deals: int
    games: int
    wins: int
    draws: int
    endings: dict[str, int]
    wins_by_ending: dict[str, int]
    truncated: int
    fair: float
    score: Estimate
    seat_scores: dict[str, Estimate]
    method: str
    mean_steps: float
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Returns plain data; estimates become {mean, low, high}."""
        return {
            **asdict(self),
            "score": self.score._asdict(),
            "seat_scores": {name: estimate._asdict() for name, estimate in self.seat_scores.items()},
        }


def evaluate_agent(
    variant: Variant,
    agent: Agent,
    against: Agent,
    num_games: int,
    seed: int,
    *,
    batch: int = BATCH,
    progress: Callable[[int], None] | None = None,
) -> EvalReport:
    """Plays `agent` against `against` from all seats on the same deals.

    Args:
        variant: the game.
        agent: plays each team in turn.
        against: plays all other seats.
        num_games: rounded up to whole deals.
        seed: the same seed gives the same games; more games begin with the same deals.
        batch: games at a time; does not change the result.
        progress: called with the number of games that have just ended.

    Raises:
        OptionError: the game is cooperative.
    """
    if variant.is_cooperative:
        raise OptionError(
            f"expected a game whose sides win or lose, got {variant.spec.name!r}, which is cooperative: "
            "see evaluate_self_play and tournaments"
        )
    began = time.perf_counter()
    teams = variant.num_teams
    num_deals = -(-num_games // teams)
    result = play_match(variant, [agent, against], rotations(variant, num_deals, seed), batch=batch, progress=progress)
    # [deal, rotation, team], of which the agent was team `rotation`.
    scores = team_scores(result.winners, variant).reshape(num_deals, teams, teams)
    own = scores[:, np.arange(teams), np.arange(teams)]
    is_draw = ~result.winners.any(axis=1)
    is_win = (own.reshape(-1) == 1.0) & ~is_draw
    return EvalReport(
        agent=agent.name,
        against=against.name,
        game=variant.spec.name,
        players=variant.players,
        options=dict(variant.options),
        fingerprint=variant.fingerprint,
        seed=seed,
        deals=num_deals,
        games=num_deals * teams,
        wins=int(np.count_nonzero(is_win)),
        draws=int(np.count_nonzero(is_draw)),
        endings=count_endings(variant, result.ending),
        wins_by_ending=count_endings(variant, result.ending[is_win]),
        truncated=int(result.truncated.sum()),
        fair=variant.fair_score,
        score=bootstrap(own.mean(axis=1), seed),
        seat_scores={side_name(variant, team): bootstrap(own[:, team], seed) for team in range(teams)},
        method=METHOD,
        mean_steps=float(result.steps.mean()),
        seconds=time.perf_counter() - began,
    )
