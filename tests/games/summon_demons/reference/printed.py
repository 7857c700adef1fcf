"""The standard set and `mini` as the tables of the printed cards list them, for comparison with the set files.

Columns of a card: id, number, copies, mood, kind, condition, cost, effects. Columns of a demon: id, number or how it works,
effects. Columns of a candle: id, numbers.
"""

import re
from collections.abc import Mapping
from typing import Any

from tests.games.summon_demons.reference.sets import Candle, Card, CardSet, Demon, Effect, Need

STANDARD_CARDS = """
caroline    | 2  | 2 | adorable girl |                        |           | collect 5
lisa        | 3  | 2 | adorable girl |                        |           | collect n(adorable)
jesus       | 3  | 4 | adorable boy  |                        |           | collect 2
alice       | 4  | 2 | adorable girl |                        |           | mill 2, adorable
fifi        | 4  | 2 | adorable girl |                        |           | collect n(animal)
chuck       | 4  | 2 | adorable boy  | n(other adorable) >= 1 |           | collect 2
marilyn     | 5  | 2 | adorable girl |                        |           | pick boy
destiny     | 5  | 2 | adorable girl |                        |           | activate one adorable
glen        | 5  | 2 | adorable boy  |                        |           | collect 2; gift 1
louis       | 5  | 4 | adorable boy  |                        |           | collect 1
jane        | 6  | 2 | girl          |                        |           | pick animal
lola        | 6  | 2 | girl          |                        |           | collect n(boy)
eve         | 6  | 6 | girl          |                        |           | collect 1
dog         | 7  | 6 | animal        | n(kid) >= 1            |           | collect 1
cat         | 7  | 6 | animal        |                        |           | mill 1, animal
goldfish    | 7  | 4 | animal        |                        | self      | collect 5
owl         | 7  | 4 | animal        |                        | self      | collect 4; replace chosen
stray_cat   | 7  | 2 | animal        | n(kid) <= 0            |           | take 1
macaw       | 7  | 2 | animal        | n(boy) or n(girl) >= 2 |           | collect 2
rabbit      | 7  | 2 | animal        | n(animal) >= 3         |           | collect 2
rabid_dog   | 7  | 2 | animal        | n(kid) <= 0            |           | collect 2
falcon      | 7  | 1 | animal        |                        | self      | mill 7, animal
goat        | 7  | 1 | animal        |                        | boy, girl | summon top
skunk       | 7  | 1 | animal        |                        |           | wipe
alligator   | 7  | 1 | animal        |                        | self      | discard kid, up to 2
adam        | 8  | 6 | boy           |                        |           | collect 1
romeo       | 8  | 2 | boy           |                        |           | collect n(girl)
irwin       | 8  | 2 | boy           |                        |           | activate all animal
regan       | 9  | 4 | horrible girl |                        |           | collect 1
annie       | 9  | 2 | horrible girl |                        | self      | pick_or_steal kid
tommy       | 9  | 2 | horrible boy  |                        |           | mill 1, girl
calvin      | 9  | 2 | horrible boy  | n(horrible) >= 3       |           | steal 2
dolores     | 10 | 2 | horrible girl |                        |           | replace adorable; pick horrible
dillinger   | 10 | 2 | horrible boy  |                        |           | steal 1
sam         | 10 | 2 | horrible boy  |                        | animal    | collect 6
carrie      | 11 | 4 | horrible girl |                        |           | collect 2
damien      | 11 | 2 | horrible boy  |                        | self      | summon hand
donnie      | 12 | 2 | horrible boy  |                        |           | steal n(horrible)
"""

STANDARD_DEMONS = """
serpent    | 2                  | win
demon_book | 3                  | summon pile
bogeyman   | 4                  | take 2
porcus     | 5                  | collect 5
legion     | 6                  | collect n(all)
beelze     | 7                  | activate all kid
hound      | 8                  | steal n(animal)
clockwork  | 9                  | collect 1; again
antichrist | 10                 | steal 5
mephisto   | 11                 | steal_card
devil      | 12                 | steal_all
both_moods | always both_moods  |
both_sexes | always both_sexes  |
oni        | always twice       |
doubles    | when double        | collect face
reroll     | always reroll      |
donkey     | when obtain animal | collect 1
shield     | always shield      |
egg        | when summon        | look 3
baphometal | always dear        |
"""

