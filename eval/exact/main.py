"""`resonance exact`: enumerates a game, measures agents beside uniform play and CFR+, and prints a table."""

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import load_program
from resonance_env.core.errors import OptionError
from resonance_env.core.files import check_can_write, write_atomically
from resonance_env.core.options import check_number
from resonance_env.core.printing import PlainTable, say
from resonance_env.core.reading import read_text
from resonance_env.core.spec import EXPLICIT_CHANCE, Variant
from resonance_env.eval.exact.cfr import CfrPlus
from resonance_env.eval.exact.config import ExactConfig
from resonance_env.eval.exact.enumeration import sequence_form
from resonance_env.eval.exact.joint import best_joint_policy
from resonance_env.eval.exact.policies import agent_policies
from resonance_env.eval.exact.sequence_form import SequenceForm
from resonance_env.eval.exact.tree import enumerable_variant
from resonance_env.play.checks import check_playable
from resonance_env.play.game_choice import parse_options
from resonance_env.play.zero_shot import differences

EXIT_OK = 0
MAX_ROUNDS = 10**6  # of CFR+, and draws


@dataclass(frozen=True)
class ExactRow:
    """The measurement of one policy that all seats play.

    Attributes:
        name: name of the agent.
        policy: how the probabilities were obtained.
        values: `[seat]` expected payoffs if all seats play it.
        best_responses: `[seat]` the highest expected payoff of the seat while the others play it.
        nash_conv: sum of the differences; 0 in equilibrium.
        share_of_uniform: the NashConv over that of uniform play; None if that is 0.
        draws: probability that no seat wins if all seats play it; None in a cooperative game.
        share_of_joint: its value over that of the best joint policy that was found; None in other games and without one.
    """

    name: str
    policy: str
    values: list[float]
    best_responses: list[float]
    nash_conv: float
    share_of_uniform: float | None
    draws: float | None
    share_of_joint: float | None = None


def evaluate_exactly(config: ExactConfig) -> int:
    """Enumerates the game, prints the table and returns the exit status 0.

    Raises:
        OptionError: an option has no meaning, agents or game are unknown, or the game is too large.
        CardSetError: the card set cannot be read.
        PositionError: the position cannot be read.
        CheckpointError: a checkpoint is damaged or was made for something else.
        OSError: a file cannot be read, or the result cannot be written.
    """
    _check(config)
    variant, start = _variant(config)
    played = variant.spec.variant(variant.players, **{**variant.options, EXPLICIT_CHANCE: False})
    check_playable(played)
    agents = [load_program(name) for name in config.agents]
    for agent in agents:  # reject unsuitable agents before enumerating
        agent.check_plays(played)
        agent.bind(played)
    console, began = Console(), time.monotonic()
    say(console, *differences(played, agents), style="yellow")
    with Progress(TextColumn("{task.description}", markup=False), TimeElapsedColumn(), console=console, transient=True) as bar:
        task = bar.add_task("Enumerating", total=None)
        game = sequence_form(
            variant, start, lambda ply, nodes: bar.update(task, description=f"Enumerating ply {ply}: {nodes:,} nodes")
        )
        rows = _measure(config, variant, game, agents, bar)
    report = {
        **variant.identity(),
        "position": None if config.position is None else read_text(config.position),
        "histories": game.histories,
        "nodes": game.nodes,
        "information_sets": [tree.num_sets for tree in game.trees],
        "ends": len(game.ends),
        "seconds": time.monotonic() - began,
        "rows": [asdict(row) for row in rows],
    }
    console.print(result_table(variant, report, rows))
    if config.json is not None:
        write_atomically(config.json, json.dumps(report, indent=2) + "\n")
        say(console, f"Written to {config.json}")
    return EXIT_OK


