"""What each mage sees, and the full position, as lists of pieces (SY-OBS)."""

from collections.abc import Callable

from tests.games.pieces import Pieces, counts, members
from tests.games.syncro.reference import codes, memory
from tests.games.syncro.reference.game import Reference
from tests.games.syncro.reference.table import HordeCard, Mage, Spell, no_values


def _values(numbers: list[int], high: int) -> list[int]:
    """`[value - 1]` of a count by value."""
    return counts(numbers[1:], codes.MAX_VALUE, high)


def _value(value: int) -> list[int]:
    """One-hot; nothing for 0."""
    return members([value - 1], codes.MAX_VALUE)


def _positions(hand: list[Spell], is_shown: Callable[[Spell], bool] = lambda _: True) -> list[int]:
    """`[position, value - 1]` of those Spells of a hand that are shown."""
    rows = [entry for spell in hand for entry in _value(spell.value if is_shown(spell) else 0)]
    return counts(rows, codes.MAX_HAND * codes.MAX_VALUE, 1)


def table_pieces(game: Reference, observer: int, same_for_all: Pieces | None = None) -> Pieces:
    """Returns the pieces of `table`; those that are the same for all mages may be given."""
    return [*_own(game, observer), *open_pieces(game, observer, same_for_all)]


def open_pieces(game: Reference, observer: int, same_for_all: Pieces | None = None) -> Pieces:
    """Returns what all see, in the order of one of them: the blocks public, place, act, since and seat."""
    shared = pieces_for_all(game) if same_for_all is None else same_for_all
    return [*shared, *_acts(game, observer), *_since(game, observer), *_seats(game, observer)]


def pieces_for_all(game: Reference) -> Pieces:
    """Returns the blocks public and place."""
    return [*_public(game), *_places(game)]


def _order(game: Reference, observer: int) -> list[int]:
    """Returns the seats from the observer to the left."""
    seats = game.table.terms.num_seats
    return [(observer + k) % seats for k in range(seats)]


def _own(game: Reference, observer: int) -> Pieces:
    mage = game.table.mages[observer]
    return [
        ("asked", [int(observer in game.asked)]),
        ("hand", _positions(mage.hand)),
        ("own_reward", _reward(mage)),
        ("own_down", _down(game, [observer])),
    ]


def _reward(mage: Mage) -> list[int]:
    return members([] if mage.reward is None else [mage.reward], codes.MAX_REWARDS)


def _down(game: Reference, seats: list[int]) -> list[int]:
    """`[opportunity]` value of the face-down Spell of one of these seats."""
    values = [0] * codes.MAX_OPPORTUNITIES
    for card in game.table.horde:
        for laid in card.down:
            if laid.seat in seats:
                values[laid.opportunity] = laid.spell.value
    return values


def _public(game: Reference) -> Pieces:
    table = game.table
    acts = table.turn.acts
    resolving = table.resolving if game.phase in ("PAY", "ESTIMATE") else None
    return [
        ("phase", [int(game.phase == phase) for phase in codes.PHASES]),
        ("level", members([table.level.number - 1], codes.MAX_LEVELS)),
        ("levels_left", [table.levels_left]),
        ("try", [table.try_number]),
        ("retries_left", [table.terms.retries - table.try_number]),
        ("best", [table.best]),
        ("turn", [min(127, table.turn_number)]),
        ("opportunity", members([table.opportunity] if game.phase == "TURN" else [], codes.MAX_OPPORTUNITIES)),
        ("passes", [sum(act.passed for act in acts)]),
        ("attacks", [sum(act.attacked for act in acts)]),
        ("spells_in_play", _values(table.spells_of_level(), 100)),
        ("spell_pile", [min(100, sum(table.pile))]),
        ("spell_discard", [min(100, sum(table.discard))]),
        ("monster_pile", [min(100, table.monster_pile())]),
        ("fog_pile", [min(100, table.fog_pile())]),
        ("reward_pile", [min(100, sum(table.rewards))]),
        ("reward_discard", [min(100, sum(table.reward_discard))]),
        ("to_pay", [min(127, table.to_pay) if game.phase == "PAY" else 0]),
        ("resolving", members([] if resolving is None else [resolving.place.number], codes.MAX_PLACES)),
        ("calm", [int(table.calm)]),
        ("hold", [int(table.hold)]),
        ("curse_force", [min(40, table.cursed("force"))]),
        ("curse_costly", [min(40, table.cursed("costly"))]),
        ("curse_mute", [min(1, table.cursed("mute"))]),
        ("sums", [int(table.speaks_sums)]),
    ]


