"""Statistics of games of Let's Summon Demons, compared with the log for people and with the end of the game."""

import re

import numpy as np
import pytest

from resonance_env.eval.match.game_facts import GameFacts, load_facts
from resonance_env.games.summon_demons.spec import SPEC, SummonDemonsVariant


def play(variant: SummonDemonsVariant, seed: int) -> tuple[GameFacts, str, np.ndarray, np.ndarray]:
    """Plays at random; returns the facts, the log, and the first and the last position."""
    rng = np.random.default_rng(seed)
    watcher, games, steps = load_facts("summon_demons").watcher(variant, 3), variant.start([seed]), []
    first = games.copy()
    watcher.see(np.array([1]), games)
    while not variant.done(games)[0]:
        legal = variant.legal(games).astype(float)
        legal[:, :, 1:3] *= 0.2  # pass and roll
        steps.append((rng.random(legal.shape) * legal).argmax(axis=-1))
        variant.step(games, steps[-1])
        watcher.see(np.array([1]), games, steps[-1])
    log = SPEC.replay_log(SPEC.game_text(variant, seed, [step[0] for step in steps]))
    return watcher.facts()[1], log, first, games


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {"starting_demon": True}), (4, {"teams": True}), (5, {})])
def test_facts_agree_with_the_log_and_the_end(players: int, options: dict[str, object]) -> None:
    variant = SPEC.variant(players, **options)
    cards = variant.card_set
    facts, log, first, last = play(variant, players)
    bought: dict[str, int] = {}
    for name in re.findall(r"buys (\w+)", log):
        bought[name] = bought.get(name, 0) + 1
    assert bought
    counted = {name: sum(seat[f"buy {name}"] for seat in facts.uses) for name in cards.card_ids}
    assert {name: number for name, number in counted.items() if number} == bought
    for seat, uses in enumerate(facts.uses):
        dealt = {cards.demon_ids[demon] for demon in range(20) if int(first["hand"][0, seat]) >> demon & 1}
        assert {name.removeprefix("deal ") for name in uses if name.startswith("deal ")} == dealt
        in_play = {cards.demon_ids[demon] for demon in range(20) if int(last["demons"][0, seat]) >> demon & 1}
        assert in_play <= {name.removeprefix("play ") for name, number in uses.items() if name.startswith("play ") and number}
        assert facts.categories["candle"][seat] == cards.candle_ids[int(last["candles"][0, seat]).bit_length() - 1]
        reached = [name for name in facts.times if name.endswith(("demon", "demons")) and facts.times[name][seat]]
        assert len(reached) >= min(len(in_play), int(last["need_demons"][0]))
        turns = [facts.times[name][seat] for name in reached]
        assert turns == sorted(turns)
    start = int(re.findall(r"summoner_(\d)", log.partition("Turn 1")[2])[0]) if "Turn 1" in log else int(first["active"][0])
    assert facts.categories["turn order"][start] == "first"
    assert sorted(facts.categories["turn order"]) == sorted(("first", "second", "third", "fourth", "fifth")[:players])
    if last["ending"][0] == 1:
        assert facts.times[f"{int(last['need_souls'][0])} souls"][int(last["winner"][0])] > 0 or options


def test_two_candles_are_a_pair_and_none_are_no_category() -> None:
    facts = load_facts("summon_demons")
    pairs = facts.categories(SPEC.variant(2, candles=2))[1]
    assert len(pairs.values) == 10
    assert "candle_kind and candle_devil" in pairs.values
    assert play(SPEC.variant(2, candles=2), 3)[0].categories["candle"][0] in pairs.values
    assert [category.name for category in facts.categories(SPEC.variant(2, cards="mini"))] == ["turn order"]
    assert set(play(SPEC.variant(2, cards="mini"), 1)[0].categories) == {"turn order"}


def test_a_game_that_has_not_begun_has_nothing() -> None:
    facts = load_facts("summon_demons").watcher(SPEC.variant(3), 1).facts()[0]
    assert facts.categories == {"turn order": ("", "", ""), "candle": ("", "", "")}
    assert not any(any(uses.values()) for uses in facts.uses)
    assert set(facts.times.values()) == {(0, 0, 0)}
