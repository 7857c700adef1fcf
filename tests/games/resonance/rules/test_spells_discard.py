"""Discards by force of a spell (R-CAST-10), and which spells can be chosen at all (R-CAST-3)."""

from pathlib import Path

import pytest

from resonance_env.games.resonance.rules import vocabulary as v
from tests.games.resonance.scenario import ScenarioGame, expect, legal_names, play, seated
from tests.games.resonance.small_sets import HOUSE_DEMONS, write_set

OTHERS_DRAW_ARTIFACTS = "witch_1: draw artifact; witch_2: draw artifact"
CAST = "witch_0: play incantation 4; " + OTHERS_DRAW_ARTIFACTS
CAST_AT_ONE = (CAST, "witch_0: cast spell 2", "witch_0: aim 1")
SIX = "players: 6\nteam talk: no\n"
SIX_CAST = "witch_0: play incantation 4; " + "; ".join(f"witch_{seat}: draw artifact" for seat in range(1, 6))


def castable(game: ScenarioGame, seat: int = 0) -> set[str]:
    """Returns the spells that a seat may cast, or the one that the engine took for her."""
    if game.games[0]["phase"] == v.PHASE_CAST:
        return legal_names(game, seat)
    spell = int(game.games[0]["cast_spell"][seat])
    return set() if spell == v.NO_SPELL else {f"cast spell {spell + 1}"}


# ---- R-CAST-10: who chooses, how many ----


def test_r_cast_10_the_targeted_witch_chooses_which_cards_go() -> None:
    game = play(
        "witch_0: Thylane\nwitch_0 hand: Potion, incantation 4\nwitch_1 hand: 2 Herb, 2 Mineral\nwitch_2 hand: 3 Potion",
        *CAST_AT_ONE,
    )
    expect(game, "choice: discard\nasked: witch_1")
    assert legal_names(game, 1) == {"choose herb", "choose mineral"}
    game.act("witch_1: choose mineral").act("witch_1: choose herb")
    expect(game, "round: 2\nwitch_1 discarded: Herb, Mineral\ngone: 1 Herb, 1 Mineral, incantation 4")
    expect(game, "witch_0 hand: Potion\nwitch_2 discarded: none")


def test_r_cast_10_french_edition_she_discards_what_she_has() -> None:
    game = play(
        "edition: fr\nwitch_0: Thylane\nwitch_0 hand: incantation 4\nwitch_1 hand: Herb\nwitch_2 hand: 3 Potion",
        *CAST_AT_ONE,
    )
    expect(game, "round: 2\nwitch_1 discarded: Herb\ngone: 1 Herb, incantation 4")


def test_r_cast_10_english_edition_she_discards_nothing_if_she_has_too_few() -> None:
    given = "edition: en\nwitch_0: Thylane\nwitch_0 hand: incantation 4\nwitch_1 hand: {}\nwitch_2 hand: 3 Potion"
    acts = CAST_AT_ONE
    expect(play(given.format("Herb"), *acts), "round: 2\nwitch_1 discarded: none\ngone: incantation 4")
    expect(play(given.format("2 Herb"), *acts), "round: 2\nwitch_1 discarded: 2 Herb\ngone: 2 Herb, incantation 4")


def test_r_cast_10_english_edition_counts_cards_of_the_printed_type(tmp_path: Path) -> None:
    """Two Herbs are asked of witches who hold three objects, but not two Herbs."""
    herbs = '{ effect = "discard", kind = "herb", count = 2, who = "all" }'
    given = """
        edition: {}
        set: {}
        witch_0: Ada
          hand: incantation 4
        witch_1 hand: Herb, 2 Mineral
        witch_2 hand: 2 Herb, Mineral
        """
    game = play(given.format("en", write_set(tmp_path, Ada=herbs)), CAST, "witch_0: cast spell 1")
    expect(game, "round: 2\nwitch_1 discarded: none\nwitch_2 discarded: 2 Herb")
    game = play(given.format("fr", write_set(tmp_path, Ada=herbs)), CAST, "witch_0: cast spell 1")
    expect(game, "round: 2\nwitch_1 discarded: Herb\nwitch_2 discarded: 2 Herb")


