"""Agents that are shown what no game gives answer legally or raise one clear error, and do not work for ever."""

import faulthandler
import json
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from resonance_env.agents.interface import bound
from resonance_env.agents.loading import entries_of, load, shipped_checkpoints
from resonance_env.agents.registry import AgentEntry
from resonance_env.agents.sampling import KeyedRandom
from resonance_env.core.errors import UsageError
from resonance_env.core.layout import OBSERVATION_KINDS, ObservationKind
from resonance_env.core.spec import Variant
from resonance_env.games import game_names, load_game

FAST = {"sims": "8"}  # values of parameters that cost time
ODD = {"foresight": "1"}  # values of parameters that make an agent read more of its observation
ROWS = 30  # real ones, of each of which one is changed in a few entries
CHANGES = 3
PATIENCE = 600  # seconds


@pytest.fixture(autouse=True)
def _bounded_work() -> Iterator[None]:
    """Ends the process with a traceback if an agent works for ever."""
    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


@cache
def variant_of(game: str, players: int | None) -> Variant:
    return load_game(game).variant(players)


@cache
def real_rows(variant: Variant) -> tuple[dict[ObservationKind, np.ndarray], np.ndarray]:
    """Returns observations `[row, size]` by kind, and masks `[row, action]`, of random moments of random games."""
    rng = np.random.default_rng(3)
    games = variant.start(np.arange(8))
    found: dict[ObservationKind, list[np.ndarray]] = {kind: [] for kind in OBSERVATION_KINDS}
    masks: list[np.ndarray] = []
    for _ in range(200):
        legal, chosen = variant.legal(games), variant.acting(games)
        chosen &= rng.random(chosen.shape) < 0.2
        for kind, rows in found.items():
            rows.extend(variant.observe(games, kind)[chosen])
        masks.extend(legal[chosen])
        games = games[~variant.done(games)]
        if not len(games):
            break
        legal = variant.legal(games)
        variant.step(games, (rng.random(legal.shape) * legal).argmax(axis=-1))
    order = rng.permutation(len(masks))[:ROWS]
    return {kind: np.array(rows)[order] for kind, rows in found.items()}, np.array(masks)[order]


def names_of(game: str) -> Iterator[str]:
    """Yields names of all agents of a game, with parameters that make them fast, or read all that they can."""
    for name, entry in entries_of(game).items():
        if name != "human":
            yield _name(entry, FAST)
            if _name(entry, ODD) != entry.name:
                yield _name(entry, ODD)
    for name, folder in shipped_checkpoints().items():
        if json.loads((folder / "metadata.json").read_text(encoding="utf-8"))["game"] == game:
            yield name


def _name(entry: AgentEntry, values: dict[str, str]) -> str:
    given = ",".join(f"{parameter.name}={values[parameter.name]}" for parameter in entry.parameters if parameter.name in values)
    return f"{entry.name}:{given}" if given else entry.name


def changed(row: np.ndarray, high: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Returns a row with some entries flipped, at their bounds or anything in their range."""
    row = row.copy()
    for place in rng.integers(len(row), size=int(rng.integers(1, CHANGES + 1))):
        values = (0, high[place], high[place] - row[place], rng.integers(int(high[place]) + 1))
        row[place] = values[int(rng.integers(len(values)))]
    return row


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in game_names() for name in names_of(game)])
def test_agents_shown_impossible_rows_answer_legally_or_raise_one_error(game: str, name: str) -> None:
    agent, rng = load(name), np.random.default_rng(5)
    variant = variant_of(game, None if agent.metadata is None else agent.metadata.players)
    agent = bound(agent, variant)
    observations, masks = real_rows(variant)
    high = variant.layout(agent.observation).high
    memory = agent.start(1)
    refused = 0
    for number, (row, mask) in enumerate(zip(observations[agent.observation], masks, strict=True)):
        for shown, legal in ((changed(row, high, rng), mask), (row, masks[int(rng.integers(len(masks)))])):
            chance = KeyedRandom(np.array([number], np.uint64), np.zeros(1))
            try:
                actions, _ = agent.act(shown[None], legal[None].copy(), memory, chance)
            except UsageError:
                refused += 1
            else:
                assert legal[actions[0]] == 1, (name, number)
    assert refused < 2 * len(masks)
