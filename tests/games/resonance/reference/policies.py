"""Policies that drive games into corners of the rules; they read the reference's table, which hides nothing."""

from collections.abc import Callable, Mapping

import numpy as np

from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from tests.games.resonance.reference.game import Reference

Policy = Callable[[Reference, int, np.random.Generator], int]

PAIR_CODES = range(act.DRAW_PAIR, act.DRAW_PAIR + act.NUM_PAIRS)
OBJECT_CODES = range(act.PLAY_OBJECT, act.PLAY_OBJECT + len(v.OBJECTS))
INCANTATION_CODES = range(act.PLAY_INCANTATION, act.DRAW_PAIR)


def _pick(options: set[int], rng: np.random.Generator) -> int:
    codes = sorted(options)
    return codes[int(rng.integers(len(codes)))]


def uniform(game: Reference, seat: int, rng: np.random.Generator) -> int:
    """Any legal action."""
    return _pick(game.legal(seat), rng)


def _prefer(*wishes: range | set[int]) -> Policy:
    """Returns a policy that takes an action of the first wish that is legal, and now and then anything."""

    def policy(game: Reference, seat: int, rng: np.random.Generator) -> int:
        options = game.legal(seat)
        if rng.random() > 0.1:
            for wish in wishes:
                if options & set(wish):
                    return _pick(options & set(wish), rng)
        return _pick(options, rng)

    return policy


def hoard(game: Reference, seat: int, rng: np.random.Generator) -> int:
    """Empties the fullest pile first, so that pairs and races for the last cards come up, and never plays an object."""
    options = game.legal(seat)
    pairs = sorted(options & set(PAIR_CODES))
    if pairs and rng.random() < 0.6:
        return max(pairs, key=lambda code: sum(game.table.object_pile[t] for t in act.PAIRS[code - act.DRAW_PAIR]))
    return _pick(options - set(OBJECT_CODES) - {act.STOP} or options, rng)


def rush(game: Reference, seat: int, rng: np.random.Generator) -> int:
    """Plays the objects that the next level still lacks, to reach levels, incantations and the last level."""
    table = game.table
    options = game.legal(seat)
    team = table.witches[seat].team
    needed = table.box.demons[team.demon][team.level]
    lying = [sum(1 for card in table.moons if card is not None and card.type == t) for t in v.OBJECTS]
    lacking = {first + t for t in v.OBJECTS if needed[t] > lying[t] for first in (act.PLAY_OBJECT, act.CHOOSE_TYPE)}
    if options & lacking and rng.random() < 0.8:
        return _pick(options & lacking, rng)
    return _pick(options & set(INCANTATION_CODES) or options, rng)


def seal(game: Reference, seat: int, rng: np.random.Generator) -> int:
    """Casts Sigils whenever it can, so that nearly everybody is sealed when the month ends."""
    table = game.table
    options = game.legal(seat)
    if rng.random() < 0.1:
        return _pick(options, rng)
    card = table.box.spell_cards[table.witches[seat].spells] if table.witches[seat].spells >= 0 else []
    sigils = {act.CAST_SPELL + k for k, spell in enumerate(card) if any(effect.op == v.OP_SIGIL for effect in spell)}
    high = {
        act.AIM + (other - seat) % table.num_seats - 1
        for other in table.opponents(seat)
        if table.witches[other].high and table.witches[other].sigil == v.NO_INCANTATION
    }
    for wish in (set(INCANTATION_CODES), sigils, high, {act.DRAW_ARTIFACT}):
        if options & wish:
            return _pick(options & wish, rng)
    return _pick(options - {act.BREAK_SIGIL} or options, rng)


POLICIES: Mapping[str, Policy] = {
    "uniform": uniform,
    "cast": _prefer(INCANTATION_CODES),
    "objects": _prefer(OBJECT_CODES),
    "trade": _prefer({act.TRADE_DEMON}, PAIR_CODES),
    "artifacts": _prefer(range(act.PLAY_ARTIFACT, act.PLAY_INCANTATION), {act.DRAW_ARTIFACT}),
    "break": _prefer({act.BREAK_SIGIL}, INCANTATION_CODES, OBJECT_CODES),
    "stop": _prefer({act.STOP}),
    "hoard": hoard,
    "rush": rush,
    "seal": seal,
}
