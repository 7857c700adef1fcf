"""Rewards that are played at an opportunity, and what they do (SY-REWARD-3, SY-REPLAY-2)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import actions as act, vocabulary as v
from resonance_env.games.syncro.rules.memory import note_open, note_pool_begins, note_pool_ends
from resonance_env.games.syncro.rules.seating import seat_after
from resonance_env.games.syncro.rules.spells import add_to_hand, begin_draw, empty_hand


@compiled
def play_reward(game, cards, seat, action):
    """SY-REWARD-3: the Reward is shown, takes effect and is discarded; its mage is at the same opportunity again."""
    reward = int(game["reward"][seat])
    effect, n = int(cards["reward_effect"][reward]), int(cards["reward_n"][reward])
    game["act_reward"][0, game["opportunity"]] = 1 + reward
    game["reward"][seat] = v.NOTHING
    game["reward_discard"][reward] += 1
    if effect == v.REWARD_DRAW:
        begin_draw(game, v.DRAW_ONE, n, seat)
    elif effect == v.REWARD_SHOW:
        for position in range(game["held"][seat]):
            note_open(game, seat, position)
    elif effect == v.REWARD_WEAKEN:
        game["weakened"][game["targets"][action - act.REWARD_ON]] += n
    elif effect == v.REWARD_CALM:
        game["calm"] = 1
    elif effect == v.REWARD_HOLD:
        game["hold"] = 1
    else:
        _begin_pool(game)


@inlined
def _begin_pool(game):
    """SY-REPLAY-2: all hands are pooled; they are dealt again, then each mage may draw one, then estimates follow."""
    note_pool_begins(game)
    game["pool_dealt"] = 0
    for seat in range(game["seats"]):
        game["pool_left"] += game["held"][seat]
        for position in range(game["held"][seat]):
            game["pool"][game["hand"][seat, position] - 1] += 1
        empty_hand(game, seat)
    begin_draw(game, v.DRAW_EACH, v.NO_LIMIT, v.NOTHING)
    game["estimate_due"] = 1


@inlined
def deal_from_pool(game, value):
    """The pending Spell of the pool goes to the next mage, the Leader first."""
    game["pool"][value - 1] -= 1
    game["pool_left"] -= 1
    add_to_hand(game, seat_after(game, int(game["pool_dealt"])), value)
    game["pool_dealt"] += 1
    if game["pool_left"] == 0:
        note_pool_ends(game)
