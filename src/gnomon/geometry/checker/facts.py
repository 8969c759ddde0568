"""Facts as the checker compares them: the different ways of writing one, and what a given fact says in other words."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from gnomon.geometry.checker.sketch import Sketch
from gnomon.problem import Equation, Fact, Number, Quantity

_TURNED = ("0123", "1032", "2301", "3210")
_ORDERS: dict[str, tuple[str, ...]] = {
    "midpoint": ("012", "021"),
    "isosceles": ("012", "021"),
    "equilateral": tuple("".join(order) for order in permutations("012")),
    "centroid": tuple("0" + "".join(order) for order in permutations("123")),
    "incenter": tuple("0" + "".join(order) for order in permutations("123")),
    "orthocenter": tuple("0" + "".join(order) for order in permutations("123")),
    "trapezoid": _TURNED,
    "isosceles_trapezoid": _TURNED,
    "kite": ("0123", "0321", "2301", "2103"),
    "angle_bisector": ("0123", "0132"),
    "perpendicular_bisector": ("0123", "0132", "1023", "1032"),
    "diameter": ("012", "102"),
    "median": ("0123", "0132"),
    "altitude": ("0123", "0132"),
    "midsegment": ("01234", "10243"),
}
"""Orders of the points in which a kind of fact says the same."""
_ROUND = {"parallelogram", "rectangle", "rhombus", "square", "regular_polygon"}
_AROUND_A_CENTRE = {"inscribed", "circumscribed"}
_LINES = {"parallel", "perpendicular"}
_MATCHED = {"congruent", "similar"}


def ways_of_writing(fact: Fact) -> Iterator[Fact]:
    """Yield a fact in every order of its points that says the same, as written first."""
    points = fact.points
    if fact.kind in _ROUND:
        for turned in (points, points[::-1]):
            yield from (Fact(fact.kind, turned[i:] + turned[:i]) for i in range(len(points)))
    elif fact.kind in _AROUND_A_CENTRE:
        for way in ways_of_writing(Fact("regular_polygon", points[1:])):
            yield Fact(fact.kind, (points[0], *way.points))
    elif fact.kind in _MATCHED:
        half = len(points) // 2
        for order in permutations(range(half)) if half == 3 else [range(half)]:
            first, second = tuple(points[i] for i in order), tuple(points[half + i] for i in order)
            yield from (Fact(fact.kind, first + second), Fact(fact.kind, second + first))
    elif fact.kind in _ORDERS:
        yield from (Fact(fact.kind, tuple(points[int(i)] for i in order)) for order in _ORDERS[fact.kind])
    else:
        yield fact


def same_fact(one: Fact, other: Fact, sketch: Sketch) -> bool:
    """Whether two facts say the same at the incidences of a figure."""
    return one.kind == other.kind and not _key(one, sketch).isdisjoint(_key(other, sketch))


def _key(fact: Fact, sketch: Sketch) -> frozenset[object]:
    points = fact.points
    if fact.kind in _LINES:
        return frozenset({frozenset((_line(sketch, *points[:2]), _line(sketch, *points[2:])))})
    if fact.kind == "tangent":
        return frozenset({(_line(sketch, *points[:2]), points[2])})
    if fact.kind in _MATCHED:
        half = len(points) // 2
        first, second = points[:half], points[half:]
        return frozenset({frozenset(zip(first, second, strict=True)), frozenset(zip(second, first, strict=True))})
    if fact.kind == "angle_bisector":
        vertex, inner, *outer = points
        return frozenset({(vertex, sketch.ray(vertex, inner), frozenset(sketch.ray(vertex, end) for end in outer))})
    return frozenset(way.points for way in ways_of_writing(fact))


def _line(sketch: Sketch, first: str, second: str) -> frozenset[str]:
    return sketch.incidence.line(first, second) or frozenset((first, second))


def spelled_out(fact: Fact, sketch: Sketch) -> Iterator[Fact | Equation]:
    """Yield a given fact and what it says by definition in the words that rules use."""
    points = fact.points
    yield fact
    if fact.kind in {"perpendicular", "altitude", "perpendicular_bisector"}:
        yield from _right_angles(fact, sketch)
    if fact.kind == "perpendicular_bisector" and (foot := sketch.incidence.crossing(points)):
        yield Fact("midpoint", (foot, *points[2:]))
    elif fact.kind == "median":
        yield Fact("midpoint", points[1:])
    elif fact.kind == "midsegment":
        yield from (Fact("midpoint", (points[i], points[2], points[3 + i])) for i in (0, 1))
    elif fact.kind == "circumscribed":
        yield from _touching_sides(points, sketch)
    elif fact.kind == "regular_polygon" and len(points) in {3, 4}:
        yield Fact("equilateral" if len(points) == 3 else "square", points)


def _touching_sides(points: tuple[str, ...], sketch: Sketch) -> Iterator[Fact]:
    """Yield that a side of a polygon about a circle is a tangent where a point of the circle lies on it."""
    centre, *corners = points
    for first, last in zip(corners, [*corners[1:], corners[0]], strict=True):
        contacts = _line(sketch, first, last) & set(sketch.incidence.circles.get(centre, ()))
        yield from (Fact("tangent", (contact, end, centre)) for contact in sorted(contacts) for end in (first, last))


def _right_angles(fact: Fact, sketch: Sketch) -> Iterator[Equation]:
    foot = sketch.incidence.crossing(fact.points)
    if foot is None:
        return
    first, second = _line(sketch, *fact.points[:2]), _line(sketch, *fact.points[2:])
    for a in first - {foot}:
        yield from (Equation(Quantity.of("angle", a, foot, c), Number(Fraction(90))) for c in second - {foot})
