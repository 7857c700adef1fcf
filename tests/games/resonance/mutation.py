"""What the mutation check changes of Resonance, and the tests that judge it."""

from tests.games.mutation import Mutation

MUTATION = Mutation(
    package="resonance_env.games.resonance.rules",
    modules=(
        *("setup", "seating", "piles", "chance_events", "round", "centre"),
        *("spells", "victory", "legality", "legal_codes", "masks", "decisions", "engine"),
    ),
    tests=("tests/games/resonance/rules",),
    note="tests/games/resonance/mutants.md",
)
