"""The record of a game that has been unpacked but not started; every reset copies it."""

import numpy as np

from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.piles import TO_BE_REVEALED
from resonance_env.games.resonance.rules.state import new_games

MIN_TEAM_PLAYERS = 6


def num_seats(players: int) -> int:
    """Returns the number of seats: with seven players one person holds two (R-TEAM-1)."""
    return v.MAX_SEATS if players == v.MAX_SEATS - 1 else players


def blank_game(
    cards: np.ndarray,
    players: int,
    *,
    edition: int = v.EDITION_FR,
    team_talk: bool = True,
    solo_team: int = 0,
    explicit_chance: bool = False,
) -> np.ndarray:
    """Returns an array of one record: the box unpacked, nothing dealt (R-BOX).

    Args:
        cards: array of one CARDS record.
        players: number of persons.
        edition: EDITION_*.
        team_talk: second seats of teams choose after seeing their partner's choice.
        solo_team: with seven players, the team that one person holds; stored as 0 otherwise.
        explicit_chance: the game stops at chance events.
    """
    games = new_games(1)
    game, box = games[0], cards[0]
    seats = num_seats(players)
    teams = players >= MIN_TEAM_PLAYERS
    game["seats"] = seats
    game["players"] = players
    game["teams"] = teams
    game["team_talk"] = team_talk
    game["solo_team"] = solo_team if players == v.MAX_SEATS - 1 else 0
    game["edition"] = edition
    game["explicit_chance"] = explicit_chance
    game["phase"] = v.PHASE_CHANCE
    game["choice"] = v.NO_CHOICE
    game["stage"] = v.STAGE_DEAL_DEMONS
    game["caster"] = v.NO_SEAT
    game["left"] = -1
    game["taker"] = v.NO_SEAT
    game["object_pile"][:] = box["objects"]
    game["transient_pile"][:] = box["transients"]
    game["artifact_top"] = TO_BE_REVEALED
    game["artifact_pile"] = (1 << int(box["artifacts"])) - 1
    game["incantation_top"] = TO_BE_REVEALED
    game["incantation_pile"] = (1 << int(box["incantations"])) - 1
    game["demon_reserve"] = (1 << int(box["demons"])) - 1
    game["spell_deck"] = (1 << int(box["spell_cards"])) - 1
    game["offered"][:] = v.NO_SPELL_CARD
    game["demon"][:seats] = v.NO_DEMON
    game["spells"][:seats] = v.NO_SPELL_CARD
    game["high_witch"][:seats] = not teams
    game["moon"][: v.MAX_MOONS] = v.NO_OBJECT
    game["transient"] = v.NO_OBJECT
    game["artifact"][:seats] = v.NO_ARTIFACT
    game["cast_card"][:seats] = v.NO_SPELL_CARD
    game["cast_spell"][:seats] = v.NO_SPELL
    game["target"][:seats] = v.NO_SEAT
    game["winner"] = v.NO_SEAT
    return games
