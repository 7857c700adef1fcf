"""The current decision as sentences.

If several seats choose at once, none is named: that a seat is not asked could reveal its hand (R-INFO-2).
"""

from collections.abc import Callable

from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.state import Record


def prompt(game: Record, viewer: int | None, name: Callable[[int], str], offered: str) -> list[str]:
    """Returns one or two sentences.

    Args:
        game: the record.
        viewer: the seat that looks, or None for a spectator.
        name: the name of a seat's witch.
        offered: the spell cards on offer if the viewer sees them, or an empty text.
    """
    phase = int(game["phase"])
    if phase == v.PHASE_OVER:
        return [_result(game, name)]
    if phase == v.PHASE_CHANCE:
        return ["Chance decides."]
    lines = [_question(game, phase, name, offered)]
    if viewer is not None:
        lines.append("It is your decision." if game["asked"][viewer] else "You wait.")
    return lines


def named_seat(game: Record) -> int | None:
    """Returns the seat that is asked if this is public: if all choose at once, or none does, no seat is named."""
    is_open = game["phase"] not in (v.PHASE_OVER, v.PHASE_CHANCE, v.PHASE_ACT) and game["choice"] != v.CHOICE_DISCARD
    return int(game["asked"].argmax()) if is_open else None


def _question(game: Record, phase: int, name: Callable[[int], str], offered: str) -> str:
    if phase == v.PHASE_ACT:
        if not (game["teams"] and game["team_talk"]):
            return "All witches choose an action."
        return f"The {'second' if game['stage'] == v.STAGE_ACT_SECOND else 'first'} seats of the teams choose an action."
    if phase == v.PHASE_CHOOSE and game["choice"] == v.CHOICE_DISCARD:
        return f"The victims of {name(int(game['caster']))} choose what to discard."
    who = name(int(game["asked"].argmax()))  # all other decisions are one seat's
    if phase == v.PHASE_DRAFT:
        if game["stage"] == v.STAGE_HIGH_WITCH:
            return f"{who} chooses who is High Witch."
        return f"{who} chooses a spell card{f': {offered}' if offered else ''}."
    if phase == v.PHASE_CAST:
        return f"{who} chooses the spell to cast."
    if phase == v.PHASE_AIM:
        return f"{who} chooses whom spell {int(game['cast_spell'][game['caster']]) + 1} is aimed at."
    if phase == v.PHASE_CHOOSE:
        return f"{who} chooses what to {v.CHOICE_NAMES[game['choice']]}."
    return f"{who} takes a {'demon' if phase == v.PHASE_TAKE_DEMON else 'spell card'} of the reserve."


def _result(game: Record, name: Callable[[int], str]) -> str:
    if game["winner"] == v.NO_SEAT:
        return "The game is over: a draw."
    seat = int(game["winner"])
    winners = " and ".join(f"{name(s)} ({v.SEAT_NAMES[s]})" for s in range(seat, seat + 1 + int(game["teams"])))
    return f"The game is over: {winners} won, by {v.VICTORY_NAMES[game['victory']]}."