def test_r_cast_10_english_edition_a_spell_is_void_if_its_one_target_has_too_few_cards(tmp_path: Path) -> None:
    """As with Thylane's second spell: one witch discards two objects, then the caster plays one."""
    effects = '{ effect = "discard", kind = "object", count = 2, who = "one" }, { effect = "play", kind = "object", count = 1 }'
    given = (
        f"edition: {{}}\nset: {write_set(tmp_path, Ada=effects)}\nwitch_0: Ada\nwitch_0 hand: Potion, incantation 4\n"
        "witch_1 hand: {}\nwitch_2 hand: 3 Potion"
    )
    acts = (CAST, "witch_0: cast spell 1", "witch_0: aim 1")
    void = play(given.format("en", "Herb"), *acts)
    expect(void, "round: 2\nwitch_0 hand: Potion\nwitch_0 played: incantation 4\nwitch_1 discarded: none\ngone: incantation 4")
    expect(void, "witch_0 incantation: left\nwitch_0 cast: Ada 1\nwitch_0 aim: witch_1")
    for edition, hand in (("en", "2 Herb"), ("fr", "Herb")):
        valid = play(given.format(edition, hand), *acts)
        expect(valid, f"round: 2\nwitch_0 hand: none\nwitch_0 played: Potion, incantation 4\nwitch_1 discarded: {hand}")


@pytest.mark.parametrize(("hand", "is_void"), [("2 Herb, Mineral", False), ("Herb, 2 Mineral", True)])
@pytest.mark.parametrize("when", ["now", "end"])
def test_r_cast_10_english_edition_void_are_earlier_effects_and_those_at_the_end_too(
    tmp_path: Path, hand: str, is_void: bool, when: str
) -> None:
    """The cards of the printed type count, not all objects; the Sigil is not placed either."""
    house = Path(write_set(tmp_path))
    discard = f'{{ effect = "discard", kind = "herb", count = 2, who = "one", when = "{when}" }}'
    effects = f'[{{ effect = "draw", kind = "potion", count = 1 }}, {{ effect = "sigil" }}, {discard}]'
    house.write_text(house.read_text(encoding="utf-8").replace('[{ effect = "sigil" }]', effects), encoding="utf-8")
    game = play(
        f"edition: en\nset: {house}\nwitch_0: Ada\nwitch_0 hand: incantation 4\nwitch_1 hand: {hand}\nwitch_2:",
        CAST,
        "witch_0: cast spell 3",
        "witch_0: aim 2",
        "witch_0: aim 1",
    )
    if is_void:
        expect(game, "round: 2\nwitch_0 hand: none\nwitch_1 discarded: none\nwitch_2 sigil: none\ngone: incantation 4")
    else:
        expect(game, "round: 2\nwitch_0 hand: Potion\nwitch_1 discarded: 2 Herb\nwitch_2 sigil: 4\ngone: 2 Herb")


def test_r_cast_10_english_edition_a_valid_spell_goes_on_if_cards_have_gone_meanwhile(tmp_path: Path) -> None:
    """The first effect takes the only artifacts; by then the spell is under way, so she draws all the same."""
    effects = (
        '{ effect = "discard", kind = "artifact", count = 1, who = "all" }, '
        '{ effect = "discard", kind = "artifact", count = 1, who = "one" }, { effect = "draw", kind = "potion", count = 1 }'
    )
    game = play(
        f"""
        edition: en
        set: {write_set(tmp_path, Ada=effects)}
        witch_0: Ada
          hand: incantation 4
        witch_1 hand: artifact 5
        witch_2 hand: artifact 6
        """,
        "witch_0: play incantation 4; witch_1: draw herb herb; witch_2: draw herb herb",
        "witch_0: cast spell 1",
        "witch_0: aim 1",
    )
    expect(game, "round: 2\nwitch_0 hand: Potion\nwitch_1 discarded: artifact 5\nwitch_2 discarded: artifact 6")


def test_r_cast_10_english_edition_judges_other_witches_and_effects_for_themselves(tmp_path: Path) -> None:
    effects = (
        '{ effect = "discard", kind = "object", count = 2, who = "all" }, { effect = "draw", kind = "herb", count = 1 }, '
        '{ effect = "discard", kind = "artifact", count = 1, who = "all" }'
    )
    game = play(
        seated(
            "Ada: incantation 4",
            "Herb, artifact 5",
            "2 Mineral",
            given=f"edition: en\nset: {write_set(tmp_path, Ada=effects)}\nartifacts: 13",
        ),
        "witch_0: play incantation 4; witch_1: play herb; witch_2: draw artifact",
        "witch_0: cast spell 1",
    )
    expect(game, "round: 2\nwitch_1 discarded: artifact 5\nwitch_2 discarded: 2 Mineral, artifact 13\nwitch_0 hand: Herb")


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_r_cast_10_more_than_enough_is_the_same_in_both_editions(edition: str) -> None:
    game = play(
        f"edition: {edition}\nwitch_0: Thylane\nwitch_0 hand: incantation 4\nwitch_1 hand: 3 Herb\nwitch_2:",
        *CAST_AT_ONE,
    )
    expect(game, "round: 2\nwitch_1 discarded: 2 Herb\ngone: 2 Herb, incantation 4")


