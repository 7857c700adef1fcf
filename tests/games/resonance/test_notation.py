"""Positions as text: parse and print are inverse on every reachable position, and messages name the line."""

import re
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, strategies as st

from resonance_env.core.errors import PositionError
from resonance_env.core.words import find_name
from resonance_env.games.resonance.batch import loops
from resonance_env.games.resonance.cardsets.card_text import (
    Cards,
    format_cards,
    format_centre,
    format_values,
    parse_cards,
    parse_centre,
    parse_values,
)
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.chance_events import pending_chance, sampled_outcome
from resonance_env.games.resonance.rules.state import GAME
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from resonance_env.games.resonance.text.notation import format_position, parse_position
from resonance_env.games.resonance.text.position_lines import ENGINE_LINES, GAME_LINES, SEAT_LINES
from tests.games.resonance.scenario import expect, legal_names, order_rank, play, seated, start
from tests.places import ROOT

DOCS = ROOT / "docs" / "resonance" / "notation.md"
SHORT = """
players: 3
witch_0: Évanthe
  hand: 2 Herb, incantation 7
witch_1: Zinnia
  demon: Vepar
witch_2: Thylane
  hand: artifact 5
"""


def random_positions(variant: ResonanceVariant, seed: int) -> Iterator[np.ndarray]:
    """Yields every stop of one random game, chance stops included where chance is explicit."""
    rng = np.random.default_rng(seed)
    games = variant.start([seed])
    while True:
        yield games
        if variant.done(games)[0]:
            return
        if games[0]["phase"] == v.PHASE_CHANCE:
            event = pending_chance(games[0])
            outcome = sampled_outcome(games[0], variant.card_set.cards[0], event)
            loops.apply_chance(games, 0, variant.card_set.cards, event, outcome)
            continue
        legal = variant.legal(games)
        variant.step(games, (rng.random(legal.shape) * legal).argmax(axis=-1))


def differing_fields(one: np.ndarray, other: np.ndarray) -> list[str]:
    return [name for name in GAME.names or () if not np.array_equal(one[0][name], other[0][name])]


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("edition", ["fr", "en"])
def test_parse_is_the_inverse_of_format_on_reachable_positions(players: int, edition: str) -> None:
    seen = set()
    for seed in range(3):
        variant = SPEC.variant(
            players, cards="mini" if players == 2 else "house", edition=edition, team_talk=seed != 1, explicit_chance=seed == 2
        )
        for games in random_positions(variant, seed):
            parsed, card_set = parse_position(format_position(games, 0, variant.card_set))
            assert differing_fields(games, parsed) == [], format_position(games, 0, variant.card_set)
            assert parsed.tobytes() == games.tobytes()
            assert card_set.digest == variant.card_set.digest
            seen.add(v.PHASE_NAMES[games[0]["phase"]])
    assert {"DRAFT", "ACT", "CHANCE", "OVER"} <= seen


def test_round_trip_sees_every_phase() -> None:
    seen: set[str] = set()
    seed = 0
    variant = SPEC.variant(5)
    while seen != set(v.PHASE_NAMES) - {"CHANCE"}:
        for games in random_positions(variant, seed):
            if v.PHASE_NAMES[games[0]["phase"]] in seen:
                continue
            parsed, _ = parse_position(format_position(games, 0, variant.card_set))
            assert parsed.tobytes() == games.tobytes()
            seen.add(v.PHASE_NAMES[games[0]["phase"]])
        seed += 1
        assert seed < 200, f"expected all phases within 200 games, got {sorted(seen)}"


def test_short_position_takes_defaults() -> None:
    games, card_set = parse_position(SHORT)
    game, text = games[0], format_position(games, 0, card_set)
    assert (game["players"], game["seats"], game["round_number"], game["next_moon"]) == (3, 3, 1, 0)
    for line in ("phase: ACT", "asked: all", "seed: 0", "edition: fr"):
        assert line in text
    assert "objects: 30 Herb, 26 Mineral, 22 Potion" in text
    assert "transients: 7 Herb, 6 Mineral, 5 Potion" in text
    assert "artifacts: 13 | 1-4 6-12" in text
    assert "incantations: 21 | 1-6 8-20" in text
    assert "gone: none" in text
    assert re.findall("  demon: (.*)", text) == ["Berith", "Vepar", "Eligos"], (
        "witches without a line get the first demons left"
    )
    assert "demon reserve: Focalor, Gremory, Haborym, Murmur, Valefar" in text
    assert "spell reserve: Blanchefleur, Calanthe, Myosotis, Virág, Vuoko" in text
    assert game["quickness"][:3].tolist() == [0, 1, 2]


