"""What a figure's lines, circles and marks look like on the page: path data, with the strokes that labels keep off.

Texts are placed in ``labels`` and ``placement``; highlights are drawn in ``highlighting``.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from gnomon.drawing.plane import Frame, Obstacle, Ring, Segment, turn, unit
from gnomon.drawing.svg import arc_path, path
from gnomon.drawing.theme import Theme
from gnomon.figure import Element, ElementNameError, Figure, parse_element, split_points

_CLEAR = 10
"""Pixels from the middle of a mark on a line to a point or another mark: half a mark, a dot, and a gap that is seen."""

ShapeKind = Literal["line", "circle", "mark", "thin"]


class Shape(NamedTuple):
    """One stroke."""

    kind: ShapeKind
    path: str
    """SVG path data in pixels."""
    obstacles: tuple[Obstacle, ...]
    """The same stroke as straight pieces and circles."""
    label: str = ""
    """Of a mark, the name that highlights have for it, such as ``parallel AB``."""


def polyline(kind: ShapeKind, places: Sequence[complex]) -> Shape:
    """Return the stroke that runs straight from place to place."""
    return Shape(kind, path(places), tuple(Segment(*pair) for pair in pairwise(places)))


class Wedge(NamedTuple):
    """An angle on the page."""

    vertex: complex
    start: float
    """Direction of the first arm in radians, clockwise from the x axis."""
    sweep: float
    """From the first arm to the second, in (-pi, pi)."""
    reach: float
    """Length of the shorter arm."""

    @property
    def bisector(self) -> complex:
        """Unit vector along the bisector."""
        return cmath.rect(1, self.start + self.sweep / 2)

    def arc(self, radius: float) -> Iterator[complex]:
        """Yield nine positions along the arc of that radius: eight pieces of a half circle are within 2 % of it."""
        return (self.vertex + cmath.rect(radius, self.start + self.sweep * step / 8) for step in range(9))


class AngleMark(NamedTuple):
    """Arcs at an angle's vertex."""

    element: Element
    wedge: Wedge
    radius: float
    """Of the innermost arc."""
    arcs: int

    def outer(self, theme: Theme) -> float:
        """Radius of the outermost arc."""
        return self.radius + (self.arcs - 1) * theme.arc_spacing


def spots_of(figure: Figure, frame: Frame) -> dict[str, complex]:
    """Return the pixel position of every point."""
    return {name: frame.place(position) for name, position in figure.points.items()}


def line_shapes(figure: Figure, frame: Frame) -> Iterator[Shape]:
    """Yield the lines and circles."""
    spots = spots_of(figure, frame)
    for line in figure.lines:
        places = [spots[name] for name in line]
        if len(places) >= 2:
            yield polyline("line", places)
    for circle in figure.circles:
        centre, radius = spots[circle.centre], figure.radius(circle) * frame.scale
        if radius > 0:
            outline = f"{arc_path(centre, radius, 0, math.pi)} {arc_path(centre, radius, math.pi, math.pi)}"
            yield Shape("circle", outline, (Ring(centre, radius),))


def mark_shapes(figure: Figure, spots: dict[str, complex], marks: Iterable[AngleMark], theme: Theme) -> Iterator[Shape]:
    """Yield right-angle squares, angle arcs, ticks and arrow heads."""
    for label, strokes in _marks(figure, spots, marks, theme):
        yield from (stroke._replace(label=label) for stroke in strokes)


def _marks(
    figure: Figure, spots: dict[str, complex], marks: Iterable[AngleMark], theme: Theme
) -> Iterator[tuple[str, Iterable[Shape]]]:
    for element in _angles(figure, figure.marks.right_angles):
        yield f"right {element.name}", [right_square(wedge(element, spots), theme)]
    for mark in marks:
        yield f"equal {mark.element.name}", angle_arcs(mark.wedge, mark.radius, mark.arcs, theme)
    points = tuple(spots.values())
    parallel = _marked_segments(figure, figure.marks.parallel_lines, spots)
    pointed = [(count, element, pointed_way(segment)) for count, element, segment in parallel]
    arrows = _at_free_places(pointed, points, 0.5)
    heads = [spot_along(line, where) for _, _, line, where in arrows]
    # Ticks leave the middle where it is taken, by the arrow heads of the same segment or by a stroke that crosses there:
    # at 0.38 they are still nearer to it than to an end.
    ticks = _at_free_places(list(_marked_segments(figure, figure.marks.equal_lines, spots)), (*points, *heads), 0.5, 0.38)
    for count, element, segment, where in ticks:
        yield f"equal {element.name}", tick_shapes(segment, count, where, theme)
    for count, element, segment, where in arrows:
        yield f"parallel {element.name}", arrow_shapes(segment, count, where, theme)


