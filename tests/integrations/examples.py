"""Running the examples for other libraries. Each lives in an environment of its own: `nox` makes them."""

import os
import runpy
import sys
from typing import Any

import pytest

from tests.places import ROOT

EXAMPLES = ROOT / "examples"

trains = pytest.mark.skipif(
    "RESONANCE_TRAINING" not in os.environ, reason="trains for minutes: `make integrations` sets RESONANCE_TRAINING"
)


def run(name: str, *words: str) -> Any:
    """Returns the result of the `main` of an example with these arguments."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", [name, *words])
        patch.syspath_prepend(EXAMPLES)
        return runpy.run_path(str(EXAMPLES / name))["main"]()
