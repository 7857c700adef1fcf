"""Any game for language models: text in, text out, one seat at a time, in the style of TextArena."""

import contextlib
import copy
from collections.abc import Iterator
from typing import Any, TypedDict

import numpy as np
from gymnasium.utils import seeding

from resonance_env.agents.seat_view import SeatView
from resonance_env.core.answers import parse_answer
from resonance_env.core.errors import IllegalActionError, UsageError
from resonance_env.core.rewards import RewardKind
from resonance_env.core.spec import Variant
from resonance_env.play import checks
from resonance_env.play.bounds import check_max_cycles, longest_wait
from resonance_env.play.opponent_seats import OpponentSeats
from resonance_env.play.opponents import SeatOpponents
from resonance_env.play.rewards import check_reward, paid
from resonance_env.play.shown_game import OWN_SEEDS
from resonance_env.play.told_game import ToldGame


class StepInfo(TypedDict):
    """The result of an answer.

    Attributes:
        seat: the seat that answered.
        action: the name of the action that the answer meant, or None.
        reply: what was wrong with the answer, or "".
        illegal_answers: number of unusable answers of this seat in this game.
    """

    seat: int
    action: str | None
    reply: str
    illegal_answers: int


class TextOptions(TypedDict, total=False):
    """The options of `TextEnv`, which says what they mean."""

    opponents: SeatOpponents | None
    reward: RewardKind | None
    max_tries: int
    max_cycles: int | None
    rules: bool


