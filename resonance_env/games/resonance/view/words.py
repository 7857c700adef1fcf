"""Words that the text and the picture of a table share."""

from collections.abc import Sequence

from resonance_env.games.resonance.cardsets.card_text import Cards, format_cards
from resonance_env.games.resonance.view.table_view import OpenCards, TableView, Witch


def facts(table: TableView) -> tuple[str, ...]:
    """Returns round, players, cards, edition and viewer."""
    who = "spectator" if table.viewer is None else f"seen by {table.witches[table.viewer].seat_name}"
    when = f"round {table.round_number}" if table.round_number else "set-up"
    players = f"{table.players} players" + (" in teams" if table.has_teams else "")
    return (when, players, f"cards {table.cards}", f"edition {table.edition}", who)


def relation(witch: Witch) -> str:
    """Returns whether this is the viewer or her partner."""
    return " (you)" if witch.is_viewer else " (your partner)" if witch.is_partner else ""


def rank(witch: Witch) -> str:
    """Returns the rank in teams."""
    return f" · {witch.rank} of team {witch.seat // 2}" if witch.rank else ""


def secrets(witch: Witch) -> list[str]:
    """Returns what is chosen in secret, where the viewer sees it."""
    lines = [] if witch.chosen is None else [f"chosen: {witch.chosen}"]
    return lines if witch.picked is None else [*lines, f"discards: {cards(witch.picked)}; {witch.picks_left} more to pick"]


def cards(open_cards: OpenCards) -> str:
    """Returns cards as `card_text.format_cards` writes them."""
    artifacts, incantations = bits(open_cards.artifacts), bits(open_cards.incantations)
    return format_cards(Cards(open_cards.objects, open_cards.transients, artifacts, incantations))


def bits(values: Sequence[int]) -> int:
    """Returns values as a bit set; the inverse of `card_text.values`."""
    return sum(1 << (value - 1) for value in values)