STANDARD_CANDLES = """
candle_kind     | 3, 4, 5
candle_sweet    | 5, 6
candle_beginner | 6, 8
candle_evil     | 8, 9
candle_devil    | 9, 10, 11
"""

MINI_CARDS = """
louis    | 3 | 2 | adorable boy | |      | collect 1
goldfish | 4 | 1 | animal       | | self | collect 2
"""

MINI_DEMONS = """
porcus     | 3             | collect 2
antichrist | 4             | steal 2
shield     | always shield |
"""


def _rows(table: str) -> list[list[str]]:
    return [[field.strip() for field in line.split("|")] for line in table.strip().splitlines()]


def _effect(text: str) -> Effect:
    name, *words = text.replace(",", "").split()
    counted = [word[2:-1] for word in words if word.startswith("n(")]
    numbers = [int(word) for word in words if word.isdigit()]
    filters = [word for word in words if word.isalpha()]
    if name in ("collect", "gift", "steal"):
        return Effect(name, amount=sum(numbers), per="".join(counted), face="face" in words)
    if name in ("mill", "take", "look"):
        return Effect(name, cards=numbers[0], of="".join(filters))
    if name == "discard":
        return Effect(name, of=filters[0], up_to=numbers[0])
    if name == "summon":
        return Effect(name, source=words[0])
    if name == "activate":
        return Effect(name, which=words[0], of=words[1])
    return Effect(name, of="".join(filters))


def _effects(text: str) -> tuple[Effect, ...]:
    return tuple(_effect(part) for part in text.split(";") if part.strip())


def _need(text: str) -> Need | None:
    if not text:
        return None
    filters = tuple(re.findall(r"n\((?:other )?(\w+)\)", text))
    number = int(text.split()[-1])
    other = "other" in text
    return Need(filters, min=number, other=other) if ">=" in text else Need(filters, max=number, other=other)


def _cards(table: str) -> tuple[Card, ...]:
    cards = []
    for code, (id_, number, copies, look, need, pay, do) in enumerate(_rows(table)):
        *mood, kind = look.split()
        cost = tuple(filter(None, pay.replace(",", "").split()))
        cards.append(Card(code, id_, int(number), int(copies), kind, "".join(mood), _need(need), cost, _effects(do)))
    return tuple(cards)


def _demons(table: str) -> tuple[Demon, ...]:
    demons = []
    for code, (id_, works, do) in enumerate(_rows(table)):
        number = int(works) if works.isdigit() else None
        word, power, of = ([*works.split(), "", ""] if number is None else ["", "", ""])[:3]
        always, when = (power if word == "always" else ""), (power if word == "when" else "")
        demons.append(Demon(code, id_, number, always, when, of, _effects(do)))
    return tuple(demons)


def _candles(table: str) -> tuple[Candle, ...]:
    return tuple(
        Candle(code, id_, tuple(int(number) for number in numbers.split(",")), id_ == "candle_beginner")
        for code, (id_, numbers) in enumerate(_rows(table))
    )


def _rules(**numbers: Any) -> Mapping[str, Any]:
    return numbers


def standard() -> CardSet:
    """Returns the printed box."""
    rules = _rules(
        faces=6, souls=5, row=5, price=3, sacrifice=3, hand=3, demons=3, goal=10, candles=1, turns=300, first="random"
    )
    cards, demons, candles = _cards(STANDARD_CARDS), _demons(STANDARD_DEMONS), _candles(STANDARD_CANDLES)
    return CardSet("standard", (2, 3, 4, 5), rules, cards, demons, candles)


def mini() -> CardSet:
    """Returns the set that can be enumerated."""
    rules = _rules(faces=2, souls=3, row=1, price=2, sacrifice=1, hand=1, demons=1, goal=3, candles=0, turns=4, first="seat 0")
    return CardSet("mini", (2,), rules, _cards(MINI_CARDS), _demons(MINI_DEMONS), ())
