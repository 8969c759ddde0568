"""Statements of the literal language to facts and equations: one small function a word, in one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gnomon.algebra import Equation, Quantity
from gnomon.figure import Fact, order_along
from gnomon.problem.line_statements import diameter, parallel, perpendicular, radius, tangent
from gnomon.problem.matching import matching
from gnomon.problem.objects import ObjectReader
from gnomon.problem.quantities import over_straight, read_expression
from gnomon.problem.school import school_form
from gnomon.problem.statements import Content
from gnomon.problem.terms import POLYGONS, Arguments, Term, UnreadError
from gnomon.problem.triangle_statements import (
    altitude,
    base,
    bisects,
    centre_of,
    hypotenuse,
    median,
    midpoint,
    midsegment,
    perpendicular_bisector,
    with_corner,
)


def read_statement(reader: ObjectReader, term: Term) -> list[Content]:
    """Read one statement; what it implies in passing stays in ``reader.implied``.

    Raises:
        UnreadError, ExpressionError: when it has no reading.
    """
    if term.name in _STATEMENTS:
        count, read = _STATEMENTS[term.name]
        if len(term.arguments) < count:
            raise UnreadError(f"expected {count} parts in {school_form(term)}, got {len(term.arguments)}")
        return read(reader, term.arguments)
    if term.name in {"Isosceles", "Right"} and len(term.arguments) > 1:
        return [with_corner(reader, term)]
    if term.name in POLYGONS:
        return _polygon(reader, term)
    reader.thing(term)  # a bare object states nothing but what a word like Regular implies
    return []


def _polygon(reader: ObjectReader, term: Term) -> list[Content]:
    """``Parallelogram(A, B, C, D)`` states a kind; ``Triangle(A, B, C)`` only that there is one."""
    if len(term.arguments) == 1 and str(term.arguments[0]) not in reader.named_shapes:
        raise UnreadError(f"{school_form(term)} does not say which")
    reader.polygon(term)  # what the word says of it is implied
    return []


def _equals(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    left, right = arguments[0], arguments[1]
    if isinstance(right, Term) and right.name in _EQUAL_PARTS:
        found = _equal_part(reader, left, right)
        if found is not None:
            return found
    if _names_shape(left) or _names_shape(right):
        for side in (left, right):
            if isinstance(side, Term) and side.name in POLYGONS and not _names_shape(side):
                reader.polygon(side)  # what the word says of it is implied
        return []
    first, second = read_expression(reader, left), read_expression(reader, right)
    if any((_number(one), other) in reader.misnumbered for one, other in ((left, second), (right, first))):
        reader.note("dropped", "left out: the figure gives this number to another angle, and this angle another number")
        return []
    first, second = over_straight(reader, first, second), over_straight(reader, second, first)
    return [] if first == second else [Equation(first, second)]


def _number(term: Term | str) -> str:
    """Return the number of ``MeasureOf(Angle(6))``; for any other term a text that is none."""
    while isinstance(term, Term) and len(term.arguments) == 1:
        term = term.arguments[0]
    return str(term).strip()


def _names_shape(term: Term | str) -> bool:
    return isinstance(term, Term) and term.name in POLYGONS and len(term.arguments) == 1 and str(term.arguments[0]).isdigit()


_EQUAL_PARTS: Mapping[str, Callable[[ObjectReader, Arguments], list[Content]]] = {
    "HypotenuseOf": hypotenuse,
    "AltitudeOf": altitude,
    "HeightOf": altitude,
    "BaseOf": base,
    "MedianOf": median,
    "DiameterOf": diameter,
    "RadiusOf": radius,
}
"""Words for a part of a figure, with the statement that ``Equals(Line(A, B), WORD(...))`` makes."""


def _equal_part(reader: ObjectReader, left: Term | str, right: Term) -> list[Content] | None:
    """``Equals(Line(A, B), AltitudeOf(...))`` says what AB is; None when it is about numbers only."""
    if isinstance(left, str) or left.name not in {"Line", "LengthOf"} or not right.arguments:
        return None
    thing = reader.thing(left)
    if thing.kind != "line":
        return None
    return _EQUAL_PARTS[right.name](reader, (Term("Line", thing.points), right.arguments[0]))


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
        return [matching("congruent", reader, first.points, second.points)]
    if first.kind == second.kind == "circle":
        return [Equation(Quantity.of("radius", *first.points), Quantity.of("radius", *second.points))]
    if first.kind == second.kind and first.kind in {"line", "angle", "arc"}:
        return [Equation(read_expression(reader, arguments[0]), read_expression(reader, arguments[1]))]
    raise UnreadError(f"a {first.kind} cannot be congruent to a {second.kind}")


def _similar(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    first, second = reader.thing(arguments[0]), reader.thing(arguments[1])
    if not first.kind == second.kind == "polygon":
        raise UnreadError("expected two polygons")
    fact = matching("similar", reader, first.points, second.points)
    reader.similar[frozenset((frozenset(first.points), frozenset(second.points)))] = fact.points
    return [fact]


def _right_angle(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    first, vertex, last = reader.angle(arguments[0])
    return [Fact("perpendicular", (first, vertex, vertex, last))]


def _intersect(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    *things, where = arguments
    point = reader.point(where)
    found: list[Content] = []
    named = [argument for argument in things if isinstance(argument, Term) and argument in reader.bisectors]
    if len(named) > 1 and len({reader.bisectors[argument] for argument in named}) == 1:
        return [Fact("inscribed", (point, *reader.bisectors[named[0]]))]  # where these meet is the centre of the circle around it
    for argument in things:
        thing = reader.thing(argument)
        if thing.kind == "line" and point not in thing.points:
            found.append(_on_line(reader, point, thing.points))
        elif thing.kind == "circle" and thing.points[0] != point:
            found.append(Fact("on_circle", (point, thing.points[0])))
        elif thing.kind == "letter":
            reader.note("unread", f"line {thing.points[0]} has no points")
    return found


def _perpendicular_bisector_of(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``IsPerpendicularBisectorOf``: of a segment, or, for a line named by a letter, of a side of a triangle."""
    line, whole = arguments[:2]
    if isinstance(line, Term) and reader.thing(line).kind == "letter":
        reader.bisectors[line] = reader.triangle(whole)
        return []
    return perpendicular_bisector(reader, arguments)


