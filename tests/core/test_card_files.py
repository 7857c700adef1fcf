"""Card-set files are parsed again only if their content is new."""

from pathlib import Path
from typing import Any

import numpy as np

from resonance_env.core.card_files import MAX_KEPT, AnyCardSet, ShippedSets

PARSED: list[str] = []


def read(raw: dict[str, Any], source: str, stem: str) -> AnyCardSet:
    PARSED.append(stem)
    return AnyCardSet(name=raw["name"], source=source, players=(2,), cards=np.zeros(1), digest="")


def test_a_file_is_parsed_when_its_content_is_new(tmp_path: Path) -> None:
    PARSED.clear()
    sets = ShippedSets("resonance_env.core", read)
    path = tmp_path / "box.toml"
    path.write_text('name = "one"', encoding="utf-8")
    first = sets.load(path)
    assert sets.load(str(path)) is first
    path.write_text('name = "two"', encoding="utf-8")
    assert sets.load(path).name == "two"
    assert PARSED == ["box", "box"]


def test_only_the_latest_files_are_kept(tmp_path: Path) -> None:
    PARSED.clear()
    sets = ShippedSets("resonance_env.core", read)
    paths = [tmp_path / f"{number}.toml" for number in range(MAX_KEPT + 1)]
    for path in paths:
        path.write_text('name = "a"', encoding="utf-8")
        sets.load(path)
    sets.load(paths[-1])
    assert len(PARSED) == MAX_KEPT + 1
    sets.load(paths[0])
    assert PARSED[-1] == "0"
