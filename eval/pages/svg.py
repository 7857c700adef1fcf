"""Small self-contained plots as SVG text: intervals, curves, stacked bars and histograms.

Lines and letters have the colour of the surrounding text, so plots also work on a dark page; all text is escaped.
"""

from collections.abc import Mapping, Sequence
from html import escape

import numpy as np

from resonance_env.eval.statistics import Estimate

WIDTH = 760  # of all plots, in pixels of the drawing
ROW = 30
MARGIN_RIGHT = 24
LETTER = 8.5  # width of a letter of a label
MAX_LABEL = 30  # letters
AXIS = 26
ACCENT = "#3b78c4"
COLOURS = ("#4c78a8", "#f58518", "#54a24b", "#b279a2", "#eeca3b", "#9d9d9d", "#e45756", "#72b7b2")
INK = 'stroke="currentColor"'
NUM_TICKS = 7


def interval_plot(rows: Mapping[str, Estimate], *, unit: str, reference: float, number: str = "{:.0f}") -> str:
    """Draws a dot with its interval for each row, and a line at a reference value.

    Args:
        rows: estimates by name, drawn from top to bottom.
        unit: what the axis measures.
        reference: value of the line.
        number: format of the numbers at the axis.
    """
    left = _label_width(rows)
    ends = [end for row in rows.values() for end in (row if row.has_interval else (row.mean,))]
    low, high = min(reference, *ends), max(reference, *ends)
    ticks = _ticks(low, high)
    scale = _Scale(ticks[0], ticks[-1], left, WIDTH - MARGIN_RIGHT)
    height = ROW * len(rows) + AXIS + 18
    parts = [_axis(scale, ticks, ROW * len(rows) + 4, unit, number)]
    parts.append(_line(scale(reference), 0, scale(reference), ROW * len(rows) + 4, f'{INK} stroke-dasharray="4 4"'))
    for place, (name, row) in enumerate(rows.items()):
        y = ROW * place + ROW / 2
        parts.append(_text(left - 10, y + 4, _short(name), "end"))
        if row.has_interval:
            parts.append(_line(scale(row.low), y, scale(row.high), y, f'stroke="{ACCENT}" stroke-width="3"'))
        parts.append(f'<circle fill="{ACCENT}" cx="{scale(row.mean):.1f}" cy="{y:.1f}" r="5"/>')
    return _svg(height, f"{unit}, with intervals", parts)


def stacked_bars(rows: Mapping[str, Mapping[str, float]], kinds: Sequence[str]) -> str:
    """Draws a bar for each row, stacked from the shares of several kinds, which sum to at most 1; with a legend."""
    left = _label_width(rows)
    scale = _Scale(0.0, 1.0, left, WIDTH - MARGIN_RIGHT)
    legend, y = _legend(kinds, left)
    parts = [*legend]
    for name, shares in rows.items():
        parts.append(_text(left - 10, y + ROW / 2 + 4, _short(name), "end"))
        begin = 0.0
        for colour, kind in enumerate(kinds):
            share = shares.get(kind, 0.0)
            if share > 0.0:
                title = f"<title>{escape(name)}: {escape(kind)} {share:.1%}</title>"
                box = f'x="{scale(begin):.1f}" y="{y + 4:.1f}" width="{scale(share) - scale(0):.1f}" height="{ROW - 8}"'
                parts.append(f'<rect fill="{COLOURS[colour % len(COLOURS)]}" {box}>{title}</rect>')
            begin += share
        y += ROW
    parts.append(_axis(scale, [0.0, 0.25, 0.5, 0.75, 1.0], y + 4, "share", "{:.0%}"))
    return _svg(y + AXIS + 18, "shares", parts)


def curve_plot(
    curves: Mapping[str, Sequence[tuple[float, float]]], *, unit: str, reference: float, number: str = "{:.2f}"
) -> str:
    """Draws a line through the points (x, y) of each curve, with a legend, and a dashed line at a reference value of y.

    Args:
        curves: points by name, in the order of x; at least one point in all.
        unit: what x measures.
        reference: value of the dashed line.
        number: format of the values of y.
    """
    points = [point for curve in curves.values() for point in curve]
    left, right, height = 60.0, WIDTH - 60.0, 220.0
    legend, top = _legend(list(curves), left)
    along = _ticks(0.0, max(x for x, _ in points))
    up = _ticks(min(reference, *(y for _, y in points)), max(reference, *(y for _, y in points)))
    across, rise = _Scale(along[0], along[-1], left, right), _Scale(up[0], up[-1], top + height, top + 8)
    parts = [*legend, _axis(across, along, top + height, unit, "{:,.0f}")]
    for tick in up:
        parts.append(_text(left - 8, rise(tick) + 4, number.format(tick), "end"))
    parts.append(_line(left, rise(up[0]), left, rise(up[-1])))
    parts.append(_line(left, rise(reference), right, rise(reference), f'{INK} stroke-dasharray="4 4"'))
    for colour, (name, curve) in enumerate(curves.items()):
        line = " ".join(f"{across(x):.1f},{rise(y):.1f}" for x, y in curve)
        look = f'fill="none" stroke="{COLOURS[colour % len(COLOURS)]}" stroke-width="2"'
        parts.append(f'<polyline {look} points="{line}"><title>{escape(name)}</title></polyline>')
    return _svg(top + height + 42, f"curves over {unit}", parts)


