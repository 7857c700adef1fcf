"""The outlook of each side in a position: the value at which playouts are cut off.

A multinomial logit over public features and hands: strengths are sums of weights, and the outlook of a side is its share of the
exponentials. It sums to 1 over the sides, as scores do (a win counts 1, a draw its fair share).
"""

import math

import numpy as np

from resonance_env.core.bitset import count_bits, has_bit
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.seating import num_teams, team_of
from resonance_env.games.resonance.rules.victory import missing_objects, objects_on_moons

(
    LEVEL_ONE,  # 1 from the first level on
    LEVEL_TWO,  # 1 from the second level on
    LACKS_NEXT,  # objects that the moons lack for the next level
    LACKS_NEXT_HELD,  # of these, how many are in hand
    LACKS_LAST,  # objects that the moons lack for level III
    TRADE,  # how much less a demon of the reserve lacks for the next level than the own one, if the seat can pay for it
    SEALED,  # carries a Sigil
    ARTIFACTS,  # artifacts in hand, at most 3
    INCANTATIONS,  # incantations in hand, at most 3
    OBJECTS,  # objects in hand, at most 6
    ONE_STEP,  # 1 with two levels and one object lacking for the third
    HOLDS_STEP,  # 1 with ONE_STEP and that object in hand
) = range(12)
NUM_FEATURES = 12
# Fitted to games of planners by `fit_outlook.py`.
WEIGHTS = np.array([0.03, 0.27, -0.58, 0.33, -0.36, 0.17, -0.15, 0.11, 0.28, 0.15, 0.1, 0.27])


@compiled
def write_features(game, cards, seat, out):
    """Writes the features into `out[feature]` (float64)."""
    demon, level = int(game["demon"][seat]), min(int(game["level"][seat]), v.NUM_LEVELS - 1)
    on_moons = objects_on_moons(game)
    lacks, held, last, can_pay, objects = 0, 0, 0, True, 0
    for kind in range(v.NUM_OBJECTS):
        missing = missing_objects(cards, demon, level, kind, on_moons)
        lacks += missing
        held += min(missing, int(game["hand_objects"][seat, kind]))
        last += missing_objects(cards, demon, v.NUM_LEVELS - 1, kind, on_moons)
        can_pay &= game["hand_objects"][seat, kind] > 0
        objects += int(game["hand_objects"][seat, kind])
    trade = 0
    if can_pay:
        for other in range(v.MAX_DEMONS):
            if has_bit(int(game["demon_reserve"]), other):
                lacks_other = 0
                for kind in range(v.NUM_OBJECTS):
                    lacks_other += missing_objects(cards, other, level, kind, on_moons)
                trade = max(trade, lacks - lacks_other)
    is_close = level == v.NUM_LEVELS - 1 and lacks <= 1
    out[LEVEL_ONE] = level >= 1
    out[LEVEL_TWO] = level >= 2
    out[LACKS_NEXT] = lacks
    out[LACKS_NEXT_HELD] = held
    out[LACKS_LAST] = last
    out[TRADE] = trade
    out[SEALED] = game["sigil"][seat] != v.NO_INCANTATION
    out[ARTIFACTS] = min(count_bits(int(game["hand_artifacts"][seat])), 3)
    out[INCANTATIONS] = min(count_bits(int(game["hand_incantations"][seat])), 3)
    out[OBJECTS] = min(objects, 6)
    out[ONE_STEP] = is_close
    out[HOLDS_STEP] = is_close and held == lacks


@compiled
def write_features_of_all(games, cards, out):
    """Writes float64 `[game, seat, feature]`; `cards` is an array of one CARDS record."""
    for index in range(len(games)):
        for seat in range(games[index]["seats"]):
            write_features(games[index], cards[0], seat, out[index, seat])


@inlined
def write_outlook(game, cards, weights, features, out):
    """Writes each seat's outlook, in 0 .. 1, into `out[seat]` (float64); exact once the game is over.

    `weights` and `features`, which is scratch, are float64 `[feature]`.
    """
    seats, sides = int(game["seats"]), num_teams(game)
    if game["phase"] == v.PHASE_OVER:
        for seat in range(seats):
            if game["winner"] == v.NO_SEAT:
                out[seat] = 1.0 / sides
            else:
                out[seat] = 1.0 if team_of(game, seat) == team_of(game, int(game["winner"])) else 0.0
        return
    for seat in range(seats):
        write_features(game, cards, seat, features)
        strength = 0.0
        for feature in range(NUM_FEATURES):
            strength += weights[feature] * features[feature]
        out[seat] = strength
    if game["teams"]:
        for seat in range(0, seats, 2):
            out[seat] = out[seat + 1] = 0.5 * (out[seat] + out[seat + 1])
    total = 0.0
    for seat in range(seats):
        out[seat] = math.exp(out[seat])
        total += out[seat]
    if game["teams"]:
        total *= 0.5
    for seat in range(seats):
        out[seat] /= total
