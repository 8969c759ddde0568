"""What was read in a picture as a `Figure` in pixels of the picture, y upwards: what drawings and highlights are made on."""

from __future__ import annotations

import math
from collections import defaultdict

from gnomon.figure import Axes, Circle, Coordinates, Figure, Label, Marks, order_along
from gnomon.reading.picture import Picture

_ON_CIRCLE = 0.04
"""Of the radius, that a named point may lie off its circle: the width of a stroke in a small picture."""


def figure_of(picture: Picture, height: int) -> Figure:
    """Return the figure that was read.

    Args:
        picture: what `read_picture` found.
        height: of the picture in pixels; rows are counted from above, a figure's y from below.

    Returns:
        All its points, sure or not; a circle's nameless centre is a hidden point whose name no text has (``○1``).
    """
    points = {name: (x, height - y) for name, (x, y) in picture.points.items()}
    lines = _chains([(line.start, line.end) for line in picture.lines], points)
    named = dict(points)
    circles, hidden = [], []
    for number, circle in enumerate(picture.circles, 1):
        centre = circle.centre or f"○{number}"
        spot = (circle.spot[0], height - circle.spot[1])
        if circle.centre is None:
            points[centre] = spot
            hidden.append(centre)
        on_it = [
            name for name, place in named.items() if abs(math.dist(place, spot) - circle.radius) <= _ON_CIRCLE * circle.radius
        ]
        circles.append(Circle(centre=centre, points=tuple(on_it), radius=circle.radius))
    labels = [Label(text=label.text, element=part, position=(label.x, height - label.y)) for label, part, _ in picture.labels]
    return Figure(
        points=points, lines=lines, circles=tuple(circles), labels=tuple(labels), marks=_marks(picture), hidden=tuple(hidden)
    )


def axes_of(picture: Picture, height: int) -> Axes | None:
    """Return the axes of the graph for the figure that `figure_of` gives; None where there is none."""
    if picture.axes is None:
        return None
    x, row = picture.axes.origin
    return picture.axes._replace(origin=(x, height - row))


def _chains(pairs: list[tuple[str, str]], points: Coordinates) -> tuple[tuple[str, ...], ...]:
    """Return the longest lines with all their points: a chain A-M-B was read as AM, MB and AB."""
    drawn = {frozenset(pair) for pair in pairs}
    whole = []
    for first, last in pairs:
        inner = [name for name in points if {frozenset((first, name)), frozenset((name, last))} <= drawn]
        length = math.dist(points[first], points[last])
        # A triangle has three pairs too; a point of the line makes the way no longer, but for the error of a pixel or two:
        # a share that lets it lie off by 3 % of the length.
        on_line = [
            x for x in inner if math.dist(points[first], points[x]) + math.dist(points[x], points[last]) < 1.002 * length + 0.3
        ]
        whole.append(order_along([first, last, *on_line], points))
    return tuple(dict.fromkeys(line for line in whole if not any(set(line) < set(other) for other in whole)))


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
