"""Answers of people and language models: which are understood, and the messages for the others."""

import pytest

from resonance_env.core.actions import Action, ActionTable
from resonance_env.core.answers import parse_answer
from resonance_env.core.errors import IllegalActionError

NAMES = (
    "wait",
    "play herb",
    "play potion",
    "play artifact 1",
    "play artifact 11",
    "draw herb herb",
    "draw herb mineral",
    "trade demon",
)
TABLE = ActionTable([Action(code, name, "", "") for code, name in enumerate(NAMES)])
CHOICES = {
    1: "Play a Herb.",
    3: "Sweep with 1.",
    4: "Sweep with 11.",
    5: "Draw 2 Herb.",
    6: "Draw Herb and Mineral for Zinnia (witch_2).",
}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1", "play herb"),
        (" 2 ", "play artifact 1"),
        ("#3", "play artifact 11"),
        ("5.", "draw herb mineral"),
        ("play herb", "play herb"),
        ("PLAY   Herb.", "play herb"),
        ("play artifact 1", "play artifact 1"),
        ("play artifact 11", "play artifact 11"),
        ("p h", "play herb"),
        ("d h m", "draw herb mineral"),
        ("pl art 11", "play artifact 11"),
        ("'draw herb herb'", "draw herb herb"),
        ("[4]", "draw herb herb"),
        ("**draw herb mineral**", "draw herb mineral"),
        ("4) draw herb herb", "draw herb herb"),
        ("2: play artifact 1", "play artifact 1"),
        ("Action: play herb", "play herb"),
        ("My answer is 1", "play herb"),
        ("I choose 4", "draw herb herb"),
        ("I could [play herb], but I would rather [5].", "draw herb mineral"),
        ("The moon wants a Herb.\n\nSo: it is late.\nFinal answer: play herb", "play herb"),
        ("Thinking [about it] takes time.\n4", "draw herb herb"),
        ("Zinnia", "draw herb mineral"),
        ("witch_2", "draw herb mineral"),
        ("sweep with 11", "play artifact 11"),
        ("3\nbecause it is high", "play artifact 11"),
    ],
)
def test_understood(text: str, name: str) -> None:
    assert TABLE.name(parse_answer(text, TABLE, CHOICES)) == name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "got an empty answer"),
        (" \n ", "got an empty answer"),
        ("0", "from 1 to 5, got 0"),
        ("6", "from 1 to 5, got 6"),
        ("play potion", "'play potion' is not legal now"),
        ("draw herb", "may be 'draw herb herb', 'draw herb mineral'"),
        ("play artifact", "may be 'play artifact 1', 'play artifact 11'"),
        ("sweep", "expected a number from 1 to 5"),
        ("zin", "expected a number from 1 to 5"),
        ("plya herb", "did you mean 'play herb'"),
        ("the second one, please", "expected a number from 1 to 5 or the name of a legal action"),
        ("1: play artifact 1", "expected a number from 1 to 5"),
        ("-1", "from 1 to 5"),
        ("[" + "1" * 5000 + "]", r"got '1{80}'… \(5000 characters\)"),
        ("x" * 5000 + "\x1b[31m", r"got 'x{80}'… \(5005 characters\)"),
        ("\u0663", "expected a number from 1 to 5"),
    ],
)
def test_not_understood(text: str, message: str) -> None:
    with pytest.raises(IllegalActionError, match=message):
        parse_answer(text, TABLE, CHOICES)


def test_all_names_are_understood_whatever_else_is_legal() -> None:
    codes = list(range(len(TABLE)))
    named = {action.code: action.meaning for action in TABLE}
    assert [parse_answer(action.name, TABLE, named) for action in TABLE] == codes
    assert [parse_answer(str(number), TABLE, dict.fromkeys(codes[::-1], "")) for number in range(1, len(codes) + 1)] == codes[
        ::-1
    ]
