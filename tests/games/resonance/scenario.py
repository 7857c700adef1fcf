"""Rule tests as scenarios: a position, what the witches do, and what the position is then.

    game = play(
        '''
        players: 3
        transient: Herb
        witch_0: Évanthe
          hand: 2 Herb, incantation 7
        witch_1: Zinnia
        witch_2: Thylane
        ''',
        "witch_0: play herb; witch_1: draw herb potion; witch_2: draw artifact",
        "witch_2: cast spell 1",
        chance={"quickness": "witch_2 witch_0 witch_1", "transient": ["Herb", "Potion"]},
    )
    expect(game, '''
        moons: Herb
        witch_0 hand: 1 Herb, incantation 7
    ''')

`given` is written as for `parse_position`, with `scenario_set.toml` where it names no set; each action text is one step and
names exactly the seats that are asked, each with a legal action. `then` holds lines of a position in the same notation; only
these lines are compared.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from resonance_env.core.game_record import check_step, parse_step
from resonance_env.core.words import find_name, parse_number
from resonance_env.games.resonance.batch import loops
from resonance_env.games.resonance.cardsets.card_text import find_object
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.actions import ACTIONS
from resonance_env.games.resonance.rules.chance_events import outcome_weight, pending_chance, sampled_outcome
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from resonance_env.games.resonance.text.notation import (
    format_position,
    parse_position,
)
from resonance_env.games.resonance.text.position_lines import POSITIONS, WITCH, seat_of

SCENARIO_SET = Path(__file__).with_name("scenario_set.toml")

Chance = Mapping[str, str | int | Sequence[str | int]]


@dataclass
class ScenarioGame:
    """A game that a scenario has brought so far.

    Attributes:
        variant: what it is played with.
        games: array of one game.
        wanted: outcomes still to come, by purpose (`CHANCE_NAMES`), first one first; later events follow the seed.
    """

    variant: ResonanceVariant
    games: np.ndarray
    wanted: dict[str, list[str | int]]

    @property
    def card_set(self) -> CardSet:
        return self.variant.card_set

    def text(self) -> str:
        """Returns the position."""
        return format_position(self.games, 0, self.card_set)

    def act(self, joint_action: str) -> ScenarioGame:
        """Plays one step, such as "witch_0: play herb; witch_1: draw artifact", and returns itself.

        Raises:
            PositionError: somebody is missing or is not asked, or an action is illegal.
            ValueError: the text cannot be read.
        """
        actions = check_step(
            self.variant, self.games, parse_step(joint_action, v.SEAT_NAMES, ACTIONS, ";"), f"{joint_action!r}: "
        )
        self.games[0]["explicit_chance"] = 1
        self.variant.step(self.games, actions[None])
        self._resolve_chance()
        return self

    def run(self) -> ScenarioGame:
        """Runs on to the next decision if nobody is asked."""
        self.games[0]["explicit_chance"] = 1
        loops.resume(self.games, 0, self.card_set.cards)
        self._resolve_chance()
        return self

    def _resolve_chance(self) -> None:
        """Lets chance events come out as wanted or as the seed says, until somebody is asked."""
        game = self.games[0]
        while game["phase"] == v.PHASE_CHANCE:
            event = int(pending_chance(game))
            wanted = self.wanted.get(v.CHANCE_NAMES[event])
            outcome = self._outcome(event, wanted.pop(0)) if wanted else sampled_outcome(game, self.card_set.cards[0], event)
            if outcome_weight(game, event, outcome) == 0:
                raise ValueError(f"expected a {v.CHANCE_NAMES[event]} that can come now, got {outcome} in\n{self.text()}")
            loops.apply_chance(self.games, 0, self.card_set.cards, event, outcome)
        game["explicit_chance"] = 0

    def _outcome(self, event: int, wanted: str | int) -> int:
        """Returns the outcome code of a wanted outcome: a name, a value, or seats in order for quickness."""
        text, what = str(wanted), v.CHANCE_NAMES[event]
        if event == v.CHANCE_QUICKNESS:
            return order_rank([seat_of(word, self.variant.num_seats) for word in text.split()], self.variant.num_seats)
        if what == "transient":
            return find_object(text)
        if what == "demon":
            return find_name(text, self.card_set.demon_names, "a demon")
        if what == "spell card":
            return find_name(text, self.card_set.witch_names, "a witch")
        return parse_number(text, 1, v.MAX_INCANTATION, f"an {what}")


def order_rank(order: Sequence[int], seats: int) -> int:
    """Returns the rank of an order of the seats among all orders, as the quickness event counts them."""
    if sorted(order) != list(range(seats)):
        raise ValueError(f"expected each of {', '.join(v.SEAT_NAMES[:seats])} once, got {list(order)}")
    rank, left = 0, list(range(seats))
    for position, seat in enumerate(order):
        rank += left.index(seat) * math.factorial(seats - 1 - position)
        left.remove(seat)
    return rank


def start(given: str, chance: Chance | None = None) -> ScenarioGame:
    """Returns the game of a position, run on to its first decision.

    Args:
        given: the position.
        chance: outcomes by purpose: "quickness" (seats in order), "transient", "artifact", "incantation", "demon", "spell
            card"; one or several in the order of the events. Events beyond follow the seed.
    """
    games, card_set = parse_position(with_set(given))
    game = games[0]
    options = {"solo_team": int(game["solo_team"])} if game["players"] == 7 else {}
    variant = SPEC.variant(
        int(game["players"]),
        cards=card_set.source,
        edition=v.EDITION_NAMES[game["edition"]],
        team_talk=bool(game["team_talk"]),
        **options,
    )
    unknown = set(chance or {}) - set(v.CHANCE_NAMES[1:])
    if unknown:
        raise ValueError(f"expected chance events out of {', '.join(v.CHANCE_NAMES[1:])}; got {', '.join(sorted(unknown))}")
    wanted = {what: [each] if isinstance(each, (str, int)) else list(each) for what, each in (chance or {}).items()}
    return ScenarioGame(variant, games, wanted).run()


def seated(*seats: str, given: str = "") -> str:
    """Returns a position.

    Args:
        seats: the hand of each seat, such as "Herb, artifact 5", after the witch if she matters: "Thylane: incantation 21".
        given: other lines of the position.
    """
    lines = [*given.splitlines(), f"players: {len(seats)}"]
    for seat, text in enumerate(seats):
        witch, _, hand = text.rpartition(":")
        lines += [f"witch_{seat}: {witch}", *([f"witch_{seat} hand: {hand}"] if hand.strip() else [])]
    return "\n".join(lines)


def with_set(given: str) -> str:
    """Returns a position that names a card set: that of scenarios if it named none."""
    if (None, "set") in POSITIONS.split(given):
        return given
    first = next((line for line in given.splitlines() if line.strip()), "")
    return f"{first[: len(first) - len(first.lstrip())]}set: {SCENARIO_SET}\n{given}"


def play(given: str, *joint_actions: str, chance: Chance | None = None) -> ScenarioGame:
    """Returns the game after the steps.

    Raises:
        PositionError: the position cannot be read, somebody is missing or is not asked, or an action is illegal.
    """
    game = start(given, chance)
    for joint_action in joint_actions:
        game.act(joint_action)
    return game


def expect(game: ScenarioGame, then: str) -> None:
    """Checks the lines of `then` against the position.

    Raises:
        AssertionError: lists every line that differs, with what was expected and what came, and the position.
    """
    wrong = []
    for place, line in POSITIONS.split(then).items():
        seat, key = place
        if place in ((None, "set"), (None, "players")) or (key == WITCH.key and line.value == ""):
            continue
        other = game.games.copy()
        POSITIONS.write(other[0], game.card_set, {place: line})
        expected, came = (
            POSITIONS.line_of(place).read(record, game.card_set, seat or 0) for record in (other[0], game.games[0])
        )
        if key in ("artifacts", "incantations") and "|" not in line.value:
            expected, came = expected.partition(" |")[0], came.partition(" |")[0]
        if expected != came:
            wrong.append(f"  {POSITIONS.place_name(place)}: expected {expected}, got {came}")
    if wrong:
        raise AssertionError("\n".join(["the position differs:", *wrong, "in", game.text()]))


def legal_names(game: ScenarioGame, seat: int) -> set[str]:
    """Returns the names of the legal actions of a seat."""
    return {ACTIONS.name(int(code)) for code in np.flatnonzero(game.variant.legal(game.games)[0, seat])}
