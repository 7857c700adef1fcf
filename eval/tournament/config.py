"""The options of `resonance tournament`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from resonance_env.play.arguments import OptionalInt
from resonance_env.play.game_choice import GameChoice

LineUpKind = Literal["first", "pairs", "pools", "mixtures", "cross"]


@dataclass(frozen=True)
class TournamentConfig(GameChoice):
    """Plays agents against each other, in all seats on the same deals, and rates them. An interrupted run continues.

    In a cooperative game the agents play as partners (cross-play), and a matrix has the score of each agent with each.
    """

    agents: Annotated[tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="AGENT AGENT [AGENT ...]")]
    """The agents that play: names, or folders of checkpoints or of training runs (their newest checkpoint)."""

    games: int = 10_000
    """Number of games, rounded up to whole deals: each deal is played with all line-ups in all rotations."""

    out: Path = Path("runs/tournament")
    """Folder for config.json, games.jsonl, report.json and report.html. The same options continue an existing run; a run
    with other options is rejected."""

    line_ups: tuple[LineUpKind, ...] = ()
    """The line-ups: `first`, the first agent alone against each other one on all other sides; `pairs`, each agent alone
    against each other one on all other sides, and so also n - 1 against one; `pools`, all choices of as many different agents
    as there are seats; `mixtures`, all choices with repetition. Default: pairs and pools, or mixtures with fewer agents
    than seats. In teams, teams count as seats. In a cooperative game: `cross`, each agent with itself, and
    alone with each other one at all other seats (the default), or `mixtures`, all choices with repetition as well."""

    workers: OptionalInt = None
    """Number of processes; default: one per core. The results do not depend on it."""

    seconds: float = 300.0
    """Time limit in seconds for one call of an agent, which covers all rows of a unit of work; a later answer forfeits these
    games. Compilation at the start of a process does not count."""

    record: Annotated[tuple[str, ...], tyro.conf.arg(metavar="AGENT"), tyro.conf.UseAppendAction] = ()
    """Also record all decisions of this agent in OUT/decisions, as training data; may be repeated for agents that see the same
    kind of observation."""

    save_games: Annotated[int, tyro.conf.arg(metavar="INT")] = 0
    """Also save so many games, from the first on, in OUT/games: `resonance show --replay OUT/games/00000000.txt` tells one."""

    seed: OptionalInt = None
    """Seed of deals, agents and bootstrap, to repeat a tournament: the same seed gives the same games. By default a new secret
    one, so that no agent can compute hidden cards; the report names it."""
