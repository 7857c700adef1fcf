"""Card sets: what the shipped ones hold, what the loader refuses and how it says so (R-BOX, cards.md)."""

from __future__ import annotations

import datetime
import itertools
import json
import re
import tomllib
import typing
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from resonance_env.core.errors import CardSetError
from resonance_env.games.resonance.card_checks import EFFECTS, OBJECT_KINDS, Effect
from resonance_env.games.resonance.card_loader import (
    MAX_FILE,
    CardSetWarning,
    demon_text,
    describe_spell,
    load_card_set,
    shipped_sets,
)
from resonance_env.games.resonance.cards import CardSet
from resonance_env.games.resonance.vocabulary import KIND_NAMES, MAX_TRANSIENTS, OP_NAMES, WHEN_NAMES, WHO_NAMES

DOCS = Path(__file__).parents[3] / "docs"

# A valid set for three witches; the tests damage it in one place each.
SIGIL = '[{ effect = "sigil" }]'
VALID = """
format = 1
name = "base"
players = [2, 3]
[box]
objects = { herb = 5, mineral = 4, potion = 3 }
transients = { herb = 3, mineral = 2, potion = 1 }
artifacts = 4
incantations = 6
moons = 5
full_moon = 3
[[demon]]
name = "Berith"
levels = [[1, 0, 0], [1, 1, 0], [3, 1, 0]]
[[demon]]
name = "Murmur"
levels = [[0, 1, 0], [0, 2, 0], [0, 4, 1]]
[[demon]]
name = "Vepar"
levels = [[0, 0, 1], [0, 0, 2], [0, 0, 4]]
[[witch]]
name = "Ada"
spells = [[{ effect = "play", kind = "object", count = 2 }], [{ effect = "change_demon", who = "self" }], [{ effect = "sigil" }]]
[[witch]]
name = "Bea"
spells = [[{ effect = "become_artifact", value = 0 }], [{ effect = "draw", kind = "artifact", count = 1 }], [{ effect = "sigil" }]]
[[witch]]
name = "Cleo"
spells = [[{ effect = "remove", kind = "any", count = 1 }], [{ effect = "become_object", kind = "herb" }], [{ effect = "sigil" }]]
[[witch]]
name = "Dora"
spells = [[{ effect = "discard", kind = "object", count = 1, who = "one" }], [{ effect = "change_spells", who = "one" }], [{ effect = "sigil" }]]
"""  # noqa: E501

Load = Callable[[str], CardSet]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Loads a set from its text, from a file named box.toml."""

    def load_text(text: str) -> CardSet:
        path = tmp_path / "box.toml"
        path.write_text(text, encoding="utf-8")
        return load_card_set(path)

    return load_text


def change(old: str, new: str) -> str:
    assert old in VALID
    return VALID.replace(old, new, 1)


def spell(text: str) -> str:
    """The valid set with Ada's first spell replaced."""
    return change('[{ effect = "play", kind = "object", count = 2 }]', text)


def effects_of(card_set: CardSet, card: int, spell_index: int) -> list[tuple[Any, ...]]:
    """The effects of a spell as (op, kind, count, value, who, when, optional), in words."""
    row = card_set.table[0]
    effects = []
    for index in range(row["num_effects"][card, spell_index]):
        op, kind, count, value, who, when, optional = (
            int(row[f"effect_{name}"][card, spell_index, index])
            for name in ("op", "kind", "count", "value", "who", "when", "optional")
        )
        effects.append((OP_NAMES[op], KIND_NAMES[kind], count, value, WHO_NAMES[who], WHEN_NAMES[when], optional))
    return effects


# ---- The shipped sets


def test_shipped_sets_load_without_warnings_and_once() -> None:
    assert shipped_sets() == ["house", "mini"]
    for name in shipped_sets():
        card_set = load_card_set(name)  # a warning is an error here
        assert (card_set.name, card_set.source) == (name, name)
        assert load_card_set(name) is card_set
        assert not card_set.table.flags.writeable


def test_r_box_house_has_the_counts_of_the_box() -> None:
    """R-BOX-1 R-BOX-2 R-BOX-3 R-BOX-4 R-BOX-5 R-BOX-6 R-BOX-7 R-BOX-8."""
    house = load_card_set("house")
    row = house.table[0]
    assert row["objects"].tolist() == [32, 26, 22]
    assert row["objects"].sum() == 80
    assert row["transients"].tolist() == [7, 6, 5]
    assert row["transients"].sum() == 18
    assert [int(row[name]) for name in ("artifacts", "incantations", "moons", "demons", "spell_cards")] == [13, 21, 8, 8, 8]
    assert row["full_moon"] == 4  # moon V, counted from 0
    assert house.players == (3, 4, 5, 6, 7, 8)


def test_house_has_the_demons_of_the_cards_page() -> None:
    page = (DOCS / "cards.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| (\d \d \d) \| (\d \d \d) \| (\d \d \d) \|$", page, flags=re.MULTILINE)
    written = {name: [[int(count) for count in level.split()] for level in levels] for name, *levels in rows}
    house = load_card_set("house")
    assert len(written) == 8
    assert dict(zip(house.demon_names, house.table[0]["demon_levels"].tolist(), strict=True)) == written


