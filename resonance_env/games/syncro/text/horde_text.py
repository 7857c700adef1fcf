"""The line `horde` of a position: one entry for each place of the plan (SY-NOTE-2)."""

import re

from resonance_env.core.position_text import Record
from resonance_env.core.words import find_name, parse_number
from resonance_env.games.syncro.cardsets.cards import CardSet
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.memory import is_down
from resonance_env.games.syncro.rules.seating import seat_after
from resonance_env.games.syncro.text.values import format_list, parse_values, without

DOWN = r"<\s*(\d+\s*:\s*\d+)\s*>"
_FORM = "'-', '?' or a name, with Spells such as '[3 2]', '{2}', 'weak 3' and '<1:5>'"


def foe_name(card_set: CardSet, level: int, foe: int) -> str:
    """Returns the name of a foe of a level, counted from 1."""
    if foe == v.CERBERUS:
        return "Cerberus"
    if foe == v.BOSS:
        return card_set.boss_names[level - 1]
    return card_set.monster_names[foe] if foe < v.FIRST_LIEUTENANT else card_set.lieutenant_names[foe - v.FIRST_LIEUTENANT]


def num_places(game: Record, card_set: CardSet) -> int:
    """Returns the number of places of the plan."""
    return int(card_set.cards[0]["places"][game["plan"]])


def back_of(game: Record, card_set: CardSet, place: int) -> int:
    """Returns BACK_* of a place."""
    return int(card_set.cards[0]["back"][game["plan"], place])


def downs_at(game: Record, place: int) -> list[str]:
    """Returns the Spells that were laid face down on a place, as `mage:value`, the first one first."""
    return [
        f"{seat_after(game, opportunity)}:{game['act_value'][0, opportunity]}"
        for opportunity in range(game["opportunity"])
        if is_down(game, opportunity) and game["act_place"][0, opportunity] == place
    ]


# ---- printing ----


def format_horde(game: Record, card_set: CardSet, seat: int = 0) -> str:
    """Returns the entries of all places; `seat` is not used."""
    return "; ".join(_format_entry(game, card_set, place) for place in range(num_places(game, card_set)))


def _format_entry(game: Record, card_set: CardSet, place: int) -> str:
    words = []
    back, foe, lieutenant = back_of(game, card_set, place), int(game["foe"][place]), int(game["lieutenant"][place])
    known = card_set.lieutenant_names[lieutenant] if back == v.BACK_LIEUTENANT and lieutenant != v.NOTHING else ""
    if not int(game["in_horde"]) >> place & 1:
        words.append("-")
        words.append(card_set.monster_names[foe] if back == v.BACK_MONSTER and foe != v.NOTHING else known)
    elif not int(game["face_up"]) >> place & 1:
        words += ["?", known]
    else:
        words.append(foe_name(card_set, int(game["level"]), foe))
    words.append(f"[{format_list(game['spells'][place])}]" if game["spells"][place].any() else "")
    words.append(f"{{{format_list(game['absorbed'][place])}}}" if game["absorbed"][place].any() else "")
    words.append(f"weak {game['weakened'][place]}" if game["weakened"][place] else "")
    return " ".join(word for word in [*words, *(f"<{down}>" for down in downs_at(game, place))] if word)


# ---- parsing ----


def parse_horde(game: Record, card_set: CardSet, seat: int, text: str) -> None:
    """Writes what lies where; the Spells face down follow from the acts of the turn, and `split_downs` compares them.

    Raises:
        ValueError: "expected ..., got ...".
    """
    entries = text.split(";")
    places = num_places(game, card_set)
    if len(entries) != places:
        raise ValueError(f"expected {places} entries with ';' between, one for each place of the plan; got {len(entries)}")
    game["in_horde"] = game["face_up"] = 0
    for place, entry in enumerate(entries):
        try:
            _parse_entry(game, card_set, place, " ".join(entry.split()))
        except ValueError as error:
            raise ValueError(f"place {place}: {error}") from error


def split_downs(text: str) -> list[list[str]]:
    """Returns for each entry of the line what it says of Spells face down, as `downs_at` does."""
    return [["".join(down.split()) for down in re.findall(DOWN, entry)] for entry in text.split(";")]


def _parse_entry(game: Record, card_set: CardSet, place: int, entry: str) -> None:
    rest, downs = without(entry, DOWN)
    rest, spells = without(rest, r"\[([^\]]*)\]")
    rest, absorbed = without(rest, r"\{([^}]*)\}")
    rest, weak = without(rest, r"\bweak (\d+)")
    rest = " ".join(rest.split())
    if len(spells) > 1 or len(absorbed) > 1 or len(weak) > 1 or not rest or set(rest) & set("[]{}<>"):
        raise ValueError(f"expected {_FORM}, got {entry!r}")
    is_gone, is_down_ = rest[0] == "-" and rest[1:2] in ("", " "), rest[0] == "?"
    name = rest[1:].strip() if is_gone or is_down_ else rest
    if is_gone or is_down_:
        if spells or absorbed or weak or downs:
            raise ValueError(f"expected nothing on a card that is gone or face down, got {entry!r}")
        _parse_hidden(game, card_set, place, name, is_gone)
        game["in_horde"] |= 0 if is_gone else 1 << place
        return
    game["in_horde"] |= 1 << place
    game["face_up"] |= 1 << place
    game["foe"][place] = foe = _parse_foe(game, card_set, place, name)
    if v.FIRST_LIEUTENANT <= foe < v.BOSS:
        game["lieutenant"][place] = foe - v.FIRST_LIEUTENANT
    game["spells"][place] = parse_values(spells[0]) if spells else 0
    game["absorbed"][place] = parse_values(absorbed[0]) if absorbed else 0
    game["weakened"][place] = parse_number(weak[0], 0, v.MAX_FORCE, "less force") if weak else 0


def _parse_hidden(game: Record, card_set: CardSet, place: int, name: str, is_gone: bool) -> None:
    """A card that is gone or face down: a beaten Monster is named, a Lieutenant if it is known."""
    back = back_of(game, card_set, place)
    if back == v.BACK_FOG or (back != v.BACK_LIEUTENANT and not is_gone):
        if name:
            raise ValueError(f"expected no name for a {v.BACK_NAMES[back]} that is gone or face down, got {name!r}")
    elif back in (v.BACK_BOSS, v.BACK_CERBERUS):
        foe = v.BOSS if back == v.BACK_BOSS else v.CERBERUS
        if name:
            raise ValueError(f"expected no name for a {v.BACK_NAMES[back]} that is gone, got {name!r}")
        game["foe"][place] = foe
    elif is_gone or name:
        foe = _parse_foe(game, card_set, place, name)
        if is_gone:
            game["foe"][place] = foe
        if back == v.BACK_LIEUTENANT:
            game["lieutenant"][place] = foe - v.FIRST_LIEUTENANT


def _parse_foe(game: Record, card_set: CardSet, place: int, name: str) -> int:
    back = back_of(game, card_set, place)
    if back == v.BACK_MONSTER:
        return find_name(name, card_set.monster_names, "a Monster")
    if back == v.BACK_LIEUTENANT:
        return v.FIRST_LIEUTENANT + find_name(name, card_set.lieutenant_names, "a Lieutenant")
    if back == v.BACK_BOSS:
        find_name(name, [card_set.boss_names[int(game["level"]) - 1]], "the Boss")
        return v.BOSS
    if back == v.BACK_CERBERUS:
        find_name(name, ["Cerberus"], "a Cerberus")
        return v.CERBERUS
    raise ValueError(f"expected '-' or '?' for a Fog, which is never face up; got {name!r}")
