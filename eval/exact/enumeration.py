"""From the rules of a game to its sequence form: follows every history and all outcomes of chance.

The tree is walked ply by ply, all histories of a ply in one batch. Histories that lead to the same position, with the same
information state of every seat, have the same future. They are merged into one node with the sum of their probabilities; this
is exact, since equal information states imply equal own actions. Seats that choose at once choose in the same node, so none
sees the choice of another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from resonance_env.core.errors import OptionError
from resonance_env.core.information import KEY_SIZE, InformationStates
from resonance_env.core.spec import EXPLICIT_CHANCE, Variant
from resonance_env.eval.exact.sequence_form import SeatTree, SequenceForm
from resonance_env.eval.exact.size import check_size

CHUNK = 1024  # nodes that are opened at a time; changes memory only
MAX_PLIES = 2_000  # decisions and chance events of a game
MAX_NODES = 2_000_000  # of one ply, or reached from one chunk before merging


@dataclass
class _Ply:
    """The nodes of one ply.

    Attributes:
        games: records `[node]`.
        known: information states `[node]`.
        sequences: int64 `[node, seat]`: the last sequence of each seat.
        chance: float64 `[node]`: product of the chance probabilities, summed over the node's histories.
        histories: int64 `[node]`: number of histories.
    """

    games: np.ndarray
    known: InformationStates
    sequences: np.ndarray
    chance: np.ndarray
    histories: np.ndarray

    def __len__(self) -> int:
        return len(self.games)

    def rows(self, nodes: np.ndarray) -> _Ply:
        """Returns a copy of some nodes, in this order; nodes may be repeated."""
        return _Ply(self.games[nodes], self.known.rows(nodes), self.sequences[nodes], self.chance[nodes], self.histories[nodes])


class _Discoveries:
    """The information sets of one seat, in the order in which they are found."""

    def __init__(self) -> None:
        self.number: dict[bytes, int] = {}
        self.first = [1]
        self.parent: list[int] = []
        self.actions: list[np.ndarray] = []
        self.positions: list[np.ndarray] = []

    def add(self, keys: np.ndarray, parents: np.ndarray, legal: np.ndarray, games: np.ndarray) -> np.ndarray:
        """Returns int64 `[node]`: the first sequence of each node's information set; adds new sets.

        Args:
            keys: uint8 `[node, KEY_SIZE]`.
            parents: int64 `[node]`: the seat's last sequence.
            legal: int8 `[node, action]`.
            games: records `[node]`.
        """
        data, new = keys.tobytes(), []
        first = np.empty(len(keys), dtype=np.int64)
        for node in range(len(keys)):
            found = self.number.setdefault(data[node * KEY_SIZE : (node + 1) * KEY_SIZE], len(self.number))
            if found == len(self.parent):
                actions = np.flatnonzero(legal[node])
                self.first.append(self.first[-1] + len(actions))
                self.parent.append(int(parents[node]))
                self.actions.append(actions)
                new.append(node)
            first[node] = self.first[found]
        self.positions.append(games[new])
        return first

    def tree(self, seat: int) -> tuple[SeatTree, np.ndarray]:
        """Returns the sets, sorted by the seat's number of earlier decisions, and int64 `[old sequence]`: the new numbers."""
        counts = np.diff(self.first)
        set_of = np.repeat(np.arange(-1, len(counts)), np.diff(self.first, prepend=0))
        parent = np.array(self.parent, dtype=np.int64)
        depth = np.zeros(len(counts), dtype=np.int64)
        for number, sequence in enumerate(self.parent):  # a parent is found before its children
            depth[number] = depth[set_of[sequence]] + 1 if sequence else 0
        order = np.argsort(depth, kind="stable")
        first = np.cumsum(np.concatenate([[1], counts[order]]))
        new_first = np.empty(len(counts), dtype=np.int64)
        new_first[order] = first[:-1]
        renumbered = np.arange(self.first[-1])
        renumbered[1:] += np.repeat(new_first - np.array(self.first[:-1], dtype=np.int64), counts)
        action = np.full(self.first[-1], -1, dtype=np.int64)
        if len(counts):
            action[renumbered[1:]] = np.concatenate(self.actions)
        keys = np.frombuffer(b"".join(self.number), dtype=np.uint8).reshape(-1, KEY_SIZE)
        tree = SeatTree(
            keys=keys[order],
            parent=renumbered[parent[order]],
            first=first,
            action=action,
            depth_ends=tuple(np.cumsum(np.bincount(depth)).tolist()),
            positions=np.concatenate(self.positions)[order],
            seat=seat,
        )
        return tree, renumbered


