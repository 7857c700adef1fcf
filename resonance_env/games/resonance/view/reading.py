"""Reads from a position what one seat may see of it, or a spectator without hidden information (R-INFO-1, R-INFO-2).

It contains no rules: everything comes from the record.
"""

from collections.abc import Iterator

from resonance_env.games.resonance.cardsets.card_loader import describe_spell
from resonance_env.games.resonance.cardsets.card_text import Cards, format_cards, values
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.actions import ACTIONS
from resonance_env.games.resonance.rules.seating import has_chosen
from resonance_env.games.resonance.rules.state import Record
from resonance_env.games.resonance.view.prompt import named_seat, prompt
from resonance_env.games.resonance.view.table_view import (
    CentreCard,
    CentreObjects,
    Demon,
    Moon,
    OpenCards,
    Pile,
    SpellCard,
    TableView,
    Witch,
)

_DID_WITHOUT_CARDS = {v.DID_BREAK_SIGIL: "broke her Sigil", v.DID_TRADE: "traded for a new demon", v.DID_PASS: "passed"}


def read_table(game: Record, card_set: CardSet, viewer: int | None) -> TableView:
    """Returns the table as a seat sees it, or for None a spectator; see `ShownVariant.read_table`."""
    return _Reader(game, card_set, viewer).table()


