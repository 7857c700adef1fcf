"""What a micro-step of the engine changed, as a sentence: the record before it and the record after it are compared."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from resonance_env.core.micro_step import MicroStep
from resonance_env.games.resonance.cardsets.card_loader import demon_text, describe_spell
from resonance_env.games.resonance.cardsets.card_text import Cards, format_cards
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.centre import total_counts
from resonance_env.games.resonance.rules.seating import has_chosen
from resonance_env.games.resonance.rules.state import Record


@dataclass(frozen=True)
class Event:
    """Something that happened.

    Attributes:
        stage: STAGE_* in which it happened.
        seat: whom it is about, or NO_SEAT.
        text: a sentence without a full stop.
        is_aside: it only follows from what was told before, as the next card on top of a pile.
        is_open: every seat may know it while the game goes on (R-INFO-1); else it is for looking back.
    """

    stage: int
    seat: int
    text: str
    is_aside: bool = False
    is_open: bool = True


def witch_name(game: Record, card_set: CardSet, seat: int) -> str:
    """Returns the name of a witch and her seat, such as "Zinnia (witch_2)"; before the draft the seat alone."""
    if not has_chosen(game, seat):
        return v.SEAT_NAMES[seat]
    return f"{card_set.witch_names[game['spells'][seat]]} ({v.SEAT_NAMES[seat]})"


def centre_cards(game: Record) -> Counter[str]:
    """Returns the objects and artifacts in the centre as words, with copies."""
    cards: Counter[str] = Counter()
    for kind in v.OBJECTS:
        for count in range(1, v.MAX_COUNT + 1):
            cards[_counting(v.OBJECT_NAMES[kind], count)] += int(game["centre"][kind, count - 1])
    if game["transient"] != v.NO_OBJECT:
        cards[f"transient {v.OBJECT_NAMES[game['transient']]}"] += 1
    for seat in range(int(game["seats"])):
        value = int(game["played_incantation"][seat])
        if game["incantation_state"][seat] == v.INCANTATION_AS_OBJECT:
            name = v.OBJECT_NAMES[game["incantation_type"][seat]]
            cards[f"{_counting(name, int(game['incantation_count'][seat]))} (incantation {value})"] += 1
        if game["artifact"][seat] != v.NO_ARTIFACT:
            is_transformed = game["incantation_state"][seat] == v.INCANTATION_AS_ARTIFACT
            cards[f"artifact {int(game['artifact'][seat])}" + (f" (incantation {value})" if is_transformed else "")] += 1
    return cards


def _counting(name: str, count: int) -> str:
    return name + (f" counting {count}" if count > 1 else "")


def list_cards(cards: Mapping[str, int]) -> str:
    """Returns words for cards with their copies, such as "2 Herb, artifact 7"."""
    words = ((word, copies) for word, copies in cards.items() if copies > 0)
    return (
        ", ".join(word if word.startswith(("artifact", "transient")) else f"{copies} {word}" for word, copies in words)
        or "nothing"
    )


class Change(MicroStep[CardSet]):
    """One micro-step of a game."""

    def event(self, seat: int, text: str) -> Event:
        """Returns an event of the stage in which the micro-step began."""
        return Event(int(self.before["stage"]), seat, text)

    def name(self, seat: int) -> str:
        """Returns the name of a witch as it was."""
        return witch_name(self.before, self.card_set, seat)

    def moved(self, prefix: str, seat: int) -> Cards:
        """Returns what was added to the seat's `<prefix>_objects`, `_artifacts` and `_incantations`."""
        objects, artifacts, incantations = (f"{prefix}_{name}" for name in ("objects", "artifacts", "incantations"))
        return Cards(
            objects=[int(self.after[objects][seat, t]) - int(self.before[objects][seat, t]) for t in v.OBJECTS],
            artifacts=int(self.after[artifacts][seat]) & ~int(self.before[artifacts][seat]),
            incantations=int(self.after[incantations][seat]) & ~int(self.before[incantations][seat]),
        )

    def drawn(self, seat: int) -> str:
        """Returns what the seat drew, as text, or "none"."""
        return format_cards(self.moved("drew", seat))

    def left_centre(self) -> str:
        """Returns what left the centre, as text."""
        return list_cards(centre_cards(self.before) - centre_cards(self.after))

    def came_to_centre(self) -> str:
        """Returns what came to the centre, as text."""
        return list_cards(centre_cards(self.after) - centre_cards(self.before))

    def changed_seat(self, field: str) -> int:
        """Returns the first seat whose field changed, or NO_SEAT."""
        seats = (seat for seat in range(int(self.after["seats"])) if self.before[field][seat] != self.after[field][seat])
        return next(seats, v.NO_SEAT)


