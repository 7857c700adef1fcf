"""Mutation testing of the rules: makes one small change at a time and lists the changes that no test detects.

    NUMBA_DISABLE_JIT=1 python -m bench.mutants --results mutants.jsonl
    NUMBA_DISABLE_JIT=1 python -m bench.mutants --game NAME --results mutants.jsonl --again

A game names its rules and the tests that judge them in `tests/games/GAME/mutation.py`.

The rules run as plain Python, so a change replaces the code of one function. pytest collects the tests once, without slow ones.
Every mutant then runs in a forked process, which runs the tests that reach the changed line, quick ones and earlier killers of
that line first, and ends at the first failure. A test that takes far longer than before also kills the mutant. Sources are not
changed. Survivors quoted in the game's note are known; other survivors set the exit status to 1.
"""

import argparse
import contextlib
import json
import math
import os
import random
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench.mutant_code import Mutant, mutants_of
from bench.mutant_hunt import KILLED, SURVIVED, TIMED_OUT, Hunt
from resonance_env.core.errors import OptionError
from resonance_env.games import DEFAULT_GAME
from tests.games.mutation import load_mutation
from tests.places import ROOT


def report(modules: Sequence[str], outcomes: Sequence[tuple[Mutant, str]], num_all: int) -> str:
    """Returns a table in Markdown with one row per module, and the share of survivors."""
    rows = ["| module | mutants | killed | timed out | survived |", "|---|---:|---:|---:|---:|"]
    for module in (*modules, None):
        counts = Counter(outcome for mutant, outcome in outcomes if module in (None, mutant.module))
        total = sum(counts.values())
        if total:
            row = (module or "all", total, counts[KILLED], counts[TIMED_OUT], counts[SURVIVED])
            rows.append("| " + " | ".join(map(str, row)) + " |")
    share, low, high = share_with_interval(counts[SURVIVED], total)
    rows += ["", f"{total} of {num_all} mutants tried, {counts[SURVIVED]} survive: {share:.1%}"]
    if total < num_all:
        rows[-1] += f" (95 % interval {low:.1%} to {high:.1%})"
    return "\n".join(rows)


def share_with_interval(successes: int, trials: int) -> tuple[float, float, float]:
    """Returns a proportion and the ends of its 95 % interval (Wilson 1927)."""
    z, share = 1.96, successes / trials
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials**2))
    return share, max(0.0, centre - half), min(1.0, centre + half)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default=DEFAULT_GAME, help="the game")
    parser.add_argument("--modules", nargs="+", help="only these")
    parser.add_argument("--sample", type=int, help="number of mutants to try, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--results", type=Path, help="file of outcomes: known outcomes are read from it, new ones are added")
    parser.add_argument("--again", action="store_true", help="try the survivors in the file of outcomes again")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    parser.add_argument("tests", nargs="*", help="arguments for pytest; default: the tests that the game names")
    arguments = parser.parse_args()
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        parser.error("expected NUMBA_DISABLE_JIT=1, since only plain Python can be changed in place")
    try:
        mutation = load_mutation(arguments.game)
    except OptionError as error:
        parser.error(str(error))
    modules = arguments.modules or mutation.modules
    if strange := set(modules) - set(mutation.modules):
        parser.error(f"expected --modules out of {', '.join(mutation.modules)}; got {', '.join(sorted(strange))}")
    os.chdir(ROOT)
    every = [mutant for module in modules for mutant in mutants_of(module, mutation.source(module))]
    chosen = every
    if arguments.sample is not None:  # a larger sample contains a smaller one
        chosen = random.Random(arguments.seed).sample(every, len(every))[: arguments.sample]
    known = read_results(arguments.results)
    if arguments.again:
        known = {label: outcome for label, outcome in known.items() if outcome != SURVIVED}
    if arguments.list:
        print(*(mutant.label for mutant in chosen), f"{len(chosen)} mutants", sep="\n")
        return 0
    hunt = Hunt(mutation, [mutant for mutant in chosen if mutant.label not in known], arguments.results)
    tests = arguments.tests or mutation.tests
    with contextlib.redirect_stdout(sys.stderr):
        status = pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not slow and not compiled", *tests], plugins=[hunt])
    if len(hunt.outcomes) < len(hunt.mutants):
        return int(status) or 2
    outcomes = [*hunt.outcomes, *((mutant, known[mutant.label]) for mutant in chosen if mutant.label in known)]
    print(report(modules, outcomes, len(every)))
    survivors = {mutant.label: mutant for mutant, outcome in outcomes if outcome == SURVIVED}
    unexplained = mutation.unexplained(list(survivors))
    for label in unexplained:
        mutant = survivors[label]
        print(f"\n{mutant.module}.py line {mutant.line}, {mutant.function}: survives and is not explained\n`{label}`")
    return int(bool(unexplained))


def read_results(path: Path | None) -> dict[str, str]:
    """Returns the last outcome of each mutant in a file of outcomes, by label; nothing if there is none."""
    if path is None or not path.exists():
        return {}
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row["label"]: row["outcome"] for row in rows}


if __name__ == "__main__":
    sys.exit(main())
