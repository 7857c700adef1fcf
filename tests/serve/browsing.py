"""A server in a process of its own, and pages of it in Debian's chromium; errors in a console fail a test."""

import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium")
SECONDS = 120
IN_BROWSER = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed (apt-get install chromium)"),
]


class Served:
    """A server in a process of its own, which can be killed and started again."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._data = data
        self.start()

    def start(self) -> None:
        words = ["serve", "--port", str(self.port), "--data", str(self._data), "--workers", "1", "--pace", "0"]
        self._process = subprocess.Popen([sys.executable, "-m", "resonance_env.cli", *words])
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.url}/api/games").read()
                return
            except OSError:
                time.sleep(0.2)
        raise TimeoutError("the server did not start")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def new_table(self, game: str, *holders: str) -> dict[str, Any]:
        wanted = {"game": game, "players": len(holders), "options": {}, "holders": holders, "seed": 7}
        request = urllib.request.Request(f"{self.url}/api/tables", json.dumps(wanted).encode())
        made: dict[str, Any] = json.load(urllib.request.urlopen(request))
        return made


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("page") / "tables.sqlite")
    yield served
    served.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (the extra dev)")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def opened(browser: Any, url: str, **options: Any) -> Iterator[Any]:
    """Opens a page in a browser of its own; errors in its console fail the test."""
    context = browser.new_context(**options)
    page = context.new_page()
    page.set_default_timeout(1000 * SECONDS)
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(url)
    yield page
    context.close()
    assert [error for error in errors if "WebSocket" not in error] == []


def seat_link(served: Served, made: dict[str, Any], seat: int = 0) -> str:
    return f"{served.url}/table/{made['table']}#{made['seats'][str(seat)]}"


CHOICE = ".choices button:not([disabled])"
