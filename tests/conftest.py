"""Settings for all tests: they repeat exactly, and worker processes do not fight for cores."""

import os

# Read by torch and BLAS on import; pytest runs one process per core.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import zlib
from typing import Any

import numpy as np
import pytest
from gymnasium.utils import seeding
from hypothesis import settings

# The first example may wait for compilation, so there is no deadline.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

# Environments and spaces without a seed draw theirs here, from the name of the test: what fails once fails again.
_make_generator = seeding.np_random
_entropy = np.random.default_rng(0)


def _seeded_generator(seed: int | None = None) -> tuple[np.random.Generator, Any]:
    return _make_generator(int(_entropy.integers(2**63)) if seed is None else seed)


seeding.np_random = _seeded_generator


def pytest_runtest_setup(item: pytest.Item) -> None:
    global _entropy
    _entropy = np.random.default_rng(zlib.crc32(item.nodeid.encode()))
