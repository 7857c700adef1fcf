"""Every card is in exactly one of the places that the end of the rules lists, and what mages remember is true."""

from tests.games.syncro.reference import codes, memory
from tests.games.syncro.reference.game import Reference
from tests.games.syncro.reference.sets import copies
from tests.games.syncro.reference.table import Spell, Table, no_values


def misplaced(game: Reference) -> list[str]:
    """Returns what is missing or there twice; nothing in a sound position."""
    table = game.table
    lines = [*_spells(game), *_effect_cards(table)]
    if not is_pooling(game):  # marks are made when all is dealt
        lines += _false_memories(table)
    if len(table.horde) == len(table.plan.places):  # else it is being laid
        lines += [*_monsters(table), *_lieutenants(table)]
    return lines


def is_pooling(game: Reference) -> bool:
    """Returns whether the game has stopped while all hands are dealt anew."""
    return game.event is not None and game.event.purpose == codes.POOL


def _spells(game: Reference) -> list[str]:
    table = game.table
    found = [pile + discard for pile, discard in zip(table.pile, table.discard, strict=True)]
    hidden = [spell.value for mage in table.mages for spell in mage.hand]
    hidden += [laid.spell.value for card in table.horde for laid in card.down]
    open_ = [value for card in table.horde for value in card.spells + card.absorbed]
    for value in hidden + open_:
        found[value] += 1
    if game.event is not None and is_pooling(game):
        for value, number in game.event.weights.items():
            found[value] += number
    lines = [] if found == table.spells_of_level() else [f"Spells: expected {table.spells_of_level()}, found {found}"]
    return lines + [f"hand of {len(mage.hand)}" for mage in table.mages if len(mage.hand) > table.terms.limit]


def _monsters(table: Table) -> list[str]:
    found = list(table.monsters)
    for card in table.horde:
        if card.monster is not None:
            found[card.monster] += 1
    is_sound = found == table.monsters_of_level() and table.monster_pile() >= 0
    return [] if is_sound else [f"Monsters: expected {table.monsters_of_level()}, found {found}"]


def _lieutenants(table: Table) -> list[str]:
    lying = [card.lieutenant for card in table.horde if card.there and card.lieutenant is not None]
    found = sorted([*table.lieutenants, *table.lieutenant_box, *lying])
    is_sound = found == list(range(len(table.card_set.lieutenants))) and table.lieutenant_pile() >= 0
    return [] if is_sound else [f"Lieutenants: found {found}"]


def _effect_cards(table: Table) -> list[str]:
    replay = table.terms.replay
    fogs = [sum(where) + table.curses.count(k) for k, where in enumerate(zip(table.fogs, table.fog_discard, strict=True))]
    held = [mage.reward for mage in table.mages]
    piles = zip(table.rewards, table.reward_discard, strict=True)
    rewards = [sum(where) + held.count(kind) for kind, where in enumerate(piles)]
    lines = [] if fogs == copies(table.card_set.fogs, replay=replay) and table.fog_pile() >= 0 else [f"Fog: found {fogs}"]
    return lines + ([] if rewards == copies(table.card_set.rewards, replay=replay) else [f"Rewards: found {rewards}"])


def _false_memories(table: Table) -> list[str]:
    """SY-MEM: floating Spells are among the mixed ones, and sums left are those of the Spells counted in them."""
    lines = []
    for observer, floating in enumerate(table.floating):
        hidden = memory.hidden_from(table, observer)
        lines += ["known and mixed" for spell in hidden if observer in spell.known & spell.mixed]
        mixed = _by_value([spell for spell in hidden if observer in spell.mixed])
        if any(number > there for number, there in zip(floating, mixed, strict=True)):
            lines.append(f"floating {floating} for {observer}, mixed are {mixed}")
    for seat, mage in enumerate(table.mages):
        in_sum = [spell.value for spell in [*mage.hand, *memory.laid_by(table, seat)] if spell.in_sum]
        if mage.sum_left != sum(in_sum):
            lines.append(f"sum left {mage.sum_left} of {seat}, Spells counted in it are {in_sum}")
    return lines


def _by_value(spells: list[Spell]) -> list[int]:
    counts = no_values()
    for spell in spells:
        counts[spell.value] += 1
    return counts
