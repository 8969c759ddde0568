"""Terms of the literal language to expressions: ``LengthOf(Line(A, B))``, ``Mul(Line(K, P), 2)``, ``SinOf(Angle(R))``."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from gnomon.algebra import (
    Expression,
    Letter,
    Number,
    Operation,
    Quantity,
    Token,
    bounded,
    constant,
    read_algebra,
    school_letter,
)
from gnomon.figure import sides
from gnomon.problem.objects import ObjectReader
from gnomon.problem.polygons import Thing
from gnomon.problem.regions import circle_without, with_half_circles
from gnomon.problem.school import is_run, quantity_at, school_form
from gnomon.problem.terms import (
    ALGEBRA_FUNCTIONS,
    POLYGONS,
    Term,
    UnreadError,
    UnsupportedError,
    closing_bracket,
    parse_literal,
)

_WORD = re.compile(r"([A-Za-z]{3,})\s*\(")
"""A word of the literal language with its brackets, such as ``LengthOf(Line(A, B))``, inside algebra."""


def read_expression(reader: ObjectReader, term: Term | str) -> Expression:
    """Read a quantity, a calculation with quantities, or algebra.

    Raises:
        UnreadError, ExpressionError: when it is none of these.
    """
    if isinstance(term, str):
        return _text(reader, term)
    measure = _MEASURES.get(term.name)
    if measure is not None:
        if not term.arguments:
            raise UnreadError(f"expected something inside {school_form(term)}")
        return measure(reader, term)
    if term.name in _OPERATIONS:
        return _operation(reader, term)
    return _interior(reader, _measured(reader.thing(term)))


def _interior(reader: ObjectReader, measured: Expression) -> Expression:
    """Take the angle at a dented corner of a polygon as the rest of the whole turn; anything else as it is."""
    if not isinstance(measured, Quantity) or measured not in reader.dented:
        return measured
    reader.note(
        "repaired", f"the angles of the polygon make the one at {measured.points[1]} over 180°, so the reflex angle is meant"
    )
    return Operation("-", (Number(Fraction(360)), measured))


def over_straight(reader: ObjectReader, side: Expression, other: Expression) -> Expression:
    """Take an angle, or an arc of two points, that is said to have over 180° as the rest of the whole turn; else as it is."""
    if not isinstance(side, Quantity) or (side.kind, len(side.points)) not in {("angle", 3), ("arc", 2)}:
        return side
    value = constant(other)
    if value is None or not 180 < value < 360:
        return side
    reader.reflex.add(side)
    reader.note("repaired", f"{side} is at most 180°, so the {'reflex angle' if side.kind == 'angle' else 'longer arc'} is meant")
    return Operation("-", (Number(Fraction(360)), side))


def _text(reader: ObjectReader, text: str) -> Expression:
    if len(text) >= 2 and is_run(text):  # AB for the segment
        points = reader.points([text])
        return Quantity.of("length", *points)

    def name(plain: str, at: int) -> Token | None:
        head = _WORD.match(plain, at)
        end = closing_bracket(plain, head.end() - 1) if head else -1
        if head is None or end < 0 or head.group(1) in ALGEBRA_FUNCTIONS:
            return _quantity(reader, plain, at) or school_letter(plain, at)
        term = plain[at : end + 1]
        return Token("name", term, term, at, end + 1, meaning=read_expression(reader, parse_literal(term).term))

    # Two signs are a slip of Geometry3K's annotators: 66--x is 66 - x.
    return read_algebra(text.replace("--", "-"), name)


def _quantity(reader: ObjectReader, text: str, at: int) -> Token | None:
    """Read a quantity in school notation inside algebra; two capitals are a product where they name no two points."""
    found = quantity_at(text, at) or _angle_of_function(reader, text, at)
    if found is None:
        return None
    term, end = found
    names = set(text[at:end])
    if text[at:end].isupper() and text[at:end].isalpha() and not names <= set(reader.drawn.points):
        return None
    return Token("name", text[at:end], text[at:end], at, end, meaning=read_expression(reader, term))


def _angle_of_function(reader: ObjectReader, text: str, at: int) -> tuple[Term, int] | None:
    """Read the A of ``sin A`` as the angle at A."""
    name = text[at : at + 1]
    if name not in reader.drawn.points or not name.isupper() or not text[:at].rstrip().endswith(("sin", "cos", "tan")):
        return None
    return Term("MeasureOf", (Term("Angle", (name,)),)), at + 1


def _measured(thing: Thing) -> Expression:
    """Return the measure that an object has by itself: length of a line, degrees of an angle or arc."""
    if thing.kind == "letter":
        return Letter(thing.points[0])
    if thing.kind == "line":
        return Quantity.of("length", *thing.points)
    if thing.kind == "angle":
        return Quantity.of("angle", *thing.points)
    if thing.kind == "arc":
        return _major(Quantity.of("arc", *thing.points), Number(Fraction(360)), is_major=thing.is_major)
    raise UnreadError(f"expected a quantity, got the {thing.kind} {''.join(thing.points)}")


def _major(minor: Quantity, whole: Expression, *, is_major: bool) -> Expression:
    return Operation("-", (whole, minor)) if is_major else minor


def _length(reader: ObjectReader, term: Term) -> Expression:
    if len(term.arguments) == 2:
        return Quantity.of("length", *reader.points(term.arguments))
    inner = term.arguments[0]
    if isinstance(inner, str) or inner.name in _OPERATIONS:
        return read_expression(reader, inner)
    if inner.name in _MEASURES and inner.name != "MeasureOf":
        return read_expression(reader, inner)
    if inner.name == "MeasureOf" and inner.arguments:
        inner = inner.arguments[0]
    thing = reader.thing(inner)
    if thing.kind == "arc":
        return _arc_length(reader, thing)
    if thing.kind == "circle":
        return Quantity.of("circumference", *thing.points)
    return _measured(thing)


def _arc_length(reader: ObjectReader, arc: Thing) -> Expression:
    minor = Quantity.of("arc_length", *arc.points)
    if not arc.is_major:
        return minor
    centre = next((c.centre for c in reader.drawn.figure.circles if set(arc.points) <= set(c.points)), None)
    if centre is None:
        raise UnreadError(f"no drawn circle through {', '.join(arc.points)}")
    return _major(minor, Quantity.of("circumference", centre), is_major=True)


def _measure(reader: ObjectReader, term: Term) -> Expression:
    if len(term.arguments) == 3:
        return _interior(reader, Quantity.of("angle", *reader.points(term.arguments)))
    inner = term.arguments[0]
    if isinstance(inner, Term) and inner.name == "Angle" and len(inner.arguments) == 1:
        name = str(inner.arguments[0])
        is_algebra = any(character.islower() for character in name) and any(character.isdigit() for character in name)
        if is_algebra and name not in reader.drawn.points:
            return read_expression(reader, name)
    return read_expression(reader, inner)


def _area(reader: ObjectReader, term: Term) -> Expression:
    region = term.arguments[0]
    reader.asks_area = isinstance(region, Term) and region.name in {"Green", "Blue", "Red"}
    if isinstance(region, Term) and region.name == "Shaded" and region.arguments:
        inside = region.arguments[0]
        if isinstance(inside, Term) and inside.name in POLYGONS:
            return circle_without(reader, inside)
    outline = with_half_circles(reader, region)
    if outline is not None:
        return outline
    thing = reader.thing(term.arguments[0])
    if thing.kind == "circle":
        return Quantity.of("circle_area", *thing.points)
    if thing.kind == "sector":
        is_major = Quantity.of("angle", *thing.points) in reader.reflex
        whole = Quantity.of("circle_area", thing.points[1])
        return _major(Quantity.of("sector_area", *thing.points), whole, is_major=is_major)
    if thing.kind != "polygon":
        raise UnreadError(f"expected a polygon, circle or sector in {school_form(term)}")
    return Quantity.of("area", *reader.in_order(thing))


def _perimeter(reader: ObjectReader, term: Term) -> Expression:
    thing = reader.thing(term.arguments[0])
    if thing.kind == "circle":
        return Quantity.of("circumference", *thing.points)
    if thing.kind == "sector":
        return _perimeter_of_sector(reader, thing)
    if thing.kind != "polygon":
        raise UnreadError(f"expected a polygon, circle or sector in {school_form(term)}")
    return Quantity.of("perimeter", *reader.in_order(thing))


def _perimeter_of_sector(reader: ObjectReader, sector: Thing) -> Expression:
    """Return both radii and the arc."""
    first, centre, last = sector.points
    minor = Quantity.of("arc_length", first, last)
    is_major = Quantity.of("angle", *sector.points) in reader.reflex
    arc = _major(minor, Quantity.of("circumference", centre), is_major=is_major)
    radii = Operation("+", (Quantity.of("length", centre, first), Quantity.of("length", centre, last)))
    return Operation("+", (radii, arc))


def _of_circle(kind: str) -> Callable[[ObjectReader, Term], Expression]:
    def read(reader: ObjectReader, term: Term) -> Expression:
        return Quantity.of(kind, reader.centre(term.arguments[0]))  # type: ignore[arg-type]  # the three calls below

    return read


def _trigonometric(symbol: str) -> Callable[[ObjectReader, Term], Expression]:
    def read(reader: ObjectReader, term: Term) -> Expression:
        return Operation(symbol, (read_expression(reader, term.arguments[0]),))

    return read


def _ratio(reader: ObjectReader, term: Term) -> Expression:
    parts = [read_expression(reader, argument) for argument in term.arguments[:2]]
    return parts[0] if len(parts) == 1 else Operation("/", (parts[0], parts[1]))


def _scale_factor(reader: ObjectReader, term: Term) -> Expression:
    """Return the ratio of two matching sides of similar polygons, of sides with a stated length where there are any."""
    if len(term.arguments) != 2:
        raise UnreadError(f"expected two polygons in {school_form(term)}")
    dilation = _dilation(reader, term)
    if dilation is not None:
        return dilation
    first, second = (reader.thing(argument) for argument in term.arguments)
    if not first.kind == second.kind == "polygon":
        raise UnsupportedError("scale factors are supported between two polygons only")
    fact = reader.similar.get(frozenset((frozenset(first.points), frozenset(second.points))))
    if fact is None:
        raise UnreadError(f"nothing says how the corners match in {school_form(term)}")
    half = len(fact) // 2
    pairs = list(zip(sides(fact[:half]), sides(fact[half:]), strict=True))
    if set(fact[:half]) != set(first.points):
        pairs = [(other, one) for one, other in pairs]
    one, other = max(pairs, key=lambda pair: sum(frozenset(side) in reader.stated_lengths for side in pair))
    return Operation("/", (Quantity.of("length", *one), Quantity.of("length", *other)))


def _dilation(reader: ObjectReader, term: Term) -> Expression | None:
    """Return the scale factor of a dilation that takes W to W': the ratio of their distances from its centre, in line with both.

    None where the two are no such points.
    """
    names = [str(argument.arguments[0]) for argument in term.arguments if isinstance(argument, Term) and argument.arguments]
    if len(names) != 2 or names[1] != f"{names[0]}'" or not set(names) <= set(reader.drawn.points):
        return None
    line = reader.drawn.line_through(*names)
    i, j = sorted(map(line.index, names)) if set(names) <= {*line} else (0, 0)
    ends = {frozenset((centre, name)) for centre in (line[:i] + line[j + 1 :]) for name in names} & reader.stated_lengths
    centres = [centre for centre in line[:i] + line[j + 1 :] if any(centre in end for end in ends)]
    if len(centres) != 1:
        raise UnreadError(f"the figure does not show the centre of the dilation in {school_form(term)}")
    reader.seen(f"{centres[0]} is the centre of the dilation")
    image, origin = (Quantity.of("length", centres[0], name) for name in reversed(names))
    return Operation("/", (image, origin))


def _height(reader: ObjectReader, term: Term) -> Expression:
    """Return a drawn altitude; without one, area over base."""
    inner = term.arguments[0]
    if isinstance(inner, Term) and inner.name not in {"Right", "Isosceles", "Equilateral", "Regular", *POLYGONS}:
        raise UnreadError(f"expected a polygon in {school_form(term)}")
    thing = reader.thing(inner)
    order = reader.in_order(thing)
    altitude = reader.altitude(order)
    if altitude is not None:
        reader.seen(f"the height of {''.join(order)} is {''.join(altitude)}")
        return Quantity.of("length", *altitude)
    area, two = Quantity.of("area", *order), Number(Fraction(2))
    if thing.word == "Trapezoid":
        a, b, c, d = reader.parallel_first(order)
        both = Operation("+", (Quantity.of("length", a, b), Quantity.of("length", c, d)))
        return Operation("/", (Operation("*", (two, area)), both))
    base = Quantity.of("length", *reader.base(order))
    if len(order) == 3:
        return Operation("/", (Operation("*", (two, area)), base))
    if thing.word in {"Parallelogram", "Rectangle", "Rhombus", "Square"}:
        return Operation("/", (area, base))
    raise UnreadError(f"the figure does not settle {school_form(term)}")


def _median(reader: ObjectReader, term: Term) -> Expression:
    """Return the midsegment of a trapezoid: the mean of its parallel sides."""
    thing = reader.thing(term.arguments[0])
    if len(thing.points) != 4:
        raise UnreadError(f"expected a trapezoid in {school_form(term)}")
    a, b, c, d = reader.parallel_first(reader.in_order(thing))
    both = Operation("+", (Quantity.of("length", a, b), Quantity.of("length", c, d)))
    return Operation("/", (both, Number(Fraction(2))))


def _part(reader: ObjectReader, term: Term) -> Expression:
    return _measured(reader.thing(term))


def _side(reader: ObjectReader, term: Term) -> Expression:
    order = reader.polygon(term.arguments[0])
    drawn = next((side for side in sides(order) if reader.drawn.figure.is_drawn(*side)), order[:2])
    return Quantity.of("length", *drawn)


_MEASURES: dict[str, Callable[[ObjectReader, Term], Expression]] = {
    "LengthOf": _length,
    "MeasureOf": _measure,
    "AreaOf": _area,
    "PerimeterOf": _perimeter,
    "CircumferenceOf": _of_circle("circumference"),
    "RadiusOf": _of_circle("radius"),
    "DiameterOf": _of_circle("diameter"),
    "SinOf": _trigonometric("sin"),
    "CosOf": _trigonometric("cos"),
    "TanOf": _trigonometric("tan"),
    "RatioOf": _ratio,
    "ScaleFactorOf": _scale_factor,
    "HeightOf": _height,
    "AltitudeOf": _height,
    "MedianOf": _median,
    "SideOf": _side,
    "BaseOf": _part,
    "LegOf": _part,
    "HypotenuseOf": _part,
}

_OPERATIONS: dict[str, tuple[str, int | None]] = {
    "Add": ("+", None),
    "SumOf": ("+", None),
    "Mul": ("*", None),
    "Sub": ("-", 2),
    "Div": ("/", 2),
    "Pow": ("^", 2),
    "HalfOf": ("half", 1),
    "SquareOf": ("square", 1),
    "SqrtOf": ("sqrt", 1),
}
"""Sign and number of arguments; None for two or more."""


def _operation(reader: ObjectReader, term: Term) -> Expression:
    sign, count = _OPERATIONS[term.name]
    parts = [read_expression(reader, argument) for argument in term.arguments]
    if len(parts) != count and (count is not None or len(parts) < 2):
        raise UnreadError(f"expected {count or 'two or more'} parts in {school_form(term)}, got {len(parts)}")
    if sign == "half":
        return Operation("/", (parts[0], Number(Fraction(2))))
    if sign == "square":
        return Operation("^", (parts[0], Number(Fraction(2))))
    if sign == "sqrt":
        return Operation("sqrt", (parts[0],))
    result = parts[0]
    for part in parts[1:]:
        result = Operation(sign, (result, part))
    return bounded(result, str(term))