# ---- decisions ----


def tell_decision(change: Change, seat: int, action: int) -> Event | None:
    """Returns what a decision did; nothing for what stays hidden: choices of actions and picks of a discard."""
    before, phase = change.before, int(change.before["phase"])
    if phase == v.PHASE_ACT or (phase == v.PHASE_CHOOSE and before["choice"] == v.CHOICE_DISCARD):
        return None
    if phase == v.PHASE_DRAFT:
        return change.event(seat, _tell_draft(change, seat))
    if phase == v.PHASE_CAST:
        number, value = action - act.CAST_SPELL, int(before["played_incantation"][seat])
        spell = describe_spell(change.card_set, int(before["spells"][seat]), number).rstrip(".")
        text = f"{change.name(seat)} casts spell {number + 1} with incantation {value}: {spell[0].lower()}{spell[1:]}"
        return change.event(seat, text)
    if phase == v.PHASE_AIM:
        target = int(change.after["target"][seat, before["effect"]])
        return change.event(seat, f"{change.name(seat)} aims at {change.name(target)}")
    if phase in (v.PHASE_TAKE_DEMON, v.PHASE_TAKE_SPELLS):
        return change.event(seat, _tell_take(change, seat, action))
    return change.event(seat, _tell_choice(change, seat, action))


def _tell_draft(change: Change, seat: int) -> str:
    after, names = change.after, change.card_set.witch_names
    if change.before["stage"] == v.STAGE_HIGH_WITCH:
        return f"{change.name(change.changed_seat('high_witch'))} is High Witch"
    kept = names[after["spells"][seat]]
    if after["teams"]:
        return f"{v.SEAT_NAMES[seat]} takes {kept}, {v.SEAT_NAMES[seat + 1]} {names[after['spells'][seat + 1]]}"
    return f"{v.SEAT_NAMES[seat]} keeps {kept}"


def _tell_take(change: Change, seat: int, action: int) -> str:
    if action == act.STOP:
        return f"{change.name(seat)} changes nothing"
    if change.before["phase"] == v.PHASE_TAKE_DEMON:
        names = change.card_set.demon_names
        old, new = (names[game["demon"][seat]] for game in (change.before, change.after))
        return f"{change.name(seat)} takes the demon {new}; {old} joins the reserve"
    witch = change.card_set.witch_names[change.after["spells"][seat]]
    return f"{change.name(seat)} becomes {witch}; her old spell card joins the reserve"


def _tell_choice(change: Change, seat: int, action: int) -> str:
    name, choice = change.name(seat), int(change.before["choice"])
    if action == act.STOP:
        return f"{name} stops"
    if choice == v.CHOICE_SWEEP:
        artifact = int(change.before["artifact"][seat])
        swept = centre_cards(change.before) - centre_cards(change.after)
        objects = {word: copies for word, copies in swept.items() if not word.startswith("artifact")}
        return f"artifact {artifact} of {name} sweeps {list_cards(objects)}"
    if choice == v.CHOICE_PLAY:
        return f"{name} plays {change.came_to_centre()}"
    if choice == v.CHOICE_DRAW:
        return f"{name} draws {change.drawn(seat)}"
    return f"{name} removes {change.left_centre()}"


# ---- chance ----


