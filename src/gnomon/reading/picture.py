"""From a picture to what is drawn and printed in it: the whole way, one step a line."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from gnomon.algebra import split_points
from gnomon.figure import Axes
from gnomon.reading.axes import find_axes
from gnomon.reading.binding import Bound, bind
from gnomon.reading.drawn_lines import Line, find_lines, on_one_stroke
from gnomon.reading.errors import CrowdedError, PictureError
from gnomon.reading.glyphs import Glyph, Glyphs, upright
from gnomon.reading.ink import Ink, called, ink_of, load
from gnomon.reading.marks import Mark, find_marks
from gnomon.reading.naming import NamedVertex, assign, beside_strokes
from gnomon.reading.rings import Ring, find_rings
from gnomon.reading.straighten import Map, moved
from gnomon.reading.strokes import Spot, Stroke, find_strokes, stroke_width
from gnomon.reading.texts import Label, Name, read_words
from gnomon.reading.unnamed import Unnamed, by_names, find_unnamed, main_strokes
from gnomon.reading.vertices import Vertex, find_vertices

ASKING_LIMIT = 0.8
"""Confidence below which a point is asked about: chosen on drawings of our own, ``docs/reading.md``."""
_SURE_GLYPH = 0.6
"""Probability from which a glyph's ink is taken out before strokes are looked for."""


_MOST_INK = 0.22
"""Share of a picture that ink covers: of a figure with bold letters an eighth, of a photo of things a third."""
_MOST_NAMELESS = 60
"""Strokes without a named point that are still a figure."""
_MOST_DOUBTFUL = 150
"""Glyphs below `_SURE_GLYPH`, with which what looks like letters is grain: of a scanned figure there are six at most."""
_NAMES_TWICE = 3
"""Names printed more than once, from which there are several figures: of one, a prime may not be read, or a letter wrongly."""
_LEAST_SIDE = 200
"""Pixels of the longer side: in a figure of a book letters are a thirtieth of it, and 6 pixels are read."""


class Parts(NamedTuple):
    """What is found in a picture before names are given; places in pixels of the ink."""

    ink: Ink
    bare: Ink
    """Without letters."""
    width: float
    """Of a stroke."""
    capital: float
    """Height of a capital."""
    names: list[Name]
    labels: list[Label]
    strokes: list[Stroke]
    rings: list[Ring]
    vertices: list[Vertex]


class Circle(NamedTuple):
    """A drawn circle or arc, in pixels of the picture."""

    centre: str | None
    """The named point at its centre."""
    spot: Spot
    radius: float
    share: float
    """How much of the whole circle is drawn, 0 to 1."""


class Picture(NamedTuple):
    """What was read; places in pixels of the picture, rows downwards."""

    points: dict[str, Spot]
    confidence: dict[str, float]
    """By point: the probability that name and place are right."""
    lines: tuple[Line, ...]
    circles: tuple[Circle, ...]
    labels: tuple[Bound, ...]
    """With the part that each measures."""
    marks: tuple[Mark, ...]
    unnamed: Mapping[str, Unnamed] = MappingProxyType({})
    """Vertices beside which no name is printed, by names that no figure prints; lines, labels and marks may be of them."""
    axes: Axes | None = None
    """Of a graph, in pixels of the picture with rows downwards; both units are positive lengths."""

    @property
    def unsure(self) -> tuple[str, ...]:
        """Return the points to ask about."""
        return tuple(name for name, share in self.confidence.items() if share < ASKING_LIMIT)

    @property
    def places(self) -> dict[str, Spot]:
        """Return the places of all points, with and without a printed name."""
        return self.points | {name: vertex.spot for name, vertex in self.unnamed.items()}

    def renamed(self, letters: Mapping[str, str]) -> Picture:
        """Return the picture with other names for some of the points beside which none is printed."""

        def shown(name: str) -> str:
            return letters.get(name, name)

        def part_of(part: str) -> str:
            kind, _, points = part.partition(":")
            return f"{kind}:{''.join(map(shown, split_points(points)))}"

        return self._replace(
            lines=tuple(line._replace(start=shown(line.start), end=shown(line.end)) for line in self.lines),
            circles=tuple(circle._replace(centre=circle.centre and shown(circle.centre)) for circle in self.circles),
            labels=tuple(bound._replace(part=bound.part and part_of(bound.part)) for bound in self.labels),
            marks=tuple(mark._replace(part=part_of(mark.part)) for mark in self.marks),
            unnamed={shown(name): vertex for name, vertex in self.unnamed.items()},
        )

    def to_json(self) -> dict[str, Any]:
        """Return it as ``gnomon read`` writes it."""
        return {
            "points": {name: [round(x, 1), round(y, 1)] for name, (x, y) in self.points.items()},
            "lines": [line.name for line in self.lines if {line.start, line.end} <= self.points.keys()],
            "circles": [
                {
                    "center": circle.centre if circle.centre in self.points else None,
                    "xy": [round(value, 1) for value in circle.spot],
                    "r": round(circle.radius, 1),
                }
                for circle in self.circles
            ],
            "labels": [
                {
                    "text": label.text,
                    "xy": [round(label.x, 1), round(label.y, 1)],
                    "part": part,
                    "confidence": round(confidence, 2),
                }
                for label, part, confidence in self.labels
            ],
            "marks": [{**mark._asdict(), "confidence": round(mark.confidence, 2)} for mark in self.marks],
            "confidence": {name: round(share, 3) for name, share in self.confidence.items()},
            "unsure": list(self.unsure),
            "unnamed": {name: self._unnamed_json(name) for name in self.unnamed},
            **({"axes": {"origin": list(self.axes.origin), "units": [self.axes.x_unit, self.axes.y_unit]}} if self.axes else {}),
        }

    def _unnamed_json(self, name: str) -> dict[str, Any]:
        spot, degree, confidence = self.unnamed[name]
        joined = [end for line in self.lines if name in (line.start, line.end) for end in (line.start, line.end) if end != name]
        return {"xy": [round(value, 1) for value in spot], "degree": degree, "confidence": confidence, "joined": joined}


