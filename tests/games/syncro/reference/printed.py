"""The house set and `mini` as the page of the cards lists them, for comparison with the set files.

Columns of a Monster: name, kind, force, copies, level, more copies with `replay`. Of a Lieutenant: name, force, powers. Of a
Reward or Fog: name, effect and its number, copies, more copies with `replay`. Of a plan: level, mages, rows from the top.
"""

from collections import defaultdict

from tests.games.syncro.reference.sets import Boss, CardSet, EffectCard, Level, Lieutenant, Monster, Plan, SpellKind

HOUSE_MONSTERS = """
Imp            | plain    | 4  | 1 | 1 | 0
Ghoul          | plain    | 5  | 2 | 1 | 0
Brute          | plain    | 6  | 2 | 1 | 0
Ogre           | plain    | 7  | 3 | 1 | 0
Troll          | plain    | 8  | 3 | 1 | 0
Giant          | plain    | 9  | 2 | 1 | 0
Colossus       | plain    | 10 | 1 | 1 | 0
Puffball       | mushroom | 2  | 1 | 1 | 0
Inkcap         | mushroom | 4  | 1 | 1 | 0
Morel          | mushroom | 5  | 1 | 1 | 0
Deathcap       | mushroom | 6  | 1 | 1 | 0
Clay Golem     | golem    | 5  | 1 | 2 | 0
Stone Golem    | golem    | 6  | 2 | 2 | 0
Iron Golem     | golem    | 7  | 1 | 2 | 0
Obsidian Golem | golem    | 8  | 1 | 2 | 0
Drake          | dragon   | 5  | 2 | 3 | -1
Wyvern         | dragon   | 7  | 2 | 3 | 1
Wyrm           | dragon   | 8  | 1 | 3 | 0
Elder Wyrm     | dragon   | 9  | 1 | 3 | 0
"""

HOUSE_LIEUTENANTS = """
Herald          | 9  | fog
Warlord         | 7  | growing
Plunderer       | 10 | fog reward
Standard-bearer | 8  | growing reward
"""

HOUSE_REWARDS = """
Spring    | draw 3   | 2 | 0
Lens      | show     | 2 | 0
Hammer    | weaken 3 | 2 | 0
Amulet    | calm     | 2 | 0
Anchor    | hold     | 2 | 0
Whirlwind | pool     | 0 | 1
"""

HOUSE_FOGS = """
Dew      | draw 4    | 2 | 0
Gift     | reward 1  | 1 | 0
Clearing | lift      | 1 | 0
Chill    | lose 1    | 2 | 0
Carousel | pass_left | 0 | 1
Rage     | force 1   | 2 | 0
Murk     | costly 1  | 1 | 0
Hush     | mute      | 1 | 0
"""

HOUSE_PLANS = """
1 | 2     | ..m.m.. M.M.M.M
1 | 3     | M.M.M.M.M.M
1 | 4 5   | ..m...m.. M.M.M.M.M
2 | 2     | ....m.... M.M.M.M.M
2 | 3     | ..m.m.. M.M.M.M
2 | 4 5   | .m.m.m. M.M.M.M
3 | 2     | ..m.m.. M.M.M.M
3 | 3     | ....m.... M.M.M.M.M
3 | 4 5   | ...m... ..m.m.. M.M.M.M
4 | 2 3   | ...B... M.M.M.M
4 | 4 5   | ...B... ...m... M.M.M.M
5 | 2     | ...m... .F.L.m. M.M.M.M
5 | 3     | ...L.m... ..F.m.F.. M.M.M.M.M
5 | 4 5   | ....m.... ..F.L.m.. M.M.M.M.M
6 | 2     | ..m.m.. .m.F.m. M.M.M.M
6 | 3 4 5 | ...m.m... .F.m.m.F. M.M.M.M.M
7 | 2     | ..L.m.. .F.m.L. M.M.M.M
7 | 3     | ...L.m... ..F.m.L.. M.M.M.M.M
7 | 4 5   | ...L.L... ..m.F.m.. M.M.M.M.M
8 | 2     | ....m.... ...F.m... ..F.L.m.. M.M.M.M.M
8 | 3     | ....m.... ..F.L.m.. ..m.F.m.. M.M.M.M.M
8 | 4 5   | ....L.... ..F.m.F.. .m.m.m.m. M.M.M.M.M
9 | 2 3   | ..B.... .C.C..m .L.F..M ..M....
9 | 4 5   | ..B.... .C.C..M .L.F... M.M.M..
"""

