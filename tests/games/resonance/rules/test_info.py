"""Who sees what (R-INFO): what is open to all, what stays hidden, and what a perfect memory can count."""

import numpy as np
import pytest

from resonance_env.core.layout import ObservationKind
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from tests.games.resonance.casting import OTHERS_DRAW
from tests.games.resonance.scenario import ScenarioGame, expect, play, seated, start

SIX = "players: 6\n"


def differing(one: ScenarioGame, other: ScenarioGame, seat: int, kind: ObservationKind = "table") -> set[str]:
    """Returns the names of the pieces in which a seat's observations of two positions differ; "mask" if her mask does."""
    layout = one.variant.layout(kind)
    first, second = (game.variant.observe(game.games, kind)[0, seat] for game in (one, other))
    mask, other_mask = (game.variant.legal(game.games)[0, seat] for game in (one, other))
    names = {name for name in layout.piece_names if not np.array_equal(layout.view(first, name), layout.view(second, name))}
    return names if np.array_equal(mask, other_mask) else names | {"mask"}


# ---- R-INFO-1: open to all ----

THREE = """
    moons: Herb, Mineral
    artifacts: 7
    incantations: 12
    witch_0: Blanchefleur
    witch_0 demon: Berith
    witch_1: Calanthe
    witch_1 demon: Eligos
    witch_1 hand: Herb, artifact 2, incantation 3
    witch_2: Vuoko
    witch_2 demon: Focalor
    """


@pytest.mark.parametrize(
    ("line", "other", "pieces"),
    [
        ("artifacts: 7", "artifacts: 8", {"artifact_top"}),
        ("incantations: 12", "incantations: 13", {"incantation_top"}),
        ("moons: Herb, Mineral", "moons: Mineral, Mineral", {"moons", "object_pile", "missing", "reserve_missing", "mask"}),
        ("witch_1 demon: Eligos", "witch_1 demon: Vepar",
         {"demon", "demon_levels", "missing", "demon_reserve", "reserve_levels", "reserve_missing"}),
        ("witch_1: Calanthe", "witch_1: Zinnia", {"spells", "spell_effects", "spell_reserve"}),
        ("witch_1 hand: Herb, artifact 2", "witch_1 hand: 2 Herb, artifact 2", {"hand_counts", "object_pile"}),
        ("artifact 2, incantation 3", "artifact 2, incantations 3 4", {"hand_counts", "incantation_pile"}),
        ("artifact 2, incantation 3", "artifacts 2 4, incantation 3", {"hand_counts", "artifact_pile"}),
        ("incantation 3", "incantation 3\nwitch_1 sigil: 4", {"sealed", "sigil", "incantation_pile"}),
        ("incantation 3", "incantation 3\nwitch_1 level: 1", {"levels_done", "missing"}),
        ("incantation 3", "incantation 3\ngone: artifact 4, incantation 5",
         {"gone_artifacts", "gone_incantations", "artifact_pile", "incantation_pile"}),
    ],
)  # fmt: skip
def test_r_info_1_what_lies_open_is_seen_by_an_opponent(line: str, other: str, pieces: set[str]) -> None:
    given = "\n".join(each.strip() for each in THREE.splitlines())
    assert given.count(line) == 1
    seen = differing(start(given), start(given.replace(line, other)), seat=0)
    assert seen <= pieces
    assert pieces - seen <= {"mask", "missing", "reserve_missing"}, "these follow from the others"


def test_r_info_1_draws_plays_and_the_centre_are_seen_as_they_happen() -> None:
    game = play(
        "artifacts: 7\nwitch_0: Zinnia\nwitch_0 hand: 2 Herb, incantation 4\nwitch_1 hand: artifact 5\nwitch_2:",
        "witch_0: play incantation 4; witch_1: play artifact 5; witch_2: draw artifact",
        "witch_0: cast spell 1",
    )
    layout, seen = game.variant.layout(), game.variant.observe(game.games)[0, 1]
    assert layout.view(seen, "artifact_drawn_by")[6] == 1 + 1, "by the witch one seat to her left"
    assert layout.view(seen, "played_objects").tolist() == [[0, 0, 0], [0, 0, 0], [1, 0, 0]]
    assert layout.view(seen, "played_incantation").ravel().tolist() == [0, 0, 4]
    assert layout.view(seen, "centre_objects").tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert layout.view(seen, "centre_artifacts").nonzero()[0].tolist() == [5]
    assert layout.view(seen, "cast").tolist() == [[0, 0, 0], [0, 0, 0], [1, 0, 0]]


