"""The person in the terminal: valid input, several persons at one terminal, and leaving the game."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from resonance_env.agents.human import GameLeft, HumanAgent
from resonance_env.agents.loading import load
from resonance_env.agents.seat_view import SeatView
from resonance_env.core.errors import UsageError
from resonance_env.games import load_game
from resonance_env.play.told_game import ToldGame


def typed(*lines: str) -> tuple[Callable[[str], str], list[str]]:
    """Returns a reader of these lines, after which the input ends, and the list of prompts that it was given."""
    rest: Iterator[str] = iter(lines)
    prompts: list[str] = []

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    return ask, prompts


def decide(agent: HumanAgent, *views: SeatView) -> list[int]:
    agent.show(views)
    empty = np.zeros((len(views), 0), np.int8)
    actions, _ = agent.act(empty, empty, None, np.random.default_rng(0))
    return list(actions.tolist())


@pytest.fixture
def game() -> ToldGame:
    variant = load_game("resonance").variant(3)
    told = ToldGame(variant, 3)
    while told.acting.sum() < 3:  # until all choose an action
        told.step(variant.legal(told.games)[0].argmax(axis=1))
    return told


def test_commands_and_answers(game: ToldGame) -> None:
    ask, prompts = typed("help", "rules R-LOCK-1", "rules", "rules zeppelin", "log", "table", "", "nonsense", "play herb")
    said: list[str] = []
    assert decide(HumanAgent(ask, said.append), game.view(1)) == [game.variant.actions.parse("play herb")]
    assert set(prompts) == {"witch_1> "}
    log, table, help_text, rule, sections, unknown_rule, log_again, table_again, refusal = said
    assert log.endswith(log_again)
    assert "witch_1 keeps" in log
    assert "Round 1" in log
    assert table == table_again
    assert game.variant.render(game.games, 0, 1) in table
    assert "   1  play herb" in table
    assert help_text.startswith(game.variant.spec.primer)
    assert "quit" in help_text
    assert rule.startswith("R-LOCK-1  The type")
    assert "R-SETUP" in sections
    assert "no rule mentions 'zeppelin'" in unknown_rule
    assert refusal.startswith("expected a number from 1 to")


def test_numbers_are_those_of_the_list(game: ToldGame) -> None:
    view = game.view(0)
    for number, code in enumerate(view.choices, start=1):
        assert decide(HumanAgent(typed(str(number))[0], lambda text: None), view) == [code]
        assert f"\n{number:4}  {view.actions.name(code)}" in f"\n{view.list_choices()}"


@pytest.mark.parametrize("lines", [(), ("quit",), ("help", "QUIT")])
def test_leaving(lines: tuple[str, ...], game: ToldGame) -> None:
    with pytest.raises(GameLeft):
        decide(HumanAgent(typed(*lines)[0], lambda text: None), game.view(0))


def test_an_interrupt_leaves(game: ToldGame) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(GameLeft):
        decide(HumanAgent(interrupted, lambda text: None), game.view(0))


def test_several_people_hand_the_terminal_over(game: ToldGame) -> None:
    ask, prompts = typed("1", "", "1", "", "1")
    said: list[str] = []
    agent = HumanAgent(ask, said.append)
    decide(agent, game.view(0), game.view(2))
    decide(agent, game.view(0))
    handed = "{}, take the terminal and press Enter "
    assert prompts == ["witch_0> ", handed.format("witch_2"), "witch_2> ", handed.format("witch_0"), "witch_0> "]


def test_one_person_with_both_seats_of_a_team_keeps_the_terminal() -> None:
    variant = load_game("resonance").variant(7)
    told = ToldGame(variant, 1)
    while told.acting.sum() < 2:
        told.step(variant.legal(told.games)[0].argmax(axis=1))
    view = told.view(0)
    ask, prompts = typed("1", "1")
    decide(HumanAgent(ask, lambda text: None), view, SeatView(**{**view.__dict__, "seat": 1, "name": "witch_1"}))
    assert prompts == ["witch_0> ", "witch_1> "]


def test_who_is_not_shown_the_table_says_so() -> None:
    agent = load("human")
    variant = load_game("resonance").variant(3)
    agent.bind(variant)
    with pytest.raises(UsageError, match="people play where games are shown"):
        agent.act(np.zeros((1, 1), np.int8), np.ones((1, 1), np.int8), None, np.random.default_rng(0))
