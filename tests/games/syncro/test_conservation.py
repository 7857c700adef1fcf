"""Every card is in one place at every stop (rules.md, "Where a card can be"), and fields that follow from others agree."""

from typing import Any

import numpy as np
import pytest

from resonance_env.games.syncro.rules import vocabulary as v
from tests.games.syncro.kernels import cards_of, play_one_stop, started

GAMES = [
    *({"level": level, "replay": level % 2 == 0} for level in range(1, v.MAX_LEVELS + 1)),
    {"mode": "campaign", "chapters": "II", "retries": 3, "replay": True},
    {"mode": "campaign", "retries": 1, "saves": True},
    {"mode": "campaign", "chapters": "I", "retries": 9},
]


@pytest.mark.parametrize("options", GAMES, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cards_are_conserved(players: int, options: dict[str, Any]) -> None:
    for seed in range(3):
        games = started(players, seed, explicit_chance=seed % 2 == 1, **options)
        stops = 0
        while games[0]["phase"] != v.PHASE_OVER:
            check(games[0], cards_of("house")[0])
            play_one_stop(games, stops)
            stops += 1
        check(games[0], cards_of("house")[0])


def check(game: Any, box: Any) -> None:
    seats, level, plan = int(game["seats"]), int(game["level"]) - 1, int(game["plan"])
    in_horde = {place for place in range(v.MAX_PLACES) if int(game["in_horde"]) >> place & 1}
    face_up = {place for place in range(v.MAX_PLACES) if int(game["face_up"]) >> place & 1}
    assert face_up <= in_horde
    _check_spells(game, box["spells"][level], seats)
    foes = [int(game["foe"][place]) for place in sorted(face_up)]
    assert all(foe != v.NOTHING for foe in foes)
    assert all(game["foe"][place] == v.NOTHING for place in in_horde - face_up)
    _check_monsters(game, box, foes)
    fog_places = {place for place in in_horde if int(box["fog_places"][plan]) >> place & 1}
    assert not fog_places & face_up
    assert (game["fogs_left"] + game["fog_discard"] + game["curses"]).tolist() == box["fogs"][game["replay"]].tolist()
    assert game["fogs_left"].sum() >= len(fog_places)
    is_being_laid = game["stage"] == v.STAGE_LAY
    assert is_being_laid or len(in_horde) - len(fog_places) == box["foes"][plan] - game["beaten"]
    held = np.bincount(game["reward"][game["reward"] != v.NOTHING], minlength=v.MAX_REWARDS)
    assert (game["reward_pile"] + game["reward_discard"] + held).tolist() == box["rewards"][game["replay"]].tolist()
    to_come = (set(range(v.MAX_PLACES)) if is_being_laid else in_horde) - face_up
    _check_lieutenants(game, box, foes, to_come)


def _check_spells(game: Any, copies: Any, seats: int) -> None:
    hands = np.zeros(v.MAX_VALUE, dtype=np.int64)
    for seat in range(v.MAX_SEATS):
        hand = game["hand"][seat]
        assert np.count_nonzero(hand[: game["held"][seat]]) == game["held"][seat] <= game["limit"]
        assert not hand[game["held"][seat] :].any()
        assert seat < seats or not hand.any()
        hands += np.bincount(hand[hand > 0] - 1, minlength=v.MAX_VALUE)
    down = game["act_value"][0][(game["acts"][0] == v.DID_ATTACK) & (game["act_is_up"][0] == 0)]
    hands += np.bincount(down - 1, minlength=v.MAX_VALUE)
    on_foes = (game["spells"] + game["absorbed"]).sum(axis=0)
    assert (game["pile"] + game["discard"] + game["pool"] + hands + on_foes).tolist() == copies.tolist()
    assert (game["pile"] >= 0).all()
    assert game["pile_size"] == game["pile"].sum()
    assert game["pool_left"] == game["pool"].sum()
    bearing = game["spells"].any(axis=1)
    bearing[game["act_place"][0][(game["acts"][0] == v.DID_ATTACK) & (game["act_is_up"][0] == 0)]] = True
    assert int(game["bearing"]) == sum(1 << int(place) for place in np.flatnonzero(bearing))


def _check_monsters(game: Any, box: Any, foes: list[int]) -> None:
    copies = box["monsters"][game["replay"], int(game["level"]) - 1]
    seen = copies - game["monsters_left"]
    assert (game["monsters_left"] >= 0).all()
    up = np.bincount([foe for foe in foes if foe < v.FIRST_LIEUTENANT], minlength=v.MAX_MONSTERS)
    assert (seen >= up).all()


def _check_lieutenants(game: Any, box: Any, foes: list[int], to_come: set[int]) -> None:
    up = sum(1 << foe - v.FIRST_LIEUTENANT for foe in foes if v.FIRST_LIEUTENANT <= foe < v.BOSS)
    known = sum(1 << int(game["lieutenant"][place]) for place in to_come if game["lieutenant"][place] != v.NOTHING)
    parts = [up, known, int(game["lieutenants_left"]), int(game["box"])]
    assert sum(parts) == int(box["lieutenants"])
    assert up | known | parts[2] | parts[3] == int(box["lieutenants"])
