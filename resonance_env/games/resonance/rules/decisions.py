"""Asking a seat, and the engine's place in the current spell."""

from resonance_env.core.compiled import compiled


@compiled
def ask(game, seat, phase):
    """Asks one seat for one decision."""
    game["phase"] = phase
    game["asked"][seat] = 1


@compiled
def cursor(game):
    """Returns the caster, her spell card, her spell, and the current effect, which runs or is aimed; needs a caster."""
    caster = int(game["caster"])
    return caster, int(game["cast_card"][caster]), int(game["cast_spell"][caster]), int(game["effect"])
