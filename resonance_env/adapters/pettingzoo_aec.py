"""PettingZoo's AECEnv of any game: one seat acts at a time, and only seats that have a decision are asked."""

from typing import Any, Unpack

from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from resonance_env.core.spec import Variant
from resonance_env.play.shown_game import Observation
from resonance_env.play.single_game import SingleGame, SingleGameOptions


class PettingZooAEC(SingleGame, AECEnv[str, Observation, int]):
    """A game as an `AECEnv`; see `SingleGame` for options and attributes.

    Seats that decide at the same time are asked in seat order; their choices are kept back and played together when the
    last of them has chosen, so nobody sees a simultaneous choice early. A seat that has no decision is not asked at all, nor
    is one that an opponent plays. An action is a code or, as people type it, a name. Infos are those of the parallel
    environment.

    Attributes:
        agent_selection: the agent that is asked.
        rewards, terminations, truncations, infos: per agent, of the last step.
    """

    agent_selection: str
    infos: dict[str, dict[str, Any]]

    def __init__(self, variant: Variant, **options: Unpack[SingleGameOptions]) -> None:
        """Takes the options of `SingleGame`; `max_cycles` counts the steps of `PettingZooParallel`.

        Args:
            variant: the game with players and options fixed.
            **options: those of `SingleGame`.
        """
        super().__init__(variant, **options)
        # PettingZoo's aec_to_parallel needs every agent to act in every cycle; PettingZooParallel is the parallel form.
        self.metadata["is_parallelizable"] = False
        self._queue: list[int] = []  # learners' seats that still have to choose in this decision, the selected one first

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game; arguments and errors are those of `PettingZooParallel.reset`."""
        self._begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)  # what has come already is paid with the first step
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Takes the action of `agent_selection` and selects the next agent; None for an agent whose game is over.

        An error leaves the game as it was.

        Raises:
            UsageError: no game is running.
            IllegalActionError: the action is neither a code nor a name, or illegal and `illegal="raise"`.
            ValueError: an agent whose game is over is given an action.
        """
        self._check_running()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        kept = self._queue.copy(), self._cumulative_rewards.copy(), self.infos
        try:
            with self._undone_on_error():
                self._take(agent, action)
        except BaseException:
            self._queue, self._cumulative_rewards, self.infos = kept
            raise

    def _take(self, agent: str, action: Any) -> None:
        """Keeps an action back until all seats that are asked at once have chosen, and then plays them."""
        seat = self._queue[0]
        code = self._action_check.code(seat, action)
        if not self._legal.item(0, seat, code):
            (code,) = self._check_legal([seat], [code])
            self.infos = {**self.infos, agent: {**self.infos[agent], "illegal_actions": self._num_illegal[seat]}}
        self._joint[0, seat] = code
        self._cumulative_rewards[agent] = 0.0
        del self._queue[0]
        if self._queue:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.agent_selection = self.variant.seat_names[self._queue[0]]
        else:
            self._play_choices()

    def observe(self, agent: str) -> Observation:
        """Returns what a seat sees: the same until all seats that are asked at once have chosen."""
        self._check_begun("observe()")
        seat = self._seat_of[self._known(agent)]
        row = self._observation[0, seat]
        vector = row.copy() if self._scale is None else row * self._scale
        return {"observation": vector, "action_mask": self._legal[0, seat].copy()} if self._mask_in_observation else vector

    def _play_choices(self) -> None:
        """Plays the choices that were kept back; all seats end together."""
        self.rewards, terminated, truncated = self._advance()
        self._accumulate_rewards()
        self._ask()
        if terminated or truncated:
            self.terminations = dict.fromkeys(self.agents, terminated)
            self.truncations = dict.fromkeys(self.agents, truncated)
            self.agent_selection = self.agents[0]

    def _ask(self) -> None:
        """Selects the first seat that is asked; nobody is once the game is over."""
        asked = self._asked.tobytes()  # bytes are read faster than arrays
        self._queue = [seat for seat in self._seats if asked[seat]]
        if self._queue:
            self.agent_selection = self.variant.seat_names[self._queue[0]]
        self.infos = self._make_infos()


class OrderEnforcing(OrderEnforcingWrapper[str, Observation, int]):
    """PettingZoo's wrapper, but a step before the first reset or after the end of the game is an error of ours."""

    @property
    def agents(self) -> list[str]:
        """The agents in play; a property, since PettingZoo's wrapper takes four times as long to find it."""
        if not self._has_reset:
            raise AttributeError  # which becomes PettingZoo's own
        agents: list[str] = self.env.agents
        return agents

    @property
    def agent_selection(self) -> str:
        """The agent that is asked."""
        agent: str = self.env.agent_selection
        return agent

    def step(self, action: Any) -> None:
        """Passes the action on; see `PettingZooAEC.step`."""
        self._has_updated = True
        self.env.step(action)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Returns what the agent that is asked gets; see PettingZoo's `AECEnv.last`."""
        env: Any = self.env if self._has_reset else super()
        seen: tuple[Observation | None, float, bool, bool, dict[str, Any]] = env.last(observe)
        return seen

    def __str__(self) -> str:
        return str(self.env)
