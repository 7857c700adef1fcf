"""The tables of a card-set file as typed structures: what `cards.md` calls the vocabulary."""

from typing import Annotated, Literal

import msgspec

from resonance_env.core.card_tables import TomlTable
from resonance_env.games.summon_demons.rules import vocabulary as v

FORMAT = 1
MAX_AMOUNT = 20  # souls of one effect
MAX_CARDS = 10  # of one effect
MAX_LOOKED_AT = 5
MAX_NEED = 100  # cards that a condition may speak of

Kind = Literal["animal", "girl", "boy"]
Mood = Literal["adorable", "horrible"]
Filter = Literal["animal", "girl", "boy", "kid", "adorable", "horrible"]
KindFilter = Literal["animal", "girl", "boy", "kid"]
CountedFilter = Literal["animal", "girl", "boy", "kid", "adorable", "horrible", "all"]
Always = Literal["both_moods", "both_sexes", "twice", "shield", "dear", "reroll"]
When = Literal["double", "obtain", "summon"]
Amount = Annotated[int, msgspec.Meta(ge=1, le=MAX_AMOUNT)]
Cards = Annotated[int, msgspec.Meta(ge=1, le=MAX_CARDS)]
Need = Annotated[int, msgspec.Meta(ge=0, le=MAX_NEED)]


class Table(TomlTable, omit_defaults=True):
    """A table of the file."""


class Rules(Table):
    """The numbers of the set; an option of the game may change some of them."""

    faces: Annotated[int, msgspec.Meta(ge=1, le=v.MAX_FACES)]
    souls: Annotated[int, msgspec.Meta(ge=0, le=30)]
    row: Annotated[int, msgspec.Meta(ge=1, le=v.MAX_ROW)]
    price: Annotated[int, msgspec.Meta(ge=0, le=10)]
    sacrifice: Annotated[int, msgspec.Meta(ge=1, le=5)]
    hand: Annotated[int, msgspec.Meta(ge=0, le=6)]
    demons: Annotated[int, msgspec.Meta(ge=1, le=12)]
    goal: Annotated[int, msgspec.Meta(ge=1, le=60)]
    candles: Annotated[int, msgspec.Meta(ge=0, le=2)]
    turns: Annotated[int, msgspec.Meta(ge=1, le=10000)]
    first: Literal["random", "seat 0"]


class Count(Table):
    """n(F): an amount that counts the owner's cards in play."""

    per: CountedFilter


class Effect(Table):
    """One effect of a card or demon; each kind of effect has its own fields."""

    effect: str


class Collect(Effect):
    """LD-EFF-2; the amount is a number, a count, or the face of one die of the double."""

    amount: int | Count | str


class Gift(Effect):
    """LD-EFF-3."""

    amount: Amount


class Steal(Effect):
    """LD-EFF-4; the amount is a number or a count."""

    amount: int | Count


class Mill(Effect):
    """LD-EFF-5."""

    cards: Cards
    of: Filter


class Take(Effect):
    """LD-EFF-6."""

    cards: Cards


class Pick(Effect):
    """LD-EFF-7."""

    of: Filter


class PickOrSteal(Effect):
    """LD-EFF-8."""

    of: Filter


class Replace(Effect):
    """LD-EFF-9."""

    of: Literal["animal", "girl", "boy", "kid", "adorable", "horrible", "chosen"]


class StealCard(Effect):
    """LD-EFF-10: one card or demon."""


class StealAll(Effect):
    """LD-EFF-10: all cards and demons."""


class Discard(Effect):
    """LD-EFF-11."""

    of: Filter
    up_to: Annotated[int, msgspec.Meta(ge=1, le=5)]


class Wipe(Effect):
    """LD-EFF-12."""


class Summon(Effect):
    """LD-EFF-13; only the last effect."""

    source: Literal["top", "pile", "hand"] = msgspec.field(name="from")


class Look(Effect):
    """LD-EFF-14; only the sole effect of a demon `when = "summon"`."""

    cards: Annotated[int, msgspec.Meta(ge=1, le=MAX_LOOKED_AT)]


class Activate(Effect):
    """LD-ACT-12, LD-ACT-13; only the last effect."""

    which: Literal["all", "one"]
    of: Filter


class Again(Effect):
    """LD-TURN-5; only of demons."""


class Win(Effect):
    """LD-WIN-5; only of demons."""


EFFECTS: dict[str, type[Effect]] = {
    "collect": Collect,
    "gift": Gift,
    "steal": Steal,
    "mill": Mill,
    "take": Take,
    "pick": Pick,
    "pick_or_steal": PickOrSteal,
    "replace": Replace,
    "steal_card": StealCard,
    "steal_all": StealAll,
    "discard": Discard,
    "wipe": Wipe,
    "summon": Summon,
    "look": Look,
    "activate": Activate,
    "again": Again,
    "win": Win,
}
assert tuple(EFFECTS) == v.OP_NAMES


class Condition(Table):
    """LD-ACT-3: one of the filters reaches `min`, or none exceeds `max`."""

    of: list[str]
    min: Need | None = None
    max: Need | None = None
    other: bool = False


class Card(Table):
    """A type of cards (LD-BOX-1, 2)."""

    id: str
    name: str
    number: int
    copies: Annotated[int, msgspec.Meta(ge=1, le=v.MAX_COPIES)]
    kind: Kind
    do: list[Effect]
    mood: Mood | None = None
    need: Condition | None = None
    pay: list[str] = msgspec.field(default_factory=list)


class Demon(Table):
    """A demon: numbered, or permanent with `always` or `when` (LD-BOX-3)."""

    id: str
    name: str
    number: int | None = None
    always: Always | None = None
    when: When | None = None
    of: KindFilter | None = None
    do: list[Effect] = msgspec.field(default_factory=list)


class Candle(Table):
    """A candle (LD-BOX-4)."""

    id: str
    name: str
    numbers: list[int]
    beginner: bool = False


class Document(Table):
    """A whole file, checked."""

    format: Annotated[int, msgspec.Meta(ge=FORMAT, le=FORMAT)]
    players: list[int]
    rules: Rules
    card: list[Card]
    demon: list[Demon] = msgspec.field(default_factory=list)
    candle: list[Candle] = msgspec.field(default_factory=list)
    name: str | None = None
