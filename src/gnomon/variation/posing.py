"""The figure of a sibling: turned, mirrored and brought to one size; and what makes a figure hard to read.

Where the text says how the figure stands ("level ground", "upright", "above"), it is not turned; "left" and "clockwise" keep it
from being mirrored too.
"""

from __future__ import annotations

import cmath
import math
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from gnomon.figure import Figure, Spot, angle_between, direction
from gnomon.variation.numbers import LEAST_ANGLE

EXTENT = 10.0
"""Width or height of a sibling's figure, whichever is larger: about that of the bank's."""
_DECIMALS = 5
"""Of a coordinate, as in the bank: a thousandth of what the check of a file allows."""
_TURN = 15
"""Degrees of which a turn is a multiple, from one of the figure's lines lying level."""
_LEVEL = 0.02
"""Sine of the slope up to which a line passes for level, or for upright: a degree, as figures are drawn by hand."""
LARGEST_RATIO = 8.0
"""Longest drawn part to shortest: the label of a shorter one does not fit beside it."""
_NEAREST = 0.05
"""Share of the extent by which points stay apart: at 480 pixels the name of one would cover the other's dot."""
_NEAREST_LINE = 0.03
"""Share of the extent by which a point stays off a line that it does not lie on."""
_STANDING = re.compile(
    r"\b(?:level|vertical\w*|horizontal\w*|upright|above|below|under\w*|over|top|bottom|ground|floor|wall|roof|north|south|"
    r"left|right[- ]hand|to the right|height of the)\b",
    re.IGNORECASE,
)
_HANDED = re.compile(r"\b(?:left|right[- ]hand|to the right|(?:counter|anti)?-?clockwise|east|west)\b", re.IGNORECASE)


def posed(points: Mapping[str, Spot], drawn: Figure, text: str, generator: random.Random) -> dict[str, Spot]:
    """Turn, mirror and scale points.

    Args:
        points: coordinates in any unit.
        drawn: the original's figure, whose lines are drawn here too.
        text: of the problem; it may say how the figure stands.
        generator: draws turn and side.
    """
    level = cmath.rect(1, -_tilt(points, drawn))
    spots = {name: complex(*at) * level for name, at in points.items()}
    if not _HANDED.search(text) and generator.random() < 0.5:
        spots = {name: complex(-spot.real, spot.imag) for name, spot in spots.items()}
    if not _STANDING.search(text):
        line = generator.choice(drawn.lines or (tuple(points),))
        slope = cmath.phase(spots[line[-1]] - spots[line[0]])
        turn = cmath.rect(1, math.radians(generator.randrange(0, 360, _TURN)) - slope)
        spots = {name: spot * turn for name, spot in spots.items()}
    left, low = min(spot.real for spot in spots.values()), min(spot.imag for spot in spots.values())
    extent = max(*(spot.real - left for spot in spots.values()), *(spot.imag - low for spot in spots.values())) or 1.0
    scale = EXTENT / extent
    return {name: (_rounded((spot.real - left) * scale), _rounded((spot.imag - low) * scale)) for name, spot in spots.items()}


def _tilt(points: Mapping[str, Spot], drawn: Figure) -> float:
    """Return by how many radians a fitted figure is turned against the drawn one, by a line that is drawn level or upright."""
    turns = {line: _turn(drawn.points, points, line[0], line[-1]) for line in drawn.lines}
    straight = [line for line in turns if min(abs(part) for part in _along(drawn.points, line[0], line[-1])) < _LEVEL]
    return turns[(straight or list(turns))[0]] if turns else 0.0


def _along(points: Mapping[str, Spot], start: str, end: str) -> tuple[float, float]:
    way = complex(*points[end]) - complex(*points[start])
    return way.real / (abs(way) or 1.0), way.imag / (abs(way) or 1.0)


def _turn(before: Mapping[str, Spot], after: Mapping[str, Spot], start: str, end: str) -> float:
    return cmath.phase(complex(*_along(after, start, end)) * complex(*_along(before, start, end)).conjugate())


def flaw(figure: Figure) -> str | None:
    """Say what makes a figure degenerate; None for one that reads well. Its labels are another question."""
    return next(_flaws(figure), None)


def _flaws(figure: Figure) -> Iterator[str]:
    points = figure.points
    segments = [pair for line in figure.lines for pair in pairwise(line)]
    extent = max((math.dist(points[a], points[b]) for a, b in combinations(points, 2)), default=1.0)
    if any(math.dist(points[a], points[b]) < _NEAREST * extent for a, b in combinations(points, 2)):
        yield "two points almost at one place"
    sizes = [math.dist(points[a], points[b]) for a, b in segments]
    sizes += [radius for circle in figure.circles if (radius := figure.radius(circle)) > 0]
    if sizes and max(sizes) > LARGEST_RATIO * min(sizes):
        yield "sides of too different length"
    if any(angle < LEAST_ANGLE for angle in _angles(figure)):
        yield "an angle too small"
    for line in figure.lines:
        others = (point for point in points if point not in line)
        if any(_distance(points[point], points[line[0]], points[line[-1]]) < _NEAREST_LINE * extent for point in others):
            yield "a point almost on a line"


def keeps_order(points: Mapping[str, Spot], lines: Iterable[Sequence[str]]) -> bool:
    """Whether the points of every line come in the order in which it names them."""
    triples = (triple for line in lines for triple in zip(line, line[1:], line[2:], strict=False))
    return all(angle_between(points[a], points[b], points[c]) > 90 for a, b, c in triples)


def _angles(figure: Figure) -> Iterator[float]:
    """Yield the angle of every two rays at a point, or what it leaves to 180; of two that make one line none."""
    for vertex in figure.points:
        ends: set[str] = set()
        for line in figure.lines:
            if vertex in line:
                at = line.index(vertex)
                ends.update(line[max(at - 1, 0) : at] + line[at + 1 : at + 2])
        on_one_line = [set(line) for line in figure.lines]
        for first, second in combinations(sorted(ends), 2):
            if any({first, vertex, second} <= line for line in on_one_line):
                continue
            turn = abs(
                direction(figure.points[vertex], figure.points[first]) - direction(figure.points[vertex], figure.points[second])
            )
            between = min(turn, 360 - turn)
            yield min(between, 180 - between)


def _distance(point: Spot, start: Spot, end: Spot) -> float:
    """Return how far a point is from a segment."""
    along, off = complex(*end) - complex(*start), complex(*point) - complex(*start)
    share = min(max((off * along.conjugate()).real / max(abs(along) ** 2, 1e-12), 0.0), 1.0)
    return abs(off - along * share)


def _rounded(value: float) -> float:
    return round(value, _DECIMALS) + 0.0  # no negative zero
