"""A figure as a GeoGebra file: points that can be moved, segments, circles, angles and texts.

A ``.ggb`` is a zip archive with ``geogebra.xml``; the format is GeoGebra's own, https://www.geogebra.org/apps/xsd/ggb.xsd. Points
are free: GeoGebra draws the figure, and does not keep what the facts say when a point is moved.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Iterator

from gnomon.drawing.layout import layout_figure
from gnomon.drawing.svg import tag
from gnomon.drawing.theme import THEME
from gnomon.figure import Figure, angle_between, parse_element

_VIEW = 600.0
"""Pixels of GeoGebra's view that the figure fills."""
_FIXED_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip archive can hold; so one figure makes one file."""


def to_geogebra(figure: Figure) -> bytes:
    """Return the content of a ``.ggb`` file; `gnomon.drawing.geogebra_reading` reads it back to the same figure.

    Raises:
        ValueError: when a coordinate is not a finite number.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("geogebra.xml", _FIXED_TIME), geogebra_xml(figure), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def geogebra_xml(figure: Figure) -> str:
    """Return the construction as XML."""
    xs, ys = zip(*figure.points.values(), strict=True)
    size = max(max(xs) - min(xs), max(ys) - min(ys)) or 1.0
    scale = _VIEW / (1.3 * size)  # with a margin for names
    view = tag(
        "euclidianView",
        tag("coordSystem", xZero=_plain(-scale * (min(xs) - 0.15 * size)), yZero=_plain(scale * (max(ys) + 0.15 * size)),
            scale=_plain(scale), yscale=_plain(scale)),
        tag("evSettings", axes="false", grid="false"),
    )  # fmt: skip
    construction = tag("construction", *_points(figure), *_lines(figure), *_circles(figure), *_angles(figure), *_texts(figure))
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tag("geogebra", view, construction, format="5.0", app="classic")}\n'


def _points(figure: Figure) -> Iterator[str]:
    for name, (x, y) in figure.points.items():
        shown = tag("show", object="true", label="false" if name in figure.hidden else "true")
        coordinates = tag("coords", x=_plain(x), y=_plain(y), z="1")
        yield tag("element", shown, tag("labelMode", val="0"), coordinates, tag("pointSize", val="3"), type="point", label=name)


def _lines(figure: Figure) -> Iterator[str]:
    """Yield each drawn line from end to end, and the segments that bear a text of their own."""
    whole = {frozenset((line[0], line[-1])): (line[0], line[-1]) for line in figure.lines}
    captions: dict[frozenset[str], str] = {}
    for label in figure.labels:
        if label.element is not None and label.element.startswith("line:") and label.position is None:
            ends = parse_element(label.element).points
            whole.setdefault(frozenset(ends), (ends[0], ends[1]))
            captions.setdefault(frozenset(ends), label.text)
    for at, (pair, (first, last)) in enumerate(whole.items(), 1):
        yield _made("Segment", f"s_{{{at}}}", "segment", (first, last), captions.get(pair))


def _circles(figure: Figure) -> Iterator[str]:
    for at, circle in enumerate(figure.circles, 1):
        through = circle.points[0] if circle.points and circle.radius is None else _plain(figure.radius(circle))
        x, y = figure.points[circle.centre]
        radius = figure.radius(circle)
        matrix = tag("matrix", A0="1", A1="1", A2=_plain(x * x + y * y - radius * radius), A3="0", A4=_plain(-x), A5=_plain(-y))
        yield _made("Circle", f"c_{{{at}}}", "conic", (circle.centre, through), None, matrix)


def _angles(figure: Figure) -> Iterator[str]:
    """Yield labelled angles with their text, and right angles with their square, counter-clockwise as GeoGebra measures."""
    wanted: dict[tuple[str, ...], str | None] = {}
    for label in figure.labels:
        if label.element is not None and label.element.startswith("angle:") and label.position is None:
            wanted.setdefault(parse_element(label.element).points, label.text)
    for name in figure.marks.right_angles:
        wanted.setdefault(parse_element(f"angle:{name.removeprefix('angle:')}").points, None)
    for at, (points, caption) in enumerate(wanted.items(), 1):
        a, vertex, b = points
        (ax, ay), (vx, vy), (bx, by) = (figure.points[point] for point in points)
        turned = (ax - vx) * (by - vy) - (ay - vy) * (bx - vx) < 0
        value = math.radians(angle_between((ax, ay), (vx, vy), (bx, by)))
        ordered = (b, vertex, a) if turned else points
        yield _made("Angle", f"α_{{{at}}}", "angle", ordered, caption, tag("value", val=_plain(value)))


def _texts(figure: Figure) -> Iterator[str]:
    """Yield the other texts where our drawing puts them."""
    layout = layout_figure(figure, 480, THEME)
    free = [
        placed for placed in layout.texts if not placed.wanted.is_name and not placed.wanted.owner.startswith(("line:", "angle:"))
    ]
    for at, placed in enumerate(free, 1):
        spot = (placed.box.left - layout.frame.origin.real, layout.frame.origin.imag - placed.box.bottom)
        start = tag("startPoint", x=_plain(spot[0] / layout.frame.scale), y=_plain(spot[1] / layout.frame.scale), z="1")
        label = f"text{at}"
        yield tag("expression", label=label, exp=f'"{placed.wanted.text}"')
        yield tag("element", tag("show", object="true", label="true"), start, type="text", label=label)


def _made(command: str, label: str, kind: str, inputs: tuple[str, ...], caption: str | None, *more: str) -> str:
    """Return a command with its result; what has a caption shows it."""
    given = {f"a{at}": name for at, name in enumerate(inputs)}
    shown = [tag("show", object="true", label="false" if caption is None else "true")]
    shown += [tag("caption", val=caption), tag("labelMode", val="3")] if caption is not None else []
    result = tag("element", *shown, *more, type=kind, label=label)
    return tag("command", tag("input", **given), tag("output", a0=label), name=command) + result


def _plain(value: float) -> str:
    return repr(float(value))
