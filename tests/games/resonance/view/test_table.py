"""The table as text: it fits a terminal and shows what is open and the viewer's own cards, no more (R-INFO-1, R-INFO-2)."""

import json
import re

import numpy as np
import pytest

from resonance_env.core.errors import UsageError
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from resonance_env.games.resonance.text.notation import parse_position
from resonance_env.games.resonance.view.reading import read_table
from resonance_env.games.resonance.view.table_text import WIDTH, draw_text

POSITION = """
round: 3
seed: 77
moons: Herb, Mineral transient
transient: Potion
artifacts: 9
witch_0: Évanthe
  demon: Berith
  level: 1
  hand: 2 Herb, artifact 3, incantation 7
  committed: play artifact 3
witch_1: Zinnia
  demon: Vepar
  sigil: 5
  hand: 3 Potion, artifacts 4 5, incantation 11
  committed: draw herb herb
  played: incantation 2
  incantation: left
  cast: Zinnia 3
  aim: witch_2
witch_2: Thylane
  demon: Eligos
  hand: Mineral
"""


def render_table(games: np.ndarray, index: int, card_set: CardSet, viewer: int | None = None, colour: bool = False) -> str:
    """Returns the table as text."""
    return draw_text(read_table(games[index], card_set, viewer), colour)


def positions(variant: ResonanceVariant, seed: int) -> list[np.ndarray]:
    """Returns all stops of a random game."""
    rng = np.random.default_rng(seed)
    games = variant.start([seed])
    stops = [games.copy()]
    while not variant.done(games)[0]:
        legal = variant.legal(games)
        variant.step(games, (rng.random(legal.shape) * legal).argmax(axis=-1))
        stops.append(games.copy())
    return stops


def change_what_is_hidden(
    games: np.ndarray, variant: ResonanceVariant, viewer: int | None, rng: np.random.Generator
) -> np.ndarray:
    """Returns another position that the viewer could not tell apart: other hands, choices, picks, order and chance."""
    changed = games.copy()
    game = changed[0]
    game["seed"] = rng.integers(0, 2**32, 2)
    game["quickness"][: variant.num_seats] = rng.permutation(variant.num_seats)
    team = -1 if viewer is None else variant.teams[viewer]
    others = [seat for seat in range(variant.num_seats) if variant.teams[seat] != team]
    for seat in others:
        if game["committed"][seat]:
            game["committed"][seat] = rng.choice([act.PASS, act.PLAY_OBJECT, act.DRAW_ARTIFACT])
        held = int(game["hand_objects"][seat].sum())
        game["hand_objects"][seat] = rng.multinomial(held, [1 / 3] * 3)
        game["picked_objects"][seat] = 0
        for what in ("artifact", "incantation"):
            _swap_with_pile(game, what, seat)
    return changed


def _swap_with_pile(game: np.record, what: str, seat: int) -> None:
    """Swaps the lowest card of that class in a hand with the lowest one below the top of the pile."""
    hand, pile = int(game[f"hand_{what}s"][seat]), int(game[f"{what}_pile"])
    if hand and pile:
        mine, theirs = hand & -hand, pile & -pile
        game[f"hand_{what}s"][seat] = (hand ^ mine) | theirs
        game[f"{what}_pile"] = (pile ^ theirs) | mine


@pytest.mark.parametrize("players", [3, 5, 6, 7, 8])
@pytest.mark.parametrize("team_talk", [True, False])
def test_what_a_viewer_may_not_know_changes_nothing(players: int, team_talk: bool) -> None:
    variant = SPEC.variant(players, team_talk=team_talk)
    rng = np.random.default_rng(players)
    for games in positions(variant, 2 * players + team_talk)[::4]:
        for viewer in (None, 0, variant.num_seats - 1):
            text = render_table(games, 0, variant.card_set, viewer)
            assert render_table(change_what_is_hidden(games, variant, viewer, rng), 0, variant.card_set, viewer) == text
            assert max(map(len, text.splitlines())) <= WIDTH


def test_choices_of_a_partner_are_seen_in_team_talk_alone() -> None:
    blocks = "".join(f"witch_{seat}:\n  hand: Herb\n" for seat in range(6))
    for talk, seen in (("yes", True), ("no", False)):
        text = f"team talk: {talk}\nplayers: 6\nstage: ACT_SECOND\n{blocks}witch_0 committed: play herb\n"
        games, card_set = parse_position(text)
        assert ("chosen: play herb" in render_table(games, 0, card_set, 1)) == seen, "R-TEAM-4"
        assert "chosen" not in render_table(games, 0, card_set, 2)
        assert "hand: 1 Herb" in render_table(games, 0, card_set, 1), "R-TEAM-4: teammates see each other's hand"


