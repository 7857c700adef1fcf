"""The environment for language models: whole games by text, invalid answers, and what stays hidden."""

from typing import Any

import numpy as np
import pytest

from resonance_env import resonance_v0
from resonance_env.adapters.text import TextEnv
from resonance_env.core.errors import OptionError, PositionError, UsageError
from resonance_env.play import bounds
from tests.adapters.games import GAMES_AND_PLAYERS, SPECS
from tests.small_games import endless_raids
from tests.small_games.endless_raids import Enchanter


def play(env: TextEnv, seed: int | None) -> list[Any]:
    """Plays a game with the last action of each list; returns all texts of the environment."""
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
    env = TextEnv(SPECS[game].variant(players))
    *told, (rewards, infos) = play(env, 3)
    names = env.variant.seat_names
    for seat, observation, info in told:
        assert observation.startswith(f"You are {names[seat]}.")
        assert env.variant.actions.parse(info["action"]) > 0
        assert (info["seat"], info["reply"], info["illegal_answers"]) == (seat, "", 0)
    if env.variant.is_cooperative:
        assert len(set(rewards.values())) == 1
        assert all(0.0 <= info["score"] <= 1.0 and "won" not in info for info in infos.values())
    else:
        assert sum(rewards.values()) == pytest.approx(0, abs=1e-5)
        assert all(info["won"] == (info["terminated"] and rewards[seat] > 0) for seat, info in infos.items())
    is_endless = env.variant.spec.max_cycles is not None
    assert all((info["terminated"], info["truncated"]) == (not is_endless, is_endless) for info in infos.values())
    assert {info["ending"] for info in infos.values()} <= set(env.variant.ending_names[0 if is_endless else 1 :])


def test_same_seed_same_game() -> None:
    one, other = (TextEnv(SPECS["resonance"].variant(3)) for _ in range(2))
    games = [play(one, 5), play(one, None)]
    assert [play(other, 5), play(other, None)] == games
    assert games[0] != games[1]


def test_the_game_is_that_of_the_seed_and_choices_are_played_together() -> None:
    env = TextEnv(SPECS["toy"].variant(3))
    env.reset(seed=4)
    variant = env.variant
    games = variant.start([4])
    assert env.position() == variant.position(games)
    before = env.position()
    for seat in range(3):
        assert env.get_observation()[0] == seat
        assert env.position() == before
        assert env.step("guess 1")[1]["action"] == "guess 1"
    variant.step(games, np.array([[variant.actions.parse("guess 1")] * 3]))
    assert env.position() == variant.position(games)


def test_answers_that_do_not_fit() -> None:
    env = TextEnv(SPECS["toy"].variant(3), max_tries=2)
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
    assert env.close()[1][0] == {
        "terminated": False,
        "truncated": False,
        "ending": "running",
        "won": False,
        "illegal_answers": 2,
    }


def test_rules_are_read_once_by_each_seat() -> None:
    env = TextEnv(SPECS["resonance"].variant(3), rules=True)
    env.reset(seed=1)
    rules = SPECS["resonance"].rules_file().read_text(encoding="utf-8")
    counts = {0: 0, 1: 0, 2: 0}
    for _ in range(12):
        seat, observation = env.get_observation()
        counts[seat] += observation.startswith(rules)
        env.step("1")
    assert counts == {0: 1, 1: 1, 2: 1}


def test_the_log_is_what_happened_since_the_last_decision() -> None:
    env = TextEnv(SPECS["resonance"].variant(3))
    env.reset(seed=1)
    env.step("1")
    seat, observation = env.get_observation()
    assert (seat, "Since your last decision:" in observation, "witch_0 keeps" in observation) == (1, True, True)


def test_positions_can_be_started_from() -> None:
    env = TextEnv(SPECS["resonance"].variant(3))
    env.reset(seed=1)
    for _ in range(5):
        env.step("1")
    text = env.position()
    other = TextEnv(SPECS["resonance"].variant(3))
    other.reset(position=text)
    assert (other.position(), other.game_seed) == (text, None)
    with pytest.raises(PositionError, match="line 1"):
        other.reset(position="nonsense")


