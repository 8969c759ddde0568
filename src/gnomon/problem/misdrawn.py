"""What coordinates must not show: points at one place, a triangle on one line, one line drawn as two.

It says nothing of facts, which `gnomon.figure.measuring` compares with the coordinates.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence

from gnomon.figure import Figure, Spot, split_points
from gnomon.problem.limits import extent_of

_SAME_PLACE = 1e-6  # of the figure's extent: no drawing shows less
_FLAT = 1e-3  # height of a triangle by its longest side: under half a pixel in our drawings of 480
_TRIANGLE = re.compile(r"(?:\b[Tt]riangles?\s*|△\s*)\(?\s*((?:[A-Z][0-9']*[\s,]*){3})")


def points_at_one_place(figure: Figure) -> Iterator[tuple[str, str]]:
    """Yield pairs of points whose coordinates are the same, the one written later second."""
    extent = extent_of(figure.points)
    for first, second in itertools.combinations(figure.points, 2):
        if math.dist(figure.points[first], figure.points[second]) <= _SAME_PLACE * extent:
            yield first, second


def flat_triangles(text: str, figure: Figure) -> Iterator[str]:
    """Yield the triangles that ``text``, a sentence or a literal, names and whose corners lie on one line."""
    for match in _TRIANGLE.finditer(text):
        corners = split_points(re.sub(r"[\s,]", "", match[1]))
        if all(point in figure.points for point in corners) and _is_flat(corners, figure.points):
            yield "".join(corners)


def lines_drawn_as_two(figure: Figure) -> Iterator[tuple[int, str]]:
    """Yield each drawn line that goes on or runs along another one, by its index, with their points in order."""
    for (_, line), (index, other) in itertools.combinations(enumerate(figure.lines), 2):
        ends = {line[0], line[-1], other[0], other[-1]}
        if len({line[0], line[-1]} & {other[0], other[-1]}) == 1 and _is_flat(tuple(ends), figure.points):
            points = set(line) | set(other)
            across = max(itertools.combinations(points, 2), key=lambda pair: math.dist(*(figure.points[name] for name in pair)))
            first = min(across)
            yield index, " ".join(sorted(points, key=lambda name: math.dist(figure.points[first], figure.points[name])))


def _is_flat(corners: Sequence[str], points: Mapping[str, Spot]) -> bool:
    """Whether three points at different places lie on one line."""
    a, b, c = (points[name] for name in corners)
    longest = max(math.dist(a, b), math.dist(b, c), math.dist(c, a))
    twice_the_area = abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]))
    return twice_the_area <= _FLAT * longest**2 and min(math.dist(a, b), math.dist(b, c), math.dist(c, a)) > 0