def test_r_info_1_announced_spells_with_their_targets_and_waiting_effects_are_seen() -> None:
    given = "witch_0: Zinnia\nwitch_0 hand: incantation 9\nwitch_1: Calanthe\nwitch_1 hand: incantation 4\nwitch_2:\nwitch_3:"
    acts = (
        "witch_0: play incantation 9; witch_1: play incantation 4; witch_2: draw herb herb; witch_3: draw herb herb",
        "witch_0: cast spell 3",
    )
    at_two, at_three = play(given, *acts, "witch_0: aim 2"), play(given, *acts, "witch_0: aim 3")
    assert differing(at_two, at_three, seat=1) == {"aims", "sigil_announced"}
    seen = at_two.variant.observe(at_two.games)[0, 1]
    layout = at_two.variant.layout()
    assert layout.view(seen, "aims")[3].tolist() == [0, 1, 0, 0], "three seats to her left is the caster, one the target"
    assert layout.view(seen, "waiting").ravel().tolist() == [0, 0, 0, 1]
    assert layout.view(seen, "sigil_announced").ravel().tolist() == [0, 1, 0, 0]


def test_r_info_1_trades_breaks_and_discards_are_seen_as_they_happen() -> None:
    game = play(
        seated("Calanthe: incantation 4", "Herb, 2 Mineral, 2 Potion", "2 Mineral, Potion", given="witch_2 sigil: 8"),
        "witch_0: play incantation 4; witch_1: trade demon; witch_2: break sigil",
        chance={"quickness": "witch_1 witch_2 witch_0"},
    )
    layout, seen = game.variant.layout(), game.variant.observe(game.games)[0, 0]
    assert layout.view(seen, "did").argmax(axis=-1).tolist() == [0, v.DID_TRADE, 0]
    assert layout.view(seen, "gone_objects").tolist() == [1, 1, 1], "paid before the new demon is picked"
    game.act("witch_1: take demon 8").act("witch_0: cast spell 2")
    seen = game.variant.observe(game.games)[0, 0]
    assert layout.view(seen, "did").argmax(axis=-1).tolist()[2] == v.DID_BREAK_SIGIL
    assert layout.view(seen, "discarded_objects").sum() == 0, "witch_1 still chooses"
    game.act("witch_1: choose potion")
    seen = game.variant.observe(game.games)[0, 0]
    assert layout.view(seen, "discarded_objects").tolist() == [[0, 0, 0], [0, 0, 1], [0, 1, 0]]


# ---- R-INFO-2: private ----


def test_r_info_2_which_objects_the_hands_of_others_hold() -> None:
    one = start("witch_0:\nwitch_1 hand: Herb\nwitch_2 hand: Mineral")
    other = start("witch_0:\nwitch_1 hand: Mineral\nwitch_2 hand: Herb")
    assert differing(one, other, seat=0) == set()
    assert differing(one, other, seat=1) == {"own_objects", "mask"}
    assert differing(one, other, seat=0, kind="recall") == {"counted_objects"}


def test_r_info_2_which_artifacts_and_incantations_the_hands_of_others_hold() -> None:
    one = start("artifacts: 9\nincantations: 9\nwitch_0:\nwitch_1 hand: artifact 3, incantation 4\nwitch_2:")
    other = start("artifacts: 9\nincantations: 9\nwitch_0:\nwitch_1 hand: artifact 8, incantation 21\nwitch_2:")
    assert differing(one, other, seat=0) == set()
    assert differing(one, other, seat=1) == {"own_artifacts", "own_incantations", "mask"}
    assert differing(one, other, seat=0, kind="recall") == {"counted_artifacts", "counted_incantations"}


def test_r_info_2_and_r_team_4_a_teammate_sees_the_hand_and_opponents_do_not() -> None:
    blocks = "\nwitch_0:\nwitch_1 hand: {}\nwitch_2:\nwitch_3 hand: {}\nwitch_4:\nwitch_5:"
    one = start(SIX + blocks.format("Herb, artifact 3", "Mineral"))
    other = start(SIX + blocks.format("Mineral, artifact 4", "Herb"))
    assert differing(one, other, seat=0) == {"partner_objects", "partner_artifacts"}
    assert differing(one, other, seat=4) == set()


def test_r_info_2_the_offered_pair_is_seen_by_the_drafter_alone() -> None:
    given = """
        phase: DRAFT
        stage: OFFER
        round: 0
        turn: 1
        asked: witch_1
        offered: {}
        spell deck: {}
        witch_0: Calanthe
        witch_1: none
        witch_2: none
        """
    rest = "Blanchefleur, Évanthe, Myosotis, Thylane, {}"
    one = start(given.format("Virág, Vuoko", rest.format("Zinnia")))
    other = start(given.format("Virág, Zinnia", rest.format("Vuoko")))
    assert differing(one, other, seat=1) == {"offered", "mask"}
    assert differing(one, other, seat=0) == set()
    assert differing(one, other, seat=2) == set()


