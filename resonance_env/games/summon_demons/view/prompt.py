"""The current decision as sentences; everything here is open to all (LD-INFO-1)."""

from resonance_env.core.position_text import Record
from resonance_env.games.summon_demons.cardsets.card_text import format_counts
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.rules.questions import DEMONS_AT
from resonance_env.games.summon_demons.text.events import result
from resonance_env.games.summon_demons.text.position_lines import SEAT_NAMES, thing_name

_QUESTIONS = {
    v.PHASE_CANDLE: "{who} chooses a candle.",
    v.PHASE_FREE: "{who} may put a demon of its hand into play for nothing.",
    v.PHASE_TURN: "{who} has its turn: {may}.",
    v.PHASE_SACRIFICE: "{who} summons {demon} and has {left} more to sacrifice.",
    v.PHASE_REROLL: "{who} may throw the dice again.",
    v.PHASE_ORDER: "{who} chooses what is activated next.",
    v.PHASE_GATE: "{who} may pay the cost of {thing}.",
    v.PHASE_COST: "{who} pays the second card of the cost of {thing}.",
    v.PHASE_TARGET: "{who} chooses what {thing} activates.",
    v.PHASE_OPPONENT: "{who} names an opponent for {thing}.",
    v.PHASE_VICTIM: "{who} chooses something of {named} for {thing}.",
    v.PHASE_SOURCE: "{who} chooses where {thing} steals; {left} more to steal.",
    v.PHASE_PICK: "{who} chooses a card for {thing}.",
    v.PHASE_REPLACE: "{who} names cards of the row that {thing} replaces.",
    v.PHASE_SUMMON: "{who} chooses the demon to summon.",
}


def prompt(game: Record, card_set: CardSet, viewer: int | None) -> list[str]:
    """Returns one or two sentences.

    Args:
        game: the record.
        card_set: the cards.
        viewer: the seat that looks, or None for a spectator.
    """
    phase = int(game["phase"])
    if phase == v.PHASE_OVER:
        return [result(game)]
    if phase == v.PHASE_CHANCE:
        return ["Chance decides."]
    seat = int(game["decider"])
    sentence = _QUESTIONS[phase].format(
        who=SEAT_NAMES[seat],
        may=_may(game),
        demon=card_set.demon_ids[game["summoning"]] if game["summoning"] != v.NOTHING else "",
        left=int(game["left"]),
        thing=thing_name(card_set, int(game["current"])) if game["current"] != v.NOTHING else "",
        named=SEAT_NAMES[game["named"]],
    )
    return [sentence, *([] if viewer is None else ["It is your decision." if viewer == seat else "You wait."])]


def _may(game: Record) -> str:
    """Returns what the turn allows now; whether it allows a summon depends on the size of the hand alone."""
    low, high, seat = int(game["legal"][0]), int(game["legal"][1]), int(game["decider"])
    words = [] if game["rolled"] else ["roll"]
    words += ["buy a card"] if low >> act.TAKE else []
    words += ["summon a demon"] if high >> DEMONS_AT & ~int(game["demons"][seat]) else []
    words += ["pass on a card or demon"] if game["teams"] and not game["passed_on"] else []
    words += ["end the turn"] if game["rolled"] else []
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def stack_text(game: Record, card_set: CardSet) -> list[str]:
    """Returns what is being resolved, from the bottom of the stack (LD-ACT-15)."""
    if game["phase"] == v.PHASE_OVER:
        return []
    lines = []
    if game["block"] != v.NOTHING:
        waiting = [format_counts(game["waiting"][level], card_set.card_ids) for level in range(1 + int(game["groups"]))]
        demons = [id_ for place, id_ in enumerate(card_set.demon_ids) if int(game["waiting_demons"]) >> place & 1]
        in_block = ", ".join(word for word in (*([] if waiting[0] == "none" else [waiting[0]]), *demons)) or "nothing"
        lines.append(f"{SEAT_NAMES[game['block']]} resolves the roll; {in_block} waits")
        lines += [f"a group of it; {'nothing' if group == 'none' else group} waits" for group in waiting[1:]]
    if game["current"] != v.NOTHING:
        lines.append(f"{thing_name(card_set, int(game['current']))} is being activated")
    if game["summoning"] != v.NOTHING:
        lines.append(f"{card_set.demon_ids[game['summoning']]} is being summoned")
    if game["egg"] != v.NOTHING:
        lines.append(f"{card_set.demon_ids[game['egg']]} looks at demons of the pile")
    return lines
