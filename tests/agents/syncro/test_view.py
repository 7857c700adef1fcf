"""A row is read back as the position shows it."""

import numpy as np
import pytest

from resonance_env.agents.syncro.planning.view import VIEW, new_view, read_view
from resonance_env.core.compiled import compiled
from resonance_env.core.layout import OBSERVATION_KINDS, ObservationKind
from resonance_env.games.syncro.rules import vocabulary as v
from tests.agents.syncro.positions import variant_of
from tests.games.syncro.scenario import Scenario


@compiled
def _read(row: np.ndarray, seats: int, cards: np.ndarray, views: np.ndarray) -> None:
    read_view(row, seats, cards[0], views[0])


def view_of(scenario: Scenario, seat: int | None = None, kind: ObservationKind = "table") -> np.record:
    variant, views = variant_of(scenario), new_view()
    seat = scenario.asked()[0] if seat is None else seat
    _read(variant.observe(scenario.games, kind)[0, seat], variant.num_seats, scenario.cards, views)
    view: np.record = views[0]
    return view


def test_hands_and_what_is_missing() -> None:
    view = view_of(Scenario("5 3; 1 1 2; 4 4"), 1)
    assert view["hand"].tolist() == [1, 1, 2, 0, 0, 0, 0, 0]
    assert view["held"].tolist() == [3, 2, 2, 0, 0]
    assert view["missing"] == 3 * 6 - 7


def test_foes_by_target() -> None:
    foes = {1: "Imp", 2: "Morel", 3: "Wyrm"}
    view = view_of(Scenario("5 3; 1 1 2; 4 4", rows=("..m....", "M.M.M.."), foes=foes, level=3))
    assert (view["targets"], view["foes"]) == (3, 4)
    assert view["force"][:3].tolist() == [4, 5, 8]
    assert view["is_mushroom"][:3].tolist() == [0, 1, 0]
    assert view["is_dragon"][:3].tolist() == [0, 0, 1]
    assert view["lowest"][:3].tolist() == [v.MAX_VALUE + 1] * 3


def test_attacks_of_this_turn_and_own_values() -> None:
    game = Scenario("5 3; 1 1 2; 4 4", rows=("M.M",)).play("card 1 on target 2", "card 3 on target 1")
    view = view_of(game, 1)
    assert (view["opportunity"], view["opportunities"]) == (2, 4)
    assert view["act_seat"][:4].tolist() == [2, 0, 1, 2]
    assert view["act_target"][:4].tolist() == [1, 0, v.NOTHING, v.NOTHING]
    assert view["act_value"][:4].tolist() == [0, 2, 0, 0]


def test_spells_left_from_the_last_turn() -> None:
    game = Scenario("5 3; 1 1 2; 4 4", rows=("M.M",))
    game.play("card 1 on target 1", "card 3 on target 1", "pass", "pass")
    view = view_of(game)
    assert (view["total"][0], view["lowest"][0]) == (5, 5)


def test_what_is_due_and_who_may_still_pay() -> None:
    game = Scenario("5 3 1; 5 3; 4; 2 2", foes={0: "Drake"}, level=3)
    game.play("card 2 on target 1", "pass", "pass", "pass")
    view = view_of(game)
    assert (view["phase"], view["to_pay"], view["payers_hold"]) == (v.PHASE_PAY, 2, 5)
    game.play("pay no more")
    assert view_of(game)["payers_hold"] == 3


@pytest.mark.parametrize("seat", range(4))
def test_both_kinds_of_observation_read_the_same(seat: int) -> None:
    game = Scenario("5 3 1; 5 3; 4; 2 2", rewards=("", "Lens", "Hammer", ""), level=5).play("card 2 on target 1")
    views = [view_of(game, seat, kind) for kind in OBSERVATION_KINDS]
    assert views[0] == views[1]
    assert VIEW.names is not None
    assert views[0]["reward"] == game.game["reward"][seat]
