"""Random card sets that the loader accepts, to meet rules that the shipped sets never touch."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from resonance_env.games.resonance.cardsets.card_loader import SHIPPED, CardSetWarning
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import vocabulary as v
from tests.games.taste import Taste

TYPES = v.KIND_NAMES[: v.NUM_OBJECTS]
OBJECT_KINDS = v.KIND_NAMES[: v.NUM_OBJECTS + 1]


class _Maker(Taste):
    """A generator with the taste of one set: lopsided sets bring rare meetings of equal cards."""

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self.ops = [name for op, name in enumerate(v.OP_NAMES) if op != v.OP_SIGIL]
        self.types = list(TYPES)
        self.highest_value = v.MAX_ARTIFACT
        if self.chance(0.5):
            self.ops = [str(name) for name in rng.choice(self.ops, size=self.number(2, 4), replace=False)]
        if self.chance(0.3):
            self.types = [self.one_of(*TYPES)]
        if self.chance(0.3):
            self.highest_value = 1


def seats_of(players: int) -> int:
    """Returns how many witches sit at the table."""
    return 8 if players == 7 else players


def random_set(rng: np.random.Generator, name: str = "random") -> str:
    """Returns the text of a card-set file."""
    make = _Maker(rng)
    players = _players(make)
    seats = max(seats_of(count) for count in players)
    teams = max(count // 2 if count >= 6 else count for count in map(seats_of, players))
    moons = make.number(1, v.MAX_MOONS) if make.chance(0.2) else make.number(5, v.MAX_MOONS)
    lines = ["format = 1", f'name = "{name}"', f"players = {players}", "", "[box]", *_box(make, seats, moons)]
    for number in range(make.number(min(teams, v.MAX_DEMONS), v.MAX_DEMONS)):
        lines += ["", "[[demon]]", f'name = "Demon {number + 1}"', f"levels = {_levels(make, moons)}"]
    least = min(v.MAX_SPELL_CARDS, max(seats, 1 + max((count for count in players if count <= 5), default=0)))
    cards = make.number(least, v.MAX_SPELL_CARDS)
    for number in range(cards):
        lines += ["", "[[witch]]", f'name = "Witch {number + 1}"', "spells = ["]
        lines += [f"  [{', '.join(effects)}]," for effects in _spells(make)]
        lines += ["]"]
    return "\n".join(lines) + "\n"


def _players(make: _Maker) -> list[int]:
    """Any set of player counts; small ones often, so that boxes can be small."""
    highest = make.number(2, 8)
    chosen = [count for count in range(2, highest) if make.chance(0.5)]
    return [*chosen, highest]


def _box(make: _Maker, seats: int, moons: int) -> list[str]:
    def objects() -> str:
        spare = make.number(0, 2) if make.chance(0.3) else make.number(0, 30)
        return ", ".join(f"{name} = {min(v.MAX_PILE, seats + make.number(0, spare))}" for name in TYPES)

    rounds = make.number(1, 8) if make.chance(0.2) else make.number(moons, v.MAX_TRANSIENTS)
    types = [make.number(0, v.NUM_OBJECTS - 1) for _ in range(rounds)]
    transients = ", ".join(f"{name} = {types.count(t)}" for t, name in enumerate(TYPES))
    return [
        f"objects = {{ {objects()} }}",
        f"transients = {{ {transients} }}",
        f"artifacts = {make.number(seats, min(v.MAX_ARTIFACT, seats + 2) if make.chance(0.4) else v.MAX_ARTIFACT)}",
        f"incantations = {make.number(1, 4) if make.chance(0.2) else make.number(5, v.MAX_INCANTATION)}",
        f"moons = {moons}",
        f"full_moon = {make.number(1, moons)}",
    ]


def _levels(make: _Maker, moons: int) -> list[list[int]]:
    """Three multisets, low ones often, so that incantations come into play; nested or not, never smaller than the one below."""
    levels: list[list[int]] = []
    nested = make.chance(0.5)
    for level in range(v.NUM_LEVELS):
        least = max(1, sum(levels[-1]) if levels else 0)
        size = make.number(least, max(least, min(moons, 2 + 2 * level)))
        counts = list(levels[-1]) if nested and levels else [0] * v.NUM_OBJECTS
        while sum(counts) < size:
            counts[make.number(0, v.NUM_OBJECTS - 1)] += 1
        levels.append(counts)
    return levels


def _spells(make: _Maker) -> list[list[str]]:
    """Three spells of which one places a Sigil."""
    sigil = make.number(0, v.NUM_SPELLS - 1)
    return [_spell(make, with_sigil=spell == sigil) for spell in range(v.NUM_SPELLS)]


def _spell(make: _Maker, *, with_sigil: bool) -> list[str]:
    size = make.number(1, v.MAX_EFFECTS) if make.chance(0.4) else 1
    effects: list[str] = []
    special = with_sigil  # at most one Sigil or transform
    if with_sigil:
        effects.append(_effect(make, "sigil"))
    while len(effects) < size:
        op = make.one_of(*make.ops)
        if op.startswith("become"):
            if special:
                op = make.one_of("play", "remove", "draw")
            special = True
        effects.insert(make.number(0, len(effects)), _effect(make, op))
    return effects


def _effect(make: _Maker, op: str) -> str:
    """Returns one effect as an inline table."""
    fields: list[str] = [f'effect = "{op}"']
    count = f"count = {make.number(1, v.MAX_PER_EFFECT)}"
    up_to = ["up_to = true"] if make.chance(0.35) else []
    end = ['when = "end"'] if make.chance(0.4) else []
    if op == "become_artifact":
        fields += [f"value = {make.number(0, make.highest_value)}"]
    elif op == "become_object":
        fields += [f'kind = "{make.one_of(*make.types)}"', f"counts = {make.number(1, v.MAX_COUNT)}"]
    elif op == "play":
        fields += [f'kind = "{make.one_of(*OBJECT_KINDS)}"', count, f"counts = {make.number(1, v.MAX_COUNT)}", *up_to]
    elif op == "remove":
        fields += [f'kind = "{make.one_of(*OBJECT_KINDS, "artifact", "any", "any")}"', count, *up_to]
    elif op in ("change_demon", "change_spells"):
        who = make.one_of("self", "one")
        optional = ["if_she_likes = true"] if who == "self" and make.chance(0.5) else []
        fields += [f'who = "{who}"', *end, *optional]
    elif op == "draw":
        kind = make.one_of(*OBJECT_KINDS, "object", "artifact", "incantation", "incantation")
        fields += [f'kind = "{kind}"', count, *end, *(up_to if kind in OBJECT_KINDS else [])]
    elif op == "discard":
        kind = make.one_of(*OBJECT_KINDS, "object", "artifact", "incantation", "incantation")
        fields += [f'kind = "{kind}"', count, f'who = "{make.one_of("one", "all")}"', *end]
    return "{ " + ", ".join(fields) + " }"


@contextmanager
def random_card_set(number: int, folder: Path) -> Iterator[CardSet]:
    """Gives the random set of a seed, loaded from a file in a folder; within, warnings about sets are ignored."""
    path = folder / f"random_{number}.toml"
    path.write_text(random_set(np.random.default_rng(number)), encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CardSetWarning)
        yield SHIPPED.load(str(path))
