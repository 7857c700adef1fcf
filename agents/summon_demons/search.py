"""The agent `search`: simulates its answers in worlds that fit what its seat sees (`searching/kernel.py`)."""

import numpy as np

from resonance_env.agents.registry import ParameterValue
from resonance_env.agents.search.halving import NOISE_UNIT
from resonance_env.agents.search.parameters import key_words, search_values
from resonance_env.agents.summon_demons.planning.styles import style_weights
from resonance_env.agents.summon_demons.row_agent import RowAgent
from resonance_env.agents.summon_demons.search_settings import MODEL_NAMES, PARAMETERS
from resonance_env.agents.summon_demons.searching.kernel import SETTINGS, new_searcher, search_rows
from resonance_env.core.spec import Variant


class SearchAgent(RowAgent):
    """Tries its answers in simulations and takes the one that scored best.

    Attributes:
        settings: array of one SETTINGS record.
    """

    name = "search"

    def __init__(self, **parameters: ParameterValue) -> None:
        """Makes a searcher.

        Args:
            parameters: as in `search_settings.PARAMETERS`.

        Raises:
            OptionError: an unknown parameter, or a value that is not allowed.
        """
        values = search_values(PARAMETERS, parameters)
        self.settings = np.zeros(1, dtype=SETTINGS)
        for name in ("sims", "turns", "arms", "trust"):
            self.settings[name] = values[name]
        self.settings["noise"] = round(float(values["noise"]) * NOISE_UNIT)
        self.settings["own"] = MODEL_NAMES.index(str(values["own"]))
        self.settings["others"] = MODEL_NAMES.index(str(values["opponent"]))

    def bind(self, variant: Variant) -> None:
        super().bind(variant)
        self._searcher = new_searcher(self.settings, variant.num_teams, style_weights("balanced", {})[0])

    def _answer(self, rows: np.ndarray, legal: np.ndarray, uniform: np.ndarray, out: np.ndarray) -> int:
        return int(search_rows(rows, legal, key_words(uniform), self.cards, self.blank, self._searcher, out))
