"""What is agreed before the game, from the card set and the options (SY-MODE)."""

from dataclasses import dataclass
from typing import Any

from tests.games.syncro.reference.sets import CardSet, Printed


@dataclass(frozen=True)
class Terms(Printed):
    """The options of a game, and what follows from them and never changes."""

    num_seats: int
    levels: tuple[int, ...]  # numbers of the levels of the episode
    campaign: bool
    retries: int
    saves: bool
    replay: bool
    estimates: bool
    score_payoff: bool
    explicit_chance: bool
    limit: int  # Spells in a hand
    opportunities: tuple[int, ...]  # how far from the Leader each opportunity's mage sits (SY-TURN-2)


def terms_of(
    card_set: CardSet,
    players: int,
    *,
    mode: str = "level",
    level: int = 1,
    chapters: str = "both",
    retries: int = 0,
    saves: bool = False,
    replay: bool = False,
    estimates: str = "free",
    payoff: str = "cleared",
    explicit_chance: bool = False,
) -> Terms:
    """Returns the terms of a game; options that mean nothing in its mode are ignored (SY-MODE-4)."""
    campaign = mode == "campaign"
    return Terms(
        num_seats=players,
        levels=_levels(card_set, chapters) if campaign else (level,),
        campaign=campaign,
        retries=retries,
        saves=saves and campaign,
        replay=replay,
        estimates=estimates == "free",
        score_payoff=payoff == "score",
        explicit_chance=explicit_chance,
        limit=card_set.hand[players],
        opportunities={2: (0, 1, 0, 1), 3: (0, 1, 2, 0)}.get(players, tuple(range(players))),
    )


def _levels(card_set: CardSet, chapters: str) -> tuple[int, ...]:
    first = card_set.chapters[0]
    last = sum(card_set.chapters)
    begin, end = {"I": (1, first), "II": (first + 1, last), "both": (1, last)}[chapters]
    return tuple(range(begin, end + 1))


def random_options(card_set: CardSet, rng: Any) -> tuple[int, dict[str, Any]]:
    """Returns a number of mages and options that the set allows."""
    players = int(rng.choice(list(card_set.hand)))
    options: dict[str, Any] = {}
    if rng.random() < 0.4:
        names = ["I", "II", "both"] if len(card_set.chapters) == 2 else ["I"]
        options |= {"mode": "campaign", "chapters": str(rng.choice(names))}
        if rng.random() < 0.4:
            options["saves"] = True
    else:
        options["level"] = int(rng.integers(1, sum(card_set.chapters) + 1))
    if rng.random() < 0.5:
        options["retries"] = int(rng.integers(1, 10 if rng.random() < 0.1 else 3))
    for name, value in (("replay", True), ("estimates", "off"), ("payoff", "score"), ("explicit_chance", True)):
        if rng.random() < 0.3:
            options[name] = value
    return players, options
