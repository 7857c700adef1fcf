"""Perft: how many histories the rules allow, to a fixed number of plies or to the end, with all outcomes of chance.

    python -m tests.games.resonance.golden.test_perft --regenerate

writes the positions and counts of the frozen sets anew. The counts of `mini` stand here.
"""

import itertools
import os
import sys
import warnings

import numpy as np
import pytest

from resonance_env.core.files import write_atomically
from resonance_env.games.resonance.cardsets.card_loader import CardSetWarning
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from tests.games.resonance.golden.frozen_sets import FROZEN_SETS_WARN, GOLDEN, frozen_variant, play_with_spells
from tests.games.resonance.golden.perft import CHANCE, DECISION, FIRST_ENDING, KIND_NAMES, Perft, perft
from tests.places import ROOT

pytestmark = [FROZEN_SETS_WARN, pytest.mark.usefixtures("at_the_root")]

# Set, players, edition, seed of the game whose position it is and the phase it is taken from (None: the deal), and plies.
CASES: dict[str, tuple[str, int, str, tuple[int, int] | None, int]] = {
    "perft_a_deal": ("frozen_a", 2, "fr", None, 9),
    "perft_a_2_players": ("frozen_a", 2, "en", (4, v.PHASE_ACT), 5),
    "perft_a_3_players": ("frozen_a", 3, "fr", (5, v.PHASE_ACT), 3),
    "perft_a_5_players": ("frozen_a", 5, "en", (6, v.PHASE_CAST), 8),
    "perft_a_8_players": ("frozen_a", 8, "fr", (7, v.PHASE_CAST), 7),
    "perft_b_deal": ("frozen_b", 2, "fr", None, 9),
    "perft_b_2_players": ("frozen_b", 2, "fr", (2, v.PHASE_ACT), 9),
    "perft_b_3_players": ("frozen_b", 3, "en", (3, v.PHASE_ACT), 4),
    "perft_b_4_players": ("frozen_b", 4, "fr", (4, v.PHASE_CAST), 8),
    "perft_b_6_players": ("frozen_b", 6, "fr", (6, v.PHASE_ACT), 9),
}


def deal(variant: ResonanceVariant) -> np.ndarray:
    """Returns an array of one game before its first chance event."""
    return variant.start([0])


def middle_of_a_game(name: str) -> np.ndarray:
    """Returns the decision of the wanted phase at which the witches have the most incantations, in hand or played."""
    cards, players, edition, place, _ = CASES[name]
    assert place is not None
    seed, phase = place
    positions, _ = play_with_spells(frozen_variant(cards, players, edition=edition), seed)

    def num_incantations(games: np.ndarray) -> int:
        game = games[0]
        unresolved = int((game["incantation_state"] == v.INCANTATION_UNRESOLVED).sum())
        return sum(int(held).bit_count() for held in game["hand_incantations"]) + 10 * unresolved * (phase == v.PHASE_CAST)

    games = max((games for games in positions if games[0]["phase"] == phase), key=num_incantations)
    games[0]["explicit_chance"] = 1
    return games


def case_text(name: str, position: str) -> str:
    """Returns the text of a case: the position and its counts."""
    cards, players, edition, _, plies = CASES[name]
    variant = frozen_variant(cards, players, edition=edition, explicit_chance=True)
    counts = perft(variant, variant.parse_position(position) if position else deal(variant), plies)
    start = position.rstrip() if position else f"the deal, set: {cards}, players: {players}, edition: {edition}"
    return f"{start}\n\n{counts.table()}\n"


def regenerate() -> None:
    """Writes the files of all cases."""
    for name, case in CASES.items():
        variant = frozen_variant(case[0], case[1], edition=case[2], explicit_chance=True)
        position = "" if case[3] is None else variant.position(middle_of_a_game(name))
        write_atomically(GOLDEN / f"{name}.txt", case_text(name, position))


def enumerate_plainly(variant: ResonanceVariant, games: np.ndarray, plies: int) -> tuple[np.ndarray, np.ndarray]:
    """Counts as `perft` does, by recursion through the methods of the variant; returns its `nodes` and `payoffs`."""
    nodes = np.zeros((plies + 1, len(KIND_NAMES)), dtype=np.int64)
    payoffs = np.zeros(variant.num_seats)

    def visit(games: np.ndarray, ply: int, probability: float) -> None:
        is_chance = games[0]["phase"] == v.PHASE_CHANCE
        if variant.done(games)[0]:
            nodes[ply, FIRST_ENDING + int(variant.ending(games)[0]) - v.VICTORY_DEMON] += 1
            payoffs[:] += probability * variant.payoff(games)[0]
            return
        nodes[ply, CHANCE if is_chance else DECISION] += 1
        if ply == plies:
            return
        if is_chance:
            for outcome, share in variant.chance_outcomes(games).items():
                child = games.copy()
                variant.apply_chance(child, outcome)
                visit(child, ply + 1, probability * share)
            return
        joint_actions = list(itertools.product(*(np.flatnonzero(row) for row in variant.legal(games)[0])))
        for actions in joint_actions:
            child = games.copy()
            variant.step(child, np.array([actions]))
            visit(child, ply + 1, probability / len(joint_actions))

    visit(games, 0, 1.0)
    return nodes, payoffs


