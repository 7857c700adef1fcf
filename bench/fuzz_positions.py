"""Damages texts of positions and games, and plays what is accepted to its end with all checks.

    python -m bench.fuzz_positions --texts 100_000 --seed 0
    python -m bench.fuzz_positions --game NAME

A cohort takes positions and whole games of one variant (`tests/games/GAME/fuzzing.py`), damages their texts
(`tests/games/damage.py`) and reads them. What is refused must be refused with a `PositionError`. What is accepted reads back
as it is printed, is drawn, and is played to its end by random players: in every step somebody is asked, observations and
states of all kinds stay within their layouts, no count is negative and every card is in one place. A cohort depends only on
the seed and its number, so `--first N --texts 1` repeats cohort N. Cohorts with odd numbers stop at chance events, whose
outcomes are random; so positions that wait for chance are damaged and played on too. Positions that follow an accepted one
must be accepted themselves, as they are printed. The first violation is reported with the text, and the exit status is 1.
"""

import argparse
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path
from typing import NoReturn

import numpy as np

from resonance_env.core.errors import OptionError, PositionError
from resonance_env.core.game_record import parse_game, replay, variant_of
from resonance_env.core.shown_variant import ShownVariant
from resonance_env.core.spec import EXPLICIT_CHANCE
from resonance_env.games import DEFAULT_GAME
from tests.games.crowd import Crowd
from tests.games.damage import Damage
from tests.games.fuzzing import Fuzzing, load_fuzzing

GAMES = 24  # of a cohort
TAKEN = 0.15  # share of their positions from which those that are damaged are drawn
MOST_POSITIONS = 150
DAMAGED = 6  # texts of each
GAME_TEXTS = 4  # damaged texts of each game
READ_AGAIN = 2  # positions of each step of the accepted ones that are printed and read again


class Violation(AssertionError):
    """An accepted text is not sound, or one is refused by another error; the message is the whole report."""


class PositionCohort:
    """Damaged texts of one variant."""

    def __init__(self, fuzzing: Fuzzing, variant: ShownVariant, rng: np.random.Generator, tally: Counter[str]) -> None:
        self.fuzzing, self.variant, self.rng, self.tally = fuzzing, variant, rng, tally
        self.texts: list[str] = []  # of the accepted positions
        self.accepted: list[np.ndarray] = []

    def run(self) -> None:
        """Damages, reads and plays.

        Raises:
            Violation: the report.
        """
        crowd = self.fuzzing.crowd(self.variant, GAMES, self.rng)
        positions = self._play(crowd)
        damage = Damage(positions, self.rng)
        for text in positions:
            for _ in range(DAMAGED):
                self._read_position(damage.of(text))
        if not self.stops_at_chance:
            self._read_games(crowd)
        self._play_on()

    @property
    def stops_at_chance(self) -> bool:
        return bool(self.variant.options[EXPLICIT_CHANCE])

    def _play(self, crowd: Crowd) -> list[str]:
        """Plays the crowd to its end and returns some positions on the way as text."""
        found = []
        while not crowd.is_over:
            found.append(crowd.games[(self.rng.random(GAMES) < TAKEN) & ~self.variant.done(crowd.games)])
            if self._let_chance_decide(crowd.games):
                self.variant.legal(crowd.games, crowd.legal)
            else:
                crowd.step()
        positions = self.rng.permutation(np.concatenate(found))[:MOST_POSITIONS]
        return [self.variant.position(positions, index) for index in range(len(positions))]

    def _let_chance_decide(self, games: np.ndarray) -> bool:
        """Lets the event of each game that waits for chance come out at random; returns whether any game did."""
        branches = self.variant.chance_branches(games)
        if not len(branches.game):
            return False
        order = self.rng.permutation(len(branches.game))
        waiting, first = np.unique(branches.game[order], return_index=True)
        those = games[waiting]
        self.variant.apply_outcomes(those, branches.outcome[order][first])
        games[waiting] = those
        return True

    def _read_games(self, crowd: Crowd) -> None:
        """Damages and reads the games of the crowd."""
        games = [
            self.variant.spec.game_text(self.variant, int(crowd.seeds[index]), crowd.steps_of(index)) for index in range(GAMES)
        ]
        damage = Damage(games, self.rng)
        for text in games:
            for _ in range(GAME_TEXTS):
                self._read_game(damage.of(text))

    def _read_position(self, text: str) -> None:
        self.tally["texts of positions"] += 1
        try:
            games = self.variant.parse_position(text)
        except PositionError:
            return
        except Exception as error:
            self._fail(text, f"reading it raised {error!r}")
        self._accept(text, games)

    def _read_game(self, text: str) -> None:
        """Reads a game and replays it; its last position is one more to play on from."""
        self.tally["texts of games"] += 1
        try:
            record = parse_game(text, self.variant.spec)
            variant = variant_of(record, self.variant.spec)
            *_, (last, _) = replay(record, variant)
        except PositionError:
            return
        except Exception as error:
            self._fail(text, f"reading it raised {error!r}")
        if variant.identity() == self.variant.identity():
            self._accept(text, last)

    def _accept(self, text: str, games: np.ndarray) -> None:
        self.tally["accepted"] += 1
        try:
            for viewer in (None, *range(self.variant.num_seats)):
                self.variant.render(games, 0, viewer)
        except Exception as error:
            self._fail(text, f"it is accepted, but cannot be shown: {error!r}")
        self._read_again(text, games, 0)
        self.texts.append(text)
        self.accepted.append(games.copy())

    def _read_again(self, text: str, games: np.ndarray, index: int) -> None:
        """Reads position `index`, which follows that of the text or is it, as it is printed."""
        try:
            printed = self.variant.position(games, index)
            again = self.variant.parse_position(printed)
        except Exception as error:
            self._fail(text, f"{error!r}\non reading this position, which follows:\n{self.variant.position(games, index)}")
        if again.tobytes() != games[index : index + 1].tobytes():
            self._fail(text, f"another position when it is printed and read again\nin this position, which follows:\n{printed}")

    def _play_on(self) -> None:
        """Plays all accepted positions to their ends."""
        if not self.accepted:
            return
        games, variant = np.concatenate(self.accepted), self.variant
        games, texts = games.astype(variant.blank.dtype), self.texts
        for _ in range(self.fuzzing.max_steps(variant)):
            while self._let_chance_decide(games):
                self._read_some_again(games)
            legal = variant.legal(games)
            for what, wrong in self.fuzzing.findings_of_position(variant, games, legal):
                if wrong.any():
                    index = int(wrong.argmax())
                    self._fail(texts[index], f"{what}\nin this position, which follows:\n{variant.position(games, index)}")
            self._read_some_again(games)
            if variant.done(games).all():
                return
            self.tally["steps"] += len(games)
            variant.step(games, (self.rng.random(legal.shape) * (legal != 0)).argmax(axis=-1).astype(np.int64))
        index = int(variant.done(games).argmin())
        self._fail(texts[index], f"no end\nin this position, which follows:\n{variant.position(games, index)}")

    def _read_some_again(self, games: np.ndarray) -> None:
        read = ~self.variant.done(games) & (self.variant.acting(games).any(axis=1) | self.fuzzing.reads_chance)
        for index in self.rng.permutation(np.flatnonzero(read))[:READ_AGAIN].tolist():
            self._read_again(self.texts[index], games, index)

    def _fail(self, text: str, what: str) -> NoReturn:
        raise Violation(f"violation: {what}\nplayers {self.variant.players}, {self.variant.options}\nthe text:\n{text}")


