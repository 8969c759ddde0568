"""Patterns of triangles, pairs of triangles and quadrilaterals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, pairwise, permutations

from gnomon.figure import sides, signed_area
from gnomon.geometry.diagram import Diagram

_SHAPE = 1e-5
"""Relative difference below which two ratios of sides count as equal in a fitted model."""


def triangle(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield the triangles, each once."""
    yield from d.triangles


def vertex_triangle(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield apex and the two other vertices, three times a triangle."""
    for a, b, c in d.triangles:
        yield from ((a, b, c), (b, a, c), (c, a, b))


def vertex_triangle_both(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield apex and the two other vertices in both orders."""
    for a, b, c in d.triangles:
        yield from permutations((a, b, c))


def right_vertex(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield the vertex of a right angle and the other two vertices in both orders."""
    for b, a, c in vertex_triangle(d):
        if d.is_right(a, b, c):
            yield from ((b, a, c), (b, c, a))


def exterior(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D: triangle ABC with D on the extension of BC beyond C."""
    for a, b, c in vertex_triangle_both(d):
        if past := _nearest(d, c, _beyond(d, b, c)):
            yield a, b, c, past


def altitude_foot(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D: triangle ABC, D strictly between B and C, AD drawn and perpendicular to BC; both orders of B, C."""
    for a, b, c, x in altitude_any(d):
        if d.is_between(b, x, c):
            yield a, b, c, x
            yield a, c, b, x


def altitude_any(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D: triangle ABC, D a further point of line BC, AD drawn and perpendicular to it."""
    for a, b, c in vertex_triangle(d):
        for x in d.line(b, c):
            if x not in {b, c} and _is_foot(d, a, x, b):
                yield a, b, c, x


def cevian(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D: triangle ABC, D strictly between B and C, AD drawn; both orders of B, C."""
    for a, b, c in vertex_triangle_both(d):
        yield from ((a, b, c, x) for x in _inner(d, b, c) if d.connected(a, x))


def cevian_point(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, P: as `cevian`, and P strictly between A and D."""
    yield from ((a, b, c, x, p) for a, b, c, x in cevian(d) for p in _inner(d, a, x))


def two_cevians(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E, P: triangle ABC, AD and BE drawn to points of the opposite sides, crossing at P."""
    for a, b, c, x, p in cevian_point(d):
        yield from ((a, b, c, x, y, p) for y in _inner(d, a, c) if p in _inner(d, b, y))


def inner_point(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, P: triangle ABC, AP drawn to a point inside it."""
    for a, b, c in vertex_triangle(d):
        yield from ((a, b, c, p) for p in d.at if p not in {a, b, c} and d.connected(a, p) and _is_inside(d, p, (a, b, c)))


def cut_triangle(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E: triangle ABC, D strictly between A and B, E strictly between A and C, DE drawn, parallel to BC."""
    for a, b, c in vertex_triangle(d):
        for x in _inner(d, a, b):
            yield from ((a, b, c, x, y) for y in _inner(d, a, c) if d.connected(x, y) and d.are_parallel(x, y, b, c))


def cut_triangle_both(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E as `cut_triangle`, with either side first."""
    for a, b, c, x, y in cut_triangle(d):
        yield a, b, c, x, y
        yield a, c, b, y, x


def hourglass(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E: AB and CD drawn and parallel, segments AD and BC crossing at E between them."""
    for a, b, e in d.triangles:
        for x in _beyond(d, a, e):
            yield from ((a, b, c, x, e) for c in _beyond(d, b, e) if d.connected(c, x) and d.are_parallel(a, b, c, x))


def similar_pair(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E, F: triangles that are similar in the figure, in each matching order."""
    yield from _similar_pairs(d)


def congruent_pair(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E, F as `similar_pair`, of equal size."""
    for pair in similar_pair(d):
        a, b, _, x, y, _ = pair
        if abs(_length(d, a, b) / _length(d, x, y) - 1) < _SHAPE:
            yield pair


def matching_cevians(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E, F, G, H: as `similar_pair`, G strictly between B and C, H between E and F, AG and DH drawn."""
    for a, b, c, x, y, z in similar_pair(d):
        for g in (g for g in _inner(d, b, c) if d.connected(a, g)):
            yield from ((a, b, c, x, y, z, g, h) for h in _inner(d, y, z) if d.connected(x, h))


def matching_altitudes(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E, F, G, H: as `similar_pair`, G on line BC and H on line EF the feet of drawn altitudes AG and DH."""
    for a, b, c, x, y, z in similar_pair(d):
        for g in (g for g in d.line(b, c) if g not in {b, c} and _is_foot(d, a, g, b)):
            yield from ((a, b, c, x, y, z, g, h) for h in d.line(y, z) if h not in {y, z} and _is_foot(d, x, h, y))


def bisector_feet(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, P, X, Y: drawn rays AX and AY on both sides of a drawn AP, X and Y the feet of drawn distances from P."""
    for a in d.rays:
        for p in (p for p in d.at if p != a and d.connected(a, p)):
            feet = [x for x in d.at if x not in {a, p} and d.connected(a, x) and _is_foot(d, p, x, a)]
            yield from ((a, p, x, y) for x, y in combinations(feet, 2) if d.side(a, p, x) * d.side(a, p, y) == -1)


def quadrilateral(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield convex quadrilaterals with drawn sides, in all eight orders."""
    for corners in _quadrilaterals(d):
        yield from turns(corners)


def diagonals(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E: a quadrilateral whose drawn diagonals AC and BD cross at the named point E."""
    for a, b, c, x in quadrilateral(d):
        if d.connected(a, c) and d.connected(b, x):
            yield from ((a, b, c, x, e) for e in set(d.line(a, c)) & set(d.line(b, x)))


def quadrilateral_height(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E: a quadrilateral and the foot E on line BC of the drawn height from A."""
    for a, b, c, x in quadrilateral(d):
        yield from ((a, b, c, x, e) for e in d.line(b, c) if e not in {b, c} and _is_foot(d, a, e, b))


def trapezoid_height(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E: a quadrilateral and the foot E on line AB of the drawn height from D."""
    for a, b, c, x in quadrilateral(d):
        yield from ((a, b, c, x, e) for e in d.line(a, b) if e not in {a, b} and _is_foot(d, x, e, a))


def height_between(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E, F: a quadrilateral, a drawn height EF from a further point E of line AB to one of line DC."""
    for a, b, c, x in quadrilateral(d):
        for e in (e for e in d.line(a, b) if e not in {a, b}):
            yield from ((a, b, c, x, e, f) for f in d.line(c, x) if f not in {c, x} and _is_foot(d, f, e, a))


def trapezoid(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D: a quadrilateral with AB parallel to DC but AD not parallel to BC."""
    for a, b, c, x in quadrilateral(d):
        if d.are_parallel(a, b, x, c) and not d.are_parallel(a, x, b, c):
            yield a, b, c, x


def trapezoid_upright(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D as `trapezoid`, with both angles at AB acute: the heights from C and D end between A and B."""
    yield from ((a, b, c, x) for a, b, c, x in trapezoid(d) if d.is_acute(x, a, b) and d.is_acute(a, b, c))


def trapezoid_leaning(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D as `trapezoid`, with an obtuse angle at A and an acute one at B: the height from D ends beyond A."""
    yield from ((a, b, c, x) for a, b, c, x in trapezoid(d) if d.is_acute(a, x, c) and d.is_acute(a, b, c))


def diagonal_heights(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E, F: a quadrilateral, E and F the feet on line AC of the drawn heights from B and D."""
    for a, b, c, x in quadrilateral(d):
        line = d.line(a, c)
        if d.connected(a, c):
            feet = [[e for e in line if e not in {top, base} and _is_foot(d, top, e, base)] for top, base in ((b, a), (x, a))]
            yield from ((a, b, c, x, e, f) for e in feet[0] for f in feet[1])


def trapezoid_cut(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, M, N: a quadrilateral with AB parallel to DC, M strictly between A and D, N between B and C, MN drawn."""
    for a, b, c, x in quadrilateral(d):
        if d.are_parallel(a, b, x, c):
            yield from ((a, b, c, x, m, n) for m in _inner(d, a, x) for n in _inner(d, b, c) if d.connected(m, n))


def turns(corners: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield a polygon from every starting corner, both ways round."""
    for start in range(len(corners)):
        turned = corners[start:] + corners[:start]
        yield turned
        yield (turned[0], *turned[:0:-1])


def pentagon(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield convex pentagons with drawn sides, each once."""
    yield from _convex_polygons(d, 5)


def hexagon(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield convex hexagons with drawn sides, each once."""
    yield from _convex_polygons(d, 6)


def _dented(count: int) -> Callable[[Diagram], Iterator[tuple[str, ...]]]:
    def pattern(d: Diagram) -> Iterator[tuple[str, ...]]:
        for corner, rays in d.rays.items():
            for last, first in zip(rays, rays[1:] + rays[:1], strict=True):
                around = _face(d, corner, last) if len(rays) > 1 and d.side(corner, last, first) == -1 else ()
                turns_to = [d.side(*three) for three in zip(around[-1:] + around, around, around[1:] + around[:1], strict=False)]
                if len(around) == count and turns_to == [-1] + [1] * (count - 1):
                    yield around

    pattern.__doc__ = f"Yield polygons with {count} corners and nothing drawn inside that are dented at the first one only."
    return pattern


def _face(d: Diagram, start: str, through: str) -> tuple[str, ...]:
    """Return the corners of what is drawn around the face to the left of a ray, from a corner; empty where it has a loose end."""
    corners, at, along = [start], start, through
    for _ in range(len(d.at)):
        rays = d.rays[along]
        onward = rays[rays.index(d.ray(along, at)[1]) - 1]
        if onward == at:
            return ()
        if d.side(at, along, onward) != 0:
            corners.append(along)
        at, along = along, onward
        if along == start:
            return tuple(corners)
    return ()


def _exterior(polygons: Callable[[Diagram], Iterable[tuple[str, ...]]]) -> Callable[[Diagram], Iterator[tuple[str, ...]]]:
    def pattern(d: Diagram) -> Iterator[tuple[str, ...]]:
        for corners in polygons(d):
            for around in (corners, (corners[0], *corners[:0:-1])):
                past = [_nearest(d, b, _beyond(d, a, b)) for a, b in sides(around)]
                if all(past):
                    yield *around, *past

    pattern.__doc__ = "Yield the corners of a convex polygon in turn, then for each side the nearest point beyond its end."
    return pattern


def _nearest(d: Diagram, start: str, points: tuple[str, ...]) -> str:
    """Return the nearest of some points; empty without any."""
    return min(points, key=lambda point: _length(d, start, point), default="")


def _length(d: Diagram, a: str, b: str) -> float:
    return math.dist(d.at[a], d.at[b])


def _is_foot(d: Diagram, top: str, foot: str, base: str) -> bool:
    return d.connected(top, foot) and d.is_right(top, foot, base)


def _inner(d: Diagram, a: str, b: str) -> tuple[str, ...]:
    line = d.line(a, b)
    i, j = sorted((line.index(a), line.index(b)))
    return line[i + 1 : j]


def _beyond(d: Diagram, a: str, b: str) -> tuple[str, ...]:
    line = d.line(a, b)
    i, j = line.index(a), line.index(b)
    return line[j + 1 :] if j > i else line[:j]


def _is_similar(d: Diagram, first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    ratios = [_length(d, first[i], first[j]) / _length(d, second[i], second[j]) for i, j in ((0, 1), (1, 2), (0, 2))]
    return max(ratios) - min(ratios) < _SHAPE * max(ratios)


@lru_cache(maxsize=1)  # many patterns ask for them, all of one diagram in a row
def _similar_pairs(d: Diagram) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (first[i], first[j], first[k], order[i], order[j], order[k])
        for first, second in combinations(d.triangles, 2)
        for order in permutations(second)
        if _is_similar(d, first, order)
        for i, j, k in permutations(range(3))
    )


@lru_cache(maxsize=1)  # as `_similar_pairs`
def _quadrilaterals(d: Diagram) -> tuple[tuple[str, ...], ...]:
    points = sorted({point for line in d.lines for point in line})
    return tuple(
        (first, b, c, x)
        for first, *rest in combinations(points, 4)
        for b, c, x in permutations(rest)
        if b < x and _is_convex(d, (first, b, c, x))
    )


def _convex_polygons(d: Diagram, count: int) -> Iterator[tuple[str, ...]]:
    """Walk along drawn segments, turning left at every corner; a polygon starts at its first name."""
    points = sorted({point for line in d.lines for point in line})

    def walk(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(path) == count:
            around = (*path, path[0], path[1])
            if d.connected(path[-1], path[0]) and d.side(*around[-4:-1]) == 1 == d.side(*around[-3:]):
                yield path
            return
        for point in points:
            is_new = point > path[0] and point not in path and d.connected(path[-1], point)
            if is_new and (len(path) < 2 or d.side(path[-2], path[-1], point) == 1) and _goes_round(d, path, point):
                yield from walk((*path, point))

    for point in points:
        yield from walk((point,))


def _goes_round(d: Diagram, path: tuple[str, ...], point: str) -> bool:
    return all(d.side(a, b, point) == 1 for a, b in pairwise(path))


def _is_inside(d: Diagram, point: str, corners: tuple[str, str, str]) -> bool:
    a, b, c = corners
    return d.side(a, b, point) == d.side(b, c, point) == d.side(c, a, point) != 0


def _is_convex(d: Diagram, corners: tuple[str, ...]) -> bool:
    around = [*corners, *corners[:2]]
    if not all(d.connected(p, q) for p, q in pairwise(around)):
        return False
    turns_to = {d.side(*around[i : i + 3]) for i in range(4)}
    return len(turns_to) == 1 and 0 not in turns_to and signed_area([d.at[p] for p in corners]) != 0


PATTERNS: dict[str, Callable[[Diagram], Iterator[tuple[str, ...]]]] = {
    pattern.__name__: pattern
    for pattern in (
        triangle, vertex_triangle, vertex_triangle_both, right_vertex, exterior, altitude_foot, altitude_any,
        cevian, cevian_point, two_cevians, inner_point, cut_triangle, cut_triangle_both, hourglass,
        similar_pair, congruent_pair, matching_cevians, matching_altitudes, bisector_feet, quadrilateral, diagonals,
        quadrilateral_height, trapezoid_height, height_between, trapezoid, trapezoid_upright, trapezoid_leaning, diagonal_heights,
        trapezoid_cut, pentagon, hexagon,
    )
}  # fmt: skip
PATTERNS["triangle_pair"] = congruent_pair
_TURNED_AROUND: dict[str, Callable[[Diagram], Iterable[tuple[str, ...]]]] = {
    "triangle": triangle,
    "quadrilateral": _quadrilaterals,
    "pentagon": pentagon,
    "hexagon": hexagon,
}
PATTERNS |= {"dented_quadrilateral": _dented(4), "dented_pentagon": _dented(5)}
PATTERNS |= {f"exterior_{word}": _exterior(polygons) for word, polygons in _TURNED_AROUND.items()}
