"""When a fact holds: for each kind, numbers that are zero at coordinates where it does.

Lengths enter relative to their size and angles in radians or as sine and cosine, so that one tolerance fits all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from gnomon.geometry.diagram import Diagram, angle_between
from gnomon.problem import Fact

_Points = Mapping[str, tuple[float, float]]


def fact_residuals(fact: Fact, at: _Points, drawn: Diagram) -> Iterator[float]:
    """Yield numbers that are zero when ``fact`` holds; an unknown kind yields none."""
    handler = _FACT_RESIDUALS.get(fact.kind)
    if handler is not None:
        yield from handler([at[point] for point in fact.points])
    elif fact.kind == "tangent":
        yield from _tangent(fact, at, drawn)
    elif fact.kind == "on_circle":
        point, centre = fact.points
        first = drawn.circles[centre][0]
        if point != first:
            yield _same_length((at[point], at[centre]), (at[first], at[centre]))
    elif fact.kind in {"inscribed", "circumscribed"}:
        centre, *corners = fact.points
        if fact.kind == "inscribed":
            yield from (_same_length((at[centre], at[corners[0]]), (at[centre], at[corner])) for corner in corners[1:])
        else:
            yield from _circumscribed(centre, corners, at, drawn)


def _circumscribed(centre: str, corners: list[str], at: _Points, drawn: Diagram) -> Iterator[float]:
    """Every side is as far from the centre as the circle's radius, or as the first side where no point of the circle is named."""
    distances = [_distance(at[centre], at[a], at[b]) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    on = drawn.circles.get(centre)
    radius = math.dist(at[centre], at[on[0]]) if on else distances.pop(0)
    yield from ((distance - radius) / max(distance, radius, 1e-9) for distance in distances)


def _distance(point: _Vec, a: _Vec, b: _Vec) -> float:
    return abs(_sine(_vector(a, b), _vector(a, point))) * math.dist(a, point)


def _tangent(fact: Fact, at: _Points, drawn: Diagram) -> Iterator[float]:
    first, second, centre = fact.points
    on = drawn.circles.get(centre, ())
    contact = next((point for point in drawn.line(first, second) if point in on), None)
    if contact is not None:
        other = first if contact != first else second
        yield _cosine(_vector(at[contact], at[centre]), _vector(at[contact], at[other]))


_Vec = tuple[float, float]


def _vector(a: _Vec, b: _Vec) -> _Vec:
    return b[0] - a[0], b[1] - a[1]


def _cosine(u: _Vec, v: _Vec) -> float:
    return (u[0] * v[0] + u[1] * v[1]) / max(math.hypot(*u) * math.hypot(*v), 1e-9)


def _sine(u: _Vec, v: _Vec) -> float:
    return (u[0] * v[1] - u[1] * v[0]) / max(math.hypot(*u) * math.hypot(*v), 1e-9)


def _same_length(first: tuple[_Vec, _Vec], second: tuple[_Vec, _Vec]) -> float:
    a, b = math.dist(*first), math.dist(*second)
    return (a - b) / max(a, b, 1e-9)


def _same_point(a: _Vec, b: _Vec, size: float) -> Iterator[float]:
    yield from ((a[0] - b[0]) / size, (a[1] - b[1]) / size)


def _middle(a: _Vec, b: _Vec) -> _Vec:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _collinear(p: list[_Vec]) -> Iterator[float]:
    yield from (_sine(_vector(p[0], p[-1]), _vector(p[0], point)) for point in p[1:-1])


def _parallel(p: list[_Vec]) -> Iterator[float]:
    yield _sine(_vector(p[0], p[1]), _vector(p[2], p[3]))


def _perpendicular(p: list[_Vec]) -> Iterator[float]:
    yield _cosine(_vector(p[0], p[1]), _vector(p[2], p[3]))


def _midpoint(p: list[_Vec]) -> Iterator[float]:
    yield from _same_point(p[0], _middle(p[1], p[2]), math.dist(p[1], p[2]) or 1.0)


def _parallelogram(p: list[_Vec]) -> Iterator[float]:
    yield from _same_point(_middle(p[0], p[2]), _middle(p[1], p[3]), math.dist(p[0], p[2]) or 1.0)


def _rectangle(p: list[_Vec]) -> Iterator[float]:
    yield from _parallelogram(p)
    yield _cosine(_vector(p[0], p[1]), _vector(p[1], p[2]))


def _rhombus(p: list[_Vec]) -> Iterator[float]:
    yield from _parallelogram(p)
    yield _same_length((p[0], p[1]), (p[1], p[2]))


def _square(p: list[_Vec]) -> Iterator[float]:
    yield from _rectangle(p)
    yield _same_length((p[0], p[1]), (p[1], p[2]))


def _kite(p: list[_Vec]) -> Iterator[float]:
    yield _same_length((p[0], p[1]), (p[0], p[3]))
    yield _same_length((p[2], p[1]), (p[2], p[3]))


def _trapezoid(p: list[_Vec]) -> Iterator[float]:
    yield _sine(_vector(p[0], p[1]), _vector(p[2], p[3]))


def _isosceles_trapezoid(p: list[_Vec]) -> Iterator[float]:
    yield from _trapezoid(p)
    yield _same_length((p[1], p[2]), (p[3], p[0]))
    yield _same_length((p[0], p[2]), (p[1], p[3]))


def _isosceles(p: list[_Vec]) -> Iterator[float]:
    yield _same_length((p[0], p[1]), (p[0], p[2]))


def _regular(p: list[_Vec]) -> Iterator[float]:
    around = [*p, p[0], p[1]]
    yield from (_same_length((around[i], around[i + 1]), (around[i + 1], around[i + 2])) for i in range(len(p) - 1))
    angles = [angle_between(*around[i : i + 3]) for i in range(len(p))]
    yield from (math.radians(angle - angles[0]) for angle in angles[1:])


def _congruent(p: list[_Vec]) -> Iterator[float]:
    half = len(p) // 2
    for i in range(half):
        for j in range(i):
            yield _same_length((p[i], p[j]), (p[half + i], p[half + j]))


def _similar(p: list[_Vec]) -> Iterator[float]:
    half = len(p) // 2
    ratios = [math.dist(p[i], p[j]) / max(math.dist(p[half + i], p[half + j]), 1e-9) for i in range(half) for j in range(i)]
    yield from ((ratio - ratios[0]) / max(ratio, ratios[0], 1e-9) for ratio in ratios[1:])


def _angle_bisector(p: list[_Vec]) -> Iterator[float]:
    vertex, inner, first, last = p
    yield math.radians(angle_between(first, vertex, inner) - angle_between(inner, vertex, last))


def _perpendicular_bisector(p: list[_Vec]) -> Iterator[float]:
    yield _cosine(_vector(p[0], p[1]), _vector(p[2], p[3]))
    yield _sine(_vector(p[0], p[1]), _vector(p[0], _middle(p[2], p[3])))


def _median(p: list[_Vec]) -> Iterator[float]:
    yield from _midpoint(p[1:])


def _altitude(p: list[_Vec]) -> Iterator[float]:
    yield _cosine(_vector(p[0], p[1]), _vector(p[2], p[3]))


def _midsegment(p: list[_Vec]) -> Iterator[float]:
    first, second, apex, left, right = p
    yield from _midpoint([first, apex, left])
    yield from _midpoint([second, apex, right])


def _centroid(p: list[_Vec]) -> Iterator[float]:
    centre, a, b, c = p
    yield from _same_point(centre, ((a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3), math.dist(a, b) or 1.0)


def _incenter(p: list[_Vec]) -> Iterator[float]:
    centre, a, b, c = p
    for vertex, first, last in ((a, b, c), (b, a, c)):
        yield math.radians(angle_between(first, vertex, centre) - angle_between(centre, vertex, last))


def _orthocenter(p: list[_Vec]) -> Iterator[float]:
    centre, a, b, c = p
    yield _cosine(_vector(centre, a), _vector(b, c))
    yield _cosine(_vector(centre, b), _vector(a, c))


_FACT_RESIDUALS: dict[str, Callable[[list[_Vec]], Iterator[float]]] = {
    "collinear": _collinear,
    "parallel": _parallel,
    "perpendicular": _perpendicular,
    "midpoint": _midpoint,
    "diameter": lambda p: _midpoint([p[2], p[0], p[1]]),
    "angle_bisector": _angle_bisector,
    "perpendicular_bisector": _perpendicular_bisector,
    "median": _median,
    "altitude": _altitude,
    "midsegment": _midsegment,
    "centroid": _centroid,
    "incenter": _incenter,
    "orthocenter": _orthocenter,
    "isosceles": _isosceles,
    "equilateral": _regular,
    "regular_polygon": _regular,
    "congruent": _congruent,
    "similar": _similar,
    "parallelogram": _parallelogram,
    "rectangle": _rectangle,
    "rhombus": _rhombus,
    "square": _square,
    "kite": _kite,
    "trapezoid": _trapezoid,
    "isosceles_trapezoid": _isosceles_trapezoid,
}