def read_picture(source: Path | bytes, names: Iterable[str] | None = None) -> Picture:
    """Read a picture of a figure.

    Args:
        source: a PNG or JPEG file, or its content.
        names: names of points that the problem's text tells; None where there is none.

    Raises:
        PictureError: when it is no picture, or nothing is drawn in it.
        OSError: when the file cannot be read.
        ImportError: when the extra ``read`` is not installed; the message has the command.
    """
    return finish_reading(start_reading(source, names))


class Started(NamedTuple):
    """A picture whose parts are found and whose vertices have names, before both are put together."""

    parts: Parts
    named: tuple[NamedVertex, ...]
    to_file: Map
    """From places of the ink to pixels of the file."""

    def vertices(self) -> tuple[Spot, ...]:
        """Return every vertex in pixels of the file, those with names first, in their order."""
        taken = [one.vertex for one in self.named]
        free = [vertex for vertex in self.parts.vertices if vertex not in taken]
        return tuple(moved(self.to_file, vertex.spot) for vertex in (*taken, *free))


def start_reading(source: Path | bytes, names: Iterable[str] | None = None) -> Started:
    """Find the parts of a picture and name its vertices; arguments and errors as for `read_picture`."""
    sheet = load(source)
    ink = ink_of(sheet.pixels)
    if not 0 < float((ink > 0.5).mean()) < _MOST_INK:
        raise PictureError(_no_figure(source))
    page = upright(ink)
    if sum(glyph.probability < _SURE_GLYPH for glyph in page.glyphs.found) > _MOST_DOUBTFUL:
        raise PictureError(_no_figure(source))
    try:
        parts = find_parts(page.ink, page.glyphs)
    except CrowdedError as error:
        raise PictureError(_no_figure(source)) from error
    told = frozenset(names) if names else None
    _require_one_figure(source, parts, told)
    named, left = assign(parts.names, parts.vertices, parts.bare, parts.capital, told)
    named += beside_strokes(left, named, parts.strokes, parts.rings, parts.capital, told)
    if not named:
        _require_nameless_figure(source, parts)
    return Started(parts, tuple(named), sheet.to_file @ page.to_ink)


def _require_one_figure(source: Path | bytes, parts: Parts, told: frozenset[str] | None) -> None:
    """Refuse a picture in which names stand twice: which of two figures is meant, nobody knows."""
    clear = Counter(text for text, share in (name.best(told) for name in parts.names) if share >= ASKING_LIMIT)
    twice = sorted(name for name, times in clear.items() if times > 1)
    if len(twice) >= _NAMES_TWICE:
        raise PictureError(
            f"{called(source)}: {', '.join(twice)} are printed more than once: several figures; cut out one of them"
        )


def _require_nameless_figure(source: Path | bytes, parts: Parts) -> None:
    """Refuse what shows no name, and either no lines or far too many, or is too small for names."""
    rows, columns = parts.ink.shape
    if max(rows, columns) < _LEAST_SIDE:
        raise PictureError(
            f"{called(source)} has {columns} by {rows} pixels, too few for letters; expected {_LEAST_SIDE} at least: a larger one"
        )
    long = [stroke for stroke in parts.strokes if stroke.length > 3 * parts.capital]  # shorter ones are those of letters
    if not long + parts.rings or len(parts.strokes) + len(parts.rings) > _MOST_NAMELESS:
        raise PictureError(_no_figure(source))


def _no_figure(source: Path | bytes) -> str:
    return f"{called(source)}: no figure was found; expected strokes on paper of one shade, drawn or printed"


