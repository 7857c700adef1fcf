"""How the fuzzer plays SYNCRO."""

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import numpy as np

from resonance_env.core.compiled_variant import CompiledVariant
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.spec import SPEC, SyncroVariant
from tests.games.fuzzing import RANDOM, Fuzzing
from tests.games.invariants import Finding
from tests.games.syncro.crowd import Crowd
from tests.games.syncro.invariants import all_findings, max_steps, misplaced_cards, misplaced_horde, misplaced_spells
from tests.games.syncro.reference.random_sets import random_set
from tests.games.syncro.reference.sets import read_set
from tests.games.syncro.reference.terms import random_options


class SyncroFuzzing(Fuzzing):
    """Mages and options of cohorts are random. Positions that wait for chance are not read back (SY-NOTE-3)."""

    num_games: ClassVar = {"house": 2048, RANDOM: 512, "mini": 512}
    crowd = Crowd
    reads_chance = False
    phase_names = v.PHASE_NAMES

    def random_set(self, rng: np.random.Generator, name: str) -> str:
        return random_set(rng)

    def variant(self, source: str, number: int, rng: np.random.Generator) -> SyncroVariant:
        text = Path(source).read_text(encoding="utf-8") if Path(source).suffix else SPEC.export_cards(source)
        players, options = random_options(read_set(text), rng)
        return SPEC.variant(players, cards=source, **options | {"explicit_chance": False})

    def max_steps(self, variant: CompiledVariant) -> int:
        return max_steps(variant)

    def findings(self, variant: CompiledVariant, before: np.ndarray, games: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
        return all_findings(variant, before, games, legal)

    def findings_of_position(self, variant: CompiledVariant, games: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
        yield from super().findings_of_position(variant, games, legal)
        yield from misplaced_spells(games, variant.cards)
        yield from misplaced_cards(games, variant.cards)
        yield from misplaced_horde(games, variant.cards)


FUZZING = SyncroFuzzing()
