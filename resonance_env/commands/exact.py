"""`resonance exact`: the options are those of exact evaluation itself."""

from resonance_env.eval.exact.config import ExactConfig as Options

__all__ = ["Options", "run"]


def run(options: Options) -> int:
    """Enumerates the game and prints the measurements of the agents."""
    # Imported here, so that `--help` need not wait for the compiler and PyTorch.
    from resonance_env.eval.exact.main import evaluate_exactly

    return evaluate_exactly(options)
