"""How the fuzzer plays Let's Summon Demons."""

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from resonance_env.core.compiled_variant import CompiledVariant
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.spec import SPEC, SummonDemonsVariant
from tests.games.fuzzing import RANDOM, Fuzzing
from tests.games.invariants import Finding
from tests.games.summon_demons.crowd import Crowd
from tests.games.summon_demons.invariants import all_findings, max_steps, misplaced_cards, misplaced_demons, stale_sums
from tests.games.summon_demons.random_games import source_of
from tests.games.summon_demons.reference.random_sets import random_set


class SummonDemonsFuzzing(Fuzzing):
    """Players and options of cohorts are random."""

    num_games: ClassVar = {"standard": 4096, RANDOM: 1024, "mini": 1024}
    crowd = Crowd
    phase_names = v.PHASE_NAMES

    def random_set(self, rng: np.random.Generator, name: str) -> str:
        return random_set(rng, name)

    def variant(self, source: str, number: int, rng: np.random.Generator) -> SummonDemonsVariant:
        players, options = source_of(source).random_variant(rng)
        return SPEC.variant(players, cards=source, **options)

    def max_steps(self, variant: CompiledVariant) -> int:
        return max_steps(variant)

    def findings(self, variant: CompiledVariant, before: np.ndarray, games: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
        return all_findings(variant, before, games, legal)

    def findings_of_position(self, variant: CompiledVariant, games: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
        yield from super().findings_of_position(variant, games, legal)
        yield from misplaced_cards(games, variant.cards)
        yield from misplaced_demons(games, variant.cards)
        yield from stale_sums(games)


FUZZING = SummonDemonsFuzzing()
