"""The base of the small games: records that are written as text field by field, and a spec with the minimum."""

import sys
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import DTypeLike

from resonance_env.core.chance import split_seed
from resonance_env.core.errors import PositionError
from resonance_env.core.layout import Layout, ObservationKind
from resonance_env.core.options import resolve_options, resolve_players
from resonance_env.core.spec import GameSpec, Variant


class PlainVariant(Variant):
    """A game whose record has a `seed`, some numbers and some fields by seat.

    Attributes:
        game: dtype of a record.
        numbers: names of its numbers.
        fields: names of its fields by seat.
    """

    game: ClassVar[np.dtype[np.void]]
    numbers: ClassVar[tuple[str, ...]]
    fields: ClassVar[tuple[str, ...]]

    def __init__(self, spec: GameSpec, players: int, num_seats: int, options: Mapping[str, Any]) -> None:
        self.spec = spec
        self.players = players
        self.num_seats = num_seats
        self.seat_names = tuple(f"{spec.seat_prefix}_{seat}" for seat in range(num_seats))
        self.teams = tuple(range(num_seats))
        self.holders = tuple(min(seat, players - 1) for seat in range(num_seats))
        self.options = dict(options)
        self.fingerprint = "-".join(map(str, (spec.name, players, *options.values())))

    def new_games(self, num_games: int) -> np.ndarray:
        return np.zeros(num_games, self.game)

    def reset(self, games: np.ndarray, seeds: np.ndarray, *, parallel: bool = False) -> None:
        games[:] = np.zeros((), self.game)
        for game, seed in enumerate(seeds.tolist()):
            games["seed"][game] = split_seed(seed)
            self.begin(games[game])

    def begin(self, game: np.void) -> None:
        """Prepares a record that is all zero but for its seed."""

    def output(self, games: np.ndarray, out: np.ndarray | None, *shape: int, dtype: DTypeLike = np.int8) -> np.ndarray:
        """Returns `out`, or zeros `[game, *shape]` if it is None."""
        return np.zeros((len(games), *shape), dtype) if out is None else out

    def observe(
        self,
        games: np.ndarray,
        observation: ObservationKind = "table",
        out: np.ndarray | None = None,
        *,
        parallel: bool = False,
    ) -> np.ndarray:
        layout = self.layout(observation)
        out = self.output(games, out, self.num_seats, layout.size)
        out[:] = 0
        self.write_observations(games, layout, out)
        return out

    @abstractmethod
    def write_observations(self, games: np.ndarray, layout: Layout, out: np.ndarray) -> None:
        """Writes the pieces of a layout into zeros `[game, seat, layout.size]`."""

    def position(self, games: np.ndarray, index: int = 0) -> str:
        game = games[index]
        lines = [f"seed: {' '.join(map(str, game['seed'].tolist()))}"]
        lines += [f"{name}: {game[name]}" for name in self.numbers]
        lines += [f"{name}: {' '.join(map(str, game[name][: self.num_seats].tolist()))}" for name in self.fields]
        return "\n".join(lines) + "\n"

    def parse_position(self, text: str) -> np.ndarray:
        games = self.new_games(1)
        try:
            values = dict(line.split(": ") for line in text.strip().splitlines())
            for name in ("seed", *self.numbers):
                games[name][0] = [int(word) for word in values[name].split()] if name == "seed" else int(values[name])
            for name in self.fields:
                games[name][0, : self.num_seats] = [int(word) for word in values[name].split()]
        except (KeyError, ValueError) as error:
            raise PositionError(f"expected the text of a position, got {text[:60]!r}") from error
        return games


class PlainSpec(GameSpec):
    """A game whose variants are made of players and options alone, and whose module is its page of rules.

    Attributes:
        make: the class of its variants.
    """

    make: ClassVar[Any]

    def variant(self, players: int | None = None, **options: Any) -> Variant:
        values = resolve_options(self.name, self.options, options)
        variant: Variant = self.make(self, resolve_players(players, self.default_players, self.players), values)
        return variant

    def read_position(self, text: str) -> tuple[Variant, np.ndarray]:
        variant = self.variant()
        return variant, variant.parse_position(text)

    def game_text(self, variant: Variant, start: int | str, steps: Sequence[np.ndarray]) -> str:
        return f"{start}: {len(steps)} steps"

    def replay_log(self, text: str) -> str:
        return text

    def rules_file(self) -> Path:
        return Path(str(sys.modules[type(self).__module__].__file__))
