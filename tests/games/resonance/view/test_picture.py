"""The table as a picture: for all players it shows what is open and the viewer's own cards, no more (R-INFO-1, R-INFO-2)."""

import sys
from collections.abc import Callable

import numpy as np
import pytest

from resonance_env.core.canvas import ACCENT, PAPER, Canvas, Colour
from resonance_env.core.canvas_rows import Piece, Words, draw_row
from resonance_env.core.errors import OptionError, UsageError
from resonance_env.core.picture import PICTURE_SIZE, as_png
from resonance_env.core.picture_frame import WINNER
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.state import Record
from resonance_env.games.resonance.spec import SPEC
from resonance_env.games.resonance.text.notation import parse_position
from resonance_env.games.resonance.view.picture import draw_picture
from resonance_env.games.resonance.view.picture_pieces import Card, HiddenObjects, Object
from resonance_env.games.resonance.view.reading import read_table
from tests.games.resonance.test_leaks import both_texts, twins_of
from tests.games.resonance.view.test_table import POSITION, change_what_is_hidden, positions

SMALL = (640, 400)


def draw_table(
    games: np.ndarray, index: int, card_set: CardSet, viewer: int | None, size: tuple[int, int] = PICTURE_SIZE
) -> np.ndarray:
    """Returns the table as a picture."""
    return draw_picture(read_table(games[index], card_set, viewer), size)


