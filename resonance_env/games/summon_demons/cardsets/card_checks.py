"""Every check of a card-set file (cards.md), with a message that names file, card and field.

`read_document` turns the parsed TOML of a file into a `Document` or raises.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from resonance_env.core.card_tables import (
    MAX_NAME,
    check_fields,
    convert,
    got,
    label_cards,
    read_array,
    read_effect,
    read_integer,
    read_players,
    read_table,
)
from resonance_env.core.errors import CardSetError
from resonance_env.core.words import NOTHING
from resonance_env.games.summon_demons.cardsets import card_tables as t
from resonance_env.games.summon_demons.cardsets.activators import check_activators
from resonance_env.games.summon_demons.rules import vocabulary as v

PLAYERS = tuple(range(2, v.MAX_SEATS + 1))
MAX_NUMBERS = 3  # of a candle
SELF = "self"
_ONLY_OF_CARDS = ("need", "pay", "kind", "copies", "mood")
_WAYS = ("number", "always", "when")


def read_document(raw: dict[str, Any], file: str) -> t.Document:
    """Checks the parsed TOML of a file, or raises a CardSetError that names the file as given, card and field."""
    check_fields(raw, t.Document, file)
    read_integer(raw["format"], f"{file}, format", minimum=t.FORMAT, maximum=t.FORMAT)
    name = _name(raw["name"], f"{file}, name") if "name" in raw else None
    players = read_players(raw["players"], f"{file}, players", PLAYERS)
    rules = read_table(raw["rules"], t.Rules, f"{file}, rules")
    labels: dict[str, list[str]] = {}
    documents: dict[str, list[Any]] = {}
    for kind, most, read in (("card", v.MAX_TYPES, _card), ("demon", v.MAX_DEMONS, _demon), ("candle", v.MAX_CANDLES, _candle)):
        is_there = kind in raw and not (kind != "card" and raw[kind] == [])
        cards = label_cards(raw, kind, most, file, "id") if is_there else []
        labels[kind] = [label for label, _ in cards]
        documents[kind] = [read(card, label, rules.faces) for label, card in cards]
    document = t.Document(format=t.FORMAT, name=name, players=players, rules=rules, **documents)
    _check_ids(document, labels)
    _check_only_one(document, labels)
    _check_enough(document, file)
    check_activators(document, labels)
    return document


# ---- cards, demons, candles ----


def _card(raw: object, where: str, faces: int) -> t.Card:
    fields = check_fields(raw, t.Card, where)
    id_, name = _id(fields["id"], f"{where}, id"), _name(fields["name"], f"{where}, name")
    number = _activation_number(fields["number"], f"{where}, number", faces)
    copies = read_integer(fields["copies"], f"{where}, copies", minimum=1, maximum=v.MAX_COPIES)
    kind = convert(fields["kind"], t.Kind, f"{where}, kind")
    mood = convert(fields["mood"], t.Mood, f"{where}, mood") if "mood" in fields else None
    if kind == "animal" and mood is not None:
        raise CardSetError(f"{where}, mood: expected none on an animal (LD-BOX-1), got {got(mood)}")
    need = _condition(fields["need"], f"{where}, need") if "need" in fields else None
    pay = _pay(fields["pay"], f"{where}, pay") if "pay" in fields else []
    do = _effects(fields["do"], f"{where}, do")
    for index, effect in enumerate(do, 1):
        place = f"{where}, do, effect {index}"
        if isinstance(effect, (t.Again, t.Win)):
            raise CardSetError(f"{place}: expected no effect {effect.effect!r} on a card, which acts in others' turns; got it")
        _refuse_look(effect, place)
        _refuse_face(effect, place)
    return t.Card(id=id_, name=name, number=number, copies=copies, kind=kind, mood=mood, need=need, pay=pay, do=do)


def _demon(raw: object, where: str, faces: int) -> t.Demon:
    if isinstance(raw, dict):
        for field in _ONLY_OF_CARDS:
            if field in raw:
                raise CardSetError(f"{where}: expected no field {field!r}, which only cards have; got {got(raw[field])}")
    fields = check_fields(raw, t.Demon, where)
    id_, name = _id(fields["id"], f"{where}, id"), _name(fields["name"], f"{where}, name")
    ways = [way for way in _WAYS if way in fields]
    if len(ways) != 1:
        raise CardSetError(f"{where}: expected exactly one of number, always and when; got {' and '.join(ways) or 'none'}")
    if ("do" in fields) == (ways == ["always"]):
        raise CardSetError(
            f"{where}, do: expected effects with number or when, and none with always; got "
            f"{ways[0]} {'without' if ways != ['always'] else 'with'} do"
        )
    if ("of" in fields) != (fields.get("when") == "obtain"):
        came = got(fields["of"]) if "of" in fields else "none"
        raise CardSetError(f"{where}, of: expected with when = 'obtain', and only there, what is obtained; got {came}")
    if ways == ["always"]:
        return t.Demon(id=id_, name=name, always=convert(fields["always"], t.Always, f"{where}, always"))
    do = _effects(fields["do"], f"{where}, do")
    if ways == ["number"]:
        for index, effect in enumerate(do, 1):
            _refuse_look(effect, f"{where}, do, effect {index}")
            _refuse_face(effect, f"{where}, do, effect {index}")
        return t.Demon(id=id_, name=name, number=_activation_number(fields["number"], f"{where}, number", faces), do=do)
    when = convert(fields["when"], t.When, f"{where}, when")
    of = convert(fields["of"], t.KindFilter, f"{where}, of") if "of" in fields else None
    _check_permanent(do, when, f"{where}, do")
    return t.Demon(id=id_, name=name, when=when, of=of, do=do)


def _candle(raw: object, where: str, faces: int) -> t.Candle:
    fields = check_fields(raw, t.Candle, where)
    id_, name = _id(fields["id"], f"{where}, id"), _name(fields["name"], f"{where}, name")
    written = read_array(fields["numbers"], f"{where}, numbers", "ascending numbers", 1, MAX_NUMBERS)
    numbers = [
        _activation_number(number, f"{where}, numbers, number {index}", faces) for index, number in enumerate(written, 1)
    ]
    if numbers != sorted(set(numbers)):
        raise CardSetError(f"{where}, numbers: expected ascending numbers, each once; got {got(numbers)}")
    beginner = convert(fields.get("beginner", False), bool, f"{where}, beginner")
    return t.Candle(id=id_, name=name, numbers=numbers, beginner=beginner)


def _activation_number(raw: object, where: str, faces: int) -> int:
    return read_integer(raw, where, minimum=2, maximum=2 * faces)


def _condition(raw: object, where: str) -> t.Condition:
    fields = check_fields(raw, t.Condition, where)
    filters = _filters(fields["of"], f"{where}, of")
    if ("min" in fields) == ("max" in fields):
        raise CardSetError(f"{where}: expected either min or max, got {'both' if 'min' in fields else 'neither'}")
    bound = "min" if "min" in fields else "max"
    limit = read_integer(fields[bound], f"{where}, {bound}", minimum=0, maximum=t.MAX_NEED)
    other = convert(fields.get("other", False), bool, f"{where}, other")
    return t.Condition(of=filters, other=other, **{bound: limit})


def _pay(raw: object, where: str) -> list[str]:
    if isinstance(raw, list) and SELF in raw and raw != [SELF]:
        raise CardSetError(f"{where}: expected 'self' alone, or one or two filters; got {got(raw)}")
    return [SELF] if raw == [SELF] else _filters(raw, where)


def _filters(raw: object, where: str) -> list[str]:
    written = read_array(raw, where, "filters", 1, v.MAX_FILTERS)
    return [str(convert(word, t.Filter, f"{where}, filter {index}")) for index, word in enumerate(written, 1)]


# ---- effects ----


def _effects(raw: object, where: str) -> list[t.Effect]:
    written = read_array(raw, where, "effects", 1, v.MAX_EFFECTS)
    effects = [_effect(effect, f"{where}, effect {index}") for index, effect in enumerate(written, 1)]
    for index, effect in enumerate(effects[:-1], 1):
        if isinstance(effect, (t.Activate, t.Summon)):
            raise CardSetError(
                f"{where}, effect {index}: expected {effect.effect!r} as the last effect (LD-ACT-15), got another one after it"
            )
    return effects


def _effect(raw: object, where: str) -> t.Effect:
    effect_type = t.EFFECTS.get(raw["effect"]) if isinstance(raw, dict) and isinstance(raw.get("effect"), str) else None
    if effect_type not in (t.Collect, t.Steal):
        return read_effect(raw, t.EFFECTS, where)
    fields = check_fields(raw, effect_type, where)
    amount, place = fields["amount"], f"{where}, amount"
    if isinstance(amount, dict):
        return effect_type(fields["effect"], read_table(amount, t.Count, place))
    if effect_type is t.Collect and amount == "face":
        return effect_type(fields["effect"], amount)
    if not isinstance(amount, int) or isinstance(amount, bool) or not 1 <= amount <= t.MAX_AMOUNT:
        also = ", 'face'" if effect_type is t.Collect else ""
        words = f"an integer in 1 .. {t.MAX_AMOUNT}{also} or {{ per = filter }}"
        raise CardSetError(f"{place}: expected {words}, got {got(amount)}")
    return effect_type(fields["effect"], amount)


def _refuse_look(effect: t.Effect, where: str) -> None:
    if isinstance(effect, t.Look):
        raise CardSetError(f"{where}: expected 'look' only on a demon with when = 'summon', got it elsewhere")


def _refuse_face(effect: t.Effect, where: str) -> None:
    if isinstance(effect, t.Collect) and effect.amount == "face":
        raise CardSetError(f"{where}, amount: expected 'face' only on a demon with when = 'double', got it elsewhere")


def _check_permanent(do: list[t.Effect], when: str, where: str) -> None:
    """A demon `when = "summon"` looks; the others collect a fixed number, or the face of a double."""
    first = do[0]
    if when == "summon":
        fits, expected = isinstance(first, t.Look), "one effect 'look'"
    else:
        fits = isinstance(first, t.Collect) and (isinstance(first.amount, int) or (when == "double" and first.amount == "face"))
        expected = "one effect 'collect' of a fixed number" + (" or of 'face'" if when == "double" else "")
    if len(do) > 1 or not fits:
        came = " and ".join(repr(effect.effect) for effect in do)
        amount = " of another amount" if len(do) == 1 and isinstance(first, t.Collect) and when != "summon" else ""
        raise CardSetError(f"{where}: expected {expected} with when = {when!r}, got {came}{amount}")


# ---- the set as a whole ----


def _check_ids(document: t.Document, labels: dict[str, list[str]]) -> None:
    seen: dict[str, str] = {}
    ids = {kind: [thing.id for thing in getattr(document, kind)] for kind in labels}
    for kind, of_kind in ids.items():
        for label, id_ in zip(labels[kind], of_kind, strict=True):
            if id_ in seen:
                raise CardSetError(f"{label}, id: expected an id of its own, got {id_!r}, which {seen[id_]} has too")
            seen[id_] = label.split(", ")[-1]


def _check_only_one(document: t.Document, labels: dict[str, list[str]]) -> None:
    looking = [label for label, demon in zip(labels["demon"], document.demon, strict=True) if demon.when == "summon"]
    if len(looking) > 1:
        raise CardSetError(
            f"{looking[1]}, when: expected at most one demon with 'summon', since two could bring each other for ever; "
            f"got {looking[0].split(', ')[-1]} too"
        )
    marked = [label for label, candle in zip(labels["candle"], document.candle, strict=True) if candle.beginner]
    if len(marked) > 1:
        raise CardSetError(f"{marked[1]}, beginner: expected at most one such candle, got {marked[0].split(', ')[-1]} too")


def _check_enough(document: t.Document, file: str) -> None:
    """Refuses numbers that the cards of the file cannot serve."""
    rules = document.rules
    copies = sum(card.copies for card in document.card)
    if copies < rules.row:
        raise CardSetError(f"{file}, rules, row: expected at most the {copies} cards of the file, got {rules.row}")
    for players in document.players:
        if rules.candles == 2 and players > 2:
            raise CardSetError(f"{file}, rules, candles: expected 2 in a set for 2 players only, got players {players}")
        needs: Sequence[tuple[str, int, int]] = (
            ("hand", rules.hand, len(document.demon)),
            ("candles", rules.candles, len(document.candle)),
        )
        for field, each, there in needs:
            if each * players > there:
                what = "demons" if field == "hand" else "candles"
                raise CardSetError(
                    f"{file}, rules, {field}: expected {each} for each of {players} players, {each * players} in all; "
                    f"got {there} {what} in the file"
                )


# ---- texts ----


def _id(raw: object, where: str) -> str:
    if not isinstance(raw, str) or not re.fullmatch(rf"[a-z0-9_]{{1,{MAX_NAME}}}", raw) or raw in NOTHING:
        raise CardSetError(
            f"{where}: expected 1 .. {MAX_NAME} lower-case letters, digits and '_', other than 'none'; got {got(raw)}"
        )
    return raw


def _name(raw: object, where: str) -> str:
    """Returns a name in Unicode's composed form; one line of what can be printed."""
    name = unicodedata.normalize("NFC", raw) if isinstance(raw, str) else ""
    if not name.strip() or not name.isprintable() or len(name) > MAX_NAME or name.strip() != name:
        raise CardSetError(
            f"{where}: expected a name of 1 .. {MAX_NAME} characters that can be printed on one line; got {got(raw)}"
        )
    return name
