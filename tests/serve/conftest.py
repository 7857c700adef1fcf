"""One server for all tests of a module that do not stop it."""

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from tests.serve.served import serving


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("served") / "tables.sqlite", max_sims=50) as client:
        yield client
