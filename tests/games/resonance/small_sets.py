"""Card sets made for one test, where the shipped set cannot show a rule; the format is that of docs/resonance/card-sets.md."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

WITCHES = ("Ada", "Bea", "Cleo", "Dora", "Edda", "Fee", "Gro", "Hel")
Demons = Sequence[tuple[str, Sequence[Sequence[int]]]]  # names and levels `[Herb, Mineral, Potion]`

# Those of the house set; no two of their third levels fit on one circle.
HOUSE_DEMONS: Demons = (
    ("Berith", [[1, 1, 0], [2, 3, 0], [3, 3, 1]]),
    ("Eligos", [[0, 2, 0], [1, 3, 0], [2, 5, 0]]),
    ("Focalor", [[0, 0, 2], [1, 0, 3], [1, 1, 5]]),
    ("Gremory", [[2, 0, 1], [3, 0, 2], [4, 1, 2]]),
    ("Haborym", [[2, 0, 0], [3, 1, 0], [5, 2, 0]]),
    ("Murmur", [[0, 2, 1], [0, 3, 2], [1, 4, 2]]),
    ("Valefar", [[1, 0, 1], [2, 0, 2], [3, 0, 4]]),
    ("Vepar", [[0, 1, 1], [0, 2, 2], [0, 3, 4]]),
)
BOX = """
objects = { herb = 32, mineral = 26, potion = 22 }
transients = { herb = 7, mineral = 6, potion = 5 }
artifacts = 13
incantations = 21
moons = 8
full_moon = 5
"""


def write_set(folder: Path, *, demons: Demons = HOUSE_DEMONS, **first_spells: str) -> str:
    """Writes a set with the eight `WITCHES` and the box of the house set into `folder` and returns the path of its file.

    Args:
        folder: where.
        demons: all of them.
        first_spells: effects of the first spell of a witch. Without, she plays one object from hand; so does everybody's second
            spell. The third places a Sigil.
    """
    play = '{ effect = "play", kind = "object", count = 1 }'
    alone = [players for players in (3, 4, 5) if players <= len(demons)]
    in_teams = [players for players in (6, 7, 8) if (players + 1) // 2 <= len(demons)]
    lines = ["format = 1", 'name = "test"', f"players = {alone + in_teams}", "[box]", BOX]
    for name, levels in demons:
        lines += ["[[demon]]", f'name = "{name}"', f"levels = {[list(level) for level in levels]}"]
    for name in WITCHES:
        first = first_spells.get(name, play)
        lines += ["[[witch]]", f'name = "{name}"', f'spells = [[{first}], [{play}], [{{ effect = "sigil" }}]]']
    path = folder / "test.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


# Spells that turn the incantation into an artifact or an object that the shipped set does not have.
SHAPES = """
format = 1
players = [3]
[box]
objects = { herb = 32, mineral = 26, potion = 22 }
transients = { herb = 7, mineral = 6, potion = 5 }
artifacts = 13
incantations = 21
moons = 8
full_moon = 5
[[demon]]
name = "Berith"
levels = [[0, 0, 1], [0, 0, 2], [0, 0, 5]]
[[demon]]
name = "Murmur"
levels = [[1, 0, 0], [2, 0, 0], [5, 0, 0]]
[[demon]]
name = "Vepar"
levels = [[0, 1, 0], [0, 2, 0], [0, 5, 0]]
"""
SHAPE = """
[[witch]]
name = "{}"
spells = [
  [{{ effect = "become_artifact", value = 7 }}],
  [{{ effect = "become_object", kind = "herb", counts = {} }}],
  [{{ effect = "sigil" }}],
]
"""


def write_shapes(folder: Path) -> str:
    """Writes a set whose witches all can cast artifact 7, and an own Herb: Ada's counts 1, Bea's and Cleo's 2, Dora's 1."""
    path = folder / "shapes.toml"
    witches = [("Ada", 1), ("Bea", 2), ("Cleo", 2), ("Dora", 1)]
    path.write_text(SHAPES + "".join(SHAPE.format(*witch) for witch in witches), encoding="utf-8")
    return str(path)
