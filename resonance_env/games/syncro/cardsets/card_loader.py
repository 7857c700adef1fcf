"""Card-set files become the record of integers that the rules read, and the set that carries it with its names."""

from typing import Any

import msgspec

from resonance_env.core.card_files import ShippedSets, content_digest
from resonance_env.games.syncro.cardsets.card_checks import read_document
from resonance_env.games.syncro.cardsets.card_compiler import compile_cards
from resonance_env.games.syncro.cardsets.cards import CardSet


def _read(raw: dict[str, Any], source: str, _: str) -> CardSet:
    document = read_document(raw, source)
    return CardSet(
        name=document.name,
        source=source,
        players=tuple(int(mages) for mages in document.hand),
        chapters=tuple(document.chapters),
        cards=compile_cards(msgspec.to_builtins(document)),
        monster_names=tuple(monster.name for monster in document.monster),
        lieutenant_names=tuple(lieutenant.name for lieutenant in document.lieutenant),
        reward_names=tuple(reward.name for reward in document.reward),
        fog_names=tuple(fog.name for fog in document.fog),
        boss_names=tuple(level.boss.name if level.boss else "" for level in document.level),
        digest=content_digest(document),
    )


SHIPPED = ShippedSets("resonance_env.games.syncro.cardsets.sets", _read)
