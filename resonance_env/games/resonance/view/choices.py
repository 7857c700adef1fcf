"""The meaning of a legal action in a position, in terms of the cards on the table.

A seat that is asked may know everything that is read here: reserves, demons, spell cards and seats are public (R-INFO-1), and
the seat that drafts sees the offered pair (R-SETUP-2).
"""

from resonance_env.games.resonance.cardsets.card_loader import demon_text, describe_spell
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.state import Record

_WHERE = {v.CHOICE_PLAY: " from your hand", v.CHOICE_DRAW: " from the open pile", v.CHOICE_DISCARD: " from your hand"}


def explain_action(game: Record, card_set: CardSet, seat: int, action: int) -> str:
    """Returns what a legal action does, in a few words for the seat that is asked."""
    if action == act.STOP:
        return "Keep your demon." if game["phase"] == v.PHASE_TAKE_DEMON else f"No more to {v.CHOICE_NAMES[game['choice']]}."
    if action == act.DRAW_ARTIFACT:
        return f"Draw the artifact on top of the pile, {int(game['artifact_top'])}."
    if action == act.BREAK_SIGIL:
        return f"Discard 1 Mineral and 1 Potion; the Sigil {int(game['sigil'][seat])} on you leaves the game."
    if act.CAST_SPELL <= action < act.AIM:
        card = int(game["spells"][seat])
        return f"{card_set.witch_names[card]}: {describe_spell(card_set, card, action - act.CAST_SPELL)}"
    if act.AIM <= action < act.HIGH_SELF:
        return f"Aim at {_witch(game, card_set, (seat + 1 + action - act.AIM) % int(game['seats']))}."
    if act.CHOOSE_TYPE <= action < act.REMOVE_COUNTING:
        choice = int(game["choice"])
        what = f"{v.OBJECT_NAMES[action - act.CHOOSE_TYPE]}{_WHERE.get(choice, ' in the centre')}"
        return f"{v.CHOICE_NAMES[choice].title()} {what}."
    if act.TAKE_DEMON <= action < act.TAKE_SPELLS:
        return f"{demon_text(card_set, action - act.TAKE_DEMON)}."
    if action >= act.TAKE_SPELLS:
        card = action - act.TAKE_SPELLS
        spells = (f"{spell + 1} {describe_spell(card_set, card, spell)}" for spell in range(v.NUM_SPELLS))
        return f"{card_set.witch_names[card]}: {' '.join(spells)}"
    return act.ACTIONS[action].meaning


def _witch(game: Record, card_set: CardSet, seat: int) -> str:
    card = int(game["spells"][seat])
    return v.SEAT_NAMES[seat] if card == v.NO_SPELL_CARD else f"{card_set.witch_names[card]} ({v.SEAT_NAMES[seat]})"
