"""The page: pixel positions, boxes and strokes on it, and whether they meet.

A pixel position is a complex number ``x + yi``, y downwards; a turn by 90 degrees clockwise on the page is a product with ``i``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from gnomon.drawing.theme import Theme
from gnomon.figure import Figure


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, centre: complex, width: float, height: float) -> Box:
        """Return the box of that size with that centre."""
        return cls(centre.real - width / 2, centre.imag - height / 2, centre.real + width / 2, centre.imag + height / 2)

    @classmethod
    def enclosing(cls, boxes: Iterable[Box]) -> Box:
        """Return the smallest box around all of at least one."""
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return cls(min(lefts), min(tops), max(rights), max(bottoms))

    @property
    def centre(self) -> complex:
        """Middle of the box."""
        return complex((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    @property
    def width(self) -> float:
        """Horizontal extent."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Vertical extent."""
        return self.bottom - self.top

    def grown(self, by: float) -> Box:
        """Return the box with ``by`` pixels more on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def edges(self) -> tuple[Segment, ...]:
        """Return the four sides."""
        left, top, right, bottom = self
        corners = [complex(left, top), complex(right, top), complex(right, bottom), complex(left, bottom)]
        return tuple(Segment(corners[side - 1], corners[side]) for side in range(4))

    def union(self, other: Box) -> Box:
        """Return the smallest box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


class Segment(NamedTuple):
    """A straight stroke."""

    start: complex
    end: complex

    def shifted(self, by: complex) -> Segment:
        """Return the same stroke ``by`` pixels away."""
        return Segment(self.start + by, self.end + by)


class Ring(NamedTuple):
    """The stroke of a whole circle; its inside is free."""

    centre: complex
    radius: float


Obstacle = Segment | Ring | Box


def meets(box: Box, obstacle: Obstacle) -> bool:
    """Whether ``obstacle`` has a point in ``box``; a box that only touches does not count."""
    if isinstance(obstacle, Segment):
        return _segment_meets(box, obstacle)
    if isinstance(obstacle, Ring):
        return _ring_meets(box, obstacle)
    return box.left < obstacle.right and obstacle.left < box.right and box.top < obstacle.bottom and obstacle.top < box.bottom


def box_of(obstacle: Obstacle) -> Box:
    """Return the smallest upright box around a stroke."""
    if isinstance(obstacle, Box):
        return obstacle
    if isinstance(obstacle, Segment):
        first, second = obstacle
        return Box(first.real, first.imag, first.real, first.imag).union(Box(second.real, second.imag, second.real, second.imag))
    return Box.around(obstacle.centre, 2 * obstacle.radius, 2 * obstacle.radius)


def unit(vector: complex) -> complex:
    """Return ``vector`` at length 1; 1 for the zero vector."""
    length = abs(vector)
    return vector / length if length > 1e-9 else 1 + 0j


def turn(first: complex, second: complex) -> float:
    """Return the angle in radians from ``first`` to ``second``, in (-pi, pi], clockwise on the page when positive."""
    ratio = second * first.conjugate()
    return math.atan2(ratio.imag, ratio.real)


@dataclass(frozen=True, slots=True)
class Frame:
    """How figure coordinates become pixels."""

    scale: float
    """Pixels per unit of the figure."""
    origin: complex
    """Pixel position of the figure's (0, 0)."""
    width: float
    height: float

    def place(self, point: tuple[float, float]) -> complex:
        """Return the pixel position of a point of the figure; y turns over."""
        return self.origin + complex(point[0] * self.scale, -point[1] * self.scale)


def frame_of(figure: Figure, width_px: float, theme: Theme) -> Frame:
    """Return the frame that shows all of ``figure`` with a margin, at most ``theme.tallest`` times as high as wide.

    Raises:
        ValueError: when a coordinate is not a finite number.
    """
    left, bottom, right, top = _bounds(figure)
    room = complex(width_px - 2 * theme.margin, width_px * theme.tallest - 2 * theme.margin)
    scale = min(room.real / max(right - left, 1e-9), room.imag / max(top - bottom, 1e-9))
    if max(right - left, top - bottom) < 1e-9:
        scale = 1.0  # a single point has no size: any scale shows it
    height = (top - bottom) * scale + 2 * theme.margin
    origin = complex(width_px / 2 - scale * (left + right) / 2, height / 2 + scale * (top + bottom) / 2)
    return Frame(scale, origin, width_px, height)


def pixel_frame(width: int, height: int, width_px: float) -> Frame:
    """Return the frame of an image of that size, whose figure has pixel coordinates with y = height - row."""
    scale = width_px / width
    return Frame(scale, complex(0, height * scale), width_px, height * scale)


def _bounds(figure: Figure) -> Box:
    for name, position in figure.points.items():
        if not all(map(math.isfinite, position)):
            raise ValueError(f"expected finite coordinates for point {name}, got {position!r}; give it a position")
    corners = list(figure.points.values())
    for circle in figure.circles:
        x, y = figure.points[circle.centre]
        radius = figure.radius(circle)
        corners += [(x - radius, y - radius), (x + radius, y + radius)]
    xs, ys = zip(*(corners or [(0.0, 0.0)]), strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def _segment_meets(box: Box, segment: Segment) -> bool:
    """Clip the segment against the box (Liang and Barsky, 1984)."""
    (x0, y0), (x1, y1) = (segment.start.real, segment.start.imag), (segment.end.real, segment.end.imag)
    if (x0 >= box.right and x1 >= box.right) or (x0 <= box.left and x1 <= box.left):
        return False  # most pairs are far apart: comparisons decide before the divisions below
    if (y0 >= box.bottom and y1 >= box.bottom) or (y0 <= box.top and y1 <= box.top):
        return False
    step = segment.end - segment.start
    low, high = 0.0, 1.0
    for slope, distance in (
        (-step.real, segment.start.real - box.left),
        (step.real, box.right - segment.start.real),
        (-step.imag, segment.start.imag - box.top),
        (step.imag, box.bottom - segment.start.imag),
    ):
        if slope == 0:
            if distance <= 0:
                return False
        elif slope < 0:
            low = max(low, distance / slope)
        else:
            high = min(high, distance / slope)
    return low < high


def _ring_meets(box: Box, ring: Ring) -> bool:
    x, y = ring.centre.real, ring.centre.imag
    nearest = math.hypot(max(box.left - x, 0, x - box.right), max(box.top - y, 0, y - box.bottom))
    farthest = math.hypot(max(x - box.left, box.right - x), max(y - box.top, box.bottom - y))
    return nearest < ring.radius < farthest
