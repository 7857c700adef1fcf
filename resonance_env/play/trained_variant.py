"""The variant that agents were trained for: the default where the command line names none."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from resonance_env.agents.interface import Agent
from resonance_env.core.errors import CardSetError, CheckpointError, OptionError
from resonance_env.core.printing import say
from resonance_env.core.spec import Variant
from resonance_env.games import load_game
from resonance_env.play.checks import check_playable, warn_caller
from resonance_env.play.game_choice import GameChoice, parse_options

if TYPE_CHECKING:
    from rich.console import Console

ZERO_SHOT = "Zero-shot"


def choose_variant(choice: GameChoice, agents: Sequence[Agent]) -> Variant:
    """Returns the variant of the first checkpoint among the agents, overridden by the choice; without one, the defaults.

    Raises:
        OptionError: a typed option is invalid.
        CardSetError: the typed card set cannot be read.
        CheckpointError: the metadata of the checkpoint name something that does not exist here and was not overridden.
    """
    trained = next((agent for agent in agents if agent.metadata is not None), None)
    metadata = None if trained is None else trained.metadata
    if trained is None or metadata is None or choice.game not in (None, metadata.game):
        return choice.variant()
    with _naming_checkpoint(trained):
        spec = load_game(metadata.game)
    typed = parse_options(spec, choice.option)
    kept = {name: value for name, value in metadata.options.items() if name not in typed}
    with _naming_checkpoint(trained):
        check_playable(spec.variant(metadata.players, **kept))
    return spec.variant(metadata.players if choice.players is None else choice.players, **kept, **typed)


@contextlib.contextmanager
def _naming_checkpoint(agent: Agent) -> Iterator[None]:
    """Adds the name of the checkpoint to errors about its metadata."""
    try:
        yield
    except (OptionError, CardSetError) as error:
        hint = ""
        if isinstance(error, CardSetError):
            hint = (
                "; a relative path counts from the folder that the command runs in: run it where the training ran, "
                "or name the card set by an option of the game"
            )
        raise CheckpointError(
            f"the checkpoint {agent.folder} cannot be played with what its metadata says: {error}{hint}"
        ) from error


def differences(variant: Variant, agents: Sequence[Agent]) -> list[str]:
    """Returns a line for each agent that was trained with other players, options, cards or rules than it plays with now.

    This is allowed, since it may be what the user wants to measure, but the score is not that of its training. With other cards
    it is zero-shot play, and the line says so.
    """
    lines = []
    for agent in agents:
        metadata = agent.metadata
        if metadata is None or metadata.game != variant.spec.name:
            continue
        is_zero_shot = metadata.fingerprint not in (variant.fingerprint, *variant.earlier_fingerprints)
        by_content = [option.name for option in variant.spec.options if option.is_in_fingerprint]
        differ = [
            f"{name} {metadata.options.get(name)!r}, here {now!r}"
            for name, now in variant.options.items()
            if metadata.options.get(name) != now and (is_zero_shot or name not in by_content)
        ]
        if metadata.players != variant.players:
            differ.insert(0, f"{metadata.players} players, here {variant.players} in {variant.num_seats} seats")
        if is_zero_shot and not differ:
            differ.append(" or ".join(["other rules", *(f"another content of {name}" for name in by_content)]))
        if metadata.rules_version != variant.rules_version:
            differ.append(f"rules version {metadata.rules_version}, here {variant.rules_version}")
        if differ:
            lines.append(f"{ZERO_SHOT if is_zero_shot else 'Note'}: {agent.name} was trained with {'; '.join(differ)}")
    return lines


def warn_of_zero_shot(variant: Variant, agents: Sequence[Agent]) -> None:
    """Warns at the line that called the environment of each agent that plays zero-shot there."""
    for line in differences(variant, agents):
        if line.startswith(ZERO_SHOT):
            warn_caller(line)


def print_differences(console: Console, variant: Variant, agents: Sequence[Agent]) -> None:
    """Prints the lines of `differences`."""
    for line in differences(variant, agents):
        say(console, line, style="yellow")
