"""Saved games to watch: uploaded as text, replayed once, and looked at step by step as any seat."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from resonance_env.core.spec import Variant
from resonance_env.eval.review.judge import unit_of
from resonance_env.play.saved_games import game_of, players_of
from resonance_env.play.told_game import ToldGame
from resonance_env.serve.errors import ClientError
from resonance_env.serve.frames import frame, welcome
from resonance_env.serve.offers import Offers
from resonance_env.serve.requests import PositionToReview
from resonance_env.serve.settings import Limits
from resonance_env.serve.tokens import new_key

REVIEW_WORLDS = 64  # how often a review plays out each position and each action


@dataclass(frozen=True)
class Replay:
    """A saved game.

    Attributes:
        variant: the game.
        start: its seed, or its start position as text.
        steps: the joint actions `[seat]`.
        positions: arrays of one game, before each step and after the last.
        lines: for each position the public events since the one before.
        actions: for each step the action name of each seat that acted, by seat.
        holders: `[seat]` who played, or None if it is not known.
    """

    variant: Variant
    start: int | str
    steps: list[np.ndarray]
    positions: list[np.ndarray]
    lines: list[list[str]]
    actions: list[dict[int, str]]
    holders: tuple[str, ...] | None

    def described(self) -> dict[str, Any]:
        """Returns what stays the same over the game."""
        told = welcome(self.variant, self.holders, None)
        return told | {"unit": unit_of(self.variant), "steps": len(self.actions), "lines": self.lines, "actions": self.actions}

    def frame(self, position: int, viewer: int | None) -> dict[str, Any]:
        """Returns a position as a viewer saw it.

        Raises:
            ClientError: there is no such position or seat.
        """
        self._check(position)
        if viewer is not None and not 0 <= viewer < self.variant.num_seats:
            raise ClientError(f"expected a seat in 0 .. {self.variant.num_seats - 1}, got {viewer}", 404)
        return frame(self.variant, self.positions[position], viewer)

    def to_review(self, position: int, agent: str, playouts: str) -> PositionToReview:
        """Returns what a worker is asked to review a position.

        Raises:
            ClientError: there is no such position.
        """
        self._check(position)
        return PositionToReview(
            game=self.variant.spec.name,
            players=self.variant.players,
            options=dict(self.variant.options),
            agent=agent,
            playouts=playouts,
            worlds=REVIEW_WORLDS,
            games=self.positions[position],
            step=position,
            joint=self.steps[position] if position < len(self.steps) else None,
        )

    def beginning(self, position: int) -> str:
        """Returns the game up to a position as text, to be played on.

        Raises:
            ClientError: there is no such position, or the game is over there.
        """
        self._check(position)
        if self.variant.done(self.positions[position])[0]:
            raise ClientError("expected a step before the end of the game", 409)
        return self.variant.spec.game_text(self.variant, self.start, self.steps[:position])

    def _check(self, position: int) -> None:
        if not 0 <= position < len(self.positions):
            raise ClientError(f"expected a step in 0 .. {len(self.positions) - 1}, got {position}", 404)


class Replays:
    """The uploaded games; the oldest leaves when there are too many."""

    def __init__(self, offers: Offers, limits: Limits) -> None:
        self._offers, self._limits = offers, limits
        self._kept: dict[str, Replay] = {}

    def add(self, replay: Replay) -> str:
        """Keeps a game and returns its id."""
        while len(self._kept) >= self._limits.replays:
            del self._kept[next(iter(self._kept))]
        replay_id = new_key()
        self._kept[replay_id] = replay
        return replay_id

    def replay(self, replay_id: str) -> Replay:
        """Returns a game.

        Raises:
            ClientError: it is not there any more.
        """
        if replay_id not in self._kept:
            raise ClientError("expected the id of an uploaded game; it is not here any more, so open the game again", 404)
        return self._kept[replay_id]

    def read(self, text: str) -> Replay:
        """Replays a saved game.

        Raises:
            ClientError: it is too long, or one with a card set that is not offered.
            OptionError: it is no saved game.
            PositionError: it cannot be read; names the line.
        """
        spec = game_of(text)
        if text.count("\n") > self._limits.steps:
            raise ClientError(f"expected a game of at most {self._limits.steps} lines, got more")
        self._offers.check_cards_of(text, spec.name)
        variant, start, steps = spec.read_game(text)
        return _replayed(ToldGame(variant, start), steps, text)


def _replayed(game: ToldGame, steps: list[np.ndarray], text: str) -> Replay:
    variant = game.variant
    positions, lines, actions = [game.games.copy()], [list(game.lines)], []
    for joint in steps:
        before = len(game.lines)
        game.step(joint)
        positions.append(game.games.copy())
        lines.append(list(game.lines[before:]))
        actions.append({seat: variant.actions.name(int(code)) for seat, code in enumerate(joint) if code})
    return Replay(variant, game.start, game.steps, positions, lines, actions, players_of(text, variant))
