"""What scripted agents of SYNCRO do where the right answer is plain."""

import pytest

from tests.agents.syncro.positions import answer_of
from tests.games.syncro.scenario import Scenario

NAMES = ("greedy", "saver", "signaller", "planner")
ALL = pytest.mark.parametrize("name", NAMES)


@ALL
def test_it_brings_down_the_last_foe_exactly(name: str) -> None:
    game = Scenario("1 5 4 3; 1; 1; 1", rows=("M",), foes={0: "Imp"})
    assert answer_of(name, game) == "card 3 on target 1"


@ALL
def test_it_passes_when_the_last_foe_is_as_good_as_beaten(name: str) -> None:
    game = Scenario("5 5 5; 5 5; 2; 1 1", rows=("M",), foes={0: "Puffball"}).play("card 1 on target 1")
    assert answer_of(name, game) == "pass"


@ALL
@pytest.mark.parametrize(("hand", "answer"), [("5 2 1", "pay card 2"), ("1 5 1", "pay card 1"), ("5 4", "pay no more")])
def test_it_pays_exactly_or_leaves_it_to_those_who_have_enough(name: str, hand: str, answer: str) -> None:
    game = Scenario(f"3 {hand}; 5 5 5; 5 5; 2 2", foes={0: "Drake"}, level=3)
    game.play("card 1 on target 1", "pass", "pass", "pass")
    assert answer_of(name, game) == answer


@ALL
def test_it_pays_as_little_too_much_as_it_can_if_others_hold_too_few(name: str) -> None:
    game = Scenario("3 5 4; 1", foes={0: "Drake"}, level=3)
    game.play("card 1 on target 1", "pass", "pass", "pass")
    assert answer_of(name, game) == "pay card 2"


@ALL
@pytest.mark.parametrize(("hand", "answer"), [("5 4 3", "keep hand"), ("1 2 1", "discard hand")])
def test_it_keeps_a_hand_that_is_better_than_a_new_one(name: str, hand: str, answer: str) -> None:
    game = Scenario(f"4 {hand}; 1 2", rows=("M",), foes={0: "Imp"}, mode="campaign", level=1)
    game.play("card 1 on target 1")
    while game.phase == "turn":
        game.play("pass")
    assert answer_of(name, game, 0) == answer


def test_a_saver_leaves_a_mushroom_while_hands_are_full() -> None:
    full = Scenario("4 1 1 1 1; 1 1 1 1 1; 1 1 1 1 1; 1 1 1 1 1", rows=("M.M",), foes={0: "Inkcap", 1: "Colossus"})
    assert answer_of("greedy", full) == "card 1 on target 1"
    assert answer_of("saver", full) != "card 1 on target 1"


def test_a_saver_aims_above_a_mushroom_when_hands_are_short() -> None:
    short = Scenario("5 2; 1; 1; 1", rows=("M.M",), foes={0: "Puffball", 1: "Colossus"})
    assert answer_of("saver", short) == "card 1 on target 1"


@pytest.mark.parametrize(
    ("hand", "signal", "mean"), [("5 1 1", "good", "bad"), ("4 4 4", "middling", "good"), ("3 3 3", "bad", "middling")]
)
def test_a_signaller_tells_its_highest_spell_and_others_the_mean(hand: str, signal: str, mean: str) -> None:
    game = Scenario(f"5 {hand}; 3; 3; 3", rows=("M.M",), foes={0: "Puffball"}, pile="1 1 1")
    game.waits_for_estimates = True
    game.chances = [1, 1, 1]
    game.play("card 1 on target 1", "pass", "pass", "pass")
    assert (game.phase, game.hand(0)) == ("estimate", f"{hand} 1")
    assert answer_of("signaller", game, 0) == f"estimate {signal}"
    assert answer_of("greedy", game, 0) == f"estimate {mean}"


@ALL
@pytest.mark.parametrize(
    ("reward", "hands", "is_played"),
    [
        ("Spring", "5 1; 1; 1; 1", True),
        ("Spring", "5 1 1; 1; 1; 1", False),
        ("Lens", "5 1 1; 1; 1; 1", True),
        ("Anchor", "5 1; 1; 1; 1", False),
        ("Whirlwind", "5 1; 1; 1; 1", False),
    ],
)
def test_it_plays_a_reward_that_is_of_use(name: str, reward: str, hands: str, is_played: bool) -> None:
    game = Scenario(hands, rows=("M.M",), rewards=(reward, "", "", ""), level=5, replay=True)
    assert (answer_of(name, game) == "reward") == is_played


@pytest.mark.parametrize("name", ["greedy", "saver", "signaller"])  # a planner does not take what partners laid for constants
def test_it_weakens_a_foe_that_would_just_stand(name: str) -> None:
    game = Scenario("1 1; 1; 1; 4 1", rows=("M.M",), rewards=("", "", "", "Hammer"), level=5)
    game.play("card 1 on target 2", "card 1 on target 2", "pass")
    assert answer_of(name, game) == "reward on target 2"
