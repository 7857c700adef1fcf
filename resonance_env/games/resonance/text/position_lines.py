"""The lines that a position is written in: one table of keys, each with what it reads from the record and writes to it.

A line belongs to the game or, in the block of a witch, to her seat. `write` is the inverse of `read`; both work on one record
in place. What has no line (`seats`, `teams`) follows from the number of players.
"""

import re
from collections.abc import Callable, Sequence

from resonance_env.core.position_text import (
    NO_YES,
    Line,
    PositionText,
    Record,
    get_field,
    number_line,
    put_field,
    seat_line,
    seed_line,
    word_line,
)
from resonance_env.core.words import NOTHING, find_name, parse_number
from resonance_env.games.resonance.cardsets.card_text import (
    Cards,
    find_object,
    format_cards,
    format_centre,
    format_objects,
    format_values,
    parse_cards,
    parse_centre,
    parse_values,
    values,
)
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import actions as act, vocabulary as v

# ---- factories: one kind of value each ----


def _optional(key: str, field: str, names: Callable[[CardSet], Sequence[str]], nothing: int, what: str, meaning: str,
              always: bool = False) -> Line[CardSet]:  # fmt: skip
    """A line that names one of `names`, or "none" for the sentinel `nothing`."""

    def read(game: Record, box: CardSet, seat: int) -> str:
        value = get_field(game, field, seat)
        return "none" if value == nothing else names(box)[value]

    def write(game: Record, box: CardSet, seat: int, text: str) -> None:
        put_field(game, field, seat, nothing if text in NOTHING else find_name(text, names(box), what))

    return Line(key, read, write, meaning, always)


def _seat(key: str, field: str, meaning: str) -> Line[CardSet]:
    return seat_line(key, field, v.SEAT_NAMES, "a witch", meaning, v.NO_SEAT)


def _value(key: str, field: str, nothing: int, low: int, high: Callable[[CardSet], int], meaning: str) -> Line[CardSet]:
    """A line with one value of a card, or "none" for the sentinel `nothing`."""

    def read(game: Record, box: CardSet, seat: int) -> str:
        value = get_field(game, field, seat)
        return "none" if value == nothing else str(value)

    def write(game: Record, box: CardSet, seat: int, text: str) -> None:
        put_field(game, field, seat, nothing if text in NOTHING else parse_number(text, low, high(box), "none or a value"))

    return Line(key, read, write, meaning)


def _names(key: str, names: Callable[[CardSet], Sequence[str]], what: str, meaning: str, always: bool = False) -> Line[CardSet]:
    """A line with a set of demons or spell cards, from the field of the same name."""
    field = key.replace(" ", "_")

    def read(game: Record, box: CardSet, seat: int) -> str:
        return ", ".join(names(box)[value - 1] for value in values(game[field])) or "none"

    def write(game: Record, box: CardSet, seat: int, text: str) -> None:
        bits = 0
        for part in [] if text in NOTHING else text.split(","):
            bit = 1 << find_name(part, names(box), what)
            if bits & bit:
                raise ValueError(f"expected every card once, got {part.strip()!r} twice")
            bits |= bit
        game[field] = bits

    return Line(key, read, write, meaning, always)


def _objects(key: str, field: str, meaning: str) -> Line[CardSet]:
    def write(game: Record, box: CardSet, seat: int, text: str) -> None:
        game[field] = _only_objects(parse_cards(text, box_artifacts(box), box_incantations(box)))

    return Line(key, lambda game, box, seat: format_objects(game[field]), write, meaning, True)


def _only_objects(cards: Cards) -> list[int]:
    if any(cards.transients) or cards.artifacts or cards.incantations:
        raise ValueError(f"expected copies by type, such as '2 Herb, 1 Mineral', got {format_cards(cards)!r}")
    return _small(cards.objects)


def _small(counts: list[int]) -> list[int]:
    if max(counts) > 99:
        raise ValueError(f"expected at most 99 cards of a type, got {format_objects(counts)!r}")
    return counts


