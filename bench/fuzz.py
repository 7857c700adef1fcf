"""Plays millions of decisions and checks all invariants in every step.

    python -m bench.fuzz --decisions 10_000_000 --seed 0
    python -m bench.fuzz --game NAME

A game names its card sets, policies and invariants in `tests/games/GAME/fuzzing.py`.

A cohort is a batch of games of one variant. It depends only on the seed and its number, so `--first N --decisions 1` plays
cohort N again. Every step of every game checks all invariants. About one decision in 500 is checked more closely (masks action
by action, games restored from text and from bytes and played in parallel), and some games are replayed from their text and, if
the game can be, relabelled. The first violation is reported with everything needed to reproduce it, and the exit status is 1.
"""

import argparse
import tempfile
import time
import warnings
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import numpy as np

from resonance_env.core.errors import OptionError, PositionError
from resonance_env.core.game_record import parse_game, replay, variant_of
from resonance_env.core.shown_variant import ShownVariant
from resonance_env.games import DEFAULT_GAME
from tests.games.fuzzing import RANDOM, Fuzzing, load_fuzzing
from tests.games.invariants import check_verify, records

CLOSE_LOOK = 1 / 500  # share of decisions
REPLAYED = 1 / 100  # share of games replayed from their text
RELABELLED_EVERY = 6  # steps of a cohort
RELABELLED_GAMES = 12
FIGURES = (
    "cohorts",
    "games",
    "steps",
    "decisions",
    "positions checked closely",
    "positions compared with relabelled ones",
    "games replayed from text",
)


class Violation(AssertionError):
    """An invariant is broken; the message is the whole report."""


@dataclass
class Tally:
    """Counts of games played and checks made."""

    counts: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(FIGURES, 0)))
    phases: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    players: Counter[str] = field(default_factory=Counter)

    def rows(self) -> list[tuple[str, str]]:
        """Returns names and figures of the final table."""
        rows = [(name, f"{count:,}") for name, count in self.counts.items()]
        groups = {"decisions by phase": self.phases, "endings": self.endings, "games by players": self.players}
        for name, counter in groups.items():
            rows.append((name, ", ".join(f"{key} {count:,}" for key, count in sorted(counter.items()))))
        return rows


class Companions:
    """Games that were restored from bytes or from text midway, played in parallel with their originals.

    Attributes:
        of: `[companion]` index of the original game in the batch.
    """

    def __init__(self, variant: ShownVariant) -> None:
        self.variant = variant
        self.games = variant.new_games(0)
        self.of = np.zeros(0, dtype=np.int64)

    def add(self, index: int, game: np.ndarray) -> None:
        """Adds an array of one game that equals game `index` of the batch now."""
        games = self.variant.new_games(len(self.games) + 1)
        games[:-1], games[-1:] = self.games, game
        self.games, self.of = games, np.append(self.of, index)

    def step(self, actions: np.ndarray) -> None:
        self.variant.step(self.games, actions[self.of])

    def drop(self, is_over: np.ndarray) -> None:
        """Drops the games whose originals, bool `[game]`, are over."""
        kept = ~is_over[self.of]
        self.games, self.of = self.games[kept], self.of[kept]

    def differing(self, games: np.ndarray) -> np.ndarray:
        """Returns the indices of games that differ from a companion."""
        wrong: np.ndarray = self.of[(records(games[self.of]) != records(self.games)).any(axis=1)]
        return wrong


