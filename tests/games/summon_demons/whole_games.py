"""Whole games and trees whose results the rules list (LD-EX-41, cards.md), for every implementation of them."""

import hashlib
from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass(frozen=True)
class WholeGame:
    """A listed game: how it is started, and what comes of it."""

    players: int
    options: dict[str, Any]
    seed: int
    questions: int
    turns: int
    winner: int
    ending: str
    souls: list[int]
    digest: str


@dataclass
class Answers:
    """Chooses the listed answers and takes their digest."""

    asked: int = 0
    digest: Any = field(default_factory=lambda: hashlib.blake2b(digest_size=8))

    def choose(self, seat: int, phase: int, legal: list[int]) -> int:
        """Returns the answer to the next question, of which `legal` are the codes in ascending order."""
        code = legal[(5 * self.asked + 2) % len(legal)]
        self.digest.update(bytes((seat, phase, code)))
        self.asked += 1
        return code


WHOLE_GAMES = [
    WholeGame(2, {}, 1, 96, 94, 1, "goal", [2, 12], "43560245f034dedf"),
    WholeGame(3, {}, 2, 47, 33, 0, "card", [2, 5, 0], "d9c711ff5416959f"),
    WholeGame(4, {}, 1, 68, 67, 2, "goal", [0, 4, 10, 2], "013a1c802b0a9d0b"),
    WholeGame(5, {}, 3, 167, 108, 4, "goal", [0, 0, 5, 0, 11], "74407a90b898cb7d"),
    WholeGame(4, {"teams": True}, 1, 204, 86, 0, "goal", [5, 2, 16, 5], "52824d68c3449218"),
    WholeGame(3, {"starting_demon": True}, 1, 39, 45, 1, "card", [2, 5, 2], "509a27f51dacc876"),
    WholeGame(2, {"candles": 2, "candle_deal": "choose"}, 1, 66, 60, 1, "goal", [1, 10], "6ac081b9e64f71e8"),
    WholeGame(2, {"clockwork": "roll"}, 31, 233, 119, 1, "goal", [287, 10], "47992ca210e7610f"),
    WholeGame(4, {}, 30, 81, 73, 2, "goal", [2, 2, 13, 0], "d404388ef4ea6b4e"),
    WholeGame(4, {}, 39, 121, 88, 0, "card", [2, 2, 2, 2], "13d832db4d0a6863"),
]


class MiniTree(NamedTuple):
    """The size of the tree of `mini` with a turn limit, without which 4 is meant."""

    turns: int
    histories: int
    nodes: int
    decisions: int
    chances: int
    positions: int


MINI_TREES = [
    MiniTree(2, 5_818, 10_789, 3_848, 1_123, 1_229),
    MiniTree(3, 73_886, 136_093, 44_412, 17_795, 6_257),
    MiniTree(4, 925_524, 1_675_763, 539_710, 210_529, 20_161),
]
