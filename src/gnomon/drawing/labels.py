"""The texts of a figure and the places each could take: point names, lengths, angle sizes, arc labels.

Wishes, in words of a textbook: a name stands in the widest gap between the strokes at its point; a length beside the middle
of its segment, outside; an angle's size inside the angle near the arc; an arc's outside the circle.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from gnomon.drawing.font import TextSize, text_size
from gnomon.drawing.placement import Candidate, WantedText
from gnomon.drawing.plane import Box, Frame, Segment, meets, turn, unit
from gnomon.drawing.shapes import AngleMark
from gnomon.drawing.theme import Theme
from gnomon.figure import Circle, Element, ElementNameError, Figure, Label, parse_element

_DIRECTIONS = 24
"""Round a point: 15 degrees apart, less than the width of a letter at its distance."""


def wanted_names(figure: Figure, spots: Mapping[str, complex], theme: Theme) -> Iterator[WantedText]:
    """Yield the names of all points that are not hidden."""
    for name, spot in spots.items():
        if name not in figure.hidden:
            size = text_size(name, theme.name_size)
            strokes = list(_strokes_at(name, figure, spots))
            yield WantedText(name, size, theme.name_size, tuple(around_point(spot, size, strokes, theme)), name, is_name=True)


def wanted_labels(
    figure: Figure,
    frame: Frame,
    spots: Mapping[str, complex],
    marks: Iterable[AngleMark],
    dimensions: Mapping[Label, Segment],
    theme: Theme,
) -> Iterator[WantedText]:
    """Yield the printed labels; one that names nothing in the figure and has no position goes below the figure.

    ``dimensions`` holds the dimension line of each label that has one.
    """
    radii = {mark.element: mark.outer(theme) for mark in marks}
    ground = _Ground(figure, frame, spots, radii, sum(spots.values()) / max(len(spots), 1), theme)
    for label in figure.labels:
        size = text_size(label.text, theme.text_size)
        element = label_element(label, figure)
        if label.position is not None:
            candidates = [Candidate(frame.place(label.position), 0)]
        elif label in dimensions:
            candidates = list(beside(dimensions[label], size, ground.middle, theme))
        elif element is None:
            candidates = list(_below(frame, size, theme))
        else:
            candidates = list(_at_element(element, size, ground))
        yield WantedText(label.text, size, theme.text_size, tuple(candidates), label.element or "", is_name=False)


def label_element(label: Label, figure: Figure) -> Element | None:
    """Return the line, angle, arc or point that ``label`` belongs to; None when it names none of this figure."""
    try:
        element = parse_element(label.element or "")
    except ElementNameError:
        return None
    if element.kind not in {"line", "angle", "arc", "point"} or not figure.has(element):
        return None
    if element.kind == "arc" and circle_with(element, figure) is None:
        return None
    return element


def circle_with(element: Element, figure: Figure) -> Circle | None:
    """Return the circle that an ``arc`` element lies on: by its named points, else by distance within 3 %.

    The 3 % allow for points that were placed by hand.
    """
    for circle in figure.circles:
        if set(element.points) <= set(circle.points):
            return circle
    for circle in figure.circles:
        centre, radius = figure.points[circle.centre], figure.radius(circle)
        if all(abs(math.dist(figure.points[name], centre) - radius) <= 0.03 * radius for name in element.points):
            return circle
    return None


def arc_on_circle(element: Element, centre: complex, spots: Mapping[str, complex]) -> tuple[float, float]:
    """Return ``(start direction, sweep)`` in radians of an ``arc`` element about ``centre``, clockwise on the page.

    Two points: the minor arc. Three: from the first through the second to the third.
    """
    first, last = spots[element.points[0]] - centre, spots[element.points[-1]] - centre
    sweep = turn(first, last)
    if len(element.points) == 3:
        through = turn(first, spots[element.points[1]] - centre)
        sweep, through = sweep % math.tau, through % math.tau
        if through > sweep:
            sweep -= math.tau
    return cmath.phase(first), sweep


def reach_from(vertex: str, toward: str, figure: Figure, spots: Mapping[str, complex]) -> float:
    """Return how far the drawn stroke runs from ``vertex`` through ``toward``; their distance when none is drawn."""
    far = [spots[toward]]
    for line in figure.lines:
        if vertex in line and toward in line:
            forward = line.index(toward) > line.index(vertex)
            far.append(spots[line[-1] if forward else line[0]])
    return max(abs(spot - spots[vertex]) for spot in far)


class _Ground(NamedTuple):
    """What labels are placed on."""

    figure: Figure
    frame: Frame
    spots: Mapping[str, complex]
    radii: Mapping[Element, float]
    """Outer radius of each angle's arcs."""
    middle: complex
    """Of all points."""
    theme: Theme


