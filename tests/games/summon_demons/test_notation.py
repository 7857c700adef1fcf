"""Positions as text: parse and print are inverse on every reachable position, and messages name what does not fit."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from resonance_env.core.errors import PositionError
from resonance_env.games.summon_demons.cardsets.card_loader import SHIPPED
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.actions import ACTIONS
from resonance_env.games.summon_demons.text.notation import format_position, parse_position, position_options
from tests.games.summon_demons import kernels
from tests.games.summon_demons.reference.random_sets import random_set

GAMES: dict[str, tuple[int, str, dict[str, Any]]] = {
    "two": (2, "standard", {}),
    "five": (5, "standard", {}),
    "teams": (4, "standard", {"teams": True}),
    "starting demon": (3, "standard", {"starting_demon": True}),
    "candles are chosen": (2, "standard", {"candles": 2, "candle_deal": "choose", "beginner_candle": False}),
    "rolls again": (2, "standard", {"clockwork": "roll", "first": "seat 0", "need_souls": 40}),
    "chance": (3, "standard", {"explicit_chance": True}),
    "mini": (2, "mini", {"explicit_chance": True}),
}


def positions(games: np.ndarray, card_set: CardSet, seed: int, most: int = 400) -> Iterator[np.ndarray]:
    """Plays at random to the end and yields every stop, the end included."""
    choose = random.Random(seed)
    yield games.copy()
    for _ in range(most):
        if games[0]["phase"] == v.PHASE_OVER:
            return
        games = games.copy()
        if games[0]["phase"] == v.PHASE_CHANCE:
            kernels.come_out(games, choose.choice(list(kernels.outcomes(games, card_set.source))), card_set.source)
        else:
            kernels.say(games, choose.choice(kernels.legal_codes(games)), card_set.source)
        yield games


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_random_games_is_read_as_printed(name: str) -> None:
    players, cards, options = GAMES[name]
    card_set = SHIPPED.load(cards)
    for seed in range(3):
        for games in positions(kernels.started(players, seed, cards, **options), card_set, seed):
            text = format_position(games, 0, card_set)
            again, other = parse_position(text)
            assert other is card_set
            assert differences(again, games) == [], text
            assert format_position(again, 0, card_set) == text


def differences(one: np.ndarray, other: np.ndarray) -> list[str]:
    """Returns the fields in which two records differ."""
    return [name for name in one.dtype.names or () if not np.array_equal(one[name], other[name])]


def test_positions_of_random_sets_are_read_as_printed(tmp_path: Path) -> None:
    for seed in range(8):
        path = tmp_path / f"set_{seed}.toml"
        path.write_text(random_set(np.random.default_rng(seed)), encoding="utf-8")
        card_set = SHIPPED.load(path)
        games = kernels.started(card_set.players[-1], seed, str(path), explicit_chance=seed % 2 == 0)
        for stop in positions(games, card_set, seed, most=150):
            text = format_position(stop, 0, card_set)
            assert differences(parse_position(text)[0], stop) == [], text


# ---- Positions that are written by hand


def damaged(text: str, choose: random.Random, ids: list[str]) -> str:
    """Returns a position with one to three lines changed, dropped, doubled or added."""
    lines = text.splitlines()
    for _ in range(choose.randint(1, 3)):
        place = choose.randrange(len(lines))
        line = lines[place]
        kind = choose.randrange(6)
        if kind == 0 and place > 1:
            del lines[place]
        elif kind == 1:
            lines[place] = re.sub(r"\d+", lambda match: str(max(0, int(match[0]) + choose.choice([-2, -1, 1, 2, 30]))), line)
        elif kind == 2:
            found = [id_ for id_ in ids if re.search(rf"\b{id_}\b", line)]
            lines[place] = re.sub(rf"\b{choose.choice(found)}\b", choose.choice(ids), line) if found else line
        elif kind == 3:
            key = line.partition(":")[0]
            lines[place] = f"{key}: {choose.choice(['none', 'yes', 'no', '1', '3', 'summoner_1', *ids[:3]])}"
        elif kind == 4:
            word = choose.choice([*v.PHASE_NAMES, *v.EVENT_NAMES])
            lines[place] = f"{line.partition(':')[0]}: {word}" if line.startswith(("phase", "event")) else line
        else:
            other = choose.choice(EXTRA_LINES)
            lines.append(f"{other[0]}: {choose.choice([*other[1], *ids])}")
    return "\n".join(lines)


EXTRA_LINES: tuple[tuple[str, list[str]], ...] = (
    ("named", ["summoner_0", "summoner_1"]),
    ("left", ["1", "4"]),
    ("draws left", ["1", "3"]),
    ("floor", ["1 none", "0 eve", "2 adam"]),
    ("begun", ["yes"]),
    ("current", []),
    ("effect", ["1", "2", "none"]),
    ("group 1", []),
    ("waiting", []),
    ("block", ["summoner_0", "summoner_1"]),
    ("looks", []),
    ("looker", ["summoner_0"]),
    ("looked at", []),
    ("summoning", []),
    ("stage", ["turn", "blocks", "refill", "hands", "throw", "row"]),
    ("event", ["card", "demon", "roll", "hand"]),
    ("phase", ["order", "gate", "summon", "turn", "chance", "reroll", "free"]),
    ("marks", ["rolled", "rolled, bought", "rerolled"]),
    ("throw", ["7", "6 double"]),
    ("aside", []),
    ("marked", []),
    ("dealt", ["1", "2"]),
    ("explicit chance", ["yes", "no"]),
)


def check_damaged(name: str, seed: int) -> bool:
    """Damages a position of a random game; returns whether it is accepted, which then can be played to its end."""
    players, cards, options = GAMES[name]
    card_set, choose = SHIPPED.load(cards), random.Random(seed)
    games = kernels.started(players, seed % 50, cards, **options)
    *_, middle = positions(games, card_set, seed, most=choose.randint(0, 120))
    text = damaged(format_position(middle, 0, card_set), choose, [*card_set.card_ids, *card_set.demon_ids])
    try:
        accepted, card_set = parse_position(text)
    except PositionError:
        return False
    stop = accepted
    for stop in positions(accepted, card_set, seed, most=1500):
        check_conservation(stop[0], card_set, text)
    assert stop[0]["phase"] == v.PHASE_OVER or stop[0]["rolls"] < stop[0]["turn_limit"], text
    return True


def check_conservation(game: Any, card_set: CardSet, text: str) -> None:
    """Every card, demon and candle is in one place, and nothing is negative."""
    cards = game["deck"] + game["row"] + game["discards"] + game["aside"] + game["cards"].sum(axis=0)
    assert (cards == card_set.cards[0]["copies"]).all(), text
    for field in ("deck", "row", "discards", "cards", "fresh", "waiting", "marked", "souls", "left", "draws_left"):
        assert (game[field] >= 0).all(), (field, text)
    places = [*game["hand"], *game["demons"], game["pile"], game["demon_discards"], game["looked_at"]]
    places += [1 << int(game[field]) for field in ("egg", "summoning") if game[field] != v.NOTHING]
    assert sum(int(bits).bit_count() for bits in places) == len(card_set.demon_ids), text
    if game["phase"] not in (v.PHASE_OVER, v.PHASE_CHANCE):
        assert game["asked"].sum() == 1, text
        assert len(kernels.legal_codes(np.array([game]))) > 1, text


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6))
def test_damaged_positions_are_refused_or_can_be_played_to_their_end(name: str, seed: int) -> None:
    check_damaged(name, seed)


# ---- Messages

START = """
players: 2
row: 2 eve, 3 adam
summoner_0: 3 souls
  cards: 3 dog
  hand: oni
