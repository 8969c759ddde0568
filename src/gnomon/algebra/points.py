"""Names of points, ``A``, ``A'``, ``P1``, run together or apart, and the one order in which a part of a figure lists them."""

from __future__ import annotations

import re

_POINT = re.compile(r"[A-Za-z][0-9'′]*")


class ElementNameError(ValueError):
    """A name of points, or of a part of a figure, that cannot be read; the message says what was expected."""


def split_points(name: str) -> tuple[str, ...]:
    """Split run-together point names: ``"AB'C1"`` gives ``("A", "B'", "C1")``.

    Spaces and commas between points are dropped.

    Raises:
        ElementNameError: when anything else than point names is left over.
    """
    bare = re.sub(r"[\s,]", "", name)
    points = tuple(_POINT.findall(bare))
    if not points or "".join(points) != bare:
        raise ElementNameError(f"expected point names such as 'ABC', got {name!r}")
    return tuple(point.replace("′", "'") for point in points)


def in_order(shape: str, points: tuple[str, ...]) -> tuple[str, ...]:
    """Return ``points`` as the canonical name of a ``line``, ``triangle``, ``angle``, ``arc`` or ``polygon`` lists them.

    Other shapes keep the order given.
    """
    if shape in {"line", "triangle"}:
        return tuple(sorted(points))
    if shape in {"angle", "arc"}:
        return min(points, points[::-1])
    if shape == "polygon":
        start = points.index(min(points))
        forward = points[start:] + points[:start]
        return min(forward, (forward[0], *forward[:0:-1]))
    return points