@pytest.mark.parametrize("name", ["Évanthe", "evanthe", " EVANTHE ", "E\u0301vanthe"])
def test_names_are_found_without_accents_and_capitals(name: str) -> None:
    assert find_name(name, ("Zinnia", "Évanthe"), "a witch") == 1


def test_next_moon_is_the_first_empty_one() -> None:
    games, _ = parse_position(SHORT + "moons: Herb, Potion transient, Mineral incantation 3\n")
    assert games[0]["next_moon"] == 3
    with pytest.raises(PositionError, match="expected a free moon I, the next to be locked"):
        parse_position(SHORT + "moons: H, H, H, H, P, P, P, P\nmonth over: yes\n")


def test_given_pile_sends_the_rest_out_of_the_game() -> None:
    games, card_set = parse_position(SHORT + "objects: 1 Potion\nartifacts: 7 | none\nincantations: none\n")
    text = format_position(games, 0, card_set)
    assert "gone: 30 Herb, 26 Mineral, 21 Potion, artifacts 1-4 6 8-13, incantations 1-6 8-21" in text


def test_top_of_a_pile_alone_keeps_the_rest_below() -> None:
    games, card_set = parse_position(SHORT + "artifacts: 7\n")
    assert "artifacts: 7 | 1-4 6 8-13" in format_position(games, 0, card_set)


def test_one_block_of_a_team_is_enough_for_demon_and_level() -> None:
    blocks = "".join(f"witch_{seat}:\n" for seat in range(6))
    games, _ = parse_position(f"players: 6\n{blocks}witch_3 level: 2\nwitch_3 demon: Vepar\n")
    assert games[0]["level"][:6].tolist() == [0, 0, 2, 2, 0, 0]
    assert games[0]["demon"][2] == games[0]["demon"][3] == 7
    assert games[0]["asked"][:6].tolist() == [1, 0, 1, 0, 1, 0], "in team talk the first seats choose first (R-TEAM-4)"
    assert games[0]["high_witch"][:6].tolist() == [1, 0, 1, 0, 1, 0]


