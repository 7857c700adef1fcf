"""A position as the fields of its record, one `name: integers` line each, after the card set it belongs to."""

from typing import Any

import numpy as np

from resonance_env.core.errors import PositionError
from resonance_env.core.words import parse_number
from resonance_env.games.syncro.cardsets.card_loader import load_card_set
from resonance_env.games.syncro.cardsets.cards import CardSet
from resonance_env.games.syncro.rules.state import GAME, Record, new_games

SET, DIGEST = "set", "digest"


def format_position(games: np.ndarray, index: int, card_set: CardSet) -> str:
    """Returns game `index` as text."""
    lines = [f"{SET}: {card_set.source}", f"{DIGEST}: {card_set.digest}"]
    for name in GAME.names or ():
        lines.append(f"{name}: {' '.join(map(str, np.ravel(games[index][name]).tolist()))}")
    return "\n".join(lines) + "\n"


def parse_position(text: str) -> tuple[np.ndarray, CardSet]:
    """Returns an array of one game and its card set; the inverse of `format_position`.

    Raises:
        PositionError: names the line and what was expected.
    """
    names = (SET, DIGEST, *(GAME.names or ()))
    values: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        name, colon, value = (part.strip() for part in line.partition(":"))
        if colon and name in names and name not in values:
            values[name] = number, value
        elif line.strip():
            raise PositionError(f"line {number}: expected 'field: values' with each field once, got {line.strip()[:60]!r}")
    for name in names:
        if name not in values:
            raise PositionError(f"expected a line '{name}:', got none")
    card_set = load_card_set(values[SET][1])
    if card_set.digest != values[DIGEST][1]:
        raise PositionError(
            f"line {values[DIGEST][0]}: expected the digest {card_set.digest} of set {card_set.name!r}, got {values[DIGEST][1]}"
        )
    games = new_games(1)
    for name in GAME.names or ():
        games[name][0] = _read_field(name, *values[name])
    if int(games[0]["seats"]) not in card_set.players:
        raise PositionError(f"expected {' or '.join(map(str, card_set.players))} seats, got {games[0]['seats']}")
    return games, card_set


def _read_field(name: str, number: int, text: str) -> np.ndarray:
    field = GAME[name]
    bounds = np.iinfo(field.base)
    words = text.split()
    size = int(np.prod(field.shape, dtype=np.int64))
    if len(words) != size:
        raise PositionError(f"line {number}: expected {size} integers for {name}, got {len(words)}")
    try:
        values = [parse_number(word, int(bounds.min), int(bounds.max)) for word in words]
    except ValueError as error:
        raise PositionError(f"line {number}: {name}: {error}") from error
    return np.array(values, dtype=field.base).reshape(field.shape)


def position_options(game: Record, card_set: CardSet) -> dict[str, Any]:
    """Returns the options of the variant in which a position occurs."""
    first, last = int(game["first_level"]), int(game["last_level"])
    options: dict[str, Any] = {
        "cards": card_set.source,
        "retries": int(game["retries"]),
        "replay": bool(game["replay"]),
        "estimates": "free" if game["estimates"] else "off",
        "payoff": "score" if game["by_score"] else "cleared",
        "explicit_chance": bool(game["explicit_chance"]),
    }
    if first == last and not game["saves"]:
        return options | {"mode": "level", "level": first}
    end_of_first = card_set.chapters[0]
    chapters = "II" if first > end_of_first else "I" if last == end_of_first else "both"
    return options | {"mode": "campaign", "chapters": chapters, "saves": bool(game["saves"])}
