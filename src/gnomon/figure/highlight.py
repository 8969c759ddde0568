"""Highlights: the parts of a figure that a tutor turn points at (GeoDial, sections 2.3 and 3.3).

Four kinds, as in GeoDial: lines, angles and arcs by point names, labels by their text. Colour is not part of the value:
a turn holds one `Highlights` for green and, for AskRelation, a second for brown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, model_validator

from gnomon.algebra import ElementNameError, split_points
from gnomon.figure.elements import Element, canonical_label
from gnomon.figure.measuring import sides

if TYPE_CHECKING:
    from gnomon.figure.figure import Figure

_KINDS = {"lines": "line", "angles": "angle", "arcs": "arc"}


class Highlights(BaseModel):
    """Element names by kind; canonical, each once, in the order first named.

    A name that cannot be canonicalised (recorded data) is kept as written, so nothing is lost.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    lines: tuple[str, ...] = ()
    """Segments, such as ``"AB"``."""
    angles: tuple[str, ...] = ()
    """Angles by three points, vertex in the middle."""
    arcs: tuple[str, ...] = ()
    """Arcs by two points (minor) or three (through the middle one)."""
    labels: tuple[str, ...] = ()
    """Points, printed texts, drawn marks such as ``"parallel AB"`` or ``"equal ABC"``, and whatever else was pointed at."""

    @model_validator(mode="before")
    @classmethod
    def _canonicalise(cls, data: object) -> object:
        if not isinstance(data, dict):
            return data
        return {key: _canonical_names(key, names) if isinstance(names, list | tuple) else names for key, names in data.items()}

    @classmethod
    def of(cls, elements: Iterable[Element], figure: Figure | None = None) -> Highlights:
        """Make highlights of ``elements``: a triangle or polygon becomes its sides, a point its label.

        A circle becomes an arc through three of its named points, which needs ``figure``; without one, or with fewer
        than two named points, it becomes the label of its centre.
        """
        found: dict[str, list[str]] = {"lines": [], "angles": [], "arcs": [], "labels": []}
        for element in elements:
            for key, name in _as_highlight(element, figure):
                if name not in found[key]:
                    found[key].append(name)
        return cls(**{key: tuple(names) for key, names in found.items()})

    def elements(self) -> Iterator[Element]:
        """Yield the named elements; a name that is not well formed is left out."""
        for key, kind in _KINDS.items():
            for name in getattr(self, key):
                try:
                    yield Element.of(kind, *split_points(name))  # type: ignore[arg-type]  # the three kinds of _KINDS
                except ElementNameError:
                    continue
        for name in self.labels:
            yield Element("label", (name,))

    def __len__(self) -> int:
        return len(self.lines) + len(self.angles) + len(self.arcs) + len(self.labels)

    def __bool__(self) -> bool:
        return len(self) > 0


def _canonical_names(key: str, names: Iterable[object]) -> tuple[object, ...]:
    seen: list[object] = []
    for name in names:
        canonical = canonical_label(name) if key == "labels" and isinstance(name, str) else name
        if key in _KINDS and isinstance(name, str):
            try:
                canonical = Element.of(_KINDS[key], *split_points(name)).name  # type: ignore[arg-type]  # as above
            except ElementNameError:
                canonical = name
        if canonical not in seen:
            seen.append(canonical)
    return tuple(seen)


def _as_highlight(element: Element, figure: Figure | None) -> Iterator[tuple[str, str]]:
    points = element.points
    if element.kind in {"triangle", "polygon"}:
        for first, second in sides(points):
            yield "lines", Element.of("line", first, second).name
    elif element.kind == "circle":
        on_circle = figure.points_on_circle(points[0]) if figure else ()
        if len(on_circle) >= 2:
            yield "arcs", Element.of("arc", *on_circle[:3]).name
        else:
            yield "labels", points[0]
    elif element.kind in {"line", "angle", "arc"}:
        yield f"{element.kind}s", element.name
    else:
        yield "labels", element.name
