"""Asking a seat, and where in which spell the engine stands."""

from __future__ import annotations

from resonance_env.core.compiled import compiled


@compiled
def ask(game, seat, phase):
    """Asks one seat for one decision."""
    game["phase"] = phase
    game["asked"][seat] = 1


@compiled
def cursor(game):
    """Returns the caster, her spell card, her spell, and the effect that runs or is aimed; there must be a caster."""
    caster = int(game["caster"])
    return caster, int(game["cast_card"][caster]), int(game["cast_spell"][caster]), int(game["effect"])