def _places(game: Reference) -> Pieces:
    targets = game.table.attackable()
    pieces: Pieces = []
    for number in range(codes.MAX_PLACES):
        there = game.table.horde[number : number + 1]
        pieces += _place(game, there[0], targets) if there else [(f"place {number}", [0] * 34)]
    return pieces


def _place(game: Reference, card: HordeCard, targets: list[HordeCard]) -> Pieces:
    table, place = game.table, card.place
    open_ = card.there and card.face_up

    def if_open(*numbers: int) -> list[int]:
        return list(numbers) if open_ else [0] * len(numbers)

    entries: Pieces = [
        ("in_horde", [int(card.there)]),
        ("back", members([codes.BACKS.index(place.letter.replace("M", "m"))], len(codes.BACKS))),
        ("row", [place.row]),
        ("column", [place.column]),
        ("face_up", [int(open_)]),
        ("covered_by", [table.lying_on(card) if card.there else 0]),
        ("target", members([targets.index(card)] if card in targets else [], codes.MAX_TARGETS)),
        ("force", if_open(min(127, table.force(card)))),
        ("printed", if_open(table.printed_force(card))),
        *((rule, if_open(table.follows(card, rule))) for rule in ("mushroom", "golem", "dragon")),
        ("grows", if_open(table.grows(card))),
        ("spells", members([], 7) if not open_ else [min(100, card.spells.count(value)) for value in range(1, 8)]),
        ("total", if_open(min(127, sum(card.spells)))),
        ("absorbed", if_open(min(127, sum(card.absorbed)))),
        ("down", if_open(len(card.down))),
    ]
    return [(f"place {place.number}, {name}", [int(number) for number in numbers]) for name, numbers in entries]


def _acts(game: Reference, observer: int) -> Pieces:
    table = game.table
    pieces: Pieces = []
    for which, turn in enumerate((table.turn, table.last_turn)):
        for opportunity in range(codes.MAX_OPPORTUNITIES):
            acts = [] if turn is None else turn.acts[opportunity : opportunity + 1]
            name = f"act {codes.MAX_OPPORTUNITIES * which + opportunity}"
            if not acts:
                pieces.append((name, [0] * (table.terms.num_seats + 6)))
            for act in acts:
                who = members([_order(game, observer).index(act.seat)], table.terms.num_seats)
                did = [int(act.passed), int(act.attacked)]
                where = [act.position, 1 + act.place if act.attacked else 0]
                reward = 0 if act.reward is None else 1 + act.reward
                pieces.append((name, [*who, *did, *where, act.value, reward]))
    return pieces


def _since(game: Reference, observer: int) -> Pieces:
    table = game.table
    turns = [table.turn, table.last_turn]
    none = [no_values() for _ in table.mages]
    order = _order(game, observer)

    def spells(by_turn: list[list[list[int]]]) -> list[int]:
        return [entry for by_seat in by_turn for seat in order for entry in _values(by_seat[seat], 8)]

    return [
        ("paid", spells([none if turn is None else turn.paid for turn in turns])),
        ("lost", spells([none if turn is None else turn.lost for turn in turns])),
        ("drawn", [0 if turn is None else min(100, turn.drawn[seat]) for turn in turns for seat in order]),
        ("fogs", [entry for turn in turns for entry in counts([] if turn is None else turn.fogs, codes.MAX_FOGS, 24)]),
    ]


def _seats(game: Reference, observer: int) -> Pieces:
    table = game.table
    pieces: Pieces = []
    for k, seat in enumerate(_order(game, observer)):
        mage = table.mages[seat]
        entries: Pieces = [
            ("spells_held", [len(mage.hand)]),
            ("has_reward", [int(mage.reward is not None)]),
            ("leads", [int(table.leader == seat)]),
            ("deciding", [int(seat in game.asked)]),
            ("estimate", members([] if mage.estimate is None else [mage.estimate], 3)),
            ("sum", [min(56, mage.sum)]),
            ("open", _positions(mage.hand, lambda spell: spell.is_open)),
        ]
        pieces += [(f"seat {k}, {name}", numbers) for name, numbers in entries]
    return pieces


