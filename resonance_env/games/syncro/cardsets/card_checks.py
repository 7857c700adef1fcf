"""The checks of a card-set file (cards.md), with a message that names file, card and field.

`read_document` turns the parsed TOML of a file into a `Document` or raises; `plan_checks.py` has the checks of the plans.
"""

import unicodedata
from collections.abc import Sequence
from typing import Any, get_args

from resonance_env.core.card_tables import (
    MAX_NAME,
    AnyTable,
    check_distinct_names,
    check_fields,
    convert,
    got,
    label_cards,
    read_array,
    read_integer,
    read_table,
)
from resonance_env.core.errors import CardSetError
from resonance_env.core.words import NOTHING, simplify
from resonance_env.games.syncro.cardsets import card_tables as t
from resonance_env.games.syncro.cardsets.plan_checks import check_enough, check_plan, read_horde
from resonance_env.games.syncro.rules import vocabulary as v

WORDS = (*NOTHING, "pass")  # words of positions (SY-NOTE)


def read_document(raw: dict[str, Any], file: str) -> t.Document:
    """Checks the parsed TOML of a file, or raises a CardSetError that names the file as given, card and field."""
    check_fields(raw, t.Document, file)
    read_integer(raw["format"], f"{file}, format", minimum=t.FORMAT, maximum=t.FORMAT)
    chapters = _chapters(raw["chapters"], f"{file}, chapters")
    levels = sum(chapters)
    hand = _hand(raw["hand"], f"{file}, hand")
    document = t.Document(
        format=t.FORMAT,
        name=_name(raw["name"], f"{file}, name"),
        chapters=chapters,
        hand=hand,
        reward_level=read_integer(raw["reward_level"], f"{file}, reward_level", minimum=0, maximum=levels),
        sum_level=read_integer(raw["sum_level"], f"{file}, sum_level", minimum=0, maximum=levels),
        spell=_spells(raw, file, levels),
        monster=[_monster(card, label, levels) for label, card in label_cards(raw, "monster", v.MAX_MONSTERS, file)],
        level=_levels(raw, file, levels, [int(mages) for mages in hand]),
        lieutenant=[
            _with_powers(card, t.Lieutenant, t.LieutenantPower, label)
            for label, card in _cards(raw, "lieutenant", v.MAX_LIEUTENANTS, file)
        ],
        reward=[_effect(card, t.Reward, t.MOST_OF_REWARD, label) for label, card in _cards(raw, "reward", v.MAX_REWARDS, file)],
        fog=[_effect(card, t.Fog, t.MOST_OF_FOG, label) for label, card in _cards(raw, "fog", v.MAX_FOGS, file)],
    )
    for kind in ("monster", "lieutenant", "reward", "fog"):
        check_distinct_names([card.name for card in getattr(document, kind)], f"{file}, {kind}")
    check_enough(document, file)
    return document


def _cards(raw: dict[str, Any], kind: str, most: int, file: str) -> list[tuple[str, Any]]:
    """Returns the cards of a kind that may be missing, each with what messages call it."""
    return label_cards(raw, kind, most, file) if raw.get(kind, []) != [] else []


# ---- numbers of the set ----


def _chapters(raw: object, where: str) -> list[int]:
    written = read_array(raw, where, "numbers of levels", 1, t.MAX_CHAPTERS)
    numbers = [
        read_integer(number, f"{where}, number {index}", minimum=1, maximum=v.MAX_LEVELS)
        for index, number in enumerate(written, 1)
    ]
    if sum(numbers) > v.MAX_LEVELS:
        raise CardSetError(f"{where}: expected at most {v.MAX_LEVELS} levels together, got {sum(numbers)}")
    return numbers


def _hand(raw: object, where: str) -> dict[str, int]:
    possible = [str(mages) for mages in range(v.MIN_SEATS, v.MAX_SEATS + 1)]
    if not isinstance(raw, dict) or not raw:
        raise CardSetError(f"{where}: expected a table with some of the keys {', '.join(possible)}; got {got(raw)}")
    for key in raw:
        if key not in possible:
            raise CardSetError(f"{where}: expected no keys but {', '.join(possible)}; got {got(key)}")
    return {key: read_integer(raw[key], f"{where}, {key}", minimum=1, maximum=v.MAX_HAND) for key in possible if key in raw}


# ---- cards ----


def _spells(raw: dict[str, Any], file: str, levels: int) -> list[t.Spell]:
    spells: list[t.Spell] = []
    for label, card in label_cards(raw, "spell", v.MAX_VALUE, file):
        spell = read_table(card, t.Spell, label)
        _check_level(spell.level, levels, label)
        if any(other.value == spell.value for other in spells):
            raise CardSetError(f"{label}, value: expected each value once, got {spell.value} twice")
        spells.append(spell)
    return spells


