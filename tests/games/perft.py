"""Counts of a game tree with chance enumerated, in the manner of chess programs' perft, for any game.

A ply is one joint decision or the outcome of one chance event; a node is a history, so that equal positions reached in two ways
count twice. A joint decision has the product of the legal actions of all seats that are asked as its branches. The tree is
walked ply by ply, and equal positions of a ply are walked once, with the number of their histories.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from resonance_env.core.spec import Variant

CHANCE, DECISION, FIRST_ENDING = range(3)  # kinds of nodes; from the last on those that end, by ending
MAX_PLIES = 1_000

Keys = Callable[[Variant, np.ndarray], list[bytes]]


@dataclass(frozen=True)
class Perft:
    """The counts of a tree.

    Attributes:
        kinds: names of the kinds of nodes.
        nodes: int64 `[ply, kind]` histories of each length, by what comes next or how they end.
        positions: number of different positions before the end, by their keys.
    """

    kinds: tuple[str, ...]
    nodes: np.ndarray
    positions: int

    @property
    def leaves(self) -> int:
        """Histories that end."""
        return int(self.nodes[:, FIRST_ENDING:].sum())

    def table(self) -> str:
        """Returns the counts as text, one line a ply."""
        lines = ["ply" + "".join(f"{name:>12}" for name in self.kinds)]
        lines += [f"{ply:3}" + "".join(f"{number:12}" for number in row) for ply, row in enumerate(self.nodes.tolist())]
        lines.append(f"all{''.join(f'{number:12}' for number in self.nodes.sum(axis=0).tolist())}")
        return "\n".join([*lines, f"{self.positions} positions before the end"])


def state_keys(variant: Variant, games: np.ndarray) -> list[bytes]:
    """Returns the full position of each game as `state()` shows it, as bytes."""
    return [row.tobytes() for row in variant.state(games)]


def perft(variant: Variant, games: np.ndarray, max_plies: int = MAX_PLIES, keys: Keys = state_keys) -> Perft:
    """Counts the tree below a position.

    Args:
        variant: the game, with `explicit_chance`.
        games: array of one game; not changed.
        max_plies: how deep; deeper nodes are not counted.
        keys: returns for each game, as bytes, all of it that can matter later.

    Raises:
        RuntimeError: the tree is deeper than `MAX_PLIES`.
    """
    kinds = ("chance", "decision", *variant.ending_names[1:])
    histories, rows, seen = np.ones(1, dtype=np.int64), [], set[bytes]()
    for ply in itertools.count():
        is_over = variant.done(games)
        kind = np.where(variant.acting(games).any(axis=1), DECISION, CHANCE)
        kind[is_over] = FIRST_ENDING - 1 + variant.ending(games)[is_over]
        counts = np.zeros(len(kinds), dtype=np.int64)
        np.add.at(counts, kind, histories)
        rows.append(counts)
        games, histories = games[~is_over], histories[~is_over]
        seen.update(keys(variant, games))
        if len(games) == 0 or ply == max_plies:
            return Perft(kinds, np.array(rows), len(seen))
        if ply == MAX_PLIES:
            raise RuntimeError(f"expected a tree of at most {MAX_PLIES} plies, got a deeper one")
        games, histories = merged(variant, *successors(variant, games, histories), keys)
    raise AssertionError


def merged(variant: Variant, games: np.ndarray, histories: np.ndarray, keys: Keys) -> tuple[np.ndarray, np.ndarray]:
    """Returns the different positions and int64 `[game]`: how many histories lead to each."""
    first: dict[bytes, int] = {}
    places = np.array([first.setdefault(key, index) for index, key in enumerate(keys(variant, games))], dtype=np.int64)
    sums = np.zeros(len(games), dtype=np.int64)
    np.add.at(sums, places, histories)
    kept = np.array(list(first.values()), dtype=np.int64)
    return games[kept], sums[kept]


def successors(variant: Variant, games: np.ndarray, histories: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the positions after each outcome or joint action, and int64 `[game]`: how many histories lead to each."""
    is_asked = variant.acting(games).any(axis=1)
    branches = variant.chance_branches(games)
    after_chance = games[branches.game]
    variant.apply_outcomes(after_chance, branches.outcome)
    masks = variant.legal(games)
    parents, actions = [], []
    for index in np.flatnonzero(is_asked).tolist():
        joint = list(itertools.product(*(np.flatnonzero(row).tolist() for row in masks[index])))
        parents += [index] * len(joint)
        actions += joint
    after_choice = games[np.array(parents, dtype=np.int64)]
    variant.step(after_choice, np.array(actions, dtype=np.int64).reshape(-1, variant.num_seats))
    sources = np.concatenate([branches.game, np.array(parents, dtype=np.int64)])
    return np.concatenate([after_chance, after_choice]), histories[sources]


def tree_text(variant: Variant, positions: Sequence[np.ndarray], max_plies: int = MAX_PLIES, keys: Keys = state_keys) -> str:
    """Returns a position with explicit chance and the counts below it.

    Args:
        variant: the variant, with explicit chance.
        positions: of a playthrough, which is left after two thirds; without any, the tree begins with the deal.
        max_plies: as in `perft`.
        keys: as in `perft`.
    """
    games = positions[2 * len(positions) // 3].copy() if positions else variant.start([0])
    games[0]["explicit_chance"] = 1
    return f"{variant.position(games).rstrip()}\n\n{perft(variant, games, max_plies, keys).table()}\n"