def test_bad_use() -> None:
    for options in ({"max_tries": 0}, {"rules": "yes"}, {"reward": "much"}, {"max_cycles": 0}):
        with pytest.raises(OptionError, match="expected"):
            TextEnv(SPECS["toy"].variant(), **options)
    with pytest.raises(OptionError, match="expected a variant of a game, got ToySpec"):
        TextEnv(SPECS["toy"])  # type: ignore[arg-type]
    with pytest.raises(
        OptionError, match="expected reward to be 'identical', since 'signals' is a cooperative game; got 'win'"
    ):
        TextEnv(SPECS["signals"].variant(), reward="win")
    env = TextEnv(SPECS["toy"].variant(3))
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


def test_rewards_on_the_way_are_told_and_add_up() -> None:
    env = TextEnv(SPECS["signals"].variant(3, rounds=1))
    env.reset(seed=2)
    digits = env.position().split("digit: ")[1].split()[:3]
    for _ in range(3):
        assert "Your reward since your last decision: 0 (in this game: 0)." in env.get_observation()[1]
        env.step("show red")
    for seat, guess in enumerate([digits[1], digits[2], str((int(digits[0]) + 1) % 3)]):
        told = f"Your reward since your last decision: {seat} (in this game: {seat})."
        asked, observation = env.get_observation()
        assert (asked, told in observation) == (seat, True)
        done, _ = env.step(f"guess {guess}")
        assert done == (seat == 2)
    rewards, infos = env.close()
    assert rewards == {0: 2.0, 1: 2.0, 2: 2.0}
    assert infos[1] == {
        "terminated": True,
        "truncated": False,
        "ending": "rounds over",
        "score": pytest.approx(2 / 3),
        "natural_score": 2.0,
        "score_unit": "right guesses",
        "illegal_answers": 0,
    }
    assert "reward" not in play(TextEnv(SPECS["toy"].variant(3)), 1)[0][1]


def test_an_endless_game_is_truncated() -> None:
    for max_cycles, length in ((None, 40), (6, 6)):
        env = TextEnv(SPECS["raids"].variant(2), max_cycles=max_cycles)
        *told, (rewards, infos) = play(env, 3)
        assert len(told) == length
        assert rewards[0] == -rewards[1] != 0.0
        assert infos[0] == {
            "terminated": False,
            "truncated": True,
            "ending": "running",
            "won": False,
            "illegal_answers": 0,
        }
    with pytest.raises(UsageError, match="the game is over"):
        env.step("1")


def test_a_seat_that_is_never_asked_again_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless_raids.SPEC, "max_cycles", None)
    monkeypatch.setattr(bounds, "LONGEST_WAIT", 30)
    env = TextEnv(SPECS["raids"].variant(2, sleep=100), opponents={1: Enchanter()})
    *told, (_, infos) = play(env, 1)
    assert {seat for seat, _, _ in told} == {0}
    assert infos[0]["truncated"]
    env = TextEnv(SPECS["raids"].variant(2, sleep=100), opponents={0: Enchanter()})
    with pytest.raises(UsageError, match="expected a game in which a seat without an opponent is asked"):
        env.reset(seed=1)


def test_opponents_play_their_seats() -> None:
    env = TextEnv(SPECS["resonance"].variant(4), opponents={"witch_0": "greedy", "witch_2": "random", "witch_3": "greedy"})
    games = [play(env, 5), play(env, 5), play(env, 6)]
    assert {seat for seat, _, _ in games[0][:-1]} == {1}
    assert games[0] == games[1]  # the seed determines the opponents' choices
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
        TextEnv(SPECS["resonance"].variant(3), opponents={0: "greedy", 1: "greedy", 2: "greedy"})
    with pytest.raises(OptionError, match="did you mean 'greedy'"):
        TextEnv(SPECS["resonance"].variant(3), opponents={0: "gredy"})
