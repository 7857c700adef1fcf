"""The record of a game that has been set on the table but not started: what every reset copies."""

from __future__ import annotations

import numpy as np

from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules.piles import TO_BE_REVEALED
from resonance_env.games.resonance.rules.state import new_games
from resonance_env.games.resonance.rules.vocabulary import (
    EDITION_FR,
    MAX_MOONS,
    MAX_SEATS,
    NO_ARTIFACT,
    NO_CHOICE,
    NO_DEMON,
    NO_OBJECT,
    NO_SEAT,
    NO_SPELL,
    NO_SPELL_CARD,
    PHASE_CHANCE,
    STAGE_DEAL_DEMONS,
)

MIN_TEAM_PLAYERS = 6


def num_seats(players: int) -> int:
    """Returns the number of seats: with seven players one person holds two (R-TEAM-1)."""
    return MAX_SEATS if players == MAX_SEATS - 1 else players


def blank_game(
    card_set: CardSet,
    players: int,
    *,
    edition: int = EDITION_FR,
    team_talk: bool = True,
    solo_team: int = 0,
    explicit_chance: bool = False,
) -> np.ndarray:
    """Returns an array of one record: the box unpacked, nothing dealt (R-BOX).

    `solo_team` matters with seven players alone and is stored as 0 otherwise.
    """
    games = new_games(1)
    game, cards = games[0], card_set.table[0]
    seats = num_seats(players)
    teams = players >= MIN_TEAM_PLAYERS
    game["seats"] = seats
    game["players"] = players
    game["teams"] = teams
    game["team_talk"] = team_talk
    game["solo_team"] = solo_team if players == MAX_SEATS - 1 else 0
    game["edition"] = edition
    game["explicit_chance"] = explicit_chance
    game["phase"] = PHASE_CHANCE
    game["choice"] = NO_CHOICE
    game["stage"] = STAGE_DEAL_DEMONS
    game["caster"] = NO_SEAT
    game["left"] = -1
    game["taker"] = NO_SEAT
    game["object_pile"][:] = cards["objects"]
    game["transient_pile"][:] = cards["transients"]
    game["artifact_top"] = TO_BE_REVEALED
    game["artifact_pile"] = (1 << int(cards["artifacts"])) - 1
    game["incantation_top"] = TO_BE_REVEALED
    game["incantation_pile"] = (1 << int(cards["incantations"])) - 1
    game["demon_reserve"] = (1 << int(cards["demons"])) - 1
    game["spell_deck"] = (1 << int(cards["spell_cards"])) - 1
    game["offered"][:] = NO_SPELL_CARD
    game["demon"][:seats] = NO_DEMON
    game["spells"][:seats] = NO_SPELL_CARD
    game["high_witch"][:seats] = not teams
    game["moon"][:MAX_MOONS] = NO_OBJECT
    game["transient"] = NO_OBJECT
    game["artifact"][:seats] = NO_ARTIFACT
    game["cast_card"][:seats] = NO_SPELL_CARD
    game["cast_spell"][:seats] = NO_SPELL
    game["target"][:seats] = NO_SEAT
    game["winner"] = NO_SEAT
    return games
