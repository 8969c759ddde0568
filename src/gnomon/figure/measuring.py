"""Measuring on coordinates: the value of a quantity, and how far a fact is from holding. It proves nothing.

A circle is known by its centre and the points on it; its radius is measured at the first of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from gnomon.algebra import Quantity

Spot = tuple[float, float]
Coordinates = Mapping[str, Spot]
Circles = Mapping[str, Sequence[str]]
"""Points on the circle about a centre."""
_T = TypeVar("_T")


class UnmeasurableError(KeyError):
    """What the coordinates do not settle, such as an arc of no drawn circle."""

    def __str__(self) -> str:
        return str(self.args[0])  # a KeyError would put the sentence in quotes


def measure(quantity: Quantity, at: Coordinates, circles: Circles) -> float:
    """Return the value of a quantity: degrees for angles and arcs, else in the coordinates' unit.

    Raises:
        UnmeasurableError: when it needs a circle that is not there, or a point on it.
        KeyError: for a point without coordinates.
    """
    return _VALUES[quantity.kind](quantity.points, at, circles)


def dimension(kind: str) -> int:
    """Return the power of the figure's size with which a kind of quantity grows: 0 for degrees, 2 for areas, else 1."""
    return 0 if kind in {"angle", "arc"} else 2 if kind in {"area", "circle_area", "sector_area"} else 1


def measured_at(quantity: Quantity, circles: Circles) -> tuple[str, ...]:
    """Return all points on whose places the value of a quantity depends.

    Raises:
        UnmeasurableError: as `measure`.
    """
    points = quantity.points
    if quantity.kind in {"arc", "arc_length"}:
        centre = centre_of_arc(points, circles)
        return (*points, centre) if quantity.kind == "arc" else (*points, centre, _rim(centre, circles))
    if quantity.kind == "sector_area":
        return (*points, _rim(points[1], circles))
    return points if len(points) > 1 else (*points, _rim(points[0], circles))


def angle_between(first: Spot, vertex: Spot, last: Spot) -> float:
    """Return the angle at ``vertex``, 0 to 180 degrees; 0 when a leg has no length."""
    ux, uy = first[0] - vertex[0], first[1] - vertex[1]
    vx, vy = last[0] - vertex[0], last[1] - vertex[1]
    return math.degrees(math.atan2(abs(ux * vy - uy * vx), ux * vx + uy * vy))


def signed_area(corners: Sequence[Spot]) -> float:
    """Return the area of a polygon, positive when its corners run counter-clockwise."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in sides(corners)) / 2


def sides(corners: Sequence[_T]) -> Iterator[tuple[_T, _T]]:
    """Yield the sides of a polygon."""
    yield from zip(corners, (*corners[1:], corners[0]), strict=True)


def direction(start: Spot, end: Spot) -> float:
    """Direction in degrees, 0 to 360, counter-clockwise from the x axis."""
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])) % 360


def sweep(centre: Spot, first: Spot, middle: Spot, last: Spot) -> float:
    """Return the arc from the first spot through the middle one to the last, in degrees."""
    start, between, end = (direction(centre, spot) for spot in (first, middle, last))
    turn = (end - start) % 360
    return turn if (between - start) % 360 < turn else 360 - turn


def centre_of_arc(points: Sequence[str], circles: Circles) -> str:
    """Return the centre of the first circle through all ``points``.

    Raises:
        UnmeasurableError: when there is none.
    """
    centre = next((centre for centre, on in circles.items() if set(points) <= set(on)), None)
    if centre is None:
        raise UnmeasurableError(f"no drawn circle through {', '.join(points)}")
    return centre


def _rim(centre: str, circles: Circles) -> str:
    if not circles.get(centre):
        raise UnmeasurableError(f"no point on the circle about {centre}")
    return circles[centre][0]


def _radius(centre: str, at: Coordinates, circles: Circles) -> float:
    return math.dist(at[centre], at[_rim(centre, circles)])


def _arc(points: Sequence[str], at: Coordinates, circles: Circles) -> float:
    """Of two points the minor arc, of three the one through the middle point."""
    centre = at[centre_of_arc(points, circles)]
    spots = [at[point] for point in points]
    return angle_between(spots[0], centre, spots[1]) if len(spots) == 2 else sweep(centre, *spots)


_VALUES: dict[str, Callable[[tuple[str, ...], Coordinates, Circles], float]] = {
    "length": lambda p, at, _: math.dist(at[p[0]], at[p[1]]),
    "angle": lambda p, at, _: angle_between(at[p[0]], at[p[1]], at[p[2]]),
    "area": lambda p, at, _: abs(signed_area([at[point] for point in p])),
    "perimeter": lambda p, at, _: sum(math.dist(at[a], at[b]) for a, b in sides(p)),
    "arc": _arc,
    "arc_length": lambda p, at, on: math.radians(_arc(p, at, on)) * _radius(centre_of_arc(p, on), at, on),
    "radius": lambda p, at, on: _radius(p[0], at, on),
    "diameter": lambda p, at, on: 2 * _radius(p[0], at, on),
    "circumference": lambda p, at, on: 2 * math.pi * _radius(p[0], at, on),
    "circle_area": lambda p, at, on: math.pi * _radius(p[0], at, on) ** 2,
    "sector_area": lambda p, at, on: math.radians(angle_between(at[p[0]], at[p[1]], at[p[2]])) * _radius(p[1], at, on) ** 2 / 2,
}
