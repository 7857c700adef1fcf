"""The observation encoder: every piece against the record in plain Python, on random reachable positions (R-INFO)."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from resonance_env.core.errors import IllegalActionError
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.actions import ACTIONS
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from resonance_env.games.resonance.text.generate_docs import pages
from tests.games.resonance.scenario import play, seated
from tests.games.resonance.small_sets import write_set
from tests.places import ROOT

DOCS = ROOT / "docs" / "resonance"
PLAYERS = range(2, 9)
GAMES = 8


@pytest.fixture(scope="module")
def variants(tmp_path_factory: pytest.TempPathFactory) -> dict[int, ResonanceVariant]:
    """Returns variants by number of players; with even numbers every kind of effect, several in a spell, all discards."""
    rich = write_set(
        tmp_path_factory.mktemp("sets"),
        Ada="""{ effect = "discard", kind = "incantation", count = 2, who = "all" },
            { effect = "draw", kind = "incantation", count = 3 },
            { effect = "discard", kind = "object", count = 3, who = "one" },
            { effect = "become_object", kind = "mineral", counts = 3 }""",
        Bea="""{ effect = "discard", kind = "artifact", count = 2, who = "all", when = "end" },
            { effect = "draw", kind = "artifact", count = 2 }""",
        Cleo="""{ effect = "play", kind = "object", count = 3, counts = 3, up_to = true },
            { effect = "remove", kind = "any", count = 2 }""",
        Dora="""{ effect = "change_demon", who = "one" }, { effect = "change_spells", who = "one", when = "end" },
            { effect = "discard", kind = "object", count = 2, who = "all", when = "end" }""",
        Edda='{ effect = "become_artifact", value = 13 }, { effect = "draw", kind = "incantation", count = 1, when = "end" }',
        Fee="""{ effect = "change_spells", who = "self" },
            { effect = "change_demon", who = "self", when = "end", if_she_likes = true }""",
        Gro="""{ effect = "draw", kind = "object", count = 3, up_to = true },
            { effect = "become_object", kind = "herb", counts = 2 }""",
        Hel='{ effect = "discard", kind = "incantation", count = 1, who = "one" }, { effect = "become_artifact", value = 0 }',
    )
    cards = {2: "mini", 3: "house", 4: rich, 5: "house", 6: rich, 7: "house", 8: rich}
    editions = {2: "fr", 3: "fr", 4: "fr", 5: "en", 6: "en", 7: "en", 8: "fr"}
    return {n: SPEC.variant(n, cards=cards[n], edition=editions[n], team_talk=n != 7) for n in PLAYERS}


def random_positions(variant: ResonanceVariant, seeds: range, every: int) -> Iterator[np.ndarray]:
    """Yields every `every`-th position of random games, each as an array of one game."""
    rng = np.random.default_rng(seeds.start)
    for seed in seeds:
        games = variant.start([seed])
        step = 0
        while not variant.done(games)[0]:
            if step % every == 0:
                yield games
            legal = variant.legal(games)
            variant.step(games, (rng.random(legal.shape) * legal).argmax(axis=-1))
            step += 1
        yield games


# ---- the pieces, written independently of the encoder ----


def bits(value: int, length: int) -> list[int]:
    return [int(value) >> k & 1 for k in range(length)]


def one_hot(code: int, length: int) -> list[int]:
    return [int(k == code) for k in range(length)]


def hand(game: Any, seat: int, prefix: str) -> dict[str, list[int]]:
    return {
        f"{prefix}_objects": [int(n) for n in game["hand_objects"][seat]],
        f"{prefix}_artifacts": bits(game["hand_artifacts"][seat], 13),
        f"{prefix}_incantations": bits(game["hand_incantations"][seat], 21),
    }


def choice(game: Any, seat: int, prefix: str) -> dict[str, Any]:
    """Reads a committed action by its name."""
    words = ACTIONS.name(int(game["committed"][seat])).split()
    kinds = {"wait": 0, "pass": 8, "break": 6, "trade": 7}
    types = ["herb", "mineral", "potion"]
    objects, value, kind = [0, 0, 0], 0, kinds.get(words[0], -1)
    if words[0] == "play":
        kind = {"artifact": 2, "incantation": 3}.get(words[1], 1)
        value = int(words[2]) if kind > 1 else 0
    elif words[0] == "draw":
        kind = 5 if words[1] == "artifact" else 4
    for word in words[1:]:
        if word in types:
            objects[types.index(word)] += 1
    return {f"{prefix}_choice": one_hot(kind, 9), f"{prefix}_choice_objects": objects, f"{prefix}_choice_value": [value]}


def missing(game: Any, cards: Any, demon: int, level: int) -> list[int]:
    if demon < 0 or level > 2:
        return [0, 0, 0]
    on_moons = [list(game["moon"]).count(kind) for kind in range(3)]
    return [max(0, int(cards["demon_levels"][demon][level][kind]) - on_moons[kind]) for kind in range(3)]


def effects(cards: Any, card: int, spell: int) -> list[int]:
    amounts = [0] * 9
    if card < 0 or spell < 0:
        return amounts
    for k in range(cards["num_effects"][card, spell]):
        op, count, value = (int(cards[f"effect_{name}"][card, spell, k]) for name in ("op", "count", "value"))
        amounts[op] += {0: 1, 1: value + 1, 2: value, 3: count * value, 5: 1, 6: 1}.get(op, count)
    return amounts


def own_pieces(game: Any, cards: Any, seat: int) -> dict[str, Any]:
    seats, teams = int(game["seats"]), bool(game["teams"])
    held = hand(game, seat, "own")
    for kind in range(3):
        held["own_objects"][kind] -= int(game["picked_objects"][seat][kind])
    for name in ("artifacts", "incantations"):
        picked = bits(game[f"picked_{name}"][seat], len(held[f"own_{name}"]))
        held[f"own_{name}"] = [has - gone for has, gone in zip(held[f"own_{name}"], picked, strict=True)]
    offered = {int(card) for card in game["offered"]} if teams or game["asked"][seat] else set()
    pieces: dict[str, Any] = {
        "asked": [int(game["asked"][seat])],
        **held,
        **choice(game, seat, "own"),
        "own_picks_left": [int(game["picks_left"][seat])],
        "offered": [int(card in offered) for card in range(8)],
    }
    for name, length in (("artifact", 13), ("incantation", 21)):
        drawn = [bits(game[f"drew_{name}s"][(seat + k) % seats], length) for k in range(seats)]
        pieces[f"{name}_drawn_by"] = [sum((k + 1) * drawn[k][card] for k in range(seats)) for card in range(length)]
    reserve, level = bits(game["demon_reserve"], 8), int(game["level"][seat])
    pieces["reserve_missing"] = [missing(game, cards, d, level) if reserve[d] else [0, 0, 0] for d in range(8)]
    pieces["caster"] = [int(game["caster"] == (seat + k) % seats) for k in range(seats)]
    pieces["aims"] = [
        [int((seat + to) % seats in game["target"][(seat + by) % seats]) for to in range(seats)] for by in range(seats)
    ]
    if teams:
        partner = seat + 1 if seat % 2 == 0 else seat - 1
        pieces |= hand(game, partner, "partner")
        secret = {"partner_choice": [0] * 9, "partner_choice_objects": [0] * 3, "partner_choice_value": [0]}
        pieces |= choice(game, partner, "partner") if game["team_talk"] else secret
    return pieces


def public_pieces(game: Any, cards: Any) -> dict[str, Any]:
    caster, seats = int(game["caster"]), range(int(game["seats"]))
    runs = caster >= 0 and game["cast_spell"][caster] >= 0 and game["choice"] != v.CHOICE_SWEEP
    transformed = [seat for seat in seats if game["incantation_state"][seat] == v.INCANTATION_AS_OBJECT]
    lies = [(int(game["incantation_type"][seat]), int(game["incantation_count"][seat])) for seat in transformed]
    reserve = bits(game["demon_reserve"], 8)
    return {
        "phase": one_hot(game["phase"], 9),
        "choice": one_hot(game["choice"], 6),
        "effect": one_hot(int(game["effect"]) if runs else -1, 4),
        "cards_left": [max(0, int(game["left"]))],
        "round_number": [int(game["round_number"])],
        "moons": [one_hot(game["moon"][m], 3) for m in range(8)],
        "moon_origin": [int(origin) for origin in game["moon_origin"]],
        "moon_kind": [int(m < cards["moons"]) + int(m == cards["full_moon"]) for m in range(8)],
        "next_moon": one_hot(game["next_moon"], 8),
        "month_over": [int(game["month_over"])],
        "transient": one_hot(game["transient"], 3),
        "centre_objects": game["centre"].tolist(),
        "centre_incantations": [[lies.count((kind, count)) for count in (1, 2, 3)] for kind in range(3)],
        "centre_artifacts": [list(game["artifact"][seats.start : seats.stop]).count(value) for value in range(14)],
        "object_pile": game["object_pile"].tolist(),
        "transient_pile": game["transient_pile"].tolist(),
        "artifact_top": [max(0, int(game["artifact_top"]))],
        "artifact_pile": [sum(bits(game["artifact_pile"], 13))],
        "incantation_top": [max(0, int(game["incantation_top"]))],
        "incantation_pile": [sum(bits(game["incantation_pile"], 21))],
        "gone_objects": game["gone_objects"].tolist(),
        "gone_transients": game["gone_transients"].tolist(),
        "gone_artifacts": bits(game["gone_artifacts"], 13),
        "gone_incantations": bits(game["gone_incantations"], 21),
        "demon_reserve": reserve,
        "reserve_levels": [cards["demon_levels"][d].tolist() if reserve[d] else [[0, 0, 0]] * 3 for d in range(8)],
        "spell_reserve": bits(game["spell_reserve"], 8),
    }


def seat_pieces(game: Any, cards: Any, seat: int) -> dict[str, Any]:
    demon, level, card = int(game["demon"][seat]), int(game["level"][seat]), int(game["spells"][seat])
    held, sigil = hand(game, seat, "hand"), int(game["sigil"][seat])
    announced = [
        game["target"][by][k] == seat
        for by in range(game["seats"])
        if game["waiting"][by]
        for k in range(4)
        if cards["effect_op"][game["cast_card"][by], game["cast_spell"][by], k] == 0
        and k < cards["num_effects"][game["cast_card"][by], game["cast_spell"][by]]
    ]
    return {
        "hand_counts": [sum(held["hand_objects"]), sum(held["hand_artifacts"]), sum(held["hand_incantations"])],
        "levels_done": [int(level > k) for k in range(3)],
        "high_witch": [int(game["high_witch"][seat])],
        "sealed": [int(sigil > 0)],
        "sigil": [sigil],
        "sigil_announced": [int(any(announced))],
        "demon": one_hot(demon, 8),
        "demon_levels": cards["demon_levels"][demon].tolist() if demon >= 0 else [[0, 0, 0]] * 3,
        "missing": missing(game, cards, demon, level),
        "spells": one_hot(card, 8),
        "spell_effects": [effects(cards, card, spell) for spell in range(3)],
        "did": one_hot(game["did"][seat], 9),
        "drew_objects": game["drew_objects"][seat].tolist(),
        "played_objects": game["played_objects"][seat].tolist(),
        "played_artifact": [int(game["played_artifact"][seat])],
        "played_incantation": [int(game["played_incantation"][seat])],
        "incantation_state": [int(game["incantation_state"][seat])],
        "artifact": [int(game["artifact"][seat]) + 1],
        "cast": one_hot(game["cast_spell"][seat], 3),
        "cast_effects": effects(cards, int(game["cast_card"][seat]), int(game["cast_spell"][seat])),
        "waiting": [int(game["waiting"][seat])],
        "discarded_objects": game["discarded_objects"][seat].tolist(),
        "discarded_artifacts": [sum(bits(game["discarded_artifacts"][seat], 13))],
        "discarded_incantations": [sum(bits(game["discarded_incantations"][seat], 21))],
    }


def expected_recall(game: Any, cards: Any, observer: int) -> dict[str, Any]:
    """Returns every piece of one seat's `recall` observation."""
    around = [(observer + k) % int(game["seats"]) for k in range(int(game["seats"]))]
    rows = [seat_pieces(game, cards, seat) for seat in around]
    counted = [hand(game, seat, "counted") for seat in around[1:]]
    return {
        **own_pieces(game, cards, observer),
        **public_pieces(game, cards),
        **{name: [row[name] for row in rows] for name in rows[0]},
        **{name: [row[name] for row in counted] for name in counted[0]},
    }


