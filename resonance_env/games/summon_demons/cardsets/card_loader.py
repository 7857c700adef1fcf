"""Card-set files become the record of integers that the rules read, and the set that carries it with its names."""

from typing import Any

import msgspec

from resonance_env.core.card_files import ShippedSets, content_digest
from resonance_env.games.summon_demons.cardsets.card_checks import read_document
from resonance_env.games.summon_demons.cardsets.card_compiler import compile_cards
from resonance_env.games.summon_demons.cardsets.cards import CardSet


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


SHIPPED = ShippedSets("resonance_env.games.summon_demons.cardsets.sets", _read)
