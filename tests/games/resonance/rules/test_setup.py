"""The box and the set-up (R-BOX, R-SETUP), tested as scenarios."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC
from tests.games.resonance.dealing import deal, draft_all, seen
from tests.games.resonance.scenario import ScenarioGame, expect, legal_names, play, seated
from tests.games.resonance.small_sets import SIGIL, set_text, simple_demons

OFFERS = ["Zinnia", "Calanthe", "Virág", "Vuoko", "Thylane", "Myosotis"]
WITCHES = ("Blanchefleur", "Calanthe", "Évanthe", "Myosotis", "Thylane", "Virág", "Vuoko", "Zinnia")

# Spells that no test of the set-up casts.
SPELLS = ('{ effect = "become_artifact", value = 1 }', '{ effect = "change_spells", who = "self" }', SIGIL)
SMALL_BOX = """
objects = { herb = 5, mineral = 4, potion = 3 }
transients = { herb = 1, mineral = 0, potion = 2 }
artifacts = 4
incantations = 2
moons = 3
full_moon = 2
"""


def chance_after(game: ScenarioGame, decision: str, outcomes: Sequence[int] = ()) -> dict[int, float]:
    """The outcomes, with their probabilities, of the chance event that comes after one decision and these outcomes."""
    variant, games = game.variant, game.games.copy()
    name, _, action = decision.partition(": ")
    actions = np.zeros((1, variant.num_seats), dtype=np.int16)
    actions[0, variant.seat_names.index(name)] = variant.actions.parse(action)
    games[0]["explicit_chance"] = 1
    variant.step(games, actions)
    for outcome in outcomes:
        variant.apply_chance(games, outcome)
    return variant.chance_outcomes(games)


def first_chance(*outcomes: int) -> dict[int, float]:
    """The outcomes, with their probabilities, of the chance event that comes after these in a new game for three."""
    variant = SPEC.variant(3, explicit_chance=True)
    games = variant.start([0])
    for outcome in outcomes:
        variant.apply_chance(games, outcome)
    return variant.chance_outcomes(games)


def small_box(tmp_path: Path, witches: int) -> str:
    """A box for three with that many witches; returns its path."""
    path = tmp_path / "small.toml"
    spells = dict.fromkeys(WITCHES[:witches], SPELLS)
    path.write_text(set_text([3], simple_demons(), spells, box=SMALL_BOX), encoding="utf-8")
    return str(path)


# ---- the box


def test_r_box_1_objects_lie_in_three_open_piles() -> None:
    game = deal(3)
    expect(game, "objects: 32 Herb, 26 Mineral, 22 Potion")
    assert seen(game, "object_pile").tolist() == [[32, 26, 22]] * 3


def test_r_box_2_transients_are_shuffled_face_down() -> None:
    """Before the first comes, each of the 18 cards is as likely as any other."""
    game = deal(3, {"artifact": 5, "spell card": OFFERS})
    expect(game, "transients: 7 Herb, 6 Mineral, 5 Potion")
    game.act("witch_0: take spells 8").act("witch_1: take spells 6")
    tops_after_three_hands = (2, 3, 4)
    first = chance_after(game, "witch_2: take spells 4", tops_after_three_hands)
    assert first == pytest.approx({v.HERB: 7 / 18, v.MINERAL: 6 / 18, v.POTION: 5 / 18})


def test_r_box_2_a_transient_comes_once() -> None:
    expect(draft_all(deal(3, {"transient": "Potion"})), "transient: Potion\ntransients: 7 Herb, 6 Mineral, 4 Potion")


def test_r_box_3_thirteen_artifacts_are_shuffled() -> None:
    assert first_chance() == pytest.approx(dict.fromkeys(range(1, 14), 1 / 13)), "before anything else"
    game = deal(3, {"artifact": 5, "spell card": OFFERS}).act("witch_0: take spells 8").act("witch_1: take spells 6")
    others = [value for value in range(1, 14) if value != 5]
    assert chance_after(game, "witch_2: take spells 4") == pytest.approx(dict.fromkeys(others, 1 / 12))


def test_r_box_3_the_top_artifact_is_visible_to_all() -> None:
    game = draft_all(deal(3, {"artifact": [5, 9, 1, 13]}))
    expect(game, "artifacts: 13 | 2-4 6-8 10-12")
    assert seen(game, "artifact_top").ravel().tolist() == [13, 13, 13]


@pytest.mark.parametrize("players", range(3, 9))
def test_r_box_3_and_4_and_r_info_1_the_top_cards_are_open_in_the_draft(players: int) -> None:
    variant = SPEC.variant(players)
    games = variant.start([1])
    assert games[0]["phase"] == v.PHASE_DRAFT
    tops = {name: int(games[0][name]) for name in ("artifact_top", "incantation_top")}
    for name, top in tops.items():
        assert top > 0
        assert variant.layout().view(variant.observe(games)[0], name).ravel().tolist() == [top] * variant.num_seats


def test_r_box_4_the_first_incantation_is_turned_up_after_the_first_artifact_and_before_the_demons() -> None:
    assert first_chance(5) == pytest.approx(dict.fromkeys(range(1, 22), 1 / 21))
    assert first_chance(5, 9) == pytest.approx(dict.fromkeys(range(8), 1 / 8)), "R-SETUP-1"


def test_r_box_3_the_top_card_of_the_draft_is_the_first_seats() -> None:
    game = deal(3, {"artifact": [5, 9, 1, 13]})
    expect(game, "artifacts: 5 | 1-4 6-13")
    expect(draft_all(game), "witch_0 hand: 1 Herb, 1 Mineral, 1 Potion, artifact 5\nartifacts: 13")


def test_r_box_4_incantations_are_an_open_pile_of_21() -> None:
    game = draft_all(deal(3, {"incantation": 17}))
    expect(game, "incantations: 17 | 1-16 18-21")
    assert seen(game, "incantation_top").ravel().tolist() == [17, 17, 17], "the top card is open to all"


def test_r_box_4_incantations_are_shuffled() -> None:
    """A level is validated, so the pile has a new top card: any of those below."""
    game = play("players: 3\ntransient: Herb\nmoons: Mineral\nincantations: 3\nwitch_0:\n  demon: Berith\nwitch_1:\nwitch_2:",
                "witch_0: draw herb herb; witch_1: draw herb herb; witch_2: draw herb herb",
                chance={"incantation": 20})  # fmt: skip
    expect(game, "witch_0 hand: 2 Herb, incantation 3\nincantations: 20 | 1 2 4-19 21")


@pytest.mark.parametrize(("moon", "hand"), [("IV", "2 Potion"), ("V", "2 Potion, incantation 21"), ("VI", "2 Potion")])
def test_r_box_5_the_fifth_of_eight_moons_is_the_full_moon(moon: str, hand: str) -> None:
    game = play(f"players: 3\ntransient: Potion\nnext moon: {moon}\nwitch_0:\n  demon: Haborym\nwitch_1:\nwitch_2:",
                "witch_0: draw potion potion; witch_1: draw herb herb; witch_2: draw herb herb",
                chance={"quickness": "witch_0 witch_1 witch_2"})  # fmt: skip
    expect(game, f"witch_0 hand: {hand}")


def test_r_box_5_the_circle_begins_at_the_new_moon_and_has_eight() -> None:
    expect(draft_all(deal(4)), "next moon: I\nmoons: -, -, -, -, -, -, -, -")


@pytest.mark.parametrize("moons", ["Herb, -, Potion", "Potion, -, Herb"])
def test_r_box_6_the_order_of_a_level_does_not_matter(moons: str) -> None:
    """Gremory's level I is 2 Herb and 1 Potion."""
    game = play(f"players: 3\ntransient: Herb\nmoons: {moons}\nwitch_0:\n  demon: Gremory\nwitch_1:\nwitch_2:",
                "witch_0: draw herb herb; witch_1: draw herb herb; witch_2: draw herb herb")  # fmt: skip
    expect(game, "witch_0 level: 1")


