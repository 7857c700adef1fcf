"""Invariants of every position of any game whose games are records.

A check yields findings: what is wrong, and in which games (bool `[game]`).
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from resonance_env.core.compiled_variant import CompiledVariant
from resonance_env.core.errors import IllegalActionError
from resonance_env.core.layout import ObservationKind

Finding = tuple[str, np.ndarray]

WAIT = 0  # the code of waiting in every game


def found(findings: Iterable[Finding]) -> set[str]:
    """Returns what is wrong in some game."""
    return {what for what, wrong in findings if wrong.any()}


def in_any(entries: np.ndarray) -> np.ndarray:
    """Returns for each game whether any of its entries is True: bool `[game]`."""
    found: np.ndarray = np.any(entries, axis=tuple(range(1, entries.ndim)))
    return found


def records(games: np.ndarray) -> np.ndarray:
    """Returns the bytes of each game: uint8 `[game, itemsize]`."""
    return np.frombuffer(games.tobytes(), dtype=np.uint8).reshape(len(games), games.itemsize)


def wrong_masks(is_over: np.ndarray, asked: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
    """A seat is asked unless the game is over; a mask is never all zero; a seat that is asked has a choice.

    Args:
        is_over: bool `[game]`.
        asked: bool `[game, seat]`.
        legal: int8 `[game, seat, action]`.
    """
    options = legal.sum(axis=2, dtype=np.int16)
    yield "nobody is asked, or somebody after the end", asked.any(axis=1) == is_over
    yield "a mask is all zero", in_any(options == 0)
    yield "a mask holds other numbers than 0 and 1", in_any((legal != 0) & (legal != 1))
    yield "who is not asked may do more than wait", in_any(~asked & ((options != 1) | (legal[:, :, WAIT] != 1)))
    yield "who is asked may wait", in_any(asked & (legal[:, :, WAIT] != 0))
    yield "who is asked has no choice", in_any(asked & (options < 2))


def foreign_actions(asked: np.ndarray, legal: np.ndarray, allowed: np.ndarray) -> Iterator[Finding]:
    """Actions that are legal but do not belong to the question; `allowed` is bool `[game, action]`."""
    yield "an action of another phase is legal", in_any(asked & ((legal != 0) & ~allowed[:, None, :]).any(axis=2))


def wrong_payoffs(variant: CompiledVariant, games: np.ndarray, wins: np.ndarray) -> Iterator[Finding]:
    """Checks payoffs and winners against bool `[game, seat]`: who has won, nobody before the end and in a draw."""
    losing = -1.0 / max(variant.teams)
    expected = np.where(wins, 1.0, losing) * in_any(wins)[:, None]
    wrong = np.abs(variant.payoff(games) - expected) > 1e-6
    yield "other payoffs than the winner's 1 against all others' shares", in_any(wrong)
    yield "winners are others than who won", in_any(variant.winners(games) != wins)


def changed(before: np.ndarray, after: np.ndarray, fields: tuple[str, ...]) -> Iterator[Finding]:
    """What no step may change."""
    for name in fields:
        yield f"{name} changed", in_any(after[name] != before[name])


def changed_after_the_end(is_over: np.ndarray, before: np.ndarray, after: np.ndarray) -> Iterator[Finding]:
    """What was over before the step stays as it is."""
    yield "a finished game changed", is_over & in_any(records(before) != records(after))


def playable(variant: CompiledVariant, games: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
    """Somebody is asked unless the game is over, and can answer; legal is int8 `[game, seat, action]`."""
    asked = variant.acting(games)
    yield "nobody is asked, or somebody after the end", asked.any(axis=1) == variant.done(games)
    yield "a mask is all zero", in_any(legal.sum(axis=2, dtype=np.int16) == 0)
    yield "who is asked may wait", in_any(asked & (legal[:, :, WAIT] != 0))


def out_of_range(
    variant: CompiledVariant, games: np.ndarray, kinds: Sequence[ObservationKind] = ("recall",)
) -> Iterator[Finding]:
    """Observations lie within what their layouts say; an int8 that has wrapped around is a large uint8."""
    for kind in kinds:
        seen = variant.observe(games, kind).view(np.uint8)
        yield f"an observation ({kind}) out of range", in_any(seen > variant.layout(kind).high.view(np.uint8))


def state_out_of_range(variant: CompiledVariant, games: np.ndarray) -> Iterator[Finding]:
    """States lie within what their layout says."""
    states = variant.state(games).view(np.uint8)
    yield "a state out of range", in_any(states > variant.state_layout.high.view(np.uint8))


def check_verify(variant: CompiledVariant, games: np.ndarray, index: int, legal: np.ndarray, rng: np.random.Generator) -> None:
    """Checks the mask `[seat, action]` of one game action by action.

    The reason behind `verify` is asked for every action, `verify` itself for all legal ones and for two others of each seat:
    its message holds the position, which takes its time.

    Raises:
        AssertionError: says where they differ.
    """
    for seat in range(variant.num_seats):
        reasons = [variant.loops.reason(games, index, variant.cards, seat, action) for action in range(variant.num_actions)]
        assert [reason == 0 for reason in reasons] == (legal[seat] != 0).tolist(), f"mask and reasons differ for seat {seat}"
        illegal = np.flatnonzero(legal[seat] == 0)
        for action in (*np.flatnonzero(legal[seat]), *rng.choice(illegal, size=2, replace=False)):
            try:
                variant.verify(games, index, seat, int(action))
                is_legal = True
            except IllegalActionError:
                is_legal = False
            assert is_legal == bool(legal[seat, action]), f"mask and verify differ for seat {seat}, action {action}"
