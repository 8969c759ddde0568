"""Which parts of the figure a step may point at: those its rule names, else those that its statements speak of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from gnomon.figure import Element, parse_element
from gnomon.geometry.checker.sketch import Sketch
from gnomon.geometry.rule import Rule
from gnomon.problem import Equation, Fact, quantities_in


def element_exists(element: Element, sketch: Sketch) -> bool:
    """Whether the figure has an element: its points, the lines that make it up, its circle."""
    points, incidence = element.points, sketch.incidence
    if element.kind == "label" or not set(points) <= set(sketch.at):
        return False
    if element.kind == "circle":
        return points[0] in incidence.circles
    if element.kind == "arc":
        return incidence.centre(*points) is not None
    sides = list(pairwise(points))
    if element.kind in {"triangle", "polygon"}:
        sides.append((points[-1], points[0]))
    return all(incidence.line(*side) is not None for side in sides)


def canonical_element(element: Element, sketch: Sketch) -> Element:
    """Return an element under one name: an angle by the nearest points on its rays."""
    if element.kind != "angle":
        return element
    first, vertex, last = element.points
    return Element.of("angle", sketch.ray(vertex, first), vertex, sketch.ray(vertex, last))


def elements_of_rule(rule: Rule, binding: dict[str, str]) -> Iterator[Element]:
    """Yield the elements that a rule itself names, at this place."""
    yield from (parse_element(name.format(**binding)) for name in rule.elements)


def elements_of_statement(statement: Fact | Equation) -> Iterator[Element]:
    """Yield the parts of the figure that a statement speaks of."""
    if isinstance(statement, Equation):
        yield from (quantity.element for side in statement for quantity in quantities_in(side))
        return
    points = statement.points
    half = len(points) // 2
    if statement.kind in {"parallel", "perpendicular"}:
        yield from (Element.of("line", *points[:2]), Element.of("line", *points[2:]))
    elif statement.kind in {"congruent", "similar"}:
        yield from (_corners(points[:half]), _corners(points[half:]))
    elif statement.kind == "midpoint":
        yield Element.of("line", *points[1:])
    elif statement.kind in {"centroid", "incenter", "orthocenter"}:
        yield _corners(points[1:])
    elif len(points) > 2:
        yield _corners(points)


def _corners(points: Iterable[str]) -> Element:
    corners = tuple(points)
    return Element.of("triangle" if len(corners) == 3 else "polygon", *corners)
