"""Words that the text and the picture of a table share."""

from collections.abc import Sequence

from resonance_env.core.card_tables import count_text
from resonance_env.games.summon_demons.view.table_view import Candle, Card, Demon, Summoner, TableView


def facts(table: TableView) -> tuple[str, ...]:
    """Returns turn, players, cards and viewer."""
    when = f"turn {table.turn}" if table.turn else "set-up"
    players = f"{table.players} players" + (" in teams" if table.has_teams else "")
    who = "spectator" if table.viewer is None else f"seen by {table.summoners[table.viewer].seat_name}"
    return (when, players, f"cards {table.cards}", who)


def goal(table: TableView) -> str:
    """Returns what wins."""
    whose = " of a team" if table.has_teams else ""
    return f"{count_text(table.need_demons, 'demon')} and {count_text(table.need_souls, 'soul')}{whose} win"


def needs(table: TableView, summoner: Summoner) -> str:
    """Returns what the seat, in teams the seat and its partner, still needs to win; nothing if it has won."""
    if summoner.has_won:
        return ""
    side = [one for one in table.summoners if one is summoner or (table.has_teams and (one.seat - summoner.seat) % 2 == 0)]
    demons = table.need_demons - sum(len(one.demons) for one in side)
    souls = table.need_souls - sum(one.souls for one in side)
    return " and ".join(count_text(number, what) for number, what in ((demons, "demon"), (souls, "soul")) if number > 0)


def relation(summoner: Summoner) -> str:
    """Returns whether this is the viewer or its partner."""
    return " (you)" if summoner.is_viewer else " (your partner)" if summoner.is_partner else ""


def state(summoner: Summoner) -> str:
    """Returns what the seat is doing: it has won, is asked, or takes the turn."""
    if summoner.has_won:
        return "won"
    if summoner.is_asked:
        return "is asked"
    return "its turn" if summoner.is_active else ""


def throw(table: TableView) -> str:
    """Returns the last throw of the turn."""
    return "not thrown yet" if table.total is None else f"{table.total}{', a double' if table.is_double else ''}"


def kind(card: Card) -> str:
    """Returns mood and kind."""
    return f"{card.mood} {card.kind}".strip()


def copies(card: Card) -> str:
    """Returns a card with its copies, and how many of these are marked."""
    text = f"{card.copies} {card.id}" if card.copies > 1 else card.id
    if not card.marked:
        return text
    return f"{text}*" if card.marked == card.copies else f"{text}*{card.marked}"


def names(things: Sequence[Card | Demon | Candle]) -> str:
    """Returns things in one line; a star marks those that wait or are named for replacement."""
    words = []
    for thing in things:
        if isinstance(thing, Card):
            words.append(copies(thing))
        elif isinstance(thing, Candle):
            words.append(f"{thing.id} {'/'.join(map(str, thing.numbers))}")
        else:
            words.append(thing.id + ("*" if thing.is_waiting else ""))
    return ", ".join(words) or "none"
