"""The agent `search`: simulates its answers in worlds that fit what its seat sees (`searching/kernel.py`)."""

import numpy as np

from resonance_env.agents.compiled_agent import CompiledAgent
from resonance_env.agents.registry import ParameterValue
from resonance_env.agents.search.parameters import key_words, search_values
from resonance_env.agents.syncro.planning.styles import style_record
from resonance_env.agents.syncro.search_settings import PARAMETERS
from resonance_env.agents.syncro.searching.kernel import PARTNERS, READER, SETTINGS, new_searcher, search_rows
from resonance_env.core.errors import UsageError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant
from resonance_env.games.syncro.spec import SyncroVariant

SENSE = 0.97  # probability that partners laid the Spell which their model says


class SearchAgent(CompiledAgent):
    """Tries its answers in simulations and takes the one that scored best.

    Attributes:
        settings: array of one SETTINGS record.
        styles: STYLE records `[3]`: the models of itself and of its partners, and the reader of what these laid.
        noise: probability of a random answer.
    """

    name = "search"
    games = ("syncro",)
    observation: ObservationKind = "recall"

    def __init__(self, **parameters: ParameterValue) -> None:
        """Makes a searcher.

        Args:
            parameters: as in `search_settings.PARAMETERS`.

        Raises:
            OptionError: an unknown parameter, or a value that is not allowed.
        """
        values = search_values(PARAMETERS, parameters)
        self.settings = np.zeros(1, dtype=SETTINGS)
        for name in SETTINGS.names or ():
            self.settings[name] = values[name]
        style = str(values["style"])
        own, partners = str(values["own"]), str(values["opponent"])
        self.styles = np.concatenate(
            [style_record(own, style), style_record(partners, style), style_record(partners, style, counts=1.0, sense=SENSE)]
        )
        self.styles["listens"][READER] = self.styles["tells"][PARTNERS]
        self.noise = float(values["noise"])

    def bind(self, variant: Variant) -> None:
        super().bind(variant)
        assert isinstance(variant, SyncroVariant)
        self._searcher = new_searcher(self.settings, self.styles, self.seats, variant.layout("recall").size)
        self._blank = variant.blank

    def _choose(self, rows: np.ndarray, legal: np.ndarray, uniform: np.ndarray, out: np.ndarray) -> None:
        number = int(
            search_rows(rows, legal, key_words(uniform), uniform, self.noise, self.cards, self._blank, self._searcher, out)
        )
        if number < len(rows):
            raise UsageError(
                f"agent {self.name!r} expects recall observations and masks of seats that are asked, as the game gives them; "
                f"got an observation, number {number} of {len(rows)}, that fits no position"
            )
