"""A card-set document, as TOML gives it and checked, becomes the record of integers that the rules read."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from resonance_env.games.syncro.cardsets.cards import CARDS
from resonance_env.games.syncro.cardsets.plans import BACKS, bits, lies_on, order_of_resolution, read_places
from resonance_env.games.syncro.rules import vocabulary as v

_RULES = {"plain": 0, "mushroom": v.RULES_MUSHROOM, "golem": v.RULES_GOLEM, "dragon": v.RULES_DRAGON}
_POWERS = {"growing": v.POWER_GROWING, "fog": v.POWER_FOG, "reward": v.POWER_REWARD}


def compile_cards(document: Mapping[str, Any]) -> np.ndarray:
    """Returns an array of one CARDS record, read-only."""
    cards = np.zeros(1, dtype=CARDS)
    box = cards[0]
    chapters = document["chapters"]
    box["levels"] = sum(chapters)
    box["first_of_ii"] = chapters[0] + 1 if len(chapters) == 2 else 0
    box["reward_level"], box["sum_level"] = document["reward_level"], document["sum_level"]
    for mages, limit in document["hand"].items():
        box["limit"][int(mages)] = limit
    for spell in document["spell"]:
        box["spells"][spell.get("level", 1) - 1 :, spell["value"] - 1] = spell["copies"]
    _write_monsters(box, document["monster"])
    _write_lieutenants(box, document.get("lieutenant", ()))
    _write_effects(box, "reward", document.get("reward", ()), v.REWARD_EFFECTS)
    _write_effects(box, "fog", document.get("fog", ()), v.FOG_EFFECTS)
    for level in document["level"]:
        _write_level(box, level)
    cards.flags.writeable = False
    return cards


def _copies(entry: Mapping[str, Any]) -> list[int]:
    """Returns the copies of an entry without and with the option `replay` (SY-REPLAY-1)."""
    return [entry["copies"], entry["copies"] + entry.get("replay", 0)]


def _write_monsters(box: Any, monsters: Sequence[Mapping[str, Any]]) -> None:
    for index, monster in enumerate(monsters):
        first = monster.get("level", 1) - 1
        box["monsters"][:, first:, index] = np.array(_copies(monster))[:, None]
        box["force"][:, index] = monster["force"]
        box["rules"][:, index] = _RULES[monster["kind"]]


def _write_lieutenants(box: Any, lieutenants: Sequence[Mapping[str, Any]]) -> None:
    box["lieutenants"] = (1 << len(lieutenants)) - 1
    for index, lieutenant in enumerate(lieutenants):
        powers = lieutenant.get("powers", ())
        box["force"][:, v.FIRST_LIEUTENANT + index] = lieutenant["force"]
        box["grows"][:, v.FIRST_LIEUTENANT + index] = "growing" in powers
        box["powers"][index] = sum(_POWERS[power] for power in powers)


def _write_effects(box: Any, name: str, entries: Sequence[Mapping[str, Any]], effects: Sequence[str]) -> None:
    for index, entry in enumerate(entries):
        box[f"{name}s"][:, index] = _copies(entry)
        box[f"{name}_effect"][index] = effects.index(entry["effect"])
        box[f"{name}_n"][index] = entry.get("n", 0)


def _write_level(box: Any, level: Mapping[str, Any]) -> None:
    index = level["number"] - 1
    if "boss" in level:
        boss = level["boss"]
        box["force"][index, v.BOSS] = boss["force"]
        box["rules"][index, v.BOSS] = sum(_RULES[power] for power in boss.get("powers", ()))
        box["grows"][index, v.BOSS] = boss.get("grow", 0)
    if "cerberus" in level:
        box["force"][index, v.CERBERUS] = level["cerberus"]["force"]
    for horde in level["horde"]:
        for mages in horde["players"]:
            _write_plan(box, index * v.PLANS_OF_LEVEL + mages - v.MIN_SEATS, horde["rows"])


def _write_plan(box: Any, plan: int, rows: Sequence[str]) -> None:
    places = read_places(rows)
    numbers = range(len(places))
    box["places"][plan] = len(places)
    box["face_up"][plan] = bits([number for number in numbers if places[number].letter == "M"])
    box["fog_places"][plan] = bits([number for number in numbers if places[number].letter == "F"])
    box["foes"][plan] = sum(place.letter != "F" for place in places)
    box["lieutenant_places"][plan] = sum(place.letter == "L" for place in places)
    box["order"][plan, : len(places)] = order_of_resolution(places)
    for number, place in enumerate(places):
        box["back"][plan, number] = BACKS[place.letter]
        box["row"][plan, number], box["column"][plan, number] = place.row, place.column
        box["covered_by"][plan, number] = bits([other for other in numbers if lies_on(places[other], place)])
