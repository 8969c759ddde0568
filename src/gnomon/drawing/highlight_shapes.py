"""The highlight layer: wide strokes on segments and arcs, wedges on angles, rings round printed texts and drawn marks.

Highlights on one line are shifted apart sideways; those of angles at one vertex get different radii and move out along
their bisectors. With two pens in use each highlight also carries its pen's number.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from gnomon.drawing.font import TextSize, text_size
from gnomon.drawing.highlighting import Highlight
from gnomon.drawing.labels import arc_on_circle, beside, circle_with
from gnomon.drawing.layout import Layout
from gnomon.drawing.placement import Candidate, PlacedText, WantedText, place_texts
from gnomon.drawing.plane import Box, Segment, box_of, turn, unit
from gnomon.drawing.shapes import Wedge, side_by_side, wedge
from gnomon.drawing.svg import arc_path, path, tag, text
from gnomon.drawing.theme import Pen, Theme
from gnomon.figure import Element, Figure

_WEDGE_STEP = 9.0
"""Between the radii of overlapping wedges: twice the line of an edge and a gap that is seen at half size."""
_RING_GAP = 5.0
"""Between a text and its ring, so that the stroke of 3.5 does not touch a letter."""
_SAME_VERTEX = 12.0
"""Vertices nearer than this many pixels share their room: wedges there would cover one another."""
_TAG_SIZE = 11.0
"""Of a tag's digit: it fills the disc of `Theme.tag_radius`."""


class HighlightShape(NamedTuple):
    """One highlight on the page."""

    highlight: Highlight
    markup: tuple[str, ...]
    """SVG elements."""
    tag_places: tuple[Candidate, ...]
    """Where its tag could go."""

    def group(self, figure: Figure) -> str:
        """Return the SVG group, with the highlight's words as its title."""
        title = tag("title", text(self.highlight.description(figure)))
        return tag("g", title, *self.markup, data_element=str(self.highlight.element), data_pen=self.highlight.pen.name)


class _Lane(NamedTuple):
    """A highlighted segment where it is drawn."""

    segment: Segment
    width: float


def highlight_shapes(figure: Figure, highlights: Sequence[Highlight], layout: Layout, theme: Theme) -> tuple[HighlightShape, ...]:
    """Return one shape for each highlight, in order; every one must be drawable on ``figure``."""
    lanes = _lanes(highlights, layout, theme)
    wedges = _wedges(highlights, layout, theme)
    return tuple(_shape(figure, highlight, layout, theme, lanes, wedges) for highlight in highlights)


def tag_layer(shapes: Sequence[HighlightShape], layout: Layout, theme: Theme) -> list[str]:
    """Return the numbered tags, placed clear of texts and of each other."""
    tagged = [shape for shape in shapes if shape.highlight.is_tagged]
    wanted = [
        WantedText(
            shape.highlight.pen.tag,
            _tag_size(theme),
            _TAG_SIZE,
            _on_page(shape.tag_places, layout.page, theme),
            str(shape.highlight.element),
            is_name=False,
        )
        for shape in tagged
    ]
    placed = place_texts(wanted, [*layout.obstacles(), *layout.page.edges()], layout.page, theme.clearance / 2)
    return [_tag(shape.highlight, where, theme) for shape, where in zip(tagged, placed, strict=True)]


def _on_page(places: tuple[Candidate, ...], page: Box, theme: Theme) -> tuple[Candidate, ...]:
    """Return the places where a whole tag is seen; all of them where there is none."""
    inner = page.grown(-theme.tag_radius)
    seen = (place for place in places if inner.union(Box.around(place.centre, 0, 0)) == inner)
    return tuple(seen) or places


def _shape(
    figure: Figure,
    highlight: Highlight,
    layout: Layout,
    theme: Theme,
    lanes: dict[int, _Lane],
    wedges: dict[int, tuple[Wedge, float]],
) -> HighlightShape:
    if highlight.number in lanes:
        return _segment_shape(highlight, lanes[highlight.number], layout, theme)
    if highlight.number in wedges:
        return _wedge_shape(highlight, *wedges[highlight.number], theme)
    if highlight.element.kind == "arc":
        return _arc_shape(figure, highlight, layout, theme)
    return _ring_shape(highlight, layout, theme)