def test_r_info_2_and_r_team_3_the_offered_pair_is_open_in_teams() -> None:
    """Those of teams to come too: each pair lies before its seats."""
    given = SIX + "phase: DRAFT\nstage: OFFER\nround: 0\nasked: witch_0\noffered: {0}, {1}\n"
    given += "witch_0: {0}\nwitch_1: {1}\nwitch_2: Calanthe\nwitch_3: Thylane\nwitch_4: Évanthe\nwitch_5: {2}"
    one, other = start(given.format("Virág", "Vuoko", "Myosotis")), start(given.format("Virág", "Zinnia", "Myosotis"))
    dealt = {"spells", "spell_effects"}
    assert differing(one, other, seat=0) == {"offered", "mask", *dealt}
    assert differing(one, other, seat=1) == {"offered", *dealt}
    assert differing(one, other, seat=5) == {"offered", *dealt}
    later = start(given.format("Virág", "Vuoko", "Zinnia"))
    for seat in range(6):
        assert differing(one, later, seat=seat) == dealt


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("play herb", "play mineral"),
        ("play herb", "play artifact 3"),
        ("play artifact 3", "play artifact 5"),
        ("play incantation 4", "play incantation 6"),
        ("play herb", "draw artifact"),
        ("draw herb herb", "draw mineral potion"),
    ],
)
def test_r_info_2_a_choice_is_hidden_until_it_acts_or_is_revealed(one: str, other: str) -> None:
    """The game waits for the pick of the quickest, a trader, while nobody else has acted."""
    given = "witch_0:\nwitch_1 hand: Herb, Mineral, Potion\nwitch_2 hand: Herb, Mineral, artifacts 3 5, incantations 4 6"
    first, second = (
        play(
            given,
            f"witch_0: draw artifact; witch_1: trade demon; witch_2: {action}",
            chance={"quickness": "witch_1 witch_0 witch_2"},
        )
        for action in (one, other)
    )
    assert differing(first, second, seat=0) == set()
    assert differing(first, second, seat=1) == set()
    assert differing(first, second, seat=2) - {"own_choice_objects", "own_choice_value"} <= {"own_choice"}
    assert differing(first, second, seat=2) != set()


def test_r_info_2_a_card_played_face_down_counts_as_in_hand_until_the_reveal() -> None:
    """The quicker witch_2 has played face down; the trader still counts her card, in both kinds of observation."""
    game = play(
        "witch_0:\nwitch_1 hand: Herb, Mineral, Potion\nwitch_2 hand: Herb, artifact 3",
        "witch_0: draw herb herb; witch_1: trade demon; witch_2: play artifact 3",
        chance={"quickness": "witch_2 witch_1 witch_0"},
    )
    expect(game, "phase: TAKE_DEMON")
    layout, seen = game.variant.layout("recall"), game.variant.observe(game.games, "recall")[0, 1]
    assert layout.view(seen, "hand_counts")[1].tolist() == [1, 1, 0]
    assert layout.view(seen, "counted_artifacts")[0].nonzero()[0].tolist() == [2]
    assert layout.view(seen, "did")[1].argmax() == 0
    game.act("witch_1: take demon 8")
    seen = game.variant.observe(game.games, "recall")[0, 1]
    assert layout.view(seen, "hand_counts")[1].tolist() == [1, 0, 0]
    assert layout.view(seen, "counted_artifacts")[0].sum() == 0


@pytest.mark.parametrize("first", ["play herb", "draw artifact"])
def test_r_info_2_and_r_team_4_a_partner_sees_the_choice_before_she_chooses(first: str) -> None:
    blocks = "\n".join(f"witch_{seat} hand: Herb, artifact {seat + 1}" for seat in range(6))
    idle = "; witch_2: play herb; witch_4: play herb"
    one, other = (play(SIX + blocks, f"witch_0: {action}{idle}") for action in (first, "play artifact 1"))
    expect(one, "asked: witch_1 witch_3 witch_5")
    assert "partner_choice" in differing(one, other, seat=1)
    assert differing(one, other, seat=3) == set()
    assert differing(one, other, seat=2) == set()


