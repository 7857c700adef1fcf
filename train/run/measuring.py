"""How a run measures its policy: against fixed agents, or in a cooperative game with itself, beside the game's baselines."""

from abc import ABC, abstractmethod
from typing import NamedTuple

from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import load_program, yardsticks
from resonance_env.core.spec import Variant
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.eval.match.self_play import SelfPlayReport, evaluate_self_play
from resonance_env.eval.statistics import Estimate
from resonance_env.train.config import TrainConfig

SELF_PLAY = "self_play"  # name of the curve of a cooperative game


class Measured(NamedTuple):
    """One measurement: points of the curves by name, a line for people, and the mean scores for the progress bar."""

    scalars: dict[str, float]
    text: str
    means: list[float]


class Measurement(ABC):
    """A way to measure."""

    @abstractmethod
    def measure(self, policy: Agent, games: int) -> Measured:
        """Plays so many games with each agent and returns what came out; the deals are always the same."""


class AgainstAgents(Measurement):
    """The policy alone against agents of a kind in all other seats, one kind after the other."""

    def __init__(self, variant: Variant, agents: list[Agent], seed: int) -> None:
        self._variant = variant
        self._against = by_unique_name(agents)
        self._seed = seed

    def measure(self, policy: Agent, games: int) -> Measured:
        scalars: dict[str, float] = {}
        parts, means = [], []
        for name, agent in self._against.items():
            score = evaluate_agent(self._variant, policy, agent, games, self._seed).score
            scalars |= points(name, score)
            parts.append(f"{name} {_interval(score)}")
            means.append(score.mean)
        text = f"score against {', '.join(parts)}; fair {self._variant.fair_score:.2f}"
        return Measured(scalars, text, means)


class SelfPlay(Measurement):
    """The policy in all seats of a cooperative game, beside baselines that do the same on the same deals."""

    def __init__(self, variant: Variant, baselines: list[Agent], seed: int) -> None:
        self._variant = variant
        self._baselines = by_unique_name(baselines)
        self._seed = seed
        self._known: dict[tuple[str, int], float] = {}  # mean scores of baselines, which do not change

    def measure(self, policy: Agent, games: int) -> Measured:
        report = self._play(policy, games)
        for name, baseline in self._baselines.items():
            if (name, games) not in self._known:
                self._known[name, games] = self._play(baseline, games).score.mean
        means = {name: self._known[name, games] for name in self._baselines}
        scalars = points(SELF_PLAY, report.score) | {"score/natural": report.natural_score.mean}
        scalars |= {f"baseline/{name}": mean for name, mean in means.items()}
        unit = f", {report.natural_score.mean:.2f} {report.score_unit}" if report.score_unit else ""
        beside = ", ".join(f"{name} {mean:.2f}" for name, mean in means.items())
        text = f"score with itself {_interval(report.score)}{unit}" + (f"; baselines: {beside}" if beside else "")
        return Measured(scalars, text, [report.score.mean])

    def _play(self, agent: Agent, games: int) -> SelfPlayReport:
        return evaluate_self_play(self._variant, agent, games, self._seed)


def make_measurement(config: TrainConfig, variant: Variant) -> Measurement:
    """Returns the way to measure that fits the game.

    Raises:
        OptionError: there is no such agent, or it cannot play this variant.
        CheckpointError: it is a damaged checkpoint, or one for something else.
    """
    usual = variant.spec.baselines if variant.is_cooperative else yardsticks(variant.spec.name)
    agents = [load_program(name) for name in config.measure_against or usual]
    for agent in agents:
        agent.check_plays(variant)
        agent.bind(variant)
    return (SelfPlay if variant.is_cooperative else AgainstAgents)(variant, agents, config.seed)


def by_unique_name(agents: list[Agent]) -> dict[str, Agent]:
    """Returns agents by the names of their curves: where several have the same name, the later ones are numbered."""
    found: dict[str, Agent] = {}
    for agent in agents:
        name, number = agent.name, 1
        while name in found:
            number += 1
            name = f"{agent.name} ({number})"
        found[name] = agent
    return found


def points(name: str, score: Estimate) -> dict[str, float]:
    """Returns a score and the ends of its interval as points of three curves."""
    return {f"score/{name}": score.mean, f"score/{name}_low": score.low, f"score/{name}_high": score.high}


def _interval(score: Estimate) -> str:
    return f"{score.mean:.2f} ({score.low:.2f} to {score.high:.2f})"