def _monster(raw: object, where: str, levels: int) -> t.Monster:
    monster = _named(raw, t.Monster, where)
    _check_level(monster.level, levels, where)
    _check_copies(monster.copies, monster.replay, where)
    return monster


def _with_powers(raw: object, table: type[AnyTable], power: Any, where: str) -> AnyTable:
    """Returns a Lieutenant or a Boss; `power` is the type of one power."""
    fields = check_fields(raw, table, where)
    written = read_array(fields.get("powers", []), f"{where}, powers", "powers", 0, len(get_args(power)))
    powers = [convert(word, power, f"{where}, powers, power {index}") for index, word in enumerate(written, 1)]
    for word in powers:
        if powers.count(word) > 1:
            raise CardSetError(f"{where}, powers: expected each power once, got {word!r} twice")
    card: Any = _named({key: value for key, value in fields.items() if key != "powers"}, table, where)
    card.powers = powers
    result: AnyTable = card
    return result


def _effect(raw: object, table: type[AnyTable], most: dict[str, int], where: str) -> AnyTable:
    """Returns a Reward or a Fog; `most` has the effects with a number, and the greatest one."""
    fields = check_fields(raw, table, where)
    plain: Any = _named({key: value for key, value in fields.items() if key != "n"}, table, where)
    if plain.effect in most:
        if "n" not in fields:
            number = f"an integer in 1 .. {most[plain.effect]}"
            raise CardSetError(f"{where}: expected the field 'n', {number}, with the effect {plain.effect!r}; it is missing")
        plain.n = read_integer(fields["n"], f"{where}, n", minimum=1, maximum=most[plain.effect])
    elif "n" in fields:
        words = ", ".join(most)
        raise CardSetError(f"{where}, n: expected it only with the effects {words}; got it with {plain.effect!r}")
    _check_copies(plain.copies, plain.replay, where)
    result: AnyTable = plain
    return result


def _named(raw: object, table: type[AnyTable], where: str) -> AnyTable:
    card: Any = read_table(raw, table, where)
    card.name = _name(card.name, f"{where}, name")
    result: AnyTable = card
    return result


def _check_level(level: int, levels: int, where: str) -> None:
    if level > levels:
        raise CardSetError(f"{where}, level: expected one of the levels 1 .. {levels}, got {level}")


def _check_copies(copies: int, replay: int, where: str) -> None:
    if not 0 <= copies + replay <= v.MAX_COPIES:
        raise CardSetError(f"{where}, replay: expected copies + replay in 0 .. {v.MAX_COPIES}, got {copies} + {replay}")


# ---- levels ----


def _levels(raw: dict[str, Any], file: str, levels: int, mages: Sequence[int]) -> list[t.Level]:
    written = read_array(raw["level"], f"{file}, level", "tables, each under [[level]]", levels, levels)
    return [_level(level, f"{file}, level {number}", number, mages) for number, level in enumerate(written, 1)]


def _level(raw: object, where: str, number: int, mages: Sequence[int]) -> t.Level:
    fields = check_fields(raw, t.Level, where)
    read_integer(fields["number"], f"{where}, number", minimum=number, maximum=number)
    boss = _with_powers(fields["boss"], t.Boss, t.BossPower, f"{where}, boss") if "boss" in fields else None
    cerberus = read_table(fields["cerberus"], t.Cerberus, f"{where}, cerberus") if "cerberus" in fields else None
    written = read_array(fields["horde"], f"{where}, horde", "tables, each under [[level.horde]]", 1, v.PLANS_OF_LEVEL)
    hordes = []
    for index, horde in enumerate(written, 1):
        place = f"{where}, horde {index}"
        hordes.append(read_horde(horde, place, mages))
        check_plan(hordes[-1], boss is not None, cerberus is not None, place)
    planned = [number for horde in hordes for number in horde.players]
    for players in mages:
        if planned.count(players) != 1:
            came = "two" if players in planned else "none"
            raise CardSetError(f"{where}, horde: expected one plan for {players} players, got {came}")
    return t.Level(number=number, horde=hordes, boss=boss, cerberus=cerberus)


# ---- names ----


def _name(raw: object, where: str) -> str:
    """Returns a name in Unicode's composed form, so that the same letters are the same name."""
    name = unicodedata.normalize("NFC", raw) if isinstance(raw, str) else ""
    is_plain = all(unicodedata.category(sign)[0] in "LM" or sign in " -'" for sign in name)
    if not is_plain or len(name) > MAX_NAME or " ".join(name.split()) != name or simplify(name) in WORDS:
        raise CardSetError(
            f"{where}: expected a name of 1 .. {MAX_NAME} signs (letters, single blanks, - and '), "
            f"other than '-', 'none' and 'pass'; got {got(raw)}"
        )
    return name
