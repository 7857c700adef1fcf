"""Checks of the tables of a card-set file, each with a message that names file, card and field.

A game describes its tables as structures (`TomlTable`); these functions turn the parsed TOML into them or raise. The `where` of
a message is the file, then the card, then the field, such as "box.toml, demon 3 (Vepar), name".
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, TypeVar, get_args

import msgspec

from resonance_env.core.errors import CardSetError
from resonance_env.core.suggest import nearest
from resonance_env.core.words import simplify

MAX_NAME = 40  # characters of a name, and of a text in a message


class TomlTable(msgspec.Struct):
    """A table of the file; a field without a default must be written."""


AnyTable = TypeVar("AnyTable", bound=TomlTable)


# ---- tables ----


def check_fields(raw: object, table: type[TomlTable], where: str) -> dict[str, Any]:
    """Returns the table as it came, after checking that it is one and has the fields it must and may have.

    Raises:
        CardSetError: it is no table, or a field is unknown or missing.
    """
    fields = msgspec.structs.fields(table)
    names = [field.encode_name for field in fields]
    if not isinstance(raw, dict):
        raise CardSetError(f"{where}: expected a table with the fields {', '.join(names)}; got {got(raw)}")
    for key in raw:
        if key not in names:
            raise CardSetError(f"{where}: expected no fields but {', '.join(names)}; got {got(key)}{near(key, names)}")
    for field in fields:
        if field.required and field.encode_name not in raw:
            raise CardSetError(f"{where}: expected the field {field.encode_name!r}{_expected_of(field.type)}; it is missing")
    return raw


def read_table(raw: object, table: type[AnyTable], where: str) -> AnyTable:
    """Returns a table of words, numbers and such tables as its structure.

    Raises:
        CardSetError: see `check_fields`, or a value is not what its field holds.
    """
    fields = check_fields(raw, table, where)
    values = {}
    for field in msgspec.structs.fields(table):
        if field.encode_name in fields:
            value, place = fields[field.encode_name], f"{where}, {field.encode_name}"
            is_table = isinstance(field.type, type) and issubclass(field.type, TomlTable)
            values[field.name] = read_table(value, field.type, place) if is_table else convert(value, field.type, place)
    return table(**values)


def read_effect(raw: object, effects: dict[str, type[AnyTable]], where: str) -> AnyTable:
    """Returns an effect, a table whose field `effect` says which of the structures it is.

    Raises:
        CardSetError: it is no table, its effect is unknown, or see `read_table`.
    """
    if not isinstance(raw, dict):
        raise CardSetError(f'{where}: expected a table such as {{ effect = "{next(iter(effects))}" }}, got {got(raw)}')
    if "effect" not in raw:
        raise CardSetError(f"{where}: expected the field 'effect', one of {', '.join(effects)}; it is missing")
    word = raw["effect"]
    if not isinstance(word, str) or word not in effects:
        raise CardSetError(f"{where}, effect: expected one of {', '.join(effects)}; got {got(word)}{near(word, effects)}")
    return read_table(raw, effects[word], where)


def label_cards(raw: dict[str, Any], kind: str, most: int, file: str, name_field: str = "name") -> list[tuple[str, Any]]:
    """Returns the cards of a kind, each with what messages call it.

    Args:
        raw: the file.
        kind: the key of the array of cards.
        most: how many there may be; there must be one.
        file: what messages call the file.
        name_field: the field of a card that messages add if it is a plain name.

    Raises:
        CardSetError: there is no array of so many cards.
    """
    cards = []
    for number, card in enumerate(read_array(raw[kind], f"{file}, {kind}", f"tables, each under [[{kind}]]", 1, most), 1):
        name = card.get(name_field) if isinstance(card, dict) else None
        is_plain = isinstance(name, str) and name.isprintable() and 1 <= len(name) <= MAX_NAME
        cards.append((f"{file}, {kind} {number}" + (f" ({name})" if is_plain else ""), card))
    return cards


# ---- values ----


def read_array(raw: object, where: str, what: str, least: int, most: int) -> list[Any]:
    """Returns an array of `least` .. `most` of what is named."""
    if not isinstance(raw, list) or not least <= len(raw) <= most:
        number = str(least) if least == most else f"{least} .. {most}"
        raise CardSetError(f"{where}: expected an array of {number} {what}; got {got(raw)}")
    return raw


def read_integer(raw: object, where: str, *, minimum: int, maximum: int) -> int:
    """Returns an integer in `minimum` .. `maximum`."""
    value: int = convert(raw, Annotated[int, msgspec.Meta(ge=minimum, le=maximum)], where)
    return value


def read_players(raw: object, where: str, possible: Sequence[int]) -> list[int]:
    """Returns the numbers of players, ascending."""
    numbers = [
        read_integer(number, f"{where}, number {index}", minimum=possible[0], maximum=possible[-1])
        for index, number in enumerate(read_array(raw, where, "numbers of players", 1, len(possible)), 1)
    ]
    for number in numbers:
        if numbers.count(number) > 1:
            raise CardSetError(f"{where}: expected each number of players once, got {number} twice")
    return sorted(numbers)


def check_distinct_names(names: Iterable[str], where: str) -> None:
    """Checks that no two names differ in case, accents and blanks only, since people who type them may leave these out."""
    seen: dict[str, str] = {}
    for name in names:
        key = simplify(name)
        if key in seen:
            both = f"{seen[key]!r} and {name!r}"
            raise CardSetError(f"{where}: expected names that differ in more than case and accents, got {both}")
        seen[key] = name


def convert(raw: object, kind: Any, where: str) -> Any:
    """Returns a value of a field of that type: an integer in a range, a word of a few, true or false, or text."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError:
        raise CardSetError(f"{where}: expected {_expected(kind)}, got {got(raw)}") from None


# ---- words of messages ----


def got(value: object) -> str:
    """Returns a value of a TOML file for a message: as TOML writes it, shortened."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else "an integer of more than 18 digits"
    if isinstance(value, str):
        return repr(value) if len(value) <= MAX_NAME else f"{value[:MAX_NAME]!r}... ({len(value)} characters)"
    if isinstance(value, dict):
        return f"a table with {len(value)} field{'s' * (len(value) != 1)}"
    if isinstance(value, list):
        if len(value) <= 8 and not any(isinstance(item, (dict, list)) for item in value):
            return f"[{', '.join(map(got, value))}]"
        return f"an array of {len(value)}"
    return str(value)


def one_of(words: Iterable[str]) -> str:
    """Returns words as alternatives."""
    *most, last = map(repr, words)
    return f"{', '.join(most)} or {last}" if most else last


def near(word: object, words: Iterable[str]) -> str:
    """Returns a hint at words that may have been meant, or nothing."""
    return nearest(word, words) if isinstance(word, str) else ""


def count_text(count: int, noun: str) -> str:
    """Returns a number of things."""
    return f"{count} {noun}{'s' * (count != 1)}"


def _expected_of(kind: Any) -> str:
    text = _expected(kind)
    return f", {text}" if text else ""


def _expected(kind: Any) -> str:
    """Returns in words what a plain field may hold; nothing for a nested one, whose own check says it."""
    info = msgspec.inspect.type_info(kind)
    if isinstance(info, msgspec.inspect.IntType):
        return f"an integer in {info.ge} .. {info.le}" if info.ge != info.le else f"the integer {info.ge}"
    if isinstance(info, msgspec.inspect.BoolType):
        return "true or false"
    if isinstance(info, msgspec.inspect.LiteralType):
        return one_of([str(word) for word in get_args(kind)])
    return "text" if isinstance(info, msgspec.inspect.StrType) else ""
