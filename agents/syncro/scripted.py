"""The scripted agents of SYNCRO: one decision procedure with a set of weights for each."""

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

    def __init__(self, name: str, style: str, noise: float) -> None:
        """Makes an agent.

        Args:
            name: a name of `style_names.AGENT_WEIGHTS`.
            style: a name of `style_names.STYLES`.
            noise: probability of a random answer, in [0, 1].
        """
        self.name = name
        self.styles = style_record(name, style)
        self.noise = noise
        self.observation = "recall" if self.styles[0]["counts"] else "table"
        self.identity = name, self.styles.tobytes(), noise
        self.deterministic = not noise
        self._views, self._guesses = new_view(), new_guess()

    def _choose(self, rows: np.ndarray, legal: np.ndarray, uniform: np.ndarray, out: np.ndarray) -> None:
        choose_rows(rows, legal, self.seats, self.cards, self.styles, self._views, self._guesses, self.noise, uniform, out)
