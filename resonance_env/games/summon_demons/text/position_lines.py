"""The lines that a position is written in: one table of keys, each with what it reads from the record and writes to it.

Cards, demons and candles are written by their ids. What has no line follows from the others: the seat that is asked and its
legal answers from the phase, and what the record keeps only to be fast.
"""

import re
from collections.abc import Callable, Sequence

from resonance_env.core import position_text as pos
from resonance_env.core.words import NOTHING, find_name, parse_number
from resonance_env.games.summon_demons.cardsets.card_text import format_bits, format_counts
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.rules import vocabulary as v

SEAT_NAMES = tuple(f"summoner_{seat}" for seat in range(v.MAX_SEATS))
STAGE_NAMES = (
    "first",
    "candles",
    "row",
    "hands",
    "begin",
    "turn",
    "throw",
    "thrown",
    "throw again",
    "final",
    "blocks",
    "refill",
)
# Marks of the turn, by the names of their fields.
MARKS = ("rolled", "bought", "summoned", "passed_on", "rerolled", "again", "extra")
MAX_COUNT = 10**6  # turns, souls, chance events

Ids = Callable[[CardSet], Sequence[str]]
SetLine = pos.Line[CardSet]


# ---- sets of cards, demons and candles ----


def parse_counts(text: str, ids: Sequence[str], what: str = "a card") -> list[int]:
    """Returns copies of cards; the inverse of `format_counts`.

    Raises:
        ValueError: "expected ..., got ...".

    >>> parse_counts("2 eve, dog", ["eve", "adam", "dog"])
    [2, 0, 1]
    """
    counts = [0] * len(ids)
    for part in [] if text in NOTHING else text.split(","):
        match = re.fullmatch(r"\s*(?:(\d+)\s+)?(\S+)\s*", part)
        if not match:
            raise ValueError(f"expected cards such as '2 {ids[0]}, {ids[-1]}', got {part.strip()!r}")
        place = find_name(match[2], ids, what)
        counts[place] += parse_number(match[1] or "1", 1, v.MAX_COPIES, "a number of copies")
        if counts[place] > v.MAX_COPIES:
            raise ValueError(f"expected at most {v.MAX_COPIES} copies of a card, got {counts[place]} {ids[place]}")
    return counts


def parse_bits(text: str, ids: Sequence[str], what: str) -> int:
    """Returns a bit set; the inverse of `format_bits`.

    Raises:
        ValueError: "expected ..., got ...".
    """
    bits = 0
    for part in [] if text in NOTHING else text.split(","):
        bit = 1 << find_name(part, ids, what)
        if bits & bit:
            raise ValueError(f"expected every {what.split()[-1]} once, got {part.strip()!r} twice")
        bits |= bit
    return bits


def _cards(box: CardSet) -> Sequence[str]:
    return box.card_ids


def _demons(box: CardSet) -> Sequence[str]:
    return box.demon_ids


def _candles(box: CardSet) -> Sequence[str]:
    return box.candle_ids


