"""The page of results and the README agree with the cards of the checkpoints."""

import pytest

from resonance_env.agents.loading import shipped_checkpoints, yardsticks
from resonance_env.agents.network.checkpoint import read_metadata
from tests.places import ROOT


@pytest.mark.parametrize("page", ["docs/results.md", "README.md"])
def test_the_table_of_results_holds_all_shipped_checkpoints_with_the_scores_of_their_cards(page: str) -> None:
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    for name, folder in shipped_checkpoints().items():
        (row,) = [line for line in lines if line.startswith(f"| `{name}` |")]
        metadata = read_metadata(folder)
        for against in yardsticks(metadata.game):
            assert f"| {metadata.scores[against].score:.3f} |" in row, f"{name} against {against}"


def test_the_table_of_results_says_the_seeds_of_all_runs_of_a_checkpoint() -> None:
    lines = (ROOT / "docs" / "results.md").read_text(encoding="utf-8").splitlines()
    for name, folder in shipped_checkpoints().items():
        (row,) = [line for line in lines if line.startswith(f"| `{name}` |")]
        metadata = read_metadata(folder)
        seeds = [*(run.training["seed"] for run in metadata.earlier), metadata.seed]
        assert f" min | {', '.join(map(str, seeds))} |" in row, name