def _at_element(element: Element, size: TextSize, ground: _Ground) -> Iterator[Candidate]:
    spots, theme = ground.spots, ground.theme
    if element.kind == "line":
        yield from _clearly_beside(element, size, ground)
    elif element.kind == "angle":
        yield from _in_angle(element, size, ground)
    elif element.kind == "arc":
        circle = circle_with(element, ground.figure)
        if circle is not None:
            radius = ground.figure.radius(circle) * ground.frame.scale
            yield from _outside_arc(element, spots[circle.centre], radius, spots, size, theme)
    else:
        yield from around_point(spots[element.points[0]], size, [], theme)


def _clearly_beside(element: Element, size: TextSize, ground: _Ground) -> Iterator[Candidate]:
    """Places beside a line; nearer to another line, a text would be read as that one's."""
    own = Segment(ground.spots[element.points[0]], ground.spots[element.points[1]])
    others = [
        Segment(ground.spots[first], ground.spots[second])
        for line in ground.figure.lines
        for first, second in pairwise(line)
        if not set(element.points) <= set(line)
    ]
    candidates = list(beside(own, size, ground.middle, ground.theme))
    farthest = max(_distance(candidate.centre, own) for candidate in candidates)
    around = Box.enclosing(Box.around(candidate.centre, 0, 0) for candidate in candidates).grown(1.1 * farthest)
    others = [other for other in others if meets(around, other)]
    for candidate in candidates:
        # A tenth nearer to its own line is too little for a reader to see which line is meant.
        distance = 1.1 * _distance(candidate.centre, own)
        is_doubtful = any(_distance(candidate.centre, other) < distance for other in others)
        # More than any shift along the line costs, less than a covered stroke.
        yield candidate._replace(cost=candidate.cost + 14) if is_doubtful else candidate


def _distance(spot: complex, segment: Segment) -> float:
    along = segment.end - segment.start
    # A segment without a length counts as its start.
    share = ((spot - segment.start) * along.conjugate()).real / max(abs(along) ** 2, 1e-9)
    return abs(spot - segment.start - along * min(max(share, 0), 1))


def around_point(spot: complex, size: TextSize, strokes: list[complex], theme: Theme) -> Iterator[Candidate]:
    """Places round a point; the cost falls with the angle to the nearest stroke that leaves the point."""
    ways = [cmath.rect(1, math.tau * step / _DIRECTIONS) for step in range(_DIRECTIONS)]
    gaps = [min((abs(turn(way, stroke)) for stroke in strokes), default=math.pi) for way in ways]
    for extra in (0.0, 4.0, 9.0, 15.0):  # up to the height of a name: farther off it would be read as another point's
        for direction, gap in zip(ways, gaps, strict=True):
            # Without strokes a name stands above and to the right of its dot, the usual place.
            tilt = 0.0 if strokes else 1.5 * abs(turn(direction, 1 - 1j))
            centre = spot + direction * (support(size, direction) + theme.dot_radius + theme.clearance + 1 + extra)
            # Five pixels a radian: a name goes into the widest gap before it goes away from its dot.
            yield Candidate(centre, extra * 1.1 + 5 * (math.pi - gap) + tilt)


def beside(segment: Segment, size: TextSize, middle: complex, theme: Theme, gap: float = 0.0) -> Iterator[Candidate]:
    """Yield places beside ``segment`` for a text of that size, the side away from ``middle`` preferred.

    ``gap`` is half the width of the segment's stroke, in pixels, where it is wide.
    """
    along = segment.end - segment.start
    normal = unit(along) * 1j
    outwards = (segment.start + along / 2 - middle) * normal.conjugate()
    for side in (normal, -normal):
        # Outside is preferred by 5 pixels; a segment through the middle has no outside.
        inside = 5.0 if outwards.real * (1 if side == normal else -1) < -1 else 0.0
        # From the middle outwards, farther off where it is crowded: a tenth along costs 4 pixels, a pixel away from it 1.5.
        for where in (0.5, 0.44, 0.56, 0.38, 0.62, 0.31, 0.69, 0.24, 0.76, 0.17, 0.83):
            for extra in (0.0, 3.0, 7.0, 12.0):
                centre = segment.start + along * where + side * (support(size, side) + gap + theme.label_gap + extra)
                yield Candidate(centre, inside + extra * 1.5 + 40 * abs(where - 0.5))


