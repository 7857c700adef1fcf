"""The table: who holds what and what lies where, with the moves of single cards that need no choice.

Every zone is a list, a set or a counter of cards; nothing is packed. The record of the kernel is written from it by
`record.py`.
"""

from dataclasses import dataclass, field

from resonance_env.core.chance import draw, split_seed
from resonance_env.games.resonance.rules import vocabulary as v
from tests.games.resonance.reference.box import Box


def types_of(kind: int) -> list[int]:
    """Returns the object types that a kind of card allows; artifacts and incantations are not objects (R-CAST-10)."""
    if kind in (v.KIND_HERB, v.KIND_MINERAL, v.KIND_POTION):
        return [kind]
    return list(v.OBJECTS) if kind in (v.KIND_OBJECT, v.KIND_ANY) else []


@dataclass
class LyingObject:
    """A card that lies in the centre or on a moon as an object."""

    type: int
    counts: int = 1
    transient: bool = False
    incantation: int = v.NO_INCANTATION  # value of the transformed card
    owner: int = v.NO_SEAT  # who transformed it

    @property
    def printed(self) -> bool:
        return not self.transient and self.incantation == v.NO_INCANTATION


@dataclass
class LyingArtifact:
    """A card that lies in the centre as an artifact and has not been used."""

    value: int
    owner: int
    incantation: int = v.NO_INCANTATION  # value of the transformed card


@dataclass
class Deeds:
    """What a seat did since some seat was last asked for an action (R-INFO-4)."""

    did: int = v.DID_NOTHING
    drew_objects: list[int] = field(default_factory=lambda: [0, 0, 0])
    drew_artifacts: set[int] = field(default_factory=set)
    drew_incantations: set[int] = field(default_factory=set)
    played_objects: list[int] = field(default_factory=lambda: [0, 0, 0])
    played_artifact: int = 0
    played_incantation: int = v.NO_INCANTATION
    incantation_state: int = v.INCANTATION_NONE
    cast_card: int = v.NO_SPELL_CARD
    cast_spell: int = v.NO_SPELL
    target: list[int] = field(default_factory=lambda: [v.NO_SEAT] * v.MAX_EFFECTS)
    waiting: bool = False
    discarded_objects: list[int] = field(default_factory=lambda: [0, 0, 0])
    discarded_artifacts: set[int] = field(default_factory=set)
    discarded_incantations: set[int] = field(default_factory=set)

    def note(self, did: int) -> None:
        """Records an action; of several the first that is not a pass stays (R-INFO-4)."""
        if self.did in (v.DID_NOTHING, v.DID_PASS):
            self.did = did

    def reveal_incantation(self, value: int) -> None:
        """Records an incantation; it replaces an earlier one with its spell and targets (R-INFO-4)."""
        self.played_incantation, self.incantation_state = value, v.INCANTATION_UNRESOLVED
        self.cast_card, self.cast_spell, self.target = v.NO_SPELL_CARD, v.NO_SPELL, [v.NO_SEAT] * v.MAX_EFFECTS


@dataclass
class Hand:
    """Cards held, or cards picked from a hand."""

    objects: list[int] = field(default_factory=lambda: [0, 0, 0])
    artifacts: set[int] = field(default_factory=set)
    incantations: set[int] = field(default_factory=set)


@dataclass
class Team:
    """Those who win together; without teams each seat is one."""

    seats: list[int]
    demon: int = v.NO_DEMON
    level: int = 0


@dataclass
class Witch:
    """A seat."""

    team: Team
    spells: int = v.NO_SPELL_CARD
    high: bool = False
    sigil: int = v.NO_INCANTATION
    hand: Hand = field(default_factory=Hand)
    picked: Hand = field(default_factory=Hand)
    committed: int = 0
    deeds: Deeds = field(default_factory=Deeds)


