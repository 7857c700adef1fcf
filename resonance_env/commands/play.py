"""`resonance play`: people in the terminal among any agents, or agents alone; a game can be saved and resumed."""

from dataclasses import dataclass
from typing import Annotated

from resonance_env.core.errors import OptionError
from resonance_env.play.arguments import OptionalFile, OptionalInt, optional
from resonance_env.play.game_choice import GameChoice

MAX_SEED = 2**64


@dataclass(frozen=True)
class Options(GameChoice):
    """The players and the game.

    Attributes:
        seat: Seats of people, separated by commas.
        opponents: Agents at the other seats, in seat order, separated by commas; a single one plays all of them.
        agents: Agents at all seats, in seat order, separated by commas; a single one plays all of them. No person plays.
        seed: Seed of the game and of the agents; a new one by default.
        save: File to write the game to when it ends or when you leave.
        resume: File of a saved game to resume with the same agents; it is saved there again.
    """

    seat: Annotated[str | None, optional("SEATS")] = None
    opponents: Annotated[str | None, optional("AGENTS")] = None
    agents: Annotated[str | None, optional("AGENTS")] = None
    seed: OptionalInt = None
    save: OptionalFile = None
    resume: OptionalFile = None


def run(options: Options) -> None:
    """Plays a game to its end, or until a person leaves.

    Raises:
        OptionError: unknown or contradictory options.
        PositionError: the saved game cannot be read.
        CheckpointError: a checkpoint is damaged or was made for something else.
        OSError: the game could not be saved.
    """
    from resonance_env.core.chance import secret_seed
    from resonance_env.play.terminal_game import new_session, play_in_terminal, saved_session

    if options.seed is not None and not 0 <= options.seed < MAX_SEED:
        raise OptionError(f"expected --seed in 0 .. {MAX_SEED - 1}, got {options.seed}")
    if options.resume is None:
        seed = secret_seed() if options.seed is None else options.seed
        if options.agents is not None and (options.seat or options.opponents):
            raise OptionError("expected --agents, or --seat and --opponents, got both")
        session = new_session(options.variant(), seed, options.seat, options.opponents, options.agents)
    else:
        typed = [*options.typed, *(name for name in ("seed", "agents") if getattr(options, name) is not None)]
        if typed:
            raise OptionError(f"expected --resume without --{typed[0]}, since the saved game says it; got both")
        session = saved_session(options.spec(), options.resume, options.seat, options.opponents)
    play_in_terminal(session, options.save or options.resume)
