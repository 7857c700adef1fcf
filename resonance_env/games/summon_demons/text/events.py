"""What a micro-step of the engine did, as lines of a log: answers, chance events and steps of LD-FLOW."""

from collections.abc import Iterator

from resonance_env.core.card_tables import count_text
from resonance_env.core.game_log import LINE, MORE, TURN, Event
from resonance_env.core.position_text import Record
from resonance_env.games.summon_demons.cardsets.card_text import format_bits
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.text.changes import Change
from resonance_env.games.summon_demons.text.position_lines import SEAT_NAMES, thing_name

_BEFORE_BLOCKS = (v.STAGE_THROWN, v.STAGE_MARK)  # the dice lie, and the first block is next


def turn_heading(game: Record) -> Event:
    """Returns the heading of the turn that has begun."""
    seat = int(game["active"])
    cards, demons = int(game["cards"][seat].sum()), int(game["demons"][seat]).bit_count()
    has = ", ".join(count_text(n, what) for n, what in ((int(game["souls"][seat]), "soul"), (cards, "card"), (demons, "demon")))
    extra = ", an extra turn" if game["extra"] else ""
    return Event(TURN, "", f"Turn {int(game['turn'])}: {SEAT_NAMES[seat]} with {has}{extra}")


# ---- answers ----


def tell_answer(change: Change, action: int) -> Iterator[Event]:
    """Yields what an answer did."""
    before, phase, seat = change.before, int(change.before["phase"]), int(change.before["decider"])
    who = SEAT_NAMES[seat]
    name = _named(change.card_set, action)
    if phase == v.PHASE_TURN:
        yield from _tell_turn(change, seat, action, name)
    elif phase == v.PHASE_CANDLE:
        yield Event(LINE, who, f"takes {name}")
    elif phase == v.PHASE_FREE:
        yield Event(LINE, who, "keeps its hand" if action == act.PASS else f"puts {name} into play for nothing")
    elif phase == v.PHASE_SACRIFICE:
        yield Event(MORE, who, f"sacrifices {name}")
    elif phase == v.PHASE_REROLL:
        yield Event(MORE, who, "keeps the dice" if action == act.PASS else "throws again")
    elif phase in (v.PHASE_ORDER, v.PHASE_TARGET):
        yield _activation(change, 2 * int(before["groups"]) + (phase == v.PHASE_TARGET))
    elif phase in (v.PHASE_GATE, v.PHASE_COST):
        yield Event(MORE, who, "declines" if action == act.PASS else f"pays with {name}")
    elif phase == v.PHASE_OPPONENT and action == act.PASS:
        yield Event(MORE, who, "names no more")
    elif phase == v.PHASE_SOURCE and action == act.SUPPLY:
        souls = count_text(int(before["left"]), "soul")
        yield Event(MORE, who, f"takes {souls} from the supply ({int(change.after['souls'][seat])} now)")
    elif phase == v.PHASE_REPLACE and action != act.PASS:
        yield Event(MORE, who, f"names {name}")
    else:
        for phrase in change.phrases(seat):
            yield Event(MORE, who, phrase)
    yield from _tell_rest(change)


def _tell_turn(change: Change, seat: int, action: int, name: str) -> Iterator[Event]:
    who = SEAT_NAMES[seat]
    if act.TAKE <= action < act.CARD:
        price = int(change.card_set.cards[0]["price"])
        yield Event(LINE, who, f"buys {name} ({count_text(int(change.after['souls'][seat]), 'soul')} left)")
        for phrase in change.phrases(seat, said=-price):
            if not phrase.startswith("obtains"):
                yield Event(MORE, who, phrase)
    elif change.after["summoning"] != v.NOTHING:
        yield Event(LINE, who, f"summons {name} for {count_text(int(change.after['left']), 'card')}")
    elif action >= act.CARD:
        yield Event(LINE, who, f"passes {name} to {SEAT_NAMES[seat ^ 2]}")


def _named(card_set: CardSet, action: int) -> str:
    """Returns the id that an action names, or nothing."""
    if action >= act.CANDLE:
        return card_set.candle_ids[action - act.CANDLE]
    if act.TAKE <= action < act.CARD:
        return card_set.card_ids[action - act.TAKE]
    return thing_name(card_set, action - act.CARD) if action >= act.CARD else ""


# ---- chance ----


def tell_chance(change: Change, outcome: int) -> Iterator[Event]:
    """Yields what a chance event brought."""
    before, after, card_set = change.before, change.after, change.card_set
    event = int(before["event"])
    if event == v.EVENT_FIRST:
        yield Event(LINE, SEAT_NAMES[outcome], "is the first seat")
    elif event == v.EVENT_CANDLE:
        seat = next(seat for seat in change.seats if change.came("candles", seat))
        yield Event(LINE, SEAT_NAMES[seat], f"gets {card_set.candle_ids[outcome]}")
    elif event in (v.EVENT_ROLL, v.EVENT_REROLL):
        double = ", a double" if after["double"] else ""
        word = "rolls" if event == v.EVENT_ROLL else "now it is"
        form = LINE if event == v.EVENT_ROLL else MORE
        yield Event(form, SEAT_NAMES[after["active"]], f"{word} {int(after['total'])}{double}")
    elif event == v.EVENT_DEMON and before["stage"] == v.STAGE_HANDS:
        seat = next(seat for seat in change.seats if change.came("hand", seat))
        form = MORE if before["dealt"] % max(int(before["hand_size"]), 1) else LINE
        yield Event(form, SEAT_NAMES[seat], f"draws {card_set.demon_ids[outcome]}", 0, "draws a demon")
    elif event == v.EVENT_DEMON and before["egg"] != v.NOTHING:
        yield Event(MORE, SEAT_NAMES[before["looker"]], f"looks at {card_set.demon_ids[outcome]}", 0, "looks at a demon")
    elif before["current"] == v.NOTHING:
        form = MORE if before["cards_in_row"] < after["cards_in_row"] and _has_begun_row(before) else LINE
        yield Event(form, "row", f"+ {card_set.card_ids[outcome]}")
    else:
        yield from _tell_draw(change, outcome, event)
    yield from _tell_rest(change)