def _counts_line(key: str, meaning: str, *, always: bool = False) -> SetLine:
    """A line of copies by type, from the field of the same name; a field with a seat axis is read at the seat."""

    def counts(game: pos.Record, seat: int) -> pos.Record:
        return game[key][seat] if game[key].ndim > 1 else game[key]

    def write(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
        counts(game, seat)[: len(box.card_ids)] = parse_counts(text, box.card_ids)

    return pos.Line(key, lambda game, box, seat: format_counts(counts(game, seat), box.card_ids), write, meaning, always)


def _bits_line(key: str, ids: Ids, what: str, meaning: str, *, always: bool = False) -> SetLine:
    """A line of things of one copy each, from the field of the same name."""
    field = key.replace(" ", "_")

    def write(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
        pos.put_field(game, field, seat, parse_bits(text, ids(box), what))

    return pos.Line(
        key, lambda game, box, seat: format_bits(pos.get_field(game, field, seat), ids(box)), write, meaning, always
    )


def _demon_line(key: str, field: str, meaning: str) -> SetLine:
    """A line with one demon, or "none"."""

    def read(game: pos.Record, box: CardSet, seat: int) -> str:
        return "none" if game[field] == v.NOTHING else box.demon_ids[game[field]]

    def write(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
        game[field] = v.NOTHING if text in NOTHING else find_name(text, box.demon_ids, "a demon")

    return pos.Line(key, read, write, meaning)


# ---- lines of their own form ----


def thing_name(box: CardSet, thing: int) -> str:
    """Returns the id of a thing: a type, or MAX_TYPES + a demon."""
    return box.card_ids[thing] if thing < v.MAX_TYPES else box.demon_ids[thing - v.MAX_TYPES]


def _write_current(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    if text in NOTHING:
        game["current"] = v.NOTHING
        return
    place = find_name(text, (*box.card_ids, *box.demon_ids), "a card or demon")
    cards = len(box.card_ids)
    game["current"] = place if place < cards else v.MAX_TYPES + place - cards


def _read_effect(game: pos.Record, box: CardSet, seat: int) -> str:
    return "none" if game["effect"] == v.NOTHING else str(int(game["effect"]) + 1)


def _write_effect(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    game["effect"] = v.NOTHING if text in NOTHING else parse_number(text, 1, v.MAX_EFFECTS, "none or a number") - 1


def _read_throw(game: pos.Record, box: CardSet, seat: int) -> str:
    return f"{game['total']}{' double' if game['double'] else ''}" if game["total"] or game["double"] else "none"


def _write_throw(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    if text in NOTHING:
        game["total"] = game["double"] = 0
        return
    match = re.fullmatch(r"(\d+)(\s+double)?", text)
    faces = int(box.cards[0]["faces"])
    if not match or not 2 <= int(match[1]) <= 2 * faces or (match[2] and int(match[1]) % 2):
        raise ValueError(f"expected a total in 2 .. {2 * faces}, such as '7', or '{2 * faces} double'; got {text!r}")
    game["total"], game["double"] = int(match[1]), bool(match[2])


def _read_marks(game: pos.Record, box: CardSet, seat: int) -> str:
    return ", ".join(mark.replace("_", " ") for mark in MARKS if game[mark]) or "none"


def _write_marks(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    names = [mark.replace("_", " ") for mark in MARKS]
    bits = parse_bits(text, names, "a mark")
    for place, mark in enumerate(MARKS):
        game[mark] = bits >> place & 1


def _read_floor(game: pos.Record, box: CardSet, seat: int) -> str:
    distance, kind = int(game["floor_distance"]), int(game["floor_type"])
    return f"{distance} {box.card_ids[kind - 1] if kind else 'none'}" if distance or kind else "none"


def _write_floor(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    distance, _, name = text.partition(" ")
    if text in NOTHING:
        distance, name = "0", "none"
    game["floor_distance"] = parse_number(distance, 0, v.MAX_SEATS - 1, "a distance and a card such as '1 none':")
    game["floor_type"] = 0 if name.strip() in NOTHING else 1 + find_name(name, box.card_ids, "a card")


def _level_line(level: int) -> SetLine:
    """A line of the copies that wait in the block (level 0) or in a group, which is there if the line is."""

    def read(game: pos.Record, box: CardSet, seat: int) -> str:
        if level > game["groups"]:
            return "no group"
        return format_counts(game["waiting"][level], box.card_ids)

    def write(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
        game["groups"] = max(int(game["groups"]), level)
        game["waiting"][level, : len(box.card_ids)] = parse_counts(text, box.card_ids)

    meaning = f"Cards that wait in {f'group {level}' if level else 'the block'}, counted from the bottom of the stack."
    return pos.Line(f"group {level}" if level else "waiting", read, write, meaning)


def _read_souls(game: pos.Record, box: CardSet, seat: int) -> str:
    souls = int(game["souls"][seat])
    return f"{souls} soul{'s' * (souls != 1)}"


def _write_souls(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    game["souls"][seat] = parse_number(re.sub(r"\s*souls?$", "", text), 0, MAX_COUNT, "a number of souls")


# ---- the tables ----

SEAT = pos.Line("souls", _read_souls, _write_souls, "The souls of the seat.")

SEAT_LINES = (
    _counts_line("cards", "Cards in play."),
    _counts_line("fresh", "Of these, cards that are not old: they came in the roll that is being resolved."),
    _bits_line("demons", _demons, "a demon", "Summoned demons in play."),
    _bits_line("hand", _demons, "a demon", "Demons in hand."),
    _bits_line("candles", _candles, "a candle", "Candles."),
    pos.word_line("knows pile", "knows_pile", pos.NO_YES, "The seat knows which demons are in the pile."),
    pos.word_line("started", "started", pos.NO_YES, "The seat's first turn has begun."),
)

# They decide which record there is, so they are read first.
RECORD_LINES = (
    pos.word_line("teams", "teams", pos.NO_YES, "Seats 0 and 2 against seats 1 and 3."),
    pos.word_line(
        "starting demon", "starting_demon", pos.NO_YES, "A seat may put a demon into play when its first turn begins."
    ),
)
OPTION_LINES = (
    pos.number_line("start souls", "start_souls", 0, 30, "Souls at the start."),
    pos.number_line("hand", "hand_size", 0, 6, "Demons dealt to each seat."),
    pos.number_line("need demons", "need_demons", 1, 12, "Demons in play that win, in teams of both seats."),
    pos.number_line("need souls", "need_souls", 1, 60, "Souls that win, in teams of both seats."),
    pos.number_line("candles", "candles_each", 0, 2, "Candles of each seat."),
    pos.word_line("candle deal", "candle_choice", ("deal", "choose"), "Candles are dealt or chosen."),
    pos.word_line("first", "first_fixed", ("random", "seat 0"), "Who begins."),
    pos.word_line("clockwork", "roll_again", ("turn", "roll"), "What `again` brings."),
    pos.number_line("turn limit", "turn_limit", 1, 10000, "Rolls after which the game is a draw."),
    pos.word_line("explicit chance", "explicit_chance", pos.NO_YES, "Chance events wait for their outcome."),
)
# What defaults of other lines follow from.
MOMENT_LINES = (
    pos.word_line("phase", "phase", v.PHASE_NAMES, "What is asked now.", True),
    pos.word_line("event", "event", v.EVENT_NAMES, "The chance event that comes next, with phase: chance."),
    pos.seat_line("active", "active", SEAT_NAMES, "a seat", "The seat that takes the turn.", v.NOTHING),
    pos.number_line("turn", "turn", 0, MAX_COUNT, "Turns begun, this one included; 0 during set-up."),
)
STATE_LINES = (
    pos.seed_line(),
    pos.number_line("rolls", "rolls", 0, 10000, "Rolls made, rerolls not counted."),
    pos.number_line("cards drawn", "cards_drawn", 0, MAX_COUNT, "Cards drawn from the deck so far."),
    pos.number_line("demons drawn", "demons_drawn", 0, MAX_COUNT, "Demons drawn from the pile so far."),
    pos.number_line("hand draws", "hand_draws", 0, MAX_COUNT, "Demons drawn from hands so far."),
    pos.Line("marks", _read_marks, _write_marks, "What the active seat has done in its turn, and what follows from it."),
    pos.Line("throw", _read_throw, _write_throw, "Total of the last throw of this turn, and whether it was a double."),
    _counts_line("row", "Cards in the row, those named for replacement included."),
    _counts_line("marked", "Of these, cards that are named for replacement."),
    _counts_line("deck", "Cards in the deck; by default all that are nowhere else."),
    _counts_line("discards", "Cards in the discards."),
    _bits_line("pile", _demons, "a demon", "Demons in the pile; by default all that are nowhere else."),
    _bits_line("demon discards", _demons, "a demon", "Demons in the demon discards."),
    _bits_line("candles left", _candles, "a candle", "During set-up: candles that can still be dealt."),
    pos.seat_line("winner", "winner", SEAT_NAMES, "a seat", "The seat whose change won.", v.NOTHING),
    pos.word_line("ending", "ending", v.ENDING_NAMES, "How the game ended."),
)
STACK_LINES = (
    pos.word_line("stage", "stage", STAGE_NAMES, "Step of the turn; by default the one that the phase is asked in."),
    pos.number_line("dealt", "dealt", 0, 60, "During set-up: candles or demons dealt so far."),
    pos.seat_line("block", "block", SEAT_NAMES, "a seat", "The seat whose waiting things are being activated.", v.NOTHING),
    _level_line(0),
    _bits_line("waiting demons", _demons, "a demon", "Demons that wait in the block."),
    _level_line(1),
    _level_line(2),
    pos.Line(
        "current",
        lambda game, box, seat: "none" if game["current"] == v.NOTHING else thing_name(box, int(game["current"])),
        _write_current,
        "The card or demon that is being activated.",
    ),
    pos.Line("effect", _read_effect, _write_effect, "Number of its effect that runs; none while its cost is asked."),
    pos.word_line("begun", "begun", pos.NO_YES, "This effect, or in COST the cost, has begun."),
    pos.seat_line("named", "named", SEAT_NAMES, "a seat", "The opponent that was named, in VICTIM.", v.NOTHING),
    pos.number_line("left", "left", 0, 127, "Cards still to sacrifice or to discard, or souls still to steal."),
    pos.Line("floor", _read_floor, _write_floor, "What was named last: distance of the seat, and card."),
    pos.number_line("draws left", "draws_left", 0, 127, "Cards or demons that the effect or the look still draws."),
    _counts_line("aside", "Cards laid aside in a mill."),
    _demon_line("looks", "egg", "The demon that looks, laid aside."),
    pos.seat_line("looker", "looker", SEAT_NAMES, "a seat", "The seat that looks.", v.NOTHING),
    _bits_line("looked at", _demons, "a demon", "Demons laid aside in the look."),
    _demon_line("summoning", "summoning", "The demon named for a normal summon whose cards are still due."),
)
GAME_LINES = RECORD_LINES + OPTION_LINES + MOMENT_LINES + STATE_LINES
POSITIONS = pos.PositionText(SEAT_NAMES, GAME_LINES + STACK_LINES, SEAT_LINES, SEAT)
