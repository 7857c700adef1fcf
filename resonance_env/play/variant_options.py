"""From what was typed, and from what checkpoints were trained for, to a game with its options."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from resonance_env.core.errors import CardSetError, CheckpointError, OptionError
from resonance_env.core.options import Option
from resonance_env.core.spec import GameSpec, Variant
from resonance_env.core.suggest import nearest

if TYPE_CHECKING:
    from rich.console import Console

    from resonance_env.agents.interface import Agent


class GameConfig(Protocol):
    """Options of a command that say what is played; None where nothing was typed."""

    @property
    def game(self) -> str | None: ...
    @property
    def players(self) -> int | None: ...
    @property
    def cards(self) -> str | None: ...
    @property
    def edition(self) -> str | None: ...
    @property
    def option(self) -> tuple[str, ...]: ...


def game_options(spec: GameSpec, cards: str | None, edition: str | None, others: Sequence[str]) -> dict[str, Any]:
    """Returns what was typed as options for `spec.variant`.

    Args:
        spec: the game, whose options tell what may be chosen.
        cards: an option that has a place of its own on the command line; None if not typed.
        edition: likewise.
        others: each "NAME=VALUE".

    Raises:
        OptionError: an option that the game does not have, or a value that it does not know.
    """
    typed = [(name, value) for name, value in (("cards", cards), ("edition", edition)) if value is not None]
    for text in others:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"expected --option NAME=VALUE, got {text!r}")
        typed.append((name.strip(), value.strip()))
    options = {option.name: option for option in spec.options}
    chosen: dict[str, Any] = {}
    for name, value in typed:
        if name not in options:
            raise OptionError(
                f"expected an option of {spec.title}, one of {', '.join(options)}; got {name!r}{nearest(name, options)}"
            )
        chosen[name] = _value(options[name], value)
    return chosen


def _value(option: Option, text: str) -> Any:
    """Returns the choice that is written like this; options without choices take any text."""
    if not option.choices:
        return text
    for choice in option.choices:
        if text.lower() == str(choice).lower():
            return choice
    choices = ", ".join(str(choice).lower() for choice in option.choices)
    raise OptionError(f"expected option {option.name} to be one of {choices}; got {text!r}")


def choose_variant(config: GameConfig, agents: Sequence[Agent]) -> Variant:
    """Returns the variant of the first checkpoint among the agents, overruled by the options; without one, the defaults.

    Raises:
        OptionError: what was typed has no meaning.
        CardSetError: the card set that was typed cannot be read.
        CheckpointError: what the checkpoint's card names, and was not overruled, is not here.
    """
    from resonance_env.games import DEFAULT_GAME, load_game
    from resonance_env.play.checks import check_for_agents

    trained = next((agent for agent in agents if agent.card is not None), None)
    card = None if trained is None else trained.card
    if trained is None or card is None or config.game not in (None, card.game):
        spec = load_game(config.game or DEFAULT_GAME)
        return spec.variant(config.players, **game_options(spec, config.cards, config.edition, config.option))
    with _naming_checkpoint(trained):
        spec = load_game(card.game)
    typed = game_options(spec, config.cards, config.edition, config.option)
    kept = {name: value for name, value in card.options.items() if name not in typed}
    with _naming_checkpoint(trained):
        check_for_agents(spec.variant(card.players, **kept))
    return spec.variant(card.players if config.players is None else config.players, **kept, **typed)


@contextlib.contextmanager
def _naming_checkpoint(agent: Agent) -> Iterator[None]:
    """Makes errors about the contents of a checkpoint's card name the checkpoint."""
    try:
        yield
    except (OptionError, CardSetError) as error:
        hint = ""
        if isinstance(error, CardSetError):
            hint = (
                "; a relative path counts from the folder that the command runs in: "
                "run it where the training ran, or say with --cards where the card set is"
            )
        raise CheckpointError(
            f"the checkpoint {agent.folder} cannot be played with what its card says: {error}{hint}"
        ) from error


def print_differences(console: Console, variant: Variant, agents: Sequence[Agent]) -> None:
    """Prints a line for each agent that was trained with other options than it plays with now.

    That is allowed, since it may be just what is to be measured, but its score is not that of its training.
    """
    for agent in agents:
        if agent.card is None:
            continue
        trained = agent.card.options
        differ = [
            f"{name} {trained.get(name)!r}, here {now!r}" for name, now in variant.options.items() if trained.get(name) != now
        ]
        if differ:
            text = f"Note: {agent.name} was trained with {'; '.join(differ)}"
            console.print(text, style="yellow", highlight=False, markup=False, soft_wrap=True)
