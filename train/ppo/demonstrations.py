"""Recorded decisions of a stronger player, for behaviour cloning beside PPO."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import torch

from resonance_env.agents.network.guide import Guide
from resonance_env.core.errors import CheckpointError, OptionError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant
from resonance_env.eval.match.recording import read_decisions
from resonance_env.eval.tournament.folder import CONFIG_FILE, GAMES_FILE, read_plan
from resonance_env.train.ppo.sampling import gather_scaled

ADVICE_ROWS = 4096  # at a time, to bound the memory of foresight


class Demonstrations:
    """Decisions that tournaments have recorded, sampled uniformly.

    Attributes:
        advice: int64 `[decision, width]`, the choices of the learner's guide; unused zeros without a guide.
    """

    def __init__(self, folders: Sequence[str], variant: Variant, observation: ObservationKind, guide: Guide | None) -> None:
        """Reads all decisions into memory.

        Args:
            folders: folders of tournaments played with `--record`.
            variant: the game to train for.
            observation: the learner's observation.
            guide: guide of the learner's network, if it has one.

        Raises:
            OptionError: a folder contains no recorded decisions, decisions with another kind of observation, or an unfinished
                tournament.
            UsageError: the agent has made no decision, or a file is damaged.
            CheckpointError: they belong to another game, card set or number of players.
        """
        paths = [Path(folder) for folder in folders]
        for path in paths:
            _check(path, variant, observation)
        self._recorded = read_decisions(paths, variant, observation)
        self.advice = np.zeros((len(self), 1), dtype=np.int64)
        if guide is not None:
            slices = (slice(first, first + ADVICE_ROWS) for first in range(0, len(self), ADVICE_ROWS))
            made = self._recorded
            self.advice = np.concatenate([guide.advice(made.observation[rows], made.legal[rows]) for rows in slices])

    def __len__(self) -> int:
        return len(self._recorded.action)

    def draw(self, count: int, scale: np.ndarray, rng: np.random.Generator) -> dict[str, torch.Tensor]:
        """Returns some decisions: `features` float32 `[count, size]`, `legal`, `advice`, and `action` int64 `[count]`.

        Args:
            count: number of decisions.
            scale: float32 `[size]`, factors for observations.
            rng: draws them, with replacement.
        """
        rows = rng.integers(len(self), size=count)
        features = np.empty((count, len(scale)), dtype=np.float32)
        gather_scaled(self._recorded.observation, rows, scale, features)
        action = self._recorded.action[rows].astype(np.int64)
        columns = {"features": features, "legal": self._recorded.legal[rows], "advice": self.advice[rows], "action": action}
        return {name: torch.from_numpy(column) for name, column in columns.items()}


def _check(folder: Path, variant: Variant, observation: ObservationKind) -> None:
    path = folder / CONFIG_FILE
    try:
        run = read_plan(folder)
    except (OSError, msgspec.DecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise OptionError(f"expected --demonstrations with the folder of a tournament, found no {path} ({reason})") from None
    if not run.recorded:
        raise OptionError(f"expected a tournament with recorded decisions, got {folder}; play it again, with --record AGENT")
    if run.fingerprint != variant.fingerprint:
        raise CheckpointError(
            f"the decisions in {folder} were made with other rules, cards or observations: fingerprint {run.fingerprint!r}, "
            f"here {variant.fingerprint!r}"
        )
    with (folder / GAMES_FILE).open("rb") as file:
        played = sum(1 for _ in file)
    if played < run.games:
        raise OptionError(
            f"expected a finished tournament, got {folder} with {played:,} of {run.games:,} games; finish it first"
        )
    for name, kind in run.recorded.items():
        if kind != observation:
            raise OptionError(
                f"expected decisions by agents that see {observation!r} observations, but {name} in {folder} saw {kind!r}"
            )
