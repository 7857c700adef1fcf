"""What the mutation check changes of Let's Summon Demons, and the tests that judge it."""

from tests.games.mutation import Mutation

MUTATION = Mutation(
    package="resonance_env.games.summon_demons.rules",
    modules=(
        *("new_game", "turn", "activation", "effects", "answers", "possession", "counting"),
        *("questions", "legality", "masks", "chance_events", "engine", "scoring"),
    ),
    tests=("tests/games/summon_demons/rules", "tests/games/summon_demons/test_options.py"),
    note="tests/games/summon_demons/mutants.md",
)
