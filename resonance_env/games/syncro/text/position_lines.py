"""The lines that a position is written in: one table of keys, each with what it reads from the record and writes to it.

What has no line follows from the others: the mages that are asked and their legal answers from the phase, the piles but that of
Spells from the cards that are elsewhere, and what the record keeps only to be fast.
"""

import re
from fractions import Fraction

from resonance_env.core import position_text as pos
from resonance_env.core.words import NOTHING, find_name, parse_number
from resonance_env.games.syncro.cardsets.cards import CardSet
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.text.act_text import format_acts, parse_acts
from resonance_env.games.syncro.text.horde_text import format_horde, parse_horde
from resonance_env.games.syncro.text.memory_text import format_marks, format_summed, parse_marks, parse_summed
from resonance_env.games.syncro.text.values import format_names, format_values, parse_names, parse_numbers, parse_values

SEAT_NAMES = tuple(f"mage_{seat}" for seat in range(v.MAX_SEATS))
PHASE_NAMES = tuple(name.upper() for name in v.PHASE_NAMES)
MAX_TURNS = 10**6  # of an episode
MAX_TURN = 20000  # of a try (SY-FIN-2)
MAX_EVENTS = 2000  # so many are left to a try (SY-FIN-2)
WHEN = ("", " last turn")

SetLine = pos.Line[CardSet]


# ---- lines of their own form ----


def stage_of(game: pos.Record) -> str:
    """Returns the stage in the words of SY-NOTE-1."""
    stage = int(game["stage"])
    if stage == v.STAGE_TURN:
        begins = game["turn"] == 1 and game["opportunity"] == 0 and game["act_reward"][0, 0] == 0
        return "setup" if game["phase"] == v.PHASE_ESTIMATE and begins else "turn"
    if stage < v.STAGE_TURN:
        return "setup"
    if stage in (v.STAGE_RESOLVE, v.STAGE_WON) or (stage == v.STAGE_LOST and game["ending"] == v.ENDING_UNPAID):
        return f"resolve {game['resolved']}"
    return "reveal"


