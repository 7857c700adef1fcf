"""docs/search-agent.md names the parameters that there are."""

from resonance_env.agents.resonance.search_settings import PARAMETERS
from tests.places import ROOT

PAGE = (ROOT / "docs" / "search-agent.md").read_text(encoding="utf-8")


def test_the_page_lists_every_parameter_with_its_default() -> None:
    for parameter in PARAMETERS:
        default = f"`{parameter.default}`" if isinstance(parameter.default, str) else f"{parameter.default}"
        assert f"| `{parameter.name}` | {default} |" in PAGE
