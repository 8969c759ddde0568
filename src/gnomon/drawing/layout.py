"""The layout of a figure on the page: strokes, dots and placed texts, the same whatever is highlighted on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from gnomon.drawing.labels import label_element, wanted_labels, wanted_names
from gnomon.drawing.placement import PlacedText, WantedText, place_texts
from gnomon.drawing.plane import Box, Frame, Obstacle, Ring, Segment, box_of, frame_of, meets, unit
from gnomon.drawing.shapes import AngleMark, Shape, angle_marks, line_shapes, mark_shapes, polyline, spots_of
from gnomon.drawing.theme import Theme
from gnomon.figure import Element, Figure, Label


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is, in pixels."""

    frame: Frame
    spots: dict[str, complex]
    """Position of every point, hidden ones included."""
    shapes: tuple[Shape, ...]
    marks: tuple[AngleMark, ...]
    dots: tuple[complex, ...]
    texts: tuple[PlacedText, ...]
    page: Box
    """Everything drawn, with a little padding."""

    def obstacles(self) -> list[Obstacle]:
        """Return everything that a further text should keep off."""
        strokes = [obstacle for shape in self.shapes for obstacle in shape.obstacles]
        return [*strokes, *(text.box for text in self.texts)]


# A dialogue draws one figure with other highlights at every turn, and placing texts is what takes time: the bank at two widths.
@lru_cache(maxsize=512)
def layout_figure(figure: Figure, width_px: float, theme: Theme) -> Layout:
    """Lay out ``figure`` at a width of ``width_px`` pixels.

    Raises:
        ValueError: when a coordinate is not a finite number.
    """
    frame = frame_of(figure, width_px, theme)
    spots = spots_of(figure, frame)
    marks = angle_marks(figure, spots, theme)
    shapes = [*line_shapes(figure, frame), *mark_shapes(figure, spots, marks, theme)]
    dimensions = _dimensions(figure, spots, shapes, theme)
    shapes += [shape for line in dimensions.values() for shape in _dimension_shapes(line)]
    shapes += _extensions(figure, spots, dimensions, theme)
    dots = tuple(spot for name, spot in spots.items() if name not in figure.hidden)
    obstacles = [obstacle for shape in shapes for obstacle in shape.obstacles]
    obstacles += [Box.around(dot, 2 * theme.dot_radius, 2 * theme.dot_radius) for dot in dots]
    wanted = [*wanted_names(figure, spots, theme), *wanted_labels(figure, frame, spots, marks, dimensions, theme)]
    canvas = Box(theme.padding, theme.padding, frame.width - theme.padding, frame.height - theme.padding)
    texts = place_texts(sorted(wanted, key=_freedom), obstacles, canvas, theme.clearance)
    return Layout(frame, spots, tuple(shapes), marks, dots, texts, _page(frame, shapes, texts, theme))


def _freedom(text: WantedText) -> tuple[int, bool, str]:
    """Rank fixed texts first, then labels, then names, which have the most room."""
    return (min(len(text.candidates), 2), text.is_name, text.text)


def _page(frame: Frame, shapes: Iterable[Shape], texts: Iterable[PlacedText], theme: Theme) -> Box:
    """Return the canvas, larger where a label hangs over, cut where a margin is empty above or below."""
    boxes = [text.box for text in texts]
    boxes += [box_of(obstacle) for shape in shapes for obstacle in shape.obstacles]
    if not boxes:
        return Box(0, 0, frame.width, frame.height)
    content = Box.enclosing(boxes).grown(theme.padding)
    return Box(min(content.left, 0), content.top, max(content.right, frame.width), content.bottom)


