"""What the lobby offers, and the checks of what is asked for: games, options, and agents by name, never by path or code."""

import importlib.util
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from resonance_env.agents.checkpoint_metadata import CheckpointMetadata
from resonance_env.agents.loading import TEMPERATURE, agent_entries, load_program, shipped_checkpoints
from resonance_env.agents.registry import AgentEntry, Parameter
from resonance_env.core.errors import CardSetError, OptionError
from resonance_env.core.options import Option, check_number
from resonance_env.core.reading import read_json
from resonance_env.core.spec import GameSpec, Variant
from resonance_env.games import game_names, load_game
from resonance_env.serve.errors import ClientError
from resonance_env.serve.messages import PERSON, NewTable
from resonance_env.serve.settings import Settings

CARDS = "cards"  # the option whose values are names or, on a command line, paths
MAX_CHOICES = 200


class Offers:
    """The games of the package, and the agents and card sets that a client may name.

    Attributes:
        games: by name.
    """

    def __init__(self, settings: Settings) -> None:
        """Loads the games and reads what the operator listed.

        Raises:
            OptionError: the operator listed an agent that cannot be loaded, or a file that is no card set.
            CheckpointError: a checkpoint that the operator listed is damaged.
        """
        self._max_sims = settings.max_sims
        self.games = {name: load_game(name) for name in game_names()}
        self._cards = {name: [file for file in settings.cards if _is_card_set(spec, file)] for name, spec in self.games.items()}
        for file in settings.cards:
            if not any(file in files for files in self._cards.values()):
                raise OptionError(
                    f"expected --cards to be card-set files, got {file!r}, which no game reads (`resonance cards check`)"
                )
        self._entries = {name: entries for name, entries in agent_entries().items() if name != "human"}
        self._checkpoints = _checkpoints()
        self._listed = {_label(text): text for text in settings.agents}
        if len(self._listed) < len(settings.agents) or not self._listed.keys().isdisjoint({*self._entries, *self._checkpoints}):
            raise OptionError("expected agents with names of their own: the part after the last / is what clients see")
        self._listed_games = {label: load_program(text).games for label, text in self._listed.items()}

    def described(self) -> list[dict[str, Any]]:
        """Returns what the lobby shows of each game, as JSON has it."""
        return [self._game(spec) for spec in self.games.values()]

    def spec(self, game: str) -> GameSpec:
        """Returns a game.

        Raises:
            ClientError: there is none of this name.
        """
        if game not in self.games:
            raise ClientError(f"expected a game, one of {', '.join(self.games)}; got {game!r}", 404)
        return self.games[game]

    def variant(self, wanted: NewTable) -> Variant:
        """Returns the variant that a client asks for.

        Raises:
            ClientError: an option or its value is not offered.
            OptionError: the game refuses it.
        """
        spec = self.spec(wanted.game)
        options = {option.name: option for option in spec.options}
        given: dict[str, Any] = {}
        for name, value in wanted.options.items():
            if name not in options or not options[name].for_agents:
                raise ClientError(f"expected an option of {spec.title}, got {name!r}")
            offered = self._values(spec, options[name])
            if offered and not any(type(value) is type(choice) and value == choice for choice in offered):
                raise ClientError(f"expected {name} to be one of {', '.join(map(str, offered))}; got {value!r}")
            if not offered and options[name].integers is None:
                raise ClientError(f"expected no value of {name}, which can be chosen on the command line only")
            given[name] = value
        return spec.variant(wanted.players, **given)

    def check_cards_of(self, text: str, game: str) -> None:
        """Checks that the card set that a saved game names is offered, before anything reads it: it may be a path.

        Raises:
            ClientError: it is not.
        """
        offered = [*self.spec(game).card_sets(), *self._cards[game]]
        for line in text.splitlines():
            key, _, value = line.partition(":")
            if key.strip() == CARDS and value.strip() not in offered:
                raise ClientError(f"expected a game with cards {', '.join(offered)}; got cards {value.strip()[:60]!r}")

    def holders(self, wanted: NewTable, variant: Variant) -> tuple[str, ...]:
        """Returns who plays each seat: PERSON, or the text of an agent.

        Raises:
            ClientError: there is not one for each person, or an agent is not offered.
            OptionError: a parameter of an agent is unknown or invalid.
        """
        if len(wanted.holders) != variant.players:
            raise ClientError(f"expected who plays for each of {variant.players} persons, got {len(wanted.holders)}")
        for text in wanted.holders:
            if text != PERSON:
                self.check_agent(text, variant.spec.name)
        people = list(wanted.holders)
        if wanted.shuffle:
            secrets.SystemRandom().shuffle(people)
        return tuple(people[person] for person in variant.holders)

    def address(self, text: str) -> str:
        """Returns the text by which a worker loads the agent that clients name so."""
        return self._listed.get(text, text)

    def check_agent(self, text: str, game: str) -> None:
        """Checks that a client may name an agent for a game.

        Raises:
            ClientError: it is not offered for this game.
            OptionError: a parameter is unknown or invalid.
        """
        if text in self._listed:
            if game in (self._listed_games[text] or (game,)):
                return
            raise ClientError(f"expected an agent for {game}, got {text!r}")
        name, _, parameters = text.partition(":")
        entry = self._entry(name, game)
        if entry is None:
            raise ClientError(f"expected an agent that this server offers, one of {', '.join(self._names(game))}; got {name!r}")
        sims = entry.parse(parameters).get("sims", 0)
        if isinstance(sims, int):
            check_number("sims", sims, 0, self._max_sims)

    def _entry(self, name: str, game: str) -> AgentEntry | None:
        if self._checkpoints.get(name) == game:
            return AgentEntry(name, lambda: load_program(name), "A trained network.", parameters=(TEMPERATURE,))
        found = [entry for entry in self._entries.get(name, ()) if not entry.games or game in entry.games]
        return found[0] if found else None

    def _names(self, game: str) -> list[str]:
        own = [label for label in self._listed if game in (self._listed_games[label] or (game,))]
        trained = [name for name, of_game in self._checkpoints.items() if of_game == game]
        return [*own, *(name for name in sorted(self._entries) if self._entry(name, game)), *trained]

    def _game(self, spec: GameSpec) -> dict[str, Any]:
        agents = []
        for name in self._names(spec.name):
            entry = None if name in self._listed else self._entry(name, spec.name)
            parameters = [] if entry is None else [self._parameter(parameter) for parameter in entry.parameters]
            meaning = "Listed by the operator." if entry is None else entry.meaning
            agents.append({"name": name, "meaning": meaning, "parameters": parameters})
        options = [self._option(spec, option) for option in spec.options if option.for_agents]
        return {
            "name": spec.name,
            "title": spec.title,
            "players": list(spec.players),
            "default_players": spec.default_players,
            "primer": spec.primer,
            "options": [option for option in options if option["choices"]],
            "agents": agents,
        }

    def _option(self, spec: GameSpec, option: Option) -> dict[str, Any]:
        choices = self._values(spec, option)
        if option.integers is not None:
            low, high = option.integers
            choices = [*([None] if option.default is None else []), *range(low, min(high, low + MAX_CHOICES) + 1)]
        return {"name": option.name, "default": option.default, "meaning": option.meaning, "choices": choices}

    def _values(self, spec: GameSpec, option: Option) -> list[Any]:
        if option.name == CARDS:
            return [*spec.card_sets(), *self._cards[spec.name]]
        return list(option.choices)

    def _parameter(self, parameter: Parameter) -> dict[str, Any]:
        high = self._max_sims if parameter.name == "sims" else parameter.high
        default = parameter.default
        if parameter.name == "sims" and isinstance(default, (int, float)):
            default = min(default, self._max_sims)
        return {
            "name": parameter.name,
            "type": parameter.type.__name__,
            "default": default,
            "meaning": parameter.meaning,
            "choices": list(parameter.choices),
            "low": parameter.low,
            "high": high,
        }


def _is_card_set(spec: GameSpec, file: str) -> bool:
    try:
        spec.check_cards(file)
    except (CardSetError, OptionError):
        return False
    return True


def _label(text: str) -> str:
    """Returns what clients call an agent that the operator listed: without the folders of its path."""
    return text.rstrip("/").rpartition("/")[2]


def _checkpoints() -> dict[str, str]:
    """Returns the games of the shipped checkpoints by name; none where PyTorch is not installed."""
    if any(importlib.util.find_spec(name) is None for name in ("torch", "safetensors")):
        return {}
    folders: Mapping[str, Path] = shipped_checkpoints()
    return {name: read_json(folder / "metadata.json", CheckpointMetadata).game for name, folder in folders.items()}