def tell_chance(change: Change, chance: int) -> Event | None:
    """Returns how a chance event came out."""
    before, after = change.before, change.after
    if chance == v.CHANCE_DEMON:
        seat = change.changed_seat("demon")
        return change.event(seat, f"{v.SEAT_NAMES[seat]} is dealt {demon_text(change.card_set, int(after['demon'][seat]))}")
    if chance == v.CHANCE_SPELL_CARD:
        if after["teams"]:  # R-TEAM-3
            seat = int(before["turn"])
            return change.event(seat, tell_pair(after, change.card_set, seat - 1)) if seat % 2 else None
        if after["offered"][1] == v.NO_SPELL_CARD:
            return None
        # The pair is seen by the drafter alone (R-SETUP-2).
        return Event(int(before["stage"]), v.NO_SEAT, tell_offer(after, change.card_set), is_open=False)
    if chance in (v.CHANCE_ARTIFACT, v.CHANCE_INCANTATION):
        what = "artifact" if chance == v.CHANCE_ARTIFACT else "incantation"
        return Event(int(before["stage"]), v.NO_SEAT, f"top: {what} {int(after[f'{what}_top'])}", is_aside=True)
    if chance == v.CHANCE_TRANSIENT:
        return change.event(v.NO_SEAT, f"{v.OBJECT_NAMES[after['transient']]} ({int(after['transient_pile'].sum())} left)")
    order = ", ".join(change.name(int(seat)) for seat in after["quickness"][: after["seats"]])
    return Event(int(before["stage"]), v.NO_SEAT, order, is_open=False)  # never shown (R-ROUND-5)


def tell_offer(game: Record, card_set: CardSet) -> str:
    """Returns which spell cards are offered now, and to whom, without teams."""
    first, second = (card_set.witch_names[card] for card in game["offered"])
    return f"{v.SEAT_NAMES[game['turn']]} is offered {first} and {second}"


def tell_pair(game: Record, card_set: CardSet, seat: int) -> str:
    """Returns which pair of spell cards lies before the team of a first seat."""
    first, second = (card_set.witch_names[card] for card in game["spells"][seat : seat + 2])
    return f"{v.SEAT_NAMES[seat]} and {v.SEAT_NAMES[seat + 1]} are offered {first} and {second}"


# ---- stages ----


def tell_stage(change: Change) -> Event | None:
    """Returns what a micro-step of the engine did, or nothing where it only went on."""
    tell = _STAGES.get(int(change.before["stage"]))
    return tell(change) if tell else None


def _tell_hand(change: Change) -> Event | None:
    seat = int(change.before["turn"])
    return change.event(seat, f"{change.name(seat)} takes {change.drawn(seat)}")


def _tell_clear(change: Change) -> Event | None:
    moon = int(change.before["next_moon"])
    if change.before["moon"][moon] == v.NO_OBJECT:
        return None
    return change.event(v.NO_SEAT, f"{v.OBJECT_NAMES[change.before['moon'][moon]]} leaves moon {v.MOON_NAMES[moon]}")


_OBJECT_WORDS = tuple(name.lower() for name in v.OBJECT_NAMES)


def _tell_act(change: Change) -> Event | None:
    if change.after["stage"] != v.STAGE_SEATS:  # no more seats
        return None
    seat = int(change.after["quickness"][change.after["turn"] - 1])
    action, name = int(change.before["committed"][seat]), change.name(seat)
    if action == act.PASS:
        return change.event(seat, f"{name} passes")
    if action == act.BREAK_SIGIL:
        return change.event(seat, f"{name} pays 1 Mineral, 1 Potion and breaks her Sigil {int(change.before['sigil'][seat])}")
    if action == act.TRADE_DEMON:
        return change.event(seat, f"{name} pays 1 Herb, 1 Mineral, 1 Potion for a new demon")
    return change.event(seat, f"{name} draws {change.drawn(seat).replace('none', 'nothing, the pile is empty')}")


def _tell_reveal(change: Change) -> Event | None:
    shown = []
    for seat in range(int(change.after["seats"])):
        if change.before["committed"][seat] != v.NO_ACTION:
            card = act.ACTIONS.name(int(change.before["committed"][seat])).removeprefix("play ")
            shown.append(f"{change.name(seat)} {card.title() if card in _OBJECT_WORDS else card}")
    return change.event(v.NO_SEAT, "; ".join(shown) or "nobody has played a card")


def _tell_void(change: Change) -> Event | None:
    if change.after["stage"] != v.STAGE_CASTS:
        return None
    name = change.name(int(change.before["caster"]))
    return change.event(int(change.before["caster"]), f"the spell of {name} is void: its target holds too few cards")


