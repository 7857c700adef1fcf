"""The scripted agents of SYNCRO: `greedy`, `saver` and `signaller`, one decision procedure with three sets of weights."""

from collections.abc import Mapping

import numpy as np

from resonance_env.agents.compiled_agent import CompiledAgent
from resonance_env.agents.syncro.planning.choosing import choose_rows
from resonance_env.agents.syncro.planning.guessing import new_guess
from resonance_env.agents.syncro.planning.styles import style_record
from resonance_env.agents.syncro.planning.view import new_view


class ScriptedAgent(CompiledAgent):
    """Weighs every Spell on every foe (`planning/choosing.py`).

    Attributes:
        styles: array of one STYLE record.
        noise: probability of a random answer.
    """

    games = ("syncro",)

    def __init__(self, name: str, changes: Mapping[str, float], style: str, noise: float) -> None:
        """Makes an agent.

        Args:
            name: of the agent.
            changes: the weights in which it differs from `greedy`.
            style: a name of `style_names.STYLES`.
            noise: probability of a random answer, in [0, 1].
        """
        self.name = name
        self.styles = style_record(style, changes)
        self.noise = noise
        self.identity = name, self.styles.tobytes(), noise
        self.deterministic = not noise
        self._views, self._guesses = new_view(), new_guess()

    def _choose(self, rows: np.ndarray, legal: np.ndarray, uniform: np.ndarray, out: np.ndarray) -> None:
        choose_rows(rows, legal, self.seats, self.cards, self.styles, self._views, self._guesses, self.noise, uniform, out)
