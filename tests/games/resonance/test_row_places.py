"""Compiled code finds every piece of a row where the layout has it."""

from collections.abc import Callable

import pytest

from resonance_env.games.resonance.sight import row_places
from resonance_env.games.resonance.sight.observation_table import PARTNER, TRUTH, observation_layout
from tests.games.row_places import check_places

PLACES = [name for name in dir(row_places) if name.startswith("AT_")]


@pytest.mark.parametrize(("seats", "teams"), [(2, 0), (3, 0), (4, 0), (5, 0), (6, 1), (8, 1)])
def test_places_agree_with_the_layout(seats: int, teams: int) -> None:
    layout = observation_layout(seats, bool(teams), recall=True)
    starts: dict[str, Callable[[int], int]] = {
        "own": lambda repetition: 0,
        "partner": lambda repetition: row_places.partner_start(seats, teams),
        "public": lambda repetition: row_places.public_start(seats, teams),
        "seat": lambda repetition: row_places.seat_start(seats, teams, repetition),
        "hands": lambda repetition: row_places.hand_start(seats, teams, repetition + 1),
    }
    seen = check_places(row_places, layout, starts)
    others = {f"AT_{piece.name.upper()}" for block in (TRUTH, *([] if teams else [PARTNER])) for piece in block}
    assert seen == set(PLACES) - others
    assert row_places.relations_start(seats, teams) == layout.start("relations")
