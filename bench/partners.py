"""Measures agents alone among partners in a cooperative game: `python -m bench.partners --game NAME AGENT/PARTNER ...`.

One agent plays the first seat, copies of its partner play all others. The table has the mean score of each pair on the same
deals, that of the partner in all seats, and the difference paired by deal, with 95 % intervals. Give game and options as to
`resonance eval`; `--each NAME=VALUE` measures each of several options in turn.
"""

from dataclasses import dataclass

import numpy as np
import tyro
from rich.console import Console
from rich.table import Table

from resonance_env.agents.loading import load
from resonance_env.core.spec import Variant
from resonance_env.eval.match.match import play_match
from resonance_env.eval.match.schedule import seated_games
from resonance_env.eval.statistics import Estimate, bootstrap
from resonance_env.games import load_game
from resonance_env.play.game_choice import parse_options


@dataclass(frozen=True)
class Options:
    """Measures pairs of agents.

    Attributes:
        pairs: Pairs AGENT/PARTNER.
        game: The game.
        players: Number of players.
        option: Options of the game, each as NAME=VALUE.
        each: Further options; each makes a row of its own for every pair.
        games: Games of each row.
        alone: Games of the partner in all seats, at least as many.
        seed: Seed of deals and agents.
    """

    pairs: tyro.conf.Positional[tuple[str, ...]]
    game: str
    players: int = 4
    option: tuple[str, ...] = ()
    each: tuple[str, ...] = ("level=1",)
    games: int = 500
    alone: int = 5000
    seed: int = 0


def scores(variant: Variant, names: list[str], games: int, seed: int) -> np.ndarray:
    """Returns float64 `[game]`: the scores of games in which an agent plays each seat, the first of them the first seat."""
    schedule = seated_games([tuple(range(len(names)))], range(len(names)), seed, range(0, games * len(names), len(names)))
    schedule.line_up.sort(axis=1)  # arrangements of equal partners are all alike
    return play_match(variant, [load(name) for name in names], schedule).score


def row(variant: Variant, agent: str, partner: str, options: Options) -> list[Estimate]:
    """Returns what an agent scores with partners, what these score alone, and the difference on the same deals."""
    partners = [partner] * (variant.num_seats - 1)
    alone = scores(variant, [partner, *partners], max(options.alone, options.games), options.seed)
    among = scores(variant, [agent, *partners], options.games, options.seed)
    return [bootstrap(values, options.seed) for values in (among, alone, among - alone[: options.games])]


def main() -> None:
    """Prints the table row by row."""
    options = tyro.cli(Options, description=__doc__)
    spec, console = load_game(options.game), Console()
    table = Table("option", "agent", "partner", "games", "score", "partner alone", "difference")
    for text in options.each:
        variant = spec.variant(options.players, **parse_options(spec, (*options.option, text)))
        for pair in options.pairs:
            agent, _, partner = pair.partition("/")
            cells = [f"{one.mean:.3f} ({one.low:.3f} to {one.high:.3f})" for one in row(variant, agent, partner, options)]
            console.print(text, pair, *cells)
            table.add_row(text, agent, partner, f"{options.games:,}", *cells)
    console.print(table)


if __name__ == "__main__":
    main()
