"""Whether what is being activated in a position could be (LD-ACT-12 to 15): the engine has room for so many groups only.

In a block, what has the number of the throw is activated. Such a thing may activate one card, or all cards of a filter, which
form a group, and so on. The loader makes sure that no set needs more than `MAX_GROUPS` groups at once.
"""

from resonance_env.core.position_text import Record, expect
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.text.position_lines import thing_name


def check_groups(game: Record, card_set: CardSet) -> None:
    """Checks that the groups, the cards that wait in them and the current thing follow from the throw.

    Args:
        game: the record; what waits in it is in play.
        card_set: the cards.

    Raises:
        PositionError: "expected ..., got ...".
    """
    box, block, groups, current = card_set.cards[0], int(game["block"]), int(game["groups"]), int(game["current"])
    if block == v.NOTHING:
        return
    things = int(box["of_number"][game["total"]])
    if block == game["active"]:
        things |= int(box["demons_of_number"][game["total"]]) << v.MAX_TYPES
    things = _activated(box, things)
    for group in range(1, groups + 1):
        expected = f"group {group}: cards that something activates with {int(game['total'])} (LD-ACT-12)"
        matched = _matched(box, things, v.ACTIVATE_ALL)
        expect(matched != 0, expected, "a group where nothing forms one")
        for kind in game["waiting"][group].nonzero()[0].tolist():
            expect(bool(matched >> kind & 1), expected, card_set.card_ids[kind])
        things = _activated(box, matched)
    if current != v.NOTHING:
        place = f"in group {groups}" if groups else "in the block"
        expected = f"current: what is activated {place} with {int(game['total'])} (LD-ACT-14)"
        expect(bool(things >> current & 1), expected, thing_name(card_set, current))


def _activated(box: Record, things: int) -> int:
    """Returns the bit set of these things and of those that one of them can activate one of (LD-ACT-13)."""
    return things | _matched(box, things, v.ACTIVATE_ONE) & ~int(box["activators_of_one"])


def _matched(box: Record, things: int, way: int) -> int:
    """Returns the bit set of the cards that these things can activate in a way, whatever demons their owner has."""
    matched = 0
    for thing in range(v.MAX_THINGS):
        last = int(box["num_effects"][thing]) - 1
        if things >> thing & 1 and box["effect_op"][thing, last] == v.OP_ACTIVATE and box["effect_way"][thing, last] == way:
            for flags in range(len(box["match"])):
                matched |= int(box["match"][flags, int(box["effect_of"][thing, last])])
    return matched
