"""The command line of the examples that train for some minutes and then play against random agents."""

import argparse


def minutes_and_games(description: str | None) -> argparse.Namespace:
    """Returns what was typed: `minutes` of training and `games` of the evaluation."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--minutes", type=float, default=5.0, help="minutes of training")
    parser.add_argument("--games", type=int, default=2000, help="number of games of the evaluation")
    return parser.parse_args()
