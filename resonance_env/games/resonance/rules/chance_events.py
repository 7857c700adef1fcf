"""The chance events of a game: which one is pending, its outcomes and weights, and the effect of an outcome (R-SETUP-7).

An outcome is an integer: the demon, the spell card, the value of the artifact or incantation, the type of the transient, or
the rank of the quickness order among all orders of the seats.
"""

import math

from resonance_env.core.bitset import count_bits, has_bit, nth_bit
from resonance_env.core.chance import draw
from resonance_env.core.compiled import inlined
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.piles import TO_BE_REVEALED, forget_spell
from resonance_env.games.resonance.rules.seating import num_teams, offer_pair, set_demon

NUM_ORDERS = tuple(math.factorial(seats) for seats in range(v.MAX_SEATS + 1))
# (rank * inverse) >> 32 is the quotient of a rank and a number of orders, for all ranks: a division takes four times as long.
INVERSE_ORDERS = tuple(-(-(1 << 32) // orders) for orders in NUM_ORDERS)


@inlined
def pending_chance(game):
    """Returns the chance event that must happen before anything else, or NO_CHANCE."""
    if game["artifact_top"] == TO_BE_REVEALED:  # R-BOX-3
        return v.CHANCE_ARTIFACT
    if game["incantation_top"] == TO_BE_REVEALED:  # R-BOX-4
        return v.CHANCE_INCANTATION
    stage = game["stage"]
    if stage == v.STAGE_DEAL_DEMONS:
        return v.CHANCE_DEMON
    if stage == v.STAGE_DEAL_PAIRS or (stage == v.STAGE_OFFER and game["offered"][1] == v.NO_SPELL_CARD):
        return v.CHANCE_SPELL_CARD
    if stage == v.STAGE_TRANSIENT:
        return v.CHANCE_TRANSIENT
    if stage == v.STAGE_QUICKNESS:
        return v.CHANCE_QUICKNESS
    return v.NO_CHANCE


@inlined
def outcome_weight(game, event, outcome):
    """Returns the integer weight of an outcome of the pending event; 0 if it is impossible."""
    if event == v.CHANCE_DEMON:
        return 1 if has_bit(int(game["demon_reserve"]), outcome) else 0
    if event == v.CHANCE_SPELL_CARD:
        return 1 if has_bit(_spell_cards_to_offer(game), outcome) else 0
    if event == v.CHANCE_ARTIFACT:
        return 1 if has_bit(int(game["artifact_pile"]), outcome - 1) else 0
    if event == v.CHANCE_INCANTATION:
        return 1 if has_bit(int(game["incantation_pile"]), outcome - 1) else 0
    if event == v.CHANCE_TRANSIENT:
        return int(game["transient_pile"][outcome]) if 0 <= outcome < v.NUM_OBJECTS else 0
    if event == v.CHANCE_QUICKNESS:
        return 1 if 0 <= outcome < NUM_ORDERS[int(game["seats"])] else 0
    return 0


@inlined
def total_weight(game, event):
    """Returns the sum of the weights of all outcomes of the pending event."""
    if event == v.CHANCE_DEMON:
        return count_bits(int(game["demon_reserve"]))
    if event == v.CHANCE_SPELL_CARD:
        return count_bits(_spell_cards_to_offer(game))
    if event == v.CHANCE_ARTIFACT:
        return count_bits(int(game["artifact_pile"]))
    if event == v.CHANCE_INCANTATION:
        return count_bits(int(game["incantation_pile"]))
    if event == v.CHANCE_TRANSIENT:
        return int(game["transient_pile"][0]) + int(game["transient_pile"][1]) + int(game["transient_pile"][2])
    return NUM_ORDERS[int(game["seats"])]


@inlined
def event_number(game, cards, event):
    """Returns the number of the pending event among the events of its kind, the index of its keyed draw."""
    if event == v.CHANCE_DEMON:
        return int(game["turn"])
    if event == v.CHANCE_SPELL_CARD:
        if game["teams"]:
            return int(game["turn"])
        return 2 * int(game["turn"]) + (1 if game["offered"][0] != v.NO_SPELL_CARD else 0)
    if event == v.CHANCE_ARTIFACT:
        return int(cards["artifacts"]) - count_bits(int(game["artifact_pile"]))
    if event == v.CHANCE_INCANTATION:
        return int(cards["incantations"]) - count_bits(int(game["incantation_pile"]))
    return int(game["round_number"])


@inlined
def sampled_outcome(game, cards, event):
    """Returns the outcome of the pending event under the game's seed."""
    low, high = game["seed"][0], game["seed"][1]
    pick = draw(low, high, event, event_number(game, cards, event), total_weight(game, event))
    if event == v.CHANCE_DEMON:
        return nth_bit(int(game["demon_reserve"]), pick)
    if event == v.CHANCE_SPELL_CARD:
        return nth_bit(_spell_cards_to_offer(game), pick)
    if event == v.CHANCE_ARTIFACT:
        return nth_bit(int(game["artifact_pile"]), pick) + 1
    if event == v.CHANCE_INCANTATION:
        return nth_bit(int(game["incantation_pile"]), pick) + 1
    if event == v.CHANCE_TRANSIENT:
        kind = 0
        while pick >= game["transient_pile"][kind]:
            pick -= int(game["transient_pile"][kind])
            kind += 1
        return kind
    return pick


@inlined
def apply_outcome(game, event, outcome):
    """Applies an outcome to the pending event."""
    if event == v.CHANCE_DEMON:
        _deal_demon(game, outcome)
    elif event == v.CHANCE_SPELL_CARD:
        _offer_spell_card(game, outcome)
    elif event == v.CHANCE_ARTIFACT:
        game["artifact_top"] = outcome
        game["artifact_pile"] &= ~(1 << (outcome - 1))
    elif event == v.CHANCE_INCANTATION:
        game["incantation_top"] = outcome
        game["incantation_pile"] &= ~(1 << (outcome - 1))
    elif event == v.CHANCE_TRANSIENT:  # R-ROUND-2
        game["transient_pile"][outcome] -= 1
        game["transient"] = outcome
        game["stage"] = v.STAGE_ACT
    elif event == v.CHANCE_QUICKNESS:  # R-ROUND-5
        _unrank_order(game, outcome)
        if game["shown"]:
            _forget_last_round(game)
            _forget_moved_cards(game)
        game["stage"] = v.STAGE_SEATS
        game["turn"] = 0


@inlined
def _deal_demon(game, demon):
    """R-SETUP-1, R-TEAM-2: the next seat (team) gets this demon."""
    team = int(game["turn"])
    set_demon(game, 2 * team if game["teams"] else team, demon)
    game["demon_reserve"] &= ~(1 << demon)
    game["turn"] += 1
    if game["turn"] == num_teams(game):
        game["stage"] = v.STAGE_DEAL_PAIRS if game["teams"] else v.STAGE_OFFER
        game["turn"] = 0


@inlined
def _spell_cards_to_offer(game):
    """R-SETUP-2, 3: cards that nobody has seen; if none are left, the rejects, which count as shuffled."""
    return int(game["spell_deck"]) if game["spell_deck"] != 0 else int(game["spell_rejects"])


@inlined
def _offer_spell_card(game, card):
    game["spell_deck"] &= ~(1 << card)
    game["spell_rejects"] &= ~(1 << card)
    if game["teams"]:
        _deal_spell_card(game, card)
    else:
        game["offered"][0 if game["offered"][0] == v.NO_SPELL_CARD else 1] = card


@inlined
def _deal_spell_card(game, card):
    """R-TEAM-3: the next card of the open pairs lies before the next seat."""
    game["spells"][game["turn"]] = card
    game["turn"] += 1
    if game["turn"] == game["seats"]:
        game["turn"] = 0
        offer_pair(game)


@inlined
def _unrank_order(game, rank):
    """Writes the order of a rank: its digits in factorial base pick from the remaining seats, position by position."""
    seats = int(game["seats"])
    left = (1 << seats) - 1
    for position in range(seats):
        orders, inverse = NUM_ORDERS[seats - 1 - position], INVERSE_ORDERS[seats - 1 - position]
        digit = (rank * inverse) >> 32
        rank -= digit * orders
        seat = nth_bit(left, digit)
        left &= ~(1 << seat)
        game["quickness"][position] = seat


@inlined
def _forget_last_round(game):
    """Clears what each seat did since the last choice of actions."""
    for seat in range(game["seats"]):
        game["incantation_state"][seat] = v.INCANTATION_NONE
        game["did"][seat] = v.DID_NOTHING
        game["played_artifact"][seat] = 0
        game["played_incantation"][seat] = v.NO_INCANTATION
        forget_spell(game, seat)


@inlined
def _forget_moved_cards(game):
    """Clears which cards moved since then. Rounds without a question add up instead, so that every move is seen (R-INFO-4)."""
    game["shown"] = 0
    for seat in range(game["seats"]):
        game["drew_artifacts"][seat] = 0
        game["drew_incantations"][seat] = 0
        game["discarded_artifacts"][seat] = 0
        game["discarded_incantations"][seat] = 0
        for kind in range(v.NUM_OBJECTS):
            game["drew_objects"][seat, kind] = 0
            game["played_objects"][seat, kind] = 0
            game["discarded_objects"][seat, kind] = 0
