"""One game between strong agents as an animation: `python examples/make_gif.py` writes docs/game.gif and docs/game.png."""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image

from resonance_env.agents.loading import load
from resonance_env.core.spec import Variant
from resonance_env.games import load_game
from resonance_env.play.seating import Seating
from resonance_env.play.told_game import AgentsTable, ToldGame

DOCS = Path(__file__).resolve().parents[1] / "docs"
SIZE = (1200, 750)  # of the animation
COLOURS = 96
SHOWN_MS, LAST_SHOWN_MS = 1400, 6000


def positions(variant: Variant, agent: str, seed: int) -> Iterator[np.ndarray]:
    """Plays a game with the same agent in every seat; yields each position with a decision, and the end."""
    table = AgentsTable(ToldGame(variant, seed), Seating(variant, [load(agent)], 1), [0] * variant.num_seats)
    while not table.game.is_over:
        yield table.game.games.copy()
        table.step()
    yield table.game.games.copy()


def write_gif(path: Path, pictures: list[np.ndarray]) -> None:
    """Writes pictures uint8 `[height, width, 3]` with one palette, so that only changed regions take space."""
    palette = Image.fromarray(np.concatenate(pictures[len(pictures) // 2 :: 4])).quantize(COLOURS)
    frames = [Image.fromarray(picture).quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    durations = [SHOWN_MS] * (len(frames) - 1) + [LAST_SHOWN_MS]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=True)


def main(arguments: list[str] | None = None) -> None:
    """Plays, draws and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", default="resonance-4-recall", help="agent that plays all seats")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--seat", type=int, default=0, help="seat whose view is drawn")
    parser.add_argument("--folder", type=Path, default=DOCS, help="folder for game.gif and game.png")
    options = parser.parse_args(arguments)
    variant = load_game("resonance").variant(options.players)
    stops = list(positions(variant, options.agent, options.seed))
    pictures = [variant.picture(games, 0, options.seat, SIZE) for games in stops]
    write_gif(options.folder / "game.gif", pictures)
    still = Image.fromarray(variant.picture(stops[2 * len(stops) // 3], 0, options.seat))
    still.quantize(128, dither=Image.Dither.NONE).save(options.folder / "game.png", optimize=True)
    print(f"{len(stops)} positions, {(options.folder / 'game.gif').stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
