"""Settings for all tests: property tests repeat exactly, and worker processes do not fight for cores."""

from __future__ import annotations

import os

# Read by torch and BLAS when they are imported; pytest runs one process a core.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from hypothesis import settings

# A first example may wait for the compiler, so there is no deadline.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
