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

# The mean of two fits of `fit_outlook.py`, to games of `greedy` (--agent greedy --games 1500) and to games of planners with
# that outlook (--games 500): each alone is fitted to one way of playing, and scores less. Weights of stages are multiplied
# by 0.7, which scored best against `greedy` among a few factors.
WEIGHTS = np.array(
    [
        1.983,  # stage_0
        2.881,  # souls_0
        0.000,  # souls_above_0
        0.434,  # cards_0
        -0.068,  # cards_above_0
        0.426,  # own_income_0
        0.590,  # income_0
        1.014,  # own_finish_0
        0.677,  # finish_0
        -0.040,  # stage_1
        2.139,  # souls_1
        1.255,  # souls_above_1
        3.843,  # cards_1
        -0.665,  # cards_above_1
        0.183,  # own_income_1
        0.093,  # income_1
        0.993,  # own_finish_1
        0.286,  # finish_1
        -0.591,  # stage_2
        1.442,  # souls_2
        0.617,  # souls_above_2
        3.469,  # cards_2
        0.586,  # cards_above_2
        0.196,  # own_income_2
        0.037,  # income_2
        0.286,  # own_finish_2
        -0.260,  # finish_2
        -1.353,  # stage_3
        1.361,  # souls_3
        0.070,  # souls_above_3
        3.370,  # cards_3
        1.752,  # cards_above_3
        0.159,  # own_income_3
        -0.017,  # income_3
        -0.147,  # own_finish_3
        -0.147,  # finish_3
        -0.336,  # twice
        -0.017,  # shield
        0.245,  # reroll
        1.762,  # hand
        0.067,  # next
        -0.032,  # last
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