# ---- R-CAST-10: at once and unseen ----


def test_r_cast_10_all_victims_choose_at_once() -> None:
    game = play(
        seated("Calanthe: Herb, Potion, incantation 4", "Herb, Mineral", "Mineral, Potion"),
        CAST,
        "witch_0: cast spell 2",
    )
    expect(game, "choice: discard\nasked: witch_1 witch_2")
    game.act("witch_1: choose herb; witch_2: choose potion")
    expect(game, "round: 2\nwitch_0 discarded: none\nwitch_1 discarded: Herb\nwitch_2 discarded: Potion")


def test_r_cast_10_a_victim_who_has_finished_shows_nothing_before_the_last(tmp_path: Path) -> None:
    two_each = '{ effect = "discard", kind = "object", count = 2, who = "all" }'
    game = play(
        seated(
            "Ada: incantation 4",
            "2 Herb, 2 Mineral, artifact 5",
            "Potion, artifact 6",
            given=f"set: {write_set(tmp_path, Ada=two_each)}",
        ),
        "witch_0: play incantation 4; witch_1: draw herb mineral; witch_2: play artifact 6",
        "witch_0: cast spell 1",
    )
    expect(game, "asked: witch_1\ngone: none\nwitch_2 discarded: none\nwitch_2 hand: Potion")
    game.act("witch_1: choose herb")
    expect(game, "asked: witch_1\ngone: none\nwitch_1 discarded: none\nwitch_1 hand: 3 Herb, 3 Mineral, artifact 5")
    game.act("witch_1: choose herb")
    expect(game, "round: 2\nwitch_1 discarded: 2 Herb\nwitch_2 discarded: Potion\nwitch_2 hand: none")


def test_r_cast_10_an_object_cannot_be_picked_twice() -> None:
    game = play(
        "witch_0: Thylane\nwitch_0 hand: incantation 4\nwitch_1 hand: Herb, Mineral, Potion\nwitch_2:",
        *CAST_AT_ONE,
        "witch_1: choose herb",
    )
    assert legal_names(game, 1) == {"choose mineral", "choose potion"}


def test_r_cast_10_a_card_cannot_be_picked_twice(tmp_path: Path) -> None:
    two = '{ effect = "discard", kind = "artifact", count = 2, who = "one" }'
    game = play(
        seated("Ada: incantation 4", "Herb, artifacts 3 5 9", "", given=f"set: {write_set(tmp_path, Ada=two)}"),
        "witch_0: play incantation 4; witch_1: draw herb herb; witch_2: draw herb herb",
        "witch_0: cast spell 1",
        "witch_0: aim 1",
    )
    assert legal_names(game, 1) == {"discard artifact 3", "discard artifact 5", "discard artifact 9"}
    game.act("witch_1: discard artifact 5")
    assert legal_names(game, 1) == {"discard artifact 3", "discard artifact 9"}
    game.act("witch_1: discard artifact 9")
    expect(game, "round: 2\nwitch_1 hand: 3 Herb, artifact 3\nwitch_1 discarded: artifacts 5 9")


def test_r_cast_10_incantations_are_discarded_from_hand(tmp_path: Path) -> None:
    one = '{ effect = "discard", kind = "incantation", count = 1, who = "all" }'
    game = play(
        seated(
            "Ada: incantations 4 5",
            "Herb, artifact 5, incantations 7 8",
            "Herb, artifact 6",
            given=f"set: {write_set(tmp_path, Ada=one)}",
        ),
        "witch_0: play incantation 4; witch_1: draw herb herb; witch_2: draw herb herb",
        "witch_0: cast spell 1",
    )
    expect(game, "asked: witch_1")
    assert legal_names(game, 1) == {"discard incantation 7", "discard incantation 8"}
    game.act("witch_1: discard incantation 8")
    expect(game, "round: 2\nwitch_0 hand: incantation 5\nwitch_1 hand: 3 Herb, artifact 5, incantation 7")
    expect(game, "gone: incantations 4 8\nwitch_1 discarded: incantation 8\nwitch_2 hand: 3 Herb, artifact 6")


# ---- R-CAST-10: what is in hand, what is an object, who is a victim ----


def test_r_cast_10_cards_in_the_centre_are_not_in_hand() -> None:
    game = play(
        "witch_0: Calanthe\nwitch_0 hand: incantation 4\nwitch_1 hand: Herb\nwitch_2 hand: 2 Mineral",
        "witch_0: play incantation 4; witch_1: play herb; witch_2: draw artifact",
        "witch_0: cast spell 2",
    )
    expect(game, "round: 2\nwitch_1 discarded: none\nwitch_2 discarded: Mineral\nmoons: Herb")


