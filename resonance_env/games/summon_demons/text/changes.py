"""What changed between two records of a game, as phrases: who collected, obtained, lost and summoned what.

Each record is a moment of the engine; between the two lies one micro-step: an answer, a chance event or a step of LD-FLOW.
"""

from collections.abc import Iterator

import numpy as np

from resonance_env.core.card_tables import count_text
from resonance_env.core.micro_step import MicroStep
from resonance_env.games.summon_demons.cardsets.card_text import format_bits, format_counts
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.text.position_lines import SEAT_NAMES


class Change(MicroStep[CardSet]):
    """One micro-step of a game."""

    @property
    def seats(self) -> range:
        return range(int(self.after["seats"]))

    def counts(self, field: str, seat: int | None = None) -> np.ndarray:
        """Returns int64 `[type]`: copies that a place gained; negative: lost."""
        after, before = self.after[field], self.before[field]
        gained: np.ndarray = after.astype(np.int64) - before
        return gained if seat is None else gained[seat]

    def came(self, field: str, seat: int | None = None) -> int:
        """Returns the bit set that a place gained."""
        after, before = self.after[field], self.before[field]
        return int(after if seat is None else after[seat]) & ~int(before if seat is None else before[seat])

    def went(self, field: str, seat: int | None = None) -> int:
        """Returns the bit set that a place lost."""
        after, before = self.after[field], self.before[field]
        return int(before if seat is None else before[seat]) & ~int(after if seat is None else after[seat])

    def cards_text(self, counts: np.ndarray) -> str:
        """Returns copies of cards as text, those below 0 left out."""
        return format_counts(counts.clip(0).tolist(), self.card_set.card_ids)

    def demons_text(self, bits: int) -> str:
        """Returns demons as text."""
        return format_bits(bits, self.card_set.demon_ids)

    def phrases(self, subject: int, said: int = 0) -> Iterator[str]:
        """Yields what happened in the order of the seats; seats other than `subject` are named.

        Args:
            subject: the seat whose line it is.
            said: souls of the subject that have been told already; negative: paid.
        """
        if int(self.after["cards_in_deck"]) > int(self.before["cards_in_deck"]):
            yield "the discards become the deck"
        if self.before["pile"] == 0 and self.after["pile"] != 0 and self.before["demon_discards"] != 0:
            yield "the demon discards become the pile"
        robbed = self._robbed()
        for seat in self.seats:
            who = "" if seat == subject else f"{SEAT_NAMES[seat]} "
            souls = int(self.after["souls"][seat]) - int(self.before["souls"][seat]) - (said if seat == subject else 0)
            cards = self.counts("cards", seat)
            if souls > 0:
                word = "steals" if robbed else "collects"
                yield f"{who}{word} {count_text(souls, 'soul')}{robbed} ({int(self.after['souls'][seat])} now)"
            if (cards > 0).any():
                yield f"{who}{self._how_obtained(seat)} {self.cards_text(cards)}"
            if self.came("demons", seat):
                demons = self.demons_text(self.came("demons", seat))
                loser = next((other for other in self.seats if self.went("demons", other)), None)
                yield f"{who}steals {demons} from {SEAT_NAMES[loser]}" if loser is not None else f"{who}summons {demons}"
        yield from self._losses(subject)

    def _losses(self, subject: int) -> Iterator[str]:
        stolen = sum((self.counts("cards", seat).clip(0) for seat in self.seats), np.zeros(v.MAX_TYPES, np.int64))
        for seat in self.seats:
            lost = (-self.counts("cards", seat)).clip(0) - stolen
            if (lost > 0).any():
                yield f"{'' if seat == subject else SEAT_NAMES[seat] + ' '}discards {self.cards_text(lost)}"

    def _robbed(self) -> str:
        """Returns whose souls went down while another seat's went up."""
        change = self.after["souls"].astype(np.int64) - self.before["souls"]
        losers = [seat for seat in self.seats if change[seat] < 0]
        return f" from {SEAT_NAMES[losers[0]]}" if losers and (change > 0).any() and len(losers) == 1 else ""

    def _how_obtained(self, seat: int) -> str:
        gained = self.counts("cards", seat).clip(0)
        for other in self.seats:
            if other != seat and (gained & (-self.counts("cards", other)).clip(0)).any():
                return f"gets from {SEAT_NAMES[other]}:"
        return "obtains"
