"""Twins of a position: all that an observer may not know is another, all that lies open is the same (R-INFO).

Changed are the cards of hidden hands and of the piles below their tops, the seed and so all coming chance, quickness, choices
that have not been shown, cards picked in secret for a discard, and in the draft the pair offered to another seat. Cards that
were drawn since all chose last were seen by everybody and stay. A twin is a position that can be on the table: whoever is asked
in it has a choice.
"""

from dataclasses import dataclass

import numpy as np

from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.state import Record
from resonance_env.games.resonance.spec import ResonanceVariant
from tests.games.resonance.invariants import misplaced_cards, misplaced_secrets, wrong_questions

TRIES = 20


@dataclass(frozen=True)
class Twin:
    """A position and its twin.

    Attributes:
        games: array of two games, the position and its twin.
        observer: who may not see a difference; None for a spectator.
        hands: whether hidden hands were changed.
    """

    games: np.ndarray
    observer: int | None
    hands: bool

    def changed(self, prefix: str) -> list[int]:
        """Returns the seats for which a field, or one of the three fields of a hand or of picks, is another."""
        names = [name for name in self.games.dtype.names or () if name == prefix or name.startswith(f"{prefix}_")]
        return [
            seat
            for seat in range(int(self.games["seats"][0]))
            if any(not np.array_equal(self.games[name][0, seat], self.games[name][1, seat]) for name in names)
        ]


def make_twin(
    variant: ResonanceVariant, game: np.ndarray, observer: int | None, hands: bool, rng: np.random.Generator
) -> Twin | None:
    """Returns a twin of an array of one game, or None if none was found: little may be hidden.

    Args:
        variant: what is played.
        game: the position; it stays as it is.
        observer: who must not notice; None for a spectator.
        hands: whether hidden hands change; without, `recall` may not notice anything either.
        rng: source of all choices.
    """
    for _ in range(TRIES):
        both = np.concatenate([game, game])
        other = both[1:]
        _Maker(variant, other, observer, rng).run(hands)
        if is_sound(variant, other):
            return Twin(both, observer, hands)
    return None


def is_sound(variant: ResonanceVariant, game: np.ndarray) -> bool:
    """Returns whether a position could be on the table."""
    findings = [*misplaced_cards(game, variant.card_set), *misplaced_secrets(game)]
    return not any(wrong.any() for _, wrong in (*findings, *wrong_questions(game, variant.legal(game))))


