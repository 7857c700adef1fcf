"""The log of a recorded game: it reports the events, and logging does not change the game."""

import numpy as np
import pytest

from resonance_env.core.game_record import format_game
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.actions import ACTIONS
from resonance_env.games.resonance.spec import SPEC
from resonance_env.games.resonance.text.narrator import WIDTH, narrate
from tests.games.resonance.test_game_record import OPTIONS, play_randomly

START = """
round: 5
players: 3
moons: Herb, Mineral, Mineral, Potion transient
transient: Potion
transients: 5 Herb, 5 Mineral, 3 Potion
objects: 20 Herb, 12 Mineral, 10 Potion
artifacts: 9 | 2 6
incantations: 13 | 14
quickness: witch_2 witch_0 witch_1
witch_0: Blanchefleur
  demon: Berith
  hand: 1 Herb, incantation 11
witch_1: Thylane
  demon: Eligos
  hand: 1 Mineral, artifact 12, incantation 5
witch_2: Zinnia
  demon: Murmur
  hand: 1 Potion, incantation 1
"""
STEPS = (
    "witch_0: play incantation 11 | witch_1: play incantation 5 | witch_2: play incantation 1",
    "witch_0: cast spell 1",
    "witch_1: cast spell 1",
    "witch_2: cast spell 3",
    "witch_2: aim 2",
    "witch_1: choose herb",
    "witch_0: draw herb potion | witch_1: draw artifact | witch_2: play potion",
)
LOG = """\
Resonance, 3 players, cards house, edition fr, from a given position

  demons      witch_0: Berith: I 1 Herb, 1 Mineral; II 2 Herb, 3 Mineral; III 3 Herb, 3 Mineral, 1
                Potion
              witch_1: Eligos: I 2 Mineral; II 1 Herb, 3 Mineral; III 2 Herb, 5 Mineral
              witch_2: Murmur: I 2 Mineral, 1 Potion; II 3 Mineral, 2 Potion; III 1 Herb, 4 Mineral,
                2 Potion

Round 5, moon V, the Full Moon
  quickness   Blanchefleur (witch_0), Thylane (witch_1), Zinnia (witch_2)
  reveal      Blanchefleur (witch_0) incantation 11; Thylane (witch_1) incantation 5; Zinnia
                (witch_2) incantation 1
  cast        Blanchefleur (witch_0) casts spell 1 with incantation 11: play 1 object that counts 3
                from hand
              Blanchefleur (witch_0) plays 1 Herb counting 3
              Thylane (witch_1) casts spell 1 with incantation 5: the incantation becomes artifact 0
              Zinnia (witch_2) casts spell 3 with incantation 1: at the end of the round, the
                incantation becomes a Sigil on an opposing witch
              Zinnia (witch_2) aims at Thylane (witch_1)
  sweep       artifact 0 of Thylane (witch_1) sweeps 1 Herb counting 3
  lock        Potion locks moon V (Herb 0, Mineral 0, Potion 1)
  full moon   Blanchefleur (witch_0) draws incantation 13 (top: incantation 14)
              Thylane (witch_1) draws incantation 14
  level       Blanchefleur (witch_0) validates level I of Berith and draws nothing, the pile is
                empty
              Thylane (witch_1) validates level I of Eligos and draws nothing, the pile is empty
              Zinnia (witch_2) validates level I of Murmur and draws nothing, the pile is empty
  last        incantation 1 of Zinnia (witch_2) seals Thylane (witch_1)

Round 6, moon VI
  transient   Mineral (12 left)
  quickness   Blanchefleur (witch_0), Zinnia (witch_2), Thylane (witch_1)
  act         Blanchefleur (witch_0) draws 1 Herb, 1 Potion
              Thylane (witch_1) draws artifact 9 (top: artifact 6)
  reveal      Zinnia (witch_2) Potion
  lock        Potion locks moon VI (Herb 0, Mineral 1, Potion 1)

Round 7, moon VII
  transient   Herb (11 left)
"""


def recorded() -> str:
    steps = []
    for step in STEPS:
        pairs = (part.split(":") for part in step.split("|"))
        steps.append({int(seat.strip()[-1]): ACTIONS.parse(action) for seat, action in pairs})
    return format_game(SPEC.variant(3), START, steps)


@pytest.mark.parametrize("players", OPTIONS)
def test_telling_leaves_the_same_game(players: int) -> None:
    variant = SPEC.variant(players, **OPTIONS[players])
    positions, steps = play_randomly(variant, seed=players)
    for before, actions, after in zip(positions, steps, positions[1:], strict=False):
        games = before.copy()
        events = list(narrate(games, variant.card_set, actions))
        assert games.tobytes() == after.tobytes()
        assert all(event.text and (event.seat == v.NO_SEAT or 0 <= event.seat < variant.num_seats) for event in events)
    log = SPEC.replay_log(format_game(variant, players, steps))
    assert max(map(len, log.splitlines())) <= WIDTH
    assert log.count("\nRound ") == positions[-1][0]["round_number"]
    assert "\n  result" in log


def test_log_of_a_round() -> None:
    """R-EX-3 as a log, with one more round."""
    assert SPEC.replay_log(recorded()) == LOG


def test_log_tells_levels_victories_and_draws() -> None:
    variant = SPEC.variant(3)
    results = set()
    for seed in range(40):
        positions, steps = play_randomly(variant, seed)
        log = SPEC.replay_log(format_game(variant, seed, steps))
        final = positions[-1][0]
        ending = ("", "summons", "all other witches are sealed", "the game is a draw")[final["victory"]]
        assert ending in log.splitlines()[-1], log
        validated = log.count("validates level")
        assert validated == int(np.sum(final["level"])), log
        results.add(int(final["victory"]))
        if len(results) == 3:
            return


def test_a_log_under_explicit_chance_stops_before_each_event() -> None:
    """What is told of a step is what `step` plays."""
    variant, rng = SPEC.variant(2, cards="mini", explicit_chance=True), np.random.default_rng(0)
    games, steps = variant.start([3]), 0
    while not variant.done(games)[0]:
        if not variant.acting(games)[0].any():
            variant.apply_chance(games, int(rng.choice(list(variant.chance_outcomes(games)))))
            continue
        actions = np.where(variant.legal(games), rng.random((1, 2, len(ACTIONS))), -1).argmax(axis=-1)
        told = games.copy()
        variant.step(games, actions)
        list(narrate(told, variant.card_set, actions[0]))
        assert told.tobytes() == games.tobytes()
        steps += 1
    assert steps > 5
