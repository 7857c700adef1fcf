"""`resonance rules`: a rule by id, a section by prefix, or all rules that mention some words."""

import shutil
import textwrap
from dataclasses import dataclass
from typing import Annotated

import tyro

from resonance_env.core.errors import OptionError
from resonance_env.core.rules_page import Rule, RulesPage, parse_rules
from resonance_env.games import DEFAULT_GAME, load_game

MAX_WIDTH = 100  # columns; longer lines are hard to read


@dataclass(frozen=True)
class Options:
    """What to look up.

    Attributes:
        query: The id of a rule, the prefix of a section, or words that all occur in a rule. Without it the sections are listed.
        game: The game.
    """

    query: Annotated[
        tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="[ID|SECTION|WORDS]", help_behavior_hint="")
    ] = ()
    game: str = DEFAULT_GAME


def run(options: Options) -> None:
    """Prints the rules that match.

    Raises:
        OptionError: there is no such game, its rules have no ids, or no rule fits.
    """
    page = parse_rules(load_game(options.game).rules_file().read_text(encoding="utf-8"))
    if not page.rules:
        raise OptionError(f"expected a game with rules that have ids, got {options.game!r}, whose page has none")
    width = min(shutil.get_terminal_size().columns, MAX_WIDTH)
    query = " ".join(options.query)
    print(format_rules(page.find(query), width) if query.strip() else format_sections(page, options.game))


def format_rules(rules: list[Rule], width: int) -> str:
    """Returns the rules as text, each id on its first line, wrapped at `width` columns."""
    return "\n".join(textwrap.fill(f"{rule.id}  {rule.text}", width, subsequent_indent="    ") for rule in rules)


def format_sections(page: RulesPage, game: str) -> str:
    """Returns a table of the sections: prefixes, title, number of rules."""
    rows = [(", ".join(section.prefixes), section.title, len(section.rules)) for section in page.sections]
    wide, title_wide = max(len(row[0]) for row in rows), max(len(row[1]) for row in rows)
    lines = [f"{prefixes:{wide}}  {title:{title_wide}}  {count:2} rules" for prefixes, title, count in rows]
    first = next(iter(page.rules.values()))
    command = "resonance rules" if game == DEFAULT_GAME else f"resonance rules --game {game}"
    return "\n".join(
        [*lines, "", f"`{command} {first.id}` prints a rule, `{first.prefix}` a section, words all rules that mention them."]
    )
