"""The checks of the plans of a card-set file (cards.md), and of whether its cards suffice for them."""

import itertools
from collections.abc import Sequence
from typing import Any

from resonance_env.core.card_tables import check_fields, count_text, got, read_array, read_players
from resonance_env.core.errors import CardSetError
from resonance_env.games.syncro.cardsets import card_tables as t
from resonance_env.games.syncro.cardsets.plans import BACKS, Place, lies_on, read_places
from resonance_env.games.syncro.rules import vocabulary as v

NOTHING = "."


def read_horde(raw: object, where: str, mages: Sequence[int]) -> t.Horde:
    """Returns a plan whose rows are a drawing, for numbers of mages that can play.

    Raises:
        CardSetError: it has other fields, numbers or signs.
    """
    fields = check_fields(raw, t.Horde, where)
    players = read_players(fields["players"], f"{where}, players", range(v.MIN_SEATS, v.MAX_SEATS + 1))
    for number in players:
        if number not in mages:
            raise CardSetError(f"{where}, players: expected numbers of the table 'hand', {list(mages)}; got {number}")
    rows = read_array(fields["rows"], f"{where}, rows", "rows", 1, v.MAX_ROWS)
    for number, row in enumerate(rows, 1):
        place = f"{where}, row {number}"
        if not isinstance(row, str) or not 1 <= len(row) <= v.MAX_COLUMNS or set(row) - {NOTHING, *BACKS}:
            signs = f"{NOTHING} {' '.join(BACKS)}"
            raise CardSetError(f"{place}: expected 1 .. {v.MAX_COLUMNS} signs of {signs}; got {got(row)}")
        if len(row) != len(rows[0]):
            raise CardSetError(f"{place}: expected {len(rows[0])} signs, as in the first row, got {len(row)}")
    return t.Horde(players=players, rows=rows)


def check_plan(horde: t.Horde, has_boss: bool, has_cerberus: bool, where: str) -> None:
    """Refuses a plan that cannot be laid or played.

    Raises:
        CardSetError: names the place and what is wrong.
    """
    places = read_places(horde.rows)
    letters = "".join(place.letter for place in places)
    if not letters.strip("F"):
        raise CardSetError(f"{where}, rows: expected at least one foe, got none")
    if len(places) > v.MAX_PLACES:
        raise CardSetError(f"{where}, rows: expected at most {count_text(v.MAX_PLACES, 'card')}, got {len(places)}")
    for left, right in itertools.pairwise(places):
        if left.row == right.row and right.column - left.column < 2:
            raise CardSetError(
                f"{where}, row {left.row + 1}: expected cards at least two columns apart, "
                f"got {left.letter!r} and {right.letter!r} side by side"
            )
    _check_special_cards(letters, has_boss, has_cerberus, where)
    above = [[place for place, other in enumerate(places) if lies_on(other, card)] for card in places]
    for card, on_it in zip(places, above, strict=True):
        if not on_it and card.letter != "M":
            raise CardSetError(f"{where}, rows: expected only 'M' where no card lies on it, got {card.letter!r} at {_at(card)}")
    _check_order(places, _all_above(above), where)


def _check_special_cards(letters: str, has_boss: bool, has_cerberus: bool, where: str) -> None:
    bosses, cerberi = letters.count("B"), letters.count("C")
    if bosses != has_boss:
        expected = "one 'B', since the level has a boss" if has_boss else "no 'B', since the level has no boss"
        raise CardSetError(f"{where}, rows: expected {expected}; got {bosses}")
    if cerberi not in (0, 2):
        raise CardSetError(f"{where}, rows: expected no 'C' or two, got {cerberi}")
    if (cerberi == 2) != has_cerberus:
        expected = "two 'C', since the level has a cerberus" if has_cerberus else "no 'C', since the level has no cerberus"
        raise CardSetError(f"{where}, rows: expected {expected}; got {cerberi}")
    if cerberi and not bosses:
        raise CardSetError(f"{where}, rows: expected a 'B' with 'C', got none")


