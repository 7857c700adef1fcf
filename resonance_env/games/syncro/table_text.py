"""The table as plain text, as one seat or a spectator sees it (SY-INFO)."""

import re

import msgspec
import numpy as np

from resonance_env.core.picture import text_picture
from resonance_env.core.terminal import paint
from resonance_env.games.syncro.cardsets.cards import CardSet
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.actions import ACTIONS
from resonance_env.games.syncro.rules.horde import force_of, is_uncovered
from resonance_env.games.syncro.rules.memory import is_down
from resonance_env.games.syncro.rules.seating import seat_after
from resonance_env.games.syncro.rules.state import Record

_COLOURS = ((re.compile(r"^.*\(asked\).*$", re.MULTILINE), "1"),)


class TableView(msgspec.Struct):
    """What a viewer sees, as text."""

    text: str


def draw_text(table: TableView, colour: bool) -> str:
    """Returns the text of a view; with `colour` the mages that are asked are bold."""
    return paint(table.text, _COLOURS if colour else ())


def draw_picture(table: TableView, size: tuple[int, int]) -> np.ndarray:
    """Returns the text of a view as uint8 `[height, width, 3]`."""
    return text_picture(table.text, size)


def explain_action(game: Record, card_set: CardSet, seat: int, action: int) -> str:
    """Returns what an action means."""
    return ACTIONS[action].meaning


def read_table(game: Record, card_set: CardSet, viewer: int | None) -> TableView:
    """Returns the table as a viewer sees it.

    Args:
        game: a game that has been reset.
        card_set: its cards.
        viewer: the seat whose own cards are shown; None: nobody's.
    """
    phase = int(game["phase"])
    title = v.PHASE_NAMES[phase] if phase != v.PHASE_OVER else v.ENDING_NAMES[game["ending"]]
    curses = [card_set.fog_names[fog] for fog in range(len(card_set.fog_names)) for _ in range(game["curses"][fog])]
    lines = [
        f"Level {game['level']}, try {game['tries'] + 1}, turn {game['turn']}: {title}; {game['cleared']} levels won",
        f"Spells: {game['pile_size']} in the pile, {int(np.sum(game['discard']))} discarded",
        *([f"Curses: {', '.join(curses)}"] if curses else []),
        *([f"To pay: {game['to_pay']}"] if phase == v.PHASE_PAY else []),
        "Horde:",
    ]
    lines += [f"  {line}" for line in _horde_lines(game, card_set, viewer)]
    lines += [_seat_line(game, card_set, seat, viewer) for seat in range(game["seats"])]
    return TableView("\n".join(lines))


def _horde_lines(game: Record, card_set: CardSet, viewer: int | None) -> list[str]:
    box, plan = card_set.cards[0], int(game["plan"])
    lines = []
    for place in range(int(box["places"][plan])):
        if (int(game["in_horde"]) >> place) & 1:
            words = [f"row {box['row'][plan, place]}, column {box['column'][plan, place]}:"]
            if (int(game["face_up"]) >> place) & 1:
                words.append(f"{_foe_name(game, card_set, place)}, force {force_of(game, box, place)}")
                words += [f"Spells {_spells(game['spells'][place])}"] if game["spells"][place].any() else []
                words += [f"absorbed {_spells(game['absorbed'][place])}"] if game["absorbed"][place].any() else []
            else:
                words.append(f"{v.BACK_NAMES[box['back'][plan, place]]} face down")
            words += [] if is_uncovered(game, box, place) else ["(covered)"]
            lines.append(" ".join(words + _down_words(game, place, viewer)))
    targets = game["targets"][: game["num_targets"]].tolist()
    places = [
        f"{number} in row {box['row'][plan, place]}, column {box['column'][plan, place]}"
        for number, place in enumerate(targets, 1)
        if (int(game["in_horde"]) >> place) & 1
    ]
    return [*lines, *([f"targets: {'; '.join(places)}"] if places else [])]


def _down_words(game: Record, place: int, viewer: int | None) -> list[str]:
    words = []
    for opportunity in range(game["opportunity"]):
        if is_down(game, opportunity) and game["act_place"][0, opportunity] == place:
            seat = seat_after(game, opportunity)
            value = game["act_value"][0, opportunity] if seat == viewer else "?"
            words.append(f"<mage_{seat}: {value}>")
    return words


def _foe_name(game: Record, card_set: CardSet, place: int) -> str:
    foe = int(game["foe"][place])
    if foe == v.CERBERUS:
        return "Cerberus"
    if foe == v.BOSS:
        return card_set.boss_names[int(game["level"]) - 1]
    return card_set.monster_names[foe] if foe < v.FIRST_LIEUTENANT else card_set.lieutenant_names[foe - v.FIRST_LIEUTENANT]


def _spells(counts: np.ndarray) -> str:
    return " ".join(str(value + 1) for value in range(v.MAX_VALUE) for _ in range(counts[value]))


def _seat_line(game: Record, card_set: CardSet, seat: int, viewer: int | None) -> str:
    words = [f"mage_{seat}{' (Leader)' if game['leader'] == seat else ''}{' (asked)' if game['asked'][seat] else ''}:"]
    hand = [
        str(game["hand"][seat, position]) if seat == viewer or int(game["marks"][seat, position]) & v.MARK_OPEN else "?"
        for position in range(game["held"][seat])
    ]
    words.append(f"hand {' '.join(hand) or '-'}")
    if game["reward"][seat] != v.NOTHING:
        words.append(f"Reward {card_set.reward_names[game['reward'][seat]] if seat == viewer else '?'}")
    if game["estimate"][seat] != v.NO_ESTIMATE:
        words.append(f"estimate {v.ESTIMATE_NAMES[game['estimate'][seat] - 1]}")
    if game["sum"][seat]:
        words.append(f"sum {game['sum'][seat]}")
    return ", ".join(words).replace(":,", ":")
