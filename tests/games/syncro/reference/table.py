"""The table: where every card is, what lies open, and the numbers that can be read off it.

Nothing is packed, and nothing is kept that can be counted. The order of piles is never stored (SY-CHANCE-3): a pile is a list
of numbers of cards by kind, and what is face down belongs to the cards that nobody has seen.
"""

from dataclasses import dataclass, field

from tests.games.syncro.reference import codes
from tests.games.syncro.reference.sets import Boss, CardSet, Level, Lieutenant, Monster, Place, Plan, copies
from tests.games.syncro.reference.terms import Terms


def no_values() -> list[int]:
    """Returns a count of nothing by value; place 0 stays empty."""
    return [0] * (codes.MAX_VALUE + 1)


@dataclass(eq=False)
class Spell:
    """A Spell in a hand or face down on a foe, with what is remembered of it (SY-MEM)."""

    value: int
    drawn_at: int  # number of the draw that brought it
    is_open: bool = False
    known: set[int] = field(default_factory=set)  # other mages who know its value
    mixed: set[int] = field(default_factory=set)  # mages for whom it is one of some whose values they know as a whole
    in_sum: bool = False  # counted in the sum left of its mage


@dataclass(eq=False)
class Laid:
    """A Spell that was laid face down this turn."""

    spell: Spell
    seat: int
    opportunity: int


@dataclass(eq=False)
class HordeCard:
    """A card of the Horde, and its place after it has left."""

    place: Place
    there: bool = True
    face_up: bool = False
    monster: int | None = None  # its kind, once it was seen
    lieutenant: int | None = None  # which, once it was seen at this level
    spells: list[int] = field(default_factory=list)  # values that lie face up on it
    down: list[Laid] = field(default_factory=list)
    absorbed: list[int] = field(default_factory=list)
    weakened: int = 0


@dataclass(eq=False)
class Mage:
    """What a mage has, and what she has said in this try."""

    hand: list[Spell] = field(default_factory=list)
    reward: int | None = None
    estimate: int | None = None  # 0 bad, 1 middling, 2 good
    estimates: list[int] = field(default_factory=list)  # all that she has given, the one that stands included
    sum: int = 0  # that stands
    sum_left: int = 0
    spent: list[int] = field(default_factory=no_values)  # [value]


@dataclass(eq=False)
class Act:
    """What was done at an opportunity."""

    seat: int
    passed: bool = False
    position: int = 0  # of an attack, from 1
    place: int = 0
    value: int = 0  # once the Spell was turned up
    reward: int | None = None

    @property
    def attacked(self) -> bool:
        return self.position > 0


@dataclass(eq=False)
class Turn:
    """A turn as all have seen it."""

    acts: list[Act]
    paid: list[list[int]]  # [seat][value]
    lost: list[list[int]]  # [seat][value]
    drawn: list[int]  # [seat]
    fogs: list[int]  # [kind]


