"""Games by name: the registries of Gymnasium and PettingZoo, in any order of imports, and without a registry."""

import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from typing import Any

import gymnasium
import pettingzoo
import pytest

import resonance_env
from resonance_env import registration
from resonance_env.adapters.pettingzoo_aec import OrderEnforcing
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.core.errors import OptionError
from tests.adapters.trace import play_out, play_out_aec
from tests.places import ROOT

NAME = "resonance_env/Resonance-v0"
NAMES = [
    (NAME, "resonance_env.resonance_v0"),
    ("resonance_env/SummonDemons-v0", "resonance_env.summon_demons_v0"),
    ("resonance_env/Syncro-v0", "resonance_env.syncro_v0"),
]

has_registry = pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="PettingZoo has a registry from 1.27 on")


def run(code: str) -> list[str]:
    """Returns the words that a new process prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert not done.returncode, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(("name", "module"), NAMES)
@pytest.mark.parametrize("imports", ["resonance_env, gymnasium", "gymnasium, resonance_env"])
def test_gymnasium_in_any_order_without_compiled_code(imports: str, name: str, module: str) -> None:
    code = (
        f"import {imports}, sys; assert 'numba' not in sys.modules and 'resonance_env.core' in sys.modules\n"
        f"spec = gymnasium.spec('{name}'); assert 'numba' not in sys.modules\n"
        "print(spec.entry_point, spec.vector_entry_point)"
    )
    assert run(code) == [f"{module}:gym_env", f"{module}:gym_vector_env"]


@has_registry
@pytest.mark.parametrize(("name", "module"), NAMES)
@pytest.mark.parametrize("imports", ["resonance_env, pettingzoo", "pettingzoo, resonance_env"])
def test_pettingzoo_in_any_order_without_compiled_code(imports: str, name: str, module: str) -> None:
    code = (
        f"import {imports}, sys; assert 'numba' not in sys.modules\n"
        f"print(pettingzoo.spec('parallel', '{name}').entry_point, pettingzoo.spec('aec', '{name}').entry_point)\n"
        f"assert 'numba' not in sys.modules and '{module}' not in sys.modules"
    )
    assert run(code) == [f"{module}:parallel_env", f"{module}:env"]


def test_importing_the_package_imports_no_library() -> None:
    assert run("import resonance_env, sys; print(*{'gymnasium', 'pettingzoo', 'numpy', 'numba'} & set(sys.modules))") == []


@has_registry
def test_pettingzoo_makes_both_kinds() -> None:
    parallel = pettingzoo.make("parallel", NAME, players=3, reward="win")
    aec = pettingzoo.make("aec", NAME, players=3, reward="win")
    assert isinstance(parallel, PettingZooParallel)
    assert isinstance(aec, OrderEnforcing)
    aec.reset(seed=1)
    assert play_out(parallel, *parallel.reset(seed=1))[1] == play_out_aec(aec)[1]
    assert pettingzoo.make("parallel", NAME, max_cycles=3).max_cycles == 3
    with pytest.raises(OptionError, match="did you mean 'players'"):
        pettingzoo.make("aec", NAME, player=3)


@has_registry
def test_registering_twice_neither_warns_nor_changes_anything() -> None:
    before = pettingzoo.parallel_registry[NAME], pettingzoo.aec_registry[NAME]
    registration.register_with_pettingzoo()
    assert (pettingzoo.parallel_registry[NAME], pettingzoo.aec_registry[NAME]) == before


def test_a_pettingzoo_without_a_registry_is_left_alone() -> None:
    old = (
        "import sys, types; old = types.ModuleType('pettingzoo'); old.AECEnv = object\n"
        "class Finder:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        import importlib.util\n"
        "        return importlib.util.spec_from_loader(name, self) if name == 'pettingzoo' else None\n"
        "    def create_module(self, spec): return old\n"
        "    def exec_module(self, module): pass\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    for imports in ("resonance_env, pettingzoo", "pettingzoo, resonance_env"):
        assert run(f"{old}import {imports}\nprint(pettingzoo is old, hasattr(pettingzoo, 'register'))") == ["True", "False"]


def test_the_entry_point_of_gymnasium_registers_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    point = EntryPoint("resonance_env", project["entry-points"]["gymnasium.envs"]["resonance_env"], "gymnasium.envs")
    before = gymnasium.registry.pop(NAME)
    point.load()()
    assert gymnasium.registry[NAME] == before
    point.load()()  # a second time neither warns nor fails


def test_gymnasium_makes_it_with_wrappers() -> None:
    assert resonance_env.__version__
    env: Any = gymnasium.make(NAME, players=4, opponents="greedy", seat=3, max_episode_steps=3)
    observation, info = env.reset(seed=1)
    assert info == {"seat": 3, "illegal_actions": 0}
    truncated = False
    for _ in range(3):
        action = env.action_space.sample(observation["action_mask"])
        observation, _, _, truncated, _ = env.step(action)
    assert truncated
    assert env.unwrapped.position()
    assert env.unwrapped.action_masks().any()
