"""The variant that agents were trained for: the default where the command line names none."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from resonance_env.agents.interface import Agent
from resonance_env.core.errors import CardSetError, CheckpointError, OptionError
from resonance_env.core.spec import Variant
from resonance_env.games import load_game
from resonance_env.play.checks import check_playable
from resonance_env.play.game_choice import GameChoice, parse_options


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
