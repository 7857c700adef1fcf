"""A whole game as text that replays bit for bit: its start, and one line of actions per step.

    <game> game 1
    fingerprint: 0123456789ab
    players: 3
    cards: house
    digest: 0123456789ab
    seed: 7
    actions:
    player_0: take 3
    player_0: play 1 | player_1: draw | player_2: draw

Instead of `seed:` a game may have `start:`, followed by the indented lines of a position. Blank lines and comments after "#"
are skipped among the actions. Callers write files with `core.files.write_atomically`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from resonance_env.core.actions import ActionTable
from resonance_env.core.errors import CardSetError, IllegalActionError, OptionError, PositionError
from resonance_env.core.spec import GameSpec, Variant
from resonance_env.core.words import parse_number

FORMAT_VERSION = 1
WAIT = 0  # the action of a seat that is not asked
_ACTIONS_KEY = "actions"


@dataclass(frozen=True)
class RecordedStep:
    """One step of a recorded game.

    Attributes:
        line: its line in the text, from 1.
        actions: action code of each seat that was asked.
    """

    line: int
    actions: Mapping[int, int]


@dataclass(frozen=True)
class GameRecord:
    """A recorded game.

    Attributes:
        fingerprint: fingerprint of its variant.
        digest: digest of the card set's content; empty in a game without card sets.
        players: number of persons.
        options: options of the variant.
        seed: seed of the deal; None with a start position.
        start: text of the start position; None with a seed. Blank lines before it preserve the line numbers of the record.
        steps: the actions, in order.
    """

    fingerprint: str
    digest: str
    players: int
    options: Mapping[str, Any]
    seed: int | None
    start: str | None
    steps: tuple[RecordedStep, ...]

    @property
    def origin(self) -> str:
        """Where the game begins, for people."""
        return f"seed {self.seed}" if self.start is None else "from a given position"


# ---- writing ----


def format_game(variant: Variant, seed: int | str, steps: Iterable[np.ndarray | Mapping[int, int]]) -> str:
    """Returns a game as text.

    Args:
        variant: the variant of the game.
        seed: the seed of the deal or, as text, the start position.
        steps: for each step the action codes `[seat]`, WAIT for seats that were not asked, or a mapping from seat to code.

    Raises:
        OptionError: the variant stops at chance events, whose outcomes a record does not contain.
    """
    if variant.options.get("explicit_chance"):
        raise OptionError("expected a game whose chance follows its seed (explicit_chance=False), got explicit_chance=True")
    lines = [_title(variant.spec), f"fingerprint: {variant.fingerprint}", f"players: {variant.players}"]
    for name, value in variant.options.items():
        lines.append(f"{name}: {value if isinstance(value, str) else json.dumps(value)}")
        lines += [f"digest: {variant.card_digest}"] if name == "cards" else []
    if isinstance(seed, str):
        lines += ["start:", *(f"  {line}".rstrip() for line in seed.strip("\n").split("\n"))]
    else:
        lines.append(f"seed: {int(seed)}")
    return "\n".join([*lines, f"{_ACTIONS_KEY}:", *(format_step(actions, variant) for actions in steps)]) + "\n"


def format_step(actions: np.ndarray | Mapping[int, int], variant: Variant) -> str:
    """Returns one step, such as "player_0: play 1 | player_1: draw"; waiting seats are omitted."""
    pairs = actions.items() if isinstance(actions, Mapping) else enumerate(actions)
    names, table = variant.seat_names, variant.actions
    return " | ".join(f"{names[seat]}: {table.name(int(code))}" for seat, code in pairs if code != WAIT)


def _title(spec: GameSpec) -> str:
    return f"{spec.name} game {FORMAT_VERSION}"


# ---- reading ----


def parse_step(text: str, seat_names: Sequence[str], table: ActionTable, separator: str = "|") -> dict[int, int]:
    """Returns the action code of each seat named in one step; the inverse of `format_step`.

    Args:
        text: the step.
        seat_names: of all seats that a game can have.
        table: the actions.
        separator: what stands between two seats.

    Raises:
        ValueError: "expected ..., got ...".
    """
    actions: dict[int, int] = {}
    for part in text.split(separator):
        name, colon, action = part.partition(":")
        seat_name = name.strip().lower()
        if not colon or seat_name not in seat_names:
            prefix = seat_names[0].rpartition("_")[0]
            example = f"'{seat_names[0]}: {table.name(len(table) // 8)}'"
            raise ValueError(f"expected '<{prefix}>: <action>' such as {example}, got {part.strip()!r}")
        seat = seat_names.index(seat_name)
        if seat in actions:
            raise ValueError(f"expected one action of {seat_name} in a step, got a second one: {action.strip()!r}")
        actions[seat] = table.parse(action)
    return actions


def parse_game(text: str, spec: GameSpec) -> GameRecord:
    """Returns a game from text; the inverse of `format_game`. Nothing is played yet, see `replay`.

    Args:
        text: the record.
        spec: the game, whose options a record may give.

    Raises:
        PositionError: names the line, what was expected and what came.
    """
    lines = text.splitlines()
    if not lines or lines[0].strip() != _title(spec):
        raise PositionError(f"line 1: expected {_title(spec)!r}, got {(lines[0].strip() if lines else 'an empty text')!r}")
    header, end = _split_header(lines)
    options = _Header(header)
    if ("seed" in header) == ("start" in header):
        raise PositionError(f"expected either 'seed' or 'start', got {'both' if 'seed' in header else 'neither'}")
    record = GameRecord(
        fingerprint=options.text("fingerprint"),
        digest=options.text("digest") if any(option.name == "cards" for option in spec.options) else "",
        players=options.number("players", 1, 99),
        options=options.of_variant(spec),
        seed=options.number("seed", 0, 2**64 - 1) if "seed" in header else None,
        start=_start_position(lines, header["start"][0], end) if "start" in header else None,
        steps=tuple(_parse_steps(lines, end, spec)),
    )
    options.check_all_used()
    return record


def _split_header(lines: list[str]) -> tuple[dict[str, tuple[int, str]], int]:
    """Returns {key: (line number, value)} of the header and the number of its last line."""
    header: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip() or ("start" in header and line[0].isspace()):
            continue
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            raise PositionError(f"line {number}: expected 'key: value', got {line.strip()!r}")
        if key == _ACTIONS_KEY:
            return header, number
        if key in header:
            raise PositionError(f"line {number}: expected {key!r} once, got it again after line {header[key][0]}")
        header[key] = number, value
    raise PositionError(f"expected a line '{_ACTIONS_KEY}:' before the steps, got none")


class _Header:
    """The header's values, each checked and ticked off."""

    def __init__(self, header: Mapping[str, tuple[int, str]]) -> None:
        self.header, self.used = header, {"start"}

    def text(self, key: str) -> str:
        if key not in self.header:
            raise PositionError(f"expected a line '{key}:' in the header, got {', '.join(self.header) or 'none'}")
        self.used.add(key)
        return self.header[key][1]

    def number(self, key: str, low: int, high: int) -> int:
        text = self.text(key)
        try:
            return parse_number(text, low, high)
        except ValueError as error:
            raise PositionError(f"line {self.header[key][0]}: {key}: {error}") from error

    def of_variant(self, spec: GameSpec) -> dict[str, Any]:
        """Options of the game that the header gives; the others keep their defaults."""
        options: dict[str, Any] = {}
        for option in spec.options:
            if option.name in self.header:
                text = self.text(option.name)
                is_word = isinstance(option.default, str) or text in option.choices
                options[option.name] = text if is_word else self._json(option.name, text)
        return options

    def _json(self, key: str, text: str) -> Any:
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise PositionError(
                f"line {self.header[key][0]}: {key}: expected a number, true, false or null, got {text!r}"
            ) from error

    def check_all_used(self) -> None:
        for key, (number, _) in self.header.items():
            if key not in self.used:
                raise PositionError(
                    f"line {number}: expected a key of a recorded game, one of {', '.join(sorted(self.used))}; got {key!r}"
                )