def test_r_box_6_a_level_needs_its_copies() -> None:
    game = play("players: 3\ntransient: Potion\nmoons: Herb, -, Potion\nwitch_0:\n  demon: Gremory\nwitch_1:\nwitch_2:",
                "witch_0: draw herb herb; witch_1: draw herb herb; witch_2: draw herb herb")  # fmt: skip
    expect(game, "witch_0 level: 0")


def test_r_box_6_r_box_7_eight_demons_with_three_levels_and_eight_witches_with_three_spells() -> None:
    house = SPEC.variant(3).card_set
    assert len(house.demon_names) == 8
    assert house.witch_names == WITCHES
    assert house.cards["demon_levels"].shape == (1, 8, 3, 3)
    assert (house.cards["demon_levels"].sum(axis=-1) > 0).all()
    assert (house.cards["num_effects"] > 0).all(), "three spells on each card"


@pytest.mark.parametrize("card", range(8))
def test_r_box_7_one_of_the_three_spells_of_each_card_places_a_sigil(card: int) -> None:
    ops = SPEC.variant(3).card_set.cards[0]["effect_op"][card]
    counts = SPEC.variant(3).card_set.cards[0]["num_effects"][card]
    sigils = [spell for spell in range(3) if v.OP_NAMES.index("sigil") in ops[spell, : counts[spell]]]
    assert len(sigils) == 1


