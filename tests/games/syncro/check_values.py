"""Check values of the page of the cards, for every implementation of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple


@dataclass(frozen=True)
class SetUp:
    """A set-up of the house set, a level alone."""

    seed: int
    players: int
    level: int
    hands: str
    monsters: str  # face up, in the order laid
    rewards: str = ""
    sums: tuple[int, ...] = ()


SET_UPS = (
    SetUp(0, 4, 1, "3 5 1 4 2; 1 2 4 5 2; 2 5 1 3 2; 4 1 4 1 3", "Ogre, Deathcap, Giant, Ghoul, Troll"),
    SetUp(0, 2, 5, "5 4 3 4 3 2 5 2; 2 4 1 1 4 2 3 1", "Troll, Puffball, Imp, Deathcap", "Lens; Amulet"),
    SetUp(
        *(1, 3, 7),
        "5 1 2 1 1 2; 1 3 2 3 3 4; 1 1 4 6 5 4",
        "Elder Wyrm, Ghoul, Morel, Deathcap, Ogre",
        "Hammer; Lens; Anchor",
        (12, 16, 21),
    ),
    SetUp(
        *(2**40 + 7, 5, 9),
        "3 2 2 4; 5 5 2 4; 5 6 4 2; 3 1 3 3; 2 4 6 7",
        "Colossus, Giant, Stone Golem, Clay Golem",
        "Spring; Amulet; Amulet; Lens; Spring",
    ),
)

# Scripted play of 200 seeds, each level alone: won/exhausted/unpaid, foes beaten, turns, stops; a column for 2 to 5 mages.
LEVELS = """
1 | 16/184/0 649 1126 4346 | 15/185/0 581 1227 4631 | 13/187/0 752 1471 5351 | 16/184/0 737 1419 5397
2 | 2/198/0 436 1047 4045 | 16/184/0 622 1298 4788 | 14/186/0 668 1484 5398 | 11/189/0 731 1455 5476
3 | 5/107/88 401 850 3851 | 4/128/68 411 1031 4468 | 8/112/80 547 1206 5142 | 6/118/76 531 1102 5166
4 | 1/83/116 437 839 3907 | 2/75/123 457 969 4525 | 4/93/103 574 1186 5199 | 5/91/104 596 1217 5546
5 | 5/110/85 473 962 4587 | 0/110/90 480 1125 5460 | 1/121/78 519 1253 6088 | 3/125/72 575 1209 6779
6 | 2/109/89 504 986 4738 | 0/107/93 508 1072 5311 | 0/119/81 631 1292 6274 | 1/112/87 694 1236 7000
7 | 0/116/84 459 938 4271 | 0/115/85 452 1045 4901 | 0/121/79 553 1221 5652 | 0/120/80 694 1243 6513
8 | 1/111/88 481 908 4539 | 0/122/78 566 1063 5318 | 1/113/86 703 1319 6347 | 1/110/89 807 1261 7038
9 | 0/170/30 655 1178 5121 | 1/151/48 711 1404 6057 | 0/152/48 746 1529 6749 | 1/146/53 798 1521 7615
"""

LEVELS_WITH_REPLAY = """
3 | 5/102/93 388 839 3842 | 4/122/74 398 1018 4462 | 8/111/81 529 1199 5135 | 4/116/80 515 1090 5170
4 | 1/85/114 419 834 3900 | 2/72/126 445 956 4506 | 3/93/104 552 1175 5176 | 5/90/105 590 1213 5552
5 | 2/114/84 451 939 4585 | 1/96/103 453 1055 5378 | 1/108/91 506 1250 6284 | 5/117/78 605 1285 7268
6 | 0/112/88 485 970 4704 | 2/102/96 504 1072 5397 | 2/111/87 637 1310 6448 | 3/102/95 712 1326 7461
7 | 0/113/87 448 937 4314 | 0/108/92 444 1047 5038 | 2/100/98 535 1184 5693 | 3/103/94 647 1230 6634
8 | 1/106/93 472 905 4606 | 1/108/91 579 1089 5520 | 1/115/84 683 1299 6443 | 1/109/90 809 1327 7440
9 | 0/162/38 667 1188 5182 | 1/151/48 724 1432 6252 | 0/133/67 740 1583 7106 | 3/141/56 821 1604 8174
"""

# Scripted play of 60 seeds, campaigns: levels cleared, turns, stops; a column for each of `CAMPAIGN_OPTIONS`.
CAMPAIGNS = """
2 | 22 1605 6207 | 21 1610 6204 | 4 1168 5694 | 4 1180 5742 | 12 766 2735
3 | 23 1788 6825 | 26 1817 6919 | 1 1335 6528 | 1 1333 6533 | 15 885 3113
4 | 27 2218 8157 | 27 2218 8119 | 1 1509 7369 | 1 1510 7370 | 10 975 3330
5 | 26 2126 8287 | 24 2100 8156 | 4 1588 8711 | 4 1569 8700 | 12 993 3552
"""

CAMPAIGN_OPTIONS: tuple[dict[str, Any], ...] = (
    {"chapters": "I", "retries": 3},
    {"chapters": "I", "retries": 3, "saves": True},
    {"chapters": "II", "retries": 3},
    {"chapters": "II", "retries": 3, "saves": True},
    {"chapters": "I", "retries": 1, "estimates": "off"},
)

# Win rates of random play in percent, 1,000 games each: a row for each number of mages, a column for each level.
RANDOM_WINS = """
2 | 8.7 | 2.8 | 0.8 | 1.3 | 1.2 | 0.9 | 0.5 | 0.0 | 0.1
3 | 6.9 | 5.7 | 2.7 | 1.9 | 0.5 | 0.1 | 0.0 | 0.2 | 0.0
4 | 6.5 | 3.5 | 2.5 | 2.2 | 0.5 | 0.6 | 0.2 | 0.2 | 0.2
5 | 8.0 | 4.2 | 2.3 | 2.3 | 1.6 | 0.9 | 0.3 | 0.2 | 0.2
"""


class Tree(NamedTuple):
    """The tree of `mini` with some options, chance and all."""

    options: dict[str, Any]
    histories: int
    stops: int
    uniform: Fraction | float  # chance of winning all levels if everybody chooses uniformly; a float has six decimals


_LEVELS = tuple(Fraction(*share) for share in ((326, 3125), (2850132391, 7255941120), (2347472137, 3224862720)))
_SILENT = {"estimates": "off"}
_CAMPAIGN = {"mode": "campaign"}
TREES = (
    Tree({"level": 1}, 1_141_776, 1_878_040, _LEVELS[0]),
    Tree({"level": 1} | _SILENT, 126_864, 208_708, _LEVELS[0]),
    Tree({"level": 2}, 63_147_456, 121_491_234, _LEVELS[1]),
    Tree({"level": 2} | _SILENT, 812_736, 1_566_140, _LEVELS[1]),
    Tree({"level": 3}, 626_283_576, 1_092_093_384, _LEVELS[2]),
    Tree({"level": 3} | _SILENT, 2_218_584, 3_950_610, _LEVELS[2]),
    Tree({"level": 1, "retries": 1} | _SILENT, 15_875_255_232, 26_116_967_860, 0.197757),
    Tree({"level": 3, "retries": 1} | _SILENT, 208_845_891_680, 372_114_514_682, 0.922248),
    Tree({"chapters": "I"} | _CAMPAIGN | _SILENT, 1_404_532_944, 2_706_496_900, 0.040977),
    Tree(_CAMPAIGN | _SILENT, 396_622_180_662_480, 706_259_665_628_548, 0.029830),
    Tree({"saves": True} | _CAMPAIGN | _SILENT, 298_662_859_308_240, 531_826_231_327_108, 0.029828),
    Tree(_CAMPAIGN, 77_429_725_478_751_994_704, 135_017_436_876_687_788_248, 0.029830),
)


class Listed(NamedTuple):
    """A cell of these tables: how the games are started, and its numbers."""

    players: int
    options: dict[str, Any]
    numbers: list[int]


def _cells(table: str) -> list[tuple[int, list[str]]]:
    rows = [line.split("|") for line in table.strip().splitlines()]
    return [(int(head), cells) for head, *cells in rows]


def _numbers(cell: str) -> list[int]:
    return [int(number) for number in cell.replace("/", " ").split()]


def listed_levels() -> list[Listed]:
    """Returns the cells of scripted play, each level alone."""
    return [
        Listed(players, {"level": level, **more}, _numbers(cell))
        for table, more in ((LEVELS, {}), (LEVELS_WITH_REPLAY, {"replay": True}))
        for level, row in _cells(table)
        for players, cell in enumerate(row, start=2)
    ]


def listed_campaigns() -> list[Listed]:
    """Returns the cells of scripted campaigns."""
    return [
        Listed(players, {"mode": "campaign", **options}, _numbers(cell))
        for players, row in _cells(CAMPAIGNS)
        for options, cell in zip(CAMPAIGN_OPTIONS, row, strict=True)
    ]


def listed_random_wins() -> list[tuple[int, int, float]]:
    """Returns number of mages, level and win rate in percent of random play."""
    return [(players, level, float(cell)) for players, row in _cells(RANDOM_WINS) for level, cell in enumerate(row, start=1)]
