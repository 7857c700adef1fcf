"""The agent `search`: determinised search in worlds that fit what its seat sees.

It receives only a `recall` observation and a mask. `games/resonance/worlds/determinise.py` samples worlds from them and
`searching/kernel.py` searches these; docs/search-agent.md describes the parameters and the strength.
"""

import numpy as np

from resonance_env.agents.compiled_agent import CompiledAgent
from resonance_env.agents.registry import ParameterValue
from resonance_env.agents.resonance.search_settings import MODEL_NAMES, PARAMETERS
from resonance_env.agents.resonance.searching.kernel import SETTINGS, new_searcher, search_row
from resonance_env.agents.resonance.searching.models import NEEDS_RECALL
from resonance_env.agents.search.halving import NOISE_UNIT
from resonance_env.agents.search.parameters import key_words, search_values
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant
from resonance_env.games.resonance.spec import ResonanceVariant


class SearchAgent(CompiledAgent):
    """Tries its actions in simulations and takes the one that scored best.

    A learned policy or value can guide it in two places: `prior` ranks the actions to try if there are more than simulations
    allow, and `outlook` is the weights that evaluate simulations (float64 `[feature]`, see `outlook.py`).

    Attributes:
        settings: array of one SETTINGS record.
        outlook: weights of the value; None for the fitted ones. Set it before `bind`.
    """

    name = "search"
    games = ("resonance",)
    observation: ObservationKind = "recall"
    outlook: np.ndarray | None = None

    def __init__(self, **parameters: ParameterValue) -> None:
        """Makes a searcher.

        Args:
            parameters: as in `search_settings.PARAMETERS`.

        Raises:
            OptionError: an unknown parameter, or a value that is not allowed.
        """
        values = search_values(PARAMETERS, parameters)
        models = [MODEL_NAMES.index(str(values[name])) for name in ("own", "opponent")]
        self.settings = np.zeros(1, dtype=SETTINGS)
        for name in ("sims", "rounds", "depth", "trust", "explore"):
            self.settings[name] = values[name]
        for name in ("noise", "adapt"):
            self.settings[name] = round(float(values[name]) * NOISE_UNIT)
        self.settings["own"], self.settings["others"] = models
        self.settings["recall"] = any(NEEDS_RECALL[model] for model in models)

    def bind(self, variant: Variant) -> None:
        super().bind(variant)
        assert isinstance(variant, ResonanceVariant)
        size = variant.layout("recall" if self.settings["recall"][0] else "table").size
        self._searcher = new_searcher(self.settings, variant.num_seats, size, self.outlook)
        self._blank = variant.blank

    def prior(self, rows: np.ndarray, legal: np.ndarray) -> np.ndarray:
        """Returns float64 `[batch, action]`: actions with a higher value are tried first; all 0 here.

        The model's action is always tried first. A subclass may evaluate a network.
        """
        return np.zeros(legal.shape)

    def _choose(self, rows: np.ndarray, legal: np.ndarray, uniform: np.ndarray, out: np.ndarray) -> None:
        keys = key_words(uniform)
        prior = np.ascontiguousarray(self.prior(rows, legal), dtype=np.float64)
        # A compiled loop over rows would be one more large function to optimize, with all others inlined.
        assert self.cards is not None
        for index in range(len(rows)):
            row = rows[index], legal[index], prior[index], keys[index]
            out[index] = search_row(*row, self.cards[0], self._blank, self._searcher)