def test_r_box_8_what_is_printed_and_how_often_is_data(tmp_path: Path) -> None:
    game = draft_all(deal(3, {"demon": ["Vepar", "Murmur", "Berith"], "transient": "Potion"}, cards=small_box(tmp_path, 4)))
    expect(
        game,
        """
        moons: -, -, -
        objects: 2 Herb, 1 Mineral
        transients: 1 Herb, 1 Potion
        demon reserve: none
        """,
    )
    assert game.games[0]["artifact_pile"] == 0, "three of four artifacts are in hands, the last one on top"
    game.act("witch_0: play potion; witch_1: play mineral; witch_2: play herb")
    expect(game, "moons: Potion, -, -\nwitch_2 level: 1\nwitch_0 level: 0")


def test_r_box_8_how_many_moons_there_are_is_data(tmp_path: Path) -> None:
    """After moon III of three, moon I is next; moon II is the Full Moon."""
    wait = "witch_0: draw herb herb; witch_1: draw artifact; witch_2: draw artifact"
    three = f"set: {small_box(tmp_path, 4)}\nplayers: 3\nwitch_0:\n  demon: Murmur\nwitch_1:\nwitch_2:\n"
    game = play(three + "transient: Potion\nmoons: Potion, Potion", wait, chance={"transient": "Herb"})
    expect(game, "moons: -, Potion, Potion transient\nnext moon: I\nmonth over: yes")
    game = play(three + "transient: Potion\nmoons: Potion\nincantations: 2\nwitch_1 level: 1\nwitch_2 level: 1", wait)
    expect(game, "witch_0 hand: 2 Herb, incantation 2")


# ---- set-up


def test_r_setup_1_each_seat_is_dealt_a_demon_and_the_others_are_the_reserve() -> None:
    game = deal(3, {"demon": ["Vepar", "Berith", "Murmur"]})
    expect(
        game,
        """
        witch_0 demon: Vepar
        witch_1 demon: Berith
        witch_2 demon: Murmur
        demon reserve: Eligos, Focalor, Gremory, Haborym, Valefar
        """,
    )
    assert seen(game, "demon")[0].argmax(axis=-1).tolist() == [7, 0, 5], "demons are open: witch_0 sees hers, then to her left"
    assert seen(game, "demon")[2].argmax(axis=-1).tolist() == [5, 7, 0]
    assert seen(game, "demon_reserve").tolist() == [[0, 1, 1, 1, 1, 0, 1, 0]] * 3


