"""Card sets made for one test, where the shipped set cannot show a rule; the format is that of docs/resonance/card-sets.md."""

from collections.abc import Mapping, Sequence
from pathlib import Path

SIGIL = '{ effect = "sigil" }'
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
# Discards of all kinds, so that victims pick in secret.
DISCARDS: dict[str, str] = {
    "Ada": '{ effect = "discard", kind = "object", count = 2, who = "all" }',
    "Bea": '{ effect = "discard", kind = "object", count = 3, who = "one" }',
    "Cleo": '{ effect = "discard", kind = "artifact", count = 1, who = "all" }',
    "Dora": '{ effect = "discard", kind = "incantation", count = 1, who = "all" }',
    "Edda": '{ effect = "discard", kind = "herb", count = 2, who = "all" }',
}
BOX = """
objects = { herb = 32, mineral = 26, potion = 22 }
transients = { herb = 7, mineral = 6, potion = 5 }
artifacts = 13
incantations = 21
moons = 8
full_moon = 5
"""


def set_text(
    players: Sequence[int], demons: Demons, spells: Mapping[str, Sequence[str]], *, box: str = BOX, name: str | None = None
) -> str:
    """Returns the text of a set.

    Args:
        players: numbers of persons who can play it.
        demons: all of them.
        spells: the effects of the three spells of each witch, by her name.
        box: how many cards of each kind there are; without, those of the house set.
        name: of the set; without, a file gives its own.
    """
    lines = ["format = 1", *([] if name is None else [f'name = "{name}"']), f"players = {list(players)}", "[box]", box]
    for demon, levels in demons:
        lines += ["[[demon]]", f'name = "{demon}"', f"levels = {[list(level) for level in levels]}"]
    for witch, effects in spells.items():
        lines += ["[[witch]]", f'name = "{witch}"', f"spells = [{', '.join(f'[{effect}]' for effect in effects)}]"]
    return "\n".join(lines) + "\n"


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
    spells = {name: (first_spells.get(name, play), play, SIGIL) for name in WITCHES}
    path = folder / "test.toml"
    path.write_text(set_text(alone + in_teams, demons, spells, name="test"), encoding="utf-8")
    return str(path)


def simple_demons(last_level: int = 3) -> Demons:
    """Returns three demons, each of which needs one type of object: 1, then 2, then `last_level` of it."""
    kinds = {"Berith": (0, 0, 1), "Murmur": (1, 0, 0), "Vepar": (0, 1, 0)}
    return [(name, [[count * each for each in kind] for count in (1, 2, last_level)]) for name, kind in kinds.items()]


def write_shapes(folder: Path) -> str:
    """Writes a set whose witches all can cast artifact 7, and an own Herb: Ada's counts 1, Bea's and Cleo's 2, Dora's 1.

    The shipped set has no spells that turn an incantation into these.
    """
    artifact, herb = '{ effect = "become_artifact", value = 7 }', '{{ effect = "become_object", kind = "herb", counts = {} }}'
    counts = {"Ada": 1, "Bea": 2, "Cleo": 2, "Dora": 1}
    spells = {name: (artifact, herb.format(count), SIGIL) for name, count in counts.items()}
    path = folder / "shapes.toml"
    path.write_text(set_text([3], simple_demons(5), spells), encoding="utf-8")
    return str(path)
