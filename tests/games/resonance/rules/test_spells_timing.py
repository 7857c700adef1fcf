"""Changes of demons and spell cards, effects at the end of the round, Sigils (R-CAST-8, 11, 12, 13)."""

from pathlib import Path

import pytest

from tests.games.resonance.casting import CAST, CAST_AT_ONE, OTHERS_DRAW, ada_casts
from tests.games.resonance.scenario import expect, legal_names, play, seated
from tests.games.resonance.small_sets import HOUSE_DEMONS, write_set

SIX = "players: 6\nteam talk: no\n"
SIX_CAST = "witch_0: play incantation 4; " + "; ".join(f"witch_{seat}: draw artifact" for seat in range(1, 6))


# ---- R-CAST-8: changes ----


def test_r_cast_8_the_target_picks_from_the_reserve_and_cannot_decline() -> None:
    game = play(
        seated("Blanchefleur: incantation 4", "", "", given="witch_1 demon: Vepar"),
        *CAST_AT_ONE,
    )
    expect(game, "phase: TAKE_DEMON\nasked: witch_1")
    # Berith and Eligos are on the table, number 8 is Vepar, her own.
    assert legal_names(game, 1) == {f"take demon {number}" for number in (3, 4, 5, 6, 7)}
    game.act("witch_1: take demon 5")
    expect(game, "round: 2\nwitch_1 demon: Haborym\nwitch_2 demon: Eligos\nwitch_0 demon: Berith")
    expect(game, "demon reserve: Focalor, Gremory, Murmur, Valefar, Vepar")


def test_r_cast_8_the_old_card_can_be_taken_by_the_next_target(tmp_path: Path) -> None:
    change = '{ effect = "change_demon", who = "one", when = "end" }'
    game = play(
        seated(
            "Ada: incantation 4",
            "Bea: incantation 9",
            "",
            given=f"set: {write_set(tmp_path, Ada=change, Bea=change, demons=HOUSE_DEMONS[:4])}",
        ),
        "witch_0: play incantation 4; witch_1: play incantation 9; witch_2: draw herb herb",
        "witch_1: cast spell 1",
        "witch_1: aim 1",
        "witch_0: cast spell 1",
        "witch_0: aim 1",
    )
    # The reserve holds Gremory alone: witch_2 gives Focalor for her, then witch_1 gives Eligos for Focalor.
    expect(game, "round: 2\nwitch_2 demon: Gremory\nwitch_1 demon: Focalor\ndemon reserve: Eligos")


def test_r_cast_8_levels_and_sigil_stay_with_the_seat() -> None:
    game = play(
        "witch_0: Myosotis\nwitch_0 hand: incantation 4\nwitch_1: Zinnia\nwitch_1 sigil: 9\nwitch_1 level: 1\nwitch_2:",
        "witch_0: play incantation 4; witch_1: draw herb herb; witch_2: draw herb herb",
        "witch_0: cast spell 2",
        "witch_0: aim 1",
    )
    expect(game, "phase: TAKE_SPELLS\nasked: witch_1")
    # Myosotis, Zinnia and Blanchefleur are on the table.
    assert legal_names(game, 1) == {f"take spells {number}" for number in (2, 3, 5, 6, 7)}
    game.act("witch_1: take spells 7")
    expect(game, "round: 2\nwitch_1: Vuoko\nwitch_1 sigil: 9\nwitch_1 level: 1")
    expect(game, "spell reserve: Calanthe, Évanthe, Thylane, Virág, Zinnia")


def test_r_cast_8_levels_stay_when_the_demon_changes() -> None:
    game = play(
        "witch_0: Blanchefleur\nwitch_0 hand: incantation 4\nwitch_1 level: 2\nwitch_2:",
        *CAST_AT_ONE,
        "witch_1: take demon 8",
    )
    expect(game, "round: 2\nwitch_1 demon: Vepar\nwitch_1 level: 2")


def test_r_cast_8_an_unresolved_incantation_casts_from_the_new_card(tmp_path: Path) -> None:
    change = '{ effect = "change_spells", who = "one" }'
    potion = '{ effect = "become_object", kind = "potion" }'
    game = play(
        seated("Ada: incantation 9", "Bea: incantation 4", "", given=f"set: {write_set(tmp_path, Ada=change, Hel=potion)}"),
        "witch_0: play incantation 9; witch_1: play incantation 4; witch_2: draw herb herb",
        "witch_0: cast spell 1",
        "witch_0: aim 1",
        "witch_1: take spells 8",
        "witch_1: cast spell 1",
    )
    expect(game, "round: 2\nmoons: Potion incantation 4\nwitch_1: Hel\nwitch_1 cast: Hel 1\nwitch_0 cast: Ada 1")


