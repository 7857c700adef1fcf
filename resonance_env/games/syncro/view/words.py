"""Words that the text and the picture of a table share."""

from resonance_env.core.card_tables import count_text
from resonance_env.games.syncro.view.table_view import Act, HordeCard, Mage, TableView

_SHORT = {"mushroom": "mush.", "golem": "golem", "dragon": "dragon"}


def facts(table: TableView) -> tuple[str, ...]:
    """Returns level, turn, mages, cards and viewer."""
    retries = f", {table.retries_left} left" if table.retries_left or table.try_number > 1 else ""
    tries = f", try {table.try_number}{retries}" if retries else ""
    won = f"{table.cleared} of {count_text(table.levels, 'level')} won"
    who = "spectator" if table.viewer is None else f"seen by {table.mages[table.viewer].seat_name}"
    return (
        f"level {table.level}{tries}",
        f"turn {table.turn}",
        f"{count_text(table.foes_left, 'foe')} left",
        won,
        f"{table.players} mages",
        f"cards {table.cards}",
        who,
    )


def piles(table: TableView) -> str:
    """Returns how many cards the piles have."""
    words = [f"Spells {table.pile}, discard {table.discard}", f"Monsters {table.monster_pile}"]
    words += [f"Fog {table.fog_pile}"] if table.fog_pile else []
    rewards = table.reward_pile or table.reward_discard
    return " · ".join(words + ([f"Rewards {table.reward_pile}, discard {table.reward_discard}"] if rewards else []))


def card_title(card: HordeCard) -> tuple[str, str, str]:
    """Returns three short lines for a card: what it is, its force, the Spells on it."""
    number = f"{card.target}: " if card.target else ""
    if not card.is_up:
        return card.name or card.back.capitalize(), "?", ""
    kinds = [_SHORT[rule] for rule in card.rules if rule in _SHORT]
    down = "?" * len(card.down)
    spells = "+".join([*map(str, card.spells), *([down] if down else [])])
    return f"{number}{card.name}", " ".join([str(card.force), *kinds]), spells


def down_text(card: HordeCard) -> str:
    """Returns the Spells face down on a foe, with their mages."""
    return ", ".join(f"mage_{down.seat}{f' ({down.value})' if down.value else ''}" for down in card.down)


def foe_text(card: HordeCard) -> str:
    """Returns a foe that lies face up, in one sentence."""
    number = f"target {card.target}" if card.target else "covered" if card.is_covered else "guarded"
    force = f"force {card.force}" + (f" (printed {card.printed})" if card.force != card.printed else "")
    words = [f"{number:<9} {card.name}: {force}", *card.rules]
    words += [f"absorbed {' '.join(map(str, card.absorbed))}"] if card.absorbed else []
    words += [f"Spells {' + '.join(map(str, card.spells))} = {sum(card.spells)}"] if card.spells else []
    words += [f"face down from {down_text(card)}"] if card.down else []
    return ", ".join(words) + (" ◀ is being resolved" if card.is_resolving else "")


def act_text(act: Act, table: TableView) -> str:
    """Returns what a mage did at an opportunity."""
    words = [f"plays {act.reward}"] if act.reward else []
    if act.did == "attack" and act.place is not None:
        what = f"Spell {act.value}" if act.value else "a Spell"
        words.append(f"{what} from position {act.position} on {table.horde[act.place].name or 'a foe'}")
    elif act.did:
        words.append("passes")
    return f"mage_{act.seat} {', '.join(words)}"


def mage_state(mage: Mage) -> list[str]:
    """Returns what a mage is and has shown."""
    words = ["you"] if mage.is_viewer else []
    words += ["Leader"] if mage.is_leader else []
    words += [f"estimate {mage.estimate}"] if mage.estimate else []
    return words + ([f"sum {mage.sum}"] if mage.sum else [])


def hand_text(mage: Mage) -> str:
    """Returns a hand by positions, from 1; "?" for a hidden Spell, a star behind one that lies open."""
    spells = [f"{number}: {held.value or '?'}{'*' * held.is_open}" for number, held in enumerate(mage.hand, 1)]
    return "   ".join(spells) or "no Spells"
