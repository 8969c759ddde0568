"""A GeoGebra file to a figure: points, segments, lines, polygons, circles, angles, captions and texts.

A ``.ggb`` comes from strangers. Only ``geogebra.xml`` is read of the archive, up to a size; a document type, with which entities
could be declared, is refused; coordinates are those that GeoGebra last worked out, so that no command is carried out. What has no
place in a figure, such as functions and sliders, is left out and listed.
"""

from __future__ import annotations

import io
import math
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from typing import NamedTuple
from xml.parsers import expat

from gnomon.figure import (
    Circle,
    Element,
    ElementNameError,
    Figure,
    Label,
    Marks,
    Spot,
    angle_between,
    merge_lines,
    order_along,
    split_points,
)

_LARGEST_FILE = 20_000_000
"""Bytes; a file with pictures has one or two million."""
_LARGEST_XML = 5_000_000
"""Bytes; a construction of a hundred points has a tenth of a million."""
_MOST_ELEMENTS = 2_000  # twenty times a rich construction
_MOST_POINTS = 60
"""As many as a problem's figure may have."""
_ON = 1e-6
"""Of the figure's size: GeoGebra works with doubles, and saves all their digits."""
_RIGHT = 1e-6
"""Radians by which a right angle may be off."""
_ALIKE = 1e-4
"""Radians between an angle's saved value and that of its points: less than its last decimal shown."""
_STRAIGHT = frozenset({"segment", "line", "ray"})
_OPEN_ENDS = {"Segment": (False, False), "Line": (True, True), "Ray": (False, True)}
"""By command: whether the line goes on beyond its first and its last point."""
_LATEX = (
    (r"\^\s*(\\circ\b|\{\s*\\circ\s*\})", "°"),
    (r"\\sqrt\s*\{([^{}]*)\}", r"√\1"),
    (r"\\(?:mathrm|text|mathit|mathbf)\s*\{([^{}]*)\}", r"\1"),
    (r"\\alpha\b\s*", "α"),
    (r"\\beta\b\s*", "β"),
    (r"\\gamma\b\s*", "γ"),
    (r"\\theta\b\s*", "θ"),
)
"""What LaTeX has of labels in school figures, and the sign for it."""
_SUBSCRIPT = re.compile(r"_\{?(\d+)\}?")


class GeoGebraError(ValueError):
    """A file that cannot be read as GeoGebra's; one line says why."""


class GeoGebraFigure(NamedTuple):
    """What was read."""

    figure: Figure
    left_out: tuple[str, ...]
    """Names of the objects that are shown, but have no place in a figure, each with the reason."""


def read_geogebra(content: bytes) -> GeoGebraFigure:
    """Read the content of a ``.ggb`` file.

    Raises:
        GeoGebraError: when it is none, is too large, or holds no point.
    """
    construction = _Construction()
    construction.read(_xml_of(content))
    return construction.figure()


def _xml_of(content: bytes) -> bytes:
    if len(content) > _LARGEST_FILE:
        raise GeoGebraError(f"expected a GeoGebra file of at most {_LARGEST_FILE // 10**6} MB")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive, archive.open("geogebra.xml") as packed:
            xml = packed.read(_LARGEST_XML + 1)  # read and not asked: what an archive says of its sizes may be untrue
    except KeyError as error:
        raise GeoGebraError("expected a GeoGebra file: the archive holds no geogebra.xml") from error
    # Every way in which an archive can be broken, or packed or locked as GeoGebra never does.
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        raise GeoGebraError(f"expected a GeoGebra file, a zip archive: {error}") from error
    if len(xml) > _LARGEST_XML:
        raise GeoGebraError(f"the construction in the GeoGebra file is larger than {_LARGEST_XML // 10**6} MB; expected a figure")
    return xml


@dataclass
class _Object:
    """An element of the construction, its parts' attributes by their tags."""

    kind: str
    name: str
    parts: dict[str, dict[str, str]] = field(default_factory=dict)

    def value(self, part: str, attribute: str, default: str = "") -> str:
        return self.parts.get(part, {}).get(attribute, default)

    @property
    def is_shown(self) -> bool:
        return self.value("show", "object", "true") == "true"

    @property
    def is_labelled(self) -> bool:
        return self.value("show", "label", "false") == "true"

    def numbers(self, part: str, *attributes: str) -> list[float] | None:
        """Return attributes as numbers; None where one is missing or is none, as of an object that is undefined."""
        try:
            found = [float(self.parts[part][attribute]) for attribute in attributes]
        except (KeyError, ValueError):
            return None
        return found if all(map(math.isfinite, found)) else None


