"""The plan of a run of many games: everything the games depend on, and the agents, deal and random streams of each game."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from resonance_env import __version__
from resonance_env.core.errors import OptionError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.options import check_number
from resonance_env.core.spec import Variant
from resonance_env.eval.match.schedule import MAX_GAMES, Schedule, num_turns, seated_games

FORMAT = 2  # of the stored plan
MIN_UNIT, MAX_UNIT = 32, 1024  # games: smaller batches waste time, larger ones are no faster
MAX_WORKERS = 1024
UNITS = 64  # lowest number of units of a run, unless they would be too small: an interruption costs one per process


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The games to play. Games have numbers, deal by deal, line-up by line-up, rotation by rotation; see `seated_games`.

    Attributes:
        format, version: of the stored plan and of the package.
        game, players, options, fingerprint: of the variant.
        agents: names as typed.
        checkpoints: digests of the files of checkpoints.
        kinds: kinds of line-ups, as typed.
        line_ups: `[line-up][side]` indices of agents.
        sides: `[seat]` side of each seat: its team, in a cooperative game every seat by itself.
        games: total number of games.
        unit: games per unit of work; the last unit may be smaller.
        seconds: time limit of a call.
        seed: seed of deals and agents.
        recorded: kind of observation of the agents whose decisions are recorded, by name.
        saved_games: number of games, from the first on, that are saved as text.
        from_python: agents were given by a program, so that no command plays the same games.
    """

    format: int
    version: str
    game: str
    players: int
    options: dict[str, Any]
    fingerprint: str
    agents: tuple[str, ...]
    checkpoints: dict[str, str] = {}
    kinds: tuple[str, ...] = ()
    line_ups: tuple[tuple[int, ...], ...]
    sides: tuple[int, ...]
    games: int
    unit: int
    seconds: float
    seed: int
    recorded: dict[str, ObservationKind] = {}
    saved_games: int = 0
    from_python: bool = False

    @property
    def num_sides(self) -> int:
        return max(self.sides) + 1

    @property
    def turns(self) -> int:
        """The number of rotations of each line-up."""
        return num_turns(self.line_ups)

    @property
    def games_per_deal(self) -> int:
        return len(self.line_ups) * self.turns

    @property
    def deals(self) -> int:
        return self.games // self.games_per_deal

    def units(self, first: int = 0) -> list[range]:
        """Returns the units of work from game `first` on, as ranges of numbers of games."""
        return [range(begin, min(begin + self.unit, self.games)) for begin in range(first, self.games, self.unit)]

    def schedule(self, numbers: range) -> Schedule:
        """Returns the games with these consecutive numbers."""
        return seated_games(self.line_ups, self.sides, self.seed, numbers)


def make_plan(
    variant: Variant,
    agents: Sequence[str],
    line_ups: Sequence[tuple[int, ...]],
    *,
    games: int,
    seconds: float,
    seed: int,
    kinds: Sequence[str] = (),
    checkpoints: Mapping[str, str] | None = None,
    recorded: Mapping[str, ObservationKind] | None = None,
    saved_games: int = 0,
    from_python: bool = False,
) -> Plan:
    """Returns the plan of at least `games` games, rounded up to whole deals."""
    turns = num_turns(line_ups)
    games = -(-games // (len(line_ups) * turns)) * len(line_ups) * turns
    return Plan(
        format=FORMAT,
        version=__version__,
        **variant.identity(),
        agents=tuple(agents),
        checkpoints=dict(checkpoints or {}),
        kinds=tuple(kinds),
        line_ups=tuple(line_ups),
        sides=seats_by_side(variant),
        games=games,
        unit=unit_of(games, turns),
        seconds=seconds,
        seed=seed,
        recorded=dict(recorded or {}),
        saved_games=saved_games,
        from_python=from_python,
    )


def seats_by_side(variant: Variant) -> tuple[int, ...]:
    """Returns the side of each seat: its team, in a cooperative game every seat by itself, so that agents can be partners."""
    return tuple(range(variant.num_seats)) if variant.is_cooperative else variant.teams


def unit_of(games: int, turns: int) -> int:
    """Returns the number of games per unit of work: whole rotations of a line-up, independent of the number of processes."""
    wanted = min(MAX_UNIT, max(MIN_UNIT, -(-games // UNITS)))
    return -(-wanted // turns) * turns


def check_numbers(games: int, workers: int | None, seconds: float, seed: int | None) -> None:
    """Checks the options that the commands that play plans share.

    Raises:
        OptionError: a number is out of range.
    """
    check_number("--games", games, 1, MAX_GAMES)
    if workers is not None:
        check_number("--workers", workers, 1, MAX_WORKERS)
    if not 0 < seconds < math.inf:
        raise OptionError(f"expected --seconds above 0, got {seconds}")
    if seed is not None and not 0 <= seed < 2**64:
        raise OptionError(f"expected --seed in 0 .. 2**64 - 1, got {seed}")
