"""Compiled code finds every piece of a row where the layout has it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from resonance_env.games.resonance.sight import row_places
from resonance_env.games.resonance.sight.observation_table import OWN, PARTNER, PUBLIC, RECALL, SEAT, TRUTH, observation_layout

PLACES = [name for name in dir(row_places) if name.startswith("AT_")]
STARTS: dict[str, Callable[[int, int, int], int]] = {
    "own": lambda seats, teams, repetition: 0,
    "partner": lambda seats, teams, repetition: row_places.partner_start(seats, teams),
    "public": lambda seats, teams, repetition: row_places.public_start(seats, teams),
    "seat": lambda seats, teams, repetition: row_places.seat_start(seats, teams, repetition),
    "hands": lambda seats, teams, repetition: row_places.hand_start(seats, teams, repetition + 1),
}


@pytest.mark.parametrize(("seats", "teams"), [(2, 0), (3, 0), (4, 0), (5, 0), (6, 1), (8, 1)])
def test_places_agree_with_the_layout(seats: int, teams: int) -> None:
    layout = observation_layout(seats, bool(teams), recall=True)
    row = np.random.default_rng(seats).integers(0, 100, layout.size).astype(np.int8)
    blocks = [block for block in (OWN, PARTNER, PUBLIC, SEAT, RECALL) if block.name != "partner" or teams]
    seen = set()
    for block in blocks:
        for piece in block:
            place = f"AT_{piece.name.upper()}"
            if place not in PLACES:
                continue
            seen.add(place)
            viewed = layout.view(row, piece.name)
            repeated = viewed if is_repeated(block.name) else viewed[None]
            for repetition, expected in enumerate(repeated):
                at = STARTS[block.name](seats, teams, repetition) + getattr(row_places, place)
                np.testing.assert_array_equal(row[at : at + piece.size], expected.ravel())
    others = {f"AT_{piece.name.upper()}" for block in (TRUTH, *([] if teams else [PARTNER])) for piece in block}
    assert seen == set(PLACES) - others
    assert row_places.relations_start(seats, teams) == layout.start("relations")


def is_repeated(name: str) -> bool:
    return name in ("seat", "hands")