SIGIL_ROW = [("sigil", "herb", 0, 0, "one", "end", 0)]
PLAY_COUNTING_2 = ("play", "object", 1, 2, "self", "now", 0)
HOUSE_SPELLS = {
    "Blanchefleur": (
        [("play", "object", 1, 3, "self", "now", 0)],
        [("change_demon", "herb", 0, 0, "one", "end", 0)],
    ),
    "Calanthe": (
        [("remove", "any", 2, 0, "self", "now", 0)],
        [("discard", "object", 2, 0, "all", "now", 0), PLAY_COUNTING_2],
    ),
    "Évanthe": (
        [("remove", "any", 1, 0, "self", "now", 0), PLAY_COUNTING_2],
        [("play", "herb", 2, 2, "self", "now", 1), ("draw", "object", 1, 0, "self", "now", 0)],
    ),
    "Myosotis": (
        [("become_object", "herb", 0, 3, "self", "now", 0)],
        [PLAY_COUNTING_2, ("change_spells", "herb", 0, 0, "one", "end", 0)],
    ),
    "Thylane": (
        [("become_artifact", "herb", 0, 0, "self", "now", 0)],
        [("discard", "object", 3, 0, "one", "now", 0), PLAY_COUNTING_2],
    ),
    "Virág": (
        [PLAY_COUNTING_2, ("draw", "artifact", 1, 0, "self", "now", 0)],
        [("become_object", "mineral", 0, 3, "self", "now", 0), ("draw", "object", 1, 0, "self", "now", 0)],
    ),
    "Vuoko": (
        [("become_object", "potion", 0, 3, "self", "now", 0), ("draw", "object", 1, 0, "self", "now", 0)],
        [("discard", "artifact", 1, 0, "one", "now", 0), PLAY_COUNTING_2],
    ),
    "Zinnia": (
        [("play", "object", 2, 2, "self", "now", 1)],
        [("draw", "artifact", 1, 0, "self", "now", 0), ("change_demon", "herb", 0, 0, "self", "end", 1)],
    ),
}


def test_house_has_the_spells_of_the_cards_page() -> None:
    house = load_card_set("house")
    page = (DOCS / "cards.md").read_text(encoding="utf-8")
    assert house.witch_names == tuple(HOUSE_SPELLS)
    for card, (name, (first, second)) in enumerate(HOUSE_SPELLS.items()):
        assert f"| {name} |" in page
        assert [effects_of(house, card, k) for k in range(3)] == [first, second, SIGIL_ROW], name


def test_r_end_2_no_two_level_threes_of_house_fit_on_one_circle() -> None:
    row = load_card_set("house").table[0]
    pairs = list(itertools.combinations(row["demon_levels"][:8, 2].astype(int), 2))
    assert len(pairs) == 28
    assert all(np.maximum(first, second).sum() > row["moons"] for first, second in pairs)


def test_mini_is_tiny_and_has_a_demon_to_trade_for() -> None:
    row = load_card_set("mini").table[0]
    assert row["moons"] == 3
    assert row["transients"].sum() == 3
    assert row["demons"] > 2
    # A level a round: the first can be validated in round 1, the last in round 3.
    assert (row["demon_levels"][:3, 0].sum(axis=1) == 1).all()


# ---- Names and paths


def test_a_file_can_be_given_by_path_and_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "my box.toml"
    path.write_text(VALID, encoding="utf-8")
    first = load_card_set(str(path))
    assert (first.name, first.source, first.players) == ("base", str(path), (2, 3))
    path.write_text(change('name = "base"\n', ""), encoding="utf-8")
    second = load_card_set(path)
    assert second.name == "my box"
    assert second.digest != first.digest


