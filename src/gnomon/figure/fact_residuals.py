"""When a fact holds: numbers of the spots of its points that are zero where it does.

Lengths enter relative to their size and angles in radians or as sine and cosine, so that one tolerance fits all kinds.
A fit calls these some ten thousand times: each takes plain spots and looks up no name. Which kind of fact has which
function, and which spots it takes, says the table in ``gnomon.figure.facts``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

from gnomon.figure.measuring import Spot, angle_between, sides

Spots = Sequence[Spot]
Residual = Callable[[Spots], list[float]]

_LEAST = 1e-9
"""In place of a size of zero, where points fall together: dividing by it makes the residual large, not infinite."""


def _cosine(a: Spot, b: Spot, c: Spot, d: Spot) -> float:
    """Return the cosine of the angle between the directions AB and CD."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    return (ux * vx + uy * vy) / max(math.hypot(ux, uy) * math.hypot(vx, vy), _LEAST)


def _sine(a: Spot, b: Spot, c: Spot, d: Spot) -> float:
    """Return the sine of the angle between the directions AB and CD."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    return (ux * vy - uy * vx) / max(math.hypot(ux, uy) * math.hypot(vx, vy), _LEAST)


def _differ(first: float, second: float) -> float:
    return (first - second) / max(first, second, _LEAST)


def _off_line(point: Spot, a: Spot, b: Spot) -> float:
    """Tell how far a point is off the line AB, in lengths of AB: unlike a sine it has a slope at A itself."""
    ux, uy = b[0] - a[0], b[1] - a[1]
    return (ux * (point[1] - a[1]) - uy * (point[0] - a[0])) / max(ux * ux + uy * uy, _LEAST**2)


def _distance(point: Spot, a: Spot, b: Spot) -> float:
    return abs(_off_line(point, a, b)) * math.dist(a, b)


def nothing(_: Spots) -> list[float]:
    """Ask for nothing."""
    return []


def collinear(p: Spots) -> list[float]:
    """Let all lie on the line through the first and the last."""
    return [_sine(p[0], p[-1], p[0], point) for point in p[1:-1]]


def equally_far(p: Spots) -> list[float]:
    """Let all but the first be equally far from the first."""
    radius = math.dist(p[0], p[1])
    return [_differ(radius, math.dist(p[0], point)) for point in p[2:]]


def touching(p: Spots) -> list[float]:
    """Let the line through the last two be as far from the first as the second is."""
    centre, rim, a, b = p
    return [_differ(_distance(centre, a, b), math.dist(centre, rim))]


def sides_equally_far(p: Spots) -> list[float]:
    """Let the sides of a polygon be equally far from the first spot."""
    centre, *corners = p
    first, *others = (_distance(centre, a, b) for a, b in sides(corners))
    return [_differ(distance, first) for distance in others]


def sides_touching(p: Spots) -> list[float]:
    """Let the sides of a polygon be as far from the first spot as the second is."""
    centre, rim, *corners = p
    return [touching((centre, rim, a, b))[0] for a, b in sides(corners)]


def parallel(p: Spots) -> list[float]:
    """Let AB and CD have one direction."""
    return [_sine(p[0], p[1], p[2], p[3])]


def perpendicular(p: Spots) -> list[float]:
    """Let AB and CD stand square."""
    return [_cosine(p[0], p[1], p[2], p[3])]


def altitude(p: Spots) -> list[float]:
    """Let the second spot be the foot of the first on the line through the last two."""
    return [_cosine(p[0], p[1], p[2], p[3]), _off_line(p[1], p[2], p[3])]


def midpoint(p: Spots) -> list[float]:
    """Let the first spot be halfway between the others."""
    (x, y), a, b = p
    size = math.dist(a, b) or 1.0
    return [(x - (a[0] + b[0]) / 2) / size, (y - (a[1] + b[1]) / 2) / size]


def diameter(p: Spots) -> list[float]:
    """Let the last spot be halfway between the others."""
    return midpoint((p[2], p[0], p[1]))


def median(p: Spots) -> list[float]:
    """Let the second spot be halfway between the last two."""
    return midpoint(p[1:])


def midsegment(p: Spots) -> list[float]:
    """Let the first two be the midpoints of the sides that the third, the apex, makes with the last two."""
    first, second, apex, left, right = p
    return [*midpoint((first, apex, left)), *midpoint((second, apex, right))]


def angle_bisector(p: Spots) -> list[float]:
    """Let the ray from the first spot through the second halve the angle to the last two."""
    vertex, inner, first, last = p
    return [math.radians(angle_between(first, vertex, inner) - angle_between(inner, vertex, last))]


def perpendicular_bisector(p: Spots) -> list[float]:
    """Let the line of the first two halve the segment of the last two, at right angles."""
    a, b, c, d = p
    return [_cosine(a, b, c, d), _sine(a, b, a, ((c[0] + d[0]) / 2, (c[1] + d[1]) / 2))]


def centroid(p: Spots) -> list[float]:
    """Let the first spot be the mean of the others."""
    (x, y), a, b, c = p
    size = math.dist(a, b) or 1.0
    return [(x - (a[0] + b[0] + c[0]) / 3) / size, (y - (a[1] + b[1] + c[1]) / 3) / size]


def incenter(p: Spots) -> list[float]:
    """Let the first spot lie on two bisectors. Equal distances from the sides would not do: the excentres have them too."""
    centre, a, b, c = p
    return [*angle_bisector((a, centre, b, c)), *angle_bisector((b, centre, a, c))]


def orthocenter(p: Spots) -> list[float]:
    """Let the first spot lie on two altitudes."""
    centre, a, b, c = p
    return [_cosine(centre, a, b, c), _cosine(centre, b, a, c)]


def equal_sides(p: Spots) -> list[float]:
    """Let the sides of a polygon have one length."""
    around = [math.dist(a, b) for a, b in sides(p)]
    return [_differ(first, second) for first, second in pairwise(around)]


def regular(p: Spots) -> list[float]:
    """Let a polygon have equal sides and equal angles."""
    around = [*p, p[0], p[1]]
    angles = [angle_between(*around[i : i + 3]) for i in range(len(p))]
    return [*equal_sides(p), *(math.radians(angle - angles[0]) for angle in angles[1:])]


def congruent(p: Spots) -> list[float]:
    """Let the distances between corners of one half equal those between the matching corners of the other."""
    half = len(p) // 2
    return [_differ(math.dist(p[i], p[j]), math.dist(p[half + i], p[half + j])) for j, i in combinations(range(half), 2)]


def similar(p: Spots) -> list[float]:
    """Let the distances between corners of one half have one ratio to those between the matching corners of the other."""
    half = len(p) // 2
    first, *others = (
        math.dist(p[i], p[j]) / max(math.dist(p[half + i], p[half + j]), _LEAST) for j, i in combinations(range(half), 2)
    )
    return [_differ(ratio, first) for ratio in others]


def parallelogram(p: Spots) -> list[float]:
    """Let the diagonals halve each other."""
    a, b, c, d = p
    size = math.dist(a, c) or 1.0
    return [((a[0] + c[0]) / 2 - (b[0] + d[0]) / 2) / size, ((a[1] + c[1]) / 2 - (b[1] + d[1]) / 2) / size]


def rectangle(p: Spots) -> list[float]:
    """Let a parallelogram have a right angle."""
    return [*parallelogram(p), _cosine(p[0], p[1], p[1], p[2])]


def rhombus(p: Spots) -> list[float]:
    """Let a parallelogram have equal sides."""
    return [*parallelogram(p), _differ(math.dist(p[0], p[1]), math.dist(p[1], p[2]))]


def square(p: Spots) -> list[float]:
    """Let a rectangle have equal sides."""
    return [*rectangle(p), _differ(math.dist(p[0], p[1]), math.dist(p[1], p[2]))]


def kite(p: Spots) -> list[float]:
    """Let the sides at the first corner be equal, and those at the third."""
    a, b, c, d = p
    return [*equally_far((a, b, d)), *equally_far((c, b, d))]


def isosceles_trapezoid(p: Spots) -> list[float]:
    """Let two sides be parallel, the legs equal and the diagonals too: without these a parallelogram would pass."""
    a, b, c, d = p
    return [_sine(a, b, c, d), _differ(math.dist(b, c), math.dist(d, a)), _differ(math.dist(a, c), math.dist(b, d))]