def _on_line(reader: ObjectReader, point: str, line: Sequence[str]) -> Fact:
    if not reader.drawn.is_known((point, *line)):  # between the ends, where no drawing shows it elsewhere
        return Fact("collinear", (line[0], point, line[1]))
    return Fact("collinear", order_along((point, *line), reader.drawn.points))


def _collinear(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``Collinear(A, D, B)``, points in order along a line; a line among them stands for its two points."""
    points = _flat(reader, arguments)
    if len(points) < 3:
        return []  # it only says that there is a line
    return [] if _runs_through(reader.drawn.line_through(points[0], points[-1]), points) else [Fact("collinear", points)]


def _runs_through(line: Sequence[str], points: Sequence[str]) -> bool:
    """Whether a drawn line has the points, in their order."""
    places = [line.index(point) for point in points if point in line]
    return len(places) == len(points) and places in (sorted(places), sorted(places, reverse=True))


def _flat(reader: ObjectReader, arguments: Arguments) -> tuple[str, ...]:
    """Return the points that are listed, those of a line among them."""
    lines = [
        reader.line(argument) if isinstance(argument, Term) and argument.name == "Line" else (reader.point(argument),)
        for argument in arguments
    ]
    points = tuple(point for line in lines for point in line)
    if len(set(points)) != len(points):
        raise UnreadError(f"a point is named twice: {', '.join(points)}")
    return points


def _layout(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``SameSide`` and its like: they only say how a figure without coordinates is laid out."""
    reader.thing(arguments[0])
    for argument in arguments[1:]:
        reader.point(argument)
    return []


def _point_on_line(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    point, line = reader.point(arguments[0]), reader.line(arguments[1])
    if point in line or point in reader.drawn.line_through(*line):
        return []  # the drawn lines say it already
    return [_on_line(reader, point, line)]


def _point_on_circle(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    points, where = _flat(reader, arguments[:1]), arguments[1]
    centre = reader.centre(where) if isinstance(where, Term) else reader.point(where)
    drawn = {point for circle in reader.drawn.figure.circles if circle.centre == centre for point in circle.points}
    return [Fact("on_circle", (point, centre)) for point in points if point not in drawn]


def _nothing(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read a word that adds nothing to what the drawn lines say, but its polygon may: a diagonal of a rectangle."""
    for argument in arguments:
        if isinstance(argument, Term) and argument.name in POLYGONS:
            reader.polygon(argument)
    return []


def _theorem(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    reader.note("dropped", f"the theorem {arguments[0]} is left to the solver")
    return []


_STATEMENTS: dict[str, tuple[int, Callable[[ObjectReader, Arguments], list[Content]]]] = {
    "Equals": (2, _equals),
    "Collinear": (1, _collinear),
    "SameSide": (3, _layout),
    "OppositeSides": (3, _layout),
    "Inside": (2, _layout),
    "Reflex": (2, _layout),
    "PointLiesOnLine": (2, _point_on_line),
    "PointLiesOnCircle": (2, _point_on_circle),
    "Perpendicular": (2, perpendicular),
    "Parallel": (2, parallel),
    "Tangent": (2, tangent),
    "IsDiameterOf": (2, diameter),
    "IsRadiusOf": (2, radius),
    "IsMidpointOf": (2, midpoint),
    "BisectsAngle": (2, bisects),
    "IsPerpendicularBisectorOf": (2, _perpendicular_bisector_of),
    "IsMedianOf": (2, median),
    "IsAltitudeOf": (2, altitude),
    "IsMidsegmentOf": (2, midsegment),
    "IsCentroidOf": (2, centre_of("centroid")),
    "IsIncenterOf": (2, centre_of("incenter")),
    "IsOrthocenterOf": (2, centre_of("orthocenter")),
    "IsHypotenuseOf": (2, hypotenuse),
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
