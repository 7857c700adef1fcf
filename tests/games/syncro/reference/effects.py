"""What Rewards and Fog do (SY-REWARD, SY-FOG, SY-REPLAY)."""

from collections.abc import Callable

from tests.games.stepping import Steps
from tests.games.syncro.reference import codes, drawing, memory
from tests.games.syncro.reference.running_game import RunningGame
from tests.games.syncro.reference.sets import EffectCard
from tests.games.syncro.reference.table import HordeCard


def play_reward(game: RunningGame, seat: int, target: HordeCard | None) -> Steps:
    """A mage plays her Reward (SY-REWARD-3)."""
    table = game.table
    kind = table.mages[seat].reward
    assert kind is not None
    table.mages[seat].reward = None
    table.reward_discard[kind] += 1
    table.turn.acts[table.opportunity].reward = kind
    card = table.card_set.rewards[kind]
    if card.effect == "draw":
        drawn = yield from drawing.draw_for(game, seat, card.n)
        if drawn:
            yield from drawing.tell_hands(game)
    elif card.effect == "show":
        for spell in table.mages[seat].hand:
            memory.laid_open(table, spell)
    elif card.effect == "weaken":
        assert target is not None
        target.weakened += card.n
    elif card.effect == "calm":
        table.calm = True
    elif card.effect == "hold":
        table.hold = True
    else:
        yield from drawing.pool_hands(game)
        yield from drawing.tell_hands(game)


def reveal_fog(game: RunningGame, place: HordeCard | None) -> Steps:
    """A Fog is revealed, in the Horde or from the pile, leaves and acts (SY-FOG-2)."""
    table = game.table
    kind = yield from game.event_outcome(codes.FOG, table.fogs)
    table.fogs[kind] -= 1
    if place is not None:
        place.there = False
    table.turn.fogs[kind] += 1
    card = table.card_set.fogs[kind]
    if card.effect in ("force", "costly", "mute"):
        table.curses.append(kind)
        return
    table.fog_discard[kind] += 1
    yield from _FOGS[card.effect](game, card)


def _draw(game: RunningGame, card: EffectCard) -> Steps:
    drawn = yield from drawing.draw_in_turn(game, card.n)
    if drawn:
        yield from drawing.tell_hands(game)


def _reward(game: RunningGame, card: EffectCard) -> Steps:
    for _ in range(card.n):
        yield from drawing.draw_reward(game)


def _lift(game: RunningGame, _: EffectCard) -> Steps:
    lift_curses(game)
    yield from ()


def lift_curses(game: RunningGame) -> None:
    """All permanent curses go to the discard, by a Fog or at the end of a try."""
    table = game.table
    for kind in table.curses:
        table.fog_discard[kind] += 1
    table.curses = []


def _lose(game: RunningGame, card: EffectCard) -> Steps:
    table = game.table
    for seat in table.clockwise():
        mage = table.mages[seat]
        lost, mage.hand = mage.hand[: card.n], mage.hand[card.n :]
        for spell in lost:
            memory.seen(table, seat, spell)
            table.discard[spell.value] += 1
            table.turn.lost[seat][spell.value] += 1
    yield from ()


def _pass_left(game: RunningGame, _: EffectCard) -> Steps:
    """SY-REPLAY-3."""
    mages = game.table.mages
    hands = [(mage.hand, mage.sum_left) for mage in mages]
    for giver, (hand, sum_left) in enumerate(hands):
        taker = (giver + 1) % len(mages)
        mages[taker].hand, mages[taker].sum_left = hand, sum_left
        for spell in hand:
            memory.given(game.table, giver, taker, spell)
    yield from ()


_FOGS: dict[str, Callable[[RunningGame, EffectCard], Steps]] = {
    "draw": _draw,
    "reward": _reward,
    "lift": _lift,
    "lose": _lose,
    "pass_left": _pass_left,
}