def test_r_info_2_picks_in_the_middle_of_a_discard_are_hidden() -> None:
    given = "witch_0: Thylane\nwitch_0 hand: incantation 4\nwitch_1 hand: 2 Herb, 2 Mineral\nwitch_2:"
    draw = "witch_1: draw artifact; witch_2: draw artifact"
    acts = ("witch_0: play incantation 4; " + draw, "witch_0: cast spell 2", "witch_0: aim 1")
    one, other = play(given, *acts, "witch_1: choose herb"), play(given, *acts, "witch_1: choose mineral")
    before = play(given, *acts)
    assert differing(one, other, seat=0) == set()
    assert differing(one, other, seat=2, kind="recall") == set()
    assert differing(one, before, seat=0) == set(), "nor how many she has picked"
    assert differing(one, other, seat=1) == {"own_objects"}


# ---- R-INFO-3: unknown to all ----


def test_r_info_3_nothing_depends_on_the_seed_before_its_cards_are_revealed() -> None:
    one, other = start("seed: 1\nwitch_0:\nwitch_1:\nwitch_2:"), start("seed: 2\nwitch_0:\nwitch_1:\nwitch_2:")
    assert differing(one, other, seat=0, kind="recall") == set()


def test_r_info_3_quickness_is_never_shown() -> None:
    given = "centre: 1 Herb\nwitch_0: Thylane\nwitch_0 hand: incantation 4\nwitch_1:\nwitch_2:"
    step = "witch_0: play incantation 4; " + OTHERS_DRAW
    one = play(given, step, chance={"quickness": "witch_0 witch_1 witch_2"})
    other = play(given, step, chance={"quickness": "witch_2 witch_1 witch_0"})
    assert [differing(one, other, seat, "recall") for seat in range(3)] == [set(), set(), set()]


def test_r_info_3_the_order_of_the_piles_is_unknown() -> None:
    """Which artifact comes next differs by seed; nobody's observation does, until it lies on top."""
    one, other = (
        play("artifacts: 7\nwitch_0:\nwitch_1:\nwitch_2:", "witch_0: draw artifact; " + OTHERS_DRAW,
             chance={"artifact": [next_one], "transient": ["Herb"]})
        for next_one in (3, 5)
    )  # fmt: skip
    assert differing(one, other, seat=1) == {"artifact_top"}


# ---- R-INFO-4: perfect memory ----


class CardCounter:
    """An agent with perfect memory that sees nothing but one seat's `table` observations, one a step, from the first.

    Attributes:
        objects: `[seat, object]` counted hands; seats are relative to the observer.
        artifacts, incantations: `[seat, value - 1]` True if held.
    """

    def __init__(self, variant: ResonanceVariant) -> None:
        self.layout = variant.layout("table")
        seats = variant.num_seats
        self.objects = np.zeros((seats, 3), dtype=int)
        self.artifacts = np.zeros((seats, 13), dtype=bool)
        self.incantations = np.zeros((seats, 21), dtype=bool)
        self._record = 0  # number of the round that the observation tells of
        self._moved = np.zeros((seats, 3), dtype=int)  # objects that it has told of so far

    def see(self, observation: np.ndarray) -> None:
        def view(name: str) -> np.ndarray:
            return self.layout.view(observation, name).astype(int)

        record = int(view("round_number")[0]) - int(view("phase")[v.PHASE_ACT])
        rounds, self._record = record - self._record, record
        if rounds > 0:
            self._moved = np.zeros_like(self._moved)
        paid = view("did")[:, [v.DID_TRADE]] * [1, 1, 1] + view("did")[:, [v.DID_BREAK_SIGIL]] * [0, 1, 1]
        moved = view("drew_objects") - view("played_objects") - view("discarded_objects") - paid
        if rounds > 1:
            self._play_what_could_be_played(view("hand_counts")[:, 0] - moved.sum(axis=1))
        self.objects += moved - self._moved
        self._moved = moved
        for held, name in ((self.artifacts, "artifact"), (self.incantations, "incantation")):
            for value, code in enumerate(view(f"{name}_drawn_by")):
                if code > 0:
                    held[code - 1, value] = True
            for seat, played in enumerate(view(f"played_{name}").ravel()):
                if played > 0:
                    held[seat, played - 1] = False
            held[:, view(f"gone_{name}s") == 1] = False

    def _play_what_could_be_played(self, counts: np.ndarray) -> None:
        """Rounds went by in which nobody had a choice: who played an object held nothing but objects of that type."""
        for held, count in zip(self.objects, counts, strict=True):
            if held.sum() > count:
                assert np.count_nonzero(held) == 1
                held[held > 0] = count


