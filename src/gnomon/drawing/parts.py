"""The named parts of a figure as a list to choose from, each with the shape of its highlight: for who points without drawing."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import NamedTuple

from gnomon.drawing.highlight_shapes import highlight_shapes
from gnomon.drawing.highlighting import Highlight, undrawable
from gnomon.drawing.layout import layout_figure
from gnomon.drawing.theme import THEME, Theme
from gnomon.figure import Element, Figure, Highlights

_SIGNS = {"line": "", "angle": "∠", "arc": "arc ", "label": ""}
_STRAIGHT = math.radians(1)
"""Arms whose directions differ by less from none, or from a half turn, make no angle to point at."""


class NamedPart(NamedTuple):
    """A part that can be highlighted."""

    element: str
    """Such as ``angle:ABC``."""
    words: str
    """As a school book writes it."""
    shapes: dict[str, str]
    """SVG of the highlight by pen, in the coordinates of `gnomon.drawing.draw` at the same width."""


def named_parts(figure: Figure, *, width_px: float = 480, theme: Theme = THEME) -> tuple[NamedPart, ...]:
    """Return what a drawing of the figure shows and a highlight can name: segments, angles, arcs, printed names, texts and marks."""
    layout = layout_figure(figure, width_px, theme)
    found = []
    for element in dict.fromkeys(_elements(figure)):
        if undrawable(figure, Highlights.of([element])):
            continue
        shapes = {
            pen.name: highlight_shapes(figure, (Highlight(element, pen, 1, is_tagged=False),), layout, theme)[0].group(figure)
            for pen in theme.pens
        }
        found.append(NamedPart(str(element), f"{_SIGNS[element.kind]}{element.name}", shapes))
    return tuple(found)


def _elements(figure: Figure) -> Iterator[Element]:
    for line in figure.lines:
        yield from (Element.of("line", *pair) for pair in itertools.combinations(line, 2))
    for vertex in figure.points:
        yield from (Element.of("angle", first, vertex, last) for first, last in _arms(figure, vertex))
    for circle in figure.circles:
        around = figure.points_on_circle(circle.centre)
        if len(around) > 1:
            yield from (Element.of("arc", *pair) for pair in zip(around, (*around[1:], around[0]), strict=True))
    yield from (Element.of("label", label) for label in figure.all_labels())


def _arms(figure: Figure, vertex: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of neighbours of a point along drawn lines that open an angle."""
    x, y = figure.points[vertex]
    neighbours = []
    for line in figure.lines:
        if vertex in line:
            place = line.index(vertex)
            neighbours += [line[at] for at in (place - 1, place + 1) if 0 <= at < len(line)]
    ways = {name: math.atan2(figure.points[name][1] - y, figure.points[name][0] - x) for name in dict.fromkeys(neighbours)}
    for (first, one), (last, other) in itertools.combinations(ways.items(), 2):
        opening = abs((one - other + math.pi) % math.tau - math.pi)
        if _STRAIGHT < opening < math.pi - _STRAIGHT:
            yield first, last
