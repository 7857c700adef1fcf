"""A position as text that a person can read and write by hand; `parse_position(format_position(x))` is x, byte for byte.

A position contains everything: hands, committed choices, quickness and seed. `resonance_env.games.resonance.view` reads what
one seat may see. The lines are listed in `position_lines`; `docs/resonance/notation.md` explains them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from resonance_env.core.errors import CardSetError, PositionError
from resonance_env.core.suggest import nearest
from resonance_env.core.words import parse_number
from resonance_env.games.resonance.cardsets.card_loader import load_card_set
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.new_game import blank_game, num_seats
from resonance_env.games.resonance.rules.state import Record, new_games
from resonance_env.games.resonance.text.position_checks import check_position
from resonance_env.games.resonance.text.position_completion import Completion, GivenLine, Place, place_name
from resonance_env.games.resonance.text.position_lines import ENGINE_LINES, GAME_LINES, SEAT_LINES, WITCH, Line

DEFAULT_PLAYERS = 4
_HEADER = ("set", "players")
_GAME_LINES: Mapping[str, Line] = {line.key: line for line in GAME_LINES + ENGINE_LINES}
_SEAT_LINES: Mapping[str, Line] = {line.key: line for line in SEAT_LINES}


# ---- printing ----


def format_position(games: np.ndarray, index: int, card_set: CardSet) -> str:
    """Returns game `index` of an array of GAME records as text; lines with default values are omitted."""
    game = games[index]
    blank = blank_position(int(game["players"]), card_set)
    lines = [f"set: {card_set.source}", f"players: {int(game['players'])}"]
    lines += _format_lines(GAME_LINES, game, blank, card_set, 0)
    for seat in range(int(game["seats"])):
        lines += ["", f"{v.SEAT_NAMES[seat]}: {WITCH.read(game, card_set, seat)}"]
        lines += [f"  {line}" for line in _format_lines(SEAT_LINES, game, blank, card_set, seat)]
    engine = list(_format_lines(ENGINE_LINES, game, blank, card_set, 0))
    return "\n".join(lines + ([""] if engine else []) + engine) + "\n"


def _format_lines(lines: Sequence[Line], game: Record, blank: Record, card_set: CardSet, seat: int) -> Iterator[str]:
    for line in lines:
        text = line.read(game, card_set, seat)
        if line.always or text != line.read(blank, card_set, seat) or (line.key == "rank" and game["teams"]):
            yield f"{line.key}: {text}"


def blank_position(players: int, card_set: CardSet) -> Record:
    """Returns a record in which every line has its default; no card of the box has a place yet.

    It is in the first round, before all choose their actions.
    """
    solo_team = num_seats(players) // 2 - 1 if players == v.MAX_SEATS - 1 else 0
    game = blank_game(card_set.cards, players, solo_team=solo_team)[0]
    game["phase"], game["stage"], game["round_number"] = v.PHASE_ACT, v.STAGE_ACT, 1
    for field in ("object_pile", "transient_pile", "artifact_pile", "artifact_top", "incantation_pile", "incantation_top"):
        game[field] = 0
    game["demon_reserve"] = game["spell_deck"] = 0
    seats = np.arange(game["seats"])
    game["quickness"][seats] = seats
    game["high_witch"][seats] = (seats % 2 == 0) | (game["teams"] == 0)
    return game


# ---- parsing ----


def parse_position(text: str) -> tuple[np.ndarray, CardSet]:
    """Returns an array of one game, and the card set it is played with.

    Raises:
        PositionError: names the line, what was expected and what came.
    """
    given = split_lines(text)
    card_set = _parse_set(given)
    players = _parse_players(given, card_set)
    games = new_games(1)
    games[0] = blank_position(players, card_set)
    write_lines(games[0], card_set, given)
    Completion(games[0], card_set, given).run()
    check_position(games, card_set)
    return games, card_set


def split_lines(text: str) -> dict[Place, GivenLine]:
    """Returns the lines of a text by seat and key; a block extends from a witch to the next line without indent.

    `witch_2 hand: 1 Herb` means the line `hand` in the block of `witch_2`. An indent of the whole text and
    blank lines are ignored; "#" at the start of a line or after a blank begins a comment.

    Raises:
        PositionError: a line is not `key: value`, its key is not known, or it comes twice.
    """
    given: dict[Place, GivenLine] = {}
    block: int | None = None
    for number, raw in enumerate(textwrap.dedent(text).splitlines(), start=1):
        content = re.sub(r"(^|\s)#.*", "", raw).rstrip()
        if not content.strip():
            continue
        key, colon, value = content.partition(":")
        key = " ".join(key.lower().split())
        if not colon:
            raise PositionError(f"line {number}: expected 'key: value', got {content.strip()!r}")
        first, _, rest = key.partition(" ")
        seat = v.SEAT_NAMES.index(first) if first in v.SEAT_NAMES else None
        if seat is not None:
            place: Place = (seat, rest or WITCH.key)
            block = seat if not rest else block
        else:
            block = block if content[0].isspace() else None
            place = (block, key)
        _check_key(place, number)
        if place in given:
            raise PositionError(
                f"line {number}: expected {place_name(place)} once, got it again after line {given[place].number}"
            )
        given[place] = GivenLine(number, value.strip())
    return given


def _check_key(place: Place, number: int) -> None:
    seat, key = place
    known = [*_HEADER, *_GAME_LINES, *v.SEAT_NAMES] if seat is None else [WITCH.key, *_SEAT_LINES]
    if key in known:
        return
    hint = nearest(key, known) or f"; known are {', '.join(known)}"
    where = "a key of the game" if seat is None else f"an indented key of {v.SEAT_NAMES[seat]}"
    raise PositionError(f"line {number}: expected {where}, got {key!r}{hint}")


def _parse_set(given: Mapping[Place, GivenLine]) -> CardSet:
    line = given.get((None, "set"), GivenLine(0, "house"))
    try:
        return load_card_set(line.value)
    except CardSetError as error:
        raise PositionError(f"line {line.number}: expected the name or the path of a card set: {error}") from error


def _parse_players(given: Mapping[Place, GivenLine], card_set: CardSet) -> int:
    blocks = {seat: line.number for (seat, key), line in given.items() if seat is not None}
    line = given.get((None, "players"))
    if line is None:
        players = len(blocks) or DEFAULT_PLAYERS
    else:
        try:
            players = parse_number(line.value, 1, 99)
        except ValueError as error:
            raise PositionError(f"line {line.number}: players: {error}") from error
    if players not in card_set.players:
        where = f"line {line.number}: players: " if line else ""
        allowed = ", ".join(map(str, card_set.players))
        raise PositionError(f"{where}expected a number of players of the set {card_set.name}, one of {allowed}; got {players}")
    seats = num_seats(players)
    for seat in range(seats):
        if seat not in blocks:
            came = ", ".join(v.SEAT_NAMES[s] for s in sorted(blocks)) or "none"
            raise PositionError(f"expected {seats} witches, {v.SEAT_NAMES[0]} .. {v.SEAT_NAMES[seats - 1]}; got {came}")
    for seat, number in blocks.items():
        if seat >= seats:
            raise PositionError(f"line {number}: expected {seats} witches for {players} players, got {v.SEAT_NAMES[seat]}")
    return players


def write_lines(game: Record, card_set: CardSet, given: Mapping[Place, GivenLine]) -> None:
    """Writes the values of lines to a record, in place.

    Raises:
        PositionError: a value cannot be read.
    """
    for (seat, key), line in given.items():
        if (seat, key) not in ((None, "set"), (None, "players")) and not (key == WITCH.key and line.value == ""):
            try:
                line_of((seat, key)).write(game, card_set, seat or 0, line.value)
            except ValueError as error:
                raise PositionError(f"line {line.number}: {place_name((seat, key))}: {error}") from error


def line_of(place: Place) -> Line:
    """Returns the kind of line at a place."""
    seat, key = place
    return _GAME_LINES[key] if seat is None else WITCH if key == WITCH.key else _SEAT_LINES[key]
