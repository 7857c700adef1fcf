"""Setting up a try (SY-SET), and the first moment of a turn."""

from resonance_env.core.bitset import count_bits
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.horde import find_targets, fogs_in_pile, num_laid
from resonance_env.games.syncro.rules.memory import forget_mixed
from resonance_env.games.syncro.rules.spells import begin_draw


@compiled
def begin_try(game, cards):
    """SY-SET-3, 4: all cards are gathered, and dealing begins."""
    level = int(game["level"])
    game["plan"] = (level - 1) * v.PLANS_OF_LEVEL + int(game["seats"]) - v.MIN_SEATS
    game["turn"] = 1
    game["turns"] += 1
    game["beaten"] = 0
    game["ending"] = v.ENDING_NONE
    for event in range(len(v.EVENT_NAMES)):
        game["events"][event] = 0
    _gather_spells(game, cards, level)
    _gather_fogs(game, cards)
    _clear_horde(game, cards)
    for monster in range(v.MAX_MONSTERS):
        game["monsters_left"][monster] = cards["monsters"][game["replay"], level - 1, monster]
    _forget_last_try(game)
    begin_draw(game, v.DRAW_ALL, v.NO_LIMIT, v.NOTHING)
    game["stage"] = v.STAGE_LAY


@inlined
def _gather_spells(game, cards, level):
    """SY-SET-3: all Spells of the level but those kept in hand."""
    size = 0
    for value in range(v.MAX_VALUE):
        game["pile"][value] = cards["spells"][level - 1, value]
        game["discard"][value] = 0
        size += int(cards["spells"][level - 1, value])
    for seat in range(game["seats"]):
        for position in range(game["held"][seat]):
            game["pile"][game["hand"][seat, position] - 1] -= 1
            size -= 1
    game["pile_size"] = size


@inlined
def _gather_fogs(game, cards):
    """SY-FOG-2, SY-FOG-3: permanent curses are discarded, and the discard is shuffled in if the pile is too small."""
    game["in_horde"] = 0  # what lay there belongs to the pile again
    for fog in range(v.MAX_FOGS):
        game["fog_discard"][fog] += game["curses"][fog]
        game["curses"][fog] = 0
    if fogs_in_pile(game, cards) < count_bits(int(cards["fog_places"][game["plan"]])):
        for fog in range(v.MAX_FOGS):
            game["fogs_left"][fog] += game["fog_discard"][fog]
            game["fog_discard"][fog] = 0


@inlined
def _clear_horde(game, cards):
    """SY-LIEU-4, 5: nothing lies there; in a retry the Lieutenants seen before will lie in their places again."""
    plan = int(game["plan"])
    game["face_up"] = 0
    game["bearing"] = 0
    for place in range(v.MAX_PLACES):
        game["foe"][place] = v.NOTHING
        game["weakened"][place] = 0
        for value in range(v.MAX_VALUE):
            game["spells"][place, value] = 0
            game["absorbed"][place, value] = 0
        if game["tries"] == 0:
            game["lieutenant"][place] = v.NOTHING
        elif game["lieutenant"][place] != v.NOTHING:
            game["box"] &= ~(1 << int(game["lieutenant"][place]))
    if game["tries"] == 0 and count_bits(int(game["lieutenants_left"])) < cards["lieutenant_places"][plan]:
        game["lieutenants_left"] |= int(game["box"])
        game["box"] = 0


@inlined
def _forget_last_try(game):
    """SY-EST-5, SY-NEXT-3, SY-MEM-6: nothing of an earlier try stands, but what is known of kept Spells."""
    game["calm"] = 0
    game["hold"] = 0
    game["resolved"] = 0
    game["resolving"] = v.NOTHING
    game["to_pay"] = 0
    game["opportunity"] = 0
    for seat in range(v.MAX_SEATS):
        game["estimate"][seat] = v.NO_ESTIMATE
        game["earlier_estimates"][seat, 0] = v.NO_ESTIMATE
        game["earlier_estimates"][seat, 1] = v.NO_ESTIMATE
        game["sum"][seat] = 0
    forget_mixed(game)
    begin_record(game)
    begin_record(game)  # the last turn of this try is none, either


@compiled
def begin_record(game):
    """What was done and seen this turn becomes that of the last turn, and nothing has been done yet (SY-OBS)."""
    for opportunity in range(v.MAX_OPPORTUNITIES):
        _shift(game["acts"], opportunity)
        _shift(game["act_position"], opportunity)
        _shift(game["act_place"], opportunity)
        _shift(game["act_value"], opportunity)
        _shift(game["act_is_up"], opportunity)
        _shift(game["act_reward"], opportunity)
        game["act_marks"][opportunity] = 0
    for seat in range(v.MAX_SEATS):
        _shift(game["drawn"], seat)
        for value in range(v.MAX_VALUE):
            game["paid"][1, seat, value] = game["paid"][0, seat, value]
            game["paid"][0, seat, value] = 0
            game["lost"][1, seat, value] = game["lost"][0, seat, value]
            game["lost"][0, seat, value] = 0
    for fog in range(v.MAX_FOGS):
        _shift(game["fogs"], fog)


@inlined
def _shift(record, index):
    """What a record `[when, index]` has for this turn becomes that of the last turn."""
    record[1, index] = record[0, index]
    record[0, index] = 0


@inlined
def lay_next(game, cards):
    """SY-SET-5, SY-CHANCE-5: cards are laid up to the next Monster face up; after the last one come Rewards, if due."""
    plan = int(game["plan"])
    for place in range(num_laid(game, cards), cards["places"][plan]):
        game["in_horde"] |= 1 << place
        if (int(cards["face_up"][plan]) >> place) & 1:
            game["revealing"] = place
            game["event"] = v.EVENT_MONSTER
            return
    game["rewards_due"] = _rewards_at_setup(game, cards)
    game["stage"] = v.STAGE_READY


@inlined
def _rewards_at_setup(game, cards):
    """Returns how many mages draw a Reward now (SY-REWARD-6)."""
    level, first = int(game["level"]), int(cards["reward_level"])
    if first == 0 or level < first:
        return 0
    if game["tries"] == 0 and level != first and level != game["first_level"] and not game["saves"]:
        return 0
    count = 0
    for seat in range(game["seats"]):
        if game["reward"][seat] == v.NOTHING:
            count += 1
    return count


@inlined
def begin_play(game, cards):
    """The set-up is done: estimates, then the first turn (SY-SET-1)."""
    game["estimate_due"] = 1
    find_targets(game, cards)
    game["stage"] = v.STAGE_TURN
