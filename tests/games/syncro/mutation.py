"""What the mutation check changes of SYNCRO, and the tests that judge it."""

from tests.games.mutation import Mutation

MUTATION = Mutation(
    package="resonance_env.games.syncro.rules",
    modules=(
        *("new_game", "setup", "engine", "turn", "resolution", "revealing", "spells", "rewards", "estimates", "tries"),
        *("horde", "memory", "questions", "legality", "masks", "chance_events", "seating"),
    ),
    tests=(
        *(f"tests/games/syncro/reference/test_{rules}.py" for rules in ("set_up_rules", "turn_rules", "later_rules")),
        *(f"tests/games/syncro/reference/test_{rules}.py" for rules in ("memory", "examples")),
        *(f"tests/games/syncro/test_{rules}.py" for rules in ("legality", "examples", "spec", "positions")),
        "tests/games/syncro/test_listed_games.py::test_set_ups",
    ),
    note="tests/games/syncro/mutants.md",
)