def _in_angle(element: Element, size: TextSize, ground: _Ground) -> Iterator[Candidate]:
    """Places inside the angle behind the arc; for angles too narrow, places outside it with a leader to the arc."""
    figure, spots, theme = ground.figure, ground.spots, ground.theme
    radius = ground.radii.get(element, 1.4 * theme.right_angle_size)  # of a right angle the diagonal of its square
    first, vertex_name, second = element.points
    vertex = spots[vertex_name]
    arm, other = spots[first] - vertex, spots[second] - vertex
    sweep = turn(arm, other)
    start, reach = cmath.phase(arm), min(reach_from(vertex_name, name, figure, spots) for name in (first, second))
    # In growing steps: near the arc a few pixels decide, far from it the text only has to get out of the way.
    for extra in (0, 2, 5, 9, 14, 20, 27, 35, 44, 54, 65, 77, 90, 105, 125):
        for lean in (0.5, 0.42, 0.58, 0.34, 0.66):
            direction = cmath.rect(1, start + sweep * lean)
            distance = radius + theme.label_gap + support(size, direction) + extra
            # Inside the arms, or at least near the arc where they are short.
            if distance < max(0.9 * reach, radius + 45):
                yield Candidate(vertex + direction * distance, 0.6 * extra + 20 * abs(lean - 0.5))
    tip = vertex + cmath.rect(radius, start + sweep / 2)
    # Radians past either arm, at one and at two lines of text from the arc.
    for beyond in (0.5, 0.8, 1.1, 1.5, 2.0):
        outwards = math.copysign(beyond, sweep)
        for direction in (cmath.rect(1, start - outwards), cmath.rect(1, start + sweep + outwards)):
            for distance in (radius + 14.0, radius + 28.0):
                centre = vertex + direction * (distance + support(size, direction))
                edge = centre + unit(tip - centre) * support(size, unit(tip - centre))
                # Dearer than every free place inside: a leader is the last resort.
                yield Candidate(centre, 90 + distance - radius, Segment(edge, tip))


def _outside_arc(
    element: Element, centre: complex, radius: float, spots: Mapping[str, complex], size: TextSize, theme: Theme
) -> Iterator[Candidate]:
    start, sweep = arc_on_circle(element, centre, spots)
    for where in (0.5, 0.44, 0.56, 0.38, 0.62, 0.3, 0.7, 0.22, 0.78):  # as beside a line
        direction = cmath.rect(1, start + sweep * where)
        for extra in (0.0, 3.0, 8.0, 14.0):
            distance = radius + theme.label_gap + support(size, direction) + extra
            yield Candidate(centre + direction * distance, extra + 40 * abs(where - 0.5))
        inside = radius - theme.label_gap - support(size, direction)
        # Inside the circle only where 25 pixels along it outside are not free.
        yield Candidate(centre + direction * inside, 25 + 40 * abs(where - 0.5))


def _below(frame: Frame, size: TextSize, theme: Theme) -> Iterator[Candidate]:
    # Four rows of three; below comes after every place at an element, and a further row after a shift to the side.
    for row in range(4):
        for shift in (0.0, -0.25, 0.25):
            x = frame.width * (0.5 + shift)
            yield Candidate(complex(x, frame.height - theme.padding + row * (size.height + 6)), 30 + row * 20 + abs(shift) * 10)


def _strokes_at(name: str, figure: Figure, spots: Mapping[str, complex]) -> Iterator[complex]:
    """Directions in which strokes leave a point: along its lines, along its circles."""
    for line in figure.lines:
        if name in line:
            place = line.index(name)
            for neighbour in line[max(place - 1, 0) : place + 2]:
                if spots[neighbour] != spots[name]:
                    yield spots[neighbour] - spots[name]
    for circle in figure.circles:
        if name in circle.points:
            tangent = (spots[name] - spots[circle.centre]) * 1j
            yield from (tangent, -tangent) if tangent else ()


def support(size: TextSize, direction: complex) -> float:
    """Return how far a centred box of this size reaches against a line square to ``direction``."""
    return (abs(direction.real) * size.width + abs(direction.imag) * size.height) / 2
