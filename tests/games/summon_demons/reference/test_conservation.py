"""No card, demon or candle is lost or doubled in games of the reference, on random sets too; and games end."""

import numpy as np
import pytest

from tests.games.summon_demons.reference.compare import random_options
from tests.games.summon_demons.reference.conservation import misplaced
from tests.games.summon_demons.reference.game import Reference
from tests.games.summon_demons.reference.printed import standard
from tests.games.summon_demons.reference.random_sets import random_set
from tests.games.summon_demons.reference.sets import CardSet, read_set


def play_checked(card_set: CardSet, seed: int) -> set[str]:
    """Plays one random game and returns the effects that ran."""
    rng = np.random.default_rng(seed)
    players, options = random_options(card_set, rng)
    game = Reference(card_set, players, seed=seed, **options)
    ran: set[str] = set()
    while not game.over:
        assert not misplaced(game)
        current, effect = game.table.stack.current, game.table.stack.effect
        if current is not None and effect is not None:
            ran.add(current.do[effect].name)
        if game.asked is None:
            game.apply_chance(int(rng.choice(list(game.chance_outcomes()))))
        else:
            game.step(int(rng.choice(game.legal(game.asked))))
    assert not misplaced(game)
    assert sum(game.payoffs()) == pytest.approx(0)
    assert game.table.rolls <= game.terms.turn_limit
    return ran


def test_cards_are_conserved_in_the_standard_set() -> None:
    for seed in range(40):
        play_checked(standard(), seed)


def test_cards_are_conserved_in_random_sets() -> None:
    ran: set[str] = set()
    for number in range(60):
        card_set = read_set(random_set(np.random.default_rng(number)))
        for seed in range(2):
            ran |= play_checked(card_set, seed)
    assert ran >= {"gift", "steal", "mill", "take", "pick", "pick_or_steal", "replace", "steal_card", "discard", "look"}
