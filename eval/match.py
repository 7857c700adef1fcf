"""Playing many games between agents, batched by whoever acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from resonance_env.adapters.checks import check_for_agents
from resonance_env.agents.interface import Agent, Memory
from resonance_env.agents.sampling import KeyedRandom, keys_of_rows
from resonance_env.core.chance import WORD, episode_seed
from resonance_env.core.errors import IllegalActionError, OptionError
from resonance_env.core.spec import Variant

BATCH = 512  # games at a time; the results do not depend on it


@dataclass(frozen=True)
class MatchResult:
    """How the games of a match ended.

    Attributes:
        payoff: float32 `[game, seat]`.
        winners: bool `[game, seat]`; all False in a draw.
        ending: int8 `[game]`: an index in `variant.ending_names`.
        steps: int64 `[game]`: environment steps.
        decisions: int64 `[game, seat]`: decisions that the seat made.
    """

    payoff: np.ndarray
    winners: np.ndarray
    ending: np.ndarray
    steps: np.ndarray
    decisions: np.ndarray


@dataclass(frozen=True)
class Schedule:
    """Which games to play.

    Attributes:
        line_up: int64 `[game, seat]`: which agent plays the seat.
        seeds: uint64 `[game]`: the deals.
        keys: uint64 `[game]`: where the agents' randomness comes from.
    """

    line_up: np.ndarray
    seeds: np.ndarray
    keys: np.ndarray


def rotations(variant: Variant, num_deals: int, seed: int) -> Schedule:
    """Schedules agent 0 against agent 1: each deal is played once with agent 0 as each team in turn, agent 1 as all others.

    Game `deal * num_teams + team` has agent 0 as `team`. The first deals are the same however many there are.
    """
    teams = variant.num_teams
    # Not the deals of training with the same seed, which are episodes of that seed itself.
    seed = episode_seed(seed, WORD, WORD)
    line_up = (np.arange(teams)[:, None] != np.array(variant.teams)[None, :]).astype(np.int64)
    seeds = np.array([episode_seed(seed, deal, 0) for deal in range(num_deals)], dtype=np.uint64)
    keys = [episode_seed(seed, deal, 1 + team) for deal in range(num_deals) for team in range(teams)]
    return Schedule(np.tile(line_up, (num_deals, 1)), np.repeat(seeds, teams), np.array(keys, dtype=np.uint64))


def play_match(
    variant: Variant,
    agents: Sequence[Agent],
    schedule: Schedule,
    *,
    batch: int = BATCH,
    progress: Callable[[int], None] | None = None,
) -> MatchResult:
    """Plays all games of a schedule to their ends.

    Args:
        variant: the game; the agents are bound to it here.
        agents: what `schedule.line_up` counts.
        schedule: the games.
        batch: how many games are played at a time; changes speed and memory only.
        progress: called with the number of games that have just ended.

    Raises:
        OptionError: the schedule does not fit, or an option of the variant is not for agents.
        CheckpointError: an agent was made for another variant.
        IllegalActionError: an agent chose an action that is not legal.
    """
    num_games = len(schedule.seeds)
    if schedule.line_up.shape != (num_games, variant.num_seats) or schedule.keys.shape != (num_games,):
        raise OptionError(
            f"expected a line-up of shape {(num_games, variant.num_seats)} and {num_games} keys, "
            f"got shapes {schedule.line_up.shape} and {schedule.keys.shape}"
        )
    if num_games and not 0 <= schedule.line_up.min() <= schedule.line_up.max() < len(agents):
        raise OptionError(f"expected a line-up of agents 0 .. {len(agents) - 1}, got {np.unique(schedule.line_up)}")
    if batch < 1:
        raise OptionError(f"expected at least one game at a time, got batch={batch}")
    check_for_agents(variant)
    for agent in agents:
        agent.bind(variant)
    result = MatchResult(
        payoff=np.zeros((num_games, variant.num_seats), dtype=np.float32),
        winners=np.zeros((num_games, variant.num_seats), dtype=bool),
        ending=np.zeros(num_games, dtype=np.int8),
        steps=np.zeros(num_games, dtype=np.int64),
        decisions=np.zeros((num_games, variant.num_seats), dtype=np.int64),
    )
    for first in range(0, num_games, batch):
        _play_batch(variant, agents, schedule, np.arange(first, min(first + batch, num_games)), result, progress)
    return result


def _play_batch(
    variant: Variant,
    agents: Sequence[Agent],
    schedule: Schedule,
    numbers: np.ndarray,
    result: MatchResult,
    progress: Callable[[int], None] | None,
) -> None:
    """Plays the games with these numbers (`[game]`, consecutive) and writes how they ended into `result`."""
    first, seats = numbers[0], variant.num_seats
    row_keys = keys_of_rows(schedule.keys[numbers], seats)
    memories = [agent.start(len(numbers) * seats) for agent in agents]
    games = variant.new_games(len(numbers))
    variant.reset(games, schedule.seeds[numbers])
    kinds = {agent.observation for agent in agents}
    steps = 0
    while len(numbers):
        acting, legal = variant.acting(games), variant.legal(games)
        observations = {kind: variant.observe(games, kind) for kind in kinds}
        actions = np.zeros((len(games), seats), dtype=np.int64)
        for index, agent in enumerate(agents):
            game, seat = np.nonzero(acting & (schedule.line_up[numbers] == index))
            if not len(game):
                continue
            decisions = result.decisions[numbers[game], seat]
            rng = KeyedRandom(row_keys[numbers[game] - first, seat], decisions)
            rows = (numbers[game] - first) * seats + seat
            memory: Memory = memories[index]
            chosen, after = agent.act(
                observations[agent.observation][game, seat],
                legal[game, seat],
                None if memory is None else memory[rows],
                rng,
            )
            _check(variant, agent, games, game, seat, legal, np.asarray(chosen))
            if memory is not None and after is not None:
                memory[rows] = after
            actions[game, seat] = chosen
            result.decisions[numbers[game], seat] = decisions + 1
        variant.step(games, actions)
        steps += 1
        done = variant.done(games)
        if done.any():
            ended = numbers[done]
            result.payoff[ended] = variant.payoff(games)[done]
            result.winners[ended] = variant.winners(games)[done]
            result.ending[ended] = variant.ending(games)[done]
            result.steps[ended] = steps
            games, numbers = games[~done], numbers[~done]
            if progress is not None:
                progress(len(ended))


def _check(
    variant: Variant,
    agent: Agent,
    games: np.ndarray,
    game: np.ndarray,
    seat: np.ndarray,
    legal: np.ndarray,
    chosen: np.ndarray,
) -> None:
    """Checks what an agent chose for the rows (game, seat).

    Raises:
        IllegalActionError: names the agent and the first bad action.
    """
    if chosen.shape != game.shape or not np.issubdtype(chosen.dtype, np.integer):
        raise IllegalActionError(
            f"expected {len(game)} integers from agent {agent.name!r}, got shape {chosen.shape} of type {chosen.dtype}"
        )
    known = (chosen >= 0) & (chosen < variant.num_actions)
    bad = np.flatnonzero(~known | (legal[game, seat, np.where(known, chosen, 0)] == 0))
    if not len(bad):
        return
    row = bad[0]
    action = int(chosen[row])
    if not known[row]:
        raise IllegalActionError(f"expected actions in 0 .. {variant.num_actions - 1} from agent {agent.name!r}, got {action}")
    try:
        variant.verify(games, int(game[row]), int(seat[row]), action)
    except IllegalActionError as error:
        raise IllegalActionError(f"agent {agent.name!r} played illegally: {error}") from None
    raise IllegalActionError(f"agent {agent.name!r} chose action {action}, which its mask does not allow")
