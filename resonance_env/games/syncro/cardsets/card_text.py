"""A card set as lines of text."""

from resonance_env.core.card_tables import count_text
from resonance_env.games.syncro.cardsets.cards import CardSet
from resonance_env.games.syncro.rules import vocabulary as v


def describe_set(card_set: CardSet) -> str:
    """Returns what is in the box, and how many cards each level has, without the option `replay`."""
    box = card_set.cards[0]
    players = ", ".join(f"{mages} ({box['limit'][mages]} Spells each)" for mages in card_set.players)
    lines = [f"card set {card_set.name!r} ({card_set.digest}): players {players}"]
    lines += [
        f"Monster {name}: force {box['force'][0, entry]}, {count_text(int(box['monsters'][0, -1, entry]), 'card')}"
        for entry, name in enumerate(card_set.monster_names)
    ]
    lines += [
        f"Lieutenant {name}: force {box['force'][0, v.FIRST_LIEUTENANT + entry]}"
        for entry, name in enumerate(card_set.lieutenant_names)
    ]
    lines += _effects(card_set, "reward") + _effects(card_set, "fog")
    return "\n".join([*lines, *(_level_line(card_set, level) for level in range(int(box["levels"])))])


def describe_effect(card_set: CardSet, field: str, entry: int) -> str:
    """Returns the name of a "reward" or "fog" card and what it does, such as "Hammer (weaken 3)"."""
    box = card_set.cards[0]
    names, effects = (card_set.reward_names, v.REWARD_EFFECTS) if field == "reward" else (card_set.fog_names, v.FOG_EFFECTS)
    number = int(box[f"{field}_n"][entry])
    return f"{names[entry]} ({effects[box[f'{field}_effect'][entry]].replace('_', ' ')}{f' {number}' if number else ''})"


def _effects(card_set: CardSet, field: str) -> list[str]:
    copies = card_set.cards[0][f"{field}s"][0]
    entries = range(len(card_set.reward_names if field == "reward" else card_set.fog_names))
    return [
        f"{field.capitalize()} {describe_effect(card_set, field, entry)}, {count_text(int(copies[entry]), 'card')}"
        for entry in entries
    ]


def _level_line(card_set: CardSet, level: int) -> str:
    box = card_set.cards[0]
    plans = [level * v.PLANS_OF_LEVEL + mages - v.MIN_SEATS for mages in card_set.players]
    foes = ", ".join(f"{box['foes'][plan]}" for plan in plans)
    boss = f", boss {card_set.boss_names[level]} with force {box['force'][level, v.BOSS]}" if card_set.boss_names[level] else ""
    return f"level {level + 1}: {count_text(int(box['spells'][level].sum()), 'Spell')}, foes {foes}{boss}"