def _check_order(places: Sequence[Place], above: Sequence[set[int]], where: str) -> None:
    """Refuses plans that could not be played to the end, or that may have too many targets."""
    for number, card in enumerate(places):
        on_it = [places[other] for other in above[number] if places[other].letter in ("B", "C")]
        if card.letter == "C" and on_it:
            raise CardSetError(
                f"{where}, rows: expected no 'B' or 'C' to lie on a 'C', which could never be freed (SY-FIN-3); "
                f"got {on_it[0].letter!r} at {_at(on_it[0])} on 'C' at {_at(card)}"
            )
    foes = [number for number, card in enumerate(places) if card.letter != "F"]
    most = len(foes) - _largest_matching({foe: [other for other in foes if other in above[foe]] for foe in foes})
    if most > v.MAX_TARGETS:
        raise CardSetError(f"{where}, rows: expected at most {v.MAX_TARGETS} foes of which none lies on another, got {most}")


def _all_above(above: Sequence[Sequence[int]]) -> list[set[int]]:
    """Returns for each place all that lie on it, directly or through other cards; `above` has those directly on it."""
    reached: list[set[int]] = [set() for _ in above]
    for place in reversed(range(len(above))):  # a card lies over cards that were laid before it
        for other in above[place]:
            reached[place] |= {other} | reached[other]
    return reached


def _largest_matching(pairs: dict[int, list[int]]) -> int:
    """Returns the size of a largest matching of the keys with their partners.

    Of foes ordered by what lies on what, the largest number of which none lies on another is all of them less this (Dilworth).
    """
    partner: dict[int, int] = {}

    def matches(key: int, tried: set[int]) -> bool:
        for other in pairs[key]:
            if other not in tried:
                tried.add(other)
                if other not in partner or matches(partner[other], tried):
                    partner[other] = key
                    return True
        return False

    return sum(matches(key, set()) for key in pairs)


def _at(card: Place) -> str:
    return f"row {card.row + 1}, column {card.column + 1}"


def check_enough(document: t.Document, file: str) -> None:
    """Refuses a set whose cards do not suffice for its plans and hands, with and without the option `replay`.

    Raises:
        CardSetError: names the level and what is missing.
    """
    for level in document.level:
        where = f"{file}, level {level.number}"
        spells = sum(spell.copies for spell in document.spell if spell.level <= level.number)
        for mages, limit in document.hand.items():
            if not int(mages) * limit <= spells <= v.MAX_SPELLS:
                raise CardSetError(
                    f"{where}: expected {int(mages) * limit} .. {v.MAX_SPELLS} Spells for {mages} players, got {spells}"
                )
        for index, horde in enumerate(level.horde, 1):
            for replay in (False, True):
                _check_horde(document, level.number, "".join(horde.rows), replay, f"{where}, horde {index}")


def _check_horde(document: t.Document, level: int, letters: str, replay: bool, where: str) -> None:
    monsters = [monster for monster in document.monster if monster.level <= level]
    needs: list[tuple[str, int, int]] = [
        ("Monster", letters.count("M") + letters.count("m"), _copies(monsters, replay)),
        ("Fog", letters.count("F"), _copies(document.fog, replay)),
        ("Lieutenant", letters.count("L"), len(document.lieutenant)),
    ]
    for name, needed, there in needs:
        if there < needed:
            option = " with replay" if replay else ""
            raise CardSetError(f"{where}: expected at least {count_text(needed, name + ' card')}{option}, got {there}")
        if name != "Monster" and needed and not 0 < document.reward_level <= level:
            raise CardSetError(
                f"{where}, rows: expected 'F' and 'L' only from reward_level on, {document.reward_level or 'which is never'}; "
                f"got {count_text(needed, name + ' place')}"
            )


def _copies(cards: Sequence[Any], replay: bool) -> int:
    return sum(card.copies + card.replay * replay for card in cards)
