"""The table as plain data, as one seat sees it or as a spectator without secrets sees it (LD-INFO-1, LD-INFO-2).

Text, pictures and other front ends draw this and nothing else. Every field is a number, a text, a list or another of these
records: `msgspec.to_builtins` turns it into what JSON can hold. None stands for what is not there, or what the viewer may not
see.
"""

from msgspec import Struct


class Card(Struct, frozen=True):
    """Copies of a card.

    Attributes:
        id: in the card set, as actions and positions name it.
        name: printed name.
        code: number of the card in action names, from 1.
        number: activation number.
        kind: "animal", "girl" or "boy".
        mood: "adorable", "horrible" or empty.
        text: what it does.
        copies: how many lie here.
        marked: how many of these are named for replacement, in the row; or wait to be activated, in play.
    """

    id: str
    name: str
    code: int
    number: int
    kind: str
    mood: str
    text: str
    copies: int
    marked: int = 0


class Demon(Struct, frozen=True):
    """A demon.

    Attributes:
        id: in the card set.
        name: printed name.
        code: number of the demon in action names, from 1.
        number: activation number; None for a permanent demon.
        text: what it does.
        is_waiting: it waits to be activated.
    """

    id: str
    name: str
    code: int
    number: int | None
    text: str
    is_waiting: bool = False


class Candle(Struct, frozen=True):
    """A candle and its numbers."""

    id: str
    name: str
    numbers: list[int]


class Summoner(Struct, frozen=True):
    """What is seen of one seat.

    Attributes:
        seat: its index.
        seat_name: such as "summoner_0".
        souls: its souls.
        cards: in play.
        demons: in play.
        candles: of the seat.
        hand: demons in hand, if the viewer sees them.
        hand_size: how many demons it holds.
        knows_pile: it has searched the pile, and knows which demons are in it.
        is_viewer: the viewer sits here.
        is_partner: the viewer's partner sits here.
        is_active: it takes the turn.
        is_asked: it is asked.
        has_won: it has won the game.
    """

    seat: int
    seat_name: str
    souls: int
    cards: list[Card]
    demons: list[Demon]
    candles: list[Candle]
    hand: list[Demon] | None
    hand_size: int
    knows_pile: bool
    is_viewer: bool
    is_partner: bool
    is_active: bool
    is_asked: bool
    has_won: bool


class TableView(Struct, frozen=True):
    """The table.

    Attributes:
        turn: turns begun; 0 during set-up.
        rolls_left: rolls until the game is a draw.
        players: number of seats.
        has_teams: seats 0 and 2 play against 1 and 3.
        cards: name of the card set.
        viewer: the seat that looks; None for a spectator.
        need_demons: demons in play that win, in teams of both seats.
        need_souls: souls that win, in teams of both seats.
        price: of a card of the row.
        total: of the last throw of this turn; None before it.
        is_double: it was a double.
        marks: what the active seat has done in its turn, such as "bought".
        row: open cards that can be bought.
        deck: number of cards in the deck.
        discards: open discards.
        pile: number of demons in the pile.
        demon_discards: open demon discards.
        shown: demons that the viewer may choose from, out of the pile or of those looked at.
        stack: what is being resolved, as sentences, from the bottom.
        summoners: `[seat]`.
        asked: what is asked now, as one or two sentences.
    """

    turn: int
    rolls_left: int
    players: int
    has_teams: bool
    cards: str
    viewer: int | None
    need_demons: int
    need_souls: int
    price: int
    total: int | None
    is_double: bool
    marks: list[str]
    row: list[Card]
    deck: int
    discards: list[Card]
    pile: int
    demon_discards: list[Demon]
    shown: list[Demon]
    stack: list[str]
    summoners: list[Summoner]
    asked: list[str]
