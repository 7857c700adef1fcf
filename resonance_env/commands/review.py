"""`resonance review`: the options are those of the review itself."""

from resonance_env.eval.review.config import ReviewConfig as Options

__all__ = ["Options", "run"]


def run(options: Options) -> None:
    """Reviews the game, prints the costliest decisions and writes the review."""
    # Imported here, so that `--help` need not wait for the compiler and PyTorch.
    from resonance_env.eval.review.main import review

    review(options)
