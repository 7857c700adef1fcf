"""Pages of rules: sections of numbered rules; every game keeps one beside its code.

The page is Markdown. A line `## Title` starts a section, a line `- R-LOCK-1 text` a rule, which indented lines continue. The
rest is prose of the section. The id of a rule is the prefix of the game (here `R`), that of its section and a number; all rules
of a page have one prefix.
"""

import re
from dataclasses import dataclass, field

from resonance_env.core.errors import OptionError
from resonance_env.core.suggest import nearest

_RULE = re.compile(r"- ([A-Z]+-[A-Z]+-\d+)\b\s*(.*)")
_SECTION = re.compile(r"## (.*?)\s*(?:\((?:[A-Z]+-[A-Z]+(?:, )?)+\))?")
_ID = re.compile(r"[A-Z]+-[A-Z]+-\d+")
_WORD = re.compile(r"[\w'-]+")


@dataclass(frozen=True)
class Rule:
    """One rule: its id, such as `R-LOCK-1`, and its text on one line."""

    id: str
    text: str

    @property
    def prefix(self) -> str:
        """The id without its number, such as `R-LOCK`."""
        return self.id.rpartition("-")[0]


@dataclass
class Section:
    """A titled group of rules; `prose` are its other paragraphs, as written."""

    title: str
    rules: list[Rule] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)

    @property
    def prefixes(self) -> list[str]:
        """The prefixes of the ids of its rules, in order."""
        return list(dict.fromkeys(rule.prefix for rule in self.rules))


@dataclass(frozen=True)
class RulesPage:
    """All sections of a page that hold rules, in order."""

    sections: tuple[Section, ...]

    @property
    def prefix(self) -> str:
        """The prefix of all ids, such as `R`; empty for a page without rules."""
        return next(iter(self.rules), "").partition("-")[0]

    @property
    def rules(self) -> dict[str, Rule]:
        """All rules by id, in order."""
        return {rule.id: rule for section in self.sections for rule in section.rules}

    def find(self, query: str) -> list[Rule]:
        """Returns the rules that match a query: an id, the prefix of a section, or words that all occur in a rule or its title.

        Case is ignored, and a word may be the beginning of a longer one.

        Raises:
            OptionError: no rule matches; names the nearest ids or words.
        """
        key = " ".join(query.split()).upper()
        if key in self.rules:
            return [self.rules[key]]
        prefixed = [rule for rule in self.rules.values() if rule.prefix == key]
        if prefixed:
            return prefixed
        if self.rules and (key.startswith(f"{self.prefix}-") or _ID.fullmatch(key)):
            known = [*self.rules, *dict.fromkeys(rule.prefix for rule in self.rules.values())]
            first = next(iter(self.rules))
            raise OptionError(f"expected the id of a rule or a section, such as {first}; got {query!r}{nearest(key, known)}")
        found = [rule for section in self.sections for rule in section.rules if _mentions(f"{section.title} {rule.text}", key)]
        if not found:
            words = {word.lower() for rule in self.rules.values() for word in _WORD.findall(rule.text)}
            raise OptionError(f"no rule mentions {query!r}{nearest(key.lower(), sorted(words))}")
        return found


def parse_rules(text: str) -> RulesPage:
    """Reads a page of rules.

    Raises:
        ValueError: an id occurs twice, or has another prefix than the first one.
    """
    sections = [Section("")]
    seen: set[str] = set()
    is_rule_open = False
    for line in text.splitlines():
        heading, item = _SECTION.fullmatch(line), _RULE.fullmatch(line)
        section = sections[-1]
        if heading:
            sections.append(Section(heading[1]))
        elif item:
            if item[1] in seen:
                raise ValueError(f"expected each rule once, got {item[1]} twice")
            if seen and item[1].partition("-")[0] != next(iter(seen)).partition("-")[0]:
                raise ValueError(f"expected ids with one prefix, got {next(iter(seen))} and {item[1]}")
            seen.add(item[1])
            section.rules.append(Rule(item[1], item[2]))
        elif is_rule_open and line.startswith("  "):
            rule = section.rules.pop()
            section.rules.append(Rule(rule.id, f"{rule.text} {line.strip()}"))
        elif line.strip():
            section.prose.append(line)
        is_rule_open = bool(item) or (is_rule_open and line.startswith("  "))
    return RulesPage(tuple(section for section in sections if section.rules))


def _mentions(text: str, words: str) -> bool:
    """Returns whether each of the words begins a word of the text."""
    found = [word.upper() for word in _WORD.findall(text)]
    return all(any(candidate.startswith(word) for candidate in found) for word in words.split())
