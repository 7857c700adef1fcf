"""The start of a game: draft, High Witches, starting hands (R-SETUP, R-TEAM-3). `chance_events.py` deals the cards."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.decisions import ask
from resonance_env.games.resonance.rules.piles import take_artifact, take_object
from resonance_env.games.resonance.rules.seating import num_teams, offer_pair


@inlined
def ask_drafter(game):
    """Asks the seat that is offered two spell cards, or the first seat of the team (R-SETUP-2, R-TEAM-3)."""
    ask(game, _drafter(game), v.PHASE_DRAFT)


@inlined
def _drafter(game):
    return 2 * int(game["turn"]) if game["teams"] else int(game["turn"])


@inlined
def keep_spell_card(game, seat, card):
    """Decision DRAFT: she keeps one card; the other goes to the bottom, or in a team before her partner."""
    other = int(game["offered"][0]) if card == game["offered"][1] else int(game["offered"][1])
    game["spells"][seat] = card
    game["offered"][0] = v.NO_SPELL_CARD
    game["offered"][1] = v.NO_SPELL_CARD
    if game["teams"]:
        game["spells"][seat + 1] = other
        game["stage"] = v.STAGE_HIGH_WITCH
    else:
        game["spell_rejects"] |= 1 << other
        _next_drafter(game)


@inlined
def name_high_witch(game, seat, is_self):
    """Decision DRAFT in a team: which partner is the High Witch (R-TEAM-3)."""
    game["high_witch"][seat if is_self else seat + 1] = 1
    _next_drafter(game)


@compiled
def _next_drafter(game):
    game["turn"] += 1
    game["stage"] = v.STAGE_OFFER
    if game["turn"] < num_teams(game):
        if game["teams"]:
            offer_pair(game)
    else:  # R-SETUP-4
        game["spell_reserve"] = int(game["spell_deck"]) | int(game["spell_rejects"])
        game["spell_deck"] = 0
        game["spell_rejects"] = 0
        game["turn"] = 0
        game["stage"] = v.STAGE_DEAL_HANDS


@inlined
def deal_hand(game):
    """The next seat takes one object of each type and the top artifact (R-SETUP-5)."""
    seat = int(game["turn"])
    for object_type in range(v.NUM_OBJECTS):
        take_object(game, seat, object_type)
    take_artifact(game, seat)
    game["turn"] += 1
    if game["turn"] == game["seats"]:
        game["turn"] = 0
        game["stage"] = v.STAGE_NEXT_ROUND
