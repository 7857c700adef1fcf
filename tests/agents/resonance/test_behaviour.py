"""The choices of `greedy` and `planner` in positions with one clearly best action."""

from pathlib import Path

import pytest

from tests.agents.resonance.positions import chosen
from tests.games.resonance.scenario import play, start
from tests.games.resonance.small_sets import write_set

BOTH = pytest.mark.parametrize("name", ["greedy", "planner"])


@BOTH
def test_plays_the_object_that_summons_her_demon(name: str) -> None:
    """R-END-1: a Potion completes level III of Focalor, and the transient is a Potion too."""
    game = start(
        """
        moons: Herb, Mineral, Potion, Potion, Potion, Potion
        transient: Potion
        witch_0 demon: Focalor
        witch_0 level: 2
        witch_0 hand: Potion, 2 Herb
        witch_1 demon: Haborym
        witch_1 hand: 2 Herb
        witch_2 demon: Gremory
        witch_2 hand: 2 Herb
        """
    )
    assert chosen(name, game, 0) == "play potion"


@BOTH
def test_trades_for_a_demon_whose_next_level_lies_on_the_moons(name: str) -> None:
    """R-ACT-7: the new demon counts this very round; Vepar's level III lies there."""
    game = start(
        """
        moons: Mineral, Mineral, Mineral, Potion, Potion, Potion, Potion
        transient: Herb
        witch_0 demon: Haborym
        witch_0 level: 2
        witch_0 hand: Herb, Mineral, Potion
        witch_1 demon: Focalor
        witch_2 demon: Eligos
        """
    )
    assert chosen(name, game, 0) == "trade demon"
    game.act("witch_0: trade demon; witch_1: draw herb herb; witch_2: draw herb herb")
    assert chosen(name, game, 0) == "take demon 8"


@BOTH
def test_draws_what_her_next_level_lacks(name: str) -> None:
    """R-ACT-4, with an empty hand, and R-LEVEL-1: Eligos needs two Minerals."""
    game = start("transient: Herb\nwitch_0 demon: Eligos\nwitch_1 demon: Haborym\nwitch_2 demon: Gremory")
    assert "mineral" in chosen(name, game, 0)


SWEEP = """
    moons: Herb, Mineral, Potion, Potion, Potion, Potion
    transient: Herb
    witch_0 demon: Focalor
    witch_0 level: 2
    witch_0 hand: artifact 5
    witch_1 hand: Potion
    witch_2 hand: Herb
    """


@BOTH
def test_sweeps_the_type_that_leaves_hers(name: str) -> None:
    """R-SWEEP-1, R-LOCK-1: without the Herbs the Potion locks the moon and summons her demon."""
    game = play(SWEEP, "witch_0: play artifact 5; witch_1: play potion; witch_2: play herb")
    assert chosen(name, game, 0) == "choose herb"


@BOTH
def test_casts_the_spell_that_brings_what_she_lacks(name: str) -> None:
    """R-CAST-5: Vuoko's incantation becomes a Potion, of which a tie is enough (R-LOCK-1)."""
    game = play(
        """
        moons: Herb, Mineral, Potion, Potion, Potion, Potion
        transient: Herb
        witch_0: Vuoko
          demon: Focalor
          level: 2
          hand: incantation 5
        witch_1:
        witch_2:
        """,
        "witch_0: play incantation 5; witch_1: draw herb herb; witch_2: draw herb herb",
    )
    assert chosen(name, game, 0) == "cast spell 1"


@BOTH
def test_removes_the_card_that_locks_the_moon_against_her(name: str) -> None:
    """R-CAST-7: Calanthe takes Herbs until the Potion is left."""
    given = """
        moons: Herb, Mineral, Potion, Potion, Potion, Potion
        transient: Herb
        witch_0: Calanthe
          demon: Focalor
          level: 2
          hand: incantation 5
        witch_1 hand: Potion
        witch_2 hand: Herb
        """
    game = play(given, "witch_0: play incantation 5; witch_1: play potion; witch_2: play herb")
    assert chosen("planner", game, 0) != "cast spell 2"
    game.act("witch_0: cast spell 1")
    assert chosen(name, game, 0) == "choose herb"


@BOTH
def test_discards_what_she_needs_least(name: str) -> None:
    """R-CAST-10: Thylane makes her discard two objects; Focalor has no use for a third Herb."""
    game = play(
        """
        moons: Potion
        transient: Herb
        witch_0 demon: Focalor
        witch_0 hand: 4 Herb, Potion
        witch_1: Thylane
          hand: incantation 5
        witch_2:
        """,
        "witch_0: draw potion potion; witch_1: play incantation 5; witch_2: draw herb herb",
        "witch_1: cast spell 2",
        "witch_1: aim 2",
    )
    assert chosen(name, game, 0) == "choose herb"


def test_planner_keeps_a_lock_from_a_rival_who_would_win() -> None:
    """A Potion summons Focalor for the rival, who holds one: the planner does not help, and outnumbers her if she can."""
    given = """
        moons: Herb, Mineral, Potion, Potion, Potion, Potion
        transient: Potion
        witch_0 demon: Vepar
        witch_0 level: 1
        witch_0 hand: 3 Mineral, 2 Potion, artifact 3
        witch_1 demon: Focalor
        witch_1 level: 2
        witch_1 hand: 2 Potion
        witch_2 demon: Eligos
        """
    assert chosen("planner", start(given), 0) == "play artifact 3"


