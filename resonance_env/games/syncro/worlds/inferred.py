"""Finds open cards that a row shows only by what they do: names of foes, absorbed Spells, curses and discards.

Where several cards would do, one answer that fits is taken: foes with the same kind and force play alike, and so do curses with
the same sum. A weakening that goes below a force of 1 counts as the least that does so; no foe is resolved in that turn after
its force can change again.
"""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.horde import force_of, value_absorbed
from resonance_env.games.syncro.sight import row_places as places
from resonance_env.games.syncro.sight.observation_table import MAX_CURSE

_MOST_STEPS = 100_000  # of a search for absorbed Spells; a few hundred are enough in games
_NO_CURSES = MAX_CURSE + 1


@compiled
def infer_open(row, cards, game):
    """Completes what `read_open` has read; returns whether the row can be that of a game."""
    if not (_stands(cards, game) and _name_foes(row, cards, game) and _find_curses(row, cards, game)):
        return False
    if not (_find_rewards(row, cards, game) and _find_absorbed(row, cards, game)):
        return False
    _find_weakening(row, cards, game)
    return True


@inlined
def _stands(cards, game):
    """Returns whether every card of the Horde still has the cards that it lies on, and Fog and what has left is not face up."""
    plan, in_horde = int(game["plan"]), int(game["in_horde"])
    if int(game["face_up"]) & ~(in_horde & ~int(cards["fog_places"][plan])):
        return False
    for place in range(cards["places"][plan]):
        if not (in_horde >> place) & 1 and int(cards["covered_by"][plan, place]) & in_horde:
            return False
    return True


@inlined
def _name_foes(row, cards, game):
    """Finds which foe lies or lay at each place, and how many were beaten; the box has the beaten Lieutenants (SY-LIEU-4)."""
    plan, level = int(game["plan"]), int(game["level"]) - 1
    face_down = int(game["in_horde"]) & ~int(game["face_up"])
    in_box = int(cards["lieutenants"]) & ~int(game["lieutenants_left"])
    for place in range(cards["places"][plan]):
        back = int(cards["back"][plan, place])
        is_down = (face_down >> place) & 1
        is_there = (int(game["in_horde"]) >> place) & 1
        if not is_there and back != v.BACK_FOG:
            game["beaten"] += 1
        if back == v.BACK_LIEUTENANT and game["lieutenant"][place] != v.NOTHING:
            if is_there:
                in_box &= ~(1 << int(game["lieutenant"][place]))
            if not is_down:
                game["foe"][place] = v.FIRST_LIEUTENANT + game["lieutenant"][place]
        elif back == v.BACK_BOSS and not is_down:
            game["foe"][place] = v.BOSS
        elif back == v.BACK_CERBERUS and not is_down:
            game["foe"][place] = v.CERBERUS
        elif back == v.BACK_MONSTER and is_there and not is_down:
            game["foe"][place] = _monster_like(row, cards, game, place)
        if (int(game["face_up"]) >> place) & 1 and game["foe"][place] == v.NOTHING:
            return False
    game["box"] = in_box
    return _name_beaten(cards, game, plan, level)


@inlined
def _monster_like(row, cards, game, place):
    """Returns a Monster that was seen, with the kind and force that a place shows and not yet at another place; or NOTHING."""
    level, start = int(game["level"]) - 1, places.PLACES_START + place * places.PLACE_SIZE
    rules = v.RULES_MUSHROOM * int(row[start + places.AT_MUSHROOM]) + v.RULES_GOLEM * int(row[start + places.AT_GOLEM])
    rules += v.RULES_DRAGON * int(row[start + places.AT_DRAGON])
    for monster in range(v.MAX_MONSTERS):
        if cards["force"][level, monster] == row[start + places.AT_PRINTED] and cards["rules"][level, monster] == rules:
            if _num_unplaced(cards, game, monster) > 0:
                return monster
    return v.NOTHING


@inlined
def _num_unplaced(cards, game, monster):
    """Returns how many cards of a Monster were seen in this try and lie at no place that has been named."""
    count = int(cards["monsters"][game["replay"], int(game["level"]) - 1, monster]) - int(game["monsters_left"][monster])
    for place in range(v.MAX_PLACES):
        count -= game["foe"][place] == monster
    return count


@inlined
def _name_beaten(cards, game, plan, level):
    """The other Monsters that were seen are the beaten ones; returns whether there are as many as places."""
    place = 0
    for monster in range(v.MAX_MONSTERS):
        for _ in range(_num_unplaced(cards, game, monster)):
            while place < v.MAX_PLACES and not _is_beaten_monster(cards, game, plan, place):
                place += 1
            if place == v.MAX_PLACES:
                return False
            game["foe"][place] = monster
    for rest in range(place, cards["places"][plan]):
        if _is_beaten_monster(cards, game, plan, rest):
            return False
    return True


@inlined
def _is_beaten_monster(cards, game, plan, place):
    """Returns whether a Monster without a name has left a place."""
    if place >= cards["places"][plan] or (int(game["in_horde"]) >> place) & 1 or game["foe"][place] != v.NOTHING:
        return False
    return cards["back"][plan, place] == v.BACK_MONSTER