def _write_stage(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    words = text.lower().split() or [""]
    if words[0] == "resolve" and len(words) == 2:
        game["stage"] = v.STAGE_RESOLVE
        game["resolved"] = parse_number(words[1], 0, v.MAX_PLACES, "'resolve' and a number of places")
    elif words in (["setup"], ["turn"], ["reveal"]):
        game["stage"] = v.STAGE_REVEAL if words == ["reveal"] else v.STAGE_TURN
    else:
        raise ValueError(f"expected setup, turn, 'resolve 2' or reveal; got {text!r}")


def _read_best(game: pos.Record, box: CardSet, seat: int) -> str:
    return str(Fraction(int(game["best"]), max(1, int(box.cards[0]["foes"][game["plan"]]))))


def _write_best(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    foes = int(box.cards[0]["foes"][game["plan"]])
    match = re.fullmatch(r"(\d{1,3})\s*(?:/\s*(\d{1,3}))?", text)
    share = Fraction(int(match[1]), int(match[2] or 1)) if match and int(match[2] or 1) else Fraction(-1)
    if not 0 <= share < 1 or (share * foes).denominator > 1:
        raise ValueError(f"expected the foes beaten of {foes}, as a fraction below 1 such as 1/{foes}; got {text!r}")
    game["best"] = int(share * foes)


def _read_pay(game: pos.Record, box: CardSet, seat: int) -> str:
    if not game["to_pay"]:
        return "none"
    is_asked = game["phase"] == v.PHASE_PAY
    payer = SEAT_NAMES[(int(game["leader"]) + int(game["payer"])) % int(game["seats"])] if is_asked else "nobody"
    return f"{game['to_pay']}, place {game['resolving']}, {payer}"


def _write_pay(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    if text in NOTHING:
        return
    match = re.fullmatch(r"(\d+)\s*,\s*(?:place\s+)?(\d+)\s*,\s*(\S+)", text)
    if not match:
        raise ValueError(
            f"expected what is due, the foe and the mage that is asked, such as '3, place 5, mage_0'; got {text!r}"
        )
    game["to_pay"] = parse_number(match[1], 1, 1000, "what is due,")
    game["resolving"] = parse_number(match[2], 0, int(box.cards[0]["places"][game["plan"]]) - 1, "a place")
    if match[3] != "nobody":
        payer = find_name(match[3], SEAT_NAMES[: int(game["seats"])], "a seat")
        game["payer"] = (payer - int(game["leader"])) % int(game["seats"])


def _read_box(game: pos.Record, box: CardSet, seat: int) -> str:
    return format_names([int(game["box"]) >> n & 1 for n in range(v.MAX_LIEUTENANTS)], box.lieutenant_names)


def _write_box(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    counts = parse_names(text, box.lieutenant_names, "a Lieutenant")
    if (counts > 1).any():
        raise ValueError(f"expected every Lieutenant once, got {text!r}")
    game["box"] = sum(1 << n for n in range(len(counts)) if counts[n])


def _read_numbers(game: pos.Record, box: CardSet, seat: int) -> str:
    return " ".join(map(str, game["events"][1:].tolist()))


def _write_numbers(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    purposes = len(v.EVENT_NAMES) - 1
    numbers = parse_numbers(text, MAX_EVENTS, "numbers of events", purposes)
    if len(numbers) != purposes:
        raise ValueError(f"expected {purposes} numbers, of the events of each purpose; got {len(numbers)}")
    game["events"][1:] = numbers


def _read_hand(game: pos.Record, box: CardSet, seat: int) -> str:
    return (
        " ".join(
            f"{game['hand'][seat, position]}{'*' * bool(int(game['marks'][seat, position]) & v.MARK_OPEN)}"
            for position in range(game["held"][seat])
        )
        or "none"
    )


def _write_hand(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    words = [] if text in NOTHING else text.split()
    if len(words) > game["limit"]:
        raise ValueError(f"expected at most {game['limit']} Spells, got {len(words)}")
    for position, word in enumerate(words):
        game["hand"][seat, position] = parse_number(word.removesuffix("*"), 1, v.MAX_VALUE, "Spells such as '5 3* 1': a value")
        game["marks"][seat, position] = v.MARK_OPEN if word.endswith("*") else 0
    game["held"][seat] = len(words)


def _read_reward(game: pos.Record, box: CardSet, seat: int) -> str:
    return "none" if game["reward"][seat] == v.NOTHING else box.reward_names[game["reward"][seat]]


def _write_reward(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    if text not in NOTHING and not box.reward_names:
        raise ValueError(f"expected none, since the card set has no Rewards; got {text!r}")
    game["reward"][seat] = v.NOTHING if text in NOTHING else find_name(text, box.reward_names, "a Reward")


_ESTIMATES = ("none", *v.ESTIMATE_NAMES)


def _read_earlier(game: pos.Record, box: CardSet, seat: int) -> str:
    return " ".join(_ESTIMATES[estimate] for estimate in game["earlier_estimates"][seat] if estimate) or "none"


def _write_earlier(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    words = [] if text in NOTHING else text.split()
    if len(words) > 2:
        raise ValueError(f"expected at most two estimates, the latest first; got {text!r}")
    for number, word in enumerate(words):
        game["earlier_estimates"][seat, number] = 1 + find_name(word, v.ESTIMATE_NAMES, "an estimate")


def _read_ages(game: pos.Record, box: CardSet, seat: int) -> str:
    ages = game["age"][seat, : game["held"][seat]].tolist()
    return " ".join(map(str, ages)) if any(ages) else "none"


def _write_ages(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
    ages = parse_numbers(text, v.MAX_AGE, "ages", v.MAX_HAND)
    game["age"][seat, : len(ages)] = ages


# ---- factories ----


def _values_line(key: str, field: str, meaning: str, when: int | None = None, *, always: bool = False) -> SetLine:
    """A line of Spells by value, from a field [value], [seat, value] or [when, seat, value]."""

    def counts(game: pos.Record, seat: int) -> pos.Record:
        array = game[field] if when is None else game[field][when]
        return array[seat] if array.ndim > 1 else array

    def write(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
        counts(game, seat)[:] = parse_values(text)

    return pos.Line(key, lambda game, box, seat: format_values(counts(game, seat)), write, meaning, always)


def _names_line(key: str, field: str, names: str, what: str, meaning: str, when: int | None = None) -> SetLine:
    """A line of cards by name, from a field [entry] or [when, entry]."""

    def counts(game: pos.Record) -> pos.Record:
        return game[field] if when is None else game[field][when]

    def write(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
        given = parse_names(text, getattr(box, names), what)
        counts(game)[: len(given)] = given

    return pos.Line(key, lambda game, box, seat: format_names(counts(game), getattr(box, names)), write, meaning)


def _marks_line(key: str, mark: int, meaning: str) -> SetLine:
    return pos.Line(
        key,
        lambda game, box, seat: format_marks(game, seat, mark),
        lambda game, box, seat, text: parse_marks(game, seat, mark, text),
        meaning,
    )


def _drawn_line(when: int) -> SetLine:
    def write(game: pos.Record, box: CardSet, seat: int, text: str) -> None:
        game["drawn"][when, seat] = parse_number(text, 0, v.MAX_SPELLS)

    return pos.Line(
        f"drawn{WHEN[when]}", lambda game, box, seat: str(game["drawn"][when, seat]), write, "Spells taken from the pile."
    )


def _acts_line(key: str, when: int, meaning: str) -> SetLine:
    return pos.Line(
        key,
        lambda game, box, seat: format_acts(game, box, when),
        lambda game, box, seat, text: parse_acts(game, box, when, text),
        meaning,
    )


# ---- the tables ----

# What defaults of other lines follow from.
MOMENT_LINES = (
    pos.number_line("turn", "turn", 1, MAX_TURN, "Turn of this try."),
    pos.seat_line("leader", "leader", SEAT_NAMES, "a seat", "The Leader."),
    pos.word_line("phase", "phase", PHASE_NAMES, "What is asked now.", True),
    pos.Line("stage", lambda game, box, seat: stage_of(game), _write_stage, "Step of the turn; by default that of the phase."),
    pos.number_line("opportunity", "opportunity", 0, v.MAX_OPPORTUNITIES - 1, "Opportunity of the turn, from 0."),
)
STATE_LINES = (
    pos.seed_line(),
    pos.number_line("try", "tries", 0, v.MAX_RETRIES, "Number of this try, from 0."),
    pos.number_line("turns", "turns", 1, MAX_TURNS, "Turns begun in the episode."),
    pos.number_line("cleared", "cleared", 0, v.MAX_LEVELS, "Levels won."),
    pos.Line("best share", _read_best, _write_best, "Most foes beaten in an earlier try of this level, as a fraction."),
    pos.Line("horde", format_horde, parse_horde, "What lies at each place, in the order in which the Horde is laid.", True),
    _acts_line("acts", 0, "What was done at the opportunities of this turn."),
    _acts_line("last acts", 1, "What was done at those of the last turn."),
    pos.Line("pay", _read_pay, _write_pay, "What is due to a Dragon, its place, and the mage that is asked."),
    pos.word_line("calm", "calm", pos.NO_YES, "No Dragon is paid this turn."),
    pos.word_line("hold", "hold", pos.NO_YES, "Foes keep their Spells this turn."),
    _values_line("pile", "pile", "Spells in the pile; by default all that are nowhere else.", always=True),
    _values_line("discard", "discard", "Spells in the discard."),
    _names_line("curses", "curses", "fog_names", "a Fog", "Permanent curses."),
    _names_line("fog discard", "fog_discard", "fog_names", "a Fog", "Fog cards in the discard."),
    _names_line("reward discard", "reward_discard", "reward_names", "a Reward", "Rewards in the discard."),
    pos.Line("lieutenant box", _read_box, _write_box, "Beaten Lieutenants."),
    pos.Line("numbers", _read_numbers, _write_numbers, "Chance events of purposes 1 to 6 in this try."),
    *(_names_line(f"fogs{WHEN[when]}", "fogs", "fog_names", "a Fog", "Fog revealed.", when) for when in range(2)),
    pos.Line("in sum", format_summed, parse_summed, "Opportunities whose Spells, face down, are counted in a sum left."),
)
SEAT = pos.Line("hand", _read_hand, _write_hand, "Spells in order, '*' behind one that lies open.")
SEAT_LINES = (
    SEAT,
    pos.Line("reward", _read_reward, _write_reward, "The Reward in hand."),
    pos.word_line("estimate", "estimate", _ESTIMATES, "The estimate that stands."),
    pos.Line("earlier estimates", _read_earlier, _write_earlier, "Those of this try before it, the latest first."),
    pos.number_line("sum", "sum", 0, v.MAX_HAND * v.MAX_VALUE, "The sum that stands."),
    pos.number_line("sum left", "sum_left", 0, 2 * v.MAX_HAND * v.MAX_VALUE, "What is left of the last sum."),
    *(_values_line(f"paid{WHEN[when]}", "paid", "Spells paid to Dragons.", when) for when in range(2)),
    *(_values_line(f"lost{WHEN[when]}", "lost", "Spells discarded by `lose`.", when) for when in range(2)),
    *(_drawn_line(when) for when in range(2)),
    _values_line("spent", "spent", "Spells of the mage seen since the mages last estimated."),
    pos.Line("ages", _read_ages, _write_ages, "Draws since each Spell came."),
    _marks_line("knows", v.MARK_KNOWN, "Hidden Spells of others that the mage knows, by mage and position."),
    _marks_line("mixed", v.MARK_MIXED, "Those that are mixed for the mage."),
    _values_line("floating", "floating", "Values that are certainly among the mixed ones."),
)
GAME_LINES = MOMENT_LINES + STATE_LINES
OPTION_KEYS = ("mode", "level", "chapters", "retries", "saves", "replay", "estimates", "payoff", "explicit chance")
POSITIONS = pos.PositionText(SEAT_NAMES, GAME_LINES, SEAT_LINES, SEAT, ("set", "players", *OPTION_KEYS))