def test_r_cast_8_her_own_spell_card_changes_and_a_second_spell_is_not_hers(tmp_path: Path) -> None:
    change = '{ effect = "change_spells", who = "self" }, { effect = "draw", kind = "potion", count = 1 }'
    game = ada_casts(tmp_path, change, "witch_0: take spells 8")
    expect(game, "round: 2\nwitch_0: Hel\nwitch_0 cast: Ada 1\nwitch_0 hand: Potion")


def test_r_cast_8_a_target_in_a_team_picks_for_her_teams_demon() -> None:
    blocks = "\n".join(f"witch_{seat}:" for seat in range(1, 6))
    game = play(
        f"{SIX}witch_0: Blanchefleur\nwitch_0 hand: incantation 4\n{blocks}\nwitch_2 level: 1",
        SIX_CAST,
        "witch_0: cast spell 2",
        "witch_0: aim 3",
    )
    expect(game, "phase: TAKE_DEMON\nasked: witch_3\nwitch_2 demon: Eligos\nwitch_3 demon: Eligos")
    game.act("witch_3: take demon 8")
    expect(game, "round: 2\nwitch_2 demon: Vepar\nwitch_3 demon: Vepar\nwitch_4 demon: Focalor")
    expect(game, "witch_2 level: 1\nwitch_3 level: 1")


def test_r_cast_8_rank_stays_with_the_seat() -> None:
    blocks = "\n".join(f"witch_{seat}:" for seat in range(1, 6))
    game = play(
        f"{SIX}witch_0: Myosotis\nwitch_0 hand: incantation 4\n{blocks}\nwitch_2 rank: lesser\nwitch_3 rank: high",
        SIX_CAST,
        "witch_0: cast spell 2",
        "witch_0: aim 3",
        "witch_3: take spells 8",
    )
    expect(game, "round: 2\nwitch_3: Zinnia\nwitch_3 rank: high\nwitch_2 rank: lesser")


def test_r_cast_8_with_an_empty_reserve_nothing_happens(tmp_path: Path) -> None:
    effects = '{ effect = "change_demon", who = "one" }, { effect = "draw", kind = "potion", count = 1 }'
    game = ada_casts(tmp_path, effects, "witch_0: aim 1", demons=HOUSE_DEMONS[:3])
    expect(game, "round: 2\nwitch_1 demon: Eligos\nwitch_0 hand: Potion\ndemon reserve: none")


def test_r_cast_8_with_an_empty_spell_reserve_nothing_happens(tmp_path: Path) -> None:
    effects = '{ effect = "change_spells", who = "self" }, { effect = "draw", kind = "potion", count = 1 }'
    blocks = "\n".join(f"witch_{seat}:" for seat in range(1, 8))
    game = play(
        f"set: {write_set(tmp_path, Ada=effects)}\nplayers: 8\nteam talk: no\n"
        f"witch_0: Ada\nwitch_0 hand: incantation 4\n{blocks}",
        SIX_CAST + "; witch_6: draw artifact; witch_7: draw artifact",
        "witch_0: cast spell 1",
    )
    expect(game, "round: 2\nwitch_0: Ada\nwitch_0 hand: Potion\nspell reserve: none")


def test_r_cast_8_a_change_at_once_counts_for_levels_this_round(tmp_path: Path) -> None:
    """The old demon, Berith, asks for a Herb and a Mineral, Haborym for two Herbs."""
    change = '{ effect = "change_demon", who = "self" }'
    game = play(
        f"""
        set: {write_set(tmp_path, Ada=change)}
        moons: Herb
        transient: Herb
        witch_0: Ada
          hand: incantation 4
          demon: Berith
        witch_1:
        witch_2:
        """,
        CAST,
        "witch_0: cast spell 1",
        "witch_0: take demon 5",
    )
    expect(game, "round: 2\nwitch_0 demon: Haborym\nwitch_0 level: 1")


# ---- R-CAST-11: at the end of the round ----


def test_r_cast_11_end_effects_run_after_levels_are_validated() -> None:
    """Eligos asks for two Minerals: the target has level I before she gives him away."""
    game = play(
        seated("Blanchefleur: incantation 4", "", "", given="moons: Mineral\ntransient: Mineral\nwitch_1 demon: Eligos"),
        *CAST_AT_ONE,
    )
    expect(game, "phase: TAKE_DEMON\nasked: witch_1\nmoons: Mineral, Mineral transient")
    expect(game, "witch_1 level: 1\nwitch_1 demon: Eligos")


