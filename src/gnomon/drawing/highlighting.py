"""Which highlights can be drawn on a figure, in which pen, and how they are said in words.

The shapes are in ``highlight_shapes``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gnomon.drawing.labels import circle_with
from gnomon.drawing.theme import Pen, Theme
from gnomon.figure import Element, ElementNameError, Figure, Highlights, split_points

_KINDS = {"lines": "line", "angles": "angle", "arcs": "arc", "labels": "label"}
_WORDS = {"line": "segment", "angle": "angle", "arc": "arc"}
_LABEL_WORDS = {"point": "point", "text": "printed text", "parallel": "mark", "equal": "mark", "rest": "mark"}
"""The name of a mark tells its kind; what is neither printed nor a mark is not drawn."""


class Highlight(NamedTuple):
    """One highlighted element with its pen."""

    element: Element
    pen: Pen
    number: int
    """Place in the list, from 1."""
    is_tagged: bool
    """Whether the pen's tag is drawn beside it."""

    def description(self, figure: Figure) -> str:
        """Say what is highlighted: ``Highlight 1: segment AB, green``."""
        name = self.element.name
        kind = _LABEL_WORDS[figure.label_kind(name)] if self.element.kind == "label" else _WORDS[self.element.kind]
        tagged = f", marked {self.pen.tag}" if self.is_tagged and self.pen.tag != str(self.number) else ""
        return f"Highlight {self.number}: {kind} {name}, {self.pen.name}{tagged}"


def undrawable(figure: Figure, highlights: Highlights, *, on_raster: bool = False) -> list[str]:
    """Return the names in ``highlights`` that cannot be drawn on ``figure``, as ``kind:name``, in order.

    That is: a name that cannot be read, a point the figure does not have, an arc without a circle, a label that is neither
    printed nor a drawn mark, and a segment or angle whose points coincide. With ``on_raster`` also a printed text without a
    position: on a picture nobody knows where it stands.
    """
    return [
        f"{kind}:{name}"
        for kind, name, element in _named(highlights)
        if element is None or not _is_drawable(element, figure, on_raster=on_raster)
    ]


def highlights_on(
    figure: Figure, first: Highlights, second: Highlights, theme: Theme, *, on_raster: bool = False
) -> tuple[Highlight, ...]:
    """Return the drawable highlights, those of the first pen first, numbered from 1."""
    pairs = [
        (element, pen)
        for highlights, pen in zip((first, second), theme.pens, strict=True)
        for _, _, element in _named(highlights)
        if element is not None and _is_drawable(element, figure, on_raster=on_raster)
    ]
    is_tagged = len({pen for _, pen in pairs}) > 1  # one pen alone is told from nothing
    return tuple(Highlight(element, pen, number, is_tagged) for number, (element, pen) in enumerate(pairs, 1))


def describe(figure: Figure, highlights: tuple[Highlight, ...]) -> str:
    """List the highlights in order, one sentence each; ``No highlights.`` is said too."""
    return " ".join(f"{highlight.description(figure)}." for highlight in highlights) or "No highlights."


def _named(highlights: Highlights) -> Iterator[tuple[str, str, Element | None]]:
    """Yield (kind, name as written, element or None when it cannot be read)."""
    for key, kind in _KINDS.items():
        for name in getattr(highlights, key):
            try:
                points = (name,) if kind == "label" else split_points(name)
                yield kind, name, Element.of(kind, *points)  # type: ignore[arg-type]  # the four kinds of _KINDS
            except ElementNameError:
                yield kind, name, None


def _is_drawable(element: Element, figure: Figure, *, on_raster: bool) -> bool:
    if not figure.has(element):
        return False
    if element.kind == "label":
        has_place = figure.label_kind(element.name) != "text" or any(
            label.position for label in figure.labels if label.text == element.name
        )
        return has_place or not on_raster
    if element.kind == "arc" and circle_with(element, figure) is None:
        return False
    return len({figure.points[name] for name in element.points}) == len(element.points)
