"""The page in a real browser: games by clicks and by keyboard, two browsers at a table, reload, watching, and a phone."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from resonance_env.games import game_names, load_game
from resonance_env.play.random_steps import play_randomly
from resonance_env.play.saved_games import saved_text
from tests.serve.browsing import CHOICE, IN_BROWSER, Served, opened, seat_link

pytestmark = IN_BROWSER


@pytest.mark.parametrize("game", game_names())
def test_a_whole_game_by_clicks_and_then_watched(served: Served, browser: Any, game: str) -> None:
    made = served.new_table(game, "person", *["random"] * (load_game(game).default_players - 1))
    with opened(browser, seat_link(served, made)) as page:
        while True:
            page.wait_for_selector(f"{CHOICE}, .end button")
            if page.locator(".end button").count():
                break
            on_table = page.locator(".board .legal")
            (on_table if on_table.count() else page.locator(CHOICE)).first.click(position={"x": 6, "y": 6})
            if page.locator("dialog.menu button").count():
                page.locator("dialog.menu button").first.click()
        page.locator(".end button").click()
        page.wait_for_selector(".steps")
        page.keyboard.press("End")
        page.wait_for_function(
            "() => { const [at, of] = document.querySelector('output').textContent.split(' of '); return at === of; }"
        )
        page.select_option(".tools select", "1")
        page.wait_for_function("() => document.querySelector('.mine, pre.plain') !== null")


def test_two_browsers_play_reload_and_outlive_a_killed_server(served: Served, browser: Any) -> None:
    made = served.new_table("resonance", "person", "person", "random")
    with opened(browser, seat_link(served, made, 0)) as one, opened(browser, seat_link(served, made, 1)) as other:
        one.wait_for_selector(CHOICE)
        one.keyboard.press("1")
        other.wait_for_selector(CHOICE)
        other.reload()
        other.wait_for_selector(CHOICE)
        other.locator(CHOICE).first.click()
        one.wait_for_function("() => document.querySelector('.asked').textContent.startsWith('All witches')")
        served.kill()
        one.wait_for_function("() => document.querySelector('.asked').textContent.startsWith('The connection is lost')")
        assert one.locator(f"{CHOICE}, .board .legal").count() == 0
        served.start()
        one.wait_for_selector(CHOICE)
        one.locator(CHOICE).first.click()
        one.wait_for_function("() => document.querySelector('.asked').textContent.includes('You have chosen')")
        other.locator(CHOICE).first.click()
        one.wait_for_selector(CHOICE)


@pytest.mark.parametrize("game", game_names())
def test_a_saved_game_is_reviewed_and_played_on(served: Served, browser: Any, game: str) -> None:
    variant = load_game(game).variant()
    games = variant.start([5])
    steps = play_randomly(variant, games, 8, np.random.default_rng(5))
    with opened(browser, f"{served.url}/watch") as page:
        page.fill("#text", saved_text(variant, 5, steps, ["random"] * variant.num_seats))
        page.locator("form button.main").click()
        page.get_by_role("button", name="Review this game").click()
        page.wait_for_selector(".review details p, .costly")
        assert page.locator(".graph polyline").count() >= 1
        page.locator(".jump").nth(2).click()
        page.wait_for_function("() => document.querySelector('output').textContent.startsWith('2 of')")
        page.locator("summary", has_text="Retry from here").click()
        page.select_option("[aria-label='Opponents of a retry']", "random")
        page.get_by_role("button", name="Play on from this step").click()
        page.wait_for_url("**/table/**")
        page.wait_for_selector(f"{CHOICE}, .end button")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", game_names())
def test_a_phone_shows_the_table_without_scrolling_sideways(served: Served, browser: Any, game: str, scheme: str) -> None:
    made = served.new_table(game, "person", *["random"] * (load_game(game).default_players - 1))
    phone = {"viewport": {"width": 390, "height": 844}, "color_scheme": scheme, "has_touch": True}
    with opened(browser, seat_link(served, made), **phone) as page:
        page.wait_for_selector(CHOICE)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_lobby_by_keyboard_only(served: Served, browser: Any) -> None:
    with opened(browser, served.url) as page:
        page.wait_for_selector("form.lobby")
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('button.main')"):
                break
        page.keyboard.press("Enter")
        page.wait_for_url("**/table/**")
        page.wait_for_selector(CHOICE)
        page.locator("button", has_text="Rules").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog.rules[open] p b")
        page.keyboard.press("Escape")
        page.locator("button", has_text="Links").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog.links[open] input")


def test_the_page_is_small() -> None:
    folder = Path(__file__).resolve().parents[2] / "resonance_env"
    files = [*folder.glob("serve/page/*"), *folder.glob("games/*/view/table.*")]
    assert sum(file.stat().st_size for file in files) < 300_000
