"""The table as data, text and picture: what is open and the viewer's own hand, no more (LD-INFO-1, LD-INFO-2)."""

import json
import random
import re
from collections.abc import Iterator

import msgspec
import numpy as np
import pytest

from resonance_env.core.canvas import ACCENT, PAPER
from resonance_env.core.picture import PICTURE_SIZE
from resonance_env.games import load_game
from resonance_env.games.summon_demons.cardsets.card_loader import SHIPPED
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.actions import ACTIONS
from resonance_env.games.summon_demons.text.notation import parse_position
from resonance_env.games.summon_demons.view.choices import explain_action
from resonance_env.games.summon_demons.view.picture import draw_picture
from resonance_env.games.summon_demons.view.picture_chips import chip_of
from resonance_env.games.summon_demons.view.reading import read_table
from resonance_env.games.summon_demons.view.table_text import WIDTH, draw_text
from tests.games.summon_demons import kernels

STANDARD = SHIPPED.load("standard")
POSITION = """
players: 3
phase: order
marks: rolled, bought
throw: 7
rolls: 5
turn: 5
row: dog, 3 eve
discards: 2 adam
demon discards: legion
block: summoner_0
waiting: goat
waiting demons: beelze
summoner_0: 4 souls
  cards: goat, adam, eve, 2 dog
  demons: beelze, both_moods
  hand: egg
summoner_1: 1 soul
  cards: 3 cat
  hand: oni, devil
  candles: candle_evil
summoner_2:
  hand: porcus
"""


def stops(players: int, seed: int) -> Iterator[np.ndarray]:
    """Plays a random game and yields its stops."""
    games, choose = kernels.started(players, seed), random.Random(seed)
    while games[0]["phase"] != v.PHASE_OVER:
        yield games.copy()
        kernels.say(games, choose.choice(kernels.legal_codes(games)))
    yield games


def swap_what_is_hidden(games: np.ndarray, viewer: int) -> np.ndarray:
    """Returns the game with demons swapped between the pile and the hands of others."""
    other = games.copy()
    game = other[0]
    places = [("hand", seat) for seat in range(int(game["seats"])) if seat != viewer] + [("pile", None)]
    sizes = [int(game[field] if seat is None else game[field][seat]).bit_count() for field, seat in places]
    hidden = [int(game[field] if seat is None else game[field][seat]) for field, seat in places]
    demons = [place for place in range(v.MAX_DEMONS) if sum(hidden) >> place & 1][::-1]
    for (field, seat), size in zip(places, sizes, strict=True):
        bits = sum(1 << demons.pop() for _ in range(size))
        if seat is None:
            game[field] = bits
        else:
            game[field][seat] = bits
    return other


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_view_shows_no_demon_of_others_hands_or_of_the_pile(players: int) -> None:
    """LD-INFO-2 LD-OBS-4."""
    changed = 0
    for games in stops(players, players):
        for viewer in range(players):
            if games[0]["phase"] == v.PHASE_SUMMON and games[0]["decider"] == viewer:
                continue  # it sees the pile, or those it looks at
            other = swap_what_is_hidden(games, viewer)
            changed += other.tobytes() != games.tobytes()
            assert read_table(other[0], STANDARD, viewer) == read_table(games[0], STANDARD, viewer)
    assert changed > 20


def test_the_view_of_a_position() -> None:
    games, _ = parse_position(POSITION)
    table = read_table(games[0], STANDARD, 1)
    assert [card.id for card in table.row] == ["eve", "dog"]
    assert [summoner.hand is None for summoner in table.summoners] == [True, False, True]
    assert [summoner.hand_size for summoner in table.summoners] == [1, 2, 1]
    assert [card.id for card in table.summoners[0].cards if card.marked] == ["goat"]
    assert [demon.id for demon in table.summoners[0].demons if demon.is_waiting] == ["beelze"]
    assert table.stack == ["summoner_0 resolves the roll; goat, beelze waits"]
    assert table.asked == ["summoner_0 chooses what is activated next.", "You wait."]
    assert json.loads(json.dumps(msgspec.to_builtins(table)))["marks"] == ["rolled", "bought"]
    assert all(summoner.hand is None for summoner in read_table(games[0], STANDARD, None).summoners)


