"""Card-set files become the record of integers that the rules read, and the set that carries it with its names."""

from __future__ import annotations

import functools
import os
from typing import Any

import msgspec

from resonance_env.core.card_files import ShippedSets, content_digest
from resonance_env.games.syncro.cardsets.card_checks import read_document
from resonance_env.games.syncro.cardsets.card_compiler import compile_cards
from resonance_env.games.syncro.cardsets.cards import CardSet

SHIPPED = ShippedSets("resonance_env.games.syncro.cardsets.sets")


def load_card_set(name_or_path: str | os.PathLike[str]) -> CardSet:
    """Loads a shipped card set by name, or any card-set file by path.

    A shipped set is read once; a file is read again each time. Text that is the name of a shipped set means that set; a file
    of that name without an ending is meant by a `pathlib.Path` or by "./house".

    Raises:
        CardSetError: no such set or file, or a fault in it; names file, card and field.

    >>> load_card_set("house").boss_names[3]
    'Great Dragon'
    """
    if SHIPPED.has(name_or_path):
        return _load_shipped(os.fspath(name_or_path))
    return _read(*SHIPPED.read_file(name_or_path)[:2])


@functools.cache
def _load_shipped(name: str) -> CardSet:
    return _read(SHIPPED.read_shipped(name), name)


def _read(raw: dict[str, Any], source: str) -> CardSet:
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
