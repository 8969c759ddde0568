"""Statements of the literal language to facts and equations: one small function a word, in one table."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

from gnomon.problem.drawn import order_along, sides
from gnomon.problem.expressions import Equation, Quantity
from gnomon.problem.objects import ObjectReader
from gnomon.problem.polygons import Thing
from gnomon.problem.quantities import read_expression
from gnomon.problem.statements import Fact
from gnomon.problem.terms import POLYGONS, Term, UnreadError

__all__ = ["read_statement"]

Content = Fact | Equation
Arguments = Sequence[Term | str]

_LOWEST_MATCH = 0.08  # mean spread of the log ratios of sides under which two drawn polygons look similar
_GROSS_MISMATCH = 0.25


def read_statement(reader: ObjectReader, term: Term) -> list[Content]:
    """Read one statement; what it implies in passing stays in ``reader.implied``.

    Raises:
        UnreadError, ExpressionError: when it has no reading.
    """
    if term.name in _STATEMENTS:
        count, read = _STATEMENTS[term.name]
        if len(term.arguments) < count:
            raise UnreadError(f"expected {count} parts in {term}, got {len(term.arguments)}")
        return read(reader, term.arguments)
    if term.name in POLYGONS:
        return _polygon(reader, term)
    reader.thing(term)  # a bare object states nothing but what a word like Regular implies
    return []


def _polygon(reader: ObjectReader, term: Term) -> list[Content]:
    """``Parallelogram(A, B, C, D)`` states a kind; ``Triangle(A, B, C)`` only that there is one."""
    if len(term.arguments) == 1 and str(term.arguments[0]) not in reader.named_shapes:
        raise UnreadError(f"{term} does not say which")
    kind = {"Parallelogram", "Rectangle", "Rhombus", "Square", "Kite", "Trapezoid"} & {term.name}
    order = reader.polygon(term)
    if not kind:
        return []
    if term.name == "Trapezoid":
        order = reader.parallel_first(order)
    if term.name == "Kite":
        order = _axis_first(reader, order)
    return [Fact(term.name.lower(), order)]


def _axis_first(reader: ObjectReader, order: tuple[str, ...]) -> tuple[str, ...]:
    def unevenness(a: str, b: str, c: str, d: str) -> float:
        distance = reader.drawn.distance
        return abs(distance(a, b) - distance(a, d)) + abs(distance(c, b) - distance(c, d))

    turned = order[1:] + order[:1]
    if not reader.drawn.is_known(order):
        return order
    return order if unevenness(*order) <= unevenness(*turned) else turned


def _equals(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    left, right = arguments[0], arguments[1]
    if isinstance(right, Term) and right.name in _EQUAL_PARTS:
        found = _equal_part(reader, left, right)
        if found is not None:
            return found
    if _names_shape(left) or _names_shape(right):
        return []
    first, second = read_expression(reader, left), read_expression(reader, right)
    return [] if first == second else [Equation(first, second)]


def _names_shape(term: Term | str) -> bool:
    return isinstance(term, Term) and term.name in POLYGONS and len(term.arguments) == 1 and str(term.arguments[0]).isdigit()


_EQUAL_PARTS = {"HypotenuseOf", "AltitudeOf", "HeightOf", "BaseOf", "MedianOf", "DiameterOf", "RadiusOf"}


def _equal_part(reader: ObjectReader, left: Term | str, right: Term) -> list[Content] | None:
    """``Equals(Line(A, B), AltitudeOf(...))`` says what AB is; None when it is about numbers only."""
    if isinstance(left, str) or left.name not in {"Line", "LengthOf"} or not right.arguments:
        return None
    thing = reader.thing(left)
    if thing.kind != "line":
        return None
    line: Term = Term("Line", thing.points)
    whole = right.arguments[0]
    if right.name == "HypotenuseOf":
        return _hypotenuse(reader, (line, whole))
    if right.name in {"AltitudeOf", "HeightOf"}:
        return _altitude(reader, (line, whole))
    if right.name == "MedianOf":
        return _median(reader, (line, whole))
    if right.name == "DiameterOf":
        return _diameter(reader, (line, whole))
    if right.name == "RadiusOf":
        return _radius(reader, (line, whole))
    return _base(reader, thing.points, whole)


def _base(reader: ObjectReader, side: Sequence[str], whole: Term | str) -> list[Content]:
    order = reader.polygon(whole)
    if len(order) == 3 and set(side) <= set(order):
        apex = next(point for point in order if point not in side)
        reader.implied[:] = [fact for fact in reader.implied if fact.kind != "isosceles"]
        is_isosceles = isinstance(whole, Term) and whole.name == "Isosceles"
        return [Fact("isosceles", (apex, side[0], side[1]))] if is_isosceles else []
    if len(order) == 4:
        turned = next((order[i:] + order[:i] for i in range(2) if set(side) in ({*order[i : i + 2]}, {order[i - 1], order[i - 2]})), None)
        if turned:
            return [Fact("trapezoid", turned)]
    raise UnreadError(f"{''.join(side)} is no side of {''.join(order)}")


def _perpendicular(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    return [Fact("perpendicular", (*reader.line(arguments[0]), *reader.line(arguments[1])))]


def _parallel(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    things = [reader.thing(argument) for argument in arguments[:2]]
    if any(thing.kind == "letter" for thing in things):
        return _parallel_letters(reader, things)
    if any(thing.kind != "line" for thing in things):
        raise UnreadError("expected two lines")
    return [Fact("parallel", (*things[0].points, *things[1].points))]


def _parallel_letters(reader: ObjectReader, things: Sequence[Thing]) -> list[Content]:
    names = " and ".join(thing.points[0] for thing in things)
    if reader.parallels:
        reader.note("dropped", f"lines {names} have no points; the parallel lines are named elsewhere")
        return []
    pairs = [
        (first, second)
        for first, second in itertools.combinations(reader.drawn.figure.lines, 2)
        if not set(first) & set(second) and _is_parallel_as_drawn(reader, first, second)
    ]
    found = _longest(reader, pairs)
    if not found or len(found) > max(1, reader.parallel_letters):
        raise UnreadError(f"the figure has {len(found)} pairs that could be the lines {names}")
    reader.seen(f"lines {names} are {' or '.join(f'{a[0]}{a[-1]} and {b[0]}{b[-1]}' for a, b in found)}")
    return [Fact("parallel", (a[0], a[-1], b[0], b[-1])) for a, b in found]


def _is_parallel_as_drawn(reader: ObjectReader, first: Sequence[str], second: Sequence[str]) -> bool:
    a, b, c, d = (complex(*reader.drawn.points[p]) for p in (first[0], first[-1], second[0], second[-1]))
    product = (b - a) * (d - c).conjugate()
    return abs(product.imag) < math.sin(math.radians(5)) * abs(product)


def _longest(
    reader: ObjectReader, pairs: Sequence[tuple[tuple[str, ...], tuple[str, ...]]]
) -> Sequence[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The pairs that a line crosses both of, where there are any: those are the ones a textbook asks about."""
    crossed = [
        pair for pair in pairs if any(set(line) & set(pair[0]) and set(line) & set(pair[1]) for line in reader.drawn.figure.lines if line not in pair)
    ]
    full = [pair for pair in crossed if min(map(len, pair)) >= 3]
    return full or crossed or pairs