def memory_pieces(game: Reference, observer: int) -> Pieces:
    """Returns the pieces that `recall` adds."""
    table = game.table
    others = [mage.reward for seat, mage in enumerate(table.mages) if seat != observer and mage.reward is not None]
    rewards = [number + others.count(kind) for kind, number in enumerate(table.rewards)]
    return [
        ("discarded", _values(table.discard, 100)),
        ("unseen", _values(_unseen(game, observer), 100)),
        ("floating", _values(table.floating[observer], 40)),
        *_cards_left(game),
        ("rewards_left", counts(rewards, codes.MAX_REWARDS, 20)),
        *_known_lieutenants(game),
        *_act_memory(game, observer),
        *_seat_memory(game, observer),
    ]


def _unseen(game: Reference, observer: int) -> list[int]:
    unseen = list(game.table.pile)
    for spell in memory.hidden_from(game.table, observer):
        if observer not in spell.known:
            unseen[spell.value] += 1
    return unseen


def _cards_left(game: Reference) -> Pieces:
    table = game.table
    return [
        ("monsters_left", counts(table.monsters, codes.MAX_MONSTERS, 20)),
        ("fogs_left", counts(table.fogs, codes.MAX_FOGS, 20)),
        ("lieutenants_left", members(table.lieutenants, codes.MAX_LIEUTENANTS)),
    ]


def _known_lieutenants(game: Reference) -> Pieces:
    pieces: Pieces = []
    for number in range(codes.MAX_PLACES):
        known = [card.lieutenant for card in game.table.horde[number : number + 1] if card.lieutenant is not None]
        pieces.append((f"place {number}, lieutenant", members(known, codes.MAX_LIEUTENANTS)))
    return pieces


def _act_memory(game: Reference, observer: int) -> Pieces:
    laid_at = {laid.opportunity: laid for card in game.table.horde for laid in card.down}
    pieces: Pieces = []
    for opportunity in range(codes.MAX_OPPORTUNITIES):
        known, mixed, in_sum = 0, False, False
        laid = laid_at.get(opportunity)
        if laid is not None:
            in_sum = laid.spell.in_sum
            if laid.seat != observer:
                mixed = observer in laid.spell.mixed
                known = laid.spell.value if observer in laid.spell.known else 0
        pieces.append((f"act {opportunity}, down_known", _value(known)))
        pieces.append((f"act {opportunity}, down_mixed", [int(mixed)]))
        pieces.append((f"act {opportunity}, in_sum", [int(in_sum)]))
    return pieces


def _seat_memory(game: Reference, observer: int) -> Pieces:
    table = game.table
    pieces: Pieces = []
    for k, seat in enumerate(_order(game, observer)):
        mage = table.mages[seat]
        others = mage.hand if k > 0 else []  # the observer's own row of marks is empty
        earlier = mage.estimates if mage.estimate is None else mage.estimates[:-1]
        latest_first = [entry for given in earlier[:-3:-1] for entry in members([given], 3)]
        entries: Pieces = [
            ("known", _positions(others, lambda spell: observer in spell.known)),
            ("mixed", counts((observer in spell.mixed for spell in others), codes.MAX_HAND, 1)),
            ("age", counts((table.draws - spell.drawn_at for spell in mage.hand), codes.MAX_HAND, 7)),
            ("earlier_estimates", counts(latest_first, 6, 1)),
            ("spent", _values(mage.spent, 40)),
            ("sum_left", [min(127, mage.sum_left)]),
        ]
        pieces += [(f"memory of seat {k}, {name}", numbers) for name, numbers in entries]
    return pieces


def recall_pieces(game: Reference, observer: int, same_for_all: Pieces | None = None) -> Pieces:
    """Returns the pieces of `recall`."""
    return table_pieces(game, observer, same_for_all) + memory_pieces(game, observer)


def state_pieces(game: Reference, same_for_all: Pieces | None = None) -> Pieces:
    """Returns the pieces of the full position (SY-OBS-3)."""
    table = game.table
    return [
        *open_pieces(game, 0, same_for_all),
        *((f"hand of {seat}", _positions(mage.hand)) for seat, mage in enumerate(table.mages)),
        *((f"reward of {seat}", _reward(mage)) for seat, mage in enumerate(table.mages)),
        ("face-down Spells", _down(game, list(range(table.terms.num_seats)))),
        ("pile", _values(table.pile, 100)),
        ("discard", _values(table.discard, 100)),
        *_cards_left(game),
        ("rewards", counts(table.rewards, codes.MAX_REWARDS, 20)),
        *_known_lieutenants(game),
    ]