def _cards(key: str, prefix: str, meaning: str, *, always: bool = False) -> Line[CardSet]:
    """A line with objects, artifacts and incantations, from the seat fields `<prefix>_objects` and so on."""

    def read(game: Record, box: CardSet, seat: int) -> str:
        objects = [int(n) for n in game[f"{prefix}_objects"][seat]]
        bits = (int(game[f"{prefix}_{name}"][seat]) for name in ("artifacts", "incantations"))
        return format_cards(Cards(objects, [0, 0, 0], *bits))

    def write(game: Record, box: CardSet, seat: int, text: str) -> None:
        cards = parse_cards(text, box_artifacts(box), box_incantations(box))
        _no_transients(cards)
        game[f"{prefix}_objects"][seat] = cards.objects
        game[f"{prefix}_artifacts"][seat] = cards.artifacts
        game[f"{prefix}_incantations"][seat] = cards.incantations

    return Line(key, read, write, meaning, always)


def _no_transients(cards: Cards) -> None:
    if any(cards.transients):
        raise ValueError(f"expected no transient object here, got {format_objects(cards.transients, 'transient ')!r}")
    _small(cards.objects)


# ---- lines of their own form ----


def box_artifacts(box: CardSet) -> int:
    """Returns the highest artifact value of a set."""
    return int(box.cards[0]["artifacts"])


def box_incantations(box: CardSet) -> int:
    """Returns the highest incantation value of a set."""
    return int(box.cards[0]["incantations"])


def _read_moons(game: Record, box: CardSet, seat: int) -> str:
    return ", ".join(_format_moon(game, moon) for moon in range(int(box.cards[0]["moons"])))


def _format_moon(game: Record, moon: int) -> str:
    kind, origin = int(game["moon"][moon]), int(game["moon_origin"][moon])
    if kind == v.NO_OBJECT:
        return "-"
    suffix = " transient" if origin == v.ORIGIN_TRANSIENT else ""
    return v.OBJECT_NAMES[kind] + (f" incantation {origin - v.ORIGIN_INCANTATION}" if origin > v.ORIGIN_INCANTATION else suffix)


def _write_moons(game: Record, box: CardSet, seat: int, text: str) -> None:
    parts, moons = text.split(","), int(box.cards[0]["moons"])
    if len(parts) > moons:
        raise ValueError(f"expected at most {moons} moons, got {len(parts)}")
    for moon, part in enumerate(parts + ["-"] * (moons - len(parts))):
        game["moon"][moon], game["moon_origin"][moon] = _parse_moon(part.strip(), box)


def _parse_moon(text: str, box: CardSet) -> tuple[int, int]:
    if text in NOTHING:
        return v.NO_OBJECT, v.NO_ORIGIN
    match = re.fullmatch(r"(\w+)(?:\s+(transient)|\s+incantation\s+(\d+))?", text)
    if not match:
        raise ValueError(f"expected moons such as 'Herb, Potion transient, Mineral incantation 7, -', got {text!r}")
    origin = v.ORIGIN_TRANSIENT if match[2] else v.ORIGIN_OBJECT
    if match[3]:
        origin = v.ORIGIN_INCANTATION + parse_number(match[3], 1, box_incantations(box), "an incantation")
    return find_object(match[1]), origin


def _read_next_moon(game: Record, box: CardSet, seat: int) -> str:
    return v.MOON_NAMES[game["next_moon"]]


def _write_next_moon(game: Record, box: CardSet, seat: int, text: str) -> None:
    game["next_moon"] = find_name(text, v.MOON_NAMES[: int(box.cards[0]["moons"])], "a moon")


def _pile(key: str, what: str, highest: Callable[[CardSet], int], meaning: str) -> Line[CardSet]:
    """A line with the top card of a pile and, after "|", the cards below it."""

    def read(game: Record, box: CardSet, seat: int) -> str:
        top = int(game[f"{what}_top"])
        shown = {0: "none", -1: "to be revealed"}.get(top, str(top))
        return f"{shown} | {format_values(game[f'{what}_pile'])}"

    def write(game: Record, box: CardSet, seat: int, text: str) -> None:
        top, _, below = (part.strip() for part in text.partition("|"))
        reveal = top == "to be revealed"
        game[f"{what}_top"] = -1 if reveal else 0 if top in NOTHING else parse_number(top, 1, highest(box), "the top card")
        game[f"{what}_pile"] = parse_values(below, highest(box), what + "s")

    return Line(key, read, write, meaning, True)