def _at_free_places(
    marked: Sequence[tuple[int, Element, Segment]], taken: Sequence[complex], *wishes: float
) -> list[tuple[int, Element, Segment, float]]:
    """Add to every marked segment where its mark stands, which is the same for a whole group."""
    groups: dict[int, list[Segment]] = {}
    for count, _, segment in marked:
        groups.setdefault(count, []).append(segment)
    places = {count: free_place(segments, taken, *wishes) for count, segments in groups.items()}
    return [(count, element, segment, places[count]) for count, element, segment in marked]


def free_place(segments: Sequence[Segment], taken: Sequence[complex], *wishes: float) -> float:
    """Return the first wish that keeps off what is taken on every segment, else the middle of the longest stretch free on all.

    Args:
        segments: that get their mark at the same place.
        taken: positions of points and of other marks.
        wishes: places as fractions of a segment, from its start.
    """
    for where in wishes:
        if all(abs(spot - spot_along(segment, where)) >= _CLEAR for segment in segments for spot in taken):
            return where
    fractions = {0.0, 1.0}
    for segment in segments:
        run = segment.end - segment.start
        shares = [(spot - segment.start) / run for spot in taken if run]
        fractions |= {share.real for share in shares if 0 < share.real < 1 and abs(share.imag * run) < _CLEAR}
    # Rounded, so that of two halves the first is taken, whatever the last digits of the positions say.
    start, end = max(pairwise(sorted(fractions)), key=lambda stretch: round(stretch[1] - stretch[0], 6))
    return (start + end) / 2


def spot_along(segment: Segment, where: float) -> complex:
    """Return the place at a share of a segment from its start."""
    return segment.start + (segment.end - segment.start) * where


def angle_marks(figure: Figure, spots: dict[str, complex], theme: Theme) -> tuple[AngleMark, ...]:
    """Return the arcs of marked and of labelled angles; a right angle with a square gets none.

    Arcs of different groups at one vertex get different radii where they are nested or side by side.
    """
    right = set(_angles(figure, figure.marks.right_angles))
    arcs: dict[Element, int] = {}
    for number, group in enumerate(figure.marks.equal_angles, 1):
        arcs.update(dict.fromkeys(_angles(figure, group), number))
    for element in _angles(figure, (label.element or "" for label in figure.labels)):
        arcs.setdefault(element, 1)
    wanted = sorted(
        ((element, wedge(element, spots)) for element in arcs if element not in right),
        key=lambda pair: (abs(pair[1].sweep), pair[0]),
    )
    found: list[AngleMark] = []
    for element, opening in wanted:
        if opening.reach > 1e-6 and abs(opening.sweep) > 1e-3:  # without a size there is nothing to mark
            found.append(_mark_beside(found, AngleMark(element, opening, arc_radius(opening, theme), arcs[element]), theme))
    return tuple(found)


def wedge(element: Element, spots: dict[str, complex]) -> Wedge:
    """Return an ``angle`` element on the page; all its points must be in ``spots``."""
    first, vertex, second = (spots[name] for name in element.points)
    return Wedge(
        vertex, cmath.phase(first - vertex), turn(first - vertex, second - vertex), min(abs(first - vertex), abs(second - vertex))
    )


def _angles(figure: Figure, names: Iterable[str]) -> Iterator[Element]:
    for name in names:
        try:
            element = parse_element(name if ":" in name else f"angle:{name}")
        except ElementNameError:
            continue
        if element.kind == "angle" and figure.has(element):
            yield element


