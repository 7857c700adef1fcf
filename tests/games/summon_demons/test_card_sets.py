"""Card-set files: what the shipped ones hold, what the loader refuses and how it says so (cards.md)."""

import itertools
import re
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from resonance_env.core.errors import CardSetError
from resonance_env.games.summon_demons.cardsets.card_loader import SHIPPED
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from tests.games.set_files import check_a_mutated_file, check_shipped, fixture_that_loads
from tests.games.summon_demons.reference.random_sets import random_set
from tests.games.summon_demons.set_files import shipped_text

Load = Callable[[str], CardSet]
MINI = shipped_text("mini")
STANDARD = shipped_text("standard")
load = fixture_that_loads(SHIPPED.load)


def change(old: str, new: str, text: str = MINI) -> str:
    assert old in text
    return text.replace(old, new, 1)


def card(*lines: str) -> str:
    """The small set with one more card: a neutral boy, but for the lines given."""
    fields = {"id": '"extra"', "name": '"Extra"', "number": "3", "copies": "1", "kind": '"boy"', "do": "[COLLECT]"}
    return MINI + _entry("card", fields, lines)


def demon(*lines: str) -> str:
    """The small set with one more demon."""
    return MINI + _entry("demon", {"id": '"extra"', "name": '"Extra"'}, lines)


def _entry(kind: str, fields: dict[str, str], lines: tuple[str, ...]) -> str:
    fields = fields | dict(line.split(" = ", 1) for line in lines)
    written = "\n".join(f"{key} = {value}" for key, value in fields.items() if value != "-")
    return f"\n[[{kind}]]\n{written}\n".replace("COLLECT", '{ effect = "collect", amount = 1 }')


def activator(id_: str, kind: str, which: str, of: str) -> str:
    do = f'[{{ effect = "activate", which = "{which}", of = "{of}" }}]'
    return _entry("card", {"id": f'"{id_}"', "name": '"X"', "number": "3", "copies": "1", "kind": f'"{kind}"', "do": do}, ())


