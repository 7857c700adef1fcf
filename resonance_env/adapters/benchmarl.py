"""Any game as a task of BenchMARL: agents share a group, masks are used, experiments run with all of its algorithms."""

import warnings
from collections.abc import Callable
from typing import Any

from resonance_env.adapters.factory import make
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.core.errors import OptionError
from resonance_env.games import load_game

try:
    from benchmarl.environments.pettingzoo.common import PettingZooClass
    from torchrl.envs import EnvBase, PettingZooWrapper
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"this needs {error.name}: install it with `pip install 'resonance-env[benchmarl]'`", name=error.name
    ) from error

FIXED: dict[str, Any] = {"mask": "info", "dtype": "float32"}  # options that make what BenchMARL reads
MAX_STEPS = 1000  # of an episode of BenchMARL's own evaluation, where the game has no bound; such games are shorter


class GameTask(PettingZooClass):
    """A game as BenchMARL's `TaskClass`; the name is that of the game, the config holds the options of `PettingZooParallel`.

    Only discrete actions; the state for a central critic is there with `return_state=True` in the config.
    """

    def get_env_fun(self, num_envs: int, continuous_actions: bool, seed: int | None, device: Any) -> Callable[[], EnvBase]:
        """Returns a function that makes the game.

        Raises:
            OptionError: the config sets what BenchMARL needs as it is.
        """
        options = dict(self.config)
        for name in FIXED:
            if name in options:
                raise OptionError(f"expected a config without {name!r}, which is always {FIXED[name]!r} for BenchMARL")
        return_state = options.pop("return_state", False)
        spec = load_game(self.name)

        def make_env() -> EnvBase:
            env = make(PettingZooParallel, spec, **FIXED, **options)
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", "PettingZoo in TorchRL is tested using version")
                return PettingZooWrapper(env, return_state=return_state, seed=seed, device=device)

        return make_env

    def supports_continuous_actions(self) -> bool:
        return False

    def supports_discrete_actions(self) -> bool:
        return True

    def has_state(self) -> bool:
        return bool(self.config.get("return_state", False))

    def has_render(self, env: EnvBase) -> bool:
        return False

    def max_steps(self, env: EnvBase) -> int:
        """Returns the steps after which an episode is truncated; without a bound, more than an episode has."""
        return self.config.get("max_cycles") or load_game(self.name).max_cycles or MAX_STEPS

    @staticmethod
    def env_name() -> str:
        return "resonance_env"