def _start_position(lines: list[str], start: int, end: int) -> str:
    block = lines[start : end - 1]
    return "\n" * start + "\n".join(line.removeprefix("  ") for line in block) + "\n"


def _parse_steps(lines: list[str], end: int, spec: GameSpec) -> Iterator[RecordedStep]:
    names = all_seat_names(spec)
    for number, line in enumerate(lines[end:], start=end + 1):
        content = re.sub(r"(^|\s)#.*", "", line).strip()
        if content:
            try:
                yield RecordedStep(number, parse_step(content, names, spec.actions))
            except ValueError as error:
                raise PositionError(f"line {number}: {error}") from error


def all_seat_names(spec: GameSpec) -> tuple[str, ...]:
    """Returns the names of the seats of the largest game; a game may have more seats than persons."""
    return spec.variant(max(spec.players)).seat_names


# ---- replaying ----


def variant_of(record: GameRecord, spec: GameSpec) -> Variant:
    """Returns the variant of `spec` that a game was played with.

    Raises:
        PositionError: it no longer exists or has changed; says what differs.
    """
    try:
        variant = spec.variant(record.players, **record.options)
    except (OptionError, CardSetError) as error:
        raise PositionError(f"expected a game that can be played: {error}") from error
    digest = variant.card_digest
    if record.digest != digest:
        name = variant.options["cards"]
        raise PositionError(
            f"expected the cards that the game was played with, digest {record.digest}; got the set {name!r} with {digest}"
        )
    if record.fingerprint != variant.fingerprint:
        raise PositionError(
            f"expected the fingerprint {record.fingerprint}, got {variant.fingerprint}: the cards are the same, so the"
            " rules, the action table or the observation layout have changed since the game was recorded"
        )
    return variant


