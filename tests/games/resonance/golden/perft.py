"""Counts of the game tree with chance enumerated, in the manner of chess programs' perft.

A ply is one joint decision or the outcome of one chance event; a node is a history, so that equal positions reached in two ways
count twice. A joint decision has the product of the legal actions of all who are asked as its branches. `python -m
tests.games.resonance.golden.perft --cards mini --players 2` prints the counts of a card set.
"""

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np

from resonance_env.core.compiled import compiled
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.chance_events import apply_outcome, outcome_weight, pending_chance, total_weight
from resonance_env.games.resonance.rules.engine import advance, step_one
from resonance_env.games.resonance.rules.legality import LEGAL, why_illegal
from resonance_env.games.resonance.rules.state import new_games
from resonance_env.games.resonance.rules.victory import write_payoffs
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant

MAX_PLIES = 200
MAX_OPTIONS = 64  # legal actions of one seat
CHANCE, DECISION, FIRST_ENDING = range(3)  # kinds of nodes; the last begins those that end, by victory
KIND_NAMES = ("chance", "decision", *v.VICTORY_NAMES[v.VICTORY_DEMON :])

# The record of a ply on the current path.
FRAME = np.dtype(
    [
        ("options", "i2", (v.MAX_SEATS, MAX_OPTIONS)),  # [seat, option] legal actions
        ("num_options", "i8", (v.MAX_SEATS,)),
        ("num_branches", "i8"),
        ("branch", "i8"),  # the next to be walked
        ("probability", "f8"),
    ]
)


@dataclass(frozen=True)
class Perft:
    """The counts of a tree.

    Attributes:
        nodes: `[ply, kind]` histories of each length, by what comes next or how they end (`KIND_NAMES`).
        endings: `[victory]` probability that the game ends so, if everybody plays each legal joint action equally often.
        payoffs: `[seat]` expected payoffs then.
    """

    nodes: np.ndarray
    endings: np.ndarray
    payoffs: np.ndarray

    @property
    def leaves(self) -> int:
        """Histories that end."""
        return int(self.nodes[:, FIRST_ENDING:].sum())

    def table(self) -> str:
        """Returns the counts as text, one line a ply."""
        lines = ["ply" + "".join(f"{name:>12}" for name in KIND_NAMES)]
        lines += [f"{ply:3}" + "".join(f"{number:12}" for number in row) for ply, row in enumerate(self.nodes.tolist())]
        return "\n".join([*lines, f"all{''.join(f'{number:12}' for number in self.nodes.sum(axis=0).tolist())}"])


def perft(variant: ResonanceVariant, games: np.ndarray, max_plies: int = MAX_PLIES - 1) -> Perft:
    """Counts the tree below a position.

    Args:
        variant: the game, with `explicit_chance`.
        games: array of one game that waits for chance or a decision; not changed.
        max_plies: how deep; deeper nodes are not counted.

    Raises:
        RuntimeError: the tree is deeper than `MAX_PLIES`.
    """
    stack = new_games(max_plies + 1)
    stack[0] = games[0]
    nodes = np.zeros((max_plies + 1, len(KIND_NAMES)), dtype=np.int64)
    endings, payoffs = np.zeros(len(v.VICTORY_NAMES)), np.zeros(v.MAX_SEATS)
    actions, row = np.zeros(v.MAX_SEATS, dtype=np.int16), np.zeros(v.MAX_SEATS, dtype=np.float32)
    _count(stack, np.zeros(len(stack), dtype=FRAME), actions, row, variant.card_set.cards, nodes, endings, payoffs)
    deepest = int(np.flatnonzero(nodes.sum(axis=1)).max())
    if max_plies == MAX_PLIES - 1 and deepest == max_plies:
        raise RuntimeError(f"expected a tree of fewer than {max_plies} plies, got a deeper one")
    return Perft(nodes[: deepest + 1], endings, payoffs[: variant.num_seats])


