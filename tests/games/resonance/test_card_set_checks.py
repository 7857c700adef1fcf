"""What the loader of card sets refuses and how it says so: faults of cards and fields (R-BOX, cards.md)."""

import json
import re
from typing import Any

import pytest

from resonance_env.core.errors import CardSetError
from resonance_env.games.resonance.rules import vocabulary as v
from tests.games.resonance.valid_set import ALL_FIELDS, SIGIL, VALID, WORDS, Load, change, effects_of, spell
from tests.places import ROOT

DOCS = ROOT / "docs" / "resonance"


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
        ["box, transients", f"1 .. {v.MAX_TRANSIENTS}", "got 20"],
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
    assert card_set.cards[0]["full_moon"] == 2


NUMBERS = {"count": range(1, 4), "counts": range(1, 4), "value": range(14)}
FLAGS = ("up_to", "if_she_likes")
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


def write_effect(word: str, fields: dict[str, Any]) -> str:
    return "[{ " + ", ".join(f"{key} = {json.dumps(value)}" for key, value in {"effect": word, **fields}.items()) + " }]"


def with_effect(word: str, fields: dict[str, Any]) -> str:
    """The valid set with the effect in Ada's first spell, a Sigil in her only Sigil spell."""
    if word == "sigil":
        return change(SIGIL, write_effect(word, fields))
    return spell(write_effect(word, fields))


@pytest.mark.parametrize("word", v.OP_NAMES)
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


@pytest.mark.parametrize("word", v.OP_NAMES)
def test_each_field_takes_its_values_and_no_others(word: str, load: Load) -> None:
    everything: list[Any] = [-1, *range(23), True, False, 1.0, "", *v.KIND_NAMES, *v.WHO_NAMES, *v.WHEN_NAMES, [1]]
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
    assert load(change(BERITH, "levels = [[1, 0, 0], [0, 1, 0], [3, 1, 0]]")).cards[0]["demon_levels"][0, 1].tolist() == [
        0,
        1,
        0,
    ]