class _Ends:
    """The endings of the game: combinations of the seats' last sequences."""

    def __init__(self, num_seats: int) -> None:
        self.sequences: list[np.ndarray] = []
        self.worth: list[np.ndarray] = []
        self.chance: list[np.ndarray] = []
        self.drawn: list[np.ndarray] = []
        self.num_seats = num_seats

    def add(self, nodes: _Ply, payoff: np.ndarray, is_drawn: np.ndarray) -> None:
        """Adds nodes that have ended, with payoffs `[node, seat]` and whether nobody won, bool `[node]`."""
        sequences, place = np.unique(nodes.sequences, axis=0, return_inverse=True)
        place = place.reshape(-1)
        worth = nodes.chance[:, None] * payoff
        columns = [np.bincount(place, weights=worth[:, seat], minlength=len(sequences)) for seat in range(self.num_seats)]
        self.sequences.append(sequences)
        self.worth.append(np.stack(columns, axis=1))
        self.chance.append(np.bincount(place, weights=nodes.chance, minlength=len(sequences)))
        self.drawn.append(np.bincount(place, weights=nodes.chance * is_drawn, minlength=len(sequences)))


def sequence_form(
    variant: Variant, games: np.ndarray | None = None, progress: Callable[[int, int], None] | None = None
) -> SequenceForm:
    """Enumerates a game.

    Args:
        variant: with `explicit_chance`.
        games: array of one game to start from, its whole position known to all; None for the start of the game.
        progress: called with the number of each ply and of its nodes.

    Raises:
        OptionError: the variant does not stop at chance events, or the tree is too large or too deep, which is
            estimated first.
    """
    if not variant.options.get(EXPLICIT_CHANCE):
        raise OptionError(f"expected a variant with {EXPLICIT_CHANCE}=True, got one without")
    if games is None:
        games = variant.start([0])
    check_size(variant, games)
    sets = [_Discoveries() for _ in range(variant.num_seats)]
    ends = _Ends(variant.num_seats)
    ply = _Ply(
        games.copy(),
        variant.information_states(games),
        np.zeros((1, variant.num_seats), dtype=np.int64),
        np.ones(1),
        np.ones(1, dtype=np.int64),
    )
    number = histories = nodes = 0
    while len(ply):
        if number > MAX_PLIES:
            raise OptionError(
                f"expected a game that ends within {MAX_PLIES:,} decisions and chance events, got {variant.spec.name!r}, "
                "which may go on longer"
            )
        if progress is not None:
            progress(number, len(ply))
        nodes += len(ply)
        is_over = variant.done(ply.games)
        if is_over.any():
            over = ply.rows(np.flatnonzero(is_over))
            is_drawn = np.logical_not(variant.winners(over.games).any(axis=1))
            ends.add(over, variant.payoff(over.games).astype(np.float64), is_drawn)
            histories += int(over.histories.sum())
        ply = _next_ply(variant, ply, np.flatnonzero(~is_over), sets)
        number += 1
    numbered = [found.tree(seat) for seat, found in enumerate(sets)]
    sequences = np.concatenate(ends.sequences)
    return SequenceForm(
        trees=tuple(tree for tree, _ in numbered),
        ends=np.stack([renumbered[sequences[:, seat]] for seat, (_, renumbered) in enumerate(numbered)], axis=1),
        worth=np.concatenate(ends.worth),
        chance=np.concatenate(ends.chance),
        drawn=np.concatenate(ends.drawn),
        histories=histories,
        nodes=nodes,
    )