def test_planner_breaks_her_sigil_when_it_would_lose_the_game() -> None:
    """R-ACT-6, R-END-3: the month ends this round, and of three witches one alone is unsealed."""
    game = start(
        """
        moons: Herb, Mineral, Potion, Potion, Herb, Herb, Mineral
        transient: Herb
        witch_0 hand: Mineral, Potion
        witch_0 sigil: 3
        witch_1 sigil: 4
        witch_2 level: 1
        """
    )
    assert chosen("planner", game, 0) == "break sigil"


def test_planner_seals_the_last_witch_who_could_stop_her() -> None:
    """R-CAST-12, R-END-3: with witch_2 sealed as well she alone is unsealed, and the month is over."""
    given = """
        moons: -, Mineral, Potion, Potion, Herb, Herb, Mineral, Herb
        next moon: I
        month over: yes
        transient: Herb
        witch_0: Virág
          demon: Focalor
          hand: incantation 5
        witch_1 sigil: 4
        witch_1 demon: Vepar
        witch_2 demon: Eligos
        """
    game = play(given, "witch_0: play incantation 5; witch_1: draw herb herb; witch_2: draw herb herb")
    assert chosen("planner", game, 0) == "cast spell 3"


def test_planner_aims_a_sigil_at_the_rival_who_is_nearest_to_winning() -> None:
    """R-CAST-12."""
    game = play(
        """
        moons: Herb, Mineral, Potion, Potion, Potion, Potion
        transient: Herb
        witch_0 demon: Haborym
        witch_0 hand: incantation 5
        witch_1 demon: Eligos
        witch_2 demon: Focalor
        witch_2 level: 2
        witch_2 hand: artifact 3
        witch_3 demon: Gremory
        """,
        "witch_0: play incantation 5; witch_1: draw herb herb; witch_2: draw herb herb; witch_3: draw herb herb",
        "witch_0: cast spell 3",
    )
    assert chosen("planner", game, 0) == "aim 2"


def test_planner_adds_to_what_her_partner_plays() -> None:
    """R-TEAM-4: her partner has played a Potion; with hers it outnumbers two Herbs and summons the team's demon (R-TEAM-2)."""
    given = """
players: 6
moons: Herb, Mineral, Potion, Potion, Potion, Potion
transient: Herb
witch_0:
  demon: Focalor
  level: 2
  hand: Potion
witch_1 hand: Potion, Mineral
witch_2 demon: Haborym
witch_3 hand: 2 Herb
witch_4 demon: Gremory
witch_5 hand: 2 Herb
"""
    game = play(given, "witch_0: play potion; witch_2: draw herb herb; witch_4: draw herb herb")
    assert chosen("planner", game, 1) == "play potion"


def test_planner_declines_a_change_that_does_not_help() -> None:
    """R-CAST-8: Zinnia may change her own demon, but the next level of hers lies on the moons but for one Potion."""
    game = play(
        """
        moons: Herb, Mineral, Potion, Potion, Potion
        transient: Potion
        witch_0: Zinnia
          demon: Focalor
          level: 2
          hand: 2 Potion, incantation 5
        witch_1 demon: Vepar
        witch_2 demon: Valefar
        """,
        "witch_0: play incantation 5; witch_1: draw herb herb; witch_2: draw herb herb",
        "witch_0: cast spell 2",
        "witch_0: choose potion",
    )
    assert chosen("planner", game, 0) == "stop"


@BOTH
def test_casts_a_spell_that_does_something(name: str) -> None:
    """R-CAST-3: she may announce that she plays an object, but holds none; nobody can be sealed."""
    game = play(
        """
        witch_0: Blanchefleur
          hand: incantation 4
        witch_1: Calanthe
          sigil: 8
        witch_2: Zinnia
          sigil: 9
        """,
        "witch_0: play incantation 4; witch_1: draw herb herb; witch_2: draw herb herb",
    )
    assert chosen(name, game, 0) == "cast spell 2"


@BOTH
@pytest.mark.parametrize(("partner", "opponent", "spell"), [("artifact 5", "none", 2), ("none", "artifact 5", 1)])
def test_a_discard_does_something_if_an_opponent_holds_a_card(
    name: str, partner: str, opponent: str, spell: int, tmp_path: Path
) -> None:
    """R-TEAM-7: her partner discards nothing. Her second spell plays her Herb; nobody can be sealed."""
    given = f"""
        set: {write_set(tmp_path, Ada='{ effect = "discard", kind = "artifact", count = 1, who = "all" }')}
        team talk: no
        witch_0: Ada
          demon: Eligos
          hand: Herb, incantation 4
        witch_1 hand: {partner}
        witch_2 hand: {opponent}
        witch_2 sigil: 6
        witch_3 sigil: 7
        witch_4 sigil: 8
        witch_5 sigil: 9
        """
    game = play(given, "witch_0: play incantation 4; " + "; ".join(f"witch_{seat}: draw herb herb" for seat in range(1, 6)))
    assert chosen(name, game, 0) == f"cast spell {spell}"