# Damaged texts: (lines from line 1 on, pattern of the message)
ERRORS = {
    "key of the game": (
        "gon: none",
        r"line 1: expected a key of the game, got 'gon'; did you mean 'gone'",
    ),
    "key of a witch": (
        "witch_0 hnd: none",
        r"line 1: expected an indented key of witch_0, got 'hnd'; did you mean 'hand'",
    ),
    "no colon": (
        "round 3",
        r"line 1: expected 'key: value', got 'round 3'",
    ),
    "twice": (
        "round: 3\nround: 4",
        r"line 2: expected 'round' once, got it again after line 1",
    ),
    "number": (
        "round: many",
        r"line 1: 'round': expected a number in 0 .. 127, got 'many'",
    ),
    "phase": (
        "phase: LUNCH",
        r"line 1: 'phase': expected a word, one of DRAFT, ACT",
    ),
    "card name": (
        "witch_0 hand: 2 Rock",
        r"line 1: 'hand' of witch_0: expected cards such as",
    ),
    "value": (
        "witch_0 hand: artifact 14",
        r"line 1: 'hand' of witch_0: expected artifacts as values in 1 .. 13, such as '2 5-7', got '14'",
    ),
    "no value": (
        "witch_0 hand: artifact",
        r"line 1: 'hand' of witch_0: expected a value after 'artifact', got 'the end'",
    ),
    "same value": (
        "witch_0 hand: artifacts 3 2-4",
        r"line 1: 'hand' of witch_0: expected every value once",
    ),
    "transient in hand": (
        "witch_0 hand: 1 transient Herb",
        r"line 1: 'hand' of witch_0: expected no transient object here",
    ),
    "witch name": (
        "witch_0: Zinia",
        r"expected a witch, one of Blanchefleur, .*got 'Zinia'; did you mean 'Zinnia'",
    ),
    "demon name": (
        "demon reserve: Berit",
        r"line 1: 'demon reserve': expected a demon, one of Berith.*did you mean 'Berith'",
    ),
    "too many": (
        "witch_0 hand: 33 Herb",
        r"line 1: 'hand' of witch_0: expected at most 32 Herb, 26 Mineral, 22 Potion as objects",
    ),
    "too many transients": (
        "gone: 8 transient Herb",
        r"line 1: 'gone': expected at most 7 Herb, .* as transients in the box, got 1 Herb",
    ),
    "artifact twice": (
        "gone: artifact 5\nwitch_0 hand: artifact 5",
        r"expected every card in one place, got artifact 5, which is also at",
    ),
    "incantation twice": (
        "witch_0 sigil: 4\nmoons: Herb incantation 4",
        r"got incantation 4, which is also at 'sigil' of witch_0",
    ),
    "demon twice": (
        "witch_0 demon: Vepar\nwitch_1 demon: Vepar",
        r"line 2: 'demon' of witch_1: .*got Vepar, which is also at 'demon' of witch_0 .line 1.",
    ),
    "spell card twice": (
        "spell deck: Zinnia\nspell reserve: Zinnia",
        r"got Zinnia, which is also at",
    ),
    "level": (
        "witch_0 level: 4",
        r"line 1: 'level' of witch_0: expected a number in 0 .. 3, got '4'",
    ),
    "seat": (
        "asked: witch_5",
        r"line 1: 'asked': expected a witch, one of witch_0, witch_1, witch_2; got 'witch_5'",
    ),
    "witches": (
        "witch_3: Virág",
        r"line 1: expected 3 witches for 3 players, got witch_3",
    ),
    "moons": (
        "moons: H,H,H,H,H,H,H,H,H",
        r"line 1: 'moons': expected at most 8 moons, got 9",
    ),
    "moon": (
        "moons: Herb locked",
        r"line 1: 'moons': expected moons such as",
    ),
    "set": (
        "set: hous",
        r"line 1: expected the name or the path of a card set: .*did you mean 'house'",
    ),
    "quickness": (
        "quickness: witch_0 witch_0 witch_1",
        r"line 1: 'quickness': expected each of the 3 witches once",
    ),
    "committed": (
        "witch_0 committed: stop",
        r"line 1: 'committed' of witch_0: expected none or one of the seven actions",
    ),
    "action": (
        "witch_0 committed: play herbs",
        r"line 1: 'committed' of witch_0: expected the name of an action.*did you mean 'play herb'",
    ),
    "nowhere": (
        "artifacts: 1 | 2\ngone: artifact 3",
        r"line 1: 'artifacts': expected every artifact somewhere, got 4-13 nowhere",
    ),
    "objects nowhere": (
        "objects: 1 Herb\ngone: 1 Herb",
        r"line 1: 'objects': expected every object of the box somewhere",
    ),
    "demons nowhere": (
        "demon reserve: none",
        r"line 1: 'demon reserve': expected every card somewhere",
    ),
    "unplayed incantation": (
        "witch_0 incantation: unresolved",
        r"expected a line 'played: incantation <value>'",
    ),
    "shape": (
        "witch_0 incantation: object",
        r"line 1: 'incantation' of witch_0: expected 'object <type> counting <n>'",
    ),
    "centre": (
        "centre: 1 Herb counting 4",
        r"line 1: 'centre': expected objects such as",
    ),
    "two artifacts": (
        "witch_0 played: artifacts 1 2",
        r"line 1: 'played' of witch_0: expected at most one artifact",
    ),
    "targets": (
        "witch_0 aim: -,-,-,-,-",
        r"line 1: 'aim' of witch_0: expected at most 4 targets",
    ),
    "offered": (
        "offered: Zinnia, Virág, Vuoko",
        r"line 1: 'offered': expected at most two spell cards, got 3",
    ),
    "seed": (
        "seed: -1",
        r"line 1: 'seed': expected a seed in 0 .. 18446744073709551615, got '-1'",
    ),
}


@pytest.mark.parametrize("case", ERRORS)
def test_error_names_line_and_expectation(case: str) -> None:
    text, message = ERRORS[case]
    blocks = [f"witch_{seat}:" for seat in range(3) if f"witch_{seat}:" not in text]
    players = "" if "players" in text else "players: 3\n"
    with pytest.raises(PositionError, match=message):
        parse_position(text + "\n" + players + "\n".join(blocks))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players: 9", "line 1: players: expected a number of players of the set house, one of 3, 4, 5, 6, 7, 8; got 9"),
        ("players: four", "line 1: players: expected a number in 1 .. 99, got 'four'"),
        ("players: 7\nwitch_0:\nwitch_1:", "expected 8 witches, witch_0 .. witch_7; got witch_0, witch_1"),
        ("set: house", "expected 4 witches, witch_0 .. witch_3; got none"),
        (
            "players: 6\n" + "".join(f"witch_{s}:\n" for s in range(6)) + "witch_0 level: 1\nwitch_1 level: 2",
            "line 9: 'level' of witch_1: expected the same level as her partner's, witch_0",
        ),
    ],
)
def test_wrong_number_of_witches(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=re.escape(message)):
        parse_position(text)