@compiled
def _count(
    stack: np.ndarray,
    frames: np.ndarray,
    actions: np.ndarray,
    row: np.ndarray,
    cards: np.ndarray,
    nodes: np.ndarray,
    endings: np.ndarray,
    payoffs: np.ndarray,
) -> None:
    """Walks the tree below `stack[0]` in depth; adds to `nodes[ply, kind]`, `endings[victory]` and `payoffs[seat]`.

    `frames` (one a ply), `actions` and `row` are working memory.
    """
    frames[0]["probability"] = 1.0
    nodes[0, CHANCE if stack[0]["phase"] == v.PHASE_CHANCE else DECISION] += 1
    frames[0]["num_branches"] = _open(stack[0], cards[0], frames[0]["options"], frames[0]["num_options"])
    ply = 0 if len(stack) > 1 else -1
    while ply >= 0:
        frame, below = frames[ply], frames[ply + 1]
        if frame["branch"] == frame["num_branches"]:
            ply -= 1
            continue
        number = frame["branch"]
        frame["branch"] += 1
        share = 1.0 / frame["num_branches"]
        if stack[ply]["phase"] == v.PHASE_CHANCE:
            event = pending_chance(stack[ply])
            weight = outcome_weight(stack[ply], event, number)
            if weight == 0:
                continue
            share = weight / total_weight(stack[ply], event)
        stack[ply + 1] = stack[ply]
        child = stack[ply + 1]
        if child["phase"] == v.PHASE_CHANCE:
            apply_outcome(child, pending_chance(child), number)
            advance(child, cards[0])
        else:
            for seat in range(child["seats"]):
                if frame["num_options"][seat] > 0:
                    actions[seat] = frame["options"][seat, number % frame["num_options"][seat]]
                    number //= frame["num_options"][seat]
            step_one(child, cards[0], actions)
        below["probability"] = frame["probability"] * share
        if child["phase"] == v.PHASE_OVER:
            nodes[ply + 1, FIRST_ENDING + child["victory"] - v.VICTORY_DEMON] += 1
            endings[child["victory"]] += below["probability"]
            write_payoffs(child, cards[0], row)
            for seat in range(child["seats"]):
                payoffs[seat] += below["probability"] * row[seat]
            continue
        nodes[ply + 1, CHANCE if child["phase"] == v.PHASE_CHANCE else DECISION] += 1
        if ply + 2 < len(stack):
            ply += 1
            below["branch"] = 0
            below["num_branches"] = _open(child, cards[0], below["options"], below["num_options"])


@compiled
def _open(game: Any, cards: Any, options: np.ndarray, num_options: np.ndarray) -> Any:
    """Lists the legal actions of all seats asked; returns the number of branches, or of outcome codes at a chance event."""
    if game["phase"] == v.PHASE_CHANCE:
        event = pending_chance(game)
        return total_weight(game, event) if event == v.CHANCE_QUICKNESS else v.MAX_INCANTATION + 1
    branches = 1
    for seat in range(game["seats"]):
        num_options[seat] = 0
        if game["asked"][seat]:
            for action in range(act.NUM_ACTIONS):
                if why_illegal(game, cards, seat, action) == LEGAL:
                    options[seat, num_options[seat]] = action
                    num_options[seat] += 1
            branches *= num_options[seat]
    return branches


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cards", default="mini", help="a shipped set or the path of a file")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--edition", default="fr")
    parser.add_argument("--plies", type=int, default=MAX_PLIES - 1)
    arguments = parser.parse_args()
    variant = SPEC.variant(arguments.players, cards=arguments.cards, edition=arguments.edition, explicit_chance=True)
    games = variant.start([0])
    counts = perft(variant, games, arguments.plies)
    print(counts.table())
    print(f"{counts.leaves} leaves; if all play at random: endings {counts.endings}, payoffs {counts.payoffs}")


if __name__ == "__main__":
    main()
