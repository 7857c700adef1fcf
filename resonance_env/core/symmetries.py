"""Relabellings that leave a game as it is, such as another order of signals that have no meaning of their own.

Other-Play (Hu et al., 2020, https://arxiv.org/abs/2003.02979) trains with each seat under a relabelling of its own, so that
partners cannot agree on what the labels mean.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np

from resonance_env.core.layout import Layout


class Symmetries(NamedTuple):
    """The relabellings of a game, the first of which changes nothing.

    Under a relabelling a seat sees its row and names its actions differently. Where all seats act under the same one, the game
    goes on as it would without it.

    Attributes:
        entry: int64 `[symmetry, size]`: where in the game's row an entry of the relabelled row stands.
        code: int64 `[symmetry, action]`: the game's code of a relabelled code.
    """

    entry: np.ndarray
    code: np.ndarray

    @property
    def relabelled_code(self) -> np.ndarray:
        """Int64 `[symmetry, action]`: the relabelled code of a code of the game, the inverse of `code`."""
        return np.argsort(self.code, axis=1)


def label_symmetries(layout: Layout, num_actions: int, pieces: Sequence[str], first_code: int) -> Symmetries:
    """Returns all orders of labels that are shown by one-hot pieces and chosen by consecutive codes.

    Args:
        layout: of the rows.
        num_actions: size of the action space.
        pieces: names of the pieces, whose last axis is the label.
        first_code: code of the first label.
    """
    places = [layout.view(np.arange(layout.size), piece) for piece in pieces]  # [..., label]
    num_labels = places[0].shape[-1]
    orders = list(permutations(range(num_labels)))
    entry, code = np.tile(np.arange(layout.size), (len(orders), 1)), np.tile(np.arange(num_actions), (len(orders), 1))
    for symmetry, order in enumerate(orders):
        for place in places:
            entry[symmetry, place] = place[..., order]
        code[symmetry, first_code : first_code + num_labels] = first_code + np.array(order)
    return Symmetries(entry, code)
