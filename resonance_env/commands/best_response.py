"""`resonance best-response`: the options are those of the search itself."""

from resonance_env.train.best_response.config import BestResponseConfig as Options

__all__ = ["Options", "run"]


def run(options: Options) -> None:
    """Trains and measures responders, and prints and writes the gain of the best."""
    from resonance_env.train.best_response.main import best_response  # PyTorch takes seconds to import

    best_response(options)