class Cohort:
    """One batch of games with all its checks."""

    def __init__(self, fuzzing: Fuzzing, variant: ShownVariant, num_games: int, rng: np.random.Generator, tally: Tally) -> None:
        self.fuzzing, self.variant, self.rng, self.tally = fuzzing, variant, rng, tally
        self.crowd = fuzzing.crowd(variant, num_games, rng)
        self.companions = Companions(variant)
        self.ends = self.crowd.games.copy()  # [game] what each game was when it ended
        self.restored: list[tuple[int, int, str]] = []  # (game, step, position text)

    def run(self) -> None:
        """Plays all games to their end.

        Raises:
            Violation: an invariant is broken; the report is enough to reproduce it.
        """
        crowd, bound = self.crowd, self.fuzzing.max_steps(self.variant)
        running = np.arange(len(crowd.games))
        before = crowd.games
        while True:
            self._look(running, before)
            is_over = self.variant.done(crowd.games)
            ended = running[is_over[running]]
            self.ends[ended] = crowd.games[ended]
            running = running[~is_over[running]]
            if len(running) == 0:
                break
            if len(crowd.history) > bound:
                self._fail(int(running[0]), f"no end after {bound} decision points")
            self.companions.drop(is_over)
            self._look_closer(running)
            if len(crowd.history) % RELABELLED_EVERY == RELABELLED_EVERY - 1:
                self._relabel(running)
            before = crowd.games[running]
            self._count_phases(running)
            self.companions.step(crowd.step())
        differing = np.flatnonzero((records(self.ends) != records(crowd.games)).any(axis=1))
        if len(differing):
            self._fail(int(differing[0]), "a finished game changed")
        self._replay()
        self._count()

    def _fail(self, index: int, what: str) -> NoReturn:
        raise Violation(self._report(index, what))

    def _report(self, index: int, what: str) -> str:
        crowd, variant = self.crowd, self.variant
        try:
            position = variant.position(crowd.games, index)
        except Exception as error:  # an error here must not hide the rest of the report
            position = f"(no text: {error!r})"
        policies = ", ".join(crowd.policy_names[policy] for policy in crowd.policies[index])
        return "\n".join(
            [
                f"violation: {what}",
                f"card set {variant.card_digest}, players {variant.players}, {variant.options}",
                f"game seed {crowd.seeds[index]}, step {crowd.lengths[index]}, policies {policies}",
                "position:",
                position,
                "record:",
                *(f"  {name}: {crowd.games[name][index].tolist()}" for name in crowd.games.dtype.names or ()),
                "game:",
                variant.spec.game_text(variant, int(crowd.seeds[index]), crowd.steps_of(index)),
            ]
        )

    def _look(self, running: np.ndarray, before: np.ndarray) -> None:
        """Checks every invariant in the games that were running, which were so before the step."""
        crowd = self.crowd
        for what, wrong in self.fuzzing.findings(self.variant, before, crowd.games[running], crowd.legal[running]):
            if wrong.any():
                self._fail(int(running[wrong.argmax()]), what)
        differing = self.companions.differing(crowd.games)
        if len(differing):
            self._fail(int(differing[0]), "a game restored from its text or its bytes differs from the original")

    def _look_closer(self, running: np.ndarray) -> None:
        """Slow checks of a few positions; half are restored from text and half from bytes, and then played in parallel."""
        crowd, variant = self.crowd, self.variant
        games = crowd.games
        asked = variant.acting(games[running]).sum(axis=1)
        is_chosen = self.rng.random(len(running)) < CLOSE_LOOK * asked
        for index in map(int, running[is_chosen]):
            self.tally.counts["positions checked closely"] += 1
            try:
                check_verify(variant, games, index, crowd.legal[index], self.rng)
            except AssertionError as error:
                self._fail(index, str(error))
            text = variant.position(games, index)
            parsed = self._read(index, text)
            if parsed.tobytes() != games[index : index + 1].tobytes():
                self._fail(index, f"the text of the position reads back as a different position:\n{variant.position(parsed)}")
            if self.rng.random() < 0.5:
                parsed = np.frombuffer(games[index : index + 1].tobytes(), dtype=games.dtype).copy()
            self.companions.add(index, parsed)
            self.restored.append((index, len(crowd.history), text))
            self._check_state(index)

    def _read(self, index: int, text: str) -> np.ndarray:
        try:
            games, _ = self.variant.parse_text(text)
        except PositionError as error:
            self._fail(index, f"the text of the position cannot be read back: {error}")
        return games

    def _check_state(self, index: int) -> None:
        state = self.variant.state(self.crowd.games[index : index + 1]).view(np.uint8)
        if (state > self.variant.state_layout.high.view(np.uint8)).any():
            self._fail(index, "state() is out of range")

    def _relabel(self, running: np.ndarray) -> None:
        chosen = self.rng.permutation(running)[:RELABELLED_GAMES]
        try:
            compared = self.fuzzing.compare_relabelled(self.variant, self.crowd.games[chosen], self.rng)
        except AssertionError as error:
            self._fail(int(chosen[0]), f"{error}\n(one of the games {chosen.tolist()}, continued from here)")
        self.tally.counts["positions compared with relabelled ones"] += compared

    def _replay(self) -> None:
        """Checks that games replayed from their text, from the seed and from a middle position, end in the same position."""
        crowd = self.crowd
        starts: list[tuple[int, int | str, int]] = [
            (int(index), int(crowd.seeds[index]), 0) for index in np.flatnonzero(self.rng.random(len(crowd.games)) < REPLAYED)
        ]
        starts += [(index, text, step) for index, step, text in self.restored if self.rng.random() < 10 * REPLAYED]
        for index, start, step in starts:
            text = self.variant.spec.game_text(self.variant, start, crowd.steps_of(index, step))
            try:
                record = parse_game(text, self.variant.spec)
                *_, (last, _) = replay(record, variant_of(record, self.variant.spec))
            except PositionError as error:
                self._fail(index, f"the game's text does not replay: {error}")
            if last.tobytes() != crowd.games[index : index + 1].tobytes():
                self._fail(index, f"the game's text from step {step} on replays to a different end")
            self.tally.counts["games replayed from text"] += 1

    def _count_phases(self, running: np.ndarray) -> None:
        games, names = self.crowd.games[running], self.fuzzing.phase_names
        sums = np.bincount(games["phase"], weights=self.variant.acting(games).sum(axis=1), minlength=len(names))
        self.tally.phases.update({name: int(count) for name, count in zip(names, sums, strict=True) if count})

    def _count(self) -> None:
        crowd, tally = self.crowd, self.tally
        tally.counts["decisions"] += crowd.decisions
        tally.counts["steps"] += int(crowd.lengths.sum())
        tally.counts["games"] += len(crowd.games)
        tally.counts["cohorts"] += 1
        tally.players[str(self.variant.players)] += len(crowd.games)
        tally.endings.update(self.variant.ending_names[ending] for ending in self.variant.ending(crowd.games))


