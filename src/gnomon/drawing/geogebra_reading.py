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

from gnomon.figure import Circle, Element, ElementNameError, Figure, Label, Marks, Spot, merge_lines, order_along, split_points

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
        drawing = _Drawing()
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
        results = [self._objects[name] for name in command.outputs if name in self._objects]
        shown = [each for each in results if each.is_shown]
        if not shown or all(each.kind == "point" for each in results):
            return
        points = [drawing.named(name) for name in command.inputs]
        ends = [point for point in points if point is not None]
        first = shown[0]
        if command.name == "Segment" and len(ends) == 2:
            drawing.add_line(ends, first)
        elif command.name in {"Line", "Ray"} and len(ends) == 2:
            drawing.add_line(ends, first, beyond=(command.name == "Line", True))
        elif command.name in {"Polygon", "PolyLine"} and len(ends) > 1:
            further = [point for each in results if each.kind == "point" and (point := drawing.named(each.name))]
            corners = [*ends, *further]
            closed = [*corners, corners[0]] if command.name == "Polygon" else corners
            edges = [each for each in results if each.kind == "segment"]
            for pair, edge in zip_longest(pairwise(closed), edges[: len(closed) - 1]):
                drawing.add_line(pair, edge)
        elif first.kind == "conic" and drawing.add_circle(first, points[0] if points else None):
            pass
        elif command.name == "Angle" and len(ends) == 3 == len(points):
            drawing.add_angle(ends, first)
        else:
            drawing.left_out += [f"{each.name} ({command.name})" for each in shown if each.kind != "point"]


def _in_order(attributes: Mapping[str, str]) -> tuple[str, ...]:
    """Return a0, a1, a2, ..."""
    places = sorted((int(key[1:]), value) for key, value in attributes.items() if key[:1] == "a" and key[1:].isdigit())
    return tuple(value for _, value in places)


def _quoted(expression: str) -> str:
    """Return the text of ``"35°"``, without the dollars of LaTeX; empty for one that is worked out."""
    match = re.fullmatch(r'\s*"([^"]*)"\s*', expression)
    return match[1].strip().strip("$").strip() if match else ""


class _Drawing:
    """A figure in the making."""

    def __init__(self) -> None:
        self.points: dict[str, Spot] = {}
        self.left_out: list[str] = []
        self._own_names: dict[str, str] = {}
        self._hidden: set[str] = set()
        self._used: set[str] = set()
        self._runs: list[tuple[str, ...]] = []
        self._circles: list[Circle] = []
        self._labels: list[Label] = []
        self._right: list[str] = []

    def named(self, name: str) -> str | None:
        """Return our name of a point of GeoGebra's, which then counts as drawn."""
        own = self._own_names.get(name)
        if own is not None:
            self._used.add(own)
        return own

    def add_point(self, each: _Object) -> None:
        coordinates = each.numbers("coords", "x", "y", "z")
        if coordinates is None or coordinates[2] == 0:  # undefined, or at infinity
            return
        if len(self.points) >= _MOST_POINTS:
            raise GeoGebraError(f"the GeoGebra file has more than {_MOST_POINTS} points; expected a figure of a problem")
        name = _SUBSCRIPT.sub(r"\1", each.name)
        try:
            is_name = len(split_points(name)) == 1 and name[0].isupper()
        except ElementNameError:
            is_name = False
        if not is_name:
            name = self._free_name()
        x, y, z = coordinates
        self.points[name] = (x / z, y / z)
        self._own_names[each.name] = name
        if each.is_shown:
            self._used.add(name)
        if not is_name or not each.is_shown or not each.is_labelled:
            self._hidden.add(name)

    def _free_name(self) -> str:
        number = 1
        while f"P{number}" in self.points:
            number += 1
        return f"P{number}"

    @property
    def _size(self) -> float:
        xs, ys = zip(*self.points.values(), strict=True)
        return max(max(xs) - min(xs), max(ys) - min(ys)) or 1.0

    def add_line(self, ends: Sequence[str], each: _Object | None, beyond: tuple[bool, bool] = (False, False)) -> None:
        """Add what is drawn from the first to the last point, with all shown points on it, and beyond an end that is open."""
        first, last = ends[0], ends[-1]
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
        if each is not None:
            self._label(each, str(Element.of("line", first, last)), f"{length:.4g}")

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

    def add_angle(self, points: Sequence[str], each: _Object) -> None:
        name = Element.of("angle", *points).name
        value = each.numbers("value", "val")
        if value is not None and abs(value[0] - math.pi / 2) <= _RIGHT:
            self._right.append(name)
        degrees = f"{math.degrees(value[0]):.4g}°" if value is not None else ""
        self._label(each, f"angle:{name}", degrees)

    def _label(self, each: _Object, element: str, value: str) -> None:
        """Add what GeoGebra prints beside an object: its caption, its value, or its name (labelMode of GeoGebra's format)."""
        if not each.is_labelled:
            return
        mode = each.value("labelMode", "val", "0")
        caption = each.value("caption", "val").strip().strip("$").strip()
        text = {"1": value, "2": value, "3": caption, "9": caption or value}.get(mode, each.name)
        if text:
            self._labels.append(Label(text=text, element=element))

    def add_text(self, each: _Object, text: str) -> None:
        place = each.numbers("startPoint", "x", "y")
        at = self.named(each.value("startPoint", "exp"))
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
            marks=Marks(right_angles=tuple(dict.fromkeys(self._right))),
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