def _has_begun_row(game: Record) -> bool:
    """Whether a card of the row was drawn right before: in the middle of set-up or of a refill nothing else happens."""
    return bool(game["stage"] == v.STAGE_ROW and game["cards_in_row"] > 0)


def _tell_draw(change: Change, outcome: int, event: int) -> Iterator[Event]:
    """A card or demon drawn by the effect that runs."""
    seat = int(change.before["block"])
    told = list(change.phrases(seat))
    if event == v.EVENT_CARD and not any("obtains" in phrase for phrase in told):
        where = "comes into the row" if change.counts("row")[outcome] > 0 else "is laid aside"
        told.append(f"{change.card_set.card_ids[outcome]} {where}")
    for phrase in told:
        yield Event(MORE, SEAT_NAMES[seat], phrase)


# ---- steps of the engine ----


def tell_step(change: Change) -> Iterator[Event]:
    """Yields what a step of LD-FLOW did."""
    before, after, begun = change.before, change.after, _begun_blocks(change)
    if after["turn"] > before["turn"]:
        yield turn_heading(after)
    elif begun:
        for seat in begun:
            yield from _tell_block(change, seat)
    elif before["current"] == v.NOTHING and after["current"] != v.NOTHING:
        yield _activation(change, 2 * int(after["groups"]))
    elif before["block"] != v.NOTHING or before["summoning"] != v.NOTHING:
        seat = int(before["block"] if before["block"] != v.NOTHING else before["active"])
        for phrase in change.phrases(seat):
            yield Event(MORE, SEAT_NAMES[seat], phrase)
        if after["groups"] > before["groups"]:
            waiting = after["waiting"][after["groups"]]
            words = change.cards_text(waiting) if waiting.any() else "nothing"
            yield Event(MORE, SEAT_NAMES[seat], f"activates {words}")
        marked = -change.counts("row")
        if (marked > 0).any():
            yield Event(MORE, "row", f"{change.cards_text(marked)} of the row is discarded")
    yield from _tell_rest(change)


def _begun_blocks(change: Change) -> list[int]:
    """Returns the seats whose blocks a step began, in order (LD-FLOW-6): up to one in which something waits, or to the last."""
    before, after = change.before, change.after
    if before["block"] == v.NOTHING and (before["stage"] not in _BEFORE_BLOCKS or after["stage"] in _BEFORE_BLOCKS):
        return []
    active, seats = int(after["active"]), len(change.seats)
    order = [(active + place) % seats for place in range(1 if before["extra"] else seats)]
    first = order.index(before["block"]) + 1 if before["block"] != v.NOTHING else 0
    last = order.index(after["block"]) + 1 if after["block"] != v.NOTHING else len(order)
    return order[first:last]


def _tell_block(change: Change, seat: int) -> Iterator[Event]:
    """A block begins: demons that a double wakes, and candles, have collected."""
    before, after, cards = change.before, change.after, change.card_set.cards[0]
    souls = int(after["souls"][seat]) - int(before["souls"][seat])
    if souls == 0:
        return
    candles = int(after["candles"][seat]) & int(cards["candles_of_number"][int(after["total"])])
    names = [format_bits(candles, change.card_set.candle_ids)] if candles else []
    if seat == after["active"] and after["double"]:
        woken = int(after["demons"][seat]) & int(cards["when_double"])
        names = [change.demons_text(woken)] * bool(woken) + names
    told = f"collects {count_text(souls, 'soul')} ({int(after['souls'][seat])} now)"
    yield Event(LINE, SEAT_NAMES[seat], f"{', '.join(names)}: {told}")


def _activation(change: Change, depth: int) -> Event:
    """The line of a card or demon that becomes current; more follows on the same line."""
    thing = thing_name(change.card_set, int(change.after["current"]))
    return Event(LINE, SEAT_NAMES[change.after["block"]], thing, depth)


def _tell_rest(change: Change) -> Iterator[Event]:
    """What can follow from anything: another turn to come, a demon that looks, and the end."""
    before, after = change.before, change.after
    if after["egg"] != before["egg"] and after["egg"] != v.NOTHING:
        egg = change.card_set.demon_ids[after["egg"]]
        yield Event(MORE, SEAT_NAMES[after["looker"]], f"{egg} looks")
    if after["again"] > before["again"]:
        yield Event(MORE, SEAT_NAMES[after["active"]], "another turn follows" if not after["roll_again"] else "rolls again")
    if after["phase"] == v.PHASE_OVER:
        yield Event(TURN, "", result(after))


def result(game: Record) -> str:
    """Returns how the game ended."""
    if game["ending"] == v.ENDING_TURN_LIMIT:
        return f"The game is over: a draw, after {count_text(int(game['rolls']), 'roll')}."
    seat = int(game["winner"])
    winners = f"{SEAT_NAMES[seat]} and {SEAT_NAMES[seat ^ 2]} win" if game["teams"] else f"{SEAT_NAMES[seat]} wins"
    if game["ending"] == v.ENDING_CARD:
        return f"The game is over: {winners}, by a demon that says so."
    seats = (seat, seat ^ 2) if game["teams"] else (seat,)
    demons = sum(int(game["demons"][each]).bit_count() for each in seats)
    souls = sum(int(game["souls"][each]) for each in seats)
    return f"The game is over: {winners}, with {count_text(demons, 'demon')} and {count_text(souls, 'soul')}."
