"""The figure: named points with coordinates, what is drawn through them, and what is printed beside them.

Coordinates follow the mathematical convention: x to the right, y upwards, any unit. Loaders of pictures, whose rows run
downwards, turn y over. The figure says what is drawn, not what is true: facts live in ``gnomon.problem``.
"""

from __future__ import annotations

import math

from pydantic import BaseModel, ConfigDict, Field, model_validator

from gnomon import notebook
from gnomon.figure.elements import Element

_FROZEN = ConfigDict(frozen=True, extra="forbid")


class Circle(BaseModel):
    """A drawn circle."""

    model_config = _FROZEN

    centre: str
    """Name of the centre, a point of the figure."""
    points: tuple[str, ...] = ()
    """Named points on the circle, in any order."""
    radius: float | None = None
    """Radius in the figure's unit; None: the mean distance of ``points`` from the centre."""


class Label(BaseModel):
    """A printed text, such as a length or an angle."""

    model_config = _FROZEN

    text: str
    element: str | None = None
    """The element it belongs to (``line:AB``, ``angle:ABC``, ``arc:AB``); None when it belongs to none."""
    position: tuple[float, float] | None = None
    """Where it is printed; None lets the drawing choose a free place."""


class Marks(BaseModel):
    """The marks of a school drawing."""

    model_config = _FROZEN

    right_angles: tuple[str, ...] = ()
    """Angles with a square, as ``"ABC"``."""
    equal_lines: tuple[tuple[str, ...], ...] = ()
    """Groups of segments of equal length; group i is drawn with i + 1 ticks."""
    equal_angles: tuple[tuple[str, ...], ...] = ()
    """Groups of equal angles; group i is drawn with i + 1 arcs."""
    parallel_lines: tuple[tuple[str, ...], ...] = ()
    """Groups of parallel segments; group i is drawn with i + 1 arrow heads."""


class Figure(BaseModel):
    """A figure with named points.

    Raises `pydantic.ValidationError` when a line or circle names a point that has no coordinates.
    """

    model_config = _FROZEN

    points: dict[str, tuple[float, float]]
    """Coordinates by point name."""
    lines: tuple[tuple[str, ...], ...] = ()
    """Drawn segments, each as all its named points in order along it."""
    circles: tuple[Circle, ...] = ()
    labels: tuple[Label, ...] = ()
    marks: Marks = Field(default_factory=Marks)
    hidden: tuple[str, ...] = ()
    """Points whose name is not printed."""

    @model_validator(mode="after")
    def _names_exist(self) -> Figure:
        used = {point for line in self.lines for point in line}
        used |= {point for circle in self.circles for point in (circle.centre, *circle.points)}
        missing = sorted(used - set(self.points))
        if missing:
            raise ValueError(f"no coordinates for point {', '.join(missing)}; give every point of a line or circle a position")
        return self

    def points_on_circle(self, centre: str) -> tuple[str, ...]:
        """Named points on the first circle about ``centre``, counter-clockwise; empty without such a circle."""
        for circle in self.circles:
            if circle.centre == centre:
                x0, y0 = self.points[centre]
                return tuple(sorted(circle.points, key=lambda p: math.atan2(self.points[p][1] - y0, self.points[p][0] - x0)))
        return ()

    def radius(self, circle: Circle) -> float:
        """Radius of ``circle`` in the figure's unit; 0 when neither a radius nor a point on it is known."""
        if circle.radius is not None:
            return circle.radius
        distances = [math.dist(self.points[circle.centre], self.points[point]) for point in circle.points]
        return sum(distances) / len(distances) if distances else 0.0

    def is_drawn(self, first: str, second: str) -> bool:
        """Whether a drawn line runs through both points."""
        return any(first in line and second in line for line in self.lines)

    def has(self, element: Element) -> bool:
        """Whether every point of ``element`` is in the figure; a label must be printed or be a point's name."""
        if element.kind == "label":
            text = element.points[0]
            return text in self.points or any(label.text == text for label in self.labels)
        return all(point in self.points for point in element.points)

    def _repr_svg_(self) -> str | None:
        """Show the figure in a notebook, by the renderer that is registered; None, which shows the plain text, without one."""
        return notebook.rendered(self)

    def __hash__(self) -> int:
        return hash(self.model_dump_json())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Figure) and self.model_dump() == other.model_dump()
