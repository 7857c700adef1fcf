"""The chance events of a game: their outcomes and weights, and the keyed draw (SY-CHANCE)."""

from resonance_env.core.chance import draw
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import vocabulary as v


@compiled
def outcome_weight(game, outcome):
    """Returns how many cards of the source of the pending event have an outcome code; 0 if it cannot come."""
    event = int(game["event"])
    if outcome < 0:
        return 0
    if event == v.EVENT_SPELL or event == v.EVENT_POOL:
        if outcome < 1 or outcome > v.MAX_VALUE:
            return 0
        return int(game["pile"][outcome - 1]) if event == v.EVENT_SPELL else int(game["pool"][outcome - 1])
    if event == v.EVENT_MONSTER:
        return int(game["monsters_left"][outcome]) if outcome < v.MAX_MONSTERS else 0
    if event == v.EVENT_FOG:
        return int(game["fogs_left"][outcome]) if outcome < v.MAX_FOGS else 0
    if event == v.EVENT_LIEUTENANT:
        return (int(game["lieutenants_left"]) >> outcome) & 1 if outcome < v.MAX_LIEUTENANTS else 0
    return int(game["reward_pile"][outcome]) if outcome < v.MAX_REWARDS else 0


@inlined
def last_outcome(game):
    """Returns the greatest code that the pending event may have."""
    event = int(game["event"])
    if event == v.EVENT_SPELL or event == v.EVENT_POOL:
        return v.MAX_VALUE
    return v.MAX_OUTCOMES - 1


@compiled
def total_weight(game):
    """Returns the number of cards in the source of the pending event: `total` of SY-CHANCE-1."""
    if game["event"] == v.EVENT_SPELL:
        return int(game["pile_size"])
    if game["event"] == v.EVENT_POOL:
        return int(game["pool_left"])
    total = 0
    for outcome in range(v.MAX_OUTCOMES):
        total += outcome_weight(game, outcome)
    return total


@compiled
def sampled_outcome(game):
    """Returns the outcome of the pending event under the game's seed (SY-CHANCE-1, 2)."""
    event = int(game["event"])
    number = (v.TRIES_OF_LEVEL * int(game["level"]) + int(game["tries"])) * v.EVENTS_IN_TRY + int(game["events"][event])
    pick = draw(game["seed"][0], game["seed"][1], event, number, total_weight(game))
    outcome = 0
    while True:
        pick -= outcome_weight(game, outcome)
        if pick < 0:
            return outcome
        outcome += 1
