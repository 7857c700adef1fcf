"""Many games at once, played by policies that drive them into the corners of the rules, chosen for all seats together."""

import numpy as np

from resonance_env.games.resonance.rules import actions as act
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import ResonanceVariant

# Legal actions get a random number in [0, 1) plus their wish, and the highest is played. Some wishes are dropped at random.
POLICY_NAMES = ("uniform", "exhaust", "seal", "trade", "no objects", "cast", "break", "hoard", "rush", "artifacts", "stop")
FORGETS = 0.1


def _wishes() -> np.ndarray:
    """Returns float32 `[policy, action]`."""
    wishes = np.zeros((len(POLICY_NAMES), act.NUM_ACTIONS), dtype=np.float32)
    row = dict(zip(POLICY_NAMES, wishes, strict=True))
    objects, artifacts = slice(act.PLAY_OBJECT, act.PLAY_ARTIFACT), slice(act.PLAY_ARTIFACT, act.PLAY_INCANTATION)
    incantations, pairs = slice(act.PLAY_INCANTATION, act.DRAW_PAIR), slice(act.DRAW_PAIR, act.DRAW_PAIR + act.NUM_PAIRS)
    row["exhaust"][pairs] = 1
    row["exhaust"][act.DRAW_ARTIFACT] = 1
    row["seal"][incantations] = 2
    row["seal"][[act.DRAW_ARTIFACT, act.TRADE_DEMON]] = 1
    row["seal"][act.BREAK_SIGIL] = -1
    row["trade"][act.TRADE_DEMON] = 3
    row["trade"][[act.DRAW_PAIR + k for k, (one, other) in enumerate(act.PAIRS) if one != other]] = 1
    row["no objects"][objects] = -1
    row["cast"][incantations] = 2
    row["cast"][objects] = 1
    row["break"][act.BREAK_SIGIL] = 3
    row["break"][incantations] = 2
    row["break"][pairs] = 0.5
    row["hoard"][objects.start : act.DRAW_PAIR] = -1
    row["hoard"][[act.BREAK_SIGIL, act.TRADE_DEMON]] = -1
    row["rush"][incantations] = 1
    row["artifacts"][artifacts] = 2
    row["artifacts"][act.DRAW_ARTIFACT] = 1
    row["stop"][act.STOP] = 1
    return wishes


WISHES = _wishes()
SEALERS = [POLICY_NAMES.index(name) for name in ("seal", "break")]
RUSH = POLICY_NAMES.index("rush")


class Crowd:
    """Games of one variant that are played side by side from their start.

    Attributes:
        variant: what is played.
        games: array of games `[game]`.
        seeds: uint64 `[game]`.
        policies: `[game, seat]` index in POLICY_NAMES; in half of the games all seats have the same.
        legal: int8 `[game, seat, action]` of the present positions.
        history: int16 `[game, seat]` for each step.
        lengths: `[game]` steps that the game took so far.
        decisions: how many decisions have been made in all games.
        rng: source of all choices.
    """

    def __init__(self, variant: ResonanceVariant, num_games: int, rng: np.random.Generator) -> None:
        self.variant, self.rng = variant, rng
        self.seeds = rng.integers(2**63, size=num_games).astype(np.uint64)
        self.games = variant.start(self.seeds)
        self.policies = rng.integers(len(POLICY_NAMES), size=(num_games, variant.num_seats))
        self.policies[: num_games // 2] = self.policies[: num_games // 2, :1]
        self.legal = variant.legal(self.games)
        self.history: list[np.ndarray] = []
        self.lengths = np.zeros(num_games, dtype=np.int64)
        self.decisions = 0
        cards = variant.card_set.cards[0]
        effects = np.arange(cards["effect_op"].shape[-1]) < cards["num_effects"][:, :, None]
        self._is_sigil = ((cards["effect_op"] == v.OP_SIGIL) & effects).any(axis=-1)  # [card, spell]

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
        score = WISHES[policy]
        self._add_wishes(score, game, seat, policy)
        score[self.rng.random(len(game)) < FORGETS] = 0
        score += self.rng.random(score.shape, dtype=np.float32)
        score[self.legal[game, seat] == 0] = -np.inf
        actions = np.full((len(self.games), self.variant.num_seats), act.WAIT, dtype=np.int16)
        actions[game, seat] = score.argmax(axis=1)
        return actions

    def _add_wishes(self, score: np.ndarray, game: np.ndarray, seat: np.ndarray, policy: np.ndarray) -> None:
        """Adds wishes that depend on the position: Sigils for sealers, objects that the next level lacks for hurried seats."""
        rows = np.flatnonzero(np.isin(policy, SEALERS))
        card = self.games["spells"][game[rows], seat[rows]]
        score[rows, act.CAST_SPELL : act.CAST_SPELL + v.NUM_SPELLS] += np.where((card >= 0)[:, None], self._is_sigil[card], 0)
        rows = np.flatnonzero(policy == RUSH)
        demon = self.games["demon"][game[rows], seat[rows]]
        level = np.minimum(self.games["level"][game[rows], seat[rows]], v.NUM_LEVELS - 1)
        on_moons = np.stack([(self.games["moon"][game[rows]] == kind).sum(axis=1) for kind in v.OBJECTS], axis=-1)
        lacking = self.variant.card_set.cards[0]["demon_levels"][demon, level] > on_moons
        for first in (act.PLAY_OBJECT, act.CHOOSE_TYPE):
            score[rows, first : first + v.NUM_OBJECTS] += lacking
