"""Keypoints as a layer over a figure or a picture, one group a keypoint, in the order of the steps.

The layout is made once for all steps: what is drawn stays where it is while more comes.
"""

from __future__ import annotations

import cmath
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from gnomon.drawing.draw import document, figure_title, ink_layers, picture_layer, raster_layout
from gnomon.drawing.font import text_size
from gnomon.drawing.keypoints.parts import Area, Arrows, Dot, Length, Opening, Part, Step, Stroke, Ticks
from gnomon.drawing.labels import around_point, beside, support
from gnomon.drawing.layout import Layout, layout_figure
from gnomon.drawing.placement import Candidate, PlacedText, WantedText, place_texts
from gnomon.drawing.plane import Box, Obstacle, Segment, box_of, turn
from gnomon.drawing.raster import Raster
from gnomon.drawing.shapes import (
    Shape,
    Wedge,
    angle_arcs,
    arc_radius,
    arrow_shapes,
    free_place,
    pointed_way,
    polyline,
    right_square,
    side_by_side,
    tick_shapes,
)
from gnomon.drawing.svg import path, tag, text
from gnomon.drawing.theme import THEME, Theme
from gnomon.figure import Figure


def draw_keypoints(
    figure: Figure,
    steps: Sequence[Step],
    *,
    up_to: int | None = None,
    theme: Theme = THEME,
    width_px: float = 480,
    background: Raster | None = None,
) -> str:
    """Draw keypoints over ``figure`` as SVG.

    Args:
        figure: what they are on. On a ``background`` its coordinates are pixels of the picture, y = height - row.
        steps: as `gnomon.drawing.resolve_keypoints` gives them for this figure.
        up_to: how many of the steps are shown, in order; None for all, 0 for the bare figure.
        theme: colours and sizes.
        width_px: width of the drawing in pixels.
        background: the problem's picture. The figure itself is then not drawn: the picture shows it.

    Returns:
        An SVG document of the same size for every ``up_to``. The layer ``keypoints`` has one group a step, with its element as
        ``data-element`` and its description as its title.

    Raises:
        ValueError: when ``up_to`` is not from 0 to the number of steps, or ``width_px`` leaves no room (under 100).
    """
    shown = len(steps) if up_to is None else up_to
    if not 0 <= shown <= len(steps):
        raise ValueError(f"expected a step from 0 to {len(steps)}, got {shown}")
    if width_px < 100:
        raise ValueError(f"expected a width of at least 100 pixels, got {width_px!r}")
    layout = raster_layout(figure, background, width_px, theme) if background else _layout(figure, steps, width_px, theme)
    drawn = _Layer(layout, theme).groups(steps)
    groups = [one.group(theme) for one in drawn[:shown]]
    layers = [tag("g", *(one for area, _ in groups for one in area), data_layer="areas")]
    strokes = tag("g", *(group for _, group in groups), data_layer="keypoints")
    body = [picture_layer(background, layout), *layers] if background else [*layers, *ink_layers(layout, theme)]
    page = Box.enclosing([layout.page, *(one.extent(theme) for one in drawn if one.boxes())])
    said = " ".join(f"Step {step.number}: {step.keypoint.element}. {step.keypoint.description}" for step in steps[:shown])
    return document(figure_title(figure), said or "No keypoints.", page, [*body, strokes], theme, width_px)


def _layout(figure: Figure, steps: Sequence[Step], width_px: float, theme: Theme) -> Layout:
    """Return the layout of a figure that has room for what is added, without dots or names for it."""
    places = [place for step in steps for part in step.parts for place in _places(part)]
    # Names that no figure has: a space is in none.
    added = {f" {number}": (place.real, place.imag) for number, place in enumerate(places)}
    roomy = figure.model_copy(update={"points": {**figure.points, **added}, "hidden": (*figure.hidden, *added)})
    return layout_figure(roomy, width_px, theme)


def _places(part: Part) -> tuple[complex, ...]:
    if isinstance(part, Dot):
        return (part.at,)
    if isinstance(part, Stroke):
        return part.places
    if isinstance(part, Area):
        return part.outline
    return (part.first, part.vertex, part.second) if isinstance(part, Opening) else (part.start, part.end)


