"""Columns that options add to the learner's decisions: the guide's choices, the full position, and progress for shaping."""

import numpy as np

from resonance_env.agents.network.guide import Guide
from resonance_env.core.spec import Variant
from resonance_env.train.ppo.rollout_part import Columns, RolloutPart, SeatRows
from resonance_env.train.ppo.schedules import Schedule


class GuideAdvice(RolloutPart):
    """The choices of the guide of a guided network."""

    is_of_policy = True

    def __init__(self, guide: Guide) -> None:
        self._guide = guide

    def annotate(self, rows: SeatRows) -> Columns:
        return {"advice": self._guide.advice(rows.observation, rows.legal)}

    def annotate_truncated(self, rows: SeatRows) -> Columns:
        """Returns 0 for a seat that is not asked, where a guide has no choice, as for other seats with foresight."""
        advice = np.zeros((len(rows.game), self._guide.width), dtype=np.int64)
        if rows.is_asked.any():
            advice[rows.is_asked] = self._guide.advice(rows.observation[rows.is_asked], rows.legal[rows.is_asked])
        return {"advice": advice}


class FullPosition(RolloutPart):
    """The full position, for a central critic."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant

    def annotate(self, rows: SeatRows) -> Columns:
        return {"state": self._variant.state(rows.positions)[rows.game]}

    def annotate_truncated(self, rows: SeatRows) -> Columns:
        return self.annotate(rows)


class Shaping(RolloutPart):
    """The potential of reward shaping: progress towards winning, times a weight that decays over the run."""

    def __init__(self, variant: Variant, weight: Schedule) -> None:
        """Prepares the part.

        Raises:
            OptionError: the game has no `progress`.
        """
        variant.require("progress", "--shaping")
        self._variant = variant
        self._schedule = weight
        self._weight = 0.0

    def begin_rollout(self, network: object, updates: int, progress_remaining: float, rng: np.random.Generator) -> None:
        self._weight = self._schedule(progress_remaining)

    def annotate(self, rows: SeatRows) -> Columns:
        return {"potential": self._weight * self._variant.progress(rows.positions)[rows.game, rows.seat]}

    def annotate_truncated(self, rows: SeatRows) -> Columns:
        return self.annotate(rows)
