"""Batches in several Python threads and after a fork: the same results, no crash."""

from __future__ import annotations

import hashlib
import inspect
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from resonance_env import resonance_v0

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.compiled


def play(threads: int, steps: int = 30) -> str:
    """Returns a digest of all observations and masks of a batch."""
    vec = resonance_v0.vector_env(64, seed=3, threads=threads)
    vec.reset()
    digest = hashlib.sha256()
    for _ in range(steps):
        vec.step(vec.random_actions())
        digest.update(vec.observation.tobytes())
        digest.update(vec.legal.tobytes())
    return digest.hexdigest()


def test_python_threads_play_side_by_side() -> None:
    expected = play(1)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(play, [1] * 8)) == {expected}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_fork_goes_on_after_its_parent_has_played(threads: int) -> None:
    script = f"""
import hashlib, os
from resonance_env import resonance_v0
{inspect.getsource(play)}
expected = play({threads})
child = os.fork()
if child == 0:
    os._exit(0 if play({threads}) == expected else 1)
_, status = os.waitpid(child, 0)
print(os.waitstatus_to_exitcode(status), play({threads}) == expected)
"""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.returncode) == (["0", "True"], 0), done.stderr
