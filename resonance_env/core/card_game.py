"""What the specs of games with card sets share: variants, positions, logs, card sets and the file of the rules."""

import inspect
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np

from resonance_env.core.card_files import ShippedSets
from resonance_env.core.game_log import lay_out
from resonance_env.core.game_record import GameRecord, RecordedSpec, parse_game, replay, variant_of
from resonance_env.core.options import resolve_options, resolve_players
from resonance_env.core.shown_variant import ShownVariant

GameVariant = TypeVar("GameVariant", bound=ShownVariant)


class CardGameSpec(RecordedSpec, Generic[GameVariant]):
    """A game whose option `cards` names a card set. Its rules are the file rules.md beside its module.

    A game sets the functions, as static methods, in its class.

    Attributes:
        shipped: the shipped card sets, and files of users.
        describe_set: from a card set to text for people.
        variant_class: reads the text of positions.
        position_options: from the record of a position and its card set to players and options of its variant.
        begin_log: from the first position of a recorded game, its variant and its record to the first lines of its log, and
            what happened before.
        narrate: plays one joint action (`[seat]`) of game 0 in place, with a card set, and returns what happened.
        lay_out: from what happened to lines.
    """

    shipped: ShippedSets[Any]
    describe_set: Callable[[Any], str]
    variant_class: type[GameVariant]
    position_options: Callable[[Any, Any], dict[str, Any]]
    begin_log: Callable[[np.ndarray, Any, GameRecord], tuple[list[str], Iterable[Any]]]
    narrate: Callable[[np.ndarray, Any, np.ndarray], Iterable[Any]]
    lay_out: Callable[[Sequence[Any]], list[str]] = staticmethod(lay_out)

    @abstractmethod
    def make_variant(self, players: int, card_set: Any, options: dict[str, Any]) -> GameVariant:
        """Returns the variant, of players that the card set allows and a possible value of each option.

        Raises:
            OptionError: options contradict each other or the card set.
        """

    def variant(self, players: int | None = None, **options: Any) -> GameVariant:
        given = resolve_options(self.name, self.options, options)
        card_set = self.shipped.load(given["cards"])
        given["cards"] = card_set.source
        players = resolve_players(players, self.default_players, card_set.players, f"with card set {card_set.name!r}")
        return self.make_variant(players, card_set, given)

    def read_position(self, text: str) -> tuple[GameVariant, np.ndarray]:
        games, card_set = self.variant_class.parse_text(text)
        variant = self.variant(**self.position_options(games[0], card_set))
        variant.run_to_question(games)
        return variant, games

    def replay_log(self, text: str) -> str:
        record = parse_game(text, self)
        variant = variant_of(record, self)
        assert isinstance(variant, ShownVariant)
        lines: list[str] = []
        events: list[Any] = []
        for number, (games, actions) in enumerate(replay(record, variant)):
            if number == 0:
                lines, before = self.begin_log(games, variant, record)
                events += before
            if actions is not None:
                events += self.narrate(games, variant.card_set, actions)
        return "\n".join([*lines, *self.lay_out(events)]) + "\n"

    def card_sets(self) -> tuple[str, ...]:
        return tuple(self.shipped.names())

    def check_cards(self, source: str) -> str:
        return self.describe_set(self.shipped.load(source))

    def export_cards(self, name: str) -> str:
        return self.shipped.source(name)

    def rules_file(self) -> Path:
        return Path(inspect.getfile(type(self))).with_name("rules.md")