def first_position(record: GameRecord, variant: Variant) -> np.ndarray:
    """Returns an array of one game: the start position, or the first decision under the seed."""
    if record.start is not None:
        return variant.parse_position(record.start)
    games = variant.new_games(1)
    variant.reset(games, np.array([record.seed], dtype=np.uint64))
    return games


def replay(record: GameRecord, variant: Variant) -> Iterator[tuple[np.ndarray, np.ndarray | None]]:
    """Replays a recorded game with the variant of `variant_of`.

    Yields:
        For each step an array of one game before it, and the actions `[seat]` taken there; finally the last position and None.
        Arrays are fresh each time.

    Raises:
        PositionError: a seat was not asked or is missing, or an action is illegal; names the line.
    """
    games = first_position(record, variant)
    for step in record.steps:
        actions = check_step(variant, games, step.actions, f"line {step.line}: ")
        yield games.copy(), actions
        variant.step(games, actions[None])
    yield games.copy(), None


def check_step(variant: Variant, games: np.ndarray, named: Mapping[int, int], where: str = "") -> np.ndarray:
    """Returns the actions `[seat]` (int16) of one step of game 0: exactly the seats that are asked, each a legal action.

    Raises:
        PositionError: begins with `where`.
    """
    asked = {int(seat) for seat in np.flatnonzero(variant.acting(games)[0])}
    if asked != set(named):
        names = all_seat_names(variant.spec)
        expected, came = (", ".join(names[seat] for seat in sorted(seats)) or "nobody" for seats in (asked, set(named)))
        raise PositionError(f"{where}expected actions of the seats that are asked now, {expected}; got {came}")
    actions = np.full(variant.num_seats, WAIT, dtype=np.int16)
    for seat, code in named.items():
        try:
            variant.verify(games, 0, seat, code)
        except IllegalActionError as error:
            raise PositionError(f"{where}{error}") from error
        actions[seat] = code
    return actions


class RecordedSpec(GameSpec):
    """A game whose whole games are written and read as the records of this module."""

    def game_text(self, variant: Variant, start: int | str, steps: Sequence[np.ndarray]) -> str:
        return format_game(variant, start, steps)

    def read_game(self, text: str) -> tuple[Variant, int | str, list[np.ndarray]]:
        record = parse_game(text, self)
        variant = variant_of(record, self)
        steps = [actions for _, actions in replay(record, variant) if actions is not None]
        start = record.seed if record.start is None else record.start.lstrip("\n")
        assert start is not None  # `parse_game` has checked that there is one of the two
        return variant, start, steps
