"""How a game describes itself, so that adapters, agents, training and evaluation never need its name.

A `GameSpec` is a game; a `Variant` is that game with its number of players and its options fixed, and plays arrays of games.
All arrays are owned by the caller; `out` arrays are filled in place and returned. What only some games can do is a
`Capability`: the methods of that name raise by default, and a game has the capability if it overrides them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from resonance_env.core.actions import ActionTable
from resonance_env.core.dynamics import Dynamics
from resonance_env.core.errors import IllegalActionError, OptionError, UsageError
from resonance_env.core.information import InformationStates
from resonance_env.core.layout import Layout, ObservationKind
from resonance_env.core.options import Option
from resonance_env.core.picture import PICTURE_SIZE, text_picture
from resonance_env.core.rewards import REWARD_KINDS, UTILITIES, RewardKind, RewardModel, Utility
from resonance_env.core.symmetries import Symmetries

# What only some games can do, by the name of the method that does it.
Capability = Literal["chance_branches", "progress", "reseed", "rollout", "rounds", "sample_worlds", "score", "symmetries"]


class ChanceBranches(NamedTuple):
    """All ways in which the pending chance events of some games can come out, by game and then by outcome.

    Attributes:
        game: int64 `[branch]`: index of the game.
        outcome: int64 `[branch]`: what the game calls this outcome.
        probability: float64 `[branch]`; those of one game add up to 1.
    """

    game: np.ndarray
    outcome: np.ndarray
    probability: np.ndarray


# A game that can be enumerated has an option of this name: with True it stops at every chance event.
EXPLICIT_CHANCE = "explicit_chance"


class Variant(Dynamics):
    """A game with players and options fixed.

    Attributes:
        spec: the game.
        players: number of persons.
        num_seats: number of seats; axis `seat` of all arrays.
        seat_names: agent ids, such as `("player_0", "player_1")`.
        teams: `[seat]` team of each seat; seats of one team win together. Without teams every seat is its own.
        holders: `[seat]` person who plays the seat.
        options: values of all options of the spec, as JSON.
        fingerprint: changes with rules version, card content, action table and layout.
        rules_version: of the game's rules; raised with every change of play.
        earlier_fingerprints: of the same variant under earlier versions of the rules, to tell other rules from other cards.
        card_digest: digest of the card set's content; empty in a game without card sets.
        ending_names: how games end, indexed by what `ending` returns; the first means that the game runs.
        payoff_range: the least and the most that a seat can be paid over a game; if endless, over `spec.max_cycles` steps.
    """

    spec: GameSpec
    players: int
    num_seats: int
    seat_names: tuple[str, ...]
    teams: tuple[int, ...]
    holders: tuple[int, ...]
    options: Mapping[str, Any]
    fingerprint: str
    rules_version: int = 1
    earlier_fingerprints: tuple[str, ...] = ()
    card_digest: str = ""
    ending_names: tuple[str, ...] = ("running", "over")
    payoff_range: tuple[float, float] = (-1.0, 1.0)

    @property
    def actions(self) -> ActionTable:
        return self.spec.actions

    @property
    def num_actions(self) -> int:
        return len(self.spec.actions)

    @property
    def num_teams(self) -> int:
        """The number of sides; without teams every seat is one."""
        return max(self.teams) + 1

    @property
    def utility(self) -> Utility:
        return self.spec.utility

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats win and lose together."""
        return self.spec.utility == "identical"

    @property
    def fair_score(self) -> float:
        """The score of equal players: one over the number of teams.

        Raises:
            UsageError: the game is cooperative, and no seat has a share.
        """
        if self.is_cooperative:
            raise UsageError(f"expected a game whose sides win or lose, got {self.spec.name!r}, which is cooperative")
        return 1.0 / self.num_teams

    def has(self, capability: Capability) -> bool:
        """Returns whether the game can do this: whether it overrides the method of this name."""
        return getattr(type(self), capability) is not getattr(Variant, capability)

    def require(self, capability: Capability, what_for: str) -> None:
        """Checks that the game can do something.

        Raises:
            OptionError: it cannot; the message says what it is needed for.
        """
        if not self.has(capability):
            raise OptionError(f"expected, for {what_for}, a game with {capability}(); {self.spec.name!r} has none")

    @property
    def max_chance_outcomes(self) -> int:
        """Outcomes of chance events are integers below this; 0 for a game that cannot be enumerated."""
        return 0

    @abstractmethod
    def layout(self, observation: ObservationKind = "table") -> Layout:
        """The layout of a seat's observation."""

    def identity(self) -> dict[str, Any]:
        """Returns what reports and checkpoints record of a variant: game, number of players, options and fingerprint."""
        return {
            "game": self.spec.name,
            "players": self.players,
            "options": dict(self.options),
            "fingerprint": self.fingerprint,
        }

    @property
    @abstractmethod
    def state_layout(self) -> Layout:
        """The layout of the full position, for a central critic."""

    @abstractmethod
    def state(self, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        """Int8 `[game, state_layout.size]`: the full position."""

    def ending(self, games: np.ndarray) -> np.ndarray:
        """Int8 `[game]`: how each game ended, an index in `ending_names`; 0 while it runs."""
        return self.done(games).astype(np.int8)

    def winners(self, games: np.ndarray) -> np.ndarray:
        """Bool `[game, seat]`: seats that have won; all False in a draw and while the game runs.

        In a cooperative game nobody wins, unless the game says when all seats have.
        """
        if self.is_cooperative:
            return np.zeros((len(games), self.num_seats), dtype=np.bool_)
        return np.asarray(self.done(games)[:, None] & (self.payoff(games) > 0.0))

    def score(self, games: np.ndarray) -> np.ndarray:
        """Float64 `[game]` in [0, 1]: how well the seats of a cooperative game have done; 1 is the best possible.

        A truncated game keeps the score that it has reached.

        Raises:
            OptionError: the game is not cooperative.
        """
        raise OptionError(f"expected a cooperative game, got {self.spec.name!r}, whose sides win or lose")

    @property
    def measure(self) -> str:
        """The name under which scores of a cooperative game with these options are published; empty: they have none."""
        return ""

    def natural_score(self, games: np.ndarray) -> np.ndarray:
        """Float64 `[game]`: the score as people count it, in `spec.score_unit`."""
        return self.score(games)

    def rounds(self, games: np.ndarray) -> np.ndarray:
        """Int64 `[game]`: number of rounds begun, for statistics of length.

        Raises:
            OptionError: the game has no rounds.
        """
        raise OptionError(f"{self.spec.name} has no rounds")

    def progress(self, games: np.ndarray) -> np.ndarray:
        """Float32 `[game, seat]` in [0, 1]: how far each seat is, for potential-based reward shaping.

        Raises:
            OptionError: the game has no measure of progress.
        """
        raise OptionError(f"{self.spec.name} does not tell how far a seat is, which shaping needs")

    def symmetries(self, observation: ObservationKind = "table") -> Symmetries:
        """The relabellings that leave the game as it is, for Other-Play.

        Raises:
            OptionError: the game has none.
        """
        raise OptionError(f"{self.spec.name} has no symmetries")

    def rollout(self, games: np.ndarray, seeds: np.ndarray, *, parallel: bool = False) -> int:
        """Plays each game to its end with uniform legal actions, in one compiled call, and returns the number of decisions.

        Args:
            games: records `[game]`, changed in place; copy a position into many to play it many times.
            seeds: uint64 `[game]`: all future chance events and all choices follow from them.
            parallel: as in `reset`.

        Raises:
            OptionError: the game cannot do this.
            UsageError: a game has not been reset, or there is not a seed for each.
        """
        raise OptionError(f"{self.spec.name} cannot play games out in one call")

    def reseed(self, games: np.ndarray, seeds: np.ndarray) -> None:
        """Gives each game other chance events to come; what has happened stays.

        Args:
            games: records `[game]`, changed in place.
            seeds: uint64 `[game]`: all future chance events follow from them.

        Raises:
            OptionError: the game cannot do this.
            UsageError: a game has not been reset, or there is not a seed for each.
        """
        raise OptionError(f"{self.spec.name} cannot change the chance events to come")

    def verify(self, games: np.ndarray, index: int, seat: int, action: int) -> None:
        """Checks one action of game `index`.

        Raises:
            IllegalActionError: says which seat, which action, why, and in which position.
        """
        if not 0 <= seat < self.num_seats:
            raise IllegalActionError(f"expected a seat in 0 .. {self.num_seats - 1}, got {seat}")
        try:
            name = self.actions.name(action)
        except ValueError as error:
            raise IllegalActionError(f"{self.seat_names[seat]}: {error}") from None
        mask = self.legal(games[index : index + 1])[0, seat]
        if not mask[action]:
            allowed = ", ".join(self.actions.name(code) for code in np.flatnonzero(mask))
            raise IllegalActionError(
                f"{self.seat_names[seat]} may not {name!r}: {self.why_illegal(games, index, seat, action)}; "
                f"expected one of: {allowed}; in the position\n{self.position(games, index)}"
            )

    def why_illegal(self, games: np.ndarray, index: int, seat: int, action: int) -> str:
        """Returns why an illegal action of game `index` is illegal, in the words of the rules."""
        return "it is not legal now"

    @abstractmethod
    def position(self, games: np.ndarray, index: int = 0) -> str:
        """Returns game `index` as text that `parse_position` reads back."""

    @abstractmethod
    def parse_position(self, text: str) -> np.ndarray:
        """Returns an array of one game.

        Raises:
            PositionError: names the line and what was expected.
        """

    @abstractmethod
    def render(self, games: np.ndarray, index: int = 0, viewer: int | None = None, *, colour: bool = False) -> str:
        """Returns the table as text, as one seat or, with `viewer=None`, a spectator without hidden information sees it.

        With `colour` the text may hold ANSI colours.
        """

    def view(self, games: np.ndarray, index: int = 0, viewer: int | None = None) -> dict[str, Any]:
        """Returns what `render` shows as data for other front ends: numbers, texts, lists and dicts, as JSON has them.

        A game that has no such data gives its text, as `text`.
        """
        return {"text": self.render(games, index, viewer)}

    def picture(
        self, games: np.ndarray, index: int = 0, viewer: int | None = None, size: tuple[int, int] = PICTURE_SIZE
    ) -> np.ndarray:
        """Returns what `render` shows as uint8 `[height, width, 3]`; a game that draws nothing shows its text.

        Raises:
            OptionError: the size, width and height in pixels, cannot be drawn.
            UsageError: Pillow is not installed.
        """
        return text_picture(self.render(games, index, viewer), size)

    def sample_worlds(self, observation: np.ndarray, legal: np.ndarray, seeds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Samples full positions in which a seat would see what it sees (determinisation).

        Args:
            observation: int8 `[batch, layout("recall").size]`, of seats that have a decision to make.
            legal: int8 `[batch, action]`, their masks.
            seeds: uint64 `[batch]`: all draws for a row and all future chance events in its world follow from them.

        Returns:
            Records `[batch]`, and int64 `[batch]`: the seat of the observer in its world; the other seats follow in seat order.

        Raises:
            OptionError: the game cannot do this.
        """
        raise OptionError(f"{self.spec.name} cannot sample worlds that fit an observation")

    def tell_step(self, games: np.ndarray, actions: np.ndarray) -> list[str]:
        """Plays one joint action (integers `[1, seat]`) of an array of one game, as `step` does, and tells what happened.

        Returns:
            Lines for people, of public events only; none for a game without descriptions.
        """
        self.step(games, actions)
        return []

    def explain_action(self, games: np.ndarray, index: int, seat: int, action: int) -> str:
        """Returns what a legal action means to this seat in the position of game `index`, in a few words."""
        return self.actions[action].meaning

    def chance_branches(self, games: np.ndarray) -> ChanceBranches:
        """Lists the outcomes of the pending chance event of each game; a game that waits for none has none.

        Only a variant with `explicit_chance=True` stops at chance events: no seat acts there and the game is not done.

        Raises:
            UsageError: the game cannot be enumerated.
        """
        raise UsageError(f"expected a game that can stop at chance events, got {self.spec.name!r}, which cannot")

    def apply_outcomes(self, games: np.ndarray, outcomes: np.ndarray) -> None:
        """Lets the pending chance event of every game come out as `outcomes[game]` says and runs to the next stop.

        Raises:
            UsageError: the game cannot be enumerated.
            IllegalActionError: a game waits for no event, or the outcome cannot come.
        """
        raise UsageError(f"expected a game that can stop at chance events, got {self.spec.name!r}, which cannot")

    def chance_outcomes(self, games: np.ndarray, index: int = 0) -> dict[int, float]:
        """Returns the outcomes of the pending chance event of game `index` with their probabilities; none if none is due."""
        branches = self.chance_branches(games[index : index + 1])
        return dict(zip(branches.outcome.tolist(), branches.probability.tolist(), strict=True))

    def apply_chance(self, games: np.ndarray, outcome: int, index: int = 0) -> None:
        """Lets the pending chance event of game `index` come out in a given way and runs to the next stop.

        Raises:
            UsageError: no chance event is pending.
            IllegalActionError: the outcome cannot come.
        """
        outcomes = self.chance_outcomes(games, index)
        if not outcomes:
            raise UsageError("expected a game that waits for chance (option explicit_chance=True), got one that does not")
        if outcome not in outcomes:
            raise IllegalActionError(f"expected a chance outcome among {sorted(outcomes)}, got {outcome!r}")
        self.apply_outcomes(games[index : index + 1], np.array([outcome], dtype=np.int64))

    def information_states(self, games: np.ndarray) -> InformationStates:
        """Returns the empty information states at the start of these games; see `InformationStates` for later ones."""
        return InformationStates.at_start(len(games), self.num_seats)

    def information_state(self, positions: Sequence[np.ndarray], actions: Sequence[np.ndarray], seat: int) -> str:
        """Returns the information state of a seat of one game: all that it has seen and done, as 32 hexadecimal digits.

        Args:
            positions: arrays of one game, at each decision of any seat from the start to now; copies, as `step` changes games.
            actions: integers `[seat]`, the joint action at each of these but the last.
            seat: the seat.

        Raises:
            UsageError: the number of actions is not one less than that of positions.
        """
        if len(actions) != len(positions) - 1:
            raise UsageError(f"expected an action after each position but the last, got {len(positions)} and {len(actions)}")
        states = self.information_states(positions[0])
        for time, games in enumerate(positions):
            if time > 0:
                states.act(self.acting(positions[time - 1]), np.asarray(actions[time - 1])[None])
            states.see(self.acting(games), self.observe(games, "recall"))
        return states.name(0, seat)


class GameSpec(ABC):
    """A game.

    Attributes:
        name: as in `resonance_env.games.<name>` and on the command line.
        title: name for people.
        seat_prefix: agent ids are `<seat_prefix>_<seat>`.
        players: allowed numbers of persons.
        default_players: the default.
        actions: the action table.
        options: the options that `variant` accepts.
        utility: "zero_sum", or "identical" for a cooperative game.
        reward_model: "terminal", or "rewards" if steps before the last may pay.
        score_unit: of a cooperative game's natural score, such as "points of 25".
        baselines: names of agents that reports of a cooperative game set beside a score.
        simultaneous: several seats may be asked at once; False if one at a time is.
        max_cycles: steps after which environments truncate a game unless told otherwise; None for a game that always ends by
            itself. A game that may be endless must have a bound.
        primer: goal and course of the game in a few lines of at most 100 columns, for people; the first paragraph is the goal.
    """

    name: str
    title: str
    seat_prefix: str
    players: tuple[int, ...]
    default_players: int
    actions: ActionTable
    options: Sequence[Option]
    utility: Utility = "zero_sum"
    reward_model: RewardModel = "terminal"
    score_unit: str = ""
    baselines: tuple[str, ...] = ("random",)
    simultaneous: bool = True
    max_cycles: int | None = None
    primer: str = ""

    @property
    def reward_kinds(self) -> tuple[RewardKind, ...]:
        """The kinds of reward for learners; the first is the default.

        Raises:
            OptionError: the game's utility is unknown.
        """
        if self.utility not in UTILITIES:
            raise OptionError(f"expected the utility of {self.name} to be one of {', '.join(UTILITIES)}; got {self.utility!r}")
        return REWARD_KINDS[self.utility]

    @abstractmethod
    def variant(self, players: int | None = None, **options: Any) -> Variant:
        """Fixes players and options; equal arguments may give the same object.

        Raises:
            OptionError: unknown option or value.
            CardSetError: the card set cannot be read.
        """

    @abstractmethod
    def read_position(self, text: str) -> tuple[Variant, np.ndarray]:
        """Returns the position as an array of one game, and the variant it belongs to.

        Raises:
            PositionError: names the line and what was expected.
        """

    @abstractmethod
    def game_text(self, variant: Variant, start: int | str, steps: Sequence[np.ndarray]) -> str:
        """Returns a whole game as text, from its seed or from a position, with the actions `[seat]` of each step.

        Lines that begin with "#" may be added at the end; `read_game` and `replay_log` skip them.
        """

    def read_game(self, text: str) -> tuple[Variant, int | str, list[np.ndarray]]:
        """Returns variant, seed or start position, and the actions `[seat]` of each step; the inverse of `game_text`.

        Raises:
            PositionError: names the line and what was expected.
            UsageError: the game cannot be read back.
        """
        raise UsageError(f"expected a game whose records can be played on, got {self.name!r}, whose records cannot")

    @abstractmethod
    def replay_log(self, text: str) -> str:
        """Returns a whole game, given as text, as a log for people.

        Raises:
            PositionError: names the line and what was expected.
        """

    def card_sets(self) -> tuple[str, ...]:
        """Returns the names of the shipped card sets; none for a game without card sets."""
        return ()

    def check_cards(self, source: str) -> str:
        """Reads a card set by name or path and describes it.

        Raises:
            CardSetError: names file, card and field, what was expected and what came.
            OptionError: the game has no card sets.
        """
        raise OptionError(f"expected a game with card sets, got {self.name!r}, which has none")

    def export_cards(self, name: str) -> str:
        """Returns the file of a shipped card set, as text.

        Raises:
            CardSetError: no card set of this name is shipped.
            OptionError: the game has no card sets.
        """
        raise OptionError(f"expected a game with card sets, got {self.name!r}, which has none")

    @abstractmethod
    def rules_file(self) -> Path:
        """Returns the Markdown file of the rules."""
