"""How likely each side is to win from a position: a multinomial logit of what lies open, fitted to games.

A side's score is linear in its features; the chances are the softmax of the scores. Features are counted apart for each number
of demons that a side still lacks, since souls and cards then matter differently (`fit_outlook.py` fits the weights).
"""

import math

import numpy as np

from resonance_env.agents.summon_demons.planning.gains import lacking_demons, side_of, side_souls, write_incomes
from resonance_env.core.compiled import compiled
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.counting import count_copies, seat_at

STAGES = 4  # demons that a side lacks: 0, 1, 2, and more
STAGE_FEATURES = ("stage", "souls", "souls_above", "cards", "cards_above", "own_income", "income", "own_finish", "finish")
OTHER_FEATURES = ("twice", "shield", "reroll", "hand", "next", "last")
NUM_STAGE_FEATURES = len(STAGE_FEATURES)
NUM_FEATURES = STAGES * NUM_STAGE_FEATURES + len(OTHER_FEATURES)
MOST_CARDS = 6.0  # more count apart
MOST_SOULS = 2.0  # times the goal; more count no more

# Fitted by `python -m resonance_env.agents.summon_demons.planning.fit_outlook`.
WEIGHTS = np.array(
    [
        2.855,  # stage_0
        3.198,  # souls_0
        0.000,  # souls_above_0
        0.200,  # cards_0
        -0.139,  # cards_above_0
        0.435,  # own_income_0
        0.571,  # income_0
        1.409,  # own_finish_0
        0.673,  # finish_0
        0.064,  # stage_1
        2.604,  # souls_1
        0.504,  # souls_above_1
        2.683,  # cards_1
        -0.852,  # cards_above_1
        0.141,  # own_income_1
        0.167,  # income_1
        1.251,  # own_finish_1
        0.466,  # finish_1
        -0.896,  # stage_2
        1.759,  # souls_2
        0.030,  # souls_above_2
        3.238,  # cards_2
        0.997,  # cards_above_2
        0.123,  # own_income_2
        0.114,  # income_2
        0.448,  # own_finish_2
        -0.492,  # finish_2
        -2.022,  # stage_3
        1.382,  # souls_3
        0.081,  # souls_above_3
        3.220,  # cards_3
        1.579,  # cards_above_3
        0.247,  # own_income_3
        0.017,  # income_3
        -0.190,  # own_finish_3
        -0.190,  # finish_3
        -0.165,  # twice
        0.053,  # shield
        0.212,  # reroll
        1.791,  # hand
        0.060,  # next
        -0.033,  # last
    ]
)


@compiled
def write_features(game, cards, incomes, out):
    """Writes the features of each side into `out[side, feature]`; `incomes` is float64 `[4]`, scratch."""
    for side in range(out.shape[0]):
        for feature in range(NUM_FEATURES):
            out[side, feature] = 0.0
    for seat in range(game["seats"]):
        _add_seat(game, cards, seat, incomes, out[side_of(game, seat)])


@compiled
def _add_seat(game, cards, seat, incomes, out):
    """Adds a seat's features to those of its side."""
    share = 0.5 if game["teams"] else 1.0
    lacking = lacking_demons(game, seat)
    at = min(lacking, STAGES - 1) * NUM_STAGE_FEATURES
    goal = float(game["need_souls"])
    souls = min(side_souls(game, seat) / goal, MOST_SOULS)
    number = float(count_copies(game, seat, int(game["types_in_play"][seat])))
    write_incomes(game, cards, seat, incomes)
    out[at] += share * (1.0 + max(lacking - STAGES + 1, 0))
    out[at + 1] += share * min(souls, 1.0)
    out[at + 2] += share * max(souls - 1.0, 0.0)
    out[at + 3] += min(number, MOST_CARDS) / MOST_CARDS
    out[at + 4] += max(number - MOST_CARDS, 0.0) / MOST_CARDS
    out[at + 5] += incomes[0]
    out[at + 6] += incomes[1] * (int(game["seats"]) - 1)
    out[at + 7] += incomes[2]
    out[at + 8] += incomes[3]
    at = STAGES * NUM_STAGE_FEATURES
    demons = int(game["demons"][seat])
    out[at] += demons & cards["always"][v.ALWAYS_TWICE] != 0
    out[at + 1] += demons & cards["always"][v.ALWAYS_SHIELD] != 0
    out[at + 2] += demons & cards["always"][v.ALWAYS_REROLL] != 0
    out[at + 3] += lacking > 0 and game["hand"][seat] != 0
    following = seat_at(game, int(game["active"]), 1) if game["rolled"] else int(game["active"])
    out[at + 4] += seat == following
    out[at + 5] += seat_at(game, seat, 1) == following


@compiled
def write_chances(game, cards, weights, features, incomes, out):
    """Writes each side's chance to win into `out[side]`: that of the outlook, or the result of a finished game.

    Args:
        game: the game.
        cards: the card set.
        weights: float64 `[feature]`.
        features: float64 `[side, feature]`, scratch.
        incomes: float64 `[4]`, scratch.
        out: float64 `[side]`, as many as the game has.
    """
    sides = len(out)
    if game["phase"] == v.PHASE_OVER:
        for side in range(sides):
            out[side] = 1.0 / sides if game["winner"] == v.NOTHING else 0.0
        if game["winner"] != v.NOTHING:
            out[side_of(game, int(game["winner"]))] = 1.0
        return
    write_features(game, cards, incomes, features)
    highest = -1e9
    for side in range(sides):
        out[side] = 0.0
        for feature in range(NUM_FEATURES):
            out[side] += weights[feature] * features[side, feature]
        highest = max(highest, out[side])
    total = 0.0
    for side in range(sides):
        out[side] = math.exp(out[side] - highest)
        total += out[side]
    for side in range(sides):
        out[side] /= total


def feature_names() -> list[str]:
    """Returns the names of the features, in order."""
    stages = [f"{name}_{stage}" for stage in range(STAGES) for name in STAGE_FEATURES]
    return [*stages, *OTHER_FEATURES]
