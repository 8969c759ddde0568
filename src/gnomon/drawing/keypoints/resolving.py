"""Keypoints to parts on paper: what each one names is looked up in the figure, what it describes is constructed.

Nothing is guessed: a keypoint that leaves a choice is not drawn, with the reason.
"""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from gnomon.drawing.keypoints import coordinates as graph
from gnomon.drawing.keypoints.parts import (
    Area,
    Arrows,
    Dot,
    Drawing,
    Length,
    Opening,
    Part,
    Step,
    Stroke,
    Ticks,
    UndrawableError,
    Undrawn,
)
from gnomon.drawing.keypoints.places import Places
from gnomon.drawing.keypoints.planar import meeting
from gnomon.drawing.keypoints.words import (
    denies,
    said_angles,
    said_constructions,
    said_points,
    said_polygons,
    said_segments,
    said_values,
)
from gnomon.figure import Axes, Figure, KeypointElement, VisualKeypoint, keypoint_element

_DASHED = re.compile(r"(?i)\b(?:dotted|dashed|pointed|auxiliary)\b")
"""``Pointed`` is how the paper's own list writes the dotted line (Figure 8)."""
_NOT_PLAIN = re.compile(r"(?i)\b(?:outside|excluding|except|without|not|minus|remaining|unshaded|rest|overlap\w*)\b")
"""Regions that are put together of others."""
_EQUATION = re.compile(r"\b[xy] ?= ?[^,;]+?(?=,|;| and\b| from\b| between\b| to the\b| in the\b|\.?$)|\b[xy]-axis")
_BOUNDS = re.compile(r"(?:from|between) x ?= ?(-?[0-9.]+) (?:to|and) (?:x ?= ?)?(-?[0-9.]+)")
_OPEN = 2.0, 177.0
"""Degrees of an angle that can be seen as one."""
_RIGHT = 75.0, 105.0
"""Degrees of a drawn angle that may be meant as a right one, in a picture that is not to scale."""


def resolve_keypoints(
    figure: Figure, keypoints: Sequence[VisualKeypoint], *, axes: Axes | None = None, doubtful: Iterable[str] = ()
) -> Drawing:
    """Say what each keypoint comes to on ``figure``.

    Args:
        figure: a figure of our own, or what was read in a picture.
        keypoints: in the order of the steps.
        axes: of a graph; None where the figure has none: keypoints with coordinates are then not drawn.
        doubtful: points of the figure whose place is not sure: what needs one is not drawn.

    Returns:
        Every keypoint once, as a step or as undrawn.
    """
    places = Places({name: complex(*place) for name, place in figure.points.items()}, keypoints, axes, doubtful)
    resolver = _Resolver(figure, places, axes, _Groups.of(figure))
    steps: list[Step] = []
    undrawn: list[Undrawn] = []
    for number, keypoint in enumerate(keypoints, 1):
        try:
            steps.append(Step(number, keypoint, tuple(resolver.parts(keypoint))))
        except UndrawableError as error:
            undrawn.append(Undrawn(number, keypoint, str(error)))
    return Drawing(tuple(steps), tuple(undrawn))


@dataclass
class _Groups:
    """Numbers of strokes that the next mark of each kind gets, so that groups are told apart."""

    ticks: int
    arrows: int
    arcs: int

    @classmethod
    def of(cls, figure: Figure) -> _Groups:
        marks = figure.marks
        return cls(len(marks.equal_lines) + 1, len(marks.parallel_lines) + 1, len(marks.equal_angles) + 1)

    def take(self, kind: str) -> int:
        number: int = getattr(self, kind)
        setattr(self, kind, number + 1)
        return number