def _tell_effect(change: Change) -> Event | None:
    caster = int(change.before["caster"])
    sealed = change.changed_seat("sigil")
    if sealed != v.NO_SEAT:
        value = int(change.after["sigil"][sealed])
        return change.event(sealed, f"incantation {value} of {change.name(caster)} seals {change.name(sealed)}")
    discards = [(seat, change.moved("discarded", seat)) for seat in range(int(change.after["seats"]))]
    told = [f"{change.name(seat)} discards {format_cards(cards)}" for seat, cards in discards if cards != Cards()]
    if told:
        return change.event(caster, "; ".join(told))
    if change.drawn(caster) != "none":
        return change.event(caster, f"{change.name(caster)} draws {change.drawn(caster)}")
    return None


def _tell_unswept(change: Change) -> Event | None:
    seat = change.changed_seat("artifact")
    if seat == v.NO_SEAT:
        return None
    return change.event(seat, f"artifact {int(change.before['artifact'][seat])} of {change.name(seat)} finds nothing to sweep")


def _tell_lock(change: Change) -> Event | None:
    moon = int(change.before["next_moon"])
    counts = [int(count) for count in total_counts(change.before)]
    if not any(counts):
        return change.event(v.NO_SEAT, f"no object is left, moon {v.MOON_NAMES[moon]} stays open")
    kind = v.OBJECT_NAMES[change.after["moon"][moon]]
    listed = ", ".join(f"{name} {count}" for name, count in zip(v.OBJECT_NAMES, counts, strict=True))
    return change.event(v.NO_SEAT, f"{kind} locks moon {v.MOON_NAMES[moon]} ({listed})")


def _tell_full_moon(change: Change) -> Event | None:
    if change.after["stage"] != v.STAGE_FULL_MOON:  # no more seats
        return None
    seat = int(change.after["quickness"][change.after["turn"] - 1])
    return None if change.drawn(seat) == "none" else change.event(seat, f"{change.name(seat)} draws {change.drawn(seat)}")


def _tell_level(change: Change) -> Event | None:
    if change.changed_seat("level") == v.NO_SEAT:
        return None
    seat = int(change.after["quickness"][change.after["turn"] - 1])
    level = v.LEVEL_NAMES[change.after["level"][seat] - 1]
    drawn = change.drawn(seat).replace("none", "nothing, the pile is empty")
    demon = change.card_set.demon_names[change.after["demon"][seat]]
    return change.event(seat, f"{change.name(seat)} validates level {level} of {demon} and draws {drawn}")


def _tell_victory(change: Change) -> Event | None:
    after = change.after
    seat, victory = int(after["winner"]), int(after["victory"])
    if not victory:
        return None
    if seat == v.NO_SEAT:
        return change.event(v.NO_SEAT, "no transient is left: the game is a draw")
    winners = " and ".join(change.name(s) for s in range(seat, seat + 1 + int(after["teams"])))
    verb = "" if after["teams"] else "s"
    if victory == v.VICTORY_DEMON:
        return change.event(seat, f"{winners} summon{verb} {change.card_set.demon_names[after['demon'][seat]]} and win{verb}")
    how = "all other High Witches are sealed" if after["teams"] else "all other witches are sealed"
    return change.event(seat, f"{how}: {winners} win{verb}")


def _tell_round(change: Change) -> Event | None:
    return change.event(v.NO_SEAT, round_heading(change.after, change.card_set))


def round_heading(game: Record, card_set: CardSet) -> str:
    """Returns the number of the round and the moon to be locked."""
    moon = int(game["next_moon"])
    full = ", the Full Moon" if moon == card_set.cards[0]["full_moon"] else ""
    return f"Round {int(game['round_number'])}, moon {v.MOON_NAMES[moon]}{full}"


_STAGES: Mapping[int, Callable[[Change], Event | None]] = {
    v.STAGE_DEAL_HANDS: _tell_hand,
    v.STAGE_CLEAR: _tell_clear,
    v.STAGE_SEATS: _tell_act,
    v.STAGE_REVEAL: _tell_reveal,
    v.STAGE_AIM: _tell_void,
    v.STAGE_EFFECTS: _tell_effect,
    v.STAGE_END_EFFECTS: _tell_effect,
    v.STAGE_SWEEPS: _tell_unswept,
    v.STAGE_LOCK: _tell_lock,
    v.STAGE_FULL_MOON: _tell_full_moon,
    v.STAGE_LEVELS: _tell_level,
    v.STAGE_VICTORY: _tell_victory,
    v.STAGE_NEXT_ROUND: _tell_round,
}
