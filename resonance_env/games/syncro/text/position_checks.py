"""What must hold between the lines of a position (SY-NOTE-1), so that the kernels can take it up; they trust it."""

from collections.abc import Mapping, Sequence

import numpy as np

from resonance_env.core.errors import PositionError
from resonance_env.core.position_text import GivenLine, Place, Record, expect
from resonance_env.games.syncro.cardsets.cards import CardSet
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.horde import force_of, has_cerberus, is_uncovered, rules_of, total_on
from resonance_env.games.syncro.rules.memory import is_down
from resonance_env.games.syncro.rules.seating import seat_after
from resonance_env.games.syncro.rules.spells import sum_of_hand
from resonance_env.games.syncro.text.horde_text import back_of, downs_at, foe_name, num_places, split_downs
from resonance_env.games.syncro.text.position_completion import at
from resonance_env.games.syncro.text.position_lines import PHASE_NAMES, SEAT_NAMES, stage_of
from resonance_env.games.syncro.text.values import bits_of

_STAGES: Mapping[int, Sequence[int]] = {
    v.PHASE_ESTIMATE: (v.STAGE_TURN, v.STAGE_RESOLVE, v.STAGE_REVEAL),
    v.PHASE_TURN: (v.STAGE_TURN,),
    v.PHASE_PAY: (v.STAGE_RESOLVE,),
    v.PHASE_KEEP: (v.STAGE_WON,),
}


def check_position(game: Record, card_set: CardSet, given: Mapping[Place, GivenLine]) -> None:
    """Checks a position whose cards are in one place each.

    Raises:
        PositionError: says what was expected and what came.
    """
    _check_counters(game)
    _check_acts(game, card_set)
    _check_downs(game, card_set, given)
    _check_horde(game, card_set)
    _check_memory(game)
    phase = int(game["phase"])
    if game["stage"] == v.STAGE_TURN:
        _check_opportunity(game, card_set)
    if phase == v.PHASE_PAY or (phase == v.PHASE_OVER and game["ending"] == v.ENDING_UNPAID):
        _check_payment(game, card_set)
    elif game["to_pay"]:
        raise PositionError(f"expected pay: none in phase {PHASE_NAMES[phase]}, got {game['to_pay']} due")
    _check_phase(game)


def _check_counters(game: Record) -> None:
    level, first, last = (int(game[field]) for field in ("level", "first_level", "last_level"))
    expect(first <= level <= last, f"a level of the episode, {first} .. {last}", level)
    cleared = level - first + (game["stage"] == v.STAGE_WON)
    expect(game["cleared"] == cleared, f"cleared: {cleared} in this phase of level {level}", int(game["cleared"]))
    expect(game["tries"] <= game["retries"], f"try: at most {game['retries']}, the retries", int(game["tries"]))
    expect(game["tries"] > 0 or game["best"] == 0, "best share: 0 in the first try", "more")
    expect(game["turns"] >= game["turn"], f"turns: at least {game['turn']}, the turns of this try", int(game["turns"]))


# ---- the turn ----


def _check_acts(game: Record, card_set: CardSet) -> None:
    """Every opportunity before the present one is decided, and none after it (SY-TURN-2)."""
    done = int(game["opportunity"])
    decided = int(np.count_nonzero(game["acts"][0]))
    expect(decided == done and game["acts"][0][:done].all(), f"acts: {done} decided opportunities", decided)
    later = game["act_reward"][0][done + (game["stage"] == v.STAGE_TURN) :]
    expect(not later.any(), "acts: no Reward after the present opportunity", "one")
    before = int(np.count_nonzero(game["acts"][1]))
    number = max(4, int(game["seats"])) if game["turn"] > 1 else 0
    expect(before in (0, number), f"last acts: none or {number}", before)
    expect(before > 0 or not game["act_reward"][1].any(), "last acts: all opportunities or none", "a Reward only")
    for when in range(2):
        for opportunity in np.flatnonzero(game["acts"][when] == v.DID_ATTACK):
            place = int(game["act_place"][when, opportunity])
            expect(back_of(game, card_set, place) != v.BACK_FOG, "attacks on foes", f"one on the Fog at place {place}")


def _check_downs(game: Record, card_set: CardSet, given: Mapping[Place, GivenLine]) -> None:
    """Acts and Horde agree on the Spells that lie face down, on foes that could be attacked."""
    box = card_set.cards[0]
    for opportunity in range(game["opportunity"]):
        if is_down(game, opportunity):
            place = int(game["act_place"][0, opportunity])
            is_up = int(game["face_up"]) >> place & 1 and is_uncovered(game, box, place)
            expect(bool(is_up), "Spells face down on uncovered foes", f"one on place {place}")
            guarded = back_of(game, card_set, place) == v.BACK_BOSS and has_cerberus(game, box)
            expect(not guarded, "no Spell on a Boss whom a Cerberus guards (SY-FINAL-2)", f"one on place {place}")
    line = given.get((None, "horde"))
    for place, downs in enumerate(split_downs(line.value)) if line else ():
        expected = downs_at(game, place)
        if downs != expected:
            words = " ".join(f"<{down}>" for down in expected) or "no Spell face down"
            raise PositionError(f"{at(given, 'horde')}place {place}: expected {words}, as the acts say; got {downs or 'none'}")


