"""`resonance review`: reads a saved game, asks the agents about every position, and writes what they say."""

import json

from rich.console import Console
from rich.progress import track

from resonance_env.agents.loading import load_program, plain_name
from resonance_env.core.files import check_can_write, write_atomically
from resonance_env.core.options import check_number
from resonance_env.core.printing import PlainTable, say
from resonance_env.core.reading import read_text
from resonance_env.eval.review.config import ReviewConfig
from resonance_env.eval.review.judge import Judge
from resonance_env.eval.review.page import review_page
from resonance_env.eval.review.review import PlayedGame, Review, make_review, review_position
from resonance_env.eval.review.words import amount, cost_text
from resonance_env.play.saved_games import game_of, players_of

MAX_WORLDS = 100_000


def review(config: ReviewConfig) -> None:
    """Reviews a game, prints the costliest decisions and writes the files.

    Raises:
        OptionError: the file is no saved game, or an option or an agent is invalid.
        PositionError: the game cannot be read.
        CheckpointError: a checkpoint is damaged or was made for something else.
        OSError: a file cannot be read or written; checked before the agents are asked.
    """
    check_number("--worlds", config.worlds, 2, MAX_WORLDS)
    check_number("--seed", config.seed, 0, 2**64 - 1)
    for path in (config.json, config.html):
        if path is not None:
            check_can_write(path)
    console = Console()
    made = review_text(read_text(config.saved), config, console)
    _print(console, made)
    if config.json is not None:
        write_atomically(config.json, json.dumps(made.to_json(), indent=1) + "\n")
    if config.html is not None:
        write_atomically(config.html, review_page(made))
    for path in (config.json, config.html):
        if path is not None:
            say(console, f"Written to {path}")


def review_text(text: str, config: ReviewConfig, console: Console) -> Review:
    """Returns the review of a game, given as text.

    Raises:
        OptionError: as `review`.
        PositionError: as `review`.
        CheckpointError: as `review`.
    """
    variant, start, steps = game_of(text).read_game(text)
    judge = Judge(variant, load_program(config.by), load_program(config.playouts), config.worlds, config.seed)
    positions = [
        review_position(judge, games, step, joint)
        for step, (games, joint) in enumerate(
            track(
                PlayedGame(variant, start, steps).positions(),
                "Reviewing",
                total=len(steps) + 1,
                console=console,
                transient=True,
            )
        )
    ]
    return make_review(
        judge,
        positions,
        by=plain_name(config.by),
        playouts=plain_name(config.playouts),
        worlds=config.worlds,
        seed=config.seed,
        holders=players_of(text, variant),
    )


def _print(console: Console, made: Review) -> None:
    table = PlainTable(f"Costliest decisions by {made.by}, in {made.unit}")
    for column in ("seat", "step", "did", "better", "cost"):
        table.add_column(column)
    for seat, name in enumerate(made.seats):
        for costly in made.costliest(seat):
            cost = cost_text(costly.cost, costly.error, made)
            table.add_row(name, str(costly.step), costly.action, costly.better, cost)
    console.print(table)
    last = made.positions[-1].values
    say(console, "The end: " + ", ".join(f"{name} {amount(value, made)}" for name, value in zip(made.seats, last, strict=True)))
