"""Card sets: what the shipped ones hold, what the loader refuses and how it says so (R-BOX, cards.md)."""

import datetime
import itertools
import json
import re
import tomllib
import typing
import warnings
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, strategies as st

from resonance_env.core.card_files import MAX_FILE
from resonance_env.core.errors import CardSetError
from resonance_env.games.resonance.cardsets.card_checks import EFFECTS, OBJECT_KINDS, Effect
from resonance_env.games.resonance.cardsets.card_loader import (
    SHIPPED,
    CardSetWarning,
    demon_text,
    describe_spell,
)
from resonance_env.games.resonance.rules import vocabulary as v
from tests.games.resonance.valid_set import ALL_FIELDS, VALID, WORDS, Load, change, effects_of, spell
from tests.games.set_files import check_shipped
from tests.places import ROOT

DOCS = ROOT / "docs" / "resonance"


# ---- The shipped sets


def test_shipped_sets_load_without_warnings_and_once() -> None:
    check_shipped(SHIPPED, ["duel", "house", "mini", "trio"])


def test_r_box_house_has_the_counts_of_the_box() -> None:
    """R-BOX-1 R-BOX-2 R-BOX-3 R-BOX-4 R-BOX-5 R-BOX-6 R-BOX-7 R-BOX-8."""
    house = SHIPPED.load("house")
    row = house.cards[0]
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
    house = SHIPPED.load("house")
    assert len(written) == 8
    assert dict(zip(house.demon_names, house.cards[0]["demon_levels"].tolist(), strict=True)) == written


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
    house = SHIPPED.load("house")
    page = (DOCS / "cards.md").read_text(encoding="utf-8")
    assert house.witch_names == tuple(HOUSE_SPELLS)
    for card, (name, (first, second)) in enumerate(HOUSE_SPELLS.items()):
        assert f"| {name} |" in page
        assert [effects_of(house, card, k) for k in range(3)] == [first, second, SIGIL_ROW], name


def test_r_end_2_no_two_level_threes_of_house_fit_on_one_circle() -> None:
    row = SHIPPED.load("house").cards[0]
    pairs = list(itertools.combinations(row["demon_levels"][:8, 2].astype(int), 2))
    assert len(pairs) == 28
    assert all(np.maximum(first, second).sum() > row["moons"] for first, second in pairs)


def test_mini_is_tiny_and_has_a_demon_to_trade_for() -> None:
    row = SHIPPED.load("mini").cards[0]
    assert row["moons"] == 3
    assert row["transients"].sum() == 3
    assert row["demons"] > 2
    # A level a round: the first can be validated in round 1, the last in round 3.
    assert (row["demon_levels"][:3, 0].sum(axis=1) == 1).all()


# ---- Names and paths


def test_a_file_can_be_given_by_path_and_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "my box.toml"
    path.write_text(VALID, encoding="utf-8")
    first = SHIPPED.load(str(path))
    assert (first.name, first.source, first.players) == ("base", str(path), (2, 3))
    path.write_text(change('name = "base"\n', ""), encoding="utf-8")
    second = SHIPPED.load(path)
    assert second.name == "my box"
    assert second.digest != first.digest


def test_a_shipped_name_wins_over_a_file_unless_a_path_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "house").write_text(VALID, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert SHIPPED.load("house").name == "house"
    assert SHIPPED.load(Path("house")).name == "base"
    assert SHIPPED.load("./house").name == "base"


@pytest.mark.parametrize("bad", ["hous", "", "no/such/file.toml", "house.tom"])
def test_an_unknown_name_lists_the_shipped_ones_and_says_that_a_path_is_accepted(bad: str, tmp_path: Path) -> None:
    with pytest.raises(CardSetError, match=r"duel, house, mini, trio.*path of a TOML file") as error:
        SHIPPED.load(bad)
    assert f"got {bad!r}" in str(error.value)
    assert ("did you mean 'house'" in str(error.value)) == bad.startswith("hous")


@pytest.mark.parametrize("bad", [None, 3, 1.5, b"house", ["house"], True])
def test_what_is_neither_name_nor_path_is_refused(bad: Any) -> None:
    with pytest.raises(CardSetError, match=r"duel, house, mini, trio.*got .* of type"):
        SHIPPED.load(bad)


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
        SHIPPED.load(path)
    assert "damaged.toml" in str(error.value)


def test_a_long_hexadecimal_number_is_refused_briefly(load: Load) -> None:
    with pytest.raises(CardSetError, match=r"artifacts: expected an integer in 1 .. 13, got an integer of more than 18 digits"):
        load(change("artifacts = 4", f"artifacts = 0x{'f' * 10_000}"))


def test_a_folder_a_missing_file_and_an_impossible_path_are_refused(tmp_path: Path) -> None:
    for path, needle in ((tmp_path, "a folder"), (tmp_path / "none.toml", "no file"), (Path("nul\0l.toml"), "no file")):
        with pytest.raises(CardSetError, match=needle) as error:
            SHIPPED.load(path)
        assert path.name.replace("\0", "\\x00") in str(error.value)


def test_a_byte_order_mark_and_windows_lines_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbf" + VALID.replace("\n", "\r\n").encode())
    assert SHIPPED.load(path).name == "base"


def test_a_file_that_cannot_be_read_is_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    (tmp_path / "secret.toml").write_text(VALID, encoding="utf-8")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(CardSetError, match=r"secret\.toml.*Permission denied"):
        SHIPPED.load(tmp_path / "secret.toml")


# ---- Warnings


def test_r_end_2_a_warning_names_demons_that_could_be_summoned_together(load: Load, tmp_path: Path) -> None:
    text = change("[0, 0, 4]]", "[2, 1, 2]]")  # with Berith 3 1 2: six cards on five moons; without a Potion less: five
    load(text)
    path = tmp_path / "box.toml"
    path.write_text(change("[0, 0, 4]]", "[2, 1, 1]]"), encoding="utf-8")
    with pytest.warns(CardSetWarning, match=r"box\.toml, demon: .*5 moons.*Berith and Vepar \(5 moons\)") as caught:
        SHIPPED.load(path)
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
        digests.add(SHIPPED.load(tmp_path / name).digest)
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
    assert shown == set(v.OP_NAMES)


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
    assert tuple(EFFECTS) == v.OP_NAMES
    assert {word for words in WORDS.values() for word in words} == {*v.KIND_NAMES, *v.WHO_NAMES, *v.WHEN_NAMES}
    assert v.KIND_NAMES[:4] == OBJECT_KINDS


# ---- Corruption

SCALARS = st.one_of(
    st.none(),  # the value is taken away
    st.booleans(),
    st.integers(),
    st.integers(-1, 10),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from([*v.OP_NAMES, *v.KIND_NAMES, *v.WHO_NAMES, *v.WHEN_NAMES]),
    st.just(datetime.date(2000, 1, 1)),
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3), max_leaves=6
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
            card_set = SHIPPED.load(path)
        except CardSetError as error:
            assert "corrupted.toml" in str(error)  # noqa: PT017  (most examples are refused, some are not)
            return
    for card in range(len(card_set.witch_names)):
        assert all(describe_spell(card_set, card, k).endswith(".") for k in range(3))
