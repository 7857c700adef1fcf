"""The tables of `cards.md`, read from the page, so that no number is written twice."""

import math
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

Options = dict[str, Any]

PAGE = Path(__file__).resolve().parents[3] / "resonance_env" / "games" / "syncro" / "cards.md"


def rows_under(heading: str) -> list[list[str]]:
    """Returns the cells of the rows of the first table after a line that contains `heading`."""
    lines = PAGE.read_text("utf-8").splitlines()
    first = next(index for index, line in enumerate(lines) if heading in line)
    start = next(index for index in range(first, len(lines)) if lines[index].startswith("|"))
    rows: list[list[str]] = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            return rows
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def numbers(cell: str) -> list[int]:
    """Returns the numbers of a cell such as `16/184/0 649 1126 4346`."""
    return [int(number) for number in cell.replace("/", " ").split()]


class SetUp(NamedTuple):
    """A set-up of the house set, a level alone; cards by names."""

    seed: int
    players: int
    level: int
    hands: str
    monsters: str  # face up, in the order laid
    rewards: str


def set_ups() -> list[SetUp]:
    """Returns the listed set-ups."""
    found = []
    for seed, players, level, *cards in rows_under("Set-ups of the house set"):
        power, _, more = seed.partition(" + ")
        number = 2 ** int(power[2:]) + int(more) if power.startswith("2^") else int(seed)
        found.append(SetUp(number, int(players), int(level), *cards))
    return found


class Scripted(NamedTuple):
    """Scripted games: how they are started, and their listed numbers."""

    players: int
    options: Options
    expected: list[int]


def scripted_levels() -> list[Scripted]:
    """Returns 200 games of each level and number of mages: won, exhausted, unpaid, foes beaten, turns, stops."""
    games = []
    for heading, replay in (("each level alone: games won", False), ("The same with `replay = true`", True)):
        for level, *cells in rows_under(heading):
            for players, cell in enumerate(cells, start=2):
                games.append(Scripted(players, {"level": int(level), "replay": replay}, numbers(cell)))
    return games


_CAMPAIGNS: list[Options] = [
    {"chapters": "I", "retries": 3},
    {"chapters": "I", "retries": 3, "saves": True},
    {"chapters": "II", "retries": 3},
    {"chapters": "II", "retries": 3, "saves": True},
    {"chapters": "I", "retries": 1, "estimates": "off"},
]


def scripted_campaigns() -> list[Scripted]:
    """Returns 60 campaigns of each number of mages: levels cleared, turns, stops."""
    games = []
    for players, *cells in rows_under("Campaigns over the seeds 0 .. 59"):
        for options, cell in zip(_CAMPAIGNS, cells, strict=True):
            games.append(Scripted(int(players), {"mode": "campaign", **options}, numbers(cell)))
    return games


def random_win_rates() -> list[tuple[int, int, float]]:
    """Returns number of mages, level and share of 1,000 games that random play wins."""
    rows = [cells for player, *cells in rows_under("### Measured") if player == "random"]
    return [(int(mages), level, float(rate) / 100) for mages, *rates in rows for level, rate in enumerate(rates, start=1)]


def wins_as_listed(wins: int, games: int, listed: float) -> bool:
    """Returns whether some games may have the win rate of 1,000 listed ones: 95 % over all 36 cells together."""
    both = (wins + 1_000 * listed + 1) / (games + 1_002)
    error = math.sqrt(both * (1 - both) * (1 / games + 1 / 1_000))
    return abs(wins / games - listed) <= 3.2 * error


class Tree(NamedTuple):
    """The tree of `mini` with some options, chance and all."""

    options: Options
    histories: int
    stops: int
    exact: Fraction | None  # chance that uniform play wins all levels, where it is listed as a fraction
    rounded: str  # the same with six decimals

    def agrees(self, histories: int, stops: int, uniform: Fraction) -> bool:
        """Returns whether counts are as listed."""
        is_exact = self.exact is None or uniform == self.exact
        return (histories, stops) == (self.histories, self.stops) and is_exact and f"{float(uniform):.6f}" == self.rounded


def trees_of_mini() -> list[Tree]:
    """Returns the listed trees."""
    trees, before = [], ""
    for levels, written, histories, stops, uniform in rows_under("All of it can be enumerated"):
        before = before if uniform == "the same" else uniform
        exact, _, rounded = before.rpartition(" = ")
        known = int(histories.replace(",", "")), int(stops.replace(",", ""))
        trees.append(Tree(_options_of_mini(levels, written), *known, Fraction(exact) if exact else None, rounded))
    return trees


def _options_of_mini(levels: str, written: str) -> Options:
    options: Options = {"level": int(levels)} if "," not in levels else {"mode": "campaign"}
    if levels == "1, 2":
        options["chapters"] = "I"
    if "estimates = off" in written:
        options["estimates"] = "off"
    if "retries = 1" in written:
        options["retries"] = 1
    if "saves = true" in written:
        options["saves"] = True
    return options
