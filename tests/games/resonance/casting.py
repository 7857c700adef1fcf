"""A round in which one witch casts a spell that a test has made, while the two others draw."""

from pathlib import Path

from tests.games.resonance.scenario import Chance, ScenarioGame, play
from tests.games.resonance.small_sets import HOUSE_DEMONS, Demons, write_set

OTHERS_DRAW = "witch_1: draw herb herb; witch_2: draw herb herb"
ALL_DRAW = "witch_0: draw herb herb; " + OTHERS_DRAW
CAST = "witch_0: play incantation 4; " + OTHERS_DRAW
CAST_AT_ONE = (CAST, "witch_0: cast spell 2", "witch_0: aim 1")  # steps, of a spell that has one target


def ada_casts(
    folder: Path,
    effects: str,
    *joint_actions: str,
    given: str = "",
    hand: str = "incantation 4",
    others: tuple[str, str] = ("", ""),
    demons: Demons = HOUSE_DEMONS,
    chance: Chance | None = None,
) -> ScenarioGame:
    """Returns the game after Ada, who sits at witch_0, has cast her first spell with incantation 4, and after further steps.

    Args:
        folder: where the card set is written.
        effects: of the spell.
        joint_actions: the further steps.
        given: more lines of the position.
        hand: Ada's cards.
        others: hands of witch_1 and witch_2.
        demons: of the set.
        chance: as for `scenario.play`.
    """
    hands = "".join(
        f"\nwitch_{seat} hand: {cards}" if cards else f"\nwitch_{seat}:" for seat, cards in enumerate(others, start=1)
    )
    position = f"set: {write_set(folder, Ada=effects, demons=demons)}\n{given}\nwitch_0: Ada\nwitch_0 hand: {hand}{hands}"
    return play(position, CAST, "witch_0: cast spell 1", *joint_actions, chance=chance)
