"""A position as text that a person can read and write by hand; `parse_position(format_position(x))` is x, byte for byte.

A position contains everything: hands, pile and seed (LD-SPEC-4). The lines are listed in `position_lines`;
`docs/summon_demons/notation.md` explains them.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from resonance_env.core.errors import PositionError
from resonance_env.core.position_text import GivenLine, Place, Record, read_set
from resonance_env.games.summon_demons.cardsets.card_loader import SHIPPED
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.options import OPTIONS
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.engine import advance, pose_again
from resonance_env.games.summon_demons.rules.new_game import blank_game
from resonance_env.games.summon_demons.rules.possession import refresh
from resonance_env.games.summon_demons.rules.questions import num_answers
from resonance_env.games.summon_demons.rules.state import new_games
from resonance_env.games.summon_demons.text.position_checks import check_position
from resonance_env.games.summon_demons.text.position_completion import blank_position, complete, defaults_of, fill_moment
from resonance_env.games.summon_demons.text.position_lines import (
    GAME_LINES,
    MOMENT_LINES,
    POSITIONS,
    RECORD_LINES,
    SEAT,
    SEAT_LINES,
    STACK_LINES,
)

DEFAULT_PLAYERS = 4
# Fields of the record for options whose values follow from the set and other options when they are not given.
_FIELDS_OF_OPTIONS = {
    "start_souls": "start_souls",
    "hand": "hand_size",
    "need_demons": "need_demons",
    "need_souls": "need_souls",
    "candles": "candles_each",
    "turn_limit": "turn_limit",
}


def format_position(games: np.ndarray, index: int, card_set: CardSet) -> str:
    """Returns game `index` of an array of GAME records as text; lines with default values are omitted."""
    game = games[index]
    blank = defaults_of(game, card_set)
    lines = [f"set: {card_set.source}", f"players: {int(game['seats'])}"]
    lines += POSITIONS.format_lines(GAME_LINES, game, blank, card_set, also=[line.key for line in _changed(game, card_set)])
    for seat in range(int(game["seats"])):
        lines += ["", f"{POSITIONS.seat_names[seat]}: {SEAT.read(game, card_set, seat)}"]
        lines += [f"  {line}" for line in POSITIONS.format_lines(SEAT_LINES, game, blank, card_set, seat)]
    stack = list(POSITIONS.format_lines(STACK_LINES, game, blank, card_set))
    return "\n".join(lines + ([""] if stack else []) + stack) + "\n"


def _changed(game: Record, card_set: CardSet) -> list[Any]:
    """Returns the lines that decide which record there is and do not have their defaults."""
    plain = blank_position(card_set, int(game["seats"]), teams=False, starting_demon=False)
    lines = [line for line in (*RECORD_LINES, *MOMENT_LINES) if line.key != "turn"]
    return [line for line in lines if line.read(game, card_set, 0) != line.read(plain, card_set, 0)]


def parse_position(text: str) -> tuple[np.ndarray, CardSet]:
    """Returns an array of one game, and the card set it is played with.

    A question with one legal answer is not asked (LD-ASK-1): the game runs on to the next one.

    Raises:
        PositionError: names the line, what was expected and what came.
    """
    given = POSITIONS.split(text)
    card_set = read_set(given, SHIPPED, "standard")
    players = POSITIONS.parse_players(given, card_set.players, card_set.name, min(DEFAULT_PLAYERS, max(card_set.players)))
    POSITIONS.check_blocks(given, players, players, "summoners")
    games = new_games(1)
    games[0] = blank_position(card_set, players, teams=False, starting_demon=False)
    POSITIONS.write(games[0], card_set, _only(given, RECORD_LINES))
    teams, starting = bool(games[0]["teams"]), bool(games[0]["starting_demon"])
    if teams and players != 4:
        raise PositionError(f"{_where(given, 'teams')}expected teams with 4 players only, got {players}")
    games[0] = blank_position(card_set, players, teams=teams, starting_demon=starting)
    POSITIONS.write(games[0], card_set, _only(given, MOMENT_LINES))
    fill_moment(games[0])
    POSITIONS.write(games[0], card_set, given)
    complete(games[0], card_set, given)
    refresh(games[0])
    check_position(games[0], card_set)
    _take_up(games[0], card_set)
    return games, card_set


def position_options(game: Record, card_set: CardSet) -> dict[str, Any]:
    """Returns players and options of the variant that a position belongs to; those that have their defaults are left out."""
    options: dict[str, Any] = {"players": int(game["seats"]), "cards": card_set.source}
    options |= {name: True for name in ("teams", "starting_demon", "explicit_chance") if game[name]}
    options |= {"candle_deal": "choose"} if game["candle_choice"] else {}
    options |= {"clockwork": "roll"} if game["roll_again"] else {}
    defaults = {option.name: option.default for option in OPTIONS}
    blank = blank_game(card_set.cards, int(game["seats"]), defaults | options)[0]
    options |= {name: int(game[field]) for name, field in _FIELDS_OF_OPTIONS.items() if game[field] != blank[field]}
    if game["first_fixed"] != blank["first_fixed"]:
        options["first"] = "seat 0" if game["first_fixed"] else "random"
    beginner = int(card_set.cards[0]["beginner"])
    if beginner != v.NOTHING and game["stage"] <= v.STAGE_CANDLES:
        in_game = int(game["candles_left"]) | int(np.bitwise_or.reduce(game["candles"]))
        options |= {} if in_game >> beginner & 1 else {"beginner_candle": False}
    return options


def _only(given: Mapping[Place, GivenLine], lines: Any) -> dict[Place, GivenLine]:
    keys = {line.key for line in lines}
    return {place: line for place, line in given.items() if place[0] is None and place[1] in keys}


def _where(given: Mapping[Place, GivenLine], key: str) -> str:
    return f"line {given[(None, key)].number}: {key}: " if (None, key) in given else ""


def _take_up(game: Record, card_set: CardSet) -> None:
    """Poses the question of the phase, and answers it if there is one legal answer."""
    phase = int(game["phase"])
    if phase in (v.PHASE_CHANCE, v.PHASE_OVER):
        return
    pose_again(game, card_set.cards[0])
    if game["phase"] != phase or num_answers(game) == 0:
        name = v.PHASE_NAMES[phase]
        raise PositionError(f"expected a position in which phase {name} has something to ask, got one where it has nothing")
    if num_answers(game) == 1:
        game["asked"] = 0
        advance(game, card_set.cards[0])


assert len({line.key for line in (*GAME_LINES, *STACK_LINES)}) == len(GAME_LINES) + len(STACK_LINES)
assert set(_FIELDS_OF_OPTIONS) < {option.name for option in OPTIONS}
