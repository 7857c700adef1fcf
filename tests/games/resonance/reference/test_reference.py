"""The reference by itself: the worked examples of the rules, and that no card is lost or doubled."""

from pathlib import Path

import numpy as np
import pytest

from resonance_env.games.resonance.cardsets.card_loader import SHIPPED
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from tests.games.resonance.reference.conservation import misplaced
from tests.games.resonance.reference.game import Reference
from tests.games.resonance.reference.policies import POLICIES
from tests.games.resonance.reference.random_sets import random_card_set


def _first_round(
    witches: list[str], transient: int, objects: dict[int, int], artifacts: dict[int, int], incantations: dict[int, int]
) -> Reference:
    """Returns a house game at its first ACT in which the seats hold and play what is named, and the others draw."""
    house = SHIPPED.load("house")
    cards = [house.witch_names.index(name) for name in witches]
    game = Reference(house, len(witches), seed=1)
    table = game.table
    table.transient_pile = [18 if type_ == transient else 0 for type_ in v.OBJECTS]
    for seat, type_ in objects.items():
        table.witches[seat].hand.objects[type_] += 1
    for seat, value in artifacts.items():
        table.witches[seat].hand.artifacts.add(value)
    for seat, value in incantations.items():
        table.witches[seat].hand.incantations.add(value)
    while game.phase != v.PHASE_ACT:
        game.step({seat: min(game.legal(seat)) for seat in game.asked()})
    for seat, card in enumerate(cards):
        table.witches[seat].spells = card
    table.spell_reserve = set(range(len(house.witch_names))) - set(cards)
    plays = {seat: act.PLAY_OBJECT + type_ for seat, type_ in objects.items()}
    plays |= {seat: act.PLAY_ARTIFACT + value - 1 for seat, value in artifacts.items()}
    plays |= {seat: act.PLAY_INCANTATION + value - 1 for seat, value in incantations.items()}
    game.step({seat: plays.get(seat, act.ACTIONS.parse("draw herb herb")) for seat in game.asked()})
    return game


def _answer(game: Reference, seat: int, text: str) -> None:
    assert game.asked() == {seat}
    game.step({seat: act.ACTIONS.parse(text)})


def _on_new_moon(game: Reference) -> int:
    card = game.table.moons[0]
    return v.NO_OBJECT if card is None else card.type


def test_r_ex_1_ties() -> None:
    """R-EX-1, R-LOCK-1: two Minerals and two Herbs lock Mineral."""
    game = _first_round(["Virág", "Vuoko", "Zinnia"], v.HERB, {0: v.MINERAL, 1: v.MINERAL, 2: v.HERB}, {}, {})
    assert _on_new_moon(game) == v.MINERAL


def test_r_ex_2_sweeps() -> None:
    """R-EX-2, R-SWEEP-1: artifact 12 sweeps Potion, artifact 4 Mineral; Herb locks the moon."""
    witches = ["Virág", "Vuoko", "Zinnia", "Calanthe", "Thylane"]
    game = _first_round(witches, v.POTION, {0: v.POTION, 1: v.MINERAL, 2: v.HERB}, {3: 4, 4: 12}, {})
    assert game.choice == v.CHOICE_SWEEP
    _answer(game, 4, "choose potion")
    assert game.legal(3) == {act.ACTIONS.parse("choose herb"), act.ACTIONS.parse("choose mineral")}
    _answer(game, 3, "choose mineral")
    assert _on_new_moon(game) == v.HERB


def test_r_ex_3_spells() -> None:
    """R-EX-3: a Herb that counts 3 is swept by a transformed artifact, Potion locks, and the Sigil comes at the end."""
    game = _first_round(["Blanchefleur", "Thylane", "Zinnia"], v.POTION, {}, {}, {0: 11, 1: 5, 2: 1})
    _answer(game, 0, "cast spell 1")
    _answer(game, 0, "choose herb")
    assert game.table.centre_count(v.HERB) == 3
    _answer(game, 1, "cast spell 1")
    _answer(game, 2, "cast spell 3")
    _answer(game, 2, "aim 2")
    assert game.table.witches[1].sigil == v.NO_INCANTATION
    _answer(game, 1, "choose herb")
    assert _on_new_moon(game) == v.POTION
    assert [witch.sigil for witch in game.table.witches] == [v.NO_INCANTATION, 1, v.NO_INCANTATION]


def test_r_ex_4_part_of_a_spell_is_lost() -> None:
    """R-EX-4, R-CAST-9: with no artifact left the object is still played."""
    game = _first_round(["Virág", "Vuoko", "Zinnia"], v.POTION, {}, {}, {0: 21})
    game.table.artifact_top, game.table.artifacts_hidden = None, set()
    held = len(game.table.witches[0].hand.artifacts)
    _answer(game, 0, "cast spell 1")
    _answer(game, 0, "choose herb")
    assert game.table.witches[0].deeds.played_objects == [1, 0, 0]
    assert len(game.table.witches[0].hand.artifacts) == held


@pytest.mark.parametrize("policy", sorted(POLICIES))
def test_cards_are_conserved(policy: str, tmp_path: Path) -> None:
    """R-ACT-8 and the zones at the end of the rules, on random card sets."""
    for seed in range(12):
        with random_card_set(seed, tmp_path) as card_set:
            for players in card_set.players:
                rng = np.random.default_rng(seed)
                game = Reference(card_set, players, seed=seed, edition=("fr", "en")[seed % 2])
                while not game.over:
                    assert not misplaced(game.table)
                    game.step({seat: POLICIES[policy](game, seat, rng) for seat in sorted(game.asked())})
                assert not misplaced(game.table)
            assert sum(game.payoffs()) == pytest.approx(0)