def test_the_seat_that_searches_the_pile_is_shown_it_and_no_other_seat() -> None:
    """LD-EFF-13 LD-INFO-2."""
    games = next(games for seed in range(40) for games in stops(2, seed) if games[0]["phase"] == v.PHASE_SUMMON)
    searching = int(games[0]["decider"])
    assert read_table(games[0], STANDARD, searching).shown
    assert not read_table(games[0], STANDARD, 1 - searching).shown
    assert not read_table(games[0], STANDARD, None).shown


@pytest.mark.parametrize("viewer", [None, 0])
def test_the_text_fits_a_terminal_and_colours_change_no_word(viewer: int | None) -> None:
    for games in stops(4, 4):
        text = draw_text(read_table(games[0], STANDARD, viewer))
        assert max(map(len, text.splitlines())) <= WIDTH
        assert re.sub("\x1b\\[\\d+m", "", draw_text(read_table(games[0], STANDARD, viewer), colour=True)) == text


def test_the_text_names_what_lies_open() -> None:
    games, _ = parse_position(POSITION)
    text = draw_text(read_table(games[0], STANDARD, 1))
    for words in (
        "turn 5",
        "Dice      7",
        "3 eve, dog",
        "2 adam",
        "summoner_1 (you) · 1 soul",
        "devil, oni",
        "goat*",
        "beelze*",
    ):
        assert words in text
    assert "egg" not in text
    assert "porcus" not in text


def test_the_question_of_a_turn_says_what_is_possible() -> None:
    short = "players: 2\nrow: 5 adam\nsummoner_0: {0} souls\n  cards: {1}\n  hand: oni\nsummoner_1:\n"
    for souls, cards, words in (
        (3, "2 dog", "roll or buy a card"),
        (2, "3 dog", "roll or summon a demon"),
        (3, "3 dog", "roll, buy a card or summon a demon"),
    ):
        games, _ = parse_position(short.format(souls, cards))
        assert read_table(games[0], STANDARD, 0).asked[0] == f"summoner_0 has its turn: {words}."


def test_every_legal_action_is_explained() -> None:
    seen = set()
    for seed in range(3):
        for games in stops(3, seed):
            seat = int(games[0]["decider"])
            for code in kernels.legal_codes(games):
                text = explain_action(games[0], STANDARD, seat, code)
                assert text.endswith("."), (ACTIONS.name(code), text)
                seen.add(text)
    assert any(text.startswith("Buy Chien (7, animal): If you have at least 1 kid") for text in seen)
    assert "End your turn." in seen


# ---- pictures


@pytest.mark.parametrize("players", [2, 5])
def test_stops_of_a_game_are_drawn(players: int) -> None:
    some = list(stops(players, 1))[::40]
    pictures = [draw_picture(read_table(games[0], STANDARD, 0)) for games in some]
    for picture in pictures:
        assert picture.shape == (PICTURE_SIZE[1], PICTURE_SIZE[0], 3)
        assert (picture != PAPER).any(axis=-1).mean() > 0.5
    assert len({picture.tobytes() for picture in pictures}) == len(some)


def test_the_seat_that_is_asked_has_a_red_border() -> None:
    games, _ = parse_position(POSITION)
    asked = draw_picture(read_table(games[0], STANDARD, None), (640, 400))
    games[0]["phase"], games[0]["decider"] = v.PHASE_CHANCE, v.NOTHING
    nobody = draw_picture(read_table(games[0], STANDARD, None), (640, 400))
    assert (asked == ACCENT).all(axis=-1).sum() > (nobody == ACCENT).all(axis=-1).sum() + 500


def test_labels_name_kind_copies_and_what_waits() -> None:
    games, _ = parse_position(POSITION)
    summoner = read_table(games[0], STANDARD, 1).summoners[0]
    chips = {chip.title: chip for chip in map(chip_of, summoner.cards)}
    assert (chips["dog"].copies, chips["dog"].note, chips["dog"].number) == (2, "animal", "7")
    assert [title for title, chip in chips.items() if chip.is_marked] == ["goat"]


def test_the_text_says_what_each_seat_or_team_still_needs() -> None:
    games, _ = parse_position(POSITION)
    text = draw_text(read_table(games[0], STANDARD, 0))
    assert "summoner_0 (you) · 4 souls · 2 demons in play · needs 1 demon and 6 souls" in text
    assert "summoner_1 · 1 soul · 0 demons in play · needs 3 demons and 9 souls" in text

    teams = load_game("summon_demons").variant(4, teams=True)
    assert teams.render(teams.start([1])).count("5 souls · 0 demons in play · needs 6 demons and 10 souls") == 4
