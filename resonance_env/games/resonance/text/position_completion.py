"""What the text of a position leaves out, and the check that every card of the box is in exactly one place."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from resonance_env.core.errors import PositionError
from resonance_env.core.position_text import GivenLine, Place
from resonance_env.games.resonance.cardsets.card_text import format_objects, format_values
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.state import Record
from resonance_env.games.resonance.text.position_lines import POSITIONS, WITCH, box_artifacts, box_incantations


class Completion:
    """Fills in what the text leaves out, and checks that every card of the box is in exactly one place."""

    def __init__(self, game: Record, card_set: CardSet, given: Mapping[Place, GivenLine]) -> None:
        self.game, self.card_set, self.given = game, card_set, given
        self.cards = card_set.cards[0]
        self.seats = range(int(game["seats"]))
        self.step = 2 if game["teams"] else 1

    def run(self) -> None:
        self._share_in_teams()
        self._name_no_witch_yet()
        in_draft = self.game["stage"] <= v.STAGE_HIGH_WITCH
        self._place_named("demon", "demon", self.card_set.demon_names, ("demon reserve",), "demon reserve")
        self._place_named(
            "spells",
            WITCH.key,
            self.card_set.witch_names,
            ("spell reserve", "spell deck", "spell rejects"),
            "spell deck" if in_draft else "spell reserve",
        )
        self._place_valued("artifact", box_artifacts(self.card_set))
        self._place_valued("incantation", box_incantations(self.card_set))
        self._place_copies("object", self.cards["objects"])
        self._place_copies("transient", self.cards["transients"])
        self._ask()
        self._find_next_moon()

    def _error(self, place: Place, message: str) -> PositionError:
        where = f"line {self.given[place].number}: " if place in self.given else ""
        return PositionError(f"{where}{POSITIONS.place_name(place)}: {message}")

    def _share_in_teams(self) -> None:
        """R-TEAM-2: demon and level are the team's; one of the two blocks is enough."""
        if not self.game["teams"]:
            return
        for key in ("demon", "level"):
            for first in self.seats[::2]:
                pair = [seat for seat in (first, first + 1) if (seat, key) in self.given]
                if len(pair) == 1:
                    self.game[key][first : first + 2] = self.game[key][pair[0]]
                elif self.game[key][first] != self.game[key][first + 1]:
                    raise self._error((first + 1, key), f"expected the same {key} as her partner's, {v.SEAT_NAMES[first]}")

    def _name_no_witch_yet(self) -> None:
        """R-TEAM-3: teams that still have to choose have no High Witch."""
        game = self.game
        if game["teams"] and game["stage"] <= v.STAGE_HIGH_WITCH:
            chosen = 0 if game["stage"] <= v.STAGE_DEAL_PAIRS else int(game["turn"])
            for seat in self.seats[2 * chosen :]:
                if (seat, "rank") not in self.given:
                    game["high_witch"][seat] = 0

    def _place_named(self, field: str, key: str, names: Sequence[str], sets: Sequence[str], rest: str) -> None:
        """Demons or spell cards: seats without one get the first ones left, the others lie at `rest`, one of `sets`."""
        places: dict[int, Place] = {}
        step = self.step if field == "demon" else 1
        for seat in self.seats[::step]:
            if self.game[field][seat] >= 0:
                self._claim(places, int(self.game[field][seat]), (seat, key), names)
        for name in sets:
            for card in _bits(int(self.game[name.replace(" ", "_")])):
                self._claim(places, card, (None, name), names)
        if field == "spells" and not self.game["teams"]:  # in teams the offered pair lies before its seats (R-TEAM-3)
            for card in self.game["offered"]:
                if card != v.NO_SPELL_CARD:
                    self._claim(places, int(card), (None, "offered"), names)
        left = [card for card in range(len(names)) if card not in places]
        for seat in self.seats[::step]:
            if self.game[field][seat] < 0 and self._is_left_out(seat, key):
                if not left:
                    raise self._error((seat, key), f"expected a free {key} for her, got all of them elsewhere")
                self.game[field][seat : seat + step] = left.pop(0)
        if left and (None, rest) in self.given:
            raise self._error((None, rest), f"expected every card somewhere, got {', '.join(names[c] for c in left)} nowhere")
        self.game[rest.replace(" ", "_")] |= sum(1 << card for card in left)

    def _is_left_out(self, seat: int, key: str) -> bool:
        """Returns whether no line says what she has; "none" says that she has nothing."""
        pair = (seat, seat ^ 1) if key == "demon" and self.game["teams"] else (seat,)
        lines = [self.given[(s, key)] for s in pair if (s, key) in self.given]
        return all(line.value == "" for line in lines)

    def _claim(self, places: dict[int, Place], card: int, place: Place, names: Sequence[str]) -> None:
        if card in places:
            also = self._at(places[card])
            raise self._error(place, f"expected every card in one place, got {names[card]}, which is also at {also}")
        places[card] = place

    def _at(self, place: Place) -> str:
        return POSITIONS.place_name(place) + (f" (line {self.given[place].number})" if place in self.given else "")

    def _place_valued(self, what: str, highest: int) -> None:
        """Artifacts or incantations: what is nowhere lies in the pile, below the top card, or is gone if the pile is given."""
        names = [f"{what} {value}" for value in range(1, highest + 1)]
        places: dict[int, Place] = {}
        for place, value in self._valued_cards(what):
            self._claim(places, value - 1, place, names)
        left = [card for card in range(highest) if card not in places]
        key = (None, f"{what}s")
        bits = sum(1 << card for card in left)
        if key not in self.given:
            self.game[f"{what}_top"] = left[-1] + 1 if left else 0
            self.game[f"{what}_pile"] = bits & ~(1 << left[-1]) if left else 0
        elif "|" not in self.given[key].value and self.game[f"{what}_top"] != 0:
            self.game[f"{what}_pile"] = bits
        elif bits and self.game[f"gone_{what}s"] != 0:
            raise self._error(key, f"expected every {what} somewhere, got {format_values(bits)} nowhere")
        else:
            self.game[f"gone_{what}s"] |= bits

    def _valued_cards(self, what: str) -> Iterator[tuple[Place, int]]:
        game = self.game
        for seat in self.seats:
            yield from (((seat, "hand"), card + 1) for card in _bits(int(game[f"hand_{what}s"][seat])))
            if (
                what == "artifact"
                and game["artifact"][seat] > 0
                and game["incantation_state"][seat] != v.INCANTATION_AS_ARTIFACT
            ):
                yield (seat, "artifact"), int(game["artifact"][seat])
            if what == "incantation":
                yield from self._incantations_before(seat)
        if what == "incantation":
            for origin in game["moon_origin"]:
                if origin > v.ORIGIN_INCANTATION:
                    yield (None, "moons"), int(origin) - v.ORIGIN_INCANTATION
        yield from (((None, "gone"), card + 1) for card in _bits(int(game[f"gone_{what}s"])))
        if game[f"{what}_top"] > 0:
            yield (None, f"{what}s"), int(game[f"{what}_top"])
        yield from (((None, f"{what}s"), card + 1) for card in _bits(int(game[f"{what}_pile"])))

    def _incantations_before(self, seat: int) -> Iterator[tuple[Place, int]]:
        game = self.game
        if game["sigil"][seat]:
            yield (seat, "sigil"), int(game["sigil"][seat])
        if v.INCANTATION_UNRESOLVED <= game["incantation_state"][seat] <= v.INCANTATION_WAITING:
            if not game["played_incantation"][seat]:
                raise self._error((seat, "incantation"), "expected a line 'played: incantation <value>' for it, got none")
            yield (seat, "played"), int(game["played_incantation"][seat])
        is_shaped = game["incantation_state"][seat] == v.INCANTATION_AS_OBJECT
        if is_shaped != (game["incantation_count"][seat] > 0):
            raise self._error((seat, "incantation"), "expected 'object <type> counting <n>' with n in 1 .. 3")

    def _place_copies(self, what: str, box: np.ndarray) -> None:
        """Objects or transients: what is nowhere lies in the pile, or is gone if the pile is given and nothing is gone."""
        game, key = self.game, (None, f"{what}s")
        left = [int(n) for n in box]
        for place, kind, copies in sorted(self._copies(what), key=lambda item: self._number(item[0])):
            left[kind] -= copies
            if left[kind] < 0:
                limit = f"expected at most {format_objects(box.tolist())} as {what}s in the box"
                raise self._error(place, f"{limit}, got {-left[kind]} {v.OBJECT_NAMES[kind]} too many")
        rest = f"{what}_pile" if key not in self.given else f"gone_{what}s"
        if any(left) and key in self.given and any(game[rest]):
            raise self._error(key, f"expected every {what} of the box somewhere, got {format_objects(left)} nowhere")
        game[rest] = [int(game[rest][t]) + left[t] for t in v.OBJECTS]

    def _number(self, place: Place) -> int:
        return self.given[place].number if place in self.given else 0

    def _copies(self, what: str) -> Iterator[tuple[Place, int, int]]:
        """Yields (line, type, copies) for the objects or transients that have been placed."""
        game = self.game
        origin = v.ORIGIN_OBJECT if what == "object" else v.ORIGIN_TRANSIENT
        for kind in v.OBJECTS:
            yield (None, f"{what}s"), kind, int(game[f"{what}_pile"][kind])
            yield (None, "gone"), kind, int(game[f"gone_{what}s"][kind])
            yield (None, "moons"), kind, int(np.sum((game["moon"] == kind) & (game["moon_origin"] == origin)))
            if what == "transient":
                yield (None, "transient"), kind, int(game["transient"] == kind)
            else:
                yield (None, "centre"), kind, int(np.sum(game["centre"][kind], dtype=int))
                for seat in self.seats:
                    yield (seat, "hand"), kind, int(game["hand_objects"][seat, kind])

    def _ask(self) -> None:
        """Without a line, all choose an action; in team talk the first seats of the teams, or the second ones."""
        game = self.game
        if game["phase"] != v.PHASE_ACT:
            return
        if (None, "asked") not in self.given:
            for seat in self.seats:
                talks = game["teams"] and game["team_talk"]
                game["asked"][seat] = not talks or seat % 2 == (game["stage"] == v.STAGE_ACT_SECOND)
        if (None, "shown") not in self.given:
            game["shown"] = game["asked"].any()

    def _find_next_moon(self) -> None:
        if (None, "next moon") not in self.given:
            free = [moon for moon in range(int(self.cards["moons"])) if self.game["moon"][moon] == v.NO_OBJECT]
            self.game["next_moon"] = free[0] if free else 0


def _bits(bits: int) -> Iterator[int]:
    return (bit for bit in range(bits.bit_length()) if bits >> bit & 1)
