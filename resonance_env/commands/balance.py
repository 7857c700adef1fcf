"""`resonance balance`: the options are those of the measurement itself."""

from resonance_env.eval.balance.config import BalanceConfig as Options

__all__ = ["Options", "run"]


def run(options: Options) -> int:
    """Plays the games and prints and writes the report."""
    # Imported here, so that `--help` need not wait for the compiler and PyTorch.
    from resonance_env.eval.balance.main import balance

    return balance(options)
