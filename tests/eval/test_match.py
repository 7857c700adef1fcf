"""Matches: seats, deals, and independence of the batch size."""

import numpy as np
import pytest

from resonance_env.agents.interface import Memory, RandomSource
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import IllegalActionError, OptionError
from resonance_env.core.spec import Variant
from resonance_env.eval.match.match import TRUNCATED, play_match
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.eval.match.schedule import Schedule, rotations
from resonance_env.eval.match.tables import result_table
from tests.agents.remembering import Remembering
from tests.small_games import endless_raids
from tests.small_games.hidden_sum import GUESS, SPEC


class Guesser(Remembering):
    """Always takes the lowest legal action, sees the `recall` observation, and remembers how often each row has acted."""

    name = "guesser"
    observation = "recall"

    def __init__(self) -> None:
        self.sizes: set[int] = set()
        self.last_memory: np.ndarray | None = None

    def bind(self, variant: Variant) -> None:
        self.size = variant.layout("recall").size

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        assert memory is not None
        assert memory.shape == (len(legal), 1)
        assert observation.shape == (len(legal), self.size)
        self.last_memory = memory
        return legal.argmax(axis=1), memory + 1


class Cheat(Guesser):
    """Returns the action that the test sets."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        super().__init__()

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        return np.full(len(legal), self.answer), memory


def test_rotation_plays_each_deal_once_from_each_seat() -> None:
    schedule = rotations(SPEC.variant(3), 5, seed=9)

    assert schedule.line_up.reshape(5, 3, 3).tolist() == [[[0, 1, 1], [1, 0, 1], [1, 1, 0]]] * 5
    deals = schedule.seeds.reshape(5, 3)
    assert (deals == deals[:, :1]).all()
    assert len(np.unique(deals)) == 5
    assert len(np.unique(schedule.keys)) == 15


def test_rotation_in_teams_goes_over_the_teams() -> None:
    schedule = rotations(SPEC.variant(6), 1, seed=9)

    assert schedule.line_up.tolist() == [[0, 0, 1, 1, 1, 1], [1, 1, 0, 0, 1, 1], [1, 1, 1, 1, 0, 0]]


def test_more_deals_begin_with_the_same_deals() -> None:
    few, many = rotations(SPEC.variant(3), 4, seed=9), rotations(SPEC.variant(3), 6, seed=9)

    np.testing.assert_array_equal(few.seeds, many.seeds[:12])
    np.testing.assert_array_equal(few.keys, many.keys[:12])


@pytest.mark.parametrize("batch", [1, 5, 1000])
def test_the_size_of_batches_does_not_matter(batch: int) -> None:
    variant = SPEC.variant(3)
    schedule = rotations(variant, 6, seed=2)
    agents = [RandomAgent(), Guesser()]

    whole, parts = play_match(variant, agents, schedule), play_match(variant, agents, schedule, batch=batch)
    for name in ("payoff", "winners", "steps", "decisions"):
        np.testing.assert_array_equal(getattr(whole, name), getattr(parts, name))


def test_a_match_plays_the_games_that_the_variant_would() -> None:
    variant = SPEC.variant(3)
    seeds = np.array([11, 12, 13], dtype=np.uint64)
    schedule = Schedule(np.zeros((3, 3), dtype=np.int64), seeds, seeds)
    ended: list[int] = []
    result = play_match(variant, [Guesser()], schedule, progress=ended.append)

    for game in range(3):
        alone = variant.start(seeds[game : game + 1])
        steps, decisions = 0, np.zeros(3, dtype=int)
        while not variant.done(alone)[0]:
            decisions += variant.acting(alone)[0]
            variant.step(alone, variant.legal(alone).argmax(axis=2))
            steps += 1
        np.testing.assert_array_equal(result.payoff[game], variant.payoff(alone)[0])
        np.testing.assert_array_equal(result.winners[game], variant.winners(alone)[0])
        np.testing.assert_array_equal(result.decisions[game], decisions)
        assert result.steps[game] == steps
    assert sum(ended) == 3


def test_memory_belongs_to_a_seat_of_a_game() -> None:
    variant = SPEC.variant(3)
    agent = Guesser()
    result = play_match(variant, [agent], Schedule(np.zeros((4, 3), dtype=np.int64), *[np.arange(4, dtype=np.uint64)] * 2))

    # In the last step of every game its leader acts, whose memory then counts one decision less than it has made.
    assert agent.last_memory is not None
    assert set(agent.last_memory[:, 0] + 1) <= set(result.decisions.ravel())


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (GUESS - 1, "agent 'guesser' played illegally: guesser_0 may not 'wait'"),
        (99, r"expected actions in 0 \.\. 8 from agent 'guesser', got 99"),
        (-1, r"expected actions in 0 \.\. 8 from agent 'guesser', got -1"),
        (1.0, "expected 3 integers from agent 'guesser', got shape .* of type float64"),
    ],
)
def test_illegal_agents_are_named(answer: object, message: str) -> None:
    variant = SPEC.variant(3)
    schedule = Schedule(np.zeros((1, 3), dtype=np.int64), *[np.arange(1, dtype=np.uint64)] * 2)
    with pytest.raises(IllegalActionError, match=message):
        play_match(variant, [Cheat(answer)], schedule)


def test_a_line_up_must_fit_the_seats_and_the_agents() -> None:
    variant = SPEC.variant(3)
    seeds = np.arange(2, dtype=np.uint64)
    with pytest.raises(OptionError, match=r"line-up of shape \(2, 3\)"):
        play_match(variant, [RandomAgent()], Schedule(np.zeros((2, 4), dtype=np.int64), seeds, seeds))
    with pytest.raises(OptionError, match=r"agents 0 \.\. 0"):
        play_match(variant, [RandomAgent()], Schedule(np.ones((2, 3), dtype=np.int64), seeds, seeds))


def test_a_report_counts_wins_and_draws_of_the_agent() -> None:
    variant = SPEC.variant(3)
    report = evaluate_agent(variant, RandomAgent(), Guesser(), num_games=100, seed=4)
    result = play_match(variant, [RandomAgent(), Guesser()], rotations(variant, 34, seed=4))

    own = result.winners.reshape(34, 3, 3)[:, range(3), range(3)]
    draws = int((~result.winners.any(axis=1)).sum())
    assert (report.deals, report.games) == (34, 102)
    assert (report.wins, report.draws) == (int(own.sum()), draws)
    assert report.score.mean == pytest.approx((own.sum() + draws / 3) / 102)
    assert report.score.low < report.score.mean < report.score.high
    assert report.fair == pytest.approx(1 / 3)
    assert list(report.seat_scores) == ["guesser_0", "guesser_1", "guesser_2"]
    assert np.mean([seat.mean for seat in report.seat_scores.values()]) == pytest.approx(report.score.mean)


def test_equals_score_the_fair_share_in_teams() -> None:
    report = evaluate_agent(SPEC.variant(7), RandomAgent(), RandomAgent(), num_games=160, seed=4)

    assert report.fair == 0.25
    assert report.score.low < 0.25 < report.score.high
    assert next(iter(report.seat_scores)) == "guesser_0+guesser_1"


def test_a_game_without_an_end_is_truncated_at_the_bound_of_its_spec_and_drawn() -> None:
    variant = endless_raids.SPEC.variant(3)
    schedule = rotations(variant, 4, seed=1)
    result = play_match(variant, [RandomAgent(), RandomAgent()], schedule, batch=5)

    assert result.truncated.all()
    assert (result.ending == TRUNCATED).all()
    assert (result.steps == endless_raids.SPEC.max_cycles).all()
    assert not result.winners.any()
    assert result.payoff.any()
    np.testing.assert_array_equal(result.payoff.sum(axis=1), 0.0)
    report = evaluate_agent(variant, RandomAgent(), RandomAgent(), 12, seed=1)
    assert (report.truncated, report.draws, report.endings) == (12, 12, {"truncated": 12})
    assert str(list(result_table(report).columns[0].cells)[-1]) == "truncated, drawn"
    assert report.score.mean == pytest.approx(1 / 3)


def test_a_game_whose_spec_has_no_bound_is_truncated_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless_raids.SPEC, "max_cycles", None)
    monkeypatch.setattr("resonance_env.eval.match.match.MAX_STEPS", 7)
    variant = endless_raids.SPEC.variant(3)
    result = play_match(variant, [RandomAgent(), RandomAgent()], rotations(variant, 1, seed=1))

    assert (result.steps == 7).all()
    assert result.truncated.all()


def test_games_that_end_are_not_truncated() -> None:
    variant = SPEC.variant(3)
    result = play_match(variant, [RandomAgent(), Guesser()], rotations(variant, 2, seed=1))

    assert not result.truncated.any()
    assert np.isnan(result.score).all()


def test_games_without_rounds_are_as_long_as_their_steps() -> None:
    variant = endless_raids.SPEC.variant(3)
    assert not variant.has("rounds")
    result = play_match(variant, [RandomAgent(), RandomAgent()], rotations(variant, 1, seed=1))

    np.testing.assert_array_equal(result.rounds, result.steps)
