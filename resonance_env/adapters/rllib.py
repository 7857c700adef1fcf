"""Any game for RLlib: `ParallelPettingZooEnv` with the names that RLlib's action-masking module expects."""

from typing import Any

from gymnasium import spaces

from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.core.errors import OptionError

try:
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"this needs {error.name}: install it with `pip install 'resonance-env[rllib]'`", name=error.name
    ) from error

NAMES = {"observation": "observations", "action_mask": "action_mask"}  # ours, and what RLlib calls it


class RLlibEnv(ParallelPettingZooEnv):
    """A game as RLlib's `MultiAgentEnv`: observations are dicts of `observations` and `action_mask`, both float32.

    Attributes:
        par_env: the game.
        observation_spaces, action_spaces: of each agent.
    """

    def __init__(self, env: PettingZooParallel) -> None:
        """Takes a game with `mask="obs"` and `dtype="float32"`.

        Raises:
            OptionError: the observations are something else.
        """
        if not isinstance(env, PettingZooParallel):
            raise OptionError(f"expected a parallel_env, got {type(env).__name__}")
        space = env.observation_space(env.possible_agents[0])
        if not isinstance(space, spaces.Dict) or space["observation"].dtype != "float32":
            raise OptionError(f'expected a parallel_env with mask="obs" and dtype="float32", got one that observes {space}')
        super().__init__(env)
        self.agents = self.possible_agents = list(env.possible_agents)
        mask = spaces.Box(0.0, 1.0, space["action_mask"].shape)  # RLlib takes its logarithm
        renamed: spaces.Space[Any] = spaces.Dict({"observations": space["observation"], "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.agents, renamed)
        self.action_spaces = {agent: env.action_space(agent) for agent in self.agents}
        self.observation_space = spaces.Dict(self.observation_spaces)
        self.action_space = spaces.Dict(self.action_spaces)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts a game as `PettingZooParallel.reset` does."""
        observations, infos = super().reset(seed=seed, options=options)
        return _renamed(observations), infos

    def step(self, action_dict: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Plays one action of each agent as `PettingZooParallel.step` does."""
        observations, *rest = super().step(action_dict)
        return _renamed(observations), *rest


def _renamed(observations: dict[str, Any]) -> dict[str, Any]:
    return {
        agent: {NAMES[name]: vector.astype("float32", copy=False) for name, vector in seen.items()}
        for agent, seen in observations.items()
    }
