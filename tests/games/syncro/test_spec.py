"""SYNCRO as a game among others: options, payoffs and scores, and masks with their reasons."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from resonance_env.core.errors import OptionError, UsageError
from resonance_env.eval.match.self_play import evaluate_self_play
from resonance_env.eval.match.tables import self_play_table
from resonance_env.games import syncro
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.spec import SPEC, SyncroVariant
from resonance_env.play.vector_env import VectorEnv
from tests.adapters.test_vector_asked import rows_agree

VARIANTS: list[dict[str, Any]] = [
    {"players": 2, "mode": "campaign", "chapters": "II", "payoff": "score", "retries": 1},
    {"players": 2, "cards": "mini", "mode": "campaign"},
    {"players": 3, "level": 7, "payoff": "score"},
    {"players": 5, "level": 9, "estimates": "off"},
]


def random_steps(variant: SyncroVariant, seed: int) -> list[np.ndarray]:
    """Returns the positions of a random game, each an array of one game."""
    rng, games = np.random.default_rng(seed), variant.start([seed])
    positions = [games.copy()]
    while not variant.done(games)[0]:
        legal = variant.legal(games)[0]
        variant.step(games, np.array([[rng.choice(np.flatnonzero(row)) for row in legal]]))
        positions.append(games.copy())
    return positions


def test_what_the_spec_says() -> None:
    """SY-BOX-1, SY-MODE-3."""
    assert (SPEC.players, SPEC.default_players, SPEC.simultaneous) == ((2, 3, 4, 5), 4, True)
    assert (SPEC.utility, SPEC.reward_model, SPEC.max_cycles, len(SPEC.actions)) == ("identical", "terminal", None, 89)
    variant = SPEC.variant(3)
    assert variant.seat_names == ("mage_0", "mage_1", "mage_2")
    assert variant.num_teams == 1
    assert [
        name for name in ("score", "progress", "rounds", "rollout", "chance_branches", "sample_worlds") if not variant.has(name)
    ] == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 4, "cards": "mini"}, "expected players to be 2 with card set 'mini'; got 4"),
        ({"cards": "mini", "level": 4}, "expected level to be one of the 3 levels of cards='mini'; got level=4"),
        ({"level": 10}, "expected level to be an integer from 1 to 9; got 10"),
        ({"retries": -1}, "expected retries to be an integer from 0 to 9; got -1"),
        ({"mode": "story"}, "expected mode to be one of 'level', 'campaign'; got 'story'"),
    ],
)
def test_sy_mode_4_refusals(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        SPEC.variant(**options)
    assert str(caught.value) == message


def test_sy_mode_4_options_of_the_other_mode_are_ignored() -> None:
    campaign = SPEC.variant(cards="mini", mode="campaign", level=9)
    assert (campaign.blank[0]["first_level"], campaign.blank[0]["last_level"]) == (1, 3)
    level = SPEC.variant(level=2, chapters="II", saves=True)
    assert (level.blank[0]["first_level"], level.blank[0]["last_level"], level.blank[0]["saves"]) == (2, 2, 0)


@pytest.mark.parametrize("options", VARIANTS)
def test_reasons_agree_with_masks(options: dict[str, Any]) -> None:
    variant = SPEC.variant(**options)
    for games in random_steps(variant, 3):
        legal = variant.legal(games)[0]
        for seat, action in np.ndindex(legal.shape):
            assert (variant.why_illegal(games, 0, seat, action) == "") == bool(legal[seat, action])


@pytest.mark.parametrize("options", VARIANTS)
def test_sy_score_2_payoffs_come_at_the_end_and_are_the_score(options: dict[str, Any]) -> None:
    variant = SPEC.variant(**options)
    *running, last = random_steps(variant, 5)
    assert not any(variant.payoff(games).any() or variant.ending(games).any() for games in running)
    np.testing.assert_allclose(variant.payoff(last)[0], np.full(variant.num_seats, variant.score(last)[0]), rtol=1e-6)
    np.testing.assert_allclose(variant.natural_score(last), variant.score(last) * variant.num_levels)
    assert variant.ending(last)[0] == last["ending"][0] != v.ENDING_NONE
    assert variant.rounds(last)[0] == last["turns"][0]


def test_sy_score_3_all_seats_win_or_none() -> None:
    variant, won = SPEC.variant(2, cards="mini", mode="campaign", chapters="II"), 0
    for seed in range(12):
        *running, last = random_steps(variant, seed)
        assert not any(variant.winners(games).any() for games in running)
        assert variant.winners(last).tolist() == [[variant.ending(last)[0] == v.ENDING_WON] * 2]
        won += variant.winners(last)[0, 0]
    assert 0 < won < 12


def test_sy_score_3_progress_counts_a_level_that_is_won_once() -> None:
    variant = SPEC.variant(2, cards="mini", mode="campaign")
    seen = set()
    for seed in range(30):
        for games in random_steps(variant, seed):
            progress = variant.progress(games)[0]
            assert (progress == progress[0]).all()
            assert int(games["cleared"][0]) / 3 <= progress[0] + 1e-6 <= 1.0 + 1e-5
            if games["phase"][0] == v.PHASE_KEEP:
                np.testing.assert_allclose(progress[0], games["cleared"][0] / 3, rtol=1e-6)
                seen.add("keep")
    assert seen == {"keep"}


def test_sy_save_1_a_level_alone_starts_with_full_hands() -> None:
    for players, limit in ((2, 8), (3, 6), (4, 5), (5, 4)):
        for level in (4, 5):
            game = SPEC.variant(players, level=level).start([3])[0]
            assert game["held"][:players].tolist() == [limit] * players
            assert (game["reward"][:players] == v.NOTHING).tolist() == [level < 5] * players


def test_sy_fin_4_a_truncated_episode_pays_nothing_and_is_told_apart() -> None:
    games = VectorEnv(SPEC.variant(2, payoff="score"), 8, seed=1, max_cycles=12)
    games.reset()
    cut = 0
    for _ in range(48):
        _, reward, done = games.step(games.random_actions())
        assert not reward[games.truncated].any()
        assert done[games.truncated].all()
        cut += int(games.truncated.sum())
    assert cut > 0


@pytest.mark.parametrize(
    "options", [{"players": 3}, {"players": 5, "level": 7}, {"players": 2, "cards": "mini", "mode": "campaign"}]
)
def test_sy_ask_6_rows_of_asked_seats_are_those_of_all(options: dict[str, Any]) -> None:
    variant = SPEC.variant(**options)
    asked = VectorEnv(variant, 5, seed=7, rows="asked", observation="recall")
    every = VectorEnv(variant, 5, seed=7, observation="recall")
    asked.reset()
    every.reset()
    for _ in range(40):
        rows_agree(asked, every)
        asked.step(asked.random_actions())
        every.step(every.random_actions())


def test_sy_score_5_baselines_take_the_place_of_a_fair_score() -> None:
    assert SPEC.baselines == ("random", "greedy")
    with pytest.raises(UsageError, match="which is cooperative"):
        _ = SPEC.variant().fair_score


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"mode": "campaign"}, "campaign"),
        ({"mode": "campaign", "retries": 2, "level": 3}, "campaign+2"),
        ({"level": 4, "payoff": "score", "saves": True}, "level 4"),
        ({"level": 9, "retries": 1}, "level 9+1"),
        ({"mode": "campaign", "chapters": "I"}, ""),
        ({"mode": "campaign", "saves": True}, ""),
        ({"replay": True}, ""),
        ({"estimates": "off"}, ""),
        ({"players": 2, "cards": "mini", "level": 2}, ""),
    ],
)
def test_sy_score_4_and_sy_score_6_names_of_published_numbers(options: dict[str, Any], name: str) -> None:
    variant = SPEC.variant(**options)
    assert variant.measure == name
    report = evaluate_self_play(variant, "random", 2, 1)
    assert (report.measure, report.score_unit) == (name, "levels cleared")
    assert f"syncro{' ' * bool(name)}{name}, {variant.players} players" in str(self_play_table(report).title)


def test_sy_box_6_cards_and_plans_are_data(tmp_path: Path) -> None:
    text = SPEC.export_cards("mini")
    for old, new in (
        ('name = "Drake", kind = "dragon", force = 3', 'name = "Newt", kind = "mushroom", force = 4'),
        ('rows = ["M.M"]', 'rows = ["m", "M"]'),
        ("value = 2, copies = 3", "value = 3, copies = 3"),
    ):
        assert old in text
        text = text.replace(old, new)
    file = tmp_path / "other.toml"
    file.write_text(text, encoding="utf-8")
    variant = SPEC.variant(2, cards=str(file))
    view = variant.view(variant.start([1]))
    assert [(card["row"], card["is_up"]) for card in view["horde"]] == [(0, False), (1, True)]
    assert {spell for mage in variant.view(variant.start([1]), 0, 0)["mages"][:1] for spell in _values(mage)} <= {1, 3}
    assert "Newt: force 4" in SPEC.check_cards(str(file))
    sources = [path.read_text("utf-8") for path in Path(syncro.__file__).parent.rglob("*.py")]
    for name in (*variant.card_set.monster_names, *SPEC.variant().card_set.monster_names):
        assert not any(re.search(rf"\b{name}\b", source) for source in sources), name


def _values(mage: dict[str, Any]) -> list[int]:
    return [held["value"] for held in mage["hand"]]
