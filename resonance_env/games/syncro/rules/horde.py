"""The Horde: what lies where, what can be attacked, and how strong a foe is now (SY-TURN-3, SY-RES-7)."""

from resonance_env.core.bitset import count_bits
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import vocabulary as v


@inlined
def is_uncovered(game, cards, place):
    """Returns whether no card of the Horde lies on the card of a place."""
    return int(cards["covered_by"][game["plan"], place]) & int(game["in_horde"]) == 0


@inlined
def num_laid(game, cards):
    """Returns on how many places of the plan a card has been laid in this try (SY-SET-5)."""
    return count_bits(int(game["in_horde"])) if game["stage"] == v.STAGE_LAY else int(cards["places"][game["plan"]])


@compiled
def has_cerberus(game, cards):
    """Returns whether a Cerberus is in the Horde (SY-FINAL-2)."""
    for place in range(cards["places"][game["plan"]]):
        if cards["back"][game["plan"], place] == v.BACK_CERBERUS and (int(game["in_horde"]) >> place) & 1:
            return True
    return False


@compiled
def find_targets(game, cards):
    """Lists the attackable foes in the order of resolution (SY-TURN-3, SY-ASK-5)."""
    plan, count = int(game["plan"]), 0
    face_up = int(game["in_horde"]) & int(game["face_up"])
    for number in range(cards["places"][plan]):
        place = int(cards["order"][plan, number])
        if (face_up >> place) & 1 and is_uncovered(game, cards, place):
            if cards["back"][plan, place] != v.BACK_BOSS or not has_cerberus(game, cards):
                game["targets"][count] = place
                count += 1
    game["num_targets"] = count


@compiled
def curses_with(game, cards, effect):
    """Returns the sum of the numbers of the permanent curses with an effect; 1 each for a curse without a number."""
    total = 0
    for fog in range(v.MAX_FOGS):
        if game["curses"][fog] > 0 and cards["fog_effect"][fog] == effect:
            total += int(game["curses"][fog]) * max(1, int(cards["fog_n"][fog]))
    return total


@compiled
def force_of(game, cards, place):
    """Returns the present force of the foe that lies face up at a place (SY-RES-7)."""
    level, foe = int(game["level"]) - 1, int(game["foe"][place])
    force = int(cards["force"][level, foe]) + curses_with(game, cards, v.FOG_FORCE) - int(game["weakened"][place])
    grows = int(cards["grows"][level, foe])
    if grows > 0:  # SY-LIEU-3, SY-FINAL-3
        force += grows * (count_bits(int(game["in_horde"])) - 1)
    return max(1, force + value_absorbed(game, place))


@inlined
def total_on(game, place):
    """Returns the sum of the Spells that lie face up on a place."""
    return _sum_of_values(game["spells"], place)


@inlined
def value_absorbed(game, place):
    """Returns the sum of the Spells that a foe has absorbed (SY-GOLEM-1)."""
    return _sum_of_values(game["absorbed"], place)


@compiled
def _sum_of_values(spells, place):
    total = 0
    for value in range(v.MAX_VALUE):
        total += (value + 1) * int(spells[place, value])
    return total


@inlined
def rules_of(game, cards, place):
    """Returns the rules that the foe face up at a place follows: a sum of RULES_*."""
    return int(cards["rules"][int(game["level"]) - 1, game["foe"][place]])


@inlined
def turn_face_up(game, place, foe):
    """A foe lies face up at a place from now on."""
    game["foe"][place] = foe
    game["face_up"] |= 1 << place


@inlined
def leave_horde(game, place):
    """A card leaves the Horde; which foe it was stays known."""
    game["in_horde"] &= ~(1 << place)
    game["face_up"] &= ~(1 << place)
    game["bearing"] &= ~(1 << place)
    game["weakened"][place] = 0


@compiled
def fogs_in_pile(game, cards):
    """Returns how many Fog cards the pile has besides those that lie in the Horde (SY-FOG-4)."""
    count = -count_bits(int(game["in_horde"]) & int(cards["fog_places"][game["plan"]]))
    for fog in range(v.MAX_FOGS):
        count += int(game["fogs_left"][fog])
    return count