def _check_opportunity(game: Record, card_set: CardSet) -> None:
    """SY-FIN-3: what is uncovered has been revealed, so somebody can be attacked."""
    box = card_set.cards[0]
    hidden = int(game["in_horde"]) & ~int(game["face_up"])
    targets = 0
    for place in bits_of(int(game["in_horde"]), num_places(game, card_set)):
        if is_uncovered(game, box, place):
            back = back_of(game, card_set, place)
            waits = back == v.BACK_CERBERUS and _a_cerberus_is_covered(game, card_set)
            expect(
                not hidden >> place & 1 or waits,
                "no uncovered card face down at an opportunity but a Cerberus that waits for the other one",
                f"place {place}",
            )
            targets += not hidden >> place & 1 and not (back == v.BACK_BOSS and has_cerberus(game, box))
    expect(targets > 0, "a foe that can be attacked", "none")


def _a_cerberus_is_covered(game: Record, card_set: CardSet) -> bool:
    return any(
        back_of(game, card_set, place) == v.BACK_CERBERUS and not is_uncovered(game, card_set.cards[0], place)
        for place in range(num_places(game, card_set))
    )


# ---- the Horde ----


def _check_horde(game: Record, card_set: CardSet) -> None:
    """What left the Horde or was revealed was uncovered before, and foes are named (SY-TURN-3, SY-REVEAL)."""
    box, level = card_set.cards[0], int(game["level"])
    laid_up = int(box["face_up"][game["plan"]])
    for place in range(num_places(game, card_set)):
        is_there, is_up = int(game["in_horde"]) >> place & 1, int(game["face_up"]) >> place & 1
        back, foe = back_of(game, card_set, place), int(game["foe"][place])
        expect(is_up == 0 or foe != v.NOTHING, "horde: a name for each foe that lies face up", f"none at place {place}")
        expect(
            bool(is_up or not is_there or not laid_up >> place & 1),
            "horde: the Monster face up that the plan shows",
            f"place {place}: ?",
        )
        was_seen = not is_there or (is_up and not laid_up >> place & 1 and back != v.BACK_BOSS)
        covered = was_seen and not is_uncovered(game, box, place)
        expect(not covered, "nothing gone or revealed beneath other cards", f"place {place}")
        if 0 <= foe < v.FIRST_LIEUTENANT:
            copies = int(box["monsters"][int(game["replay"]), level - 1, foe])
            expect(copies > 0, f"Monsters of level {level}", foe_name(card_set, level, foe))
    _check_cerberi(game, card_set)
    for fog in np.flatnonzero(game["curses"]):
        is_curse = box["fog_effect"][fog] >= v.FOG_FORCE
        expect(is_curse, "curses: permanent curses (SY-FOG-2)", card_set.fog_names[fog])


def _check_cerberi(game: Record, card_set: CardSet) -> None:
    """SY-FINAL-1, SY-BOSS-1: Cerberi are revealed with the Boss; otherwise he is face up only where he is uncovered."""
    box, places = card_set.cards[0], range(num_places(game, card_set))
    cerberi = [place for place in places if back_of(game, card_set, place) == v.BACK_CERBERUS]
    bosses = [place for place in places if back_of(game, card_set, place) == v.BACK_BOSS]
    revealed = {
        place for place in (*cerberi, *bosses) if not int(game["in_horde"]) >> place & 1 or int(game["face_up"]) >> place & 1
    }
    are_cerberi_revealed = bool(revealed.intersection(cerberi))
    if are_cerberi_revealed:
        expect(
            revealed.issuperset((*cerberi, *bosses)), "both Cerberi and the Boss revealed together (SY-FINAL-1)", "some of them"
        )
    gone = [place for place in bosses if not int(game["in_horde"]) >> place & 1]
    expect(not gone or not has_cerberus(game, box), "a Boss while a Cerberus is in the Horde", "none")
    if bosses and int(game["face_up"]) >> bosses[0] & 1 and not are_cerberi_revealed:
        expect(bool(is_uncovered(game, box, bosses[0])), "a Boss face up only where it is uncovered", "a covered one")


# ---- memory ----