@given(
    st.lists(st.integers(0, 9), min_size=3, max_size=3),
    st.lists(st.integers(0, 9), min_size=3, max_size=3),
    st.integers(0, 2**13 - 1),
    st.integers(0, 2**21 - 1),
)
def test_cards_are_read_as_printed(objects: list[int], transients: list[int], artifacts: int, incantations: int) -> None:
    cards = Cards(objects, transients, artifacts, incantations)
    assert parse_cards(format_cards(cards), 13, 21) == cards
    assert parse_values(format_values(incantations), 21, "incantations") == incantations
    centre = [objects, transients, objects]
    assert parse_centre(format_centre(centre)) == centre


def test_page_shows_a_position_that_can_be_read() -> None:
    examples = re.findall(r"```text\n(# a position.*?)```", DOCS.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert examples
    for example in examples:
        games, card_set = parse_position(example)
        assert parse_position(format_position(games, 0, card_set))[0].tobytes() == games.tobytes()


def test_page_lists_every_line() -> None:
    page = DOCS.read_text(encoding="utf-8")
    for line in GAME_LINES + SEAT_LINES + ENGINE_LINES:
        row = f"| `{line.key}` | {line.meaning.rstrip('.')} |".replace("Top artifact |", "Top artifact \\|")
        assert row.replace("Top incantation |", "Top incantation \\|") in page


# ---- the scenario module uses the notation ----


def test_scenario_of_example_3() -> None:
    """R-EX-3: Blanchefleur's Herb counts 3, artifact 0 sweeps it, Potion locks the moon and Thylane is sealed."""
    game = play(
        seated(
            "Blanchefleur: Herb, incantation 11",
            "Thylane: incantation 5",
            "Zinnia: incantation 1",
            given="transient: Potion\nobjects: 10 Herb, 10 Mineral, 10 Potion",
        ),
        "witch_0: play incantation 11; witch_1: play incantation 5; witch_2: play incantation 1",
        "witch_0: cast spell 1",
        "witch_1: cast spell 1",
        "witch_2: cast spell 3",
        "witch_2: aim 2",
        "witch_1: choose herb",
        chance={"transient": "Mineral"},
    )
    expect(
        game,
        """
        round: 2
        moons: Potion transient
        transient: Mineral
        witch_1:
          sigil: 1
          hand: none
        """,
    )
    assert "play herb" not in legal_names(game, 0)
    with pytest.raises(AssertionError, match="'sigil' of witch_1: expected 2, got 1"):
        expect(game, "witch_1 sigil: 2")


def test_scenario_insists_on_exactly_the_seats_that_are_asked() -> None:
    game = start(SHORT)
    with pytest.raises(PositionError, match="the seats that are asked now, witch_0, witch_1, witch_2; got witch_0, witch_2"):
        game.act("witch_0: play herb; witch_2: draw artifact")
    with pytest.raises(PositionError, match="witch_1 may not 'play artifact 5': she does not hold that card"):
        game.act("witch_0: play herb; witch_1: play artifact 5; witch_2: draw artifact")


def test_scenario_sets_quickness() -> None:
    assert order_rank([0, 1, 2], 3) == 0
    assert order_rank([2, 1, 0], 3) == 5
    given = SHORT + "artifacts: 9 | none\n"
    steps = "witch_0: draw artifact; witch_1: draw artifact; witch_2: draw artifact"
    for order, quickest in (("witch_2 witch_0 witch_1", 2), ("witch_1 witch_2 witch_0", 1)):
        game = play(given, steps, chance={"quickness": order})
        expect(game, f"witch_{quickest} drew: artifact 9\nquickness: {order}")


@pytest.mark.parametrize(
    ("text", "objects", "artifacts", "incantations"),
    [
        ("artifacts 3 4, herb", [1, 0, 0], 0b1100, 0),
        ("incantation 7, 2 potion", [0, 0, 2], 0, 0b1000000),
        ("artifacts 3 2 herb", [2, 0, 0], 0b100, 0),
    ],
)
def test_a_comma_ends_a_list_of_values(text: str, objects: list[int], artifacts: int, incantations: int) -> None:
    cards = parse_cards(text, 13, 21)
    assert (cards.objects, cards.artifacts, cards.incantations) == (objects, artifacts, incantations)
