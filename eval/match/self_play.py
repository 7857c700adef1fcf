"""Measures an agent in a cooperative game: it plays all seats, beside the game's baselines on the same deals."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import as_agent
from resonance_env.core.errors import OptionError
from resonance_env.core.options import check_number
from resonance_env.core.spec import Variant
from resonance_env.eval.match.match import BATCH, MatchResult, play_match
from resonance_env.eval.match.report import MatchReport, match_facts
from resonance_env.eval.match.schedule import MAX_GAMES, self_play
from resonance_env.eval.statistics import Estimate, bootstrap


class BaselineScore(msgspec.Struct, frozen=True):
    """How a baseline did on the same deals.

    Attributes:
        score: its mean score with itself.
        natural_score: the same in the game's own unit.
        lead: how much higher the measured agent scores, paired by deal.
    """

    score: Estimate
    natural_score: Estimate
    lead: Estimate


class SelfPlayReport(MatchReport, frozen=True, kw_only=True):
    """The result of an agent in all seats of a cooperative game.

    Each game is a deal of its own; truncated games have the score that they had reached.

    Attributes:
        natural_score: the mean score in `score_unit`.
        score_unit: such as "points of 25".
        measure: the name under which the score is published; empty if it has none.
        baselines: by name.
    """

    natural_score: Estimate
    score_unit: str
    measure: str
    baselines: dict[str, BaselineScore]


def evaluate_self_play(
    variant: Variant,
    agent: str | Path | Agent,
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
        agent: plays all seats; an agent, or the name or path of one.
        num_games: number of games, each on its own deal.
        seed: the same seed gives the same games; more games begin with the same deals.
        baselines: play the same deals, each with itself.
        batch: games at a time; does not change the result.
        progress: called with the number of games that have just ended, those of the baselines included.

    Raises:
        OptionError: the game is not cooperative, there are too few or too many games, or an agent is unknown or none.
        CheckpointError: a checkpoint is damaged or was made for something else.
    """
    check_number("num_games", num_games, 1, MAX_GAMES)
    agent = as_agent(agent)
    if not variant.is_cooperative:
        raise OptionError(f"expected a cooperative game for self-play, got {variant.spec.name!r}, whose sides win or lose")
    began = time.perf_counter()
    schedule = self_play(variant, num_games, seed)

    def play(player: Agent) -> MatchResult:
        return play_match(variant, [player], schedule, batch=batch, progress=progress)

    result = play(agent)
    beside = {baseline.name: play(baseline) for baseline in baselines}
    return SelfPlayReport(
        **match_facts(variant, agent, seed, result, began),
        score=bootstrap(result.score, seed),
        natural_score=bootstrap(result.natural_score, seed),
        score_unit=variant.spec.score_unit,
        measure=variant.measure,
        baselines={
            name: BaselineScore(
                bootstrap(other.score, seed), bootstrap(other.natural_score, seed), bootstrap(result.score - other.score, seed)
            )
            for name, other in beside.items()
        },
    )
