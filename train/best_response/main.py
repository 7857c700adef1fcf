"""`resonance best-response`: how much a single opponent who knows an agent can gain against copies of it.

Responders are trained in one seat (in teams, one side) while frozen copies of the agent hold all others, and search with the
agent as its model is tried. The responder with the best score is measured again on new deals, since the best of several looks
better than it is (selection bias). Its gain over the fair share is a lower bound of exploitability: other responders may gain
more. So the same is done against other agents with the same budget, to show what the procedure finds against exploitable
agents.
"""

import dataclasses
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from resonance_env import __version__
from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import address_of, entries_of, load_program, yardsticks
from resonance_env.core.errors import OptionError
from resonance_env.core.files import write_atomically
from resonance_env.core.folder_lock import only_writer
from resonance_env.core.options import check_number
from resonance_env.core.printing import say
from resonance_env.core.reading import read_json
from resonance_env.core.spec import Variant
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.eval.match.schedule import MAX_GAMES
from resonance_env.play.checks import check_playable
from resonance_env.play.trained_variant import choose_variant
from resonance_env.play.zero_shot import differences
from resonance_env.train.best_response.config import BestResponseConfig
from resonance_env.train.best_response.report import Responder, Response, print_response, print_summary, write_report
from resonance_env.train.config import TrainConfig
from resonance_env.train.config_checks import check_config
from resonance_env.train.run.curves import read_scores
from resonance_env.train.run.folder import TENSORBOARD, resumed_config
from resonance_env.train.run.main import train_variant
from resonance_env.train.run.state import RESUME_FILE

SEARCH_FILE = "best-response.json"  # the options of a search; marks its folder
RESULT_FILE = "result.json"  # in the folder of a finished responder
# Seeds of the deals of measurements; training never uses them.
FIRST_DEALS, NEW_DEALS = 2**32, 2**33
MAX_SEEDS = 1000
MAY_CHANGE = ("out", "threads", "beside", "alone")  # may change when a search continues


def best_response(config: BestResponseConfig) -> list[Response]:
    """Searches for best responses to an agent, and to others for comparison; prints and writes the results.

    Raises:
        OptionError: an option is invalid, or `out` contains something else.
        CardSetError: the card set cannot be read.
        CheckpointError: a checkpoint is damaged or was made for something else.
        TrainingError: the training of a responder has diverged.
        KeyboardInterrupt: the user stopped it; the same command continues.
    """
    _check(config)
    variant = choose_variant(config, [load_program(config.agent)])
    return respond_to_all(config, variant, Console())


def respond_to_all(config: BestResponseConfig, variant: Variant, console: Console) -> list[Response]:
    """Does the same for a variant; the game's options in `config` are not used.

    Raises:
        OptionError: an option does not fit the variant, or `config.out` contains something else.
        CheckpointError: a checkpoint is damaged or was made for something else.
        TrainingError: the training of a responder has diverged.
        UsageError: another process writes `config.out`.
    """
    check_playable(variant)
    if variant.is_cooperative:
        raise OptionError(
            f"expected a game whose sides win or lose, got {variant.spec.name!r}, which is cooperative: nobody is exploited "
            "there; `resonance tournament` shows how agents do as partners of others"
        )
    entries = entries_of(variant.spec.name)
    others = config.beside or tuple(name for name in yardsticks(variant.spec.name) if entries[name].games)
    names = [config.agent, *(name for name in (() if config.alone else others) if name != config.agent)]
    agents = [load_program(name) for name in names]
    for agent in agents:
        agent.check_plays(variant)
        agent.bind(variant)
    say(console, *differences(variant, agents), style="yellow")
    responses = []
    with only_writer(config.out):
        _open_folder(config, variant, agents[0])
        for name, agent in zip(names, agents, strict=True):
            responses.append(_Search(config, variant, name, agent, agents[0], console).run())
            print_response(console, responses[-1], variant)
            write_report(config.out, responses, variant)
    print_summary(console, responses, variant)
    say(console, f"Written to {config.out}")
    return responses


