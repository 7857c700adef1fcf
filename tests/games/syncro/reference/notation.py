"""Positions at an opportunity, read from text (SY-NOTE); lines on memory and on what was paid and drawn are left out."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.syncro.reference.sets import CardSet, EffectCard, Lieutenant, Monster
from tests.games.syncro.reference.table import Act, HordeCard, Laid, Spell, Table, no_values
from tests.games.syncro.reference.terms import terms_of

WORDS = ("mode", "chapters", "estimates", "payoff")
NUMBERS = ("level", "retries")
FLAGS = ("saves", "replay")
ESTIMATES = ("bad", "middling", "good")


def read_position(text: str, card_set: CardSet, *, explicit_chance: bool = False) -> Table:
    """Returns the table that a position describes; the text is trusted to be sound."""
    pairs = [line.split(":", 1) for line in text.splitlines() if line.strip()]
    lines = {key.strip(): value.strip() for key, value in pairs}
    options: dict[str, Any] = {key: lines[key] for key in WORDS if key in lines}
    options |= {key: int(lines[key]) for key in NUMBERS if key in lines}
    options |= {key: lines[key] in ("yes", "true") for key in FLAGS if key in lines}
    terms = terms_of(card_set, int(lines["players"]), explicit_chance=explicit_chance, **options)
    table = Table(card_set, terms)
    table.level = card_set.levels[int(lines.get("level", 1)) - 1]
    _read_counters(table, lines)
    for seat in range(terms.num_seats):
        _read_mage(table, seat, lines)
    _read_horde(table, lines)
    _read_piles(table, lines)
    _read_acts(table, lines)
    return table


def _read_counters(table: Table, lines: Mapping[str, str]) -> None:
    table.leader = int(lines.get("leader", "mage_0").removeprefix("mage_"))
    table.turn = table.new_turn()
    table.try_number = int(lines.get("try", 0))
    table.turn_number = int(lines.get("turn", 1))
    table.turns = int(lines.get("turns", table.turn_number))
    table.opportunity = int(lines.get("opportunity", 0))
    table.cleared = int(lines.get("cleared", table.terms.levels.index(table.level.number)))
    table.calm, table.hold = lines.get("calm") == "yes", lines.get("hold") == "yes"


def _read_mage(table: Table, seat: int, lines: Mapping[str, str]) -> None:
    mage = table.mages[seat]
    for word in lines.get(f"mage_{seat} hand", "").split():
        spell = Spell(int(word.rstrip("*")), drawn_at=0, is_open=word.endswith("*"))
        spell.known = set(range(table.terms.num_seats)) if spell.is_open else set()
        mage.hand.append(spell)
    if f"mage_{seat} reward" in lines:
        mage.reward = _code(table.card_set.rewards, lines[f"mage_{seat} reward"])
    if f"mage_{seat} estimate" in lines:
        mage.estimate = ESTIMATES.index(lines[f"mage_{seat} estimate"])
        mage.estimates = [mage.estimate]
    mage.sum = int(lines.get(f"mage_{seat} sum", 0))


def _code(kinds: Sequence[Monster | Lieutenant | EffectCard], name: str) -> int:
    return [kind.name for kind in kinds].index(name)


def _read_horde(table: Table, lines: Mapping[str, str]) -> None:
    entries = [entry.strip() for entry in lines["horde"].split(";")]
    table.monsters = table.monsters_of_level()
    for place, entry in zip(table.plan.places, entries, strict=True):
        card = HordeCard(place, there=not entry.startswith("-"), face_up=entry[0] not in "-?")
        table.horde.append(card)
        card.spells = [int(value) for group in re.findall(r"\[(.*?)\]", entry) for value in group.split()]
        card.absorbed = [int(value) for group in re.findall(r"\{(.*?)\}", entry) for value in group.split()]
        card.weakened = sum(int(n) for n in re.findall(r"weak (\d+)", entry))
        card.down = [Laid(Spell(int(value), 0), int(seat), 0) for seat, value in re.findall(r"<(\d):(\d)>", entry)]
        name = re.sub(r"\[.*?\]|\{.*?\}|<.*?>|weak \d+", "", entry).lstrip("-? ").strip()
        if not name:
            continue
        if place.letter in "Mm":
            card.monster = _code(table.card_set.monsters, name)
            table.monsters[card.monster] -= 1
        elif place.letter == "L":
            card.lieutenant = _code(table.card_set.lieutenants, name)
            table.lieutenants.discard(card.lieutenant)


def _read_piles(table: Table, lines: Mapping[str, str]) -> None:
    table.discard = _spells(lines.get("discard", ""))
    table.pile = _spells(lines["pile"]) if "pile" in lines else table.spells_of_level()
    if "pile" not in lines:
        lying = [spell.value for mage in table.mages for spell in mage.hand]
        lying += [value for card in table.horde for value in card.spells + card.absorbed]
        lying += [laid.spell.value for card in table.horde for laid in card.down]
        lying += [value for value, number in enumerate(table.discard) for _ in range(number)]
        for value in lying:
            table.pile[value] -= 1
    fogs, rewards = table.card_set.fogs, table.card_set.rewards
    table.curses = [_code(fogs, name) for name in _names(lines, "curses")]
    for key, out, kinds in (("fog discard", table.fog_discard, fogs), ("reward discard", table.reward_discard, rewards)):
        for name in _names(lines, key):
            out[_code(kinds, name)] += 1
    table.fogs = [
        there - out - table.curses.count(kind)
        for kind, (there, out) in enumerate(zip(table.fogs, table.fog_discard, strict=True))
    ]
    held = Counter(mage.reward for mage in table.mages)
    piles = zip(table.rewards, table.reward_discard, strict=True)
    table.rewards = [there - out - held[kind] for kind, (there, out) in enumerate(piles)]
    table.lieutenant_box = {_code(table.card_set.lieutenants, name) for name in _names(lines, "lieutenant box")}
    table.lieutenants -= table.lieutenant_box


def _spells(text: str) -> list[int]:
    counts = no_values()
    for word in text.split():
        value, _, number = word.partition("x")
        counts[int(value)] += int(number or 1)
    return counts


def _names(lines: Mapping[str, str], key: str) -> list[str]:
    return [name.strip() for name in lines.get(key, "").split(",") if name.strip()]


def _read_acts(table: Table, lines: Mapping[str, str]) -> None:
    for number, (act, entry) in enumerate(zip(table.turn.acts, lines.get("acts", "").split(";"), strict=False)):
        _read_act(table, act, entry.strip())
        for laid in table.horde[act.place].down if act.attacked else ():
            if laid.seat == act.seat:
                laid.opportunity = number


def _read_act(table: Table, act: Act, entry: str) -> None:
    act.passed = entry.endswith("pass")
    attack = re.search(r"\d from (\d) on place (\d+)", entry)
    if attack is not None:
        act.position, act.place = int(attack[1]), int(attack[2])
    reward = re.sub(r"pass|\d from .*", "", entry).strip()
    if reward:
        act.reward = _code(table.card_set.rewards, reward)