@dataclass
class _Group:
    """What one step draws, in pixels."""

    step: Step
    areas: list[list[complex]] = field(default_factory=list)
    strokes: list[tuple[Shape, bool]] = field(default_factory=list)
    """With whether it is dashed."""
    dots: list[complex] = field(default_factory=list)
    texts: list[PlacedText] = field(default_factory=list)

    def boxes(self) -> list[Box]:
        """Return the boxes of all that it draws."""
        found = [box_of(obstacle) for shape, _ in self.strokes for obstacle in shape.obstacles]
        found += [Box.around(dot, 0, 0) for dot in self.dots] + [placed.box for placed in self.texts]
        return found + [Box.around(corner, 0, 0) for outline in self.areas for corner in outline]

    def extent(self, theme: Theme) -> Box:
        """Return the smallest box around all that it draws, with a little padding."""
        return Box.enclosing(self.boxes()).grown(theme.padding)

    def group(self, theme: Theme) -> tuple[list[str], str]:
        """Return its areas, which lie under the figure, and the rest."""
        colour = theme.keypoint
        areas = [
            tag("path", d=path(outline, closed=True), fill=colour, fill_opacity=theme.area_opacity) for outline in self.areas
        ]
        strokes = [
            tag(
                "path", d=shape.path, fill="none", stroke=colour, stroke_linecap="round", stroke_linejoin="round",
                stroke_width=theme.line_width if shape.kind == "line" else theme.mark_width,
                stroke_dasharray=" ".join(map(str, theme.dashed_line)) if is_dashed else None,
            )
            for shape, is_dashed in self.strokes
        ]  # fmt: skip
        dots = [tag("circle", cx=dot.real, cy=dot.imag, r=1.4 * theme.dot_radius, fill=colour) for dot in self.dots]
        texts = [_written(placed, theme) for placed in self.texts]
        title = tag("title", text(f"{self.step.keypoint.element}: {self.step.keypoint.description}"))
        element, number = self.step.keypoint.element, self.step.number
        return areas, tag("g", title, *strokes, *dots, *texts, data_element=element, data_step=number)


def _written(placed: PlacedText, theme: Theme) -> str:
    return tag(
        "text",
        text(placed.wanted.text),
        x=placed.box.centre.real,
        y=placed.box.top + placed.wanted.size.ascent,
        font_size=placed.wanted.font_size,
        text_anchor="middle",
        fill=theme.keypoint,
        # On a picture nobody knows what lies under a text: a rim of paper keeps it readable.
        paint_order="stroke",
        stroke=theme.page,
        stroke_width=3,
    )


@dataclass
class _Layer:
    """Builds the groups of all steps on one layout."""

    layout: Layout
    theme: Theme
    wanted: list[tuple[_Group, WantedText]] = field(default_factory=list)
    openings: list[tuple[Wedge, float]] = field(default_factory=list)
    """Angles that have arcs, with their outer radius."""

    def groups(self, steps: Sequence[Step]) -> list[_Group]:
        self.openings = [(mark.wedge, mark.outer(self.theme)) for mark in self.layout.marks]
        groups = [self._group(step) for step in steps]
        strokes = [obstacle for group in groups for shape, _ in group.strokes for obstacle in shape.obstacles]
        dots = [Box.around(dot, 6, 6) for group in groups for dot in group.dots]  # of a dot and its rim
        obstacles: list[Obstacle] = [*self.layout.obstacles(), *strokes, *dots]
        placed = place_texts([each for _, each in self.wanted], obstacles, self.layout.page, self.theme.clearance)
        for (group, _), one in zip(self.wanted, placed, strict=True):
            group.texts.append(one)
        return groups

    def _group(self, step: Step) -> _Group:
        group = _Group(step)
        segments = [pointed_way(self._segment(part)) for part in step.parts if isinstance(part, Ticks | Arrows)]
        # Marks of one keypoint stand at the same place of each of its segments, clear of points.
        where = free_place(segments, list(self.layout.spots.values()), 0.5, 0.38) if segments else 0.5
        for part in step.parts:
            if isinstance(part, Dot):
                group.dots.append(self._spot(part.at))
                self._name(group, part)
            elif isinstance(part, Stroke):
                self._stroke(group, part)
            elif isinstance(part, Opening):
                self._opening(group, part)
            elif isinstance(part, Area):
                self._area(group, part)
            elif isinstance(part, Length):
                size = text_size(part.text, self.theme.text_size)
                self._want(group, part.text, beside(self._segment(part), size, self._middle(), self.theme))
            else:
                shapes = tick_shapes if isinstance(part, Ticks) else arrow_shapes
                segment = pointed_way(self._segment(part))
                group.strokes += [(shape, False) for shape in shapes(segment, part.number, where, self.theme)]
        return group

    def _spot(self, place: complex) -> complex:
        return self.layout.frame.place((place.real, place.imag))

    def _segment(self, part: Ticks | Arrows | Length) -> Segment:
        return Segment(self._spot(part.start), self._spot(part.end))

    def _middle(self) -> complex:
        spots = list(self.layout.spots.values())
        return sum(spots) / max(len(spots), 1)

    def _name(self, group: _Group, dot: Dot) -> None:
        if dot.text:
            size = text_size(dot.text, self.theme.name_size)
            self._want(group, dot.text, around_point(self._spot(dot.at), size, [], self.theme), is_name=True)

    def _want(self, group: _Group, content: str, places: Iterable[Candidate], *, is_name: bool = False) -> None:
        height = self.theme.name_size if is_name else self.theme.text_size
        owner = group.step.keypoint.element
        self.wanted.append((group, WantedText(content, text_size(content, height), height, tuple(places), owner, is_name)))

    def _stroke(self, group: _Group, part: Stroke) -> None:
        spots = [self._spot(place) for place in part.places]
        group.strokes.append((polyline("line", spots), part.is_dashed))
        if part.text:
            size = text_size(part.text, self.theme.text_size)
            # Towards an end, where lines lie apart; a name in the middle would be read as a length.
            self._want(group, part.text, beside(Segment(*_last_quarter(spots)), size, self._middle(), self.theme))

    def _opening(self, group: _Group, part: Opening) -> None:
        opening = _wedge(self._spot(part.first), self._spot(part.vertex), self._spot(part.second))
        if part.arcs == 0:
            group.strokes.append((right_square(opening, self.theme), False))
            return
        outer = [size for other, size in self.openings if abs(other.vertex - opening.vertex) < 1 and side_by_side(other, opening)]
        # Two pixels more than between the arcs of one mark, so that the two marks are told apart.
        radius = max([arc_radius(opening, self.theme), *(size + self.theme.arc_spacing + 2 for size in outer)])
        last = radius + (part.arcs - 1) * self.theme.arc_spacing
        self.openings.append((opening, last))
        group.strokes += [(shape, False) for shape in angle_arcs(opening, radius, part.arcs, self.theme)]
        if part.text:
            self._want(group, part.text, _inside(opening, last, part.text, self.theme))

    def _area(self, group: _Group, part: Area) -> None:
        outline = [self._spot(place) for place in part.outline]
        group.areas.append(outline)
        if part.text:
            self._want(group, part.text, _within(outline))


