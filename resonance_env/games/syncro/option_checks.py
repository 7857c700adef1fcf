"""Checks of options that need the card set (SY-MODE-4)."""

from collections.abc import Mapping
from typing import Any

from resonance_env.core.card_tables import count_text
from resonance_env.core.errors import OptionError
from resonance_env.games.syncro.cardsets.cards import CardSet


def check_options(card_set: CardSet, options: Mapping[str, Any]) -> None:
    """Checks the options of the chosen mode, each of which has a possible value; those of the other mode are ignored.

    Raises:
        OptionError: the card set has no such level or chapter; the message names both.
    """
    levels, chapters = sum(card_set.chapters), options["chapters"]
    if options["mode"] == "level" and options["level"] > levels:
        raise OptionError(
            f"expected level to be one of the {count_text(levels, 'level')} of cards={card_set.source!r}; "
            f"got level={options['level']}"
        )
    if options["mode"] == "campaign" and chapters != "I" and len(card_set.chapters) == 1:
        raise OptionError(f"expected chapters='I', since cards={card_set.source!r} has one chapter; got chapters={chapters!r}")
