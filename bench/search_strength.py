"""Measures the strength of search by its number of simulations: `python -m bench.search_strength --out docs/search.svg`.

For each number, one search plays against copies of each named agent in all other seats, and each deal is played from all seats.
It takes hours on all cores; an interrupted run continues where it was. Prints a table of scores with intervals by deal and
plots them. Needs matplotlib (in the extra `dev`).
"""

from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt
import msgspec
import tyro
from rich.console import Console
from rich.table import Table

from resonance_env.eval.statistics import Estimate
from resonance_env.eval.tournament.config import TournamentConfig
from resonance_env.eval.tournament.folder import REPORT_FILE
from resonance_env.eval.tournament.main import tournament
from resonance_env.games import DEFAULT_GAME, load_game


@dataclass(frozen=True)
class Options:
    """Measures and draws.

    Attributes:
        sims: Numbers of simulations per decision.
        against: Agents in the other seats.
        out: Plot to write; its extension sets the format.
        agent: The agent whose number of simulations varies.
        game: The game.
        players: Number of players.
        games: Games of each row: one number, or one for each number of simulations.
        seed: Seed of deals and agents.
        runs: Folder for the games.
    """

    sims: tuple[int, ...] = (25, 100, 200, 400)
    against: tuple[str, ...] = ("planner", "greedy")
    out: Path | None = None
    agent: str = "search"
    game: str = DEFAULT_GAME
    players: int = 4
    games: tuple[int, ...] = (10_000,)
    seed: int = 11
    runs: Path = Path("runs/search_strength")


def measure(options: Options, sims: int, games: int, against: str) -> Estimate:
    """Plays the remaining games of a row and returns its score."""
    folder = options.runs / f"{options.players}-{sims}-{against}"
    config = TournamentConfig(
        agents=(f"{options.agent}:sims={sims}", against),
        games=games,
        out=folder,
        line_ups=("first",),
        seconds=3600.0,
        seed=options.seed,
        game=options.game,
        players=options.players,
    )
    tournament(config)
    pairs = msgspec.json.decode((folder / REPORT_FILE).read_bytes())["pairs"]
    (score,) = [pair["score"] for pair in pairs if pair["against"] == against]
    return Estimate(**score)


def draw(options: Options, scores: dict[tuple[int, str], Estimate], fair: float) -> None:
    """Plots the scores over the number of simulations."""
    assert options.out is not None
    figure, panel = plt.subplots(figsize=(5, 3.6))
    for against in options.against:
        row = [scores[sims, against] for sims in options.sims]
        means = [score.mean for score in row]
        errors = [[score.mean - score.low for score in row], [score.high - score.mean for score in row]]
        panel.errorbar(options.sims, means, yerr=errors, marker=".", capsize=3, label=against)
    panel.axhline(fair, color="grey", linestyle=":", linewidth=1)
    panel.set_xscale("log", base=2)
    panel.set_xticks(options.sims, [str(sims) for sims in options.sims])
    panel.set(xlabel="simulations per decision", ylabel="score", ylim=(0, 1))
    panel.legend(title=f"alone against {options.players - 1}", loc="upper left", frameon=False)
    panel.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(options.out, metadata={"Date": None} if options.out.suffix == ".svg" else None)


def main() -> None:
    """Measures, prints the table and draws the plot."""
    options = tyro.cli(Options, description=__doc__)
    fair = load_game(options.game).variant(options.players).fair_score
    if len(options.games) not in (1, len(options.sims)):
        raise SystemExit(f"expected --games with one number or {len(options.sims)}, got {len(options.games)}")
    games = options.games * (len(options.sims) // len(options.games))
    rows = list(zip(options.sims, games, strict=True))
    scores = {(sims, against): measure(options, sims, count, against) for sims, count in rows for against in options.against}
    table = Table("sims", "games", *options.against, title=f"{options.players} players, fair {fair:.3f}")
    for sims, count in rows:
        row = [scores[sims, against] for against in options.against]
        table.add_row(str(sims), f"{count:,}", *(f"{score.mean:.3f} ({score.low:.3f} to {score.high:.3f})" for score in row))
    Console().print(table)
    if options.out is not None:
        draw(options, scores, fair)


if __name__ == "__main__":
    main()
