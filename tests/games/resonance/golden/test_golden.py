"""Golden playthroughs of Resonance (`tests/golden_texts.py`).

    python -m tests.games.resonance.golden.test_golden --regenerate

writes the texts anew; what has changed is then reviewed like code.
"""

import os
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from resonance_env.games.resonance.cardsets.card_loader import CardSetWarning
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.state import Record
from resonance_env.games.resonance.spec import ResonanceVariant
from tests.games.resonance.golden.frozen_sets import FROZEN_SETS, FROZEN_SETS_WARN, GOLDEN, frozen_variant, play_with_spells
from tests.golden_texts import check_folder, check_text, playthrough_text, regenerate
from tests.places import ROOT

SEED = 1000  # of the first
PATTERN = "*_players_*.txt"  # the texts of perft are separate
pytestmark = [FROZEN_SETS_WARN, pytest.mark.usefixtures("at_the_root")]


@dataclass(frozen=True)
class Playthrough:
    """One golden text."""

    number: int
    players: int
    edition: str
    cards: str
    team_talk: bool

    @property
    def name(self) -> str:
        return f"{self.players}_players_{self.edition}_{self.cards}" + ("" if self.team_talk else "_no_talk")

    def play(self) -> tuple[ResonanceVariant, list[np.ndarray], list[np.ndarray]]:
        """Returns the variant, all positions and the actions between them; the working directory must be the root."""
        variant = frozen_variant(self.cards, self.players, edition=self.edition, team_talk=self.team_talk)
        positions, steps = play_with_spells(variant, SEED + self.number)
        return variant, positions, steps

    def text(self) -> str:
        """Plays the game and tells it."""
        variant, positions, steps = self.play()
        return playthrough_text(variant, SEED + self.number, positions, steps, self.number, _kind_of)


def _kind_of(game: Record) -> tuple[int, int]:
    return int(game["phase"]), int(game["choice"])


def playthroughs() -> Iterator[Playthrough]:
    """Two for each number of players and edition: one of each set if both can be played, in teams one without talk."""
    number = 0
    for players in range(2, 9):
        for edition in v.EDITION_NAMES:
            for second in range(2):
                cards = FROZEN_SETS[second] if players in (2, 3, 4, 6) else FROZEN_SETS[0]
                yield Playthrough(number, players, edition, cards, team_talk=not (players >= 6 and second == 1))
                number += 1


def names() -> dict[str, Playthrough]:
    """Returns the playthroughs by the names of their files."""
    named: dict[str, Playthrough] = {}
    for playthrough in playthroughs():
        name = playthrough.name
        named[f"{name}_2.txt" if f"{name}.txt" in named else f"{name}.txt"] = playthrough
    return named


def texts() -> dict[str, Callable[[], str]]:
    """Returns how each text is made."""
    return {name: playthrough.text for name, playthrough in names().items()}


@pytest.mark.parametrize("name", names())
def test_playthrough_is_as_recorded(name: str) -> None:
    check_text(GOLDEN, name, names()[name].text(), "tests.games.resonance.golden.test_golden")


def test_texts_are_small_and_complete() -> None:
    check_folder(GOLDEN, texts(), PATTERN)


def test_the_frozen_sets_hold_every_effect_with_every_option() -> None:
    """R-BOX-8: the frozen sets use all that a card-set file can express, so golden texts cover all rules of spells."""
    found = defaultdict(set)
    for name in FROZEN_SETS:
        cards = frozen_variant(name, 2).card_set.cards[0]
        for place in np.ndindex(cards["effect_op"].shape):
            if place[2] < cards["num_effects"][place[:2]]:
                op = int(cards["effect_op"][place])
                found["op"].add(op)
                for field in ("kind", "count", "value", "who", "when", "optional"):
                    found[f"{field} of {op}"].add(int(cards[f"effect_{field}"][place]))
    kinds = {v.OP_PLAY: 4, v.OP_REMOVE: 5, v.OP_DRAW: 6, v.OP_DISCARD: 6, v.OP_BECOME_OBJECT: 3}
    assert found["op"] == set(v.OPS)
    for op, number in kinds.items():
        assert found[f"kind of {op}"] >= set(range(number))
        assert found[f"{'value' if op == v.OP_BECOME_OBJECT else 'count'} of {op}"] == {1, 2, 3}
    assert found[f"value of {v.OP_PLAY}"] == {1, 2, 3}
    assert found[f"value of {v.OP_BECOME_ARTIFACT}"] >= {0, 13}
    for op in (v.OP_CHANGE_DEMON, v.OP_CHANGE_SPELLS, v.OP_DRAW, v.OP_DISCARD):
        assert found[f"when of {op}"] == {0, 1}
    for op in (v.OP_CHANGE_DEMON, v.OP_CHANGE_SPELLS, v.OP_DISCARD):
        assert len(found[f"who of {op}"]) == 2
    for op in (v.OP_PLAY, v.OP_REMOVE, v.OP_DRAW, v.OP_CHANGE_DEMON, v.OP_CHANGE_SPELLS):
        assert found[f"optional of {op}"] == {0, 1}


def test_playthroughs_meet_every_decision() -> None:
    """R-CAST-14: each phase, and each kind of choice, is asked for in some playthrough."""
    seen: set[str] = set()
    for playthrough in playthroughs():
        for games in playthrough.play()[1]:
            phase = int(games[0]["phase"])
            seen.add(v.CHOICE_NAMES[games[0]["choice"]] if phase == v.PHASE_CHOOSE else v.PHASE_NAMES[phase])
    assert seen == (set(v.PHASE_NAMES) | set(v.CHOICE_NAMES)) - {"CHOOSE", "CHANCE", "none"}


if __name__ == "__main__":
    os.chdir(ROOT)
    warnings.simplefilter("ignore", CardSetWarning)
    regenerate(GOLDEN, texts(), PATTERN)
