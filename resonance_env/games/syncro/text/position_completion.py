"""What the text of a position leaves out: defaults, and what follows from the lines."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from resonance_env.core.errors import PositionError
from resonance_env.core.position_text import GivenLine, Place, Record
from resonance_env.games.syncro.cardsets.cards import CardSet
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.memory import is_down
from resonance_env.games.syncro.rules.new_game import blank_game
from resonance_env.games.syncro.rules.turn import num_opportunities
from resonance_env.games.syncro.text.horde_text import num_places
from resonance_env.games.syncro.text.values import bits_of, format_values


def blank_position(card_set: CardSet, players: int, options: Mapping[str, Any], level: int) -> Record:
    """Returns a record in which the Horde of a level lies as the plan shows, and mages have nothing."""
    game = blank_game(card_set.cards, players, options)[0]
    box = card_set.cards[0]
    game["level"] = level
    game["plan"] = (level - 1) * v.PLANS_OF_LEVEL + players - v.MIN_SEATS
    game["cleared"] = level - int(game["first_level"])
    game["turn"] = game["turns"] = 1
    game["phase"], game["stage"] = v.PHASE_TURN, v.STAGE_TURN
    game["foe"] = game["lieutenant"] = v.NOTHING
    game["resolving"] = game["revealing"] = v.NOTHING
    game["in_horde"] = (1 << num_places(game, card_set)) - 1
    game["face_up"] = box["face_up"][game["plan"]]
    return game


def copy_moment(game: Record, source: Record) -> None:
    """Writes what defaults of other lines follow from."""
    for field in ("turn", "leader", "phase", "stage", "resolved", "ending"):
        game[field] = source[field]
    if source["stage"] != v.STAGE_TURN:
        game["opportunity"] = source["opportunity"]
    if source["stage"] == v.STAGE_WON:
        game["cleared"] += 1


def fill_moment(game: Record, card_set: CardSet, given: Mapping[Place, GivenLine]) -> None:
    """Writes what follows from phase, stage and Horde: the ending, the foe that is resolved, which Spells lie face down.

    Raises:
        PositionError: stage and phase do not fit together.
    """
    phase, stage, places = int(game["phase"]), int(game["stage"]), num_places(game, card_set)
    box, plan = card_set.cards[0], int(game["plan"])
    foes = ((1 << places) - 1) & ~int(box["fog_places"][plan])
    game["beaten"] = (foes & ~int(game["in_horde"])).bit_count()
    is_won = game["beaten"] == box["foes"][plan]
    if stage != v.STAGE_TURN:
        if (None, "opportunity") in given:
            raise PositionError(f"{at(given, 'opportunity')}expected no opportunity after those of the turn, got one")
        game["opportunity"] = num_opportunities(game)
    if stage == v.STAGE_REVEAL:
        game["resolved"] = places
    elif game["resolved"] > places:
        raise PositionError(f"{at(given, 'stage')}expected at most {places} places of the plan, got {game['resolved']}")
    if phase in (v.PHASE_KEEP, v.PHASE_OVER):
        if stage == v.STAGE_TURN or (is_won and stage != v.STAGE_RESOLVE):
            raise PositionError(f"{at(given, 'stage')}expected the stage in which the try ended, 'resolve 2' or reveal")
        game["stage"] = v.STAGE_WON if is_won else v.STAGE_LOST
        lost = v.ENDING_UNPAID if game["to_pay"] else v.ENDING_EXHAUSTED
        game["ending"] = v.ENDING_WON if is_won else lost
    if game["resolved"] and (is_won or (phase == v.PHASE_ESTIMATE and stage == v.STAGE_RESOLVE)):
        game["resolving"] = box["order"][plan, game["resolved"] - 1]
    if game["stage"] == v.STAGE_WON and (None, "cleared") not in given:
        game["cleared"] += 1
    _turn_up_spells(game, card_set)


def at(given: Mapping[Place, GivenLine], key: str) -> str:
    """Returns how a message on a line of the game begins: nothing, where the text has no such line."""
    return f"line {given[(None, key)].number}: {key!r}: " if (None, key) in given else ""


def _turn_up_spells(game: Record, card_set: CardSet) -> None:
    """Spells of the last turn are face up, and those on foes that were or are being resolved (SY-RES-3)."""
    order = card_set.cards[0]["order"][game["plan"]].tolist()
    done = [*order[: int(game["resolved"])], int(game["resolving"])] if game["stage"] != v.STAGE_TURN else []
    game["act_is_up"][1] = game["acts"][1] == v.DID_ATTACK
    for opportunity in range(v.MAX_OPPORTUNITIES):
        is_attack = game["acts"][0, opportunity] == v.DID_ATTACK
        game["act_is_up"][0, opportunity] = is_attack and int(game["act_place"][0, opportunity]) in done
    for place in range(v.MAX_PLACES):
        game["bearing"] = int(game["bearing"]) & ~(1 << place) | int(game["spells"][place].any()) << place
    for opportunity in range(game["opportunity"]):
        if is_down(game, opportunity):
            game["bearing"] |= 1 << int(game["act_place"][0, opportunity])


def fill_marks(game: Record) -> None:
    """Open Spells are known to the other mages, and those in the hand are counted in what is left of a sum."""
    seats = int(game["seats"])
    for seat in range(seats):
        others = ((1 << seats) - 1) & ~(v.MARK_KNOWN << seat)
        for position in range(game["held"][seat]):
            if int(game["marks"][seat, position]) & v.MARK_OPEN:
                game["marks"][seat, position] |= others
            if game["sum_left"][seat]:
                game["marks"][seat, position] |= v.MARK_IN_SUM


# ---- where every card is ----


def fill_piles(game: Record, card_set: CardSet, given: Mapping[Place, GivenLine]) -> None:
    """Puts all cards that are nowhere else into the piles.

    Raises:
        PositionError: there are more copies of a card than the set has, or the pile of Spells says otherwise.
    """
    rest = rest_of_spells(game, card_set)
    if (rest < 0).any():
        value = int(rest.argmin())
        copies = int(card_set.cards[0]["spells"][int(game["level"]) - 1, value])
        raise PositionError(
            f"expected at most the {copies} Spells of value {value + 1} of the level, got {copies - rest[value]}"
        )
    if (None, "pile") in given and (game["pile"] != rest).any():
        raise PositionError(f"{at(given, 'pile')}expected all Spells that are nowhere else, {format_values(rest)}; got others")
    game["pile"], game["pile_size"] = rest, rest.sum()
    _fill_monsters(game, card_set)
    box, replay = card_set.cards[0], int(game["replay"])
    held = np.bincount(game["reward"][game["reward"] != v.NOTHING], minlength=v.MAX_REWARDS)
    fogs = box["fogs"][replay].astype(np.int64) - game["fog_discard"] - game["curses"]
    rewards = box["rewards"][replay].astype(np.int64) - game["reward_discard"] - held
    _check_copies(fogs, box["fogs"][replay], card_set.fog_names)
    _check_copies(rewards, box["rewards"][replay], card_set.reward_names)
    game["fogs_left"], game["reward_pile"] = fogs, rewards
    lying = (int(game["in_horde"]) & int(box["fog_places"][game["plan"]])).bit_count()
    if fogs.sum() < lying:
        raise PositionError(f"expected at least {lying} Fog cards for those face down in the Horde, got {fogs.sum()}")
    _fill_lieutenants(game, card_set)


def rest_of_spells(game: Record, card_set: CardSet) -> np.ndarray:
    """Returns int64 `[value]`: Spells of the level that are not in hands, on foes or discarded; negative: too many."""
    rest = card_set.cards[0]["spells"][int(game["level"]) - 1].astype(np.int64) - game["discard"] - game["pool"]
    rest -= (game["spells"].astype(np.int64) + game["absorbed"]).sum(axis=0)
    for seat in range(game["seats"]):
        rest -= np.bincount(game["hand"][seat, : game["held"][seat]] - 1, minlength=v.MAX_VALUE)
    for opportunity in range(game["opportunity"]):
        rest[int(game["act_value"][0, opportunity]) - 1] -= is_down(game, opportunity)
    result: np.ndarray = rest
    return result


def _fill_monsters(game: Record, card_set: CardSet) -> None:
    box, places = card_set.cards[0], num_places(game, card_set)
    copies = box["monsters"][int(game["replay"]), int(game["level"]) - 1].astype(np.int64)
    seen = [int(foe) for foe in game["foe"][:places] if 0 <= foe < v.FIRST_LIEUTENANT]
    left = copies - np.bincount(seen, minlength=v.MAX_MONSTERS)
    _check_copies(left, copies, card_set.monster_names)
    hidden = [
        place
        for place in bits_of(int(game["in_horde"]) & ~int(game["face_up"]), places)
        if box["back"][game["plan"], place] == v.BACK_MONSTER
    ]
    if left.sum() < len(hidden):
        raise PositionError(f"expected at least {len(hidden)} Monsters for those face down, got {left.sum()}")
    game["monsters_left"] = left


def _check_copies(rest: np.ndarray, copies: np.ndarray, names: tuple[str, ...]) -> None:
    if (rest < 0).any():
        entry = int(rest.argmin())
        raise PositionError(
            f"expected at most the {copies[entry]} {names[entry]} of the level, got {copies[entry] - rest[entry]}"
        )


def _fill_lieutenants(game: Record, card_set: CardSet) -> None:
    """SY-LIEU: a beaten Lieutenant is in the box, one that lies in the Horde and is known is nowhere else."""
    box, names, lying, hidden = card_set.cards[0], card_set.lieutenant_names, 0, 0
    for place in range(num_places(game, card_set)):
        if box["back"][game["plan"], place] != v.BACK_LIEUTENANT:
            continue
        lieutenant, is_there = int(game["lieutenant"][place]), int(game["in_horde"]) >> place & 1
        hidden += lieutenant == v.NOTHING
        bit = 0 if lieutenant == v.NOTHING else 1 << lieutenant
        if lying & bit:
            raise PositionError(f"expected {names[lieutenant]} at one place, got it at two")
        lying |= bit
        if bit and bool(int(game["box"]) & bit) == bool(is_there):
            where = (
                "not in the lieutenant box, since it lies in the Horde"
                if is_there
                else "in the lieutenant box, as it was beaten"
            )
            raise PositionError(f"expected {names[lieutenant]} {where}, got it elsewhere")
    left = int(box["lieutenants"]) & ~lying & ~int(game["box"])
    if left.bit_count() < hidden:
        raise PositionError(f"expected at least {hidden} Lieutenants for those face down, got {left.bit_count()}")
    game["lieutenants_left"] = left
