"""Reads an observation back into a record of the game, with unseen demons dealt out; in it the seat that decides is seat 0.

Only what the seat sees goes into the record (`games/summon_demons/worlds/determinise.py`).
"""

from resonance_env.core.compiled import compiled
from resonance_env.core.random_stream import start_stream
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.worlds.determinise import determinise


@compiled
def read_world(row, legal, cards, blank, worlds, stream):
    """Reads a row into `worlds[0]`, the same record for the same row; returns whether it fits a position."""
    start_stream(stream, 0, 0, v.PURPOSE_WORLD)
    return determinise(row, legal, cards, blank, worlds, 0, stream) != v.NOTHING