def test_r_setup_1_five_seats_leave_three_demons() -> None:
    game = deal(5)
    assert sorted(game.games[0]["demon"][:5].tolist()) != [0, 1, 2, 3, 4], "this seed mixes them"
    assert len(set(game.games[0]["demon"][:5].tolist())) == 5
    assert int(game.games[0]["demon_reserve"]).bit_count() == 3


def test_r_setup_2_seat_0_drafts_first_then_clockwise() -> None:
    game = deal(3, {"spell card": OFFERS})
    expect(game, "asked: witch_0\nphase: DRAFT")
    assert legal_names(game, 0) == {"take spells 2", "take spells 8"}
    game.act("witch_0: take spells 8")
    expect(game, "asked: witch_1\nwitch_0: Zinnia\nspell rejects: Calanthe")
    assert legal_names(game, 1) == {"take spells 6", "take spells 7"}
    game.act("witch_1: take spells 6")
    expect(game, "asked: witch_2\nwitch_1: Virág\nspell rejects: Calanthe, Vuoko")
    assert legal_names(game, 2) == {"take spells 4", "take spells 5"}
    game.act("witch_2: take spells 4")
    expect(game, "witch_0: Zinnia\nwitch_1: Virág\nwitch_2: Myosotis\nphase: ACT\nspell rejects: none")


def test_r_setup_2_a_rejected_card_goes_to_the_bottom() -> None:
    """Six cards are unseen when the second seat is offered two; neither of the first two is among them."""
    game = deal(3, {"spell card": ["Zinnia", "Calanthe"]})
    unseen = (0, 2, 3, 4, 5, 6)
    assert chance_after(game, "witch_0: take spells 8") == pytest.approx(dict.fromkeys(unseen, 1 / 6))


def test_r_setup_2_four_seats_see_all_eight_cards() -> None:
    game = deal(4, {"spell card": OFFERS})
    game.act("witch_0: take spells 8").act("witch_1: take spells 6").act("witch_2: take spells 4")
    assert legal_names(game, 3) == {"take spells 1", "take spells 3"}, "the last two, not a card rejected before"


def test_r_setup_2_the_kept_card_is_open_and_the_offered_pair_is_not() -> None:
    game = deal(3, {"spell card": ["Zinnia", "Calanthe", "Virág", "Vuoko"]})
    assert seen(game, "offered").tolist() == [[0, 1, 0, 0, 0, 0, 0, 1], [0] * 8, [0] * 8]
    game.act("witch_0: take spells 8")
    assert seen(game, "offered").tolist() == [[0] * 8, [0, 0, 0, 0, 0, 1, 1, 0], [0] * 8]
    assert seen(game, "spells")[2, 1].tolist() == [0, 0, 0, 0, 0, 0, 0, 1], "witch_2 sees what witch_0, to her left, kept"


def test_r_setup_3_the_fifth_seat_is_offered_two_of_the_four_rejected() -> None:
    game = deal(5, {"spell card": [*OFFERS, "Blanchefleur", "Évanthe"]})
    game.act("witch_0: take spells 8").act("witch_1: take spells 6").act("witch_2: take spells 4")
    last = "witch_3: take spells 1"
    rejected = (1, 2, 4, 6)
    assert chance_after(game, last) == pytest.approx(dict.fromkeys(rejected, 1 / 4))
    game.wanted["spell card"] = ["Vuoko", "Calanthe"]
    game.act(last)
    assert legal_names(game, 4) == {"take spells 2", "take spells 7"}
    game.act("witch_4: take spells 7")
    expect(game, "witch_4: Vuoko\nspell reserve: Calanthe, Évanthe, Thylane")


def test_r_setup_3_with_one_unseen_card_left_the_rejects_are_shuffled(tmp_path: Path) -> None:
    """Five cards for three: the third is offered the one that nobody saw and one of the two rejected."""
    game = deal(3, {"spell card": ["Calanthe", "Évanthe", "Thylane", "Blanchefleur"]}, cards=small_box(tmp_path, 5))
    game.act("witch_0: take spells 2")
    last = "witch_1: take spells 1"
    assert chance_after(game, last) == {3: 1.0}
    game.wanted["spell card"] = ["Myosotis", "Évanthe"]
    game.act(last)
    assert legal_names(game, 2) == {"take spells 3", "take spells 4"}


