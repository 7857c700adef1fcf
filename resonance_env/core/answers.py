"""Parses the answers of people and language models to the question for an action, leniently.

The legal actions are shown as a numbered list with their meanings. An answer is a number of that list, the name of an action,
the beginnings of its words if exactly one legal action fits, or words that occur in the meaning of exactly one action. Spaces,
case, quotes, a full stop and words outside brackets are ignored.
"""

import re
from collections.abc import Mapping

from resonance_env.core.actions import ActionTable
from resonance_env.core.errors import IllegalActionError
from resonance_env.core.suggest import nearest

MAX_LISTED = 6  # candidates named in a reply
MAX_QUOTED = 80  # characters of an answer that a reply repeats

_BRACKETED = re.compile(r"\[([^\[\]]+)\]|`([^`]+)`|\*\*([^*]+)\*\*")
_WORD = re.compile(r"[\w'-]+")
_NUMBER = re.compile(r"(?:number |no\. |#)?([0-9]{1,9})")
_NUMBER_AND_NAME = re.compile(r"([0-9]{1,9})\s*[.):\-–]\s*(.+)")
_LABEL = re.compile(
    r"(?:(?:my |final )?(?:action|answer|choice|move|decision)(?: is)?\s*[:=]?|i (?:choose|take|play|pick)\s*:?)\s+"
)


def parse_answer(text: str, actions: ActionTable, choices: Mapping[int, str]) -> int:
    """Returns the code of the action that an answer means.

    >>> from resonance_env.core.actions import Action
    >>> table = ActionTable([Action(code, name, "", "") for code, name in enumerate(["wait", "play herb", "draw herb herb"])])
    >>> choices = {1: "Play one Herb.", 2: "Take two Herbs from the pile."}
    >>> [parse_answer(text, table, choices) for text in ("2", "Play herb.", "d h", "I think that [1] is best", "the pile")]
    [2, 1, 2, 1, 2]

    Args:
        text: the answer.
        actions: the table with the names.
        choices: the legal actions with their meanings, in the order of their numbers, from 1.

    Raises:
        IllegalActionError: no action fits, several fit, or the action is not legal; says what was expected.
    """
    problem: IllegalActionError | None = None
    for candidate in _candidates(text):
        try:
            return _parse_one(candidate, actions, choices)
        except IllegalActionError as error:
            problem = problem or error
    if problem is None:
        raise IllegalActionError(f"expected a number from 1 to {len(choices)} or the name of an action, got an empty answer")
    raise problem


def _candidates(text: str) -> list[str]:
    """Returns candidates for the answer, the likeliest first: the last text in brackets, the whole text, its last line."""
    lines = [line for line in (_plain(line) for line in text.splitlines()) if line]
    marked = ["".join(groups) for groups in _BRACKETED.findall(text)]
    found = [_plain(marked[-1])] if marked else []
    if len(lines) == 1:
        found.append(lines[0])
    elif lines:
        found += [lines[-1], lines[0]]
    return [candidate for candidate in dict.fromkeys(found) if candidate]


def _plain(text: str) -> str:
    """Returns the text in lower case, without surrounding punctuation and without a leading label."""
    plain = " ".join(text.lower().split()).strip(" \"'`*[]().,:;!<>")
    return _LABEL.sub("", plain, count=1) if _LABEL.match(plain) else plain


def _parse_one(text: str, actions: ActionTable, choices: Mapping[int, str]) -> int:
    legal = list(choices)
    number = _NUMBER.fullmatch(text)
    if number:
        return _numbered(int(number[1]), legal)
    names = {actions.name(code): code for code in legal}
    if text in names:
        return names[text]
    both = _NUMBER_AND_NAME.fullmatch(text)
    if both and 1 <= int(both[1]) <= len(legal):
        code = _numbered(int(both[1]), legal)
        if both[2].startswith(actions.name(code)):
            return code
    fitting = [name for name in names if _begins(name, text)]
    if len(fitting) == 1:
        return names[fitting[0]]
    if fitting:
        listed = ", ".join(map(repr, fitting[:MAX_LISTED])) + (", …" if len(fitting) > MAX_LISTED else "")
        raise IllegalActionError(f"expected one action, but {_quoted(text)} may be {listed}")
    known = {action.name for action in actions}
    meant = [code for code, meaning in choices.items() if _WORD.findall(text) and _mentions(meaning, text)]
    if len(meant) == 1 and text not in known:
        return meant[0]
    what = f"{text!r} is not legal now" if text in known else f"got {_quoted(text)}{nearest(text[:MAX_QUOTED], names)}"
    raise IllegalActionError(f"expected a number from 1 to {len(legal)} or the name of a legal action; {what}")


def _quoted(text: str) -> str:
    """Returns the answer as a reply repeats it: in quotes, escaped, and shortened if it is long."""
    return repr(text) if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]!r}… ({len(text)} characters)"


def _numbered(number: int, legal: list[int]) -> int:
    if not 1 <= number <= len(legal):
        raise IllegalActionError(f"expected a number from 1 to {len(legal)}, got {number}")
    return legal[number - 1]


def _mentions(meaning: str, text: str) -> bool:
    """Returns whether all words of the text are words of the meaning."""
    return set(_WORD.findall(text)) <= set(_WORD.findall(meaning.lower()))


def _begins(name: str, text: str) -> bool:
    """Returns whether the words of the text begin the first words of the name; numbers must be whole."""
    words, parts = name.split(), text.split()
    return len(parts) <= len(words) and all(
        word == part if part.isdigit() else word.startswith(part) for word, part in zip(words, parts, strict=False)
    )
