"""Random card sets that the loader accepts, to meet rules and combinations that the shipped sets never touch."""

import json
from dataclasses import dataclass, field

import numpy as np

from tests.games.summon_demons.reference.effects import EFFECTS
from tests.games.taste import Taste

KINDS = ("animal", "girl", "boy")
FILTERS = ("animal", "girl", "boy", "kid", "adorable", "horrible")
ALWAYS = ("both_moods", "both_sexes", "twice", "shield", "dear", "reroll")
LAST = ("summon", "activate")
DEMONS_ONLY = ("again", "win")
ORDINARY = ("collect", *(name for name in EFFECTS if name not in (*LAST, *DEMONS_ONLY)))  # `collect` twice as often


@dataclass
class _Drawn:
    """A card or demon as it is drawn: its lines, and what matters for chains of activations."""

    lines: list[str]
    kind: str = ""  # of a card
    effects: list[str] = field(default_factory=list)
    activates: tuple[str, str] | None = None  # which, filter

    def text(self) -> str:
        do = [f"do = [{', '.join(self.effects)}]"] if self.effects else []
        return "\n".join([*self.lines, *do])


class _Maker(Taste):
    """A generator with the taste of one set: lopsided sets bring rare meetings of the same effects."""

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self.faces = self.number(1, 6)
        self.effects = list(ORDINARY)
        if self.chance(0.4):
            self.effects = [str(name) for name in rng.choice(self.effects, size=self.number(2, 4), replace=False)]
        self.activating = 0.3 if self.chance(0.5) else 0.08
        self.filters = FILTERS if self.chance(0.7) else tuple(str(f) for f in rng.choice(FILTERS, size=2, replace=False))

    def filter(self) -> str:
        return self.one_of(*self.filters)

    def total(self) -> int:
        """Returns a number that can be rolled, common ones often."""
        return self.number(1, self.faces) + self.number(1, self.faces)