def _next_ply(variant: Variant, ply: _Ply, running: np.ndarray, sets: list[_Discoveries]) -> _Ply:
    """Expands the running nodes, a chunk at a time, and merges equal nodes."""
    number: dict[bytes, int] = {}
    numbers = [np.zeros(0, dtype=np.int64)]  # of every child
    chance, histories = [np.zeros(0)], [np.zeros(0, dtype=np.int64)]
    first = [ply.rows(np.zeros(0, dtype=np.int64))]  # the first child of each number
    for start in range(0, len(running), CHUNK):
        nodes = ply.rows(running[start : start + CHUNK])
        is_asked = variant.acting(nodes.games).any(axis=1)
        for children in (
            _decide(variant, nodes.rows(np.flatnonzero(is_asked)), sets),
            _let_chance(variant, nodes.rows(np.flatnonzero(~is_asked))),
        ):
            before = len(number)
            numbers.append(np.array([number.setdefault(digest, len(number)) for digest in _digests(children)], dtype=np.int64))
            chance.append(children.chance)
            histories.append(children.histories)
            found, where = np.unique(numbers[-1], return_index=True)
            first.append(children.rows(where[found >= before]))
            _check_size(len(number))
    all_numbers = np.concatenate(numbers)
    return _Ply(
        np.concatenate([part.games for part in first]),
        InformationStates(
            np.concatenate([part.known.keys for part in first]), np.concatenate([part.known.seen for part in first])
        ),
        np.concatenate([part.sequences for part in first]),
        np.bincount(all_numbers, weights=np.concatenate(chance), minlength=len(number)),
        # Sums of float64, exact up to 2**53.
        np.bincount(all_numbers, weights=np.concatenate(histories), minlength=len(number)).astype(np.int64),
    )


def _check_size(nodes: int) -> None:
    """Checks that the next nodes fit into memory.

    Raises:
        OptionError: they do not fit.
    """
    if nodes > MAX_NODES:
        raise OptionError(
            f"expected a game with at most {MAX_NODES:,} nodes at a time, got {nodes:,}; "
            "take a smaller game or start from a later position"
        )


def _digests(nodes: _Ply) -> list[bytes]:
    """Returns keys that identify nodes: the position and the information state of each seat."""
    games, keys, seen = (array.tobytes() for array in (nodes.games, nodes.known.keys, nodes.known.seen))
    size, known = nodes.games.itemsize, nodes.known.keys[0].size if len(nodes) else 0
    return [
        blake2b(
            games[row * size : (row + 1) * size]
            + keys[row * known : (row + 1) * known]
            + seen[row * known : (row + 1) * known],
            digest_size=KEY_SIZE,
        ).digest()
        for row in range(len(nodes))
    ]


def _decide(variant: Variant, nodes: _Ply, sets: list[_Discoveries]) -> _Ply:
    """Plays every joint action at nodes with a decision."""
    acting, legal = variant.acting(nodes.games), variant.legal(nodes.games)
    nodes.known.see(acting, variant.observe(nodes.games, "recall"))
    counts = np.count_nonzero(legal, axis=2)  # 1 for a seat that is not asked
    branches = counts.prod(axis=1)
    _check_size(int(branches.sum()))
    parent = np.repeat(np.arange(len(nodes)), branches)
    number = np.arange(len(parent)) - np.repeat(np.cumsum(branches) - branches, branches)
    actions = np.empty((len(parent), variant.num_seats), dtype=np.int64)
    children = nodes.rows(parent)
    for seat, found in enumerate(sets):
        asked = np.flatnonzero(acting[:, seat])
        first = np.zeros(len(nodes), dtype=np.int64)
        first[asked] = found.add(
            nodes.known.keys[asked, seat], nodes.sequences[asked, seat], legal[asked, seat], nodes.games[asked]
        )
        option = number % counts[parent, seat]
        number //= counts[parent, seat]
        start = np.cumsum(counts[:, seat]) - counts[:, seat]
        actions[:, seat] = np.nonzero(legal[:, seat])[1][start[parent] + option]
        children.sequences[:, seat] = np.where(acting[parent, seat], first[parent] + option, children.sequences[:, seat])
    children.known.act(acting[parent], actions)
    variant.step(children.games, actions)
    return children


def _let_chance(variant: Variant, nodes: _Ply) -> _Ply:
    """Applies every outcome at nodes that wait for chance."""
    branches = variant.chance_branches(nodes.games)
    children = nodes.rows(branches.game)
    children.chance *= branches.probability
    variant.apply_outcomes(children.games, branches.outcome)
    return children
