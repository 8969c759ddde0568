"""Places that points determine, as complex numbers; None where they determine none."""

from __future__ import annotations

from collections.abc import Callable

_FLAT = 1e-6
"""Sine of the angle below which two lines count as parallel: far less than a drawing shows."""


def midpoint(a: complex, b: complex) -> complex:
    """Return the middle of a segment."""
    return (a + b) / 2


def division(a: complex, b: complex, first: float, second: float) -> complex | None:
    """Return the point that divides a segment from ``a`` in the ratio first : second."""
    return a + (b - a) * first / (first + second) if first + second > 0 else None


def foot(p: complex, a: complex, b: complex) -> complex | None:
    """Return the foot of the perpendicular from ``p`` on the line ab."""
    if a == b:
        return None
    along = (b - a) / abs(b - a)
    return a + along * ((p - a) * along.conjugate()).real


def meeting(a: complex, b: complex, c: complex, d: complex) -> complex | None:
    """Return where the lines ab and cd meet."""
    first, second = b - a, d - c
    across = (first.conjugate() * second).imag
    if abs(across) <= _FLAT * abs(first) * abs(second):
        return None
    return a + first * ((c - a).conjugate() * second).imag / across


def parallel(p: complex, a: complex, b: complex, c: complex, d: complex) -> complex | None:
    """Return where the parallel to ab through ``p`` meets cd."""
    return meeting(p, p + b - a, c, d)


def perpendicular(p: complex, a: complex, b: complex, c: complex, d: complex) -> complex | None:
    """Return where the perpendicular to ab through ``p`` meets cd."""
    return meeting(p, p + 1j * (b - a), c, d)


def perpendicular_bisector(a: complex, b: complex, c: complex, d: complex) -> complex | None:
    """Return where the perpendicular bisector of ab meets cd."""
    return perpendicular((a + b) / 2, a, b, c, d)


def reflection(p: complex, a: complex, b: complex) -> complex | None:
    """Return the mirror image of ``p`` across the line ab."""
    base = foot(p, a, b)
    return None if base is None else 2 * base - p


def half_turn(p: complex, centre: complex) -> complex:
    """Return ``p`` turned by 180 degrees."""
    return 2 * centre - p


def bisector(a: complex, b: complex, c: complex, d: complex, e: complex) -> complex | None:
    """Return where the bisector of the angle abc, vertex b, meets the line de."""
    if b in {a, c}:
        return None
    way = (a - b) / abs(a - b) + (c - b) / abs(c - b)
    return meeting(b, b + way, d, e)


def extension(a: complex, b: complex, beyond: complex) -> complex | None:
    """Return a point on ab produced beyond one end; how far is free: a third of the segment is seen and fills no page."""
    if beyond not in {a, b}:
        return None
    return beyond + (beyond - (a if beyond == b else b)) / 3


def centroid(a: complex, b: complex, c: complex) -> complex:
    """Return the centroid of a triangle."""
    return (a + b + c) / 3


def circumcentre(a: complex, b: complex, c: complex) -> complex | None:
    """Return the centre of the circle through three points."""
    first, second = (a + b) / 2, (b + c) / 2
    return meeting(first, first + 1j * (b - a), second, second + 1j * (c - b))


def incentre(a: complex, b: complex, c: complex) -> complex | None:
    """Return the centre of the circle that touches the three sides."""
    weights = abs(b - c), abs(c - a), abs(a - b)
    return sum(w * p for w, p in zip(weights, (a, b, c), strict=True)) / sum(weights) if sum(weights) else None


def orthocentre(a: complex, b: complex, c: complex) -> complex | None:
    """Return where the altitudes meet."""
    return meeting(a, a + 1j * (c - b), b, b + 1j * (a - c))


CONSTRUCT: dict[str, Callable[..., complex | None]] = {
    function.__name__: function
    for function in (
        midpoint, division, foot, meeting, parallel, perpendicular, perpendicular_bisector, reflection, half_turn, bisector,
        extension, centroid, circumcentre, incentre, orthocentre,
    )
}  # fmt: skip
"""By the name that ``constructions.yaml`` uses. The arguments are the places of its parts, flat and in order."""
