"""The shipped set files hold what the page of the cards lists, and the house set what the book fixes (SY-BOX)."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.games.syncro.listed import PAGE
from tests.games.syncro.reference.printed import house, mini
from tests.games.syncro.reference.random_sets import random_set
from tests.games.syncro.reference.sets import CardSet, EffectCard, Monster, copies, read_set


@pytest.mark.parametrize("card_set", [house(), mini()], ids=lambda card_set: card_set.name)
def test_set_files_are_as_printed(card_set: CardSet) -> None:
    text = (PAGE.parent / "cardsets" / "sets" / f"{card_set.name}.toml").read_text("utf-8")
    assert read_set(text) == card_set


def test_sy_box_2_and_sy_six_1_and_sy_seven_1_values_of_spells() -> None:
    first_levels = {kind.value: kind.level for kind in house().spells}
    assert first_levels == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 6, 7: 8}
    assert [kind.copies for kind in house().spells if kind.value >= 6] == [2, 2]


def test_sy_box_3_kinds_of_monsters_by_level() -> None:
    kinds = {(monster.kind, monster.level) for monster in house().monsters}
    assert kinds == {("plain", 1), ("mushroom", 1), ("golem", 2), ("dragon", 3)}


def test_sy_box_4_and_sy_box_5_levels() -> None:
    assert house().chapters == (4, 5)
    assert [level.number for level in house().levels] == list(range(1, 10))
    bosses = {level.number: level.boss.powers for level in house().levels if level.boss is not None}
    assert bosses == {4: ("dragon",), 9: ("dragon", "golem")}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_sy_box_7_fog_and_lieutenants_by_level(players: int) -> None:
    plans = {level.number: level.plan_for(players) for level in house().levels}
    assert not any(plans[number].count("FL") for number in range(1, 5))
    assert (plans[5].count("L"), plans[7].count("L"), plans[9].count("B"), plans[9].count("C")) == (1, 2, 1, 2)
    assert plans[5].count("F") > 0


def test_sy_replay_1_unlocked_cards() -> None:
    cards = house()
    unlocked: dict[str, int] = {}
    lists: tuple[Sequence[Monster] | Sequence[EffectCard], ...] = (cards.monsters, cards.rewards, cards.fogs)
    for kinds in lists:
        more = zip(copies(kinds, replay=True), copies(kinds, replay=False), strict=True)
        names = [kind.name for kind in kinds]
        unlocked |= {name: a - b for name, (a, b) in zip(names, more, strict=True) if a != b}
    assert unlocked == {"Drake": -1, "Wyvern": 1, "Whirlwind": 1, "Carousel": 1}
    forces = {monster.name: (monster.kind, monster.force) for monster in cards.monsters}
    assert (forces["Drake"], forces["Wyvern"]) == (("dragon", 5), ("dragon", 7))


@pytest.mark.parametrize("number", range(40))
def test_random_sets_keep_the_rules_of_the_format(number: int) -> None:
    cards = read_set(random_set(np.random.default_rng(number)))
    for level in cards.levels:
        spells = sum(kind.copies for kind in cards.spells if kind.level <= level.number)
        assert max(players * limit for players, limit in cards.hand.items()) <= spells <= 100
        for players in cards.hand:
            plan = level.plan_for(players)
            free = [place.letter for place in plan.places if not plan.lying_on[place.number]]
            assert set(free) == {"M"}
            for replay in (False, True):
                monsters = zip(cards.monsters, copies(cards.monsters, replay=replay), strict=True)
                assert sum(there for kind, there in monsters if kind.level <= level.number) >= plan.count("Mm")
                assert sum(copies(cards.fogs, replay=replay)) >= plan.count("F")
            assert len(cards.lieutenants) >= plan.count("L")