def test_r_cast_10_artifacts_and_incantations_are_not_objects() -> None:
    game = play(
        seated("Calanthe: incantation 4", "Herb, Mineral, artifacts 3 5, incantation 9", "artifact 6, incantation 8"),
        CAST,
        "witch_0: cast spell 2",
    )
    expect(game, "asked: witch_1")
    assert legal_names(game, 1) == {"choose herb", "choose mineral"}


def test_r_cast_10_and_r_team_7_all_opposing_witches_are_those_of_the_other_teams() -> None:
    blocks = "\n".join(f"witch_{seat} hand: Herb, Mineral" for seat in range(1, 6))
    given = f"{SIX}witch_0: Calanthe\nwitch_0 hand: Herb, Mineral, incantation 4\n{blocks}"
    game = play(given, SIX_CAST, "witch_0: cast spell 2")
    expect(game, "choice: discard\nasked: witch_2 witch_3 witch_4 witch_5")


def test_r_cast_2_and_r_team_7_a_partner_cannot_be_named() -> None:
    blocks = "\n".join(f"witch_{seat} hand: 2 Herb" for seat in range(1, 6))
    game = play(f"{SIX}witch_0: Thylane\nwitch_0 hand: incantation 4\n{blocks}", SIX_CAST, "witch_0: cast spell 2")
    assert legal_names(game, 0) == {"aim 2", "aim 3", "aim 4", "aim 5"}
    second = "witch_0: draw artifact; witch_1: play incantation 4; " + SIX_CAST.split("; ", 2)[2]
    game = play(
        f"{SIX}witch_0:\nwitch_1: Thylane\nwitch_1 hand: incantation 4\n"
        + "\n".join(f"witch_{seat} hand: 2 Herb" for seat in range(2, 6)),
        second,
        "witch_1: cast spell 2",
    )
    assert legal_names(game, 1) == {"aim 1", "aim 2", "aim 3", "aim 4"}, "five seats to the left of her sits her partner"


# ---- R-CAST-3: what can be chosen ----


USELESS = [
    ("play", '{ effect = "play", kind = "herb", count = 2 }', ""),
    ("remove", '{ effect = "remove", kind = "any", count = 1 }', ""),
    ("remove a kind", '{ effect = "remove", kind = "herb", count = 1 }', "centre: 1 Potion\n"),
    ("draw an artifact", '{ effect = "draw", kind = "artifact", count = 2 }', ""),
    ("draw an incantation", '{ effect = "draw", kind = "incantation", count = 2 }', "incantations: none | none\n"),
    ("draw a type", '{ effect = "draw", kind = "herb", count = 1 }', "objects: 9 Mineral, 9 Potion\n"),
    ("draw an object", '{ effect = "draw", kind = "object", count = 1 }', ""),
    ("discard", '{ effect = "discard", kind = "incantation", count = 1, who = "all" }', ""),
    ("two effects", '{ effect = "play", kind = "object", count = 1 }, { effect = "draw", kind = "artifact", count = 1 }', ""),
]


@pytest.mark.parametrize(("effects", "given"), [case[1:] for case in USELESS], ids=[case[0] for case in USELESS])
def test_r_cast_3_a_spell_that_does_nothing_can_be_cast(tmp_path: Path, effects: str, given: str) -> None:
    """The incantation is spent, and nothing else happens."""
    objects = "" if "objects" in given else "objects: none\n"
    game = play(
        f"set: {write_set(tmp_path, Ada=effects)}\n{given}{objects}artifacts: none | none\nwitch_0: Ada\n"
        "witch_0 hand: incantation 4\nwitch_1 hand: Potion\nwitch_2 hand: Potion",
        "witch_0: play incantation 4; witch_1: play potion; witch_2: play potion",
    )
    assert castable(game) == {"cast spell 1", "cast spell 2", "cast spell 3"}
    game.act("witch_0: cast spell 1")
    expect(game, "witch_0 cast: Ada 1\nwitch_0 played: incantation 4\nwitch_0 drew: none\nwitch_0 hand: none")
    expect(game, "witch_1 discarded: none\nwitch_2 discarded: none\nwitch_0 incantation: left")


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_r_cast_3_and_2_a_witch_without_cards_can_be_named_for_a_discard(edition: str) -> None:
    given = f"edition: {edition}\nwitch_0: Thylane\nwitch_0 hand: incantation 4\nwitch_1:\nwitch_2 hand: 2 Herb"
    game = play(given, "witch_0: play incantation 4; witch_1: draw artifact; witch_2: draw artifact")
    assert castable(game) == {"cast spell 1", "cast spell 2", "cast spell 3"}
    game.act("witch_0: cast spell 2")
    assert legal_names(game, 0) == {"aim 1", "aim 2"}
    game.act("witch_0: aim 1")
    expect(game, "round: 2\nwitch_1 discarded: none\nwitch_2 discarded: none\ngone: incantation 4")