def _last_quarter(spots: Sequence[complex]) -> tuple[complex, complex]:
    """Return start and end of the last quarter of a stroke: by its pieces, or of its only one."""
    start = spots[-1 - len(spots) // 4] if len(spots) > 3 else spots[-1] - (spots[-1] - spots[0]) / 4
    return start, spots[-1]


def _wedge(first: complex, vertex: complex, second: complex) -> Wedge:
    arm, other = first - vertex, second - vertex
    return Wedge(vertex, cmath.phase(arm), turn(arm, other), min(abs(arm), abs(other)))


def _inside(opening: Wedge, radius: float, content: str, theme: Theme) -> Iterator[Candidate]:
    """Yield places behind an angle's arc, near its bisector."""
    size = text_size(content, theme.text_size)
    for extra in (0, 3, 7, 12, 18, 26, 36, 50):  # in growing steps: near the arc a few pixels decide
        for lean in (0.5, 0.4, 0.6):
            way = cmath.rect(1, opening.start + opening.sweep * lean)
            yield Candidate(
                opening.vertex + way * (radius + theme.label_gap + support(size, way) + extra), 0.6 * extra + 20 * abs(lean - 0.5)
            )


def _within(outline: Sequence[complex]) -> Iterator[Candidate]:
    """Yield places inside an outline, the middle of its corners first; outside ones only where none is inside."""
    box = Box.enclosing(Box.around(corner, 0, 0) for corner in outline)
    middle = sum(outline) / len(outline)
    grid = [complex(box.left + box.width * i / 12, box.top + box.height * j / 12) for i in range(1, 12) for j in range(1, 12)]
    for spot in [middle, *grid]:
        # Outside an area its name would be read as another's: dearer than a covered stroke.
        yield Candidate(spot, 0.2 * abs(spot - middle) + (0 if _is_inside(spot, outline) else 2000))


def _is_inside(spot: complex, outline: Sequence[complex]) -> bool:
    """Whether a ray to the right crosses the outline an odd number of times."""
    crossed = 0
    for start, end in pairwise([*outline, outline[0]]):
        if (start.imag > spot.imag) != (end.imag > spot.imag):
            share = (spot.imag - start.imag) / (end.imag - start.imag)
            crossed += start.real + share * (end.real - start.real) > spot.real
    return crossed % 2 == 1