def expected_truth(game: Any) -> dict[str, Any]:
    """Returns the pieces of `state()` that stand after those of seat 0."""
    seats, order = range(int(game["seats"])), [int(seat) for seat in game["quickness"]]
    is_drawn = game["round_number"] > 0 and game["phase"] != v.PHASE_ACT
    rows = [
        {
            "asked_seat": [int(game["asked"][seat])],
            **choice(game, seat, "seat"),
            "picks_left": [int(game["picks_left"][seat])],
            "picked_objects": game["picked_objects"][seat].tolist(),
            "picked_artifacts": bits(game["picked_artifacts"][seat], 13),
            "picked_incantations": bits(game["picked_incantations"][seat], 21),
            "quickness": [order.index(seat) + 1 if is_drawn else 0],
        }
        for seat in seats
    ]
    offered = [int(card in game["offered"]) for card in range(8)]
    return {**{name: [row[name] for row in rows] for name in rows[0]}, "offered_now": offered}


@pytest.mark.parametrize("players", PLAYERS)
def test_every_piece_says_what_the_record_says(variants: dict[int, ResonanceVariant], players: int) -> None:
    variant = variants[players]
    cards, layout = variant.card_set.cards[0], variant.layout("recall")
    for games in random_positions(variant, range(players, players + GAMES), every=4):
        seen = variant.observe(games, "recall")[0]
        for seat in range(variant.num_seats):
            expected = expected_recall(games[0], cards, seat)
            assert set(expected) == set(layout.piece_names)
            for name, piece in expected.items():
                came = layout.view(seen[seat], name).tolist()
                assert came == piece, f"{name} of witch_{seat} in\n{variant.position(games)}"


