"""What mages remember of hidden Spells as text: `mage_1 2 4, down 3` (SY-MEM, SY-NOTE-2).

A mage is followed by positions in its hand, from 1; `down` by opportunities of this turn, from 0, whose Spells lie face down.
"""

import re

from resonance_env.core.position_text import Record
from resonance_env.core.words import NOTHING, parse_number
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.memory import is_down
from resonance_env.games.syncro.rules.seating import seat_after


def format_marks(game: Record, observer: int, mark: int) -> str:
    """Returns the Spells that have a mark of an observer, open ones left out, which all know."""
    groups = []
    for seat in range(game["seats"]):
        marked = [
            position + 1
            for position in range(game["held"][seat])
            if int(game["marks"][seat, position]) & mark << observer and not int(game["marks"][seat, position]) & v.MARK_OPEN
        ]
        groups += [f"mage_{seat} {' '.join(map(str, marked))}"] if marked else []
    down = [str(n) for n in range(v.MAX_OPPORTUNITIES) if int(game["act_marks"][n]) & mark << observer]
    return ", ".join(groups + ([f"down {' '.join(down)}"] if down else [])) or "none"


def parse_marks(game: Record, observer: int, mark: int, text: str) -> None:
    """Writes marks; the inverse of `format_marks`. Hands and acts must have been read.

    Raises:
        ValueError: "expected ..., got ...".
    """
    for group in [] if text in NOTHING else text.split(","):
        match = re.fullmatch(r"\s*(?:mage_(\d)|(down))((?:\s+\d+)+)\s*", group)
        if not match:
            raise ValueError(f"expected Spells such as 'mage_1 2 4, down 3', got {group.strip()!r}")
        for word in match[3].split():
            if match[2]:
                _mark_down(game, observer, mark, word)
            else:
                _mark_held(game, observer, mark, int(match[1]), word)


def _mark_held(game: Record, observer: int, mark: int, seat: int, word: str) -> None:
    if seat >= game["seats"] or seat == observer:
        raise ValueError(f"expected another mage at the table, got mage_{seat}")
    if not game["held"][seat]:
        raise ValueError(f"expected a mage with Spells, got mage_{seat}")
    position = parse_number(word, 1, int(game["held"][seat]), f"a position in the hand of mage_{seat}") - 1
    if int(game["marks"][seat, position]) & v.MARK_OPEN:
        raise ValueError(f"expected hidden Spells, got position {position + 1} of mage_{seat}, which lies open")
    game["marks"][seat, position] |= mark << observer


def _mark_down(game: Record, observer: int, mark: int, word: str) -> None:
    opportunity = parse_number(word, 0, v.MAX_OPPORTUNITIES - 1, "an opportunity")
    if not is_down(game, opportunity) or seat_after(game, opportunity) == observer:
        raise ValueError(f"expected an opportunity whose Spell lies face down, of another mage; got {opportunity}")
    game["act_marks"][opportunity] |= mark << observer


def format_summed(game: Record, card_set: object, seat: int = 0) -> str:
    """Returns the opportunities whose Spells, face down, are counted in a sum left."""
    return " ".join(str(n) for n in range(v.MAX_OPPORTUNITIES) if int(game["act_marks"][n]) & v.MARK_IN_SUM) or "none"


def parse_summed(game: Record, card_set: object, seat: int, text: str) -> None:
    """Writes these; the acts must have been read.

    Raises:
        ValueError: "expected ..., got ...".
    """
    for word in [] if text in NOTHING else text.split():
        opportunity = parse_number(word, 0, v.MAX_OPPORTUNITIES - 1, "an opportunity")
        if not is_down(game, opportunity):
            raise ValueError(f"expected an opportunity whose Spell lies face down, got {opportunity}")
        game["act_marks"][opportunity] |= v.MARK_IN_SUM
