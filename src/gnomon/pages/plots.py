"""Drawing a `Plot` with matplotlib, as SVG for a page.

Lines differ by dash and marker, bars by hatch: grey print tells them apart.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from gnomon.drawing import THEME
from gnomon.pages.tables import Plot, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLOURS = ("#1f4e79", "#1b7f2a", "#7a3d0a", "#6a3d9a", "#333333", "#a6611a", "#008080", "#b2182b")
"""From dark to middle tones; dash, marker and hatch carry the difference in grey."""
_DASHES = ("-", "--", ":", "-.")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
_HATCHES = ("", "///", "...", "xxx", "\\\\\\", "+++", "---", "ooo")
_FACES = ("#1f4e79", "#ffffff", "#d9d9d9", "#b9d3ee", "#8c8c8c", "#f2e3c6", "#ffffff", "#d9d9d9")
"""Of bars, light but for the first, so that the dark hatch shows: no two bars have the same face in grey and the same hatch."""
_SIZE_INCHES = (6.4, 3.8)
"""Matplotlib's own width, for which its letters are meant; lower than its 4.8, so that a plot and its table fit a screen."""


_CHARACTERS_IN_A_LINE = 50
"""Below an axis about 4.5 inches wide, at matplotlib's usual 10 points with gaps; with fewer a legend stands beside it."""
_POINTS_OF_THE_AXIS = 200
"""About its length beside a legend: upright names share it; below 5 points nobody reads them."""
_MOST_SLANTED = 6
"""Names side by side at 20 degrees: of more, each would reach over its neighbour's letters."""


class PlotsUnavailableError(RuntimeError):
    """Plots need matplotlib, which is not installed."""


def draw_plot(plot: Plot) -> str:
    """Return a plot as an SVG element. Intervals are drawn where the series has them.

    Raises:
        PlotsUnavailableError: when matplotlib is not installed.
    """
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as error:
        raise PlotsUnavailableError("plots need matplotlib: pip install 'gnomon[bench]'") from error
    settings: dict[Any, Any] = {
        "svg.fonttype": "none",  # text stays text: it can be searched and copied
        "svg.hashsalt": plot.id,  # the same plot has the same ids in every file, and two of one page have different ones
        "font.family": "sans-serif",
        "hatch.linewidth": 0.6,  # thinner than usual, for dense hatches would darken the faces
        "text.parse_math": False,  # names of runs are shown as they are: two dollar signs are no formula
    }
    with rc_context(settings):
        figure = Figure(figsize=_SIZE_INCHES, layout="constrained")
        axes = figure.add_subplot()
        _KINDS[plot.kind](plot, axes)
        axes.set_xlabel(plot.x_label)
        axes.set_ylabel(plot.y_label)
        if plot.kind != "heat" and not any(_values(plot)):
            # Of zeros alone matplotlib would show as much below as above them: no share is there
            axes.set_ylim(0, 100 if "%" in plot.y_label else 1)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None}, facecolor=THEME.page)
    svg = out.getvalue()
    return svg[svg.index("<svg") :]


def _draw_lines(plot: Plot, axes: Axes) -> None:
    for index, series in enumerate(plot.series):
        colour = _COLOURS[index % len(_COLOURS)]
        x = [float(value) for value in series.x]
        y = [math.nan if value is None else value for value in series.y]
        dash, marker = _DASHES[index % len(_DASHES)], _MARKERS[index % len(_MARKERS)]
        axes.plot(x, y, dash, color=colour, marker=marker, markersize=5, label=_label(series))
        if series.low:
            low, high = ([math.nan if end is None else end for end in ends] for ends in (series.low, series.high))
            # So pale that bands may lie over each other
            axes.fill_between(x, low, high, color=colour, alpha=0.15, linewidth=0)
    places = {float(value) for series in plot.series for value in series.x}
    # Turns and counts are whole: no ticks at halves. More than twenty would run into each other
    if all(place.is_integer() for place in places) and len(places) <= 20:
        axes.set_xticks(sorted(places))
    _legend(plot, axes)


def _draw_bars(plot: Plot, axes: Axes) -> None:
    names = list(dict.fromkeys(str(x) for series in plot.series for x in series.x))
    # A group of bars takes four fifths of its place: the rest parts it from the next
    width = 0.8 / max(len(plot.series), 1)
    for index, series in enumerate(plot.series):
        places = [names.index(str(x)) + (index - (len(plot.series) - 1) / 2) * width for x in series.x]
        axes.bar(
            places,
            [math.nan if value is None else value for value in series.y],
            width,
            label=_label(series),
            color=_FACES[index % len(_FACES)],
            edgecolor="#222222",
            hatch=_HATCHES[index % len(_HATCHES)],
            yerr=_whiskers(series),
            capsize=2,
        )
    _name_places(axes, names)
    _legend(plot, axes)


def _draw_points(plot: Plot, axes: Axes) -> None:
    for index, series in enumerate(plot.series):
        x = [float(value) for value in series.x]
        y = [math.nan if value is None else value for value in series.y]
        marker = _MARKERS[index % len(_MARKERS)]
        axes.scatter(x, y, marker=marker, color=_COLOURS[index % len(_COLOURS)], label=_label(series))
    _legend(plot, axes)


def _draw_heat(plot: Plot, axes: Axes) -> None:
    columns = [str(x) for x in plot.series[0].x] if plot.series else []
    values = [[math.nan if value is None else value for value in series.y] for series in plot.series]
    axes.imshow(values, cmap="Greys", aspect="auto", vmin=0)
    highest = max((value for row in values for value in row if not math.isnan(value)), default=1.0)
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            # From the middle tones on, white is easier to read on grey than black
            colour = "#ffffff" if value > highest * 0.55 else "#000000"
            axes.text(j, i, "–" if math.isnan(value) else f"{value:.2f}", ha="center", va="center", color=colour, fontsize=8)
    _name_places(axes, columns)
    axes.set_yticks(range(len(plot.series)), [series.name for series in plot.series])


_KINDS: dict[str, Callable[[Plot, Axes], None]] = {
    "line": _draw_lines,
    "bar": _draw_bars,
    "scatter": _draw_points,
    "heat": _draw_heat,
}


def _name_places(axes: Axes, names: list[str]) -> None:
    """Write names below the axis so that none lies over the next: slanted where they are too wide, upright where many."""
    longest = max(map(len, names), default=0)
    if longest * len(names) <= _CHARACTERS_IN_A_LINE:
        axes.set_xticks(range(len(names)), names)
    elif len(names) <= _MOST_SLANTED:
        axes.set_xticks(range(len(names)), names, rotation=20, ha="right", rotation_mode="anchor")
    else:
        axes.set_xticks(range(len(names)), names, rotation=90, fontsize=max(5, min(8, _POINTS_OF_THE_AXIS // len(names))))


def _values(plot: Plot) -> Iterator[float]:
    """Yield all figures, ends of intervals too."""
    for series in plot.series:
        yield from (value for value in (*series.y, *series.low, *series.high) if value is not None)


def _whiskers(series: Series) -> list[list[float]] | None:
    if not series.low:
        return None
    ends = list(zip(series.y, series.low, series.high, strict=True))
    below = [0.0 if y is None or low is None else max(y - low, 0.0) for y, low, _ in ends]
    above = [0.0 if y is None or high is None else max(high - y, 0.0) for y, _, high in ends]
    return [below, above]


def _label(series: Series) -> str:
    return f"{series.name} (published)" if series.is_published else series.name


def _legend(plot: Plot, axes: Axes) -> None:
    if len(plot.series) > 1:
        axes.legend(fontsize=8, frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
