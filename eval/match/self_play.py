"""Measures an agent in a cooperative game: it plays all seats, beside the game's baselines on the same deals."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from resonance_env.agents.interface import Agent
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant
from resonance_env.eval.match.match import BATCH, MatchResult, count_endings, play_match
from resonance_env.eval.match.report import METHOD
from resonance_env.eval.match.schedule import self_play
from resonance_env.eval.statistics import Estimate, bootstrap


@dataclass(frozen=True)
class BaselineScore:
    """The result of a baseline on the same deals.

    Attributes:
        score: its mean score with itself.
        natural_score: the same in the game's own unit.
        lead: score of the measured agent minus that of the baseline, paired by deal.
    """

    score: Estimate
    natural_score: Estimate
    lead: Estimate


@dataclass(frozen=True)
class SelfPlayReport:
    """The result of an agent in all seats of a cooperative game.

    Attributes:
        agent: its name.
        game, players, options, fingerprint: of the variant.
        seed: of deals, agents and bootstrap.
        games: number of games, each on its own deal.
        score: mean score in [0, 1].
        natural_score: the same in `score_unit`.
        score_unit: such as "points of 25".
        endings: number of games by ending.
        truncated: number of truncated games; they keep the score reached.
        baselines: by name.
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
    score: Estimate
    natural_score: Estimate
    score_unit: str
    endings: dict[str, int]
    truncated: int
    baselines: dict[str, BaselineScore]
    method: str
    mean_steps: float
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Returns plain data; estimates become {mean, low, high}."""
        return {
            **asdict(self),
            "score": self.score._asdict(),
            "natural_score": self.natural_score._asdict(),
            "baselines": {
                name: {field: getattr(row, field)._asdict() for field in ("score", "natural_score", "lead")}
                for name, row in self.baselines.items()
            },
        }


def evaluate_self_play(
    variant: Variant,
    agent: Agent,
    num_games: int,
    seed: int,
    *,
    baselines: Sequence[Agent] = (),
    batch: int = BATCH,
    progress: Callable[[int], None] | None = None,
) -> SelfPlayReport:
    """Lets an agent play all seats of a cooperative game.

    Args:
        variant: the game.
        agent: plays all seats.
        num_games: number of games, each on its own deal.
        seed: the same seed gives the same games; more games begin with the same deals.
        baselines: play the same deals, each with itself.
        batch: games at a time; does not change the result.
        progress: called with the number of games that have just ended, those of the baselines included.

    Raises:
        OptionError: the game is not cooperative.
    """
    if not variant.is_cooperative:
        raise OptionError(f"expected a cooperative game for self-play, got {variant.spec.name!r}, whose sides win or lose")
    began = time.perf_counter()
    schedule = self_play(variant, num_games, seed)

    def play(player: Agent) -> MatchResult:
        return play_match(variant, [player], schedule, batch=batch, progress=progress)

    result = play(agent)
    beside = {baseline.name: play(baseline) for baseline in baselines}
    return SelfPlayReport(
        agent=agent.name,
        game=variant.spec.name,
        players=variant.players,
        options=dict(variant.options),
        fingerprint=variant.fingerprint,
        seed=seed,
        games=num_games,
        score=bootstrap(result.score, seed),
        natural_score=bootstrap(result.natural_score, seed),
        score_unit=variant.spec.score_unit,
        endings=count_endings(variant, result.ending),
        truncated=int(np.count_nonzero(result.truncated)),
        baselines={
            name: BaselineScore(
                bootstrap(other.score, seed), bootstrap(other.natural_score, seed), bootstrap(result.score - other.score, seed)
            )
            for name, other in beside.items()
        },
        method=METHOD,
        mean_steps=float(result.steps.mean()),
        seconds=time.perf_counter() - began,
    )
