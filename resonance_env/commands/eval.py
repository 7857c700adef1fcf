"""`resonance eval`: the options are those of evaluation itself."""

from resonance_env.eval.match.config import EvalConfig as Options

__all__ = ["Options", "run"]


def run(options: Options) -> int:
    """Plays the games, prints the scores and returns 1 if a required score was not reached."""
    # Imported here, so that `--help` need not wait for the compiler and PyTorch.
    from resonance_env.eval.match.main import evaluate

    return evaluate(options)