def result_table(variant: Variant, report: dict[str, Any], rows: Sequence[ExactRow]) -> PlainTable:
    """Returns the result as a table for `rich`."""
    alone = "; NashConv 0: no seat can do better alone, though all together may" if variant.is_cooperative else ""
    sets = " + ".join(f"{number:,}" for number in report["information_sets"])
    table = PlainTable(
        title=f"{report['game']}, {report['players']} players, enumerated; numbers for {', '.join(variant.seat_names)}",
        caption=f"{report['histories']:,} histories in {report['nodes']:,} nodes; {sets} information sets; "
        f"{report['ends']:,} ways to end; {report['seconds']:.0f} s{alone}",
    )
    table.add_column("all seats play")
    last = "of the best" if variant.is_cooperative else "draws"
    for column in ("values", "best responses", "NashConv", "of uniform", last):
        table.add_column(column, justify="right")
    table.add_column("policy")
    for row in rows:
        share = "" if row.share_of_uniform is None else f"{row.share_of_uniform:.2%}"
        rate = row.share_of_joint if variant.is_cooperative else row.draws
        numbers = _numbers(row.values), _numbers(row.best_responses), f"{row.nash_conv:.6f}"
        table.add_row(row.name, *numbers, share, "" if rate is None else f"{rate:.2%}", row.policy)
    return table


def _numbers(values: Sequence[float]) -> str:
    """Returns one number for each seat; zero has no minus sign."""
    return " ".join(f"{round(value, 4) + 0.0:+.4f}" for value in values)


def _measure(
    config: ExactConfig, variant: Variant, game: SequenceForm, agents: Sequence[Agent], bar: Progress
) -> list[ExactRow]:
    uniform = game.nash_conv(game.uniform())

    def row(name: str, policy: str, policies: Sequence[np.ndarray]) -> ExactRow:
        values, best = game.values(policies), game.best_responses(policies)
        gain = max(float((best - values).sum()), 0.0)
        share = gain / uniform if uniform > 0.0 else None
        draws = None if variant.is_cooperative else game.draw_rate(policies)
        return ExactRow(name, policy, values.tolist(), best.tolist(), gain, share, draws)

    rows = [row("uniform", "exact", game.uniform())]
    for agent in agents:
        bar.add_task(f"Asking {agent.name}", total=None)
        asked = agent_policies(agent, variant, game, config.draws, config.seed)
        rows.append(row(agent.name, f"{asked.draws} draws" if asked.draws else "exact", asked.policies))
    if config.iterations and not variant.is_cooperative:  # the averages of CFR+ are no good policies of a team
        task = bar.add_task("CFR+", total=config.iterations)
        cfr = CfrPlus(game)
        cfr.run(config.iterations, lambda number: bar.update(task, completed=number, description=f"CFR+: {number} iterations"))
        rows.append(row("cfr+", f"{config.iterations} iterations", cfr.policies()))
    if config.starts and variant.is_cooperative:
        bar.add_task("Best joint policy", total=None)
        joint = best_joint_policy(game, config.starts, config.seed)
        found = f"best of {joint.starts} starts; no more than {joint.bound:.4f} is possible"
        kind = "no better one exists" if joint.is_best else found
        rows.append(row("best joint policy", kind, joint.policies))
        rows = [replace(one, share_of_joint=one.values[0] / joint.value if joint.value > 0.0 else None) for one in rows]
    return rows


def _check(config: ExactConfig) -> None:
    check_number("--iterations", config.iterations, 0, MAX_ROUNDS)
    check_number("--starts", config.starts, 0, MAX_ROUNDS)
    check_number("--draws", config.draws, 1, MAX_ROUNDS)
    if not 0 <= config.seed < 2**64:
        raise OptionError(f"expected --seed in 0 .. 2**64 - 1, got {config.seed}")
    if config.json is not None:
        check_can_write(config.json)


def _variant(config: ExactConfig) -> tuple[Variant, np.ndarray | None]:
    """Returns the variant to enumerate and the position to start from, None for the start of the game."""
    spec = config.spec()
    if config.position is None:
        return enumerable_variant(spec, config.players, parse_options(spec, config.option)), None
    if config.typed:
        raise OptionError(f"expected --position without --{config.typed[0]}, since the position says it; got both")
    return spec.read_position(read_text(config.position))
