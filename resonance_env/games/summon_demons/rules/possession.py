"""How cards, demons and souls change hands, and the test for the win that follows (LD-ACT-10, LD-TERM, LD-WIN)."""

from resonance_env.core.bitset import count_bits
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.counting import flags_of, lowest


@compiled
def end_game(game, winner, ending):
    """LD-WIN-2, LD-END-5: the game stops; everything else stays as it is."""
    game["winner"] = winner
    game["ending"] = ending
    game["phase"] = v.PHASE_OVER


@compiled
def test_win(game, seat):
    """LD-WIN-1, 3, LD-TEAM-2: the test for a seat after a change that gave it souls or a demon."""
    souls, demons = int(game["souls"][seat]), count_bits(int(game["demons"][seat]))
    if game["teams"]:
        partner = seat ^ 2
        souls += int(game["souls"][partner])
        demons += count_bits(int(game["demons"][partner]))
    if souls >= game["need_souls"] and demons >= game["need_demons"]:
        end_game(game, seat, v.ENDING_GOAL)


@compiled
def collect(game, seat, amount):
    """LD-TERM-1: a seat takes souls from the supply, in one change."""
    if amount > 0:
        game["souls"][seat] += amount
        test_win(game, seat)


@compiled
def gain(game, seat, kind):
    """LD-ACT-10: a copy of a type comes into a seat's play; it is not old."""
    game["cards"][seat, kind] += 1
    game["types_in_play"][seat] |= 1 << kind
    if game["stage"] == v.STAGE_BLOCKS:
        game["fresh"][seat, kind] += 1


@compiled
def lose(game, seat, kind):
    """LD-ACT-10: a copy leaves a seat's play, one that is not old if there is one."""
    if game["fresh"][seat, kind] > 0:
        game["fresh"][seat, kind] -= 1
        game["cards"][seat, kind] -= 1
        if game["cards"][seat, kind] == 0:
            game["types_in_play"][seat] &= ~(1 << kind)
    else:
        lose_old(game, seat, kind)


@compiled
def lose_old(game, seat, kind):
    """LD-ACT-10: an old copy leaves a seat's play, and each waiting count falls to at most old."""
    have = int(game["cards"][seat, kind]) - 1
    game["cards"][seat, kind] = have
    if have == 0:
        game["types_in_play"][seat] &= ~(1 << kind)
    if seat == game["block"]:
        old = have - int(game["fresh"][seat, kind])
        for level in range(game["groups"] + 1):
            if game["waiting"][level, kind] > old:
                set_waiting(game, level, kind, old)


@compiled
def set_waiting(game, level, kind, count):
    """Sets how many copies of a type wait in the block (level 0) or in a group."""
    game["waiting"][level, kind] = count
    if count > 0:
        game["types_waiting"][level] |= 1 << kind
    else:
        game["types_waiting"][level] &= ~(1 << kind)


@compiled
def discard_from(game, seat, kind):
    """LD-TERM-6: a copy in a seat's play goes to the discards."""
    lose(game, seat, kind)
    game["discards"][kind] += 1


@compiled
def take_from_row(game, kind):
    """Takes a copy of a type out of the row."""
    game["row"][kind] -= 1
    game["cards_in_row"] -= 1
    if game["row"][kind] == 0:
        game["types_in_row"] &= ~(1 << kind)


@compiled
def put_in_row(game, kind):
    """Puts a copy of a type into the row."""
    game["row"][kind] += 1
    game["cards_in_row"] += 1
    game["types_in_row"] |= 1 << kind


@compiled
def obtain(game, cards, seat, kind):
    """LD-TERM-2, LD-PERM-7: a card comes into a seat's play; then its demons `when = "obtain"` collect."""
    gain(game, seat, kind)
    rest = int(game["demons"][seat]) & int(cards["when_obtain"])
    flags = flags_of(game, cards, seat)
    while rest and game["phase"] != v.PHASE_OVER:
        demon = lowest(rest)
        rest &= rest - 1
        if (int(cards["match"][flags, int(cards["obtain_of"][demon])]) >> kind) & 1:
            collect(game, seat, int(cards["effect_amount"][v.MAX_TYPES + demon, 0]))


@compiled
def steal_thing(game, thief, victim, thing):
    """LD-TERM-4, LD-SUMMON-5: a card or demon in play changes its owner; a demon is tested by the caller."""
    if thing < v.MAX_TYPES:
        lose(game, victim, thing)
        gain(game, thief, thing)
    else:
        bit = 1 << (thing - v.MAX_TYPES)
        game["demons"][victim] &= ~bit
        game["demons"][thief] |= bit


@compiled
def recycle_deck(game):
    """LD-DECK-1, 2: an empty deck takes the discards; returns whether a card can be drawn now (LD-DECK-3)."""
    if game["cards_in_deck"] == 0:
        for kind in range(v.MAX_TYPES):
            game["deck"][kind] = game["discards"][kind]
            game["cards_in_deck"] += game["discards"][kind]
            game["discards"][kind] = 0
    return game["cards_in_deck"] > 0


@compiled
def recycle_pile(game):
    """LD-DECK-4, LD-INFO-5: an empty pile takes the demon discards, and all know it; returns whether it has a demon now."""
    if game["pile"] == 0 and game["demon_discards"] != 0:
        game["pile"] = game["demon_discards"]
        game["demon_discards"] = 0
        for seat in range(game["seats"]):
            game["knows_pile"][seat] = 1
    return game["pile"] != 0


@inlined
def enters(game, cards, seat, demon):
    """LD-SUMMON-4: a demon enters play, or looks (LD-EFF-14)."""
    if (int(cards["when_summon"]) >> demon) & 1:
        game["egg"] = demon
        game["looker"] = seat
        game["draws_left"] = cards["effect_amount"][v.MAX_TYPES + demon, 0]
    else:
        game["demons"][seat] |= 1 << demon
        test_win(game, seat)


@compiled
def enter(game, cards, seat, demon):
    """LD-SUMMON-4: the form of `enters` that is called from several places."""
    enters(game, cards, seat, demon)


@compiled
def refresh(game):
    """Makes the fields anew that follow from others, after a record was edited."""
    game["types_in_row"] = 0
    game["cards_in_row"] = 0
    game["cards_in_deck"] = 0
    for seat in range(v.MAX_SEATS):
        game["types_in_play"][seat] = 0
    for level in range(v.MAX_GROUPS + 1):
        game["types_waiting"][level] = 0
    for kind in range(v.MAX_TYPES):
        game["cards_in_row"] += game["row"][kind]
        game["cards_in_deck"] += game["deck"][kind]
        if game["row"][kind] > 0:
            game["types_in_row"] |= 1 << kind
        for seat in range(v.MAX_SEATS):
            if game["cards"][seat, kind] > 0:
                game["types_in_play"][seat] |= 1 << kind
        for level in range(v.MAX_GROUPS + 1):
            set_waiting(game, level, kind, int(game["waiting"][level, kind]))
