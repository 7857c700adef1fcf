"""Many games of one variant at once, played by policies that drive them into the corners of the rules."""

from typing import ClassVar, Self

import numpy as np

from resonance_env.core.spec import Variant

FORGETS = 0.1  # share of decisions at which a policy is forgotten


class Crowd:
    """Games of one variant that are played side by side from their start, by policies of its game.

    Legal actions get a random number in [0, 1) plus the wish of the policy, and the highest is played.

    Attributes:
        policy_names: names of the policies.
        wishes: float32 `[policy, action]`.
        variant: what is played.
        games: array of games `[game]`.
        seeds: uint64 `[game]`.
        policies: `[game, seat]` index in `policy_names`; in half of the games all seats have the same.
        legal: int8 `[game, seat, action]` of the present positions.
        history: int16 `[game, seat]` for each step.
        lengths: `[game]` steps that the game took so far.
        decisions: how many decisions have been made in all games.
        rng: source of all choices.
    """

    policy_names: ClassVar[tuple[str, ...]]
    wishes: ClassVar[np.ndarray]

    def __init__(self, variant: Variant, num_games: int, rng: np.random.Generator) -> None:
        self.variant, self.rng = variant, rng
        self.seeds = rng.integers(2**63, size=num_games).astype(np.uint64)
        self.games = variant.start(self.seeds)
        self.policies = rng.integers(len(self.policy_names), size=(num_games, variant.num_seats))
        self.policies[: num_games // 2] = self.policies[: num_games // 2, :1]
        self.legal = variant.legal(self.games)
        self.history: list[np.ndarray] = []
        self.lengths = np.zeros(num_games, dtype=np.int64)
        self.decisions = 0

    @classmethod
    def after(cls, variant: Variant, steps: int, num_games: int = 64, seed: int = 0) -> Self:
        """Returns games after some steps."""
        crowd = cls(variant, num_games, np.random.default_rng(seed))
        for _ in range(steps):
            crowd.step()
        return crowd

    @property
    def is_over(self) -> bool:
        return bool(self.variant.done(self.games).all())

    def steps_of(self, index: int, first: int = 0) -> list[np.ndarray]:
        """Returns the actions `[seat]` of each step of one game, from a step on."""
        return [actions[index] for actions in self.history[first : self.lengths[index]]]

    def step(self) -> np.ndarray:
        """Plays one step in every game and returns the joint actions `[game, seat]`."""
        actions = self._choose()
        self.history.append(actions)
        self.lengths += ~self.variant.done(self.games)
        self.variant.step(self.games, actions)
        self.variant.legal(self.games, self.legal)
        return actions

    def _choose(self) -> np.ndarray:
        game, seat = np.nonzero(self.variant.acting(self.games))
        self.decisions += len(game)
        policy = self.policies[game, seat]
        score = self.wishes[policy]
        self.add_wishes(score, game, seat, policy)
        score[self.rng.random(len(game)) < FORGETS] = 0
        score += self.rng.random(score.shape, dtype=np.float32)
        score[self.legal[game, seat] == 0] = -np.inf
        actions = np.zeros((len(self.games), self.variant.num_seats), dtype=np.int16)  # code 0 is to wait
        actions[game, seat] = score.argmax(axis=1)
        return actions

    def add_wishes(self, score: np.ndarray, game: np.ndarray, seat: np.ndarray, policy: np.ndarray) -> None:
        """Adds wishes that depend on the position to the scores `[decision, action]`."""
