"""The tables of `cards.md`, read from the page, so that no number is written twice."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "resonance_env" / "games" / "syncro" / "cards.md"


def rows_under(heading: str) -> list[list[str]]:
    """Returns the cells of the rows of the first table after a line that contains `heading`."""
    lines = PAGE.read_text("utf-8").splitlines()
    first = next(index for index, line in enumerate(lines) if heading in line)
    start = next(index for index in range(first, len(lines)) if lines[index].startswith("|"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            return rows
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def numbers(cell: str) -> list[int]:
    """Returns the numbers of a cell such as `16/184/0 649 1126 4346`."""
    return [int(number) for number in cell.replace("/", " ").split()]
