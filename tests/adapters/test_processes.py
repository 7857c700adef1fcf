"""Batches in several Python threads and after a fork: the same results, no crash."""

import hashlib
import inspect
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from resonance_env import resonance_v0
from tests.places import ROOT

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


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.parametrize("own_kernel", [False, True])
def test_forks_of_forks_go_on_too(own_kernel: bool) -> None:
    """This also holds if another package used several threads in the first process."""
    script = f"""
import hashlib, os
import numba
from resonance_env import resonance_v0
{inspect.getsource(play)}
@numba.njit(parallel=True)
def count(number):
    total = 0
    for index in numba.prange(number):
        total += index
    return total
if {own_kernel}:
    count(1000)
    expected = play(1)
else:
    expected = play(2)
if os.fork() == 0:
    grandchild = os.fork()
    if grandchild == 0:
        os._exit(0 if play(2) == expected else 1)
    _, status = os.waitpid(grandchild, 0)
    os._exit(os.waitstatus_to_exitcode(status) or play(2) != expected)
_, status = os.wait()
print(os.waitstatus_to_exitcode(status))
"""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert (done.stdout.split(), done.returncode) == (["0"], 0), done.stderr


def test_python_threads_share_the_workqueue_of_numba() -> None:
    """It ends a process in which two threads use it at once."""
    script = f"""
import hashlib
from concurrent.futures import ThreadPoolExecutor
from resonance_env import resonance_v0
{inspect.getsource(play)}
with ThreadPoolExecutor(4) as pool:
    print(len(set(pool.map(play, [2] * 8))))
"""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_THREADING_LAYER": "workqueue"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.stdout.split() == ["1"], done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_gymnasium_workers_play_against_a_checkpoint() -> None:
    """The checkpoint is read in the parent, with several OpenMP threads, and again in its forks."""
    script = """
import warnings
import gymnasium, torch
import resonance_env
warnings.simplefilter("ignore")
torch.set_num_threads(2)
torch.ones(500, 500) @ torch.ones(500, 500)
options = {"players": 4, "opponents": "resonance-4-table"}
envs = gymnasium.make_vec("resonance_env/Resonance-v0", num_envs=2, vectorization_mode="async", **options)
envs.reset(seed=1)
for _ in range(5):
    envs.step(envs.action_space.sample())
envs.close()
print("played")
"""
    assert run(script) == "played\n"


def test_threads_leave_those_of_other_libraries_alone() -> None:
    script = """
import torch
torch.set_num_threads(1)
torch.ones(500, 500) @ torch.ones(500, 500)
from resonance_env import resonance_v0
vec = resonance_v0.vector_env(64, threads=2)
vec.reset()
vec.step(vec.random_actions())
print(torch.get_num_threads())
"""
    assert run(script, NUMBA_NUM_THREADS="4") == "1\n"


def run(script: str, **environment: str) -> str:
    """Returns what a script prints in a process of its own."""
    everything = os.environ | {"PYTHONPATH": str(ROOT)} | environment
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=everything, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout
