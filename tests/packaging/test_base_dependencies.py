"""What the package does without any extra: every game in every environment, against agents that need no network."""

import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, packages_distributions, requires

import pytest

from resonance_env.games import game_names
from tests.places import ROOT

# Refuses the modules of the names that follow, then plays some steps of a game in each of its environments.
PLAY = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

game, *blocked = sys.argv[1:]
sys.meta_path.insert(0, Missing())

import importlib
import numpy as np
from resonance_env.agents.loading import load

module = importlib.import_module(f"resonance_env.{game}_v0")
agent = load("greedy")
env = module.parallel_env(players=3, render_mode="ansi")
observations, _ = env.reset(seed=1)
env.step({name: int(np.argmax(observations[name]["action_mask"])) for name in env.agents})
assert env.render()
turns = module.env(players=3)
turns.reset(seed=1)
turns.step(int(np.argmax(turns.last()[0]["action_mask"])))
games = module.vector_env(4, players=3)
games.reset(seed=1)
for make in (module.gym_env, lambda **options: module.gym_vector_env(2, **options)):
    one = make(players=3, opponents=agent)
    one.reset(seed=1)
told = module.text_env(players=3)
told.reset(seed=1)
assert told.get_observation()
"""


def base_distributions() -> set[str]:
    """Returns the names of the distributions that an installation without extras has."""
    found: set[str] = set()
    waiting = ["resonance-env"]
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in found:
            continue
        try:
            needs = requires(name) or []
        except PackageNotFoundError:  # a requirement of another platform
            continue
        found.add(name)
        waiting += [re.match(r"[\w.-]+", need)[0] for need in needs if "extra ==" not in need]  # type: ignore[index]
    return found


@pytest.mark.parametrize("game", game_names())
def test_an_environment_needs_no_extra(game: str) -> None:
    base = base_distributions()
    blocked = [
        module
        for module, owners in packages_distributions().items()
        if not any(re.sub(r"[-_.]+", "-", owner).lower() in base for owner in owners)
    ]
    assert {"rich", "torch", "tyro"} <= set(blocked)
    done = subprocess.run([sys.executable, "-c", PLAY, game, *blocked], capture_output=True, text=True, cwd=ROOT, check=False)
    assert not done.returncode, done.stderr