def test_r_setup_3_four_cards_for_three_seats(tmp_path: Path) -> None:
    game = deal(3, {"spell card": ["Calanthe", "Évanthe", "Myosotis", "Blanchefleur"]}, cards=small_box(tmp_path, 4))
    game.act("witch_0: take spells 2").act("witch_1: take spells 1")
    assert legal_names(game, 2) == {"take spells 3", "take spells 4"}, "the two rejected ones"


def test_r_setup_4_spell_cards_not_kept_are_the_reserve_once_the_draft_is_over() -> None:
    game = deal(3, {"spell card": OFFERS})
    game.act("witch_0: take spells 8").act("witch_1: take spells 6")
    expect(game, "spell reserve: none")
    assert not seen(game, "spell_reserve").any(), "not open before"
    game.act("witch_2: take spells 4")
    expect(game, "spell reserve: Blanchefleur, Calanthe, Évanthe, Thylane, Vuoko\nspell deck: none\nspell rejects: none")
    assert seen(game, "spell_reserve").tolist() == [[1, 1, 1, 0, 1, 0, 1, 0]] * 3


def test_r_setup_5_each_seat_takes_one_of_each_object_and_the_top_artifact_in_seat_order() -> None:
    game = draft_all(deal(4, {"artifact": [4, 11, 2, 13, 7]}))
    expect(
        game,
        """
        witch_0 hand: 1 Herb, 1 Mineral, 1 Potion, artifact 4
        witch_1 hand: 1 Herb, 1 Mineral, 1 Potion, artifact 11
        witch_2 hand: 1 Herb, 1 Mineral, 1 Potion, artifact 2
        witch_3 hand: 1 Herb, 1 Mineral, 1 Potion, artifact 13
        objects: 28 Herb, 22 Mineral, 18 Potion
        artifacts: 7
        round: 1
        """,
    )


def test_r_setup_5_no_seat_starts_with_an_incantation() -> None:
    game = draft_all(deal(5, {"incantation": 8}))
    assert not game.games[0]["hand_incantations"].any()
    expect(game, "incantations: 8 | 1-7 9-21")


def test_r_setup_6_there_is_no_hand_limit() -> None:
    """R-SETUP-6."""
    game = play(
        seated(
            "30 Herb, 26 Mineral, 20 Potion",
            "artifacts 1-12, incantations 1-20",
            "",
            given="transient: Herb\nartifacts: 13 | none",
        ),
        "witch_0: draw potion potion; witch_1: draw artifact; witch_2: draw herb herb",
    )
    expect(game, "witch_0 hand: 30 Herb, 26 Mineral, 22 Potion\nwitch_1 hand: artifacts 1-13, incantations 1-20")


# ---- one seed (R-SETUP-7)


def new_batch(seeds: list[int], *, parallel: bool = False) -> np.ndarray:
    variant = SPEC.variant(4)
    games = variant.new_games(len(seeds))
    variant.reset(games, np.array(seeds, dtype=np.uint64), parallel=parallel)
    for _ in range(12):
        legal = variant.legal(games)
        variant.step(games, legal.argmax(axis=-1), parallel=parallel)
    return games


def test_r_setup_7_a_game_is_the_same_alone_and_in_a_batch() -> None:
    batch = new_batch([7, 2**63 + 5, 7, 11])
    for index, seed in enumerate([7, 2**63 + 5, 7, 11]):
        assert new_batch([seed]).tobytes() == batch[index : index + 1].tobytes()
    assert batch[0].tobytes() != batch[3].tobytes(), "another seed is another game"


@pytest.mark.parametrize(("one", "other"), [(1, 2), (1, 1 + 2**32), (0, 2**63)])
def test_r_setup_7_every_bit_of_the_seed_matters(one: int, other: int) -> None:
    assert [deal(4, seed=one).games[0][field].tolist() for field in ("demon", "offered")] != [
        deal(4, seed=other).games[0][field].tolist() for field in ("demon", "offered")
    ]