def find_parts(ink: Ink, glyphs: Glyphs) -> Parts:
    """Return the names, labels, strokes, circles and vertices of a picture, whose letters were found."""
    bare = _without(ink, glyphs.found)
    width = stroke_width(bare)
    strokes = find_strokes(bare, width, max(1.4 * glyphs.capital, 10.0))  # the hole of a letter, or between two dashes
    rings = find_rings(bare, strokes, width, 1.3 * glyphs.capital, np.random.default_rng(0))
    strokes = [stroke for stroke in strokes if not any(_is_chord(stroke, ring, width) for ring in rings)]
    vertices = find_vertices(ink, bare, strokes, rings, width, glyphs.capital)
    names, labels = read_words(glyphs.found, glyphs.capital)
    return Parts(ink, bare, width, glyphs.capital, names, labels, strokes, rings, vertices)


def _without(ink: Ink, glyphs: tuple[Glyph, ...]) -> Ink:
    """Return the ink without the boxes of the glyphs that are sure."""
    bare = ink.copy()
    for glyph in glyphs:
        if glyph.probability > _SURE_GLYPH:
            left, top, right, bottom = (round(value) for value in glyph.box)
            bare[max(0, top - 1) : bottom + 2, max(0, left - 1) : right + 2] = 0
    return bare


def _is_chord(stroke: Stroke, ring: Ring, width: float) -> bool:
    """Whether a stroke is a piece of a circle: both ends and the middle lie on it."""
    return all(abs(ring.distance(spot)) < width + 2.5 for spot in (stroke.start, stroke.at(stroke.length / 2), stroke.end))


def finish_reading(started: Started) -> Picture:
    """Return what was read in pixels of the file."""
    parts, named, to_file = started
    spots = {one.name: one.vertex.spot for one in named}
    strokes = main_strokes(parts.bare, parts.strokes)
    lines = find_lines(parts.ink, spots, parts.strokes, parts.width, parts.capital)
    between_names = [(line.start, line.end) for line in lines]
    unnamed = find_unnamed(parts.vertices, spots, between_names, strokes, parts.rings, parts.width, parts.capital)
    places = spots | {name: vertex.spot for name, vertex in unnamed.items()}
    more = [pair for pair in on_one_stroke(places, strokes, parts.width) if not set(pair) <= spots.keys()]
    lines += find_lines(parts.ink, places, strokes, parts.width, parts.capital, sorted(more))
    circles = tuple(_in_picture(ring, _centre_of(ring, places, parts.width), to_file) for ring in parts.rings)
    pairs = [(line.start, line.end) for line in lines]
    marks = find_marks(parts.bare, places, pairs, parts.width, parts.capital)
    labels = []
    for bound in bind(parts.labels, places, pairs, marks, parts.capital, unnamed):
        x, y = moved(to_file, (bound.label.x, bound.label.y))
        part = None if bound.part is None else by_names(bound.part, places, pairs, unnamed)
        labels.append(bound._replace(label=bound.label._replace(x=x, y=y), part=part))
    return Picture(
        {name: moved(to_file, spot) for name, spot in spots.items()},
        {one.name: one.confidence for one in named},
        tuple(lines),
        circles,
        tuple(labels),
        tuple(mark._replace(part=by_names(mark.part, places, pairs, unnamed)) for mark in marks),
        {name: vertex._replace(spot=moved(to_file, vertex.spot)) for name, vertex in unnamed.items()},
        _axes(parts, to_file),
    )


def _axes(parts: Parts, to_file: Map) -> Axes | None:
    """Return the axes of a graph; of a photo taken askew none: one unit would not hold all along."""
    axes = find_axes(parts.labels, parts.strokes, parts.capital)
    if axes is None:
        return None
    x, y = axes.origin
    origin, right, up = (moved(to_file, spot) for spot in (axes.origin, (x + axes.x_unit, y), (x, y - axes.y_unit)))
    units = right[0] - origin[0], origin[1] - up[1]
    askew = abs(right[1] - origin[1]) + abs(up[0] - origin[0])
    return Axes(origin, *units) if min(units) > 0 and askew < 0.02 * sum(units) else None  # about a degree


def _centre_of(ring: Ring, spots: dict[str, Spot], width: float) -> str | None:
    """Return the named point at the centre of a circle."""
    near = max(3 * width, 0.06 * ring.radius)
    name = min(spots, key=lambda each: math.dist(spots[each], (ring.x, ring.y)), default=None)
    return name if name is not None and math.dist(spots[name], (ring.x, ring.y)) <= near else None


def _in_picture(ring: Ring, centre: str | None, to_file: Map) -> Circle:
    """Return a circle in pixels of the file; in a photo it is an ellipse there, and the radius is the mean one."""
    x, y = moved(to_file, (ring.x, ring.y))
    around = [
        moved(to_file, (ring.x + dx * ring.radius, ring.y + dy * ring.radius)) for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
    ]
    return Circle(centre, (x, y), sum(math.dist((x, y), spot) for spot in around) / 4, ring.share)
