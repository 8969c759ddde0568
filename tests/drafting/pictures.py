"""What a reader would have read, written by hand: no test of the joining needs a picture."""

from gnomon.reading import Picture
from gnomon.reading.binding import Bound
from gnomon.reading.drawn_lines import Line
from gnomon.reading.marks import Mark
from gnomon.reading.texts import Label

POINTS = {"A": (100.0, 20.0), "B": (20.0, 200.0), "D": (120.0, 201.0), "C": (260.0, 200.0)}


def label(text: str, part: str | None, confidence: float = 1.0) -> Bound:
    """Return a printed label with its part; one of a line stands at its middle."""
    at = [POINTS[name] for name in (part or "").removeprefix("line:") if name in POINTS] or [(0.0, 0.0)]
    x, y = (sum(values) / len(at) for values in zip(*at, strict=True))
    return Bound(Label(text, x, y, (), 1.0), part, confidence)


def triangle(*labels: Bound, marks: tuple[Mark, ...] = (), confidence: dict[str, float] | None = None) -> Picture:
    """Return triangle ABC, not to scale, with D on BC."""
    lines = tuple(Line(a, b, 1.0) for a, b in ("AB", "AC", "AD", "BC", "BD", "CD"))
    return Picture(POINTS, {**dict.fromkeys(POINTS, 1.0), **(confidence or {})}, lines, (), labels, marks)