def fuzz_cohort(
    game: str, seed: int, number: int, folder: Path, tally: Tally, num_games: int | None = None, cards: str | None = None
) -> None:
    """Plays one cohort.

    Args:
        game: name of the game.
        seed: of the run.
        number: of the cohort.
        folder: where random card sets are written.
        tally: counts to update.
        num_games: number of games; None: the default number.
        cards: a key of the fuzzing's `num_games`; None: the one that is due.

    Raises:
        Violation: the report.
    """
    fuzzing = load_fuzzing(game)
    cards = cards or fuzzing.cards_of(number)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of unusual card sets
        variant = fuzzing.cohort_variant(seed, number, folder, cards)
        rng = np.random.default_rng([seed, number, 1])
        try:
            Cohort(fuzzing, variant, num_games or fuzzing.num_games[cards], rng, tally).run()
        except Violation as error:
            lines = [str(error), f"again: python -m bench.fuzz --game {game} --seed {seed} --first {number} --decisions 1"]
            if cards == RANDOM:
                lines += ["card set:", Path(variant.options["cards"]).read_text(encoding="utf-8")]
            raise Violation("\n".join(lines)) from error


def main() -> None:
    """Plays cohorts until there are enough decisions, or until the first violation."""
    parser = argparse.ArgumentParser(description="Plays random and adversarial games with all checks in every step.")
    parser.add_argument("--game", default=DEFAULT_GAME, help="the game")
    parser.add_argument("--decisions", type=int, default=10_000_000, help="stop after the cohort that reaches this many")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first cohort")
    arguments = parser.parse_args()
    tally, number, begun = Tally(), arguments.first, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        while tally.counts["decisions"] < arguments.decisions:
            try:
                fuzz_cohort(arguments.game, arguments.seed, number, Path(folder), tally)
            except (OptionError, Violation) as error:
                raise SystemExit(f"\n{error}") from None
            number += 1
            seconds = time.monotonic() - begun
            print(
                f"\r{tally.counts['decisions']:>12,} of {arguments.decisions:,} decisions, {tally.counts['games']:,} games, "
                f"{number - arguments.first} cohorts, {seconds:.0f} s",
                end="",
                flush=True,
            )
    print()
    rows = [*tally.rows(), ("seconds", f"{time.monotonic() - begun:.0f}"), ("violations", "0")]
    width = max(len(name) for name, _ in rows)
    for name, figure in rows:
        print(f"{name:<{width}}  {figure}")


if __name__ == "__main__":
    main()
