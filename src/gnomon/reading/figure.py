"""What was read in a picture as a `Figure` in pixels of the picture, y upwards: what drawings, highlights and drafts are made on.

Positions give order, sides and incidence, never sizes.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

from gnomon.figure import Axes, Circle, Coordinates, Figure, Label, Marks, Spot, merge_lines, order_along
from gnomon.reading.marks import is_between
from gnomon.reading.picture import Picture

_ON_CIRCLE = 0.03
"""Of the radius, that a point may be off its circle; and `_NEAR` pixels."""
_NEAR = 2.5
"""Pixels that the reader may be off at a point."""


def figure_of(picture: Picture, height: float) -> Figure:
    """Return the figure that was read.

    Args:
        picture: what `read_picture` found.
        height: of the picture in pixels; rows are counted from above, a figure's y from below.

    Returns:
        All its points, sure or not; those beside which no name is printed are hidden, and so is a circle's centre that is no
        other point, by a name that no text has (``○1``) where the circle gives none.
    """
    points = {name: (x, height - y) for name, (x, y) in picture.places.items()}
    circles, centres = [], {}
    for number, circle in enumerate(picture.circles, 1):
        centre = circle.centre or f"○{number}"
        spot = (circle.spot[0], height - circle.spot[1])
        if centre not in points:
            centres[centre] = spot
        on_it = tuple(name for name, place in points.items() if name != centre and _is_on(place, spot, circle.radius))
        circles.append(Circle(centre=centre, points=on_it, radius=circle.radius))
    labels = [Label(text=label.text, element=part, position=(label.x, height - label.y)) for label, part, _ in picture.labels]
    return Figure(
        points={**points, **centres},
        lines=tuple(_lines([(line.start, line.end) for line in picture.lines], points)),
        circles=tuple(circles),
        labels=tuple(labels),
        marks=_marks(picture),
        hidden=(*picture.unnamed, *centres),
    )


def axes_of(picture: Picture, height: int) -> Axes | None:
    """Return the axes of the graph for the figure that `figure_of` gives; None where there is none."""
    if picture.axes is None:
        return None
    x, row = picture.axes.origin
    return picture.axes._replace(origin=(x, height - row))


def _is_on(spot: Spot, centre: Spot, radius: float) -> bool:
    return abs(math.dist(spot, centre) - radius) <= _ON_CIRCLE * radius + _NEAR


def _lines(pairs: list[tuple[str, str]], points: Coordinates) -> Iterator[tuple[str, ...]]:
    """Yield each drawn line with all its points in order: a chain A-M-B was read as AM, MB and AB."""
    drawn = {frozenset(pair) for pair in pairs}
    groups = [
        (start, point, end)
        for start, end in pairs
        for point in points
        if {frozenset((start, point)), frozenset((point, end))} <= drawn and is_between(points[start], points[point], points[end])
    ]
    for line in merge_lines([*groups, *pairs]):
        yield order_along(line, points)


def _marks(picture: Picture) -> Marks:
    """Return the marks by group: those of one number of strokes belong together."""
    groups: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for mark in picture.marks:
        groups[mark.kind][mark.number].append(mark.part.partition(":")[2])
    return Marks(
        right_angles=tuple(name for group in groups["right_angle"].values() for name in group),
        equal_lines=_by_number(groups["ticks"]),
        equal_angles=_by_number(groups["arcs"]),
        parallel_lines=_by_number(groups["arrows"]),
    )


def _by_number(groups: dict[int, list[str]]) -> tuple[tuple[str, ...], ...]:
    """Return the groups in order of their strokes; a number that no mark has is an empty group."""
    return tuple(tuple(groups.get(number, ())) for number in range(1, max(groups, default=0) + 1))