def _dimensions(figure: Figure, spots: dict[str, complex], shapes: Iterable[Shape], theme: Theme) -> dict[Label, Segment]:
    """Dimension lines for lengths of segments that have named points within: beside such a segment a text would be ambiguous."""
    taken: list[Obstacle] = [obstacle for shape in shapes for obstacle in shape.obstacles]
    found: dict[Label, Segment] = {}
    for label in figure.labels:
        element = label_element(label, figure)
        if label.position is None and element is not None and element.kind == "line" and _has_points_within(element, figure):
            segment = Segment(*(spots[name] for name in element.points))
            # Two offsets and a bit: the label of the part and its own stand between the line and its dimension line.
            nearest = 2.2 if _shares_line(element, figure) else 1.0
            nearest += _depth_in_circle(segment, taken) / theme.dimension_offset
            found[label] = _offset_line(segment, spots, taken, theme.dimension_offset, nearest)
            taken.append(found[label])
    return found


def _depth_in_circle(segment: Segment, taken: Iterable[Obstacle]) -> float:
    """Return the radius of the circle that ``segment`` is a diameter of, within two pixels, else 0.

    Nearer than that its dimension line would run inside the circle and end on it.
    """
    middle = (segment.start + segment.end) / 2
    rings = (each for each in taken if isinstance(each, Ring) and abs(middle - each.centre) < 2)
    return next((ring.radius for ring in rings if abs(abs(segment.start - ring.centre) - ring.radius) < 2), 0.0)


def _has_points_within(element: Element, figure: Figure) -> bool:
    first, second = element.points
    return any(first in line and second in line and abs(line.index(first) - line.index(second)) > 1 for line in figure.lines)


def _shares_line(element: Element, figure: Figure) -> bool:
    """Whether a part of the same drawn line is labelled too, so that its label needs room in between."""
    others = (label_element(label, figure) for label in figure.labels)
    parts = [other for other in others if other is not None and other.kind == "line" and other != element]
    return any({*element.points, *part.points} <= set(line) for part in parts for line in figure.lines)


def _offset_line(
    segment: Segment, spots: dict[str, complex], taken: Iterable[Obstacle], offset: float, nearest: float
) -> Segment:
    """Return the parallel beside ``segment`` that meets least, outside preferred."""
    normal = unit(segment.end - segment.start) * 1j
    middle = sum(spots.values()) / len(spots)
    outside = ((segment.start - middle) * normal.conjugate()).real >= 0
    sides = (normal, -normal) if outside else (-normal, normal)
    # Steps in offsets: farther out by half a text, then by a whole one.
    options = [(step, way) for step in (nearest, nearest + 0.5, nearest + 1.1) for way in sides]

    def cost(option: tuple[float, complex]) -> float:
        step, way = option
        line = segment.shifted(way * offset * step)
        # Boxes of 12 pixels, the height of a digit, at the twelfths of the line: a stroke that misses them all leaves room.
        places = [Box.around(line.start + (line.end - line.start) * twelfth / 12, 12, 12) for twelfth in range(13)]
        crossed = sum(any(meets(place, obstacle) for place in places) for obstacle in taken)
        # One crossing is worse than any distance; the inner side is taken only to save half a crossing.
        return crossed + 0.4 * step + (0.5 if way == sides[1] else 0)

    step, way = min(options, key=cost)
    return segment.shifted(way * offset * step)


def _extensions(figure: Figure, spots: dict[str, complex], dimensions: dict[Label, Segment], theme: Theme) -> Iterator[Shape]:
    """Yield the lines that lead from a segment's ends to a dimension line so far off that nobody would see whose it is."""
    for label, line in dimensions.items():
        element = label_element(label, figure)
        assert element is not None  # it has a dimension line
        for name, end in zip(element.points, line, strict=True):
            if abs(end - spots[name]) > 3 * theme.dimension_offset:
                yield polyline("thin", [spots[name], end])


def _dimension_shapes(line: Segment) -> Iterator[Shape]:
    half = unit(line.end - line.start) * 4j  # of the end strokes, as long as a tick
    for places in ([line.start, line.end], [line.start - half, line.start + half], [line.end - half, line.end + half]):
        yield polyline("thin", places)
