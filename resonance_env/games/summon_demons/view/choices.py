"""The meaning of a legal action in a position, in terms of the cards on the table.

A seat that is asked may know everything that is read here: what lies open, its hand, and the demons it may choose from.
"""

from resonance_env.core.position_text import Record
from resonance_env.games.summon_demons.cardsets.card_text import describe_card, describe_demon, describe_kind, numbers_of
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.text.position_lines import SEAT_NAMES

_PASS = {
    v.PHASE_FREE: "Keep your hand.",
    v.PHASE_TURN: "End your turn.",
    v.PHASE_REROLL: "Keep the dice.",
    v.PHASE_GATE: "Do not pay.",
    v.PHASE_OPPONENT: "Name no opponent.",
    v.PHASE_REPLACE: "Name no more cards.",
}
_VERBS = {
    v.PHASE_TURN: "Pass on",
    v.PHASE_SACRIFICE: "Sacrifice",
    v.PHASE_ORDER: "Activate",
    v.PHASE_GATE: "Pay with",
    v.PHASE_COST: "Pay with",
    v.PHASE_TARGET: "Activate",
    v.PHASE_VICTIM: "Take",
    v.PHASE_SUMMON: "Summon",
    v.PHASE_FREE: "Summon",
    v.PHASE_PICK: "Obtain",
    v.PHASE_REPLACE: "Replace",
}


def explain_action(game: Record, card_set: CardSet, seat: int, action: int) -> str:
    """Returns what a legal action does, in a few words for the seat that is asked."""
    phase = int(game["phase"])
    if action == act.PASS:
        return _PASS.get(phase, act.ACTIONS[action].meaning)
    if action == act.ROLL:
        return "Throw the dice again." if phase == v.PHASE_REROLL else "Throw the dice."
    if act.OPPONENT <= action < act.TAKE:
        return f"Name {SEAT_NAMES[(seat + 1 + action - act.OPPONENT) % int(game['seats'])]}."
    if act.TAKE <= action < act.CARD:
        verb = "Buy" if phase == v.PHASE_TURN else _VERBS[phase]
        return f"{verb} {_card(card_set, action - act.TAKE)}"
    if act.CARD <= action < act.DEMON:
        return f"{_verb(game, card_set)} {_card(card_set, action - act.CARD)}"
    if act.DEMON <= action < act.CANDLE:
        demon = action - act.DEMON
        is_summoned = phase == v.PHASE_TURN and int(game["hand"][seat]) >> demon & 1
        return f"{'Summon' if is_summoned else _verb(game, card_set)} {_demon(card_set, demon)}"
    if action >= act.CANDLE:
        candle = action - act.CANDLE
        numbers = ", ".join(map(str, numbers_of(card_set, candle)))
        return f"Take {card_set.candle_names[candle]}, which collects 1 soul at {numbers}."
    return act.ACTIONS[action].meaning


def _verb(game: Record, card_set: CardSet) -> str:
    phase = int(game["phase"])
    if phase == v.PHASE_VICTIM:
        op = int(card_set.cards[0]["effect_op"][game["current"], game["effect"]])
        return f"Let {SEAT_NAMES[game['named']]} discard" if op == v.OP_DISCARD else f"Steal from {SEAT_NAMES[game['named']]}"
    return _VERBS[phase]


def _card(card_set: CardSet, card: int) -> str:
    number = int(card_set.cards[0]["number"][card])
    return f"{card_set.card_names[card]} ({number}, {describe_kind(card_set, card)}): {describe_card(card_set, card)}"


def _demon(card_set: CardSet, demon: int) -> str:
    number = int(card_set.cards[0]["number"][v.MAX_TYPES + demon])
    return f"{card_set.demon_names[demon]}{f' ({number})' if number else ''}: {describe_demon(card_set, demon)}"
