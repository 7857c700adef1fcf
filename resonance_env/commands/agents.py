"""`resonance agents`: lists the agents that have a name, with their parameters, and the checkpoints that are shipped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from resonance_env.games import check_game

if TYPE_CHECKING:
    from pathlib import Path

    from resonance_env.agents.registry import AgentEntry


@dataclass(frozen=True)
class Options:
    """What to list.

    Attributes:
        game: Only agents that play this game.
    """

    game: str | None = None


def run(options: Options) -> None:
    """Prints the list.

    Raises:
        OptionError: no such game, or an entry point of another package cannot be loaded.
        CheckpointError: the metadata of a shipped checkpoint is damaged.
    """
    from resonance_env.agents.loading import agent_entries, shipped_checkpoints

    if options.game is not None:
        check_game(options.game)
    for _, entries in sorted(agent_entries().items()):
        for entry in entries:
            if options.game is None or not entry.games or options.game in entry.games:
                print("\n".join(_lines_of_entry(entry)))
    for name, folder in shipped_checkpoints().items():
        game, lines = lines_of_checkpoint(name, folder)
        if options.game in (None, game):
            print("\n".join(lines))


def _lines_of_entry(entry: AgentEntry) -> list[str]:
    games = ", ".join(entry.games) or "any game"
    lines = [f"{entry.name} ({games}; sees {entry.observation}): {entry.meaning}"]
    width = max((len(f"{parameter.name}={parameter.default}") for parameter in entry.parameters), default=0)
    for parameter in entry.parameters:
        choices = f" One of {', '.join(map(str, parameter.choices))}." if parameter.choices else ""
        lines.append(f"    {f'{parameter.name}={parameter.default}':{width}}  {parameter.meaning}{choices}")
    return lines


def lines_of_checkpoint(name: str, folder: Path) -> tuple[str, list[str]]:
    """Returns the game of a checkpoint and what its metadata says."""
    from resonance_env.agents.checkpoint_metadata import SELF_PLAY
    from resonance_env.agents.loading import TEMPERATURE
    from resonance_env.agents.network.checkpoint import read_metadata

    metadata = read_metadata(folder)
    guided = f", guided by {metadata.network.guide}" if metadata.network.guide else ""
    lines = [
        f"{name} ({metadata.game}; sees {metadata.observation}): checkpoint for {metadata.players} players{guided}; "
        f"{sum(run.steps for run in metadata.runs):,} decisions{_in_runs(len(metadata.runs))}, seed {metadata.seed}, "
        f"{metadata.created[:10]}, rules version {metadata.rules_version}",
        f"    temperature={metadata.temperature:g}  {TEMPERATURE.meaning}",
    ]
    for against, score in metadata.scores.items():
        among = "in self-play" if against == SELF_PLAY else f"with {against}"
        how = among if score.fair is None else f"against {against}, fair {score.fair:.3f}"
        rules = _rules_if_other(score.rules_version, metadata.rules_version)
        lines.append(f"    score {score.score:.3f} ({score.low:.3f} to {score.high:.3f}) {how}, {score.games:,} games{rules}")
    if found := metadata.best_response:
        rules = _rules_if_other(found.rules_version, metadata.rules_version)
        lines.append(f"    best response found gains {found.gain:+.3f} ({found.low:+.3f} to {found.high:+.3f}){rules}")
    return metadata.game, lines


def _rules_if_other(measured: int, trained: int) -> str:
    return "" if measured == trained else f", rules version {measured}"


def _in_runs(number: int) -> str:
    return f" in {number} runs, one after the other" if number > 1 else ""
