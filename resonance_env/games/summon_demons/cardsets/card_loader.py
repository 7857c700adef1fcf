"""Card-set files become the record of integers that the rules read, and the set that carries it with its names."""

import functools
import os
from typing import Any

import msgspec

from resonance_env.core.card_files import ShippedSets, content_digest
from resonance_env.games.summon_demons.cardsets.card_checks import read_document
from resonance_env.games.summon_demons.cardsets.card_compiler import compile_cards
from resonance_env.games.summon_demons.cardsets.cards import CardSet

SHIPPED = ShippedSets("resonance_env.games.summon_demons.cardsets.sets")


def load_card_set(name_or_path: str | os.PathLike[str]) -> CardSet:
    """Loads a shipped card set by name, or any card-set file by path.

    A shipped set is read once; a file is read again each time. Text that is the name of a shipped set means that set; a file
    of that name without an ending is meant by a `pathlib.Path` or by "./standard".

    Raises:
        CardSetError: no such set or file, or a fault in it; names file, card and field.

    >>> load_card_set("standard").card_ids[:3]
    ('caroline', 'lisa', 'jesus')
    """
    if SHIPPED.has(name_or_path):
        return _load_shipped(os.fspath(name_or_path))
    return _read(*SHIPPED.read_file(name_or_path))


@functools.cache
def _load_shipped(name: str) -> CardSet:
    return _read(SHIPPED.read_shipped(name), name, name)


def _read(raw: dict[str, Any], source: str, stem: str) -> CardSet:
    document = read_document(raw, source)
    return CardSet(
        name=document.name or stem,
        source=source,
        players=tuple(document.players),
        cards=compile_cards(msgspec.to_builtins(document)),
        card_ids=tuple(card.id for card in document.card),
        demon_ids=tuple(demon.id for demon in document.demon),
        candle_ids=tuple(candle.id for candle in document.candle),
        card_names=tuple(card.name for card in document.card),
        demon_names=tuple(demon.name for demon in document.demon),
        candle_names=tuple(candle.name for candle in document.candle),
        digest=content_digest(document),
    )