def fuzz_cohort(game: str, seed: int, number: int, folder: Path, tally: Counter[str]) -> None:
    """Damages the texts of one cohort.

    Args:
        game: name of the game.
        seed: of the run.
        number: of the cohort.
        folder: where random card sets are written.
        tally: counts to update.

    Raises:
        Violation: the report.
    """
    fuzzing = load_fuzzing(game)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of unusual card sets
        variant = fuzzing.cohort_variant(seed, number, folder)
        variant = variant.spec.variant(variant.players, **variant.options | {EXPLICIT_CHANCE: number % 2 == 1})
        try:
            PositionCohort(fuzzing, variant, np.random.default_rng([seed, number, 3]), tally).run()
        except Violation as error:
            again = f"again: python -m bench.fuzz_positions --game {game} --seed {seed} --first {number} --texts 1"
            raise Violation(f"{error}\n{again}") from error


def main() -> None:
    """Reads damaged texts until there are enough, or until the first violation."""
    parser = argparse.ArgumentParser(description="Plays positions on whose texts were damaged.")
    parser.add_argument("--game", default=DEFAULT_GAME, help="the game")
    parser.add_argument("--texts", type=int, default=100_000, help="stop after the cohort that reaches this many")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first cohort")
    arguments = parser.parse_args()
    tally: Counter[str] = Counter()
    number, begun = arguments.first, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        while tally["texts of positions"] + tally["texts of games"] < arguments.texts:
            try:
                fuzz_cohort(arguments.game, arguments.seed, number, Path(folder), tally)
            except (OptionError, Violation) as error:
                raise SystemExit(f"\n{error}") from None
            number += 1
            figures = ", ".join(f"{name} {count:,}" for name, count in tally.items())
            print(f"\r{number - arguments.first} cohorts, {figures}, {time.monotonic() - begun:.0f} s", end="", flush=True)
    print("\nviolations 0")


if __name__ == "__main__":
    main()