def _read_gone(game: Record, box: CardSet, seat: int) -> str:
    objects, transients = ([int(n) for n in game[field]] for field in ("gone_objects", "gone_transients"))
    return format_cards(Cards(objects, transients, int(game["gone_artifacts"]), int(game["gone_incantations"])))


def _write_gone(game: Record, box: CardSet, seat: int, text: str) -> None:
    cards = parse_cards(text, box_artifacts(box), box_incantations(box))
    game["gone_objects"], game["gone_transients"] = _small(cards.objects), _small(cards.transients)
    game["gone_artifacts"], game["gone_incantations"] = cards.artifacts, cards.incantations


def _write_centre(game: Record, box: CardSet, seat: int, text: str) -> None:
    for kind, counts in zip(v.OBJECTS, parse_centre(text), strict=True):
        game["centre"][kind] = _small(counts)


def seat_of(text: str, seats: int) -> int:
    """Returns the seat of a name such as "witch_2"."""
    return find_name(text, v.SEAT_NAMES[:seats], "a witch")


def _read_asked(game: Record, box: CardSet, seat: int) -> str:
    asked = [s for s in range(game["seats"]) if game["asked"][s]]
    return "all" if len(asked) == game["seats"] else " ".join(v.SEAT_NAMES[s] for s in asked) or "none"


def _write_asked(game: Record, box: CardSet, seat: int, text: str) -> None:
    seats = int(game["seats"])
    words = [] if text in NOTHING else list(v.SEAT_NAMES[:seats]) if text == "all" else text.replace(",", " ").split()
    game["asked"] = 0
    for word in words:
        game["asked"][seat_of(word, seats)] = 1


def _read_quickness(game: Record, box: CardSet, seat: int) -> str:
    order = game["quickness"][: game["seats"]]
    return " ".join(v.SEAT_NAMES[s] for s in order) if order.any() else "none"


def _write_quickness(game: Record, box: CardSet, seat: int, text: str) -> None:
    seats = int(game["seats"])
    if text in NOTHING:
        game["quickness"] = 0
        return
    order = [seat_of(word, seats) for word in text.replace(",", " ").split()]
    if sorted(order) != list(range(seats)):
        raise ValueError(f"expected each of the {seats} witches once, got {text!r}")
    game["quickness"][:seats] = order


def _read_offered(game: Record, box: CardSet, seat: int) -> str:
    return ", ".join("none" if card == v.NO_SPELL_CARD else box.witch_names[card] for card in game["offered"])


def _write_offered(game: Record, box: CardSet, seat: int, text: str) -> None:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > 2:
        raise ValueError(f"expected at most two spell cards, got {len(parts)}")
    for k, part in enumerate(parts + ["none"] * (2 - len(parts))):
        game["offered"][k] = v.NO_SPELL_CARD if part in NOTHING else find_name(part, box.witch_names, "a witch")


def _read_played(game: Record, box: CardSet, seat: int) -> str:
    objects = [int(n) for n in game["played_objects"][seat]]
    artifact, incantation = int(game["played_artifact"][seat]), int(game["played_incantation"][seat])
    return format_cards(Cards(objects, [0, 0, 0], 1 << artifact >> 1, 1 << incantation >> 1))


def _write_played(game: Record, box: CardSet, seat: int, text: str) -> None:
    cards = parse_cards(text, box_artifacts(box), box_incantations(box))
    _no_transients(cards)
    if cards.artifacts.bit_count() > 1 or cards.incantations.bit_count() > 1:
        raise ValueError(f"expected at most one artifact and one incantation, got {text!r}")
    game["played_objects"][seat] = cards.objects
    game["played_artifact"][seat] = cards.artifacts.bit_length()
    game["played_incantation"][seat] = cards.incantations.bit_length()


def _read_incantation(game: Record, box: CardSet, seat: int) -> str:
    state, kind, count = (int(game[f"incantation_{name}"][seat]) for name in ("state", "type", "count"))
    shape = f" {v.OBJECT_NAMES[kind]} counting {count}" if state == v.INCANTATION_AS_OBJECT or kind or count else ""
    return v.INCANTATION_STATE_NAMES[state] + shape


