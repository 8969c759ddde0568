"""School notation of the truth files, read by itself: nothing of the grammar of words is used.

One relation a text: ``AB = 2x + 3``, ``∠ABC = 52°``, ``AB ∥ CD``, ``D on BC``, ``M midpoint of AB``, ``circle O: A, B, C``,
``PT tangent to circle O at T``, ``ABC ~ DEF``, ``ABCD parallelogram``, ``AB : BC = 2 : 3``. What is none of these is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_POINT = r"[A-Z](?:\d|')*"
_ATOMS = re.compile(
    rf"(?P<angle>(?:∠|angle )\s*(?P<a>(?:{_POINT})+))"
    rf"|(?P<arc>(?P<length>length (?:of )?)?(?:major |minor )?arc (?P<b>(?:{_POINT})+))"
    rf"|(?P<kind>area|perimeter|sector|circumference|radius|diameter|length)(?: of)?"
    rf"\s*(?P<shape>circle|sector|triangle|polygon)?\s*\(?(?P<c>(?:{_POINT})+)\)?"
    rf"|(?P<line>(?:{_POINT}){{2}})(?![A-Za-z])"
)
_SHAPES = ("parallelogram", "rectangle", "square", "rhombus", "trapezoid", "trapezium", "kite")
_REGULAR = {3: "Equilateral(Triangle({}))", 5: "Regular(Pentagon({}))", 6: "Regular(Hexagon({}))", 8: "Regular(Octagon({}))"}


class SchoolError(ValueError):
    """A statement that is no school notation known here."""


def literal_of_school(text: str, *, goal: bool = False) -> list[str]:
    """Return the literals of one statement, or of what is asked.

    Raises:
        SchoolError: for a statement of another form.
    """
    text = re.sub(r"\s+", " ", text.replace("−", "-").replace("triangle ", "").replace("△", "")).strip().rstrip(".")
    if goal:
        return [_ratio(text) if ":" in text else _expression(text)]
    for pattern, templates in _FORMS:
        found = re.fullmatch(pattern, text)
        if found:
            return [_filled(template, found) for template in templates]
    circle = re.fullmatch(rf"circle ({_POINT}): (.+)", text)
    if circle:
        return [f"PointLiesOnCircle({point.strip()}, Circle({circle.group(1)}))" for point in circle.group(2).split(",")]
    order = re.fullmatch(rf"({_POINT})[-–—]({_POINT})[-–—]({_POINT}).*", text)
    if order:
        return [f"PointLiesOnLine({order.group(2)}, Line({order.group(1)}, {order.group(3)}))"]
    shape = re.fullmatch(rf"((?:{_POINT})+)(?: is)?(?: an?)? (isosceles |regular |equilateral |right )?(\w+)?", text)
    if shape and (shape.group(2) or shape.group(3)):
        return [_shape(_points(shape.group(1)), (shape.group(2) or "").strip(), shape.group(3) or "")]
    if "=" in text:
        sides = [side.strip() for side in text.split("=")]
        if any(":" in side for side in sides):
            return _ratios(sides)
        return [f"Equals({_expression(one)}, {_expression(other)})" for one, other in pairwise(sides)]
    raise SchoolError(f"cannot read {text!r}")


def _points(name: str) -> list[str]:
    return re.findall(_POINT, name)


def _listed(name: str) -> str:
    return ",".join(_points(name))


def _filled(template: str, found: re.Match[str]) -> str:
    return template.format(*(_listed(group) if group else "" for group in found.groups()))


_SEGMENT = rf"((?:{_POINT}){{2}})"
_ONE = rf"({_POINT})"
_ANY = rf"((?:{_POINT})+)"
_FORMS: Sequence[tuple[str, Sequence[str]]] = (
    (rf"{_SEGMENT} (?:∥|\|\||//) {_SEGMENT}", ["Parallel(Line({0}), Line({1}))"]),
    (rf"{_SEGMENT} (?:⊥|perpendicular to) {_SEGMENT}", ["Perpendicular(Line({0}), Line({1}))"]),
    (
        rf"{_ONE} (?:is )?(?:lies )?on (?:segment |line |side |ray )?{_SEGMENT}(?: extended| produced)?",
        ["PointLiesOnLine({0}, Line({1}))"],
    ),
    (rf"{_SEGMENT} ∩ {_SEGMENT} = {_ONE}", ["PointLiesOnLine({2}, Line({0}))", "PointLiesOnLine({2}, Line({1}))"]),
    (rf"{_ONE} on circle {_ONE}", ["PointLiesOnCircle({0}, Circle({1}))"]),
    (rf"{_ONE} (?:is )?(?:the )?midpoint of {_SEGMENT}", ["IsMidpointOf(Point({0}), Line({1}))"]),
    (rf"{_SEGMENT} bisects (?:∠|angle ){_ANY}", ["BisectsAngle(Line({0}), Angle({1}))"]),
    (rf"{_SEGMENT} tangent to circle {_ONE}", ["Tangent(Line({0}), Circle({1}))"]),
    (
        rf"{_SEGMENT} tangent to circle {_ONE} at {_ONE}",
        ["Tangent(Line({0}), Circle({1}))", "PointLiesOnCircle({2}, Circle({1}))"],
    ),
    (rf"{_SEGMENT} (?:is )?(?:a )?diameter of circle {_ONE}", ["IsDiameterOf(Line({0}), Circle({1}))"]),
    (rf"{_ANY} (?:~|∼) {_ANY}", ["Similar(Polygon({0}), Polygon({1}))"]),
    (rf"{_ANY} ≅ {_ANY}", ["Congruent(Polygon({0}), Polygon({1}))"]),
    (rf"{_ONE} (?:is )?(?:the )?centroid of {_ANY}", ["IsCentroidOf(Point({0}), Triangle({1}))"]),
    (rf"{_ONE} (?:is )?(?:the )?incenter of {_ANY}", ["IsIncenterOf(Point({0}), Triangle({1}))"]),
)


def _shape(points: Sequence[str], word: str, noun: str) -> str:
    names = ",".join(points)
    if word in {"regular", "equilateral"} or noun in {"regular", "equilateral"}:
        return _REGULAR.get(len(points), "Regular(Polygon({}))").format(names)
    noun = {"trapezium": "trapezoid"}.get(noun, noun)
    if noun in _SHAPES:
        inner = f"{noun.title()}({names})"
        return f"Isosceles({inner})" if word == "isosceles" else inner
    raise SchoolError(f"cannot read {f'{names} {word} {noun}'!r}")


def _ratio(text: str) -> str:
    parts = [part.strip() for part in text.split(":")]
    return f"Div({_expression(parts[0])}, {_expression(parts[1])})"


def _ratios(sides: Sequence[str]) -> list[str]:
    left, right = ([part.strip() for part in side.split(":")] for side in sides[:2])
    pairs = zip(pairwise(left), pairwise(right), strict=True)
    return [
        f"Equals(Div({_expression(a)}, {_expression(b)}), Div({_expression(c)}, {_expression(d)}))" for (a, b), (c, d) in pairs
    ]


def _expression(text: str) -> str:
    """Write the names of an expression as literals; numbers, letters and signs stay."""
    plain = re.sub(r"\s*(?:cm²|cm2|cm|mm|km|°|degrees)(?![a-z])", "", text)
    plain = re.sub(r"(?<=\d)\s*m²?(?![a-zA-Z])", "", plain)
    distance = re.fullmatch(rf"distance (?:of|from) ({_POINT}) (?:to|from) ({_POINT})({_POINT})", plain)
    if distance:  # twice the area of the triangle over its base, so that the foot needs no name
        point, one, other = distance.groups()
        return f"Div(Mul(2, AreaOf(Polygon({point},{one},{other}))), LengthOf(Line({one},{other})))"
    return _ATOMS.sub(_atom, plain)


def _atom(found: re.Match[str]) -> str:
    if found["angle"]:
        return f"MeasureOf(Angle({_listed(found['a'])}))"
    if found["arc"]:
        return f"{'LengthOf' if found['length'] else 'MeasureOf'}(Arc({_listed(found['b'])}))"
    if found["line"]:
        return f"LengthOf(Line({_listed(found['line'])}))"
    points, kind, shape = _points(found["c"]), found["kind"], found["shape"]
    listed = ",".join(points)
    if kind == "sector" or shape == "sector":
        return f"AreaOf(Sector({listed}))"
    if kind in {"circumference", "radius", "diameter"}:
        return f"{kind.title()}Of(Circle({listed}))"
    if kind == "length":
        return f"LengthOf(Line({listed}))"
    if len(points) == 1:
        return f"AreaOf(Circle({listed}))"
    return f"{'AreaOf' if kind == 'area' else 'PerimeterOf'}(Polygon({listed}))"
