"""How the planner chooses an action (ACT): the worth of each is the expected share of the outlooks after this round."""

from resonance_env.agents.resonance.planning.forecast import expect_lock, expect_plays, expected_share, value_of_sweep
from resonance_env.agents.resonance.planning.reading import NONE
from resonance_env.agents.resonance.planning.spells import best_spell_value
from resonance_env.agents.resonance.planning.styles import NOISE
from resonance_env.agents.resonance.planning.view import DEMONS, NUM_OUTCOMES, OBJECTS
from resonance_env.agents.resonance.planning.worth import compare_sides, judge_own, judge_sides
from resonance_env.core.chance import WORD, threefry2x32
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import actions as act, vocabulary as v


@inlined
def best_action(row, legal, seats, teams, view, cards, style, uniform):
    """Returns the best legal action, or NONE if there is none to weigh."""
    judge_sides(view, cards, style)
    expect_plays(row, seats, teams, view, cards, style)
    demon = int(view["demon"][0])
    best, best_value = NONE, -1.0
    for object_type in range(OBJECTS):
        if legal[act.PLAY_OBJECT + object_type]:
            value = value_of_play(view, style, demon, object_type)
            value += jitter(style, uniform, act.PLAY_OBJECT + object_type)
            if value > best_value:
                best, best_value = act.PLAY_OBJECT + object_type, value
    artifact = lowest_held(legal, act.PLAY_ARTIFACT, v.MAX_ARTIFACT)
    if artifact != NONE:
        judge_own(view, style, 0, 0, 0, -1, 0)
        value = value_of_sweep(view)
        value += jitter(style, uniform, artifact)
        if value > best_value:
            best, best_value = artifact, value
    incantation = lowest_held(legal, act.PLAY_INCANTATION, v.MAX_INCANTATION)
    if incantation != NONE:
        value = best_spell_value(view, cards, style)
        value += jitter(style, uniform, incantation)
        if value > best_value:
            best, best_value = incantation, value
    expect_lock(view, v.HERB, 0)
    for pair in range(act.NUM_PAIRS):
        if legal[act.DRAW_PAIR + pair]:
            first, second = act.PAIRS[pair]
            herbs, minerals, potions = (
                (first == v.HERB) + (second == v.HERB),
                (first == v.MINERAL) + (second == v.MINERAL),
                (first == v.POTION) + (second == v.POTION),
            )
            value = expected_share(view, style, demon, herbs, minerals, potions, 0, 0)
            value += jitter(style, uniform, act.DRAW_PAIR + pair)
            if value > best_value:
                best, best_value = act.DRAW_PAIR + pair, value
    if legal[act.DRAW_ARTIFACT]:
        value = expected_share(view, style, demon, 0, 0, 0, 1, 0)
        value += jitter(style, uniform, act.DRAW_ARTIFACT)
        if value > best_value:
            best, best_value = act.DRAW_ARTIFACT, value
    if legal[act.BREAK_SIGIL]:
        value = value_of_break(view, style, demon)
        value += jitter(style, uniform, act.BREAK_SIGIL)
        if value > best_value:
            best, best_value = act.BREAK_SIGIL, value
    if legal[act.TRADE_DEMON]:
        value = value_of_trade(view, style) + jitter(style, uniform, act.TRADE_DEMON)
        if value > best_value:
            best, best_value = act.TRADE_DEMON, value
    return best


@compiled
def jitter(style, uniform, action):
    """Returns random noise on the worth of an action, a function of the row's number and the action only."""
    if style[NOISE] == 0.0:
        return 0.0
    word, _ = threefry2x32(int(uniform * WORD), 0, action, 0)
    return style[NOISE] * word / WORD


@compiled
def lowest_held(legal, first, count):
    """Returns the legal code of the lowest card of a range, or NONE."""
    for index in range(count):
        if legal[first + index]:
            return first + index
    return NONE


@inlined
def value_of_play(view, style, demon, object_type):
    """Returns the worth of playing an object of a type face down (R-ACT-1)."""
    herb, mineral, potion = object_type == v.HERB, object_type == v.MINERAL, object_type == v.POTION
    expect_lock(view, object_type, 1)
    return expected_share(view, style, demon, -int(herb), -int(mineral), -int(potion), 0, 0)


@inlined
def value_of_break(view, style, demon):
    """Returns the worth of breaking the Sigil with a Mineral and a Potion (R-ACT-6); needs the forecast without this seat."""
    view["sealed"][0] = 0
    compare_sides(view, style)
    value = expected_share(view, style, demon, 0, -1, -1, 0, 0)
    view["sealed"][0] = 1
    compare_sides(view, style)
    return value


@inlined
def value_of_trade(view, style):
    """Returns the worth of the best trade (R-ACT-7), or -1 if no demon is suitable; needs the forecast without this seat."""
    best = -1.0
    for demon in range(DEMONS):
        if view["reserve"][demon] and _may_do_better(view, demon):
            best = max(best, expected_share(view, style, demon, -1, -1, -1, 0, 0))
    return best


@inlined
def _may_do_better(view, demon):
    """Returns whether a demon completes the next level or lacks less than the own demon, after some outcome."""
    own, level = int(view["demon"][0]), min(int(view["level"][0]), v.NUM_LEVELS - 1)
    for outcome in range(NUM_OUTCOMES):
        if view["completes"][outcome, demon, level]:
            return True
        if view["cost"][outcome, demon, level] < view["cost"][outcome, own, level]:
            return True
    return False
