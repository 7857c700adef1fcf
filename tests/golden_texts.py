"""Golden playthroughs of any game: whole games as text, so that changes of rules show as differences that people can read.

Each text holds what the game was started with, what was played, what happened, what a seat saw at some decisions with its legal
actions, and the payoffs.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from resonance_env.core.files import write_atomically
from resonance_env.core.spec import Variant

NUM_VIEWS = 2  # decisions shown in each text
MAX_BYTES = 40_000
RULE = "=" * 100

Texts = Mapping[str, Callable[[], str]]  # how each file is made


def played_through(variant: Variant, seed: int, weights: np.ndarray) -> tuple[Variant, int, list[np.ndarray], list[np.ndarray]]:
    """Plays a game at random, legal actions by their weights `[action]`: returns variant, seed, positions and steps."""
    rng, games = np.random.default_rng(seed), variant.start([seed])
    positions, steps = [games.copy()], []
    while not variant.done(games)[0]:
        legal = variant.legal(games) * weights
        steps.append((rng.random(legal.shape) * legal).argmax(axis=-1)[0])
        variant.step(games, steps[-1][None])
        positions.append(games.copy())
    return variant, seed, positions, steps


def playthrough_text(
    variant: Variant,
    seed: int,
    positions: Sequence[np.ndarray],
    steps: Sequence[np.ndarray],
    number: int,
    kind_of: Callable[[Any], Hashable],
) -> str:
    """Returns a played game as text.

    Args:
        variant: the variant.
        seed: the seed of the game.
        positions: arrays of one game, before each step and at the end.
        steps: the actions `[seat]` between them.
        number: of the playthrough; it determines which decisions are shown.
        kind_of: from a record to the kind of its decision; of each kind the first can be shown.
    """
    record = variant.spec.game_text(variant, seed, steps)
    # The fingerprint changes with the observation layout, which these texts do not test.
    header = "\n".join(line for line in record.splitlines() if not line.startswith("fingerprint: "))
    parts = [header, variant.spec.replay_log(record).rstrip()]
    for step, seat in _views(variant, positions, number, kind_of):
        games = positions[step]
        legal = ", ".join(variant.actions.name(int(code)) for code in np.flatnonzero(variant.legal(games)[0, seat]))
        parts.append(f"Before step {step + 1}\n{variant.render(games, 0, seat).rstrip()}\nlegal: {legal}")
    final = positions[-1]
    payoffs = ", ".join(f"{name} {value:g}" for name, value in zip(variant.seat_names, variant.payoff(final)[0], strict=True))
    parts.append(f"Ended by {variant.ending_names[int(variant.ending(final)[0])]}\npayoffs: {payoffs}")
    return f"\n\n{RULE}\n".join(parts) + "\n"


def _views(
    variant: Variant, positions: Sequence[np.ndarray], number: int, kind_of: Callable[[Any], Hashable]
) -> list[tuple[int, int]]:
    """Returns (step, seat) of some decisions: the first of its kind each, other kinds in each text, in the order played."""
    firsts: dict[Any, tuple[int, int]] = {}
    for step, games in enumerate(positions[:-1]):
        asked = np.flatnonzero(variant.acting(games)[0])
        firsts.setdefault(kind_of(games[0]), (step, int(asked[number % len(asked)])))
    kinds = sorted(firsts)
    shift = number % len(kinds)
    return sorted(firsts[kind] for kind in [*kinds[shift:], *kinds[:shift]][:NUM_VIEWS])


def check_text(folder: Path, name: str, text: str, module: str) -> None:
    """Fails with the differences if a text is not as recorded; `module` is what regenerates it."""
    expected = (folder / name).read_text(encoding="utf-8")
    if text != expected:
        lines = difflib.unified_diff(expected.splitlines(), text.splitlines(), name, "played now", lineterm="", n=2)
        shown = list(lines)
        rest = f"... {len(shown) - 60} more lines" if len(shown) > 60 else ""
        pytest.fail("\n".join([*shown[:60], rest, f"if this is right: python -m {module} --regenerate"]))


def check_folder(folder: Path, texts: Texts, pattern: str) -> None:
    """Checks that there is a file for each text and no other, and that none is large."""
    files = {path.name: path.stat().st_size for path in folder.glob(pattern)}
    assert set(files) == set(texts)
    assert max(files.values()) < MAX_BYTES


def regenerate(folder: Path, texts: Texts, pattern: str) -> None:
    """Writes all texts and removes files of that pattern without one, if the command line says `--regenerate`."""
    if sys.argv[1:] != ["--regenerate"]:
        sys.exit("expected --regenerate: writes the golden texts anew")
    for path in folder.glob(pattern):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        write_atomically(folder / name, text())
