"""What a micro-step of the engine did, as lines of a log: answers, chance events and steps of SY-FLOW."""

from collections.abc import Iterator

import numpy as np

from resonance_env.core.card_tables import count_text
from resonance_env.core.game_log import LINE, MORE, TURN, Event
from resonance_env.core.micro_step import MicroStep
from resonance_env.core.position_text import Record
from resonance_env.games.syncro.cardsets.card_text import describe_effect
from resonance_env.games.syncro.cardsets.cards import CardSet
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.horde import force_of
from resonance_env.games.syncro.rules.memory import is_down
from resonance_env.games.syncro.rules.seating import seat_after
from resonance_env.games.syncro.text.horde_text import foe_name
from resonance_env.games.syncro.text.position_lines import SEAT_NAMES
from resonance_env.games.syncro.text.values import bits_of, format_list, list_values

ALL, DRAW, HORDE = "all", "draw", "Horde"  # what lines are about that are about no mage
Step = MicroStep[CardSet]


def tell(step: Step) -> Iterator[Event]:
    """Yields what happened in a micro-step."""
    before, after = step.before, step.after
    yield from _tell_choices(step)
    if after["turn"] == 1 and after["turns"] > before["turns"]:
        yield try_heading(after)
        return
    yield from _tell_act(step)
    yield from _tell_foe(step)
    yield from _tell_revealed(step)
    yield from _tell_drawn(step)
    if (after["sum"] != before["sum"]).any():
        sums = [f"{SEAT_NAMES[seat]} {after['sum'][seat]}" for seat in range(after["seats"]) if after["sum"][seat]]
        yield Event(LINE, ALL, f"sums: {', '.join(sums)}")
    if after["turn"] > before["turn"]:
        yield Event(TURN, "", f"Turn {after['turn']}: {SEAT_NAMES[after['leader']]} leads")
    yield from _tell_end(step)


def try_heading(game: Record) -> Event:
    """Returns the heading of the try that has begun."""
    return Event(TURN, "", f"Level {game['level']}, try {game['tries'] + 1}: {SEAT_NAMES[game['leader']]} leads")


# ---- what mages do ----


def _tell_choices(step: Step) -> Iterator[Event]:
    """Estimates and keeping, which all choose at once."""
    before, after = step.before, step.after
    seats = [seat for seat in range(before["seats"]) if before["asked"][seat]]
    if before["phase"] == v.PHASE_ESTIMATE:
        shown = [f"{SEAT_NAMES[seat]} {v.ESTIMATE_NAMES[after['estimate'][seat] - 1]}" for seat in seats]
        yield Event(LINE, ALL, f"estimates: {', '.join(shown)}")
    elif before["phase"] == v.PHASE_KEEP:
        for seat in seats:
            yield Event(LINE, SEAT_NAMES[seat], f"{'keeps' if after['held'][seat] else 'discards'} its hand")


def _tell_act(step: Step) -> Iterator[Event]:
    """A Reward, an attack or a pass; a payment or its end."""
    before, after = step.before, step.after
    opportunity = int(before["opportunity"])
    if before["stage"] == v.STAGE_TURN and opportunity < v.MAX_OPPORTUNITIES:
        seat = int(seat_after(before, opportunity))
        reward, did = int(after["act_reward"][0, opportunity]), int(after["acts"][0, opportunity])
        if reward != before["act_reward"][0, opportunity]:
            yield Event(
                LINE, SEAT_NAMES[seat], f"plays {describe_effect(step.card_set, 'reward', reward - 1)}{_reward_on(step, seat)}"
            )
        if did != before["acts"][0, opportunity]:
            yield _act(step, seat, opportunity)
    if before["phase"] == v.PHASE_PAY:
        seat = int(seat_after(before, int(before["payer"])))
        paid = list_values(after["paid"][0, seat] - before["paid"][0, seat])
        due = f", {after['to_pay']} still due" if after["to_pay"] else ""
        yield Event(LINE, SEAT_NAMES[seat], f"pays {paid[0]}{due}" if paid else "pays no more")


def _reward_on(step: Step, seat: int) -> str:
    for place in np.flatnonzero(step.after["weakened"] != step.before["weakened"]):
        return f" on {_name(step, int(place))}"
    opened = (step.after["marks"][seat] & v.MARK_OPEN) & ~step.before["marks"][seat]
    values = [str(step.after["hand"][seat, position]) for position in np.flatnonzero(opened)]
    return f": {' '.join(values)}" if values else ""


def _act(step: Step, seat: int, opportunity: int) -> Event:
    after = step.after
    if after["acts"][0, opportunity] == v.DID_PASS:
        return Event(LINE, SEAT_NAMES[seat], "passes")
    where = f"from position {after['act_position'][0, opportunity]} on {_name(step, int(after['act_place'][0, opportunity]))}"
    return Event(LINE, SEAT_NAMES[seat], f"lays {after['act_value'][0, opportunity]} {where}", 0, f"lays a Spell {where}")


