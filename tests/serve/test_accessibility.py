"""Every page passes the rules of axe, light and dark, and a whole game can be played by keyboard."""

from typing import Any

import numpy as np
import pytest

from resonance_env.games import game_names, load_game
from resonance_env.play.random_steps import play_randomly
from resonance_env.play.saved_games import saved_text
from tests.serve.browsing import CHOICE, IN_BROWSER, Served, opened, seat_link

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed (the extra dev)")
pytestmark = IN_BROWSER

SCHEMES = ("light", "dark")


def check(page: Any) -> None:
    """Checks all rules of axe on what is shown now."""
    found = axe.Axe().run(page).response["violations"]
    assert [(rule["id"], rule["impact"], [node["html"] for node in rule["nodes"]]) for rule in found] == []


def at_table(served: Served, game: str) -> str:
    """Returns the link of a seat among random players."""
    made = served.new_table(game, "person", *["random"] * (load_game(game).default_players - 1))
    return seat_link(served, made)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("game", game_names())
def test_a_table(served: Served, browser: Any, game: str, scheme: str) -> None:
    with opened(browser, at_table(served, game), color_scheme=scheme) as page:
        for _ in range(6):
            page.locator(CHOICE).first.click()
            page.wait_for_selector(f"{CHOICE}, .end button")
        page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
        check(page)
        page.locator("button", has_text="Rules").click()
        page.wait_for_selector("dialog.rules[open] p b")
        check(page)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_lobby_and_a_review(served: Served, browser: Any, scheme: str) -> None:
    variant = load_game(game_names()[0]).variant()
    games = variant.start([5])
    steps = play_randomly(variant, games, 8, np.random.default_rng(5))
    with opened(browser, served.url, color_scheme=scheme) as page:
        page.wait_for_selector("form.lobby")
        check(page)
        page.goto(f"{served.url}/watch")
        page.wait_for_selector("#text")
        check(page)
        page.fill("#text", saved_text(variant, 5, steps, ["random"] * variant.num_seats))
        page.locator("form button.main").click()
        page.get_by_role("button", name="Review this game").click()
        page.wait_for_selector(".review details p, .costly")
        page.wait_for_selector(".opinions")
        check(page)


@pytest.mark.parametrize("game", game_names())
def test_a_whole_game_by_keyboard(served: Served, browser: Any, game: str) -> None:
    """First on the cards, then by the numbers of the list."""
    with opened(browser, at_table(served, game)) as page:
        page.wait_for_selector(CHOICE)
        for _ in range(100):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.board .legal')"):
                break
        step = page.locator(".log li").count()
        page.keyboard.press("Enter")
        if page.locator("dialog.menu").count():
            page.keyboard.press("Enter")
        page.wait_for_function(
            f"() => document.querySelectorAll('.log li').length > {step} || document.querySelector('.end button')"
        )
        while True:
            page.wait_for_selector(f"{CHOICE}, .end button")
            if page.locator(".end button").count():
                break
            page.keyboard.press("1")
