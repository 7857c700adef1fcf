"""How the fuzzer plays Resonance."""

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from resonance_env.core.compiled_variant import CompiledVariant
from resonance_env.games.resonance.cardsets.card_loader import SHIPPED
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from tests.games.fuzzing import RANDOM, Fuzzing
from tests.games.invariants import Finding
from tests.games.resonance.crowd import Crowd
from tests.games.resonance.invariants import all_findings, max_steps, misplaced_cards, misplaced_secrets
from tests.games.resonance.reference.random_sets import random_set
from tests.games.resonance.relabelling import check_relabelling

RELABELLED_STEPS = 10


class ResonanceFuzzing(Fuzzing):
    """Cohorts go through players, editions and team talk."""

    num_games: ClassVar = {"house": 1024, RANDOM: 384, "mini": 1024}
    crowd = Crowd
    phase_names = v.PHASE_NAMES

    def random_set(self, rng: np.random.Generator, name: str) -> str:
        return random_set(rng, name)

    def variant(self, source: str, number: int, rng: np.random.Generator) -> ResonanceVariant:
        players, turn = SHIPPED.load(source).players, number // len(self.num_games)
        options: dict[str, Any] = {"cards": source, "edition": v.EDITION_NAMES[turn % 2], "team_talk": turn // 2 % 2 == 0}
        return SPEC.variant(players[turn // 4 % len(players)], **options)

    def max_steps(self, variant: CompiledVariant) -> int:
        assert isinstance(variant, ResonanceVariant)
        return max_steps(variant)

    def findings(self, variant: CompiledVariant, before: np.ndarray, games: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
        assert isinstance(variant, ResonanceVariant)
        return all_findings(variant, before, games, legal)

    def findings_of_position(self, variant: CompiledVariant, games: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
        assert isinstance(variant, ResonanceVariant)
        yield from super().findings_of_position(variant, games, legal)
        yield from misplaced_cards(games, variant.card_set)
        yield from misplaced_secrets(games)

    def compare_relabelled(self, variant: CompiledVariant, games: np.ndarray, rng: np.random.Generator) -> int:
        """Set-up is left out, since it goes in seat order."""
        assert isinstance(variant, ResonanceVariant)
        past_set_up = games[games["round_number"] > 0]
        return check_relabelling(variant, past_set_up, rng, RELABELLED_STEPS) if len(past_set_up) else 0


FUZZING = ResonanceFuzzing()
