"""`resonance show`: a position as text or as a picture, random or given, or a replay as a log."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated

from resonance_env.core.errors import OptionError
from resonance_env.core.files import write_atomically
from resonance_env.core.options import check_number
from resonance_env.core.terminal import takes_colour
from resonance_env.play.arguments import OptionalFile, OptionalInt, optional
from resonance_env.play.game_choice import GameChoice

if TYPE_CHECKING:
    import numpy as np

    from resonance_env.core.spec import Variant

MAX_PLIES = 10**6
SECONDS = 1.0  # that a picture of an animation is shown


@dataclass(frozen=True)
class Options(GameChoice):
    """What to show: by default the first decision of the game with that seed.

    Attributes:
        seed: Seed of the game and of the random decisions.
        plies: Number of random steps to play first.
        save: File to write the game to, for --replay.
        position: A file with a position to start from instead; - reads standard input.
        seat: Show the view of this seat instead of a spectator's.
        png: File to write a picture of the position to instead of printing it; needs the extra `render`.
        gif: File to write the game to as an animation, a picture for each step; for a replay or random steps.
        size: Width and height of the picture in pixels; default: 1280x800.
        replay: A file with a recorded game to print as a log; - reads standard input.
    """

    seed: int = 0
    plies: int = 0
    save: OptionalFile = None
    position: Annotated[str | None, optional("FILE")] = None
    seat: OptionalInt = None
    png: OptionalFile = None
    gif: OptionalFile = None
    size: Annotated[str | None, optional("WIDTHxHEIGHT")] = None
    replay: Annotated[str | None, optional("FILE")] = None


def run(options: Options) -> None:
    """Prints or draws the position, or prints the replay.

    Raises:
        OptionError: unknown or contradictory options.
        PositionError: the position or the replay cannot be read.
        UsageError: a picture is requested and Pillow is not installed.
        OSError: a file could not be written.
    """
    import numpy as np

    from resonance_env.core.picture import as_png
    from resonance_env.core.reading import read_text
    from resonance_env.play.random_steps import play_randomly

    spec = options.spec()
    if options.replay is not None:
        shown = () if options.gif is None else ("gif", "size", "seat")
        _refuse_others(options, "replay", ("game", *shown), "the record says it all")
        text = read_text(options.replay)
        if options.gif is None:
            print(spec.replay_log(text))
        else:
            _animate(options, *spec.read_game(text))
        return
    _check_range("--seed", options.seed, 2**64)
    check_number("--plies", options.plies, 0, MAX_PLIES)
    size = _picture_size(options)
    start: int | str
    if options.position is not None:
        _refuse_others(
            options, "position", ("game", "seed", "plies", "save", "seat", "png", "gif", "size"), "the position says it"
        )
        start = read_text(options.position)
        variant, games = spec.read_position(start)
    else:
        start = options.seed
        variant = options.variant()
        games = variant.start([start])
    if options.seat is not None:
        _check_range("--seat", options.seat, variant.num_seats)
    steps = play_randomly(variant, games, options.plies, np.random.default_rng(options.seed))
    if options.save is not None:
        write_atomically(options.save, spec.game_text(variant, start, steps))
    if options.gif is not None:
        _animate(options, variant, start, steps)
    elif options.png is not None:
        write_atomically(options.png, as_png(variant.picture(games, 0, options.seat, size)))
        print(f"Saved to {options.png}.")
    else:
        print(variant.render(games, 0, options.seat, colour=takes_colour(sys.stdout)))


def _animate(options: Options, variant: "Variant", start: int | str, steps: "Sequence[np.ndarray]") -> None:
    """Writes a game as an animation.

    Raises:
        OptionError: the size or the seat is invalid.
        PositionError: the start position cannot be read.
        UsageError: Pillow is not installed.
        OSError: the file cannot be written.
    """
    from resonance_env.core.picture import as_gif
    from resonance_env.play.told_game import ToldGame

    assert options.gif is not None
    size = _picture_size(options)
    if options.seat is not None:
        _check_range("--seat", options.seat, variant.num_seats)
    game = ToldGame(variant, start)
    pictures = [variant.picture(game.games, 0, options.seat, size)]
    for actions in steps:
        game.step(actions)
        pictures.append(variant.picture(game.games, 0, options.seat, size))
    write_atomically(options.gif, as_gif(pictures, SECONDS))
    print(f"Saved to {options.gif}: {len(pictures)} pictures.")


def _picture_size(options: Options) -> tuple[int, int]:
    """Returns width and height of the picture.

    Raises:
        OptionError: the size is invalid, there is no picture, or its file is not a PNG file.
    """
    from resonance_env.core.picture import PICTURE_SIZE, check_picture_size

    if options.png is not None and options.gif is not None:
        raise OptionError("expected --png or --gif, got both")
    for name, file in (("png", options.png), ("gif", options.gif)):
        if file is not None and file.suffix.lower() != f".{name}":
            raise OptionError(f"expected --{name} with the name of a file that ends in .{name}, got {str(file)!r}")
    if options.size is None:
        return PICTURE_SIZE
    match = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", options.size)
    if match is None:
        raise OptionError(f"expected --size as WIDTHxHEIGHT, such as 1280x800; got {options.size!r}")
    if options.png is None and options.gif is None:
        raise OptionError("expected --size together with --png or --gif, which write pictures; got --size alone")
    size = int(match[1]), int(match[2])
    check_picture_size(size)
    return size


def _refuse_others(options: Options, given: str, allowed: Sequence[str], reason: str) -> None:
    """Rejects options that a given file determines.

    Raises:
        OptionError: an option that the given one excludes does not have its default.
    """
    defaults = Options()
    own = [option.name for option in fields(options) if option.name not in ("players", "option")]
    typed = [name for name in own if getattr(options, name) != getattr(defaults, name)]
    for name in (*options.typed, *typed):
        if name not in (given, *allowed):
            raise OptionError(f"expected --{given} without --{name}, since {reason}; got both")


def _check_range(name: str, value: int, count: int) -> None:
    if not 0 <= value < count:
        raise OptionError(f"expected {name} in 0 .. {count - 1}, got {value}")
