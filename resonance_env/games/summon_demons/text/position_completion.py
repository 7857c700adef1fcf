"""What the text of a position leaves out, and the check that every card, demon and candle is in one place."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from resonance_env.core.errors import PositionError
from resonance_env.core.position_text import GivenLine, Place, Record
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.options import OPTIONS
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.new_game import blank_game
from resonance_env.games.summon_demons.text.position_lines import MOMENT_LINES, POSITIONS, RECORD_LINES

# The stage in which a question is asked, where it is not that of a turn (STAGE_TURN) or of a roll (STAGE_BLOCKS).
_STAGE_OF_PHASE = {
    v.PHASE_CANDLE: v.STAGE_CANDLES,
    v.PHASE_FREE: v.STAGE_TURN,
    v.PHASE_TURN: v.STAGE_TURN,
    v.PHASE_SACRIFICE: v.STAGE_TURN,
    v.PHASE_REROLL: v.STAGE_MARK,
}
_STAGE_OF_EVENT = {
    v.EVENT_FIRST: v.STAGE_FIRST,
    v.EVENT_CANDLE: v.STAGE_CANDLES,
    v.EVENT_CARD: v.STAGE_REFILL,
    v.EVENT_DEMON: v.STAGE_HANDS,
    v.EVENT_ROLL: v.STAGE_THROW,
    v.EVENT_REROLL: v.STAGE_RETHROW,
}


def blank_position(card_set: CardSet, players: int, *, teams: bool, starting_demon: bool) -> Record:
    """Returns a record in which nothing has been dealt and the lines of options have their defaults."""
    given = {option.name: option.default for option in OPTIONS} | {"teams": teams, "starting_demon": starting_demon}
    game = blank_game(card_set.cards, players, given)[0]
    game["phase"], game["active"] = v.PHASE_TURN, 0
    game["deck"], game["pile"], game["candles_left"] = 0, 0, 0
    game["turn"] = -1  # not given
    return game


def fill_moment(game: Record) -> None:
    """Writes what follows from the moment: the stage, the number of the turn, which seats have begun their first turn."""
    phase, event = int(game["phase"]), int(game["event"])
    if phase == v.PHASE_CHANCE:
        game["stage"] = _STAGE_OF_EVENT.get(event, v.STAGE_BLOCKS)
    else:
        game["stage"] = _STAGE_OF_PHASE.get(phase, v.STAGE_BLOCKS)
    if event == v.EVENT_FIRST:
        game["active"] = v.NOTHING
    if game["turn"] < 0:
        game["turn"] = int(game["stage"] >= v.STAGE_BEGIN)
    seats = int(game["seats"])
    for seat in range(seats):
        game["started"][seat] = (int(game["active"]) - seat) % seats < game["turn"]


def defaults_of(game: Record, card_set: CardSet) -> Record:
    """Returns the record that a text without lines would give, but for those that say which record and which moment it is."""
    seats = int(game["seats"])
    blank = blank_position(card_set, seats, teams=bool(game["teams"]), starting_demon=bool(game["starting_demon"]))
    for line in (*RECORD_LINES, *MOMENT_LINES):
        if line.key != "turn":
            line.write(blank, card_set, 0, line.read(game, card_set, 0))
    default_turn = blank.copy()
    fill_moment(default_turn)
    blank["turn"] = game["turn"]
    fill_moment(blank)
    blank["turn"] = default_turn["turn"]
    blank["deck"], blank["pile"] = rest_of_cards(game, card_set), rest_of_demons(game, card_set)
    if blank["stage"] <= v.STAGE_CANDLES:
        blank["candles_left"] = _all(card_set.candle_ids) & ~_of_seats(game, "candles")
    return blank


def complete(game: Record, card_set: CardSet, given: Mapping[Place, GivenLine]) -> None:
    """Fills deck, pile and box where the text has no line for them, and checks that nothing is in two places.

    Raises:
        PositionError: a card, demon or candle is in two places or in none.
    """
    if (None, "candles left") not in given and game["stage"] <= v.STAGE_CANDLES:
        game["candles_left"] = _all(card_set.candle_ids) & ~_of_seats(game, "candles")
    _check_copies(game, card_set, given)
    _check_single([("demon discards", int(game["demon_discards"])), *_demon_places(game)], card_set.demon_ids)
    _fill_pile(game, card_set, given)
    candles = [(f"candles of {POSITIONS.seat_names[seat]}", int(game["candles"][seat])) for seat in range(int(game["seats"]))]
    _check_single([*candles, ("candles left", int(game["candles_left"]))], card_set.candle_ids)


def rest_of_cards(game: Record, card_set: CardSet) -> np.ndarray:
    """Returns int64 `[type]`: copies that are not in row, discards, play or aside; negative where there are too many."""
    elsewhere = game["row"].astype(np.int64) + game["discards"] + game["aside"] + game["cards"].sum(axis=0, dtype=np.int64)
    rest: np.ndarray = card_set.cards[0]["copies"] - elsewhere
    return rest


def rest_of_demons(game: Record, card_set: CardSet) -> int:
    """Returns the bit set of the demons that are nowhere but perhaps in the pile."""
    taken = int(game["demon_discards"])
    for _, bits in _demon_places(game):
        taken |= bits
    return _all(card_set.demon_ids) & ~taken


def _demon_places(game: Record) -> Iterator[tuple[str, int]]:
    """Yields (place, bit set) for all demons outside of pile and demon discards."""
    for seat in range(int(game["seats"])):
        yield f"hand of {POSITIONS.seat_names[seat]}", int(game["hand"][seat])
        yield f"demons of {POSITIONS.seat_names[seat]}", int(game["demons"][seat])
    yield "looked at", int(game["looked_at"])
    for key, field in (("looks", "egg"), ("summoning", "summoning")):
        if game[field] != v.NOTHING:
            yield key, 1 << int(game[field])


def _check_copies(game: Record, card_set: CardSet, given: Mapping[Place, GivenLine]) -> None:
    rest = rest_of_cards(game, card_set)
    if (None, "deck") not in given:
        if (rest < 0).any():
            raise PositionError(_too_many(card_set, rest))
        game["deck"] = rest
    left = rest - game["deck"]
    if (left < 0).any():
        raise PositionError(_too_many(card_set, left))
    if left.any():
        kind = int(left.argmax())
        where = f"line {given[(None, 'deck')].number}: 'deck': "
        raise PositionError(f"{where}expected every card somewhere, got {left[kind]} {card_set.card_ids[kind]} nowhere")


def _too_many(card_set: CardSet, left: np.ndarray) -> str:
    kind = int(left.argmin())
    copies = int(card_set.cards[0]["copies"][kind])
    return f"expected at most the {copies} {card_set.card_ids[kind]} of the set, got {copies - int(left[kind])}"


def _check_single(places: Sequence[tuple[str, int]], ids: Sequence[str]) -> None:
    seen: dict[int, str] = {}
    for where, bits in places:
        for place in range(len(ids)):
            if bits >> place & 1:
                if place in seen:
                    raise PositionError(f"expected {ids[place]} in one place, got it at {seen[place]} and at {where}")
                seen[place] = where


def _fill_pile(game: Record, card_set: CardSet, given: Mapping[Place, GivenLine]) -> None:
    rest = rest_of_demons(game, card_set)
    if (None, "pile") not in given:
        game["pile"] = rest
    elif game["pile"] != rest:
        wrong = int(game["pile"]) ^ rest
        demon = card_set.demon_ids[wrong.bit_length() - 1]
        came = "elsewhere too" if int(game["pile"]) >> (wrong.bit_length() - 1) & 1 else "nowhere"
        where = f"line {given[(None, 'pile')].number}: 'pile': "
        raise PositionError(f"{where}expected every demon in exactly one place, got {demon} {came}")


def _of_seats(game: Record, field: str) -> int:
    return int(np.bitwise_or.reduce(game[field][: int(game["seats"])]))


def _all(ids: Sequence[str]) -> int:
    return (1 << len(ids)) - 1
