"""Refuses sets whose cards could activate one another without end (LD-ACT-15, cards.md).

Without a circle no chain has more than two that activate all, as many groups as the stack has: two such cards on one chain
would reach each other or themselves, so there is one at most, and a demon before it.
"""

from resonance_env.core.errors import CardSetError
from resonance_env.games.summon_demons.cardsets import card_tables as t


def check_activators(document: t.Document, labels: dict[str, list[str]]) -> None:
    """Checks the chains of `activate`; demons can begin one but are never reached.

    Args:
        document: the set.
        labels: what messages call each card.

    Raises:
        CardSetError: a circle; names the cards on it.
    """
    cards = [(card, effect) for card in document.card if (effect := _activation(card)) is not None]
    arrows = {card.id: [other.id for other, how in cards if _reaches(effect, other, how)] for card, effect in cards}
    label_of = {card.id: label for card, label in zip(document.card, labels["card"], strict=True)}
    for card, _ in cards:
        circle = _circle(card.id, (), arrows)
        if circle:
            came = " -> ".join(circle)
            raise CardSetError(f"{label_of[circle[0]]}, do: expected no circle of cards that activate one another, got {came}")


def _activation(card: t.Card) -> t.Activate | None:
    return card.do[-1] if isinstance(card.do[-1], t.Activate) else None


def _reaches(effect: t.Activate, card: t.Card, its_effect: t.Activate) -> bool:
    """Whether an activator could ever activate a card that is one itself: demons may let any kid match (LD-PERM-1, 2)."""
    if effect.which == "one" and its_effect.which == "one":
        return False
    return (effect.of == "animal") == (card.kind == "animal")


def _circle(card: str, before: tuple[str, ...], arrows: dict[str, list[str]]) -> tuple[str, ...]:
    """Returns a circle on the chains from a card on, its first card twice, or nothing; `before` leads to the card."""
    chain = (*before, card)
    if card in before:
        return chain[chain.index(card) :]
    for following in arrows[card]:
        circle = _circle(following, chain, arrows)
        if circle:
            return circle
    return ()