@pytest.mark.parametrize("players", PLAYERS)
def test_state_is_what_seat_0_sees_and_all_that_is_hidden(variants: dict[int, ResonanceVariant], players: int) -> None:
    variant = variants[players]
    layout = variant.state_layout
    for games in random_positions(variant, range(players, players + GAMES), every=4):
        state, recall = variant.state(games)[0], variant.observe(games, "recall")[0, 0]
        assert np.array_equal(state[: len(recall)], recall)
        expected = expected_truth(games[0])
        assert list(expected) == list(layout.piece_names[-len(expected) :])
        for name, piece in expected.items():
            assert layout.view(state, name).tolist() == piece, f"{name} in\n{variant.position(games)}"


def test_the_random_positions_fill_every_piece(variants: dict[int, ResonanceVariant]) -> None:
    """The comparison above would not notice a piece that is zero in all positions."""
    filled: set[str] = set()
    for players in PLAYERS:
        variant = variants[players]
        layout, state_pieces = variant.layout("recall"), variant.state_layout
        for games in random_positions(variant, range(players, players + GAMES), every=4):
            seen, state = variant.observe(games, "recall")[0], variant.state(games)[0]
            filled |= {name for name in layout.piece_names if layout.view(seen, name).any()}
            filled |= {name for name in state_pieces.piece_names if state_pieces.view(state, name).any()}
    rare = {"picked_artifacts", "picked_incantations"}  # with a test of their own
    assert set(variants[8].state_layout.piece_names) - filled <= rare


