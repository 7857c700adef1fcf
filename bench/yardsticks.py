"""What the throughput report measures for each game besides the rows that every game has."""

from dataclasses import dataclass

from bench import rows
from bench.rows import Row
from resonance_env.games import DEFAULT_GAME


@dataclass(frozen=True)
class Yardsticks:
    """How the playouts of a game are measured, and the agent that plays some of its rows.

    Attributes:
        first_round: playouts start when `variant.rounds` has reached this number.
        rounds: what the game calls its rounds.
        agent: a scripted agent that plays a row of the batch, if the game has one.
        has_agent_playouts: it plays in compiled playouts, too.
    """

    first_round: int
    rounds: str
    agent: str | None = None
    has_agent_playouts: bool = False

    @property
    def playouts(self) -> str:
        """The end of the name of a row of playouts."""
        return f"playouts from {self.rounds} {self.first_round}"


YARDSTICKS = {
    "resonance": Yardsticks(6, "round", agent="greedy", has_agent_playouts=True),
    "summon_demons": Yardsticks(5, "turn", agent="greedy"),
}
FROM_THE_START = Yardsticks(0, "round")


def yardsticks_of(game: str) -> Yardsticks:
    """Returns the yardsticks of a game; games that are not listed are played out from their start."""
    return YARDSTICKS.get(game, FROM_THE_START)


def random_playouts(game: str, players: int) -> Row:
    """Returns the row of random playouts of a game."""
    yardsticks = yardsticks_of(game)
    arguments = {"game": game, "players": players, "first_round": yardsticks.first_round}
    whose = "" if game == DEFAULT_GAME else f"{game}, "
    return Row(f"{whose}random {yardsticks.playouts}", rows.rollout, arguments)


def agent_rows(game: str, players: int, size: int) -> list[Row]:
    """Returns the rows in which the scripted agent of a game plays."""
    yardsticks = yardsticks_of(game)
    agent = yardsticks.agent
    if agent is None:
        return []
    both = {"game": game, "players": players}
    found = [Row(f"vector_env, {size:,} games, {agent}", rows.vector_env, {"num_games": size, "agent": agent, **both})]
    if yardsticks.has_agent_playouts:
        arguments = {"player": agent, "num_games": 256, "first_round": yardsticks.first_round}
        found.append(Row(f"{agent} {yardsticks.playouts}", rows.rollout, {**arguments, **both}))
    return found
