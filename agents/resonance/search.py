"""The agent `search`: determinised search in worlds that fit what its seat sees.

It gets a `recall` observation and a mask and nothing else; `games/resonance/determinise.py` makes worlds of them, and
`search_kernel.py` says how they are searched.
"""

from __future__ import annotations

import numpy as np

from resonance_env.agents.interface import Memory, RandomSource
from resonance_env.agents.resonance.compiled_agent import CompiledAgent
from resonance_env.agents.resonance.models import MODEL_NAMES, NEEDS_RECALL, NOISE_UNIT
from resonance_env.agents.resonance.search_kernel import MAX_PATH, SETTINGS, Searcher, new_searcher, search_rows
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import ObservationKind, Variant
from resonance_env.core.suggest import nearest
from resonance_env.games.resonance.new_game import blank_game
from resonance_env.games.resonance.spec import ResonanceVariant
from resonance_env.games.resonance.vocabulary import EDITION_NAMES

WORD_BITS = 32


class SearchAgent(CompiledAgent):
    """Searches `sims` playouts a decision.

    Attributes:
        settings: array of one SETTINGS record.
    """

    name = "search"
    observation: ObservationKind = "recall"

    def __init__(
        self,
        sims: int = 200,
        opponent: str = "mixed",
        own: str = "planner",
        rounds: int = 3,
        noise: float = 0.1,
        adapt: float = 0.25,
        depth: int = 6,
        trust: float = 0.6,
        explore: float = 0.15,
    ) -> None:
        """Makes a searcher; bind it to a variant before use.

        Args:
            sims: simulations a decision, at least 1.
            opponent: the model that plays all other seats: one of `MODEL_NAMES`; `mixed` is greedy or a planner by chance.
            own: the model that plays her own further decisions beyond the tree.
            rounds: rounds after the present one that a playout goes on for before it is valued; 0: to the end.
            noise: how often, 0 to 1, a model's action is a random one.
            adapt: how often, 0 to 1, a witch who chooses at the same time adapts to the search instead of doing as the model
                says.
            depth: own decisions after the root that are searched, 0 to 16.
            trust: prior, 0 to 1, of the model's action where a tree chooses.
            explore: how much a tree explores.

        Raises:
            OptionError: a value is out of range, or the model unknown.
        """
        for name, model in (("opponent", opponent), ("own", own)):
            if model not in MODEL_NAMES:
                known = ", ".join(MODEL_NAMES)
                raise OptionError(f"expected {name} to be one of {known}; got {model!r}{nearest(model, MODEL_NAMES)}")
        ranges = (
            ("sims", sims, 1, 10**6),
            ("rounds", rounds, 0, 99),
            ("noise", noise, 0, 1),
            ("adapt", adapt, 0, 1),
            ("depth", depth, 0, MAX_PATH),
            ("trust", trust, 0, 1),
            ("explore", explore, 0, 100),
        )
        for name, value, low, high in ranges:
            if not low <= value <= high:
                raise OptionError(f"expected {name} in {low} .. {high}, got {value}")
        self.settings = np.zeros(1, dtype=SETTINGS)
        models = MODEL_NAMES.index(own), MODEL_NAMES.index(opponent)
        recall = any(NEEDS_RECALL[model] for model in models)
        in_units = round(noise * NOISE_UNIT), recall, round(adapt * NOISE_UNIT)
        self.settings[0] = (sims, rounds, *models, *in_units, depth, trust, explore)

    def bind(self, variant: Variant) -> None:
        super().bind(variant)
        assert isinstance(variant, ResonanceVariant)
        model_rows: ObservationKind = "recall" if self.settings[0]["recall"] else "table"
        size = variant.layout(model_rows).size
        self._searcher: Searcher = new_searcher(self.settings, variant.num_seats, size)
        self._blank = blank_game(
            variant.card_set,
            variant.players,
            edition=EDITION_NAMES.index(variant.options["edition"]),
            team_talk=variant.options["team_talk"],
            solo_team=variant.options["solo_team"] or 0,
        )

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        self._second = rng.random(len(observation))
        return super().act(observation, legal, memory, rng)

    def _choose(self, rows: np.ndarray, legal: np.ndarray, uniform: np.ndarray, out: np.ndarray) -> None:
        keys = np.stack([uniform, self._second], axis=1) * 2**WORD_BITS
        search_rows(rows, legal, keys.astype(np.int64), self.cards, self._blank, self._searcher, out)