EGG = '[[demon]]\nid = "egg{0}"\nname = "Egg"\nwhen = "summon"\ndo = [{{ effect = "look", cards = 3 }}]\n'
CANDLES = "".join(
    f'[[candle]]\nid = "c{k}"\nname = "C"\nnumbers = [3]\nbeginner = {word}\n' for k, word in enumerate(("true", "true"))
)
# Each damaged place, and what the message must contain besides the file's name.
DAMAGE: dict[str, tuple[str, list[str]]] = {
    # The file.
    "unknown field": ("colour = 1\n" + MINI, ["'colour'", "players"]),
    "misspelt field": (change("players = ", "player = "), ["'player'", "did you mean 'players'"]),
    "other format": (change("format = 1", "format = 2"), ["format", "the integer 1", "got 2"]),
    "no format": (change("format = 1", ""), ["'format'", "missing"]),
    "true is no integer": (change("format = 1", "format = true"), ["format", "got true"]),
    "no card": (re.sub(r"\[\[card\]\]\n(.+\n)+", "", MINI), ["'card'", "missing"]),
    "cards are no array": (re.sub(r"\[\[card\]\]\n(.+\n)+", "", "card = 3\n" + MINI), ["card", "1 .. 38", "got 3"]),
    "39 types": (
        MINI + "".join(_entry("card", {"id": f'"x{k}"', "name": '"X"'}, ()) for k in range(37)),
        ["card", "1 .. 38", "an array of 39"],
    ),
    "21 demons": (
        MINI + "".join(_entry("demon", {"id": f'"x{k}"', "name": '"X"'}, ()) for k in range(18)),
        ["demon", "1 .. 20", "an array of 21"],
    ),
    "6 candles": (
        MINI + "".join(_entry("candle", {"id": f'"x{k}"', "name": '"X"'}, ()) for k in range(6)),
        ["candle", "1 .. 5", "an array of 6"],
    ),
    "name with a control character": (
        change('name = "mini"', r'name = "mi\u0007ni"'),
        ["name", "printed on one line", r"\x07"],
    ),
    "name that turns the text around": (change('"Porcus"', r'"\u202ePorcus"'), ["demon 1 (porcus), name", "can be printed"]),
    "name of two lines": (change('"Porcus"', r'"Por\ncus"'), ["demon 1 (porcus), name", r"'Por\ncus'"]),
    "empty name": (change('"Porcus"', '""'), ["demon 1 (porcus), name", "got ''"]),
    "long name": (change('"Porcus"', f'"{"a" * 41}"'), ["demon 1 (porcus), name", "1 .. 40", "(41 characters)"]),
    "id with a capital": (change('"porcus"', '"Porcus"'), ["demon 1 (Porcus), id", "lower-case", "'Porcus'"]),
    "id that means nothing": (change('"porcus"', '"none"'), ["demon 1 (none), id", "other than 'none'"]),
    "id with markup": (change('"porcus"', '"<b>"'), ["demon 1 (<b>), id", "lower-case"]),
    "id twice over kinds": (change('"porcus"', '"louis"'), ["demon 1 (louis), id", "'louis'", "card 1 (louis)"]),
    # Players and rules.
    "no players": (change("players = [2]", "players = []"), ["players", "got []"]),
    "six players": (change("players = [2]", "players = [6]"), ["players, number 1", "2 .. 5", "got 6"]),
    "players twice": (change("players = [2]", "players = [2, 2]"), ["players", "once", "2 twice"]),
    "a rule is missing": (change("price = 2", ""), ["rules", "'price'", "0 .. 10", "missing"]),
    "an unknown rule": (change("price = 2", "price = 2\nprize = 1"), ["rules", "'prize'", "did you mean 'price'"]),
    "first is nobody": (change('first = "seat 0"', 'first = "seat 1"'), ["rules, first", "'random' or 'seat 0'", "'seat 1'"]),
    "row beyond the cards": (change("row = 1", "row = 4"), ["rules, row", "3 cards", "got 4"]),
    "hand beyond the pile": (change("hand = 1 ", "hand = 2 "), ["rules, hand", "4 in all", "3 demons"]),
    "candles beyond the box": (change("candles = 0", "candles = 1"), ["rules, candles", "2 in all", "0 candles"]),
    "two candles for three players": (
        change("candles = 1", "candles = 2", STANDARD),
        ["rules, candles", "2 players only", "players 3"],
    ),
    # Cards.
    "number beyond the dice": (card("number = 5"), ["card 3 (extra), number", "2 .. 4", "got 5"]),
    "seven copies": (card("copies = 7"), ["card 3 (extra), copies", "1 .. 6", "got 7"]),
    "no copies": (card("copies = 0"), ["card 3 (extra), copies", "1 .. 6", "got 0"]),
    "a kind of nothing": (card('kind = "kid"'), ["card 3 (extra), kind", "'animal', 'girl' or 'boy'", "'kid'"]),
    "an animal with a mood": (card('kind = "animal"', 'mood = "horrible"'), ["card 3 (extra), mood", "animal", "'horrible'"]),
    "an unknown mood": (card('mood = "sweet"'), ["card 3 (extra), mood", "'adorable' or 'horrible'"]),
    "need without bound": (card('need = { of = ["kid"] }'), ["card 3 (extra), need", "either min or max", "neither"]),
    "need with both bounds": (card('need = { of = ["kid"], min = 1, max = 2 }'), ["need", "either min or max", "both"]),
    "need of all": (card('need = { of = ["all"], min = 1 }'), ["need, of, filter 1", "'adorable' or 'horrible'", "'all'"]),
    "need of three": (card('need = { of = ["kid", "boy", "girl"], min = 1 }'), ["need, of", "1 .. 2 filters"]),
    "need of a great number": (card('need = { of = ["kid"], min = 1000 }'), ["need, min", "0 .. 100", "got 1000"]),
    "other is a word": (card('need = { of = ["kid"], min = 1, other = "yes" }'), ["need, other", "true or false", "'yes'"]),
    "self and a filter": (card('pay = ["self", "boy"]'), ["card 3 (extra), pay", "'self' alone", "['self', 'boy']"]),
    "three payments": (card('pay = ["boy", "boy", "boy"]'), ["card 3 (extra), pay", "1 .. 2 filters"]),
    "no payment": (card("pay = []"), ["card 3 (extra), pay", "1 .. 2 filters", "got []"]),
    "no effect": (card("do = []"), ["card 3 (extra), do", "1 .. 2 effects", "got []"]),
    "three effects": (card("do = [COLLECT, COLLECT, COLLECT]"), ["card 3 (extra), do", "1 .. 2 effects"]),
    "again on a card": (card('do = [{ effect = "again" }]'), ["card 3 (extra), do, effect 1", "'again'", "others' turns"]),
    "win on a card": (card('do = [{ effect = "win" }]'), ["card 3 (extra), do, effect 1", "'win'"]),
    "look on a card": (card('do = [{ effect = "look", cards = 1 }]'), ["do, effect 1", "'look'", "when = 'summon'"]),
    "face on a card": (card('do = [{ effect = "collect", amount = "face" }]'), ["effect 1, amount", "'face'", "'double'"]),
    "a word as amount": (card('do = [{ effect = "collect", amount = "two" }]'), ["effect 1, amount", "1 .. 20", "'two'"]),
    "amount true": (card('do = [{ effect = "collect", amount = true }]'), ["effect 1, amount", "got true"]),
    "21 souls": (card('do = [{ effect = "gift", amount = 21 }]'), ["effect 1, amount", "1 .. 20", "got 21"]),
    "steal a face": (card('do = [{ effect = "steal", amount = "face" }]'), ["effect 1, amount", "{ per = filter }", "'face'"]),
    "per what": (card('do = [{ effect = "steal", amount = { per = "demon" } }]'), ["amount, per", "'all'", "'demon'"]),
    "activate and then": (
        card('do = [{ effect = "activate", which = "all", of = "animal" }, COLLECT]'),
        ["card 3 (extra), do, effect 1", "'activate' as the last", "another"],
    ),
    "summon and then": (
        card('do = [{ effect = "summon", from = "top" }, COLLECT]'),
        ["card 3 (extra), do, effect 1", "'summon' as the last", "another"],
    ),
    "an unknown effect": (card('do = [{ effect = "colect", amount = 1 }]'), ["effect 1, effect", "did you mean 'collect'"]),
    "a field too much": (card('do = [{ effect = "wipe", of = "kid" }]'), ["do, effect 1", "no fields but effect", "'of'"]),
    # Demons.
    "a demon of no way": (demon("do = [COLLECT]"), ["demon 4 (extra)", "number, always and when", "none"]),
    "a demon of two ways": (demon("number = 3", 'always = "dear"'), ["demon 4 (extra)", "number and always"]),
    "always with do": (demon('always = "dear"', "do = [COLLECT]"), ["demon 4 (extra), do", "always with do"]),
    "a number without do": (demon("number = 3"), ["demon 4 (extra), do", "number without do"]),
    "always what": (demon('always = "cheap"'), ["demon 4 (extra), always", "'reroll'", "'cheap'"]),
    "a demon with copies": (demon("number = 3", "do = [COLLECT]", "copies = 2"), ["demon 4 (extra)", "'copies'", "only cards"]),
    "obtain without of": (demon('when = "obtain"', "do = [COLLECT]"), ["demon 4 (extra), of", "'obtain'", "none"]),
    "of without obtain": (demon('when = "double"', 'of = "kid"', "do = [COLLECT]"), ["demon 4 (extra), of", "'kid'"]),
    "obtain a mood": (demon('when = "obtain"', 'of = "adorable"', "do = [COLLECT]"), ["of", "'girl', 'boy' or 'kid'"]),
    "two looks": (MINI + EGG.format(1) + EGG.format(2), ["demon 5 (egg2), when", "at most one", "demon 4 (egg1)"]),
    "summon without look": (demon('when = "summon"', "do = [COLLECT]"), ["demon 4 (extra), do", "'look'", "'collect'"]),
    "obtain and face": (
        demon('when = "obtain"', 'of = "kid"', 'do = [{ effect = "collect", amount = "face" }]'),
        ["demon 4 (extra), do", "fixed number", "another amount"],
    ),
    "double and count": (
        demon('when = "double"', 'do = [{ effect = "collect", amount = { per = "kid" } }]'),
        ["demon 4 (extra), do", "fixed number or of 'face'", "another amount"],
    ),
    "double and two": (demon('when = "double"', "do = [COLLECT, COLLECT]"), ["demon 4 (extra), do", "'collect' and 'collect'"]),
    # Candles.
    "a candle without numbers": (
        MINI + '[[candle]]\nid = "c"\nname = "C"\nnumbers = []\n',
        ["candle 1 (c), numbers", "1 .. 3", "got []"],
    ),
    "numbers that descend": (
        MINI + '[[candle]]\nid = "c"\nname = "C"\nnumbers = [4, 3]\n',
        ["candle 1 (c), numbers", "ascending", "[4, 3]"],
    ),
    "two beginner's candles": (MINI + CANDLES, ["candle 2 (c1), beginner", "at most one", "candle 1 (c0)"]),
    # Activators.
    "a card that activates itself": (MINI + activator("a", "boy", "all", "boy"), ["card 3 (a), do", "circle", "a -> a"]),
    "a circle of two": (
        MINI + activator("a", "boy", "one", "animal") + activator("b", "animal", "all", "girl"),
        ["card 3 (a), do", "circle", "a -> b -> a"],
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_the_loader_refuses(damage: str, load: Load) -> None:
    text, needles = DAMAGE[damage]
    with pytest.raises(CardSetError) as error:
        load(text)
    message = str(error.value)
    assert message.split(", ")[0].split(":")[0].endswith("box.toml")
    assert "expected" in message
    for needle in needles:
        assert needle in message, message


RANGES = {
    "faces": (1, 6),
    "souls": (0, 30),
    "row": (1, 5),
    "price": (0, 10),
    "sacrifice": (1, 5),
    "hand": (0, 6),
    "demons": (1, 12),
    "goal": (1, 60),
    "candles": (0, 2),
    "turns": (1, 10000),
}


@pytest.mark.parametrize("rule", RANGES)
def test_rules_out_of_range_are_refused(rule: str, load: Load) -> None:
    low, high = RANGES[rule]
    for value in (low - 1, high + 1):
        with pytest.raises(CardSetError, match=rf"rules, {rule}: expected an integer in {low} \.\. {high}, got {value}"):
            load(re.sub(rf"(?m)^{rule} = \d+", f"{rule} = {value}", STANDARD))


def test_what_the_page_allows_is_accepted(load: Load) -> None:
    """Activators that reach no circle, as many groups as the stack has; a demon that counts its owner's things."""
    load(MINI + activator("a", "boy", "one", "boy") + activator("b", "girl", "all", "animal"))
    load(
        demon("number = 3", 'do = [{ effect = "activate", which = "all", of = "kid" }]')
        + activator("b", "boy", "all", "animal")
    )
    load(demon('when = "double"', 'do = [{ effect = "collect", amount = "face" }]'))
    load(demon("number = 3", 'do = [{ effect = "collect", amount = { per = "all" } }, { effect = "win" }]'))
    load(card('need = { of = ["boy", "girl"], max = 0, other = true }', 'pay = ["boy", "boy"]'))


def test_sets_without_circles_never_need_more_groups_than_the_stack_has(load: Load) -> None:
    """LD-ACT-15: with every combination of activators that is accepted, a demon begins chains of at most two `all`."""
    ways = list(itertools.product(("boy", "animal"), ("all", "one"), ("kid", "animal")))
    longest = 0
    for chosen in itertools.chain.from_iterable(itertools.combinations(ways, count) for count in range(len(ways) + 1)):
        try:
            load(MINI + "".join(activator(f"a{place}", *way) for place, way in enumerate(chosen)))
        except CardSetError:
            continue
        longest = max([longest, *(most_groups(("demon", "all", of), chosen) for of in ("kid", "animal"))])
    assert longest == 2


def most_groups(way: tuple[str, str, str], others: Sequence[tuple[str, str, str]]) -> int:
    """Returns how many `all` the longest chain from an activator on has."""
    _, which, of = way
    reached = [other for other in others if (other[0] == "animal") == (of == "animal") and (which, other[1]) != ("one", "one")]
    return (which == "all") + max((most_groups(other, others) for other in reached), default=0)


def test_shipped_sets_load_once_and_cannot_be_written_to() -> None:
    check_shipped(SHIPPED, ["mini", "standard"])


def test_a_file_without_a_name_is_named_after_its_file(load: Load) -> None:
    assert load(change('name = "mini"', "")).name == "box"


def test_the_digest_changes_with_the_content_and_not_with_the_form(load: Load) -> None:
    digest = load(MINI).digest
    same = ["# a comment\n" + MINI, change('format = 1\nname = "mini"', 'name = "mini"\nformat = 1'), MINI.replace(" = ", "=")]
    other = [change("copies = 2", "copies = 3"), change('"Porcus"', '"Pig"'), change("turns = 4", "turns = 5")]
    assert re.fullmatch("[0-9a-f]{12}", digest)
    assert {load(text).digest for text in same} == {digest}
    assert digest not in {load(text).digest for text in other}


# ---- Mutated files


@settings(deadline=None)
@given(st.data())
def test_mutated_files_load_or_are_refused_by_name(data: st.DataObject) -> None:
    check_a_mutated_file(data, [MINI, STANDARD], ["kid", "self", "all", {"per": "kid"}], SHIPPED.load)


def test_random_sets_of_the_second_implementation_load(load: Load) -> None:
    for seed in range(20):
        load(random_set(np.random.default_rng(seed)))
