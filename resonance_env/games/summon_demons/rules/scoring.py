"""Payoffs and progress (LD-END-1, LD-SPEC-3)."""

from resonance_env.core.bitset import count_bits
from resonance_env.core.compiled import compiled
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.counting import is_opponent


@compiled
def write_payoffs(game, cards, out):
    """Writes the zero-sum payoffs of a game into `out[seat]` (float32); all 0 in a draw or before the end (LD-END-1)."""
    winner, seats = int(game["winner"]), int(game["seats"])
    losing = -1.0 if game["teams"] else -1.0 / (seats - 1)
    for seat in range(seats):
        if winner == v.NOTHING:
            out[seat] = 0.0
        else:
            out[seat] = losing if is_opponent(game, winner, seat) else 1.0


@compiled
def write_progress(game, cards, out):
    """Writes half of what a seat, or both of a team, has of each need to win into `out[seat]` (float32) (LD-SPEC-3)."""
    for seat in range(game["seats"]):
        demons, souls = count_bits(int(game["demons"][seat])), int(game["souls"][seat])
        if game["teams"]:
            demons += count_bits(int(game["demons"][seat ^ 2]))
            souls += int(game["souls"][seat ^ 2])
        needed_demons, needed_souls = int(game["need_demons"]), int(game["need_souls"])
        out[seat] = 0.5 * min(demons, needed_demons) / needed_demons + 0.5 * min(souls, needed_souls) / needed_souls