def histogram(counts: Mapping[int, int], *, unit: str, height: int = 150) -> str:
    """Draws a histogram; many values are grouped."""
    lowest, highest = min(counts), max(counts)
    width = max(1, -(-(highest - lowest + 1) // 40))
    groups = np.zeros((highest - lowest) // width + 1)
    for value, count in counts.items():
        groups[(value - lowest) // width] += count
    left, total = 48, groups.sum()
    scale = _Scale(lowest, lowest + width * len(groups), left, WIDTH - MARGIN_RIGHT)
    parts = []
    for place, in_group in enumerate(groups.tolist()):
        begin = lowest + place * width
        tall = (height - 12) * in_group / groups.max()
        name = f"{begin}" if width == 1 else f"{begin} to {begin + width - 1}"
        box = (
            f'x="{scale(begin) + 1:.1f}" y="{height - tall:.1f}" width="{scale(width) - scale(0) - 2:.1f}" height="{tall:.1f}"'
        )
        parts.append(
            f'<rect fill="{COLOURS[0]}" {box}><title>{name} {escape(unit)}: {in_group / total:.1%} of games</title></rect>'
        )
    parts.append(_text(left - 8, 16, f"{groups.max() / total:.0%}", "end"))
    parts.append(_text(left - 8, height, "0", "end"))
    step = max(1, -(-len(groups) // 12))
    parts.append(_line(left, height, WIDTH - MARGIN_RIGHT, height))
    for place in range(0, len(groups), step):
        begin = lowest + place * width
        parts.append(_text(scale(begin + width / 2), height + 16, f"{begin}", "middle"))
    parts.append(_text((left + WIDTH) / 2, height + 34, unit, "middle"))
    return _svg(height + 42, f"Histogram of {unit}", parts)


class _Scale:
    """Maps values to pixels."""

    def __init__(self, low: float, high: float, left: float, right: float) -> None:
        self._low, self._left = low, left
        self._factor = (right - left) / (high - low)

    def __call__(self, value: float) -> float:
        return float(self._left + (value - self._low) * self._factor)


def _ticks(low: float, high: float) -> list[float]:
    """Returns round numbers (1, 2 or 5 times a power of ten apart) that enclose an interval."""
    span = high - low if high > low else max(abs(high), 1.0)
    power = 10.0 ** np.floor(np.log10(span / NUM_TICKS))
    step = float(next(factor * power for factor in (1, 2, 5, 10) if factor * power * NUM_TICKS >= span))
    first, last = int(np.floor(low / step)), int(np.ceil(high / step))
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def _axis(scale: _Scale, ticks: Sequence[float], y: float, unit: str, number: str) -> str:
    parts = [_line(scale(ticks[0]), y, scale(ticks[-1]), y)]
    for tick in ticks:
        parts.append(_line(scale(tick), y, scale(tick), y + 4))
        parts.append(_text(scale(tick), y + 17, number.format(tick), "middle"))
    parts.append(_text((scale(ticks[0]) + scale(ticks[-1])) / 2, y + 34, unit, "middle"))
    return "".join(parts)


def _legend(kinds: Sequence[str], left: float) -> tuple[list[str], float]:
    """Returns the legend and its end."""
    parts, x, y = [], left, 0.0
    for colour, kind in enumerate(kinds):
        width = 26 + LETTER * len(kind)
        if x + width > WIDTH and x > left:
            x, y = left, y + 20
        parts.append(f'<rect fill="{COLOURS[colour % len(COLOURS)]}" x="{x:.1f}" y="{y + 3:.1f}" width="12" height="12"/>')
        parts.append(_text(x + 17, y + 14, kind, "start"))
        x += width
    return parts, y + 24


def _label_width(rows: Mapping[str, object]) -> float:
    return 24 + LETTER * max(len(_short(name)) for name in rows)


def _short(name: str) -> str:
    return name if len(name) <= MAX_LABEL else "…" + name[1 - MAX_LABEL :]


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text fill="currentColor" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(x: float, y: float, to_x: float, to_y: float, style: str = INK) -> str:
    return f'<line {style} x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'


def _svg(height: float, label: str, parts: Sequence[str]) -> str:
    # Drawn at its own size on wide screens, smaller on narrow ones.
    look = f'viewBox="0 0 {WIDTH} {height:.0f}" font-family="sans-serif" font-size="13"'
    return f'<svg {look} role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'
