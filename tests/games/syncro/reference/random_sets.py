"""Random card sets that the loader accepts, to meet rules and combinations that the shipped sets never touch."""

from dataclasses import dataclass

import numpy as np

from tests.games.syncro.reference.random_plans import random_plan
from tests.games.syncro.reference.sets import Plan
from tests.games.taste import Taste

KINDS = ("plain", "mushroom", "golem", "dragon")
FOGS = {"draw": 8, "reward": 3, "lift": 0, "lose": 8, "pass_left": 0, "force": 5, "costly": 5, "mute": 0}  # effect -> most n
REWARDS = {"draw": 8, "show": 0, "weaken": 9, "calm": 0, "hold": 0, "pool": 0}


class _Maker(Taste):
    """A generator with the taste of one set: lopsided sets bring rare meetings of the same effects."""

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self.kinds = KINDS if self.chance(0.6) else (self.one_of(*KINDS), self.one_of(*KINDS))
        self.strongest = 6 if self.chance(0.5) else 14
        self.effects = {
            name: tuple(effects) if self.chance(0.5) else tuple(self.one_of(*effects) for _ in range(2))
            for name, effects in (("fog", FOGS), ("reward", REWARDS))
        }

    def force(self) -> int:
        return 40 if self.chance(0.03) else self.number(1, self.strongest)


def random_set(rng: np.random.Generator, name: str = "random") -> str:
    """Returns the text of a set file."""
    make = _Maker(rng)
    chapters = [make.number(1, 3) for _ in range(make.number(1, 2))]
    last = sum(chapters)
    hand = {players: make.number(1, 8 if make.chance(0.3) else 4) for players in range(2, 6) if make.chance(0.5)} or {3: 3}
    reward_level = make.number(0, last)
    sum_level = make.number(0, last)
    plans = [_plans(make, list(hand), has_fog=0 < reward_level <= level) for level in range(1, last + 1)]
    every = [plan for of_level in plans for plan in of_level]
    places = {letters: max(plan.count(letters) for plan in every) for letters in ("Mm", "F", "L")}
    held = max(players * limit for players, limit in hand.items())
    blocks = [
        f'format = 1\nname = "{name}"\nchapters = {chapters}\nreward_level = {reward_level}\nsum_level = {sum_level}',
        f"hand = {{ {', '.join(f'{players} = {limit}' for players, limit in hand.items())} }}",
        *_spells(make, held, last),
        *_monsters(make, places["Mm"], last),
        *(_lieutenant(make, code) for code in range(min(8, make.number(places["L"], places["L"] + 2)))),
        *_effect_cards(make, "reward", REWARDS, 0),
        *_effect_cards(make, "fog", FOGS, places["F"]),
        *(_level(make, number, of_level) for number, of_level in enumerate(plans, start=1)),
    ]
    return "\n\n".join(blocks) + "\n"


def _plans(make: _Maker, players: list[int], *, has_fog: bool) -> list[Plan]:
    """Returns plans for all numbers of mages, sometimes one for several; all with a Boss or Cerberi, or none."""
    boss = make.chance(0.4)
    cerberi = boss and make.chance(0.5)
    groups = [tuple(players)] if make.chance(0.5) else [(number,) for number in players]
    return [random_plan(make, group, has_fog=has_fog, boss=boss, cerberi=cerberi) for group in groups]


def _fields(table: str, **fields: object) -> str:
    return f"[[{table}]]\n" + "\n".join(f"{name} = {_value(value)}" for name, value in fields.items())


def _value(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _name(word: str, code: int) -> str:
    return f"{word} {chr(ord('A') + code)}"


def _spells(make: _Maker, held: int, last: int) -> list[str]:
    values = sorted({make.number(1, 7) for _ in range(make.number(1, 5))} | ({1, 2} if held > 30 else set()))
    copies = {value: make.number(1, 6) for value in values}
    while sum(copies.values()) < held:
        value = min(values, key=copies.__getitem__) if make.chance(0.5) else values[0]
        copies[value] = min(30, copies[value] + 1)
    found = [_fields("spell", value=value, copies=number) for value, number in copies.items()]
    later = [value for value in range(1, 8) if value not in copies and make.chance(0.2)]
    found += [_fields("spell", value=v, copies=make.number(1, 5), level=make.number(1, last)) for v in later]
    return found


@dataclass
class _Monster:
    copies: int
    replay: int
    level: int

    @property
    def sure(self) -> int:
        """Cards that are in play at every level, with and without `replay`."""
        return self.copies + min(0, self.replay) if self.level == 1 else 0


def _monsters(make: _Maker, needed: int, last: int) -> list[str]:
    found = [_Monster(3, 0, 1), _Monster(3, 0, 1)]
    for _ in range(make.number(0, 22)):
        copies = make.number(0, 4)
        replay = make.number(-copies, 2) if make.chance(0.3) else 0
        found.append(_Monster(copies, replay, make.number(1, last) if make.chance(0.3) else 1))
    while sum(monster.sure for monster in found) < needed:
        found[make.number(0, 1)].copies += 1
    return [
        _fields(
            "monster",
            name=_name("Monster", code),
            kind=make.one_of(*make.kinds),
            force=make.force(),
            copies=monster.copies,
            level=monster.level,
            replay=monster.replay,
        )
        for code, monster in enumerate(found)
    ]


def _lieutenant(make: _Maker, code: int) -> str:
    powers = [power for power in ("growing", "fog", "reward") if make.chance(0.5)]
    return _fields("lieutenant", name=_name("Lieutenant", code), force=make.force(), powers=powers)


def _effect_cards(make: _Maker, table: str, most: dict[str, int], needed: int) -> list[str]:
    found = []
    for code in range(make.number(1 if needed else 0, 8)):
        effect = make.one_of(*make.effects[table])
        fields: dict[str, object] = {"name": _name(table.capitalize(), code), "effect": effect}
        if most[effect]:
            fields["n"] = make.number(1, most[effect] if make.chance(0.3) else min(2, most[effect]))
        fields["copies"] = make.number(0, 3) if code else make.number(needed, needed + 2)
        if make.chance(0.3):
            fields["replay"] = make.number(0, 2)
        found.append(_fields(table, **fields))
    return found


def _level(make: _Maker, number: int, plans: list[Plan]) -> str:
    lines = [_fields("level", number=number)]
    if plans[0].count("B"):
        powers = [power for power in ("dragon", "golem") if make.chance(0.5)]
        lines.append(
            f'boss = {{ name = "Boss", force = {make.force()}, powers = {_value(powers)}, grow = {make.number(0, 3)} }}'
        )
    if plans[0].count("C"):
        lines.append(f"cerberus = {{ force = {make.force()} }}")
    lines += [_fields("level.horde", players=list(plan.players), rows=list(plan.rows)) for plan in plans]
    return "\n".join(lines)