@pytest.mark.parametrize(
    "effect",
    [
        '{ effect = "change_demon", who = "one", when = "end" }',
        '{ effect = "change_demon", who = "self" }',
        '{ effect = "change_demon", who = "self", if_she_likes = true }',
    ],
)
def test_r_cast_3_and_8_a_change_of_demon_can_be_cast_with_an_empty_reserve(tmp_path: Path, effect: str) -> None:
    four = write_set(tmp_path, Ada=effect, demons=HOUSE_DEMONS[:4])
    game = play(
        f"set: {four}\nwitch_0: Ada\nwitch_0 hand: incantation 4\nwitch_0 demon: Berith\nwitch_1:\nwitch_2:\nwitch_3:",
        CAST + "; witch_3: draw artifact",
    )
    assert castable(game) == {"cast spell 1", "cast spell 2", "cast spell 3"}
    game.act("witch_0: cast spell 1")
    if '"one"' in effect:
        game.act("witch_0: aim 1")
    expect(game, "round: 2\nwitch_0 demon: Berith\ndemon reserve: none\ngone: incantation 4")


def test_r_cast_3_and_8_a_change_of_spell_card_can_be_cast_with_an_empty_reserve() -> None:
    """Four teams use all eight spell cards."""
    idle = "; ".join(f"witch_{seat}: draw artifact" for seat in range(1, 8))
    blocks = "\n".join(f"witch_{seat}:" for seat in range(1, 8))
    game = play(
        f"players: 8\nteam talk: no\nwitch_0: Myosotis\nwitch_0 hand: incantation 4\n{blocks}",
        f"witch_0: play incantation 4; {idle}",
    )
    assert castable(game) == {"cast spell 1", "cast spell 2", "cast spell 3"}


def test_r_cast_3_a_sigil_needs_a_witch_who_can_be_sealed() -> None:
    given = "witch_0: Zinnia\nwitch_0 hand: incantation 4\nwitch_1 sigil: 8\nwitch_2 sigil: {}"
    assert castable(play(given.format("9"), CAST)) == {"cast spell 1", "cast spell 2"}
    assert castable(play(given.format("none"), CAST)) == {"cast spell 1", "cast spell 2", "cast spell 3"}


def test_r_cast_3_without_a_target_a_sigil_forbids_the_whole_spell(tmp_path: Path) -> None:
    house = write_set(tmp_path)
    text = Path(house).read_text(encoding="utf-8")
    both = '[{ effect = "draw", kind = "potion", count = 1 }, { effect = "sigil" }]'
    Path(house).write_text(text.replace('[{ effect = "sigil" }]', both), encoding="utf-8")
    given = f"set: {house}\nwitch_0: Ada\nwitch_0 hand: incantation 4\nwitch_1 sigil: 8\nwitch_2 sigil: {{}}"
    assert castable(play(given.format("9"), CAST)) == {"cast spell 1", "cast spell 2"}
    assert castable(play(given.format("none"), CAST)) == {"cast spell 1", "cast spell 2", "cast spell 3"}


def test_r_cast_3_nobody_is_forced_into_a_sigil() -> None:
    """Calanthe has no object to play, the centre is empty, and nobody has one to discard: she may still choose either."""
    game = play(
        "centre: none\nwitch_0: Calanthe\nwitch_0 hand: incantation 4\nwitch_1 sigil: 8\nwitch_2:",
        CAST,
    )
    assert castable(game) == {"cast spell 1", "cast spell 2", "cast spell 3"}
    game.act("witch_0: cast spell 2")
    expect(game, "round: 2\nwitch_2 sigil: none\ngone: incantation 4\nwitch_0 cast: Calanthe 2")


def test_r_cast_3_the_caster_may_not_decline(tmp_path: Path) -> None:
    game = play(
        seated("Ada: Herb, incantation 4", "", "", given=f"set: {write_set(tmp_path)}\nwitch_1 sigil: 8\nwitch_2 sigil: 9"),
        CAST,
    )
    assert legal_names(game, 0) == {"cast spell 1", "cast spell 2"}, "neither stop nor pass"
