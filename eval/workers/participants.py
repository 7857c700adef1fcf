"""The agents of a run of many games, from their names to what other processes need to make them again."""

import functools
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import address_of, load_program, plain_name
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant
from resonance_env.play.checks import check_playable
from resonance_env.play.game_choice import GameChoice
from resonance_env.play.trained_variant import choose_variant


@dataclass(frozen=True)
class Participants:
    """Agents by name, bound to a variant.

    Attributes:
        variant: the game.
        agents: in the order of their names.
    """

    variant: Variant
    agents: dict[str, Agent]

    @property
    def factories(self) -> dict[str, Callable[[], Agent]]:
        """Functions that make each agent again, also in another process."""
        return {name: functools.partial(load_program, address_of(name, agent)) for name, agent in self.agents.items()}

    @property
    def digests(self) -> dict[str, str]:
        """A digest of the files of each agent that is a checkpoint."""
        digests = {}
        for name, agent in self.agents.items():
            if agent.folder is not None:
                digest = hashlib.sha256()
                for file in sorted(path for path in agent.folder.iterdir() if path.is_file()):
                    digest.update(file.name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
                digests[name] = digest.hexdigest()[:16]
        return digests


def load_participants(choice: GameChoice, names: Sequence[str]) -> Participants:
    """Loads agents, each once, and binds them to the variant that was chosen or that they were trained for.

    Raises:
        OptionError: an option has no meaning, agents or game are unknown, or agents were trained for different games.
        CardSetError: the card set that was typed cannot be read.
        CheckpointError: a checkpoint is damaged or was made for something else.
    """
    agents = {plain_name(name): load_program(name) for name in dict.fromkeys(names)}
    variant = choose_variant(choice, list(agents.values()))
    check_playable(variant)
    for name, agent in agents.items():
        if agent.metadata is not None and agent.metadata.game != variant.spec.name:
            raise OptionError(
                f"expected agents for one game, here {variant.spec.name!r}, got {name!r}, which was trained for "
                f"{agent.metadata.game!r}: play each game by itself"
            )
        agent.check_plays(variant)
        agent.bind(variant)
    return Participants(variant, agents)