@pytest.mark.parametrize(("caster", "what"), [("Ada", "incantation"), ("Bea", "artifact")])
def test_picked_cards_are_hers_no_more_and_stand_in_the_state(
    variants: dict[int, ResonanceVariant], caster: str, what: str
) -> None:
    game = play(
        seated(f"{what} 2", f"{caster}: incantation 4", f"{what}s 3 5 9", "", given=f"set: {variants[4].card_set.source}"),
        "witch_0: draw herb herb; witch_1: play incantation 4; witch_2: draw herb herb; witch_3: draw herb herb",
        "witch_1: cast spell 1",
        *(["witch_1: aim 1"] if caster == "Ada" else []),
        f"witch_2: discard {what} 5",
    )
    expected = expected_truth(game.games[0])[f"picked_{what}s"]
    assert [np.flatnonzero(row).tolist() for row in expected] == [[1], [], [4], []], "witch_0 had no choice"
    state = game.variant.state(game.games)[0]
    assert game.variant.state_layout.view(state, f"picked_{what}s").tolist() == expected
    own = game.variant.layout().view(game.variant.observe(game.games)[0], f"own_{what}s")
    assert (own[0].nonzero()[0].tolist(), own[2].nonzero()[0].tolist()) == ([], [2, 8])


@pytest.mark.parametrize("players", PLAYERS)
def test_values_lie_between_0_and_high(variants: dict[int, ResonanceVariant], players: int) -> None:
    variant = variants[players]
    for games in random_positions(variant, range(20 * players, 20 * players + 4), every=1):
        for seen, layout in (
            (variant.observe(games, "table"), variant.layout("table")),
            (variant.observe(games, "recall"), variant.layout("recall")),
            (variant.state(games), variant.state_layout),
        ):
            assert seen.dtype == np.int8
            assert seen.min() >= 0
            assert np.all(seen <= layout.high)
            assert np.all(seen * layout.scale <= 1.0 + 1e-6)


