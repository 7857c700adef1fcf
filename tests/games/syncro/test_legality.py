"""Reasons why an action is illegal, in the words of the rule, and the legal actions in their order (SY-ASK)."""

from typing import Any

import numpy as np
import pytest

from resonance_env.games.syncro.rules.legality import (
    LEGAL,
    MUST_ANSWER,
    MUST_ATTACK,
    MUST_PASS,
    NAMES_NO_TARGET,
    NAMES_TARGET,
    NO_ANSWER,
    NO_CARD,
    NO_REWARD,
    NO_SPELLS,
    NO_TARGET,
    NOT_ASKED,
    OWN_ON_TOP,
    REASON_TEXTS,
)
from resonance_env.games.syncro.spec import SPEC
from tests.games.syncro.kernels import answers_of
from tests.games.syncro.reference.scenario import CODES, Scenario, hands
from tests.games.syncro.test_spec import VARIANTS, random_steps

HORDE = "level: 3\nhorde: ?; {}; Ogre; Ogre; Troll; Troll\n"
THREE = "players: 3\n" + HORDE.format("Ogre") + hands("1 2", "1", "1")
LAST = "pass; pass; pass"
FIVE = "players: 5\nlevel: 5\nhorde: ?; ?; ?; ?; Ogre; Ogre; Ogre; Troll; Troll\nmage_4 reward: Lens\n"
WITHOUT_SPELLS = "players: 3\n" + HORDE.format("Ogre") + hands("", "1", "1") + "mage_0 reward: Lens\n"
PAYING = "players: 3\n" + HORDE.format("Drake [1]") + hands("1 3 2", "1", "1")
ESTIMATING = "players: 3\n" + HORDE.format("Puffball [1]") + hands("2 2", "1", "1")
KEEPING = "players: 2\nmode: campaign\nlevel: 1\nhorde: -; -; Imp [3]; -; -; -\n" + hands("1 5", "2 3")
BEAT_FIRST = "card 1 on target 1; pass; pass; pass"


@pytest.mark.parametrize(
    ("position", "played", "seat", "action", "reason"),
    [
        (THREE, "", 1, "wait", LEGAL),
        (THREE, "", 1, "pass", NOT_ASKED),
        (THREE, "", 0, "wait", MUST_ANSWER),
        (THREE, "", 0, "estimate bad", NO_ANSWER),
        (THREE, "", 0, "pay card 1", NO_ANSWER),
        (THREE, "", 0, "keep hand", NO_ANSWER),
        (THREE, LAST, 0, "pass", MUST_ATTACK),
        (THREE, "", 0, "card 2 on target 5", LEGAL),
        (THREE, "", 0, "card 3 on target 5", NO_CARD),
        (THREE, "", 0, "card 2 on target 6", NO_TARGET),
        (THREE, "card 1 on target 2; pass; pass", 0, "card 1 on target 2", OWN_ON_TOP),
        (THREE, "", 0, "reward", NO_REWARD),
        (THREE, "", 0, "reward on target 1", NO_REWARD),
        (THREE + "mage_0 reward: Hammer\n", "", 0, "reward", NAMES_TARGET),
        (THREE + "mage_0 reward: Hammer\n", "", 0, "reward on target 5", LEGAL),
        (THREE + "mage_0 reward: Hammer\n", "", 0, "reward on target 6", NO_TARGET),
        (THREE + "mage_0 reward: Lens\n", "", 0, "reward", LEGAL),
        (THREE + "mage_0 reward: Lens\n", "", 0, "reward on target 1", NAMES_NO_TARGET),
        (WITHOUT_SPELLS, "", 0, "card 1 on target 1", NO_SPELLS),
        (FIVE + hands(*["1 1"] * 5), "; ".join(["card 1 on target 1"] * 4), 4, "card 1 on target 1", MUST_PASS),
        (PAYING, BEAT_FIRST, 0, "pay card 2", LEGAL),
        (PAYING, BEAT_FIRST, 0, "pay card 3", NO_CARD),
        (PAYING, BEAT_FIRST, 0, "pay card 8", NO_CARD),
        (PAYING, BEAT_FIRST, 0, "pay no more", LEGAL),
        (PAYING, BEAT_FIRST, 0, "estimate good", NO_ANSWER),
        (PAYING, BEAT_FIRST, 0, "keep hand", NO_ANSWER),
        (PAYING, BEAT_FIRST, 0, "pass", NO_ANSWER),
        (PAYING, BEAT_FIRST, 1, "pay card 1", NOT_ASKED),
        (ESTIMATING, BEAT_FIRST, 2, "estimate good", LEGAL),
        (ESTIMATING, BEAT_FIRST, 2, "pay card 1", NO_ANSWER),
        (ESTIMATING, BEAT_FIRST, 2, "reward on target 8", NO_ANSWER),
        (KEEPING, "card 1 on target 1; pass; pass", 1, "discard hand", LEGAL),
        (KEEPING, "card 1 on target 1; pass; pass", 1, "pay no more", NO_ANSWER),
        (KEEPING, "card 1 on target 1; pass; pass", 1, "pass", NO_ANSWER),
    ],
)
def test_sy_ask_1_every_reason(position: str, played: str, seat: int, action: str, reason: int) -> None:
    game = Scenario(position)
    if played:
        game.play(played)
    assert game.variant.why_illegal(game.twin, 0, seat, CODES[action]) == REASON_TEXTS[reason]


@pytest.mark.parametrize("options", VARIANTS)
def test_sy_ask_6_answers_are_the_legal_actions_in_their_order(options: dict[str, Any]) -> None:
    variant = SPEC.variant(**options)
    for games in random_steps(variant, 4):
        for seat, legal in enumerate(variant.legal(games)[0]):
            assert answers_of(games, variant.cards, seat) == np.flatnonzero(legal).tolist()


def test_sy_chance_6_a_step_while_chance_is_awaited_changes_nothing() -> None:
    variant = SPEC.variant(2, cards="mini", explicit_chance=True)
    games = variant.start([1])
    before = games.tobytes()
    variant.step(games, np.ones((1, 2), dtype=np.int64))
    assert games.tobytes() == before
