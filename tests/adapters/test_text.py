"""The environment for language models: whole games by text, answers that do not fit, and what is kept back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from resonance_env import resonance_v0
from resonance_env.adapters.text import TextEnv
from resonance_env.core.errors import OptionError, PositionError, UsageError
from tests.adapters.games import GAMES_AND_PLAYERS, SPECS


def play(env: TextEnv, seed: int | None) -> list[Any]:
    """Plays a game with the last action of each list; returns everything that was read and told."""
    env.reset(seed=seed)
    told: list[Any] = []
    done = False
    while not done:
        seat, observation = env.get_observation()
        numbers = [line.split()[0] for line in observation.splitlines() if line[:4].strip().isdecimal() and line[4:6] == "  "]
        done, info = env.step(f"I think {numbers[-1]} is best: [{numbers[-1]}]")
        told.append((seat, observation, info))
    return [*told, env.close()]


@pytest.mark.parametrize(("game", "players"), GAMES_AND_PLAYERS)
def test_a_whole_game(game: str, players: int) -> None:
    env = TextEnv(SPECS[game], players)
    *told, (rewards, infos) = play(env, 3)
    names = env.variant.seat_names
    for seat, observation, info in told:
        assert observation.startswith(f"You are {names[seat]}.")
        assert env.variant.actions.parse(info["action"]) > 0
        assert (info["seat"], info["reply"], info["illegal_answers"]) == (seat, "", 0)
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-5)
    assert all(info["over"] and info["won"] == (rewards[seat] > 0) for seat, info in infos.items())
    assert {info["ending"] for info in infos.values()} <= set(env.variant.ending_names[1:])


def test_same_seed_same_game() -> None:
    one, other = (TextEnv(SPECS["resonance"], 3) for _ in range(2))
    games = [play(one, 5), play(one, None)]
    assert [play(other, 5), play(other, None)] == games
    assert games[0] != games[1]


def test_the_game_is_that_of_the_seed_and_choices_are_played_together() -> None:
    env = TextEnv(SPECS["toy"], 3)
    env.reset(seed=4)
    variant = env.variant
    games = variant.new_games(1)
    variant.reset(games, np.array([4], dtype=np.uint64))
    assert env.position() == variant.position(games)
    before = env.position()
    for seat in range(3):
        assert env.get_observation()[0] == seat
        assert env.position() == before
        assert env.step("guess 1")[1]["action"] == "guess 1"
    variant.step(games, np.array([[variant.actions.parse("guess 1")] * 3]))
    assert env.position() == variant.position(games)


def test_answers_that_do_not_fit() -> None:
    env = TextEnv(SPECS["toy"], 3, max_tries=2)
    env.reset(seed=1)
    assert "could not be used" not in env.get_observation()[1]
    done, info = env.step("I would like to wait")
    assert (done, info["action"], info["illegal_answers"]) == (False, None, 1)
    assert "expected a number from 1 to 4" in info["reply"]
    seat, observation = env.get_observation()
    assert seat == 0
    assert f"Your answer could not be used: {info['reply']}." in observation
    assert env.step("double")[1]["illegal_answers"] == 2  # the second try: the first legal action is played
    seat, observation = env.get_observation()
    assert seat == 1
    assert "could not be used" not in observation
    assert env.close()[1][0] == {"over": False, "ending": "running", "won": False, "illegal_answers": 2}


def test_rules_are_read_once_by_each_seat() -> None:
    env = TextEnv(SPECS["resonance"], 3, rules=True)
    env.reset(seed=1)
    rules = SPECS["resonance"].rules_file().read_text(encoding="utf-8")
    counts = {0: 0, 1: 0, 2: 0}
    for _ in range(12):
        seat, observation = env.get_observation()
        counts[seat] += observation.startswith(rules)
        env.step("1")
    assert counts == {0: 1, 1: 1, 2: 1}


def test_the_log_is_what_happened_since_the_last_decision() -> None:
    env = TextEnv(SPECS["resonance"], 3)
    env.reset(seed=1)
    env.step("1")
    seat, observation = env.get_observation()
    assert (seat, "Since your last decision:" in observation, "witch_0 keeps" in observation) == (1, True, True)


def test_positions_can_be_started_from() -> None:
    env = TextEnv(SPECS["resonance"], 3)
    env.reset(seed=1)
    for _ in range(5):
        env.step("1")
    text = env.position()
    other = TextEnv(SPECS["resonance"], 3)
    other.reset(position=text)
    assert (other.position(), other.game_seed) == (text, None)
    with pytest.raises(PositionError, match="line 1"):
        other.reset(position="nonsense")


def test_bad_use() -> None:
    for options in ({"max_tries": 0}, {"rules": "yes"}, {"reward": "much"}, {"plyers": 3}):
        with pytest.raises(OptionError, match="expected"):
            TextEnv(SPECS["toy"], **options)
    env = TextEnv(SPECS["toy"], 3)
    for method in (env.get_observation, env.close, env.position, lambda: env.step("1")):
        with pytest.raises(UsageError, match="no game has begun"):
            method()
    play(env, 1)
    with pytest.raises(UsageError, match="the game is over"):
        env.step("1")
    env.reset(seed=1)
    with pytest.raises(UsageError, match="an answer as text, got int"):
        env.step(1)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="a seed"):
        env.reset(seed=-1)


def test_opponents_play_their_seats() -> None:
    env = TextEnv(SPECS["resonance"], 4, opponents={"witch_0": "greedy", "witch_2": "random", "witch_3": "greedy"})
    games = [play(env, 5), play(env, 5), play(env, 6)]
    assert {seat for seat, _, _ in games[0][:-1]} == {1}
    assert games[0] == games[1]  # what opponents do follows from the seed
    assert games[0] != games[2]
    assert set(games[0][-1][0]) == {0, 1, 2, 3}  # rewards of all seats

    env.reset(seed=5)
    position = env.position()
    parallel = resonance_v0.parallel_env(players=4, opponents={0: "greedy", 2: "random", 3: "greedy"})
    seen, _ = parallel.reset(seed=5)
    done = False
    while not done:  # the same game as there, to its end
        assert parallel.position() == env.position()
        action = int(np.flatnonzero(seen["witch_1"]["action_mask"])[-1])
        done, _ = env.step(f"[{env.variant.actions.name(action)}]")
        seen, rewards, _, _, _ = parallel.step({"witch_1": action})
    assert env.close()[0][1] == pytest.approx(rewards["witch_1"])
    told = []
    for _ in range(2):
        env.reset(seed=9, position=position)
        env.step("[1]")
        told.append(env.get_observation())
    assert told[0] == told[1]
    with pytest.raises(OptionError, match="a seat that is left to a learner, got opponents for all 3 seats"):
        TextEnv(SPECS["resonance"], 3, opponents={0: "greedy", 1: "greedy", 2: "greedy"})
    with pytest.raises(OptionError, match="did you mean 'greedy'"):
        TextEnv(SPECS["resonance"], 3, opponents={0: "gredy"})
