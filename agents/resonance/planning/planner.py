"""The agent `planner`: weighs how every choice changes each side's chance to win.

It counts cards (its observation is of kind `recall`), so it knows every hand. For each of the four ways in which the round can
end (a type locks the moon, or nothing does) it estimates how far each side is from summoning its demon, or a demon of the
reserve that it could trade for, and from winning by Sigils. These costs give the chances of all sides (`planning/worth.py`). It
forecasts what the others bring into the centre and how artifacts sweep it (`planning/forecast.py`), and takes the action
(`planning/acting.py`), spell (`planning/spells.py`), target or card (`planning/picking.py`) with the best expected share. Cards
in hand have a worth too, so artifacts and incantations are kept until they matter. Partners are one side with two hands. The
weights are the style (`planning/styles.py`).

With the weight `foresight` it also computes what planners without foresight would choose in the other seats, and believes it
with this weight (level-k reasoning: Stahl and Wilson, "Experimental evidence on players' models of other players", Journal of
Economic Behavior and Organization 25(3), 1994). This helps against planners and hurts against others.

`choose(row, legal, seats, teams, cards, style, view, uniform)` is one decision of one row, for other compiled code: `style` is
float64 `[weight]` from `styles.style_weights`, `view` an element of `view.new_view(style)`, working memory that is
overwritten, and `uniform` a number in [0, 1), the only source of randomness. `choose_rows` is the loop over a batch.
"""

import numpy as np

from resonance_env.agents.compiled_agent import CompiledAgent
from resonance_env.agents.network.foresight import foresee
from resonance_env.agents.resonance.planning.acting import best_action
from resonance_env.agents.resonance.planning.forecast import expect_nothing, expect_plays
from resonance_env.agents.resonance.planning.picking import aim, choose_card, draft, take_demon, take_spells
from resonance_env.agents.resonance.planning.reading import NONE, first_legal
from resonance_env.agents.resonance.planning.spells import best_spell
from resonance_env.agents.resonance.planning.styles import FORESIGHT, is_random, style_weights
from resonance_env.agents.resonance.planning.view import new_view, read_view
from resonance_env.agents.resonance.planning.worth import judge_sides
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant
from resonance_env.games.resonance.rules import vocabulary as v


@inlined
def choose(row, legal, seats, teams, cards, style, view, uniform):
    """Returns the action of one seat that is asked.

    Args:
        row: int8 `[size]`, an observation of kind `recall`.
        legal: int8 `[action]`.
        seats: number of seats.
        teams: 1 in team mode, else 0; with `seats` it fixes the layout of the row.
        cards: a CARDS record.
        style: float64 `[weight]`.
        view: a VIEW record made for the style, overwritten.
        uniform: float in [0, 1).
    """
    read_view(row, seats, teams, view)
    phase = int(view["phase"])
    action = NONE
    if phase == v.PHASE_ACT:
        action = best_action(row, legal, seats, teams, view, cards, style, uniform)
    elif phase == v.PHASE_DRAFT:
        action = draft(legal, cards, style, uniform)
    elif phase == v.PHASE_TAKE_SPELLS:
        action = take_spells(legal, cards)
    elif phase == v.PHASE_TAKE_DEMON:
        judge_sides(view, cards, style)
        if view["caster"] == NONE:  # a trade, before the cards are revealed
            expect_plays(row, seats, teams, view, cards, style)
        else:
            expect_nothing(view)
        action = take_demon(legal, view, style)
    else:
        judge_sides(view, cards, style)
        expect_nothing(view)
        if phase == v.PHASE_CAST:
            action = best_spell(row, legal, seats, teams, view, cards, style)
        elif phase == v.PHASE_AIM:
            action = aim(row, legal, seats, teams, view, cards, style)
        elif phase == v.PHASE_CHOOSE:
            action = choose_card(row, legal, seats, teams, view, cards, style)
    return action if action != NONE else first_legal(legal)


@compiled
def choose_rows(rows, legal, seats, teams, cards, style, view, uniform, foreseen, out):
    """Chooses for every row `rows[index]` with `legal[index]` and `uniform[index]` into `out[index]`.

    `cards` and `view` are arrays of one record; `foreseen` is int64 `[row, seats - 1]` as from `foresight.foresee`, or has no
    columns.
    """
    for index in range(len(rows)):
        for other in range(foreseen.shape[1]):
            view[0]["foreseen"][other + 1] = foreseen[index, other]
        out[index] = choose(rows[index], legal[index], seats, teams, cards[0], style, view[0], uniform[index])


class PlannerAgent(CompiledAgent):
    """Weighs how every choice changes each side's chance to win; see the docstring of the module."""

    name = "planner"
    games = ("resonance",)
    observation: ObservationKind = "recall"

    def __init__(self, style: str = "balanced", **weights: float) -> None:
        self.style = style_weights(style, weights)
        self.identity = self.name, self.style.tobytes()
        self.deterministic = not is_random(self.style)
        self._view = new_view(self.style)
        self._others = PlannerAgent() if self.style[FORESIGHT] else None

    def bind(self, variant: Variant) -> None:
        super().bind(variant)
        self._variant = variant
        if self._others is not None:
            self._others.bind(variant)

    def advise(self, observation: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray | None]:
        chosen, _ = super().advise(observation, legal)
        return chosen, None if self._others is None else self._foreseen

    def _choose(self, rows: np.ndarray, legal: np.ndarray, uniform: np.ndarray, out: np.ndarray) -> None:
        self._foreseen = np.zeros((len(rows), 0), dtype=np.int64)
        if self._others is not None:
            self._foreseen = foresee(self._variant, self._others, rows, legal)
        choose_rows(rows, legal, self.seats, self.teams, self.cards, self.style, self._view, uniform, self._foreseen, out)
