"""What can be read off a position by one seat, or by a spectator without secrets (R-INFO-1, R-INFO-2).

Text and pictures of the table show what is read here. There are no rules in it: everything comes from the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from resonance_env.games.resonance.cardsets.card_loader import describe_spell
from resonance_env.games.resonance.cardsets.card_text import Cards, format_cards, values
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.actions import ACTIONS
from resonance_env.games.resonance.text.position_lines import SEAT_NAMES, Record

_DID_WITHOUT_CARDS = {v.DID_BREAK_SIGIL: "broke her Sigil", v.DID_TRADE: "traded for a new demon", v.DID_PASS: "passed"}


@dataclass(frozen=True)
class CentreCard:
    """An artifact or incantation in the centre.

    Attributes:
        kind: the object type that the incantation has become, or NO_OBJECT.
        count: what it counts as an object.
        artifact: value of the artifact, printed or transformed, or NO_ARTIFACT.
        incantation: value of the incantation, or NO_INCANTATION.
        is_sigil: it lies beside the centre and will be a Sigil.
    """

    kind: int = v.NO_OBJECT
    count: int = 1
    artifact: int = v.NO_ARTIFACT
    incantation: int = v.NO_INCANTATION
    is_sigil: bool = False


class Reading:
    """One game as one viewer sees it.

    Attributes:
        game: the record.
        card_set: the cards it is played with.
        cards: their table.
        viewer: the seat that looks, or None for a spectator.
        seats: number of witches at the table.
        on_moons: `[object]` how many lie on the moons.
    """

    def __init__(self, game: Record, card_set: CardSet, viewer: int | None) -> None:
        self.game, self.card_set, self.viewer = game, card_set, viewer
        self.cards = card_set.table[0]
        self.seats = int(game["seats"])
        self.on_moons = [int((game["moon"] == kind).sum()) for kind in v.OBJECTS]

    # ---- the game and its middle ----

    def facts(self) -> tuple[str, ...]:
        """Returns round, players, cards, edition and who looks."""
        game = self.game
        who = "spectator" if self.viewer is None else f"seen by {SEAT_NAMES[self.viewer]}"
        when = f"round {int(game['round_number'])}" if game["round_number"] else "set-up"
        players = f"{int(game['players'])} players" + (" in teams" if game["teams"] else "")
        return (when, players, f"cards {self.card_set.name}", f"edition {v.EDITION_NAMES[game['edition']]}", who)

    def is_next(self, moon: int) -> bool:
        return bool(moon == self.game["next_moon"] and self.game["phase"] != v.PHASE_OVER)

    def centre_objects(self) -> list[tuple[int, int, int]]:
        """Returns (object type, what each counts, copies) of the printed objects in the centre."""
        centre = self.game["centre"]
        return [
            (kind, count + 1, int(centre[kind, count]))
            for kind in v.OBJECTS
            for count in range(v.MAX_COUNT)
            if centre[kind, count]
        ]

    def centre_cards(self, seat: int) -> Iterator[CentreCard]:
        """Yields the artifact and the incantation of a witch in the centre."""
        game = self.game
        state, value = int(game["incantation_state"][seat]), int(game["played_incantation"][seat])
        if game["artifact"][seat] != v.NO_ARTIFACT:
            origin = value if state == v.INCANTATION_AS_ARTIFACT else v.NO_INCANTATION
            yield CentreCard(artifact=int(game["artifact"][seat]), incantation=origin)
        if state == v.INCANTATION_UNRESOLVED:
            yield CentreCard(incantation=value)
        elif state == v.INCANTATION_AS_OBJECT:
            kind, count = int(game["incantation_type"][seat]), int(game["incantation_count"][seat])
            yield CentreCard(kind=kind, count=count, incantation=value)
        elif state == v.INCANTATION_WAITING:
            yield CentreCard(incantation=value, is_sigil=True)

    def pile(self, what: str) -> tuple[int, int]:
        """Returns the value on top of the pile of artifacts or incantations, 0 if none is open, and how many are left."""
        top, below = max(int(self.game[f"{what}_top"]), 0), int(self.game[f"{what}_pile"]).bit_count()
        return top, below + (top > 0)

    def gone(self) -> Cards:
        """Returns what has left the game."""
        game = self.game
        return Cards(
            [int(n) for n in game["gone_objects"]],
            [int(n) for n in game["gone_transients"]],
            int(game["gone_artifacts"]),
            int(game["gone_incantations"]),
        )

    def reserves(self) -> tuple[list[str], list[str]]:
        """Returns the names of demons and of witches whose cards are in reserve."""
        demons = [self.card_set.demon_names[value - 1] for value in values(self.game["demon_reserve"])]
        return demons, [self.card_set.witch_names[value - 1] for value in values(self.game["spell_reserve"])]

    def offered(self) -> list[int]:
        """Returns the spell cards on offer that the viewer sees: in teams all do (R-TEAM-3), else who is asked (R-SETUP-2)."""
        is_seen = self.game["teams"] or (self.viewer is not None and self.game["asked"][self.viewer])
        return [int(card) for card in self.game["offered"] if is_seen and card != v.NO_SPELL_CARD]

    def spell(self, card: int, spell: int) -> str:
        """Returns what a spell does; Sigils are explained once for all."""
        is_sigil = self.cards["num_effects"][card, spell] == 1 and self.cards["effect_op"][card, spell, 0] == v.OP_SIGIL
        return "Sigil." if is_sigil else describe_spell(self.card_set, card, spell)

    # ---- witches ----

    def name(self, seat: int) -> str:
        card = int(self.game["spells"][seat])
        return SEAT_NAMES[seat] if card == v.NO_SPELL_CARD else self.card_set.witch_names[card]

    def is_partner(self, seat: int) -> bool:
        return self.viewer is not None and bool(self.game["teams"]) and seat == self.viewer ^ 1

    def marks(self, seat: int) -> tuple[str, str]:
        """Returns whether this is the viewer or her partner, and the rank in teams."""
        you = " (you)" if seat == self.viewer else " (your partner)" if self.is_partner(seat) else ""
        rank = f" · {'High' if self.game['high_witch'][seat] else 'Lesser'} Witch of team {seat // 2}"
        return you, rank if self.game["teams"] else ""

    def demon(self, seat: int) -> tuple[str, list[list[int]], int] | None:
        """Returns the name of her demon, what its levels need as `[level][object]`, and how many are validated."""
        demon = int(self.game["demon"][seat])
        if demon == v.NO_DEMON:
            return None
        return self.card_set.demon_names[demon], self.cards["demon_levels"][demon].tolist(), int(self.game["level"][seat])

    def missing(self, needs: Sequence[int]) -> list[int]:
        """Returns what the moons lack of a level, `[object]`."""
        return [max(needs[kind] - self.on_moons[kind], 0) for kind in v.OBJECTS]

    def sees_hand(self, seat: int) -> bool:
        return seat == self.viewer or self.is_partner(seat)

    def hand_counts(self, seat: int) -> list[int]:
        """Returns how many objects, artifacts and incantations she holds."""
        game = self.game
        return [int(game["hand_objects"][seat].sum())] + [
            int(game[f"hand_{name}"][seat]).bit_count() for name in ("artifacts", "incantations")
        ]

    def secrets(self, seat: int) -> Iterator[str]:
        """Yields what is chosen in secret, for who may see it."""
        game = self.game
        if not self.sees_hand(seat):
            return
        if game["committed"][seat] != v.NO_ACTION and (seat == self.viewer or game["team_talk"]):
            yield f"chosen: {ACTIONS.name(int(game['committed'][seat]))}"
        if seat == self.viewer and game["picks_left"][seat]:
            picked = format_cards(self.seat_cards("picked", seat))
            yield f"discards: {picked}; {int(game['picks_left'][seat])} more to pick"

    def seat_cards(self, prefix: str, seat: int) -> Cards:
        """Returns the cards of a witch in the fields that begin so: hand, picked, drew or discarded."""
        objects, artifacts, incantations = (
            self.game[f"{prefix}_{name}"][seat] for name in ("objects", "artifacts", "incantations")
        )
        return Cards([int(n) for n in objects], [0, 0, 0], int(artifacts), int(incantations))

    def did(self, seat: int) -> str:
        """Returns what she did in the round, or in the last one while all choose; empty if nothing."""
        game, parts = self.game, []
        if int(game["did"][seat]) in _DID_WITHOUT_CARDS:
            parts.append(_DID_WITHOUT_CARDS[int(game["did"][seat])])
        played = Cards([int(n) for n in game["played_objects"][seat]])
        played.artifacts = 1 << int(game["played_artifact"][seat]) >> 1
        played.incantations = 1 << int(game["played_incantation"][seat]) >> 1
        cards = {"drew": self.seat_cards("drew", seat), "played": played, "discarded": self.seat_cards("discarded", seat)}
        texts = {word: format_cards(moved) for word, moved in cards.items()}
        parts += [f"{word} {text}" for word, text in texts.items() if text != "none"]
        if game["cast_spell"][seat] != v.NO_SPELL:
            witch = self.card_set.witch_names[game["cast_card"][seat]]
            targets = [self.name(int(target)) for target in game["target"][seat] if target != v.NO_SEAT]
            aim = f" at {', '.join(targets)}" if targets else ""
            waits = ", waits for the end of the round" if game["waiting"][seat] else ""
            parts.append(f"cast {witch} {int(game['cast_spell'][seat]) + 1}{aim}{waits}")
        when = "last round: " if game["stage"] <= v.STAGE_QUICKNESS else "this round: "
        return when + "; ".join(parts) if parts else ""