MINI_MONSTERS = """
Clay Golem | golem    | 3 | 1 | 1 | 0
Drake      | dragon   | 3 | 1 | 1 | 0
Puffball   | mushroom | 2 | 1 | 2 | 0
"""

MINI_FOGS = """
Dew      | draw 1    | 1 | 0
Carousel | pass_left | 1 | 0
"""

MINI_PLANS = """
1 | 2 | M.M
2 | 2 | m M
3 | 2 | F L M
"""


def _rows(table: str) -> list[list[str]]:
    return [[field.strip() for field in line.split("|")] for line in table.strip().splitlines()]


def _monsters(table: str) -> tuple[Monster, ...]:
    return tuple(Monster(name, kind, *map(int, numbers)) for name, kind, *numbers in _rows(table))


def _lieutenants(table: str) -> tuple[Lieutenant, ...]:
    return tuple(Lieutenant(name, int(force), tuple(powers.split())) for name, force, powers in _rows(table))


def _effect_cards(table: str) -> tuple[EffectCard, ...]:
    cards = []
    for name, does, copies, replay in _rows(table):
        effect, n = [*does.split(), "0"][:2]
        cards.append(EffectCard(name, effect, int(copies), int(n), int(replay)))
    return tuple(cards)


def _levels(table: str, bosses: dict[int, Boss], cerberi: dict[int, int]) -> tuple[Level, ...]:
    plans: dict[int, list[Plan]] = defaultdict(list)
    for number, players, rows in _rows(table):
        plans[int(number)].append(Plan(tuple(map(int, players.split())), tuple(rows.split())))
    return tuple(Level(n, tuple(plans[n]), bosses.get(n), cerberi.get(n, 0)) for n in sorted(plans))


def house() -> CardSet:
    """Returns the set of this project."""
    bosses = {4: Boss("Great Dragon", 12, ("dragon",)), 9: Boss("Brarguk", 13, ("dragon", "golem"), grow=2)}
    ordinary = zip((1, 2, 3, 4, 5), (10, 10, 9, 8, 7), strict=True)
    return CardSet(
        name="house",
        chapters=(4, 5),
        hand={2: 8, 3: 6, 4: 5, 5: 4},
        reward_level=5,
        sum_level=7,
        spells=(*(SpellKind(value, copies) for value, copies in ordinary), SpellKind(6, 2, 6), SpellKind(7, 2, 8)),
        monsters=_monsters(HOUSE_MONSTERS),
        levels=_levels(HOUSE_PLANS, bosses, {9: 8}),
        lieutenants=_lieutenants(HOUSE_LIEUTENANTS),
        rewards=_effect_cards(HOUSE_REWARDS),
        fogs=_effect_cards(HOUSE_FOGS),
    )


def mini() -> CardSet:
    """Returns the set that can be enumerated."""
    return CardSet(
        name="mini",
        chapters=(2, 1),
        hand={2: 2},
        reward_level=3,
        sum_level=0,
        spells=(SpellKind(1, 2), SpellKind(2, 3)),
        monsters=_monsters(MINI_MONSTERS),
        levels=_levels(MINI_PLANS, {}, {}),
        lieutenants=(Lieutenant("Herald", 1, ("growing", "fog")),),
        rewards=(EffectCard("Hammer", "weaken", 1, 1),),
        fogs=_effect_cards(MINI_FOGS),
    )