@pytest.mark.parametrize(("players", "edition"), [(3, "fr"), (4, "en"), (5, "fr"), (6, "en"), (7, "fr"), (8, "en")])
def test_r_info_4_a_counter_of_table_observations_reproduces_recall(players: int, edition: str) -> None:
    variant = SPEC.variant(players, edition=edition)
    layout = variant.layout("recall")
    games = variant.start(range(10 * players, 10 * players + 4))
    counters = [[CardCounter(variant) for _ in range(variant.num_seats)] for _ in games]
    rng = np.random.default_rng(players)
    while True:
        table, recall = variant.observe(games), variant.observe(games, "recall")
        for game, row in enumerate(counters):
            for seat, counter in enumerate(row):
                counter.see(table[game, seat])
                seen = recall[game, seat]
                assert np.array_equal(layout.view(seen, "counted_objects"), counter.objects[1:])
                assert np.array_equal(layout.view(seen, "counted_artifacts"), counter.artifacts[1:])
                assert np.array_equal(layout.view(seen, "counted_incantations"), counter.incantations[1:])
                assert np.array_equal(table[game, seat], seen[: len(table[game, seat])])
        if variant.done(games).all():
            break
        legal = variant.legal(games)
        variant.step(games, (rng.random(legal.shape) * legal).argmax(axis=-1))


def test_r_info_4_recall_holds_the_true_hands() -> None:
    game = start("witch_0:\nwitch_1 hand: 2 Herb, artifacts 3 5\nwitch_2 hand: Potion, incantations 1 21")
    layout, seen = game.variant.layout("recall"), game.variant.observe(game.games, "recall")[0, 0]
    assert layout.view(seen, "counted_objects").tolist() == [[2, 0, 0], [0, 0, 1]]
    assert [row.nonzero()[0].tolist() for row in layout.view(seen, "counted_artifacts")] == [[2, 4], []]
    assert [row.nonzero()[0].tolist() for row in layout.view(seen, "counted_incantations")] == [[], [0, 20]]


def test_r_info_4_recall_is_about_every_other_seat_in_order() -> None:
    game = start("witch_0 hand: Herb\nwitch_1 hand: 2 Herb\nwitch_2 hand: 3 Herb")
    layout, seen = game.variant.layout("recall"), game.variant.observe(game.games, "recall")[0]
    assert layout.view(seen, "counted_objects")[:, :, 0].tolist() == [[2, 3], [3, 1], [1, 2]]


def test_r_info_4_a_decision_with_one_option_is_taken_by_the_engine() -> None:
    game = play(
        "witch_0: Thylane\nwitch_0 hand: incantation 4\nwitch_1 hand: 2 Herb\nwitch_2 hand: 3 Herb, Mineral",
        "witch_0: play incantation 4; witch_1: draw artifact; witch_2: draw artifact",
        "witch_0: cast spell 2",
        "witch_0: aim 1",
    )
    expect(game, "round: 2\nwitch_1 discarded: 2 Herb")


def test_r_info_4_also_in_the_middle_of_a_discard() -> None:
    """After the Mineral she holds two Herbs, so which card she picks next is no decision."""
    game = play(
        "witch_0: Thylane\nwitch_0 hand: incantation 4\nwitch_1 hand: 2 Herb, Mineral\nwitch_2:",
        "witch_0: play incantation 4; witch_1: draw artifact; witch_2: draw artifact",
        "witch_0: cast spell 2",
        "witch_0: aim 1",
        "witch_1: choose mineral",
    )
    expect(game, "round: 2\nwitch_1 discarded: Herb, Mineral")


@pytest.mark.parametrize("order", ["witch_0 witch_1 witch_2", "witch_1 witch_0 witch_2"])
def test_r_info_4_rounds_in_which_nobody_is_asked_are_seen_afterwards(order: str) -> None:
    """In two rounds nobody has a choice; who drew which of the two artifacts in the first must still be told."""
    first, second = (int(name[-1]) for name in order.split()[:2])
    game = start(
        "round: 3\ntransients: 5 Herb, 6 Mineral, 5 Potion\nmoons: Potion, Potion, Potion\nobjects: none\nartifacts: 5 | 7\n"
        "incantations: none\nwitch_0 sigil: 20\nwitch_1 sigil: 21\nwitch_2 hand: none\nstage: CLEAR\nasked: none",
        chance={"quickness": [order] * 3, "transient": ["Herb"] * 3},
    )
    assert int(game.games[0]["round_number"]) >= 5
    layout, seen = game.variant.layout(), game.variant.observe(game.games)[0, 2]
    drawn_by = layout.view(seen, "artifact_drawn_by")
    assert drawn_by[5 - 1] == 1 + (first - 2) % 3
    assert drawn_by[7 - 1] == 1 + (second - 2) % 3
