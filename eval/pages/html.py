"""The pieces of a report as one self-contained HTML page: the page with its style, tables and intervals."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from resonance_env.eval.statistics import Estimate

MOST_HEAT = 45  # percent of the accent colour in a heat map, so that letters stay readable
STYLE = """
:root { --ink: #1d2330; --soft: #5b6475; --line: #d8dde6; --paper: #ffffff; --shade: #f3f5f9; --accent: #2457a6;
  --good: #cfe8d5; --bad: #f6d5cf; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9f0; --soft: #a2abbd; --line: #3a4252; --paper: #171b24;
  --shade: #202634; --accent: #7fb0f5; --good: #24503a; --bad: #5f2f2a; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { font-size: 1.2rem; margin-top: 2.4rem; }
p, li { max-width: 46rem; } .soft, caption { color: var(--soft); } .heat .soft { color: var(--ink); }
.wide { overflow-x: auto; margin-bottom: 1.2rem; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { caption-side: bottom; text-align: left; padding-top: .4rem; font-size: .9rem; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { background: var(--shade); } .text, .long { text-align: left; } .long { white-space: normal; min-width: 16rem; }
.better { background: var(--good); } .worse { background: var(--bad); } .note { border-left: 4px solid var(--accent);
  padding: .2rem .8rem; background: var(--shade); }
svg { width: 100%; max-width: 760px; height: auto; display: block; margin: 1rem 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--shade); padding: .6rem; font-size: .85rem; }
"""


def page(title: str, body: Sequence[str]) -> str:
    """Returns the page; `body` is HTML."""
    head = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
    )
    return f"{head}<body>\n" + "\n".join(body) + "\n</body></html>\n"


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], caption: str, *, text_columns: int = 1, is_last_long: bool = False
) -> str:
    """Returns a table of text, escaped; the first columns are aligned as text, the others as numbers; long text is wrapped."""

    def line(tag: str, cells: Sequence[str]) -> str:
        classes = [' class="text"' if number < text_columns else "" for number in range(len(cells))]
        if is_last_long:
            classes[-1] = ' class="long"'
        parts = (f"<{tag}{name}>{escape(cell)}</{tag}>" for name, cell in zip(classes, cells, strict=True))
        return f"<tr>{''.join(parts)}</tr>"

    head = f"<caption>{escape(caption)}</caption>" if caption else ""
    body = "".join(line("td", row) for row in rows)
    return f'<div class="wide"><table>{head}{line("th", columns)}{body}</table></div>'


class MatrixCell(NamedTuple):
    """A cell of a matrix.

    Attributes:
        text, soft: large and small text.
        title: what a pointer over the cell shows.
        look: class of the cell.
        heat: from 0 to 1, how strong its colour is; None for no colour.
    """

    text: str
    soft: str
    title: str
    look: str = ""
    heat: float | None = None


def matrix(
    rows: Sequence[str], columns: Sequence[str], cells: Mapping[tuple[int, int], MatrixCell], caption: str, corner: str = ""
) -> str:
    """Returns a matrix of numbers by row and column; cells that are not there are empty."""

    def cell(row: int, column: int) -> str:
        found = cells.get((row, column))
        if found is None:
            return "<td></td>"
        classes = " ".join(filter(None, (found.look, "" if found.heat is None else "heat")))
        look = f' class="{classes}"' if classes else ""
        if found.heat is not None:
            look += f' style="background: color-mix(in srgb, var(--accent) {MOST_HEAT * found.heat:.0f}%, transparent)"'
        soft = f'<span class="soft">{escape(found.soft)}</span>'
        return f'<td{look} title="{escape(found.title)}">{escape(found.text)}<br>{soft}</td>'

    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    lines = (
        f'<tr><th class="text">{escape(name)}</th>{"".join(cell(row, column) for column in range(len(columns)))}</tr>'
        for row, name in enumerate(rows)
    )
    return (
        f'<div class="wide"><table><caption>{escape(caption)}</caption><tr><th class="text">{escape(corner)}</th>{head}</tr>'
        f"{''.join(lines)}</table></div>"
    )


def interval(estimate: Estimate) -> str:
    """Returns the ends of an interval of scores.

    >>> interval(Estimate(0.5, 0.4, 0.6))
    '0.400 to 0.600'
    """
    return f"{estimate.low:.3f} to {estimate.high:.3f}"
