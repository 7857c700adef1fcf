"""Search with another agent as its model: it plays legally, row by row, better than its model, and looks at nothing hidden."""

import numpy as np
import pytest

from resonance_env.agents.interface import Agent, Memory
from resonance_env.agents.loading import entries_of, load
from resonance_env.agents.resonance.planning.greedy import GreedyAgent
from resonance_env.agents.sampling import KeyedRandom
from resonance_env.agents.search.policy_search import PolicySearch
from resonance_env.core.errors import OptionError
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.games import load_game
from resonance_env.games.resonance.spec import SPEC
from tests.agents.resonance.test_search import asked_rows
from tests.small_games.hidden_sum import SPEC as TOY

pytestmark = pytest.mark.compiled


class Remembering(GreedyAgent):
    name = "remembering"

    def start(self, batch: int) -> Memory:
        return np.zeros((batch, 1))


def test_a_decision_does_not_depend_on_the_batch() -> None:
    variant = SPEC.variant(4)
    agent = PolicySearch(GreedyAgent(), 12)
    agent.bind(variant)
    rows, legal, keys = asked_rows(variant, 9, seed=1)

    def decide(chosen: np.ndarray) -> np.ndarray:
        rng = KeyedRandom(keys[chosen], np.zeros(len(chosen), dtype=np.int64))
        return agent.act(rows[chosen], legal[chosen], None, rng)[0]

    together = decide(np.arange(len(rows)))
    assert (legal[np.arange(len(rows)), together] == 1).all()
    np.testing.assert_array_equal(decide(np.arange(len(rows))[::-1]), together[::-1])
    assert [int(decide(np.array([row]))[0]) for row in range(3)] == together[:3].tolist()


@pytest.mark.parametrize(
    ("game", "players", "cards"), [("resonance", 2, "mini"), ("resonance", 6, "house"), ("summon_demons", 2, "mini")]
)
def test_it_beats_its_model(game: str, players: int, cards: str) -> None:
    variant = load_game(game).variant(players, cards=cards)
    report = evaluate_agent(variant, PolicySearch(load("random"), 24), load("random"), 60, seed=3)
    assert report.score.low > report.fair


def test_what_cannot_be_a_model() -> None:
    with pytest.raises(OptionError, match="expected a model without memory, got 'remembering'"):
        PolicySearch(Remembering()).bind(SPEC.variant(4))
    with pytest.raises(OptionError, match=r"for agent 'search:model=greedy', a game with sample_worlds\(\); 'toy'"):
        PolicySearch(GreedyAgent()).bind(TOY.variant(3))


@pytest.mark.parametrize("game", ["resonance", "summon_demons"])
def test_search_answers_an_agent_with_the_model_it_has_of_it(game: str) -> None:
    answer = entries_of(game)["search"].answer
    assert answer is not None

    def name_of(opponent: Agent) -> str | None:
        found = answer(opponent, 50)
        return None if found is None else found.name

    assert name_of(load("planner")) == "search:opponent=planner,sims=50"
    assert name_of(load("search")) is None
    trained = GreedyAgent()
    trained.name, trained.metadata = "trained", object()  # type: ignore[assignment]
    assert name_of(trained) == "search:model=trained"
    remembering = Remembering()
    remembering.metadata = trained.metadata
    assert name_of(remembering) is None
