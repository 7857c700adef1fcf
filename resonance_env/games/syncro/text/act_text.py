"""The lines `acts` and `last acts` of a position: what the mages did at the opportunities of a turn (SY-NOTE)."""

import re

from resonance_env.core.position_text import Record
from resonance_env.core.words import NOTHING, find_name, parse_number, simplify
from resonance_env.games.syncro.cardsets.cards import CardSet
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.turn import num_opportunities

_ATTACK = r"(\d+) from (\d+) on place (\d+)"
_FORM = "'pass' or '3 from 2 on place 5', a Reward before it or alone"


def format_acts(game: Record, card_set: CardSet, when: int) -> str:
    """Returns the acts of this turn (0) or of the last one (1)."""
    entries = [_format_act(game, card_set, when, opportunity) for opportunity in range(num_opportunities(game))]
    while entries and not entries[-1]:
        entries.pop()
    return "; ".join(entry or "-" for entry in entries) or "none"


def _format_act(game: Record, card_set: CardSet, when: int, opportunity: int) -> str:
    reward, did = int(game["act_reward"][when, opportunity]), int(game["acts"][when, opportunity])
    words = [card_set.reward_names[reward - 1]] if reward else []
    if did == v.DID_PASS:
        words.append("pass")
    elif did == v.DID_ATTACK:
        value, position, place = (int(game[f"act_{name}"][when, opportunity]) for name in ("value", "position", "place"))
        words.append(f"{value} from {position} on place {place}")
    return " ".join(words)


def parse_acts(game: Record, card_set: CardSet, when: int, text: str) -> None:
    """Writes acts; whether their Spells are face down follows from the stage.

    Raises:
        ValueError: "expected ..., got ...".
    """
    entries = [] if text in NOTHING else text.split(";")
    if len(entries) > num_opportunities(game):
        raise ValueError(f"expected at most {num_opportunities(game)} opportunities, got {len(entries)}")
    for opportunity, entry in enumerate(entries):
        _parse_act(game, card_set, when, opportunity, " ".join(entry.split()))


def _parse_act(game: Record, card_set: CardSet, when: int, opportunity: int, entry: str) -> None:
    if simplify(entry) not in [simplify(name) for name in card_set.reward_names]:
        attack = re.search(_ATTACK + "$", entry)
        if attack is not None:
            game["acts"][when, opportunity] = v.DID_ATTACK
            game["act_value"][when, opportunity] = parse_number(attack[1], 1, v.MAX_VALUE, "a value")
            game["act_position"][when, opportunity] = parse_number(attack[2], 1, int(game["limit"]), "a position")
            high = int(card_set.cards[0]["places"][game["plan"]]) - 1
            game["act_place"][when, opportunity] = parse_number(attack[3], 0, high, "a place")
            entry = entry[: attack.start()]
        elif entry == "pass" or entry.endswith(" pass"):
            game["acts"][when, opportunity] = v.DID_PASS
            entry = entry[: -len("pass")]
        elif not card_set.reward_names:
            raise ValueError(f"expected {_FORM}, got {entry!r}")
    if entry.strip():
        try:
            game["act_reward"][when, opportunity] = 1 + find_name(entry, card_set.reward_names, "a Reward")
        except ValueError as error:
            raise ValueError(f"expected {_FORM}: {error}") from error
