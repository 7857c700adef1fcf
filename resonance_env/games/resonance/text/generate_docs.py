"""Writes the pages on actions and observations, `actions.md` and `observation.md`, into `docs/resonance` or another folder.

python -m resonance_env.games.resonance.text.generate_docs [FOLDER]
"""

import sys

from resonance_env.core.reference_pages import GENERATED, actions_page, codes_section, observation_page, write_pages
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.new_game import MIN_TEAM_PLAYERS, num_seats
from resonance_env.games.resonance.sight.observation_table import (
    OFFER,
    OWN,
    PARTNER,
    PUBLIC,
    RECALL,
    SEAT,
    TRUTH,
    observation_layout,
    relations_block,
    state_layout,
)

_NUM_ACTIONS = len(act.ACTIONS)

_ACTIONS_INTRODUCTION = f"""{GENERATED}

One flat `Discrete({_NUM_ACTIONS})` for every card set, edition and number of players; each code has one meaning. A seat that is
not asked has exactly one legal action, `wait`; a mask is never all zero. Demons and spell cards are numbered as in the card-set
file, counted from 1. `action_name` and `parse_action` of `resonance_env.resonance_v0` turn codes into names and back."""

_OBSERVATION_INTRODUCTION = """{generated}

An observation is an int8 vector: the blocks below, in this order. Its length depends only on the number of players and the kind
of observation, never on the card set or edition:

| players | seats | `observation="table"` | `observation="recall"` | `state()` |
| ---: | ---: | ---: | ---: | ---: |
{sizes}

Seats are relative: seat 0 of every `[seat]` axis is the observer, seat k the witch k seats to the left. Read pieces by name,
never by index: with `layout = env.unwrapped.variant.layout("table")`, `layout.view(observation, "moons")`; a repeated
block can be read as a matrix, `layout.block(observation, "seat")`. `observation * layout.scale` lies in [0, 1], and
`dtype="float32"` returns exactly that.

"Since the observer's last ACT" means: since all seats chose their action of the round that is being resolved, or, while they
choose, of the round before. The column "at" counts from the start of the block."""


def _sizes() -> str:
    rows = []
    for players in range(2, 9):
        seats, teams = num_seats(players), players >= MIN_TEAM_PLAYERS
        table, recall = (observation_layout(seats, teams, kind).size for kind in (False, True))
        rows.append(f"| {players} | {seats} | {table} | {recall} | {state_layout(seats, teams).size} |")
    return "\n".join(rows)


# The order of the codes that pieces use.
_CODES = {
    "PHASE": v.PHASE_NAMES,
    "CHOICE": v.CHOICE_NAMES,
    "DID": v.DID_NAMES,
    "INCANTATION": v.INCANTATION_STATE_NAMES,
    "OP": v.OP_NAMES,
    "object": v.OBJECT_NAMES,
}


def pages() -> dict[str, str]:
    """Returns the pages by file name."""
    sections = [
        ("Block `own`", "What only the observer sees, or what is relative to the observer.", OWN),
        ("Block `partner`", "In team mode only: what the observer sees of its partner (R-TEAM-4).", PARTNER),
        ("Block `relations`", "Relations between seats; shown here for 4 seats.", relations_block(4)),
        ("Block `public`", "What is public.", PUBLIC),
        ("Block `seat`", "What is public about one witch; repeated for every seat, the observer first.", SEAT),
        (
            "Block `hands`",
            'Only with `observation="recall"`: every other hand as a perfect memory counts it (R-INFO-4); repeated, first the\n'
            "witch to the left. A card that was played face down counts until it is revealed.",
            RECALL,
        ),
        (
            "Block `truth`",
            "Only in `state()`, which begins with the `recall` observation of seat 0: what no seat, or only the seat itself,\n"
            "sees; repeated for every seat.",
            TRUTH,
        ),
        ("Block `offer`", "Only in `state()`.", OFFER),
    ]
    introduction = _OBSERVATION_INTRODUCTION.format(generated=GENERATED, sizes=_sizes())
    return {
        "actions.md": actions_page("Actions", _ACTIONS_INTRODUCTION, act.ACTIONS),
        "observation.md": observation_page("Observation", introduction, sections) + "\n" + codes_section(_CODES),
    }


def main(folder: str = "docs/resonance") -> None:
    """Writes the pages into a folder."""
    write_pages(pages(), folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
