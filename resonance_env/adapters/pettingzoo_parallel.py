"""PettingZoo's ParallelEnv of any game: all seats act in every step, and a seat that is not asked waits."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from pettingzoo import ParallelEnv

from resonance_env.play import checks
from resonance_env.play.shown_game import Observation
from resonance_env.play.single_game import SingleGame

AEC_NAMES = ("agent_iter", "agent_selection", "last", "observe")


class PettingZooParallel(SingleGame, ParallelEnv[str, Observation, int]):
    """A game as a `ParallelEnv`; see `SingleGame` for options and attributes.

    One step is one decision point: the seats that are asked choose, the game runs to the next decision or to the end; with
    opponents, to the next decision of a seat that they don't play. A seat that is not asked has exactly one legal action, to
    wait. An action is a code or, as people type it, a name such as those of `variant.actions`. Infos hold `asked` (1 if the
    seat has a decision now), `illegal_actions` (how many of its actions were replaced in this game) and, with `mask="info"`,
    `action_mask`.

    `position()` is the position as text, hidden information included, and `reset(options={"position": text})` starts there;
    `game_seed` is the seed of the current game, and `state()` the full position for a central critic. Frameworks may wrap the
    environment: these are attributes of `env.unwrapped`.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Starts a game and returns observations and infos.

        Args:
            seed: the seed of the game, and of those that follow unseeded resets. None continues from the last seed given, or
                from fresh entropy if there was none.
            options: `{"position": text}` starts from a position; other keys are ignored with a warning.

        Raises:
            OptionError: the seed is no integer in 0 .. 2**64 - 1.
            PositionError: the position cannot be read, or the game is over in it.
        """
        self._begin(seed, options)
        if self.render_mode == "human":
            self.render()
        return self._outlook()

    if not TYPE_CHECKING:  # to type checkers every attribute would exist

        def __getattr__(self, name: str) -> NoReturn:
            """Says what to use to those who take this for an `AECEnv`."""
            if name in AEC_NAMES:
                raise AttributeError(f"{name!r} belongs to the environment with turns: use `env(...)`, not `parallel_env(...)`")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Plays one action of each agent and returns observations, rewards, terminations, truncations and infos.

        An error leaves the game as it was.

        Raises:
            UsageError: no game is running, or `actions` is not one action for each agent.
            IllegalActionError: an action is neither a code nor a name, or illegal and `illegal="raise"`.
        """
        if not self.agents:
            self._check_running()
        with self._undone_on_error():
            self._choose(self._codes(actions))
            rewards, terminated, truncated = self._advance()
        observations, infos = self._outlook()
        if not (terminated or truncated):
            return observations, rewards, self._not_ended.copy(), self._not_ended.copy(), infos
        self.agents = []
        names = self.possible_agents
        return observations, rewards, dict.fromkeys(names, terminated), dict.fromkeys(names, truncated), infos

    def _codes(self, actions: Mapping[str, Any]) -> list[int]:
        """Returns a legal action per agent. Everything is checked before anything is counted."""
        names, num_actions = self.possible_agents, self._num_actions
        try:
            given = [actions[name] for name in names]
        except (KeyError, TypeError, IndexError):
            given = []
        if not given or len(actions) != len(names):
            checks.check_joint_action(actions, names)
        legal = self._legal.tobytes()  # is read faster than an array
        for start, action in zip(self._mask_starts, given):  # noqa: B905, for speed
            if type(action) is not int or not 0 <= action < num_actions or not legal[start + action]:
                codes = [self._action_check.code(*pair) for pair in zip(self._seats, given, strict=True)]
                return self._check_legal(self._seats, codes)
        return given

    def _outlook(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Returns fresh observations and infos. The rows of one array are disjoint, so no two of them share memory."""
        infos, names, vectors = self._make_infos(), self.possible_agents, self._vectors()
        if not self._mask_in_observation:
            return dict(zip(names, vectors)), infos  # noqa: B905, for speed: one for each
        observations: dict[str, Observation] = {
            agent: {"observation": vector, "action_mask": mask}
            for agent, vector, mask in zip(names, vectors, self._masks())  # noqa: B905
        }
        return observations, infos