@dataclass(frozen=True)
class _Resolver:
    figure: Figure
    places: Places
    axes: Axes | None
    groups: _Groups
    named: set[str] = field(default_factory=set)
    """New points whose name a step has printed."""

    def parts(self, keypoint: VisualKeypoint) -> Iterable[Part]:
        element = keypoint_element(keypoint.element)
        if element is None:
            raise UndrawableError("its name is none of a point, line, angle, region or symbol")
        if denies(keypoint.description):
            raise UndrawableError("the description says what is not so")
        by_kind: dict[str, Callable[[KeypointElement, str], Iterable[Part]]] = {
            "point": self._point,
            "line": self._line,
            "angle": self._angle,
            "region": self._region,
            "symbol": self._symbol,
        }
        return by_kind[element.kind](element, keypoint.description)

    def _point(self, element: KeypointElement, description: str) -> list[Part]:  # noqa: ARG002 - `Places` has read it
        name = "".join(element.points)
        if element.coordinates:
            at = graph.place_of(element.coordinates, self.axes)
            if name and name in self.places and not self.places.is_near(at, self.places[name]):
                raise UndrawableError(f"point {name} is in the figure, but not at these coordinates")
            coordinates = f"({', '.join(element.coordinates)})"
            return [Dot(at, f"{self._new_name(name)} {coordinates}".strip() if name else coordinates)]
        return [Dot(self.places[name], self._new_name(name))]

    def _new_name(self, name: str) -> str:
        """Return the name where it is still to be printed: once, by the first step that draws the point."""
        if name in self.named or (name in self.places.figure_points and name not in self.figure.hidden):
            return ""
        self.named.add(name)
        return name

    def _line(self, element: KeypointElement, description: str) -> list[Part]:
        is_dashed = bool(_DASHED.search(f"{element.words} {description}"))
        if element.text:
            drawn, axes = graph.curve(element.text), graph.need_axes(self.axes)
            pieces = list(graph.runs(drawn, self._window(), axes))
            if not pieces:
                raise UndrawableError(f"{drawn.written} does not come into the picture")
            return [Stroke(piece, is_dashed, drawn.written if piece is pieces[-1] else "") for piece in pieces]
        if len(element.points) == 1:
            return [self._named_line(element.points[0], description, is_dashed=is_dashed)]
        first, second = (self.places[name] for name in element.points)
        if first == second:
            raise UndrawableError("its two points are at one place")
        new = [Dot(self.places[name], text) for name in element.points if (text := self._new_name(name))]
        return [Stroke((first, second), is_dashed), *new]

    def _named_line(self, name: str, description: str, *, is_dashed: bool) -> Stroke:
        """Return a line without ends, such as ``Line l``, across the figure."""
        text = " ".join(description.split())
        segments = [self._segment(pair) for pair in said_segments(text)]
        points = re.findall(r"(?:through|from|at) (?:the )?(?:point |vertex )?([A-Z][0-9₀-₉'′]*)(?![A-Za-z])", text)
        if re.search(r"(?i)perpendicular bisector", text) and len(segments) == 1:
            start, end = segments[0]
            return self._across((start + end) / 2, 1j * (end - start), name, is_dashed=is_dashed)
        for word, factor in (("parallel", 1), ("perpendicular", 1j)):
            if re.search(rf"(?i)\b{word}\b", text):
                if len(segments) != 1 or len(points) != 1:
                    raise UndrawableError(f"expected one line that it is {word} to, and one point that it goes through")
                start, end = segments[0]
                return self._across(self.places[points[0]], factor * (end - start), name, is_dashed=is_dashed)
        both = re.search(r"through (?:the )?(?:points? )?([A-Z]['′]?) and (?:point )?([A-Z]['′]?)(?![A-Za-z])", text)
        if both:
            start, end = self._segment(both.groups())
            return self._across(start, end - start, name, is_dashed=is_dashed)
        raise UndrawableError("the description does not say through which points it runs")

    def _across(self, through: complex, way: complex, name: str, *, is_dashed: bool) -> Stroke:
        spots = [*self.places.values()]
        reach = max(abs(spot - through) for spot in spots)
        if way == 0 or reach == 0:
            raise UndrawableError("it has no direction")
        along = way / abs(way)
        # A tenth beyond the farthest point: seen as a line, not as a segment that ends there.
        shares = [((spot - through) * along.conjugate()).real for spot in spots]
        low, high = min(*shares, 0) - 0.1 * reach, max(*shares, 0) + 0.1 * reach
        return Stroke((through + along * low, through + along * high), is_dashed, name)

    def _segment(self, names: Sequence[str]) -> tuple[complex, complex]:
        start, end = (self.places[name] for name in names)
        return start, end

    def _angle(self, element: KeypointElement, description: str) -> list[Part]:
        values = [value for value in said_values(description) if "m" not in value.rpartition(" ")[2]]
        if len(element.points) == 3:
            size = values[0] if len(values) == 1 and values[0].endswith("°") else ""
            return [self._opening(element.points, size)]
        if element.points and element.points[0][0].isupper() and element.points[0] in self.places:
            return [self._only_angle_at(element.points[0], description)]
        angles = said_angles(description)
        if len(angles) != 1:
            raise UndrawableError(_expected("one angle by three points", angles))
        return [self._opening(angles[0], _size_text(element.text))]

    def _opening(self, names: Sequence[str], text: str, arcs: int = 1) -> Opening:
        first, vertex, second = (self.places[name] for name in names)
        if vertex in {first, second}:
            raise UndrawableError("two points of its angle are at one place")
        if not _OPEN[0] < _degrees(first - vertex, second - vertex) < _OPEN[1]:
            raise UndrawableError(f"{''.join(names)} is a straight line in the figure")
        return Opening(first, vertex, second, arcs, text)

    def _only_angle_at(self, name: str, description: str) -> Opening:
        angles = [angle for angle in said_angles(description) if angle[1] == name]
        if len(angles) == 1:
            return self._opening(angles[0], "")
        arms = self._arms(name)
        if len(arms) != 2:
            raise UndrawableError(f"several angles are at {name}; expected three points")
        return self._opening((arms[0], name, arms[1]), "")

    def _arms(self, name: str) -> list[str]:
        """Return a point on each drawn stroke that leaves a point, one for each direction."""
        found: list[str] = []
        for line in self.figure.lines:
            if name in line:
                at = line.index(name)
                found += [each for each in line[max(at - 1, 0) : at + 2] if each != name and each not in found]
        return [each for each in found if each in self.places]

    def _region(self, element: KeypointElement, description: str) -> list[Part]:
        if _NOT_PLAIN.search(description):
            raise UndrawableError("a region that is put together of others is not drawn")
        equations = [found[0].strip() for found in _EQUATION.finditer(description)]
        if equations:
            return self._between(element, equations, description)
        polygons = said_polygons(description)
        if not polygons and all(map(str.isupper, element.text)) and len(element.text) >= 3:
            polygons = [tuple(element.text)]
        if not polygons:
            raise UndrawableError("the description names no polygon and no curves as its border")
        areas = []
        for names in polygons:
            outline = tuple(self.places[name] for name in names)
            if _crosses_itself(outline):
                raise UndrawableError(f"the border {''.join(names)} crosses itself")
            areas.append(Area(outline, "" if _is_outline(element.text, names) else _printed(element.text)))
        return [*areas]

    def _between(self, element: KeypointElement, equations: list[str], description: str) -> list[Part]:
        bounds = _BOUNDS.search(description)
        sides = [graph.curve(text) for text in equations if not re.fullmatch(r"x ?= ?-?[0-9.]+.*", text)]
        if len(sides) != 2:
            raise UndrawableError(f"expected two curves as its border, got {len(sides)}")
        span = (float(bounds[1]), float(bounds[2])) if bounds else None
        if span is None and len(sides) < len(equations):
            raise UndrawableError("expected its bounds as 'from x = ... to x = ...'")
        outlines = graph.between(sides[0], sides[1], self._window(), graph.need_axes(self.axes), span)
        return [Area(outline, _printed(element.text) if number == 0 else "") for number, outline in enumerate(outlines)]

    def _window(self) -> graph.Window:
        """Return the plane's part that holds all points and printed texts, with a twentieth more on each side."""
        axes = graph.need_axes(self.axes)
        spots = [axes.units(place) for place in self.figure.points.values()]
        spots += [axes.units(label.position) for label in self.figure.labels if label.position]
        xs, ys = [0.0, *(spot[0] for spot in spots)], [0.0, *(spot[1] for spot in spots)]
        wide, high = 0.05 * (max(xs) - min(xs)), 0.05 * (max(ys) - min(ys))
        return graph.Window(min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high)

    def _symbol(self, element: KeypointElement, description: str) -> list[Part]:
        by_mark: dict[str, Callable[[str], list[Part]]] = {
            "right angle mark": self._right_angle,
            "parallel mark": self._parallel,
            "equal length mark": self._equal_lengths,
            "equal angle mark": self._equal_angles,
            "length label": self._length,
        }
        return by_mark[element.words](description)

    def _right_angle(self, description: str) -> list[Part]:
        angles, segments, points = said_angles(description), said_segments(description), said_points(description)
        if angles:
            return [self._opening(angle, "", arcs=0) for angle in angles]
        if len(segments) == 2:
            return [self._square_between(*segments)]
        if len(points) == 1 and not segments:
            return [self._square_at(points[0])]
        raise UndrawableError(_expected("an angle by three points, two lines, or one point", [*segments, *points]))

    def _square_between(self, first: Sequence[str], second: Sequence[str]) -> Opening:
        """Return the square where two lines meet, towards ends of theirs."""
        one, other = self._segment(first), self._segment(second)
        vertex = meeting(*one, *other)
        if vertex is None:
            raise UndrawableError(f"{''.join(first)} and {''.join(second)} do not meet")
        # The farther end of each gives the square room.
        ends = [max(pair, key=lambda end: abs(end - vertex)) for pair in (one, other)]
        return Opening(ends[0], vertex, ends[1], 0)

    def _square_at(self, name: str) -> Opening:
        vertex, arms = self.places[name], self._arms(name)
        pairs = [
            (a, b)
            for place, a in enumerate(arms)
            for b in arms[place + 1 :]
            if _RIGHT[0] <= _degrees(self.places[a] - vertex, self.places[b] - vertex) <= _RIGHT[1]
        ]
        # Beside a right angle on a straight line lies another one: either shows what is meant.
        is_straight = any(_degrees(self.places[a] - vertex, self.places[b] - vertex) > 175 for a in arms for b in arms)
        if not pairs or (len(pairs) > 1 and not is_straight):
            raise UndrawableError(f"which angle at {name} is right is not told by three points")
        return self._opening((pairs[0][0], name, pairs[0][1]), "", arcs=0)

    def _parallel(self, description: str) -> list[Part]:
        segments = said_segments(description)
        if len(segments) < 2:
            raise UndrawableError(_expected("two lines or more that are parallel", segments))
        found = [self._segment(pair) for pair in segments]
        number = self.groups.take("arrows")
        return [Arrows(start, end, number) for start, end in found]

    def _equal_lengths(self, description: str) -> list[Part]:
        segments = said_segments(description)
        middles = [said for said in said_constructions(description) if said.construct == "midpoint"]
        if len(segments) == 1 and len(middles) == 1 and (named := said_middles(description)):
            a, b = segments[0]
            segments = [(a, named), (named, b)]
        if len(segments) < 2:
            raise UndrawableError(_expected("two segments or more that are equal", segments))
        found = [self._segment(pair) for pair in segments]
        number = self.groups.take("ticks")
        return [Ticks(start, end, number) for start, end in found]

    def _equal_angles(self, description: str) -> list[Part]:
        angles = said_angles(description)
        if len(angles) < 2:
            raise UndrawableError(_expected("two angles or more that are equal, each by three points", angles))
        for angle in angles:
            self._opening(angle, "")
        number = self.groups.take("arcs")
        return [self._opening(angle, "", number) for angle in angles]

    def _length(self, description: str) -> list[Part]:
        segments, values = said_segments(description), said_values(description)
        if len(segments) != 1:
            raise UndrawableError(_expected("one segment that has the length", segments))
        if len(values) != 1:
            raise UndrawableError(f"expected one length, got {', '.join(values) or 'none'}")
        return [Length(*self._segment(segments[0]), values[0])]