@inlined
def _find_curses(row, cards, game):
    """Finds permanent curses that add up to what the row shows; other Fog that was seen is in the discard."""
    for fog in range(v.MAX_FOGS):
        game["fog_discard"][fog] = cards["fogs"][game["replay"], fog] - game["fogs_left"][fog]
        if game["fog_discard"][fog] < 0:
            return False
    return (
        _find_curses_with(row[places.PUBLIC_START + places.AT_CURSE_FORCE], v.FOG_FORCE, cards, game)
        and _find_curses_with(row[places.PUBLIC_START + places.AT_CURSE_COSTLY], v.FOG_COSTLY, cards, game)
        and _find_curses_with(row[places.PUBLIC_START + places.AT_CURSE_MUTE], v.FOG_MUTE, cards, game)
    )


@compiled
def _find_curses_with(shown, effect, cards, game):
    """Moves Fog of an effect from the discard to the curses until they add up to what is shown.

    Curse by curse: the most of it with which later ones can make up the rest.
    """
    rest = int(shown)
    for fog in range(v.MAX_FOGS):
        if cards["fog_effect"][fog] != effect:
            continue
        n, count = max(1, int(cards["fog_n"][fog])), int(game["fog_discard"][fog])
        while count > 0 and not (count * n <= rest and _can_make_up(rest - count * n, effect, cards, game, fog + 1)):
            count -= 1
        game["curses"][fog] = count
        game["fog_discard"][fog] -= count
        rest -= count * n
    return rest == 0


@inlined
def _can_make_up(rest, effect, cards, game, first):
    """Returns whether Fog from `first` on can make up the rest: sums that it reaches as a bit set."""
    sums = 1
    for fog in range(first, v.MAX_FOGS):
        if cards["fog_effect"][fog] == effect:
            n = max(1, int(cards["fog_n"][fog]))
            for _ in range(game["fog_discard"][fog]):
                sums |= (sums << n) & ((1 << _NO_CURSES) - 1)
    return (sums >> rest) & 1 == 1


@inlined
def _find_rewards(row, cards, game):
    """Rewards that are neither left nor the observer's own are in the discard."""
    left = places.memory_start(int(game["seats"])) + places.AT_REWARDS_LEFT
    for reward in range(v.MAX_REWARDS):
        discarded = int(cards["rewards"][game["replay"], reward]) - int(row[left + reward])
        if game["reward"][0] == reward:
            discarded -= 1
        if discarded < 0:
            return False
        game["reward_discard"][reward] = discarded
    return True


@inlined
def _find_absorbed(row, cards, game):
    """Finds which Spells each foe has absorbed: all that are nowhere else, so that the values add up at each place.

    Depth first, place by place and from high values to low ones: `absorbed` itself holds the choices.
    """
    unseen, pool = places.memory_start(int(game["seats"])) + places.AT_UNSEEN, game["pool"]
    for value in range(v.MAX_VALUE):
        pool[value] = int(cards["spells"][int(game["level"]) - 1, value]) - int(row[unseen + value]) - _num_known(game, value)
        if pool[value] < 0:
            return False
    last, cell, steps = v.MAX_PLACES * v.MAX_VALUE, 0, 0
    while cell < last:
        steps += 1
        place, value = cell // v.MAX_VALUE, v.MAX_VALUE - 1 - cell % v.MAX_VALUE
        rest = int(row[places.PLACES_START + place * places.PLACE_SIZE + places.AT_ABSORBED]) - value_absorbed(game, place)
        count = min(int(pool[value]), rest // (value + 1))
        game["absorbed"][place, value] = count
        pool[value] -= count
        cell += 1
        if value == 0 and count != rest:
            cell = _step_back(game, pool, cell)
            if cell == 0 or steps > _MOST_STEPS:
                return False
    for value in range(v.MAX_VALUE):
        if pool[value] != 0:
            return False
    return True


@compiled
def _step_back(game, pool, cell):
    """Takes back choices from the last one before `cell` on until one can be smaller; returns the cell after it, or 0."""
    while cell > 0:
        cell -= 1
        place, value = cell // v.MAX_VALUE, v.MAX_VALUE - 1 - cell % v.MAX_VALUE
        count = int(game["absorbed"][place, value])
        game["absorbed"][place, value] = 0
        pool[value] += count
        if count > 0 and value > 0:
            game["absorbed"][place, value] = count - 1
            pool[value] -= count - 1
            return cell + 1
    return 0


@inlined
def _num_known(game, value):
    """Returns how many Spells of a value - 1 the observer sees or knows of, but those that foes have absorbed."""
    count = int(game["discard"][value])
    for place in range(v.MAX_PLACES):
        count += int(game["spells"][place, value])
    for seat in range(game["seats"]):
        for position in range(game["held"][seat]):
            count += game["hand"][seat, position] == value + 1
    for opportunity in range(game["opportunity"]):
        if game["acts"][0, opportunity] == v.DID_ATTACK and not game["act_is_up"][0, opportunity]:
            count += game["act_value"][0, opportunity] == value + 1
    return count


@inlined
def _find_weakening(row, cards, game):
    """Finds how much weaker foes are until the end of the turn (SY-RES-7)."""
    for place in range(cards["places"][game["plan"]]):
        if (int(game["face_up"]) >> place) & 1:
            start = places.PLACES_START + place * places.PLACE_SIZE
            shown = int(row[start + places.AT_FORCE])
            game["weakened"][place] = max(0, force_of(game, cards, place) - shown)