def _check_memory(game: Record) -> None:
    """SY-MEM: no Spell is known and mixed, floating ones are among the mixed, sums left are those of Spells."""
    for observer in range(game["seats"]):
        mixed = np.zeros(v.MAX_VALUE, dtype=np.int64)
        hidden = [
            (int(game["marks"][seat, position]), int(game["hand"][seat, position]))
            for seat in range(game["seats"])
            for position in range(game["held"][seat])
        ]
        hidden += [
            (int(game["act_marks"][n]), int(game["act_value"][0, n])) for n in range(game["opportunity"]) if is_down(game, n)
        ]
        for marks, value in hidden:
            if marks & v.MARK_MIXED << observer:
                mixed[value - 1] += 1
                expect(
                    not marks & v.MARK_KNOWN << observer, f"Spells known to {SEAT_NAMES[observer]} that are not mixed", "one"
                )
        floats = (game["floating"][observer] <= mixed).all()
        expect(bool(floats), f"floating of {SEAT_NAMES[observer]} among the mixed Spells", "others")
        _check_sum(game, observer)
        held = int(game["held"][observer])
        expect(not game["age"][observer, held:].any(), f"ages of the {held} Spells of {SEAT_NAMES[observer]}", "more")


def _check_sum(game: Record, seat: int) -> None:
    counted = [
        int(game["act_value"][0, opportunity])
        for opportunity in range(game["opportunity"])
        if seat_after(game, opportunity) == seat and int(game["act_marks"][opportunity]) & v.MARK_IN_SUM
    ]
    left, total = int(game["sum_left"][seat]), int(sum_of_hand(game, seat)) + sum(counted)
    expect(left == total or (left == 0 and not counted), f"sum left of {SEAT_NAMES[seat]}: 0 or {total}, its Spells", left)


# ---- the question ----


def _check_payment(game: Record, card_set: CardSet) -> None:
    """SY-DRAGON-1."""
    box, resolved = card_set.cards[0], int(game["resolved"])
    expect(game["to_pay"] > 0, "pay with phase PAY", "none")
    expect(resolved < num_places(game, card_set), "stage: a foe still to be resolved with pay", stage_of(game))
    place = int(box["order"][game["plan"], resolved])
    expect(
        game["resolving"] == place, f"pay: place {place}, the next one in stage {stage_of(game)}", f"place {game['resolving']}"
    )
    is_dragon = bool(int(game["face_up"]) >> place & 1) and bool(rules_of(game, box, place) & v.RULES_DRAGON)
    expect(is_dragon, "pay: a Dragon that lies face up", f"place {place}")
    expect(bool(game["spells"][place].any()), "Spells on the Dragon that is paid for", "none")
    expect(not game["calm"], "calm: no with pay", "yes")
    most = abs(int(total_on(game, place)) - int(force_of(game, box, place)))
    expect(0 < game["to_pay"] <= most, f"pay: 1 .. {most}, the difference of total and force", int(game["to_pay"]))


def _check_phase(game: Record) -> None:
    phase, stage = int(game["phase"]), int(game["stage"])
    name, is_won = PHASE_NAMES[phase], game["stage"] == v.STAGE_WON
    holders = int(np.count_nonzero(game["held"]))
    expect(stage in _STAGES.get(phase, (stage,)), f"a stage that asks {name}", stage_of(game))
    foes_left = game["ending"] != v.ENDING_WON
    if phase == v.PHASE_KEEP:
        expect(is_won and game["level"] < game["last_level"], "phase: KEEP only before another level", "the last one")
        expect(not game["saves"], "phase: KEEP only in one sitting (SY-SAVE-2)", "saves: yes")
    elif phase == v.PHASE_OVER:
        expect(not is_won or game["level"] == game["last_level"], "phase: OVER after the last level", "one before it")
        expect(is_won or game["tries"] == game["retries"], "phase: OVER after the last try", "one before it")
        exhausted = game["ending"] == v.ENDING_EXHAUSTED
        expect(
            not exhausted or holders == 0, "no Spells in hands at the end by exhaustion, or pay", f"{holders} mages with some"
        )
    elif phase == v.PHASE_PAY:
        payer = seat_after(game, int(game["payer"]))
        expect(game["held"][payer] > 0, "pay: a mage with Spells", SEAT_NAMES[payer])
    elif phase == v.PHASE_ESTIMATE:
        _check_estimate(game, stage)
    expect(foes_left or is_won, "foes in the Horde", "none")


def _check_estimate(game: Record, stage: int) -> None:
    if stage == v.STAGE_TURN:
        begins = game["turn"] == 1 and game["opportunity"] == 0
        played = game["opportunity"] < v.MAX_OPPORTUNITIES and game["act_reward"][0, game["opportunity"]] > 0
        expect(begins or played, "estimates at the set-up or after a Reward of this opportunity", "neither")
    elif stage == v.STAGE_RESOLVE:
        gone = game["resolving"] != v.NOTHING and not int(game["in_horde"]) >> int(game["resolving"]) & 1
        expect(gone, "estimates after a Mushroom that was beaten", stage_of(game))
