"""Exact evaluation of `mini`: the counts of cards.md, and the distance of agents from an equilibrium."""

import pytest

from resonance_env.eval.exact.cfr import CfrPlus
from resonance_env.eval.exact.tree import game_tree


@pytest.mark.compiled
def test_mini_with_two_turns_is_solved() -> None:
    """The histories of cards.md; uniform play and planners leave something to gain, `greedy` plays an equilibrium."""
    tree = game_tree("summon_demons", cards="mini", turn_limit=2)
    assert tree.form.histories == 5_818
    assert [seat.num_sets for seat in tree.form.trees] == [133, 2_391]
    assert tree.form.nash_conv(tree.form.uniform()) == pytest.approx(0.375)
    assert tree.nash_conv("greedy") == pytest.approx(0.0, abs=1e-9)
    assert tree.nash_conv("planner") == pytest.approx(0.5)
    cfr = CfrPlus(tree.form)
    cfr.run(100)
    assert tree.form.nash_conv(cfr.policies()) < 1e-4
    assert tree.form.values(cfr.policies()) == pytest.approx([1 / 24, -1 / 24], abs=1e-4)


@pytest.mark.slow
@pytest.mark.compiled
def test_the_whole_of_mini() -> None:
    """The counts of cards.md and the share of games that uniform play wins."""
    form = game_tree("summon_demons", cards="mini").form
    assert form.histories == 925_524
    assert [tree.num_sets for tree in form.trees] == [43_946, 360_514]
    uniform = form.uniform()
    assert form.values(uniform) == pytest.approx([0.2085 - 0.1868, 0.1868 - 0.2085], abs=1e-4)
    assert form.draw_rate(uniform) == pytest.approx(1.0 - 0.2085 - 0.1868, abs=1e-4)
    cfr = CfrPlus(form)
    cfr.run(20)
    assert form.nash_conv(cfr.policies()) < 0.02 * form.nash_conv(uniform)