class Table:
    """All cards and where they are."""

    def __init__(self, box: Box, num_seats: int, team_mode: bool, seed: int) -> None:
        self.box = box
        self.seed = split_seed(seed)
        self.num_seats = num_seats
        self.team_mode = team_mode
        size = 2 if team_mode else 1
        self.teams = [Team(list(range(first, first + size))) for first in range(0, num_seats, size)]
        self.witches = [Witch(self.teams[seat // size], high=not team_mode) for seat in range(num_seats)]

        self.object_pile = list(box.objects)
        self.transient_pile = list(box.transients)
        self.artifact_top: int | None = None  # None: the pile is empty
        self.artifacts_hidden = set(box.artifacts)
        self.artifacts_seen = 0
        self.incantation_top: int | None = None
        self.incantations_hidden = set(box.incantations)
        self.incantations_seen = 0
        self.demon_reserve = set(range(len(box.demons)))
        self.spell_deck = set(range(len(box.spell_cards)))
        self.spell_cards_seen = 0
        self.spell_rejects: set[int] = set()
        self.spell_reserve: set[int] = set()
        self.offered: list[int] = []  # to whoever chooses now
        self.gone_objects = [0, 0, 0]
        self.gone_transients = [0, 0, 0]
        self.gone_artifacts: set[int] = set()
        self.gone_incantations: set[int] = set()

        self.moons: list[LyingObject | None] = [None] * box.moons
        self.next_moon = 0
        self.month_over = False
        self.round_number = 0
        self.quickness: list[int] = []
        self.centre: list[LyingObject] = []
        self.centre_artifacts: list[LyingArtifact] = []

    def chance(self, purpose: int, index: int, count: int) -> int:
        """Returns the keyed draw of a chance event (R-SETUP-7)."""
        return int(draw(self.seed[0], self.seed[1], purpose, index, count))

    def opponents(self, seat: int) -> list[int]:
        """Returns the seats of the other teams (R-TEAM-7)."""
        return [other for other in range(self.num_seats) if self.witches[other].team is not self.witches[seat].team]

    # Piles.

    def next_spell_card(self) -> int:
        """Takes the top card of the spell deck; where it is empty the rejected cards are shuffled (R-SETUP-3)."""
        source = self.spell_deck or self.spell_rejects
        cards = sorted(source)
        card = cards[self.chance(v.CHANCE_SPELL_CARD, self.spell_cards_seen, len(cards))]
        source.remove(card)
        self.spell_cards_seen += 1
        return card

    def reveal_artifact(self) -> None:
        """Turns up the next artifact, if there is one."""
        values = sorted(self.artifacts_hidden)
        if not values:
            self.artifact_top = None
            return
        self.artifact_top = values[self.chance(v.CHANCE_ARTIFACT, self.artifacts_seen, len(values))]
        self.artifacts_hidden.remove(self.artifact_top)
        self.artifacts_seen += 1

    def reveal_incantation(self) -> None:
        """Turns up the next incantation, if there is one."""
        values = sorted(self.incantations_hidden)
        if not values:
            self.incantation_top = None
            return
        self.incantation_top = values[self.chance(v.CHANCE_INCANTATION, self.incantations_seen, len(values))]
        self.incantations_hidden.remove(self.incantation_top)
        self.incantations_seen += 1

    def draw_object(self, seat: int, type_: int) -> None:
        """The seat takes an object from the pile of that type; nothing happens when it is empty."""
        if self.object_pile[type_] == 0:
            return
        witch = self.witches[seat]
        self.object_pile[type_] -= 1
        witch.hand.objects[type_] += 1
        witch.deeds.drew_objects[type_] += 1

    def draw_artifact(self, seat: int) -> None:
        """The seat takes the top artifact; nothing happens when the pile is empty."""
        if self.artifact_top is None:
            return
        witch = self.witches[seat]
        witch.hand.artifacts.add(self.artifact_top)
        witch.deeds.drew_artifacts.add(self.artifact_top)
        self.reveal_artifact()

    def draw_incantation(self, seat: int) -> None:
        """The seat takes the top incantation; nothing happens when the pile is empty."""
        if self.incantation_top is None:
            return
        witch = self.witches[seat]
        witch.hand.incantations.add(self.incantation_top)
        witch.deeds.drew_incantations.add(self.incantation_top)
        self.reveal_incantation()

    # Hands.

    def held(self, seat: int, kind: int) -> int:
        """Returns how many cards of that kind the seat holds."""
        hand = self.witches[seat].hand
        if kind == v.KIND_ARTIFACT:
            return len(hand.artifacts)
        if kind == v.KIND_INCANTATION:
            return len(hand.incantations)
        return sum(hand.objects[t] for t in types_of(kind))

    def pay(self, seat: int, types: list[int]) -> None:
        """One object of each type given leaves the hand and the game."""
        for type_ in types:
            self.witches[seat].hand.objects[type_] -= 1
            self.gone_objects[type_] += 1

    def discard_picked(self, seat: int) -> None:
        """The cards that the seat has picked leave its hand and the game."""
        witch = self.witches[seat]
        for type_ in v.OBJECTS:
            witch.hand.objects[type_] -= witch.picked.objects[type_]
            witch.deeds.discarded_objects[type_] += witch.picked.objects[type_]
            self.gone_objects[type_] += witch.picked.objects[type_]
        witch.hand.artifacts -= witch.picked.artifacts
        witch.deeds.discarded_artifacts |= witch.picked.artifacts
        self.gone_artifacts |= witch.picked.artifacts
        witch.hand.incantations -= witch.picked.incantations
        witch.deeds.discarded_incantations |= witch.picked.incantations
        self.gone_incantations |= witch.picked.incantations
        witch.picked = Hand()

    # The centre and the moons.

    def centre_count(self, type_: int) -> int:
        """Returns what the cards of that type in the centre count together."""
        return sum(card.counts for card in self.centre if card.type == type_)

    def object_gone(self, card: LyingObject) -> None:
        """An object that lay on the table leaves the game."""
        if card.transient:
            self.gone_transients[card.type] += 1
        elif card.incantation != v.NO_INCANTATION:
            self.gone_incantations.add(card.incantation)
        else:
            self.gone_objects[card.type] += 1

    def leave_centre(self, card: LyingObject) -> None:
        """Takes an object out of the centre without saying where it goes."""
        self.centre = [other for other in self.centre if other is not card]
        if card.incantation != v.NO_INCANTATION:
            self.witches[card.owner].deeds.incantation_state = v.INCANTATION_LEFT

    def remove_object(self, card: LyingObject) -> None:
        """An object leaves the centre and the game."""
        self.leave_centre(card)
        self.object_gone(card)

    def remove_artifact(self, card: LyingArtifact) -> None:
        """An artifact leaves the centre and the game."""
        self.centre_artifacts = [other for other in self.centre_artifacts if other is not card]
        if card.incantation != v.NO_INCANTATION:
            self.gone_incantations.add(card.incantation)
            self.witches[card.owner].deeds.incantation_state = v.INCANTATION_LEFT
        else:
            self.gone_artifacts.add(card.value)


def stays_before(card: LyingObject) -> tuple[int, int]:
    """Sort key of R-LOCK-2: printed, then transient, then transformed (of those the highest incantation)."""
    return (0 if card.printed else 1 if card.transient else 2, -card.incantation)


def resolves_before(card: LyingArtifact) -> tuple[int, int, int]:
    """Sort key of R-SWEEP-1 and R-SWEEP-3: higher values, then printed ones, then the higher incantation."""
    return (-card.value, 0 if card.incantation == v.NO_INCANTATION else 1, -card.incantation)