def test_a_seat_sees_her_own_cards_and_choice() -> None:
    games, card_set = parse_position(POSITION)
    text = render_table(games, 0, card_set, 0)
    assert "hand: 2 Herb, artifact 3, incantation 7" in text
    assert "chosen: play artifact 3" in text
    assert "hand: 3 objects, 2 artifacts, 1 incantation" in text
    assert "draw herb herb" not in text
    assert "77" not in text
    spectator = render_table(games, 0, card_set)
    assert "hand: 2 objects, 1 artifact, 1 incantation" in spectator
    assert "chosen" not in spectator


def test_what_is_open_is_shown() -> None:
    games, card_set = parse_position(POSITION)
    text = render_table(games, 0, card_set)
    for shown in (
        "round 3",
        "─ V full ─",
        "transient: Potion",
        "top 9, ",
        "Sigil 5",
        "Berith: I ✓ 1 Herb 1 Mineral · II 2 Herb 3 Mineral · III 3 Herb 3 Mineral 1 Potion",
        "missing for II: 1 Herb 2 Mineral",
        "last round: played incantation 2; cast Zinnia 3 at Thylane",
        "demons: Focalor, Gremory, Haborym, Murmur, Valefar",
        "Moons     1 Herb, 1 Mineral",
        "1 The incantation becomes artifact 0. 2 An opposing witch discards 3 objects,",
        "▶ All witches choose an action.",
    ):
        assert shown in text
    assert re.search(r"│ Herb     │ Mineral  │        ◀ │", text), "the moon to be locked is marked"


def test_offer_of_the_draft_is_seen_by_its_seat_alone() -> None:
    """R-SETUP-2: only the drafter sees the offered pair; R-TEAM-3: in teams it is open."""
    variant = SPEC.variant(3)
    games = variant.start([5])
    offered = [variant.card_set.witch_names[card] for card in games[0]["offered"]]
    assert " or ".join(offered) in variant.render(games, 0, 0)
    for viewer in (None, 1, 2):
        assert not any(name in variant.render(games, 0, viewer) for name in offered)
    teams = SPEC.variant(6)
    games = teams.start([5])
    assert all(teams.card_set.witch_names[card] in teams.render(games, 0, 4) for card in games[0]["offered"])


def test_colour_adds_escape_codes_only() -> None:
    games, card_set = parse_position(POSITION)
    plain, coloured = (render_table(games, 0, card_set, 1, colour=colour) for colour in (False, True))
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain
    assert coloured.count("\x1b[") > 2 * len(v.OBJECTS)


@pytest.mark.parametrize("players", range(2, 9))
def test_the_view_is_plain_data_that_text_and_json_can_hold(players: int) -> None:
    variant = SPEC.variant(players, cards="mini" if players == 2 else "house")
    for games in positions(variant, seed=players)[::5]:
        for viewer in (None, 0, variant.num_seats - 1):
            view = variant.view(games, 0, viewer)
            assert json.loads(json.dumps(view)) == view
            assert [witch["seat_name"] for witch in view["witches"]] == list(variant.seat_names)
            hands = [witch["seat"] for witch in view["witches"] if witch["hand"] is not None]
            team = (
                []
                if viewer is None
                else [seat for seat in range(variant.num_seats) if variant.teams[seat] == variant.teams[viewer]]
            )
            assert hands == team


def test_the_view_of_a_position() -> None:
    games, card_set = parse_position(POSITION)
    table = read_table(games[0], card_set, 0)
    first, second, third = table.witches
    assert (table.round_number, table.players, table.has_teams, table.cards, table.edition) == (3, 3, False, "house", "fr")
    assert [moon.kind for moon in table.moons[:3]] == [v.HERB, v.MINERAL, None]
    assert [moon.name for moon in table.moons if moon.is_next] == ["III"]
    assert [moon.name for moon in table.moons if moon.is_full] == ["V"]
    assert (table.transient, table.on_moons, table.artifact_pile.top) == (v.POTION, [1, 1, 0], 9)
    assert first.hand is not None
    assert (first.hand.objects, first.hand.artifacts, first.hand.incantations) == ([2, 0, 0], [3], [7])
    assert (first.name, first.chosen, first.is_viewer) == ("Évanthe", "play artifact 3", True)
    assert first.demon is not None
    assert (first.demon.name, first.demon.validated, first.demon.missing) == ("Berith", 1, [1, 2, 0])
    assert (second.hand, second.hand_counts, second.chosen, second.sigil) == (None, [3, 2, 1], None, 5)
    assert (third.name, third.did) == ("Thylane", "")
    assert table.asked == ["All witches choose an action.", "It is your decision."]


@pytest.mark.parametrize("viewer", [-1, 3])
def test_a_viewer_who_is_not_at_the_table_is_refused(viewer: int) -> None:
    variant = SPEC.variant(3)
    games = positions(variant, 1)[0]
    for show in (variant.view, variant.render):
        with pytest.raises(UsageError, match=rf"expected a viewer in 0 \.\. 2 or None, got {viewer}"):
            show(games, 0, viewer)
