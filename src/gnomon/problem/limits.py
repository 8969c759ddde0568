"""What the readers of files ask of a figure before anything measures or draws it: a size, and an end to its parts."""

from __future__ import annotations

from collections.abc import Collection, Mapping

MOST_PARTS: Mapping[str, int] = {"points": 60, "lines": 200, "circles": 60, "labels": 60}
"""The largest figure of Geometry3K has 28 points and 55 lines. The drawing looks at pairs of parts: so many take it 3 s, 200
points took a minute."""

FARTHEST = 1e9
"""Largest coordinate: its square, as areas have it, still leaves a double room for the sixth digit."""

SMALLEST_EXTENT = 1e-6
"""Width or height below which the squares of distances lose digits, and vanish at last (5e-324 squared is 0)."""


def extent_of(points: Mapping[str, tuple[float, float]]) -> float:
    """Return the width or height, whichever is larger; 0 without points."""
    return max((max(values) - min(values) for values in zip(*points.values(), strict=True)), default=0.0)


def require_extent(points: Mapping[str, tuple[float, float]]) -> None:
    """Raise `ValueError` for several points at one place; one point alone may be a circle's centre."""
    if len(points) > 1 and extent_of(points) < SMALLEST_EXTENT:
        raise ValueError(
            f"all {len(points)} points lie at one place; expected a figure at least {SMALLEST_EXTENT:g} wide or high"
        )


def require_few(part: str, items: Collection[object]) -> None:
    """Raise `ValueError` when a figure has more of a part than `MOST_PARTS` allows."""
    if len(items) > MOST_PARTS[part]:
        raise ValueError(f"expected at most {MOST_PARTS[part]} {part}, got {len(items)}; leave out what is not needed")