@dataclass
class _Search:
    """The search for a best response to one agent.

    Attributes:
        name: name of the agent, as typed.
        opponent: the frozen agent.
        first: checkpoint from whose weights the warm responders start, if the agent is one.
    """

    config: BestResponseConfig
    variant: Variant
    name: str
    opponent: Agent
    first: Agent
    console: Console

    @property
    def folder(self) -> Path:
        metadata = self.opponent.metadata
        return self.config.out / _folder_name(
            self.name if metadata is None else f"{self.opponent.name}-{metadata.weights_sha256[:8]}"
        )

    def run(self) -> Response:
        say(self.console, f"\nBest response to {self.opponent.name}", style="bold")
        seeds = range(self.config.seed, self.config.seed + self.config.seeds)
        kinds = ["scratch"] if self.first.metadata is None else ["warm", "scratch"]
        responders = [self._trained(kind, seed) for kind in kinds for seed in seeds]
        searchers = self._searchers()
        responders += [self._measured(agent) for agent in searchers]
        best = max(responders, key=lambda responder: responder.score.mean)
        fresh = _stored(self.folder / "best.json", Responder)
        if fresh is None:
            agent = next((agent for agent in searchers if agent.name == best.name), None) or load_program(best.checkpoint)
            games = self.config.games if best.checkpoint else self.config.search_games
            report = evaluate_agent(self.variant, agent, self.opponent, games, NEW_DEALS + self.config.seed)
            fresh = dataclasses.replace(best, score=report.score, games=report.games)
            _store(self.folder / "best.json", fresh)
        return Response(self.opponent.name, responders, fresh)

    def _trained(self, kind: str, seed: int) -> Responder:
        """Returns a trained responder and its score; trains it unless it is finished."""
        name = f"{kind}-{seed}"
        out = self.folder / name
        result = _stored(out / RESULT_FILE, Responder)
        if result is not None:
            return result
        say(self.console, f"Training {name} against {self.opponent.name}")
        if (out / RESUME_FILE).exists():
            train_config = dataclasses.replace(resumed_config(out), threads=self.config.threads)
        else:
            train_config = self._train_config(kind, seed, out)
        checkpoint = train_variant(train_config, self.variant, self.console)
        agent = load_program(checkpoint)
        report = evaluate_agent(self.variant, agent, self.opponent, self.config.games, FIRST_DEALS + self.config.seed)
        assert agent.metadata is not None
        curve = read_scores(out / TENSORBOARD, self.opponent.name)
        result = Responder(
            name, report.score, report.games, agent.metadata.steps, agent.metadata.seconds, str(checkpoint), curve
        )
        _store(out / RESULT_FILE, result)
        return result

    def _train_config(self, kind: str, seed: int, out: Path) -> TrainConfig:
        plain = _scratch_config(self.config, address_of(self.name, self.opponent), seed, out)
        metadata = self.first.metadata
        if kind == "scratch" or metadata is None:
            return plain
        known = {field.name for field in dataclasses.fields(TrainConfig)}
        shape = {name: value for name, value in msgspec.structs.asdict(metadata.network).items() if name in known}
        shape["foresight"] = metadata.network.foresight > 0  # in the metadata: the number of seats
        return dataclasses.replace(
            plain, start_from=str(self.first.folder), observation=metadata.observation, network=metadata.network.kind, **shape
        )

    def _searchers(self) -> list[Agent]:
        """Returns agents that search with the opponent as their model."""
        if not self.config.search_games:
            return []
        answers = (entry.answer for entry in entries_of(self.variant.spec.name).values() if entry.answer)
        return [agent for answer in answers if (agent := answer(self.opponent, self.config.sims)) is not None]

    def _measured(self, searcher: Agent) -> Responder:
        """Returns an agent that needs no training, with its score."""
        path = self.folder / _folder_name(searcher.name) / RESULT_FILE
        result = _stored(path, Responder)
        if result is None:
            say(self.console, f"Playing {searcher.name}")
            seed = FIRST_DEALS + self.config.seed
            report = evaluate_agent(self.variant, searcher, self.opponent, self.config.search_games, seed)
            result = Responder(searcher.name, report.score, report.games, 0, report.seconds, "", [])
            _store(path, result)
        return result