def _segment_shape(highlight: Highlight, lane: _Lane, layout: Layout, theme: Theme) -> HighlightShape:
    stroke = _stroke(path(lane.segment), highlight.pen, theme, width=lane.width, dash=theme.dash)
    # A tag may come 3 pixels nearer than a label: it belongs to the stroke and stands on nothing printed.
    places = beside(lane.segment, _tag_size(theme), layout.page.centre, theme, gap=lane.width / 2 - 3)
    return HighlightShape(highlight, (stroke,), tuple(places))


def _arc_shape(figure: Figure, highlight: Highlight, layout: Layout, theme: Theme) -> HighlightShape:
    circle = circle_with(highlight.element, figure)
    assert circle is not None  # `highlights_on` leaves out arcs without a circle
    centre, radius = layout.spots[circle.centre], figure.radius(circle) * layout.frame.scale
    start, sweep = arc_on_circle(highlight.element, centre, layout.spots)
    stroke = _stroke(arc_path(centre, radius, start, sweep), highlight.pen, theme, width=theme.highlight_width, dash=theme.dash)
    distance = radius + theme.highlight_width / 2 + theme.tag_radius + 3
    # From the middle of the arc outwards; a tenth of the arc off the middle costs as much as 4 pixels farther out.
    # Inside costs as much as the farther place outside: an arc often runs along the edge of the page.
    places = [
        Candidate(centre + cmath.rect(distance + extra, start + sweep * where), 40 * abs(where - 0.5) + extra)
        for where in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
        for extra in (0.0, 6.0)
    ] + [
        Candidate(centre + cmath.rect(2 * radius - distance, start + sweep * where), 40 * abs(where - 0.5) + 6)
        for where in (0.5, 0.4, 0.6, 0.3, 0.7)
    ]
    return HighlightShape(highlight, (stroke,), tuple(places))


def _wedge_shape(highlight: Highlight, opening: Wedge, radius: float, theme: Theme) -> HighlightShape:
    pen, vertex = highlight.pen, opening.vertex
    first, last = (vertex + cmath.rect(radius, opening.start + opening.sweep * end) for end in (0, 1))
    arc = arc_path(vertex, radius, opening.start, opening.sweep)
    # One closed path: the pieces' own starts become lines.
    outline = f"{path([vertex, first])} {arc.replace('M', 'L', 1)} {path([last, vertex]).replace('M', 'L', 1)} Z"
    fill = tag("path", d=outline, fill=pen.colour, fill_opacity=theme.wedge_opacity)
    edge = _stroke(outline, pen, theme, width=3.0)
    distance = radius + theme.tag_radius
    # Near the bisector, and farther out where the angle is crowded.
    hatch = [_stroke(_hatching(opening, radius, theme), pen, theme, width=1.5)] if pen.hatched else []
    places = [
        Candidate(vertex + cmath.rect(distance + extra, opening.start + opening.sweep * where), extra + 20 * abs(where - 0.5))
        for where in (0.5, 0.35, 0.65, 0.15, 0.85)
        for extra in (2.0, 7.0, 14.0, 22.0, 32.0)
    ]
    return HighlightShape(highlight, (fill, *hatch, edge), tuple(places))


def _hatching(opening: Wedge, radius: float, theme: Theme) -> str:
    """Path data of the slanting lines inside a wedge of less than 180 degrees."""
    slant = cmath.rect(1, -math.pi / 4)  # neither level nor upright, as the sides of many figures are
    inwards = math.copysign(1, opening.sweep)
    arms = [cmath.rect(inwards, opening.start), -cmath.rect(inwards, opening.start + opening.sweep)]
    lines = []
    for step in range(-int(radius / theme.hatch_spacing), int(radius / theme.hatch_spacing) + 1):
        foot = slant * 1j * step * theme.hatch_spacing
        reach = math.sqrt(max(radius**2 - abs(foot) ** 2, 0))
        low, high = _between_arms(foot, slant, arms, (-reach, reach))
        if low < high:
            lines.append(path([opening.vertex + foot + slant * low, opening.vertex + foot + slant * high]))
    return " ".join(lines) or path([opening.vertex, opening.vertex])


