"""Settings for all tests: property tests repeat exactly, and worker processes do not fight for cores."""

import os

# Read by torch and BLAS on import; pytest runs one process per core.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from hypothesis import settings

# The first example may wait for compilation, so there is no deadline.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