@pytest.mark.parametrize("players", range(2, 9))
def test_every_stage_of_a_game_is_drawn(players: int) -> None:
    variant = SPEC.variant(players, cards="mini" if players == 2 else "house")
    stops = positions(variant, seed=players)
    shown = [stops[0], *stops[1 : -1 : max(len(stops) // 3, 1)], stops[-1]]
    pictures = [variant.picture(games, 0, 0) for games in shown]
    for picture in pictures:
        assert picture.shape == (PICTURE_SIZE[1], PICTURE_SIZE[0], 3)
        assert picture.dtype == np.uint8
        assert (picture != PAPER).any(axis=-1).mean() > 0.5
    assert len({picture.tobytes() for picture in pictures}) == len(shown)
    assert not np.array_equal(variant.picture(shown[-1], 0, None), pictures[-1])


def lock_a_moon(game: Record) -> None:
    game["moon"][6] = v.HERB


def empty_a_moon(game: Record) -> None:
    game["moon"][0] = v.NO_OBJECT


def validate_a_level(game: Record) -> None:
    game["level"][2] = 1


def seal(game: Record) -> None:
    game["sigil"][2] = 9


def change_own_hand(game: Record) -> None:
    game["hand_objects"][0] = [1, 1, 0]


def play_one_that_counts_two(game: Record) -> None:
    game["centre"][v.MINERAL, 1] = 1


def play_more(game: Record) -> None:
    game["hand_objects"][1] = [0, 0, 2]


def take_from_a_pile(game: Record) -> None:
    game["object_pile"][v.HERB] -= 1


@pytest.mark.parametrize(
    "change",
    [
        lock_a_moon,
        empty_a_moon,
        validate_a_level,
        seal,
        change_own_hand,
        play_one_that_counts_two,
        play_more,
        take_from_a_pile,
    ],
)
def test_what_is_open_or_her_own_is_shown(change: Callable[[Record], None]) -> None:
    games, card_set = parse_position(POSITION)
    changed = games.copy()
    change(changed[0])
    assert not np.array_equal(draw_table(changed, 0, card_set, 0), draw_table(games, 0, card_set, 0))


@pytest.mark.parametrize(("players", "team_talk"), [(3, True), (5, True), (6, True), (6, False), (8, True)])
def test_what_a_viewer_may_not_know_changes_no_pixel(players: int, team_talk: bool) -> None:
    variant = SPEC.variant(players, team_talk=team_talk)
    rng = np.random.default_rng(players)
    stops = positions(variant, 2 * players + team_talk)
    for games in stops[:: max(len(stops) // 3, 1)]:
        for viewer in (None, 0, variant.num_seats - 1):
            changed = change_what_is_hidden(games, variant, viewer, rng)
            assert np.array_equal(variant.picture(changed, 0, viewer, SMALL), variant.picture(games, 0, viewer, SMALL))


@pytest.mark.compiled
@pytest.mark.parametrize("players", [3, 4, 6, 8])
@pytest.mark.parametrize("spectators", [True, False])
def test_twins_look_the_same_but_to_who_may_know(players: int, spectators: bool) -> None:
    """R-INFO-2, R-INFO-3: positions that differ in what a viewer may not know are the same picture."""
    variant = SPEC.variant(players)
    twins = twins_of(variant, 20, seed=players, spectators=spectators)
    assert len(twins) > 4
    for number in np.random.default_rng(players).permutation(len(twins))[:4]:
        twin = twins[number]
        one, other = (variant.picture(twin.games, index, twin.observer, SMALL) for index in (0, 1))
        assert np.array_equal(one, other), both_texts(variant, twin)
        for seat in twin.changed("hand")[:1]:
            one, other = (variant.picture(twin.games, index, seat, SMALL) for index in (0, 1))
            assert not np.array_equal(one, other), both_texts(variant, twin)


def border(picture: np.ndarray, colour: Colour) -> int:
    """Returns how many pixels of the left borders of the panels of witches have this colour."""
    return int((picture[46:762, 412] == colour).all(axis=-1).sum())


def test_who_is_asked_and_who_has_won_have_another_border() -> None:
    variant = SPEC.variant(4)
    stops = positions(variant, seed=3)
    all_choose = next(games for games in stops if games[0]["phase"] == v.PHASE_ACT)
    assert variant.winners(stops[-1]).any()
    drawn = [variant.picture(games, 0, None) for games in (stops[0], all_choose, stops[-1])]
    assert [border(picture, ACCENT) > 100 for picture in drawn] == [True, False, False]
    assert [border(picture, WINNER) > 100 for picture in drawn] == [False, False, True]


@pytest.mark.parametrize("size", [(640, 400), (1000, 1000), (1920, 1080)])
def test_any_size_is_filled_in_proportion(size: tuple[int, int]) -> None:
    games, card_set = parse_position(POSITION)
    picture = draw_table(games, 0, card_set, 0, size)
    assert picture.shape == (size[1], size[0], 3)
    ink = np.argwhere((picture != PAPER).any(axis=-1))
    height, width = np.ptp(ink, axis=0)
    assert width / height == pytest.approx(1280 / 780, rel=0.03)


@pytest.mark.parametrize("size", [(10, 800), (1280, 0), (50_000, 800)])
def test_sizes_that_cannot_be_drawn_are_refused(size: tuple[int, int]) -> None:
    games, card_set = parse_position(POSITION)
    with pytest.raises(OptionError, match=r"expected width and height of a picture in 320 \.\. 4096, got"):
        draw_table(games, 0, card_set, 0, size)


def test_a_viewer_who_is_not_at_the_table_is_refused() -> None:
    variant = SPEC.variant(3)
    with pytest.raises(UsageError, match=r"expected a viewer in 0 \.\. 2 or None, got 3"):
        variant.picture(positions(variant, 1)[0], 0, 3)


def test_without_pillow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    games, card_set = parse_position(POSITION)
    for name in [name for name in sys.modules if name.partition(".")[0] == "PIL"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(UsageError, match=r"pip install 'resonance-env\[render\]'"):
        draw_table(games, 0, card_set, 0)


@pytest.mark.parametrize("width", [100.0, 400.0])
def test_a_row_keeps_to_its_width(width: float) -> None:
    canvas = Canvas()
    pieces: list[Piece] = [
        Words("Hand"),
        HiddenObjects(30),
        *(Card(True, value) for value in range(1, 14)),
        Object(v.HERB, 12, 3),
    ]
    draw_row(canvas, 50, 100, width, 24, pieces)
    columns = np.flatnonzero((canvas.picture() != PAPER).any(axis=(0, 2)))
    assert columns.min() >= 48
    assert 50 + 0.6 * width < columns.max() <= 50 + width


@pytest.mark.parametrize(("marked", "plain"), [("Évanthe", "Evanthe"), ("Virág", "Virag"), ("Łódź ŏő", "Łodz oo")])
def test_marks_on_letters_are_drawn_without_making_room(marked: str, plain: str) -> None:
    pictures = []
    for text in (marked, plain):
        canvas = Canvas()
        assert canvas.text(100, 100, text, 20) == Canvas().width(plain, 20)
        pictures.append(canvas.picture())
    assert not np.array_equal(pictures[0], pictures[1])


def test_text_that_is_too_long_is_wrapped_and_shortened() -> None:
    canvas = Canvas()
    text = "The incantation becomes a Mineral that counts 3, then draw 1 object."
    lines = canvas.wrap(text, 12, 150, 2)
    assert len(lines) == 2
    assert lines[-1].endswith("...")
    assert all(canvas.width(line, 12) <= 150 for line in lines)
    assert " ".join(canvas.wrap(text, 12, 150, 9)) == text
    assert canvas.shorten("short", 12, 150) == "short"


def test_a_png_file_holds_the_same_pixels() -> None:
    import io

    from PIL import Image

    games, card_set = parse_position(POSITION)
    picture = draw_table(games, 0, card_set, 0, SMALL)
    np.testing.assert_array_equal(np.asarray(Image.open(io.BytesIO(as_png(picture)))), picture)
