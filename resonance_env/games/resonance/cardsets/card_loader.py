"""Card-set files become the record of integers that the rules read, and sentences that people read."""

import warnings
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from resonance_env.core.card_files import ShippedSets, content_digest
from resonance_env.core.packed import pack
from resonance_env.games.resonance.cardsets.card_checks import Document, Effect, read_document, summonable_together
from resonance_env.games.resonance.cardsets.card_text import format_objects
from resonance_env.games.resonance.cardsets.cards import CARDS, CardSet
from resonance_env.games.resonance.rules import vocabulary as v


class CardSetWarning(UserWarning):
    """A card set can be played but may not be what its author wanted: two demons could be summoned at once (R-END-2)."""


def demon_text(card_set: CardSet, demon: int) -> str:
    """Returns a demon and what its levels need.

    Raises:
        ValueError: the set has no demon of that index.

    >>> demon_text(SHIPPED.load("house"), 0)
    'Berith: I 1 Herb, 1 Mineral; II 2 Herb, 3 Mineral; III 3 Herb, 3 Mineral, 1 Potion'
    """
    _check_index(demon, len(card_set.demon_names), "demon")
    levels = []
    for label, level in zip(v.LEVEL_NAMES, card_set.cards[0]["demon_levels"][demon], strict=True):
        levels.append(f"{label} {format_objects(level)}")
    return f"{card_set.demon_names[demon]}: {'; '.join(levels)}"


def describe_spell(card_set: CardSet, card: int, spell: int) -> str:
    """Returns what a spell does as an English sentence; "she" is the witch who casts it or is named by it.

    Args:
        card_set: the set.
        card: index of the spell card.
        spell: index of the spell on the card, 0 .. 2.

    Raises:
        ValueError: the set has no card, or a card no spell, of that index.

    >>> describe_spell(SHIPPED.load("house"), 5, 0)
    'Play 1 object that counts 2 from hand, then draw 1 artifact.'
    """
    _check_index(card, len(card_set.witch_names), "spell card")
    _check_index(spell, v.NUM_SPELLS, "spell")
    cards = card_set.cards[0]
    text, before = "", None
    for effect in range(int(cards["num_effects"][card, spell])):
        when = int(cards["effect_when"][card, spell, effect])
        if when == before:
            text += ", then "
        elif when == v.WHEN_END:
            text += "; at the end of the round, " if text else "at the end of the round, "
        elif text:
            text += "; before that, at once, "
        text, before = text + _clause(cards, (card, spell, effect)), when
    return text[0].upper() + text[1:] + "."


def describe_set(card_set: CardSet) -> str:
    """Returns the demons, witches and spells of a card set, a line each."""
    lines = [
        f"card set {card_set.name!r} ({card_set.digest}): players {', '.join(map(str, card_set.players))}",
        *(f"demon {demon_text(card_set, demon)}" for demon in range(len(card_set.demon_names))),
    ]
    for card, witch in enumerate(card_set.witch_names):
        lines.append(f"witch {witch}")
        lines += [f"  {spell + 1}. {describe_spell(card_set, card, spell)}" for spell in range(v.NUM_SPELLS)]
    return "\n".join(lines)


def _clause(cards: Any, index: tuple[int, int, int]) -> str:
    """Returns what one effect does, without when."""
    op, kind, count, value, who, optional = (
        int(cards[f"effect_{field}"][index]) for field in ("op", "kind", "count", "value", "who", "optional")
    )
    number = f"{'up to ' if optional else ''}{count}"
    cards = f"{number} {_kind_text(kind, count)}"
    if op == v.OP_SIGIL:
        return "the incantation becomes a Sigil on an opposing witch"
    if op == v.OP_BECOME_ARTIFACT:
        return f"the incantation becomes artifact {value}"
    if op == v.OP_BECOME_OBJECT:
        return f"the incantation becomes a {_kind_text(kind, 1)}" + (f" that counts {value}" if value > 1 else "")
    if op == v.OP_PLAY:
        counting = "" if value == 1 else f" that counts {value}" if count == 1 else f" that count {value} each"
        return f"play {cards}{counting} from hand"
    if op == v.OP_REMOVE:
        what = f"{number} object{'s' * (count > 1)} or artifact{'s' * (count > 1)}" if kind == v.KIND_ANY else cards
        return f"remove {what} from the centre"
    if op == v.OP_DRAW:
        return f"draw {cards}"
    if op == v.OP_DISCARD:
        return f"all opposing witches discard {cards} each" if who == v.WHO_ALL else f"an opposing witch discards {cards}"
    changed = {v.OP_CHANGE_DEMON: "demon", v.OP_CHANGE_SPELLS: "spell card"}[op]
    if who != v.WHO_SELF:
        return f"an opposing witch changes her {changed}"
    return f"{'she may change' if optional else 'she changes'} her own {changed}"


def _kind_text(kind: int, count: int) -> str:
    """Returns the noun for `count` cards of a kind, object types with a capital as in the rules."""
    noun = v.OBJECT_NAMES[kind] if kind < len(v.OBJECT_NAMES) else v.KIND_NAMES[kind]
    return noun + "s" * (count != 1)


