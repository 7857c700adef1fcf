"""What a card-set file may say: its tables as typed structures, and every check with a message that names card and field.

`read_document` turns the parsed TOML of a file into a `Document` or raises. The tables and their defaults are described for
people in `docs/resonance/card-sets.md`; what the effects do is in `docs/resonance/rules.md` (R-CAST-*).
"""

import unicodedata
from typing import Annotated, Any, Literal, get_args

import msgspec

from resonance_env.core.card_tables import (
    MAX_NAME,
    TomlTable,
    check_distinct_names,
    check_fields,
    count_text,
    got,
    label_cards,
    one_of,
    read_array,
    read_effect,
    read_integer,
    read_players,
    read_table,
)
from resonance_env.core.errors import CardSetError
from resonance_env.core.words import NOTHING, simplify
from resonance_env.games.resonance.rules import vocabulary as v

FORMAT = 1
PLAYERS = tuple(range(2, 9))
TEAM_PLAYERS = (6, 7, 8)  # 7 persons play 8 seats (R-TEAM-1)

ObjectType = Literal["herb", "mineral", "potion"]
ObjectKind = Literal["herb", "mineral", "potion", "object"]
OBJECT_KINDS: tuple[str, ...] = get_args(ObjectKind)
RemovableKind = Literal["herb", "mineral", "potion", "object", "artifact", "any"]
HandKind = Literal["herb", "mineral", "potion", "object", "artifact", "incantation"]
Pile = Annotated[int, msgspec.Meta(ge=0, le=v.MAX_PILE)]
Cards = Annotated[int, msgspec.Meta(ge=1, le=v.MAX_PER_EFFECT)]
Counts = Annotated[int, msgspec.Meta(ge=1, le=v.MAX_COUNT)]
When = Literal["now", "end"]


class Objects(TomlTable):
    """Cards of each object type."""

    herb: Pile
    mineral: Pile
    potion: Pile


class Box(TomlTable):
    """Counts of all cards that carry nothing but a type or a value (R-BOX-1 to 5)."""

    objects: Objects
    transients: Objects
    artifacts: Annotated[int, msgspec.Meta(ge=1, le=v.MAX_ARTIFACT)]
    incantations: Annotated[int, msgspec.Meta(ge=1, le=v.MAX_INCANTATION)]
    moons: Annotated[int, msgspec.Meta(ge=1, le=v.MAX_MOONS)]
    full_moon: Annotated[int, msgspec.Meta(ge=1, le=v.MAX_MOONS)]  # counted from 1, the New Moon


class Demon(TomlTable):
    """A demon and its levels, `levels[level][object]` (R-BOX-6)."""

    name: str
    levels: list[list[int]]


class Effect(TomlTable):
    """One effect of a spell; each kind of effect has its own fields."""

    effect: str


class Sigil(Effect):
    """Place the incantation as a Sigil on an opposing witch, always at the end of the round (R-CAST-12)."""


class BecomeArtifact(Effect):
    """The incantation becomes an artifact of this value (R-CAST-4)."""

    value: Annotated[int, msgspec.Meta(ge=0, le=v.MAX_ARTIFACT)]


class BecomeObject(Effect):
    """The incantation becomes an object that counts so much (R-CAST-5)."""

    kind: ObjectType
    counts: Counts = 1


class Play(Effect):
    """Objects go from the caster's hand to the centre, each counting so much (R-CAST-6)."""

    kind: ObjectKind
    count: Cards
    counts: Counts = 1
    up_to: bool = False


class Remove(Effect):
    """Cards of the centre leave the game (R-CAST-7); `any` is an object or an artifact."""

    kind: RemovableKind
    count: Cards
    up_to: bool = False


class ChangeDemon(Effect):
    """The caster or an opposing witch swaps her demon with one of the reserve (R-CAST-8)."""

    who: Literal["self", "one"]
    when: When = "now"
    if_she_likes: bool = False


class ChangeSpells(Effect):
    """The caster or an opposing witch swaps her spell card with one of the reserve (R-CAST-8)."""

    who: Literal["self", "one"]
    when: When = "now"
    if_she_likes: bool = False


class Draw(Effect):
    """The caster draws from the open piles (R-CAST-9)."""

    kind: HandKind
    count: Cards
    when: When = "now"
    up_to: bool = False