class _Command(NamedTuple):
    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


class _Construction:
    """The objects of a file, read tag by tag."""

    def __init__(self) -> None:
        self._objects: dict[str, _Object] = {}
        self._commands: list[_Command] = []
        self._texts: dict[str, str] = {}
        self._open: list[tuple[str, dict[str, str]]] = []
        self._current: _Object | None = None
        self._parts: dict[str, dict[str, str]] = {}
        self._digits = 2
        """Decimals in which GeoGebra shows values; of a file that does not say, as GeoGebra begins."""

    # reading

    def read(self, xml: bytes) -> None:
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = self._refuse
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        try:
            parser.Parse(xml, True)  # noqa: FBT003  # expat takes it by place
        except expat.ExpatError as error:
            raise GeoGebraError(f"the construction in the GeoGebra file is no XML: {error}") from error
        except (LookupError, ValueError) as error:
            if isinstance(error, GeoGebraError):
                raise
            raise GeoGebraError(f"the construction in the GeoGebra file cannot be read: {error}") from error

    def _refuse(self, *_: object) -> None:
        raise GeoGebraError("the construction in the GeoGebra file declares a document type; GeoGebra writes none")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not any(tag == "construction" for tag, _ in self._open):
            self._open.append((name, attributes))
            if name == "decimals" and attributes.get("val", "").isdecimal():
                self._digits = min(int(attributes["val"]), 15)  # as many as a double has
            return
        self._open.append((name, attributes))
        if name == "element":
            self._current = _Object(attributes.get("type", ""), attributes.get("label", ""))
        elif name == "command":
            self._parts = {}
        elif name == "expression":
            self._texts[attributes.get("label", "")] = attributes.get("exp", "")
        elif self._current is not None:
            self._current.parts.setdefault(name, {}).update(attributes)
        else:
            self._parts.setdefault(name, {}).update(attributes)

    def _end(self, name: str) -> None:
        _, attributes = self._open.pop()
        if name == "element" and self._current is not None:
            if len(self._objects) >= _MOST_ELEMENTS:
                raise GeoGebraError(f"the GeoGebra file has more than {_MOST_ELEMENTS} objects; expected a figure")
            self._objects[self._current.name] = self._current
            self._current = None
        elif name == "command":
            inputs, outputs = (_in_order(self._parts.get(part, {})) for part in ("input", "output"))
            self._commands.append(_Command(attributes.get("name", ""), inputs, outputs))
            self._parts = {}

    # the figure

    def figure(self) -> GeoGebraFigure:
        """Put the figure together from what is shown.

        Raises:
            GeoGebraError: without a named point, or with too many.
        """
        drawing = _Drawing(self._digits)
        for each in self._objects.values():
            if each.kind == "point":
                drawing.add_point(each)
        if not drawing.points:
            raise GeoGebraError("the GeoGebra file shows no point with a name such as A; expected a figure")
        for command in self._commands:
            self._draw(command, drawing)
        made = {output for command in self._commands for output in command.outputs}
        for each in self._objects.values():
            if each.is_shown and each.kind == "text":
                drawing.add_text(each, _quoted(self._texts.get(each.name, "")))
            elif each.is_shown and each.name not in made and each.kind not in {"point", "text"}:
                drawing.left_out.append(f"{each.name} ({each.kind}): not made from points")
        return drawing.finished()

    def _draw(self, command: _Command, drawing: _Drawing) -> None:
        """Draw what a command made; the ends of what it made are known to later commands though it is hidden."""
        results = [self._objects[name] for name in command.outputs if name in self._objects]
        shown = [each for each in results if each.is_shown]
        points = [drawing.own_name(name) for name in command.inputs]
        ends = [point for point in points if point is not None]
        made = [point for each in results if each.kind == "point" and (point := drawing.own_name(each.name))]
        lines = [each for each in results if each.kind in _STRAIGHT]
        if command.name in {"Polygon", "PolyLine"} and len(ends) > 1:
            corners = [*ends, *made]
            closed = [*corners, corners[0]] if command.name == "Polygon" else corners
            drawing.corners_of |= {each.name: tuple(corners) for each in results if each.kind == "polygon"}
            edges = [each for each in results if each.kind == "segment"]
            has_outline = any(each.kind in {"polygon", "polyline"} for each in shown)  # whatever of its edges is hidden
            for pair, edge in zip_longest(pairwise(closed), edges[: len(closed) - 1]):
                drawing.add_line(pair, edge, is_drawn=has_outline or (edge is not None and edge.is_shown))
        elif command.name in _OPEN_ENDS and len({*ends, *made}) == 2 and lines:
            drawing.add_line([*ends, *made], lines[0], _OPEN_ENDS[command.name], is_drawn=lines[0].is_shown)
        elif command.name == "Angle":
            self._draw_angles(command, results, ends if len(ends) == len(points) else [], drawing)
        elif shown and any(each.kind == "conic" for each in shown):
            for each in shown:
                if each.kind != "conic" or not drawing.add_circle(each, points[0] if points else None):
                    drawing.left_out.append(f"{each.name} ({command.name})")
        else:
            for each in shown:
                if each.kind != "point" and not (each.kind == "line" and drawing.add_straight(each)):
                    drawing.left_out.append(f"{each.name} ({command.name})")

    def _draw_angles(self, command: _Command, results: Sequence[_Object], ends: list[str], drawing: _Drawing) -> None:
        """Draw an angle by three points, by two lines from one point, or all angles of a polygon."""
        corners = drawing.corners_of.get(command.inputs[0] if command.inputs else "", ())
        if corners:
            ways = [(corners[at - 1], corner, corners[(at + 1) % len(corners)]) for at, corner in enumerate(corners)]
        else:
            between = drawing.between(command.inputs) if len(command.inputs) == 2 else None
            ways = [(ends[0], ends[1], ends[2])] if len(ends) == 3 else [between] if between else []
        for each, way in zip_longest(results, ways[: len(results)]):
            if each.is_shown and (way is None or not drawing.add_angle(way, each)):
                drawing.left_out.append(f"{each.name} (Angle)")