def _write_incantation(game: Record, box: CardSet, seat: int, text: str) -> None:
    match = re.fullmatch(r"(\w+)(?:\s+(\w+)\s+counting\s+(\d+))?", text)
    if not match:
        raise ValueError(f"expected a state such as 'unresolved' or 'object Herb counting 2', got {text!r}")
    state = find_name(match[1], v.INCANTATION_STATE_NAMES, "a state")
    if state == v.INCANTATION_AS_OBJECT and not match[2]:
        raise ValueError(f"expected 'object <type> counting <n>', got {text!r}")
    game["incantation_state"][seat] = state
    game["incantation_type"][seat] = find_object(match[2]) if match[2] else 0
    game["incantation_count"][seat] = parse_number(match[3], 0, v.MAX_COUNT, "a count") if match[3] else 0


def _read_cast(game: Record, box: CardSet, seat: int) -> str:
    card, spell = int(game["cast_card"][seat]), int(game["cast_spell"][seat])
    name = "none" if card == v.NO_SPELL_CARD else box.witch_names[card]
    return name if card == v.NO_SPELL_CARD and spell == v.NO_SPELL else f"{name} {'none' if spell == v.NO_SPELL else spell + 1}"


def _write_cast(game: Record, box: CardSet, seat: int, text: str) -> None:
    name, _, spell = text.rpartition(" ") if text not in NOTHING else ("none", "", "none")
    game["cast_card"][seat] = v.NO_SPELL_CARD if name in NOTHING else find_name(name, box.witch_names, "a witch")
    game["cast_spell"][seat] = v.NO_SPELL if spell in NOTHING else parse_number(spell, 1, v.NUM_SPELLS, "a spell") - 1


def _read_target(game: Record, box: CardSet, seat: int) -> str:
    targets = [int(t) for t in game["target"][seat]]
    while targets and targets[-1] == v.NO_SEAT:
        targets.pop()
    return ", ".join("-" if t == v.NO_SEAT else v.SEAT_NAMES[t] for t in targets) or "none"


def _write_target(game: Record, box: CardSet, seat: int, text: str) -> None:
    parts = [] if text in NOTHING else [part.strip() for part in text.split(",")]
    if len(parts) > v.MAX_EFFECTS:
        raise ValueError(f"expected at most {v.MAX_EFFECTS} targets, one for each effect, got {len(parts)}")
    for effect, part in enumerate(parts + ["-"] * (v.MAX_EFFECTS - len(parts))):
        game["target"][seat, effect] = v.NO_SEAT if part in NOTHING else seat_of(part, int(game["seats"]))


def _read_committed(game: Record, box: CardSet, seat: int) -> str:
    code = int(game["committed"][seat])
    return "none" if code == v.NO_ACTION else act.ACTIONS.name(code)


def _write_committed(game: Record, box: CardSet, seat: int, text: str) -> None:
    code = v.NO_ACTION if text in NOTHING else act.ACTIONS.parse(text)
    if code not in (v.NO_ACTION, act.PASS) and not act.PLAY_OBJECT <= code <= act.LAST_ACT:
        raise ValueError(f"expected none or one of the seven actions, such as 'play herb', got {text!r}")
    game["committed"][seat] = code


def _witches(box: CardSet) -> Sequence[str]:
    return box.witch_names


def _demons(box: CardSet) -> Sequence[str]:
    return box.demon_names


# The witch herself is the first line of a block, `witch_0: Évanthe`.
WITCH = _optional("witch", "spells", _witches, v.NO_SPELL_CARD, "a witch", "Her spell card, named by its witch.", True)

