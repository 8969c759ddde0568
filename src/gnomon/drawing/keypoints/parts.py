"""What a keypoint comes to on paper: dots, strokes, marks, texts, areas; places are complex numbers of the figure, y upwards."""

from __future__ import annotations

from typing import NamedTuple

from gnomon.figure import VisualKeypoint


class Dot(NamedTuple):
    """A point."""

    at: complex
    text: str
    """Printed beside it; empty where the figure prints its name already."""


class Stroke(NamedTuple):
    """A line or a curve, as a polyline."""

    places: tuple[complex, ...]
    is_dashed: bool
    text: str = ""
    """Printed beside it."""


class Opening(NamedTuple):
    """The mark of an angle."""

    first: complex
    vertex: complex
    second: complex
    arcs: int
    """0 is a right angle's square."""
    text: str = ""
    """Its size, printed inside."""


class Ticks(NamedTuple):
    """Strokes across a segment of equal length."""

    start: complex
    end: complex
    number: int


class Arrows(NamedTuple):
    """Arrow heads on a parallel."""

    start: complex
    end: complex
    number: int


class Length(NamedTuple):
    """The length of a segment, printed beside it."""

    start: complex
    end: complex
    text: str


class Area(NamedTuple):
    """A shaded region."""

    outline: tuple[complex, ...]
    text: str = ""
    """Its name, printed inside."""


Part = Dot | Stroke | Opening | Ticks | Arrows | Length | Area


class Step(NamedTuple):
    """One keypoint that can be drawn."""

    number: int
    """Place in the list of keypoints, from 1."""
    keypoint: VisualKeypoint
    parts: tuple[Part, ...]


class Undrawn(NamedTuple):
    """One keypoint that cannot be drawn."""

    number: int
    """Place in the list of keypoints, from 1."""
    keypoint: VisualKeypoint
    reason: str
    """What is missing, in one line."""

    def __str__(self) -> str:
        return f"keypoint {self.number}, {self.keypoint.element}: {self.reason}"


class Drawing(NamedTuple):
    """All keypoints of a list, each in one of the two."""

    steps: tuple[Step, ...]
    undrawn: tuple[Undrawn, ...]


class UndrawableError(ValueError):
    """A keypoint cannot be drawn; the message is the reason."""
