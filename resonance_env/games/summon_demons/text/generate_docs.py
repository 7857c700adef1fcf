"""Writes the pages on actions and observations, `actions.md` and `observation.md`, into `docs/summon_demons` or another folder.

python -m resonance_env.games.summon_demons.text.generate_docs [FOLDER]
"""

import sys

from resonance_env.core.reference_pages import GENERATED, actions_page, codes_section, observation_page, write_pages
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.actions import ACTIONS
from resonance_env.games.summon_demons.sight.observation_table import (
    OWN,
    PUBLIC,
    SEAT,
    hidden_block,
    memory_block,
    observation_layout,
    relations_block,
    state_layout,
)

_EXAMPLE_SEATS = 4

_ACTIONS_INTRODUCTION = f"""{GENERATED}

One flat `Discrete({len(ACTIONS)})` for every card set, option and number of players. One seat is asked at a time; the others
have exactly one legal action, `wait`. Cards, demons and candles are numbered as in the card-set file, counted from 1: `take 13`
takes card 13 of the row. A card or demon is in only one relevant place when it is named, so the question determines what the
action does (LD-CODE-1). `action_name` and `parse_action` of `resonance_env.summon_demons_v0` turn codes into names and back."""

_OBSERVATION_INTRODUCTION = """{generated}

An observation is an int8 vector: the blocks below, in this order. Its length depends only on the number of players and the kind
of observation, never on the card set:

| players | `observation="table"` | `observation="recall"` | `state()` |
| ---: | ---: | ---: | ---: |
{sizes}

Seats are relative: seat 0 of every `[seat]` axis is the observer, seat k the seat k places to the left. Read pieces by name,
never by index: with `layout = env.unwrapped.variant.layout("table")`, `layout.view(observation, "row")`; the repeated block can
be read as a matrix, `layout.block(observation, "seat")`. `observation * layout.scale` lies in [0, 1], and `dtype="float32"`
returns exactly that. The column "at" counts from the start of the block."""


def _sizes() -> str:
    rows = []
    for seats in range(2, v.MAX_SEATS + 1):
        table, recall = (observation_layout(seats, kind).size for kind in (False, True))
        rows.append(f"| {seats} | {table} | {recall} | {state_layout(seats).size} |")
    return "\n".join(rows)


def pages() -> dict[str, str]:
    """Returns the pages by file name."""
    sections = [
        ("Block `own`", "What only the observer sees.", OWN),
        ("Block `relations`", f"Seats that have a part in what happens; shown for {_EXAMPLE_SEATS} seats.", relations_block(4)),
        ("Block `public`", "What is open to all.", PUBLIC),
        ("Block `seat`", "What is open of one seat; repeated for every seat, the observer first.", SEAT),
        (
            "Block `memory`",
            f'Only with `observation="recall"`: what a perfect memory adds (LD-INFO-5); shown for {_EXAMPLE_SEATS} seats.',
            memory_block(_EXAMPLE_SEATS),
        ),
        (
            "Block `hidden`",
            "Only in `state()`, which begins with the `recall` observation of seat 0 (LD-OBS-8); shown for "
            f"{_EXAMPLE_SEATS} seats.",
            hidden_block(_EXAMPLE_SEATS),
        ),
    ]
    codes = codes_section({"PHASE": v.PHASE_NAMES, "event": v.EVENT_NAMES[1:]})
    introduction = _OBSERVATION_INTRODUCTION.format(generated=GENERATED, sizes=_sizes())
    return {
        "actions.md": actions_page("Actions", _ACTIONS_INTRODUCTION, ACTIONS),
        "observation.md": observation_page("Observation", introduction, sections) + "\n" + codes,
    }


def main(folder: str = "docs/summon_demons") -> None:
    """Writes the pages into a folder."""
    write_pages(pages(), folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