def random_set(rng: np.random.Generator, name: str = "random") -> str:
    """Returns the text of a set file."""
    make = _Maker(rng)
    most = make.number(2, 5)
    players = sorted({most, *(count for count in range(2, most) if make.chance(0.5))})
    candles = make.number(0, 5)
    each = 2 if most == 2 and candles >= 4 and make.chance(0.5) else min(1, candles // most)
    demons = [_demon(make, number) for number in range(make.number(0, 20))]
    looks = [demon for demon in demons if 'when = "summon"' in demon.lines]
    demons = [demon for demon in demons if demon not in looks[1:]]
    row = make.number(1, 5)
    cards = [_card(make, number) for number in range(make.number(row, 38) if make.chance(0.5) else make.number(row, 8))]
    _break_long_chains(cards, demons)
    hand = make.number(0, min(6, len(demons) // most))
    blocks = [
        f'format = 1\nname = "{name}"\nplayers = {players}',
        "\n".join(
            [
                "[rules]",
                f"faces = {make.faces}",
                f"souls = {make.number(0, 8)}",
                f"row = {row}",
                f"price = {make.number(0, 4)}",
                f"sacrifice = {make.number(1, 4)}",
                f"hand = {hand}",
                f"demons = {make.number(1, 5)}",
                f"goal = {make.number(1, 29)}",
                f"candles = {each}",
                f"turns = {make.number(1, 60)}",
                f'first = "{make.one_of("random", "seat 0")}"',
            ]
        ),
        *(_candle(make, number, beginner=number == candles - 1) for number in range(candles)),
        *("[[card]]\n" + card.text() for card in cards),
        *("[[demon]]\n" + demon.text() for demon in demons),
    ]
    return "\n\n".join(blocks) + "\n"


def _candle(make: _Maker, number: int, *, beginner: bool) -> str:
    numbers = sorted({make.total() for _ in range(3)})
    mark = "\nbeginner = true" if beginner and make.chance(0.5) else ""
    return f'[[candle]]\nid = "candle_{number}"\nname = "Candle {number + 1}"\nnumbers = {numbers}{mark}'


def _card(make: _Maker, number: int) -> _Drawn:
    kind = make.one_of(*KINDS)
    lines = [
        f'id = "card_{number}"',
        f'name = "Card {number + 1}"',
        f"number = {make.total()}",
        f"copies = {make.number(1, 6)}",
        f'kind = "{kind}"',
    ]
    if kind != "animal" and make.chance(0.7):
        lines.append(f'mood = "{make.one_of("adorable", "horrible")}"')
    if make.chance(0.3):
        filters = json.dumps([make.filter() for _ in range(make.number(1, 2))])
        limit = f"min = {make.number(1, 4)}" if make.chance(0.6) else f"max = {make.number(0, 3)}"
        other = ", other = true" if make.chance(0.4) else ""
        lines.append(f"need = {{ of = {filters}, {limit}{other} }}")
    if make.chance(0.3):
        cost = ["self"] if make.chance(0.3) else [make.filter() for _ in range(make.number(1, 2))]
        lines.append(f"pay = {json.dumps(cost)}")
    card = _Drawn(lines, kind)
    _add_effects(make, card, make.effects)
    return card


def _demon(make: _Maker, number: int) -> _Drawn:
    demon = _Drawn([f'id = "demon_{number}"', f'name = "Demon {number + 1}"'])
    works = make.one_of("number", "number", "always", "when")
    if works == "number":
        demon.lines.append(f"number = {make.total()}")
        _add_effects(make, demon, [*make.effects, *DEMONS_ONLY])
    elif works == "always":
        demon.lines.append(f'always = "{make.one_of(*ALWAYS)}"')
    else:
        when = make.one_of("double", "obtain", "summon")
        demon.lines.append(f'when = "{when}"')
        amount = str(make.number(1, 4))
        if when == "double" and make.chance(0.6):
            amount = '"face"'
        if when == "obtain":
            demon.lines.append(f'of = "{make.one_of("animal", "girl", "boy", "kid")}"')
        look = f'{{ effect = "look", cards = {make.number(1, 5)} }}'
        demon.effects = [look if when == "summon" else f'{{ effect = "collect", amount = {amount} }}']
    return demon


def _add_effects(make: _Maker, thing: _Drawn, names: list[str]) -> None:
    number = 2 if make.chance(0.35) else 1
    for place in range(number):
        is_last = place == number - 1
        if is_last and make.chance(make.activating):
            which, filter_ = make.one_of("all", "one"), make.filter()
            thing.activates = (which, filter_)
            thing.effects.append(f'{{ effect = "activate", which = "{which}", of = "{filter_}" }}')
        elif is_last and make.chance(0.1):
            thing.effects.append(f'{{ effect = "summon", from = "{make.one_of("top", "pile", "hand")}" }}')
        else:
            thing.effects.append(_effect(make, make.one_of(*names)))


def _effect(make: _Maker, name: str) -> str:
    """Returns one effect as an inline table."""
    per = make.one_of(*make.filters, "all")
    amount = f'{{ per = "{per}" }}' if make.chance(0.4) else str(make.number(1, 5))
    fields = {
        "collect": [f"amount = {amount}"],
        "gift": [f"amount = {make.number(1, 4)}"],
        "steal": [f"amount = {amount}"],
        "mill": [f"cards = {make.number(1, 10)}", f'of = "{make.filter()}"'],
        "take": [f"cards = {make.number(1, 4)}"],
        "pick": [f'of = "{make.filter()}"'],
        "pick_or_steal": [f'of = "{make.filter()}"'],
        "replace": [f'of = "{make.one_of(*make.filters, "chosen", "chosen")}"'],
        "discard": [f'of = "{make.filter()}"', f"up_to = {make.number(1, 5)}"],
    }
    return "{ " + ", ".join([f'effect = "{name}"', *fields.get(name, [])]) + " }"


def _break_long_chains(cards: list[_Drawn], demons: list[_Drawn]) -> None:
    """Replaces activators until there is no circle and no chain with more than two of "all"."""
    for thing in [*cards, *demons]:
        if thing.activates is not None and not _is_sound(thing, cards, []):
            thing.activates = None
            thing.effects[-1] = '{ effect = "collect", amount = 1 }'


def _is_sound(thing: _Drawn, cards: list[_Drawn], before: list[_Drawn]) -> bool:
    chain = [*before, thing]
    if any(thing is earlier for earlier in before):
        return False
    if sum(1 for link in chain if link.activates is not None and link.activates[0] == "all") > 2:
        return False
    assert thing.activates is not None
    which, filter_ = thing.activates
    for card in cards:
        if card.activates is None or (card.kind == "animal") != (filter_ == "animal"):
            continue
        if which == "one" and card.activates[0] == "one":
            continue
        if not _is_sound(card, cards, chain):
            return False
    return True