def _between_arms(foot: complex, slant: complex, arms: list[complex], span: tuple[float, float]) -> tuple[float, float]:
    """Cut the stretch ``span`` of the line ``foot + t slant`` to the left or right side of both arms."""
    low, high = span
    for arm in arms:
        offset, slope = (foot * arm.conjugate()).imag, (slant * arm.conjugate()).imag
        if abs(slope) < 1e-9:  # the line is parallel to the arm: all of it lies on one side
            low = low if offset >= 0 else high
        elif slope > 0:
            low = max(low, -offset / slope)
        else:
            high = min(high, -offset / slope)
    return low, high


def _ring_shape(highlight: Highlight, layout: Layout, theme: Theme) -> HighlightShape:
    boxes = printed_boxes(highlight.element, layout, theme)
    rings = [
        tag(
            "ellipse",
            cx=box.centre.real,
            cy=box.centre.imag,
            # Corners of a wide text lie outside the ellipse of its box; a ring round one letter is still seen as a ring.
            rx=max(box.width / 2 * 1.1, 9) + _RING_GAP,
            ry=max(box.height / 2, 9) + _RING_GAP - 1,  # a line of text has some room above and below already
            fill="none",
            stroke=highlight.pen.colour,
            stroke_width=3.5,  # twice a line: a ring stands out from what it surrounds
            stroke_opacity=theme.highlight_opacity,
            stroke_dasharray="7 4" if highlight.pen.hatched else None,
        )
        for box in boxes
    ]
    around = boxes[0].grown(_RING_GAP + theme.tag_radius)
    places = []
    for step in range(12):  # every 30 degrees, above and to the right preferred as for names
        way = cmath.rect(1, math.tau * step / 12)
        spot = around.centre + complex(way.real * around.width / 2, way.imag * around.height / 2)
        places.append(Candidate(spot, 2 * abs(turn(way, 1 - 1j))))
    return HighlightShape(highlight, tuple(rings), tuple(places))


def printed_boxes(element: Element, layout: Layout, theme: Theme) -> list[Box]:
    """Return the boxes of the texts that a label names, or of the mark; round the dot of a point whose name is not printed."""
    found = [placed.box for placed in layout.texts if placed.wanted.text == element.name]
    if found:
        return found
    if strokes := [box_of(stroke) for shape in layout.shapes if shape.label == element.name for stroke in shape.obstacles]:
        return [Box.enclosing(strokes)]
    size = text_size("M", theme.name_size)
    return [Box.around(layout.spots[element.name], size.width, size.height)]


def _lanes(highlights: Sequence[Highlight], layout: Layout, theme: Theme) -> dict[int, _Lane]:
    """Highlighted segments by number, shifted sideways where several overlap or touch on one line."""
    segments = {
        highlight.number: Segment(*(layout.spots[name] for name in highlight.element.points))
        for highlight in highlights
        if highlight.element.kind == "line"
    }
    lane_of: dict[int, int] = {}
    for number in sorted(segments, key=lambda n: -abs(segments[n].end - segments[n].start)):
        taken = {lane_of[other] for other in lane_of if _on_one_line(segments[number], segments[other])}
        lane_of[number] = next(lane for lane in count() if lane not in taken)
    return {number: _in_lane(number, segments, lane_of, theme) for number in segments}