class _Maker:
    """Changes one game in place."""

    def __init__(self, variant: ResonanceVariant, games: np.ndarray, observer: int | None, rng: np.random.Generator) -> None:
        self.variant, self.games, self.rng, self.observer = variant, games, rng, observer
        self.game: Record = games[0]
        self.seats = range(variant.num_seats)
        is_team = bool(self.game["teams"])
        self.sees_hand = set() if observer is None else {observer, observer ^ 1} if is_team else {observer}
        self.sees_choice = self.sees_hand if self.game["team_talk"] else {observer}
        self.hidden = [seat for seat in self.seats if seat not in self.sees_hand]

    def run(self, hands: bool) -> None:
        self.game["seed"] = self.rng.integers(2**32, size=2)
        if hands:
            self._deal_objects()
            self._deal_valued("artifact")
            self._deal_valued("incantation")
        self._offer()
        self._choose()
        self._pick()
        self._order()

    def _deal_objects(self) -> None:
        """Piles are open by type, so hidden objects are only exchanged between hands."""
        game, pool = self.game, []
        free = np.zeros((len(self.seats), v.NUM_OBJECTS), dtype=np.int64)
        for seat in self.hidden:
            free[seat] = game["hand_objects"][seat] - np.minimum(game["hand_objects"][seat], game["drew_objects"][seat])
            pool += [kind for kind in v.OBJECTS for _ in range(free[seat][kind])]
        dealt = iter(self.rng.permutation(pool).astype(int).tolist())
        for seat in self.hidden:
            game["hand_objects"][seat] -= free[seat].astype(np.int8)
            for _ in range(int(free[seat].sum())):
                game["hand_objects"][seat, next(dealt)] += 1

    def _deal_valued(self, what: str) -> None:
        """Artifacts or incantations change places among the hidden hands and the cards below the top of the pile."""
        game = self.game
        free = {seat: int(game[f"hand_{what}s"][seat]) & ~int(game[f"drew_{what}s"][seat]) for seat in self.hidden}
        sets = [*free.values(), int(game[f"{what}_pile"])]
        *hands, pile = _redeal(sets, self.rng)
        game[f"{what}_pile"] = pile
        for seat, hand in zip(self.hidden, hands, strict=True):
            game[f"hand_{what}s"][seat] = (int(game[f"hand_{what}s"][seat]) & ~free[seat]) | hand

    def _offer(self) -> None:
        """R-SETUP-2: only the drafter sees the pair; earlier drafters have seen the cards under the deck."""
        game = self.game
        if game["phase"] != v.PHASE_DRAFT or game["teams"]:
            return
        is_own = self.observer is not None and bool(game["asked"][self.observer])
        pair = sum(1 << int(card) for card in game["offered"] if card != v.NO_SPELL_CARD)
        sets = [int(game["spell_deck"]), int(game["spell_rejects"]), *([] if is_own else [pair])]
        game["spell_deck"], game["spell_rejects"], *rest = _redeal(sets, self.rng)
        if not is_own:
            game["offered"] = self.rng.permutation(_bits(rest[0]))

    def _choose(self) -> None:
        """Other seats choose differently; while all choose, the engine has already chosen for seats without options."""
        game = self.game
        for seat in self.seats:
            if seat in self.sees_choice:
                continue
            chooses_now = game["phase"] == v.PHASE_ACT and (
                not (game["teams"] and game["team_talk"]) or seat % 2 == int(game["stage"]) - v.STAGE_ACT
            )
            if not chooses_now and game["committed"][seat] == v.NO_ACTION:
                continue
            options = self._acts(seat)
            is_asked = chooses_now and len(options) > 1
            game["asked"][seat] = is_asked if chooses_now else game["asked"][seat]
            game["committed"][seat] = v.NO_ACTION if is_asked else self.rng.choice(options)

    def _acts(self, seat: int) -> list[int]:
        """Returns the actions that a seat could choose in this round."""
        asked = self.games.copy()
        asked["phase"], asked["stage"] = v.PHASE_ACT, v.STAGE_ACT_SECOND
        asked["asked"][0, seat], asked["committed"][0, seat] = 1, v.NO_ACTION
        options: list[int] = np.flatnonzero(self.variant.legal(asked)[0, seat]).tolist()
        return options

    def _pick(self) -> None:
        """R-CAST-10: the other victims have picked other cards, more or fewer."""
        game = self.game
        if game["phase"] != v.PHASE_CHOOSE or game["choice"] != v.CHOICE_DISCARD:
            return
        cards, caster = self.variant.card_set.cards[0], int(game["caster"])
        at = (int(game["cast_card"][caster]), int(game["cast_spell"][caster]), int(game["effect"]))
        teams = self.variant.teams
        for seat in self.seats:
            is_one = cards["effect_who"][at] == v.WHO_ONE
            is_victim = seat == game["target"][caster, at[2]] if is_one else teams[seat] != teams[caster]
            if is_victim and seat != self.observer:
                self._pick_for(seat, int(cards["effect_kind"][at]), int(cards["effect_count"][at]))

    def _pick_for(self, seat: int, kind: int, count: int) -> None:
        game = self.game
        held = _hand_of_kind(game, seat, kind)
        left = count if len(held) >= count else 0 if game["edition"] == v.EDITION_EN else len(held)
        game["picked_objects"][seat] = game["picked_artifacts"][seat] = game["picked_incantations"][seat] = 0
        game["asked"][seat] = 0
        while left > 0:
            if len(set(held)) > 1 and self.rng.random() < 0.5:
                game["asked"][seat] = 1
                break
            card = held.pop(int(self.rng.integers(len(held))))
            if kind == v.KIND_ARTIFACT:
                game["picked_artifacts"][seat] |= 1 << card
            elif kind == v.KIND_INCANTATION:
                game["picked_incantations"][seat] |= 1 << card
            else:
                game["picked_objects"][seat, card] += 1
            left -= 1
        game["picks_left"][seat] = left

    def _order(self) -> None:
        """R-ROUND-5: another order. While traders pick, seats that have acted come first, with some that played face down."""
        game, seats = self.game, len(self.seats)
        if game["quickness"][0] == game["quickness"][1]:
            return
        order = self.rng.permutation(seats)
        if game["stage"] == v.STAGE_SEATS:
            trader = int(game["taker"])
            committed = game["committed"][order]
            is_face_down = (committed >= act.PLAY_OBJECT) & (committed < act.DRAW_PAIR)
            is_past = (committed == v.NO_ACTION) | (is_face_down & (self.rng.random(seats) < 0.5))
            is_past[order == trader] = False
            rest = order[~is_past & (order != trader)]
            game["turn"] = is_past.sum() + 1
            order = np.concatenate([order[is_past], [trader], rest])
        game["quickness"][:seats] = order


def _bits(cards: int) -> list[int]:
    return [card for card in range(cards.bit_length()) if cards >> card & 1]


def _redeal(sets: list[int], rng: np.random.Generator) -> list[int]:
    """Returns bit sets as large as those given, with the same cards in all, dealt anew."""
    pool = (
        rng.permutation([card for cards in sets for card in range(cards.bit_length()) if cards >> card & 1])
        .astype(int)
        .tolist()
    )
    return [sum(1 << pool.pop() for _ in range(cards.bit_count())) for cards in sets]


def _hand_of_kind(game: Record, seat: int, kind: int) -> list[int]:
    """Returns the cards of a kind that a hand holds, copies included, as types or bit numbers."""
    if kind in (v.KIND_ARTIFACT, v.KIND_INCANTATION):
        return _bits(int(game["hand_artifacts" if kind == v.KIND_ARTIFACT else "hand_incantations"][seat]))
    kinds = v.OBJECTS if kind == v.KIND_OBJECT else (kind,)
    return [one for one in kinds for _ in range(int(game["hand_objects"][seat, one]))]
