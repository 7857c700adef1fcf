"""Card-set files: what the shipped ones hold, what the loader refuses and how it says so (cards.md)."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from resonance_env.core.card_files import parse_toml
from resonance_env.core.errors import CardSetError
from resonance_env.core.rules_page import parse_rules
from resonance_env.games.syncro.cardsets.card_loader import SHIPPED
from resonance_env.games.syncro.cardsets.cards import CardSet
from tests.games.set_files import check_a_mutated_file, check_shipped, fixture_that_loads

FOLDER = Path(__file__).resolve().parents[3] / "resonance_env" / "games" / "syncro"
HOUSE, MINI = ((FOLDER / "cardsets" / "sets" / f"{name}.toml").read_text("utf-8") for name in ("house", "mini"))
Load = Callable[[str], CardSet]
load = fixture_that_loads(SHIPPED.load)


def change(old: str, new: str, text: str = MINI) -> str:
    assert old in text
    return text.replace(old, new, 1)


def plan(*rows: str, level: str = "") -> str:
    """The small set with another plan of level 3, and perhaps more fields of that level."""
    written = ", ".join(f'"{row}"' for row in rows)
    return change("number = 3", f"number = 3\n{level}", change('["F", "L", "M"]', f"[{written}]"))


BOSS = 'boss = { name = "Ogre", force = 9 }'
CERBERUS = BOSS + "\ncerberus = { force = 3 }"
# Each damaged place, and what the message must contain besides the file's name.
DAMAGE: dict[str, tuple[str, list[str]]] = {
    # The file.
    "unknown field": ("colour = 1\n" + MINI, ["'colour'", "chapters"]),
    "misspelt field": (change("hand = ", "hands = "), ["'hands'", "did you mean 'hand'"]),
    "other format": (change("format = 1", "format = 2"), ["format", "the integer 1", "got 2"]),
    "no name": (change('name = "mini"', ""), ["'name'", "missing"]),
    "three chapters": (change("[2, 1]", "[1, 1, 1]"), ["chapters", "1 .. 2 numbers of levels", "[1, 1, 1]"]),
    "an empty chapter": (change("[2, 1]", "[3, 0]"), ["chapters, number 2", "1 .. 9", "got 0"]),
    "ten levels": (change("[2, 1]", "[9, 1]"), ["chapters", "at most 9 levels", "got 10"]),
    "nobody plays": (change("{ 2 = 2 }", "{}"), ["hand", "keys 2, 3, 4, 5"]),
    "one mage": (change("{ 2 = 2 }", "{ 1 = 2 }"), ["hand", "no keys but 2, 3, 4, 5", "'1'"]),
    "nine Spells in hand": (change("{ 2 = 2 }", "{ 2 = 9 }"), ["hand, 2", "1 .. 8", "got 9"]),
    "Rewards after the end": (change("reward_level = 3", "reward_level = 4"), ["reward_level", "0 .. 3", "got 4"]),
    "sums after the end": (change("sum_level = 0", "sum_level = 4"), ["sum_level", "0 .. 3", "got 4"]),
    # Cards.
    "a Spell twice": (change("{ value = 2,", "{ value = 1,"), ["spell 2, value", "once", "1 twice"]),
    "a Spell of value 8": (change("value = 2", "value = 8"), ["spell 2, value", "1 .. 7", "got 8"]),
    "a Spell after the end": (change("copies = 3 }", "copies = 3, level = 4 }"), ["spell 2, level", "1 .. 3", "got 4"]),
    "a Monster after the end": (change("level = 2 }", "level = 4 }"), ["monster 3 (Puffball), level", "1 .. 3", "got 4"]),
    "no such kind": (change('"golem"', '"gnome"'), ["monster 1 (Clay Golem), kind", "'mushroom'", "'gnome'"]),
    "too strong": (change("force = 3", "force = 41"), ["monster 1 (Clay Golem), force", "1 .. 40", "got 41"]),
    "fewer than none": (change("copies = 1 }", "copies = 1, replay = -2 }"), ["monster 1", "replay", "0 .. 20", "1 + -2"]),
    "21 copies": (change("copies = 1 }", "copies = 20, replay = 1 }"), ["monster 1", "replay", "20 + 1"]),
    "two of a name": (change('"Drake"', '"clay golem"'), ["monster", "differ", "'Clay Golem' and 'clay golem'"]),
    "a name with a sign": (change('"Drake"', '"Drake [3]"'), ["monster 2 (Drake [3]), name", "letters", "'Drake [3]'"]),
    "a name that is a word": (change('"Drake"', '"Pass"'), ["monster 2 (Pass), name", "other than", "'Pass'"]),
    "a long name": (change('"Drake"', f'"{"a" * 41}"'), ["monster 2, name", "1 .. 40", "(41 characters)"]),
    "no such power": (change('"growing", "fog"', '"growing", "foggy"'), ["lieutenant 1 (Herald), powers, power 2", "'foggy'"]),
    "a power twice": (change('"growing", "fog"', '"fog", "fog"'), ["lieutenant 1 (Herald), powers", "once", "'fog' twice"]),
    "no such effect": (change('"weaken"', '"heal"'), ["reward 1 (Hammer), effect", "'weaken'", "'heal'"]),
    "n is missing": (change('"weaken", n = 1', '"weaken"'), ["reward 1 (Hammer)", "'n'", "1 .. 9", "'weaken'", "missing"]),
    "n is too great": (change('"weaken", n = 1', '"weaken", n = 10'), ["reward 1 (Hammer), n", "1 .. 9", "got 10"]),
    "n without need": (change('"pass_left", ', '"pass_left", n = 1, '), ["fog 2 (Carousel), n", "only with", "'pass_left'"]),
    "25 kinds": (
        change("monster = [", "monster = [" + '{ name = "X", kind = "plain", force = 1, copies = 1 },' * 22),
        ["monster", "1 .. 24", "an array of 25"],
    ),
    # Levels.
    "a level is missing": (change("[2, 1]", "[2, 2]"), ["level", "4 tables", "an array of 3"]),
    "levels out of order": (change("number = 2", "number = 3"), ["level 2, number", "the integer 2", "got 3"]),
    "no plan": (change("{ 2 = 2 }", "{ 2 = 2, 3 = 1 }"), ["level 1, horde", "one plan for 3 players", "got none"]),
    "two plans": (
        change("number = 1\n", 'number = 1\n[[level.horde]]\nplayers = [2]\nrows = ["M"]\n'),
        ["level 1, horde", "one plan for 2 players", "got two"],
    ),
    "a plan for others": (change("players = [2]", "players = [2, 3]"), ["level 1, horde 1, players", "[2]", "got 3"]),
    "too few Spells": (change("copies = 3 }", "copies = 1 }"), ["level 1", "4 .. 100 Spells for 2 players", "got 3"]),
    "too many Spells": (
        re.sub(r"copies = [789] }", "copies = 30 }", HOUSE),
        ["level 1", "16 .. 100 Spells for 2 players", "got 110"],
    ),
    "too few Monsters": (change('["M.M"]', '["M.M.M"]'), ["level 1, horde 1", "3 Monster cards", "got 2"]),
    "too few Monsters with replay": (
        change("copies = 1 }", "copies = 1, replay = -1 }"),
        ["level 1, horde 1", "2 Monster cards with replay", "got 1"],
    ),
    "too few Fogs": (plan("F.F.F", "M.M.M"), ["level 3, horde 1", "3 Fog cards", "got 2"]),
    "too few Lieutenants": (plan("L...L", "M...M"), ["level 3, horde 1", "2 Lieutenant cards", "got 1"]),
    "Fog too early": (change('["m", "M"]', '["F", "M"]'), ["level 2, horde 1, rows", "reward_level", "1 Fog place"]),
    "Fog without Rewards": (change("reward_level = 3", "reward_level = 0"), ["level 3", "'F' and 'L'", "which is never"]),
    # Plans.
    "nine rows": (plan(*["M"] * 9), ["level 3, horde 1, rows", "1 .. 8 rows", "an array of 9"]),
    "a long row": (plan("." * 16 + "M"), ["level 3, horde 1, row 1", "1 .. 16", "'................M'"]),
    "rows of unequal length": (plan("M.", "M"), ["level 3, horde 1, row 2", "2 signs", "got 1"]),
    "another sign": (plan("X"), ["level 3, horde 1, row 1", "16 signs of .", "'X'"]),
    "no foe": (plan("F", "F"), ["level 3, horde 1, rows", "at least one foe"]),
    "side by side": (plan("MM"), ["level 3, horde 1, row 1", "two columns apart", "'M' and 'M'"]),
    "face down below": (plan("M", "m"), ["level 3, horde 1, rows", "only 'M'", "'m' at row 2, column 1"]),
    "25 cards": (plan(*["M.M.M.M.M"] * 5), ["level 3, horde 1, rows", "at most 24 cards", "got 25"]),
    "nine targets": (plan("M.M.M.M.M", ".........", "M.M.M.M.."), ["level 3, horde 1, rows", "at most 8 foes", "got 9"]),
    "a B without a boss": (plan("B", "M"), ["level 3, horde 1, rows", "no 'B'", "got 1"]),
    "a boss without a B": (plan("M", level=BOSS), ["level 3, horde 1, rows", "one 'B'", "got 0"]),
    "one Cerberus": (plan("B", "C", "M", level=CERBERUS), ["level 3, horde 1, rows", "no 'C' or two", "got 1"]),
    "Cerberi without cerberus": (plan("..B..", ".C.C.", "M.M.M", level=BOSS), ["rows", "no 'C', since", "got 2"]),
    "cerberus without Cerberi": (plan("B", "M", level=CERBERUS), ["rows", "two 'C', since", "got 0"]),
    "Cerberi without a Boss": (plan("C.C", "M.M", level="cerberus = { force = 3 }"), ["rows", "a 'B' with 'C'", "none"]),
    "a Boss on a Cerberus": (plan("C.C", ".m.", ".B.", ".M.", level=CERBERUS), ["'B' at row 3, column 2", "'C' at row 1"]),
    "a Cerberus on the other": (plan("B", "C", "C", "M", level=CERBERUS), ["'C' at row 3, column 1", "'C' at row 2"]),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_damage_is_refused_by_name(what: str, load: Load) -> None:
    text, expected = DAMAGE[what]
    with pytest.raises(CardSetError, match=r"box\.toml") as caught:
        load(text)
    message = str(caught.value)
    assert [part for part in expected if part not in message] == [], message
    assert message.isprintable()


def test_many_foes_are_accepted_where_they_lie_on_each_other(load: Load) -> None:
    """Of these fourteen at most five can be attacked at once."""
    monsters = MINI.replace("force = 3, copies = 1", "force = 3, copies = 20")
    load(change('["M.M"]', '["M.M.M.M.M.", ".m.m.m.m..", "M.M.M.M.M."]', monsters))


def test_cerberi_may_lie_on_the_boss_and_the_boss_apart_from_them(load: Load) -> None:
    load(plan(".B.", "C.C", ".M.", level=CERBERUS))
    load(plan("....B", "C.C.M", ".M...", level=CERBERUS))


def test_shipped_sets_load_once_and_cannot_be_written_to() -> None:
    check_shipped(SHIPPED, ["house", "mini"])


def test_names_of_the_house_set() -> None:
    house = SHIPPED.load("house")
    assert house.players == (2, 3, 4, 5)
    assert house.chapters == (4, 5)
    assert [name for name in house.boss_names if name] == ["Great Dragon", "Brarguk"]
    counts = [len(names) for names in (house.monster_names, house.lieutenant_names, house.fog_names, house.reward_names)]
    assert counts == [19, 4, 8, 6]


@pytest.mark.parametrize("name", ["house", "mini"])
def test_the_shipped_files_are_those_of_the_page(name: str) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", (FOLDER / "cards.md").read_text("utf-8"), re.DOTALL)
    written = [parse_toml(block.encode(), "cards.md") for block in blocks]
    assert [block for block in written if block["name"] == name] == [SHIPPED.read_shipped(name)]


def test_the_digest_changes_with_the_content_and_not_with_the_form(load: Load) -> None:
    digest = load(MINI).digest
    same = ["# a comment\n" + MINI, change('format = 1\nname = "mini"', 'name = "mini"\nformat = 1'), MINI.replace(" = ", "=")]
    other = [change("copies = 3", "copies = 4"), change('"Drake"', '"Duck"'), change('"M.M"', '".M.M"')]
    assert {load(text).digest for text in same} == {digest}
    assert digest not in {load(text).digest for text in other}


def test_the_page_of_rules_can_be_looked_up() -> None:
    page = parse_rules((FOLDER / "rules.md").read_text("utf-8"))
    assert page.prefix == "SY"
    assert len([rule for rule in page.rules if rule.startswith("SY-EX-")]) == 8
    assert page.find("SY-FLOW-1")
    assert page.find("Cerberus")


@settings(deadline=None)
@given(st.data())
def test_mutated_files_load_or_are_refused_by_name(data: st.DataObject) -> None:
    words: Sequence[object] = ["golem", "draw", "M", "F", ["M"], {"2": 2}]
    check_a_mutated_file(data, [MINI, HOUSE], words, SHIPPED.load)
