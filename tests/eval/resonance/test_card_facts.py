"""Statistics of games of Resonance, compared with the log for people, which is made independently."""

import re

import numpy as np
import pytest

from resonance_env.eval.match.game_facts import GameFacts, load_facts
from resonance_env.games.resonance.spec import SPEC
from tests.games.resonance.golden.frozen_sets import play_with_spells
from tests.places import ROOT

DOCS = ROOT / "docs"
LEVELS = ("I", "II", "III")


def facts_of(positions: list[np.ndarray], players: int, cards: str) -> GameFacts:
    variant = SPEC.variant(players, cards=cards)
    watcher = load_facts("resonance").watcher(variant, 3)
    for games in positions:
        watcher.see(np.array([1]), games)
    return watcher.facts()[1]


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (3, 5), (4, 2), (5, 3), (5, 4)])
def test_facts_agree_with_the_log(players: int, seed: int) -> None:
    variant = SPEC.variant(players)
    positions, steps = play_with_spells(variant, seed)
    facts = facts_of(positions, players, "house")
    log = " ".join(SPEC.replay_log(SPEC.game_text(variant, seed, steps)).split())

    kept = dict(re.findall(r"(witch_\d) keeps (\S+)", log))
    dealt = dict(re.findall(r"(witch_\d): (\w+): I ", log))
    assert facts.categories["witch"] == tuple(kept[f"witch_{seat}"] for seat in range(players))
    assert facts.categories["demon"] == tuple(dealt[f"witch_{seat}"] for seat in range(players))

    rounds = re.split(r"Round (\d+), moon", log)
    times = {name: [0] * players for name in facts.times}
    casts: dict[tuple[int, str], int] = {}
    for number, text in zip(rounds[1::2], rounds[2::2], strict=True):
        for seat, level in re.findall(r"\(witch_(\d)\) validates level (I+) ", text):
            times[f"level {level}"][int(seat)] = int(number)
        for witch, seat, spell in re.findall(r"(\S+) \(witch_(\d)\) casts spell (\d)", text):
            key = (int(seat), f"{witch} {spell}")
            casts[key] = casts.get(key, 0) + 1
    assert facts.times == {name: tuple(row) for name, row in times.items()}
    used = {(seat, name): number for seat, row in enumerate(facts.uses) for name, number in row.items() if number}
    assert used == casts
    assert casts


@pytest.mark.parametrize("players", [4, 8])
def test_last_cards_are_those_of_the_end(players: int) -> None:
    variant = SPEC.variant(players)
    cards = variant.card_set
    positions, _ = play_with_spells(variant, 7)
    facts, end = facts_of(positions, players, "house"), positions[-1][0]
    assert facts.categories["last demon"] == tuple(cards.demon_names[demon] for demon in end["demon"][:players])
    assert facts.categories["last witch"] == tuple(cards.witch_names[card] for card in end["spells"][:players])
    for seat in range(players):
        assert f"{facts.categories['last witch'][seat]} 1" in facts.uses[seat]


def test_a_game_that_has_not_begun_has_no_cards() -> None:
    watcher = load_facts("resonance").watcher(SPEC.variant(3), 1)
    facts = watcher.facts()[0]
    assert facts.categories["witch"] == ("", "", "")
    assert facts.uses == ({}, {}, {})
    assert facts.times["level I"] == (0, 0, 0)


def test_the_page_about_balance_is_about_this_card_set() -> None:
    """When the house set changes, its balance must be measured anew."""
    assert f"`{SPEC.variant(4).card_set.digest}`" in (DOCS / "balance.md").read_text(encoding="utf-8")
