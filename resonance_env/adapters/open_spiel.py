"""Any game as a Python game of OpenSpiel, registered by `register` and loaded by `load` or `pyspiel.load_game`.

Several seats that are asked at once are a simultaneous node; one seat alone is a node of its own. Chance comes in two forms.
With `explicit_chance=True`, for games that have this option, every chance event is a chance node. Without it, the first node
deals: its outcome is the seed of the game, from which all chance follows; `deals` seeds are equally likely. (OpenSpiel's own
mode for games that sample their chance inside cannot be used, since its Python games could not be serialised.)

A seat sees the vector of `observation`, scaled to [0, 1]; its information state is the key of `core.information`. OpenSpiel
has no truncation: a game that is ended after `max_cycles` steps is terminal there, with the payoff that it has reached.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from resonance_env.core.errors import IllegalActionError, OptionError, UsageError
from resonance_env.core.layout import OBSERVATION_KINDS, ObservationKind
from resonance_env.core.options import Option
from resonance_env.core.spec import EXPLICIT_CHANCE, GameSpec, Variant
from resonance_env.play import checks
from resonance_env.play.bounds import check_max_cycles

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "this needs OpenSpiel: install it with `pip install 'resonance-env[open-spiel]'`", name=error.name
    ) from error

DEFAULT_DEALS = 10_000
MAX_LENGTH = 5_000  # OpenSpiel wants bounds of decisions and of chance events; games without `max_cycles` end long before
MAX_ROUNDING = 1e-5  # what float32 payoffs may differ from a sum of 0, relative to the largest of them

UNSET = -1  # None, for a parameter that is None or a number from 0 on; OpenSpiel's parameters have one type each
UNSET_WORD = ""  # the same for a parameter that is None or a word


def register(spec: GameSpec) -> str:
    """Makes a game known to OpenSpiel, once, and returns its name there, such as "python_<name>".

    Its parameters are `players`, `observation`, `deals`, `max_cycles` (-1 for no bound), and the options of the game.
    """
    game_type = _game_type(spec)
    if game_type.short_name not in pyspiel.registered_names():
        # A class, as a function would be freed when Python has ended already, which crashes it.
        pyspiel.register_game(game_type, type(f"{spec.name.capitalize()}Game", (SpielGame,), {"spec": spec}))
    return str(game_type.short_name)


def load(
    variant: Variant, *, observation: ObservationKind = "table", deals: int = DEFAULT_DEALS, max_cycles: int | None = None
) -> SpielGame:
    """Registers the game of a variant and loads it.

    Args:
        variant: the game with players and options fixed; with `explicit_chance=True` every chance event is a node.
        observation: "table" (default) or "recall": which vector `observation_tensor` is.
        deals: without explicit chance, how many games chance chooses from: seeds 0 .. deals - 1.
        max_cycles: the steps after which a game is terminal, with the payoff so far; None takes the bound of the game.

    Raises:
        OptionError: a value is unknown, or `variant` is something else.
    """
    checks.check_variant(variant)
    parameters = {
        "players": variant.players,
        "observation": observation,
        "deals": checks.at_least_one("deals", deals),
        "max_cycles": _set(check_max_cycles(variant, max_cycles)),
        **{option.name: _parameter(option, variant.options[option.name]) for option in variant.spec.options},
    }
    game: SpielGame = pyspiel.load_game(register(variant.spec), parameters)
    return game


def _set(value: int | None) -> int:
    return UNSET if value is None else value


def _parameter(option: Option, value: Any) -> Any:
    """Returns the parameter that means a value of an option."""
    return _unset(option) if value is None else value


def _unset(option: Option) -> int | str:
    """Returns the parameter that means None for an option."""
    return UNSET_WORD if any(isinstance(choice, str) for choice in option.choices) else UNSET


def _parameters(spec: GameSpec) -> dict[str, Any]:
    """Returns the parameters with their defaults."""
    own = {"players": spec.default_players, "observation": OBSERVATION_KINDS[0], "deals": DEFAULT_DEALS}
    options = {option.name: _parameter(option, option.default) for option in spec.options}
    return {**own, "max_cycles": _set(spec.max_cycles), **options}


def _game_type(spec: GameSpec) -> Any:
    kinds, is_simultaneous = pyspiel.GameType, spec.simultaneous
    return pyspiel.GameType(
        short_name=f"python_{spec.name}",
        long_name=spec.title,
        dynamics=kinds.Dynamics.SIMULTANEOUS if is_simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility={"zero_sum": kinds.Utility.ZERO_SUM, "identical": kinds.Utility.IDENTICAL}[spec.utility],
        reward_model={"terminal": kinds.RewardModel.TERMINAL, "rewards": kinds.RewardModel.REWARDS}[spec.reward_model],
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
    if option.integers is not None:
        return None if value == UNSET else value
    values = {_unset(option) if choice is None else choice: choice for choice in option.choices}
    if value not in values:
        raise OptionError(f"expected {option.name} to be one of {', '.join(map(repr, values))}; got {value!r}")
    return values[value]


def balanced(payoff: np.ndarray) -> list[float]:
    """Returns the float32 payoffs of a zero-sum game with a sum that is 0 to the precision of doubles, as OpenSpiel wants.

    Only what float32 has rounded is changed, in the losses.

    Raises:
        UsageError: the payoffs do not add up to 0.
    """
    exact = payoff.astype(np.float64)
    if abs(exact.sum()) > MAX_ROUNDING * np.abs(exact).max(initial=0.0):
        raise UsageError(f"expected payoffs of a zero-sum game, which add up to 0; got {exact.tolist()}")
    is_loss = exact < 0.0
    if is_loss.any():
        exact[is_loss] *= exact[~is_loss].sum() / -exact[is_loss].sum()
    shares: list[float] = exact.tolist()
    return shares


class SpielGame(pyspiel.Game):
    """A game with its parameters fixed; base of a class for each game.

    Attributes:
        spec: the game, set in the class.
        variant: the game with players and options fixed.
        deals: how many seeds the first node chooses from; 0 with explicit chance.
        max_cycles: steps after which a game is terminal, or None.
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
        self.max_cycles = None if given["max_cycles"] == UNSET else checks.at_least_one("max_cycles", given["max_cycles"])
        self.outcomes = [(deal, 1.0 / self.deals) for deal in range(self.deals)]
        self._kind: ObservationKind = given["observation"]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.variant.num_actions,
            max_chance_outcomes=self.deals or self.variant.max_chance_outcomes,
            num_players=self.variant.num_seats,
            min_utility=self._most_paid()[0],
            max_utility=self._most_paid()[1],
            utility_sum=None if self.variant.is_cooperative else 0.0,
            max_game_length=self.max_cycles or MAX_LENGTH,
        )
        super().__init__(_game_type(spec), info, given)

    def _most_paid(self) -> tuple[float, float]:
        """Returns the range of payoffs; that of an endless game grows with the number of steps.

        Raises:
            OptionError: an endless game has no bound.
        """
        low, high = self.variant.payoff_range
        usual = self.spec.max_cycles
        if usual is None:
            return low, high
        if self.max_cycles is None:
            raise OptionError(
                f"expected max_cycles to be an integer of at least 1, since {self.spec.name!r} is endless; got -1"
            )
        scale = max(1.0, self.max_cycles / usual)
        return low * scale, high * scale

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
        self._num_steps = 0
        self._paid_before = [0.0] * game.variant.num_seats  # [seat] returns at the last node of a player
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
        """Returns the payoff of each seat so far."""
        variant = self.get_game().variant
        if not self.is_dealt:
            return [0.0] * int(variant.num_seats)
        payoff = variant.payoff(self.games)[0]
        if variant.is_cooperative:
            same: list[float] = payoff.astype(np.float64).tolist()
            return same
        return balanced(payoff)

    def rewards(self) -> list[float]:
        """Returns what has been paid since the last node of a player: the rewards of the last step."""
        return [now - before for now, before in zip(self.returns(), self._paid_before, strict=True)]

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
        self._paid_before = self.returns()
        variant.step(self.games, joint)
        self._num_steps += 1

    def _arrive(self) -> None:
        """Notes who is to act now and what every seat sees."""
        game = self.get_game()
        variant = game.variant
        self._legal = None
        if bool(variant.done(self.games)[0]) or self._num_steps == game.max_cycles:
            self._player = int(pyspiel.PlayerId.TERMINAL)
            return
        asked = variant.acting(self.games)
        seats = np.flatnonzero(asked[0])
        if len(seats) == 0:
            self._player = int(pyspiel.PlayerId.CHANCE)
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
            raise OptionError("expected an observer of what one player sees, public and private; got another kind")
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
