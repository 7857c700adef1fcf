"""Information states: everything a seat has seen and done so far, with perfect recall, as one short key.

What a player knows depends on the history, not only on the position. The information state of a seat (Kuhn, "Extensive games
and the problem of information", 1953; `information_state_string` in OpenSpiel) is the sequence of

- what it saw, with its `recall` observation, at every stop of the game at which it was asked or saw something new, and
- what it chose at each of its decisions.

Stops at which others decide are included, since cards that are visible then may be covered later. A stop at which a seat is not
asked and sees the same as before adds nothing, so a seat cannot count secret choices of others. Simultaneous choices do not
reveal each other. Chance events are not stops.

A sequence is kept as a BLAKE2b digest of 128 bits, chained link by link: equal sequences have equal keys, and the probability
that any two of a billion different sequences collide is below 1e-20.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

KEY_SIZE = 16  # bytes
_ASKED, _TOLD, _DID = b"?", b".", b"!"  # kinds of links


@dataclass(frozen=True)
class InformationStates:
    """The information states of all seats of an array of games; `act` and `see` follow the games in turn, in place.

    Attributes:
        keys: uint8 `[game, seat, KEY_SIZE]`: the information states.
        seen: uint8 `[game, seat, KEY_SIZE]`: digest of what the seat saw last; 0 after its choice.
    """

    keys: np.ndarray
    seen: np.ndarray

    @classmethod
    def at_start(cls, num_games: int, num_seats: int) -> InformationStates:
        """Returns the states before anything was seen."""
        shape = (num_games, num_seats, KEY_SIZE)
        return cls(np.zeros(shape, dtype=np.uint8), np.zeros(shape, dtype=np.uint8))

    def rows(self, games: np.ndarray) -> InformationStates:
        """Returns a copy of the states of the given games, in this order; a game may be repeated."""
        return InformationStates(self.keys[games], self.seen[games])

    def name(self, game: int, seat: int) -> str:
        """Returns a state as hexadecimal digits."""
        key: bytes = self.keys[game, seat].tobytes()
        return key.hex()

    def act(self, acting: np.ndarray, actions: np.ndarray) -> None:
        """Adds the choices of the seats that are asked.

        Args:
            acting: bool `[game, seat]`.
            actions: integers `[game, seat]`; those of other seats are ignored.
        """
        codes = np.ascontiguousarray(actions[acting], dtype="<i2").tobytes()
        self._link(acting, [_DID + codes[2 * row : 2 * row + 2] for row in range(len(codes) // 2)])
        self.seen[acting] = 0

    def see(self, acting: np.ndarray, observations: np.ndarray) -> None:
        """Adds the observations of the seats, at a stop at which at least one seat is asked.

        Args:
            acting: bool `[game, seat]`.
            observations: int8 `[game, seat, size]` of kind `recall`.
        """
        size = observations.shape[-1]
        data = np.ascontiguousarray(observations).tobytes()
        views = [blake2b(data[at : at + size], digest_size=KEY_SIZE).digest() for at in range(0, len(data), size)]
        view = np.frombuffer(b"".join(views), dtype=np.uint8).reshape(self.seen.shape)
        is_new = acting | (view != self.seen).any(axis=-1)
        rows = np.flatnonzero(is_new).tolist()
        self._link(is_new, [(_ASKED if asked else _TOLD) + views[row] for row, asked in zip(rows, acting[is_new], strict=True)])
        self.seen[is_new] = view[is_new]

    def _link(self, which: np.ndarray, links: list[bytes]) -> None:
        """Adds a link to each selected state `[game, seat]`, in row-major order."""
        before = self.keys[which].tobytes()
        keys = [
            blake2b(before[KEY_SIZE * row : KEY_SIZE * (row + 1)] + link, digest_size=KEY_SIZE).digest()
            for row, link in enumerate(links)
        ]
        self.keys[which] = np.frombuffer(b"".join(keys), dtype=np.uint8).reshape(-1, KEY_SIZE)
