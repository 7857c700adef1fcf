"""The games of a plan as JSON Lines: one game per line, in the order of their numbers."""

import contextlib
import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from resonance_env.core.errors import UsageError
from resonance_env.core.reading import check_regular
from resonance_env.core.spec import Variant
from resonance_env.eval.match.game_facts import GameFacts
from resonance_env.eval.match.match import MatchResult, ending_name
from resonance_env.eval.match.schedule import Schedule
from resonance_env.eval.workers.plan import Plan
from resonance_env.play.faults import FaultKind

DIGITS = 6  # of payoffs
MAX_LINE = 2**20  # bytes of a game
MAX_GAMES = 2**36  # bytes of all games


class FaultRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fault that ended a game; only the first of its kind by an agent in a unit of work has `details`."""

    seat: int
    agent: str
    kind: FaultKind
    message: str
    details: str = ""


class GameRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game.

    Attributes:
        game: its number in the plan.
        deal: number of its deal.
        seed: of the deal, as text, since it may be above 2**53.
        agents: name of the agent at each seat.
        winners: seats that have won; none in a draw and in a forfeited, truncated or cooperative game.
        payoff: of each seat.
        ending: one of the game's names of endings, "forfeit" or "truncated".
        rounds: rounds begun; steps in a game without rounds.
        steps: steps of the environment.
        decisions: of each seat.
        faults: the faults of a forfeited game.
        facts: statistics of the game, if requested.
        score: score of a cooperative game, in [0, 1].
        natural_score: the same in the game's own unit.
    """

    game: int
    deal: int
    seed: str
    agents: tuple[str, ...]
    winners: tuple[int, ...]
    payoff: tuple[float, ...]
    ending: str
    rounds: int
    steps: int
    decisions: tuple[int, ...]
    faults: tuple[FaultRecord, ...] = ()
    facts: GameFacts | None = None
    score: float | None = None
    natural_score: float | None = None


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(GameRecord)


def encode(
    variant: Variant,
    plan: Plan,
    numbers: range,
    schedule: Schedule,
    result: MatchResult,
    facts: Sequence[GameFacts] = (),
) -> bytes:
    """Returns the lines of the games with these numbers, with `facts[game]` unless these are empty."""
    faults: dict[int, list[FaultRecord]] = {}
    told: set[tuple[str, str]] = set()
    for entry in result.faults:
        agent, fault = plan.agents[schedule.line_up[entry.game, entry.seat]], entry.fault
        details = "" if (agent, fault.kind) in told else fault.details
        told.add((agent, fault.kind))
        record = FaultRecord(entry.seat, agent, fault.kind, fault.message, details)
        faults.setdefault(entry.game, []).append(record)
    line_ups, payoffs = schedule.line_up.tolist(), result.payoff.astype(float).round(DIGITS).tolist()
    seats, decisions = range(variant.num_seats), result.decisions.tolist()
    winners, endings = result.winners.tolist(), result.ending.tolist()
    seeds, rounds, steps = schedule.seeds.tolist(), result.rounds.tolist(), result.steps.tolist()
    scores, natural_scores = result.score.round(DIGITS).tolist(), result.natural_score.round(DIGITS).tolist()
    records = [
        GameRecord(
            game=number,
            deal=number // plan.games_per_deal,
            seed=str(seeds[row]),
            agents=tuple(plan.agents[agent] for agent in line_ups[row]),
            winners=tuple(seat for seat in seats if winners[row][seat]),
            payoff=tuple(payoffs[row]),
            ending=ending_name(variant, endings[row]),
            rounds=rounds[row],
            steps=steps[row],
            decisions=tuple(decisions[row]),
            faults=tuple(faults.get(row, ())),
            facts=facts[row] if facts else None,
            score=scores[row] if variant.is_cooperative else None,
            natural_score=natural_scores[row] if variant.is_cooperative else None,
        )
        for row, number in enumerate(numbers)
    ]
    return _ENCODER.encode_lines(records)


def decode(lines: bytes) -> list[GameRecord]:
    """Returns the games of lines that `encode` has made."""
    return [_DECODER.decode(line) for line in lines.splitlines()]


def read_games(path: Path) -> Iterator[GameRecord]:
    """Reads the games of a file line by line.

    Raises:
        UsageError: a line is not a game; names the line.
        OSError: it cannot be read, or is no regular file or too long.
    """
    check_regular(path, MAX_GAMES)
    with path.open("rb") as file:
        for number, line in enumerate(iter(lambda: file.readline(MAX_LINE), b"")):
            try:
                record = _DECODER.decode(line)
            except (msgspec.DecodeError, RecursionError) as error:
                raise UsageError(f"{path}, line {number + 1}: expected a game, got {line[:60]!r} ({error})") from None
            if record.game != number or not line.endswith(b"\n"):
                raise UsageError(f"{path}, line {number + 1}: expected game {number}, got {record.game}")
            yield record


class GamesFile:
    """A file of games that grows by whole units of work; one process at a time may write to it."""

    def __init__(self, path: Path, unit: int, total: int) -> None:
        """Opens or creates the file, and drops an unfinished unit that a killed run has left at its end.

        Args:
            path: the file.
            unit: games per unit; the last unit may be smaller.
            total: total number of games.

        Raises:
            UsageError: another process writes to it, or it contains something other than games.
            OSError: it cannot be written.
        """
        self.path = path
        self._file: io.FileIO = path.open("ab", buffering=0)  # a buffer would be written again when the file is closed
        try:
            self._lock()
            self.num_games = self._trim(unit, total)
        except BaseException:
            self._file.close()
            raise

    def append(self, lines: bytes, num_games: int) -> None:
        """Writes the lines of a unit, all or nothing.

        Raises:
            OSError: the disk is full; names the file, which is unchanged.
        """
        end = os.fstat(self._file.fileno()).st_size
        try:
            rest = memoryview(lines)
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                os.truncate(self.path, end)
            raise OSError(error.errno, error.strerror, str(self.path)) from error
        self.num_games += num_games

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # not on Windows
            return
        try:
            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(f"{self.path}: another process is playing this tournament") from None

    def _trim(self, unit: int, total: int) -> int:
        """Truncates the file to whole units; returns the number of games left."""
        ends = [0]
        with self.path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                ends.append(ends[-1] + len(line))
        lines = len(ends) - 1
        kept = total if lines >= total else lines // unit * unit
        if self.path.stat().st_size > ends[kept]:
            os.truncate(self.path, ends[kept])
        return kept