def arc_radius(opening: Wedge, theme: Theme) -> float:
    """Narrow angles get wider arcs, so that the arc keeps a visible length; none runs past 0.4 of the shorter arm."""
    # The power makes an arc of 15 degrees 1.7 times as wide as one of 60: longer, and still near its vertex.
    wanted = theme.arc_radius * (math.radians(60) / abs(opening.sweep)) ** 0.4
    return float(min(max(wanted, 0.85 * theme.arc_radius), 1.8 * theme.arc_radius, 0.4 * opening.reach))


def _mark_beside(others: Iterable[AngleMark], mark: AngleMark, theme: Theme) -> AngleMark:
    neighbours = [other for other in others if abs(other.wedge.vertex - mark.wedge.vertex) < 1e-6]
    same_group = [other for other in neighbours if other.arcs == mark.arcs > 1]
    if same_group:
        return mark._replace(radius=same_group[0].radius)
    clashing = [other.outer(theme) for other in neighbours if side_by_side(other.wedge, mark.wedge)]
    # Two pixels more than between the arcs of one mark, so that the two marks are told apart.
    return mark._replace(radius=max([mark.radius, *(outer + theme.arc_spacing + 2 for outer in clashing)]))


def side_by_side(first: Wedge, second: Wedge) -> bool:
    """Whether two angles at one vertex overlap or share an arm."""
    apart = abs(turn(first.bisector, second.bisector))
    return apart < (abs(first.sweep) + abs(second.sweep)) / 2 + 1e-3


def angle_arcs(opening: Wedge, innermost: float, count: int, theme: Theme) -> Iterator[Shape]:
    """Yield ``count`` arcs of an angle; ``innermost`` is the first radius in pixels."""
    for index in range(count):
        radius = innermost + index * theme.arc_spacing
        pieces = tuple(Segment(*pair) for pair in pairwise(opening.arc(radius)))
        yield Shape("mark", arc_path(opening.vertex, radius, opening.start, opening.sweep), pieces)


def right_square(opening: Wedge, theme: Theme) -> Shape:
    """Return the square of a right angle."""
    size = min(theme.right_angle_size, 0.35 * opening.reach)  # two squares on one short arm leave a gap
    first, second = (cmath.rect(size, angle) for angle in (opening.start, opening.start + opening.sweep))
    return polyline("mark", [opening.vertex + first, opening.vertex + first + second, opening.vertex + second])


def _marked_segments(
    figure: Figure, groups: Iterable[Iterable[str]], spots: dict[str, complex]
) -> Iterator[tuple[int, Element, Segment]]:
    """Yield (group number from 1, element, segment from its first to its second point as written).

    A name that is not two points of the figure is passed over.
    """
    for number, group in enumerate(groups, 1):
        for name in group:
            try:
                first, second = split_points(name)
                element = Element.of("line", first, second)
            except ValueError:  # not a name, or not of two points
                continue
            if figure.has(element):
                yield number, element, Segment(spots[first], spots[second])


def tick_shapes(segment: Segment, count: int, where: float, theme: Theme) -> Iterator[Shape]:
    """Yield ``count`` ticks across a segment; ``where`` is the share of its length from its start."""
    along = unit(segment.end - segment.start)
    middle = spot_along(segment, where)
    for index in range(count):
        centre = middle + along * (index - (count - 1) / 2) * theme.tick_spacing
        half = along * 1j * theme.tick_length / 2
        yield polyline("mark", [centre - half, centre + half])


def pointed_way(segment: Segment) -> Segment:
    """Return the segment in the direction of its arrow heads."""
    along = unit(segment.end - segment.start)
    # Heads of a group point one way; the turning point is a direction that figures hardly have.
    return Segment(segment.end, segment.start) if 0.95 * along.real - 0.31 * along.imag < 0 else segment


def arrow_shapes(segment: Segment, count: int, where: float, theme: Theme) -> Iterator[Shape]:
    """Yield ``count`` arrow heads along a segment; ``where`` is the share of its length from its start."""
    along = unit(segment.end - segment.start)
    middle = spot_along(segment, where)
    for index in range(count):
        tip = middle + along * ((index - (count - 1) / 2) * theme.arrow_size + theme.arrow_size / 2)
        # 145 degrees from the way it points: a head as open as printed ones.
        barbs = [tip + theme.arrow_size * along * cmath.rect(1, math.radians(side)) for side in (145, -145)]
        yield polyline("mark", [barbs[0], tip, barbs[1]])