def _in_lane(number: int, segments: dict[int, Segment], lane_of: dict[int, int], theme: Theme) -> _Lane:
    segment = segments[number]
    lanes = [lane_of[other] for other in segments if other == number or _on_one_line(segment, segments[other])]
    normal = unit(segment.end - segment.start) * 1j
    if normal.imag < 0 or (normal.imag == 0 and normal.real < 0):
        normal = -normal
    shift = normal * (lane_of[number] - max(lanes) / 2) * theme.lane_width
    width = theme.lane_highlight_width if max(lanes) else theme.highlight_width
    return _Lane(segment.shifted(shift), width)


def _on_one_line(first: Segment, second: Segment) -> bool:
    """Whether two segments run along one line, within 5 pixels, and have at least an end in common.

    Nearer than 5 pixels two highlights of 9 would hide each other; one that is only a point long has no direction.
    """
    along = unit(first.end - first.start)
    ends = [(spot - first.start) * along.conjugate() for spot in second]
    low, high = sorted(end.real for end in ends)
    length = abs(first.end - first.start)
    return all(abs(end.imag) < 5 for end in ends) and low <= length + 1 and high >= -1 and high - low > 5


def _wedges(highlights: Sequence[Highlight], layout: Layout, theme: Theme) -> dict[int, tuple[Wedge, float]]:
    """Highlighted angles by number, each with its radius; those at one vertex are kept apart."""
    arcs = {mark.element: mark.outer(theme) for mark in layout.marks}
    angles = [highlight for highlight in highlights if highlight.element.kind == "angle"]
    openings = sorted(
        ((highlight, wedge(highlight.element, layout.spots)) for highlight in angles), key=lambda pair: abs(pair[1].sweep)
    )
    found: dict[int, tuple[Wedge, float]] = {}
    for highlight, opening in openings:
        # Around a printed arc, with room for its stroke.
        radius = arcs.get(highlight.element, theme.wedge_radius - 4) + 4
        neighbours = [(other, size) for other, size in found.values() if abs(other.vertex - opening.vertex) < _SAME_VERTEX]
        clashing = [size + _WEDGE_STEP for other, size in neighbours if side_by_side(other, opening)]
        # A wedge stays within its arms, and is seen at all where they are short.
        found[highlight.number] = (opening, min(max([radius, *clashing]), max(0.8 * opening.reach, 12)))
    return {number: (_moved_out(opening, found), radius) for number, (opening, radius) in found.items()}


def _moved_out(opening: Wedge, found: dict[int, tuple[Wedge, float]]) -> Wedge:
    """Move a wedge out along its bisector when it shares its vertex."""
    # Four pixels show that there are two wedges, and keep each at its vertex.
    sharing = sum(abs(other.vertex - opening.vertex) < 1e-6 for other, _ in found.values())
    return opening._replace(vertex=opening.vertex + opening.bisector * 4) if sharing > 1 else opening


def _tag_size(theme: Theme) -> TextSize:
    return TextSize(2 * theme.tag_radius, 2 * theme.tag_radius, 0)


def _stroke(outline: str, pen: Pen, theme: Theme, *, width: float, dash: tuple[float, float] | None = None) -> str:
    return tag(
        "path",
        d=outline,
        fill="none",
        stroke=pen.colour,
        stroke_width=width,
        stroke_opacity=theme.highlight_opacity,
        stroke_linecap="butt" if pen.hatched else "round",
        stroke_linejoin="round",
        stroke_dasharray=f"{dash[0]} {dash[1]}" if dash and pen.hatched else None,
    )


def _tag(highlight: Highlight, placed: PlacedText, theme: Theme) -> str:
    centre = placed.box.centre
    disc = tag("circle", cx=centre.real, cy=centre.imag, r=theme.tag_radius, fill=highlight.pen.colour, stroke=theme.page)
    digit = tag(
        "text",
        text(highlight.pen.tag),
        x=centre.real,
        y=centre.imag + 4,  # half the height of the digit, from its middle down to its base line
        font_size=placed.wanted.font_size,
        text_anchor="middle",
        fill=theme.page,
    )
    return tag("g", disc, digit, data_tag_of=str(highlight.element))