class Discard(Effect):
    """One or all opposing witches discard from hand (R-CAST-10)."""

    kind: HandKind
    count: Cards
    who: Literal["one", "all"]
    when: When = "now"


EFFECTS: dict[str, type[Effect]] = {
    "sigil": Sigil,
    "become_artifact": BecomeArtifact,
    "become_object": BecomeObject,
    "play": Play,
    "remove": Remove,
    "change_demon": ChangeDemon,
    "change_spells": ChangeSpells,
    "draw": Draw,
    "discard": Discard,
}


class Witch(TomlTable):
    """A witch and the spells of her card, `spells[spell][effect]` (R-BOX-7)."""

    name: str
    spells: list[list[Effect]]


class Document(TomlTable):
    """A whole file, checked."""

    format: Annotated[int, msgspec.Meta(ge=FORMAT, le=FORMAT)]
    players: list[int]
    box: Box
    demon: list[Demon]
    witch: list[Witch]
    name: str | None = None


def read_document(raw: dict[str, Any], file: str) -> Document:
    """Checks the parsed TOML of a file, or raises a CardSetError that names the file as given, card and field."""
    check_fields(raw, Document, file)
    read_integer(raw["format"], f"{file}, format", minimum=FORMAT, maximum=FORMAT)
    name = _name(raw["name"], f"{file}, name") if "name" in raw else None
    players = read_players(raw["players"], f"{file}, players", PLAYERS)
    box = _box(raw["box"], f"{file}, box")
    demons = [_demon(card, label, box.moons) for label, card in label_cards(raw, "demon", v.MAX_DEMONS, file)]
    witches = [_witch(card, label) for label, card in label_cards(raw, "witch", v.MAX_SPELL_CARDS, file)]
    check_distinct_names([demon.name for demon in demons], f"{file}, demon")
    check_distinct_names([witch.name for witch in witches], f"{file}, witch")
    for number in players:
        _check_enough(number, box, len(demons), len(witches), file)
    return Document(format=FORMAT, name=name, players=players, box=box, demon=demons, witch=witches)


def seats_for(players: int) -> int:
    """Returns how many witches sit at the table with this number of persons (R-TEAM-1)."""
    return v.MAX_SEATS if players == 7 else players


def summonable_together(document: Document) -> list[tuple[str, str, int]]:
    """Returns the pairs of demons whose level IIIs fit on one circle, with the moons they need together (R-END-2)."""
    pairs = []
    for index, first in enumerate(document.demon):
        for second in document.demon[index + 1 :]:
            needed = sum(map(max, first.levels[-1], second.levels[-1]))
            if needed <= document.box.moons:
                pairs.append((first.name, second.name, needed))
    return pairs


def _box(raw: object, where: str) -> Box:
    box = read_table(raw, Box, where)
    total = box.transients.herb + box.transients.mineral + box.transients.potion
    if not 1 <= total <= v.MAX_TRANSIENTS:
        raise CardSetError(
            f"{where}, transients: expected 1 .. {v.MAX_TRANSIENTS} transients in all, one for each round, got {total}"
        )
    if box.full_moon > box.moons:
        raise CardSetError(f"{where}, full_moon: expected one of the moons 1 .. {box.moons}, got {box.full_moon}")
    return box


def _demon(raw: object, where: str, moons: int) -> Demon:
    fields = check_fields(raw, Demon, where)
    levels: list[list[int]] = []
    what = f"levels ({', '.join(v.LEVEL_NAMES)}), each as [herb, mineral, potion]"
    written = read_array(fields["levels"], f"{where}, levels", what, v.NUM_LEVELS, v.NUM_LEVELS)
    for label, level in zip(v.LEVEL_NAMES, written, strict=True):
        place = f"{where}, level {label}"
        counts = read_array(level, place, "numbers [herb, mineral, potion]", v.NUM_OBJECTS, v.NUM_OBJECTS)
        needs = [
            read_integer(count, f"{place}, {name.lower()}", minimum=0, maximum=moons)
            for name, count in zip(v.OBJECT_NAMES, counts, strict=True)
        ]
        least = sum(levels[-1]) if levels else 1
        if sum(needs) < least:
            reason = ", as many as the level before" if levels else ""
            raise CardSetError(f"{place}: expected at least {count_text(least, 'object')}{reason}, got {sum(needs)}")
        if sum(needs) > moons:
            raise CardSetError(f"{place}: expected at most {count_text(moons, 'object')}, one for each moon, got {sum(needs)}")
        levels.append(needs)
    return Demon(name=_name(fields["name"], f"{where}, name"), levels=levels)


