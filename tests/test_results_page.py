"""The pages of results and the README agree with the cards of the checkpoints."""

import pytest

from resonance_env.agents.checkpoint_metadata import CheckpointMetadata
from tests.places import ROOT
from tests.shipped import METADATA, headline


def row_of(name: str, page: str) -> str:
    """Returns the row of a checkpoint in the table of a page."""
    (row,) = [line for line in (ROOT / page).read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{name}` |")]
    return row


def page_of(metadata: CheckpointMetadata) -> str:
    """Returns the page of results: that of the game, if it has one of its own."""
    own = f"docs/{metadata.game}/results.md"
    return own if (ROOT / own).exists() else "docs/results.md"


@pytest.mark.parametrize("name", METADATA)
def test_the_tables_of_results_hold_a_shipped_checkpoint_with_the_scores_of_its_card(name: str) -> None:
    metadata = METADATA[name]
    for page in (page_of(metadata), "README.md"):
        row = row_of(name, page)
        for against in headline(metadata):
            assert f"| {metadata.scores[against].score:.3f} |" in row, f"{page}, against {against}"


@pytest.mark.parametrize("name", METADATA)
def test_the_table_of_results_says_the_seeds_of_all_runs_of_a_checkpoint(name: str) -> None:
    metadata = METADATA[name]
    seeds = [*(run.training["seed"] for run in metadata.earlier), metadata.seed]
    assert f" min | {', '.join(map(str, seeds))} |" in row_of(name, page_of(metadata))
