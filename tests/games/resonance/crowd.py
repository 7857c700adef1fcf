"""Policies that drive games of Resonance into the corners of the rules."""

import numpy as np

from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.spec import ResonanceVariant
from tests.games import crowd

POLICY_NAMES = ("uniform", "exhaust", "seal", "trade", "no objects", "cast", "break", "hoard", "rush", "artifacts", "stop")


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


class Crowd(crowd.Crowd):
    """Games of one variant."""

    policy_names = POLICY_NAMES
    wishes = WISHES
    variant: ResonanceVariant

    def __init__(self, variant: ResonanceVariant, num_games: int, rng: np.random.Generator) -> None:
        super().__init__(variant, num_games, rng)
        cards = variant.card_set.cards[0]
        effects = np.arange(cards["effect_op"].shape[-1]) < cards["num_effects"][:, :, None]
        self._is_sigil = ((cards["effect_op"] == v.OP_SIGIL) & effects).any(axis=-1)  # [card, spell]

    def add_wishes(self, score: np.ndarray, game: np.ndarray, seat: np.ndarray, policy: np.ndarray) -> None:
        """Adds wishes: Sigils for sealers, objects that the next level lacks for hurried seats."""
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
