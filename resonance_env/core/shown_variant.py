"""A compiled variant with a card set that a game writes, tells and shows with functions of its own."""

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from resonance_env.core.compiled_variant import CompiledVariant
from resonance_env.core.digest import fingerprint
from resonance_env.core.errors import PositionError, UsageError
from resonance_env.core.layout import OBSERVATION_KINDS, Layout
from resonance_env.core.picture import PICTURE_SIZE
from resonance_env.core.spec import GameSpec


class ShownVariant(CompiledVariant):
    """A compiled variant that is written as text and shown to people.

    A game sets the functions, as static methods, and `option_fields` in its class.

    Args:
        spec: the game.
        players: number of persons.
        card_set: the cards in play.
        options: the values of all options.
        teams: team of each seat.
        blank: array of one record from which every game starts.
        layout: from whether it is "recall" to the layout of observations.
        state_layout: layout of the state.
        holders: person of each seat; None for one seat each.

    Attributes:
        card_set: the cards in play, with a name and a digest.
        option_fields: fields of the record that say which players and options a game has.
        format_position: from games, index and card set to text.
        parse_text: from such text to an array of one game and its card set.
        read_table: from a record, card set and viewer (a seat, or None for a spectator) to what the viewer sees, a
            `msgspec.Struct`.
        draw_text: from that and whether to use colours to text.
        draw_picture: from that and a size in pixels (width, height) to uint8 `[height, width, 3]`; raises OptionError for a
            size that cannot be drawn, UsageError without Pillow.
        tell: plays one joint action (`[seat]`, trusted to be legal) in place, of an array of one game without explicit chance
            with a card set, and returns lines for people.
        explain: from a record, card set, seat that is asked and legal action to a few words.
    """

    card_set: Any
    option_fields: tuple[str, ...]
    format_position: Callable[[np.ndarray, int, Any], str]
    parse_text: Callable[[str], tuple[np.ndarray, Any]]
    read_table: Callable[[Any, Any, int | None], Any]
    draw_text: Callable[[Any, bool], str]
    draw_picture: Callable[[Any, tuple[int, int]], np.ndarray]
    tell: Callable[[np.ndarray, Any, np.ndarray], list[str]]
    explain: Callable[[Any, Any, int, int], str]

    def __init__(
        self,
        spec: GameSpec,
        players: int,
        card_set: Any,
        options: dict[str, Any],
        *,
        teams: tuple[int, ...],
        blank: np.ndarray,
        layout: Callable[[bool], Layout],
        state_layout: Layout,
        holders: tuple[int, ...] | None = None,
    ) -> None:
        self.spec = spec
        self.players = players
        self.card_set = card_set
        self.options = options
        self.teams = teams
        self.num_seats = len(teams)
        self.holders = tuple(range(players)) if holders is None else holders
        self.seat_names = tuple(f"{spec.seat_prefix}_{seat}" for seat in range(self.num_seats))
        self.card_digest = card_set.digest
        self.cards = card_set.cards
        self.blank = blank
        self._layouts = {kind: layout(kind == "recall") for kind in OBSERVATION_KINDS}
        self._state_layout = state_layout
        *earlier, self.fingerprint = (
            fingerprint(spec.name, version, card_set.digest, spec.actions, self._layouts["recall"])
            for version in range(1, self.rules_version + 1)
        )
        self.earlier_fingerprints = tuple(earlier)

    def position(self, games: np.ndarray, index: int = 0) -> str:
        self.check_games(games, index=index)
        return self.format_position(games, index, self.card_set)

    def parse_position(self, text: str) -> np.ndarray:
        games, card_set = self.parse_text(text)
        if card_set.digest != self.card_set.digest:
            raise PositionError(f"expected a position of card set {self.card_set.name!r}, got one of {card_set.name!r}")
        for field in (*self.option_fields, "seats"):
            expected, got = int(self.blank[0][field]), int(games[0][field])
            if expected != got:
                raise PositionError(f"expected a position with {field} = {expected} as in this environment, got {got}")
        self.run_to_question(games)
        return games

    def run_to_question(self, games: np.ndarray) -> None:
        """Runs the game of a position that was read on to its next stop, in place, if it waits for no seat and no chance."""
        waits = games["explicit_chance"][0] and len(self.chance_branches(games).game)
        if not (self.acting(games).any() or self.done(games)[0] or waits):
            self.step(games, np.zeros((1, self.num_seats), np.int64))

    def render(self, games: np.ndarray, index: int = 0, viewer: int | None = None, *, colour: bool = False) -> str:
        return self.draw_text(self.table(games, index, viewer), colour)

    def view(self, games: np.ndarray, index: int = 0, viewer: int | None = None) -> dict[str, Any]:
        """Returns the table view of the game as a dict."""
        view: dict[str, Any] = msgspec.to_builtins(self.table(games, index, viewer))
        return view

    def picture(
        self, games: np.ndarray, index: int = 0, viewer: int | None = None, size: tuple[int, int] = PICTURE_SIZE
    ) -> np.ndarray:
        return self.draw_picture(self.table(games, index, viewer), size)

    def tell_step(self, games: np.ndarray, actions: np.ndarray) -> list[str]:
        self.check_games(games, writes=True)
        if len(games) != 1 or actions.shape != (1, self.num_seats):
            raise UsageError(f"expected one game and its actions, got {len(games)} and actions of shape {actions.shape}")
        return self.tell(games, self.card_set, actions[0])

    def explain_action(self, games: np.ndarray, index: int, seat: int, action: int) -> str:
        self.check_games(games, index=index)
        return self.explain(games[index], self.card_set, seat, action)

    def table(self, games: np.ndarray, index: int, viewer: int | None) -> Any:
        """Returns what a viewer sees of game `index`.

        Raises:
            UsageError: see `check_games`, or there is no such seat.
        """
        self.check_games(games, index=index)
        if viewer is not None and not 0 <= viewer < self.num_seats:
            raise UsageError(f"expected a viewer in 0 .. {self.num_seats - 1} or None, got {viewer}")
        return self.read_table(games[index], self.card_set, viewer)