SEAT_LINES = (
    _optional("demon", "demon", _demons, v.NO_DEMON, "a demon", "Her demon; in teams the team's.", True),
    number_line("level", "level", 0, v.NUM_LEVELS, "Levels validated; in teams the team's.", True),
    word_line("rank", "high_witch", ("lesser", "high"), "High or Lesser Witch of her team."),
    _value("sigil", "sigil", 0, 1, box_incantations, "Value of the incantation that lies on her as a Sigil."),
    _cards("hand", "hand", "Her hand; a card played face down is in it until it is revealed.", always=True),
    Line("played", _read_played, _write_played, "Cards from her hand to the centre this round."),
    _value(
        "artifact",
        "artifact",
        v.NO_ARTIFACT,
        0,
        lambda box: v.MAX_ARTIFACT,
        "Her artifact in the centre, printed or transformed.",
    ),
    Line("incantation", _read_incantation, _write_incantation, "Where the incantation played this round is."),
    word_line("did", "did", v.DID_NAMES, "Her action of this round, as far as it is public."),
    _cards("drew", "drew", "Cards drawn this round."),
    Line("cast", _read_cast, _write_cast, "The spell card and the number of the spell cast this round."),
    Line("aim", _read_target, _write_target, "Targets, effect by effect; '-' for an effect without a target."),
    word_line("waiting", "waiting", NO_YES, "Effects of her spell wait for the end of the round."),
    _cards("discarded", "discarded", "Cards discarded this round by force of a spell."),
    Line("committed", _read_committed, _write_committed, "Action chosen and not yet public."),
    number_line("picks left", "picks_left", 0, 3, "Cards she must still pick for a discard."),
    _cards("picked", "picked", "Cards picked in secret for a discard, still in hand."),
)

GAME_LINES = (
    word_line("edition", "edition", v.EDITION_NAMES, "Edition of the rules.", True),
    word_line("team talk", "team_talk", NO_YES, "Second seats choose after seeing their partner's choice."),
    number_line("solo team", "solo_team", 0, v.MAX_SEATS // 2 - 1, "With 7 players the team that one person holds."),
    seed_line(),
    number_line("round", "round_number", 0, 127, "The first is 1; 0 during set-up.", True),
    word_line("phase", "phase", v.PHASE_NAMES, "What is asked now.", True),
    word_line("choice", "choice", v.CHOICE_NAMES, "What a CHOOSE decision is for."),
    Line("asked", _read_asked, _write_asked, "Seats that have a decision now; none: the engine asks.", True),
    Line("moons", _read_moons, _write_moons, "What lies on the moons, from the New Moon on.", True),
    Line("next moon", _read_next_moon, _write_next_moon, "The moon to be locked.", True),
    word_line("month over", "month_over", NO_YES, "The last moon has been locked at least once."),
    _optional("transient", "transient", lambda box: v.OBJECT_NAMES, v.NO_OBJECT, "an object", "Transient in the centre."),
    Line("centre", lambda game, box, seat: format_centre(game["centre"]), _write_centre, "Printed objects in the centre."),
    _objects("objects", "object_pile", "The three open piles."),
    _objects("transients", "transient_pile", "The face-down pile; its order does not exist yet."),
    _pile("artifacts", "artifact", box_artifacts, "Top artifact | cards below it."),
    _pile("incantations", "incantation", box_incantations, "Top incantation | cards below it."),
    _names("demon reserve", _demons, "a demon", "Demons that no seat has.", True),
    _names("spell reserve", _witches, "a witch", "Spell cards that no seat has, after the draft.", True),
    _names("spell deck", _witches, "a witch", "Spell cards that no seat has seen in the draft."),
    _names("spell rejects", _witches, "a witch", "Spell cards not kept, under the deck."),
    Line("offered", _read_offered, _write_offered, "The pair of spell cards to choose from now."),
    Line("gone", _read_gone, _write_gone, "Cards that left the game.", True),
    _seat("winner", "winner", "Winner, in teams the first seat of the team."),
    word_line("victory", "victory", v.VICTORY_NAMES, "How the game ended."),
)

ENGINE_LINES = (
    word_line("stage", "stage", v.STAGE_NAMES, "Stage of the round in which the engine is."),
    number_line("turn", "turn", 0, 127, "Position in seat or quickness order."),
    _seat("caster", "caster", "Seat whose spell or artifact is being resolved."),
    number_line("effect", "effect", 0, v.MAX_EFFECTS, "Index of the effect that runs or whose target is named."),
    number_line("left", "left", -1, 99, "Cards this effect may still move; -1: it has not begun."),
    _seat("taker", "taker", "Seat that must take a demon or spell card now."),
    Line("quickness", _read_quickness, _write_quickness, "Order of the seats, quickest first; none: not drawn yet."),
    word_line("shown", "shown", NO_YES, "A seat has been asked for its action since the record of what each seat did began."),
    word_line("explicit chance", "explicit_chance", NO_YES, "Chance events wait for their outcome."),
)

POSITIONS = PositionText(v.SEAT_NAMES, GAME_LINES + ENGINE_LINES, SEAT_LINES, WITCH)
