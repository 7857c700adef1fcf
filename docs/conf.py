"""The documentation as a site: `make docs` writes it to build/docs."""

import re
from pathlib import Path

from sphinx.application import Sphinx

from resonance_env import __version__

project = "resonance-env"
author = "The resonance-env authors"
release = version = __version__

extensions = ["myst_parser"]
html_theme = "furo"
html_title = f"resonance-env {__version__}"
html_copy_source = False

# The same links work on the repository's pages: files that are no pages of the site, such as ../examples/train_sb3.py, are
# copied into it, and headings have the same anchors.
myst_heading_anchors = 3


_DOCS = Path(__file__).resolve().parent


def adapt_page(app: Sphinx, name: str, source: list[str]) -> None:
    """Resolves links to pages that are links themselves.

    Those pages, such as resonance/rules.md, lie where the package needs them; MyST would follow the link out of the folder.
    """
    for page in (path.relative_to(_DOCS).with_suffix("") for path in _DOCS.rglob("*.md") if path.is_symlink()):
        link = rf"\[([^\]]+)\]\((?:[\w.-]+/)*{page.name}\.md\)"
        source[0] = re.sub(link, rf"{{doc}}`\1 </{page.as_posix()}>`", source[0])


def setup(app: Sphinx) -> None:
    """Connects the function above."""
    app.connect("source-read", adapt_page)
