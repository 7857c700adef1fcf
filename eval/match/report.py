"""Measures one agent against another and reports the result."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import as_agent
from resonance_env.core.errors import OptionError
from resonance_env.core.options import check_number
from resonance_env.core.spec import Variant
from resonance_env.eval.match.match import BATCH, MatchResult, count_endings, play_match
from resonance_env.eval.match.schedule import MAX_GAMES, rotations
from resonance_env.eval.statistics import Estimate, Report, bootstrap, side_name, team_scores

METHOD = "95 % percentile bootstrap over deals"


class MatchReport(Report, frozen=True, kw_only=True):
    """What the reports on one agent say, whatever the kind of game.

    Attributes:
        agent: its name.
        game, players, options, fingerprint: of the variant.
        seed: of deals, agents and bootstrap.
        games: how many were played.
        endings: number of games by ending.
        truncated: number of truncated games.
        score: mean score per game, with its interval.
        method: how the intervals were computed.
        mean_steps: environment steps per game.
        seconds: wall-clock time.
    """

    agent: str
    game: str
    players: int
    options: dict[str, Any]
    fingerprint: str
    seed: int
    games: int
    endings: dict[str, int]
    truncated: int
    score: Estimate
    method: str = METHOD
    mean_steps: float
    seconds: float


def match_facts(variant: Variant, agent: Agent, seed: int, result: MatchResult, began: float) -> dict[str, Any]:
    """Returns the fields of a `MatchReport`, but for the score; `began` is when, by `time.perf_counter`."""
    return {
        "agent": agent.name,
        **variant.identity(),
        "seed": seed,
        "games": len(result.ending),
        "endings": count_endings(variant, result.ending),
        "truncated": int(np.count_nonzero(result.truncated)),
        "mean_steps": float(result.steps.mean()),
        "seconds": time.perf_counter() - began,
    }


class EvalReport(MatchReport, frozen=True, kw_only=True):
    """The result of an agent against another agent in all other seats of a zero-sum game.

    Its score is wins + draws / number of teams, per game; truncated games are draws.

    Attributes:
        against: name of the other agent.
        deals: each is played once per team of the agent.
        wins, draws: of the agent, in games.
        wins_by_ending: the agent's wins by ending.
        fair: the score of equal players.
        seat_scores: the score in the games in which the agent sat in each seat.
    """

    against: str
    deals: int
    wins: int
    draws: int
    wins_by_ending: dict[str, int]
    fair: float
    seat_scores: dict[str, Estimate]

    def summary(self) -> str:
        """Returns the score in one line."""
        mean, low, high = self.score
        return f"score against {self.against} {mean:.3f} ({low:.3f} to {high:.3f}); equal players score {self.fair:.3f}"


def evaluate_agent(
    variant: Variant,
    agent: str | Path | Agent,
    against: str | Path | Agent,
    num_games: int,
    seed: int,
    *,
    batch: int = BATCH,
    progress: Callable[[int], None] | None = None,
) -> EvalReport:
    """Plays `agent` against `against` from all seats on the same deals.

    Args:
        variant: the game.
        agent: plays each team in turn; an agent, or the name or path of one.
        against: plays all other seats; likewise.
        num_games: rounded up to whole deals.
        seed: the same seed gives the same games; more games begin with the same deals.
        batch: games at a time; does not change the result.
        progress: called with the number of games that have just ended.

    Raises:
        OptionError: the game is cooperative, there are too few or too many games, or an agent is unknown or none.
        CheckpointError: a checkpoint is damaged or was made for something else.
    """
    check_number("num_games", num_games, 1, MAX_GAMES)
    agent, against = as_agent(agent), as_agent(against)
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
        **match_facts(variant, agent, seed, result, began),
        against=against.name,
        deals=num_deals,
        wins=int(np.count_nonzero(is_win)),
        draws=int(np.count_nonzero(is_draw)),
        wins_by_ending=count_endings(variant, result.ending[is_win]),
        fair=variant.fair_score,
        score=bootstrap(own.mean(axis=1), seed),
        seat_scores={side_name(variant, team): bootstrap(own[:, team], seed) for team in range(teams)},
    )
