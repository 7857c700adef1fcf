"""Taking cards from the open piles into a hand, and recording the public part of it (R-INFO-1)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import vocabulary as v

# A visible card that has been taken: the next one is about to be revealed by chance.
TO_BE_REVEALED = -1


@compiled
def take_object(game, seat, kind):
    """Moves one object of a type from the pile to a hand; the pile must hold one."""
    game["object_pile"][kind] -= 1
    game["hand_objects"][seat, kind] += 1
    game["drew_objects"][seat, kind] += 1


@compiled
def take_artifact(game, seat):
    """Moves the top artifact to a hand, if there is one (R-ACT-5)."""
    value = int(game["artifact_top"])
    if value > 0:
        game["hand_artifacts"][seat] |= 1 << (value - 1)
        game["drew_artifacts"][seat] |= 1 << (value - 1)
        game["artifact_top"] = TO_BE_REVEALED if game["artifact_pile"] != 0 else 0


@compiled
def take_incantation(game, seat):
    """Moves the top incantation to a hand, if there is one."""
    value = int(game["incantation_top"])
    if value > 0:
        game["hand_incantations"][seat] |= 1 << (value - 1)
        game["drew_incantations"][seat] |= 1 << (value - 1)
        game["incantation_top"] = TO_BE_REVEALED if game["incantation_pile"] != 0 else 0


@inlined
def forget_spell(game, seat):
    """Clears which spell a seat cast, and its targets."""
    game["cast_card"][seat] = v.NO_SPELL_CARD
    game["cast_spell"][seat] = v.NO_SPELL
    for effect in range(v.MAX_EFFECTS):
        game["target"][seat, effect] = v.NO_SEAT


@compiled
def num_objects_in_piles(game):
    """Returns how many objects the three piles hold together."""
    return int(game["object_pile"][0]) + int(game["object_pile"][1]) + int(game["object_pile"][2])
