"""Plays the same games on the kernel and on the reference and stops at the first difference.

python -m tests.games.resonance.reference.compare --minutes 5 --cards house
python -m tests.games.resonance.reference.compare --minutes 5 --cards random --first 1000
"""

import argparse
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path

import numpy as np

from resonance_env.core.spec import Variant
from resonance_env.games.resonance.cardsets.card_loader import SHIPPED, CardSetWarning
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.state import GAME
from resonance_env.games.resonance.spec import SPEC
from tests.games.resonance.reference.game import Reference
from tests.games.resonance.reference.policies import POLICIES
from tests.games.resonance.reference.random_sets import random_set
from tests.games.resonance.reference.record import NOT_COMPARED


def differences(game: Reference, variant: Variant, games: np.ndarray) -> list[str]:
    """Returns what the kernel's position and the reference's do not have in common, one line each."""
    lines = []
    acting = variant.acting(games)[0]
    asked = {seat for seat in range(variant.num_seats) if acting[seat]}
    if asked != game.asked():
        lines.append(f"asked: kernel {sorted(asked)}, reference {sorted(game.asked())}")
    masks = variant.legal(games)[0]
    for seat in range(variant.num_seats):
        legal = {int(code) for code in np.flatnonzero(masks[seat])}
        if legal != game.legal(seat):
            more, less = sorted(legal - game.legal(seat)), sorted(game.legal(seat) - legal)
            lines.append(f"legal of seat {seat}: only kernel {_names(more)}, only reference {_names(less)}")
    expected = game.as_record_fields()
    for name in GAME.names or ():
        if name in NOT_COMPARED:
            continue
        value = np.asarray(games[name][0]).tolist()
        if value != expected[name]:
            lines.append(f"{name}: kernel {value}, reference {expected[name]}")
    if game.over != bool(variant.done(games)[0]):
        lines.append(f"over: kernel {bool(variant.done(games)[0])}, reference {game.over}")
    payoffs = np.asarray(game.payoffs(), dtype=np.float32)
    if not np.allclose(variant.payoff(games)[0], payoffs, atol=1e-6):
        lines.append(f"payoffs: kernel {variant.payoff(games)[0].tolist()}, reference {payoffs.tolist()}")
    return lines


def _names(codes: list[int]) -> list[str]:
    return [act.ACTIONS.name(code) for code in codes]


def compare_game(
    variant: Variant,
    card_set: CardSet,
    *,
    seed: int,
    policy: str,
    edition: str = "fr",
    team_talk: bool = True,
    seen: Counter[str] | None = None,
) -> Reference:
    """Plays one game on both sides and returns the reference at its end.

    Args:
        variant: the kernel, made with the options given here.
        card_set: the cards, as the loader gives them.
        seed: of the game, and of the policy's choices.
        policy: a name of POLICIES.
        edition: as the variant's.
        team_talk: as the variant's.
        seen: counts the phases in which somebody was asked.

    Raises:
        AssertionError: the two sides differ; the message tells how to play the game again.
    """
    rng = np.random.default_rng([seed, sorted(POLICIES).index(policy)])
    games = variant.start([seed])
    game = Reference(card_set, variant.players, edition=edition, team_talk=team_talk, seed=seed)
    history: list[dict[int, int]] = []
    while True:
        lines = differences(game, variant, games)
        if lines:
            raise AssertionError(_report(game, variant, games, card_set, seed, policy, history, lines))
        if game.over:
            return game
        if seen is not None:
            seen[v.PHASE_NAMES[game.phase]] += 1
        answers = {seat: POLICIES[policy](game, seat, rng) for seat in sorted(game.asked())}
        history.append(answers)
        joint = np.full((1, variant.num_seats), act.WAIT, dtype=np.int64)
        for seat, action in answers.items():
            joint[0, seat] = action
        variant.step(games, joint)
        game.step(answers)


def _report(
    game: Reference,
    variant: Variant,
    games: np.ndarray,
    card_set: CardSet,
    seed: int,
    policy: str,
    history: list[dict[int, int]],
    lines: list[str],
) -> str:
    moves = ["  " + ", ".join(f"{seat}: {act.ACTIONS.name(action)}" for seat, action in step.items()) for step in history]
    try:
        position = variant.position(games, 0)
    except Exception as error:  # the report is worth more than the position
        position = f"(no text: {error!r})"
    return "\n".join(
        [
            f"kernel and reference differ: cards {card_set.source}, players {variant.players}, "
            f"options {dict(variant.options)}, seed {seed}, policy {policy}, after {len(history)} steps, "
            f"reference in {v.PHASE_NAMES[game.phase]} of round {game.table.round_number}",
            "differences:",
            *("  " + line for line in lines),
            "actions:",
            *moves[-40:],
            "position of the kernel:",
            position,
        ]
    )


def compare_seeded(card_set: CardSet, seed: int, seen: Counter[str] | None = None) -> None:
    """Compares one game whose players, options and policy follow from the seed.

    Raises:
        AssertionError: the two sides differ.
    """
    rng = np.random.default_rng(seed)
    players = card_set.players[int(rng.integers(len(card_set.players)))]
    edition = v.EDITION_NAMES[int(rng.integers(len(v.EDITION_NAMES)))]
    team_talk = bool(rng.random() < 0.7)
    policy = sorted(POLICIES)[int(rng.integers(len(POLICIES)))]
    variant = SPEC.variant(players=players, cards=card_set.source, edition=edition, team_talk=team_talk)
    game = compare_game(variant, card_set, seed=seed, policy=policy, edition=edition, team_talk=team_talk, seen=seen)
    if seen is not None:
        seen.update(
            [f"players {players}", f"victory {v.VICTORY_NAMES[game.victory]}", f"edition {edition}", f"policy {policy}"]
        )


def _what_differs(report: str) -> str:
    """Returns the names of what differs, to tell one kind of difference from another."""
    lines = report.split("actions:")[0].splitlines()[2:]
    return " ".join(sorted({line.split(":")[0].strip() for line in lines}))


def main() -> None:
    """Compares until the time is over, or until the first difference."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--cards", default="house", help="a shipped set, the path of a file, or 'random'")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--games", type=int, default=20, help="games of each random set")
    parser.add_argument("--keep-going", action="store_true", help="count the differences by what differs")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", CardSetWarning)
    stop = time.monotonic() + 60 * arguments.minutes
    seed, seen = arguments.first, Counter[str]()
    examples: dict[str, str] = {}
    numbers = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < stop:
            source, text = arguments.cards, ""
            if source == "random":
                text = random_set(np.random.default_rng(seed), name=f"random {seed}")
                path = Path(folder) / f"set_{seed}.toml"
                path.write_text(text, encoding="utf-8")
                source = str(path)
            card_set = SHIPPED.load(source)
            for _ in range(arguments.games):
                seed += 1
                try:
                    compare_seeded(card_set, seed - 1, seen)
                except AssertionError as error:
                    what = _what_differs(str(error))
                    numbers[what] += 1
                    examples.setdefault(what, f"{error}\n{text}")
                    if not arguments.keep_going:
                        stop = 0.0
                        break
    for what, example in examples.items():
        print(f"==== {numbers[what]} times: {what}\n{example}")
    print(f"{seed - arguments.first} games, {sum(numbers.values())} differ; seen: {dict(sorted(seen.items()))}")
    if examples:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