def _tangent(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    line, circle = arguments[0], arguments[1]
    if isinstance(line, Term) and line.arguments == ("$",):
        return _drawn_tangents(reader)
    a, b = reader.line(line)
    return [_tangent_fact(reader, a, b, reader.centre(circle))]


def _tangent_fact(reader: ObjectReader, a: str, b: str, centre: str) -> Fact:
    """Put the point of contact first, taking it from further points of the line where neither end is on the circle."""
    on_circle = reader.drawn.figure.points_on_circle(centre)
    further = [point for point in reader.drawn.line_through(a, b) if point not in (a, b)]
    contact = next((point for point in (a, b, *further) if point in on_circle), None)
    if contact is None:
        return Fact("tangent", (a, b, centre))
    return Fact("tangent", (contact, b if contact == a else a, centre))


def _drawn_tangents(reader: ObjectReader) -> list[Content]:
    """``Tangent(Line($), Circle($))``: the segments that appear to be tangent are."""
    figure = reader.drawn.figure
    found: list[Content] = []
    for circle, line in itertools.product(figure.circles, figure.lines):
        contacts = [point for point in line if point in circle.points]
        if circle.centre in line or len(contacts) != 1:
            continue
        end = next(point for point in (line[0], line[-1]) if point != contacts[0])
        if abs(reader.drawn.angle(circle.centre, contacts[0], end) - 90) < 8:
            reader.seen(f"{contacts[0]}{end} touches the circle about {circle.centre}")
            found.append(_tangent_fact(reader, contacts[0], end, circle.centre))
    if not found:
        raise UnreadError("no drawn segment appears to touch a circle")
    return found


def _diameter(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    a, b = reader.line(arguments[0])
    centre = reader.centre(arguments[1])
    if centre in (a, b):
        raise UnreadError(f"{a}{b} ends in the centre {centre}")
    return [Fact("diameter", (a, b, centre))]


def _radius(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    a, b = reader.line(arguments[0])
    centre = reader.centre(arguments[1])
    if centre in (a, b):
        return [Fact("on_circle", (b if a == centre else a, centre))]
    return [Equation(Quantity.of("length", a, b), Quantity.of("radius", centre))]


def _midpoint(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    middle, of = reader.point(arguments[0]), arguments[1]
    if isinstance(of, Term) and of.name == "LegOf" and of.arguments:
        order = reader.polygon(of.arguments[0])
        order = reader.parallel_first(order) if len(order) == 4 else order
        legs = [order[1:3], (order[3], order[0])] if len(order) == 4 else list(sides(order))
        a, b = min(legs, key=lambda leg: _off_middle(reader, middle, *leg))
        reader.seen(f"{middle} is the midpoint of the leg {a}{b}")
    else:
        a, b = reader.line(of)
    if middle in (a, b):
        raise UnreadError(f"{middle} is an end of {a}{b}")
    return [Fact("midpoint", (middle, a, b))]


def _off_middle(reader: ObjectReader, middle: str, a: str, b: str) -> float:
    x, y, z = (complex(*reader.drawn.points[p]) for p in (middle, a, b))
    return abs(x - (y + z) / 2)


def _bisects(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    line = reader.line(arguments[0])
    of = arguments[1]
    if isinstance(of, Term) and of.name == "Line":
        return _midpoint_of_crossing(reader, line, reader.line(of))
    if isinstance(of, Term) and of.name in POLYGONS:
        order = reader.polygon(of)
        vertex = next((point for point in line if point in order), None)
        if vertex is None:
            raise UnreadError(f"{''.join(line)} has no end in {''.join(order)}")
        at = order.index(vertex)
        first, last = order[at - 1], order[(at + 1) % len(order)]
    else:
        first, vertex, last = reader.angle(of)
    ray = next((point for point in (*line[::-1], *reader.drawn.line_through(*line)) if point not in (vertex, first, last)), None)
    if ray is None or vertex not in reader.drawn.line_through(*line):
        raise UnreadError(f"{''.join(line)} is no ray from {vertex}")
    return [Fact("angle_bisector", (vertex, ray, first, last))]


def _midpoint_of_crossing(reader: ObjectReader, line: Sequence[str], other: Sequence[str]) -> list[Content]:
    common = set(reader.drawn.line_through(*line)) & set(reader.drawn.line_through(*other)) - set(other)
    if len(common) != 1:
        raise UnreadError(f"{''.join(line)} and {''.join(other)} have no named common point")
    return [Fact("midpoint", (common.pop(), *other))]


def _perpendicular_bisector(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    line = reader.line(arguments[0])
    of = arguments[1]
    if isinstance(of, Term) and of.name in POLYGONS:
        order = reader.polygon(of)
        a, b = min(sides(order), key=lambda side: sum(abs(math.log(_far(reader, p, side))) for p in line))
        reader.seen(f"{''.join(line)} bisects {a}{b}")
    else:
        a, b = reader.line(of)
    return [Fact("perpendicular_bisector", (*line, a, b))]


def _far(reader: ObjectReader, point: str, side: tuple[str, str]) -> float:
    return (reader.drawn.distance(point, side[0]) + 1e-6) / (reader.drawn.distance(point, side[1]) + 1e-6)


def _from_vertex(reader: ObjectReader, arguments: Arguments) -> tuple[str, str, str, str]:
    """Vertex, foot and the two ends of the opposite side of a line drawn in a triangle."""
    line, triangle = reader.line(arguments[0]), reader.triangle(arguments[1])
    vertex = next((point for point in line if point in triangle), None)
    if vertex is None:
        raise UnreadError(f"{''.join(line)} has no end in triangle {''.join(triangle)}")
    foot = next(point for point in line if point != vertex)
    a, b = (point for point in triangle if point != vertex)
    if foot in (a, b):
        raise UnreadError(f"{''.join(line)} is a side of triangle {''.join(triangle)}")
    return vertex, foot, a, b


def _median(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Of a triangle the median, of a trapezoid the midsegment."""
    order = reader.polygon(arguments[1])
    if len(order) == 4:
        return _trapezoid_midsegment(reader, reader.line(arguments[0]), order, arguments[1])
    return [Fact("median", _from_vertex(reader, arguments))]


def _trapezoid_midsegment(reader: ObjectReader, line: tuple[str, str], order: tuple[str, ...], of: Term | str) -> list[Content]:
    a, b, c, d = reader.parallel_first(order)
    first, second = (b, c), (d, a)
    if reader.drawn.is_known(line):
        straight = _off_middle(reader, line[0], *first) + _off_middle(reader, line[1], *second)
        swapped = _off_middle(reader, line[1], *first) + _off_middle(reader, line[0], *second)
        first, second = (first, second) if straight <= swapped else (second, first)
    stated = [] if isinstance(of, Term) and of.name == "Trapezoid" else [Fact("trapezoid", (a, b, c, d))]
    return [*stated, Fact("midpoint", (line[0], *first)), Fact("midpoint", (line[1], *second))]


def _altitude(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    order = reader.polygon(arguments[1])
    if len(order) == 3:
        line = reader.line(arguments[0])
        if set(line) <= set(order):  # the altitude of a right triangle is a leg
            other = next(point for point in order if point not in line)
            foot = min(line, key=lambda point: abs(reader.drawn.angle(next(p for p in line if p != point), point, other) - 90))
            return [Fact("perpendicular", (*line, foot, other))]
        return [Fact("altitude", _from_vertex(reader, arguments))]
    a, b = reader.line(arguments[0])
    for side in sides(order):
        line_of_side = reader.drawn.line_through(*side)
        if (a in line_of_side) != (b in line_of_side) and abs(reader.drawn.slant_angle((a, b), side) - 90) < 6:
            return [Fact("perpendicular", (a, b, *side))]
    raise UnreadError(f"{a}{b} does not stand on a side of {''.join(order)}")


def _midsegment(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    line, order = reader.line(arguments[0]), reader.polygon(arguments[1])
    if len(order) == 4:
        return _trapezoid_midsegment(reader, line, order, arguments[1])
    if len(order) != 3:
        raise UnreadError("expected a triangle or a trapezoid")
    p, q = line
    choices = [(apex, a, b) for apex, a, b in itertools.permutations(order, 3)]
    apex, a, b = min(choices, key=lambda c: _off_middle(reader, p, c[0], c[1]) + _off_middle(reader, q, c[0], c[2]))
    return [Fact("midsegment", (p, q, apex, a, b))]


def _centre_of(kind: str) -> Callable[[ObjectReader, Arguments], list[Content]]:
    def read(reader: ObjectReader, arguments: Arguments) -> list[Content]:
        of = arguments[1]
        triangle = reader.points(of.arguments) if isinstance(of, Term) and of.name == "Angle" else reader.triangle(of)
        return [Fact(kind, (reader.point(arguments[0]), *triangle))]

    return read


def _hypotenuse(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    side, triangle = reader.line(arguments[0]), reader.triangle(arguments[1])
    if not set(side) <= set(triangle):
        raise UnreadError(f"{''.join(side)} is no side of {''.join(triangle)}")
    corner = next(point for point in triangle if point not in side)
    reader.implied[:] = [fact for fact in reader.implied if fact.kind != "perpendicular"]
    return [Fact("perpendicular", (side[0], corner, corner, side[1]))]


def _inscribed(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    first, second = reader.thing(arguments[0]), reader.thing(arguments[1])
    if first.kind == "circle" and second.kind == "polygon":
        return [Fact("circumscribed", (first.points[0], *reader.in_order(second)))]
    if first.kind == "polygon" and second.kind == "circle":
        vertices = tuple(point for point in first.points if point != second.points[0])
        return [Fact("inscribed", (second.points[0], *reader.drawn.cyclic(vertices)))]
    raise UnreadError("expected a polygon and a circle")


def _circumscribed(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    first, second = reader.thing(arguments[0]), reader.thing(arguments[1])
    if first.kind == "polygon" and second.kind == "circle":
        return [Fact("circumscribed", (second.points[0], *reader.in_order(first)))]
    if first.kind == "circle" and second.kind == "polygon":
        return [Fact("inscribed", (first.points[0], *reader.in_order(second)))]
    raise UnreadError("expected a polygon and a circle")


def _congruent(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    first, second = reader.thing(arguments[0]), reader.thing(arguments[1])
    if first.kind == second.kind == "polygon":
        return [_matching("congruent", reader, first.points, second.points)]
    if first.kind == second.kind == "circle":
        return [Equation(Quantity.of("radius", *first.points), Quantity.of("radius", *second.points))]
    if first.kind == second.kind and first.kind in {"line", "angle", "arc"}:
        return [Equation(read_expression(reader, arguments[0]), read_expression(reader, arguments[1]))]
    raise UnreadError(f"a {first.kind} cannot be congruent to a {second.kind}")


def _similar(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    first, second = reader.thing(arguments[0]), reader.thing(arguments[1])
    if not first.kind == second.kind == "polygon":
        raise UnreadError("expected two polygons")
    return [_matching("similar", reader, first.points, second.points)]


def _matching(kind: str, reader: ObjectReader, first: tuple[str, ...], second: tuple[str, ...]) -> Fact:
    """Pair the vertices as written; where the drawing contradicts that grossly and fits another pairing, take that."""
    if len(first) != len(second):
        raise UnreadError(f"{''.join(first)} and {''.join(second)} have different numbers of vertices")
    drawn = reader.drawn
    if not drawn.is_known((*first, *second)):
        return Fact(kind, (*first, *second))
    order = drawn.cyclic(first)
    paired = dict(zip(first, second, strict=True))
    as_written = tuple(paired[point] for point in order)
    around = drawn.cyclic(second)
    turns = [around[i:] + around[:i] for i in range(len(around))]
    turns += [turn[:1] + turn[:0:-1] for turn in turns]
    best = min(turns, key=lambda turn: _spread(reader, order, turn))
    is_wrong = drawn.crosses_itself(as_written) or _spread(reader, order, as_written) > _GROSS_MISMATCH
    if best == as_written or not is_wrong or _spread(reader, order, best) > _LOWEST_MATCH:
        return Fact(kind, (*order, *as_written))
    reader.seen(f"the vertices {''.join(order)} match {''.join(best)}")
    return Fact(kind, (*order, *best))


def _spread(reader: ObjectReader, first: Sequence[str], second: Sequence[str]) -> float:
    """Standard deviation of the log ratios of matching distances, as drawn."""
    pairs = itertools.combinations(range(len(first)), 2)
    distance = reader.drawn.distance
    ratios = [math.log((distance(second[i], second[j]) + 1e-9) / (distance(first[i], first[j]) + 1e-9)) for i, j in pairs]
    mean = sum(ratios) / len(ratios)
    return math.sqrt(sum((ratio - mean) ** 2 for ratio in ratios) / len(ratios))


def _right_angle(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    first, vertex, last = reader.angle(arguments[0])
    return [Fact("perpendicular", (first, vertex, vertex, last))]


def _intersect(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    *things, where = arguments
    point = reader.point(where)
    found: list[Content] = []
    for argument in things:
        thing = reader.thing(argument)
        if thing.kind == "line" and point not in thing.points:
            found.append(_on_line(reader, point, thing.points))
        elif thing.kind == "circle" and thing.points[0] != point:
            found.append(Fact("on_circle", (point, thing.points[0])))
        elif thing.kind == "letter":
            reader.note("unread", f"line {thing.points[0]} has no points")
    return found


def _on_line(reader: ObjectReader, point: str, line: Sequence[str]) -> Fact:
    return Fact("collinear", order_along((point, *line), reader.drawn.points))


def _point_on_line(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    point, line = reader.point(arguments[0]), reader.line(arguments[1])
    if point in line or point in reader.drawn.line_through(*line):
        return []  # the drawn lines say it already
    return [_on_line(reader, point, line)]


def _point_on_circle(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    point = reader.point(arguments[0])
    where = arguments[1]
    centre = reader.centre(where) if isinstance(where, Term) else reader.point(where)
    on_drawn = any(circle.centre == centre and point in circle.points for circle in reader.drawn.figure.circles)
    return [] if on_drawn else [Fact("on_circle", (point, centre))]


def _nothing(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """A word that adds nothing to what the drawn lines and circles say."""
    del reader, arguments
    return []


def _theorem(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    reader.note("dropped", f"the theorem {arguments[0]} is left to the solver")
    return []


_STATEMENTS: dict[str, tuple[int, Callable[[ObjectReader, Arguments], list[Content]]]] = {
    "Equals": (2, _equals),
    "PointLiesOnLine": (2, _point_on_line),
    "PointLiesOnCircle": (2, _point_on_circle),
    "Perpendicular": (2, _perpendicular),
    "Parallel": (2, _parallel),
    "Tangent": (2, _tangent),
    "IsDiameterOf": (2, _diameter),
    "IsRadiusOf": (2, _radius),
    "IsMidpointOf": (2, _midpoint),
    "BisectsAngle": (2, _bisects),
    "IsPerpendicularBisectorOf": (2, _perpendicular_bisector),
    "IsMedianOf": (2, _median),
    "IsAltitudeOf": (2, _altitude),
    "IsMidsegmentOf": (2, _midsegment),
    "IsCentroidOf": (2, _centre_of("centroid")),
    "IsIncenterOf": (2, _centre_of("incenter")),
    "IsOrthocenterOf": (2, _centre_of("orthocenter")),
    "IsHypotenuseOf": (2, _hypotenuse),
    "InscribedIn": (2, _inscribed),
    "CircumscribedTo": (2, _circumscribed),
    "Congruent": (2, _congruent),
    "Similar": (2, _similar),
    "RightAngle": (1, _right_angle),
    "IntersectAt": (2, _intersect),
    "IsChordOf": (0, _nothing),
    "IsDiagonalOf": (0, _nothing),
    "IsLegOf": (0, _nothing),
    "IsBaseOf": (0, _nothing),
    "UseTheorem": (1, _theorem),
}
"""Least number of arguments and the reader of each statement."""
