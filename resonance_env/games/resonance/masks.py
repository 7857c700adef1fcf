"""Action masks. For ACT, which is asked most, hands are written from their bit sets; all else asks `why_illegal`."""

from __future__ import annotations

from resonance_env.core.compiled import compiled
from resonance_env.games.resonance.actions import (
    DRAW_PAIR,
    LAST_ACT,
    PASS,
    PLAY_ARTIFACT,
    PLAY_INCANTATION,
    PLAY_OBJECT,
    STOP,
    WAIT,
)
from resonance_env.games.resonance.legality import LEGAL, code_range, why_illegal, why_not_act
from resonance_env.games.resonance.vocabulary import (
    MAX_ARTIFACT,
    MAX_INCANTATION,
    NO_INCANTATION,
    NUM_OBJECTS,
    PHASE_ACT,
)


@compiled
def write_mask(game, cards, seat, row):
    """Writes 1 where an action is legal, else 0, into `row[action]` (int8)."""
    for action in range(len(row)):
        row[action] = 0
    if not game["asked"][seat]:
        row[WAIT] = 1
    elif game["phase"] == PHASE_ACT:
        _write_act(game, seat, row)
    else:
        first, last = code_range(game)
        row[STOP] = why_illegal(game, cards, seat, STOP) == LEGAL
        for action in range(first, last + 1):
            row[action] = why_illegal(game, cards, seat, action) == LEGAL


@compiled
def _write_act(game, seat, row):
    artifacts = int(game["hand_artifacts"][seat]) if game["sigil"][seat] == NO_INCANTATION else 0
    incantations = int(game["hand_incantations"][seat])
    can_act = artifacts | incantations
    for object_type in range(NUM_OBJECTS):
        is_held = game["hand_objects"][seat, object_type] > 0
        row[PLAY_OBJECT + object_type] = is_held
        can_act |= is_held
    for index in range(MAX_ARTIFACT):
        row[PLAY_ARTIFACT + index] = (artifacts >> index) & 1
    for index in range(MAX_INCANTATION):
        row[PLAY_INCANTATION + index] = (incantations >> index) & 1
    for action in range(DRAW_PAIR, LAST_ACT + 1):
        is_legal = why_not_act(game, seat, action) == LEGAL
        row[action] = is_legal
        can_act |= is_legal
    row[PASS] = can_act == 0
