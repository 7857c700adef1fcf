"""Writes the pages on actions and observations, `actions.md` and `observation.md`, into `docs/syncro` or another folder.

python -m resonance_env.games.syncro.text.generate_docs [FOLDER]
"""

import sys

from resonance_env.core.reference_pages import GENERATED, actions_page, codes_section, observation_page, write_pages
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.actions import ACTIONS
from resonance_env.games.syncro.sight.observation_table import (
    ACT_MEMORY,
    MEMORY,
    OWN,
    PLACE,
    PLACE_MEMORY,
    PUBLIC,
    act_block,
    hidden_block,
    observation_layout,
    seat_block,
    seat_memory_block,
    since_block,
    state_layout,
)

_EXAMPLE_SEATS = 4

_ACTIONS_INTRODUCTION = f"""{GENERATED}

One flat `Discrete({len(ACTIONS)})` for every card set, level and number of mages. Estimates and keeping are asked of all mages
with Spells at once, everything else of one mage; a mage that is not asked has exactly one legal action, `wait`. Positions in a
hand count from 1, the oldest Spell first. Target t is the t-th attackable foe, rows from the bottom, each from the left; no
number changes within the opportunities of a turn (SY-ASK-5). `action_name` and `parse_action` of `resonance_env.syncro_v0` turn
codes into names and back."""

_OBSERVATION_INTRODUCTION = """{generated}

An observation is an int8 vector: the blocks below, in this order. Its length depends only on the number of mages and the kind
of observation, never on the card set:

| mages | `observation="table"` | `observation="recall"` | `state()` |
| ---: | ---: | ---: | ---: |
{sizes}

Seats are relative: seat 0 of every `[seat]` axis is the observer, seat k the seat k places to the left. Places are numbered in
the order in which the Horde is laid, cards in the order of the set. Numbers above the range are cut to it. Read pieces by name,
never by index: with `layout = env.unwrapped.variant.layout("table")`, `layout.view(observation, "hand")`; a repeated block can
be read as a matrix, `layout.block(observation, "place")`. `observation * layout.scale` lies in [0, 1], and `dtype="float32"`
returns exactly that. The column "at" counts from the start of the block."""


def _sizes() -> str:
    rows = []
    for seats in range(v.MIN_SEATS, v.MAX_SEATS + 1):
        table, recall = (observation_layout(seats, kind).size for kind in (False, True))
        rows.append(f"| {seats} | {table} | {recall} | {state_layout(seats).size} |")
    return "\n".join(rows)


def pages() -> dict[str, str]:
    """Returns the pages by file name."""
    shown = f"shown for {_EXAMPLE_SEATS} mages"
    recall = 'Only with `observation="recall"`'
    sections = [
        ("Block `own`", "What only the observer sees.", OWN),
        ("Block `public`", "What is open to all.", PUBLIC),
        ("Block `place`", f"One place of the Horde; repeated {v.MAX_PLACES} times.", PLACE),
        (
            "Block `act`",
            f"One opportunity; repeated for the {v.MAX_OPPORTUNITIES} of this turn, then those of the last turn; {shown}.",
            act_block(_EXAMPLE_SEATS),
        ),
        ("Block `since`", f"What was paid, lost, drawn and revealed; {shown}.", since_block(_EXAMPLE_SEATS)),
        ("Block `seat`", "What is open of one mage; repeated for every seat, the observer first.", seat_block(_EXAMPLE_SEATS)),
        ("Block `memory`", f"{recall}: where cards may still be.", MEMORY),
        ("Block `place_memory`", f"{recall}: one place; repeated {v.MAX_PLACES} times.", PLACE_MEMORY),
        ("Block `act_memory`", f"{recall}: one opportunity of this turn; repeated {v.MAX_OPPORTUNITIES} times.", ACT_MEMORY),
        (
            "Block `seat_memory`",
            f"{recall}: one mage; repeated for every seat, the observer first (SY-MEM).",
            seat_memory_block(_EXAMPLE_SEATS),
        ),
        (
            "Block `hidden`",
            "Only in `state()`, which begins with the blocks `public`, `place`, `act`, `since` and `seat` as seat 0 sees them "
            f"(SY-OBS-3); {shown}.",
            hidden_block(_EXAMPLE_SEATS),
        ),
    ]
    codes = codes_section({"PHASE": v.PHASE_NAMES, "BACK": v.BACK_NAMES, "event": v.EVENT_NAMES[1:]})
    introduction = _OBSERVATION_INTRODUCTION.format(generated=GENERATED, sizes=_sizes())
    return {
        "actions.md": actions_page("Actions", _ACTIONS_INTRODUCTION, ACTIONS),
        "observation.md": observation_page("Observation", introduction, sections) + "\n" + codes,
    }


def main(folder: str = "docs/syncro") -> None:
    """Writes the pages into a folder."""
    write_pages(pages(), folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