def _witch(raw: object, where: str) -> Witch:
    fields = check_fields(raw, Witch, where)
    name = _name(fields["name"], f"{where}, name")
    spells = [
        _spell(spell, f"{where}, spell {number}")
        for number, spell in enumerate(
            read_array(fields["spells"], f"{where}, spells", "spells", v.NUM_SPELLS, v.NUM_SPELLS), 1
        )
    ]
    with_sigil = [number for number, spell in enumerate(spells, 1) if any(isinstance(effect, Sigil) for effect in spell)]
    if len(with_sigil) != 1:
        came = f"in spells {', '.join(map(str, with_sigil))}" if with_sigil else "none"
        raise CardSetError(f"{where}, spells: expected the effect 'sigil' in exactly one spell (R-BOX-7), got {came}")
    return Witch(name=name, spells=spells)


def _spell(raw: object, where: str) -> list[Effect]:
    spell = [
        _effect(effect, f"{where}, effect {number}")
        for number, effect in enumerate(read_array(raw, where, "effects", 1, v.MAX_EFFECTS), 1)
    ]
    consuming = [effect.effect for effect in spell if isinstance(effect, (Sigil, BecomeArtifact, BecomeObject))]
    if len(consuming) > 1:
        raise CardSetError(
            f"{where}: expected at most one of 'sigil', 'become_artifact' and 'become_object', each of which uses up the "
            f"incantation, got {' and '.join(map(repr, consuming))}"
        )
    return spell


def _effect(raw: object, where: str) -> Effect:
    effect = read_effect(raw, EFFECTS, where)
    if isinstance(effect, (ChangeDemon, ChangeSpells)) and effect.if_she_likes and effect.who != "self":
        raise CardSetError(f"{where}, if_she_likes: expected true only with who = 'self' (R-CAST-8), got who = {effect.who!r}")
    if isinstance(effect, Draw) and effect.up_to and effect.kind not in OBJECT_KINDS:
        raise CardSetError(f"{where}, up_to: expected true only with kind {one_of(OBJECT_KINDS)}, got kind = {effect.kind!r}")
    return effect


def _check_enough(players: int, box: Box, demons: int, spell_cards: int, file: str) -> None:
    """Refuses a box that is too small for a number of players (R-SETUP-1 to 5, R-TEAM-2, R-TEAM-3)."""
    seats = seats_for(players)
    needs: list[tuple[str, int, int, str]] = []
    if players in TEAM_PLAYERS:
        needs.append(("demon", demons, seats // 2, "one for each team"))
        needs.append(("witch", spell_cards, seats, "one for each witch"))
    else:
        needs.append(("demon", demons, seats, "one for each witch"))
        needs.append(("witch", spell_cards, seats + 1, "the last in the draft is offered two"))
    for name in v.OBJECT_NAMES:
        field = name.lower()
        needs.append((f"box, objects, {field}", getattr(box.objects, field), seats, "each witch starts with one"))
    needs.append(("box, artifacts", box.artifacts, seats, "each witch starts with one"))
    for field, there, least, reason in needs:
        if there < least:
            raise CardSetError(f"{file}, {field}: expected at least {least} for {players} players ({reason}), got {there}")


def _name(raw: object, where: str) -> str:
    """Returns a name in Unicode's composed form, so that the same letters are the same name."""
    name = unicodedata.normalize("NFC", raw) if isinstance(raw, str) else ""
    is_plain = all(letter.isalnum() or unicodedata.category(letter)[0] == "M" or letter in " -'._" for letter in name)
    has_letter = any(map(str.isalnum, name))
    if not (
        is_plain and has_letter and len(name) <= MAX_NAME and " ".join(name.split()) == name and simplify(name) not in NOTHING
    ):
        raise CardSetError(
            f"{where}: expected a name of 1 .. {MAX_NAME} characters (letters, digits, single blanks, - ' . _), "
            f"other than 'none'; got {got(raw)}"
        )
    return name
