"""A position as text that a person can read and write by hand; `parse_position(format_position(x))` is x, byte for byte.

A position contains everything: hands and seed (SY-NOTE). The lines are listed in `position_lines`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from resonance_env.core.errors import OptionError, PositionError
from resonance_env.core.options import Option
from resonance_env.core.position_text import NO_YES, GivenLine, Place, Record, read_set
from resonance_env.core.words import find_name, parse_number
from resonance_env.games.syncro.cardsets.card_loader import SHIPPED
from resonance_env.games.syncro.cardsets.cards import CardSet
from resonance_env.games.syncro.option_checks import check_options
from resonance_env.games.syncro.options import OPTIONS
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.engine import advance
from resonance_env.games.syncro.rules.horde import find_targets
from resonance_env.games.syncro.rules.new_game import levels_of
from resonance_env.games.syncro.rules.state import new_games
from resonance_env.games.syncro.text.position_checks import check_position
from resonance_env.games.syncro.text.position_completion import (
    at,
    blank_position,
    copy_moment,
    fill_marks,
    fill_moment,
    fill_piles,
)
from resonance_env.games.syncro.text.position_lines import (
    GAME_LINES,
    MOMENT_LINES,
    OPTION_KEYS,
    PHASE_NAMES,
    POSITIONS,
    SEAT_LINES,
    SEAT_NAMES,
)

DEFAULT_PLAYERS = 4
_MOMENT = [line.key for line in MOMENT_LINES]
_MEMORY = ("in sum", "knows", "mixed")  # read when it is known which Spells lie face down
_OPTIONS = {option.name: option for option in OPTIONS}


def format_position(games: np.ndarray, index: int, card_set: CardSet) -> str:
    """Returns game `index` of an array of GAME records as text; lines with default values are omitted."""
    game = games[index]
    options = position_options(game, card_set)
    level, seats = int(game["level"]), int(game["seats"])
    blank = blank_position(card_set, seats, {name: option.default for name, option in _OPTIONS.items()} | options, level)
    plain = blank.copy()
    copy_moment(blank, game)
    changed = [line.key for line in MOMENT_LINES if line.read(game, card_set, 0) != line.read(plain, card_set, 0)]
    if game["stage"] != v.STAGE_TURN and "opportunity" in changed:
        changed.remove("opportunity")
    lines = [f"set: {card_set.source}", f"players: {seats}"]
    for key in OPTION_KEYS:
        value = level if key == "level" else options.get(key.replace(" ", "_"), _OPTIONS[key.replace(" ", "_")].default)
        if key == "level" or value != _OPTIONS[key.replace(" ", "_")].default:
            lines.append(f"{key}: {NO_YES[value] if isinstance(value, bool) else value}")
    lines += POSITIONS.format_lines(GAME_LINES, game, blank, card_set, also=changed)
    for seat in range(seats):
        lines += [f"{SEAT_NAMES[seat]} {line}" for line in POSITIONS.format_lines(SEAT_LINES, game, blank, card_set, seat)]
    return "\n".join(lines) + "\n"


def parse_position(text: str) -> tuple[np.ndarray, CardSet]:
    """Returns an array of one game, and the card set it is played with.

    An opportunity with one legal answer is not asked (SY-ASK-2): the game runs on to the next question.

    Raises:
        PositionError: names the line, what was expected and what came.
    """
    given = POSITIONS.split(text)
    card_set = read_set(given, SHIPPED, "house")
    default = DEFAULT_PLAYERS if DEFAULT_PLAYERS in card_set.players else min(card_set.players)
    players = POSITIONS.parse_players(
        {place: given[place] for place in given if place[0] is None}, card_set.players, card_set.name, default
    )
    for seat, key in given:
        if seat is not None and seat >= players:
            number = given[(seat, key)].number
            raise PositionError(f"line {number}: expected mage_0 .. mage_{players - 1}, got {SEAT_NAMES[seat]}")
    games = new_games(1)
    games[0] = game = blank_position(card_set, players, *_parse_options(given, card_set))
    game = games[0]
    POSITIONS.write(game, card_set, {place: line for place, line in given.items() if place[1] in _MOMENT})
    phase = int(game["phase"])
    if phase == v.PHASE_CHANCE:
        raise PositionError(f"{at(given, 'phase')}expected a question or the end, since chance is not read back (SY-NOTE-3)")
    rest = {place: line for place, line in given.items() if place[1] not in (*_MOMENT, *_MEMORY)}
    POSITIONS.write(game, card_set, rest)
    fill_moment(game, card_set, given)
    fill_piles(game, card_set, given)
    POSITIONS.write(game, card_set, {place: line for place, line in given.items() if place[1] in _MEMORY})
    fill_marks(game)
    check_position(game, card_set, given)
    _take_up(game, card_set)
    return games, card_set


def position_options(game: Record, card_set: CardSet) -> dict[str, Any]:
    """Returns players and options of the variant in which a position occurs."""
    first, last = int(game["first_level"]), int(game["last_level"])
    options: dict[str, Any] = {
        "players": int(game["seats"]),
        "cards": card_set.source,
        "retries": int(game["retries"]),
        "replay": bool(game["replay"]),
        "estimates": "free" if game["estimates"] else "off",
        "payoff": "score" if game["by_score"] else "cleared",
        "explicit_chance": bool(game["explicit_chance"]),
    }
    if first == last and not game["saves"]:
        return options | {"mode": "level", "level": first}
    end_of_first = card_set.chapters[0]
    chapters = "II" if first > end_of_first else "I" if last == end_of_first else "both"
    return options | {"mode": "campaign", "chapters": chapters, "saves": bool(game["saves"])}


def _parse_options(given: Mapping[Place, GivenLine], card_set: CardSet) -> tuple[dict[str, Any], int]:
    """Returns the options, and the level at which the game stands."""
    options = {name: option.default for name, option in _OPTIONS.items()}
    for key in OPTION_KEYS:
        name = key.replace(" ", "_")
        if (None, key) in given:
            try:
                options[name] = _parse_option(_OPTIONS[name], given[(None, key)].value)
            except ValueError as error:
                raise PositionError(f"{at(given, key)}{error}") from error
    try:
        check_options(card_set, options)
    except OptionError as error:
        raise PositionError(str(error)) from error
    first, last = levels_of(card_set.cards, options)
    level = int(options["level"]) if (None, "level") in given else first
    if not first <= level <= last:
        raise PositionError(f"{at(given, 'level')}expected a level of the episode, {first} .. {last}; got {level}")
    return options, level


def _parse_option(option: Option, text: str) -> Any:
    if option.integers is not None:
        return parse_number(text, *option.integers)
    if option.choices == (False, True):
        return bool(find_name(text, NO_YES, "yes or no"))
    return option.choices[find_name(text, option.choices, "a word")]


def _take_up(game: Record, card_set: CardSet) -> None:
    """Lets the engine pose the question of the phase."""
    phase, box = int(game["phase"]), card_set.cards[0]
    if phase == v.PHASE_OVER:
        return
    if game["stage"] == v.STAGE_TURN:
        find_targets(game, box)
    game["phase"] = v.PHASE_RUNNING
    game["estimate_due"] = phase == v.PHASE_ESTIMATE
    if phase == v.PHASE_KEEP:
        game["cleared"] -= 1
    holders = int(np.count_nonzero(game["held"]))
    may_ask = phase == v.PHASE_TURN or holders > 0
    if may_ask:
        advance(game, box)
    if not may_ask or (phase != v.PHASE_TURN and game["phase"] != phase):
        raise PositionError(f"expected a position in which phase {PHASE_NAMES[phase]} has something to ask, got one without")
