"""Corners of a polygon whose interior angle is over 180°, found from its labels: pictures draw them turned out.

The interior angles of a polygon with n corners add up to (n − 2) · 180°. Where all of them are labelled with one letter, the
sum settles the letter, and with it which of them are over 180°.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from gnomon.algebra import Expression, Letter, Quantity, evaluate, unknowns
from gnomon.figure import Figure, Spot

_LEVEL = 1e-9
"""Below this, two rises of a sum of linear labels differ by rounding only."""


def dented_corners(corners: Sequence[str], labels: Mapping[str, Expression]) -> tuple[str, ...]:
    """Return the corners with an interior angle over 180°; none where the labels do not settle it.

    Args:
        corners: of a polygon, in turn.
        labels: interior angles in degrees, by their corner.
    """
    shown = [labels[corner] for corner in corners if corner in labels]
    letters = {leaf for label in shown for leaf in unknowns(label)}
    if len(shown) < len(corners) or len(letters) != 1 or not all(isinstance(leaf, Letter) for leaf in letters):
        return ()

    def over(value: float) -> float:
        return sum(evaluate(label, lambda _: value) for label in shown) - 180.0 * (len(corners) - 2)

    try:
        start, rise = over(0.0), over(1.0) - over(0.0)
        if abs(rise) < _LEVEL or abs(over(2.0) - start - 2 * rise) > _LEVEL:
            return ()
        sizes = {corner: evaluate(labels[corner], lambda _: -start / rise) for corner in corners}
    except (ArithmeticError, ValueError):
        return ()
    is_polygon = all(0 < size < 360 and math.isfinite(size) for size in sizes.values())
    return tuple(corner for corner, size in sizes.items() if size > 180) if is_polygon else ()


def turned_in(angles: Iterable[Quantity], figure: Figure) -> dict[str, Spot]:
    """Return where to draw dented corners that the figure draws turned out: mirrored in the line through their neighbours.

    A corner that lies on a longer line or on a circle stays.
    """
    places: dict[str, Spot] = {}
    for angle in angles:
        first, corner, last = angle.points
        on_lines = any(corner in line for line in figure.lines if len(line) > 2)
        if not on_lines and not any(corner in circle.points for circle in figure.circles):
            a, b, c = (complex(*figure.points[name]) for name in (first, corner, last))
            mirrored = a + ((b - a) / (c - a)).conjugate() * (c - a)
            places[corner] = (mirrored.real, mirrored.imag)
    return places