@pytest.mark.parametrize("players", PLAYERS)
def test_seats_are_relative(variants: dict[int, ResonanceVariant], players: int) -> None:
    """A seat's block is the same for every observer, at the seat's distance to the left."""
    variant = variants[players]
    layout, seats = variant.layout(), variant.num_seats
    for games in random_positions(variant, range(3), every=11):
        seen = variant.observe(games)[0]
        by_seat = layout.block(seen, "seat")
        public = layout.block(seen, "public")
        for observer in range(seats):
            assert np.array_equal(np.roll(by_seat[observer], observer, axis=0), by_seat[0])
            assert np.array_equal(public[observer], public[0])
            assert np.array_equal(np.roll(layout.view(seen[observer], "caster"), observer), layout.view(seen[0], "caster"))


# ---- layouts ----


@pytest.mark.parametrize("players", PLAYERS)
def test_pieces_lie_side_by_side_and_fill_the_vector(variants: dict[int, ResonanceVariant], players: int) -> None:
    variant = variants[players]
    for layout in (variant.layout("table"), variant.layout("recall"), variant.state_layout):
        numbers = np.arange(layout.size)
        blocks = [layout.block(numbers, block.name).ravel() for block in layout.blocks]
        assert np.concatenate(blocks).tolist() == numbers.tolist()
        pieces = [layout.view(numbers, name).ravel() for name in layout.piece_names]
        assert sorted(np.concatenate(pieces).tolist()) == numbers.tolist()


