"""One game as text: the view of each seat, the events since its last decision, and a record of the whole game."""

from collections.abc import Sequence

import numpy as np

from resonance_env.agents.sampling import one_way_keys
from resonance_env.agents.seat_view import SeatView, seat_view
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant
from resonance_env.play.bounds import check_max_cycles
from resonance_env.play.seating import Seating


class ToldGame:
    """A game that is played step by step and described as text.

    Attributes:
        variant: the game with players and options fixed.
        start: the seed of the game or, as text, the position that it began from.
        max_cycles: steps after which the game is truncated, or None.
        games: array of one record; read only.
        steps: the joint actions `[seat]` played so far.
    """

    def __init__(
        self, variant: Variant, start: int | str, steps: Sequence[np.ndarray] = (), max_cycles: int | None = None
    ) -> None:
        """Starts a game and plays the steps, trusted to be legal.

        Args:
            variant: the game with players and options fixed.
            start: the seed of the game or, as text, the position that it begins from.
            steps: joint actions `[seat]`.
            max_cycles: steps after which the game is truncated; None takes the game's own bound, if it has one.

        Raises:
            OptionError: `max_cycles` is neither None nor an integer of at least 1.
            PositionError: the start position cannot be read.
        """
        self.variant = variant
        self.start = start
        self.max_cycles = check_max_cycles(variant, max_cycles)
        if isinstance(start, str):
            self.games = variant.parse_position(start)
        else:
            self.games = variant.start([start])
        self.steps: list[np.ndarray] = []
        self._log: list[str] = []
        self._read = [0] * variant.num_seats  # [seat] lines of the log at its last decision
        for actions in steps:
            self.step(actions)

    def __copy__(self) -> "ToldGame":
        """Returns an independent copy in the same position; both share the variant, which never changes."""
        twin = ToldGame.__new__(ToldGame)
        vars(twin).update(vars(self))
        twin.games, twin.steps, twin._log, twin._read = self.games.copy(), self.steps[:], self._log[:], self._read[:]
        return twin

    @property
    def is_terminated(self) -> bool:
        """Whether the game is over by its own rules."""
        return bool(self.variant.done(self.games)[0])

    @property
    def is_truncated(self) -> bool:
        """Whether the game has been truncated after `max_cycles` steps."""
        return not self.is_terminated and self.max_cycles is not None and len(self.steps) >= self.max_cycles

    @property
    def is_over(self) -> bool:
        return self.is_terminated or self.is_truncated

    @property
    def acting(self) -> np.ndarray:
        """Bool `[seat]`: the seats that are asked."""
        acting: np.ndarray = self.variant.acting(self.games)[0]
        return acting

    @property
    def lines(self) -> Sequence[str]:
        """The public events so far, as lines for people; grows with every step."""
        return self._log

    def step(self, actions: np.ndarray) -> None:
        """Plays a joint action `[seat]`, trusted to be legal."""
        for seat in np.flatnonzero(self.acting):
            self._read[seat] = len(self._log)
        joint = np.array(actions, dtype=np.int16)
        self._log += self.variant.tell_step(self.games, joint[None])
        self.steps.append(joint)

    def log(self, seat: int | None) -> str:
        """Returns the public events since the last decision of this seat; None: of the whole game."""
        return "\n".join(self._log[0 if seat is None else self._read[seat] :]).strip("\n")

    def view(self, seat: int) -> SeatView:
        """Returns the view of a seat that is asked."""
        return seat_view(self.variant, self.games, 0, seat, self.log(seat))

    def text(self) -> str:
        """Returns the game as text, which `GameSpec.read_game` reads."""
        return self.variant.spec.game_text(self.variant, self.start, self.steps)


class AgentsTable:
    """A told game between agents, with views for agents that read text; a resumed game continues identically."""

    def __init__(self, game: ToldGame, seating: Seating, line_up: Sequence[int]) -> None:
        """Seats the agents at a game that has not begun.

        Args:
            game: the game.
            seating: its agents; of one game.
            line_up: for each seat the index of its agent.
        """
        self.game = game
        self._seating = seating
        seed = game.start if isinstance(game.start, int) else 0
        keys = one_way_keys(np.array([seed], dtype=np.uint64), game.variant.num_seats)
        seating.begin(np.zeros(1, np.int64), np.array([line_up]), keys)

    def follow(self, steps: Sequence[np.ndarray]) -> None:
        """Plays recorded steps, and updates the agents' memories as if they had chosen them."""
        for actions in steps:
            acting, legal, seen = self._look()
            self._seating.follow(acting, legal, seen)
            self.game.step(actions)

    def step(self) -> None:
        """Lets all seats that are asked choose, and plays their actions.

        Raises:
            IllegalActionError: an agent chose an action that is not legal.
        """
        game, num_seats = self.game, self.game.variant.num_seats
        acting, legal, seen = self._look()
        joint = np.zeros((1, num_seats), np.int64)
        with self._seating.undone_on_error():
            self._seating.choose(np.zeros(1, np.int64), game.games, acting, legal, seen, joint, lambda _, seat: game.view(seat))
        game.step(joint[0])

    def _look(self) -> tuple[np.ndarray, np.ndarray, dict[ObservationKind, np.ndarray]]:
        variant, games = self.game.variant, self.game.games
        seen = {kind: variant.observe(games, kind) for kind in self._seating.observations}
        return variant.acting(games), variant.legal(games), seen
