"""Positions in which every seat has many things in play: the rules agree with the reference for some stops of random play.

Ordinary games seldom meet several permanent demons, groups on groups or the last type of a full set; here they do at once.
"""

from pathlib import Path

import numpy as np
import pytest

from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.spec import SPEC
from tests.games.agreement import compare_from
from tests.games.summon_demons import kernels
from tests.games.summon_demons.random_games import source_of
from tests.games.summon_demons.reference.compare import Side, random_options
from tests.games.summon_demons.reference.game import Reference
from tests.games.summon_demons.reference.random_sets import random_set
from tests.games.summon_demons.reference.sets import read_set
from tests.games.summon_demons.reference.table import Table
from tests.games.summon_demons.scenario import begin_arranged

FULL = """
format = 1
name = "full"
players = [2]

[rules]
faces = 1
souls = 3
row = 5
price = 2
sacrifice = 2
hand = 0
demons = 2
goal = 20
candles = 0
turns = 9
first = "seat 0"

{cards}
[[demon]]
id = "demon_0"
name = "Demon"
number = 2
do = [{{ effect = "steal_all" }}]
"""
CARD = """
[[card]]
id = "card_{number}"
name = "Card {number}"
number = 2
copies = 4
kind = "animal"
do = [{effect}]
"""
FULL_SETS = (1103, 1315, 2059, 4271)  # random sets of 36 to 38 types and 17 to 20 demons
STOPS = 12


def scatter(table: Table, rng: np.random.Generator) -> None:
    """Deals cards, demons and candles to seats and piles at random; most lie in play, and deck or pile may be empty."""
    seats = len(table.seats)
    table.active = int(rng.integers(seats))
    table.candle_box = set()
    table.deck = [0] * len(table.card_set.cards)
    room = table.card_set.rules["row"]
    piles = rng.choice([0.0, 1.0, 4.0], size=2)
    weights = np.array([1.0, *piles, *[3.0] * seats])
    for card in table.card_set.cards:
        for _ in range(card.copies):
            weights[0] = room > 0
            place = int(rng.choice(3 + seats, p=weights / weights.sum()))
            room -= place == 0
            zone = (table.row, table.deck, table.discards)[place] if place < 3 else table.seats[place - 3].have
            zone[card.code] += 1
    demons = [(table.pile, table.demon_discards), *((seat.hand, seat.demons) for seat in table.seats)]
    table.pile.clear()
    for demon in table.card_set.demons:
        hidden, shown = demons[rng.integers(len(demons))]
        (hidden if demon.when == "summon" or rng.random() < 0.4 else shown).add(demon.code)
    for candle in table.card_set.candles:
        table.seats[rng.integers(seats)].candles.add(candle.code)
    for seat in table.seats:
        seat.souls, seat.begun = int(rng.integers(12)), True


@pytest.mark.parametrize("number", range(40))
def test_rules_agree_with_the_reference_where_much_is_in_play(number: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(number)
    source = "standard"
    if number % 2:
        path = tmp_path / "full.toml"
        path.write_text(random_set(np.random.default_rng(FULL_SETS[number // 2 % len(FULL_SETS)])), encoding="utf-8")
        source = str(path)
    card_set = read_set(source_of(source).text)
    players, options = random_options(card_set, rng)
    options |= {"explicit_chance": True, "need_souls": 30, "need_demons": 12}
    side = Side(Reference(card_set, players, arrange=lambda table: scatter(table, rng), **options))
    variant = SPEC.variant(players, cards=source, **options)
    games = begin_arranged(side.game, kernels.unpacked(players, source, **options), source)

    def choose(_: int, legal: list[int]) -> int:
        return int(rng.choice(legal))

    compare_from(variant, side, games, rng, choose, f"scattered by {number}", most=STOPS)


@pytest.mark.parametrize(
    "effect",
    [
        '{ effect = "replace", of = "animal" }',
        '{ effect = "replace", of = "chosen" }',
        '{ effect = "mill", cards = 2, of = "girl" }',
        '{ effect = "take", cards = 2 }',
        '{ effect = "wipe" }',
        '{ effect = "steal_all" }',
    ],
)
def test_effects_reach_the_last_type_of_a_full_set(effect: str, tmp_path: Path) -> None:
    """The last type lies everywhere, every throw activates all, and the last answer is given."""
    collect = '{ effect = "collect", amount = 1 }'
    cards = [CARD.format(number=number, effect=collect if number else effect) for number in range(v.MAX_TYPES)]
    path = tmp_path / "full.toml"
    path.write_text(FULL.format(cards="".join(cards)), encoding="utf-8")
    card_set, options = read_set(path.read_text(encoding="utf-8")), {"explicit_chance": True}

    def arrange(table: Table) -> None:
        last = v.MAX_TYPES - 1
        table.active, table.candle_box, table.pile = 0, set(), set()
        table.discards = [4] * last + [1]
        table.deck = [0] * last + [1]
        table.row = [0] * last + [1]
        table.discards[0], table.discards[1], table.row[1] = 3, 2, 2
        for seat in table.seats:
            seat.begun = True
        table.seats[1].have[last] = 1
        table.seats[0].have[0] = 1
        table.seats[0].demons = {0}

    side = Side(Reference(card_set, 2, arrange=arrange, **options))
    games = begin_arranged(side.game, kernels.unpacked(2, str(path), **options), str(path))
    variant, rng = SPEC.variant(2, cards=str(path), **options), np.random.default_rng(0)
    compare_from(variant, side, games, rng, lambda _, legal: legal[-1], effect, most=15)
