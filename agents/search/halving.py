"""Sequential halving (Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013).

All arms are tried equally often, then the better half more often, and so on, until one is left. Compiled searches call these
functions between their simulations, since a loop over simulations knows its game.
"""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.random_stream import draw_below

NOISE_UNIT = 256  # probabilities of noise are whole numbers of this many


@compiled
def num_halvings(num_arms):
    """Returns how often the arms are halved until one is left."""
    halvings = 0
    while (1 << halvings) < num_arms:
        halvings += 1
    return halvings


@inlined
def tries_each(left, halvings, num_arms):
    """Returns how often each arm is tried next, if `left` simulations are left for `halvings` halvings, this one included."""
    return max(left // (halvings * num_arms), 1)


@inlined
def sort_arms(arms, tries, sums, num_arms):
    """Sorts the first arms by the mean of their results, best first; the sort is stable.

    Args:
        arms: int64 `[arm]`, sorted in place: the actions.
        tries: int64 `[action]`: number of tries.
        sums: float64 `[action]`: sum of their results.
        num_arms: how many arms are left.
    """
    for place in range(1, num_arms):
        arm = arms[place]
        mean = sums[arm] / tries[arm]
        other = place - 1
        while other >= 0 and sums[arms[other]] / tries[arms[other]] < mean:
            arms[other + 1] = arms[other]
            other -= 1
        arms[other + 1] = arm


@inlined
def random_action(legal, stream):
    """Returns a uniformly random legal action."""
    count = 0
    for action in range(len(legal)):
        count += legal[action]
    pick = draw_below(stream, count)
    for action in range(len(legal)):
        if legal[action]:
            if pick == 0:
                return action
            pick -= 1
    return 0
