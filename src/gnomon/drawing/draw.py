"""A figure as one self-contained SVG, with highlights, for a screen, a page or a notebook.

The drawing carries no ids, so any number of them may stand in one page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gnomon.drawing.font import TextSize
from gnomon.drawing.highlight_shapes import highlight_shapes, tag_layer
from gnomon.drawing.highlighting import describe, highlights_on
from gnomon.drawing.layout import Layout, layout_figure
from gnomon.drawing.placement import PlacedText, WantedText
from gnomon.drawing.plane import Box, pixel_frame
from gnomon.drawing.raster import Raster
from gnomon.drawing.shapes import angle_marks, mark_shapes, spots_of
from gnomon.drawing.svg import number, path, tag, text
from gnomon.drawing.theme import THEME, Theme
from gnomon.figure import Element, Figure, Highlights, Spot

_RASTER_NAME = 20.0
"""Width in pixels allowed for a point name on a picture, where only the point's own place is known."""


def draw(
    figure: Figure,
    highlights: Highlights | None = None,
    highlights2: Highlights | None = None,
    *,
    theme: Theme = THEME,
    width_px: float = 480,
    title: str | None = None,
    background: Raster | None = None,
) -> str:
    """Draw ``figure`` as SVG.

    Args:
        figure: what to draw. On a ``background`` its coordinates are pixels of the picture, y = height - row.
        highlights: drawn green.
        highlights2: drawn brown, dashed or hatched; beside green ones every highlight carries a tag, 1 for green, 2 for brown.
        theme: colours and sizes.
        width_px: width of the drawing in pixels; the height follows from the figure. 480 is what models are shown,
            and the sizes of the theme are made for it.
        title: accessible name; None names the points. Give none that tells the answer.
        background: a picture to highlight on. The figure itself is then not drawn: the picture shows it.

    Returns:
        An SVG document. Each highlight is a group with ``data-element`` and a title; the document's description lists
        them in order. Names that cannot be drawn are passed over: `undrawable` lists them.

    Raises:
        ValueError: when a coordinate is not a finite number, or ``width_px`` leaves no room for a figure (under 100).
    """
    if width_px < 100:
        raise ValueError(f"expected a width of at least 100 pixels, got {width_px!r}")
    on_raster = background is not None
    layout = raster_layout(figure, background, width_px, theme) if background else layout_figure(figure, width_px, theme)
    shown = highlights_on(figure, highlights or Highlights(), highlights2 or Highlights(), theme, on_raster=on_raster)
    shapes = highlight_shapes(figure, shown, layout, theme)
    layer = [shape.group(figure) for shape in shapes]
    tags = tag("g", *tag_layer(shapes, layout, theme), data_layer="tags")
    if background:
        blended = tag("g", *layer, data_layer="highlights", style="mix-blend-mode:multiply")
        body = [picture_layer(background, layout), blended, tags]
    else:
        body = [tag("g", *layer, data_layer="highlights"), *ink_layers(layout, theme), tags]
    return document(title or figure_title(figure), describe(figure, shown), layout.page, body, theme, width_px)


def highlight_markup(
    figure: Figure, elements: Iterable[Element], *, theme: Theme = THEME, width_px: float = 480
) -> dict[Element, dict[str, str]]:
    """Return each element's highlight alone, as SVG groups by the name of the pen, where `draw` puts it at that width.

    Args:
        figure: what is drawn.
        elements: each drawn as if it were the only one; one that cannot be drawn is left out.
        theme: colours and sizes.
        width_px: width of the drawing in pixels.
    """
    layout = layout_figure(figure, width_px, theme)
    found: dict[Element, dict[str, str]] = {}
    for element in elements:
        named = Highlights.of([element], figure)
        shown = highlights_on(figure, named, named, theme)
        groups = [highlight_shapes(figure, [each], layout, theme)[0].group(figure) for each in shown]
        if groups:
            found[element] = {each.pen.name: group for each, group in zip(shown, groups, strict=True)}
    return found


class Handles(NamedTuple):
    """Where a drawing has its points, for who drags them."""

    spots: dict[str, Spot]
    """In pixels of the drawing."""
    scale: float
    """Pixels per unit of the figure; y turns over."""


def handles(figure: Figure, *, theme: Theme = THEME, width_px: float = 480) -> Handles:
    """Return where `draw` puts the points of a figure at the same width."""
    layout = layout_figure(figure, width_px, theme)
    return Handles({name: (spot.real, spot.imag) for name, spot in layout.spots.items()}, layout.frame.scale)