class _Reader:
    """Reads one game for one viewer."""

    def __init__(self, game: Record, card_set: CardSet, viewer: int | None) -> None:
        self.game, self.card_set, self.viewer = game, card_set, viewer
        self.cards = card_set.cards[0]
        self.seats = range(int(game["seats"]))
        self.on_moons = [int((game["moon"] == kind).sum()) for kind in v.OBJECTS]

    def table(self) -> TableView:
        game = self.game
        offered = self._offered()
        return TableView(
            round_number=int(game["round_number"]),
            players=int(game["players"]),
            has_teams=bool(game["teams"]),
            cards=self.card_set.name,
            edition=v.EDITION_NAMES[game["edition"]],
            viewer=self.viewer,
            moons=[self._moon(moon) for moon in range(int(self.cards["moons"]))],
            on_moons=self.on_moons,
            transient=_or_none(game["transient"], v.NO_OBJECT),
            centre_objects=self._centre_objects(),
            centre_cards=[card for seat in self.seats for card in self._centre_cards(seat)],
            object_pile=game["object_pile"].tolist(),
            transient_pile=game["transient_pile"].tolist(),
            artifact_pile=self._pile("artifact"),
            incantation_pile=self._pile("incantation"),
            gone=self._gone(),
            demons_left=[self.card_set.demon_names[value - 1] for value in values(game["demon_reserve"])],
            witches_left=[self.card_set.witch_names[value - 1] for value in values(game["spell_reserve"])],
            offered=[] if game["teams"] else offered,
            witches=[self._witch(seat) for seat in self.seats],
            asked=prompt(game, self.viewer, self._name, " or ".join(card.witch for card in offered)),
        )

    # ---- the middle ----

    def _moon(self, moon: int) -> Moon:
        return Moon(
            name=v.MOON_NAMES[moon],
            kind=_or_none(self.game["moon"][moon], v.NO_OBJECT),
            is_next=bool(moon == self.game["next_moon"] and self.game["phase"] != v.PHASE_OVER),
            is_full=bool(moon == self.cards["full_moon"]),
        )

    def _centre_objects(self) -> list[CentreObjects]:
        centre = self.game["centre"].tolist()
        counts = range(v.MAX_COUNT)
        return [
            CentreObjects(kind, count + 1, centre[kind][count]) for kind in v.OBJECTS for count in counts if centre[kind][count]
        ]

    def _centre_cards(self, seat: int) -> Iterator[CentreCard]:
        """Yields the artifact and the incantation of a witch in the centre."""
        game = self.game
        state, value = int(game["incantation_state"][seat]), int(game["played_incantation"][seat])
        if game["artifact"][seat] != v.NO_ARTIFACT:
            origin = value if state == v.INCANTATION_AS_ARTIFACT else None
            yield CentreCard(seat, artifact=int(game["artifact"][seat]), incantation=origin)
        if state == v.INCANTATION_UNRESOLVED:
            yield CentreCard(seat, incantation=value)
        elif state == v.INCANTATION_AS_OBJECT:
            kind, count = int(game["incantation_type"][seat]), int(game["incantation_count"][seat])
            yield CentreCard(seat, kind=kind, counts=count, incantation=value)
        elif state == v.INCANTATION_WAITING:
            yield CentreCard(seat, incantation=value, is_sigil=True)

    def _pile(self, what: str) -> Pile:
        top, below = max(int(self.game[f"{what}_top"]), 0), int(self.game[f"{what}_pile"]).bit_count()
        return Pile(top or None, below + (top > 0))

    def _gone(self) -> OpenCards:
        objects, transients = (self.game[f"gone_{name}"].tolist() for name in ("objects", "transients"))
        artifacts, incantations = (values(self.game[f"gone_{name}"]) for name in ("artifacts", "incantations"))
        return OpenCards(objects, transients, artifacts, incantations)

    def _offered(self) -> list[SpellCard]:
        """Returns the offer if the viewer sees it: in teams all do (R-TEAM-3), else the seat that is asked (R-SETUP-2)."""
        is_seen = self.game["teams"] or (self.viewer is not None and self.game["asked"][self.viewer])
        return [self._spell_card(int(card)) for card in self.game["offered"] if is_seen and card != v.NO_SPELL_CARD]

    def _spells(self, seat: int) -> SpellCard | None:
        """Returns the spell card that lies before a witch."""
        card = int(self.game["spells"][seat])
        return None if card == v.NO_SPELL_CARD else self._spell_card(card)

    def _spell_card(self, card: int) -> SpellCard:
        return SpellCard(self.card_set.witch_names[card], [self._spell(card, spell) for spell in range(v.NUM_SPELLS)])

    def _spell(self, card: int, spell: int) -> str:
        """Returns what a spell does; Sigils are explained once for all."""
        is_sigil = self.cards["num_effects"][card, spell] == 1 and self.cards["effect_op"][card, spell, 0] == v.OP_SIGIL
        return "Sigil." if is_sigil else describe_spell(self.card_set, card, spell)

    # ---- witches ----

    def _name(self, seat: int) -> str:
        is_named = has_chosen(self.game, seat)
        return self.card_set.witch_names[self.game["spells"][seat]] if is_named else v.SEAT_NAMES[seat]

    def _witch(self, seat: int) -> Witch:
        game = self.game
        is_viewer = seat == self.viewer
        is_partner = self.viewer is not None and bool(game["teams"]) and seat == self.viewer ^ 1
        sees_hand = is_viewer or is_partner
        sees_choice = game["committed"][seat] != v.NO_ACTION and (is_viewer or (is_partner and game["team_talk"]))
        picks_left = int(game["picks_left"][seat]) if is_viewer else 0
        first = int(game["winner"]) if game["phase"] == v.PHASE_OVER else v.NO_SEAT
        classes = ("artifacts", "incantations")
        return Witch(
            seat=seat,
            seat_name=v.SEAT_NAMES[seat],
            spells=self._spells(seat),
            has_chosen=bool(has_chosen(game, seat)),
            is_viewer=is_viewer,
            is_partner=is_partner,
            rank="" if not game["teams"] else "High Witch" if game["high_witch"][seat] else "Lesser Witch",
            sigil=_or_none(game["sigil"][seat], v.NO_INCANTATION),
            demon=self._demon(seat),
            hand=self._cards("hand", seat) if sees_hand else None,
            hand_counts=[int(game["hand_objects"][seat].sum()), *(int(game[f"hand_{c}"][seat]).bit_count() for c in classes)],
            chosen=ACTIONS.name(int(game["committed"][seat])) if sees_choice else None,
            picked=self._cards("picked", seat) if picks_left else None,
            picks_left=picks_left,
            did=self._did(seat),
            is_asked=seat == named_seat(game),
            has_won=first != v.NO_SEAT and first <= seat <= first + int(game["teams"]),
        )

    def _demon(self, seat: int) -> Demon | None:
        demon, validated = int(self.game["demon"][seat]), int(self.game["level"][seat])
        if demon == v.NO_DEMON:
            return None
        levels: list[list[int]] = self.cards["demon_levels"][demon].tolist()
        needs = levels[validated] if validated < v.NUM_LEVELS else [0] * v.NUM_OBJECTS
        missing = [max(needs[kind] - self.on_moons[kind], 0) for kind in v.OBJECTS]
        return Demon(self.card_set.demon_names[demon], levels, validated, missing)

    def _cards(self, prefix: str, seat: int) -> OpenCards:
        """Returns the cards of a witch in the fields that begin so: hand or picked."""
        cards = self._bits(prefix, seat)
        return OpenCards(cards.objects, cards.transients, values(cards.artifacts), values(cards.incantations))

    def _bits(self, prefix: str, seat: int) -> Cards:
        objects, artifacts, incantations = (
            self.game[f"{prefix}_{name}"][seat] for name in ("objects", "artifacts", "incantations")
        )
        return Cards(objects.tolist(), [0] * v.NUM_OBJECTS, int(artifacts), int(incantations))

    def _did(self, seat: int) -> str:
        """Returns what she did in the round, or in the last one while all choose; empty if nothing."""
        game, parts = self.game, []
        if int(game["did"][seat]) in _DID_WITHOUT_CARDS:
            parts.append(_DID_WITHOUT_CARDS[int(game["did"][seat])])
        played = Cards(game["played_objects"][seat].tolist())
        played.artifacts = 1 << int(game["played_artifact"][seat]) >> 1
        played.incantations = 1 << int(game["played_incantation"][seat]) >> 1
        cards = {"drew": self._bits("drew", seat), "played": played, "discarded": self._bits("discarded", seat)}
        texts = {word: format_cards(moved) for word, moved in cards.items()}
        parts += [f"{word} {text}" for word, text in texts.items() if text != "none"]
        if game["cast_spell"][seat] != v.NO_SPELL:
            witch = self.card_set.witch_names[game["cast_card"][seat]]
            targets = [self._name(int(target)) for target in game["target"][seat] if target != v.NO_SEAT]
            aim = f" at {', '.join(targets)}" if targets else ""
            waits = ", waits for the end of the round" if game["waiting"][seat] else ""
            parts.append(f"cast {witch} {int(game['cast_spell'][seat]) + 1}{aim}{waits}")
        when = "last round: " if game["stage"] <= v.STAGE_QUICKNESS else "this round: "
        return when + "; ".join(parts) if parts else ""


def _or_none(value: int, nothing: int) -> int | None:
    return None if value == nothing else int(value)
