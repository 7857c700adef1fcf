"""A position as text that a person can read and write by hand; `parse_position(format_position(x))` is x, byte for byte.

A position contains everything: hands, committed choices, quickness and seed. `resonance_env.games.resonance.view` reads what
one seat may see. The lines are listed in `position_lines`; `docs/resonance/notation.md` explains them.
"""

from typing import Any

import numpy as np

from resonance_env.core.position_text import read_set
from resonance_env.games.resonance.cardsets.card_loader import SHIPPED
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.new_game import blank_game, num_seats
from resonance_env.games.resonance.rules.state import Record, new_games
from resonance_env.games.resonance.text.position_checks import check_position
from resonance_env.games.resonance.text.position_completion import Completion
from resonance_env.games.resonance.text.position_lines import ENGINE_LINES, GAME_LINES, POSITIONS, SEAT_LINES, WITCH

DEFAULT_PLAYERS = 4


# ---- printing ----


def format_position(games: np.ndarray, index: int, card_set: CardSet) -> str:
    """Returns game `index` of an array of GAME records as text; lines with default values are omitted."""
    game = games[index]
    blank = blank_position(int(game["players"]), card_set)
    lines = [f"set: {card_set.source}", f"players: {int(game['players'])}"]
    lines += POSITIONS.format_lines(GAME_LINES, game, blank, card_set)
    for seat in range(int(game["seats"])):
        lines += ["", f"{v.SEAT_NAMES[seat]}: {WITCH.read(game, card_set, seat)}"]
        also = ("rank",) if game["teams"] else ()
        lines += [f"  {line}" for line in POSITIONS.format_lines(SEAT_LINES, game, blank, card_set, seat, also)]
    engine = list(POSITIONS.format_lines(ENGINE_LINES, game, blank, card_set))
    return "\n".join(lines + ([""] if engine else []) + engine) + "\n"


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
    given = POSITIONS.split(text)
    card_set = read_set(given, SHIPPED, "house")
    players = POSITIONS.parse_players(given, card_set.players, card_set.name, DEFAULT_PLAYERS)
    POSITIONS.check_blocks(given, num_seats(players), players, "witches")
    games = new_games(1)
    games[0] = blank_position(players, card_set)
    POSITIONS.write(games[0], card_set, given)
    Completion(games[0], card_set, given).run()
    check_position(games, card_set)
    return games, card_set


def position_options(game: Record, card_set: CardSet) -> dict[str, Any]:
    """Returns players and options of the variant that a position belongs to."""
    players = int(game["players"])
    return {
        "players": players,
        "cards": card_set.source,
        "edition": v.EDITION_NAMES[game["edition"]],
        "team_talk": bool(game["team_talk"]),
        "solo_team": int(game["solo_team"]) if players == v.MAX_SEATS - 1 else None,
        "explicit_chance": bool(game["explicit_chance"]),
    }
