"""The log of a game: it plays as the engine does, tells what happened, and an open one tells no secrets."""

import random
import re
from typing import Any

import numpy as np
import pytest

from resonance_env.core.game_log import Event, lay_out
from resonance_env.games.summon_demons.cardsets.card_loader import SHIPPED
from resonance_env.games.summon_demons.options import OPTIONS
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.text.narrator import narrate, narrate_start, open_log
from resonance_env.games.summon_demons.text.notation import parse_position
from tests.games.summon_demons import kernels

STANDARD = SHIPPED.load("standard")


def actions_of(games: np.ndarray, code: int) -> np.ndarray:
    actions = np.zeros(int(games[0]["seats"]), dtype=np.int16)
    actions[games[0]["decider"]] = code
    return actions


def told(text: str, *codes: str) -> str:
    """Answers the questions of a position by the places of things in the set and returns the log."""
    games, card_set = parse_position(text)
    events: list[Event] = []
    for word in codes:
        kind, _, name = word.partition(" ")
        ids = {"take": card_set.card_ids, "card": card_set.card_ids, "demon": card_set.demon_ids}.get(kind)
        code = kernels.code_of(f"{kind} {ids.index(name) + 1}" if ids else word)
        assert code in kernels.legal_codes(games)
        events += narrate(games, card_set, actions_of(games, code))
    return "\n".join(lay_out(events))


@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, {"teams": True}), (5, {"starting_demon": True})])
def test_a_told_game_is_the_played_game_and_open_logs_tell_no_secrets(players: int, options: dict[str, Any]) -> None:
    games = kernels.started(players, 7, **options)
    start = lay_out(list(narrate_start(games, STANDARD, {option.name: option.default for option in OPTIONS} | options)))
    assert "is the first seat" in start[0]
    choose = random.Random(7)
    while games[0]["phase"] != v.PHASE_OVER:
        before, code = games.copy(), choose.choice(kernels.legal_codes(games))
        kernels.say(games, code)
        in_full = before.copy()
        for _ in narrate(in_full, STANDARD, actions_of(before, code)):
            pass
        assert in_full.tobytes() == games.tobytes()
        again = before.copy()
        lines = open_log(again, STANDARD, actions_of(before, code))
        assert again.tobytes() == games.tobytes()
        assert named_demons(lines) <= open_demons(before[0]) | open_demons(games[0])
    assert "The game is over" in lines[-1]


def test_a_log_under_explicit_chance_stops_before_each_event() -> None:
    """LD-CHANCE-5: what an outcome brings is told of the next answer at the earliest."""
    games = kernels.started(3, 5, explicit_chance=True)
    start = list(
        narrate_start(games, STANDARD, {option.name: option.default for option in OPTIONS} | {"explicit_chance": True})
    )
    assert start == []
    choose, told_lines = random.Random(5), []
    for _ in range(120):
        if games[0]["phase"] == v.PHASE_CHANCE:
            before = games.copy()
            assert list(narrate(games, STANDARD, np.zeros(3, dtype=np.int16))) == []
            assert games.tobytes() == before.tobytes()
            kernels.come_out(games, kernels.drawn(games))
            continue
        code, played = choose.choice(kernels.legal_codes(games)), games.copy()
        kernels.say(played, code)
        told_lines += open_log(games, STANDARD, actions_of(games, code))
        assert games.tobytes() == played.tobytes()
    assert any("buys" in line for line in told_lines)
    assert not any("draws" in line or "rolls" in line for line in told_lines)


def named_demons(lines: list[str]) -> set[str]:
    return set(re.findall(r"\w+", " ".join(lines))) & set(STANDARD.demon_ids)


def open_demons(game: Any) -> set[str]:
    """Returns the demons that lie open: in play, in the demon discards, named for a summon; and those shuffled back."""
    bits = int(np.bitwise_or.reduce(game["demons"])) | int(game["demon_discards"])
    for field in ("egg", "summoning"):
        bits |= 1 << int(game[field]) if game[field] != v.NOTHING else 0
    return {id_ for place, id_ in enumerate(STANDARD.demon_ids) if bits >> place & 1}


NESTED = """
players: 2
phase: order
marks: rolled
throw: 7
rolls: 1
row: 5 adam
block: summoner_0
waiting: goat
waiting demons: beelze
summoner_0:
  cards: destiny, irwin, goat, adam, eve
  demons: beelze, both_moods
summoner_1:
"""


def test_nested_activations_are_indented() -> None:
    """LD-EX-26: `beelze` activates kids, `destiny` activates `irwin`, who activates the `goat`."""
    answers = ("demon beelze", "card destiny", "card irwin", "card adam", "card eve")
    assert told(NESTED, *answers).splitlines()[:4] == [
        "  summoner_0  beelze: activates destiny, eve, adam, irwin",
        "  summoner_0    destiny",
        "  summoner_0     irwin: activates goat",
        "  summoner_0      goat: pays with adam; pays with eve; summons doubles",
    ]


def test_what_was_bought_and_won_is_told() -> None:
    start = """
        players: 2
        row: dog, 4 adam
        need souls: 3
        summoner_0: 5 souls
          cards: 4 eve
          demons: porcus, legion
          hand: oni
        summoner_1:
    """
    log = told(start, "take dog", "demon oni", "card eve")
    assert "buys dog (2 souls left)" in log
    assert "summons oni for 3 cards" in log
    assert "rolls" in log
