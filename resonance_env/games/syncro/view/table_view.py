"""The table as plain data, as one mage sees it or as a spectator without secrets sees it (SY-INFO).

Text, pictures and other front ends draw this and nothing else. Every field is a number, a text, a list or another of these
records: `msgspec.to_builtins` turns it into what JSON can hold. None stands for what is not there, or what the viewer may not
see.
"""

from msgspec import Struct


class Down(Struct, frozen=True):
    """A Spell that a mage laid face down this turn; the value is None if the viewer did not lay it."""

    seat: int
    value: int | None


class HordeCard(Struct, frozen=True):
    """A place of the Horde.

    Attributes:
        place: its number, in the order in which the Horde is laid.
        row: from the top, from 0.
        column: from the left, from 0.
        back: "monster", "lieutenant", "fog", "boss" or "cerberus".
        is_here: a card lies here.
        is_up: it lies face up.
        is_covered: another card lies on it.
        name: which card it is or was, if that is known.
        target: its number in action names, from 1; None if it cannot be attacked.
        force: present force, if it lies face up.
        printed: printed force.
        rules: what is special about it, such as "dragon" or "+2 for each other card".
        spells: values of the Spells face up on it.
        absorbed: values of the Spells that it has absorbed.
        down: Spells face down on it, the first one first.
        is_resolving: it is being resolved.
    """

    place: int
    row: int
    column: int
    back: str
    is_here: bool
    is_up: bool
    is_covered: bool
    name: str | None
    target: int | None
    force: int | None
    printed: int | None
    rules: list[str]
    spells: list[int]
    absorbed: list[int]
    down: list[Down]
    is_resolving: bool


class Held(Struct, frozen=True):
    """A Spell in a hand; the value is None if the viewer does not see it."""

    value: int | None
    is_open: bool


class Mage(Struct, frozen=True):
    """What is seen of one mage.

    Attributes:
        seat: its index.
        seat_name: such as "mage_0".
        hand: its Spells, the oldest first.
        has_reward: it holds a Reward.
        reward: which, and what it does, if the viewer sees it.
        estimate: the estimate that stands.
        sum: the sum that stands.
        is_leader: it has the Leader card.
        is_asked: it is asked now.
        is_viewer: the viewer sits here.
    """

    seat: int
    seat_name: str
    hand: list[Held]
    has_reward: bool
    reward: str | None
    estimate: str | None
    sum: int | None
    is_leader: bool
    is_asked: bool
    is_viewer: bool


class Act(Struct, frozen=True):
    """What a mage did at an opportunity.

    Attributes:
        seat: the mage.
        did: "pass", "attack", or empty if it has not decided yet.
        reward: the Reward that it played.
        position: of the Spell in the hand, from 1, in an attack.
        place: of the foe, in an attack.
        value: of the Spell, once it was turned up, or if the viewer laid it.
    """

    seat: int
    did: str
    reward: str | None
    position: int | None
    place: int | None
    value: int | None


class TableView(Struct, frozen=True):
    """The table.

    Attributes:
        level: number of the level.
        cleared: levels won in this episode.
        levels: levels of the episode.
        try_number: of this level, from 1.
        retries_left: further tries of this level.
        turn: turn of this try, from 1.
        players: number of mages.
        cards: name of the card set.
        viewer: the seat that looks; None for a spectator.
        foes_left: foes that must be beaten yet.
        horde: `[place]`.
        pile: Spells in the pile.
        discard: Spells in the discard.
        monster_pile: Monsters in the pile.
        fog_pile: Fog cards in the pile.
        reward_pile: Rewards in the pile.
        reward_discard: Rewards in the discard.
        curses: permanent curses, with what they do.
        in_force: "calm" and "hold", if they hold this turn.
        acts: of this turn.
        last_acts: of the last turn of this try.
        mages: `[seat]`.
        asked: what is asked now, as sentences.
    """

    level: int
    cleared: int
    levels: int
    try_number: int
    retries_left: int
    turn: int
    players: int
    cards: str
    viewer: int | None
    foes_left: int
    horde: list[HordeCard]
    pile: int
    discard: int
    monster_pile: int
    fog_pile: int
    reward_pile: int
    reward_discard: int
    curses: list[str]
    in_force: list[str]
    acts: list[Act]
    last_acts: list[Act]
    mages: list[Mage]
    asked: list[str]
