"""The position of a table of the reference as a record of the kernel.

The position may be one that no game reaches: more copies of a card than there are, or cards that are nowhere.
"""

from collections.abc import Sequence

import numpy as np

from resonance_env.games import load_game
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.spec import SyncroVariant
from resonance_env.games.syncro.text.position_completion import blank_position, fill_marks
from tests.games.syncro.kernels import advance_first, find_targets_first
from tests.games.syncro.reference.table import Act, HordeCard, Table


def variant_of(table: Table, cards: str = "house") -> SyncroVariant:
    """Returns the kernel's variant for the terms of a table with a shipped set."""
    terms = table.terms
    variant = load_game("syncro").variant(
        terms.num_seats,
        cards=cards,
        mode="campaign" if terms.campaign else "level",
        level=terms.levels[0],
        chapters=_chapters(table),
        retries=terms.retries,
        saves=terms.saves,
        replay=terms.replay,
        estimates="free" if terms.estimates else "off",
        payoff="score" if terms.score_payoff else "cleared",
        explicit_chance=terms.explicit_chance,
    )
    assert isinstance(variant, SyncroVariant)
    return variant


def record_of(table: Table, variant: SyncroVariant) -> np.ndarray:
    """Returns an array of one game at the next stop from a table at an opportunity of which nothing is remembered."""
    games: np.ndarray = blank_position(variant.card_set, variant.players, variant.options, table.level.number).reshape(1)
    game = games[0]
    for field, number in _counters(table).items():
        game[field] = number
    for seat in range(table.terms.num_seats):
        _write_mage(game, table, seat)
    game["in_horde"] = game["face_up"] = 0
    for card in table.horde:
        _write_card(game, card)
    game["bearing"] = sum(1 << card.place.number for card in table.horde if card.spells or card.down)
    for opportunity, act in enumerate(table.turn.acts):
        _write_act(game, table, opportunity, act)
    for field, counts in _piles(table).items():
        game[field][: len(counts)] = counts
    fill_marks(game)
    game["phase"] = v.PHASE_RUNNING
    find_targets_first(games, variant.cards)
    advance_first(games, variant.cards)
    return games


def _chapters(table: Table) -> str:
    first, last = table.terms.levels[0], table.terms.levels[-1]
    return "II" if first > 1 else "I" if last == table.card_set.chapters[0] else "both"


def _counters(table: Table) -> dict[str, int]:
    return {
        "turn": table.turn_number,
        "turns": table.turns,
        "tries": table.try_number,
        "leader": table.leader,
        "opportunity": table.opportunity,
        "cleared": table.cleared,
        "beaten": table.foes_beaten(),
        "calm": table.calm,
        "hold": table.hold,
        "pile_size": sum(table.pile),
        "lieutenants_left": _bits(table.lieutenants),
        "box": _bits(table.lieutenant_box),
    }


def _bits(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


def _piles(table: Table) -> dict[str, Sequence[int]]:
    return {
        "pile": table.pile[1:],
        "discard": table.discard[1:],
        "monsters_left": table.monsters,
        "fogs_left": table.fogs,
        "fog_discard": table.fog_discard,
        "curses": [table.curses.count(kind) for kind in range(len(table.fogs))],
        "reward_pile": table.rewards,
        "reward_discard": table.reward_discard,
    }


def _write_mage(game: np.record, table: Table, seat: int) -> None:
    mage = table.mages[seat]
    game["held"][seat] = len(mage.hand)
    for position, spell in enumerate(mage.hand):
        game["hand"][seat, position] = spell.value
        game["marks"][seat, position] = v.MARK_OPEN if spell.is_open else 0
    game["reward"][seat] = v.NOTHING if mage.reward is None else mage.reward
    game["estimate"][seat] = v.NO_ESTIMATE if mage.estimate is None else 1 + mage.estimate
    game["sum"][seat] = mage.sum


def _write_card(game: np.record, card: HordeCard) -> None:
    place = card.place.number
    game["in_horde"] |= card.there << place
    game["face_up"] |= card.face_up << place
    if card.monster is not None:
        game["foe"][place] = card.monster
    elif card.lieutenant is not None:
        game["lieutenant"][place] = card.lieutenant
        game["foe"][place] = v.FIRST_LIEUTENANT + card.lieutenant
    elif card.face_up:
        game["foe"][place] = v.BOSS if card.place.letter == "B" else v.CERBERUS
    game["weakened"][place] = card.weakened
    for field, values in (("spells", card.spells), ("absorbed", card.absorbed)):
        game[field][place] = np.bincount(np.array(values, dtype=int) - 1, minlength=v.MAX_VALUE)


def _write_act(game: np.record, table: Table, opportunity: int, act: Act) -> None:
    game["act_reward"][0, opportunity] = 0 if act.reward is None else 1 + act.reward
    if act.passed:
        game["acts"][0, opportunity] = v.DID_PASS
    if act.attacked:
        [laid] = [laid for laid in table.horde[act.place].down if laid.opportunity == opportunity]
        game["acts"][0, opportunity] = v.DID_ATTACK
        game["act_position"][0, opportunity] = act.position
        game["act_place"][0, opportunity] = act.place
        game["act_value"][0, opportunity] = laid.spell.value
