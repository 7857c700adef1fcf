"""Games that begin at a position of a test, with actions by names and outcomes of chance that the test fixes.

The kernel plays them too and must agree with the reference at every stop, so a test of a rule judges both.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from tests.games.syncro.reference import codes
from tests.games.syncro.reference.notation import read_position
from tests.games.syncro.reference.on_both import GameOnBoth
from tests.games.syncro.reference.printed import house
from tests.games.syncro.reference.sets import CardSet
from tests.games.syncro.reference.twin import record_of, variant_of

HOUSE = house()
CODES = {codes.action_name(code): code for code in range(codes.NUM_ACTIONS)}


def hands(*values: str) -> str:
    """Returns the lines of the hands of the mages from 0 on."""
    return "".join(f"mage_{seat} hand: {hand}\n" for seat, hand in enumerate(values) if hand)


class Scenario:
    """A game from a position on; chance comes out as listed, and where nothing is listed the smallest code comes.

    Args:
        position: as in SY-NOTE.
        chance: names of cards and values of Spells, in the order in which they are drawn; None: seed 0 decides.
        card_set: the cards.
    """

    def __init__(self, position: str, chance: str | None = "", card_set: CardSet = HOUSE) -> None:
        self.card_set = card_set
        self.coming = deque(name.strip() for name in (chance or "").split(",") if name.strip())
        self.table = read_position(position, card_set, explicit_chance=chance is not None)
        self.variant = variant_of(self.table)
        self.twin = record_of(self.table, self.variant)
        self.game = GameOnBoth(self.table, self.variant, self.twin)
        self._let_chance_come()

    def play(self, actions: str) -> Scenario:
        """Plays actions with `;` between, each of all who are asked at the time; `/` between those of several seats."""
        for action in actions.split(";"):
            names = [name.strip() for name in action.split("/")]
            asked = self.game.asked
            if len(names) == 1:
                names *= len(asked)
            self.game.step({seat: CODES[name] for seat, name in zip(asked, names, strict=True)})
            self._let_chance_come()
        return self

    def _let_chance_come(self) -> None:
        while self.game.event is not None:
            event = self.game.event
            code = self._code(event.purpose, self.coming.popleft()) if self.coming else min(event.weights)
            self.game.apply_chance(code)

    def _code(self, purpose: int, name: str) -> int:
        names = {
            codes.MONSTER: [card.name for card in self.card_set.monsters],
            codes.FOG: [card.name for card in self.card_set.fogs],
            codes.LIEUTENANT: [card.name for card in self.card_set.lieutenants],
            codes.REWARD: [card.name for card in self.card_set.rewards],
        }
        return names[purpose].index(name) if purpose in names else int(name)

    # What holds.

    @property
    def asked(self) -> tuple[str, list[int]]:
        """The phase and the seats that are asked."""
        return self.game.phase, self.game.asked

    def legal(self, seat: int) -> list[str]:
        return [codes.action_name(code) for code in self.game.legal(seat)]

    def hands(self) -> list[str]:
        return [" ".join(f"{spell.value}{'*' * spell.is_open}" for spell in mage.hand) for mage in self.table.mages]

    def discard(self) -> list[int]:
        """Returns the values in the discard, ascending."""
        return [value for value, number in enumerate(self.table.discard) for _ in range(number)]

    def spells(self, place: int) -> list[int]:
        """Returns the values of the Spells that lie face up on a place, ascending."""
        return sorted(self.table.horde[place].spells)

    def there(self) -> list[int]:
        """Returns the places whose cards are in the Horde."""
        return [card.place.number for card in self.table.horde if card.there]

    def force(self, place: int) -> int:
        return self.table.force(self.table.horde[place])

    def rewards(self) -> list[str]:
        """Returns what each mage holds; empty for nothing."""
        return ["" if mage.reward is None else self.card_set.rewards[mage.reward].name for mage in self.table.mages]

    def fog_names(self, kinds: Sequence[int]) -> list[str]:
        return [self.card_set.fogs[kind].name for kind in kinds]