def test_r_setup_7_a_seed_is_the_same_deal_on_every_machine() -> None:
    """Written down once: whoever changes these lines changes every game that was recorded by its seed."""
    game = draft_all(deal(3, seed=2026)).act("witch_0: play herb; witch_1: play herb; witch_2: play herb")
    expect(
        game,
        """
        gone: 2 Herb, 1 transient Mineral
        transient: Herb
        artifacts: 4
        incantations: 3
        quickness: witch_2 witch_0 witch_1
        witch_0: Blanchefleur
          demon: Vepar
          hand: 1 Mineral, 1 Potion, artifact 11
        witch_1: Calanthe
          demon: Focalor
          hand: 1 Mineral, 1 Potion, artifact 2
        witch_2: Myosotis
          demon: Valefar
          hand: 1 Mineral, 1 Potion, artifact 1
        """,
    )


DRAW = "witch_0: draw artifact; witch_1: draw artifact; witch_2: draw artifact"
PLAY_HERB = "witch_0: play herb; witch_1: play herb; witch_2: play herb"
PLAY_POTION = "witch_0: play potion; witch_1: play potion; witch_2: play potion"


def chance_of(*joint_actions: str, seed: int = 5) -> dict[str, list[object]]:
    """What chance brought: the transients and orders of quickness round by round, and the top artifact after each."""
    game = draft_all(deal(3, seed=seed))
    came: dict[str, list[object]] = {"transient": [], "quickness": [], "artifact_top": []}
    for joint_action in joint_actions:
        game.act(joint_action)
        for field in came:
            came[field].append(game.games[0][field].tolist())
    return came


def test_r_setup_7_transients_and_quickness_do_not_depend_on_what_was_played() -> None:
    one, other = chance_of(DRAW, PLAY_HERB, DRAW), chance_of(PLAY_HERB, DRAW, PLAY_POTION)
    assert one["transient"] == other["transient"]
    assert one["quickness"] == other["quickness"]
    assert len(set(map(str, one["quickness"]))) > 1, "a new order each round"


def test_r_setup_7_the_kth_artifact_does_not_depend_on_when_it_is_drawn() -> None:
    early, late = chance_of(DRAW, PLAY_HERB, DRAW), chance_of(PLAY_HERB, DRAW, DRAW)
    assert early["artifact_top"][0] == late["artifact_top"][1], "the seventh card, three in hands and three drawn"
    assert early["artifact_top"][2] == late["artifact_top"][2], "the tenth"


def test_r_setup_7_the_kth_incantation_does_not_depend_on_when_it_is_drawn() -> None:
    """Focalor's level I, two Potions, is there in round 1 or in round 2: the next incantation is the same."""
    given = "players: 3\nseed: 31\ntransient: {}\nmoons: Potion\nwitch_0:\n  demon: Focalor\nwitch_1:\nwitch_2:"
    wait = "witch_0: draw herb herb; witch_1: draw herb herb; witch_2: draw herb herb"
    early = play(given.format("Potion"), wait)
    late = play(given.format("Herb"), wait, wait, chance={"transient": "Potion"})
    expect(early, "witch_0 level: 1\nround: 2")
    expect(late, "witch_0 level: 1\nround: 3")
    assert early.games[0]["incantation_top"] == late.games[0]["incantation_top"]


def test_r_setup_7_the_deal_does_not_depend_on_the_draft() -> None:
    one, other = deal(3, seed=9), deal(3, seed=9)
    one.act(f"witch_0: {min(legal_names(one, 0))}")
    other.act(f"witch_0: {max(legal_names(other, 0))}")
    assert legal_names(one, 1) == legal_names(other, 1), "the next pair is the same whichever card she kept"
    expect(draft_all(one), f"artifacts: {draft_all(other).games[0]['artifact_top']}")
    assert one.games[0]["transient"] == other.games[0]["transient"]