class Table:
    """Everything that lies on the table of one episode."""

    def __init__(self, card_set: CardSet, terms: Terms) -> None:
        self.card_set = card_set
        self.terms = terms
        self.level: Level = card_set.levels[terms.levels[0] - 1]
        self.try_number = 0
        self.mages = [Mage() for _ in range(terms.num_seats)]
        self.leader = 0
        # Spells by value.
        self.pile = no_values()
        self.discard = no_values()
        # The Horde; Monsters by kind that nobody has seen in this try, those face down included.
        self.horde: list[HordeCard] = []
        self.monsters: list[int] = []
        # Fog and Lieutenants in the pile or face down; Fog beside the Horde; what is out.
        self.fogs = copies(card_set.fogs, replay=terms.replay)
        self.fog_discard = [0] * len(self.fogs)
        self.curses: list[int] = []
        self.lieutenants = set(range(len(card_set.lieutenants)))
        self.lieutenant_box: set[int] = set()
        self.rewards = copies(card_set.rewards, replay=terms.replay)
        self.reward_discard = [0] * len(self.rewards)
        # The turn.
        self.turn_number = 0
        self.turns = 0  # begun in the episode
        self.opportunity = 0
        self.turn = self.new_turn()
        self.last_turn: Turn | None = None
        self.calm = False
        self.hold = False
        self.to_pay = 0
        self.resolving: HordeCard | None = None  # is paid for, or brought a draw as a Mushroom
        # The try and the episode.
        self.cleared = 0
        self.best = 0  # foes beaten in an earlier try of this level
        self.try_won = False
        self.events = [0] * 7  # [purpose] chance events of this try
        self.draws = 0  # deals and draws of the episode
        self.floating = [no_values() for _ in range(terms.num_seats)]  # [observer][value]

    # Seats.

    def clockwise(self) -> list[int]:
        """Returns all seats, the Leader first."""
        return [(self.leader + k) % self.terms.num_seats for k in range(self.terms.num_seats)]

    def with_spells(self) -> list[int]:
        return [seat for seat, mage in enumerate(self.mages) if mage.hand]

    def new_turn(self) -> Turn:
        """Returns a turn of the present Leader in which nothing has happened."""
        seats = self.terms.num_seats
        return Turn(
            acts=[Act((self.leader + k) % seats) for k in self.terms.opportunities],
            paid=[no_values() for _ in range(seats)],
            lost=[no_values() for _ in range(seats)],
            drawn=[0] * seats,
            fogs=[0] * len(self.fogs),
        )

    # The level.

    @property
    def plan(self) -> Plan:
        return self.level.plan_for(self.terms.num_seats)

    @property
    def levels_left(self) -> int:
        """Levels that follow in this episode."""
        return len(self.terms.levels) - 1 - self.terms.levels.index(self.level.number)

    @property
    def has_rewards(self) -> bool:
        """Whether this level has Rewards (SY-REWARD-1)."""
        return 0 < self.card_set.reward_level <= self.level.number

    @property
    def speaks_sums(self) -> bool:
        """SY-SUM-1."""
        return self.terms.estimates and self.level.number == self.card_set.sum_level

    def spells_of_level(self) -> list[int]:
        """Returns the number of Spells in play by value (SY-SIX-1, SY-SEVEN-1)."""
        counts = no_values()
        for kind in self.card_set.spells:
            if kind.level <= self.level.number:
                counts[kind.value] = kind.copies
        return counts

    def monsters_of_level(self) -> list[int]:
        """Returns the number of Monster cards by kind (SY-BOX-3)."""
        all_copies = copies(self.card_set.monsters, replay=self.terms.replay)
        kinds = zip(self.card_set.monsters, all_copies, strict=True)
        return [number if monster.level <= self.level.number else 0 for monster, number in kinds]

    # The Horde.

    def lying_on(self, card: HordeCard) -> int:
        """Returns how many Horde cards lie on a card."""
        return len(self._there(self.plan.lying_on[card.place.number]))

    def in_resolution_order(self) -> list[HordeCard]:
        """Returns the cards of the Horde that have not left (SY-RES-1)."""
        return self._there(self.plan.resolution_order)

    def _there(self, places: tuple[int, ...]) -> list[HordeCard]:
        return [self.horde[place] for place in places if place < len(self.horde) and self.horde[place].there]

    def attackable(self) -> list[HordeCard]:
        """Returns the targets (SY-TURN-3, SY-ASK-5)."""
        guarded = any(card.there and card.place.letter == "C" for card in self.horde)
        return [
            card
            for card in self.in_resolution_order()
            if card.face_up and not self.lying_on(card) and not (card.place.letter == "B" and guarded)
        ]

    def foes_beaten(self) -> int:
        return sum(card.place.is_foe and not card.there for card in self.horde)

    def face_down(self, letters: str) -> list[HordeCard]:
        """Returns the cards of the Horde that lie face down and whose place has one of these letters."""
        return [card for card in self.horde if card.there and not card.face_up and card.place.letter in letters]

    # Foes.

    def printed_card(self, card: HordeCard) -> Monster | Lieutenant | Boss | None:
        """Returns what is printed on a foe that was seen; None for a Cerberus."""
        if card.monster is not None:
            return self.card_set.monsters[card.monster]
        if card.lieutenant is not None:
            return self.card_set.lieutenants[card.lieutenant]
        return self.level.boss if card.place.letter == "B" else None

    def printed_force(self, card: HordeCard) -> int:
        printed = self.printed_card(card)
        return self.level.cerberus if printed is None else printed.force

    def follows(self, card: HordeCard, rule: str) -> bool:
        """Returns whether a foe follows the Mushroom, Golem or Dragon rules."""
        printed = self.printed_card(card)
        if isinstance(printed, Monster):
            return printed.kind == rule
        return isinstance(printed, Boss) and rule in printed.powers

    def grows(self, card: HordeCard) -> int:
        """Returns how much more force a foe has for each other card (SY-LIEU-3, SY-FINAL-3)."""
        printed = self.printed_card(card)
        if isinstance(printed, Lieutenant):
            return int("growing" in printed.powers)
        return printed.grow if isinstance(printed, Boss) else 0

    def force(self, card: HordeCard) -> int:
        """Returns the present force (SY-RES-7)."""
        others = sum(other.there for other in self.horde) - 1
        force = self.printed_force(card) + sum(card.absorbed) + self.grows(card) * others + self.cursed("force")
        return max(1, force - card.weakened)

    # Piles.

    def cursed(self, effect: str) -> int:
        """Returns what the permanent curses with an effect amount to; for `mute` how many there are."""
        cards = [self.card_set.fogs[kind] for kind in self.curses]
        return sum(card.n if effect != "mute" else 1 for card in cards if card.effect == effect)

    def monster_pile(self) -> int:
        return sum(self.monsters) - len(self.face_down("Mm"))

    def fog_pile(self) -> int:
        return sum(self.fogs) - len(self.face_down("F"))

    def lieutenant_pile(self) -> int:
        return len(self.lieutenants) - sum(card.lieutenant is None for card in self.face_down("L"))

    # Score (SY-SCORE).

    def share(self) -> float:
        """Returns the share of the foes that were beaten in this try (SY-SCORE-1)."""
        return self.foes_beaten() / self._foes()

    def best_share(self) -> float:
        return max(self.best, self.foes_beaten()) / self._foes()

    def _foes(self) -> int:
        return sum(place.is_foe for place in self.plan.places)

    def progress(self) -> float:
        """SY-SCORE-3."""
        return (self.cleared + (0 if self.try_won else self.share())) / len(self.terms.levels)