def _in_order(attributes: Mapping[str, str]) -> tuple[str, ...]:
    """Return a0, a1, a2, ..."""
    places = sorted((int(key[1:]), value) for key, value in attributes.items() if key[:1] == "a" and key[1:].isdigit())
    return tuple(value for _, value in places)


def _quoted(expression: str) -> str:
    """Return the text of ``"35°"``; empty for one that is worked out."""
    match = re.fullmatch(r'\s*"([^"]*)"\s*', expression)
    return _plain(match[1]) if match else ""


def _plain(text: str) -> str:
    """Return a text without the LaTeX that captions of angles and lengths have."""
    text = text.strip().strip("$").strip()
    for latex, sign in _LATEX:
        text = re.sub(latex, sign, text)
    return text


def _in_groups(groups: Mapping[int, Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Return marked parts by their strokes, less one; a number that none has is an empty group."""
    return tuple(tuple(groups.get(number, ())) for number in range(max(groups, default=-1) + 1))


class _Drawing:
    """A figure in the making."""

    def __init__(self, digits: int) -> None:
        self.corners_of: dict[str, tuple[str, ...]] = {}
        """Of the polygons, by GeoGebra's names."""
        self._digits = digits
        self._ends_of: dict[str, tuple[str, str]] = {}
        """Of the lines, by GeoGebra's names."""
        self._equal: dict[int, list[str]] = {}
        self._alike: dict[int, list[str]] = {}
        self._parallel: dict[int, list[str]] = {}
        self.points: dict[str, Spot] = {}
        self.left_out: list[str] = []
        self._own_names: dict[str, str] = {}
        self._hidden: set[str] = set()
        self._used: set[str] = set()
        self._runs: list[tuple[str, ...]] = []
        self._circles: list[Circle] = []
        self._labels: list[Label] = []
        self._right: list[str] = []

    def own_name(self, name: str) -> str | None:
        """Return our name of a point of GeoGebra's."""
        return self._own_names.get(name)

    def between(self, lines: Sequence[str]) -> tuple[str, str, str] | None:
        """Return the angle between two lines from one point; None where they have none in common, or more."""
        one, other = (self._ends_of.get(name, ()) for name in lines)
        shared = set(one) & set(other)
        if len(shared) != 1:
            return None
        (vertex,) = shared
        first, last = (next(end for end in ends if end != vertex) for ends in (one, other))
        return first, vertex, last

    def add_point(self, each: _Object) -> None:
        coordinates = each.numbers("coords", "x", "y", "z")
        if coordinates is None or coordinates[2] == 0:  # undefined, or at infinity
            return
        if len(self.points) >= _MOST_POINTS:
            raise GeoGebraError(f"the GeoGebra file has more than {_MOST_POINTS} points; expected a figure of a problem")
        name = self._as_name(self._shown_name(each)) or self._as_name(each.name)
        is_name = bool(name)
        if not is_name:
            name = self._free_name()
        x, y, z = coordinates
        self.points[name] = (x / z, y / z)
        self._own_names[each.name] = name
        if each.is_shown:
            self._used.add(name)
        if not is_name or not each.is_shown or not each.is_labelled:
            self._hidden.add(name)

    @staticmethod
    def _shown_name(each: _Object) -> str:
        """Return what GeoGebra prints beside a point: its caption, where it has one and shows it."""
        is_caption = each.value("labelMode", "val") == "3"
        return _plain(each.value("caption", "val")) if is_caption else each.name

    def _as_name(self, written: str) -> str:
        """Return a name as ours, ``A_1`` as ``A1``; empty for what names no point, or another one already."""
        name = _SUBSCRIPT.sub(r"\1", written)
        try:
            is_name = len(split_points(name)) == 1 and name[0].isupper()
        except ElementNameError:
            return ""
        return name if is_name and name not in self.points else ""

    def _free_name(self) -> str:
        number = 1
        while f"P{number}" in self.points:
            number += 1
        return f"P{number}"

    @property
    def _size(self) -> float:
        xs, ys = zip(*self.points.values(), strict=True)
        return max(max(xs) - min(xs), max(ys) - min(ys)) or 1.0

    def add_line(
        self, ends: Sequence[str], each: _Object | None, beyond: tuple[bool, bool] = (False, False), *, is_drawn: bool = True
    ) -> None:
        """Add what is drawn from the first to the last point, with all shown points on it, and beyond an end that is open."""
        first, last = ends[0], ends[-1]
        if each is not None:
            self._ends_of[each.name] = (first, last)
        if not is_drawn:
            return
        self._used |= {first, last}
        (ax, ay), (bx, by) = self.points[first], self.points[last]
        length = math.hypot(bx - ax, by - ay)
        if length <= _ON * self._size:
            return
        on = []
        for name, (x, y) in self.points.items():
            along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
            off = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length
            inside = (beyond[0] or along > -_ON * self._size) and (beyond[1] or along < length + _ON * self._size)
            if off <= _ON * self._size and inside and (name in self._used or name in ends):
                on.append(name)
        self._runs.append(order_along(on, self.points))
        if each is not None and each.is_shown:
            self._label(each, str(Element.of("line", first, last)), self._number(length))
            (kind,) = each.numbers("decoration", "type") or [0]
            # GeoGebra's types: one to three ticks, then one to three arrow heads.
            if 1 <= kind <= 6:
                group = self._equal if kind <= 3 else self._parallel
                group.setdefault(int(kind - 1) % 3, []).append(first + last)

    def add_straight(self, each: _Object) -> bool:
        """Add a line that a command made of something else than two points: it runs through the shown points on it."""
        equation = each.numbers("coords", "x", "y", "z")
        if equation is None or math.hypot(*equation[:2]) == 0:
            return False
        a, b, c = equation
        on = [
            name
            for name, (x, y) in self.points.items()
            if name in self._used and abs(a * x + b * y + c) <= _ON * self._size * math.hypot(a, b)
        ]
        if len(on) < 2:
            return False
        self.add_line(order_along(on, self.points), each)
        return True

    def _number(self, value: float) -> str:
        """Return a value in the decimals that GeoGebra shows."""
        return f"{value:.{self._digits}f}".rstrip("0").rstrip(".") if self._digits else f"{value:.0f}"

    def add_circle(self, each: _Object, centre: str | None) -> bool:
        """Add a circle from the matrix of its equation; False for another conic."""
        matrix = each.numbers("matrix", "A0", "A1", "A2", "A3", "A4", "A5")
        if matrix is None or matrix[0] == 0 or abs(matrix[0] - matrix[1]) > _ON * abs(matrix[0]) or abs(matrix[3]) > _ON:
            return False
        a, _, constant, _, x, y = matrix
        at = (-x / a, -y / a)
        squared = at[0] ** 2 + at[1] ** 2 - constant / a
        if squared <= 0:
            return False
        radius, near = math.sqrt(squared), _ON * max(self._size, 1e-9)
        if centre is None or math.dist(self.points[centre], at) > near:
            centre = next((name for name, spot in self.points.items() if math.dist(spot, at) <= near), None)
        if centre is None:
            centre = "O" if "O" not in self.points else self._free_name()
            self.points[centre] = at
            self._hidden.add(centre)
        self._used.add(centre)
        middle = self.points[centre]
        on = [name for name, spot in self.points.items() if name in self._used and abs(math.dist(spot, middle) - radius) <= near]
        self._circles.append(Circle(centre=centre, points=tuple(on), radius=None if on else radius))
        return True

    def add_angle(self, points: Sequence[str], each: _Object) -> bool:
        """Add an angle; False for a reflex one, or where lines that run beyond their common point make another."""
        at = [self.points[point] for point in points]
        if len(set(at)) < 3:
            return False
        drawn = math.radians(angle_between(at[0], at[1], at[2]))
        value = each.numbers("value", "val")
        if value is not None and abs(value[0] - drawn) > _ALIKE:
            return False
        self._used |= set(points)
        name = Element.of("angle", *points).name
        if abs(drawn - math.pi / 2) <= _RIGHT and each.value("emphasizeRightAngle", "val", "true") == "true":
            self._right.append(name)
        else:
            # GeoGebra's types: none is one arc, which only shows where the angle is; then two arcs, then three.
            (kind,) = each.numbers("decoration", "type") or [0]
            if kind in {1, 2}:
                self._alike.setdefault(int(kind), []).append(name)
        self._label(each, f"angle:{name}", f"{self._number(math.degrees(drawn))}°")
        return True

    def _label(self, each: _Object, element: str, value: str) -> None:
        """Add what GeoGebra prints beside an object: its caption, its value, or its name (labelMode of GeoGebra's format)."""
        if not each.is_labelled:
            return
        mode = each.value("labelMode", "val", "0")
        caption = _plain(each.value("caption", "val"))
        text = {"1": value, "2": value, "3": caption, "9": caption or value}.get(mode, each.name)
        if text:
            self._labels.append(Label(text=text, element=element))

    def add_text(self, each: _Object, text: str) -> None:
        place = each.numbers("startPoint", "x", "y")
        at = self.own_name(each.value("startPoint", "exp"))
        position = (place[0], place[1]) if place is not None else self.points[at] if at else None
        if text and position is not None:
            self._labels.append(Label(text=text, position=position))
        else:
            self.left_out.append(f"{each.name} (text)")

    def finished(self) -> GeoGebraFigure:
        kept = {name: spot for name, spot in self.points.items() if name in self._used}
        lines = [order_along(line, kept) for line in self._joined()]
        figure = Figure(
            points=kept,
            lines=tuple(lines),
            circles=tuple(dict.fromkeys(self._circles)),
            labels=tuple(dict.fromkeys(self._labels)),
            marks=Marks(
                right_angles=tuple(dict.fromkeys(self._right)),
                equal_lines=_in_groups(self._equal),
                equal_angles=_in_groups(self._alike),
                parallel_lines=_in_groups(self._parallel),
            ),
            hidden=tuple(name for name in kept if name in self._hidden),
        )
        return GeoGebraFigure(figure, tuple(self.left_out))

    def _joined(self) -> Iterator[list[str]]:
        """Yield each drawn line once: segments that overlap or go on from one another are one."""
        waiting = merge_lines(self._runs)
        while waiting:
            line = waiting.pop()
            going_on = next((other for other in waiting if set(line) & set(other) and self._are_straight({*line, *other})), None)
            if going_on is None:
                yield line
            else:
                waiting.remove(going_on)
                waiting.append(list(dict.fromkeys([*line, *going_on])))

    def _are_straight(self, names: set[str]) -> bool:
        a, *between, b = order_along(sorted(names), self.points)
        (ax, ay), (bx, by) = self.points[a], self.points[b]
        length = math.hypot(bx - ax, by - ay)
        off = [abs((bx - ax) * (self.points[p][1] - ay) - (by - ay) * (self.points[p][0] - ax)) / length for p in between]
        return max(off, default=0.0) <= _ON * self._size