def assert_same(counts: Perft, nodes: np.ndarray, payoffs: np.ndarray) -> None:
    assert counts.nodes.tolist() == nodes.tolist()
    assert counts.payoffs == pytest.approx(payoffs, abs=1e-6)


@pytest.mark.parametrize("plies", [0, 1, 8])
def test_mini_is_counted_as_by_plain_recursion(plies: int) -> None:
    variant = SPEC.variant(2, cards="mini", explicit_chance=True)
    assert_same(perft(variant, deal(variant), plies), *enumerate_plainly(variant, deal(variant), plies))


def test_the_end_of_mini_is_counted_as_by_plain_recursion() -> None:
    """R-END-1, R-END-3, R-END-4: from positions of the last round, in which games end in every way."""
    variant = SPEC.variant(2, cards="mini", explicit_chance=True)
    endings = np.zeros(len(KIND_NAMES), dtype=np.int64)
    for seed in range(8):
        positions, _ = play_with_spells(SPEC.variant(2, cards="mini"), seed)
        games = next(games for games in reversed(positions[:-1]) if games[0]["phase"] == v.PHASE_ACT)
        games[0]["explicit_chance"] = 1
        counts = perft(variant, games)
        assert_same(counts, *enumerate_plainly(variant, games, len(counts.nodes) - 1))
        endings += counts.nodes.sum(axis=0)
    assert (endings > 0).all()


@pytest.mark.parametrize("name", [name for name in CASES if CASES[name][1] <= 3])
def test_frozen_sets_are_counted_as_by_plain_recursion(name: str) -> None:
    cards, players, edition, seed, _ = CASES[name]
    variant = frozen_variant(cards, players, edition=edition, explicit_chance=True)
    games = deal(variant) if seed is None else middle_of_a_game(name)
    plies = 3 if seed is None else 2 if players == 2 else 1
    assert_same(perft(variant, games, plies), *enumerate_plainly(variant, games, plies))


@pytest.mark.compiled
@pytest.mark.parametrize("name", CASES)
def test_counts_of_the_frozen_sets(name: str) -> None:
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    position = "" if CASES[name][3] is None else expected.rpartition("\n\nply")[0] + "\n"
    assert case_text(name, position) == expected


@pytest.mark.compiled
def test_counts_of_mini_to_20_plies() -> None:
    variant = SPEC.variant(2, cards="mini", explicit_chance=True)
    counts = perft(variant, deal(variant), 20)
    assert counts.nodes[:, CHANCE].tolist() == [
        *(1, 2, 2, 6, 12, 36, 0, 144, 144, 0, 288, 288, 0, 7200),
        *(12_096, 4_800, 100_800, 190_464, 261_248, 715_008, 1_208_064),
    ]
    assert counts.nodes[:, DECISION].tolist() == [
        *(0, 0, 0, 0, 0, 0, 72, 0, 0, 144, 0, 0, 288, 0),
        *(2_304, 11_904, 4_608, 76_800, 179_200, 264_448, 656_896),
    ]
    assert not counts.nodes[:18, FIRST_ENDING:].any()
    assert counts.nodes[18:, FIRST_ENDING:].tolist() == [[0, 0, 768], [0, 0, 5376], [55_296, 0, 596_480]]


@pytest.mark.slow
@pytest.mark.compiled
def test_the_whole_of_mini() -> None:
    """R-END-5: every game ends, within three rounds. R-ROUND-5: no seat is better off if both play at random."""
    variant = SPEC.variant(2, cards="mini", explicit_chance=True)
    counts = perft(variant, deal(variant))
    assert counts.leaves == 8_886_272
    assert counts.nodes.sum(axis=0).tolist() == [3_336_699, 3_207_800, 2_358_784, 156_672, 6_370_816]
    assert len(counts.nodes) == 25
    assert counts.endings.sum() == pytest.approx(1.0)
    assert counts.endings[v.VICTORY_DEMON] == pytest.approx(0.15055916, abs=1e-8)
    assert counts.endings[v.VICTORY_SIGIL] == pytest.approx(0.0145170, abs=1e-7)
    assert counts.payoffs == pytest.approx([0.0, 0.0], abs=1e-9)


@pytest.mark.slow
@pytest.mark.compiled
def test_the_whole_of_duel() -> None:
    """R-END-5: every game ends. R-ROUND-5: no seat is better off if both play at random."""
    variant = SPEC.variant(cards="duel", explicit_chance=True)
    counts = perft(variant, deal(variant))
    assert counts.leaves == 40_930_816
    assert counts.endings.sum() == pytest.approx(1.0)
    assert counts.endings[v.VICTORY_DEMON] == pytest.approx(0.66355212, abs=1e-8)
    assert counts.endings[v.VICTORY_SIGIL] == pytest.approx(0.14590567, abs=1e-8)
    assert counts.endings[v.VICTORY_DRAW] == pytest.approx(0.19054221, abs=1e-8)
    assert counts.payoffs == pytest.approx([0.0, 0.0], abs=1e-9)


if __name__ == "__main__":
    if sys.argv[1:] != ["--regenerate"]:
        sys.exit("expected --regenerate: writes positions and counts of the frozen sets anew")
    os.chdir(ROOT)
    warnings.simplefilter("ignore", CardSetWarning)
    regenerate()
