"""Check the problem bank from the coordinates alone: measure each given and each answer with a ruler, so to speak.

Stands apart on purpose: it imports nothing of gnomon, solves nothing and reads the YAML files itself, so that a mistake
in the package's reader or engine cannot hide one in the bank. It does not ask whether the givens suffice for the answer;
the engine's tests do. Run it by hand with ``python tests/problem/bank_coordinates.py [FOLDER]``.

Letters have the values under the entry's ``letters``. A measured value may differ by 1 in 1000.
"""

from __future__ import annotations

import ast
import itertools
import math
import operator
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

BANK = Path(__file__).resolve().parents[2] / "src" / "gnomon" / "problem" / "bank"
TOLERANCE = 1e-3
SMALLEST_ANGLE_DEGREES = 15.0
SMALLEST_GAP = 0.06
"""Smallest distance of two points, as a share of the largest one."""

Point = complex
Entry = dict[str, Any]
_ARITHMETIC: dict[type, Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


class Call(NamedTuple):
    """A literal such as ``Line(A,B)``; the arguments are calls, or text for names and expressions."""

    name: str
    arguments: tuple[Call | str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The arguments that are point names."""
        return tuple(argument for argument in self.arguments if isinstance(argument, str))


def read_call(text: str) -> Call | str:
    """Read a literal; text that is no call comes back as it is."""
    match = re.fullmatch(r"\s*([A-Z][A-Za-z]+)\((.*)\)\s*", text)
    if match is None:
        return text.strip()
    return Call(match[1], tuple(read_call(part) for part in _split(match[2])))


def _split(text: str) -> Iterator[str]:
    depth, start = 0, 0
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            yield text[start:place]
            start = place + 1
    yield text[start:]


def arithmetic(text: str, letters: dict[str, float]) -> float:
    """Compute ``3x-7``, ``5√3`` or ``12π``; raises `ValueError` for anything else."""
    spelled = re.sub(r"√(\d+)", r"(\1)**0.5", text.replace("π", f"({math.pi})").replace("^", "**"))
    spelled = re.sub(r"(?<=[\d)])(?=[a-z(])", "*", spelled)
    return _compute(ast.parse(spelled, mode="eval").body, letters)


def _compute(node: ast.expr, letters: dict[str, float]) -> float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name(id=name) if name in letters:
            return letters[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_compute(operand, letters)
        case ast.BinOp(left=left, op=op, right=right):
            return _ARITHMETIC[type(op)](_compute(left, letters), _compute(right, letters))
    raise ValueError(f"expected a number, a letter of 'letters' or a sum of such, got {ast.unparse(node)!r}")


def close(first: float, second: float) -> bool:
    """Whether two measured values agree."""
    return abs(first - second) <= TOLERANCE * max(abs(first), abs(second), TOLERANCE)


def vertex_angle(first: Point, vertex: Point, second: Point) -> float:
    """Degrees from 0 to 180."""
    one, two = first - vertex, second - vertex
    return math.degrees(abs(math.atan2(_cross(one, two), _dot(one, two))))


def _cross(one: Point, two: Point) -> float:
    return one.real * two.imag - one.imag * two.real


def _dot(one: Point, two: Point) -> float:
    return one.real * two.real + one.imag * two.imag


def _gaps(corners: tuple[Point, ...]) -> list[float]:
    return [abs(first - second) for first, second in zip(corners, corners[1:] + corners[:1], strict=True)]


def _area(corners: tuple[Point, ...]) -> float:
    return abs(sum(_cross(first, second) for first, second in zip(corners, corners[1:] + corners[:1], strict=True))) / 2


def _are_perpendicular(one: Point, two: Point) -> bool:
    return abs(_dot(one, two)) <= TOLERANCE * abs(one) * abs(two)


def _are_parallel(one: Point, two: Point) -> bool:
    return abs(_cross(one, two)) <= TOLERANCE * abs(one) * abs(two)


def _is_parallelogram(a: Point, b: Point, c: Point, d: Point) -> bool:
    return abs((b - a) - (c - d)) <= TOLERANCE * abs(b - a)


def _is_rectangle(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _is_parallelogram(a, b, c, d) and _are_perpendicular(b - a, c - b)


def _is_rhombus(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _is_parallelogram(a, b, c, d) and close(abs(b - a), abs(c - b))


def _is_square(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _is_rectangle(a, b, c, d) and _is_rhombus(a, b, c, d)


def _is_trapezoid(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _are_parallel(b - a, c - d) != _are_parallel(c - b, d - a)


def _is_kite(a: Point, b: Point, c: Point, d: Point) -> bool:
    return close(abs(a - b), abs(a - d)) and close(abs(c - b), abs(c - d))


def _is_regular(*corners: Point) -> bool:
    middle = sum(corners) / len(corners)
    sides, spokes = _gaps(corners), [abs(corner - middle) for corner in corners]
    return all(close(side, sides[0]) for side in sides) and all(close(spoke, spokes[0]) for spoke in spokes)


def _is_isosceles(*corners: Point) -> bool:
    one, two, three = _gaps(corners)
    return close(one, two) or close(two, three) or close(one, three)


def _is_equilateral(*corners: Point) -> bool:
    one, two, three = _gaps(corners)
    return close(one, two) and close(two, three)


_ANGLE_VALUES: dict[str, Callable[[float], float]] = {
    "MeasureOf": float,
    "SinOf": lambda degrees: math.sin(math.radians(degrees)),
    "CosOf": lambda degrees: math.cos(math.radians(degrees)),
    "TanOf": lambda degrees: math.tan(math.radians(degrees)),
}
_SHAPES: dict[str, Callable[..., bool]] = {
    "Parallelogram": _is_parallelogram,
    "Rectangle": _is_rectangle,
    "Rhombus": _is_rhombus,
    "Square": _is_square,
    "Trapezoid": _is_trapezoid,
    "Kite": _is_kite,
}
_OTHER_POLYGONS = {"Triangle", "Quadrilateral", "Pentagon", "Hexagon", "Octagon"}


@dataclass(frozen=True)
class Sheet:
    """The figure of one entry, ready for measuring."""

    points: dict[str, Point]
    lines: tuple[tuple[str, ...], ...]
    circles: dict[str, tuple[str, ...]]
    letters: dict[str, float]

    @classmethod
    def of(cls, entry: Entry) -> Sheet:
        """Lay out the entry's figure."""
        figure = entry["figure"]
        return cls(
            points={name: complex(*place) for name, place in figure["points"].items()},
            lines=tuple(tuple(line.split()) for line in figure["lines"]),
            circles={circle["centre"]: tuple(circle["points"]) for circle in figure["circles"]},
            letters={name: float(value) for name, value in entry.get("letters", {}).items()},
        )

    def places(self, call: Call | str) -> tuple[Point, ...]:
        """Coordinates of the points that a literal names."""
        return tuple(self.points[name] for name in (call.names if isinstance(call, Call) else (call,)))

    def direction(self, line: Call | str) -> Point:
        """From the first point of a line to the second."""
        first, second = self.places(line)
        return second - first

    def radius(self, centre: str) -> float:
        """Distance of the first point of the circle from its centre."""
        return abs(self.points[self.circles[centre][0]] - self.points[centre])

    def value(self, term: Call | str) -> float:
        """Measure ``LengthOf(..)``, ``MeasureOf(..)`` and the like; compute an expression."""
        if isinstance(term, str):
            return arithmetic(term, self.letters)
        (inner,) = term.arguments
        assert isinstance(inner, Call)
        return self._circle_value(term.name, inner) if inner.name == "Circle" else self._plain_value(term.name, inner)

    def _circle_value(self, name: str, circle: Call) -> float:
        radius = self.radius(circle.names[0])
        return {"CircumferenceOf": 2 * math.pi * radius, "AreaOf": math.pi * radius**2, "RadiusOf": radius}[name]

    def _plain_value(self, name: str, inner: Call) -> float:
        places = self.places(inner)
        if inner.name == "Arc":
            degrees = self._minor_arc(inner.names)
            return degrees if name == "MeasureOf" else math.radians(degrees) * self.radius(self._circle_through(inner.names))
        if inner.name == "Sector":
            centre = inner.names[1]
            return {"AreaOf": vertex_angle(*places) / 360 * math.pi * self.radius(centre) ** 2}[name]
        if inner.name in _SHAPES and not _SHAPES[inner.name](*places):
            raise ValueError(f"{inner.name} of {inner.names} is none")
        if inner.name == "Angle":
            return _ANGLE_VALUES[name](vertex_angle(*places))
        if inner.name == "Line":
            return {"LengthOf": _gaps(places)[0]}[name]
        return {"AreaOf": _area(places), "PerimeterOf": sum(_gaps(places))}[name]

    def _minor_arc(self, ends: tuple[str, ...]) -> float:
        return vertex_angle(self.points[ends[0]], self.points[self._circle_through(ends)], self.points[ends[1]])

    def _circle_through(self, names: tuple[str, ...]) -> str:
        return next(centre for centre, points in self.circles.items() if set(names) <= set(points))

    def holds(self, fact: Call) -> bool:
        """Whether the figure obeys a fact; raises `KeyError` for a kind of fact that the bank does not use."""
        if fact.name in _SHAPES:
            return _SHAPES[fact.name](*self.places(fact))
        return _FACTS[fact.name](self, *fact.arguments)


def _is_tangent(sheet: Sheet, line: Call, circle: Call) -> bool:
    (centre,) = circle.names
    touching = [name for name in line.names if name in sheet.circles[centre]]
    return len(touching) == 1 and _are_perpendicular(sheet.direction(line), sheet.points[touching[0]] - sheet.points[centre])


def _is_diameter(sheet: Sheet, line: Call, circle: Call) -> bool:
    (centre,) = circle.names
    return set(line.names) <= set(sheet.circles[centre]) and _is_midpoint(sheet, Call("Point", (centre,)), line)


def _is_midpoint(sheet: Sheet, point: Call, line: Call) -> bool:
    first, second = sheet.places(line)
    return abs((first + second) / 2 - sheet.places(point)[0]) <= TOLERANCE * abs(first - second)


def _bisects(sheet: Sheet, ray: Call, angle: Call) -> bool:
    first, vertex, second = sheet.places(angle)
    end = next(sheet.points[name] for name in ray.names if name != angle.names[1])
    whole = vertex_angle(first, vertex, second)
    return all(close(vertex_angle(side, vertex, end), whole / 2) for side in (first, second))


def _is_centroid(sheet: Sheet, point: Call, triangle: Call) -> bool:
    corners = sheet.places(triangle)
    return abs(sum(corners) / 3 - sheet.places(point)[0]) <= TOLERANCE * max(_gaps(corners))


def _touches_every_side(sheet: Sheet, polygon: Call, circle: Call) -> bool:
    (centre,) = sheet.places(circle)
    corners = sheet.places(polygon)
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    return all(close(abs(_cross(b - a, centre - a)) / abs(b - a), sheet.radius(circle.names[0])) for a, b in sides)


def _same_shape(sheet: Sheet, one: Call, two: Call) -> float | None:
    """Give the ratio of the sides and diagonals, first over second; None where it varies."""
    pairs = zip(itertools.combinations(sheet.places(one), 2), itertools.combinations(sheet.places(two), 2), strict=True)
    ratios = [abs(a - b) / abs(c - d) for (a, b), (c, d) in pairs]
    return ratios[0] if all(close(ratio, ratios[0]) for ratio in ratios) else None


def _is_one(ratio: float | None) -> bool:
    return ratio is not None and close(ratio, 1.0)


_FACTS: dict[str, Callable[..., bool]] = {
    "Equals": lambda sheet, left, right: close(sheet.value(left), sheet.value(right)),
    "Perpendicular": lambda sheet, one, two: _are_perpendicular(sheet.direction(one), sheet.direction(two)),
    "Parallel": lambda sheet, one, two: _are_parallel(sheet.direction(one), sheet.direction(two)),
    "Similar": lambda sheet, one, two: _same_shape(sheet, one, two) is not None,
    "Congruent": lambda sheet, one, two: _is_one(_same_shape(sheet, one, two)),
    "Tangent": _is_tangent,
    "IsDiameterOf": _is_diameter,
    "IsMidpointOf": _is_midpoint,
    "BisectsAngle": _bisects,
    "IsCentroidOf": _is_centroid,
    "CircumscribedTo": _touches_every_side,
    "Regular": lambda sheet, polygon: _is_regular(*sheet.places(polygon)),
    "Isosceles": lambda sheet, triangle: _is_isosceles(*sheet.places(triangle)),
    "Equilateral": lambda sheet, triangle: _is_equilateral(*sheet.places(triangle)),
}


def wrong_facts(entry: Entry) -> list[str]:
    """Givens that the coordinates do not obey, lines and circles included."""
    sheet = Sheet.of(entry)
    calls = {fact: read_call(fact) for fact in entry["facts"]}
    wrong = [fact for fact, call in calls.items() if isinstance(call, str) or not sheet.holds(call)]
    return [*wrong, *(f"line {' '.join(line)}" for line in sheet.lines if not _is_in_order(sheet, line)), *_wrong_circles(sheet)]


def _is_in_order(sheet: Sheet, line: tuple[str, ...]) -> bool:
    places = [sheet.points[name] for name in line]
    return all(vertex_angle(*three) > 180 - 0.06 for three in zip(places, places[1:], places[2:], strict=False))


def _wrong_circles(sheet: Sheet) -> Iterator[str]:
    for centre, points in sheet.circles.items():
        for name in points:
            if not close(abs(sheet.points[name] - sheet.points[centre]), sheet.radius(centre)):
                yield f"{name} on circle {centre}"


def measured_answer(entry: Entry) -> float:
    """Measure the answer in the figure."""
    return Sheet.of(entry).value(read_call(entry["find"]))


def undrawn_segments(entry: Entry) -> list[str]:
    """Segments and sides of angles in the givens and the goal that no drawn line holds."""
    sheet = Sheet.of(entry)
    calls = [call for text in (*entry["facts"], entry["find"]) if isinstance(call := read_call(text), Call)]
    wanted = {pair for call in calls for pair in _segments(call)}
    return ["".join(pair) for pair in sorted(wanted) if not any(set(pair) <= set(line) for line in sheet.lines)]


def _segments(call: Call) -> Iterator[tuple[str, str]]:
    closed = call.name in _SHAPES or call.name in _OTHER_POLYGONS
    if call.name in {"Line", "Angle", "Sector"} or closed:
        yield from itertools.pairwise(call.names + call.names[:closed])
    for argument in call.arguments:
        if isinstance(argument, Call):
            yield from _segments(argument)


def idle_points(entry: Entry) -> list[str]:
    """Points outside every line and circle, and points that the text does not mention."""
    sheet = Sheet.of(entry)
    drawn = {name for line in sheet.lines for name in line}
    drawn |= {name for centre, points in sheet.circles.items() for name in (centre, *points)}
    mentioned = set("".join(re.findall(r"\b[A-Z]+\b", entry["text"])))
    return sorted(set(sheet.points) - (drawn & mentioned))


def unprinted_givens(entry: Entry) -> list[str]:
    """Right-hand sides of the givens that the text does not print."""
    text = re.sub(r"\s", "", entry["text"].replace("−", "-"))
    calls = [call for fact in entry["facts"] if isinstance(call := read_call(fact), Call)]
    values = [call.arguments[1] for call in calls if call.name == "Equals" and isinstance(call.arguments[1], str)]
    return [value for value in values if not re.search(rf"(?<![\d.]){re.escape(str(value))}(?![\d]|\.\d)", text)]


def printed_answer(entry: Entry) -> bool:
    """Whether the text prints the answer."""
    numbers = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", entry["text"])]
    return any(close(number, entry["answer"]) for number in numbers) or bool(entry["exact"] and entry["exact"] in entry["text"])


def crowded_places(entry: Entry) -> list[str]:
    """Points too close to each other, and lines that meet in too small an angle."""
    sheet = Sheet.of(entry)
    gaps = {a + b: abs(sheet.points[a] - sheet.points[b]) for a, b in itertools.combinations(sheet.points, 2)}
    close_pairs = [pair for pair, gap in gaps.items() if gap < SMALLEST_GAP * max(gaps.values())]
    return close_pairs + [name for name, angle in _drawn_angles(sheet) if TOLERANCE < angle < SMALLEST_ANGLE_DEGREES]


def _drawn_angles(sheet: Sheet) -> Iterator[tuple[str, float]]:
    sides = {pair for line in sheet.lines for pair in itertools.pairwise(line)}
    sides |= {(second, first) for first, second in sides}
    for (vertex, one), (other, two) in itertools.combinations(sorted(sides), 2):
        if vertex == other:
            yield one + vertex + two, vertex_angle(sheet.points[one], sheet.points[vertex], sheet.points[two])


def read_bank(folder: Path = BANK) -> dict[str, list[Entry]]:
    """Entries by file name."""
    return {path.name: yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER) for path in sorted(folder.glob("*.yaml"))}  # noqa: S506


def complaints(entry: Entry) -> list[str]:
    """All that is wrong with an entry, one phrase each."""
    measured = measured_answer(entry)
    found = [f"does not hold: {fact}" for fact in wrong_facts(entry)]
    found += [f"answer {entry['answer']} measures {measured}"] * (not close(measured, entry["answer"]))
    if entry["exact"] is not None and not close(arithmetic(entry["exact"], {}), entry["answer"]):
        found.append(f"exact answer {entry['exact']} is not {entry['answer']}")
    found += [f"not drawn: {segment}" for segment in undrawn_segments(entry)]
    found += [f"idle point: {point}" for point in idle_points(entry)]
    found += [f"not in the text: {value}" for value in unprinted_givens(entry)]
    found += ["the text prints the answer"] * printed_answer(entry)
    return found + [f"crowded: {place}" for place in crowded_places(entry)]


def main(folder: Path) -> int:
    """Print every complaint; return how many there are."""
    entries = [entry for entries in read_bank(folder).values() for entry in entries]
    lines = [f"{entry['id']}: {complaint}" for entry in entries for complaint in complaints(entry)]
    sys.stdout.write("\n".join([*lines, f"{len(entries)} problems, {len(lines)} complaints", ""]))
    return len(lines)


if __name__ == "__main__":
    sys.exit(min(main(Path(sys.argv[1]) if len(sys.argv) > 1 else BANK), 1))
