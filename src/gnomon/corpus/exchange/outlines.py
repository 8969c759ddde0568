"""Highlighted parts of a figure as polygons in per cent of its drawing, for tools that know no points and lines."""

from __future__ import annotations

import cmath
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gnomon.drawing import THEME, undrawable
from gnomon.drawing.highlight_shapes import printed_boxes
from gnomon.drawing.labels import arc_on_circle, circle_with
from gnomon.drawing.layout import Layout, layout_figure
from gnomon.drawing.plane import Box
from gnomon.drawing.shapes import wedge
from gnomon.figure import Element, Figure, Highlights

_STEPS = 16
"""Corners along an arc: within 1 % of its radius for a half circle."""
Polygon = list[list[float]]


class Outline(NamedTuple):
    """One highlighted element."""

    name: str
    """``line:AB``."""
    points: Polygon
    """Corners, x and y in per cent of the drawing's width and height."""


def outlines(figure: Figure, highlights: Highlights, width_px: float) -> tuple[Outline, ...]:
    """Return the outlines of what can be drawn, in order, on a drawing ``width_px`` wide.

    Lines and arcs are as wide as they are highlighted, angles are wedges, labels boxes; a text printed twice is boxed once.
    """
    left_out = set(undrawable(figure, highlights))
    layout = layout_figure(figure, width_px, THEME)
    drawable = [element for element in highlights.elements() if str(element) not in left_out]
    return tuple(Outline(str(element), _percent(list(_corners(element, figure, layout)), layout.page)) for element in drawable)


def _percent(corners: Sequence[complex], page: Box) -> Polygon:
    return [
        [round(100 * (corner.real - page.left) / page.width, 4), round(100 * (corner.imag - page.top) / page.height, 4)]
        for corner in corners
    ]  # four decimals: a thousandth of a pixel


def _corners(element: Element, figure: Figure, layout: Layout) -> Iterator[complex]:
    if element.kind == "line":
        yield from _band([layout.spots[name] for name in element.points])
    elif element.kind == "arc":
        circle = circle_with(element, figure)
        assert circle is not None  # an arc without one is undrawable
        centre, radius = layout.spots[circle.centre], figure.radius(circle) * layout.frame.scale
        start, sweep = arc_on_circle(element, centre, layout.spots)
        yield from _round(centre, radius + THEME.highlight_width / 2, start, sweep)
        yield from _round(centre, radius - THEME.highlight_width / 2, start + sweep, -sweep)
    elif element.kind == "angle":
        opening = wedge(element, layout.spots)
        yield opening.vertex
        yield from _round(opening.vertex, THEME.wedge_radius, opening.start, opening.sweep)
    else:
        yield from _box(element, layout)


def _band(ends: Sequence[complex]) -> Iterator[complex]:
    first, last = ends
    aside = 1j * (last - first) / abs(last - first) * THEME.highlight_width / 2
    yield from (first + aside, last + aside, last - aside, first - aside)


def _round(centre: complex, radius: float, start: float, sweep: float) -> Iterator[complex]:
    return (centre + cmath.rect(radius, start + sweep * step / _STEPS) for step in range(_STEPS + 1))


def _box(element: Element, layout: Layout) -> Iterator[complex]:
    left, top, right, bottom = printed_boxes(element, layout, THEME)[0]
    yield from (complex(left, top), complex(right, top), complex(right, bottom), complex(left, bottom))
