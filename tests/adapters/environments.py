"""The environments of other libraries that need no optional package besides Gymnasium and PettingZoo."""

from resonance_env.adapters.gymnasium_env import GymnasiumEnv
from resonance_env.adapters.gymnasium_vector import GymnasiumVectorEnv
from resonance_env.adapters.pettingzoo_aec import PettingZooAEC
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel

__all__ = ["GymnasiumEnv", "GymnasiumVectorEnv", "PettingZooAEC", "PettingZooParallel"]
