"""Checks that a page is well-formed and loads nothing."""

from html.parser import HTMLParser

EMPTY = ("meta", "br", "rect", "line", "circle", "polyline")


class PageChecker(HTMLParser):
    """Collects what a page loads, and its open tags.

    Attributes:
        loaded: attributes that load something.
        open: tags that are not closed.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loaded += [f"{tag} {name}={value}" for name, value in attrs if name in ("src", "href", "srcset", "data")]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            assert self.open.pop() == tag
