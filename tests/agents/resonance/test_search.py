"""The agent `search`: it uses only its observation, decides row by row, takes wins, and accepts guidance."""

import numpy as np
import pytest

from resonance_env.agents.compiled_agent import CompiledAgent
from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import load
from resonance_env.agents.resonance.planning.greedy import GreedyAgent
from resonance_env.agents.resonance.planning.planner import PlannerAgent
from resonance_env.agents.resonance.search import SearchAgent
from resonance_env.agents.resonance.searching.fit_outlook import fit
from resonance_env.agents.resonance.searching.outlook import ARTIFACTS, NUM_FEATURES, WEIGHTS, write_outlook
from resonance_env.agents.resonance.searching.tree import MAX_NODES, NO_NODE, TREE, clear_tree, find_node, select, update
from resonance_env.agents.sampling import KeyedRandom, keys_of_rows
from resonance_env.core.errors import OptionError
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from tests.games.resonance.crowd import Crowd
from tests.games.resonance.test_leaks import twins_of

pytestmark = pytest.mark.compiled


def searcher(variant: ResonanceVariant, **parameters: int | float | str) -> SearchAgent:
    agent = SearchAgent(**parameters)
    agent.bind(variant)
    return agent


def decide(agent: Agent, rows: np.ndarray, legal: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """Returns the actions of the first decision under each row's key."""
    actions, _ = agent.act(rows, legal, None, KeyedRandom(keys, np.zeros(len(keys), dtype=np.int64)))
    return actions


def asked_rows(variant: ResonanceVariant, steps: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns rows and masks of seats that are asked in games that have gone on for some steps, and a key for each."""
    crowd = Crowd(variant, 12, np.random.default_rng(seed))
    for _ in range(steps):
        crowd.step()
    game, seat = np.nonzero(variant.acting(crowd.games))
    rows, legal = variant.observe(crowd.games, "recall")[game, seat], crowd.legal[game, seat]
    return rows, legal, keys_of_rows(crowd.seeds, variant.num_seats)[game, seat]


@pytest.mark.parametrize("players", [3, 4, 6])
def test_r_info_2_it_decides_the_same_when_hidden_things_change(players: int) -> None:
    variant = SPEC.variant(players)
    twins = [twin for twin in twins_of(variant, 40, seed=players) if not twin.hands]
    games = np.concatenate([twin.games for twin in twins])
    observers = np.repeat([twin.observer for twin in twins], 2)
    both = np.arange(len(games))
    is_asked = variant.acting(games)[both, observers]
    assert np.count_nonzero(is_asked) > 20
    rows, legal = variant.observe(games, "recall")[both, observers], variant.legal(games)[both, observers]
    actions = decide(searcher(variant, sims=20), rows, legal, np.repeat(np.arange(len(twins), dtype=np.uint64), 2))
    assert np.array_equal(actions[::2], actions[1::2])


def test_a_decision_does_not_depend_on_the_batch() -> None:
    variant = SPEC.variant(4)
    agent = searcher(variant, sims=30)
    rows, legal, keys = asked_rows(variant, 9, seed=1)
    together = decide(agent, rows, legal, keys)
    assert np.array_equal(decide(agent, rows[::-1], legal[::-1], keys[::-1]), together[::-1])
    alone = [decide(agent, rows[k : k + 1], legal[k : k + 1], keys[k : k + 1])[0] for k in range(len(rows))]
    assert alone == together.tolist()
    assert not np.array_equal(decide(agent, rows, legal, keys + np.uint64(1)), together)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize(("edition", "team_talk"), [("fr", True), ("en", False)])
def test_it_plays_legally_with_any_number_of_players(players: int, edition: str, team_talk: bool) -> None:
    variant = SPEC.variant(players, cards="mini" if players == 2 else "house", edition=edition, team_talk=team_talk)
    agent = searcher(variant, sims=6, opponent="greedy", own="greedy")
    games, rng = variant.start(range(4)), np.random.default_rng(players)
    while not variant.done(games).all():
        game, seat = np.nonzero(variant.acting(games))
        legal = variant.legal(games)
        chosen, _ = agent.act(variant.observe(games, "recall")[game, seat], legal[game, seat], None, rng)
        assert legal[game, seat, chosen].all()
        actions = np.zeros(legal.shape[:2], dtype=np.int16)
        actions[game, seat] = chosen
        variant.step(games, actions)


def test_it_takes_an_action_that_wins_at_once() -> None:
    variant = SPEC.variant(4)
    crowd, found = Crowd(variant, 400, np.random.default_rng(3)), 0
    agent = searcher(variant, sims=60)
    while not crowd.is_over:
        games = crowd.games
        one = np.flatnonzero(
            (variant.acting(games).sum(axis=1) == 1) & (games["phase"] != v.PHASE_ACT) & (games["stage"] != v.STAGE_SEATS)
        )
        for number in one:
            seat = int(variant.acting(games)[number].argmax())
            winning = winning_actions(variant, games[number : number + 1], seat)
            if winning:
                row = variant.observe(games[number : number + 1], "recall")[:, seat]
                chosen = decide(agent, row, crowd.legal[number : number + 1, seat], np.array([number], dtype=np.uint64))
                assert chosen[0] in winning, variant.position(games, int(number))
                found += 1
        crowd.step()
    assert found > 5


def winning_actions(variant: ResonanceVariant, game: np.ndarray, seat: int) -> list[int]:
    """Returns the actions that win for the seat, provided that all others lead to a new round; otherwise none."""
    winning, others = [], 0
    for action in np.flatnonzero(variant.legal(game)[0, seat]):
        after = game.copy()
        actions = np.zeros((1, variant.num_seats), dtype=np.int16)
        actions[0, seat] = action
        variant.step(after, actions)
        if variant.winners(after)[0, seat]:
            winning.append(int(action))
        elif after["phase"][0] == v.PHASE_ACT:
            others += 1
        else:
            return []
    return winning if others else []


def test_it_beats_three_greedy_witches() -> None:
    """It would score a quarter if it were no better."""
    assert score_against(GreedyAgent(), sims=80, deals=30) > 0.45


@pytest.mark.slow
def test_with_more_simulations_it_beats_planners_more_often() -> None:
    few, many = (score_against(PlannerAgent(), sims, deals=60) for sims in (4, 100))
    assert many > few + 0.05
    assert many > 0.35


def score_against(others: CompiledAgent, sims: int, deals: int) -> float:
    """Returns the share of games that a searching witch wins against three others."""
    variant = SPEC.variant(4)
    search = searcher(variant, sims=sims)
    others.bind(variant)
    games, rng = variant.start(np.repeat(range(deals), 4)), np.random.default_rng(sims)
    is_search = np.tile(np.eye(4, dtype=np.bool_), (deals, 1))
    while not variant.done(games).all():
        actions, legal = np.zeros((len(games), 4), dtype=np.int16), variant.legal(games)
        for agent, seats in ((search, is_search), (others, ~is_search)):
            game, seat = np.nonzero(variant.acting(games) & seats)
            rows = variant.observe(games, agent.observation)[game, seat]
            actions[game, seat] = agent.act(rows, legal[game, seat], None, rng)[0]
        variant.step(games, actions)
    return float(variant.winners(games)[is_search].mean())


def test_a_prior_says_which_actions_are_tried_when_there_are_too_many() -> None:
    class Guided(SearchAgent):
        def prior(self, rows: np.ndarray, legal: np.ndarray) -> np.ndarray:
            prior = np.zeros(legal.shape)
            prior[:, act.DRAW_ARTIFACT] = 1.0
            return prior

    variant = SPEC.variant(4)
    rows, legal, keys = asked_rows(variant, 4, seed=2)
    greedy = GreedyAgent()
    greedy.bind(variant)
    usual, _ = greedy.act(rows[:, : variant.layout("table").size], legal, None, np.random.default_rng(0))
    agent = Guided(sims=8, own="greedy", opponent="greedy")  # enough for two actions
    agent.bind(variant)
    chosen = decide(agent, rows, legal, keys)
    assert ((chosen == usual) | (chosen == act.DRAW_ARTIFACT)).all()
    assert (chosen == act.DRAW_ARTIFACT).any()


def test_other_weights_of_the_outlook_change_what_it_is_after() -> None:
    variant = SPEC.variant(4)
    rows, legal, keys = asked_rows(variant, 4, seed=2)
    agent = SearchAgent(sims=60, rounds=1, own="greedy", opponent="greedy")
    agent.outlook = np.zeros(NUM_FEATURES)
    agent.outlook[ARTIFACTS] = 3.0
    agent.bind(variant)
    artifacts = np.count_nonzero(decide(agent, rows, legal, keys) == act.DRAW_ARTIFACT)
    usual = decide(searcher(variant, sims=60, rounds=1, own="greedy", opponent="greedy"), rows, legal, keys)
    assert artifacts > np.count_nonzero(usual == act.DRAW_ARTIFACT)
    assert artifacts > len(rows) // 2


@pytest.mark.parametrize("players", [3, 6])
def test_outlooks_of_the_sides_add_up_to_one(players: int) -> None:
    variant = SPEC.variant(players)
    crowd, out = Crowd(variant, 30, np.random.default_rng(0)), np.zeros(variant.num_seats)
    step = 2 if variant.num_teams < variant.num_seats else 1
    while not crowd.is_over:
        crowd.step()
        for number in range(0, 30, 5):
            if crowd.games["round_number"][number] > 0:
                write_outlook(crowd.games[number], variant.card_set.cards[0], WEIGHTS, np.zeros(NUM_FEATURES), out)
                assert out[::step].sum() == pytest.approx(1.0)
                assert (out >= 0).all()
    winners = variant.winners(crowd.games)
    for number in range(30):
        write_outlook(crowd.games[number], variant.card_set.cards[0], WEIGHTS, np.zeros(NUM_FEATURES), out)
        expected = winners[number].astype(float) if winners[number].any() else np.full(variant.num_seats, variant.fair_score)
        assert out == pytest.approx(expected)


def test_a_node_tries_the_model_first_and_then_what_came_off_best() -> None:
    trees = np.zeros(1, dtype=TREE)
    tree, legal = trees[0], np.zeros(act.NUM_ACTIONS, dtype=np.int8)
    legal[[5, 6, 7]] = 1
    node = find_node(tree, 123, 6)
    assert find_node(tree, 123, 7) == node
    assert select(tree, node, legal, 0.6, 0.1) == 6
    for _ in range(50):
        action = select(tree, node, legal, 0.6, 0.1)
        update(tree, node, action, {5: 0.2, 6: 0.3, 7: 0.8}[int(action)])
    assert tree["tries"][node].argmax() == 7
    assert tree["tries"][node][[5, 6]].min() > 0
    assert tree["tries"][node].sum() == 50
    legal[7] = 0
    assert select(tree, node, legal, 0.6, 0.1) in (5, 6)
    clear_tree(tree)
    assert tree["num_nodes"] == 0
    assert not tree["tries"].any()


def test_a_full_tree_takes_no_more_nodes() -> None:
    trees = np.zeros(1, dtype=TREE)
    nodes = [int(find_node(trees[0], key * 7919, 0)) for key in range(MAX_NODES + 1)]
    assert nodes == [*range(MAX_NODES), NO_NODE]
    assert find_node(trees[0], 7919, 0) == 1


def test_it_is_loaded_by_name_with_parameters() -> None:
    variant = SPEC.variant(3)
    agent = load("search:sims=7,opponent=planner,adapt=0.5")
    agent.bind(variant)
    rows, legal, keys = asked_rows(variant, 9, seed=2)
    same = searcher(variant, sims=7, opponent="planner", adapt=0.5)
    assert agent.observation == same.observation == "recall"
    assert np.array_equal(decide(agent, rows, legal, keys), decide(same, rows, legal, keys))
    assert not np.array_equal(decide(agent, rows, legal, keys), decide(searcher(variant), rows, legal, keys))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"sims": 0}, "at least 1"),
        ({"opponent": "gredy"}, "greedy"),
        ({"simulations": 5}, "sims"),
        ({"noise": 2.0}, "at most 1"),
    ],
)
def test_parameters_that_do_not_fit_are_refused(parameters: dict[str, int | float | str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        SearchAgent(**parameters)


def test_the_fit_of_the_outlook_finds_the_weights_behind_shares() -> None:
    rng = np.random.default_rng(0)
    features, weights = rng.normal(size=(4000, 4, 3)), np.array([1.0, -0.5, 0.0])
    strength = np.exp(features @ weights)
    assert fit(features, strength / strength.sum(axis=1, keepdims=True)) == pytest.approx(weights, abs=0.05)
