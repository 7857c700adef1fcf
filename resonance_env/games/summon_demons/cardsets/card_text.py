"""What cards, demons and candles do as English sentences, from the record that the rules read."""

from collections.abc import Sequence
from typing import Any

from resonance_env.core.card_tables import count_text
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.rules import vocabulary as v

# One, several.
_NOUNS = {
    v.ANIMAL: ("animal", "animals"),
    v.GIRL: ("girl", "girls"),
    v.BOY: ("boy", "boys"),
    v.KID: ("kid", "kids"),
    v.ADORABLE: ("adorable kid", "adorable kids"),
    v.HORRIBLE: ("horrible kid", "horrible kids"),
    v.ALL: ("card, demon and candle", "cards, demons and candles"),
}
_ALWAYS = {
    v.ALWAYS_MOODS: "Your kids count as adorable and as horrible.",
    v.ALWAYS_SEXES: "Your kids count as girls and as boys.",
    v.ALWAYS_TWICE: "In your turn your kids collect twice as many souls.",
    v.ALWAYS_SHIELD: "Opponents cannot steal from you or make you discard.",
    v.ALWAYS_DEAR: "Opponents sacrifice one card more for a normal summon.",
    v.ALWAYS_REROLL: "Once a turn you may throw the dice again.",
}
_SUMMONS = {
    v.SUMMON_TOP: "summon the top demon of the pile",
    v.SUMMON_PILE: "search the pile for a demon and summon it",
    v.SUMMON_HAND: "summon a random demon of your hand",
}


def describe_kind(card_set: CardSet, card: int) -> str:
    """Returns kind and mood of a type of cards.

    Raises:
        ValueError: the set has no such card.
    """
    _check_index(card, len(card_set.card_ids), "card")
    box = card_set.cards[0]
    return f"{v.MOOD_NAMES[box['mood'][card]]} {v.KIND_NAMES[box['kind'][card]]}".strip()


def describe_card(card_set: CardSet, card: int) -> str:
    """Returns what a card does when it is activated.

    Args:
        card_set: the set.
        card: place of the type in the set, from 0.

    Raises:
        ValueError: the set has no such card.
    """
    _check_index(card, len(card_set.card_ids), "card")
    box = card_set.cards[0]
    text = _effects(box, card)
    cost, filters = int(box["cost"][card]), [int(kind) for kind in box["cost_filters"][card]]
    if cost == v.COST_SELF:
        text = f"you may discard it: {text}"
    elif cost != v.COST_NONE:
        payment = " and ".join(_a(kind) for kind in filters[: cost - v.COST_SELF])
        text = f"you may discard {payment} of yours: {text}"
    return _sentence(_condition(box, card) + text)


def describe_demon(card_set: CardSet, demon: int) -> str:
    """Returns what a demon does.

    Args:
        card_set: the set.
        demon: place of the demon in the set, from 0.

    Raises:
        ValueError: the set has no such demon.
    """
    _check_index(demon, len(card_set.demon_ids), "demon")
    box, bit, thing = card_set.cards[0], 1 << demon, v.MAX_TYPES + demon
    for always, text in _ALWAYS.items():
        if int(box["always"][always]) & bit:
            return text
    effects = _effects(box, thing)
    if int(box["when_double"]) & bit:
        return _sentence(f"when you roll a double, {effects}")
    if int(box["when_obtain"]) & bit:
        return _sentence(f"whenever you obtain {_a(int(box['obtain_of'][demon]))}, {effects}")
    return _sentence(f"when it is summoned, {effects}") if int(box["when_summon"]) & bit else _sentence(effects)


def numbers_of(card_set: CardSet, candle: int) -> list[int]:
    """Returns the numbers of a candle, ascending."""
    return [total for total, candles in enumerate(card_set.cards[0]["candles_of_number"]) if int(candles) >> candle & 1]


def describe_set(card_set: CardSet) -> str:
    """Returns a report on a set: its numbers and everything in it."""
    box = card_set.cards[0]
    lines = [
        f"card set {card_set.name!r} ({card_set.digest}): players {', '.join(map(str, card_set.players))}",
        f"dice of {box['faces']} faces; {count_text(int(box['souls']), 'soul')} at the start; row of {box['row']}; price "
        f"{box['price']}; normal summon {count_text(int(box['sacrifice']), 'card')}; hand {box['hand']}; "
        f"{count_text(int(box['candles_each']), 'candle')} each; to win {count_text(int(box['need_demons']), 'demon')} and "
        f"{count_text(int(box['need_souls']), 'soul')}; at most {count_text(int(box['turns']), 'roll')}; first: "
        f"{'seat 0' if box['first_fixed'] else 'random'}",
    ]
    for card, id_ in enumerate(card_set.card_ids):
        what = f"{int(box['number'][card]):2}  {int(box['copies'][card])} x {id_} ({card_set.card_names[card]})"
        lines.append(f"card {what}, {describe_kind(card_set, card)}: {describe_card(card_set, card)}")
    for demon, id_ in enumerate(card_set.demon_ids):
        number = int(box["number"][v.MAX_TYPES + demon]) or "-"
        lines.append(f"demon {number:>2}  {id_} ({card_set.demon_names[demon]}): {describe_demon(card_set, demon)}")
    for candle, id_ in enumerate(card_set.candle_ids):
        mark = ", the beginner's" if box["beginner"] == candle else ""
        numbers = ", ".join(map(str, numbers_of(card_set, candle)))
        lines.append(f"candle {numbers}  {id_} ({card_set.candle_names[candle]}){mark}: Collect 1 soul.")
    return "\n".join(lines)