def test_shapes_depend_on_players_and_kind_alone(variants: dict[int, ResonanceVariant]) -> None:
    sizes = {players: (variants[players].layout("table").size, variants[players].layout("recall").size) for players in PLAYERS}
    english = SPEC.variant(4, edition="en")
    assert (english.layout("table").size, english.layout("recall").size) == sizes[4]
    assert sizes[7] == sizes[8]
    assert len(set(sizes.values())) == 6
    counted = 3 + 13 + 21
    assert all(recall - table == (min(8, players + (players == 7)) - 1) * counted for players, (table, recall) in sizes.items())


def test_state_layout_begins_with_the_recall_layout(variants: dict[int, ResonanceVariant]) -> None:
    for players in PLAYERS:
        variant = variants[players]
        recall, state = variant.layout("recall"), variant.state_layout
        assert state.piece_names[: len(recall.piece_names)] == recall.piece_names
        assert state.size == recall.size + variant.num_seats * (1 + 9 + 3 + 1 + 1 + 3 + 13 + 21 + 1) + 8


@pytest.mark.parametrize("page", ["actions.md", "observation.md"])
def test_generated_pages_are_current(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert text == pages()[page], "run python -m resonance_env.games.resonance.text.generate_docs"


# ---- actions ----


def test_names_and_codes_of_actions_are_inverse() -> None:
    names = [ACTIONS.name(code) for code in range(len(ACTIONS))]
    assert [ACTIONS.parse(name) for name in names] == list(range(134))
    assert ACTIONS.parse("  Draw   HERB potion ") == names.index("draw herb potion")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("draw potion herb", "draw herb potion"),
        ("play artefact 3", "play artifact 3"),
        ("cast spell 4", "cast spell"),
        ("", "wait"),
    ],
)
def test_unknown_names_of_actions_are_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        ACTIONS.parse(text)


@pytest.mark.parametrize("code", [-1, 134, True, 1.0])
def test_codes_that_are_no_actions_are_refused(code: object) -> None:
    with pytest.raises(ValueError, match="expected an"):
        ACTIONS.name(code)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [3, 4, 8])
def test_masks_are_what_verify_says_action_by_action(variants: dict[int, ResonanceVariant], players: int) -> None:
    variant = variants[players]
    seen: set[tuple[int, int]] = set()
    for games in random_positions(variant, range(12), every=1):
        key = (int(games[0]["phase"]), int(games[0]["choice"]))
        if key in seen:
            continue
        seen.add(key)
        legal = variant.legal(games)[0]
        # A seat that decides, and one that does not.
        for seat in {int(legal[:, 0].argmin()), int(legal[:, 0].argmax())}:
            refused = {action for action in range(variant.num_actions) if is_refused(variant, games, seat, action)}
            assert refused == set(np.flatnonzero(legal[seat] == 0).tolist()), variant.position(games)
    assert {v.PHASE_NAMES[phase] for phase, _ in seen} >= {"DRAFT", "ACT", "CAST", "AIM", "CHOOSE", "TAKE_DEMON", "OVER"}


def is_refused(variant: ResonanceVariant, games: np.ndarray, seat: int, action: int) -> bool:
    try:
        variant.verify(games, 0, seat, action)
    except IllegalActionError:
        return True
    return False


@pytest.mark.parametrize("players", PLAYERS)
def test_masks_are_never_empty_and_who_is_not_asked_may_only_wait(variants: dict[int, ResonanceVariant], players: int) -> None:
    variant = variants[players]
    for games in random_positions(variant, range(3), every=1):
        legal, asked = variant.legal(games)[0], variant.acting(games)[0]
        assert legal.sum(axis=1).min() >= 1
        assert np.array_equal(legal[:, 0] == 1, ~asked)
        assert np.all(legal[~asked].sum(axis=1) == 1)
        assert np.all(legal[asked].sum(axis=1) >= 2), "one option is no decision (R-INFO-4)"
