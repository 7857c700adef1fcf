"""Drawing Spells and Rewards, and what mages say of their hands (SY-DRAW, SY-REWARD-4, SY-EST, SY-SUM)."""

from collections.abc import Generator
from typing import Any, TypeAlias

from tests.games.stepping import Answer, Steps
from tests.games.syncro.reference import codes, memory
from tests.games.syncro.reference.running_game import RunningGame
from tests.games.syncro.reference.table import HordeCard, Spell, no_values

Flag: TypeAlias = Generator[None, Any, bool]


def deal(game: RunningGame) -> Steps:
    """Fills every hand (SY-SET-3)."""
    yield from draw_in_turn(game, game.table.terms.limit * game.table.terms.num_seats)


def draw_in_turn(game: RunningGame, number: int) -> Answer:
    """The mages draw Spells one by one, the Leader first, round and round; returns how many were drawn (SY-DRAW-1)."""
    return (yield from _draw(game, game.table.clockwise(), number))


def draw_for(game: RunningGame, seat: int, number: int) -> Answer:
    """One mage draws Spells; returns how many."""
    return (yield from _draw(game, [seat], number))


def draw_one_each(game: RunningGame) -> Answer:
    """After a pool each mage below her limit draws one Spell, the Leader first (SY-REPLAY-2)."""
    order = [seat for seat in game.table.clockwise() if _has_room(game, seat)]
    return (yield from _draw(game, order, len(order)))


def _has_room(game: RunningGame, seat: int) -> bool:
    """SY-DRAW-3."""
    return len(game.table.mages[seat].hand) < game.table.terms.limit


def _draw(game: RunningGame, order: list[int], number: int) -> Answer:
    drawn = 0
    while drawn < number and any(_has_room(game, seat) for seat in order):  # SY-DRAW-2
        for seat in order:
            if drawn < number and _has_room(game, seat):
                there_was_one = yield from _take(game, seat, is_first=drawn == 0)
                if not there_was_one:
                    return drawn
                drawn += 1
    return drawn


def _take(game: RunningGame, seat: int, *, is_first: bool) -> Flag:
    """A mage takes a Spell from the pile; returns whether there was one (SY-DRAW-4)."""
    table = game.table
    if not any(table.pile):
        if not any(table.discard):
            return False
        table.pile, table.discard = table.discard, no_values()
        memory.new_pile(table)
    value = yield from game.event_outcome(codes.SPELL, table.pile)
    table.pile[value] -= 1
    table.draws += is_first  # a draw is one event, however many cards it concerns (SY-EST-3)
    memory.forget_sum(table, seat)
    table.mages[seat].hand.append(Spell(value, table.draws))
    table.turn.drawn[seat] += 1
    return True


def pool_hands(game: RunningGame) -> Steps:
    """All hands are shuffled together and dealt out again, then each mage draws (SY-REPLAY-2)."""
    table = game.table
    known = memory.known_before_pool(table)
    for seat in table.with_spells():
        memory.forget_sum(table, seat)
    pool = no_values()
    for mage in table.mages:
        for spell in mage.hand:
            pool[spell.value] += 1
        mage.hand = []
    while any(pool):
        for seat in table.clockwise():
            if any(pool):
                value = yield from game.event_outcome(codes.POOL, pool)
                pool[value] -= 1
                memory.forget_sum(table, seat)
                table.mages[seat].hand.append(Spell(value, table.draws))
    memory.pooled(table, known)
    yield from draw_one_each(game)
    for mage in table.mages:
        for spell in mage.hand:
            spell.drawn_at = table.draws  # SY-MEM-7


def draw_reward(game: RunningGame) -> Steps:
    """The Leader draws a Reward, or the next mage without one (SY-REWARD-4)."""
    table = game.table
    without = [seat for seat in table.clockwise() if table.mages[seat].reward is None]
    if not without:
        return
    if not any(table.rewards):  # SY-REWARD-5
        table.rewards, table.reward_discard = table.reward_discard, table.rewards
    if any(table.rewards):
        kind = yield from game.event_outcome(codes.REWARD, table.rewards)
        table.rewards[kind] -= 1
        table.mages[without[0]].reward = kind


def draw_first_rewards(game: RunningGame) -> Steps:
    """Each mage without a Reward draws one (SY-REWARD-6)."""
    for _ in [mage for mage in game.table.mages if mage.reward is None]:
        yield from draw_reward(game)


def tell_hands(game: RunningGame, mushroom: HordeCard | None = None) -> Steps:
    """All mages with Spells estimate or speak (SY-EST-1, SY-EST-2, SY-SUM-1), perhaps after a Mushroom's draw."""
    table = game.table
    asked = table.with_spells()
    if not asked or not table.terms.estimates or table.cursed("mute"):
        return
    if not table.speaks_sums:
        table.resolving = mushroom
        answers = yield from game.ask("ESTIMATE", dict.fromkeys(asked, codes.ESTIMATES))
        table.resolving = None
    for seat, mage in enumerate(table.mages):
        mage.estimate, mage.sum, mage.spent = None, 0, no_values()  # SY-EST-5
        if seat not in asked:
            continue
        if table.speaks_sums:
            memory.sum_spoken(table, seat)
        else:
            mage.estimate = codes.ESTIMATES.index(answers[seat])
            mage.estimates.append(mage.estimate)
