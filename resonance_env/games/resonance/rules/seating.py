"""Seats and teams: partners, opponents, and what a team shares (R-TEAM)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import vocabulary as v


@compiled
def team_of(game, seat):
    """Returns the team of a seat; without teams every seat is its own (R-TEAM-1)."""
    return seat // 2 if game["teams"] else seat


@compiled
def first_seat(game, seat):
    """Returns the first seat of the seat's team; without teams the seat itself."""
    return seat - seat % 2 if game["teams"] else seat


@compiled
def num_teams(game):
    """Returns the number of teams; without teams the number of seats."""
    return game["seats"] // 2 if game["teams"] else int(game["seats"])


@compiled
def is_opponent(game, seat, other):
    """Returns whether `other` is an opposing witch (R-TEAM-7)."""
    return team_of(game, seat) != team_of(game, other)


@compiled
def set_demon(game, seat, demon):
    """Puts a demon before a seat; the demon is the team's (R-TEAM-2)."""
    game["demon"][seat] = demon
    if game["teams"]:
        game["demon"][seat ^ 1] = demon


@inlined
def offer_pair(game):
    """Offers the pair that lies before the team whose turn it is (R-TEAM-3)."""
    first = 2 * int(game["turn"])
    game["offered"][0] = game["spells"][first]
    game["offered"][1] = game["spells"][first + 1]
    game["stage"] = v.STAGE_OFFER


def has_chosen(game, seat):
    """Returns whether a seat has a spell card; before a team has chosen, the cards before it are not its seats' (R-TEAM-3)."""
    if game["teams"] and game["stage"] < v.STAGE_DEAL_HANDS:
        team = seat // 2
        return team < game["turn"] or (team == game["turn"] and game["stage"] == v.STAGE_HIGH_WITCH)
    return game["spells"][seat] != v.NO_SPELL_CARD


@inlined
def set_level(game, seat, level):
    """Sets the levels validated by a seat; they are the team's (R-TEAM-2)."""
    game["level"][seat] = level
    if game["teams"]:
        game["level"][seat ^ 1] = level
