"""Random games on the compiled rules, with all kinds of options and sets, for tests of what seats see."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from resonance_env.games.summon_demons.rules import vocabulary as v
from tests.games.summon_demons import kernels
from tests.games.summon_demons.reference.compare import random_options
from tests.games.summon_demons.reference.random_sets import random_set
from tests.games.summon_demons.reference.sets import read_set
from tests.games.summon_demons.set_files import shipped_text


@dataclass(frozen=True)
class Source:
    """A card set, by its name or path, and its text."""

    name: str
    text: str

    def random_variant(self, rng: np.random.Generator) -> tuple[int, dict[str, Any]]:
        """Returns a number of players and options, without explicit chance."""
        players, options = random_options(read_set(self.text), rng)
        options.pop("explicit_chance", None)
        return players, options


def source_of(name: str) -> Source:
    """Returns a set by the name of a shipped one or the path of a file."""
    path = Path(name)
    return Source(name, path.read_text(encoding="utf-8") if path.suffix else shipped_text(name))


def sources(folder: Path, random_sets: int) -> list[Source]:
    """Returns the shipped sets and some random ones, whose files are written to a folder."""
    found = [source_of(name) for name in ("standard", "mini")]
    for number in range(random_sets):
        text = random_set(np.random.default_rng(number))
        path = folder / f"set_{number}.toml"
        path.write_text(text, encoding="utf-8")
        found.append(source_of(str(path)))
    return found


def questions(games: np.ndarray, cards: str, rng: np.random.Generator) -> Iterator[list[int]]:
    """Plays a game at random and yields the legal answers at each question, before one is given."""
    while games[0]["phase"] != v.PHASE_OVER:
        legal = kernels.legal_codes(games)
        yield legal
        kernels.say(games, int(rng.choice(legal)), cards)