def test_r_cast_11_end_effects_run_in_descending_incantation_value(tmp_path: Path) -> None:
    draw = '{ effect = "draw", kind = "artifact", count = 1, when = "end" }'
    game = play(
        seated(
            "Ada: incantation 4",
            "Bea: incantation 21",
            "Cleo: incantation 9",
            given=f"set: {write_set(tmp_path, Ada=draw, Bea=draw, Cleo=draw)}\nartifacts: 11",
        ),
        "witch_0: play incantation 4; witch_1: play incantation 21; witch_2: play incantation 9",
        "witch_1: cast spell 1",
        "witch_2: cast spell 1",
        "witch_0: cast spell 1",
        chance={"quickness": "witch_0 witch_2 witch_1", "artifact": [12, 13]},
    )
    expect(game, "round: 2\nwitch_1 hand: artifact 11\nwitch_2 hand: artifact 12\nwitch_0 hand: artifact 13")


def test_r_cast_11_immediate_effects_of_the_spell_run_at_once_and_the_rest_waits() -> None:
    game = play(
        "artifacts: 7\nwitch_0: Zinnia\nwitch_0 hand: incantation 9\nwitch_1: Thylane\nwitch_1 hand: incantation 4\nwitch_2:",
        "witch_0: play incantation 9; witch_1: play incantation 4; witch_2: draw herb herb",
        "witch_0: cast spell 2",
        "witch_0: choose herb",
    )
    expect(game, "phase: CAST\nasked: witch_1\nwitch_0 hand: Herb, artifact 7\nwitch_0 waiting: yes\ngone: incantation 9")
    game.act("witch_1: cast spell 1")
    expect(game, "phase: TAKE_DEMON\nasked: witch_0\nwitch_1 incantation: left")
    expect(game.act("witch_0: take demon 8"), "round: 2\nwitch_0 demon: Vepar\nwitch_0 waiting: no")


def test_r_cast_11_discards_at_the_end_of_the_round(tmp_path: Path) -> None:
    """The level that her victim validates this round brings her an incantation, which is there to be discarded."""
    discard = '{ effect = "discard", kind = "incantation", count = 1, who = "one", when = "end" }'
    game = play(
        f"""
        set: {write_set(tmp_path, Ada=discard)}
        moons: Mineral
        transient: Mineral
        incantations: 15
        witch_0: Ada
          hand: incantation 4
        witch_1 demon: Eligos
        witch_2 hand: incantation 7
        """,
        CAST,
        "witch_0: cast spell 1",
        "witch_0: aim 1",
    )
    expect(game, "round: 2\nwitch_1 level: 1\nwitch_1 discarded: incantation 15\ngone: incantations 4 15")


def test_r_cast_11_an_announced_effect_runs_even_if_the_spell_card_has_changed() -> None:
    game = play(
        seated("Blanchefleur: incantation 4", "Myosotis: incantation 9", ""),
        "witch_0: play incantation 4; witch_1: play incantation 9; witch_2: draw herb herb",
        "witch_1: cast spell 2",
        "witch_1: aim 2",
        "witch_0: cast spell 2",
        "witch_0: aim 2",
    )
    expect(game, "phase: TAKE_SPELLS\nasked: witch_0")
    game.act("witch_0: take spells 8")
    expect(game, "witch_0: Zinnia\nphase: TAKE_DEMON\nasked: witch_2\nwitch_0 cast: Blanchefleur 2")
    expect(game.act("witch_2: take demon 8"), "round: 2\nwitch_2 demon: Vepar")


# ---- R-CAST-12, R-CAST-13: Sigils ----


def test_r_cast_12_the_sigil_waits_beside_the_centre_and_then_lies_on_her() -> None:
    game = play(
        "centre: 1 Herb, 1 Mineral\nwitch_0: Zinnia\nwitch_0 hand: incantation 9\nwitch_1 hand: artifact 5\nwitch_2:",
        "witch_0: play incantation 9; witch_1: play artifact 5; witch_2: draw herb herb",
        "witch_0: cast spell 3",
        "witch_0: aim 1",
    )
    expect(game, "choice: sweep\nasked: witch_1\nwitch_0 incantation: waiting\nwitch_0 waiting: yes\nwitch_1 sigil: none")
    game.act("witch_1: choose herb")
    expect(game, "round: 2\nwitch_1 sigil: 9\nwitch_2 sigil: none\nwitch_0 incantation: left\nwitch_0 waiting: no")
    expect(game, "moons: Mineral\ngone: Herb, artifact 5")


def test_r_cast_12_it_is_in_force_from_the_next_round() -> None:
    given = "witch_0: Zinnia\nwitch_0 hand: incantation 9\nwitch_1 hand: artifacts 5 6\nwitch_2:"
    game = play(
        given,
        "witch_0: play incantation 9; witch_1: draw herb herb; witch_2: draw herb herb",
        "witch_0: cast spell 3",
        "witch_0: aim 1",
    )
    names = legal_names(game, 1)
    assert not {"play artifact 5", "play artifact 6"} & names
    assert {"play herb", "draw artifact"} <= names
    assert "play artifact 5" in legal_names(play(given), 1)


