"""Levels and the end of the game (R-LEVEL, R-END)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.piles import take_incantation
from resonance_env.games.resonance.rules.seating import first_seat, num_teams, set_level, team_of


@inlined
def objects_on_moons(game):
    """Returns how many Herbs, Minerals and Potions lie on the moons."""
    herbs, minerals, potions = 0, 0, 0
    for moon in range(v.MAX_MOONS):
        lying = game["moon"][moon]
        herbs += lying == v.HERB
        minerals += lying == v.MINERAL
        potions += lying == v.POTION
    return herbs, minerals, potions


@inlined
def missing_objects(cards, demon, level, object_type, on_moons):
    """Returns how many objects of a type a level of a demon still lacks (R-LEVEL-1)."""
    missing = int(cards["demon_levels"][demon, level, object_type]) - on_moons[object_type]
    return missing if missing > 0 else 0


@inlined
def can_validate(game, cards, seat, on_moons):
    """Returns whether the seat's next level lies on the moons (R-LEVEL-1, 2)."""
    level, demon = int(game["level"][seat]), int(game["demon"][seat])
    if level == v.NUM_LEVELS:
        return False
    missing = 0
    for object_type in range(v.NUM_OBJECTS):
        missing += missing_objects(cards, demon, level, object_type, on_moons)
    return missing == 0


@inlined
def judge(game, cards):
    """Step (10): of the witches whose level III is complete, the quickest will summon her demon (R-END-2)."""
    on_moons = objects_on_moons(game)
    for position in range(game["seats"]):
        seat = int(game["quickness"][position])
        if game["level"][seat] == v.NUM_LEVELS - 1 and can_validate(game, cards, seat, on_moons):
            game["winner"] = first_seat(game, seat)
            break
    game["turn"] = 0
    game["stage"] = v.STAGE_LEVELS


@inlined
def validate_next(game, cards):
    """Step (10): the next witch in quickness order validates a level and draws for it (R-LEVEL-3, R-TEAM-5)."""
    on_moons = objects_on_moons(game)
    while game["turn"] < game["seats"]:
        seat = int(game["quickness"][game["turn"]])
        game["turn"] += 1
        if not game["high_witch"][seat] or not can_validate(game, cards, seat, on_moons):
            continue
        if game["level"][seat] < v.NUM_LEVELS - 1 or team_of(game, seat) == team_of(game, int(game["winner"])):
            set_level(game, seat, int(game["level"][seat]) + 1)
            take_incantation(game, seat)
            return
    game["turn"] = 0
    game["stage"] = v.STAGE_VICTORY


@inlined
def judge_victory(game):
    """Steps (11) to (13): victory by demon, victory by Sigils, or a draw when no transient is left."""
    game["stage"] = v.STAGE_OVER
    if game["winner"] != v.NO_SEAT:  # R-END-1
        game["victory"] = v.VICTORY_DEMON
        return
    unsealed = _last_unsealed(game)
    if game["month_over"] and unsealed != v.NO_SEAT:  # R-END-3
        game["winner"] = first_seat(game, unsealed)
        game["victory"] = v.VICTORY_SIGIL
    elif game["transient_pile"][0] == 0 and game["transient_pile"][1] == 0 and game["transient_pile"][2] == 0:  # R-END-4
        game["victory"] = v.VICTORY_DRAW
    else:
        game["stage"] = v.STAGE_ENDINGS


@inlined
def _last_unsealed(game):
    """Returns the one High Witch without a Sigil, or NO_SEAT if there are more or none (R-END-3, R-TEAM-8)."""
    last, unsealed = v.NO_SEAT, 0
    for seat in range(game["seats"]):
        if game["high_witch"][seat] and game["sigil"][seat] == v.NO_INCANTATION:
            last = seat
            unsealed += 1
    return last if unsealed == 1 else v.NO_SEAT


@compiled
def write_payoffs(game, cards, out):
    """Writes the zero-sum payoffs of a game into `out[seat]` (float32); all 0 in a draw or before the end (R-TEAM-9)."""
    losing = -1.0 / (num_teams(game) - 1)
    for seat in range(game["seats"]):
        if game["winner"] == v.NO_SEAT or game["stage"] != v.STAGE_OVER:
            out[seat] = 0.0
        elif team_of(game, seat) == team_of(game, int(game["winner"])):
            out[seat] = 1.0
        else:
            out[seat] = losing