def said_middles(description: str) -> str | None:
    """Return the point that a description calls a midpoint: ``M is the midpoint of AB``."""
    found = re.search(r"([A-Z](?:_?[0-9₀-₉]+)?['′]*)(?: is|,|:) (?:the )?mid-?point", description)
    return found[1] if found else None


def _size_text(written: str) -> str:
    """Return an angle's size as it is printed; a number below ten without a degree sign is a numbering."""
    number = re.fullmatch(r"([0-9.]+)(?: ?°| ?degrees?)?", written, re.IGNORECASE)
    if number is None:
        return written
    return written if written == number[1] and float(number[1]) < 10 else f"{number[1]}°"


def _printed(name: str) -> str:
    return name.replace("_", "").strip("()")


def _is_outline(name: str, outline: Sequence[str]) -> bool:
    """Whether a region is named by its corners: that need not be printed."""
    return sorted(name) == sorted("".join(outline))


def _expected(what: str, got: Sequence[str | tuple[str, ...]]) -> str:
    return f"expected {what} in the description, got {', '.join(''.join(each) for each in got) or 'none'}"


def _degrees(first: complex, second: complex) -> float:
    return abs(math.degrees(cmath.phase(second / first))) if first and second else 0.0


def _crosses_itself(outline: Sequence[complex]) -> bool:
    sides = [(outline[place - 1], outline[place]) for place in range(len(outline))]
    return any(
        _cross(*sides[one], *sides[other])
        for one in range(len(sides))
        for other in range(one + 2, len(sides))
        if not (one == 0 and other == len(sides) - 1)
    )


def _cross(a: complex, b: complex, c: complex, d: complex) -> bool:
    def side(p: complex, q: complex, r: complex) -> float:
        return ((q - p).conjugate() * (r - p)).imag

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
