"""`resonance tournament`: the options are those of the tournament itself."""

from resonance_env.eval.tournament.config import TournamentConfig as Options

__all__ = ["Options", "run"]


def run(options: Options) -> int:
    """Plays the remaining games and prints and writes the report."""
    # Imported here, so that `--help` need not wait for the compiler and PyTorch.
    from resonance_env.eval.tournament.main import tournament

    return tournament(options)
