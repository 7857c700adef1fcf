"""The piles of a sampled world: they hold all cards that are nowhere else; so does the deck in the draft."""

from resonance_env.core.bitset import count_bits
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.random_stream import draw_bit, draw_subset
from resonance_env.core.rows import bits_of
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.seating import offer_pair
from resonance_env.games.resonance.sight import row_places as places
from resonance_env.games.resonance.sight.row_reader import seat_start

GUESSES = 32  # of what little is not determined; one is enough with the shipped sets


@inlined
def fill_piles(row, cards, game, observer, stream):
    """Fills the piles with all cards that are nowhere else, except those that the observer has picked for a discard.

    An observation no longer counts picked cards as part of the observer's own hand.
    """
    at = seat_start(game, 0) + places.AT_HAND_COUNTS
    artifacts, incantations = _all_bits(cards["artifacts"]), _all_bits(cards["incantations"])
    artifacts &= ~_placed_artifacts(game)
    incantations &= ~_placed_incantations(game)
    if game["phase"] == v.PHASE_CHOOSE and game["choice"] == v.CHOICE_DISCARD:
        for object_type in range(v.NUM_OBJECTS):
            picked = int(cards["objects"][object_type]) - _num_placed_objects(game, object_type)
            game["picked_objects"][observer, object_type] = picked
            game["hand_objects"][observer, object_type] += picked
        picked = draw_subset(stream, artifacts, int(row[at + 1]) - count_bits(int(game["hand_artifacts"][observer])))
        game["picked_artifacts"][observer] = picked
        game["hand_artifacts"][observer] |= picked
        artifacts &= ~picked
        picked = draw_subset(stream, incantations, int(row[at + 2]) - count_bits(int(game["hand_incantations"][observer])))
        game["picked_incantations"][observer] = picked
        game["hand_incantations"][observer] |= picked
        incantations &= ~picked
    game["artifact_pile"] = artifacts
    game["incantation_pile"] = incantations
    if game["phase"] == v.PHASE_DRAFT:
        _fill_deck(row, cards, game, stream)
    else:
        game["spell_deck"] = 0
    for seat in range(game["seats"]):
        at = seat_start(game, (seat - observer) % int(game["seats"]))
        discarded = draw_subset(stream, int(game["gone_artifacts"]), int(row[at + places.AT_DISCARDED_ARTIFACTS]))
        game["discarded_artifacts"][seat] = discarded
        discarded = draw_subset(stream, int(game["gone_incantations"]), int(row[at + places.AT_DISCARDED_INCANTATIONS]))
        game["discarded_incantations"][seat] = discarded


@compiled
def _all_bits(count):
    return (1 << int(count)) - 1


@compiled
def _bit_of(value):
    """Returns the bit of the card of a value; 0 for no card."""
    return 1 << (int(value) - 1) if value > 0 else 0


@inlined
def _placed_artifacts(game):
    placed = int(game["gone_artifacts"]) | _bit_of(game["artifact_top"])
    for seat in range(game["seats"]):
        placed |= int(game["hand_artifacts"][seat])
        if game["artifact"][seat] != v.NO_ARTIFACT and game["incantation_state"][seat] != v.INCANTATION_AS_ARTIFACT:
            placed |= _bit_of(game["artifact"][seat])
    return placed


@inlined
def _placed_incantations(game):
    placed = int(game["gone_incantations"]) | _bit_of(game["incantation_top"])
    for seat in range(game["seats"]):
        placed |= int(game["hand_incantations"][seat]) | _bit_of(game["sigil"][seat])
        if v.INCANTATION_UNRESOLVED <= game["incantation_state"][seat] <= v.INCANTATION_WAITING:
            placed |= _bit_of(game["played_incantation"][seat])
    for moon in range(len(game["moon"])):
        placed |= _bit_of(int(game["moon_origin"][moon]) - v.ORIGIN_INCANTATION)
    return placed


@inlined
def _num_placed_objects(game, object_type):
    placed = int(game["object_pile"][object_type]) + int(game["gone_objects"][object_type])
    for count in range(v.MAX_COUNT):
        placed += int(game["centre"][object_type, count])
    for seat in range(game["seats"]):
        placed += int(game["hand_objects"][seat, object_type])
    for moon in range(len(game["moon"])):
        placed += game["moon"][moon] == object_type and game["moon_origin"][moon] == v.ORIGIN_OBJECT
    return placed


@inlined
def _fill_deck(row, cards, game, stream):
    """R-SETUP-2, 3: spell cards that nobody keeps are in the deck, under it, or offered; how many are where is public.

    In teams the pairs lie before them, and the others are in the deck (R-TEAM-3).
    """
    free = _all_bits(cards["spell_cards"])
    for seat in range(game["seats"]):
        if game["spells"][seat] != v.NO_SPELL_CARD:
            free &= ~(1 << int(game["spells"][seat]))
    if game["teams"]:
        if game["stage"] == v.STAGE_OFFER:
            offer_pair(game)
        game["spell_deck"] = free
        return
    deck, rejects = int(cards["spell_cards"]), 0
    for turn in range(int(game["turn"]) + 1):
        for _ in range(2):
            if deck > 0:
                deck -= 1
            else:
                rejects -= 1
        rejects += turn < game["turn"]
    offered = bits_of(row, places.AT_OFFERED, v.MAX_SPELL_CARDS)
    if not offered:
        offered = draw_subset(stream, free, 2)
    free &= ~offered
    game["offered"][0] = draw_bit(stream, offered)
    game["offered"][1] = draw_bit(stream, offered & ~(1 << int(game["offered"][0])))
    game["spell_deck"] = draw_subset(stream, free, deck)
    game["spell_rejects"] = free & ~int(game["spell_deck"])