def unplaced_texts(figure: Figure, *, theme: Theme = THEME, width_px: float = 480) -> list[str]:
    """Return the names and labels for which the drawing found no place free of strokes and other texts."""
    return [placed.wanted.text for placed in layout_figure(figure, width_px, theme).texts if not placed.is_free]


def raster_layout(figure: Figure, background: Raster, width_px: float, theme: Theme) -> Layout:
    """Return where the points and the printed texts with a position are on a picture ``width_px`` wide."""
    frame = pixel_frame(background.width, background.height, width_px)
    spots = spots_of(figure, frame)
    places = [*spots.items(), *((label.text, frame.place(label.position)) for label in figure.labels if label.position)]
    texts = tuple(_printed_at(content, place) for content, place in places)
    # The picture shows the marks; where our drawing would put them says where to ring them.
    shapes = tuple(mark_shapes(figure, spots, angle_marks(figure, spots, theme), theme))
    return Layout(frame, spots, shapes, (), (), texts, Box(0, 0, frame.width, frame.height))


def _printed_at(content: str, place: complex) -> PlacedText:
    # How large a picture prints its texts is not known: 8 pixels a letter are about what a text of 14 takes.
    size = TextSize(max(_RASTER_NAME, 8.0 * len(content)), _RASTER_NAME, 0)
    wanted = WantedText(content, size, 14, (), content, is_name=False)
    return PlacedText(wanted, Box.around(place, size.width, size.height), None, is_free=True)


def document(title: str, description: str, page: Box, body: Sequence[str], theme: Theme, width_px: float) -> str:
    """Return the whole SVG document: ``body`` on a page, with its accessible name and description."""
    paper = tag("rect", x=page.left, y=page.top, width=page.width, height=page.height, fill=theme.page)
    return tag(
        "svg",
        tag("title", text(title)),
        tag("desc", text(description)),
        paper,
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (page.left, page.top, page.width, page.height))),
        width=width_px,
        height=width_px * page.height / page.width,
        role="img",
        aria_label=f"{title}. {description}",
        font_family=theme.font_families,
    )


def figure_title(figure: Figure) -> str:
    """Return the accessible name of a drawing."""
    names = [name for name in figure.points if name not in figure.hidden]
    return f"Figure with points {', '.join(names)}" if names else "Figure"


def picture_layer(background: Raster, layout: Layout) -> str:
    """Return the picture under a layer."""
    return tag("image", href=background.data_uri(), x=0, y=0, width=layout.frame.width, height=layout.frame.height)


def ink_layers(layout: Layout, theme: Theme) -> Iterator[str]:
    """Yield the figure itself: strokes, dots, texts."""
    widths = {"line": theme.line_width, "circle": theme.line_width, "mark": theme.mark_width, "thin": theme.thin_width}
    for kind, width in widths.items():
        strokes = [tag("path", d=shape.path) for shape in layout.shapes if shape.kind == kind]
        colour = theme.soft_ink if kind == "thin" else theme.ink
        if strokes:
            yield tag(
                "g", *strokes, data_layer=kind, fill="none", stroke=colour, stroke_width=width,
                stroke_linecap="round", stroke_linejoin="round",
            )  # fmt: skip
    dots = [tag("circle", cx=dot.real, cy=dot.imag, r=theme.dot_radius) for dot in layout.dots]
    yield tag("g", *dots, data_layer="points", fill=theme.ink)
    yield tag("g", *(text_element(placed, theme) for placed in layout.texts), data_layer="texts", fill=theme.ink)


def text_element(placed: PlacedText, theme: Theme) -> str:
    """Return a text where it was placed, with its leader."""
    size = placed.wanted.size
    written = tag(
        "text",
        text(placed.wanted.text),
        x=placed.box.centre.real,
        y=placed.box.top + size.ascent,
        font_size=placed.wanted.font_size,
        text_anchor="middle",
        # A text without a free place keeps readable on what it covers.
        paint_order=None if placed.is_free else "stroke",
        stroke=None if placed.is_free else theme.page,
        stroke_width=None if placed.is_free else 3,
    )
    if placed.leader is None:
        return written
    return tag("path", d=path(placed.leader), stroke=theme.soft_ink, stroke_width=theme.thin_width) + written
