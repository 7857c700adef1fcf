"""`resonance rules`: a rule by id, a section by prefix, or all rules that mention some words."""

from __future__ import annotations

import shutil
import textwrap
from dataclasses import dataclass
from typing import Annotated

import tyro

from resonance_env.core.rules_page import Rule, RulesPage, parse_rules
from resonance_env.games import DEFAULT_GAME, load_game

MAX_WIDTH = 100  # columns; longer lines are hard to read


@dataclass(frozen=True)
class Options:
    """What to look up.

    Attributes:
        query: The id of a rule (R-LOCK-1), a section (R-CAST) or words that all occur in a rule (sigil broken). Without it the
            sections are listed.
        game: The game.
    """

    query: Annotated[
        tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="[ID|SECTION|WORDS]", help_behavior_hint="")
    ] = ()
    game: str = DEFAULT_GAME


def run(options: Options) -> None:
    """Prints what was asked for.

    Raises:
        OptionError: no such game, or no rule fits.
    """
    page = parse_rules(load_game(options.game).rules_file().read_text(encoding="utf-8"))
    width = min(shutil.get_terminal_size().columns, MAX_WIDTH)
    query = " ".join(options.query)
    print(format_rules(page.find(query), width) if query.strip() else format_sections(page))


def format_rules(rules: list[Rule], width: int) -> str:
    """Returns the rules as text, each id on its first line, wrapped at `width` columns."""
    return "\n".join(textwrap.fill(f"{rule.id}  {rule.text}", width, subsequent_indent="    ") for rule in rules)


def format_sections(page: RulesPage) -> str:
    """Returns a table of the sections: prefixes, title, number of rules."""
    rows = [(", ".join(section.prefixes), section.title, len(section.rules)) for section in page.sections]
    wide, title_wide = max(len(row[0]) for row in rows), max(len(row[1]) for row in rows)
    lines = [f"{prefixes:{wide}}  {title:{title_wide}}  {count:2} rules" for prefixes, title, count in rows]
    return "\n".join(
        [*lines, "", "`resonance rules R-LOCK-1` prints a rule, `R-LOCK` a section, `sigil` all rules on a topic."]
    )
