"""Random plans of levels that the loader accepts."""

from tests.games.syncro.reference.sets import FOES, Plan
from tests.games.taste import Taste


def random_plan(make: Taste, players: tuple[int, ...], *, has_fog: bool, boss: bool, cerberi: bool) -> Plan:
    """Returns a plan for some numbers of mages."""
    while True:
        plan = _with_boss(make, _try_plan(make, players, has_fog=has_fog), boss=boss, cerberi=cerberi)
        if plan is not None and _is_allowed(plan):
            return plan


def _try_plan(make: Taste, players: tuple[int, ...], *, has_fog: bool) -> Plan:
    """Returns a plan in which every card that is not covered is a Monster face up, without Boss and Cerberi."""
    width = make.number(1, 16) if make.chance(0.3) else make.number(3, 9)
    rows = [_row(make, width) for _ in range(make.number(1, 5))]
    bare = Plan(players, tuple(rows))
    letters = ["m", "m", "M", *("FL" if has_fog else "")]
    for place in bare.places:
        letter = make.one_of(*letters) if bare.lying_on[place.number] else "M"
        rows[place.row] = rows[place.row][: place.column] + letter + rows[place.row][place.column + 1 :]
    return Plan(players, tuple(rows))


def _row(make: Taste, width: int) -> str:
    row, column = "." * width, make.number(0, min(2, width - 1))
    while column < width:
        row = row[:column] + "M" + row[column + 1 :]
        column += make.number(2, 3) if make.chance(0.8) else make.number(2, 8)
    return row


def _with_boss(make: Taste, plan: Plan, *, boss: bool, cerberi: bool) -> Plan | None:
    """Turns covered cards into a Boss and two Cerberi; None if there are too few."""
    covered = [place for place in plan.places if plan.lying_on[place.number]]
    letters = ("B" if boss else "") + ("CC" if cerberi else "")
    if len(covered) < len(letters):
        return None
    rows = list(plan.rows)
    for letter in letters:
        place = covered.pop(make.number(0, len(covered) - 1))
        rows[place.row] = rows[place.row][: place.column] + letter + rows[place.row][place.column + 1 :]
    return Plan(plan.players, tuple(rows))


def _above(plan: Plan) -> list[set[int]]:
    """Returns `[place]`: the places whose cards lie on it, directly or through other cards."""
    found: list[set[int]] = [set() for _ in plan.places]
    for place in reversed(plan.places):
        for number in plan.lying_on[place.number]:
            found[place.number] |= {number} | found[number]
    return found


def _is_allowed(plan: Plan) -> bool:
    above = _above(plan)
    foes = [place.number for place in plan.places if place.letter in FOES]
    heads = {place.number for place in plan.places if place.letter in "BC"}
    freed = not any(above[place.number] & heads for place in plan.places if place.letter == "C")
    in_stock = plan.count("L") <= 8 and plan.count("F") <= 18  # a set has no more Lieutenants, a kind of Fog no more copies
    return freed and len(plan.places) <= 24 and in_stock and _widest(foes, above) <= 8


def _widest(foes: list[int], above: list[set[int]]) -> int:
    """Returns the largest number of foes of which none lies on another: all foes less a largest matching (Dilworth)."""
    partner: dict[int, int] = {}

    def has_partner(foe: int, tried: set[int]) -> bool:
        for other in above[foe] & set(foes) - tried:
            tried.add(other)
            if other not in partner or has_partner(partner[other], tried):
                partner[other] = foe
                return True
        return False

    return len(foes) - sum(has_partner(foe, set()) for foe in foes)
