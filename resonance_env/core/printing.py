"""Lines and tables for a console of Rich: text is printed as it is, so a name such as `ppo[lr=0.1]` is no markup."""

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from resonance_env.core.terminal import printable


def say(console: Console, *lines: str, style: str = "") -> None:
    """Prints lines as they are; long ones are wrapped by the terminal."""
    for line in lines:
        console.print(Text(printable(line)), style=style, highlight=False, soft_wrap=True)


class PlainTable(Table):
    """A table whose title, caption, headers and cells are printed as they are."""

    def __init__(self, title: str | None = None, caption: str | None = None) -> None:
        super().__init__(
            title=None if title is None else Text(printable(title), "table.title"),
            caption=None if caption is None else Text(printable(caption), "table.caption"),
        )

    def add_column(self, header: Any = "", *arguments: Any, **options: Any) -> None:
        super().add_column(_plain(header), *arguments, **options)

    def add_row(self, *cells: Any, **options: Any) -> None:
        super().add_row(*map(_plain, cells), **options)


def _plain(cell: Any) -> Any:
    return Text(printable(cell)) if isinstance(cell, str) else cell
