"""Plays the same games on the kernel and on the reference and stops at the first difference.

python -m tests.games.summon_demons.reference.compare --games 1000 --cards standard
python -m tests.games.summon_demons.reference.compare --games 1000 --cards random --first 5000
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from resonance_env.core.spec import Variant
from resonance_env.games import load_game
from tests.games.pieces import unlike
from tests.games.summon_demons.reference import codes
from tests.games.summon_demons.reference.game import Reference
from tests.games.summon_demons.reference.observation import memory_pieces, state_pieces, table_pieces
from tests.games.summon_demons.reference.printed import mini, standard
from tests.games.summon_demons.reference.random_sets import random_set
from tests.games.summon_demons.reference.sets import CardSet, read_set

SHIPPED = {"standard": standard, "mini": mini}


def differences(game: Reference, variant: Variant, games: np.ndarray) -> list[str]:
    """Returns what the kernel's position and the reference's do not have in common, one line each."""
    lines = []
    seats = range(game.terms.num_seats)
    acting = [seat for seat in seats if variant.acting(games)[0, seat]]
    if acting != ([] if game.asked is None else [game.asked]):
        lines.append(f"asked: kernel {acting}, reference {game.asked}")
    masks = variant.legal(games)[0]
    for seat in seats:
        legal = np.flatnonzero(masks[seat]).tolist()
        if legal != game.legal(seat):
            lines.append(f"legal of seat {seat}: kernel {_names(legal)}, reference {_names(game.legal(seat))}")
    observed, remembered = variant.observe(games, "table")[0], variant.observe(games, "recall")[0]
    for seat in seats:
        pieces = table_pieces(game, seat)
        lines += unlike(f"table of seat {seat}", observed[seat], pieces)
        lines += unlike(f"recall of seat {seat}", remembered[seat], pieces + memory_pieces(game, seat))
    lines += unlike("state", variant.state(games)[0], state_pieces(game))
    ending = variant.ending_names[int(variant.ending(games)[0])]
    if ending != game.ending or bool(variant.done(games)[0]) != game.over:
        lines.append(f"ending: kernel {ending}, reference {game.ending}")
    if not np.allclose(variant.payoff(games)[0], game.payoffs()):
        lines.append(f"payoffs: kernel {variant.payoff(games)[0].tolist()}, reference {game.payoffs()}")
    if int(variant.rounds(games)[0]) != game.table.turns:
        lines.append(f"rounds: kernel {int(variant.rounds(games)[0])}, reference {game.table.turns}")
    if game.terms.explicit_chance:
        outcomes = variant.chance_outcomes(games)
        expected = {outcome: float(share) for outcome, share in game.chance_outcomes().items()}
        if outcomes.keys() != expected.keys() or not np.allclose([outcomes[o] for o in expected], list(expected.values())):
            lines.append(f"chance: kernel {outcomes}, reference {expected}")
    return lines


def _names(actions: list[int]) -> list[str]:
    return [codes.action_name(action) for action in actions]


def compare_game(variant: Variant, game: Reference, seed: int, rng: np.random.Generator) -> int:
    """Plays one game on both sides and returns how many questions and chance events there were.

    Raises:
        AssertionError: the two sides differ; the message tells how to play the game again.
    """
    games = variant.new_games(1)
    variant.reset(games, np.array([seed], dtype=np.uint64))
    cautious = 0.9 if rng.random() < 0.3 else 0.0  # how often `pass` is left out where something else is legal
    history: list[str] = []
    while True:
        lines = differences(game, variant, games)
        if lines:
            where = f"players {variant.players}, options {dict(variant.options)}, seed {seed}, after {len(history)} steps"
            position = f"position of the kernel:\n{variant.position(games)}"
            raise AssertionError("\n".join([where, "differences:", *lines, "actions:", *history[-60:], position]))
        if game.over:
            return len(history)
        if game.asked is None:
            outcomes = game.chance_outcomes()
            outcome = int(rng.choice(list(outcomes), p=[float(share) for share in outcomes.values()]))
            history.append(f"  chance {outcome}")
            variant.apply_chance(games, outcome)
            game.apply_chance(outcome)
            continue
        legal = game.legal(game.asked)
        if len(legal) > 1 and rng.random() < cautious:
            legal = [action for action in legal if action != codes.PASS]
        action = int(rng.choice(legal))
        history.append(f"  {game.asked}: {codes.action_name(action)}")
        joint = np.full((1, game.terms.num_seats), codes.WAIT, dtype=np.int64)
        joint[0, game.asked] = action
        variant.step(games, joint)
        game.step(action)


def random_options(card_set: CardSet, rng: np.random.Generator) -> tuple[int, dict[str, Any]]:
    """Returns a number of players and options that the set allows (LD-VAR)."""

    def chance(probability: float) -> bool:
        return bool(rng.random() < probability)

    def number(low: int, high: int) -> int:
        return int(rng.integers(low, high + 1))

    players = int(rng.choice(card_set.players))
    options: dict[str, Any] = {}
    if players == 4 and chance(0.4):
        options["teams"] = True
    if (card_set.rules["hand"] + 1) * players <= len(card_set.demons) and chance(0.25):
        options["starting_demon"] = True
    ordinary = [candle for candle in card_set.candles if not candle.beginner]
    without = bool(len(ordinary) < len(card_set.candles)) and chance(0.2)
    each = card_set.rules["candles"]
    if chance(0.3):
        each = options["candles"] = number(0, 2 if players == 2 else 1)
    if each * players > len(card_set.candles):
        each = options["candles"] = 0
    if without and each * players <= len(ordinary):
        options["beginner_candle"] = False
    if chance(0.2):
        options["candle_deal"] = "choose"
    if chance(0.2):
        options["hand"] = number(0, min(6, len(card_set.demons) // players))
    for name, low, high, share in (
        ("start_souls", 0, 30, 0.2),
        ("need_demons", 1, 5, 0.2),
        ("need_souls", 1, 30, 0.2),
        ("turn_limit", 1, 120, 0.2),
    ):
        if chance(share):
            options[name] = number(low, high)
    if chance(0.3):
        options["clockwork"] = "roll"
    if chance(0.2):
        options["first"] = "seat 0" if chance(0.5) else "random"
    if chance(0.2):
        options["explicit_chance"] = True
    return players, options


def compare_seeded(source: str, card_set: CardSet, seed: int) -> int:
    """Compares one game whose players and options follow from the seed, and returns its length.

    Raises:
        AssertionError: the two sides differ.
    """
    rng = np.random.default_rng(seed)
    players, options = random_options(card_set, rng)
    variant = load_game("summon_demons").variant(players, cards=source, **options)
    return compare_game(variant, Reference(card_set, players, seed=seed, **options), seed, rng)


def compare_random_set(number: int, folder: Path, games: int) -> int:
    """Compares games of the random set of a seed and returns the sum of their lengths."""
    text = random_set(np.random.default_rng(number), name=f"random {number}")
    path = folder / f"set_{number}.toml"
    path.write_text(text, encoding="utf-8")
    try:
        return sum(compare_seeded(str(path), read_set(text), seed) for seed in range(games))
    except AssertionError as error:
        error.add_note(text)
        raise


def main() -> None:
    """Compares games and prints the first example of each kind of difference."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--cards", default="standard", help="standard, mini or random")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0, help="first seed, or number of the first random set")
    parser.add_argument("--each", type=int, default=5, help="games of each random set")
    arguments = parser.parse_args()
    steps, kinds, examples = 0, Counter[str](), dict[str, str]()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.first, arguments.first + arguments.games, 1):
            try:
                if arguments.cards == "random":
                    steps += compare_random_set(seed, Path(folder), arguments.each)
                else:
                    steps += compare_seeded(arguments.cards, SHIPPED[arguments.cards](), seed)
            except AssertionError as error:
                report = "\n".join([str(error), *getattr(error, "__notes__", [])])
                what = " ".join(sorted({line.split(":")[0] for line in str(error).split("actions:")[0].splitlines()[2:]}))
                kinds[what] += 1
                examples.setdefault(what, report)
    for what, report in examples.items():
        print(f"==== {kinds[what]} times: {what}\n{report}")
    each = arguments.each if arguments.cards == "random" else 1
    print(f"{arguments.games * each} games, {steps} steps, {sum(kinds.values())} differ")
    if examples:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
