"""The table as plain data, as one seat sees it or as a spectator without secrets sees it (R-INFO-1, R-INFO-2).

Text, pictures and other front ends draw this and nothing else. Every field is a number, a text, a list or another of these
records: `msgspec.to_builtins` turns it into what JSON can hold. Objects are counted as `[object]`: Herb, Mineral, Potion. None
stands for what is not there, or what the viewer may not see.
"""

from msgspec import Struct


class OpenCards(Struct, frozen=True):
    """Cards that the viewer sees.

    Attributes:
        objects: `[object]` copies.
        transients: `[object]` copies.
        artifacts: values, ascending.
        incantations: values, ascending.
    """

    objects: list[int]
    transients: list[int]
    artifacts: list[int]
    incantations: list[int]


class Moon(Struct, frozen=True):
    """A place on the circle of moons.

    Attributes:
        name: its number in Roman figures; I is the New Moon.
        kind: type of the object that lies there.
        is_next: it is locked next.
        is_full: it is the Full Moon.
    """

    name: str
    kind: int | None
    is_next: bool
    is_full: bool


class CentreObjects(Struct, frozen=True):
    """Printed objects of one type in the centre, each of which counts `counts`."""

    kind: int
    counts: int
    copies: int


class CentreCard(Struct, frozen=True):
    """An artifact or an incantation in the centre.

    Attributes:
        seat: whose it is.
        kind: the object type that the incantation has become.
        counts: what it counts as an object.
        artifact: value of the artifact, printed or transformed.
        incantation: value of the incantation.
        is_sigil: it lies beside the centre and will be a Sigil.
    """

    seat: int
    kind: int | None = None
    counts: int = 1
    artifact: int | None = None
    incantation: int | None = None
    is_sigil: bool = False


class Pile(Struct, frozen=True):
    """A pile of artifacts or incantations.

    Attributes:
        top: value of the visible card; None if none is open.
        left: how many cards are left, the visible one included.
    """

    top: int | None
    left: int


class SpellCard(Struct, frozen=True):
    """A spell card: its witch and what each of its spells does."""

    witch: str
    spells: list[str]


class Demon(Struct, frozen=True):
    """A demon at a seat.

    Attributes:
        name: of the demon.
        levels: `[level][object]` what each level needs.
        validated: how many levels are validated.
        missing: `[object]` what the moons lack of the next level; zeros once all levels are validated.
    """

    name: str
    levels: list[list[int]]
    validated: int
    missing: list[int]


class Witch(Struct, frozen=True):
    """What is seen of one seat.

    Attributes:
        seat: its index.
        seat_name: such as "witch_0".
        spells: her spell card, or the one that lies before her in the draft.
        has_chosen: it is hers; before a team has chosen, its pair lies before it.
        is_viewer: the viewer sits here.
        is_partner: the viewer's partner sits here.
        rank: "High Witch" or "Lesser Witch" in teams, else empty.
        sigil: value of the Sigil on her.
        demon: hers or her team's.
        hand: her cards, if the viewer sees them.
        hand_counts: how many objects, artifacts and incantations she holds.
        chosen: name of the action that she has chosen in secret, if the viewer sees it.
        picked: cards that she has picked in secret for a discard, if the viewer is she and has to pick more.
        picks_left: how many more she has to pick; 0 where `picked` is None.
        did: what she did in this round, or in the last one while all choose, as a sentence; empty if nothing.
        is_asked: she alone is asked, and all may know it.
        has_won: she has won the game.
    """

    seat: int
    seat_name: str
    spells: SpellCard | None
    has_chosen: bool
    is_viewer: bool
    is_partner: bool
    rank: str
    sigil: int | None
    demon: Demon | None
    hand: OpenCards | None
    hand_counts: list[int]
    chosen: str | None
    picked: OpenCards | None
    picks_left: int
    did: str
    is_asked: bool
    has_won: bool

    @property
    def name(self) -> str:
        """The name on her spell card or, before she has one, of her seat."""
        return self.spells.witch if self.spells is not None and self.has_chosen else self.seat_name


class TableView(Struct, frozen=True):
    """The table.

    Attributes:
        round_number: 1 is the first; 0 during set-up.
        players: number of persons.
        has_teams: witches play in teams of two.
        cards: name of the card set.
        edition: "fr" or "en".
        viewer: the seat that looks; None for a spectator.
        moons: clockwise from the New Moon.
        on_moons: `[object]` how many lie on the moons.
        transient: type of the transient in the centre.
        centre_objects: printed objects in the centre.
        centre_cards: artifacts and incantations in the centre, in the order of the seats.
        object_pile: `[object]` cards in the open piles.
        transient_pile: `[object]` transients still to come.
        artifact_pile: artifacts.
        incantation_pile: incantations.
        gone: what has left the game.
        demons_left: names of the demons in reserve.
        witches_left: names of the witches whose spell cards are in reserve.
        offered: spell cards on offer that lie before no witch, if the viewer sees them.
        witches: `[seat]`.
        asked: what is asked now, as one or two sentences.
    """

    round_number: int
    players: int
    has_teams: bool
    cards: str
    edition: str
    viewer: int | None
    moons: list[Moon]
    on_moons: list[int]
    transient: int | None
    centre_objects: list[CentreObjects]
    centre_cards: list[CentreCard]
    object_pile: list[int]
    transient_pile: list[int]
    artifact_pile: Pile
    incantation_pile: Pile
    gone: OpenCards
    demons_left: list[str]
    witches_left: list[str]
    offered: list[SpellCard]
    witches: list[Witch]
    asked: list[str]
