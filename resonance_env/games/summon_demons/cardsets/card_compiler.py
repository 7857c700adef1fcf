"""A card-set document, as TOML gives it and checked, becomes the record of integers that the rules read."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from resonance_env.games.summon_demons.cardsets.cards import CARDS, NUM_FLAGS
from resonance_env.games.summon_demons.rules import vocabulary as v

# Names of the record's fields for the keys of `[rules]`; "first" is apart.
_RULES = {
    "faces": "faces",
    "souls": "souls",
    "row": "row",
    "price": "price",
    "sacrifice": "sacrifice",
    "hand": "hand",
    "demons": "need_demons",
    "goal": "need_souls",
    "candles": "candles_each",
    "turns": "turns",
}
_WAYS = {
    "top": v.SUMMON_TOP,
    "pile": v.SUMMON_PILE,
    "hand": v.SUMMON_HAND,
    "all": v.ACTIVATE_ALL,
    "one": v.ACTIVATE_ONE,
    "chosen": v.REPLACE_CHOSEN,
}


def compile_cards(document: Mapping[str, Any]) -> np.ndarray:
    """Returns an array of one CARDS record, read-only."""
    cards = np.zeros(1, dtype=CARDS)
    box = cards[0]
    types, demons, candles = (document.get(key, []) for key in ("card", "demon", "candle"))
    for key, field in _RULES.items():
        box[field] = document["rules"][key]
    box["first_fixed"] = document["rules"]["first"] == "seat 0"
    box["types"], box["demons"], box["candles"] = len(types), len(demons), len(candles)
    box["beginner"] = next((c for c, candle in enumerate(candles) if candle.get("beginner")), v.NOTHING)
    for place, card in enumerate(types):
        _write_type(box, place, card)
    for place, demon in enumerate(demons):
        _write_demon(box, place, demon)
    for place, candle in enumerate(candles):
        for number in candle["numbers"]:
            box["candles_of_number"][number] |= 1 << place
    _write_filters(box, types)
    cards.flags.writeable = False
    return cards


def _write_type(box: Any, place: int, card: Mapping[str, Any]) -> None:
    bit = 1 << place
    box["copies"][place] = card["copies"]
    box["kind"][place] = v.KIND_NAMES.index(card["kind"])
    box["mood"][place] = v.MOOD_NAMES.index(card.get("mood", ""))
    box["number"][place] = card["number"]
    box["of_number"][card["number"]] |= bit
    need = card.get("need", {})
    box["need_filters"][place, : len(need.get("of", ()))] = _filters(need.get("of", ()))
    box["need_min"][place] = need.get("min", v.NOTHING)
    box["need_max"][place] = need.get("max", v.NOTHING)
    box["need_other"][place] = need.get("other", False)
    pay = card.get("pay", [])
    box["cost"][place] = v.COST_SELF if pay == ["self"] else (v.COST_NONE, v.COST_ONE, v.COST_TWO)[len(pay)]
    if pay != ["self"]:
        box["cost_filters"][place, : len(pay)] = _filters(pay)
    if not need and pay in ([], ["self"]):
        box["always_ready"] |= bit
    if not pay and all(map(_is_plain, card["do"])):
        box["plain"] |= bit
    if any(effect["effect"] == "activate" and effect["which"] == "one" for effect in card["do"]):
        box["activators_of_one"] |= bit
    _write_effects(box, place, card["do"])


def _write_demon(box: Any, place: int, demon: Mapping[str, Any]) -> None:
    bit = 1 << place
    if "number" in demon:
        box["number"][v.MAX_TYPES + place] = demon["number"]
        box["demons_of_number"][demon["number"]] |= bit
        if all(map(_is_plain, demon["do"])):
            box["plain_demons"] |= bit
    elif "always" in demon:
        box["always"][v.ALWAYS_NAMES.index(demon["always"])] |= bit
    else:
        box["when_" + demon["when"]] |= bit
        if demon["when"] == "obtain":
            box["obtain_of"][place] = v.FILTER_NAMES.index(demon["of"])
    _write_effects(box, v.MAX_TYPES + place, demon.get("do", ()))


def _write_effects(box: Any, thing: int, effects: Sequence[Mapping[str, Any]]) -> None:
    box["num_effects"][thing] = len(effects)
    for index, effect in enumerate(effects):
        place = thing, index
        box["effect_op"][place] = v.OP_NAMES.index(effect["effect"])
        amount = effect.get("amount", effect.get("cards", effect.get("up_to", 0)))
        if isinstance(amount, Mapping):
            box["effect_per"][place] = v.FILTER_NAMES.index(amount["per"])
        else:
            box["effect_amount"][place] = v.FACE if amount == "face" else amount
        way = effect.get("from", effect.get("which", effect.get("of")))
        box["effect_way"][place] = _WAYS.get(way, 0)
        if effect.get("of") in v.FILTER_NAMES:
            box["effect_of"][place] = v.FILTER_NAMES.index(effect["of"])


def _write_filters(box: Any, types: Sequence[Mapping[str, Any]]) -> None:
    """What each filter matches and means, by the flags of the owner (LD-PERM-1, 2, LD-ASK-2)."""
    for flags in range(NUM_FLAGS):
        sexes, moods = flags & v.FLAG_SEXES, flags & v.FLAG_MOODS
        for kind in range(len(v.FILTER_NAMES)):
            is_kid = (sexes and kind in (v.GIRL, v.BOY)) or (moods and kind in (v.ADORABLE, v.HORRIBLE))
            meaning = v.KID if is_kid else kind
            box["meaning"][flags, kind] = meaning
            for place, card in enumerate(types):
                words = {card["kind"], card.get("mood", ""), "animal" if card["kind"] == "animal" else "kid"}
                if v.FILTER_NAMES[meaning] in words:
                    box["match"][flags, kind] |= 1 << place


def _filters(names: Sequence[str]) -> list[int]:
    return [v.FILTER_NAMES.index(name) for name in names]


def _is_plain(effect: Mapping[str, Any]) -> bool:
    """LD-ACT-4."""
    return effect["effect"] in ("again", "win") or (effect["effect"] == "collect" and isinstance(effect["amount"], int))