class TextEnv:
    """A game whose seats read a text and answer with a number or a name.

    Only seats with a decision are asked. Seats that decide at once are asked in seat order; their answers are held back and
    played together, so no seat learns a simultaneous choice early. The reply to an invalid answer says what was expected, and
    the seat is asked again; after `max_tries` invalid answers the first legal action is played. Seats of `opponents` are never
    asked. If steps before the last may pay, a seat reads its rewards since its last decision.

    Attributes:
        variant: the game with players and options fixed.
        max_cycles: steps of the game after which it is truncated, or None.
        game_seed: the seed of the current game, None if it began from a position.
    """

    def __init__(
        self,
        variant: Variant,
        *,
        opponents: SeatOpponents | None = None,
        reward: RewardKind | None = None,
        max_tries: int = 3,
        max_cycles: int | None = None,
        rules: bool = False,
    ) -> None:
        """Checks the options; the first game begins with `reset`.

        Args:
            variant: the game with players and options fixed.
            opponents: agents for some of the seats, see `play.opponents`.
            reward: None pays the game's own rewards; "win" pays 1 to the winners and 0 to the others at the end of the game.
            max_tries: number of answers that a seat may give to one question.
            max_cycles: steps of the game after which it is truncated; None takes the game's own bound, if it has one.
            rules: whether the first observation of each seat begins with the rules of the game.

        Raises:
            OptionError: no variant, an unknown value, or an opponent that cannot play.
            CheckpointError: an opponent was made for something else.
        """
        checks.check_playable(variant)
        checks.check_choice("rules", rules, (True, False))
        self.variant = variant
        self.max_cycles = check_max_cycles(variant, max_cycles)
        self._reward = check_reward(variant, reward)
        self._opponents = OpponentSeats(self.variant, opponents, 1) if opponents else None
        self.game_seed: int | None = None
        self._max_tries = checks.at_least_one("max_tries", max_tries)
        self._rules = variant.spec.rules_file().read_text(encoding="utf-8") if rules else ""
        self._generator: np.random.Generator | None = None
        self._game: ToldGame | None = None
        self._queue: list[int] = []  # seats that still have to choose in this decision, the next one first
        self._paid = np.zeros(variant.num_seats)  # [seat] in this game
        self._paid_before = np.zeros(variant.num_seats)  # [seat] of these, what it had been paid at its last decision

    def reset(self, seed: int | None = None, position: str | None = None) -> None:
        """Starts a game.

        Args:
            seed: of the game and of later unseeded resets; None continues from the last one, or from fresh entropy. With a
                position it seeds the opponents.
            position: text of a position to start from.

        Raises:
            OptionError: the seed is not an integer in 0 .. 2**64 - 1.
            PositionError: the position cannot be read.
            UsageError: opponents play without a decision of another seat.
        """
        if seed is not None:
            seed = checks.check_seed(seed)
            self._generator = seeding.np_random(seed)[0]
        elif position is None or self._opponents is not None:
            self._generator = self._generator or seeding.np_random()[0]
            seed = int(self._generator.integers(OWN_SEEDS))
        self.game_seed = None if position is not None else seed
        start = position if position is not None else seed
        assert start is not None
        self._game = ToldGame(self.variant, start, max_cycles=self.max_cycles)
        self._paid[:] = self._paid_before[:] = 0.0
        self._illegal = [0] * self.variant.num_seats
        self._has_read_rules = [False] * self.variant.num_seats
        self._is_truncated = False  # opponents played for too long
        if self._opponents is not None:
            self._opponents.begin(np.zeros(1, np.int64), np.array([seed], np.uint64))
        self._ask()
        if not self._queue:
            self._game = None
            raise UsageError("expected a game in which a seat without an opponent is asked; from this start none is")

    def get_observation(self) -> tuple[int, str]:
        """Returns the seat that is asked and its text: the log and rewards since its last decision, table, legal actions.

        Raises:
            UsageError: no game is running.
        """
        view = self._running()
        parts = [] if self._has_read_rules[view.seat] or not self._rules else [self._rules]
        parts += [f"You are {view.name}."]
        parts += [f"Since your last decision:\n{view.log}"] if view.log else []
        if self.variant.spec.reward_model == "rewards":
            now, total = self._paid[view.seat] - self._paid_before[view.seat], self._paid[view.seat]
            parts += [f"Your reward since your last decision: {now:g} (in this game: {total:g})."]
        parts += [view.table.rstrip("\n"), f"Your legal actions:\n{view.list_choices()}"]
        parts += [f"Your answer could not be used: {self._reply}."] if self._reply else []
        parts += ["Answer with the number or the name of one action, in brackets: [1]"]
        return view.seat, "\n\n".join(parts)

    def step(self, action: str) -> tuple[bool, StepInfo]:
        """Takes the answer of the seat that is asked; returns whether the game is over, and the result of the answer.

        Raises:
            UsageError: no game is running, or the answer is not text.
            Exception: whatever an opponent raises. After any error the game is as it was before.
        """
        view = self._running()
        if not isinstance(action, str):
            raise UsageError(f"expected an answer as text, got {type(action).__name__}")
        with self._undone_on_error():
            return self._answered(view, action)

    def _answered(self, view: SeatView, action: str) -> tuple[bool, StepInfo]:
        self._has_read_rules[view.seat] = True
        self._reply, code = "", None
        try:
            code = parse_answer(action, view.actions, view.choices)
        except IllegalActionError as error:
            self._reply = str(error)
            self._illegal[view.seat] += 1
            self._tries += 1
        info = StepInfo(
            seat=view.seat,
            action=None if code is None else view.actions.name(code),
            reply=self._reply,
            illegal_answers=self._illegal[view.seat],
        )
        if code is None and self._tries >= self._max_tries:
            code = next(iter(view.choices))
        if code is not None:
            self._take(view.seat, code)
        return not self._queue, info

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """Ends the game and returns reward and info of each seat.

        Returns:
            The sum of all rewards of each seat so far, also if the game is not over. Infos hold `terminated` (the
            game is over by its own rules), `truncated` (it was ended after `max_cycles` steps), `ending`, `illegal_answers`,
            and in a zero-sum game `won`, in a cooperative one `score`, in [0, 1], `natural_score`, and its `score_unit`.

        Raises:
            UsageError: no game has begun.
        """
        if self._game is None:
            raise UsageError("expected reset() before close(): no game has begun")
        variant, game = self.variant, self._game
        shared: dict[str, Any] = {
            "terminated": game.is_terminated,
            "truncated": self._is_truncated or game.is_truncated,
            "ending": variant.ending_names[int(variant.ending(game.games)[0])],
        }
        if variant.is_cooperative:
            shared |= {
                "score": float(variant.score(game.games)[0]),
                "natural_score": float(variant.natural_score(game.games)[0]),
                "score_unit": variant.spec.score_unit,
            }
        infos = {seat: {**shared, "illegal_answers": number} for seat, number in enumerate(self._illegal)}
        if not variant.is_cooperative:
            for seat, has_won in enumerate(variant.winners(game.games)[0].tolist()):
                infos[seat]["won"] = has_won
        self._queue = []
        return dict(enumerate(self._paid.tolist())), infos

    def position(self) -> str:
        """Returns the position as text, hidden cards included; `reset(position=text)` starts there."""
        if self._game is None:
            raise UsageError("expected reset() before position(): no game has begun")
        return self.variant.position(self._game.games)

    @contextlib.contextmanager
    def _undone_on_error(self) -> Iterator[None]:
        """Puts the game back to where it is now if an opponent raises meanwhile."""
        kept = {name: value.copy() if isinstance(value, (np.ndarray, list)) else value for name, value in vars(self).items()}
        kept["_game"] = copy.copy(self._game)
        try:
            with contextlib.nullcontext() if self._opponents is None else self._opponents.undone_on_error():
                yield
        except BaseException:
            vars(self).update(kept)
            raise

    def _running(self) -> SeatView:
        if self._game is None or not self._queue:
            raise UsageError("expected reset() first: " + ("no game has begun" if self._game is None else "the game is over"))
        return self._view

    def _take(self, seat: int, code: int) -> None:
        """Holds a choice back, and plays all when the last seat that is asked has chosen."""
        assert self._game is not None
        self._joint[seat] = code
        self._paid_before[seat] = self._paid[seat]
        del self._queue[0]
        if self._queue:
            self._show()
        else:
            self._step(self._game)
            self._ask()

    def _step(self, game: ToldGame) -> None:
        game.step(self._joint)
        self._paid += paid(self.variant, self._reward, game.games)[0]

    def _ask(self) -> None:
        """Lets opponents choose, until another seat is asked or the game is over or has lasted too long."""
        assert self._game is not None
        for _ in range(longest_wait(self.variant)):
            if self._game.is_over:
                break
            self._joint = np.zeros(self.variant.num_seats, np.int64)
            self._queue = np.flatnonzero(self._game.acting).tolist()
            if self._opponents is not None:
                self._let_choose(self._opponents, self._game)
                self._queue = [seat for seat in self._queue if self._opponents.is_learner[seat]]
            if self._queue:
                self._show()
                return
            self._step(self._game)
        else:
            self._is_truncated = True
        self._queue = []

    def _let_choose(self, opponents: OpponentSeats, game: ToldGame) -> None:
        """Writes the choices of the opponents that are asked now."""
        variant, games = self.variant, game.games
        acting, legal, seen = variant.acting(games), variant.legal(games), variant.observe(games, "table")
        opponents.choose(games, acting, legal, "table", seen, self._joint[None], lambda _, seat: game.view(seat))

    def _show(self) -> None:
        assert self._game is not None
        self._view = self._game.view(self._queue[0])
        self._reply, self._tries = "", 0
