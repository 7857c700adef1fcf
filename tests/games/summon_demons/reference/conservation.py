"""Every card, demon and candle is in exactly one of the places that the end of the rules lists."""

from tests.games.summon_demons.reference.game import Reference
from tests.games.summon_demons.reference.sets import Demon


def misplaced(game: Reference) -> list[str]:
    """Returns what is missing or there twice; nothing in a sound position."""
    table = game.table
    lines = []
    for card in table.card_set.cards:
        t = card.code
        places = [table.deck[t], table.row[t], table.discards[t], table.aside[t], *(seat.have[t] for seat in table.seats)]
        if sum(places) != card.copies or min(places) < 0:
            lines.append(f"{card.id}: {card.copies} copies, found {places}")
        lines += [
            f"{card.id}: {seat.have[t]} in play, {seat.old[t]} old, {seat.waiting[t]} waiting"
            for seat in table.seats
            if not 0 <= seat.waiting[t] <= seat.old[t] <= seat.have[t]
        ]
    demons = [*table.pile, *table.demon_discards, *table.looked_at]
    for seat in table.seats:
        demons += [*seat.hand, *seat.demons]
    running = table.stack.current
    if isinstance(running, Demon) and running.code not in demons:  # named for a summon, or the Egg while it looks
        demons.append(running.code)
    if not game.over and sorted(demons) != list(range(len(table.card_set.demons))):
        lines.append(f"demons: found {sorted(demons)}")
    candles = [c for seat in table.seats for c in seat.candles]
    if len(candles) != len(set(candles)):
        lines.append(f"candles: found {sorted(candles)}")
    return lines
