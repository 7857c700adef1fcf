"""Any game as a Python game of OpenSpiel, registered by `register` and loaded by `load` or `pyspiel.load_game`.

Several seats that are asked at once are a simultaneous node, one seat alone is a node of its own. Chance comes in two forms.
With `explicit_chance=True`, for games that have this option, every chance event is a chance node. Without, the first node
deals: its outcome is the seed of the game, from which all chance follows; `deals` seeds are equally likely. (OpenSpiel's own
mode for games that sample their chance inside cannot be used, as its Python games could not be serialised.)

A seat sees the vector of `observation`, scaled to [0, 1]; its information state is the key of `core.information`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from resonance_env.core.errors import IllegalActionError, OptionError
from resonance_env.core.options import Option
from resonance_env.core.spec import EXPLICIT_CHANCE, OBSERVATION_KINDS, GameSpec, ObservationKind
from resonance_env.play import checks

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "this needs OpenSpiel: install it with `pip install 'resonance-env[open_spiel]'`", name=error.name
    ) from error

DEFAULT_DEALS = 10_000
MAX_LENGTH = 5_000  # OpenSpiel wants bounds of decisions and of chance events; games end long before

UNSET = -1  # an option of the game that is None or a number from 0 on; OpenSpiel's parameters have one type each


def register(spec: GameSpec) -> str:
    """Makes a game known to OpenSpiel, once, and returns its name there, such as "python_<name>".

    Its parameters are `players`, `observation`, `deals`, and the options of the game.
    """
    game_type = _game_type(spec)
    if game_type.short_name not in pyspiel.registered_names():
        # A class, as a function would be freed when Python has ended already, which crashes it.
        pyspiel.register_game(game_type, type(f"{spec.name.capitalize()}Game", (SpielGame,), {"spec": spec}))
    return str(game_type.short_name)


def load(spec: GameSpec, **parameters: Any) -> SpielGame:
    """Registers a game and loads it.

    Args:
        spec: the game.
        **parameters: by keyword:

            - players: number of persons.
            - observation: "table" (default) or "recall": which vector `observation_tensor` is.
            - deals: without explicit chance, how many games chance chooses from: seeds 0 .. deals - 1.
            - the options of the game; `explicit_chance=True` makes every chance event a node.

    Raises:
        OptionError: unknown option or value.
        CardSetError: the card set cannot be read.
    """
    checks.check_names(parameters, list(_parameters(spec)))
    game: SpielGame = pyspiel.load_game(register(spec), parameters)
    return game


def _parameters(spec: GameSpec) -> dict[str, Any]:
    """Returns the parameters with their defaults."""
    options = {option.name: UNSET if option.default is None else option.default for option in spec.options}
    return {"players": spec.default_players, "observation": OBSERVATION_KINDS[0], "deals": DEFAULT_DEALS, **options}


def _game_type(spec: GameSpec) -> Any:
    return pyspiel.GameType(
        short_name=f"python_{spec.name}",
        long_name=spec.title,
        dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(spec.players),
        min_num_players=min(spec.players),
        provides_information_state_string=True,
        # A vector that holds all that was seen and done would have no end.
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_parameters(spec),
    )


def _option_value(option: Option, value: Any) -> Any:
    """Returns the value of an option of the game from that of a parameter.

    Raises:
        OptionError: it is no choice of an option whose default is None.
    """
    if option.default is not None:
        return value
    values = {UNSET if choice is None else choice: choice for choice in option.choices}
    if value not in values:
        raise OptionError(f"expected {option.name} to be one of {', '.join(map(repr, values))}; got {value!r}")
    return values[value]


def _balanced(payoff: np.ndarray) -> list[float]:
    """Returns float32 payoffs with a sum that is 0 to the precision of doubles, as OpenSpiel wants: losses pay for gains."""
    exact = payoff.astype(np.float64)
    is_loss = exact < 0.0
    if is_loss.any():
        exact[is_loss] *= exact[~is_loss].sum() / -exact[is_loss].sum()
    balanced: list[float] = exact.tolist()
    return balanced


class SpielGame(pyspiel.Game):
    """A game with its parameters fixed; base of a class for each game.

    Attributes:
        spec: the game, set in the class.
        variant: the game with players and options fixed.
        deals: how many seeds the first node chooses from; 0 with explicit chance.
        start: the record from which games go on, as an array of one; blank where the deal comes first. Read only.
    """

    spec: GameSpec

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        """Fixes the variant.

        Raises:
            OptionError: unknown value.
            CardSetError: the card set cannot be read.
        """
        spec = self.spec
        given = {**_parameters(spec), **parameters}
        checks.check_choice("observation", given["observation"], OBSERVATION_KINDS)
        options = {option.name: _option_value(option, given[option.name]) for option in spec.options}
        self.variant = spec.variant(given["players"], **options)
        self.start = self.variant.new_games(1)
        if self.variant.options.get(EXPLICIT_CHANCE, False):
            self.deals = 0
            self.variant.reset(self.start, np.zeros(1, np.uint64))
        else:
            self.deals = checks.at_least_one("deals", given["deals"])
        self.outcomes = [(deal, 1.0 / self.deals) for deal in range(self.deals)]
        self._kind: ObservationKind = given["observation"]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.variant.num_actions,
            max_chance_outcomes=self.deals or self.variant.max_chance_outcomes,
            num_players=self.variant.num_seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(_game_type(spec), info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1 if self.deals else MAX_LENGTH

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> SpielObserver:
        """Returns an observer, whose `tensor` is float32 `[size]`.

        Args:
            iig_obs_type: with `perfect_recall` the text is the information state, and the vector that of "recall"; without it
                the text is what the seat sees in words, and the vector that of the game's `observation`.
            params: `{"observation": "table"}` or "recall" takes another vector.

        Raises:
            OptionError: it is to show something else than what one seat sees.
        """
        return SpielObserver(self, self._kind, iig_obs_type, params or {})


class SpielState(pyspiel.State):
    """A position and what every seat has seen on the way. OpenSpiel copies and pickles the attributes.

    Attributes:
        games: record, as an array of one.
        is_dealt: the game has begun; False at the first node of a game without explicit chance.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.games = game.start.copy()
        self.is_dealt = game.deals == 0
        self._known = game.variant.information_states(self.games)
        self._player = int(pyspiel.PlayerId.CHANCE)
        self._legal: np.ndarray | None = None  # int8 [seat, action], once asked for
        if self.is_dealt:
            self._arrive()

    # What OpenSpiel calls.

    def current_player(self) -> int:
        return self._player

    def _legal_actions(self, player: int) -> list[int]:
        """Returns codes in ascending order; none for a seat that is not asked in a simultaneous node, which OpenSpiel skips."""
        if not self.get_game().variant.acting(self.games)[0, player]:
            return []
        legal: list[int] = np.flatnonzero(self._masks()[player]).tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        game = self.get_game()
        if not self.is_dealt:
            outcomes: list[tuple[int, float]] = game.outcomes
            return outcomes
        return sorted(game.variant.chance_outcomes(self.games).items())

    def _apply_action(self, action: int) -> None:
        """Plays the outcome of a chance node, or the action of the one seat that is asked.

        Raises:
            IllegalActionError: the outcome cannot come, or the action is not legal.
        """
        game = self.get_game()
        if not self.is_dealt:
            if not 0 <= action < game.deals:
                raise IllegalActionError(f"expected a deal in 0 .. {game.deals - 1}, got {action}")
            game.variant.reset(self.games, np.array([action], np.uint64))
            self.is_dealt = True
        elif self._player == pyspiel.PlayerId.CHANCE:
            game.variant.apply_chance(self.games, action)
        else:
            self._step({self._player: action})
        self._arrive()

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """Plays a joint action; what seats that are not asked are given does not matter.

        Raises:
            IllegalActionError: an action of a seat that is asked is not legal.
        """
        asked = np.flatnonzero(self.get_game().variant.acting(self.games)[0])
        self._step({seat: actions[seat] for seat in asked.tolist()})
        self._arrive()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return str(self.get_game().variant.actions.name(action))

    def is_terminal(self) -> bool:
        return bool(self._player == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Returns the payoff of each seat, 0 while the game runs."""
        game = self.get_game()
        if not self.is_terminal():
            return [0.0] * game.variant.num_seats
        return _balanced(game.variant.payoff(self.games)[0])

    def __str__(self) -> str:
        return str(self.get_game().variant.position(self.games)) if self.is_dealt else "before the deal"

    # For observers.

    def information_key(self, player: int) -> str:
        """Returns the information state of a seat as 32 hexadecimal digits; see `core.information`."""
        return self._known.name(0, player)

    def _masks(self) -> np.ndarray:
        if self._legal is None:
            self._legal = self.get_game().variant.legal(self.games)[0]
        return self._legal

    def _step(self, actions: Mapping[int, int]) -> None:
        """Plays the actions of the seats that are asked."""
        variant, masks = self.get_game().variant, self._masks()
        joint = np.zeros((1, variant.num_seats), np.int16)
        for seat, action in actions.items():
            code = checks.check_action(variant.seat_names[seat], action, variant.num_actions)
            if not masks[seat, code]:
                variant.verify(self.games, 0, seat, code)
                raise IllegalActionError(f"{variant.seat_names[seat]}: {variant.actions.name(code)!r} is not legal now")
            joint[0, seat] = code
        self._known.act(variant.acting(self.games), joint)
        variant.step(self.games, joint)

    def _arrive(self) -> None:
        """Notes who is to act now and what everybody sees."""
        variant = self.get_game().variant
        self._legal = None
        asked = variant.acting(self.games)
        seats = np.flatnonzero(asked[0])
        if len(seats) == 0:
            is_over = bool(variant.done(self.games)[0])
            self._player = int(pyspiel.PlayerId.TERMINAL if is_over else pyspiel.PlayerId.CHANCE)
            return
        self._player = int(seats[0]) if len(seats) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)
        self._known.see(asked, variant.observe(self.games, "recall"))


class SpielObserver:
    """What one seat sees, as vector and text.

    Attributes:
        tensor: float32 `[size]` in [0, 1]; `variant.layout(kind).view(tensor, name)` are its pieces.
        dict: the same under the name "observation".
    """

    def __init__(self, game: SpielGame, kind: ObservationKind, iig_obs_type: Any, params: Mapping[str, Any]) -> None:
        """Makes an empty vector; see `SpielGame.make_py_observer`."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise OptionError("expected an observer of what one player sees, public and her own; got another kind")
        checks.check_names(params, ["observation"])
        self._kind: ObservationKind = params.get("observation", "recall" if wanted.perfect_recall else kind)
        checks.check_choice("observation", self._kind, OBSERVATION_KINDS)
        self._is_information_state = bool(wanted.perfect_recall)
        self._variant = game.variant
        self._scale = game.variant.layout(self._kind).scale
        self.tensor = np.zeros(len(self._scale), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes what a seat sees into `tensor`: all zero before the deal."""
        if state.is_dealt:
            np.multiply(self._variant.observe(state.games, self._kind)[0, player], self._scale, out=self.tensor)
        else:
            self.tensor[:] = 0.0

    def string_from(self, state: SpielState, player: int) -> str:
        """Returns the information state of a seat, or what it sees in words."""
        if self._is_information_state:
            return state.information_key(player)
        return self._variant.render(state.games, 0, player) if state.is_dealt else ""
