"""Tests of the server; where its libraries are not installed they are left out, and the summary says so."""

from importlib.util import find_spec

import pytest

HAS_SERVER = all(find_spec(name) is not None for name in ("fastapi", "uvicorn", "httpx2"))
collect_ignore_glob = [] if HAS_SERVER else ["*.py"]

if HAS_SERVER:
    from tests.serve.browsing import browser as browser, served as served
    from tests.serve.served import client as client


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not HAS_SERVER:
        terminalreporter.write_line("tests/serve: left out, since they need pip install 'resonance-env[dev]'")