def test_r_cast_12_a_witch_who_carries_one_or_has_one_announced_cannot_be_named() -> None:
    game = play(
        seated("Zinnia: incantation 4", "Thylane: incantation 9", "", "", "", given="witch_2 sigil: 12"),
        "witch_0: play incantation 4; witch_1: play incantation 9; witch_2: draw herb herb; witch_3: draw herb herb; "
        "witch_4: draw herb herb",
        "witch_1: cast spell 3",
    )
    assert legal_names(game, 1) == {"aim 2", "aim 3", "aim 4"}, "not witch_2, one seat to the left"
    game.act("witch_1: aim 2").act("witch_0: cast spell 3")
    assert legal_names(game, 0) == {"aim 1", "aim 4"}, "nor witch_3, for whom one is announced"
    game.act("witch_0: aim 4")
    expect(game, "round: 2\nwitch_2 sigil: 12\nwitch_3 sigil: 9\nwitch_4 sigil: 4\ngone: none")


def test_r_cast_12_no_spell_can_be_chosen_for_the_last_free_target() -> None:
    """The only unsealed opponent has a Sigil announced for her, so the next caster cannot choose that spell."""
    game = play(
        "centre: 1 Herb\nwitch_0: Calanthe\nwitch_0 hand: incantation 4\nwitch_1: Thylane\nwitch_1 hand: incantation 9\n"
        "witch_1 sigil: 12\nwitch_2:",
        "witch_0: play incantation 4; witch_1: play incantation 9; witch_2: draw herb herb",
        "witch_1: cast spell 3",
        "witch_1: aim 1",
    )
    assert legal_names(game, 0) == {"cast spell 1", "cast spell 2"}


def test_r_cast_12_lesser_witches_can_be_sealed_and_partners_cannot() -> None:
    blocks = "\n".join(f"witch_{seat}:" for seat in range(1, 6))
    given = f"{SIX}witch_0: Zinnia\nwitch_0 hand: incantation 4\n{blocks}\nwitch_4 sigil: 8"
    game = play(given, SIX_CAST, "witch_0: cast spell 3")
    assert legal_names(game, 0) == {"aim 2", "aim 3", "aim 5"}


def test_r_cast_12_a_sigil_stays_without_a_change_of_hands_until_broken() -> None:
    game = play(
        "witch_0 hand: Mineral, Potion\nwitch_0 sigil: 8\nwitch_1:\nwitch_2:",
        "witch_0: draw herb herb; " + OTHERS_DRAW,
        chance={"transient": "Herb"},
    )
    expect(game, "round: 2\nwitch_0 sigil: 8")
    expect(game.act("witch_0: break sigil; " + OTHERS_DRAW), "round: 3\nwitch_0 sigil: none")


def test_r_cast_12_other_effects_of_the_spell_do_not_wait(tmp_path: Path) -> None:
    """A spell that seals and draws at once."""
    house = write_set(tmp_path)
    text = Path(house).read_text(encoding="utf-8")
    both = '[{ effect = "sigil" }, { effect = "draw", kind = "potion", count = 1 }]'
    Path(house).write_text(text.replace('[{ effect = "sigil" }]', both), encoding="utf-8")
    given = f"set: {house}\nwitch_0: Ada\nwitch_0 hand: incantation 4\nwitch_1 sigil: 8\nwitch_2:"
    game = play(given, CAST, "witch_0: cast spell 3")
    expect(game, "round: 2\nwitch_0 cast: Ada 3\nwitch_0 hand: Potion\ngone: none\nwitch_2 sigil: 4")


@pytest.mark.parametrize("breaks", [True, False])
def test_r_cast_13_a_witch_who_broke_her_sigil_this_round_may_be_sealed_again(breaks: bool) -> None:
    game = play(
        "witch_0: Zinnia\nwitch_0 hand: incantation 4\nwitch_1 hand: Mineral, Potion\nwitch_1 sigil: 8\nwitch_2:",
        f"witch_0: play incantation 4; witch_1: {'break sigil' if breaks else 'draw herb herb'}; witch_2: draw herb herb",
        "witch_0: cast spell 3",
    )
    if not breaks:
        expect(game, "round: 2\nwitch_1 sigil: 8\nwitch_2 sigil: 4")
        return
    assert legal_names(game, 0) == {"aim 1", "aim 2"}
    expect(game.act("witch_0: aim 1"), "round: 2\nwitch_1 sigil: 4\ngone: 1 Mineral, 1 Potion, incantation 8")
