"""What a reader would have read, written by hand: no test of the joining needs a picture."""

from gnomon.reading import Picture
from gnomon.reading.binding import Bound
from gnomon.reading.drawn_lines import Line
from gnomon.reading.marks import Mark
from gnomon.reading.texts import Label


def label(text: str, part: str | None, confidence: float = 1.0) -> Bound:
    """Return a printed label with its part."""
    return Bound(Label(text, 0.0, 0.0, (), 1.0), part, confidence)


def triangle(*labels: Bound, marks: tuple[Mark, ...] = (), confidence: dict[str, float] | None = None) -> Picture:
    """Return triangle ABC, not to scale, with D on BC."""
    points = {"A": (100.0, 20.0), "B": (20.0, 200.0), "D": (120.0, 201.0), "C": (260.0, 200.0)}
    lines = tuple(Line(a, b, 1.0) for a, b in ("AB", "AC", "AD", "BC", "BD", "CD"))
    return Picture(points, {**dict.fromkeys(points, 1.0), **(confidence or {})}, lines, (), labels, marks)