# ---- foes ----


def _name(step: Step, place: int) -> str:
    return foe_name(step.card_set, int(step.after["level"]), int(step.after["foe"][place]))


def _tell_foe(step: Step) -> Iterator[Event]:
    """A foe is resolved: its Spells against its force, what is to be paid, success or failure (SY-RES-3)."""
    before, after = step.before, step.after
    place = int(after["resolving"])
    if before["stage"] != v.STAGE_RESOLVE or place == v.NOTHING:
        return
    laid = before["spells"][place].astype(np.int64)
    for opportunity in range(before["opportunity"]):
        if is_down(before, opportunity) and before["act_place"][0, opportunity] == place:
            laid[int(before["act_value"][0, opportunity]) - 1] += 1
    name = _name(step, place)
    if place != before["resolving"]:
        force = int(force_of(before, step.card_set.cards[0], place))
        total = sum(list_values(laid))
        yield Event(LINE, name, f"{format_list(laid)} makes {total} against force {force}")
        if after["to_pay"]:
            yield Event(MORE, name, f"{after['to_pay']} to pay")
    if after["resolved"] > before["resolved"] and not after["to_pay"]:
        yield Event(MORE, name, _judged(step, place, laid))


def _judged(step: Step, place: int, laid: np.ndarray) -> str:
    before, after = step.before, step.after
    if not int(after["in_horde"]) >> place & 1:
        return "it is beaten"
    absorbed = after["absorbed"][place].astype(np.int64) - before["absorbed"][place]
    gone = laid - after["spells"][place] - absorbed
    words = [f"absorbs {format_list(absorbed)}"] if absorbed.any() else []
    words += [f"{format_list(gone)} is discarded"] if gone.any() else []
    return ", ".join(["it stays", *words])


def _tell_revealed(step: Step) -> Iterator[Event]:
    """Cards that lie face up now, and Fog with what it did (SY-REVEAL)."""
    before, after = step.before, step.after
    word = "is laid" if before["stage"] <= v.STAGE_LAY else "is revealed"
    for place in bits_of(int(after["face_up"]) & ~int(before["face_up"]), v.MAX_PLACES):
        yield Event(MORE, HORDE, f"{_name(step, place)} {word}")
    for fog in np.flatnonzero(after["fogs"][0] > before["fogs"][0]):
        yield Event(LINE, "Fog", describe_effect(step.card_set, "fog", int(fog)))
        for seat in range(after["seats"]):
            lost = after["lost"][0, seat] - before["lost"][0, seat]
            if lost.any():
                yield Event(MORE, "Fog", f"{SEAT_NAMES[seat]} loses {format_list(lost)}")


# ---- draws and ends ----


def _tell_drawn(step: Step) -> Iterator[Event]:
    before, after = step.before, step.after
    if after["pile_size"] > before["pile_size"]:
        yield Event(MORE, DRAW, "the discard becomes the pile")
    for seat in range(after["seats"]):
        name = SEAT_NAMES[seat]
        came = after["held"][seat] > before["held"][seat] and before["event"] in (v.EVENT_SPELL, v.EVENT_POOL)
        if came:
            yield Event(MORE, DRAW, f"{name} {after['hand'][seat, before['held'][seat]]}", 0, f"{name} a Spell")
        if after["reward"][seat] != v.NOTHING and before["reward"][seat] == v.NOTHING:
            reward = describe_effect(step.card_set, "reward", int(after["reward"][seat]))
            yield Event(MORE, DRAW, f"{name} the Reward {reward}", 0, f"{name} a Reward")


def _tell_end(step: Step) -> Iterator[Event]:
    before, after = step.before, step.after
    if after["cleared"] > before["cleared"] and after["phase"] != v.PHASE_OVER:
        yield Event(TURN, "", f"Level {after['level']} is won.")
    lost = after["ending"] in (v.ENDING_EXHAUSTED, v.ENDING_UNPAID)
    if lost and after["ending"] != before["ending"]:
        yield Event(LINE, ALL, f"the try is lost, since {reason_text(after)}")
    if after["phase"] == v.PHASE_OVER:
        yield Event(TURN, "", ending_text(after))


def reason_text(game: Record) -> str:
    """Returns why a try was lost."""
    return "nobody has a Spell left" if game["ending"] == v.ENDING_EXHAUSTED else "the Dragon was not paid"


def ending_text(game: Record) -> str:
    """Returns how the game ended."""
    levels = f"{count_text(int(game['cleared']), 'level')} won"
    if game["ending"] == v.ENDING_WON:
        return f"The game is over: the mages win, {levels}."
    return f"The game is over: level {game['level']} is lost, since {reason_text(game)}; {levels}."