def _check_index(index: int, count: int, what: str) -> None:
    if not 0 <= index < count:
        raise ValueError(f"expected a {what} in 0 .. {count - 1}, got {index}")


def _read(raw: dict[str, Any], source: str, stem: str) -> CardSet:
    document = read_document(raw, source)
    _warn_of_rivals(document, source)
    cards = np.zeros(1, dtype=CARDS)
    _fill(cards, document)
    cards.flags.writeable = False
    return CardSet(
        name=document.name or stem,
        source=source,
        players=tuple(document.players),
        cards=cards,
        demon_names=tuple(demon.name for demon in document.demon),
        witch_names=tuple(witch.name for witch in document.witch),
        digest=content_digest(document),
    )


def _warn_of_rivals(document: Document, source: str) -> None:
    pairs = summonable_together(document)
    if pairs:
        listed = "; ".join(f"{first} and {second} ({needed} moons)" for first, second, needed in pairs)
        warnings.warn(
            f"{source}, demon: expected that no two level IIIs fit on the {document.box.moons} moons together, but these do: "
            f"{listed}. When two demons could be summoned at once the quicker seat wins (R-END-2).",
            CardSetWarning,
            stacklevel=4,  # the caller of SHIPPED.load
        )


def _fill(cards: np.ndarray, document: Document) -> None:
    """Writes a document into an array of one blank CARDS record."""
    row, box = cards[0], document.box
    row["objects"] = msgspec.structs.astuple(box.objects)
    row["transients"] = msgspec.structs.astuple(box.transients)
    row["artifacts"], row["incantations"] = box.artifacts, box.incantations
    row["moons"], row["full_moon"] = box.moons, box.full_moon - 1
    row["demons"], row["spell_cards"] = len(document.demon), len(document.witch)
    for index, demon in enumerate(document.demon):
        row["demon_levels"][index] = demon.levels
    for card, witch in enumerate(document.witch):
        for spell, effects in enumerate(witch.spells):
            row["num_effects"][card, spell] = len(effects)
            for index, effect in enumerate(effects):
                numbers = _numbers(effect)
                for field, value in numbers.items():
                    row[f"effect_{field}"][card, spell, index] = value
                row["spell_amounts"][card, spell, numbers["op"]] += _amount(numbers)
    _fill_observed_rows(row, document)


def _fill_observed_rows(row: np.void, document: Document) -> None:
    """Writes what observations copy, from what the rules read."""
    moons = np.zeros(v.MAX_MOONS, dtype=np.int8)
    moons[: document.box.moons] = 1
    moons[row["full_moon"]] = 2
    row["moon_kinds"] = pack(moons)[0]
    demons = len(document.demon)
    levels = row["demon_levels"].reshape(v.MAX_DEMONS, -1)
    one_hots = np.eye(demons, v.MAX_DEMONS, dtype=np.int8)
    row["demon_rows"][1 : demons + 1] = pack(np.concatenate([one_hots, levels[:demons]], axis=1))
    row["level_rows"][1:] = pack(levels)
    row["need_rows"][: v.NUM_LEVELS] = pack(row["demon_levels"].swapaxes(0, 1).reshape(v.NUM_LEVELS, -1))
    for card in range(len(document.witch)):
        amounts = row["spell_amounts"][card]
        for spell in range(v.NUM_SPELLS):
            cast = np.eye(v.NUM_SPELLS, dtype=np.int8)[spell]
            row["cast_rows"][card + 1, spell + 1] = pack(np.concatenate([cast, amounts[spell]]))
        one_hot = np.eye(v.MAX_SPELL_CARDS, dtype=np.int8)[card]
        row["spell_rows"][card + 1] = pack(np.concatenate([one_hot, amounts.ravel()]))


def _amount(effect: Mapping[str, int]) -> int:
    """Returns how much an effect does: cards moved times what each counts; value + 1 of an artifact; 1 without a number."""
    if effect["op"] == v.OP_BECOME_ARTIFACT:
        return effect["value"] + 1
    if effect["op"] in (v.OP_SIGIL, v.OP_CHANGE_DEMON, v.OP_CHANGE_SPELLS):
        return 1
    return max(effect["count"], 1) * (effect["value"] if effect["op"] in (v.OP_PLAY, v.OP_BECOME_OBJECT) else 1)


def _numbers(effect: Effect) -> dict[str, int]:
    """Returns an effect as codes, named like the fields of CARDS; 0 where the effect has none."""
    fields = msgspec.structs.asdict(effect)
    is_sigil = effect.effect == v.OP_NAMES[v.OP_SIGIL]
    return {
        "op": v.OP_NAMES.index(effect.effect),
        "kind": v.KIND_NAMES.index(fields.get("kind", v.KIND_NAMES[0])),
        "count": fields.get("count", 0),
        "value": fields.get("value", fields.get("counts", 0)),
        "who": v.WHO_NAMES.index("one" if is_sigil else fields.get("who", "self")),
        "when": v.WHEN_NAMES.index("end" if is_sigil else fields.get("when", "now")),
        "optional": int(fields.get("up_to", False) or fields.get("if_she_likes", False)),
    }


SHIPPED = ShippedSets("resonance_env.games.resonance.cardsets.sets", _read)
