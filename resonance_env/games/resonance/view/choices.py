"""What a legal action means in a position, in the words of the cards on the table.

Whoever is asked may know all that is read here: reserves, demons, spell cards and seats lie open (R-INFO-1), and the pair that
is offered is seen by who drafts (R-SETUP-2).
"""

from __future__ import annotations

from resonance_env.games.resonance.cardsets.card_loader import demon_text, describe_spell
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules.actions import (
    ACTIONS,
    AIM,
    BREAK_SIGIL,
    CAST_SPELL,
    CHOOSE_TYPE,
    DRAW_ARTIFACT,
    HIGH_SELF,
    REMOVE_COUNTING,
    STOP,
    TAKE_DEMON,
    TAKE_SPELLS,
)
from resonance_env.games.resonance.rules.vocabulary import (
    CHOICE_DISCARD,
    CHOICE_DRAW,
    CHOICE_NAMES,
    CHOICE_PLAY,
    NO_SPELL_CARD,
    NUM_SPELLS,
    OBJECT_NAMES,
    PHASE_TAKE_DEMON,
)
from resonance_env.games.resonance.text.position_lines import SEAT_NAMES, Record

_WHERE = {CHOICE_PLAY: " from your hand", CHOICE_DRAW: " from the open pile", CHOICE_DISCARD: " from your hand"}


def explain_action(game: Record, card_set: CardSet, seat: int, action: int) -> str:
    """Returns a few words for a seat that is asked.

    Args:
        game: the record.
        card_set: the cards it is played with.
        seat: who is asked.
        action: a code that is legal for her.
    """
    if action == STOP:
        return "Keep your demon." if game["phase"] == PHASE_TAKE_DEMON else f"No more to {CHOICE_NAMES[game['choice']]}."
    if action == DRAW_ARTIFACT:
        return f"Draw the artifact on top of the pile, {int(game['artifact_top'])}."
    if action == BREAK_SIGIL:
        return f"Discard 1 Mineral and 1 Potion; the Sigil {int(game['sigil'][seat])} on you leaves the game."
    if CAST_SPELL <= action < AIM:
        card = int(game["spells"][seat])
        return f"{card_set.witch_names[card]}: {describe_spell(card_set, card, action - CAST_SPELL)}"
    if AIM <= action < HIGH_SELF:
        return f"Aim at {_witch(game, card_set, (seat + 1 + action - AIM) % int(game['seats']))}."
    if CHOOSE_TYPE <= action < REMOVE_COUNTING:
        choice = int(game["choice"])
        what = f"{OBJECT_NAMES[action - CHOOSE_TYPE]}{_WHERE.get(choice, ' in the centre')}"
        return f"{CHOICE_NAMES[choice].title()} {what}."
    if TAKE_DEMON <= action < TAKE_SPELLS:
        return f"{demon_text(card_set, action - TAKE_DEMON)}."
    if action >= TAKE_SPELLS:
        card = action - TAKE_SPELLS
        spells = (f"{spell + 1} {describe_spell(card_set, card, spell)}" for spell in range(NUM_SPELLS))
        return f"{card_set.witch_names[card]}: {' '.join(spells)}"
    return ACTIONS[action].meaning


def _witch(game: Record, card_set: CardSet, seat: int) -> str:
    card = int(game["spells"][seat])
    return SEAT_NAMES[seat] if card == NO_SPELL_CARD else f"{card_set.witch_names[card]} ({SEAT_NAMES[seat]})"
