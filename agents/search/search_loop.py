"""Template of the loop that compares answers by simulations, with sequential halving (`halving.py`).

A game's search gives `simulate` to `bind_templates` of `core/bound_loops.py`; that here is never called.
"""

from typing import Any

from resonance_env.agents.search.halving import num_halvings, sort_arms, tries_each
from resonance_env.core.compiled import inlined
from resonance_env.core.templates import template


def simulate(row: Any, legal: Any, key: Any, world: int, action: int, cards: Any, blank: Any, searcher: Any) -> None:
    """Plays a world with an action, and adds its result to `tries` and `sums` of the searcher."""
    raise NotImplementedError


@template(inlined)
def search_arms(row, legal, key, world, num_arms, cards, blank, searcher):
    """Returns the best of the first actions in `arms` of the searcher, by `sims` simulations of its settings.

    The k-th try of every action plays in the k-th world, counted from `world`, so that actions are compared on equal terms.
    """
    halvings = num_halvings(num_arms)
    left = int(searcher.settings[0]["sims"])
    for halving in range(halvings):
        tries = tries_each(left, halvings - halving, num_arms)
        for k in range(tries):
            for arm in range(num_arms):
                simulate(row, legal, key, world + k, int(searcher.arms[arm]), cards, blank, searcher)
        world += tries
        left -= tries * num_arms
        sort_arms(searcher.arms, searcher.tries, searcher.sums, num_arms)
        num_arms = (num_arms + 1) // 2
    return searcher.arms[0]