def _scratch_config(config: BestResponseConfig, opponent: str, seed: int, out: Path) -> TrainConfig:
    """Returns the configuration of a responder trained from scratch."""
    return TrainConfig(
        out=out,
        overwrite=True,
        minutes=config.minutes,
        decisions=config.decisions,
        seed=seed,
        observation=config.observation,
        hidden=config.hidden,
        num_games=config.num_games,
        rollout=64,
        entropy=0.02,
        entropy_end=0.002,
        opponents=(opponent,),
        opponent_share=1.0,
        learner_seats="one",
        threads=config.threads,
        measurements=config.measurements,
        measure_games=config.measure_games,
        measure_against=(opponent,),
    )


def _check(config: BestResponseConfig) -> None:
    for name, low, high in (
        ("seeds", 1, MAX_SEEDS),
        ("games", 1, MAX_GAMES),
        ("sims", 1, 10**6),
        ("search_games", 0, MAX_GAMES),
    ):
        check_number(f"--{name.replace('_', '-')}", getattr(config, name), low, high)
    if config.seed + config.seeds > 2**32:
        raise OptionError(f"expected --seed and --seeds below 2**32 together, got {config.seed} and {config.seeds}")
    check_config(_scratch_config(config, config.agent, config.seed, config.out))


def _open_folder(config: BestResponseConfig, variant: Variant, agent: Agent) -> None:
    """Makes the folder, or checks that it contains a search that this one continues.

    Raises:
        OptionError: it contains another search, which is named, or something else.
    """
    kept = {name: value for name, value in dataclasses.asdict(config).items() if name not in MAY_CHANGE}
    kept |= {"version": __version__, "fingerprint": variant.fingerprint, "rules_version": variant.rules_version}
    kept["weights"] = "" if agent.metadata is None else agent.metadata.weights_sha256
    path = config.out / SEARCH_FILE
    now: dict[str, Any] = json.loads(json.dumps(kept))
    if path.exists():
        try:
            there = read_json(path, dict[str, Any])
        except msgspec.DecodeError as error:
            raise OptionError(f"expected the options of a search at {path}, got something else: {error}") from None
        differ = [f"{name}: {there.get(name)!r} there, {now[name]!r} here" for name in now if there.get(name) != now[name]]
        if differ:
            raise OptionError(f"expected another --out, since {config.out} holds another search: {'; '.join(differ)}")
        return
    if config.out.exists() and (not config.out.is_dir() or any(config.out.iterdir())):
        raise OptionError(f"expected --out to be new, empty or an earlier search, but {config.out} has no {SEARCH_FILE}")
    write_atomically(path, json.dumps(now, indent=2) + "\n")


def _folder_name(name: str) -> str:
    """Returns a folder name: letters and digits of an agent's name, with a digest if other characters were dropped."""
    plain = "".join(letter if letter.isalnum() or letter in "-_.=" else "-" for letter in Path(name).name)
    return plain if plain == name else f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:6]}"


def _stored(path: Path, kind: type[Responder]) -> Responder | None:
    """Returns an earlier result, or None.

    Raises:
        OptionError: the file contains something else.
    """
    if not path.exists():
        return None
    try:
        return read_json(path, kind)
    except msgspec.DecodeError as error:
        raise OptionError(f"expected the result of a responder at {path}, got something else ({error}); delete it") from None


def _store(path: Path, value: Responder) -> None:
    write_atomically(path, msgspec.json.format(msgspec.json.encode(value)))