# ---- parts ----


def _condition(box: Any, card: int) -> str:
    filters = [int(kind) for kind in box["need_filters"][card] if kind != v.NO_FILTER]
    if not filters:
        return ""
    low, high = int(box["need_min"][card]), int(box["need_max"][card])
    other = "other " if box["need_other"][card] else ""
    if low >= 0:
        few = " or ".join(f"{low} {other}{_NOUNS[kind][low != 1]}" for kind in filters)
        return f"if you have at least {few}: "
    if high == 0:
        return f"if you have no {' and no '.join(other + _NOUNS[kind][0] for kind in filters)}: "
    return f"if you have at most {' and at most '.join(f'{high} {other}{_NOUNS[kind][high != 1]}' for kind in filters)}: "


def _effects(box: Any, thing: int) -> str:
    return "; ".join(_effect(box, (thing, index)) for index in range(int(box["num_effects"][thing])))


def _effect(box: Any, place: tuple[int, int]) -> str:
    op, amount, per, of, way = (int(box[f"effect_{field}"][place]) for field in ("op", "amount", "per", "of", "way"))
    cards = count_text(amount, "card")
    souls = f"1 soul for each {_NOUNS[per][0]} of yours" if per else count_text(amount, "soul")
    words = {
        v.OP_COLLECT: "collect as many souls as one die shows" if amount == v.FACE else f"collect {souls}",
        v.OP_GIFT: f"an opponent of your choice collects {souls}",
        v.OP_STEAL: f"steal {souls}",
        v.OP_MILL: f"draw {cards} and keep {_kept(of, amount)}",
        v.OP_TAKE: f"obtain the top {'card' if amount == 1 else cards} of the deck",
        v.OP_PICK: f"obtain {_a(of)} of the row",
        v.OP_PICK_OR_STEAL: f"obtain {_a(of)} of the row, or steal one of an opponent",
        v.OP_REPLACE: "replace one or more cards of the row"
        if way == v.REPLACE_CHOSEN
        else f"replace all {_several(of)} of the row",
        v.OP_STEAL_CARD: "steal a card or demon of an opponent",
        v.OP_STEAL_ALL: "steal all cards and demons of an opponent",
        v.OP_DISCARD: f"opponents discard up to {amount} {_NOUNS[of][amount != 1] if of else ''} of your choice",
        v.OP_WIPE: "everyone discards all cards",
        v.OP_SUMMON: _SUMMONS[way] if op == v.OP_SUMMON else "",
        v.OP_LOOK: f"look at the top {'demon' if amount == 1 else count_text(amount, 'demon')} of the pile and summon one",
        v.OP_ACTIVATE: f"activate {'one of' if way == v.ACTIVATE_ONE else 'all'} your {_several(of)}",
        v.OP_AGAIN: "have another turn",
        v.OP_WIN: "win the game",
    }
    return words[op]


def _kept(kind: int, amount: int) -> str:
    """Returns which of the drawn cards are kept."""
    return f"it if it is {_a(kind)}" if amount == 1 else f"the {_several(kind)} among them"


def _several(kind: int) -> str:
    return _NOUNS[kind][1] if kind else ""


def _a(kind: int) -> str:
    if kind == v.NO_FILTER:
        return ""
    noun = _NOUNS[kind][0]
    return f"{'an' if noun[0] in 'ao' else 'a'} {noun}"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _check_index(index: int, count: int, what: str) -> None:
    if not 0 <= index < count:
        raise ValueError(f"expected a {what} in 0 .. {count - 1}, got {index}")


def format_counts(counts: Sequence[int], ids: Sequence[str]) -> str:
    """Returns copies of cards by id.

    >>> format_counts([2, 0, 1], ["eve", "adam", "dog"])
    '2 eve, dog'
    """
    return ", ".join(f"{int(n)} {id_}" if n > 1 else id_ for n, id_ in zip(counts, ids, strict=False) if n) or "none"


def format_bits(bits: int, ids: Sequence[str]) -> str:
    """Returns the ids of a bit set.

    >>> format_bits(0b101, ["oni", "egg", "devil"])
    'oni, devil'
    """
    return ", ".join(id_ for place, id_ in enumerate(ids) if int(bits) >> place & 1) or "none"
