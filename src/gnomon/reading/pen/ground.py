"""The figure under the pen, in pixels: its lines, circles, the rays at each point, and everything that is printed."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from gnomon.drawing.layout import Layout, layout_figure
from gnomon.drawing.plane import Box, box_of, turn
from gnomon.drawing.theme import Theme
from gnomon.figure import Circle, Element, ElementNameError, Figure, mark_name, parse_element

_SLACK = 0.011
"""Of the figure's diagonal: how far a hand strays from what it follows, 5 pixels in a drawing 480 wide."""
_SAME_RAY = math.radians(2)
"""Lines of one point nearer than this are one ray: figures are drawn with rounded coordinates."""


class Straight(NamedTuple):
    """A drawn line."""

    names: tuple[str, ...]
    """Its points in order."""
    start: complex
    along: complex
    """Unit vector from its first to its last point."""
    places: tuple[float, ...]
    """Of its points, in pixels from the first."""


class Round(NamedTuple):
    """A drawn circle."""

    circle: Circle
    centre: complex
    radius: float
    """In pixels."""
    directions: dict[str, float]
    """In which its named points are seen from its centre, in radians, clockwise on the page."""


class Ray(NamedTuple):
    """A way in which a drawn line leaves a point."""

    direction: float
    """In radians, clockwise on the page."""
    names: tuple[str, ...]
    """Points on it, the nearest first."""
    reach: float
    """How far it is drawn."""


class Printed(NamedTuple):
    """Something that can be circled."""

    element: Element
    box: Box
    is_text: bool
    """Whether it can be underlined."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A drawn figure as the pen meets it."""

    figure: Figure
    slack: float
    """The unit of all misfits, in pixels."""
    corner: complex
    """Of the drawing, in pixels of the layout."""
    zoom: float
    """Pixels of the layout for one of the drawing."""
    lines: tuple[Straight, ...]
    circles: tuple[Round, ...]
    rays: dict[str, tuple[Ray, ...]]
    spots: dict[str, complex]
    printed: tuple[Printed, ...]
    named_angles: frozenset[Element]
    """Angles that labels and marks of the figure name."""

    def angle(self, first: Ray, vertex: str, second: Ray) -> Element:
        """Return the angle between two rays: as the figure names it, else by the nearest points, those that the pen passes."""
        names = [Element.of("angle", a, vertex, b) for a in first.names for b in second.names]
        return next((name for name in names if name in self.named_angles), names[0])


@lru_cache(maxsize=64)  # a page reads stroke after stroke over one figure
def ground_of(figure: Figure, width_px: float, theme: Theme) -> Ground:
    """Return the figure as `gnomon.drawing.draw` lays it out ``width_px`` wide."""
    layout = layout_figure(figure, width_px, theme)
    circles = tuple(_circles(figure, layout))
    corners = [*layout.spots.values()]
    corners += [circle.centre + side * circle.radius * (1 + 1j) for circle in circles for side in (-1, 1)]
    xs, ys = [spot.real for spot in corners] or [0.0], [spot.imag for spot in corners] or [0.0]
    return Ground(
        figure,
        _SLACK * max(math.hypot(max(xs) - min(xs), max(ys) - min(ys)), width_px / 4),  # a figure of one point has no size
        complex(layout.page.left, layout.page.top),
        layout.page.width / width_px,
        tuple(_lines(figure, layout.spots)),
        circles,
        {name: tuple(_rays(name, figure, layout.spots)) for name in figure.points},
        layout.spots,
        tuple(_printed(layout, theme)),
        frozenset(_named_angles(figure)),
    )


def _lines(figure: Figure, spots: dict[str, complex]) -> Iterator[Straight]:
    for line in figure.lines:
        run = spots[line[-1]] - spots[line[0]]
        if abs(run) > 1e-6:
            along = run / abs(run)
            places = tuple(((spots[name] - spots[line[0]]) * along.conjugate()).real for name in line)
            yield Straight(line, spots[line[0]], along, places)


def _circles(figure: Figure, layout: Layout) -> Iterator[Round]:
    for circle in figure.circles:
        centre, radius = layout.spots[circle.centre], figure.radius(circle) * layout.frame.scale
        if radius > 0:
            seen = {name: cmath.phase(layout.spots[name] - centre) for name in circle.points}
            yield Round(circle, centre, radius, seen)


def _rays(vertex: str, figure: Figure, spots: dict[str, complex]) -> Iterator[Ray]:
    ways: list[dict[str, complex]] = []
    for line in figure.lines:
        for name in line if vertex in line else ():
            way = spots[name] - spots[vertex]
            if name != vertex and abs(way) > 1e-6:
                known = next((ray for ray in ways if all(abs(turn(way, one)) < _SAME_RAY for one in ray.values())), None)
                ways.append({name: way}) if known is None else known.update({name: way})
    for ray in ways:
        names = sorted(ray, key=lambda name, ray=ray: abs(ray[name]))  # type: ignore[misc]  # the default binds the loop's
        yield Ray(cmath.phase(ray[names[-1]]), tuple(names), abs(ray[names[-1]]))


def _printed(layout: Layout, theme: Theme) -> Iterator[Printed]:
    for placed in layout.texts:
        label = Element.of("label", placed.wanted.text)
        yield Printed(label, placed.box, is_text=True)
        if placed.wanted.is_name:
            dot = _dot(layout.spots[placed.wanted.text], theme)
            yield Printed(label, placed.box.union(dot), is_text=False)
    for name, spot in layout.spots.items():
        yield Printed(Element.of("label", name), _dot(spot, theme), is_text=False)
    marks: dict[str, list[Box]] = {}
    for shape in layout.shapes:
        if shape.label:
            marks.setdefault(shape.label, []).extend(map(box_of, shape.obstacles))
    for name, boxes in marks.items():
        mark = mark_name(name)
        if mark is not None:
            # Who circles the arcs or the square of an angle points at the angle; ticks and arrow heads are marks.
            element = mark.element if mark.element.kind == "angle" else Element.of("label", name)
            yield Printed(element, Box.enclosing(boxes), is_text=False)


def _dot(spot: complex, theme: Theme) -> Box:
    return Box.around(spot, 2 * theme.dot_radius, 2 * theme.dot_radius)


def _named_angles(figure: Figure) -> Iterator[Element]:
    marks = figure.marks
    names = [label.element or "" for label in figure.labels]
    names += [name for group in (marks.right_angles, *marks.equal_angles) for name in group]
    for name in names:
        try:
            element = parse_element(name if ":" in name else f"angle:{name}")
        except ElementNameError:
            continue
        if element.kind == "angle":
            yield element