def test_a_shipped_name_wins_over_a_file_unless_a_path_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "house").write_text(VALID, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert load_card_set("house").name == "house"
    assert load_card_set(Path("house")).name == "base"
    assert load_card_set("./house").name == "base"


@pytest.mark.parametrize("bad", ["hous", "", "no/such/file.toml", "house.tom"])
def test_an_unknown_name_lists_the_shipped_ones_and_says_that_a_path_is_accepted(bad: str, tmp_path: Path) -> None:
    with pytest.raises(CardSetError, match=r"house, mini.*path of a TOML file") as error:
        load_card_set(bad)
    assert f"got {bad!r}" in str(error.value)
    assert ("did you mean 'house'" in str(error.value)) == bad.startswith("hous")


@pytest.mark.parametrize("bad", [None, 3, 1.5, b"house", ["house"], True])
def test_what_is_neither_name_nor_path_is_refused(bad: Any) -> None:
    with pytest.raises(CardSetError, match=r"house, mini.*got .* of type"):
        load_card_set(bad)


DAMAGED = {
    "bad TOML": (b"format = = 1", "TOML"),
    "cut off": (VALID.encode()[:200], "TOML|missing"),
    "binary": (bytes(range(256)), "UTF-8"),
    "null characters": (b"\0" * 64, "TOML"),
    "nested": (b"a = " + b"[" * 100_000, "TOML"),
    "long number": (b"format = " + b"9" * 10_000, "TOML"),
    "long hexadecimal number": (b"format = 0x" + b"f" * 10_000, "missing"),
    "too long": (b"#" * (MAX_FILE + 1), "at most"),
    "empty": (b"", "missing"),
    "key twice": (VALID.encode() + b'name = "Eva"\nname = "Eva"', "TOML"),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_file_is_refused_by_name(damage: str, tmp_path: Path) -> None:
    content, needle = DAMAGED[damage]
    path = tmp_path / "damaged.toml"
    path.write_bytes(content)
    with pytest.raises(CardSetError, match=needle) as error:
        load_card_set(path)
    assert "damaged.toml" in str(error.value)


def test_a_long_hexadecimal_number_is_refused_briefly(load: Load) -> None:
    with pytest.raises(CardSetError, match=r"artifacts: expected an integer in 1 .. 13, got an integer of more than 18 digits"):
        load(change("artifacts = 4", f"artifacts = 0x{'f' * 10_000}"))


def test_a_folder_a_missing_file_and_an_impossible_path_are_refused(tmp_path: Path) -> None:
    for path, needle in ((tmp_path, "a folder"), (tmp_path / "none.toml", "no file"), (Path("nul\0l.toml"), "no file")):
        with pytest.raises(CardSetError, match=needle) as error:
            load_card_set(path)
        assert path.name.replace("\0", "\\x00") in str(error.value)


def test_a_byte_order_mark_and_windows_lines_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbf" + VALID.replace("\n", "\r\n").encode())
    assert load_card_set(path).name == "base"


def test_a_file_that_cannot_be_read_is_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    (tmp_path / "secret.toml").write_text(VALID, encoding="utf-8")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(CardSetError, match=r"secret\.toml.*Permission denied"):
        load_card_set(tmp_path / "secret.toml")


# ---- Checks: each damaged place, and what the message must contain besides the file's name

ADA = 'name = "Ada"'
BERITH = "levels = [[1, 0, 0], [1, 1, 0], [3, 1, 0]]"
CHECKS: dict[str, tuple[str, list[str]]] = {
    # Structure.
    "unknown field": ("colour = 1\n" + VALID, ["'colour'", "players", "box", "demon", "witch"]),
    "misspelt field": (change("players =", "player ="), ["'player'", "did you mean 'players'"]),
    "no format": (change("format = 1\n", ""), ["'format'", "the integer 1", "missing"]),
    "other format": (change("format = 1", "format = 2"), ["format", "the integer 1", "got 2"]),
    "no demons": (re.sub(r"\[\[demon\]\]\n.*\n.*\n", "", VALID), ["'demon'", "missing"]),
    "demons not a list": (
        "demon = 3\n" + re.sub(r"\[\[demon\]\]\n.*\n.*\n", "", VALID),
        ["demon", "[[demon]]", "1 .. 8", "got 3"],
    ),
    "box not a table": (re.sub(r"\[box\]\n(.*\n){6}", "box = 3\n", VALID), ["box", "a table", "incantations", "got 3"]),
    "demon not a table": (
        "demon = [1]\n" + re.sub(r"\[\[demon\]\]\n.*\n.*\n", "", VALID),
        ["demon 1", "a table", "name, levels", "got 1"],
    ),
    "unknown field of a demon": (
        change(BERITH, BERITH + "\nlevel = 1"),
        ["demon 1 (Berith)", "'level'", "did you mean 'levels'"],
    ),
    "unknown field of a witch": (change(ADA, ADA + "\nmood = 1"), ["witch 1 (Ada)", "'mood'"]),
    "nine demons": (
        change("[[witch]]", "".join(f'[[demon]]\nname = "D{k}"\n{BERITH}\n' for k in range(6)) + "[[witch]]"),
        ["demon", "1 .. 8", "an array of 9"],
    ),
    "nine witches": (
        VALID + "".join(f'[[witch]]\nname = "W{k}"\nspells = [{SIGIL}, {SIGIL}, {SIGIL}]\n' for k in range(5)),
        ["witch", "1 .. 8", "an array of 9"],
    ),
    # Names.
    "name not text": (change('name = "base"', "name = 3"), ["name", "got 3"]),
    "empty name": (change('name = "Vepar"', 'name = ""'), ["demon 3", "name", "got ''"]),
    "name with a comma": (change('name = "Ada"', 'name = "Ada, Bea"'), ["witch 1 (Ada, Bea)", "name", "letters", "'Ada, Bea'"]),
    "name with two blanks": (change('name = "Ada"', 'name = "Ada  Bea"'), ["witch 1", "single blanks"]),
    "name with a line break": (change('name = "Ada"', r'name = "Ada\nBea"'), ["witch 1, name", r"'Ada\nBea'"]),
    "name without a letter": (change('name = "Ada"', 'name = "-"'), ["witch 1", "name", "'-'"]),
    "name that means no card": (change('name = "Ada"', 'name = "None"'), ["witch 1", "other than 'none'"]),
    "long name": (change('name = "Ada"', f'name = "{"A" * 41}"'), ["witch 1", "1 .. 40", "(41 characters)"]),
    "demon twice": (change('name = "Vepar"', 'name = "Berith"'), ["demon", "'Berith' and 'Berith'"]),
    "one letter twice": (
        change('name = "Ada"', 'name = "A"').replace('name = "Bea"', 'name = "A"'),
        ["witch", "'A' and 'A'"],
    ),
    "witch twice but for case and accent": (change('name = "Bea"', 'name = "ADÁ"'), ["witch", "'Ada' and 'ADÁ'"]),
    # Players.
    "players not a list": (change("players = [2, 3]", "players = 3"), ["players", "numbers of players", "got 3"]),
    "no players": (change("players = [2, 3]", "players = []"), ["players", "got []"]),
    "one player": (change("players = [2, 3]", "players = [1, 2]"), ["players, number 1", "2 .. 8", "got 1"]),
    "nine players": (change("players = [2, 3]", "players = [3, 9]"), ["players, number 2", "2 .. 8", "got 9"]),
    "players as text": (change("players = [2, 3]", 'players = ["three"]'), ["players", "an integer", "'three'"]),
    "players twice": (change("players = [2, 3]", "players = [3, 2, 3]"), ["players", "once", "3 twice"]),
    # The box.
    "negative pile": (change("{ herb = 5,", "{ herb = -1,"), ["box, objects, herb", "0 .. 32", "got -1"]),
    "too big a pile": (change("{ herb = 5,", "{ herb = 100,"), ["box, objects, herb", "0 .. 32", "got 100"]),
    "pile true": (change("{ herb = 5,", "{ herb = true,"), ["box, objects, herb", "an integer", "got true"]),
    "pile 5.0": (change("{ herb = 5,", "{ herb = 5.0,"), ["box, objects, herb", "an integer", "got 5.0"]),
    "pile missing": (change("{ herb = 5, ", "{ "), ["box, objects", "'herb'", "0 .. 32", "missing"]),
    "pile unknown": (change("{ herb = 5,", "{ herb = 5, herbs = 1,"), ["box, objects", "'herbs'", "did you mean 'herb'"]),
    "piles as a list": (change("{ herb = 3, mineral = 2, potion = 1 }", "[3, 2, 1]"), ["box, transients", "[3, 2, 1]"]),
    "box field missing": (change("moons = 5\n", ""), ["box", "'moons'", "1 .. 8", "missing"]),
    "no transients": (
        change("{ herb = 3, mineral = 2, potion = 1 }", "{ herb = 0, mineral = 0, potion = 0 }"),
        ["transients", "got 0"],
    ),
    "too many transients": (
        change("{ herb = 3, mineral = 2, potion = 1 }", "{ herb = 10, mineral = 10, potion = 0 }"),
        ["box, transients", f"1 .. {MAX_TRANSIENTS}", "got 20"],
    ),
    "no artifacts": (change("artifacts = 4", "artifacts = 0"), ["box, artifacts", "1 .. 13", "got 0"]),
    "fourteen artifacts": (change("artifacts = 4", "artifacts = 14"), ["box, artifacts", "1 .. 13", "got 14"]),
    "no incantations": (change("incantations = 6", "incantations = 0"), ["box, incantations", "1 .. 21", "got 0"]),
    "too many incantations": (change("incantations = 6", "incantations = 22"), ["box, incantations", "1 .. 21", "got 22"]),
    "no moons": (change("moons = 5", "moons = 0"), ["box, moons", "1 .. 8", "got 0"]),
    "nine moons": (change("moons = 5", "moons = 9"), ["box, moons", "1 .. 8", "got 9"]),
    "full moon 0": (change("full_moon = 3", "full_moon = 0"), ["box, full_moon", "got 0"]),
    "full moon beyond": (change("full_moon = 3", "full_moon = 6"), ["box, full_moon", "1 .. 5", "got 6"]),
    # Enough for each number of players.
    "too few demons": (change("players = [2, 3]", "players = [4]"), ["demon", "at least 4 for 4 players", "got 3"]),
    "too few spell cards": (
        VALID[: VALID.index('[[witch]]\nname = "Dora"')],
        ["witch", "at least 4 for 3 players", "offered two", "got 3"],
    ),
    "too few spell cards for teams": (
        change("players = [2, 3]", "players = [6]"),
        ["witch", "at least 6 for 6 players", "got 4"],
    ),
    "seven play eight seats": (
        change("players = [2, 3]", "players = [7]"),
        ["demon", "at least 4 for 7 players", "each team", "got 3"],
    ),
    "too few objects": (change("potion = 3 }", "potion = 2 }"), ["box, objects, potion", "at least 3 for 3 players", "got 2"]),
    "too few artifacts": (change("artifacts = 4", "artifacts = 2"), ["box, artifacts", "at least 3 for 3 players", "got 2"]),
    # Demons.
    "two levels": (
        change(BERITH, "levels = [[1, 0, 0], [1, 1, 0]]"),
        ["demon 1 (Berith), levels", "3 levels", "an array of 2"],
    ),
    "levels not a list": (change(BERITH, 'levels = "many"'), ["demon 1 (Berith), levels", "'many'"]),
    "level of two numbers": (
        change("[1, 1, 0], [3", "[1, 1], [3"),
        ["demon 1 (Berith), level II", "[herb, mineral, potion]", "[1, 1]"],
    ),
    "negative need": (change("[1, 1, 0], [3", "[2, -1, 0], [3"), ["demon 1 (Berith), level II, mineral", "0 .. 5", "got -1"]),
    "need false": (
        change("[1, 0, 0], [1", "[1, false, 0], [1"),
        ["demon 1 (Berith), level I, mineral", "an integer", "got false"],
    ),
    "empty level": (change("[1, 0, 0], [1", "[0, 0, 0], [1"), ["demon 1 (Berith), level I", "at least 1 object", "got 0"]),
    "shrinking level": (
        change("[3, 1, 0]]", "[1, 0, 0]]"),
        ["demon 1 (Berith), level III", "at least 2 objects", "before", "got 1"],
    ),
    "level beyond the moons": (change("[3, 1, 0]]", "[3, 3, 0]]"), ["demon 1 (Berith), level III", "at most 5", "got 6"]),
    # Spell cards.
    "two spells": (change(f", {SIGIL}]", "]"), ["witch 1 (Ada), spells", "3 spells", "an array of 2"]),
    "no sigil": (
        change('[{ effect = "sigil" }]', '[{ effect = "change_spells", who = "one" }]'),
        ["witch 1 (Ada)", "'sigil'", "none"],
    ),
    "two sigils": (spell(SIGIL), ["witch 1 (Ada), spells", "exactly one", "spells 1, 3"]),
    "empty spell": (spell("[]"), ["witch 1 (Ada), spell 1", "1 .. 4 effects", "got []"]),
    "five effects": (
        spell("[" + ", ".join(['{ effect = "change_demon", who = "self" }'] * 5) + "]"),
        ["witch 1 (Ada), spell 1", "1 .. 4 effects", "an array of 5"],
    ),
    "spell not a list": (spell('"sigil"'), ["witch 1 (Ada), spell 1", "effects", "'sigil'"]),
    "two transforms": (
        spell('[{ effect = "become_artifact", value = 1 }, { effect = "become_object", kind = "herb" }]'),
        ["witch 1 (Ada), spell 1", "at most one", "'become_artifact' and 'become_object'"],
    ),
    "sigil and transform": (
        change('[{ effect = "sigil" }]', '[{ effect = "sigil" }, { effect = "become_artifact", value = 1 }]'),
        ["witch 1 (Ada), spell 3", "at most one", "'sigil' and 'become_artifact'"],
    ),
    # Effects.
    "effect not a table": (spell('["sigil"]'), ["witch 1 (Ada), spell 1, effect 1", "a table", "'sigil'"]),
    "effect without a word": (spell('[{ kind = "herb" }]'), ["spell 1, effect 1", "'effect'", "become_object", "missing"]),
    "effect not text": (spell("[{ effect = 1 }]"), ["spell 1, effect 1, effect", "become_object", "got 1"]),
    "effect a list": (spell('[{ effect = ["play"] }]'), ["spell 1, effect 1, effect", "got ['play']"]),
    "unknown effect": (spell('[{ effect = "plays" }]'), ["spell 1, effect 1, effect", "'plays'", "did you mean 'play'"]),
    "second effect": (
        spell('[{ effect = "change_demon", who = "self" }, { effect = "play", kind = "herb" }]'),
        ["witch 1 (Ada), spell 1, effect 2", "'count'", "1 .. 3", "missing"],
    ),
    "if she likes for another": (
        spell('[{ effect = "change_demon", who = "one", if_she_likes = true }]'),
        ["effect 1, if_she_likes", "who = 'self'", "'one'"],
    ),
    "if she likes another's spells": (
        spell('[{ effect = "change_spells", who = "one", if_she_likes = true }]'),
        ["effect 1, if_she_likes", "who = 'self'", "'one'"],
    ),
    "up to for artifacts": (
        spell('[{ effect = "draw", kind = "artifact", count = 2, up_to = true }]'),
        ["effect 1, up_to", "'object'", "'artifact'"],
    ),
}


@pytest.mark.parametrize("check", CHECKS)
def test_a_fault_is_refused_naming_file_card_and_field(check: str, load: Load) -> None:
    text, needles = CHECKS[check]
    with pytest.raises(CardSetError) as error:
        load(text)
    for needle in ["box.toml", "expected", *needles]:
        assert needle in str(error.value)


def test_the_text_that_is_damaged_is_valid(load: Load) -> None:
    card_set = load(VALID)
    assert card_set.demon_names == ("Berith", "Murmur", "Vepar")
    assert card_set.witch_names == ("Ada", "Bea", "Cleo", "Dora")
    assert card_set.table[0]["full_moon"] == 2


NUMBERS = {"count": range(1, 4), "counts": range(1, 4), "value": range(14)}
FLAGS = ("up_to", "if_she_likes")
WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("become_object", "kind"): ("herb", "mineral", "potion"),
    ("play", "kind"): ("herb", "mineral", "potion", "object"),
    ("remove", "kind"): ("herb", "mineral", "potion", "object", "artifact", "any"),
    ("draw", "kind"): ("herb", "mineral", "potion", "object", "artifact", "incantation"),
    ("discard", "kind"): ("herb", "mineral", "potion", "object", "artifact", "incantation"),
    ("change_demon", "who"): ("self", "one"),
    ("change_spells", "who"): ("self", "one"),
    ("discard", "who"): ("one", "all"),
    ("change_demon", "when"): ("now", "end"),
    ("change_spells", "when"): ("now", "end"),
    ("draw", "when"): ("now", "end"),
    ("discard", "when"): ("now", "end"),
}
COMPLETE: dict[str, dict[str, Any]] = {
    "sigil": {},
    "become_artifact": {"value": 5},
    "become_object": {"kind": "herb", "counts": 2},
    "play": {"kind": "herb", "count": 2, "counts": 2, "up_to": True},
    "remove": {"kind": "any", "count": 2, "up_to": True},
    "change_demon": {"who": "self", "when": "end", "if_she_likes": True},
    "change_spells": {"who": "self", "when": "end", "if_she_likes": True},
    "draw": {"kind": "object", "count": 2, "when": "end", "up_to": True},
    "discard": {"kind": "object", "count": 2, "who": "all", "when": "end"},
}
OPTIONAL = {"counts", "up_to", "if_she_likes", "when"}
ALL_FIELDS = ("kind", "count", "counts", "value", "who", "when", "up_to", "if_she_likes")


def write_effect(word: str, fields: dict[str, Any]) -> str:
    return "[{ " + ", ".join(f"{key} = {json.dumps(value)}" for key, value in {"effect": word, **fields}.items()) + " }]"


def with_effect(word: str, fields: dict[str, Any]) -> str:
    """The valid set with the effect in Ada's first spell, a Sigil in her only Sigil spell."""
    if word == "sigil":
        return change(SIGIL, write_effect(word, fields))
    return spell(write_effect(word, fields))


@pytest.mark.parametrize("word", OP_NAMES)
def test_each_effect_takes_its_fields_and_no_others(word: str, load: Load) -> None:
    load(with_effect(word, COMPLETE[word]))
    for field in ALL_FIELDS:
        without = {key: value for key, value in COMPLETE[word].items() if key != field}
        if field not in COMPLETE[word]:
            with pytest.raises(CardSetError, match=rf"witch 1 \(Ada\), spell \d, effect 1.*no fields but.*got '{field}'"):
                load(with_effect(word, {**COMPLETE[word], field: 1}))
        elif field in OPTIONAL:
            load(with_effect(word, without))
        else:
            with pytest.raises(CardSetError, match=rf"witch 1 \(Ada\), spell 1, effect 1.*field '{field}'.*missing"):
                load(with_effect(word, without))


@pytest.mark.parametrize("word", OP_NAMES)
def test_each_field_takes_its_values_and_no_others(word: str, load: Load) -> None:
    everything: list[Any] = [-1, *range(23), True, False, 1.0, "", *KIND_NAMES, *WHO_NAMES, *WHEN_NAMES, [1]]
    for field in COMPLETE[word]:
        plain = {**COMPLETE[word], **({"up_to": False} if field == "kind" and "up_to" in COMPLETE[word] else {})}
        plain = {**plain, **({"if_she_likes": False} if field == "who" and "if_she_likes" in plain else {})}
        allowed: list[Any] = [True, False] if field in FLAGS else list(NUMBERS.get(field, ())) or list(WORDS[word, field])
        for value in everything:
            text = with_effect(word, {**plain, field: value})
            if any(value == good and type(value) is type(good) for good in allowed):
                load(text)
            else:
                with pytest.raises(CardSetError, match=rf"witch 1 \(Ada\), spell 1, effect 1, {field}: expected .*, got "):
                    load(text)


def test_the_table_holds_every_field_of_an_effect(load: Load) -> None:
    rows = {
        "become_artifact": ("become_artifact", "herb", 0, 5, "self", "now", 0),
        "become_object": ("become_object", "herb", 0, 2, "self", "now", 0),
        "play": ("play", "herb", 2, 2, "self", "now", 1),
        "remove": ("remove", "any", 2, 0, "self", "now", 1),
        "change_demon": ("change_demon", "herb", 0, 0, "self", "end", 1),
        "change_spells": ("change_spells", "herb", 0, 0, "self", "end", 1),
        "draw": ("draw", "object", 2, 0, "self", "end", 1),
        "discard": ("discard", "object", 2, 0, "all", "end", 0),
    }
    for word, row in rows.items():
        assert effects_of(load(with_effect(word, COMPLETE[word])), 0, 0) == [row]


def test_a_spell_may_hold_a_sigil_beside_other_effects(load: Load) -> None:
    card_set = load(change(SIGIL, '[{ effect = "draw", kind = "herb", count = 1 }, { effect = "sigil" }]'))
    assert [row[0] for row in effects_of(card_set, 0, 2)] == ["draw", "sigil"]


def test_levels_need_not_contain_the_ones_below(load: Load) -> None:
    assert load(change(BERITH, "levels = [[1, 0, 0], [0, 1, 0], [3, 1, 0]]")).table[0]["demon_levels"][0, 1].tolist() == [
        0,
        1,
        0,
    ]


# ---- Warnings


def test_r_end_2_a_warning_names_demons_that_could_be_summoned_together(load: Load) -> None:
    text = change("[0, 0, 4]]", "[2, 1, 2]]")  # with Berith 3 1 2: six cards on five moons; without a Potion less: five
    load(text)
    with pytest.warns(CardSetWarning, match=r"box\.toml, demon: .*5 moons.*Berith and Vepar \(5 moons\)") as caught:
        load(change("[0, 0, 4]]", "[2, 1, 1]]"))
    assert len(caught) == 1
    assert caught[0].filename == __file__  # the place that called the loader


# ---- Digest


@pytest.mark.parametrize(
    "same",
    [
        "# a comment\n" + VALID,
        VALID.replace(" = ", "="),
        change("artifacts = 4\nincantations = 6", "incantations = 6\nartifacts = 4"),
        change("{ herb = 5, mineral = 4, potion = 3 }", "{ potion = 3, herb = 5, mineral = 4 }"),
        change("players = [2, 3]", "players = [3, 2]"),
        spell('[{ count = 2, effect = "play", kind = "object", counts = 1, up_to = false }]'),
        change('name = "Ada"', r'name = "\u0041da"'),
    ],
)
def test_the_digest_does_not_change_with_the_form(same: str, load: Load) -> None:
    assert same != VALID
    assert load(same).digest == load(VALID).digest


@pytest.mark.parametrize(
    "other",
    [
        change('name = "base"', 'name = "other"'),
        change('name = "Ada"', 'name = "Ana"'),
        change('name = "Vepar"', 'name = "Valefar"'),
        change("players = [2, 3]", "players = [3]"),
        change("herb = 5", "herb = 6"),
        change("herb = 3", "herb = 4"),
        change("artifacts = 4", "artifacts = 5"),
        change("incantations = 6", "incantations = 7"),
        change("full_moon = 3", "full_moon = 2"),
        change("moons = 5", "moons = 4").replace("[0, 4, 1]", "[0, 4, 0]"),
        change("[3, 1, 0]]", "[4, 1, 0]]"),
        spell('[{ effect = "play", kind = "object", count = 3 }]'),
        spell('[{ effect = "play", kind = "object", count = 2, up_to = true }]'),
        change("Ada", "X").replace("Bea", "Ada").replace("X", "Bea"),
    ],
)
def test_the_digest_changes_with_the_content(other: str, load: Load) -> None:
    digest = load(other).digest
    assert re.fullmatch("[0-9a-f]{12}", digest)
    assert digest != load(VALID).digest


def test_the_digest_does_not_depend_on_where_the_file_is(tmp_path: Path) -> None:
    text = change('name = "base"\n', "")
    digests = set()
    for name in ("one.toml", "two.toml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        digests.add(load_card_set(tmp_path / name).digest)
    assert len(digests) == 1


def test_composed_and_decomposed_letters_are_the_same_name(load: Load) -> None:
    composed, decomposed = load(change("Ada", "\u00c9va")), load(change("Ada", "E\u0301va"))
    assert composed.witch_names[0] == decomposed.witch_names[0] == "Éva"
    assert composed.digest == decomposed.digest


# ---- Words


@pytest.mark.parametrize(
    ("effects", "sentence"),
    [
        ('{ effect = "play", kind = "object", count = 1, counts = 3 }', "Play 1 object that counts 3 from hand."),
        ('{ effect = "play", kind = "herb", count = 2, counts = 2 }', "Play 2 Herbs that count 2 each from hand."),
        ('{ effect = "play", kind = "herb", count = 2, up_to = true }', "Play up to 2 Herbs from hand."),
        ('{ effect = "remove", kind = "any", count = 1 }', "Remove 1 object or artifact from the centre."),
        ('{ effect = "remove", kind = "any", count = 2 }', "Remove 2 objects or artifacts from the centre."),
        ('{ effect = "remove", kind = "potion", count = 2, up_to = true }', "Remove up to 2 Potions from the centre."),
        ('{ effect = "become_artifact", value = 0 }', "The incantation becomes artifact 0."),
        ('{ effect = "become_object", kind = "potion" }', "The incantation becomes a Potion."),
        ('{ effect = "become_object", kind = "herb", counts = 2 }', "The incantation becomes a Herb that counts 2."),
        ('{ effect = "change_demon", who = "self", if_she_likes = true }', "She may change her own demon."),
        ('{ effect = "change_spells", who = "self" }', "She changes her own spell card."),
        (
            '{ effect = "change_demon", who = "one", when = "end" }',
            "At the end of the round, an opposing witch changes her demon.",
        ),
        ('{ effect = "draw", kind = "incantation", count = 3 }', "Draw 3 incantations."),
        ('{ effect = "discard", kind = "artifact", count = 1, who = "one" }', "An opposing witch discards 1 artifact."),
        ('{ effect = "discard", kind = "object", count = 2, who = "all" }', "All opposing witches discard 2 objects each."),
        (
            '{ effect = "draw", kind = "herb", count = 1 }, { effect = "change_spells", who = "one", when = "end" }, '
            '{ effect = "draw", kind = "artifact", count = 1, when = "end" }',
            "Draw 1 Herb; at the end of the round, an opposing witch changes her spell card, then draw 1 artifact.",
        ),
        (
            '{ effect = "change_demon", who = "one", when = "end" }, { effect = "draw", kind = "herb", count = 1 }',
            "At the end of the round, an opposing witch changes her demon; before that, at once, draw 1 Herb.",
        ),
    ],
)
def test_a_spell_is_described_in_a_sentence(effects: str, sentence: str, load: Load) -> None:
    assert describe_spell(load(spell(f"[{effects}]")), 0, 0) == sentence


def test_a_sigil_is_described(load: Load) -> None:
    expected = "At the end of the round, the incantation becomes a Sigil on an opposing witch."
    assert describe_spell(load(VALID), 0, 2) == expected


def test_words_of_a_card_that_is_not_there_are_refused(load: Load) -> None:
    card_set = load(VALID)
    for card, number in ((4, 0), (-1, 0), (0, 3), (0, -1)):
        with pytest.raises(ValueError, match=r"expected a spell.* in 0 \.\. [23], got"):
            describe_spell(card_set, card, number)
    with pytest.raises(ValueError, match=r"expected a demon in 0 \.\. 2, got 3"):
        demon_text(card_set, 3)
    assert demon_text(card_set, 1) == "Murmur: I 1 Mineral; II 2 Mineral; III 4 Mineral, 1 Potion"


# ---- The page for people


def test_the_example_of_the_page_loads_and_shows_every_effect(load: Load) -> None:
    page = (DOCS / "card-sets.md").read_text(encoding="utf-8")
    [example] = re.findall(r"```toml\n(.*?)```", page, flags=re.DOTALL)
    card_set = load(example)
    shown = {row[0] for card in range(4) for k in range(3) for row in effects_of(card_set, card, k)}
    assert shown == set(OP_NAMES)


def documented_fields() -> dict[str, dict[str, tuple[str, str]]]:
    """The table of effects on the page: values and default of each field of each effect."""
    page = (DOCS / "card-sets.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`\w+`)? ?\| (`\w+`)? ?\| (.*?) ?\| (.*?) ?\| .* \|$", page, flags=re.MULTILINE)
    effects: dict[str, dict[str, tuple[str, str]]] = {}
    for word, field, values, default in rows:
        if word:
            fields = effects.setdefault(word.strip("`"), {})
        if field:
            fields[field.strip("`")] = (values, default.strip("`"))
    return effects


def values_in_words(field: msgspec.structs.FieldInfo) -> str:
    info = msgspec.inspect.type_info(field.type)
    if isinstance(info, msgspec.inspect.IntType):
        return "*n*" if (info.ge, info.le) == (1, 3) else f"{info.ge} to {info.le}"
    words = ("true", "false") if isinstance(info, msgspec.inspect.BoolType) else typing.get_args(field.type)
    return ", ".join(f"`{word}`" for word in words)


def test_the_page_documents_every_field_of_every_effect() -> None:
    def as_documented(effect: type[Effect]) -> dict[str, tuple[str, str]]:
        fields = [field for field in msgspec.structs.fields(effect) if field.name != "effect"]
        defaults = ["" if field.required else str(field.default).lower() for field in fields]
        return {field.name: (values_in_words(field), default) for field, default in zip(fields, defaults, strict=True)}

    assert documented_fields() == {word: as_documented(effect) for word, effect in EFFECTS.items()}


def test_the_words_of_the_format_are_those_of_the_vocabulary() -> None:
    assert tuple(EFFECTS) == OP_NAMES
    assert {word for words in WORDS.values() for word in words} == {*KIND_NAMES, *WHO_NAMES, *WHEN_NAMES}
    assert KIND_NAMES[:4] == OBJECT_KINDS


# ---- Corruption

SCALARS = st.one_of(
    st.none(),  # the value is taken away
    st.booleans(),
    st.integers(),
    st.integers(-1, 10),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from([*OP_NAMES, *KIND_NAMES, *WHO_NAMES, *WHEN_NAMES]),
    st.just(datetime.date(2000, 1, 1)),
)
VALUES = st.recursive(
    SCALARS, lambda v: st.lists(v, max_size=4) | st.dictionaries(st.text(max_size=6), v, max_size=3), max_leaves=6
)


def to_toml(value: Any) -> str:
    """A value in TOML's inline form."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{to_toml(key)} = {to_toml(item)}" for key, item in value.items() if item is not None) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(to_toml(item) for item in value if item is not None) + "]"
    if isinstance(value, (str, bool)):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything inside a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in items for place in places(item, (*path, key)))]


@st.composite
def corrupted_documents(draw: st.DrawFn) -> str:
    document: Any = {"": tomllib.loads(VALID)}
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(document)[2:] or [("",)]))
        parent = document
        for key in path[:-1]:
            parent = parent[key]
        if isinstance(parent, dict) and draw(st.booleans()):
            parent[draw(st.text(max_size=6) | st.sampled_from(ALL_FIELDS))] = draw(VALUES)
        elif isinstance(parent, list) and draw(st.booleans()):
            parent.append(parent[path[-1]])
        else:
            parent[path[-1]] = draw(VALUES)
    root = document[""]
    return "\n".join(f"{to_toml(key)} = {to_toml(item)}" for key, item in root.items() if item is not None)


@given(corrupted_documents())
def test_a_corrupted_document_is_read_or_refused_and_nothing_else(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    check_read_or_refused(tmp_path_factory, text.encode("utf-8", "surrogatepass"))


@given(st.data())
def test_corrupted_bytes_are_read_or_refused_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = bytearray(VALID.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = min(start + data.draw(st.integers(0, 5)), len(content))
        content[start:end] = data.draw(st.binary(max_size=5) | st.sampled_from([b"[", b"]", b'"', b"\n", b"=", b"-1", b"9"]))
    check_read_or_refused(tmp_path_factory, bytes(content))


def check_read_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "corrupted.toml"
    path.write_bytes(content)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CardSetWarning)
        try:
            card_set = load_card_set(path)
        except CardSetError as error:
            assert "corrupted.toml" in str(error)  # noqa: PT017  (most examples are refused, some are not)
            return
    for card in range(len(card_set.witch_names)):
        assert all(describe_spell(card_set, card, k).endswith(".") for k in range(3))