summoner_1: 1 soul
  cards: skunk
  demons: shield
"""
REFUSED: dict[str, tuple[str, str, str]] = {
    # What is changed, into what, and the message.
    "set": ("players: 2", "set: nothing\nplayers: 2", r"line 2: expected the name or the path of a card set: .*mini, standard"),
    "players": ("players: 2", "players: 6", r"players: expected a number of players of the set standard, .*5; got 6"),
    "seats": ("players: 2", "players: 3", r"expected 3 summoners, summoner_0 \.\. summoner_2; got summoner_0, summoner_1"),
    "key": ("row:", "rwo:", r"line 3: expected a key of the game, got 'rwo'; did you mean 'row'"),
    "card": ("2 eve", "2 ewe", r"line 3: 'row': expected a card, one of .*; got 'ewe'; did you mean 'eve'"),
    "copies": ("2 eve", "7 eve", r"'row': expected a number of copies in 1 \.\. 6, got '7'"),
    "row": ("2 eve", "3 eve", r"expected a row of at most 5 cards, got 6"),
    "skunks": ("3 dog", "3 dog, skunk", r"expected at most the 1 skunk of the set, got 2"),
    "demon twice": (
        "hand: oni",
        "hand: oni, shield",
        r"expected shield in one place, got it at .*summoner_0 and at .*summoner_1",
    ),
    "twice in a hand": ("hand: oni", "hand: oni, oni", r"'hand' of summoner_0: expected every demon once, got 'oni' twice"),
    "egg in play": ("demons: shield", "demons: egg", r"demons of summoner_1: none that looks.*, got egg"),
    "a line twice": ("row:", "row: eve\nrow:", r"line 4: expected 'row' once, got it again after line 3"),
    "no colon": ("row: 2 eve", "row 2 eve", r"line 3: expected 'key: value', got 'row 2 eve, 3 adam'"),
    "teams of two": ("players: 2", "players: 2\nteams: yes", r"line 3: teams: expected teams with 4 players only, got 2"),
    "throw": ("row:", "throw: 7\nrow:", r"expected a throw if and only if the active seat has rolled, got throw: 7"),
    "odd double": ("row:", "throw: 7 double\nrow:", r"'throw': expected a total in 2 \.\. 12, .*; got '7 double'"),
    "rolls": ("row:", "rolls: 301\nturn limit: 300\nrow:", r"expected rolls: at most the turn limit, 300, got 301"),
    "chance": (
        "row:",
        "phase: chance\nevent: roll\nmarks: rolled\nrow:",
        r"expected explicit chance with phase: chance, got no",
    ),
    "no event": ("row:", "phase: chance\nexplicit chance: yes\nrow:", r"expected an event with phase: chance, got none"),
    "order": ("row:", "phase: order\nmarks: rolled\nthrow: 7\nrolls: 1\nrow:", r"expected a block in stage: blocks, got none"),
    "gate": (
        "row:",
        "phase: gate\nmarks: rolled\nthrow: 7\nrolls: 1\nblock: summoner_0\ncurrent: dog\nrow:",
        r"expected current: a card with a cost with phase: gate, got dog",
    ),
    "nothing to order": (
        "row:",
        "phase: order\nmarks: rolled\nthrow: 8\nrolls: 1\nblock: summoner_0\nrow:",
        r"expected a position in which phase order has something to ask, got one where it has nothing",
    ),
    "waits of another number": (
        "row:",
        "phase: order\nmarks: rolled\nthrow: 8\nrolls: 1\nblock: summoner_0\nwaiting: dog\nrow:",
        r"expected waiting: cards with the number 8, got dog",
    ),
    "victim with nothing": (
        "row:",
        "phase: victim\nmarks: rolled\nthrow: 8\nrolls: 1\nblock: summoner_1\nnamed: summoner_0\nrow:",
        r"expected current with phase: victim, got none",
    ),
    "rolls at the limit": (
        "row:",
        "rolls: 300\nturn limit: 300\nrow:",
        r"rolls: below the turn limit, 300, before a roll, got 300",
    ),
    "more turns than rolls": ("row:", "turn: 2\nrow:", r"turn: 1 \.\. 1, since every turn has a roll and 0 were made, got 2"),
    "a full row": (
        "row:",
        "explicit chance: yes\nphase: chance\nevent: card\nmarks: rolled\nthrow: 7\nrolls: 1\nrow:",
        r"expected a row of less than 5 cards while it is filled, got 5",
    ),
    "a demon for nobody": (
        "row:",
        "explicit chance: yes\nphase: chance\nevent: demon\nstage: turn\nturn: 1\nrow:",
        r"expected current or looks with event: demon, got none",
    ),
    "a group of nothing": (
        "row:",
        "phase: order\nmarks: rolled\nthrow: 8\nrolls: 1\nblock: summoner_0\ngroup 1: dog\ngroup 2: dog\nrow:",
        r"expected group \d: cards that something activates with 8",
    ),
    "summoning": (
        "row:",
        "phase: sacrifice\nmarks: summoned\nsummoning: egg\nleft: 4\nrow:",
        r"expected left: 1 \.\. 3 cards to sacrifice, named in ascending order, got 4",
    ),
    "winner": ("row:", "winner: summoner_0\nrow:", r"expected no winner and no ending before phase over, got one"),
    "over": ("row:", "phase: over\nrow:", r"expected an ending with phase: over, got running"),
    "deck": ("row:", "deck: 2 eve\nrow:", r"line 3: 'deck': expected every card somewhere, got \d \w+ nowhere"),
    "pile": ("row:", "pile: devil\nrow:", r"line 3: 'pile': expected every demon in exactly one place, got \w+ nowhere"),
}


def test_a_short_position_has_defaults() -> None:
    """LD-SPEC-4: what is left out."""
    games, card_set = parse_position(START)
    game = games[0]
    assert game["phase"] == v.PHASE_TURN
    assert (int(game["turn"]), int(game["active"]), int(game["rolls"])) == (1, 0, 0)
    assert int(game["deck"].sum()) == 100 - 5 - 3 - 1
    assert int(game["pile"]).bit_count() == 18
    assert (int(game["need_demons"]), int(game["turn_limit"])) == (3, 300)
    names = {ACTIONS.name(code) for code in kernels.legal_codes(games)}
    assert names == {"roll", "take 13", "take 26", f"demon {card_set.demon_ids.index('oni') + 1}"}


@pytest.mark.parametrize("name", REFUSED)
def test_a_position_that_does_not_fit_is_refused(name: str) -> None:
    old, new, message = REFUSED[name]
    assert old in START
    with pytest.raises(PositionError, match=message):
        parse_position(START.replace(old, new, 1))


@pytest.mark.parametrize("name", GAMES)
def test_the_options_of_a_position_start_the_same_game(name: str) -> None:
    players, cards, options = GAMES[name]
    games = kernels.started(players, 3, cards, **options)
    read = position_options(games[0], SHIPPED.load(cards))
    assert read.pop("players") == players
    assert differences(kernels.started(players, 3, **({"cards": cards} | read)), games) == []
    named = {option: value for option, value in options.items() if option != "beginner_candle"}
    assert named.items() <= read.items()


def test_a_question_with_one_answer_is_answered() -> None:
    """LD-ASK-1: a seat that can only roll is not asked."""
    games, _ = parse_position("players: 2\nexplicit chance: yes\nrow: 5 adam\nsummoner_0:\n  cards: dog, eve\nsummoner_1:\n")
    assert (games[0]["phase"], games[0]["event"], games[0]["rolled"]) == (v.PHASE_CHANCE, v.EVENT_ROLL, 1)
