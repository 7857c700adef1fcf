"""Writes the full position for a central critic (SY-OBS-3)."""

from resonance_env.core.compiled import compiled
from resonance_env.core.rows import clear
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.memory import is_down
from resonance_env.games.syncro.sight.observation import write_open
from resonance_env.games.syncro.sight.recall import write_left, write_lieutenants

_HAND_SIZE = v.MAX_HAND * v.MAX_VALUE


@compiled
def write_state(game, cards, row):
    """Writes what lies open as seat 0 sees it, then all that is hidden, into `row[size]` (int8)."""
    clear(row, 0, len(row))
    at, seats = write_open(game, cards, 0, row, 0), int(game["seats"])
    for seat in range(seats):
        for position in range(game["held"][seat]):
            row[at + seat * _HAND_SIZE + position * v.MAX_VALUE + int(game["hand"][seat, position]) - 1] = 1
    at += seats * _HAND_SIZE
    for seat in range(seats):
        if game["reward"][seat] != v.NOTHING:
            row[at + seat * v.MAX_REWARDS + int(game["reward"][seat])] = 1
    at += seats * v.MAX_REWARDS
    for opportunity in range(game["opportunity"]):
        if is_down(game, opportunity):
            row[at + opportunity] = game["act_value"][0, opportunity]
    at += v.MAX_OPPORTUNITIES
    for value in range(v.MAX_VALUE):
        row[at + value] = game["pile"][value]
        row[at + v.MAX_VALUE + value] = game["discard"][value]
    at = write_left(game, row, at + 2 * v.MAX_VALUE)
    for reward in range(v.MAX_REWARDS):
        row[at + reward] = game["reward_pile"][reward]
    write_lieutenants(game, cards, row, at + v.MAX_REWARDS)
